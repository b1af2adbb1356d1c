"""What a QTextDocument is given instead of a text, and the map between the two.

A QTextDocument is not UTF-16 of your string (measured on PySide6 6.11.3): CR LF becomes one position, CR, LF, U+2029,
U+FDD0 and U+FDD1 one block separator each, a leading U+FEFF vanishes, and a line of megabytes takes seconds to lay
out. So the document gets a *display text* that Qt takes as it is, and every position is converted by this map. Knows
Qt's habits; imports no Qt.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import pairwise

from citeview.text.boundaries import BoundaryMap
from citeview.text.graphemes import interior_positions
from citeview.text.units import CutsCharacterError, OutOfBoundsError, Unit

LONGEST_LINE = 6_000
"""Code points of a line that are shown in one block; a longer line is cut for display only.

Qt lays out a block as a whole as soon as a part of it is seen, and each block costs something: measured on 10 MB in
one line, 6,000 is the cheapest between 4,000 and 16,000.
"""

_LOOK_BACK = 2_000
"""How far before the limit white space is looked for."""

_NEAR = 256
"""How far before a cut a plain character is looked for."""

_PLAIN = re.compile("[!-~\u3041-\u3096\u4e00-\u9fff]")
"""Characters that join with nothing that follows but what extends them, whatever stands before them."""

_SURROGATE = re.compile("[\ud800-\udfff]")

STAND_INS: dict[str, str] = {
    "\x00": "\u2400",
    "\ufeff": "\u2395",
    "\ufdd0": "\u25a1",
    "\ufdd1": "\u25a1",
    "\ufffc": "\u25a3",
    "\ufffe": "\u25a1",
}
"""What is shown for characters that Qt would swallow or act on; each is one UTF-16 unit, like what it stands for."""

LONE_SURROGATE = "\ufffd"
"""What is shown for half a character."""


class DocumentMap:
    """Convert between code points of a text and positions in the QTextDocument that shows its `display` text.

    A document position counts UTF-16 units of `display`, in which every line end is one LF.
    """

    def __init__(self, text: str, boundaries: BoundaryMap | None = None) -> None:
        """Build the map; `boundaries` is the text's own map, used where the display text is the text itself."""
        self.text = text
        self._boundaries = boundaries
        self._carriage_returns = "\r" in text
        shown, pairs = _shown(text)
        cuts = _cuts(shown)
        self.display = _with_breaks(shown, cuts)
        # From text_at[i] (code points of the text) on, the display text goes on at display_at[i] (code points of it).
        self._text_at, self._display_at, self._cuts = _segments(pairs, cuts)

    @cached_property
    def _units(self) -> BoundaryMap:
        if self._boundaries is not None and self.display is self.text:
            return self._boundaries
        return BoundaryMap(self.display)

    @property
    def length(self) -> int:
        """Return the last valid document position."""
        return self._units.length(Unit.UTF16)

    def to_document(self, codepoint: int) -> int:
        """Return the document position of a code-point boundary; inside a CR LF that is the position before it.

        Raises:
            OutOfBoundsError: where the text has no such boundary.
        """
        if not 0 <= codepoint <= len(self.text):
            raise OutOfBoundsError(
                f"offset {codepoint} lies outside the text of {len(self.text)} code points",
                boundary="offset",
                offset=codepoint,
                unit=Unit.CODEPOINT,
                length=len(self.text),
            )
        return self._units.convert(self._display_index(codepoint), Unit.CODEPOINT, Unit.UTF16)

    def from_document(self, position: int) -> int:
        """Return the code-point boundary of a document position; inside a surrogate pair, that of its character.

        Raises:
            OutOfBoundsError: where the document has no such position.
        """
        index = self._floor(position)
        segment = bisect_right(self._display_at, index) - 1
        return self._text_at[segment] + index - self._display_at[segment]

    def inside_line_end(self, codepoint: int) -> bool:
        """Say whether a code-point boundary lies between a CR and its LF, where no document position is its own."""
        return self._carriage_returns and self.text[codepoint - 1 : codepoint + 1] == "\r\n" and codepoint > 0

    def expected_character(self, codepoint: int) -> str:
        """Return what the document shows for the character after a code-point boundary; "" at the end."""
        index = self._display_index(codepoint)
        return self.display[index : index + 1]

    @cached_property
    def continuations(self) -> frozenset[int]:
        """Return the numbers (0-based) of the blocks that continue a line which was cut for display."""
        blocks = []
        block = before = 0
        for cut in self._cuts:
            # The break is the character before the place where the text goes on.
            at = self._display_index(cut)
            block += self.display.count("\n", before, at)
            before = at
            blocks.append(block)
        return frozenset(blocks)

    def line_column(self, codepoint: int) -> tuple[int, int]:
        """Return the line and the column, both from 1, of a code-point boundary; display-only breaks do not count."""
        index = self._display_index(codepoint)
        line = self.display.count("\n", 0, index) - bisect_right(self._cuts, codepoint)
        at = index
        while (at := self.display.rfind("\n", 0, at)) >= 0:
            start = (
                self._text_at[segment := bisect_right(self._display_at, at + 1) - 1]
                + at
                + 1
                - self._display_at[segment]
            )
            cut = bisect_left(self._cuts, start)
            if cut == len(self._cuts) or self._cuts[cut] != start:
                return line + 1, codepoint - start + 1
        return line + 1, codepoint + 1

    def _display_index(self, codepoint: int) -> int:
        if self.inside_line_end(codepoint):
            codepoint -= 1
        segment = bisect_right(self._text_at, codepoint) - 1
        return self._display_at[segment] + codepoint - self._text_at[segment]

    def _floor(self, position: int) -> int:
        try:
            return self._units.convert(position, Unit.UTF16, Unit.CODEPOINT)
        except CutsCharacterError:
            return self._units.convert(position - 1, Unit.UTF16, Unit.CODEPOINT)


