"""`citeview report`: an acceptance report without a window."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from citeview.cli.out import note, plain
from citeview.cli.rules import add_rules_argument
from citeview.reports.report import FORMATS

if TYPE_CHECKING:
    from citeview.reports.decided import Decisions
    from citeview.session import Session


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `report`."""
    parser.epilog = (
        "In CSV a text that a spreadsheet would run as a formula has an apostrophe in front; dropping one leading "
        "apostrophe from a cell gives the text back. A PDF needs fonts of this system; characters that no font has are "
        "written by number."
    )
    endings = ", ".join(f"{one.ending} ({one.title})" for one in FORMATS)
    parser.add_argument("file", metavar="FILE", help="an export: a file, a folder or a .citeview zip")
    parser.add_argument("--out", type=Path, required=True, metavar="OUT", help=f"where to write: {endings}")
    parser.add_argument(
        "--format", choices=[one.name for one in FORMATS], help="the format, where the ending does not name it"
    )
    parser.add_argument("--date", metavar="TEXT", help="a date to print on the report; without it there is none")
    parser.add_argument("--decisions", action="store_true", help="add what people decided")
    parser.add_argument("--database", type=Path, metavar="FILE", help="the decision database (the user's own)")
    parser.add_argument("--store", type=Path, metavar="DIR", help="a folder of snapshots to look in as well")
    add_rules_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Write the report; exit 0 when it is written, 2 when it cannot be. What it says does not change the exit code."""
    from citeview.reports.content import Options, ReportError
    from citeview.reports.report import format_of, write_report
    from citeview.reviews.decision import DecisionError
    from citeview.session import open_export

    try:
        format_of(options.out, options.format)
        with (
            open_export(options.file, store=options.store, rules=options.rules) as session,
            _decisions(options, session) as decisions,
            _progress() as progress,
        ):
            made = Options(date=options.date, decisions=decisions, progress=progress)
            notes = write_report(session, options.out, made, options.format)
    except (ReportError, DecisionError) as error:
        note(f"citeview: {plain(str(error))}")
        return 2
    for line in notes:
        note(f"citeview: {plain(line)}")
    note(f"{len(session):,} citation{'' if len(session) == 1 else 's'} written to {plain(str(options.out))}")
    return 0


@contextmanager
def _decisions(options: argparse.Namespace, session: Session) -> Iterator[Decisions | None]:
    if not options.decisions and options.database is None:
        yield None
        return
    from citeview.reports.decided import Decisions
    from citeview.reviews.database import open_database
    from citeview.reviews.decision import reviewed_export, subject_of
    from citeview.reviews.review import Review

    with open_database(options.database) as database:
        review = Review(database, reviewed_export(session.export))
        yield Decisions(
            of=review.state,
            earlier=lambda index, record: review.earlier(subject_of(index, record)),
            choices=review.choices(),
        )


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None] | None]:
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Citations", total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
