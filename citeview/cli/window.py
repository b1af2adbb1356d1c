"""`citeview [FILE]`: the window. The one place from which the command line starts Qt, and it does so late."""

from __future__ import annotations

import argparse
import os
import sys

from citeview.cli.out import note


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the window."""
    parser.add_argument("file", nargs="?", metavar="FILE", help="an export: a file, a folder or a .citeview zip")


def run(options: argparse.Namespace) -> int:
    """Open the window and return when it is closed."""
    if sys.platform.startswith("linux") and not any(
        os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
    ):
        note(
            "citeview: there is no display; `citeview check FILE` prints the verdicts, `citeview shot` draws the window"
        )
        return 2
    try:
        from citeview.gui.app import run as run_window
    except ImportError as error:
        note(f"citeview: the window cannot start, because Qt cannot be loaded: {error}")
        return 2
    return run_window(options.file)
