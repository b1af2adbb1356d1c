"""`citeview shot`: a picture of the window, without a display."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from citeview.cli.out import note, plain
from citeview.cli.rules import add_rules_argument
from citeview.session import open_export


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `shot`."""
    parser.add_argument("file", metavar="FILE", help="an export: a file, a folder or a .citeview zip")
    parser.add_argument("--citation", metavar="ID", help="the citation that is shown (the first one)")
    parser.add_argument("--out", metavar="PNG", type=Path, required=True, help="where the picture is written")
    parser.add_argument("--dark", action="store_true", help="in the dark colours")
    parser.add_argument("--size", type=_size, default=(1440, 900), metavar="WxH", help="size of the window (1440x900)")
    add_rules_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Write the picture; exit 2 where that fails."""
    with open_export(options.file, rules=options.rules) as session:
        try:
            from citeview.gui.app import end_workers
            from citeview.gui.shot import take
        except ImportError as error:
            note(f"citeview: the window cannot be drawn, because Qt cannot be loaded: {error}")
            return 2
        problem = take(session, options.citation, options.out, dark=options.dark, size=options.size)
    code = 0
    if problem is not None:
        note(f"citeview: {plain(problem)}")
        code = 2
    end_workers(code)
    return code


def _size(given: str) -> tuple[int, int]:
    found = re.fullmatch(r"(\d{2,5})x(\d{2,5})", given)
    if found is None:
        raise argparse.ArgumentTypeError(f"expected a size such as 1440x900, got {given[:40]!r}")
    return int(found[1]), int(found[2])
