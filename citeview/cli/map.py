"""`citeview map`: one range in every unit."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from citeview.checks.ranges import check_range
from citeview.cli.out import note, plain, say, to_json
from citeview.records.selectors import DeclaredRange
from citeview.snapshots.files import read_text_file
from citeview.text.representation import Representation
from citeview.text.units import Unit


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `map`."""
    text = parser.add_mutually_exclusive_group(required=True)
    text.add_argument("--text", help="the text that the range is on")
    text.add_argument(
        "--file", type=Path, metavar="FILE", help="a UTF-8 file that holds it; line ends and BOM are kept"
    )
    parser.add_argument("--unit", required=True, choices=[unit.value for unit in Unit], help="what the numbers count")
    parser.add_argument("--start", required=True, metavar="N", type=_whole, help="first boundary, counted from 0")
    parser.add_argument("--end", required=True, metavar="N", type=_whole, help="second boundary, exclusive")
    parser.add_argument("--format", choices=("table", "json"), default="table", help="how to print the result")


def run(options: argparse.Namespace) -> int:
    """Print the range in every unit, its document positions and its text; exit 1 where it is no range of the text."""
    text = options.text if options.text is not None else read_text_file(options.file)
    representation = Representation(text, "text")
    result = check_range(DeclaredRange(options.start, options.end, Unit(options.unit)), representation)
    selected = None if result.span is None else text[result.span.start : result.span.end]
    if options.format == "json":
        value: dict[str, object] = {"outcome": result.outcome.value, "message": result.message}
        for unit in Unit:
            value[unit.value] = list(result.units[unit]) if result.units is not None else None
        value["document"] = list(result.document) if result.document is not None else None
        value["text"] = selected
        if result.span is None:
            value["error"] = result.message
            value["boundary"] = result.boundary
            value["nearest"] = list(result.nearest) if result.nearest is not None else None
            value["cuts"] = result.cuts
        say(to_json(value))
    elif result.units is None or result.document is None:
        note(f"citeview: {plain(result.message)}")
    else:
        for unit in Unit:
            start, end = result.units[unit]
            say(f"{unit.label:<20} {_edge(start)} to {_edge(end)}")
        say(f"{'QTextDocument':<20} {result.document[0]} to {result.document[1]}")
        say(f"{'selects':<20} {plain(selected or '')!r}")
    return 0 if result.outcome.usable else 1


def _edge(offset: int | None) -> str:
    return "inside a cluster" if offset is None else str(offset)


def _whole(given: str) -> int:
    # `int` would also take spaces, underscores and the digits of other scripts.
    if not re.fullmatch("-?[0-9]{1,4000}", given):
        raise argparse.ArgumentTypeError(f"expected a whole number, got {given[:40]!r}")
    return int(given)
