"""The list of citations: what is shown in it, in which order, which one is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from citeview.checks.headlines import HEADLINES, Headline
from citeview.gui.filter_bar import FilterBar
from citeview.gui.models.citations import CitationsModel, Column
from citeview.gui.panes.pane import PaneHeader
from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from citeview.reviews.finding import Finder
    from citeview.session import Session


class Listing(QWidget):
    """Show the citations of an export; a *number* is a citation's place in the export, from 0."""

    chosen = Signal(int)
    """Number of the citation that has been chosen."""
    counted = Signal()
    """What the header counts has changed."""
    said = Signal(str)

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._finder: Finder | None = None
        self._sorted_by: tuple[int, bool] | None = None
        self.model = CitationsModel(colours, self)
        self.header = PaneHeader(self.tr("Citations"))
        self.filter_bar = FilterBar()
        self.table = self._make_table()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.filter_bar)
        column.addWidget(self.table, 1)
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.model.counted.connect(self._show_counts)
        self.filter_bar.changed.connect(self._apply_filter)
        self.filter_bar.left.connect(self.focus_citations)

    @property
    def number(self) -> int | None:
        """Return the number of the chosen citation, or None."""
        index = self.table.currentIndex()
        return self.model.number(index.row()) if index.isValid() else None

    @property
    def attention(self) -> int:
        """Return how many citations need attention, as far as is known."""
        return self.model.attention

    def show_session(self, session: Session | None) -> None:
        """Show the citations of an export, all of them, in its order; or none."""
        self._session = session
        self._finder = None
        self._sorted_by = None
        self.table.horizontalHeader().setSortIndicatorShown(False)
        self.model.show_session(session)
        self.filter_bar.setEnabled(session is not None)
        if session is not None:
            from citeview.reviews.finding import Finder

            self._finder = Finder(session)
            self.filter_bar.show_choices(self._finder.sources(), self._finder.answers())

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self.model.show_colours(colours)
        self.header.show_colours(colours)

    def choose(self, number: int) -> None:
        """Choose a citation; one that is filtered out is not chosen."""
        place = self.model.row_of(number)
        if place is None:
            return
        index = self.model.index(place, 0)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.table.selectionModel().setCurrentIndex(index, flags)
            self.table.scrollTo(index)

    def choose_id(self, citation_id: str) -> bool:
        """Choose the first citation of that id; say whether there is one."""
        if self._session is not None:
            for number in range(len(self._session)):
                if self._session.citation(number).citation_id == citation_id:
                    self.choose(number)
                    return True
        return False

    def step(self, by: int) -> None:
        """Choose the citation some rows below; at an end, stay."""
        place = self.table.currentIndex().row() + by
        if self.number is not None and 0 <= place < self.model.rowCount():
            self.choose(self.model.number(place))

    def step_to(self, by: int, wanted: Callable[[int], bool]) -> bool:
        """Choose the next citation that is wanted, going round; say whether there is one."""
        total, place = self.model.rowCount(), self.table.currentIndex().row()
        for step in range(1, total + 1) if place >= 0 else ():
            number = self.model.number((place + by * step) % total)
            if wanted(number):
                self.choose(number)
                return True
        return False

    def undecided(self, number: int) -> bool:
        """Say whether nobody has decided on a citation."""
        decision = self.model.decision(number)
        return decision is None or decision.judgement is None

    # Commands, by the names of the table in `actions`

    def next_citation(self) -> None:
        """Choose the citation below."""
        self.step(1)

    def previous_citation(self) -> None:
        """Choose the citation above."""
        self.step(-1)

    def next_attention(self) -> None:
        """Choose the next citation whose verdict needs attention, going round at the end."""
        self.step_to(1, self._needs_attention)

    def previous_attention(self) -> None:
        """Choose the previous citation whose verdict needs attention, going round at the top."""
        self.step_to(-1, self._needs_attention)

    def next_undecided(self) -> None:
        """Choose the next citation that is not decided, going round at the end."""
        if not self.step_to(1, self.undecided):
            self.said.emit(self.tr("Every citation that is shown is decided."))

    def focus_citations(self) -> None:
        """Give the keyboard to the list."""
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def search(self) -> None:
        """Give the keyboard to the search."""
        self.filter_bar.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_bar.words.selectAll()

    def clear_filter(self) -> None:
        """Show every citation."""
        self.filter_bar.clear()

    # Inside

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("citations")
        table.setAccessibleName(self.tr("Citations"))
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 14)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._sort)
        header.setSectionResizeMode(Column.QUOTE, QHeaderView.ResizeMode.Stretch)
        for column, width in ((Column.VERDICT, 140), (Column.SOURCE, 90), (Column.DECISION, 80)):
            table.setColumnWidth(column, width)
        return table

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        if self._session is not None and current.isValid():
            self.chosen.emit(self.model.number(current.row()))

    def _needs_attention(self, number: int) -> bool:
        verdict = self.model.verdict(number)
        return verdict is not None and HEADLINES[verdict.headline].attention

    def _show_counts(self) -> None:
        total = len(self._session) if self._session is not None else 0
        shown, known = self.model.rowCount(), sum(self.model.counts.values())
        words = [str(total)] if self._session is not None else []
        if shown < total:
            words = [self.tr("{shown} of {total} shown").format(shown=shown, total=total)]
        if known:
            words.append(self.tr("{count} found").format(count=self.model.counts[Headline.FOUND]))
            words.append(self.tr("{count} need attention").format(count=self.attention))
        if 0 < known < total:
            words.append(self.tr("{count} still to check").format(count=total - known))
        self.header.detail.show_text(" · ".join(words))
        self.counted.emit()

    def _apply_filter(self) -> None:
        session, finder, before = self._session, self._finder, self.number
        if session is None or finder is None:
            return
        wanted = self.filter_bar.filter()
        numbers: Sequence[int] = (
            range(len(session)) if wanted.empty else finder.find(wanted, self.model.verdict, self.model.decision)
        )
        if self._sorted_by is not None:
            column, descending = self._sorted_by
            numbers = self.model.sorted_numbers(numbers, column, descending=descending)
        self.model.show_numbers(numbers)
        self._show_counts()
        if before is not None and self.model.row_of(before) is not None:
            self.choose(before)
        elif numbers:
            self.choose(numbers[0])

    def _sort(self, column: int) -> None:
        descending = self._sorted_by == (column, False)
        back = self._sorted_by == (column, True)
        self._sorted_by = None if back else (column, descending)
        header = self.table.horizontalHeader()
        header.setSortIndicatorShown(not back)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, order)
        self._apply_filter()
