"""The flat table for spreadsheets: one row a citation, RFC 4180, UTF-8 with a byte order mark (Excel needs it).

Knows columns. Must not know how verdicts are made.

A spreadsheet runs a cell that begins with `=`, `+`, `-`, `@`, a tab or a line end as a formula. Such a text gets an
apostrophe in front, and so does one that begins with an apostrophe: dropping one leading apostrophe from every text
cell gives the text back (`safe` and `unsafe`). Numbers of our own stay numbers. Half a character becomes its escape.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import IO

from citeview.records.citation import Citation
from citeview.records.selectors import DeclaredRange
from citeview.reports.content import Entry, Options, entries
from citeview.reports.evidence import declared_number, semantics_words, unit_words
from citeview.reports.tally import Tally
from citeview.session import Session
from citeview.text.units import Unit

Cell = str | int | None

# The full-width forms are formulas too where the system's language is Chinese or Japanese.
_RISKY = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", "'")


def safe(text: str) -> str:
    """Return `text` so that no spreadsheet takes it for a formula."""
    return f"'{text}" if text.startswith(_RISKY) else text


def unsafe(cell: str) -> str:
    """Return the text that `safe` was given."""
    return cell.removeprefix("'")


def write_csv(session: Session, stream: IO[bytes], options: Options) -> tuple[str, ...]:
    """Write the table.

    Raises:
        ReportCancelledError: where `options.cancelled` says so.
    """
    decisions = options.decisions is not None
    columns = {**_COLUMNS, **(_DECISION_COLUMNS if decisions else {})}
    text = io.TextIOWrapper(stream, encoding="utf-8-sig", errors="backslashreplace", newline="", write_through=False)
    try:
        writer = csv.writer(text, lineterminator="\r\n")
        writer.writerow(columns)
        for entry in entries(session, options, Tally()):
            writer.writerow([_cell(column(entry)) for column in columns.values()])
    finally:
        text.detach()  # flushes; the stream is the caller's
    return ()


def _cell(value: Cell) -> str | int:
    if value is None:
        return ""
    return safe(value) if isinstance(value, str) else value


def _citation(entry: Entry) -> Citation | None:
    return entry.record if isinstance(entry.record, Citation) else None


def _of_record(get: Callable[[Citation], Cell]) -> Callable[[Entry], Cell]:
    def column(entry: Entry) -> Cell:
        record = _citation(entry)
        return get(record) if record is not None else None

    return column


def _position(entry: Entry) -> DeclaredRange | None:
    record = _citation(entry)
    return record.selector.position if record is not None and record.selector is not None else None


def _answer_position(entry: Entry) -> DeclaredRange | None:
    record = _citation(entry)
    return record.answer_selector.position if record is not None and record.answer_selector is not None else None


def _of_range(
    side: Callable[[Entry], DeclaredRange | None], get: Callable[[DeclaredRange], Cell]
) -> Callable[[Entry], Cell]:
    def column(entry: Entry) -> Cell:
        position = side(entry)
        return get(position) if position is not None else None

    return column


def _resolved(unit: Unit, end: int) -> Callable[[Entry], Cell]:
    def column(entry: Entry) -> Cell:
        units = entry.verdict.range.units
        return units[unit][end] if units is not None else None

    return column


def _number(value: object) -> Cell:
    return value if type(value) is int else declared_number(value)


def _passage_text(entry: Entry) -> Cell:
    passage = entry.verdict.quote.passage if entry.verdict.quote is not None else None
    return passage.text if passage is not None else None


def _passage_matching(entry: Entry) -> Cell:
    passage = entry.verdict.quote.passage if entry.verdict.quote is not None else None
    return passage.matching if passage is not None else None


def _passage_total(entry: Entry) -> Cell:
    passage = entry.verdict.quote.passage if entry.verdict.quote is not None else None
    return passage.total if passage is not None else None


_COLUMNS: dict[str, Callable[[Entry], Cell]] = {
    "number": lambda entry: entry.number,
    "citationId": lambda entry: entry.record.citation_id,
    "verdict": lambda entry: entry.verdict.headline.value,
    "label": lambda entry: entry.verdict.label,
    "reason": lambda entry: entry.verdict.reason,
    "integrity": lambda entry: entry.verdict.integrity.outcome.value,
    "range": lambda entry: entry.verdict.range.outcome.value,
    "selection": lambda entry: entry.verdict.selection.outcome.value,
    "quoteOutcome": lambda entry: entry.verdict.quote.outcome.value if entry.verdict.quote is not None else None,
    "matches": lambda entry: len(entry.verdict.quote.matches) if entry.verdict.quote is not None else None,
    "quote": lambda entry: entry.quote,
    "selectedText": lambda entry: entry.verdict.selection.text,
    "closestPassage": _passage_text,
    "matchingWords": _passage_matching,
    "quoteWords": _passage_total,
    "declaredStart": _of_range(_position, lambda position: _number(position.start)),
    "declaredEnd": _of_range(_position, lambda position: _number(position.end)),
    "unit": _of_range(_position, unit_words),
    "startAndEnd": _of_range(_position, semantics_words),
    **{
        f"{name}{unit.value.capitalize()}": _resolved(unit, end)
        for unit in (Unit.CODEPOINT, Unit.UTF8, Unit.UTF16, Unit.GRAPHEME)
        for end, name in enumerate(("start", "end"))
    },
    "answerId": _of_record(lambda record: record.answer_id),
    "part": _of_record(lambda record: record.part),
    "answerRange": lambda entry: entry.verdict.answer_range.outcome.value,
    "answerStart": _of_range(_answer_position, lambda position: _number(position.start)),
    "answerEnd": _of_range(_answer_position, lambda position: _number(position.end)),
    "answerUnit": _of_range(_answer_position, unit_words),
    "answerSelection": lambda entry: entry.verdict.answer_selection.outcome.value,
    "answerSelectedText": lambda entry: entry.verdict.answer_selection.text,
    "title": _of_record(lambda record: record.title),
    "url": _of_record(lambda record: record.url),
    "snapshotId": _of_record(lambda record: record.snapshot_id),
    "fetchedAt": _of_record(lambda record: record.fetched_at),
    "extractor": _of_record(lambda record: record.extractor),
    "rules": lambda entry: entry.verdict.rules,
    "warnings": lambda entry: " ".join(warning.code for warning in entry.verdict.warnings),
    "place": lambda entry: str(entry.record.place),
}
_DECISION_COLUMNS: dict[str, Callable[[Entry], Cell]] = {
    "decision": lambda entry: str(entry.decision.judgement or "") if entry.decision is not None else None,
    "note": lambda entry: entry.decision.note if entry.decision is not None else None,
    "who": lambda entry: entry.decision.who if entry.decision is not None else None,
    "decidedAt": lambda entry: entry.decision.time if entry.decision is not None else None,
    "verdictSeen": lambda entry: entry.decision.headline if entry.decision is not None else None,
    "decidedOnAnEarlierVersion": lambda entry: "yes" if entry.earlier else None,
}
COLUMNS: tuple[str, ...] = (*_COLUMNS, *_DECISION_COLUMNS)
"""Every column there is, in order; those of decisions only where the report holds decisions."""
