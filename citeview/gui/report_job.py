"""Write a report off the window's thread."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from citeview.gui.jobs import Cancelled

if TYPE_CHECKING:
    from citeview.reviews.database import Database
    from citeview.session import Session


def write(
    session: Session, out: Path, open_database: Callable[[], Database], date: str, _cancelled: Cancelled
) -> tuple[Path, tuple[str, ...]]:
    """Write the report on an export, decisions included, in the format that the file's ending names.

    A database connection belongs to the thread that opened it, so this opens one of its own.
    """
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
        return out, write_report(session, out, Options(date=date, decisions=decisions))
