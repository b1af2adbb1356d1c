"""The bar above the list: words to look for, and what is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QGridLayout, QLineEdit, QSizePolicy, QWidget

from citeview.checks.headlines import HEADLINES, Headline

if TYPE_CHECKING:
    from PySide6.QtGui import QKeyEvent

    from citeview.reviews.finding import Filter

_PAUSE_MS = 120


class FilterBar(QWidget):
    """Let a reader say which citations to show."""

    changed = Signal()
    left = Signal()
    """The reader is done with the words and wants the list."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("filterBar")
        self.words = QLineEdit()
        self.words.setObjectName("filterWords")
        self.words.setClearButtonEnabled(True)
        self.words.setPlaceholderText(self.tr("Search quotes, claims, notes and sources"))
        self.words.setAccessibleName(self.tr("Search"))
        self.verdict = self._box("filterVerdict", self.tr("Verdict"), self.tr("Every verdict"))
        self.decision = self._box("filterDecision", self.tr("Decision"), self.tr("Decided or not"))
        self.source = self._box("filterSource", self.tr("Source"), self.tr("Every source"))
        self.answer = self._box("filterAnswer", self.tr("Answer"), self.tr("Every answer"))
        grid = QGridLayout(self)
        grid.setContentsMargins(8, 6, 8, 6)
        grid.setSpacing(6)
        grid.addWidget(self.words, 0, 0, 1, 2)
        grid.addWidget(self.verdict, 1, 0)
        grid.addWidget(self.decision, 1, 1)
        grid.addWidget(self.source, 2, 0)
        grid.addWidget(self.answer, 2, 1)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.changed)
        self.words.textChanged.connect(self._timer.start)
        self.words.returnPressed.connect(self._leave)

    def show_choices(self, sources: list[str], answers: list[str]) -> None:
        """Offer the verdicts, the decisions, and the sources and answers of an export."""
        from citeview.reviews.decision import JUDGEMENTS

        verdicts: list[tuple[str, object]] = [
            (self.tr("Needs attention"), "attention"),
            *((f"{row.mark} {row.short}", headline.value) for headline, row in HEADLINES.items()),
        ]
        decisions: list[tuple[str, object]] = [
            (self.tr("Not decided"), "undecided"),
            *((f"{row.mark} {row.label}", judgement.value) for judgement, row in JUDGEMENTS.items()),
        ]
        self._offer(self.verdict, verdicts)
        self._offer(self.decision, decisions)
        self._offer(self.source, [(name, name) for name in sources])
        self._offer(self.answer, [(name, name) for name in answers])
        self.words.blockSignals(True)
        self.words.clear()
        self.words.blockSignals(False)

    def filter(self) -> Filter:
        """Return what is asked for."""
        from citeview.reviews.decision import Judgement
        from citeview.reviews.finding import Filter

        # Qt hands a text back as a plain `str`, whatever kind of text it was given.
        verdict, decision = self.verdict.currentData(), self.decision.currentData()
        return Filter(
            words=self.words.text(),
            headline=Headline(verdict) if verdict in tuple(Headline) else None,
            attention=verdict == "attention",
            undecided=decision == "undecided",
            judgement=Judgement(decision) if decision in tuple(Judgement) else None,
            source=self.source.currentData(),
            answer=self.answer.currentData(),
        )

    def clear(self) -> None:
        """Ask for everything."""
        for box in (self.verdict, self.decision, self.source, self.answer):
            box.setCurrentIndex(0)
        self.words.clear()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Escape; the first one clears the words."""
        if event.key() == Qt.Key.Key_Escape:
            if self.words.text():
                self.words.clear()
            else:
                self.left.emit()
            return
        super().keyPressEvent(event)

    def _leave(self) -> None:
        self._timer.stop()
        self.changed.emit()
        self.left.emit()

    def _box(self, name: str, words: str, everything: str) -> QComboBox:
        box = QComboBox()
        box.addItem(everything)
        box.setObjectName(name)
        box.setAccessibleName(words)
        box.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        box.currentIndexChanged.connect(self.changed)
        return box

    def _offer(self, box: QComboBox, choices: list[tuple[str, object]]) -> None:
        box.blockSignals(True)
        # The first choice, everything, is there from the beginning.
        while box.count() > 1:
            box.removeItem(1)
        for words, data in choices:
            box.addItem(words[:80], data)
        box.setCurrentIndex(0)
        box.blockSignals(False)
