"""The Notes tab: what a person decided about the chosen citation, a note, and the history of both."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QPlainTextEdit,
    QPushButton,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from citeview.reviews.decision import Decision, Judgement

_PAUSE_MS = 800


class NotesTab(QWidget):
    """Let a person decide on one citation and write a note about it."""

    decided = Signal(object)
    """The judgement that a button was pressed for."""
    noted = Signal(str)
    """The note, after a pause in writing or when the reader goes elsewhere."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("notesTab")
        self._colours = colours
        self._saved = ""
        self.buttons: dict[str, QPushButton] = {}
        self._bar = QHBoxLayout()
        self._bar.setContentsMargins(12, 6, 12, 6)
        self._bar.setSpacing(8)
        self.state = QLabel()
        self.state.setObjectName("decisionState")
        self.state.setTextFormat(Qt.TextFormat.PlainText)
        self._bar.addWidget(self.state, 1)
        self.note = QPlainTextEdit()
        self.note.setObjectName("note")
        self.note.setAccessibleName(self.tr("Note"))
        self.note.setPlaceholderText(self.tr("A note on this citation"))
        self.note.setTabChangesFocus(True)
        self.note.document().setDocumentMargin(12)
        self.history = QTextBrowser()
        self.history.setObjectName("history")
        self.history.setAccessibleName(self.tr("History"))
        self.history.setOpenLinks(False)
        self.history.document().setDocumentMargin(12)
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.setHandleWidth(1)
        parts.addWidget(self.note)
        parts.addWidget(self.history)
        parts.setSizes([600, 600])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._bar)
        column.addWidget(parts, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.save)
        self.note.textChanged.connect(self._timer.start)
        self.setFocusProxy(self.note)

    def make_buttons(self) -> None:
        """Make one button for each judgement; late, because they come from the core."""
        if self.buttons:
            return
        from citeview.reviews.decision import JUDGEMENTS

        for key, (judgement, row) in enumerate(JUDGEMENTS.items(), 1):
            button = QPushButton(f"{row.mark} {row.label}  {key}")
            button.setObjectName(f"decide_{judgement.name.lower()}")
            button.setToolTip(row.help)
            button.setCheckable(True)
            button.clicked.connect(partial(self._press, judgement))
            self._bar.insertWidget(self._bar.count() - 1, button)
            self.buttons[judgement.value] = button

    def show_decision(
        self, decision: Decision | None, history: tuple[Decision, ...], earlier: tuple[Decision, ...]
    ) -> None:
        """Show what stands about a citation, how it came about, and what was decided on earlier versions."""
        self.make_buttons()
        judgement = decision.judgement if decision is not None else None
        for value, button in self.buttons.items():
            button.setChecked(judgement is not None and judgement.value == value)
        note = decision.note if decision is not None else ""
        self._timer.stop()
        if note != self._saved or not self.note.hasFocus():
            self._saved = note
            self.note.blockSignals(True)
            self.note.setPlainText(note)
            self.note.blockSignals(False)
        self.state.setText(
            self.tr("Saved by {who}").format(who=decision.who) if decision is not None else self.tr("Not decided yet")
        )
        self._show_history(history, earlier)

    def save(self) -> None:
        """Say that the note has changed, if it has."""
        self._timer.stop()
        written = self.note.toPlainText()
        if written != self._saved:
            self._saved = written
            self.noted.emit(written)

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours

    def _press(self, judgement: Judgement) -> None:
        self.decided.emit(judgement)

    def _show_history(self, history: tuple[Decision, ...], earlier: tuple[Decision, ...]) -> None:
        from citeview.gui.inspector.page import Page, Style

        page = Page(self.history, self._colours)
        page.line().write(self.tr("History"), Style.STRONG)
        for row in reversed(history):
            self._line(page, row, f"{row.time[:16].replace('T', ' ')} · {row.who} · {row.kind}")
        if not history:
            page.line().write(self.tr("Nothing yet"), Style.MUTED)
        if earlier:
            page.line(above=10).write(self.tr("Made on an earlier version of this export"), Style.STRONG)
            for row in earlier:
                self._line(page, row, f"{row.time[:16].replace('T', ' ')} · {row.who} · {row.export_name}")
        page.finish()

    def _line(self, page: object, row: Decision, facts: str) -> None:
        from citeview.gui.inspector.page import Page, Style

        assert isinstance(page, Page)  # noqa: S101  # made above; the type is imported late
        page.line(above=4).write(row.label).write(f"  {facts}", Style.MUTED)
        if row.note:
            page.line(indent=12).write(row.note)
