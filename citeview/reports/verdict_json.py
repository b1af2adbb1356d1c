"""The JSON of one verdict: the contract that other tools build on (`citeview check --format json`)."""

from __future__ import annotations

from citeview.checks.verdict import RangeResult, SelectionResult, Verdict
from citeview.quote.results import QuoteOutcome, QuoteResult
from citeview.text.units import Span, Unit


def verdict_json(verdict: Verdict) -> dict[str, object]:
    """Return one verdict as JSON values.

    Every span is a pair [start, end), end exclusive. A pair in grapheme clusters holds null for a boundary inside a
    cluster.
    """
    value: dict[str, object] = {
        "citationId": verdict.citation_id,
        "headline": verdict.headline.value,
        "label": verdict.label,
        "reason": verdict.reason,
        "integrity": verdict.integrity.outcome.value,
        "integrityMessage": verdict.integrity.message,
        "range": _range(verdict.range),
        "selection": _selection(verdict.selection),
        "quote": _with_chosen(verdict),
        "answer": {"range": _range(verdict.answer_range), "selection": _selection(verdict.answer_selection)},
        "warnings": [
            {"code": warning.code, "message": warning.message, "span": _pair(warning.span)}
            for warning in verdict.warnings
        ],
        "rules": verdict.rules,
    }
    if verdict.exporter_quote is not None:
        value["exporterQuote"] = {"rules": verdict.exporter_quote.rules, **(quote_json(verdict.exporter_quote) or {})}
    return value


def _with_chosen(verdict: Verdict) -> dict[str, object] | None:
    value = quote_json(verdict.quote)
    return value if value is None else {**value, "chosen": [_pair(match) for match in verdict.chosen]}


def quote_json(result: QuoteResult | None) -> dict[str, object] | None:
    """Return what the quote check found as JSON values; positions are code points of the source's text."""
    if result is None:
        return None
    # Where the rules refuse to decide, the passage is the place that they looked at, and no closest one.
    passage = result.passage if result.outcome is QuoteOutcome.CLOSEST else None
    closest = None
    if passage is not None:
        closest = {
            "start": passage.span.start,
            "end": passage.span.end,
            "text": passage.text,
            "matching": passage.matching,
            "total": passage.total,
        }
    return {
        "outcome": result.outcome.value,
        "reason": result.reason,
        "matches": [_pair(match) for match in result.matches],
        "closest": closest,
        "edits": [
            {"kind": edit.kind, "quote": _pair(edit.quote), "source": _pair(edit.source), "note": edit.note}
            for edit in result.edits
        ],
    }


def _range(result: RangeResult) -> dict[str, object]:
    value: dict[str, object] = {"outcome": result.outcome.value, "message": result.message}
    for unit in (Unit.CODEPOINT, Unit.UTF8, Unit.UTF16, Unit.GRAPHEME):
        value[unit.value] = list(result.units[unit]) if result.units is not None else None
    value["document"] = list(result.document) if result.document is not None else None
    if result.boundary is not None:
        value["boundary"] = result.boundary
        value["nearest"] = list(result.nearest) if result.nearest is not None else None
        value["cuts"] = result.cuts
    return value


def _selection(result: SelectionResult) -> dict[str, object]:
    return {"outcome": result.outcome.value, "text": result.text, "differences": list(result.differences)}


def _pair(span: Span | None) -> list[int] | None:
    return None if span is None else [span.start, span.end]
