"""Make the menus, the tool bar and the shortcuts from the table of commands."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMenu, QToolBar

from citeview.gui.actions import COMMANDS, MENUS, Command
from citeview.gui.theme import Scheme

if TYPE_CHECKING:
    from citeview.gui.window import Window


class Menus(QObject):
    """Hold the window's actions by their names, and the menu of recent exports."""

    def __init__(self, window: Window) -> None:
        super().__init__(window)
        self._window = window
        self.actions: dict[str, QAction] = {}
        self.recent = QMenu(self.tr("Open recent"), window)
        self.recent.aboutToShow.connect(self._fill_recent)

    def _fill_recent(self) -> None:
        self.recent.clear()
        for entry in self._window.recent:
            path = Path(entry)
            there = path.exists()
            words = path.name if there else self.tr("{name} (no longer there)").format(name=path.name)
            action = self.recent.addAction(words.replace("&", "&&"))
            action.setStatusTip(entry)
            action.setEnabled(there)
            action.triggered.connect(partial(self._window.open_path, entry))
        if self.recent.isEmpty():
            self.recent.addAction(self.tr("Nothing yet")).setEnabled(False)


def make_menus(window: Window, scheme: Scheme) -> Menus:
    """Give the window its menus and its tool bar."""
    made = Menus(window)
    menus = {name: window.menuBar().addMenu(_tr(words)) for name, words in MENUS}
    bar = QToolBar(_tr("Tools"))
    bar.setObjectName("tools")
    bar.setMovable(False)
    bar.setFloatable(False)
    window.addToolBar(bar)
    for command in COMMANDS:
        action = _action(window, command)
        menus[command.menu].addAction(action)
        if command.toolbar:
            bar.addAction(action)
        made.actions[command.name] = action
    menus["file"].insertMenu(made.actions["close_export"], made.recent)
    _add_schemes(window, menus["view"], scheme)
    return made


def _action(window: Window, command: Command) -> QAction:
    words = _tr(command.words)
    action = QAction(words, window)
    action.setObjectName(command.name)
    action.setShortcuts([QKeySequence(keys) for keys in command.keys])
    native = QKeySequence.SequenceFormat.NativeText
    keys = QKeySequence(command.keys[0]).toString(native) if command.keys else ""
    action.setToolTip(f"{words} ({keys})" if keys else words)
    part = getattr(window, command.part) if command.part else window
    action.triggered.connect(getattr(part, command.name))
    if command.name == "confirm":
        # Space and Enter mean something of their own in buttons, links and notes.
        action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        for widget in (window.listing.table, window.answer_pane, window.source_pane):
            widget.addAction(action)
    return action


def _add_schemes(window: Window, menu: QMenu, chosen: Scheme) -> None:
    menu.addSeparator()
    group = QActionGroup(window)
    for scheme, words in (
        (Scheme.SYSTEM, _tr("Colours of the system")),
        (Scheme.LIGHT, _tr("Light")),
        (Scheme.DARK, _tr("Dark")),
    ):
        action = menu.addAction(words)
        action.setObjectName(f"scheme_{scheme.value}")
        action.setCheckable(True)
        action.setChecked(chosen is scheme)
        action.triggered.connect(partial(window.choose_scheme, scheme))
        group.addAction(action)


def _tr(words: str) -> str:
    return QCoreApplication.translate("Window", words)
