"""Deciding on citations: the Notes tab, the keys for it, the progress of the review."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QLabel

from citeview.gui.inspector.notes_tab import NotesTab
from citeview.gui.parts.listing import Listing
from citeview.gui.reviewing import Reviewing
from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from citeview.reviews.database import Database
    from citeview.reviews.decision import Judgement
    from citeview.session import Session


class Deciding(QObject):
    """Join the list, the Notes tab and the decisions that are kept."""

    said = Signal(str)
    failed = Signal(str)
    notes_asked = Signal()
    """The reader wants to write a note: show the Notes tab."""

    def __init__(
        self,
        listing: Listing,
        colours: Colours,
        open_database: Callable[[], Database],
        name: Callable[[], str | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._listing = listing
        self._session: Session | None = None
        self._number: int | None = None
        """The citation that the Notes tab is about: a note is kept for it even when the list has moved on."""
        self.reviewing = Reviewing(open_database, name, self)
        self.notes_tab = NotesTab(colours)
        self.progress = QLabel()
        self.progress.setObjectName("reviewProgress")
        self.progress.setTextFormat(Qt.TextFormat.PlainText)
        self.reviewing.changed.connect(self._changed)
        self.reviewing.failed.connect(self.failed)
        self.notes_tab.decided.connect(self._decide)
        self.notes_tab.noted.connect(self._note)

    def open(self, session: Session) -> None:
        """Open the decisions on an export."""
        self._session = session
        self.notes_tab.make_buttons()
        self.reviewing.open(session)
        self._show_progress()

    def close(self) -> None:
        """Keep what is being written, and let go of the decisions."""
        self.notes_tab.save()
        self.reviewing.close()
        self._session = self._number = None
        self.progress.clear()

    def leave(self) -> None:
        """Keep the note that is being written; the reader goes to another citation."""
        self.notes_tab.save()
        self.reviewing.looked_at()

    def show(self, number: int) -> None:
        """Show what is decided about a citation."""
        self._number = number
        reviewing = self.reviewing
        self.notes_tab.show_decision(reviewing.state(number), reviewing.history(number), reviewing.earlier(number))

    # Commands, by the names of the table in `actions`

    def decide_supports(self) -> None:
        """Decide that the source supports the claim."""
        self._decide_by_name("SUPPORTS")

    def decide_partly(self) -> None:
        """Decide that the source supports a part of the claim."""
        self._decide_by_name("PARTLY")

    def decide_does_not_support(self) -> None:
        """Decide that the source does not support the claim."""
        self._decide_by_name("DOES_NOT_SUPPORT")

    def decide_unsure(self) -> None:
        """Decide that it cannot be told."""
        self._decide_by_name("UNSURE")

    def decide_nothing(self) -> None:
        """Take the decision away; the note stays."""
        self._decide(None)

    def confirm(self) -> None:
        """Move on to the next citation that is not decided, else to the next one."""
        self.notes_tab.save()
        if not self._listing.step_to(1, self._listing.undecided):
            self._listing.step(1)

    def write_note(self) -> None:
        """Give the keyboard to the note."""
        self.notes_asked.emit()
        self.notes_tab.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def undo_decision(self) -> None:
        """Take back the latest decision, and show the citation that it was about."""
        self._show_turned(self.reviewing.undo(), self.tr("There is nothing to undo."))

    def redo_decision(self) -> None:
        """Bring back the decision that was taken back last, and show its citation."""
        self._show_turned(self.reviewing.redo(), self.tr("There is nothing to redo."))

    # Inside

    def _decide_by_name(self, name: str) -> None:
        from citeview.reviews.decision import Judgement

        self._decide(Judgement[name])

    def _decide(self, judgement: Judgement | None) -> None:
        number = self._listing.number
        if number is not None and self.reviewing.decide(number, judgement):
            from citeview.reviews.decision import JUDGEMENTS

            words = JUDGEMENTS[judgement].label if judgement is not None else self.tr("No decision")
            self.said.emit(self.tr("Saved: {words}").format(words=words))

    def _note(self, note: str) -> None:
        if self._number is not None:
            self.reviewing.note(self._number, note)

    def _changed(self, numbers: list[int]) -> None:
        self._listing.model.take_decisions({number: self.reviewing.state(number) for number in numbers})
        self._show_progress()
        if self._number in numbers and self._number is not None:
            self.show(self._number)

    def _show_progress(self) -> None:
        review = self.reviewing.review
        if review is None or self._session is None:
            self.progress.clear()
            return
        progress = review.progress()
        words = self.tr("{decided} of {total} decided").format(decided=progress.decided, total=len(self._session))
        if progress.decided and progress.spent_ms:
            seconds = progress.spent_ms / progress.decided / 1000
            words += " · " + self.tr("{seconds} s each").format(seconds=f"{seconds:.0f}")
        self.progress.setText(words)

    def _show_turned(self, number: int | None, nothing: str) -> None:
        if number is None:
            self.said.emit(nothing)
        else:
            self._listing.choose(number)
