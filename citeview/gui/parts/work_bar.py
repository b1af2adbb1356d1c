"""Work in progress, in the status line: words, a bar, a way to stop it. Shown only when the work takes a while."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QWidget

PATIENCE_MS = 100
"""Work that takes longer than this shows its progress."""


class WorkBar(QWidget):
    """Show the progress of one piece of work."""

    stopped = Signal()
    """The reader wants the work to stop."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("workBar")
        self._words = QLabel()
        self._words.setTextFormat(Qt.TextFormat.PlainText)
        self._bar = QProgressBar()
        self._bar.setMaximumWidth(160)
        self._bar.setTextVisible(False)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setObjectName("cancel")
        cancel.clicked.connect(self.stopped)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(self._words)
        row.addWidget(self._bar)
        row.addWidget(cancel)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.show)
        self.hide()

    def begin(self, words: str, patience_ms: int = PATIENCE_MS) -> None:
        """Say what is being done, once it has taken `patience_ms`."""
        self._words.setText(words)
        self._bar.setRange(0, 0)
        self._timer.start(patience_ms)

    def advance(self, done: int, total: int) -> None:
        """Show how much is done."""
        self._bar.setRange(0, total)
        self._bar.setValue(done)

    def end(self) -> None:
        """Show nothing any more."""
        self._timer.stop()
        self.hide()
