"""The ruler: characters as cells, offsets under each edge, declared and expected boundaries as two marks.

The declared boundary is a solid line with a square head, the expected one a dashed line with a triangle: shape and
colour both tell them apart. Cells stand in logical order; where that is not the order on the screen, each says its
place there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from citeview.checks.lab.ruler import Cell, Edge, Mark, Ruler
    from citeview.text.units import Span

_CELL, _WIDE, _TOP, _HEIGHT, _LINE = 58, 84, 20, 40, 16


class RulerView(QWidget):
    """Draw a ruler; one cell has the focus."""

    focused = Signal(int)
    """Number of the cell that the reader points at or has moved to."""
    left_behind = Signal(int)
    """The reader walked past an end: show the ruler around this code point."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("ruler")
        self.setAccessibleName(self.tr("Characters around the boundary"))
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._colours = colours
        self._ruler: Ruler | None = None
        self._selected: Span | None = None
        self._cell = 0
        self._lefts: list[float] = []
        self._names: list[str] = []

    @property
    def cell(self) -> int:
        """Return the number of the cell that has the focus."""
        return self._cell

    def show_ruler(self, ruler: Ruler | None, selected: Span | None, cell: int = 0) -> None:
        """Show another ruler; the cells of `selected` (code points) are the ones that are cited."""
        from citeview.text.units import Unit

        self._ruler = ruler
        self._selected = selected
        self._names = [unit.label for unit in Unit] + [self.tr("document")]
        margin = max((QFontMetricsF(self.font()).horizontalAdvance(name) for name in self._names), default=0) + 44
        self._lefts = [margin]
        for one in ruler.cells if ruler is not None else ():
            self._lefts.append(self._lefts[-1] + _width(one))
        self.setFixedSize(self.sizeHint())
        self.move_to(cell)
        self.update()

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours
        self.update()

    def move_to(self, cell: int) -> None:
        """Give a cell the focus."""
        if self._ruler is None or not self._ruler.cells:
            return
        self._cell = min(max(cell, 0), len(self._ruler.cells) - 1)
        self.focused.emit(self._cell)
        self.update()

    def cell_rect(self, cell: int) -> QRectF:
        """Return where a cell is drawn."""
        return QRectF(self._lefts[cell], _TOP, self._lefts[cell + 1] - self._lefts[cell], _HEIGHT)

    def sizeHint(self) -> QSize:
        """Return the size that the whole ruler takes."""
        right = self._lefts[-1] if self._lefts else 0
        return QSize(int(right + 48), _TOP + _HEIGHT + 10 + _LINE * (len(self._names) or 5))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk along the cells; past an end, along the text."""
        steps = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()))
        if steps is None or self._ruler is None or not self._ruler.cells:
            super().keyPressEvent(event)
            return
        wanted = self._cell + steps
        if wanted < 0:
            self.left_behind.emit(self._ruler.cells[0].span.start)
        elif wanted >= len(self._ruler.cells):
            self.left_behind.emit(self._ruler.cells[-1].span.end)
        else:
            self.move_to(wanted)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Follow the pointer."""
        self._point(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the cell that is pressed."""
        self.setFocus(Qt.FocusReason.MouseFocusReason)
        self._point(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the cells, the edges' numbers and the marks."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), QColor(self._colours.base))
        ruler = self._ruler
        if ruler is None:
            painter.end()
            return
        for number, cell in enumerate(ruler.cells):
            self._paint_cell(painter, number, cell, reordered=ruler.reordered)
        self._paint_names(painter)
        for number, edge in enumerate(ruler.edges):
            self._paint_edge(painter, number, edge)
        painter.end()

    def _point(self, event: QMouseEvent) -> None:
        x = event.position().x()
        for number in range(len(self._lefts) - 1):
            if self._lefts[number] <= x < self._lefts[number + 1] and number != self._cell:
                self.move_to(number)
                return

    def _paint_cell(self, painter: QPainter, number: int, cell: Cell, *, reordered: bool) -> None:
        box = self.cell_rect(number).adjusted(1, 0, -1, 0)
        selected = self._selected
        inside = selected is not None and selected.start <= cell.span.start and cell.span.end <= selected.end
        painter.setPen(QPen(QColor(self._colours.border), 1))
        painter.setBrush(QColor(self._colours.other if inside else self._colours.base))
        painter.drawRect(box)
        if number == self._cell:
            width = 2 if self.hasFocus() else 1
            painter.setPen(QPen(QColor(self._colours.accent), width))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(box.adjusted(2, 2, -2, -2))
        font = QFont(self.font())
        shown = cell.visible
        font.setPointSizeF(self.font().pointSizeF() * (1.6 if len(shown) <= 2 or cell.visible == cell.text else 0.85))
        painter.setFont(font)
        painter.setPen(QColor(self._colours.text))
        painter.drawText(box, Qt.AlignmentFlag.AlignCenter, shown)
        painter.setFont(self.font())
        notes = []
        if len(cell.code_points) > 1:
            notes.append(f"×{len(cell.code_points)}")
        if reordered:
            notes.append(f"{'←' if cell.right_to_left else '→'}{cell.visual + 1}")
        if notes:
            small = QFont(self.font())
            small.setPointSizeF(self.font().pointSizeF() * 0.75)
            painter.setFont(small)
            painter.setPen(QColor(self._colours.muted))
            corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom
            painter.drawText(box.adjusted(0, 0, -4, -2), corner, " ".join(notes))
            painter.setFont(self.font())

    def _paint_names(self, painter: QPainter) -> None:
        painter.setPen(QColor(self._colours.muted))
        for line, name in enumerate(self._names):
            painter.drawText(QPointF(12, self._baseline(line)), name)

    def _paint_edge(self, painter: QPainter, number: int, edge: Edge) -> None:
        x = self._lefts[number]
        numbers = [*edge.units.values(), edge.document]
        painter.setPen(QColor(self._colours.text))
        for line, offset in enumerate(numbers):
            words = "·" if offset is None else str(offset)
            width = painter.fontMetrics().horizontalAdvance(words)
            painter.drawText(QPointF(x - width / 2, self._baseline(line)), words)
        for mark in edge.marks:
            self._paint_mark(painter, x, mark)

    def _paint_mark(self, painter: QPainter, x: float, mark: Mark) -> None:
        declared = mark.kind.declared
        colour = QColor(self._colours.bad if declared else self._colours.good)
        x += -2 if declared else 2
        style = Qt.PenStyle.SolidLine if declared else Qt.PenStyle.DashLine
        painter.setPen(QPen(colour, 2.5, style))
        painter.drawLine(QPointF(x, _TOP - 8), QPointF(x, _TOP + _HEIGHT + 6))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        if declared:
            painter.drawRect(QRectF(x - 4, _TOP - 15, 8, 8))
        else:
            painter.drawPolygon(QPolygonF([QPointF(x - 5, _TOP - 16), QPointF(x + 5, _TOP - 16), QPointF(x, _TOP - 7)]))

    def _baseline(self, line: int) -> float:
        return _TOP + _HEIGHT + 20 + line * _LINE


def _width(cell: Cell) -> float:
    return _WIDE if len(cell.visible) > 3 else _CELL
