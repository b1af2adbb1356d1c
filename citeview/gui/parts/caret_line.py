"""The status line's words on the caret: where it is in the text that has the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QLabel

if TYPE_CHECKING:
    from citeview.gui.panes.pane import TextPane


class CaretLine(QLabel):
    """Say where the caret is: in the pane that has the keyboard, else in the first of them that shows a text."""

    def __init__(self, *panes: TextPane) -> None:
        super().__init__()
        self.setObjectName("caret")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self._panes = panes
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._tell)
        for pane in panes:
            pane.view.caret_moved.connect(self.tell_soon)

    def tell_soon(self) -> None:
        """Say it once the events that wait are done: a caret that moves ten times in a row needs its facts once."""
        self._timer.start()

    def _tell(self) -> None:
        panes = sorted(self._panes, key=lambda pane: not pane.view.hasFocus())
        view = next((pane.view for pane in panes if pane.view.representation is not None), None)
        if view is None or view.representation is None:
            self.clear()
            return
        # Late: the first picture of the window needs none of this.
        from citeview.gui.caret import caret_facts

        self.setText(caret_facts(view.representation, view.caret))
