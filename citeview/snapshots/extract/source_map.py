"""From positions of an extracted text back to positions of what it was extracted from.

Knows runs: a stretch of text that was copied character by character, or one that stands for a stretch of the source as
a whole (`&amp;`, a line end for the boundary of a block). Must not know formats or bytes.
"""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterable, Sequence

from citeview.text.units import Span


class SourceMap:
    """Map code points of a text to code points of its source; runs come in the order of both."""

    def __init__(self, numbers: Sequence[int], text_length: int) -> None:
        """Take the flat numbers of the runs.

        Args:
            numbers: for each run, where it begins in the text, where in the source, how much of the source it stands
                for, and 1 where it was copied, else 0.
            text_length: code points of the text.

        Raises:
            ValueError: where they are no runs of such a text.

        """
        if len(numbers) % 4:
            raise ValueError("the numbers of a source map come in fours")
        self._text_at = array("q", numbers[0::4])
        self._source_at = array("q", numbers[1::4])
        self._source_length = array("q", numbers[2::4])
        self._copied = bytes(numbers[3::4])
        self.text_length = text_length
        self._check()

    @classmethod
    def of_runs(cls, runs: Iterable[tuple[int, int, int, bool]], text_length: int) -> SourceMap:
        """Build a map of runs `(text_at, source_at, source_length, copied)`; neighbours that continue are joined."""
        numbers: list[int] = []
        for text_at, source_at, source_length, copied in runs:
            if copied and numbers and numbers[-1] and numbers[-3] + numbers[-2] == source_at:
                numbers[-2] += source_length
                continue
            numbers += (text_at, source_at, source_length, int(copied))
        return cls(numbers, text_length)

    @classmethod
    def identity(cls, length: int, source_at: int = 0) -> SourceMap:
        """Build the map of a text that is its source from `source_at` on."""
        return cls([0, source_at, length, 1] if length else [], length)

    @property
    def numbers(self) -> list[int]:
        """Return the flat numbers, as the constructor takes them."""
        return [
            number
            for run in zip(self._text_at, self._source_at, self._source_length, self._copied, strict=True)
            for number in run
        ]

    def to_source(self, span: Span) -> Span:
        """Return the stretch of the source that a stretch of the text came from; both in code points.

        What stands for a stretch of the source as a whole gives all of it. An empty span gives an empty one.

        Raises:
            ValueError: where the text has no such span.

        """
        if not 0 <= span.start <= span.end <= self.text_length:
            raise ValueError(f"[{span.start}, {span.end}) is no span of a text of {self.text_length} code points")
        if not self._text_at:
            return Span(0, 0)
        if span.start == span.end:
            at = self._one(span.start).start if span.start < self.text_length else self._end()
            return Span(at, at)
        first, last = self._one(span.start), self._one(span.end - 1)
        return Span(first.start, max(first.end, last.end))

    def from_source(self, span: Span) -> Span | None:
        """Return the stretch of the text that was made of any part of a stretch of the source; None where none was."""
        first = max(0, bisect_right(self._source_at, span.start) - 1)
        start = end = None
        for run in range(first, len(self._text_at)):
            source_at, length = self._source_at[run], self._source_length[run]
            if source_at >= span.end and not (source_at == span.start == span.end):
                break
            if source_at + length <= span.start or not length:
                continue
            text_at, text_end = self._text_at[run], self._text_end(run)
            if self._copied[run]:
                text_at, text_end = (
                    text_at + max(0, span.start - source_at),
                    text_at + min(length, span.end - source_at),
                )
            start = text_at if start is None else start
            end = text_end
        return None if start is None or end is None or start >= end else Span(start, end)

    def whole(self, position: int) -> bool:
        """Say whether the code point at `position` stands for a stretch of the source as a whole."""
        return not self._copied[bisect_right(self._text_at, position) - 1]

    def _one(self, position: int) -> Span:
        run = bisect_right(self._text_at, position) - 1
        source_at = self._source_at[run]
        if self._copied[run]:
            return Span(source_at + position - self._text_at[run], source_at + position - self._text_at[run] + 1)
        return Span(source_at, source_at + self._source_length[run])

    def _end(self) -> int:
        return self._source_at[-1] + self._source_length[-1]

    def _text_end(self, run: int) -> int:
        return self._text_at[run + 1] if run + 1 < len(self._text_at) else self.text_length

    def _check(self) -> None:
        if self._text_at and self._text_at[0] != 0:
            raise ValueError("a source map begins at the text's beginning")
        if bool(self._text_at) != bool(self.text_length):
            raise ValueError("a source map covers the whole text")
        source = 0
        for run in range(len(self._text_at)):
            length = self._text_end(run) - self._text_at[run]
            if length <= 0 or self._source_length[run] < 0 or self._source_at[run] < source:
                raise ValueError("the runs of a source map come in order")
            if self._copied[run] and length != self._source_length[run]:
                raise ValueError("a copied run is as long as what it was copied from")
            source = self._source_at[run] + self._source_length[run]
