"""`citeview diagnose`: which one reading of the numbers explains the ranges that do not select their quotes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from citeview.checks.lab.diagnosis import Diagnosis, diagnose
from citeview.checks.lab.subjects import Subjects
from citeview.cli.out import note, plain, say, to_json
from citeview.session import open_export

if TYPE_CHECKING:
    from rich.console import Console

    from citeview.checks.lab.causes import Cause
    from citeview.checks.lab.tally import ReadingRow

_GROUPS_PRINTED = 12
_UNEXPLAINED_PRINTED = 10


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `diagnose`."""
    parser.add_argument("file", metavar="FILE", help="an export: a file, a folder or a .citeview zip")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="how to print the diagnosis")
    parser.add_argument("--store", type=Path, metavar="DIR", help="a folder of snapshots to look in as well")


def run(options: argparse.Namespace) -> int:
    """Diagnose the export; exit 0 when every range with a quote selects it as declared, 1 when one does not."""
    with open_export(options.file, store=options.store) as session:
        for problem in session.export.problems:
            note(f"citeview: {plain(problem)}")
        subjects = Subjects(session)
        diagnosis = diagnose(
            subjects,
            importer=session.export.format_name,
            citations=len(session),
            other_quotes=subjects.other_quotes,
            progress=_progress() if sys.stderr.isatty() else None,
        )
    if options.format == "json":
        say(to_json(diagnosis_json(diagnosis)))
    else:
        _print(diagnosis)
    return 1 if diagnosis.failing or diagnosis.undeclared else 0


def diagnosis_json(diagnosis: Diagnosis) -> dict[str, object]:
    """Return a diagnosis as JSON values: the contract of `--format json`. Indexes of citations count from 0."""

    def named(numbers: tuple[int, ...]) -> list[dict[str, object]]:
        return [
            {"citationId": one.citation_id, "index": one.index, "side": one.side.value}
            for one in (diagnosis.ranges[number] for number in numbers)
        ]

    return {
        "sentence": diagnosis.sentence,
        "complete": diagnosis.complete,
        "ranges": len(diagnosis.ranges),
        "withoutQuote": diagnosis.without_quote,
        "failing": diagnosis.failing,
        "unitNotDeclared": diagnosis.undeclared,
        "readings": [_reading(row) for row in diagnosis.readings],
        "equivalentReadings": diagnosis.also,
        "causes": [_cause(cause) for cause in diagnosis.causes],
        "contradictions": [
            {"sentence": one.sentence, "citations": named(one.ranges)} for one in diagnosis.contradictions
        ],
        "groups": [
            {
                "kind": group.kind,
                "name": group.name,
                "ranges": group.ranges,
                "failing": group.failing,
                "unitNotDeclared": group.undeclared,
                "sentence": group.sentence,
                "readings": [_reading(row) for row in group.readings],
                "causes": [_cause(cause) for cause in group.causes],
            }
            for group in diagnosis.groups
        ],
        "unexplained": named(diagnosis.unexplained),
        "findings": [
            {"code": finding.code, "count": finding.count, "example": finding.example} for finding in diagnosis.findings
        ],
    }


def _reading(row: ReadingRow) -> dict[str, object]:
    reading = row.reading
    return {
        "sentence": row.sentence,
        "unit": reading.unit.value,
        "origin": reading.origin,
        "endConvention": reading.end_convention.value,
        "variant": reading.variant,
        "base": reading.base or "as declared",
        "explains": row.explains,
        "adds": row.adds,
        "explainsUndeclared": row.undeclared,
        "breaks": row.breaks,
    }


def _cause(cause: Cause) -> dict[str, object]:
    return {
        "feature": cause.feature,
        "amount": cause.amount,
        "constant": cause.constant,
        "explains": cause.explains,
        "of": cause.of,
        "sentence": cause.sentence,
    }


def _progress() -> Callable[[int, int], None]:
    def show(done: int, total: int) -> None:
        sys.stderr.write(f"\r{done:,} of {total:,} citations")
        sys.stderr.write("\r\x1b[K" if done == total else "")
        sys.stderr.flush()

    return show


def _print(diagnosis: Diagnosis) -> None:
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)
    console.print(Text(plain(diagnosis.sentence)))
    if diagnosis.readings:
        _print_readings(console, diagnosis)
    for title, lines in (
        ("Causes that fit", [cause.sentence for cause in diagnosis.causes]),
        ("Contradictions", [one.sentence for one in diagnosis.contradictions]),
        ("What else was seen", [f"{finding.count:,} × {finding.example}" for finding in diagnosis.findings]),
        ("No reading explains", _unexplained(diagnosis)),
    ):
        if lines:
            console.print(Text(f"\n{title}", style="bold"))
            for line in lines:
                console.print(Text(f"  {plain(line)}"))
    groups = [group for group in diagnosis.groups if group.kind != "importer"]
    if len({group.name for group in groups if group.kind == "source"}) > 1 or len(groups) > 2:
        console.print(Text("\nBy side, extractor and source", style="bold"))
        for group in groups[:_GROUPS_PRINTED]:
            console.print(Text(f"  {group.kind} {plain(group.name)}: {plain(group.sentence)}"))
        if len(groups) > _GROUPS_PRINTED:
            console.print(Text(f"  … and {len(groups) - _GROUPS_PRINTED:,} more (--format json has them all)"))


def _print_readings(console: Console, diagnosis: Diagnosis) -> None:
    from rich.table import Table
    from rich.text import Text

    undeclared = diagnosis.undeclared > 0
    table = Table(box=None, pad_edge=False, title_justify="left")
    table.add_column("\nReading", overflow="fold")
    table.add_column(f"explains\nof {diagnosis.failing:,}", justify="right")
    table.add_column("\nadds", justify="right")
    table.add_column("\nbreaks", justify="right")
    if undeclared:
        table.add_column(f"no unit\nof {diagnosis.undeclared:,}", justify="right")
    for row in diagnosis.readings:
        cells = [f"{row.explains:,}", f"{row.adds:,}", f"{row.breaks:,}"]
        if undeclared:
            cells.append(f"{row.undeclared:,}")
        table.add_row(Text(row.sentence), *cells)
    console.print()
    console.print(table)


def _unexplained(diagnosis: Diagnosis) -> list[str]:
    names = [diagnosis.ranges[number].citation_id for number in diagnosis.unexplained]
    if not names:
        return []
    more = len(names) - _UNEXPLAINED_PRINTED
    return [", ".join(names[:_UNEXPLAINED_PRINTED]) + (f" and {more:,} more" if more > 0 else "")]
