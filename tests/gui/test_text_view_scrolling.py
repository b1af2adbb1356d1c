"""The text view in long texts: what is brought into view, which marks are drawn, and what scrolling does to them."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QColor, QImage

from citeview.gui.panes.marks import Mark, MarkKind
from citeview.gui.panes.text_view import TextView
from citeview.gui.theme import LIGHT
from citeview.text.representation import Representation
from citeview.text.units import Span

LINE = "the origin serves one request in ten 缓存 and 🚀\n"


def show(view: TextView, text: str, *marks: Mark) -> None:
    view.show_representation(Representation(text, "test"))
    view.show_marks(marks)


def pixels(view: TextView, colour: str) -> int:
    image: QImage = view.viewport().grab().toImage()
    wanted = QColor(colour).rgb()
    return sum(image.pixel(x, y) == wanted for y in range(image.height()) for x in range(image.width()))


def line_span(number: int, lines: int = 1) -> Span:
    return Span(number * len(LINE), (number + lines) * len(LINE) - 1)


@pytest.mark.parametrize("numbers", [(500, 10), (10, 500), (0, 999), (999, 0), (500, 502)])
def test_one_span_after_the_other_is_brought_into_view(view: TextView, numbers: tuple[int, ...]) -> None:
    show(view, LINE * 1_000)
    for number in numbers:
        span = line_span(number)
        view.show_marks([Mark(span, MarkKind.CURRENT)])
        view.reveal(span)
        assert view.viewport().rect().contains(view.span_rect(span).center())
        assert pixels(view, LIGHT.current) > 100


def test_both_edges_are_seen_where_both_have_room(view: TextView) -> None:
    show(view, LINE * 1_000)
    lines = view.viewport().height() // view.fontMetrics().lineSpacing() - 3
    span = line_span(400, lines)
    view.reveal(span)
    seen = view.viewport().rect()
    assert seen.contains(view.span_rect(Span(span.start, span.start + 1)).center())
    assert seen.contains(view.span_rect(Span(span.end - 1, span.end)).center())


def test_a_span_without_room_begins_near_the_top(view: TextView) -> None:
    show(view, LINE * 1_000)
    span = line_span(400, 300)
    view.reveal(span)
    start = view.span_rect(Span(span.start, span.start + 1))
    assert view.viewport().rect().contains(start.center())
    assert start.top() < view.viewport().height() / 3


def test_what_is_seen_already_stays_where_it_is(view: TextView) -> None:
    show(view, LINE * 1_000)
    view.reveal(line_span(500))
    before = view.verticalScrollBar().value()
    view.reveal(line_span(501))
    assert view.verticalScrollBar().value() == before


def test_only_marks_in_sight_are_handed_to_qt_and_scrolling_brings_the_others(view: TextView) -> None:
    show(view, LINE * 2_000, *(Mark(line_span(number), MarkKind.OTHER, number) for number in range(0, 2_000, 2)))
    assert 0 < len(view.extraSelections()) < 40
    assert len(view.marks) == 1_000
    view.verticalScrollBar().setValue(1_500)
    rows = {selection.cursor.block().blockNumber() for selection in view.extraSelections()}
    assert min(rows) >= 1_499
    assert pixels(view, LIGHT.other) > 100


def test_a_mark_out_of_sight_leaves_no_trace(view: TextView) -> None:
    show(view, LINE * 1_000, Mark(line_span(3), MarkKind.CURRENT), Mark(line_span(990), MarkKind.CURRENT))
    view.verticalScrollBar().setValue(500)
    assert pixels(view, LIGHT.accent) == pixels(view, LIGHT.current) == 0


def test_a_span_that_begins_above_and_ends_below_is_marked_without_brackets(view: TextView) -> None:
    show(view, LINE * 1_000, Mark(line_span(100, 800), MarkKind.CURRENT))
    view.verticalScrollBar().setValue(500)
    assert pixels(view, LIGHT.current) > 1_000
    assert pixels(view, LIGHT.accent) == 0


def test_a_fault_is_a_shape_of_its_own(view: TextView) -> None:
    show(view, "some words here", Mark(Span(5, 6), MarkKind.FAULT))
    assert pixels(view, LIGHT.bad) > 10
    assert pixels(view, LIGHT.accent) == pixels(view, LIGHT.current) == 0, "no highlight: nothing is selected"
    show(view, "at the end", Mark(Span(10, 10), MarkKind.FAULT))
    assert pixels(view, LIGHT.bad) > 10


def test_marks_survive_a_change_of_size_and_of_font(view: TextView) -> None:
    show(view, LINE * 1_000, Mark(line_span(2), MarkKind.CURRENT), Mark(line_span(15), MarkKind.OTHER))
    assert pixels(view, LIGHT.other) == 0, "it lies below what is seen"
    view.set_points(8)
    assert pixels(view, LIGHT.other) > 100
    view.set_points(12)
    assert pixels(view, LIGHT.other) == 0
    view.resize(700, 800)
    assert pixels(view, LIGHT.other) > 100
    assert pixels(view, LIGHT.current) > 100


def test_another_text_takes_no_marks_along(view: TextView) -> None:
    show(view, LINE * 10, Mark(line_span(2), MarkKind.CURRENT))
    view.show_representation(Representation(LINE * 10, "another"))
    assert view.extraSelections() == []
    assert pixels(view, LIGHT.current) == 0


def test_a_cut_line_carries_its_marks_across_the_cut(view: TextView) -> None:
    text = "word " * 20_000
    span = Span(50_000, 50_040)
    show(view, text, Mark(span, MarkKind.CURRENT))
    view.reveal(span)
    assert view.document().blockCount() > 1
    assert view.viewport().rect().contains(view.span_rect(Span(span.start, span.start + 1)).center())
    assert pixels(view, LIGHT.current) > 100
