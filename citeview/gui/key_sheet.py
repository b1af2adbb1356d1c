"""The key sheet: every command with its keys, and every verdict with its meaning."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QTextBrowser, QVBoxLayout, QWidget

from citeview.checks.headlines import HEADLINES
from citeview.gui.actions import COMMANDS, MENUS
from citeview.gui.theme import Colours


class KeySheet(QDialog):
    """Show the keys and what the verdicts mean, drawn from the tables that the program itself works by."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("keySheet")
        self.setWindowTitle(self.tr("Keys and verdicts"))
        self.resize(640, 620)
        self.page = QTextBrowser()
        self.page.setObjectName("keySheetPage")
        self.page.setAccessibleName(self.tr("Keys and verdicts"))
        self.page.setOpenLinks(False)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(self.page)
        column.addWidget(buttons)
        self._write(colours)

    def _write(self, colours: Colours) -> None:
        from citeview.gui.inspector.page import Page, Style

        page = Page(self.page, colours)
        native = QKeySequence.SequenceFormat.NativeText
        keys = {one: ", ".join(QKeySequence(key).toString(native) for key in one.keys) for one in COMMANDS if one.keys}
        width = max(map(len, keys.values())) + 2
        for menu, title in MENUS:
            page.line(above=10).write(QCoreApplication.translate("Window", title).replace("&", ""), Style.STRONG)
            for command, pressed in keys.items():
                if command.menu == menu:
                    page.line(indent=12).write(pressed.ljust(width), Style.MONO)
                    page.write(QCoreApplication.translate("Window", command.words))
        page.line(above=16).write(self.tr("What the verdicts say"), Style.STRONG)
        for row in HEADLINES.values():
            label = row.label.format(which="…", reason="…")
            page.line(above=6).write(f"{row.mark} {label}", Style.STRONG, colour=colours.role(row.role))
            page.line(indent=12).write(row.help)
        page.finish()
