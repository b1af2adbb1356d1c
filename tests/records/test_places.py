"""Places and limits say themselves."""

import pytest

from citeview.records.limits import readable_size
from citeview.records.places import ExportError, Place, RecordError


@pytest.mark.parametrize(
    ("place", "said"),
    [
        (Place("a.json"), "a.json"),
        (Place("a.jsonl", 3), "a.jsonl, line 3"),
        (Place("a.json", None, "citations[3]").at("selector.quote"), "a.json: citations[3].selector.quote"),
        (Place("a.json").at("[0]").at("[1]").at("x"), "a.json: [0][1].x"),
        (Place("a.json", 2).at(""), "a.json, line 2"),
        (Place("a.json").at("x").at(""), "a.json: x"),
    ],
)
def test_a_place_names_file_line_and_path(place, said):
    assert str(place) == said


def test_an_error_carries_its_place_and_its_sentence():
    error = RecordError(Place("a.json", 1, "x"), "expected text, got null")
    assert isinstance(error, ExportError)
    assert (str(error), error.place.line, error.problem) == (
        "a.json, line 1: x: expected text, got null",
        1,
        "expected text, got null",
    )


@pytest.mark.parametrize(
    ("size", "said"),
    [
        (0, "0 bytes"),
        (1, "1 byte"),
        (1023, "1023 bytes"),
        (1536, "1.5 KiB"),
        (128 << 20, "128 MiB"),
        (3 << 29, "1.5 GiB"),
    ],
)
def test_sizes_are_readable(size, said):
    assert readable_size(size) == said
