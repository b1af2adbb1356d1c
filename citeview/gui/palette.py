"""The command palette: type a few letters of what to do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QLineEdit, QListWidget, QListWidgetItem, QVBoxLayout, QWidget


class Palette(QDialog):
    """Offer commands by their words; Enter does the chosen one."""

    def __init__(self, actions: Sequence[QAction], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("palette")
        self.setWindowTitle(self.tr("Every command"))
        self.resize(520, 420)
        self._actions = [action for action in actions if action.isEnabled()]
        self.chosen: QAction | None = None
        self.words = QLineEdit()
        self.words.setObjectName("paletteWords")
        self.words.setPlaceholderText(self.tr("What do you want to do?"))
        self.words.setAccessibleName(self.tr("Command"))
        self.list = QListWidget()
        self.list.setObjectName("paletteList")
        self.list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        column = QVBoxLayout(self)
        column.addWidget(self.words)
        column.addWidget(self.list)
        self.words.textChanged.connect(self._fill)
        self.words.returnPressed.connect(self._choose)
        self.list.itemActivated.connect(self._choose)
        self.list.itemClicked.connect(self._choose)
        self._fill("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk through the list while the words keep the keyboard."""
        step = {Qt.Key.Key_Down: 1, Qt.Key.Key_Up: -1}.get(Qt.Key(event.key()))
        if step is None:
            super().keyPressEvent(event)
            return
        if self.list.count():
            self.list.setCurrentRow((self.list.currentRow() + step) % self.list.count())

    def _fill(self, words: str) -> None:
        wanted = words.casefold().split()
        self.list.clear()
        for number, action in enumerate(self._actions):
            text = action.text().replace("&", "")
            if all(word in text.casefold() for word in wanted):
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QListWidgetItem(f"{text}    {keys}" if keys else text)
                item.setData(Qt.ItemDataRole.UserRole, number)
                self.list.addItem(item)
        self.list.setCurrentRow(0)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen = self._actions[item.data(Qt.ItemDataRole.UserRole)]
            self.accept()
