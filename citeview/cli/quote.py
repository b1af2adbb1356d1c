"""`citeview quote`: is a quote in a source, under a rule set."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path

from citeview.cli.out import note, plain, say, to_json
from citeview.cli.rules import add_rules_argument
from citeview.quote.results import QuoteOutcome, QuoteResult
from citeview.quote.rules import PreparedSource, RuleSet
from citeview.quote.rules import rules as rule_set
from citeview.snapshots.files import read_text_file
from citeview.text.units import Span


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `quote`."""
    parser.add_argument("--quote", help="the quote")
    parser.add_argument("--source", type=Path, metavar="FILE", help="a UTF-8 file that holds the source's text")
    parser.add_argument(
        "--jsonl",
        action="store_true",
        help='read {"quote": …, "source": …} lines from standard input, write a line for each',
    )
    parser.add_argument("--format", choices=("table", "json"), default="table", help="how to print one result")
    parser.add_argument(
        "--explain",
        action="store_true",
        help="tell how one quote was decided: tokens, places, what was folded, what refused",
    )
    add_rules_argument(parser)


def run(options: argparse.Namespace) -> int:
    """Check one quote, or a stream of them.

    One quote: exit 0 when it is found, 1 when it is not. A stream is a filter: exit 0 when every line was answered, 2
    when one was no pair.
    """
    rules = rule_set(options.rules)
    if options.jsonl:
        return _run_lines(rules)
    if options.quote is None or options.source is None:
        note("citeview quote: give --quote and --source, or --jsonl")
        return 2
    source = read_text_file(options.source)
    if options.explain:
        return _explain(options, source)
    result = rules.check(options.quote, rules.prepare(source))
    if options.format == "json":
        say(to_json(result_json(result, source)))
    else:
        _print(result, source)
    return 0 if result.outcome is QuoteOutcome.FOUND else 1


def _explain(options: argparse.Namespace, source: str) -> int:
    # Late: a stream of quotes needs none of it.
    from citeview.quote.explain import explain

    story = explain(options.quote, source, rules=options.rules)
    if options.format == "json":
        say(to_json({**result_json(story.result, source), "explanation": story.lines()}))
    else:
        for line in story.lines():
            say(plain(line))
    return 0 if story.result.outcome is QuoteOutcome.FOUND else 1


def result_json(result: QuoteResult, source: str) -> dict[str, object]:
    """Return one result as JSON values; `start`, `end` are code points, `start_utf16`, `end_utf16` UTF-16 units."""
    found = result.outcome is QuoteOutcome.FOUND
    span = result.matches[0] if found and result.matches else None
    utf16 = _utf16(source, span)
    return {
        "found": found,
        "start": None if span is None else span.start,
        "end": None if span is None else span.end,
        "start_utf16": None if utf16 is None else utf16.start,
        "end_utf16": None if utf16 is None else utf16.end,
        "matches": len(result.matches) if found else None,
        "reason": result.reason,
        "closest": _closest(result),
        "outcome": result.outcome.value,
    }


def _closest(result: QuoteResult) -> dict[str, object] | None:
    window, passage = result.window, result.passage
    if window is not None:
        return {"num": window.num, "den": window.den, "text": window.text}
    # A passage that could not be decided is shown by the window; it is no closest passage.
    if passage is not None and result.outcome is not QuoteOutcome.COULD_NOT_CHECK:
        return {"num": passage.matching, "den": passage.total, "text": passage.text}
    return None


def _utf16(text: str, span: Span | None) -> Span | None:
    if span is None:
        return None
    if text.isascii():
        return span
    start = span.start + sum(character > "\uffff" for character in text[: span.start])
    return Span(
        start, start + span.end - span.start + sum(character > "\uffff" for character in text[span.start : span.end])
    )


def _run_lines(rules: RuleSet) -> int:
    code = 0
    last: tuple[str, PreparedSource] | None = None
    for number, line in enumerate(_lines(), 1):
        if not line.strip():
            continue
        pair = _pair(line)
        if isinstance(pair, str):
            say(to_json({"found": False, "error": f"line {number}: {pair}"}))
            code = 2
            continue
        quote, source = pair
        if last is None or last[0] != source:
            last = (source, rules.prepare(source))
        result = rules.check(quote, last[1])
        say(to_json(result_json(result, source)))
    return code


def _lines() -> Iterator[bytes]:
    # Bytes, because text mode would also end a line at other characters than LF, and would stop at a bad byte.
    return iter(sys.stdin.buffer)


def _pair(line: bytes) -> tuple[str, str] | str:
    try:
        value = json.loads(line)
    except (ValueError, RecursionError) as error:
        return f"not JSON: {error}" if isinstance(error, ValueError) else "nested too deeply"
    if not isinstance(value, dict):
        return "expected an object with quote and source"
    quote, source = value.get("quote"), value.get("source")
    if not isinstance(quote, str):
        return "quote: expected text"
    if not isinstance(source, str):
        return "source: expected text"
    return quote, source


def _print(result: QuoteResult, source: str) -> None:
    say(result.outcome.value + (f": {result.reason}" if result.reason else "") + f" (rules {result.rules})")
    for match in result.matches:
        say(f"  code points {match.start} to {match.end}: “{plain(source[match.start : match.end])}”")
    if result.passage is not None:
        passage = result.passage
        say(f"  closest passage, {passage.matching} of {passage.total} words match: {plain(passage.text)}")
    for edit in result.edits:
        say(f"  edit: {edit.note}")
    for warning in result.warnings:
        say(f"  note: {plain(warning.message)}")
