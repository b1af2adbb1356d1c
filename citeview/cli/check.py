"""`citeview check`: verdicts on every citation of an export."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import cast

from citeview.checks.verdict import HEADLINES, Headline, Verdict
from citeview.cli.many import check_all, reopening
from citeview.cli.out import json_array, note, plain, say, to_json
from citeview.cli.rules import add_rules_argument
from citeview.reports.verdict_json import verdict_json
from citeview.session import Session, open_export

_PIPE_WIDTH = 132
"""A pipe has no width; this one shows a label and a quote without cutting either to nothing."""
_ROWS = 500
"""Rows of the table that are laid out at a time, so that a long table is seen while it grows."""
_COLOURS = {"good": "green", "bad": "red", "warn": "yellow", "neutral": "bright_black"}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    parser.add_argument("file", metavar="FILE", help="an export: a file, a folder or a .citeview zip")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="how to print the verdicts")
    parser.add_argument("--store", type=Path, metavar="DIR", help="a folder of snapshots to look in as well")
    parser.add_argument(
        "--jobs", type=_jobs, default=1, metavar="N", help="check in N processes; the output is the same"
    )
    add_rules_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Check the export; exit 0 when every citation is found, 1 when one is not."""
    with open_export(options.file, store=options.store, rules=options.rules) as session:
        for problem in session.export.problems:
            note(f"citeview: {plain(problem)}")
        counts: Counter[Headline] = Counter()
        made = _json_of if options.format == "json" else _cells_of
        reopen = reopening(options.file, options.store, options.rules)
        with _progress(len(session)) as done:
            checked = _counted(check_all(session, made, options.jobs, reopen), counts, done)
            if options.format == "json":
                for line in json_array(cast("Iterator[str]", checked)):
                    say(line)
            else:
                _print_table(cast("Iterator[tuple[str, ...]]", checked))
        note(summary(counts, session.rules))
        return 0 if counts and set(counts) == {Headline.FOUND} else 1


def summary(counts: Counter[Headline], rules: str) -> str:
    """Return the one line that counts the headlines."""
    total = sum(counts.values())
    parts = [f"{HEADLINES[headline].short.lower()} {counts[headline]}" for headline in Headline if counts[headline]]
    listed = ": " + ", ".join(parts) if parts else ""
    return f"{total} citation{'' if total == 1 else 's'}{listed} (rules {rules})"


def _counted(
    checked: Iterable[tuple[Headline, object]], counts: Counter[Headline], done: Callable[[int], None]
) -> Iterator[object]:
    for number, (headline, made) in enumerate(checked, 1):
        counts[headline] += 1
        done(number)
        yield made


def _json_of(_session: Session, _number: int, verdict: Verdict) -> str:
    return to_json(verdict_json(verdict))


def _cells_of(session: Session, number: int, verdict: Verdict) -> tuple[str, ...]:
    record = session.citation(number)
    selector = getattr(record, "selector", None)
    quote = selector.quote.exact if selector is not None and selector.quote is not None else ""
    source = getattr(record, "title", None) or getattr(record, "url", None) or ""
    label = f"{verdict.row.mark} {verdict.label}"
    if verdict.quote is not None and verdict.headline is Headline.CLOSEST and verdict.quote.passage is not None:
        label += f" {verdict.quote.passage.matching} of {verdict.quote.passage.total} words match"
    return (plain(verdict.citation_id), plain(label), plain(" ".join(quote.split())), plain(source), verdict.row.role)


def _print_table(rows: Iterator[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(highlight=False, width=None if sys.stdout.isatty() else _PIPE_WIDTH)
    first = True
    while batch := list(islice(rows, _ROWS)):
        table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), expand=True, show_header=first)
        table.add_column("Citation", no_wrap=True, overflow="ellipsis", ratio=1, min_width=8)
        table.add_column("Verdict", overflow="fold", ratio=4, min_width=24)
        table.add_column("Quote", no_wrap=True, overflow="ellipsis", ratio=3)
        table.add_column("Source", no_wrap=True, overflow="ellipsis", ratio=2)
        for citation, label, quote, source, role in batch:
            table.add_row(Text(citation), Text(label, style=_COLOURS[role]), Text(quote), Text(source))
        console.print(table)
        first = False


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    if not sys.stderr.isatty() or total < _ROWS:
        yield lambda _done: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Checking", total=total)
        yield lambda done: bar.update(task, completed=done) if done % 50 == 0 or done == total else None


def _jobs(given: str) -> int:
    if not given.isascii() or not given.isdecimal() or not 1 <= int(given) <= 256:
        raise argparse.ArgumentTypeError(f"expected a whole number from 1 to 256, got {given[:40]!r}")
    return int(given)
