"""The checks of an open export: all of them in the background, the chosen citation first."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from citeview.gui.jobs import Background, Cancelled, Job

if TYPE_CHECKING:
    from citeview.session import Session


class Checking(QObject):
    """Check the citations of one export after the other; a *number* is a citation's place in its export, from 0."""

    arrived = Signal(list)
    """Verdicts that have become known, with their numbers."""
    failed = Signal(str)
    finished = Signal()
    """Every citation has been checked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session: Session | None = None
        self._all: Background | None = None
        self._one: Job | None = None

    @property
    def stopped(self) -> bool:
        """Say whether the reader has stopped the checks of an export that is still open."""
        return self._session is not None and self._all is None

    def begin(self, session: Session, first: int | None) -> None:
        """Check all citations of an export, `first` before the others."""
        self.close()
        self._session = session
        self._all = Background(session.verdict, len(session), self)
        self._all.ready.connect(self._take)
        self._all.finished.connect(self.finished)
        if first is not None:
            self._all.prefer([first])
        self._all.start()

    def want(self, number: int) -> None:
        """Check a citation next; alone, where the reader has stopped the checks of all."""
        if self._all is not None:
            self._all.prefer([number])
        elif self._session is not None:
            self._one = Job(partial(_verdict, self._session, number), self)
            self._one.done.connect(self._take)
            self._one.start()

    def stop(self) -> None:
        """Stop checking all; what is wanted is still checked."""
        if self._all is not None:
            self._all.stop()
            self._all = None

    def close(self) -> None:
        """Let go of the export; nothing about it arrives any more."""
        self.stop()
        if self._one is not None:
            self._one.cancel()
            self._one = None
        self._session = None

    def _take(self, batch: list[tuple[int, object]]) -> None:
        from citeview.checks.verdict import Verdict

        self.arrived.emit([(number, value) for number, value in batch if isinstance(value, Verdict)])
        for number, value in batch:
            if isinstance(value, Exception):
                words = self.tr("Citation {number} could not be checked, because of an error in the program: {error}")
                self.failed.emit(words.format(number=number + 1, error=repr(value)))


def _verdict(session: Session, number: int, _cancelled: Cancelled) -> list[tuple[int, object]]:
    try:
        return [(number, session.verdict(number))]
    except Exception as error:  # said like those of the other checks
        return [(number, error)]
