"""The Characters tab: the ruler around a boundary, and the facts of the cell that is pointed at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from citeview.gui.inspector.ruler_view import RulerView
from citeview.gui.panes.pane import ElidedLabel
from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from citeview.checks.lab.ruler import Mark, Ruler
    from citeview.checks.lab.subjects import Subject

_CELLS = 40


class CharactersTab(QWidget):
    """Show the characters around the boundaries of a citation's range."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("charactersTab")
        self._subjects: list[Subject] = []
        self._marks: tuple[Mark, ...] = ()
        self._ruler: Ruler | None = None
        self.place = QComboBox()
        self.place.setObjectName("rulerPlace")
        self.place.setAccessibleName(self.tr("Which boundary"))
        self.place.currentIndexChanged.connect(self._show_place)
        self.facts = ElidedLabel()
        self.facts.setObjectName("rulerFacts")
        self.key = QLabel(self.tr("■ declared   ▼ where the quote stands"))
        self.copy_button = QPushButton(self.tr("Copy as text"))
        self.copy_button.setObjectName("copyRuler")
        self.copy_button.clicked.connect(self.copy)
        self.view = RulerView(colours)
        self.view.focused.connect(self._show_facts)
        self.view.left_behind.connect(self._walk)
        self.area = QScrollArea()
        self.area.setWidget(self.view)
        self.area.setFrameShape(QScrollArea.Shape.NoFrame)
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 6, 12, 6)
        bar.setSpacing(10)
        bar.addWidget(self.place)
        bar.addWidget(self.facts, 1)
        bar.addWidget(self.key)
        bar.addWidget(self.copy_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(self.area, 1)
        self.setFocusProxy(self.view)

    def show_subjects(self, subjects: list[Subject]) -> None:
        """Show the ranges of a citation."""
        self._subjects = subjects
        self.place.blockSignals(True)
        self.place.clear()
        if subjects:
            # Late, and only where there is something to show: every start of the window comes through here.
            from citeview.checks.lab.ruler import marks_of
            from citeview.gui.inspector.lab_rows import side_words

            for number, subject in enumerate(subjects):
                for mark in marks_of(subject):
                    self.place.addItem(f"{side_words(subject)}: {mark.kind}", (number, mark.position))
        self.place.blockSignals(False)
        for part in (self.place, self.key, self.copy_button):
            part.setVisible(self.place.count() > 0)
        self._show_place()

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self.view.show_colours(colours)
        self.area.setStyleSheet(f"QScrollArea {{ background: {colours.base}; }}")

    def copy(self) -> None:
        """Copy the ruler as lines of text."""
        if self._ruler is not None:
            QApplication.clipboard().setText(self._ruler.as_text())

    def _show_place(self) -> None:
        where = self.place.currentData()
        if where is None:
            self._ruler = None
            self.view.show_ruler(None, None)
            self.facts.show_text(self.tr("This citation has no range on a text that is at hand."))
            return
        number, position = where
        self._show_around(self._subjects[number], position)

    def _show_around(self, subject: Subject, position: int) -> None:
        from citeview.checks.lab.ruler import marks_of, ruler
        from citeview.checks.ranges import check_range

        self._marks = marks_of(subject)
        self._ruler = ruler(subject.shown, position, cells=_CELLS, marks=self._marks)
        selected = check_range(subject.declared, subject.shown, subject.chunk).span
        cell = next(
            (at for at, one in enumerate(self._ruler.cells) if one.span.end > position), len(self._ruler.cells) - 1
        )
        self.view.show_ruler(self._ruler, selected, cell)
        if self._ruler.cells:
            middle = self.view.cell_rect(max(cell, 0)).center().toPoint()
            self.area.ensureVisible(middle.x(), middle.y(), self.area.viewport().width() // 2, 0)

    def _walk(self, position: int) -> None:
        where = self.place.currentData()
        if where is not None:
            self._show_around(self._subjects[where[0]], position)

    def _show_facts(self, number: int) -> None:
        ruler = self._ruler
        if ruler is None or not ruler.cells:
            self.facts.show_text(self.tr("The text is empty.") if ruler is not None else "")
            return
        cell = ruler.cells[number]
        points = " + ".join(f"{point.label} {point.name}" for point in cell.code_points[:8])
        if len(cell.code_points) > 8:
            points += f" + {len(cell.code_points) - 8}"
        marks = [f"{mark.kind}{': ' + mark.note if mark.note else ''}" for mark in ruler.edges[number].marks]
        self.facts.show_text(" · ".join([points, cell.kind, f"bidi class {cell.bidi_class}", *marks]))
        self.view.setAccessibleDescription(self.facts.whole)
