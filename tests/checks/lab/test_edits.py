"""The map between a text and what a list of replacements makes of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.checks.lab.edits import Edit, EditMap
from citeview.text.units import Span


@st.composite
def rewritten(draw: st.DrawFn) -> tuple[str, list[Edit]]:
    text = draw(st.text(alphabet="abé😀\n ", max_size=30))
    cuts = sorted(draw(st.lists(st.integers(0, len(text)), max_size=8).map(lambda cuts: cuts[: len(cuts) // 2 * 2])))
    edits = [
        Edit(start, end, draw(st.text(alphabet="xy", max_size=3)))
        for start, end in zip(cuts[::2], cuts[1::2], strict=True)
    ]
    return text, edits


def applied(text: str, edits: list[Edit]) -> str:
    for start, end, replacement in reversed(edits):
        text = text[:start] + replacement + text[end:]
    return text


@given(rewritten())
def test_makes_the_text(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    assert EditMap(text, edits).text == applied(text, edits)


@given(rewritten())
def test_positions_outside_the_edits_go_there_and_back(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    mapped = EditMap(text, edits)
    for position in range(len(text) + 1):
        inside = any(edit.start < position < edit.end for edit in edits)
        touching = any(edit.start <= position <= edit.end for edit in edits)
        for edge in ("start", "end"):
            there = mapped.to_new(position, edge)
            assert (there is None) == inside
            if there is not None and not touching:
                assert mapped.to_old(there, "start") == mapped.to_old(there, "end") == position


@given(rewritten(), st.data())
def test_a_stretch_that_no_edit_touches_keeps_its_text(case: tuple[str, list[Edit]], data: st.DataObject) -> None:
    text, edits = case
    mapped = EditMap(text, edits)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    if start == end or any((edit.start < end and start < edit.end) or start < edit.start < end for edit in edits):
        return
    new = mapped.span_to_new(Span(start, end))
    assert new is not None
    assert mapped.text[new.start : new.end] == text[start:end]
    assert mapped.span_to_old(new) == (start, end)


@given(rewritten())
def test_the_converters_never_leave_the_text_or_turn_a_span_around(case: tuple[str, list[Edit]]) -> None:
    text, edits = case
    mapped = EditMap(text, edits)
    for start in range(len(mapped.text) + 1):
        for end in range(start, len(mapped.text) + 1):
            old = mapped.span_to_old(Span(start, end))
            if old is not None:
                assert 0 <= old.start <= old.end <= len(text)


def test_a_span_does_not_grow_by_what_was_deleted_around_it() -> None:
    mapped = EditMap("a **b** c", [Edit(2, 4, ""), Edit(5, 7, "")])
    assert mapped.text == "a b c"
    assert mapped.span_to_old(Span(2, 3)) == (4, 5)
    assert mapped.span_to_new(Span(4, 5)) == (2, 3)
    assert mapped.span_to_new(Span(3, 5)) is None


def test_what_lies_inside_a_replacement_has_no_counterpart() -> None:
    mapped = EditMap("x &amp; y", [Edit(2, 7, "&")])
    assert mapped.span_to_old(Span(2, 3)) == (2, 7)
    assert mapped.to_new(4, "start") is None


@pytest.mark.parametrize("edits", [[Edit(3, 5, ""), Edit(4, 6, "")], [Edit(4, 3, "")], [Edit(0, 99, "")]])
def test_overlaps_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(ValueError, match="edit"):
        EditMap("0123456789", edits)
