"""Find every place where a run of token ids stands in a longer one.

Knows ids. Must not know what a token is.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from citeview.quote.prepared import PreparedSource

MISSES = 64
"""How many hits that a linear search would have had for nothing are taken before the search changes its method."""


def find_all(quote: Sequence[int], source: PreparedSource) -> list[int]:
    """Return every token index of `source` where `quote` (ids of that source) begins, ascending; overlaps count.

    `bytes.find` looks for the packed ids. That is fast, and it costs a comparison with the whole quote at every hit:
    a text that repeats itself hits at every token, and ids may also hit at a byte where no id begins. After MISSES
    such hits the rest is searched by Knuth, Morris and Pratt's method, which is linear in the tokens of the source on
    every input.
    """
    if not quote or len(quote) > len(source) or min(quote) < 0:
        return []
    width = source.ids.itemsize
    packed = source.packed
    wanted = array("i", quote).tobytes()
    found: list[int] = []
    misses = 0
    at = packed.find(wanted)
    while at >= 0:
        place, shift = divmod(at, width)
        overlaps = bool(found) and place - found[-1] < len(quote)
        if not shift:
            found.append(place)
        if shift or overlaps:
            misses += 1
            if misses > MISSES:
                return found + _find_linear(quote, source.ids, place + 1)
        at = packed.find(wanted, at + (1 if shift else width))
    return found


def _find_linear(quote: Sequence[int], ids: Sequence[int], first: int) -> list[int]:
    """Return every index from `first` on where `quote` begins, by Knuth, Morris and Pratt's method."""
    length = len(quote)
    fall = [0] * length  # length of the longest run that both begins and ends quote[: i + 1]
    border = 0
    for i in range(1, length):
        while border and quote[i] != quote[border]:
            border = fall[border - 1]
        if quote[i] == quote[border]:
            border += 1
        fall[i] = border
    found: list[int] = []
    matched = 0
    for i in range(first, len(ids)):
        token = ids[i]
        while matched and token != quote[matched]:
            matched = fall[matched - 1]
        if token == quote[matched]:
            matched += 1
            if matched == length:
                found.append(i - length + 1)
                matched = fall[matched - 1]
    return found
