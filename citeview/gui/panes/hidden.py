"""What a text hides: controls of writing direction, characters of no width, letters that look like others."""

from __future__ import annotations

import re
from collections.abc import Iterator

from citeview.text.characters import mixed_script_words
from citeview.text.units import Span

LABELS: dict[str, str] = {
    "\u061c": "ALM",
    "\u200e": "LRM",
    "\u200f": "RLM",
    "\u202a": "LRE",
    "\u202b": "RLE",
    "\u202c": "PDF",
    "\u202d": "LRO",
    "\u202e": "RLO",
    "\u2066": "LRI",
    "\u2067": "RLI",
    "\u2068": "FSI",
    "\u2069": "PDI",
    "\u00ad": "SHY",
    "\u180e": "MVS",
    "\u200b": "ZWSP",
    "\u2060": "WJ",
}
"""The characters that are flagged, by their short names. Joiners are not: emoji and Persian words hold them."""

_FLAGGED = re.compile("[" + "".join(LABELS) + "]")


def flags(text: str, first: int, last: int) -> Iterator[tuple[int, str]]:
    """Yield the place, in code points, and the short name of each hidden character in [first, last) of a text."""
    for match in _FLAGGED.finditer(text, first, last):
        yield match.start(), LABELS[match.group()]


def look_alikes(text: str, first: int, last: int) -> Iterator[Span]:
    """Yield the words in [first, last) of a text that mix Latin letters with look-alikes of other scripts."""
    for start, end in mixed_script_words(text[first:last]):
        yield Span(first + start, first + end)
