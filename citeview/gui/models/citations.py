"""The citations of an export as a table model, over any number of rows.

A verdict is shown when it is known and `checking…` until then; the model never waits for one.
"""

from __future__ import annotations

from collections import Counter
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


class CitationsModel(QAbstractTableModel):
    """Show the records of a session, one a row, in the order of the export."""

    counted = Signal()
    """The counts of the headlines have changed."""

    def __init__(self, colours: Colours, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._verdicts: dict[int, Verdict] = {}
        self._counts: Counter[Headline] = Counter()
        self._colours = colours

    def show_session(self, session: Session | None) -> None:
        """Show another export, or none."""
        self.beginResetModel()
        self._session = session
        self._verdicts = {}
        self._counts = Counter()
        self.endResetModel()
        self.counted.emit()

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours
        if self.rowCount():
            corner = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), corner, [Qt.ItemDataRole.ForegroundRole])

    def take(self, verdicts: list[tuple[int, Verdict]]) -> None:
        """Show verdicts that have become known."""
        for row, verdict in verdicts:
            if row not in self._verdicts:
                self._counts[verdict.headline] += 1
            self._verdicts[row] = verdict
        if not verdicts:
            return
        rows = [row for row, _ in verdicts]
        self.dataChanged.emit(self.index(min(rows), 0), self.index(max(rows), self.columnCount() - 1))
        self.counted.emit()

    def verdict(self, row: int) -> Verdict | None:
        """Return the verdict of a row if it is known."""
        return self._verdicts.get(row)

    @property
    def counts(self) -> Counter[Headline]:
        """Return how often each headline occurs among the known verdicts."""
        return self._counts

    @property
    def attention(self) -> int:
        """Return how many known verdicts a reviewer should look at first."""
        return sum(count for headline, count in self._counts.items() if HEADLINES[headline].attention)

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own signature
        """Return the number of records."""
        return 0 if parent.isValid() or self._session is None else len(self._session)

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
        )[section]

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Return what a cell shows; every text is plain."""
        if not index.isValid() or self._session is None:
            return None
        row, column = index.row(), Column(index.column())
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
        if isinstance(record, UnreadableRecord):
            return cell(record.problem) if column is Column.QUOTE else cell(str(record.place))
        if column is Column.QUOTE:
            return quote_cell(record)
        return cell(source_name(record))


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
