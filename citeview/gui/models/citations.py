"""The citations of an export as a table model, over any number of rows.

A row is a place in the list; a *number* is a citation's place in the export, from 0. Filters and sorting choose which
numbers are shown in which rows; verdicts and decisions are kept by number.

A verdict is shown when it is known and `checking…` until then; the model never waits for one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QCoreApplication,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor

from citeview.checks.headlines import HEADLINES, Headline
from citeview.gui.theme import Colours
from citeview.text.characters import visible

if TYPE_CHECKING:
    from citeview.checks.verdict import Verdict
    from citeview.records.citation import Citation
    from citeview.reviews.decision import Decision
    from citeview.session import Session

_LONGEST_CELL = 200
_Index = QModelIndex | QPersistentModelIndex

VerdictRole = Qt.ItemDataRole.UserRole + 1
"""The verdict's headline as text, or None."""


class Column(IntEnum):
    """Name the columns."""

    VERDICT = 0
    QUOTE = 1
    SOURCE = 2
    DECISION = 3


class CitationsModel(QAbstractTableModel):
    """Show the records of a session, one a row."""

    counted = Signal()
    """The counts of the headlines have changed."""

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._verdicts: dict[int, Verdict] = {}
        self._counts: Counter[Headline] = Counter()
        self._decisions: dict[int, Decision] = {}
        self._numbers: Sequence[int] = ()
        self._rows: dict[int, int] | None = None
        self._colours = colours

    def show_session(self, session: Session | None) -> None:
        """Show another export, or none."""
        self.beginResetModel()
        self._session = session
        self._verdicts = {}
        self._counts = Counter()
        self._decisions = {}
        self._numbers = range(len(session)) if session is not None else ()
        self._rows = None
        self.endResetModel()
        self.counted.emit()

    def show_numbers(self, numbers: Sequence[int]) -> None:
        """Show these citations, in this order."""
        self.beginResetModel()
        self._numbers = numbers
        self._rows = None
        self.endResetModel()

    @property
    def numbers(self) -> Sequence[int]:
        """Return the numbers of the citations that are shown, in the order of the rows."""
        return self._numbers

    def number(self, row: int) -> int:
        """Return the number of the citation in a row."""
        return self._numbers[row]

    def row_of(self, number: int) -> int | None:
        """Return the row that a citation is shown in, or None where it is filtered out."""
        if isinstance(self._numbers, range):
            return number if number in self._numbers else None
        if self._rows is None:
            self._rows = {shown: row for row, shown in enumerate(self._numbers)}
        return self._rows.get(number)

    def sorted_numbers(self, numbers: Sequence[int], column: int, *, descending: bool) -> Sequence[int]:
        """Return the numbers in the order of a column; equal ones stay in the order of the export."""
        keys: dict[Column, Callable[[int], Any]] = {
            Column.VERDICT: self._verdict_rank,
            Column.DECISION: self._decision_text,
        }
        key = keys.get(Column(column), lambda number: self._text(number, Column(column)).casefold())
        return sorted(numbers, key=key, reverse=descending)

    def take_decisions(self, decisions: dict[int, Decision | None]) -> None:
        """Show decisions that have been made, or taken back."""
        for number, decision in decisions.items():
            if decision is None:
                self._decisions.pop(number, None)
            else:
                self._decisions[number] = decision
        rows = [row for number in decisions if (row := self.row_of(number)) is not None]
        if rows:
            self.dataChanged.emit(self.index(min(rows), Column.DECISION), self.index(max(rows), Column.DECISION))

    def decision(self, number: int) -> Decision | None:
        """Return what was decided about a citation."""
        return self._decisions.get(number)

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours
        if self.rowCount():
            corner = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), corner, [Qt.ItemDataRole.ForegroundRole])

    def take(self, verdicts: list[tuple[int, Verdict]]) -> None:
        """Show verdicts that have become known."""
        for number, verdict in verdicts:
            if number not in self._verdicts:
                self._counts[verdict.headline] += 1
            self._verdicts[number] = verdict
        if not verdicts:
            return
        rows = [row for number, _ in verdicts if (row := self.row_of(number)) is not None]
        if rows:
            self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), self.columnCount() - 1))
        self.counted.emit()

    def verdict(self, number: int) -> Verdict | None:
        """Return the verdict on a citation if it is known."""
        return self._verdicts.get(number)

    @property
    def counts(self) -> Counter[Headline]:
        """Return how often each headline occurs among the known verdicts."""
        return self._counts

    @property
    def attention(self) -> int:
        """Return how many known verdicts a reviewer should look at first."""
        return sum(count for headline, count in self._counts.items() if HEADLINES[headline].attention)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        """Return how many citations are shown."""
        return 0 if parent.isValid() else len(self._numbers)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        """Return the number of columns."""
        return 0 if parent.isValid() else len(Column)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return a column's title, or a row's number from 1."""
        if role != Qt.ItemDataRole.DisplayRole:
            return None
        if orientation is Qt.Orientation.Vertical:
            return section + 1
        return (
            self.tr("Verdict"),
            self.tr("Quote"),
            self.tr("Source"),
            self.tr("Decision"),
        )[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows; every text is plain."""
        if not index.isValid() or self._session is None:
            return None
        row, column = self._numbers[index.row()], Column(index.column())
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return self._text(row, column)
        if role == Qt.ItemDataRole.ForegroundRole and column is Column.VERDICT:
            verdict = self._verdicts.get(row)
            return QColor(self._colours.role(verdict.row.role) if verdict is not None else self._colours.muted)
        if role == VerdictRole:
            verdict = self._verdicts.get(row)
            return verdict.headline.value if verdict is not None else None
        return None

    def _text(self, row: int, column: Column) -> str:
        # Late: the window draws itself before the core is loaded.
        from citeview.records.citation import UnreadableRecord

        assert self._session is not None  # noqa: S101  # data() has asked
        record = self._session.citation(row)
        if column is Column.VERDICT:
            verdict = self._verdicts.get(row)
            return verdict_cell(verdict) if verdict is not None else self.tr("… checking")
        if column is Column.DECISION:
            return self._decision_text(row)
        if isinstance(record, UnreadableRecord):
            return cell(record.problem) if column is Column.QUOTE else cell(str(record.place))
        if column is Column.QUOTE:
            return quote_cell(record)
        return cell(source_name(record))

    def _verdict_rank(self, number: int) -> tuple[int, str]:
        verdict = self._verdicts.get(number)
        return (len(_ORDER), "") if verdict is None else (_ORDER[verdict.headline], verdict.label)

    def _decision_text(self, number: int) -> str:
        decision = self._decisions.get(number)
        if decision is None:
            return "—"
        from citeview.reviews.decision import JUDGEMENTS

        words = "—"
        if decision.judgement is not None:
            row = JUDGEMENTS[decision.judgement]
            words = f"{row.mark} {row.label}"
        return f"{words} ✎" if decision.note else words


