"""A read-only view of one representation with marks in it.

Everything goes in and comes out in code points of the representation; the document map alone knows document
positions, and no text is ever read back from the widget (Qt's copies are not faithful: lone surrogates vanish, no-
break spaces become spaces).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFocusEvent,
    QFont,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextLine,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QTextEdit, QWidget

from citeview.gui.panes.marks import BRACKETED, Mark, MarkKind, format_of
from citeview.gui.theme import Colours, reading_font

if TYPE_CHECKING:
    from citeview.text.representation import Representation
    from citeview.text.units import Span

_SMALLEST, _LARGEST, _USUAL = 7.0, 48.0, 12.0
_GUTTER = 22


class TextView(QPlainTextEdit):
    """Show a text and its marks."""

    caret_moved = Signal(int)
    """Code point that the caret stands before."""
    mark_clicked = Signal(int)
    """Row of the citation whose mark was clicked."""
    zoomed = Signal(float)
    """Points of the font, after the reader changed it."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colours = colours
        self._representation: Representation | None = None
        self._plain: bool | None = None
        """Whether the text is ASCII and so hides nothing; asked once."""
        self._marks: tuple[Mark, ...] = ()
        self._selected: list[Mark] = []
        self.setReadOnly(True)
        self.setAcceptDrops(False)
        self.setUndoRedoEnabled(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.document().setDocumentMargin(12)
        self.setViewportMargins(_GUTTER, 0, 0, 0)
        self._gutter = _Gutter(self)
        self.updateRequest.connect(self._update_gutter)
        self.verticalScrollBar().valueChanged.connect(self._select_visible)
        self.cursorPositionChanged.connect(self._tell_caret)
        self.setFont(reading_font(_USUAL))

    @property
    def representation(self) -> Representation | None:
        """Return what is shown."""
        return self._representation

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Return what is marked."""
        return self._marks

    @property
    def caret(self) -> int:
        """Return the code point that the caret stands before."""
        document = self._representation_shown().document
        return document.from_document(self.textCursor().position())

    @property
    def gutter_width(self) -> int:
        """Return the width of the margin that shows continued lines."""
        return _GUTTER

    def show_representation(self, representation: Representation | None) -> None:
        """Show another text, without marks; showing the same one again costs nothing."""
        if representation is self._representation:
            return
        self._representation = representation
        self._plain = None
        self._marks = ()
        self._selected = []
        self.setExtraSelections([])
        # The caret that goes to the start says nothing, and asking where it is would build the maps before the picture.
        self.blockSignals(True)
        self.setPlainText(representation.document.display if representation is not None else "")
        self.blockSignals(False)

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours
        self._selected = []
        self.show_marks(self._marks)

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Mark spans, the later kinds over the earlier ones."""
        self._marks = tuple(sorted(marks, key=lambda mark: mark.kind.value))
        self._select_visible()
        self.viewport().update()

    def reveal(self, span: Span) -> None:
        """Bring a span into view and put the caret before it.

        What can be seen already stays where it is; else the start goes to the middle, or higher where the end would
        not be seen.
        """
        if self._representation is None:
            return
        cursor = self._cursor(span)
        start = QTextCursor(cursor)
        start.setPosition(cursor.anchor())
        first, last = self._visible_span()
        area = QRectF(self.viewport().rect())
        # Geometry of blocks far away is not asked for: Qt would lay out all that lies between.
        near = first <= span.start and span.end <= last
        seen = near and all(area.contains(edge.rect.center()) for edge in self._edges(span))
        self.setTextCursor(start)
        if not seen:
            self.centerCursor()
            self._raise_until_end_is_seen(span)
        self.horizontalScrollBar().setValue(self.horizontalScrollBar().minimum())

    def zoom(self, steps: int) -> None:
        """Make the text larger or smaller; 0 makes it its usual size."""
        points = _USUAL if steps == 0 else self.font().pointSizeF() + steps
        self.set_points(points)
        self.zoomed.emit(self.font().pointSizeF())

    def set_points(self, points: float) -> None:
        """Set the size of the text."""
        font = self.font()
        font.setPointSizeF(min(max(points, _SMALLEST), _LARGEST))
        self.setFont(font)

    def selected_text(self) -> str:
        """Return what the reader has selected, from the representation itself."""
        cursor = self.textCursor()
        if self._representation is None or not cursor.hasSelection():
            return ""
        document = self._representation.document
        start, end = (document.from_document(at) for at in (cursor.selectionStart(), cursor.selectionEnd()))
        return self._representation.text[start:end]

    def copy_selected(self) -> None:
        """Copy the selected text as it stands in the representation."""
        if text := self.selected_text():
            QApplication.clipboard().setText(text)

    def span_rect(self, span: Span) -> QRect:
        """Return the smallest rectangle of the viewport that holds both edges of a span."""
        start, end = self._edges(span)
        return start.rect.united(end.rect).toAlignedRect()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy from the representation; leave what is no key of this view to the window."""
        if event.keyCombination().toCombined() in _COPY_KEYS:
            self.copy_selected()
            return
        super().keyPressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Zoom with Ctrl."""
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(1 if event.angleDelta().y() > 0 else -1)
            event.accept()
            return
        super().wheelEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Tell which citation's mark was clicked."""
        super().mouseReleaseEvent(event)
        if self._representation is None or self.textCursor().hasSelection():
            return
        at = self._representation.document.from_document(self.textCursor().position())
        hit = [mark for mark in self._marks if mark.row is not None and mark.span.start <= at < mark.span.end]
        if hit:
            smallest = min(hit, key=lambda mark: mark.span.end - mark.span.start)
            assert smallest.row is not None  # noqa: S101  # chosen above
            self.mark_clicked.emit(smallest.row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the margin as high as the text."""
        super().resizeEvent(event)
        area = self.contentsRect()
        self._gutter.setGeometry(QRect(area.left(), area.top(), _GUTTER, area.height()))
        self._select_visible()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Tell where the caret is when the reader comes to this text."""
        super().focusInEvent(event)
        self._tell_caret()

    def changeEvent(self, event: QEvent) -> None:
        """Mark what a smaller font lets be seen."""
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._select_visible()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the brackets at the edges of marks."""
        super().paintEvent(event)
        if self._representation is None:
            return
        visible = self._visible_marks()
        painter = QPainter(self.viewport())
        first, last = self._visible_span()
        ticks = sum(mark.kind is MarkKind.OTHER for mark in visible) <= _MOST_TICKS
        for mark in visible:
            begins = self._start_edge(mark.span) if first <= mark.span.start and mark.kind in _PAINTED else None
            if mark.kind is MarkKind.OTHER and ticks:
                self._paint_tick(painter, begins)
            elif mark.kind in BRACKETED or mark.kind is MarkKind.FAULT:
                ends = self._end_edge(mark.span) if mark.span.end <= last else None
                draw = self._paint_fault if mark.kind is MarkKind.FAULT else self._paint_brackets
                draw(painter, mark, begins, ends)
        self._paint_hidden(painter, first, last)
        painter.end()

    def _visible_marks(self) -> list[Mark]:
        first, last = self._visible_span()
        return [mark for mark in self._marks if mark.span.start <= last and mark.span.end >= first]

    def _select_visible(self) -> None:
        """Give Qt the marks that can be seen: 2,000 take 50 ms to hand over, at every step through the list."""
        if self._representation is None:
            return
        visible = self._visible_marks()
        if visible == self._selected:
            return
        self._selected = visible
        formats: dict[tuple[MarkKind, bool], QTextCharFormat] = {}
        selections = []
        for mark in visible:
            look = (mark.kind, mark.odd)
            if look not in formats:
                formats[look] = format_of(mark, self._colours)
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._cursor(mark.span)
            selection.format = formats[look]
            selections.append(selection)
        self.setExtraSelections(selections)

    def _visible_span(self) -> tuple[int, int]:
        """Return the first and the last code point of the blocks that can be seen."""
        document = self._representation_shown().document
        block = self.firstVisibleBlock()
        first = last = block.position()
        bottom = self.viewport().height()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= bottom:
            last = block.position() + block.length() - 1
            top += self.blockBoundingRect(block).height()
            block = block.next()
        return document.from_document(first), document.from_document(last)

    def _raise_until_end_is_seen(self, span: Span) -> None:
        """Scroll down by as many lines as bring the end into view and leave the start in it."""
        start, end = self.document().findBlock(self._position(span.start)), self._position(span.end)
        if self.document().findBlock(end).blockNumber() - start.blockNumber() > self.viewport().height():
            end = start.position() + start.length() - 1  # too far to be seen together; no need to lay all of it out
        begins = self._start_edge(span).rect
        ends = self._edge(max(self._position(span.start), end - 1), leading=False).rect
        line = max(begins.height(), 1.0)
        hidden = math.ceil((ends.bottom() - self.viewport().height()) / line)
        room = math.floor(begins.top() / line) - _LINES_ABOVE
        self.verticalScrollBar().setValue(self.verticalScrollBar().value() + max(0, min(hidden, room)))

    def _cursor(self, span: Span) -> QTextCursor:
        document = self._representation_shown().document
        cursor = QTextCursor(self.document())
        cursor.setPosition(document.to_document(span.start))
        cursor.setPosition(document.to_document(span.end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _edges(self, span: Span) -> tuple[_Edge, _Edge]:
        """Return where the first character of a span begins and where its last one ends.

        In bidirectional text a caret's place is ambiguous where directions meet; a character's own edges are not.
        """
        return self._start_edge(span), self._end_edge(span)

    def _start_edge(self, span: Span) -> _Edge:
        return self._edge(self._position(span.start), leading=True)

    def _end_edge(self, span: Span) -> _Edge:
        if span.start == span.end:
            return self._start_edge(span)
        return self._edge(max(self._position(span.start), self._position(span.end - 1)), leading=False)

    def _position(self, codepoint: int) -> int:
        return self._representation_shown().document.to_document(codepoint)

    def _edge(self, position: int, *, leading: bool) -> _Edge:
        block = self.document().findBlock(position)
        line = block.layout().lineForTextPosition(position - block.position())
        top_left = self.blockBoundingGeometry(block).translated(self.contentOffset()).topLeft()
        if not line.isValid():
            return _Edge(QRectF(top_left.x(), top_left.y(), 1, self.fontMetrics().height()), inward=1)
        left, right, forward = _extent(line, position - block.position())
        x = left if leading is (forward > 0) else right
        box = line.rect().translated(top_left)
        return _Edge(QRectF(top_left.x() + x, box.top(), 1, box.height()), inward=forward if leading else -forward)

    def _paint_brackets(self, painter: QPainter, mark: Mark, *edges: _Edge | None) -> None:
        painter.setPen(QPen(QColor(self._colours.accent), 2))
        empty = mark.span.start == mark.span.end
        for edge in filter(None, edges):
            x, top, bottom = edge.rect.left(), edge.rect.top(), edge.rect.bottom()
            painter.drawLine(QPointF(x, top), QPointF(x, bottom))
            reach = (-4, 4) if empty else (0, 5 * edge.inward)
            for y in (top, bottom):
                painter.drawLine(QPointF(x + reach[0], y), QPointF(x + reach[1], y))

    def _paint_tick(self, painter: QPainter, start: _Edge | None) -> None:
        if start is not None:
            painter.setPen(QPen(QColor(self._colours.muted), 1))
            painter.drawLine(start.rect.topLeft() + QPointF(0, 2), start.rect.bottomLeft())

    def _paint_fault(self, painter: QPainter, _mark: Mark, *edges: _Edge | None) -> None:
        """Draw a dashed stroke through the middle of what is cut, with a cross on it."""
        known = [edge.rect for edge in edges if edge is not None]
        if not known:
            return
        x = sum(rect.left() for rect in known) / len(known)
        top, bottom = known[0].top() + 1, known[0].bottom()
        colour = QColor(self._colours.bad)
        painter.setPen(QPen(colour, 2, Qt.PenStyle.DashLine))
        painter.drawLine(QPointF(x, top), QPointF(x, bottom))
        painter.setPen(QPen(colour, 2))
        for lean in (-3, 3):
            painter.drawLine(QPointF(x - lean, top - 3), QPointF(x + lean, top + 3))

    def _paint_hidden(self, painter: QPainter, first: int, last: int) -> None:
        """Flag what the text in sight hides: a control by its short name, a word of mixed scripts by a dashed line."""
        text = self._representation_shown().text
        if self._plain is None:
            self._plain = text.isascii()
        if self._plain:
            return
        from citeview.gui.panes.hidden import flags, look_alikes

        painter.setPen(QPen(QColor(self._colours.warn), 1))
        small = QFont(self.font())
        small.setPointSizeF(self.font().pointSizeF() * 0.55)
        painter.setFont(small)
        for place, name in flags(text, first, last):
            edge = self._edge(self._position(place), leading=True).rect
            painter.drawLine(edge.topLeft(), edge.bottomLeft())
            painter.drawText(edge.topLeft() + QPointF(2, painter.fontMetrics().ascent()), name)
        painter.setPen(QPen(QColor(self._colours.warn), 2, Qt.PenStyle.DashLine))
        for word in look_alikes(text, first, last):
            start, end = (edge.rect for edge in self._edges(word))
            if start.bottom() == end.bottom():
                painter.drawLine(start.bottomLeft(), end.bottomLeft())

    def _representation_shown(self) -> Representation:
        assert self._representation is not None  # noqa: S101  # callers have asked
        return self._representation

    def _tell_caret(self) -> None:
        if self._representation is not None:
            self.caret_moved.emit(self.caret)

    def _update_gutter(self, area: QRect, scrolled: int) -> None:
        if scrolled:
            self._gutter.scroll(0, scrolled)
        else:
            self._gutter.update(0, area.y(), _GUTTER, area.height())

    def paint_gutter(self, painter: QPainter, area: QRect) -> None:
        """Mark each block that only continues the line of the block before."""
        if self._representation is None:
            return
        continued = self._representation.document.continuations
        if not continued:
            return
        painter.setPen(QColor(self._colours.muted))
        block = self.firstVisibleBlock()
        while block.isValid():
            shape = self.blockBoundingGeometry(block).translated(self.contentOffset())
            if shape.top() > area.bottom():
                return
            if block.blockNumber() in continued:
                _draw_hook(painter, shape.top(), self.fontMetrics().height())
            block = block.next()


_PAINTED = BRACKETED | {MarkKind.OTHER, MarkKind.FAULT}
_MOST_TICKS = 200
"""With more neighbours in sight than that, nobody tells them apart, and each costs 50 us at every paint."""
_LINES_ABOVE = 1
"""How many lines stay in view above a span that is longer than half the view."""

_COPY_KEYS = frozenset(
    {
        (Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_C).toCombined(),
        (Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_Insert).toCombined(),
    }
)


@dataclass(frozen=True, slots=True)
class _Edge:
    """An edge of a span: a thin rectangle, and the direction (1 right, -1 left) in which the span lies."""

    rect: QRectF
    inward: int


def _extent(line: QTextLine, position: int) -> tuple[float, float, int]:
    """Return the left and the right edge of the character at a position of a line, and 1 or -1 for its direction.

    Asked of the glyph itself: `QTextLine.cursorToX` gives one of two places where directions meet, and not always this
    character's (measured on 6.11.3: the end of a Latin word in a Hebrew line lies at its start).
    """
    for run in line.glyphRuns(position, 1):
        places, glyphs = run.positions(), run.glyphIndexes()
        if places and glyphs:
            left = min(place.x() for place in places)
            advances = run.rawFont().advancesForGlyphIndexes(glyphs)
            right = max(place.x() + advance.x() for place, advance in zip(places, advances, strict=True))
            return left, right, -1 if run.isRightToLeft() else 1
    # No glyph: the end of the line, or a character that is drawn with the one before it.
    found = line.cursorToX(position)
    x = found[0] if isinstance(found, tuple) else found
    assert isinstance(x, float)  # noqa: S101  # Qt's stubs call it an object
    return x, x, 1


def _draw_hook(painter: QPainter, top: float, height: float) -> None:
    """Draw an arrow that turns into the line; as lines, because few fonts have it and looking for one takes 10 ms."""
    left, right, low, high = 5.0, _GUTTER - 6.0, top + height * 0.65, top + height * 0.3
    painter.drawPolyline([QPointF(left, high), QPointF(left, low), QPointF(right, low)])
    painter.drawPolyline([QPointF(right - 3, low - 3), QPointF(right, low), QPointF(right - 3, low + 3)])


class _Gutter(QWidget):
    """The margin beside the text."""

    def __init__(self, view: TextView) -> None:
        super().__init__(view)
        self._view = view
        self.setToolTip(self.tr("↪ the line goes on: it was cut for display only"))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the marks of continued lines."""
        painter = QPainter(self)
        painter.fillRect(event.rect(), self._view.palette().base())
        self._view.paint_gutter(painter, event.rect())
        painter.end()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Do nothing: the margin is no place to put a caret."""

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Scroll the text."""
        self._view.wheelEvent(event)
