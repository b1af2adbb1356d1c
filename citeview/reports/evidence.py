"""The evidence table of one citation: what was pointed at, how it was counted, what was found there.

Knows records and verdicts. Must not know any output format; the values are as they came, not made visible yet.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from citeview.checks.verdict import RangeResult, Verdict
from citeview.records.citation import Citation, UnreadableRecord
from citeview.records.selectors import ABSENT, DeclaredRange
from citeview.records.snapshot import StoredSnapshot
from citeview.session import AnswerView
from citeview.text.units import Unit

UNITS = (Unit.CODEPOINT, Unit.UTF8, Unit.UTF16, Unit.GRAPHEME)


@dataclass(frozen=True, slots=True)
class Field:
    """Hold one row of the table: a label of ours and a value that may be anybody's."""

    label: str
    value: str
    exact: bool = False
    """Whether every character of the value counts (a digest, an offset, a quoted text)."""


def evidence(
    number: int,
    record: Citation | UnreadableRecord,
    verdict: Verdict,
    snapshot: StoredSnapshot | None,
    answer: AnswerView | None,
) -> tuple[Field, ...]:
    """Return the evidence table of one citation, without the review state.

    Args:
        number: 1-based number of the record in the export.
        record: the record.
        verdict: the verdict on it.
        snapshot: its stored source, where there is one.
        answer: its part of the answer, where there is one.
    """
    fields = [Field("Observation", f"{record.citation_id}, record {number:,} of the export"), _place(record)]
    if isinstance(record, UnreadableRecord):
        return (*fields, Field("Validation", verdict.label))
    if answer is not None:
        part = f", part {answer.part + 1} of {answer.parts}" if answer.parts > 1 else ""
        fields.append(Field("Answer", f"{answer.answer_id}{part}; text {answer.representation.digest}", exact=True))
    elif record.answer_id is not None:
        fields.append(Field("Answer", f"{record.answer_id}; the export does not hold its text"))
    fields += _representation(record, snapshot)
    selector, claim = record.selector, record.answer_selector
    for side, position, result in (
        ("source", selector.position if selector is not None else None, verdict.range),
        ("answer", claim.position if claim is not None else None, verdict.answer_range),
    ):
        fields += _range(side, position, result)
    for label, text in (
        ("Selected text in the source", verdict.selection.text),
        ("Selected text in the answer", verdict.answer_selection.text),
        ("Quote as declared", selector.quote.exact if selector is not None and selector.quote is not None else None),
    ):
        if text is not None:
            fields.append(Field(label, text, exact=True))
    fields += _reference(record)
    fields.append(Field("Transformations", _transformations(record, snapshot)))
    fields += _validation(verdict)
    return tuple(fields)


def declared_number(value: object) -> str:
    """Return a declared offset as it stood in the file: `38`, `true`, `"3"`, or `absent`."""
    if value is ABSENT:
        return "absent"
    try:
        return json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        return str(value)


def unit_words(position: DeclaredRange) -> str:
    """Return a range's unit in words, with how it is known."""
    if position.unit is not None:
        return f"{position.unit.label} ({position.evidence.value})"
    if position.unit_as_given is ABSENT or position.unit_as_given is None:
        return "not declared"
    return f"not declared (given as {declared_number(position.unit_as_given)})"


def semantics_words(position: DeclaredRange) -> str:
    """Return what a range's two numbers mean, in words."""
    return f"counted from {position.origin}, end {position.end_convention.value}, in the {position.base.value}"


def _place(record: Citation | UnreadableRecord) -> Field:
    return Field("Place", str(record.place))


def _representation(record: Citation, snapshot: StoredSnapshot | None) -> list[Field]:
    if snapshot is None:
        named = record.snapshot_id or "no snapshot is recorded"
        kept = "; the text is the chunk in the export" if record.chunk is not None and record.chunk.text else ""
        return [Field("Source", f"{named}{kept}", exact=True)]
    fields = [
        Field("Source", snapshot.snapshot_id, exact=True),
        Field("Digest of the text", snapshot.measured.text or "not measured", exact=True),
    ]
    made = [
        f"extractor {record.extractor or snapshot.extractor or 'not recorded'}",
        f"normalizer {record.normalizer or 'not recorded'}",
        f"fetched {record.fetched_at or snapshot.fetched_at or 'at a time that is not recorded'}",
    ]
    fields.append(Field("Version", ", ".join(made)))
    encoding = snapshot.encoding or "not recorded"
    media = f", media type {snapshot.media_type}" if snapshot.media_type else ""
    fields.append(Field("Encoding of the source", f"{encoding}{media}"))
    return fields


def _range(side: str, position: DeclaredRange | None, result: RangeResult) -> list[Field]:
    if position is None:
        return [Field(f"Range in the {side}", "none declared")]
    start, end = declared_number(position.start), declared_number(position.end)
    fields = [
        Field(f"Range in the {side}", f"start {start}, end {end}", exact=True),
        Field(f"Unit in the {side}", unit_words(position)),
        Field(f"Start and end in the {side}", semantics_words(position)),
    ]
    if position.notes:
        fields.append(Field("Read by the contract", "; ".join(position.notes)))
    if result.units is not None:
        spans = ", ".join(f"{unit.label} {pair_words(result.units[unit])}" for unit in UNITS)
        fields.append(Field(f"Resolved in the {side}", spans, exact=True))
    return fields


def pair_words(pair: tuple[int | None, int | None]) -> str:
    """Return a half-open range in words; a boundary inside a cluster has no number."""
    return "[{}, {})".format(*("inside a cluster" if offset is None else str(offset) for offset in pair))


def _reference(record: Citation) -> list[Field]:
    fields = []
    if record.title is not None:
        fields.append(Field("Title", record.title))
    fields.append(Field("Address", record.url if record.url is not None else "none recorded"))
    if record.segment is not None:
        fields.append(Field("Segment", f"one of the references of {record.segment}"))
    return fields


def _transformations(record: Citation, snapshot: StoredSnapshot | None) -> str:
    found = [*record.transformations, *(snapshot.transformations if snapshot is not None else ())]
    if not found:
        return "none recorded"
    return "; ".join(
        one if isinstance(one, str) else json.dumps(one, ensure_ascii=False, sort_keys=True) for one in found
    )


def _validation(verdict: Verdict) -> list[Field]:
    quote = "no quote was checked"
    if verdict.quote is not None:
        quote = verdict.quote.outcome.value + (f" ({verdict.quote.reason})" if verdict.quote.reason else "")
    outcomes = (
        f"integrity {verdict.integrity.outcome.value}",
        f"range {verdict.range.outcome.value}",
        f"selection {verdict.selection.outcome.value}",
        f"quote {quote}",
        f"range in the answer {verdict.answer_range.outcome.value}",
        f"selection in the answer {verdict.answer_selection.outcome.value}",
    )
    fields = [
        Field("Validation", verdict.label),
        Field("Checks", "; ".join(outcomes)),
        Field("Rules", verdict.rules),
    ]
    if verdict.warnings:
        fields.append(Field("Warnings", " ".join(warning.message for warning in verdict.warnings)))
    if verdict.exporter_quote is not None:
        other = verdict.exporter_quote
        fields.append(Field("By the export's own rules", f"{other.rules}: {other.outcome.value}"))
    return fields
