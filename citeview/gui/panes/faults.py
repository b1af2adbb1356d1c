"""Where the boundaries lie that make a declared range no range of its text.

Marks the boundary at fault, and nothing that the range might have meant.
"""

from __future__ import annotations

from typing import TypeGuard

from citeview.checks.ranges import half_open
from citeview.checks.verdict import RangeOutcome, RangeResult
from citeview.gui.panes.marks import Mark, MarkKind
from citeview.records.selectors import Base, Selector
from citeview.text.representation import Representation
from citeview.text.units import OffsetError, Span, Unit


def fault_marks(result: RangeResult, selector: Selector | None, text: Representation, row: int) -> list[Mark]:
    """Mark the character that a boundary cuts, the end of the text that it lies beyond, or both reversed boundaries.

    `text` is what the range was declared on. A range on a chunk counts in another text: its numbers have no place here.
    """
    declared = selector.position if selector is not None else None
    if declared is None or declared.unit is None or declared.base is Base.CHUNK or not result.outcome.invalid:
        return []
    if result.outcome is RangeOutcome.REVERSED and _whole(declared.start) and _whole(declared.end):
        numbers = half_open(declared.start, declared.end, declared.origin, declared.end_convention)
        return [Mark(Span(place, place), MarkKind.FAULT, row) for place in _places(numbers, declared.unit, text)]
    places = _places(result.nearest or (), declared.unit, text)
    return [Mark(Span(places[0], places[-1]), MarkKind.FAULT, row)] if places else []


def _places(offsets: tuple[int | None, ...], unit: Unit, text: Representation) -> list[int]:
    """Return the code points of those offsets that lie in the text, in order."""
    found = []
    for offset in offsets:
        try:
            found += [text.boundaries.convert(offset, unit, Unit.CODEPOINT)] if offset is not None else []
        except OffsetError:
            continue  # a reversed range may cut a character as well; its other boundary is shown
    return sorted(found)


def _whole(value: object) -> TypeGuard[int]:
    return type(value) is int
