"""The declared numbers read in each of the four units, side by side.

Everything else of the declaration (origin, end convention, base) stays. Knows one range and its text; must not know
readings that change more than the unit: `citeview.checks.lab.readings` has those.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

from citeview.checks.lab.subjects import Subject
from citeview.checks.ranges import check_range
from citeview.checks.selection import check_selection
from citeview.checks.verdict import RangeOutcome, RangeResult, SelectionOutcome
from citeview.text.representation import Representation
from citeview.text.units import Span, Unit

NEIGHBOURS = 16
"""How many code points are shown on either side of a selection."""


@dataclass(frozen=True, slots=True)
class Distance:
    """Hold how far a span lies from the nearest occurrence of the quote, in code points; negative is early."""

    start: int
    end: int
    occurrence: Span
    """The nearest occurrence of the quote, in code points of the shown text."""

    @property
    def sentence(self) -> str:
        """Return it in words: `starts 1 code point early, ends 1 early`."""
        if not self.start and not self.end:
            return "selects the quote"
        if not self.start:
            return f"starts where the quote does, ends {_points(self.end)}"
        if not self.end:
            return f"starts {_points(self.start)}, ends where the quote does"
        return f"starts {_points(self.start)}, ends {abs(self.end):,} {_direction(self.end)}"


@dataclass(frozen=True, slots=True)
class OffsetRow:
    """Hold the declared numbers read in one unit."""

    unit: Unit
    declared: bool
    """Whether this is the unit that the export declares."""
    start: object
    end: object
    """The two numbers as declared, whatever stood there."""
    result: RangeResult
    """The range in every unit and in document positions, or why it is none."""
    selected: str | None
    before: str
    after: str
    """What is selected, and the text on either side of it."""
    equal: bool
    """Whether the selection equals the quote exactly."""
    folded: tuple[str, ...]
    """What was folded where the selection equals the quote only after that."""
    distance: Distance | None
    """None where the range is none, or where the quote does not occur in the text."""
    sentence: str
    """How the row does, in words."""


def offset_rows(subject: Subject) -> tuple[OffsetRow, ...]:
    """Return one row for each unit, in the order of `Unit`."""
    return tuple(_row(subject, unit) for unit in Unit)


def nearest_occurrence(text: str, quote: str, near: int) -> Span | None:
    """Return the occurrence of `quote` in `text` that starts nearest to `near`, all in code points; None for none."""
    if not quote:
        return None
    near = min(max(near, 0), len(text))
    later = text.find(quote, near)
    earlier = text.rfind(quote, 0, near + len(quote) - 1) if near else -1
    if later < 0 and earlier < 0:
        return None
    start = later if earlier < 0 or (later >= 0 and later - near < near - earlier) else earlier
    return Span(start, start + len(quote))


def distance(span: Span, text: str, quote: str) -> Distance | None:
    """Measure how far `span` lies from the nearest occurrence of `quote`; None where the quote does not occur."""
    nearest = nearest_occurrence(text, quote, span.start)
    if nearest is None:
        return None
    return Distance(span.start - nearest.start, span.end - nearest.end, nearest)


def _row(subject: Subject, unit: Unit) -> OffsetRow:
    declared, shown = subject.declared, subject.shown
    result = check_range(dataclasses.replace(declared, unit=unit), shown, subject.chunk)
    selection = check_selection(result.span, shown, subject.quote)
    apart = None
    before = after = ""
    if result.span is not None:
        before, after = neighbours(shown, result.span)
        if subject.quote is not None:
            apart = distance(result.span, shown.text, subject.quote.exact)
    equal = selection.outcome is SelectionOutcome.EQUAL
    return OffsetRow(
        unit,
        unit is declared.unit,
        declared.start,
        declared.end,
        result,
        selection.text,
        before,
        after,
        equal,
        selection.differences,
        apart,
        _sentence(subject, result, equal=equal, folded=selection.differences, apart=apart),
    )


def neighbours(shown: Representation, span: Span) -> tuple[str, str]:
    """Return the text before and after a span of the shown text; the outer ends do not cut a grapheme cluster."""
    first = max(0, span.start - NEIGHBOURS)
    last = min(len(shown), span.end + NEIGHBOURS)
    while first < span.start and shown.boundaries.cuts_grapheme(first):
        first += 1
    while last > span.end and shown.boundaries.cuts_grapheme(last):
        last -= 1
    return shown.text[first : span.start], shown.text[span.end : last]


def _sentence(
    subject: Subject, result: RangeResult, *, equal: bool, folded: tuple[str, ...], apart: Distance | None
) -> str:
    if result.span is None:
        return result.message
    if subject.quote is None:
        return "there is no quote to compare"
    if equal:
        return "selects the quote"
    if folded:
        return f"selects the quote apart from: {', '.join(folded)}"
    if apart is None:
        return "selects something else; the quote does not occur in the text"
    if result.outcome is RangeOutcome.EMPTY:
        return f"is empty; {apart.sentence}"
    return apart.sentence


def _points(count: int) -> str:
    size = abs(count)
    return f"{size:,} code point{'' if size == 1 else 's'} {_direction(count)}"


def _direction(count: int) -> str:
    return "early" if count < 0 else "late"
