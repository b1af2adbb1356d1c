"""Copy and open what a citation has: its quote, its address, its record."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtWidgets import QApplication

if TYPE_CHECKING:
    from citeview.records.citation import Citation, UnreadableRecord


class Copies(QObject):
    """Copy parts of the chosen citation, which `record` returns."""

    said = Signal(str)

    def __init__(self, record: Callable[[], Citation | UnreadableRecord | None], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._record = record

    def copy_quote(self) -> None:
        """Copy the quote as the export gives it."""
        from citeview.gui.copying import quote_of

        self._copy(quote_of(self._record()), self.tr("The quote has been copied."))

    def copy_link(self) -> None:
        """Copy the source's address with a text fragment that points to the quote."""
        from citeview.gui.copying import link_of

        self._copy(link_of(self._record()), self.tr("The address has been copied."))

    def copy_record(self) -> None:
        """Copy the record as JSON."""
        from citeview.gui.copying import json_of

        self._copy(json_of(self._record()), self.tr("The record has been copied."))

    def open_link(self) -> None:
        """Open the source's address in the reader's browser; only http and https."""
        from PySide6.QtGui import QDesktopServices

        address = QUrl(getattr(self._record(), "url", None) or "", QUrl.ParsingMode.StrictMode)
        if address.scheme() in {"http", "https"} and address.host():
            QDesktopServices.openUrl(address)
        else:
            self.said.emit(self.tr("This citation has no http or https address."))

    def _copy(self, text: str, words: str) -> None:
        if text:
            QApplication.clipboard().setText(text)
        self.said.emit(words if text else self.tr("This citation has nothing of the kind."))
