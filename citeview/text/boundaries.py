"""The boundary map: positions of one text, converted between units, strictly.

Built once for a representation and kept with it. Knows the four units; must not know documents, checks or files.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from citeview.text.units import (
    CutsCharacterError,
    NotWholeNumberError,
    OutOfBoundsError,
    ReversedRangeError,
    Span,
    Unit,
)

if TYPE_CHECKING:
    from citeview.text.graphemes import GraphemeMap

_CHUNK = 768
"""Code points between checkpoints. Measured on 10 M mixed code points, in ratios of `text.encode()` and in µs for the
dearest conversion: 512 takes 2.4 and 3.8, 768 takes 2.1 and 4.3, 1,024 takes 1.9 and 4.8."""

# Python 3.11 runs Python code for every `Unit.UTF8`; a conversion asks for a dozen.
_UTF8, _CODEPOINT, _UTF16, _GRAPHEME = Unit.UTF8, Unit.CODEPOINT, Unit.UTF16, Unit.GRAPHEME

_SURROGATE = re.compile("[\ud800-\udfff]")
_SAME_WIDTHS = "\ufffd"
"""Counts what a lone surrogate counts: 3 bytes, 1 code point, 1 UTF-16 unit. Unlike it, it stays single beside another:
UTF-16 would read a high and a low neighbour as one pair, but in a `str` they are two code points."""

_LONGEST_SHOWN = 8
"""Code points of a cluster that a message shows: a cluster may have 100,000."""


class BoundaryMap:
    """Convert positions of one text between UTF-8 bytes, code points, UTF-16 units and grapheme clusters.

    Lone surrogates count 1 code point, 1 UTF-16 unit and 3 bytes each, also where a high and a low one are neighbours.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._ascii = text.isascii()
        # What widths are measured on: the text, or one of the same widths that every encoder takes.
        self._measured = text
        # Offset of every checkpoint in each of the two encodings; nothing for ASCII text, where all offsets are alike.
        self._utf8: list[int] = [0]
        self._utf16: list[int] = [0]
        if self._ascii:
            return
        try:
            self._utf8, self._utf16 = _checkpoints(text)
        except UnicodeEncodeError:
            self._measured = _SURROGATE.sub(_SAME_WIDTHS, text)
            self._utf8, self._utf16 = _checkpoints(self._measured)

    @cached_property
    def graphemes(self) -> GraphemeMap:
        """Return where the text's grapheme clusters begin; found at first use, because most texts are never asked."""
        from citeview.text.graphemes import GraphemeMap

        return GraphemeMap(self.text)

    @property
    def graphemes_known(self) -> bool:
        """Whether the clusters have been found: on a large text that is a second that a window must not wait for."""
        return "graphemes" in self.__dict__

    @cached_property
    def lone_surrogates(self) -> tuple[int, ...]:
        """Return the code-point positions of lone surrogates."""
        if self._measured is self.text:
            return ()
        return tuple(match.start() for match in _SURROGATE.finditer(self.text))

    def length(self, unit: Unit) -> int:
        """Return the length of the text in `unit`."""
        return self._length(_unit(unit))

    def convert(self, offset: int, from_unit: Unit, to_unit: Unit, *, boundary: str = "offset") -> int:
        """Convert one boundary from one unit to another.

        Raises:
            NotWholeNumberError: where `offset` is no whole number (`True` and `3.0` are none).
            OutOfBoundsError: where it is below 0 or past the end.
            CutsCharacterError: where it lies inside a UTF-8 sequence or a surrogate pair; also where `to_unit` is
                grapheme clusters and it lies inside one.
            UnknownUnitError: where one of the units is none.
        """
        # A word that equals a unit is one, but the tests below are by identity, which is what makes them quick.
        if type(from_unit) is not Unit or type(to_unit) is not Unit:
            from_unit, to_unit = Unit(from_unit), Unit(to_unit)
        if self._ascii or from_unit is _CODEPOINT or from_unit is _GRAPHEME:
            position = self._to_codepoint(offset, from_unit, boundary)
            if to_unit is not _GRAPHEME:
                return self._from_codepoint(position, to_unit)
        else:
            number, between, backwards = self._locate(offset, from_unit, boundary)
            if to_unit is _UTF8 or to_unit is _UTF16:
                # From one encoding to the other there is no need to know which code point it is.
                checkpoint = (self._utf8 if to_unit is _UTF8 else self._utf16)[number]
                width = _width(between, to_unit)
                return checkpoint - width if backwards else checkpoint + width
            position = self._position(number, between, backwards)
            if to_unit is _CODEPOINT:
                return position
        found = self.graphemes.index_of(position)
        if found is None:
            raise self._cuts_cluster(offset, from_unit, position, boundary)
        return found

    def span(self, start: int, end: int, unit: Unit) -> Span:
        """Convert both boundaries of [start, end) to a span in code points. An empty range is valid.

        What the numbers are is asked first, then whether they lie in the text, whether they are in order, and last what
        they cut; each of `start` before `end`.

        Raises:
            NotWholeNumberError, OutOfBoundsError, CutsCharacterError, UnknownUnitError: as `convert`.
            ReversedRangeError: where both boundaries are in the text and `end` lies before `start`.
        """
        unit = _unit(unit)
        for boundary, offset in (("start", start), ("end", end)):
            self._refuse_outside(offset, unit, boundary)
        if end < start:
            raise ReversedRangeError(
                f"the range is reversed: its end {end} lies before its start {start} ({unit.label})",
                boundary="end",
                offset=end,
                unit=unit,
                length=self._length(unit),
                nearest=(None, start),
            )
        return Span(self._to_codepoint(start, unit, "start"), self._to_codepoint(end, unit, "end"))

    def offsets(self, codepoint: int) -> dict[Unit, int | None]:
        """Return one code-point boundary in every unit; None in grapheme clusters where it lies inside one.

        Raises:
            NotWholeNumberError, OutOfBoundsError: as `convert`.
        """
        return {unit: self._offset_in(codepoint, unit) for unit in Unit}

    def range_in(self, span: Span, unit: Unit) -> tuple[int | None, int | None]:
        """Return a span of code points as a pair in `unit`; None for a boundary inside a grapheme cluster.

        Raises:
            NotWholeNumberError, OutOfBoundsError, UnknownUnitError: as `convert`.
        """
        unit = _unit(unit)
        return self._offset_in(span.start, unit), self._offset_in(span.end, unit)

    def cuts_grapheme(self, codepoint: int) -> bool:
        """Say whether a code-point boundary lies inside a grapheme cluster.

        Raises:
            NotWholeNumberError, OutOfBoundsError: as `convert`.
        """
        return self._offset_in(codepoint, _GRAPHEME) is None

    def _length(self, unit: Unit) -> int:
        if unit is _GRAPHEME:
            return self.graphemes.count
        if self._ascii or unit is _CODEPOINT:
            return len(self.text)
        # Not a dict: the hash of an enum member is a call of Python code, at every conversion.
        return (self._utf8 if unit is _UTF8 else self._utf16)[-1]

    def _refuse_outside(self, offset: int, unit: Unit, boundary: str) -> None:
        if type(offset) is not int:
            message = f"{boundary}: expected a whole number, got {_shown(offset)}"
            raise NotWholeNumberError(message, boundary=boundary, offset=offset, unit=unit)
        length = self._length(unit)
        if 0 <= offset <= length:
            return
        shown = str(offset) if -(10**30) < offset < 10**30 else "(a number of more than 30 digits)"
        why = "is below 0" if offset < 0 else f"lies past the end: the text has {unit.counted(length)}"
        raise OutOfBoundsError(
            f"{boundary} {shown} {why}",
            boundary=boundary,
            offset=offset,
            unit=unit,
            length=length,
            nearest=(None, 0) if offset < 0 else (length, None),
        )

    def _offset_in(self, codepoint: int, unit: Unit) -> int | None:
        self._refuse_outside(codepoint, _CODEPOINT, "offset")
        return self.graphemes.index_of(codepoint) if unit is _GRAPHEME else self._from_codepoint(codepoint, unit)

    def _to_codepoint(self, offset: int, unit: Unit, boundary: str) -> int:
        if unit is _CODEPOINT or unit is _GRAPHEME or self._ascii:
            self._refuse_outside(offset, unit, boundary)
            return self.graphemes.position_of(offset) if unit is _GRAPHEME else offset
        return self._position(*self._locate(offset, unit, boundary))

    def _position(self, number: int, between: str, backwards: bool) -> int:
        # The last checkpoint is the text's end, which is seldom a whole number of chunks from its start.
        checkpoint = min(number * _CHUNK, len(self.text))
        return checkpoint - len(between) if backwards else checkpoint + len(between)

    def _locate(self, offset: int, unit: Unit, boundary: str) -> tuple[int, str, bool]:
        """Find an offset in UTF-8 bytes or UTF-16 units, or refuse it.

        Returns the number of the checkpoint nearest to it, the characters between the two, and whether the offset lies
        before the checkpoint.
        """
        checkpoints = self._utf8 if unit is _UTF8 else self._utf16
        # Asked here as well, because the two calls of the other way are a tenth of a conversion.
        if type(offset) is not int or not 0 <= offset <= checkpoints[-1]:
            self._refuse_outside(offset, unit, boundary)
        number = bisect_right(checkpoints, offset) - 1
        within = offset - checkpoints[number]
        if within == 0:
            return number, "", False
        codec, size = ("utf-8", 1) if unit is _UTF8 else ("utf-16-le", 2)
        start = number * _CHUNK
        rest = checkpoints[number + 1] - offset
        # No character is shorter than one unit, so this many characters are enough.
        if backwards := rest < within:
            end = min(start + _CHUNK, len(self.text))
            data = self._measured[max(start, end - rest) : end].encode(codec)[-rest * size :]
        else:
            data = self._measured[start : start + min(within, _CHUNK)].encode(codec)[: within * size]
        try:
            between = data.decode(codec)
        except UnicodeDecodeError:
            whole = len(data.decode(codec, "ignore"))
            raise self._cuts_character(
                offset, unit, end - whole - 1 if backwards else start + whole, boundary
            ) from None
        return (number + 1, between, True) if backwards else (number, between, False)

    def _from_codepoint(self, position: int, unit: Unit) -> int:
        if self._ascii or unit is _CODEPOINT:
            return position
        checkpoints = self._utf8 if unit is _UTF8 else self._utf16
        number, within = divmod(position, _CHUNK)
        if within > _CHUNK // 2:
            return checkpoints[number + 1] - _width(self._measured[position : (number + 1) * _CHUNK], unit)
        return checkpoints[number] + _width(self._measured[position - within : position], unit)

    def _cuts_character(self, offset: int, unit: Unit, position: int, boundary: str) -> CutsCharacterError:
        from citeview.text.characters import describe, visible

        character = self.text[position]
        before = self._from_codepoint(position, unit)
        nearest = (before, self._from_codepoint(position + 1, unit))
        return CutsCharacterError(
            f"{boundary} {offset} in {unit.label} cuts the character {visible(character)} ({describe(character)}); "
            f"the nearest valid offsets are {nearest[0]} and {nearest[1]}",
            boundary=boundary,
            offset=offset,
            unit=unit,
            length=self._length(unit),
            nearest=nearest,
            cuts=character,
        )

    def _cuts_cluster(self, offset: int, unit: Unit, position: int, boundary: str) -> CutsCharacterError:
        from citeview.text.characters import visible

        start, end = self.graphemes.cluster_at(position)
        nearest = self._from_codepoint(start, unit), self._from_codepoint(end, unit)
        shown = visible(self.text[start : min(end, start + _LONGEST_SHOWN)])
        if end - start > _LONGEST_SHOWN:
            shown += f"… ({end - start} code points)"
        return CutsCharacterError(
            f"{boundary} {offset} in {unit.label} lies inside the grapheme cluster {shown}; "
            f"the nearest offsets outside it are {nearest[0]} and {nearest[1]}",
            boundary=boundary,
            offset=offset,
            unit=unit,
            length=self._length(unit),
            nearest=nearest,
            cuts=self.text[start:end],
        )


def _checkpoints(text: str) -> tuple[list[int], list[int]]:
    """Return the offset of every chunk's start, and of the text's end, in UTF-8 bytes and in UTF-16 units."""
    utf8, utf16 = [0], [0]
    bytes_so_far = units_so_far = 0
    for start in range(0, len(text), _CHUNK):
        chunk = text[start : start + _CHUNK]
        if chunk.isascii():
            bytes_so_far += len(chunk)
            units_so_far += len(chunk)
        else:
            bytes_so_far += len(chunk.encode("utf-8"))
            units_so_far += len(chunk.encode("utf-16-le")) >> 1
        utf8.append(bytes_so_far)
        utf16.append(units_so_far)
    return utf8, utf16


def _unit(unit: Unit) -> Unit:
    return unit if type(unit) is Unit else Unit(unit)


def _width(text: str, unit: Unit) -> int:
    return len(text.encode("utf-8")) if unit is _UTF8 else len(text.encode("utf-16-le")) >> 1


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value!r}"[:40]