_ORDER = {headline: place for place, headline in enumerate(Headline)}


def verdict_cell(verdict: Verdict) -> str:
    """Return mark and words for a narrow cell: `✓ Quote found ×2`."""
    text = f"{verdict.row.mark} {verdict.row.short}"
    if verdict.headline is Headline.FOUND and verdict.quote is not None and len(verdict.quote.matches) > 1:
        text += f" ×{len(verdict.quote.matches)}"
    return text


def quote_cell(record: Citation) -> str:
    """Return the quote, or what there is instead of one."""
    selector = record.selector
    if selector is not None and selector.quote is not None:
        return cell(selector.quote.exact) or QCoreApplication.translate("Citations", "(empty quote)")
    if selector is not None and selector.position is not None:
        return QCoreApplication.translate("Citations", "(range only)")
    if record.answer_selector is not None and record.answer_selector.position is not None:
        return QCoreApplication.translate("Citations", "(answer range only)")
    return QCoreApplication.translate("Citations", "(URL only)") if record.url else "—"


def source_name(record: Citation) -> str:
    """Return what a person calls the source: its title, else its address, else its snapshot."""
    return record.title or record.url or record.snapshot_id or "—"


def cell(text: str) -> str:
    """Return text from a file on one line, short, with what cannot be seen made visible."""
    return visible(" ".join(text[: 4 * _LONGEST_CELL].split()))[:_LONGEST_CELL]
