"""The reference's own closest window: as many tokens as the quote has, compared place by place, the first best one.

Knows ids. It is a score for display, and has no way to a match. Must not know what a token is.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Sequence

from citeview.quote.prepared import PreparedSource

COMMON = 512
"""A token that stands more often than once in so many tokens is counted by whole vectors, not place by place."""

VECTOR_BYTES = 32_000_000
"""How much the vectors of one source may take; what does not fit is counted place by place."""


def closest_window(quote: Sequence[int], source: PreparedSource) -> tuple[int, int]:
    """Return how many tokens of the closest window are equal, and its first token; (0, 0) where none is.

    The window that begins at token `w` has an equal token for every `j` with `source[w + j] == quote[j]`. So the
    places of every token of the quote, moved left by its index `j`, are counted in one histogram over `w`. A token
    that stands in the source often is counted for all windows at once: its places are one whole number with a lane
    for every place, which is shifted by `j` lanes and added. Measured on 100,000 tokens: 0.3 ms for 30 tokens, where
    comparing costs 150 ms.
    """
    windows = len(source) - len(quote) + 1
    if windows < 1 or not quote:
        return 0, 0
    lane = 1 if len(quote) < 256 else 2
    last = len(quote) - 1  # added to every window, so that no lane lies before the first one
    moves: dict[int, list[int]] = {}
    for index, token in enumerate(quote):
        if token >= 0:
            moves.setdefault(token, []).append(last - index)
    known = sum(map(len, moves.values()))
    total = 0
    rare: list[tuple[list[int], list[int]]] = []
    for token, lefts in moves.items():
        places = source.places[token]
        vector = _vector(token, lane, places, source) if len(places) > max(64, len(source) // COMMON) else None
        if vector is None:
            rare.append((lefts, places))
        elif len(lefts) > max(64, len(quote) // 16):
            # A product is the sum of all shifts: 60 ms where 20,000 equal tokens take 1.5 s.
            total += vector * _number(lefts, lane, len(quote))
        else:
            for left in lefts:
                total += vector << (8 * lane * left)
    if not known:
        return 0, 0
    counts = _lanes(total, lane, len(source) + last)
    for lefts, places in rare:
        for left in lefts:
            for place in places:
                counts[place + left] += 1
    counts = counts[last : last + windows]
    if isinstance(counts, bytearray):
        # From the top down, because a byte is found 300 times faster than the highest byte.
        for best in range(known, 0, -1):
            first = counts.find(best)
            if first >= 0:
                return best, first
        return 0, 0
    best = max(counts)
    return (best, counts.index(best)) if best else (0, 0)


def _lanes(total: int, lane: int, length: int) -> bytearray | array[int]:
    counts = bytearray(total.to_bytes(length * lane, "little"))
    if lane == 1:
        return counts
    wide = array("H", bytes(counts))
    if sys.byteorder == "big":
        wide.byteswap()
    return wide


def _vector(token: int, lane: int, places: Sequence[int], source: PreparedSource) -> int | None:
    """Return a number with 1 in the lane of every place, or None where there is no room to keep it."""
    kept = source.vectors.get((token, lane))
    if kept is not None:
        return kept
    used = sum(number.bit_length() // 8 for number in source.vectors.values())
    if used + len(source) * lane > VECTOR_BYTES:
        return None
    vector = source.vectors[token, lane] = _number(places, lane, len(source))
    return vector


def _number(places: Sequence[int], lane: int, length: int) -> int:
    lanes = bytearray(length * lane)
    for place in places:
        lanes[place * lane] = 1
    return int.from_bytes(lanes, "little")
