"""Small inputs of kinds that users have reported, each with the verdict it must get, and more of each kind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeview.checks.verdict import Headline, SelectionOutcome, Verdict
from citeview.session import open_export
from citeview.text.units import Unit

CASES = Path(__file__).parents[1] / "data" / "cases"


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_bytes().splitlines()]


def judge(build: Any, source: str, quote: str | None, declared: Any) -> Verdict:
    with open_export(build.case(source, quote, declared), rules="tok-nfkc-lower@2") as session:
        return session.verdict(0)


@pytest.mark.parametrize("case", rows("offset-reports.jsonl"), ids=lambda case: case["kind"])
def test_offset_reports(build: Any, case: dict[str, Any]) -> None:
    assert judge(build, case["source"], case["quote"], case["declared"]).headline == case["expect"]


MORE = [
    ("bytes as UTF-16, the numbers fit", "é1 é2 é3 tail words", "tail words", "utf16", 12, 22, "range-invalid"),
    (
        "bytes as UTF-16, inside the text",
        "é1 é2 é3 tail words, and more",
        "tail words",
        "utf16",
        12,
        22,
        "range-disagrees",
    ),
    ("code points as UTF-16 cut a pair", "😀😀 end", "end", "utf16", 3, 6, "range-invalid"),
    ("code points as UTF-16 land early", "😀 the end.", "end", "utf16", 6, 9, "range-disagrees"),
    ("bytes as code points", "naïve café READY.", "READY", "codepoint", 13, 18, "range-invalid"),
    ("graphemes as code points", "e\u0301e\u0301 READY.", "READY", "codepoint", 3, 8, "range-disagrees"),
    ("code points as bytes cut a character", "日本 READY", "READY", "utf8", 4, 9, "range-invalid"),
    ("CR LF counted as one, three lines", "a\r\nb\r\nc\r\nREADY", "READY", "codepoint", 6, 11, "range-disagrees"),
    ("CR LF counted as two on LF text", "a\nb\nREADY", "READY", "codepoint", 6, 11, "range-invalid"),
    ("BOM counted where there is none", "READY text", "READY", "codepoint", 1, 6, "range-disagrees"),
    ("NFD numbers on NFC text", "café READY!", "READY", "codepoint", 6, 11, "range-disagrees"),
    ("two entities", "a &lt;b&gt; READY", "READY", "codepoint", 6, 11, "range-disagrees"),
    ("inclusive end at the end", "it is READY", "READY", "codepoint", 6, 10, "range-disagrees"),
    ("origin 1 at the end", "it is READY", "READY", "codepoint", 7, 12, "range-invalid"),
    ("length for end, reversed", "it is now READY", "READY", "codepoint", 10, 5, "range-invalid"),
    ("first of a repeated phrase for the second", "READY, READY", "READY", "codepoint", 0, 5, "found"),
    ("white space trimmed in front", "   READY", "READY", "codepoint", 0, 5, "range-disagrees"),
]


@pytest.mark.parametrize(
    ("kind", "source", "quote", "unit", "start", "end", "expect"), MORE, ids=[row[0] for row in MORE]
)
def test_more_of_each_kind(
    build: Any, kind: str, source: str, quote: str, unit: str, start: int, end: int, expect: str
) -> None:
    assert judge(build, source, quote, {"unit": unit, "start": start, "end": end}).headline == expect


@pytest.mark.parametrize("case", rows("reported-ranges.jsonl"), ids=lambda case: case["id"])
def test_reported_ranges(build: Any, case: dict[str, Any]) -> None:
    declared = {"unit": case["unit"], "start": case["start"], "end": case["end"]}
    verdict = judge(build, case["source"], case["quote"], declared)
    if case["error"] is not None:
        assert verdict.headline is Headline.RANGE_INVALID
        assert verdict.range.span is None
        return
    assert verdict.selection.text == case["selects"]
    if case["expected"] == "match":
        assert verdict.selection.outcome is SelectionOutcome.EQUAL
        assert verdict.range.units is not None
        for unit, pair in case["true_ranges"].items():
            assert list(verdict.range.units[Unit(unit)]) == pair
    elif not case["expected"].startswith("match"):
        assert verdict.headline not in (Headline.FOUND,) or verdict.selection.outcome is SelectionOutcome.EQUAL_FOLDED
