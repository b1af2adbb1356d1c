"""Facts about a range that no reading explains."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeview.checks.lab.observations import observations
from citeview.checks.lab.subjects import source_subject
from citeview.records.selectors import Chunk, DeclaredRange, QuoteSelector
from citeview.text.representation import Representation
from citeview.text.units import Unit

CASES = Path(__file__).parents[2] / "data" / "cases"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_bytes().splitlines()]


def codes(subject: Any, **more: Any) -> list[str]:
    return [observation.code for observation in observations(subject, **more)]


OFFSETS = {row["kind"]: row for row in rows("offset-reports.jsonl")}
RANGES = {row["id"]: row for row in rows("reported-ranges.jsonl")}


def test_the_range_is_the_marker_not_the_claim(subject: Any) -> None:
    case = OFFSETS["the range is the marker, not the claim"]
    assert codes(subject(case["source"], None, **case["declared"])) == ["marker"]
    assert "marker" in codes(subject(case["source"], "Prices rose last week.", **case["declared"]))
    marker = case["source"][23:]
    assert "marker" not in codes(subject(case["source"], marker, 23, 23 + len(marker)))


def test_a_short_quote_that_is_not_there(subject: Any) -> None:
    case = OFFSETS["short quote that is not there must not land on a similar word"]
    assert codes(subject(case["source"], case["quote"], None, None)) == ["absent"]


FIRST = {"B50": "not-found", "B60": "shift", "B62": "word-numbers", "B63": "pieces", "B64": "shift"}


@pytest.mark.parametrize(("name", "code"), FIRST.items())
def test_reported_ranges(subject: Any, name: str, code: str) -> None:
    case = RANGES[name]
    assert codes(subject(case["source"], case["quote"], case["start"], case["end"], case["unit"]))[0] == code


def test_word_numbers_point_at_the_words(subject: Any) -> None:
    case = RANGES["B62"]
    first = observations(subject(case["source"], case["quote"], case["start"], case["end"], case["unit"]))[0]
    assert first.span is not None
    assert case["source"][slice(*first.span)] == case["quote"]


def test_a_shift_says_which_way(subject: Any) -> None:
    early, late = (observations(subject("one two three", "two", 4 + by, 7 + by))[-1] for by in (-2, 3))
    assert "2 too small" in early.sentence
    assert "3 too large" in late.sentence


@pytest.mark.parametrize(
    ("start", "end", "unit", "sentence"),
    [
        (5, 99, "utf8", "The start is right; the end is 92 too large."),
        (2, 3, "codepoint", "The start is right; the end is 1 too small."),
        (1, 4, "codepoint", "The end is right; the start is 1 too small."),
        (4, 7, "utf8", "The end is right; the start is 1 too small."),
    ],
)
def test_only_one_of_the_numbers_is_off(subject: Any, start: int, end: int, unit: str, sentence: str) -> None:
    assert observations(subject("A😀B.", "B.", start, end, unit))[0].sentence == sentence


def test_start_and_end_exchanged(subject: Any) -> None:
    assert codes(subject("one two three", "two", 7, 4)) == ["swapped"]


def test_two_citations_of_one_source_merged(subject: Any) -> None:
    one = subject("First claim. Second claim.", "Second claim.", 0, 12, index=2)
    found = observations(one, {"First claim.": ["c-1", "c-2"], "Second claim.": ["c-2"]})
    assert found[0].code == "other-citation"
    assert found[0].citations == ("c-1",)


def test_the_first_occurrence_of_a_repeated_phrase() -> None:
    source = "READY or not. The server said READY."
    for start, expected in ((0, ["other-occurrence"]), (30, [])):
        quote = QuoteSelector("READY", prefix="server said ", suffix=".")
        declared = DeclaredRange(start, start + 5, Unit.CODEPOINT)
        found = observations(source_subject(declared, quote, Representation(source, "text")))
        assert [one.code for one in found] == expected
        assert all("occurrence 2" in one.sentence for one in found)


def test_the_nearest_similar_passage(subject: Any) -> None:
    source = "The origin serves only 1 request in 10. More."
    found = observations(subject(source, "The origin serves only 2 requests in 10.", 0, 39))
    assert [one.code for one in found] == ["similar", "absent"]
    assert "6 of 8 words" in found[0].sentence
    assert codes(subject(source, "Nothing of the kind is said here.", 0, 39)) == ["absent"]


def test_a_quote_that_only_a_variant_holds(subject: Any) -> None:
    found = observations(subject("<p>a <b>b</b> c</p>", "a b c", 0, 5))
    assert [one.code for one in found] == ["quote-of-variant"]


def test_a_chunk_that_is_elsewhere(subject: Any) -> None:
    chunk = Chunk("k", "chunk text", 3, Unit.CODEPOINT)
    assert codes(subject("The chunk text is here.", "text", 6, 10, chunk=chunk, base="chunk"))[0] == "chunk-origin"


def test_nothing_is_said_about_a_range_that_is_right(subject: Any) -> None:
    assert codes(subject("one two three", "two", 4, 7)) == []
