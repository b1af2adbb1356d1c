"""`citeview rules`: the rule sets of the quote check, and the argument that chooses one."""

from __future__ import annotations

import argparse

from citeview.cli.out import say, to_json
from citeview.quote.rules import DEFAULT_RULES, rule_sets
from citeview.quote.rules import rules as rule_set


def add_rules_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--rules NAME` to a sub-command."""
    parser.add_argument(
        "--rules",
        metavar="NAME",
        choices=rule_sets(),
        default=DEFAULT_RULES,
        help=f"rule set of the quote check ({DEFAULT_RULES})",
    )


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `rules`."""
    parser.add_argument("--format", choices=("table", "json"), default="table", help="how to print the list")


def run(options: argparse.Namespace) -> int:
    """List the rule sets with their versions and the version of Unicode that their tables are of."""
    rows = [_row(name) for name in rule_sets()]
    if options.format == "json":
        say(to_json(rows))
        return 0
    for row in rows:
        default = "  (default)" if row["default"] else ""
        say(f"{row['name']:<20} version {row['version']}   Unicode {row['unicode']}{default}")
    return 0


def _row(name: str) -> dict[str, object]:
    _, _, version = name.partition("@")
    return {"name": name, "version": version, "unicode": rule_set(name).unicode, "default": name == DEFAULT_RULES}
