"""Quotes with an ellipsis: each part must be found by itself, in order, near the one before.

An ellipsis can hide a `not`, so such a quote is never found; the words left out are shown. Knows parts of a quote.
Must not know how a place is judged.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable
from dataclasses import dataclass

from citeview.quote.results import Edit
from citeview.quote.strict.bits import HARD, NUMBER
from citeview.quote.strict.judge import Place, Ruling
from citeview.quote.strict.tokens import StrictText
from citeview.quote.strict.words import negates
from citeview.text.units import Span

PART_TOKENS = 4
"""A part of as many tokens stands for itself."""

SHOWN_SHARE = 0.6
"""Shorter parts (of two tokens at least) pass where the quote shows this share of the passage's tokens."""

GAP_TOKENS = 60
_STARTS = 1_000
_SHOWN = 160

_ELLIPSIS = re.compile(r"\[\s{0,3}(?:…|⋯|\.\.\.)\s{0,3}\]|\(\s{0,3}(?:…|⋯|\.\.\.)\s{0,3}\)|[…⋯]+|\.{3,}|\.(?: \.){2,}")


@dataclass(frozen=True, slots=True)
class QuotePart:
    """Hold one part of a quote and the ellipsis in front of it; spans are code points of the whole quote."""

    text: str
    start: int
    ellipsis: Span | None


def quote_parts(quote: str) -> list[QuotePart]:
    """Return the parts of a quote with an ellipsis inside it, or an empty list where it has none."""
    parts: list[QuotePart] = []
    if "…" not in quote and "⋯" not in quote and ".." not in quote and ". ." not in quote:
        return parts
    at = 0
    ellipsis: Span | None = None
    for match in [*_ELLIPSIS.finditer(quote), None]:
        end = match.start() if match else len(quote)
        piece = quote[at:end]
        if any(character.isalnum() for character in piece):
            parts.append(QuotePart(piece, at, ellipsis if parts else None))
        if match:
            ellipsis = Span(*match.span())
            at = match.end()
    return parts if len(parts) > 1 else []


def found_in_parts(
    parts: list[QuotePart], source: StrictText, find: Callable[[StrictText], list[Place]]
) -> tuple[list[Span], tuple[Edit, ...]]:
    """Return the passages in which all parts stand in order, and the edits of the first one."""
    texts = [StrictText(part.text, source.words) for part in parts]
    if any(len(text) < 2 for text in texts):
        return [], ()
    places = [[place for place in find(text) if place.ruling is Ruling.FOUND] for text in texts]
    if not all(places):
        return [], ()
    spans: list[Span] = []
    edits: tuple[Edit, ...] = ()
    for start in places[0][:_STARTS]:
        chain = _chain(start, texts, places, source)
        if chain is None or not _says_enough(chain, texts):
            continue
        spans.append(Span(source.starts[chain[0]], source.ends[chain[-1] + len(texts[-1]) - 1]))
        if not edits:
            edits = tuple(
                _edit(part, source, chain[number] + len(texts[number]), chain[number + 1])
                for number, part in enumerate(parts[1:])
            )
    return spans, edits


def _chain(start: Place, texts: list[StrictText], places: list[list[Place]], source: StrictText) -> list[int] | None:
    """Return the first tokens of the parts, each at its nearest place behind the one before, or None."""
    chain = [start.first]
    for number in range(1, len(texts)):
        end = chain[-1] + len(texts[number - 1])
        index = bisect_left(places[number], end, key=lambda place: place.first)
        if index == len(places[number]):
            return None
        following = places[number][index].first
        if following - end > GAP_TOKENS:
            return None
        if any(gap & HARD for gap in source.gaps[end : following + 1]):
            return None
        chain.append(following)
    return chain


def _says_enough(chain: list[int], texts: list[StrictText]) -> bool:
    if all(len(text) >= PART_TOKENS for text in texts):
        return True
    return sum(map(len, texts)) >= SHOWN_SHARE * (chain[-1] + len(texts[-1]) - chain[0])


def _edit(part: QuotePart, source: StrictText, first: int, end: int) -> Edit:
    """Tell what the ellipsis in front of a part leaves out: tokens `first` to `end` of the source."""
    if first >= end:
        where = Span(source.ends[first - 1], source.starts[end])
        return Edit("ellipsis", part.ellipsis, where, "The ellipsis leaves nothing out.")
    where = Span(source.starts[first], source.ends[end - 1])
    words = source.text[where.start : where.end]
    shown = words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1]}…"
    count = end - first
    said = []
    if any(negates(source.written(index)) for index in range(first, end)):
        said.append("a negation")
    if any(flag & NUMBER for flag in source.flags[first:end]):
        said.append("a number")
    with_what = f", {' and '.join(said)} among them" if said else ""
    return Edit(
        "ellipsis",
        part.ellipsis,
        where,
        f"The ellipsis leaves out {count} word{'s' * (count > 1)}{with_what}: “{shown}”.",
    )
