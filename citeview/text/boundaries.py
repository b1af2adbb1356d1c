"""The boundary map: positions of one text, converted between units, strictly.

Built once for a representation and kept with it. Knows the four units; must not know documents, checks or files.
"""

from __future__ import annotations

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

_CHUNK = 512
"""Code points between checkpoints: one lookup encodes at most this many, and 10 M code points need 20,000 of them."""


_CONTINUATION_BYTES = bytes(range(0x80, 0xC0))
_CONTINUATIONS = frozenset(bytes([byte]) for byte in _CONTINUATION_BYTES)
_LOW_SURROGATE_BYTES = bytes(range(0xDC, 0xE0))
_LOW_SURROGATES = frozenset(bytes([byte]) for byte in _LOW_SURROGATE_BYTES)


class BoundaryMap:
    """Convert positions of one text between UTF-8 bytes, code points, UTF-16 units and grapheme clusters.

    Lone surrogates count 1 code point, 1 UTF-16 unit and 3 bytes each, also where a high and a low one are neighbours.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._ascii = text.isascii()
        # Offset of every checkpoint in each of the two encodings; nothing for ASCII text, where all offsets are alike.
        self._utf8: list[int] = [0]
        self._utf16: list[int] = [0]
        if self._ascii:
            return
        bytes_so_far = units_so_far = 0
        for start in range(0, len(text), _CHUNK):
            chunk = text[start : start + _CHUNK]
            if chunk.isascii():
                bytes_so_far += len(chunk)
                units_so_far += len(chunk)
            else:
                bytes_so_far += len(chunk.encode("utf-8", "surrogatepass"))
                units_so_far += len(chunk.encode("utf-16-le", "surrogatepass")) >> 1
            self._utf8.append(bytes_so_far)
            self._utf16.append(units_so_far)

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
        if self._ascii:
            return ()
        try:
            self.text.encode("utf-8")
        except UnicodeEncodeError:
            return tuple(at for at, character in enumerate(self.text) if "\ud800" <= character <= "\udfff")
        return ()

    def length(self, unit: Unit) -> int:
        """Return the length of the text in `unit`."""
        if unit is Unit.GRAPHEME:
            return self.graphemes.count
        if self._ascii or unit is Unit.CODEPOINT:
            return len(self.text)
        return self._checkpoints(unit)[-1]

    def convert(self, offset: int, from_unit: Unit, to_unit: Unit, *, boundary: str = "offset") -> int:
        """Convert one boundary from one unit to another.

        Raises:
            NotWholeNumberError: where `offset` is no whole number (`True` and `3.0` are none).
            OutOfBoundsError: where it is below 0 or past the end.
            CutsCharacterError: where it lies inside a UTF-8 sequence or a surrogate pair, or where `to_unit` is
            grapheme clusters
                and it lies inside a cluster.
        """
        if not self._ascii and (
            (from_unit is Unit.UTF8 and to_unit is Unit.UTF16) or (from_unit is Unit.UTF16 and to_unit is Unit.UTF8)
        ):
            return self._between_encodings(offset, from_unit, boundary)
        position = self._to_codepoint(offset, from_unit, boundary)
        if to_unit is Unit.CODEPOINT:
            return position
        if to_unit is Unit.GRAPHEME:
            found = self.graphemes.index_of(position)
            if found is None:
                raise self._cuts_cluster(offset, from_unit, position, boundary)
            return found
        return self._from_codepoint(position, to_unit)

    def span(self, start: int, end: int, unit: Unit) -> Span:
        """Convert both boundaries of [start, end) to a span in code points. An empty range is valid.

        Raises:
            NotWholeNumberError, OutOfBoundsError, CutsCharacterError: as `convert`, for the first boundary at fault.
            ReversedRangeError: where both boundaries are in the text and `end` lies before `start`.
        """
        for boundary, offset in (("start", start), ("end", end)):
            self._refuse_outside(offset, unit, boundary)
        if end < start:
            raise ReversedRangeError(
                f"the range is reversed: its end {end} lies before its start {start} ({unit.label})",
                boundary="end",
                offset=end,
                unit=unit,
                length=self.length(unit),
                nearest=(None, start),
            )
        return Span(self._to_codepoint(start, unit, "start"), self._to_codepoint(end, unit, "end"))

    def offsets(self, codepoint: int) -> dict[Unit, int | None]:
        """Return one code-point boundary in every unit; None in grapheme clusters where it lies inside one.

        Raises:
            NotWholeNumberError, OutOfBoundsError: as `convert`.
        """
        self._refuse_outside(codepoint, Unit.CODEPOINT, "offset")
        return {
            Unit.UTF8: self._from_codepoint(codepoint, Unit.UTF8),
            Unit.CODEPOINT: codepoint,
            Unit.UTF16: self._from_codepoint(codepoint, Unit.UTF16),
            Unit.GRAPHEME: self.graphemes.index_of(codepoint),
        }

    def range_in(self, span: Span, unit: Unit) -> tuple[int | None, int | None]:
        """Return a span of code points as a pair in `unit`; None for a boundary inside a grapheme cluster."""
        return self.offsets(span.start)[unit], self.offsets(span.end)[unit]

    def cuts_grapheme(self, codepoint: int) -> bool:
        """Say whether a code-point boundary lies inside a grapheme cluster."""
        self._refuse_outside(codepoint, Unit.CODEPOINT, "offset")
        return self.graphemes.index_of(codepoint) is None

    def _checkpoints(self, unit: Unit) -> list[int]:
        # Not a dict: the hash of an enum member is a call of Python code, at every conversion.
        return self._utf8 if unit is Unit.UTF8 else self._utf16

    def _refuse_outside(self, offset: int, unit: Unit, boundary: str) -> None:
        if type(offset) is not int:
            message = f"{boundary}: expected a whole number, got {_shown(offset)}"
            raise NotWholeNumberError(message, boundary=boundary, offset=offset, unit=unit)
        length = self.length(unit)
        if 0 <= offset <= length:
            return
        shown = str(offset) if -(10**30) < offset < 10**30 else "(a number of more than 30 digits)"
        why = "is below 0" if offset < 0 else f"lies past the end: the text has {length} {unit.label}"
        raise OutOfBoundsError(
            f"{boundary} {shown} {why}",
            boundary=boundary,
            offset=offset,
            unit=unit,
            length=length,
            nearest=(None, 0) if offset < 0 else (length, None),
        )

    def _to_codepoint(self, offset: int, unit: Unit, boundary: str) -> int:
        if unit is Unit.CODEPOINT or unit is Unit.GRAPHEME or self._ascii:
            self._refuse_outside(offset, unit, boundary)
            return self.graphemes.position_of(offset) if unit is Unit.GRAPHEME else offset
        number, inside, _ = self._locate(offset, unit, boundary)
        return number * _CHUNK + inside

    def _between_encodings(self, offset: int, unit: Unit, boundary: str) -> int:
        """Convert from UTF-8 to UTF-16 or back: within a chunk there is no need to know where it lies in the text."""
        number, inside, chunk = self._locate(offset, unit, boundary)
        prefix = chunk[:inside]
        if unit is Unit.UTF16:
            return self._utf8[number] + len(prefix.encode("utf-8", "surrogatepass"))
        return self._utf16[number] + (len(prefix.encode("utf-16-le", "surrogatepass")) >> 1)

    def _locate(self, offset: int, unit: Unit, boundary: str) -> tuple[int, int, str]:
        """Return the number of an encoded offset's chunk, its place in it in code points, and the chunk's beginning."""
        checkpoints = self._utf8 if unit is Unit.UTF8 else self._utf16
        # Asked here as well, because the two calls of the other way are a tenth of a conversion.
        if type(offset) is not int or not 0 <= offset <= checkpoints[-1]:
            self._refuse_outside(offset, unit, boundary)
        number = bisect_right(checkpoints, offset) - 1
        start = number * _CHUNK
        within = offset - checkpoints[number]
        if within == 0:
            # The last checkpoint is the text's end, which is seldom a whole number of chunks from its start.
            return number, min(0, len(self.text) - start), ""
        # No character is shorter than one unit, so the one that the offset lies in is among these.
        chunk = self.text[start : start + (within + 1 if within < _CHUNK else _CHUNK)]
        found = _position_in(chunk, within, unit)
        if found < 0:
            raise self._cuts_character(offset, unit, start + ~found, boundary)
        return number, found, chunk

    def _from_codepoint(self, position: int, unit: Unit) -> int:
        if self._ascii:
            return position
        number = position // _CHUNK
        prefix = self.text[number * _CHUNK : position]
        if unit is Unit.UTF8:
            return self._utf8[number] + len(prefix.encode("utf-8", "surrogatepass"))
        return self._utf16[number] + (len(prefix.encode("utf-16-le", "surrogatepass")) >> 1)

    def _cuts_character(self, offset: int, unit: Unit, position: int, boundary: str) -> CutsCharacterError:
        from citeview.text.characters import describe, visible

        character = self.text[position]
        before = self._from_codepoint(position, unit)
        nearest = (before, before + _width(character, unit))
        return CutsCharacterError(
            f"{boundary} {offset} in {unit.label} cuts the character {visible(character)} ({describe(character)}); "
            f"the nearest valid offsets are {nearest[0]} and {nearest[1]}",
            boundary=boundary,
            offset=offset,
            unit=unit,
            length=self.length(unit),
            nearest=nearest,
            cuts=character,
        )

    def _cuts_cluster(self, offset: int, unit: Unit, position: int, boundary: str) -> CutsCharacterError:
        from citeview.text.characters import visible

        start, end = self.graphemes.cluster_at(position)
        nearest = self._in(start, unit), self._in(end, unit)
        return CutsCharacterError(
            f"{boundary} {offset} in {unit.label} lies inside the grapheme cluster {visible(self.text[start:end])}; "
            f"the nearest offsets outside it are {nearest[0]} and {nearest[1]}",
            boundary=boundary,
            offset=offset,
            unit=unit,
            length=self.length(unit),
            nearest=nearest,
            cuts=self.text[start:end],
        )

    def _in(self, position: int, unit: Unit) -> int:
        return position if unit is Unit.CODEPOINT else self._from_codepoint(position, unit)


def _width(text: str, unit: Unit) -> int:
    if unit is Unit.UTF8:
        return len(text.encode("utf-8", "surrogatepass"))
    return len(text.encode("utf-16-le", "surrogatepass")) >> 1


def _position_in(chunk: str, within: int, unit: Unit) -> int:
    """Return the code-point position of an offset in a chunk, or the complement (~) of the character's that it cuts.

    Counts by deleting the bytes that begin no character: twice as fast as decoding the bytes before the offset.
    """
    if unit is Unit.UTF8:
        data = chunk.encode("utf-8", "surrogatepass")
        before = len(data[:within].translate(None, _CONTINUATION_BYTES))
        return ~(before - 1) if data[within : within + 1] in _CONTINUATIONS else before
    try:
        high_bytes = chunk.encode("utf-16-le")[1::2]
    except UnicodeEncodeError:
        return _position_among_halves(chunk, within)
    before = len(high_bytes[:within].translate(None, _LOW_SURROGATE_BYTES))
    return ~(before - 1) if high_bytes[within : within + 1] in _LOW_SURROGATES else before


def _position_among_halves(chunk: str, within_utf16: int) -> int:
    """Do the same for UTF-16 among lone surrogates, where a decoder would join what are two code points."""
    units = 0
    for position, character in enumerate(chunk):
        if units == within_utf16:
            return position
        units += 2 if character > "\uffff" else 1
        if units > within_utf16:
            return ~position
    return len(chunk)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value!r}"[:40]
