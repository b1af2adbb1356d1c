"""The command line: find the sub-command, run it, turn errors into one sentence and an exit code.

Exit codes: 0 all is found, 1 something is not, 2 the input or the command cannot be read.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from citeview.records.places import ExportError

COMMANDS: dict[str, str] = {
    "check": "check every citation of an export and print the verdicts",
    "decisions": "take decisions out, bring a colleague's in, show their history",
    "diagnose": "explain the ranges that do not select their quotes: one reading for the whole export",
    "map": "show one range in every unit",
    "quote": "check one quote on one source, or many from standard input",
    "report": "write an acceptance report: HTML, PDF, CSV, JSON, W3C annotations or our own records",
    "rules": "list the rule sets of the quote check",
    "shot": "write a picture of the window, without a display",
    "snapshot": "add snapshots to a store, list, show, verify and export them",
}
"""Sub-commands and what they do; each is a module of `citeview.cli` with `arguments` and `run`."""

_WINDOW = "window"


class Command(Protocol):
    """What a module of a sub-command offers."""

    def arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the sub-command's arguments to its parser."""

    def run(self, options: argparse.Namespace) -> int:
        """Do the work and return the exit code."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    _keep_surrogates()
    command = words[0] if words and words[0] in COMMANDS else None
    try:
        if command is None:
            return _run_window(words)
        module = cast("Command", importlib.import_module(f"citeview.cli.{command}"))
        parser = argparse.ArgumentParser(prog=f"citeview {command}", description=COMMANDS[command].capitalize() + ".")
        module.arguments(parser)
        return module.run(parser.parse_args(words[1:]))
    except ExportError as error:
        print(f"citeview: {error}", file=sys.stderr)  # noqa: T201
        return 2
    except BrokenPipeError:
        # The reader went away (`| head`). Standard output must not be flushed again at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        print("citeview: stopped", file=sys.stderr)  # noqa: T201
        return 130


def _run_window(words: list[str]) -> int:
    from citeview import __version__

    lines = "\n".join(f"  {name:<10}{what}" for name, what in COMMANDS.items())
    parser = argparse.ArgumentParser(
        prog="citeview",
        description="Show AI answers beside the stored sources that they cite.",
        epilog=f"Without a command the window opens. Commands:\n{lines}\n\n`citeview COMMAND --help` explains one.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("file", nargs="?", metavar="FILE", help="an export: a file, a folder or a .citeview zip")
    parser.add_argument("--version", action="version", version=f"citeview {__version__}")
    options = parser.parse_args(words)
    window = importlib.import_module(f"citeview.cli.{_WINDOW}")
    return cast("Command", window).run(options)


def _keep_surrogates() -> None:
    """Let output hold what a file held: UTF-8 in every locale, and half characters as an escape instead of a crash."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(encoding="utf-8", errors="backslashreplace")
