"""The Record tab: the record as it was read, keys that we do not know included."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QPlainTextEdit, QVBoxLayout, QWidget

if TYPE_CHECKING:
    from citeview.records.citation import Citation, UnreadableRecord

_LONGEST = 1_000_000


class RecordTab(QWidget):
    """Show one record as JSON, as plain text."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("recordTab")
        self.text = QPlainTextEdit()
        self.text.setObjectName("recordText")
        self.text.setAccessibleName(self.tr("Record"))
        self.text.setReadOnly(True)
        self.text.setAcceptDrops(False)
        self.text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        self.text.document().setDocumentMargin(14)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.text)
        self.setFocusProxy(self.text)

    def show_record(self, record: Citation | UnreadableRecord | None) -> None:
        """Show another record, or none."""
        from citeview.text.display import DocumentMap

        self.text.setPlainText("" if record is None else DocumentMap(record_text(record)).display)


def record_text(record: Citation | UnreadableRecord) -> str:
    """Return where a record stands, what is wrong with it if anything is, and its JSON."""
    lines = [str(record.place)]
    problem = getattr(record, "problem", None)
    if problem is not None:
        lines.append(problem)
    import json

    shown = json.dumps(record.raw, ensure_ascii=False, indent=2, default=str)
    if len(shown) > _LONGEST:
        shown = shown[:_LONGEST] + f"\n… and {len(shown) - _LONGEST:,} characters more"
    return "\n".join([*lines, "", shown])
