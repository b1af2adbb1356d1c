"""Which reading of the same numbers selects the quote."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.checks.lab.readings import CONVENTIONS, Reading, explain
from citeview.checks.lab.subjects import lab_text_of, source_subject
from citeview.checks.lab.variants import VARIANT_OF_NAME, apply
from citeview.checks.ranges import half_open
from citeview.records.selectors import Chunk, DeclaredRange, EndConvention, QuoteSelector
from citeview.text.representation import Representation
from citeview.text.units import OffsetError, Unit

CASES = Path(__file__).parents[2] / "data" / "cases"

NAMED: dict[str, tuple[str, Any]] = {
    "utf8": ("unit", Unit.UTF8),
    "utf16": ("unit", Unit.UTF16),
    "text extracted from HTML": ("variant", "html"),
    "leading or trailing white space trimmed": ("variant", "padded"),
    "LF text": ("variant", "lf"),
    "no BOM": ("variant", "no-bom"),
    "NFC": ("variant", "nfc"),
    "as declared": ("sentence", "as declared"),
    "entities decoded": ("variant", "entities"),
    "markers removed": ("variant", "markdown-inline"),
    "inclusive end": ("end_convention", EndConvention.INCLUSIVE),
    "origin 1": ("origin", 1),
    "length": ("end_convention", EndConvention.LENGTH),
}
"""What the reports call a reading, and which of its properties that is. A citation marker is an observation instead."""


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_bytes().splitlines()]


EXPLAINED = [row for row in rows("offset-reports.jsonl") if row["explains"] in NAMED]


def test_every_report_is_covered() -> None:
    left = {row["explains"] for row in rows("offset-reports.jsonl")} - set(NAMED)
    assert left == {"citation marker", None}


@pytest.mark.parametrize("case", EXPLAINED, ids=lambda case: case["kind"])
def test_the_reported_cause_is_the_reading_that_changes_least(subject: Any, case: dict[str, Any]) -> None:
    explained = explain(subject(case["source"], case["quote"], **case["declared"]))
    assert explained.best is not None
    assert explained.best_is_unique
    field, value = NAMED[case["explains"]]
    best = explained.best
    assert (best.sentence if field == "sentence" else getattr(best.reading, field)) == value
    assert best.changes == (case["explains"] != "as declared")
    assert best.selected == case["quote"]
    assert best.shown_span is not None
    assert case["quote"] == case["source"][best.shown_span.start : best.shown_span.end]


@pytest.mark.parametrize(
    "case", [row for row in rows("reported-ranges.jsonl") if row["true_ranges"]], ids=lambda row: row["id"]
)
def test_reported_ranges(subject: Any, case: dict[str, Any]) -> None:
    explained = explain(subject(case["source"], case["quote"], case["start"], case["end"], case["unit"]))
    fitting = {unit for unit, pair in case["true_ranges"].items() if pair == [case["start"], case["end"]]}
    plain = {
        found.reading.unit.value
        for found in explained.exact
        if (found.reading.origin, found.reading.end_convention, found.reading.variant)
        == (0, EndConvention.EXCLUSIVE, "stored")
    }
    assert plain == fitting
    if case["expected"] == "match":
        assert explained.best is not None
        assert explained.best.sentence == "as declared"


REPORTED = {
    "B08": "read as UTF-16 units",
    "B12": "read as code points",
    "B15": "read as UTF-16 units",
    "B16": "read as code points",
    "B36": "read as UTF-8 bytes",
    "B39": "read on the text after HTML entities were decoded",
    "B44": "read with the end included",
    "B45": "read with the end included",
}
FOLDED = {
    "B26": ("white space",),
    "B30": ("white space or quotation marks at the ends",),
    "B31": ("Unicode normal form (NFC)",),
    "B35": ("hyphenation joined",),
    "B40": ("Markdown emphasis removed",),
}
BY_ID = {row["id"]: row for row in rows("reported-ranges.jsonl")}


@pytest.mark.parametrize(("name", "sentence"), REPORTED.items())
def test_reported_explanations(subject: Any, name: str, sentence: str) -> None:
    case = BY_ID[name]
    best = explain(subject(case["source"], case["quote"], case["start"], case["end"], case["unit"])).best
    assert best is not None
    assert best.sentence == sentence


@pytest.mark.parametrize(("name", "differences"), FOLDED.items())
def test_what_is_equal_only_after_folding_is_reported_apart(
    subject: Any, name: str, differences: tuple[str, ...]
) -> None:
    case = BY_ID[name]
    explained = explain(subject(case["source"], case["quote"], case["start"], case["end"], case["unit"]))
    assert all(found.cost > 0 for found in explained.exact)
    assert explained.folded[0].sentence == "as declared"
    assert explained.folded[0].folded == differences
    assert not explained.folded[0].exact


UNEXPLAINED = ["B38", "B48", "B50", "B60", "B62", "B63", "B64"]


@pytest.mark.parametrize("name", UNEXPLAINED)
def test_what_no_reading_explains_is_left_unexplained(subject: Any, name: str) -> None:
    case = BY_ID[name]
    assert explain(subject(case["source"], case["quote"], case["start"], case["end"], case["unit"])).best is None


ON = "read on the text "
KINDS = [
    ("bytes as a JavaScript index", "é1 é2 tail words, more", "tail words", 8, 18, "utf16", "read as UTF-8 bytes"),
    ("code points as UTF-16", "😀 the end.", "end", 6, 9, "utf16", "read as code points"),
    ("UTF-16 as code points", "😀😀 the end.", "end", 9, 12, "codepoint", "read as UTF-16 units"),
    ("graphemes as UTF-16", "👩‍🚒👩‍🚒 end", "end", 3, 6, "utf16", "read as grapheme clusters"),
    ("CR LF folded before", "a\r\nb\r\nREADY", "READY", 4, 9, "codepoint", ON + "after CR LF became LF"),
    ("CR LF folded after", "a\nb\nREADY", "READY", 6, 11, "codepoint", ON + "before CR LF became LF"),
    ("BOM counted", "READY 😀", "READY", 3, 8, "utf8", ON + "with a byte order mark in front"),
    ("BOM not counted", "\ufeffREADY", "READY", 0, 5, "utf8", ON + "without its byte order mark"),
    ("NFD on NFC", "가가 READY!", "READY", 5, 10, "codepoint", ON + "in Unicode normal form NFD"),
    ("white space", "a   b   READY", "READY", 4, 9, "codepoint", ON + "after its white space was collapsed"),
    ("trimmed", "\n  READY", "READY", 0, 5, "codepoint", ON + "after its leading white space was trimmed"),
    ("JSON", 'say "hi"\nREADY', "READY", 12, 17, "codepoint", ON + "escaped as in a JSON string"),
    ("entities encoded", "a & b READY", "READY", 10, 15, "codepoint", ON + "before HTML entities were decoded"),
    ("link", "see [it](http://x) READY", "READY", 7, 12, "codepoint", ON + "after its Markdown markers were removed"),
    ("markers", "Yes[1]. READY", "READY", 5, 10, "codepoint", ON + "without its citation markers"),
    ("from 1 to 3", "one two three", "two", 5, 7, "codepoint", "read counted from 1 and with the end included"),
    ("UTF-16 from 1", "😀 two three", "two", 4, 7, "utf8", "read as UTF-16 units, counted from 1"),
    ("no unit", "é READY", "READY", 3, 8, None, "read as UTF-8 bytes"),
]


@pytest.mark.parametrize(
    ("kind", "source", "quote", "start", "end", "unit", "sentence"), KINDS, ids=[row[0] for row in KINDS]
)
def test_kinds_of_error(
    subject: Any, kind: str, source: str, quote: str, start: int, end: int, unit: str | None, sentence: str
) -> None:
    best = explain(subject(source, quote, start, end, unit)).best
    assert best is not None
    assert best.sentence == sentence
    assert best.shown_span is not None
    assert source[slice(*best.shown_span)] == quote


def test_a_chunk_and_the_whole(subject: Any) -> None:
    source, text = "In front. The chunk says READY.", "The chunk says READY."
    chunk = Chunk("k", text, 10, Unit.CODEPOINT)
    best = explain(subject(source, "READY", 15, 20, chunk=chunk)).best
    assert best is not None
    assert best.sentence == "read in the chunk"
    assert best.shown_span == (25, 30)
    best = explain(subject(source, "READY", 25, 30, chunk=chunk, base="chunk")).best
    assert best is not None
    assert best.sentence == "read in the whole source"
    best = explain(subject(source, "READY", 15, 20, chunk=chunk, base="chunk")).best
    assert best is not None
    assert best.sentence == "as declared"


def test_a_quote_copied_from_the_stored_text_counts_as_one_of_the_variant(subject: Any) -> None:
    # The numbers count LF, the quote still has its CR LF: the span of the LF text was made of exactly the quote.
    best = explain(subject("a\r\nb\r\nc d\r\ne f", "c d\r\ne", 4, 9)).best
    assert best is not None
    assert best.reading.variant == "lf"
    assert best.shown_span == (6, 12)


def test_undeclared_units_rank_alike(subject: Any) -> None:
    found = explain(subject("plain READY", "READY", 6, 11, None)).exact
    assert [(one.reading.unit, one.cost) for one in found[:4]] == [
        (Unit.CODEPOINT, 0),
        (Unit.UTF16, 0),
        (Unit.UTF8, 0),
        (Unit.GRAPHEME, 1),
    ]


@pytest.mark.parametrize(("start", "end"), [(True, 5), ("3", 5), (3.0, 5), (None, 5), (10**30, 10**30), (-1, 10**400)])
def test_numbers_that_are_none_explain_nothing(subject: Any, start: object, end: object) -> None:
    assert explain(subject("READY", "READY", start, end)) == explain(subject("READY", "READY", 0, None))


@given(st.text(alphabet="ae\u0301é😀\r\n &;*", max_size=24), st.data())
def test_agrees_with_trying_everything_the_slow_way(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    quote = text[start : start + data.draw(st.integers(1, 6))] or "x"
    numbers = (data.draw(st.integers(-1, 30)), data.draw(st.integers(-1, 30)))
    declared = DeclaredRange(*numbers, Unit.CODEPOINT)
    found = {
        (one.reading.variant, one.reading.unit, one.reading.origin, one.reading.end_convention)
        for one in explain(source_subject(declared, QuoteSelector(quote), Representation(text, "text"))).exact
        if not one.reading.padding
    }
    expected = set()
    for variant in lab_text_of(text).variants:
        for convention in CONVENTIONS:
            pair = half_open(*numbers, convention.origin, convention.end_convention)
            try:
                span = variant.boundaries.span(*pair, convention.unit)
            except OffsetError:
                continue
            selected, stored = variant.text[slice(*span)], variant.to_stored(span)
            made_of_it = stored is not None and text[slice(*stored)] == quote
            if selected == quote or (made_of_it and selected == apply(variant.variant, quote)):
                expected.add((variant.variant.name, *convention))
    assert found == expected


def test_sentences_name_only_what_changes() -> None:
    reading = Reading(Unit.UTF16, 1, EndConvention.INCLUSIVE, "crlf", "in the chunk")
    declared = DeclaredRange(0, 0, Unit.CODEPOINT)
    conventions = "read as UTF-16 units, counted from 1 and with the end included,"
    assert reading.sentence(declared) == f"{conventions} in the chunk on the text before CR LF became LF"
    plain = Reading(Unit.UTF16, 0, EndConvention.EXCLUSIVE, "crlf", "")
    assert plain.sentence(declared) == "read as UTF-16 units on the text before CR LF became LF"
    assert plain.sentence(DeclaredRange(0, 0, Unit.UTF16)) == "read on the text before CR LF became LF"
    assert plain.sentence() == "read as UTF-16 units on the text before CR LF became LF"
    assert Reading(Unit.UTF8, 0, EndConvention.EXCLUSIVE, "stored", "").sentence() == "read as UTF-8 bytes"


def test_every_variant_has_a_phrase_of_its_own() -> None:
    phrases = [variant.phrase for variant in VARIANT_OF_NAME.values()]
    assert len(set(phrases)) == len(phrases)
