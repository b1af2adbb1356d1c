"""A list of replacements that turns one text into another, and the map between positions of the two.

Knows positions only. Must not know why a text was rewritten.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from typing import Literal, NamedTuple

from citeview.text.units import Span

Edge = Literal["start", "end"]


_Tables = tuple["array[int]", "array[int]", "array[int]", "array[int]"]


class Edit(NamedTuple):
    """Replace `[start, end)` of the stored text, in code points, by `replacement`."""

    start: int
    end: int
    replacement: str


class EditMap:
    """Convert code-point positions between a text and the text that its edits make.

    A position inside a replaced stretch has no counterpart: the converters return None for it. Where a stretch was
    deleted, one position of the new text lies on both of its sides; the start of a span then means the far side and the
    end of a span the near side, so that a span never grows by what was deleted around it.
    """

    __slots__ = ("_edits", "_length", "_tables", "text")

    def __init__(self, text: str, edits: Iterable[Edit]) -> None:
        """Apply `edits` to `text`.

        Args:
            text: the stored text.
            edits: replacements in ascending order that do not overlap.

        Raises:
            ValueError: where two edits overlap or are out of order.

        """
        edits = list(edits)
        self._length = len(edits)
        self._edits: list[Edit] | None = edits
        self._tables: _Tables | None = None
        self.text = _applied(text, edits) if edits else text
        """The text that the edits make."""

    @property
    def _table(self) -> _Tables:
        # Most variants are compared and never mapped, and the tables take longer to make than the text.
        if self._tables is None:
            self._tables = _tables(self._edits or [])
            self._edits = None
        return self._tables

    def __len__(self) -> int:
        """Return the number of edits."""
        return self._length

    def to_old(self, position: int, edge: Edge) -> int | None:
        """Return where a position of the new text lies in the stored text, or None inside a replaced stretch."""
        old_starts, old_ends, new_starts, new_ends = self._table
        return _convert(position, edge, new_starts, new_ends, old_starts, old_ends)

    def to_new(self, position: int, edge: Edge) -> int | None:
        """Return where a position of the stored text lies in the new text, or None inside a replaced stretch."""
        return _convert(position, edge, *self._table)

    def span_to_old(self, span: Span) -> Span | None:
        """Return the span of the stored text that a span of the new text was made of; None where an edge has none."""
        return _span(span, self.to_old)

    def span_to_new(self, span: Span) -> Span | None:
        """Return the span of the new text that was made of a span of the stored text; None where an edge has none."""
        return _span(span, self.to_new)

    def edits_before(self, position: int) -> int:
        """Count the edits that end at or before a position of the stored text."""
        return bisect_right(self._table[1], position)


def _applied(text: str, edits: list[Edit]) -> str:
    pieces: list[str] = []
    done = 0
    for start, end, replacement in edits:
        if start < done or end < start or end > len(text):
            raise ValueError(f"edit [{start}, {end}) overlaps an earlier one or lies outside the text")
        pieces.append(text[done:start])
        pieces.append(replacement)
        done = end
    pieces.append(text[done:])
    return "".join(pieces)


def _tables(edits: list[Edit]) -> _Tables:
    """Return where each edit begins and ends in the old text, and in the new one."""
    tables = array("Q"), array("Q"), array("Q"), array("Q")
    old_starts, old_ends, new_starts, new_ends = tables
    grown = 0
    for start, end, replacement in edits:
        old_starts.append(start)
        old_ends.append(end)
        new_starts.append(start + grown)
        grown += len(replacement) - (end - start)
        new_ends.append(end + grown)
    return tables


def _convert(
    position: int,
    edge: Edge,
    starts: Sequence[int],
    ends: Sequence[int],
    other_starts: Sequence[int],
    other_ends: Sequence[int],
) -> int | None:
    if edge == "start":
        number = bisect_right(starts, position) - 1
        if number < 0:
            return position
        if position >= ends[number]:
            return other_ends[number] + position - ends[number]
        return other_starts[number] if position == starts[number] else None
    number = bisect_left(ends, position)
    if number == len(ends) or position < starts[number]:
        return position if number == 0 else other_ends[number - 1] + position - ends[number - 1]
    if position == starts[number]:
        return other_starts[number]
    return other_ends[number] if position == ends[number] else None


def _span(span: Span, convert: Callable[[int, Edge], int | None]) -> Span | None:
    start = convert(span.start, "start")
    end = convert(span.end, "end")
    if start is None or end is None:
        return None
    # An empty span beside a deleted stretch: both edges mean the same place.
    return Span(end, end) if span.start == span.end else Span(start, end)
