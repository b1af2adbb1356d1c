"""Which spans of the two texts are marked for the chosen citation, and why.

A declared range that names a span is what is marked, whatever else was found; a search result never takes its place.
Of a range that is none, the boundary at fault is marked, and nothing that it might have meant.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable

from citeview.checks.verdict import RangeOutcome, Verdict
from citeview.gui.panes.faults import fault_marks
from citeview.gui.panes.marks import Mark, MarkKind
from citeview.quote.results import QuoteOutcome, QuoteResult, Step
from citeview.records.citation import Citation
from citeview.session import Session
from citeview.text.units import Span

MOST_OTHERS = 2_000
"""How many other citations are marked at once; marks beyond that slow every scroll and tell nobody anything."""


def answer_marks(session: Session, row: int) -> list[Mark]:
    """Return the marks of the answer part that a citation's claim stands in."""
    marks = _others(session.in_same_answer(row), row, session.answer_span)
    span = session.answer_span(row)
    if span is not None:
        marks.append(Mark(span, MarkKind.CURRENT, row))
    record, view, verdict = session.citation(row), session.answer(row), session.known_verdict(row)
    if isinstance(record, Citation) and view is not None and verdict is not None:
        marks += fault_marks(verdict.answer_range, record.answer_selector, view.representation, row)
    return marks


def source_marks(session: Session, row: int, verdict: Verdict | None) -> list[Mark]:
    """Return the marks of a citation's source; without a verdict yet, the declared range alone is marked."""
    marks = _others(session.in_same_source(row), row, session.source_span)
    span = verdict.range.span if verdict is not None else session.source_span(row)
    if span is not None:
        marks.append(Mark(span, MarkKind.CURRENT, row))
    if verdict is None:
        return marks
    record, text = session.citation(row), session.source(row).representation
    if isinstance(record, Citation) and text is not None:
        marks += fault_marks(verdict.range, record.selector, text, row)
    if verdict.quote is None:
        return marks
    # Where a range is declared, even one that is no range of the text, what was found elsewhere is listed and not
    # marked: a mark would look like the place that is cited.
    if verdict.range.outcome is RangeOutcome.NOT_SUPPLIED:
        if verdict.quote.outcome is QuoteOutcome.FOUND_WITH_EDITS:
            marks += _with_edits(verdict.quote, row)
            return marks
        alone = verdict.chosen if len(verdict.chosen) == 1 else ()
        marks += [
            Mark(match, MarkKind.CURRENT if match in alone else MarkKind.MATCH, row) for match in verdict.quote.matches
        ]
    passage = verdict.quote.passage
    if passage is not None and not verdict.quote.matches:
        marks.append(Mark(passage.span, MarkKind.PASSAGE, row))
        marks += [
            Mark(part.source, MarkKind.CHANGED, row)
            for part in passage.parts
            if part.source is not None and part.step is not Step.SAME
        ]
    return marks


def _with_edits(result: QuoteResult, row: int) -> list[Mark]:
    """Mark a passage that needs edits as a passage, never as a found quote, with each edit in it."""
    passages = [Mark(match, MarkKind.PASSAGE, row) for match in result.matches]
    edits = [edit.source for edit in result.edits if edit.source is not None and edit.source.start < edit.source.end]
    return passages + [Mark(span, MarkKind.CHANGED, row) for span in edits]


def landing(marks: Iterable[Mark]) -> Span | None:
    """Return the span to bring into view: the chosen citation's, its fault, a match, the closest passage."""
    for kind in (MarkKind.CURRENT, MarkKind.FAULT, MarkKind.MATCH, MarkKind.PASSAGE):
        spans = [mark.span for mark in marks if mark.kind is kind]
        if spans:
            return min(spans)
    return None


def _others(rows: list[int], row: int, span_of: Callable[[int], Span | None]) -> list[Mark]:
    here = bisect_left(rows, row)  # the rows are in order; sorting 100,000 by distance would cost 60 ms at every step
    near = rows[max(0, here - MOST_OTHERS // 2) : here + MOST_OTHERS // 2 + 1]
    spans = [(span, other) for other in near if other != row and (span := span_of(other)) is not None]
    return [Mark(span, MarkKind.OTHER, other, odd=bool(at % 2)) for at, (span, other) in enumerate(sorted(spans))]
