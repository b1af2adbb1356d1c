"""The Transformations tab: from the fetched bytes to the text, with the place before and after each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QTableView, QVBoxLayout, QWidget

from citeview.gui.models.rows import Row, RowsModel

if TYPE_CHECKING:
    from citeview.records.citation import Citation, UnreadableRecord
    from citeview.snapshots.tracing import Trace, TraceStep
    from citeview.text.units import Span


class TransformationsTab(QWidget):
    """Show the chain of steps that a cited place went through."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("transformationsTab")
        titles = [
            self.tr("Step"),
            self.tr("Counts"),
            self.tr("Start"),
            self.tr("End"),
            self.tr("Of"),
            self.tr("What stands there"),
        ]
        self.steps = RowsModel(titles, self)
        self.words = QLabel()
        self.words.setObjectName("transformationsWords")
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setWordWrap(True)
        self.words.setContentsMargins(12, 8, 12, 8)
        self.view = QTableView()
        self.view.setObjectName("transformations")
        self.view.setAccessibleName(self.tr("Transformations"))
        self.view.setModel(self.steps)
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setShowGrid(False)
        self.view.setTabKeyNavigation(False)
        self.view.verticalHeader().hide()
        header = self.view.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        # A chain has a handful of steps, so measuring them all is cheap.
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(5, QHeaderView.ResizeMode.Stretch)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.words)
        column.addWidget(self.view, 1)
        self.setFocusProxy(self.view)

    def show_nothing(self) -> None:
        """Show no chain."""
        self.steps.show_rows([])
        self.words.setText(self.tr("There is no stored source to follow."))

    def show_trace(self, record: Citation | UnreadableRecord, trace: Trace | None, span: Span | None) -> None:
        """Show how the text at `span` (code points) came from the stored bytes, and what the record declares."""
        if trace is None:
            self.show_nothing()
            return
        words = []
        if trace.problem:
            words.append(trace.problem)
        declared = getattr(record, "transformations", ())
        if declared:
            words.append(self.tr("The record declares: ") + "; ".join(str(one)[:200] for one in declared[:20]))
        if span is None:
            words.append(self.tr("This citation has no place in the text, so the chain is shown for its start."))
        self.words.setText("\n".join(words))
        self.words.setVisible(bool(words))
        from citeview.text.units import Span as Place

        self.steps.show_rows([_row(step) for step in trace.chain(span or Place(0, 0))])


def _row(step: TraceStep) -> Row:
    from citeview.text.characters import visible

    numbers = ("—" if number is None else f"{number:,}" for number in (step.start, step.end, step.size))
    excerpt = visible(step.excerpt[:300])
    shown = " · ".join(part for part in (excerpt, step.note) if part)
    return Row((step.name, step.unit, *numbers, shown))
