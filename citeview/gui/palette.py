"""The command palette: type a few letters of what to do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QDialog, QHeaderView, QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget


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
        self.list = QTreeWidget()
        self.list.setObjectName("paletteList")
        self.list.setAccessibleName(self.tr("Commands"))
        self.list.setColumnCount(2)
        self.list.setHeaderHidden(True)
        self.list.setRootIsDecorated(False)
        self.list.setUniformRowHeights(True)
        self.list.header().setStretchLastSection(False)
        self.list.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.list.header().setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
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
        if count := self.list.topLevelItemCount():
            self._go_to((self.list.currentIndex().row() + step) % count)

    def _fill(self, words: str) -> None:
        wanted = words.casefold().split()
        self.list.clear()
        for number, action in enumerate(self._actions):
            text = action.text().replace("&", "")
            if all(word in text.casefold() for word in wanted):
                keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
                item = QTreeWidgetItem([text, keys])
                item.setData(0, Qt.ItemDataRole.UserRole, number)
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight)
                self.list.addTopLevelItem(item)
        self._go_to(0)

    def _go_to(self, row: int) -> None:
        item = self.list.topLevelItem(row)
        if item is not None:
            self.list.setCurrentItem(item)

    def _choose(self) -> None:
        item = self.list.currentItem()
        if item is not None:
            self.chosen = self._actions[item.data(0, Qt.ItemDataRole.UserRole)]
            self.accept()
