"""`citeview check`: verdicts on every citation of an export."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from citeview.checks.verdict import HEADLINES, Headline, Verdict
from citeview.cli.out import json_array, note, plain, say
from citeview.cli.rules import add_rules_argument
from citeview.reports.verdict_json import verdict_json
from citeview.session import Session, open_export


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `check`."""
    parser.add_argument("file", metavar="FILE", help="an export: a file, a folder or a .citeview zip")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="how to print the verdicts")
    parser.add_argument("--store", type=Path, metavar="DIR", help="a folder of snapshots to look in as well")
    add_rules_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Check the export; exit 0 when every citation is found, 1 when one is not."""
    with open_export(options.file, store=options.store, rules=options.rules) as session:
        for problem in session.export.problems:
            note(f"citeview: {plain(problem)}")
        counts: Counter[Headline] = Counter()
        verdicts = _verdicts(session, counts)
        if options.format == "json":
            for line in json_array(verdict_json(verdict) for verdict in verdicts):
                say(line)
        else:
            _print_table(session, verdicts)
        note(summary(counts, session.rules))
        return 0 if counts and set(counts) == {Headline.FOUND} else 1


def summary(counts: Counter[Headline], rules: str) -> str:
    """Return the one line that counts the headlines."""
    total = sum(counts.values())
    parts = [f"{HEADLINES[headline].short.lower()} {counts[headline]}" for headline in Headline if counts[headline]]
    listed = ": " + ", ".join(parts) if parts else ""
    return f"{total} citation{'' if total == 1 else 's'}{listed} (rules {rules})"


def _verdicts(session: Session, counts: Counter[Headline]) -> Iterator[Verdict]:
    for index in range(len(session)):
        verdict = session.verdict(index, keep=False)
        counts[verdict.headline] += 1
        yield verdict


def _print_table(session: Session, verdicts: Iterator[Verdict]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    colours = {"good": "green", "bad": "red", "warn": "yellow", "neutral": "bright_black"}
    # A pipe has no width; this one shows a label and a quote without cutting either to nothing.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 132)
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), expand=True)
    table.add_column("Citation", no_wrap=True, overflow="ellipsis", max_width=24)
    table.add_column("Verdict", overflow="fold", ratio=4, min_width=24)
    table.add_column("Quote", no_wrap=True, overflow="ellipsis", ratio=3)
    table.add_column("Source", no_wrap=True, overflow="ellipsis", ratio=2)
    for index, verdict in enumerate(verdicts):
        record = session.citation(index)
        selector = getattr(record, "selector", None)
        quote = selector.quote.exact if selector is not None and selector.quote is not None else ""
        source = getattr(record, "title", None) or getattr(record, "url", None) or ""
        label = f"{verdict.row.mark} {verdict.label}"
        if verdict.quote is not None and verdict.headline is Headline.CLOSEST and verdict.quote.passage is not None:
            label += f" {verdict.quote.passage.matching} of {verdict.quote.passage.total} words match"
        table.add_row(
            Text(plain(verdict.citation_id)),
            Text(plain(label), style=colours[verdict.row.role]),
            Text(plain(" ".join(quote.split()))),
            Text(plain(source)),
        )
    console.print(table)
