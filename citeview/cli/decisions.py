"""`citeview decisions`: take decisions out, bring a colleague's in, show the history."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from citeview.cli.out import json_array, note, plain, say, to_json

if TYPE_CHECKING:
    from citeview.reviews.database import Database
    from citeview.reviews.decision import Decision
    from citeview.reviews.exchange import Merge
    from citeview.reviews.review import Review


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `decisions`."""
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    export = actions.add_parser("export", help="write what stands as JSON Lines", description=_export.__doc__)
    export.add_argument("file", metavar="FILE", help="the export that was reviewed")
    export.add_argument("--out", type=Path, metavar="FILE", help="where to write (standard output)")
    bring = actions.add_parser("import", help="bring a colleague's decisions in", description=_import.__doc__)
    bring.add_argument("file", metavar="FILE", help="the export that was reviewed")
    bring.add_argument("decisions", type=Path, metavar="DECISIONS", help="JSON Lines that `decisions export` wrote")
    bring.add_argument(
        "--take",
        choices=("mine", "theirs"),
        default="mine",
        help="whose decision stands where two differ (mine); both stay in the history",
    )
    history = actions.add_parser("history", help="show every change, the oldest first", description=_history.__doc__)
    history.add_argument("file", metavar="FILE", help="the export that was reviewed")
    history.add_argument("--citation", metavar="ID", help="only this citation")
    history.add_argument("--format", choices=("table", "json"), default="table", help="how to print the history")
    for action in (export, bring, history):
        action.add_argument("--database", type=Path, metavar="FILE", help="the decision database (the user's own)")


def run(options: argparse.Namespace) -> int:
    """Do the action; exit 0 when it is done, 1 when decisions differ or lines are left out, 2 when it cannot be."""
    from citeview.reviews.database import open_database
    from citeview.reviews.decision import DecisionError, reviewed_export
    from citeview.reviews.review import Review
    from citeview.session import open_export

    with open_export(options.file) as session:
        export = session.export
    try:
        with open_database(options.database) as database:
            review = Review(database, reviewed_export(export))
            return _ACTIONS[options.action](options, review, database)
    except (DecisionError, OSError) as error:
        note(f"citeview: {error}")
        return 2


def _export(options: argparse.Namespace, review: Review, database: Database) -> int:
    """Write what stands about each citation of an export as JSON Lines, without paths and times spent."""
    from citeview.reviews.exchange import decision_lines

    decisions = review.decisions()
    lines = decision_lines(decisions)
    if options.out is None:
        for line in lines:
            say(line)
    else:
        with options.out.open("w", encoding="utf-8", newline="\n") as stream:
            stream.writelines(f"{line}\n" for line in lines)
    note(f"{len(decisions)} decision{'' if len(decisions) == 1 else 's'} of {plain(str(database.path))}")
    return 0


def _import(options: argparse.Namespace, review: Review, database: Database) -> int:
    """Bring a colleague's decisions in. Where two differ, both are shown and one's own stands unless told otherwise."""
    from citeview.reviews.exchange import merge, read_decisions

    with options.decisions.open("rb") as stream:
        found = read_decisions(stream, str(options.decisions))
    merged = merge(review, found.decisions)
    taken = list(merged.fresh)
    if options.take == "theirs":
        taken += [conflict.theirs for conflict in merged.conflicts]
    if taken:
        review.take(taken)
    _print_conflicts(merged, options.take)
    for problem in found.problems:
        note(f"citeview: {plain(problem)}")
    counts = {
        "brought in": len(taken),
        "differ": len(merged.conflicts),
        "agree": merged.agreeing,
        "known already": merged.known,
        "about another export or version, left out": merged.elsewhere,
        "unreadable": len(found.problems),
    }
    note(", ".join(f"{count:,} {what}" for what, count in counts.items() if count) or "nothing to bring in")
    unsettled = merged.conflicts and options.take == "mine"
    return 1 if unsettled or merged.elsewhere or found.problems else 0


def _history(options: argparse.Namespace, review: Review, database: Database) -> int:
    """Show every row about an export, or about one of its citations, the oldest first."""
    rows = [row for row in review.rows() if options.citation is None or row.citation_id == options.citation]
    if options.format == "json":
        for line in json_array(to_json(_row_json(row)) for row in rows):
            say(line)
        return 0
    _print_table(
        ("Time (UTC)", "Who", "Citation", "Was", "Decision", "Verdict seen", "Note"),
        ((row.time, row.who, row.citation_id, row.kind.value, row.label, row.headline, row.note) for row in rows),
    )
    return 0


def _row_json(row: Decision) -> dict[str, object]:
    from citeview.reviews.exchange import decision_json

    return {**decision_json(row), "row": row.row, "kind": row.kind.value, "step": row.step, "takes": row.takes}


def _print_conflicts(merged: Merge, take: str) -> None:
    if not merged.conflicts:
        return
    _print_table(
        ("Citation", "Mine", "My note", "Theirs", "Their note"),
        (
            (
                conflict.mine.citation_id,
                f"{conflict.mine.label} ({conflict.mine.who})",
                conflict.mine.note,
                f"{conflict.theirs.label} ({conflict.theirs.who})",
                conflict.theirs.note,
            )
            for conflict in merged.conflicts
        ),
        f"Decided differently ({take} stands)",
    )


def _print_table(headings: tuple[str, ...], rows: Iterable[tuple[str, ...]], title: str | None = None) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, pad_edge=False, title=title, title_justify="left")
    for heading in headings:
        table.add_column(heading, overflow="fold")
    for row in rows:
        table.add_row(*(Text(plain(cell)) for cell in row))
    # A pipe has no width.
    Console(highlight=False, width=None if sys.stdout.isatty() else 132).print(table)


_ACTIONS = {"export": _export, "import": _import, "history": _history}
