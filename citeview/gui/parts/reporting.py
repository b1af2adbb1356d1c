"""The report on an open export, written off the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QDate, QObject, Qt, Signal
from PySide6.QtWidgets import QFileDialog, QWidget

from citeview.gui.jobs import Cancelled, Job

if TYPE_CHECKING:
    from citeview.reviews.database import Database
    from citeview.session import Session


class Reporting(QObject):
    """Ask where a report goes and write it, one at a time."""

    said = Signal(str)
    noted = Signal(str)
    """What the report could not show, in sentences."""
    failed = Signal(str)
    begun = Signal(str)
    """A report is being written; in words."""
    ended = Signal()
    """It is written, has failed or is stopped."""
    written = Signal()

    def __init__(self, open_database: Callable[[], Database], keep_notes: Callable[[], None], window: QWidget) -> None:
        """Make the part.

        Args:
            open_database: opens the decision database; a connection belongs to the thread that opened it.
            keep_notes: keeps the note that is being written, so that the report has it.
            window: what the file dialog stands before.
        """
        super().__init__(window)
        self._window = window
        self._open_database = open_database
        self._keep_notes = keep_notes
        self._session: Session | None = None
        self._job: Job | None = None

    @property
    def busy(self) -> bool:
        """Say whether a report is being written."""
        return self._job is not None

    def open(self, session: Session) -> None:
        """Take an export to report on."""
        self.close()
        self._session = session

    def close(self) -> None:
        """Let go of the export; a report that is being written is not finished."""
        self.stop()
        self._session = None

    def save_report(self) -> None:
        """Ask where the report goes, and write it."""
        if self._session is None:
            return
        from citeview.reports.report import FORMATS

        kinds = ";;".join(f"{one.title} (*{one.ending})" for one in FORMATS)
        name = f"{self._session.path.stem}.html"
        path, _ = QFileDialog.getSaveFileName(self._window, self.tr("Write a report"), name, kinds)
        if path:
            self.write(Path(path))

    def write(self, out: Path) -> None:
        """Write a report, decisions included, in the format that the file's ending names."""
        if self._session is None:
            return
        self.stop()
        self._keep_notes()
        today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
        self.begun.emit(self.tr("Writing {name} …").format(name=out.name))
        self._job = Job(partial(_write, self._session, out, self._open_database, today), self)
        self._job.done.connect(partial(self._done, out.name))
        self._job.failed.connect(self._failed)
        self._job.start()

    def stop(self) -> None:
        """Stop a report that is being written, and say so."""
        if self._job is not None:
            self._job.cancel()
            self._end()
            self.said.emit(self.tr("The report has been stopped."))

    def _done(self, name: str, notes: tuple[str, ...]) -> None:
        self._end()
        self.said.emit(self.tr("Written: {name}").format(name=name))
        if notes:
            self.noted.emit(" ".join(notes))
        self.written.emit()

    def _failed(self, error: object) -> None:
        self._end()
        self.failed.emit(str(error))

    def _end(self) -> None:
        self._job = None
        self.ended.emit()


def _write(
    session: Session, out: Path, open_database: Callable[[], Database], date: str, cancelled: Cancelled
) -> tuple[str, ...]:
    from citeview.reports.content import Options
    from citeview.reports.decided import Decisions
    from citeview.reports.report import write_report
    from citeview.reviews.decision import reviewed_export, subject_of
    from citeview.reviews.review import Review

    with open_database() as database:
        review = Review(database, reviewed_export(session.export))
        decisions = Decisions(
            of=review.state,
            earlier=lambda index, record: review.earlier(subject_of(index, record)),
            choices=review.choices(),
        )
        return write_report(session, out, Options(date=date, decisions=decisions, cancelled=cancelled))
