"""A read-only view of one representation with marks in it.

Everything goes in and comes out in code points of the representation; the document map alone knows document
positions, and no text is ever read back from the widget (Qt's copies are not faithful: lone surrogates vanish, no-
break spaces become spaces).
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
    QTextCursor,
    QTextOption,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QPlainTextEdit, QTextEdit, QWidget

from citeview.gui.panes.marks import BRACKETED, Mark, MarkKind, format_of
from citeview.gui.theme import Colours, reading_font
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
        self._marks: tuple[Mark, ...] = ()
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
    def gutter_width(self) -> int:
        """Return the width of the margin that shows continued lines."""
        return _GUTTER

    def show_representation(self, representation: Representation | None) -> None:
        """Show another text, without marks; showing the same one again costs nothing."""
        if representation is self._representation:
            return
        self._representation = representation
        self._marks = ()
        self.setExtraSelections([])
        self.setPlainText(representation.document.display if representation is not None else "")

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours
        self.show_marks(self._marks)

    def show_marks(self, marks: Sequence[Mark]) -> None:
        """Mark spans, the later kinds over the earlier ones."""
        self._marks = tuple(marks)
        if self._representation is None:
            return
        selections = []
        for mark in sorted(self._marks, key=lambda mark: mark.kind.value):
            selection = QTextEdit.ExtraSelection()
            selection.cursor = self._cursor(mark.span)
            selection.format = format_of(mark, self._colours)
            selections.append(selection)
        self.setExtraSelections(selections)
        self.viewport().update()

    def reveal(self, span: Span) -> None:
        """Bring a span into view, in the middle unless all of it can be seen already, and put the caret before it."""
        if self._representation is None:
            return
        cursor = self._cursor(span)
        start = QTextCursor(cursor)
        start.setPosition(cursor.anchor())
        area = self.viewport().rect()
        seen = area.contains(self.cursorRect(start).center()) and area.contains(self.cursorRect(cursor).center())
        self.setTextCursor(start)
        if not seen:
            self.centerCursor()
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
        """Return the smallest rectangle of the viewport that holds the carets at both edges of a span."""
        cursor = self._cursor(span)
        start = QTextCursor(cursor)
        start.setPosition(cursor.anchor())
        return self.cursorRect(start).united(self.cursorRect(cursor))

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

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the text, then the brackets at the edges of marks."""
        super().paintEvent(event)
        if self._representation is None:
            return
        painter = QPainter(self.viewport())
        for mark in self._marks:
            if mark.kind in BRACKETED:
                self._paint_brackets(painter, mark)
            elif mark.kind is MarkKind.OTHER:
                self._paint_tick(painter, mark)
        painter.end()

    def _cursor(self, span: Span) -> QTextCursor:
        assert self._representation is not None  # noqa: S101  # callers have asked
        document = self._representation.document
        cursor = QTextCursor(self.document())
        cursor.setPosition(document.to_document(span.start))
        cursor.setPosition(document.to_document(span.end), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _edges(self, span: Span) -> tuple[QRect, QRect]:
        cursor = self._cursor(span)
        start = QTextCursor(cursor)
        start.setPosition(cursor.anchor())
        return self.cursorRect(start), self.cursorRect(cursor)

    def _paint_brackets(self, painter: QPainter, mark: Mark) -> None:
        start, end = self._edges(mark.span)
        painter.setPen(QPen(QColor(self._colours.accent), 2))
        empty = mark.span.start == mark.span.end
        for rect, inward in ((start, 5), (end, -5)):
            if not rect.intersects(self.viewport().rect()):
                continue
            x, top, bottom = rect.left(), rect.top(), rect.bottom()
            painter.drawLine(x, top, x, bottom)
            reach = (-4, 4) if empty else (0, inward)
            for y in (top, bottom):
                painter.drawLine(x + reach[0], y, x + reach[1], y)

    def _paint_tick(self, painter: QPainter, mark: Mark) -> None:
        start, _ = self._edges(mark.span)
        if start.intersects(self.viewport().rect()):
            painter.setPen(QPen(QColor(self._colours.muted), 1))
            painter.drawLine(start.left(), start.top() + 2, start.left(), start.bottom())

    def _tell_caret(self) -> None:
        if self._representation is not None:
            self.caret_moved.emit(self._representation.document.from_document(self.textCursor().position()))

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
                painter.drawText(QRectF(0, shape.top(), _GUTTER, self.fontMetrics().height()), "↪")
            block = block.next()


_COPY_KEYS = frozenset(
    {
        (Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_C).toCombined(),
        (Qt.KeyboardModifier.ControlModifier | Qt.Key.Key_Insert).toCombined(),
    }
)


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
