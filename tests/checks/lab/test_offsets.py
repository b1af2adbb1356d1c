"""The declared numbers in every unit, side by side."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.checks.lab.offsets import nearest_occurrence, offset_rows
from citeview.checks.verdict import RangeOutcome
from citeview.text.units import Unit

READY = [
    ("A|", (2, 2, 2, 2)),
    ("A🚀|", (6, 3, 4, 3)),
    ("A🚀e\u0301|", (9, 5, 6, 4)),
    ("A🚀é|", (8, 4, 5, 4)),
]
UNITS = (Unit.UTF8, Unit.CODEPOINT, Unit.UTF16, Unit.GRAPHEME)


@pytest.mark.parametrize(("prefix", "starts"), READY)
def test_the_four_units_of_the_design(subject: Any, prefix: str, starts: tuple[int, ...]) -> None:
    for declared, start in zip(UNITS, starts, strict=True):
        rows = offset_rows(subject(prefix + "READY", "READY", start, start + 5, declared.value))
        by_unit = {row.unit: row for row in rows}
        assert [row.unit for row in rows if row.declared] == [declared]
        assert by_unit[declared].equal
        assert by_unit[declared].sentence == "selects the quote"
        for unit, other in zip(UNITS, starts, strict=True):
            assert by_unit[declared].result.units[unit] == (other, other + 5)
            assert by_unit[unit].equal == (other == start)


def test_the_picture_of_the_design(subject: Any) -> None:
    rows = {row.unit: row for row in offset_rows(subject("A🚀|READY.", "READY", 3, 8, "utf16"))}
    assert rows[Unit.UTF8].result.outcome is RangeOutcome.CUTS_A_CHARACTER
    assert rows[Unit.UTF8].selected is None
    assert rows[Unit.CODEPOINT].equal
    assert rows[Unit.CODEPOINT].result.document == (4, 9)
    declared = rows[Unit.UTF16]
    assert declared.declared
    assert (declared.selected, declared.before, declared.after) == ("|READ", "A🚀", "Y.")
    assert declared.sentence == "starts 1 code point early, ends 1 early"
    assert rows[Unit.GRAPHEME].equal


@pytest.mark.parametrize(
    ("start", "end", "sentence"),
    [
        (4, 7, "selects the quote"),
        (4, 6, "starts where the quote does, ends 1 code point early"),
        (2, 7, "starts 2 code points early, ends where the quote does"),
        (6, 9, "starts 2 code points late, ends 2 late"),
        (5, 5, "is empty; starts 1 code point late, ends 2 early"),
        (3, 8, "selects the quote apart from: white space or quotation marks at the ends"),
    ],
)
def test_how_far_off(subject: Any, start: int, end: int, sentence: str) -> None:
    assert offset_rows(subject("one two three", "two", start, end))[1].sentence == sentence


def test_without_a_quote_in_the_text(subject: Any) -> None:
    assert offset_rows(subject("one two", None, 0, 3))[1].sentence == "there is no quote to compare"
    row = offset_rows(subject("one two", "nine", 0, 3))[1]
    assert row.sentence == "selects something else; the quote does not occur in the text"
    assert row.distance is None


def test_no_row_is_declared_where_no_unit_is(subject: Any) -> None:
    rows = offset_rows(subject("one two", "two", 4, 7, None))
    assert not any(row.declared for row in rows)
    assert all(row.equal for row in rows)


def test_neighbours_do_not_cut_a_character(subject: Any) -> None:
    row = offset_rows(subject("👩‍🚒" * 9 + "READY" + "e\u0301" * 9, "READY", 27, 32))[1]
    assert row.selected == "READY"
    assert row.before == "👩‍🚒" * 5
    assert row.after == "e\u0301" * 8


def test_what_is_no_number_is_shown_as_it_stands(subject: Any) -> None:
    row = offset_rows(subject("one", "one", True, "3"))[0]
    assert (row.start, row.end) == (True, "3")
    assert row.result.outcome is RangeOutcome.NOT_A_WHOLE_NUMBER
    assert row.sentence == row.result.message


@given(st.text("ab", max_size=30), st.text("ab", min_size=1, max_size=3), st.integers(-3, 40))
def test_the_nearest_occurrence(text: str, quote: str, near: int) -> None:
    starts = [at for at in range(len(text)) if text.startswith(quote, at)]
    found = nearest_occurrence(text, quote, near)
    clamped = min(max(near, 0), len(text))
    if not starts:
        assert found is None
    else:
        assert found is not None
        assert found.start in starts
        assert abs(found.start - clamped) == min(abs(start - clamped) for start in starts)
        assert found.end == found.start + len(quote)
