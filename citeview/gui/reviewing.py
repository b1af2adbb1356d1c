"""The decisions on the open export, for the window: made, taken back, and those of other windows as they arrive.

Nothing is shown as saved that is not on the disk: every change comes out of the database, never out of the window.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

if TYPE_CHECKING:
    from citeview.reviews.database import Database
    from citeview.reviews.decision import Decision, Judgement
    from citeview.reviews.review import Review
    from citeview.session import Session

_LOOK_MS = 1_000
_MOST_SPENT_MS = 10 * 60 * 1_000
"""Time on one citation that still counts as looking at it; beyond that the person was elsewhere."""


class Reviewing(QObject):
    """Keep the decisions on one export."""

    changed = Signal(list)
    """Numbers of the citations whose decision has changed."""
    failed = Signal(str)
    """Why something could not be saved: one sentence."""

    def __init__(
        self,
        open_database: Callable[[], Database],
        name: Callable[[], str | None],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._open_database = open_database
        self._name = name
        self._database: Database | None = None
        self._review: Review | None = None
        self._session: Session | None = None
        self._since = time.monotonic()
        self._timer = QTimer(self)
        self._timer.setInterval(_LOOK_MS)
        self._timer.timeout.connect(self._look)

    @property
    def review(self) -> Review | None:
        """Return the open review."""
        return self._review

    def open(self, session: Session) -> None:
        """Open the decisions on an export; where they cannot be read, `failed` says why."""
        from citeview.reviews.decision import DecisionError, reviewed_export
        from citeview.reviews.review import Review

        self.close()
        try:
            self._database = self._open_database()
            self._review = Review(self._database, reviewed_export(session.export))
        except DecisionError as error:
            self.failed.emit(str(error))
            return
        self._session = session
        self._timer.start()
        self.changed.emit([decision.index for decision in self._review.decisions()])

    def close(self) -> None:
        """Let go of the decisions."""
        self._timer.stop()
        if self._database is not None:
            self._database.close()
        self._database = self._review = self._session = None

    def looked_at(self) -> None:
        """Begin to count the time spent on another citation."""
        self._since = time.monotonic()

    def state(self, number: int) -> Decision | None:
        """Return what stands about a citation."""
        if self._review is None or self._session is None:
            return None
        return self._review.state(number, self._session.citation(number).citation_id)

    def history(self, number: int) -> tuple[Decision, ...]:
        """Return every row about a citation, the oldest first."""
        if self._review is None or self._session is None:
            return ()
        return self._review.history(number, self._session.citation(number).citation_id)

    def earlier(self, number: int) -> tuple[Decision, ...]:
        """Return what was decided about a citation on other versions of the export."""
        from citeview.reviews.decision import DecisionError, subject_of

        if self._review is None or self._session is None:
            return ()
        try:
            return self._review.earlier(subject_of(number, self._session.citation(number)))
        except DecisionError as error:
            self.failed.emit(str(error))
            return ()

    def decide(self, number: int, judgement: Judgement | None) -> bool:
        """Keep a judgement about a citation, its note as it stands; say whether it is saved."""
        before = self.state(number)
        return self._say(number, judgement, before.note if before is not None else "")

    def note(self, number: int, note: str) -> bool:
        """Keep a note about a citation, its judgement as it stands; say whether it is saved."""
        before = self.state(number)
        return self._say(number, before.judgement if before is not None else None, note)

    def undo(self) -> int | None:
        """Take back the latest step; return the number of the citation that it was about."""
        return self._turn("undo")

    def redo(self) -> int | None:
        """Bring back the step that was taken back last; return the number of the citation that it was about."""
        return self._turn("redo")

    def _say(self, number: int, judgement: Judgement | None, note: str) -> bool:
        from citeview.reviews.decision import DecisionError, Seen, subject_of
        from citeview.reviews.review import Statement

        session, review = self._session, self._review
        if session is None or review is None:
            self.failed.emit(self.tr("Decisions cannot be saved: the database is not open."))
            return False
        who = self._name()
        if not who:
            self.failed.emit(self.tr("The decision was not saved: it needs a name."))
            return False
        verdict = session.verdict(number)
        spent = min(int((time.monotonic() - self._since) * 1000), _MOST_SPENT_MS)
        statement = Statement(
            subject_of(number, session.citation(number)),
            judgement,
            Seen(verdict.headline.value, verdict.rules),
            note,
            spent,
        )
        try:
            review.decide([statement], who=who)
        except DecisionError as error:
            self.failed.emit(str(error))
            return False
        self._since = time.monotonic()
        self.changed.emit([number])
        return True

    def _turn(self, way: str) -> int | None:
        from citeview.reviews.decision import DecisionError

        review, who = self._review, self._name()
        if review is None or not who:
            return None
        try:
            turned = review.undo(who=who) if way == "undo" else review.redo(who=who)
        except DecisionError as error:
            self.failed.emit(str(error))
            return None
        numbers = sorted({decision.index for decision in turned})
        if numbers:
            self.changed.emit(numbers)
        return numbers[0] if numbers else None

    def _look(self) -> None:
        from citeview.reviews.decision import DecisionError

        if self._review is None:
            return
        try:
            numbers = list(self._review.changed_since())
        except DecisionError as error:
            self._timer.stop()
            self.failed.emit(str(error))
            return
        if numbers:
            self.changed.emit(numbers)
