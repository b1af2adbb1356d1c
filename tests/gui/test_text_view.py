"""The text view: marks where they belong, seen in pixels; text copied from the representation; facts at the caret."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QTextCursor
from PySide6.QtWidgets import QApplication

from citeview.gui.caret import caret_facts
from citeview.gui.panes.marks import Mark, MarkKind
from citeview.gui.panes.text_view import TextView
from citeview.gui.theme import DARK, LIGHT
from citeview.text.representation import Representation
from citeview.text.units import Span


def show(view: TextView, text: str, *marks: Mark) -> None:
    view.show_representation(Representation(text, "test"))
    view.show_marks(marks)


def coloured(image: QImage, colour: str) -> QRect:
    """Return the rectangle of all pixels of a colour."""
    wanted = QColor(colour).rgb()
    points = [(x, y) for y in range(image.height()) for x in range(image.width()) if image.pixel(x, y) == wanted]
    if not points:
        return QRect()
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return QRect(min(xs), min(ys), max(xs) - min(xs) + 1, max(ys) - min(ys) + 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("plain words here", "words"),
        ("A🚀e\u0301|READY.", "READY"),
        ("line\r\nline\r\n日本語 READY", "READY"),
        ("\ufeffBOM then READY", "READY"),
        ("half \ud83d then READY", "READY"),
        ("\ufdd0\ufdd1 READY", "READY"),
        ("א ב ג READY", "READY"),
    ],
)
def test_the_mark_lies_on_its_words(view: TextView, text: str, words: str) -> None:
    start = text.index(words)
    span = Span(start, start + len(words))
    show(view, text, Mark(span, MarkKind.CURRENT))
    place = view.span_rect(span)
    seen = coloured(view.viewport().grab().toImage(), LIGHT.current)
    assert seen.isValid()
    assert abs(seen.left() - place.left()) <= 3
    assert abs(seen.right() - place.right()) <= 3
    assert place.top() - 3 <= seen.top() <= seen.bottom() <= place.bottom() + 3
    selections = view.extraSelections()
    cursor = selections[0].cursor
    document = view.document()
    selected = "".join(document.characterAt(at) for at in range(cursor.selectionStart(), cursor.selectionEnd()))
    assert selected == words


def test_a_mark_is_a_shape_too(view: TextView) -> None:
    show(view, "some words", Mark(Span(5, 10), MarkKind.CURRENT))
    assert coloured(view.viewport().grab().toImage(), LIGHT.accent).isValid()
    show(view, "some  words", Mark(Span(5, 5), MarkKind.CURRENT))
    assert coloured(view.viewport().grab().toImage(), LIGHT.accent).isValid(), "an empty range is a caret mark"


def test_neighbours_and_overlaps_stay_apart(view: TextView) -> None:
    show(
        view,
        "one two three",
        Mark(Span(0, 4), MarkKind.OTHER, 1),
        Mark(Span(4, 8), MarkKind.OTHER, 2, odd=True),
        Mark(Span(2, 6), MarkKind.CURRENT, 3),
    )
    selections = view.extraSelections()
    first, second, current = (selection.format for selection in selections)
    assert first.underlineStyle() != second.underlineStyle()
    assert current.background().color() != first.background().color()


def test_a_far_span_is_brought_into_view(view: TextView) -> None:
    text = "line\n" * 5_000 + "READY\n" + "line\n" * 5_000
    show(view, text)
    span = Span(25_000, 25_005)
    view.reveal(span)
    assert view.viewport().rect().contains(view.span_rect(span).center())


def test_copies_come_from_the_representation(view: TextView, qtbot: Any) -> None:
    text = "no\u00a0break \r\n half"
    show(view, text)
    view.selectAll()
    assert view.selected_text() == text
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QApplication.clipboard().text() == text


def test_markup_in_a_text_stays_text(view: TextView) -> None:
    show(view, "<h1>big</h1> & <script>")
    assert view.document().characterAt(0) == "<"
    assert view.document().blockCount() == 1


def test_clicking_a_mark_names_its_citation(view: TextView, qtbot: Any) -> None:
    show(view, "one two three", Mark(Span(4, 7), MarkKind.OTHER, 7))
    with qtbot.waitSignal(view.mark_clicked) as clicked:
        qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=view.span_rect(Span(4, 7)).center())
    assert clicked.args == [7]


def test_the_caret_tells_its_code_point(view: TextView, qtbot: Any) -> None:
    show(view, "A🚀\r\nB")
    cursor = QTextCursor(view.document())
    cursor.setPosition(4)
    with qtbot.waitSignal(view.caret_moved) as moved:
        view.setTextCursor(cursor)
    assert moved.args == [4]


def test_caret_facts() -> None:
    facts = caret_facts(Representation("one\r\nA🚀e\u0301|READY.", "test"), 10)
    assert facts == (
        "Line 2, column 6 · U+0052 LATIN CAPITAL LETTER R · byte 14 · code point 10 · UTF-16 11 · grapheme 8 · "
        "document 10"
    )
    assert "inside a grapheme cluster" in caret_facts(Representation("e\u0301", "test"), 1)
    assert "end of the text" in caret_facts(Representation("", "test"), 0)


def test_colours_follow(view: TextView) -> None:
    show(view, "some words", Mark(Span(5, 10), MarkKind.CURRENT))
    view.show_colours(DARK)
    selections = view.extraSelections()
    assert selections[0].format.background().color() == QColor(DARK.current)


@pytest.mark.parametrize(
    "text", ["safe \u202etxet\u202c end", "soft\u00adhyphen", "zero\u200bwidth", "p\u0430ypal is not paypal"]
)
def test_what_a_text_hides_is_flagged(view: TextView, text: str) -> None:
    show(view, text)
    assert coloured(view.viewport().grab().toImage(), LIGHT.warn).isValid()


def test_an_honest_text_has_no_flags(view: TextView) -> None:
    show(view, "caf\u00e9 \u65e5\u672c \U0001f469\u200d\U0001f4bb \u0434\u043e\u043c plain")
    assert not coloured(view.viewport().grab().toImage(), LIGHT.warn).isValid()
