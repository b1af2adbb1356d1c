"""What an offset counts, and what is wrong with one that fits no text.

Knows units, spans and the facts of a refusal. Must not know any text.
"""

from __future__ import annotations

import enum
from typing import NamedTuple


class Unit(enum.StrEnum):
    """Name what a number counts. `Unit("utf8")` gives a member, and any other word is an `UnknownUnitError`."""

    UTF8 = "utf8"
    CODEPOINT = "codepoint"
    UTF16 = "utf16"
    GRAPHEME = "grapheme"

    @property
    def label(self) -> str:
        """Return the unit in words, in the plural."""
        return _LABELS[self]

    def counted(self, number: int) -> str:
        """Return a number of this unit in words: `1 code point`, `7 UTF-8 bytes`."""
        return f"{number} {self.label.removesuffix('s') if number == 1 else self.label}"

    @classmethod
    def _missing_(cls, value: object) -> Unit:
        # Never an alias guess: "bytes" or "utf-16" in an export is a unit that is not declared.
        raise UnknownUnitError(f"unknown unit {value!r:.40}: expected utf8, codepoint, utf16 or grapheme")


_LABELS = {
    Unit.UTF8: "UTF-8 bytes",
    Unit.CODEPOINT: "code points",
    Unit.UTF16: "UTF-16 units",
    Unit.GRAPHEME: "grapheme clusters",
}


class Span(NamedTuple):
    """Hold a half-open range [start, end) in code points of one representation."""

    start: int
    end: int


class UnknownUnitError(ValueError):
    """Refuse a word that names no unit."""


class RangeFault(enum.StrEnum):
    """Name what is wrong with a range."""

    OUT_OF_BOUNDS = "out of bounds"
    REVERSED = "reversed"
    CUTS_A_CHARACTER = "cuts a character"
    NOT_A_WHOLE_NUMBER = "not a whole number"


class OffsetError(ValueError):
    """Refuse an offset, with the facts.

    Attributes:
        fault: what is wrong.
        boundary: `start`, `end` or `offset`.
        offset: the refused number, in `unit`.
        unit: what the number counts.
        length: length of the text in that unit.
        nearest: the nearest valid offsets before and after, in that unit; None where there is none.
        cuts: the character that the boundary would cut, or None.
    """

    fault: RangeFault

    def __init__(
        self,
        message: str,
        *,
        boundary: str,
        offset: int,
        unit: Unit,
        length: int,
        nearest: tuple[int | None, int | None] = (None, None),
        cuts: str | None = None,
    ) -> None:
        super().__init__(message)
        self.boundary = boundary
        self.offset = offset
        self.unit = unit
        self.length = length
        self.nearest = nearest
        self.cuts = cuts


class OutOfBoundsError(OffsetError):
    """Refuse an offset below 0 or past the end of the text."""

    fault = RangeFault.OUT_OF_BOUNDS


class ReversedRangeError(OffsetError):
    """Refuse a range whose end lies before its start."""

    fault = RangeFault.REVERSED


class CutsCharacterError(OffsetError):
    """Refuse an offset inside a UTF-8 sequence, a surrogate pair or (for grapheme clusters) a cluster."""

    fault = RangeFault.CUTS_A_CHARACTER


class NotWholeNumberError(TypeError):
    """Refuse what is no whole number: a JSON `true`, `3.0` and `"3"` are not the integer 3."""

    fault = RangeFault.NOT_A_WHOLE_NUMBER

    def __init__(self, message: str, *, boundary: str, offset: object, unit: Unit) -> None:
        super().__init__(message)
        self.boundary = boundary
        self.offset = offset
        self.unit = unit