def _shown(text: str) -> tuple[str, array[int]]:
    """Return the text with one LF for every line end and stand-ins, and the positions of each LF after a CR."""
    pairs: array[int] = array("L")
    shown = text
    if "\r" in shown:
        at = text.find("\r\n")
        while at >= 0:
            pairs.append(at + 1)
            at = text.find("\r\n", at + 2)
        shown = shown.replace("\r\n", "\n").replace("\r", "\n")
    if shown.isascii():
        return (shown.replace("\x00", STAND_INS["\x00"]) if "\x00" in shown else shown), pairs
    if "\u2029" in shown:
        shown = shown.replace("\u2029", "\n")
    for character, stand_in in STAND_INS.items():
        if character in shown:
            shown = shown.replace(character, stand_in)
    try:
        shown.encode("utf-8")
    except UnicodeEncodeError:
        shown = _SURROGATE.sub(LONE_SURROGATE, shown)
    return shown, pairs


def _cuts(shown: str) -> list[int]:
    """Return where lines longer than the limit are cut, in code points of `shown`."""
    cuts: list[int] = []
    start = 0
    while len(shown) - start > LONGEST_LINE:
        # The last line end within the limit takes the search to the next line that may be too long, in one hop.
        newline = shown.rfind("\n", start, start + LONGEST_LINE + 1)
        if newline >= 0:
            start = newline + 1
            continue
        start = _cut_before(shown, start, start + LONGEST_LINE)
        cuts.append(start)
    return cuts


def _cut_before(shown: str, start: int, limit: int) -> int:
    """Return where a line that goes on at `start` is cut, at or before `limit`.

    After white space if there is some near, and never inside a cluster that fits into what is shown of the line.
    """
    space = max(shown.rfind(blank, limit - _LOOK_BACK, limit) for blank in (" ", "\t", "\u3000"))
    places = (space + 1, limit) if space >= 0 else (limit,)
    for place in places:
        # What comes before a plain character decides nothing after it; without one near, the line's start is as good.
        plain = _PLAIN.search(shown, max(start, place - _NEAR), place)
        for begin in (plain.start(), start) if plain else (start,):
            inside = set(interior_positions(shown[begin : place + 1]))
            cut = next((at for at in range(place, begin, -1) if at - begin not in inside), None)
            if cut is not None:
                return cut
    return limit


def _with_breaks(shown: str, cuts: list[int]) -> str:
    if not cuts:
        return shown
    return "\n".join(shown[first:last] for first, last in pairwise((0, *cuts, len(shown))))


def _segments(pairs: array[int], cuts: list[int]) -> tuple[array[int], array[int], list[int]]:
    """Merge CR LF pairs (LF positions in the text) and cuts (positions in the shown text) to linear segments.

    Returns where each segment begins in the text and in the display text, and the cuts as positions in the text.
    """
    text_at, display_at, cut_in_text = array("L", [0]), array("L", [0]), list[int]()
    cut = 0

    def add_cut(folded: int) -> None:
        cut_in_text.append(cuts[cut] + folded)
        text_at.append(cuts[cut] + folded)
        display_at.append(cuts[cut] + cut + 1)

    for folded, line_feed in enumerate(pairs):
        shown_at = line_feed - folded
        while cut < len(cuts) and cuts[cut] < shown_at:
            add_cut(folded)
            cut += 1
        text_at.append(line_feed + 1)
        display_at.append(shown_at + cut)
    while cut < len(cuts):
        add_cut(len(pairs))
        cut += 1
    return text_at, display_at, cut_in_text
