"""Which spans are marked, and where boundaries that are none are shown."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from citeview.gui.panes.evidence import MOST_OTHERS, answer_marks, landing, source_marks
from citeview.gui.panes.marks import Mark, MarkKind
from citeview.session import open_export
from citeview.text.units import Span

TEXT = "A😀B."


def position(start: object, end: object, unit: str = "utf8", **more: object) -> dict[str, object]:
    return {"position": {"unit": unit, "start": start, "end": end, **more}}


def faults(build: Any, selector: dict[str, object], **more: object) -> list[Span]:
    snapshot = build.snapshot(TEXT)
    record = build.record("c-1", source=snapshot, selector=selector, **more)
    with open_export(build.bundle([record], snapshots=[snapshot])) as session:
        marks = source_marks(session, 0, session.verdict(0))
        assert not any(mark.kind is MarkKind.CURRENT for mark in marks)
        return [mark.span for mark in marks if mark.kind is MarkKind.FAULT]


@pytest.mark.parametrize(
    ("selector", "places"),
    [
        (position(2, 4), [Span(1, 2)]),
        (position(1, 2, "utf16"), [Span(1, 2)]),
        (position(3, 7, "utf8", origin=1), [Span(1, 2)]),
        (position(5, 99), [Span(4, 4)]),
        (position(-1, 3), [Span(0, 0)]),
        (position(99, 101), [Span(4, 4)]),
        (position(6, 5), [Span(2, 2), Span(3, 3)]),
        (position(6, 2), [Span(3, 3)]),
        (position(True, 3), []),
        (position("1", 3), []),
        (position(1, 3, "words"), []),
    ],
)
def test_the_boundary_at_fault_is_marked_where_it_lies(
    build: Any, selector: dict[str, object], places: list[Span]
) -> None:
    assert faults(build, selector) == places


def test_numbers_that_count_in_a_chunk_are_not_shown_in_the_document(build: Any) -> None:
    chunk = {"id": "k", "text": "😀B", "origin": {"unit": "codepoint", "offset": 1}}
    assert faults(build, position(1, 4), chunk=chunk) == []


def test_a_fault_in_the_answer_is_marked_in_the_answer(build: Any) -> None:
    record = build.record("c-1", answerId="a-1", answerSelector=position(2, 4), url="https://example.com")
    with open_export(build.bundle([record], [build.answer(TEXT)])) as session:
        session.verdict(0)
        assert [mark.span for mark in answer_marks(session, 0) if mark.kind is MarkKind.FAULT] == [Span(1, 2)]


def test_what_is_brought_into_view_is_what_is_cited() -> None:
    current, fault = Mark(Span(50, 60), MarkKind.CURRENT), Mark(Span(30, 31), MarkKind.FAULT)
    passage, other = Mark(Span(1, 9), MarkKind.PASSAGE), Mark(Span(0, 1), MarkKind.OTHER)
    assert landing([other, passage, fault, current]) == current.span
    assert landing([other, passage, fault]) == fault.span, "the declared place, not what a search found"
    assert landing([other, passage]) == passage.span
    assert landing([other]) is None


def test_the_nearest_neighbours_are_marked_and_touching_ones_differ(build: Any) -> None:
    snapshot = build.snapshot("x" * 6_000)
    records = [
        build.record(f"c-{n}", source=snapshot, selector=position(n, n + 1, "codepoint"))
        for n in range(MOST_OTHERS + 50)
    ]
    with open_export(build.bundle(records, snapshots=[snapshot])) as session:
        others = [mark for mark in source_marks(session, 1_010, None) if mark.kind is MarkKind.OTHER]
        assert len(others) == MOST_OTHERS
        assert {mark.row for mark in others} == set(range(10, 2_011)) - {1_010}
        assert all(one.odd != next_.odd for one, next_ in pairwise(others))
        at_the_end = [mark.row for mark in source_marks(session, 2_049, None) if mark.kind is MarkKind.OTHER]
        assert at_the_end == list(range(1_049, 2_049))
