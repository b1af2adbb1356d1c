"""`citeview map`: the facts of the READY table and of A😀B., by the command line."""

from __future__ import annotations

from typing import Any

import pytest

READY = [
    ("A|", 2, 2, 2, 2),
    ("A🚀|", 6, 3, 4, 3),
    ("A🚀e\u0301|", 9, 5, 6, 4),
    ("A🚀é|", 8, 4, 5, 4),
]
UNITS = ("utf8", "codepoint", "utf16", "grapheme")


@pytest.mark.parametrize(("prefix", "utf8", "codepoint", "utf16", "grapheme"), READY)
@pytest.mark.parametrize("unit", UNITS)
def test_ready(run: Any, prefix: str, utf8: int, codepoint: int, utf16: int, grapheme: int, unit: str) -> None:
    starts = dict(zip(UNITS, (utf8, codepoint, utf16, grapheme), strict=True))
    start = starts[unit]
    ran = run(
        "map", "--text", prefix + "READY", "--unit", unit, "--start", start, "--end", start + 5, "--format", "json"
    )
    assert ran.code == 0
    assert {name: ran.json[name] for name in UNITS} == {name: [at, at + 5] for name, at in starts.items()}
    assert ran.json["text"] == "READY"
    assert ran.json["document"] == [utf16, utf16 + 5]


@pytest.mark.parametrize(
    ("unit", "start", "end", "outcome", "text"),
    [
        ("codepoint", 2, 3, "valid", "B"),
        ("utf16", 3, 4, "valid", "B"),
        ("utf8", 5, 6, "valid", "B"),
        ("utf8", 5, 7, "valid", "B."),
        ("utf8", 5, 5, "empty", ""),
        ("utf8", 5, 99, "out of bounds", None),
        ("utf8", 6, 5, "reversed", None),
        ("utf8", 2, 4, "cuts a character", None),
        ("codepoint", -1, 2, "out of bounds", None),
    ],
)
def test_a_smile(run: Any, unit: str, start: int, end: int, outcome: str, text: str | None) -> None:
    ran = run("map", "--text", "A😀B.", "--unit", unit, "--start", start, "--end", end, "--format", "json")
    assert (ran.json["outcome"], ran.json["text"]) == (outcome, text)
    assert ran.code == (0 if text is not None else 1)


def test_a_file_keeps_its_line_ends_and_its_bom(run: Any, tmp_path: Any) -> None:
    path = tmp_path / "text file.txt"
    path.write_bytes("\ufeffa\r\nb".encode())
    ran = run("map", "--file", path, "--unit", "codepoint", "--start", 4, "--end", 5, "--format", "json")
    assert ran.json["text"] == "b"
    assert ran.json["document"] == [3, 4]


def test_an_error_is_a_sentence_with_the_nearest_offsets(run: Any) -> None:
    ran = run("map", "--text", "A😀B.", "--unit", "utf8", "--start", 2, "--end", 5)
    assert ran.code == 1
    assert "1 and 5" in ran.err


@pytest.mark.parametrize("number", ["true", "1.0", " 1", "1_0", "١", ""])
def test_only_whole_numbers_are_numbers(run: Any, number: str) -> None:
    assert run("map", "--text", "abc", "--unit", "utf8", "--start", number, "--end", "2").code == 2
