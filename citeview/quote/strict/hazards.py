"""What makes a passage look like something else than it says: writing direction, damage, struck-out and hidden text.

Knows characters and markup. Must not know tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from citeview.text.units import Span

HIDDEN = re.compile("[\u202a-\u202e\u2066-\u2069\U000e0000-\U000e007f\ud800-\udfff\ufffd]")
_OPENS = frozenset("\u202a\u202b\u202d\u202e\u2066\u2067\u2068")
_CLOSES = frozenset("\u202c\u2069")
_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_PARAGRAPH = 1_000

DIRECTION = "hidden characters of writing direction or tags stand in the passage"
DAMAGED = "damaged characters stand in the passage"
STRUCK = "the passage is struck out or hidden, in whole or in part"

_STRUCK = re.compile(
    r"~~(?=[^\s~])(?:(?!\n\s*\n)[^~]){1,2000}?(?<=[^\s~])~~|(?P<tag><(?P<name>del|s|strike)(?:\s[^<>]{0,200})?>)|(?P<comment><!--)",
    re.IGNORECASE,
)


def hidden_in(text: str, start: int, end: int) -> str | None:
    """Return why the characters of a passage cannot be taken as they seem, or None. Offsets are code points."""
    passage = _FLAG.sub("", text[start:end])
    match = HIDDEN.search(passage)
    if match:
        return DIRECTION if "\u202a" <= match[0] <= "\u2069" or match[0] >= "\U000e0000" else DAMAGED
    depth = 0
    for character in re.split("[\n\u2029]", text[max(0, start - _PARAGRAPH) : start])[-1]:
        if character in _OPENS:
            depth += 1
        elif character in _CLOSES and depth:
            depth -= 1
    return DIRECTION if depth else None


def struck_regions(text: str) -> list[Span]:
    """Return the struck-out and hidden parts of a text, ascending, in code points. Linear in the text."""
    found: list[Span] = []
    if "~~" not in text and "<" not in text:
        return found
    lowered = text.lower() if len(text.lower()) == len(text) else text
    at = 0
    unclosed: set[str] = set()
    while match := _STRUCK.search(text, at):
        if match["comment"] or match["tag"]:
            closing = "-->" if match["comment"] else f"</{match['name'].lower()}>"
            end = -1 if closing in unclosed else lowered.find(closing, match.end())
            if end < 0:
                unclosed.add(closing)
                at = match.end()
                continue
            at = end + len(closing)
        else:
            at = match.end()
        found.append(Span(match.start(), at))
    return found


def overlaps(regions: list[Span], span: Span) -> bool:
    """Say whether any of the ascending `regions` shares a character with `span`."""
    index = bisect_right(regions, (span.end - 1, len(regions) and regions[-1].end)) - 1
    return index >= 0 and regions[index].end > span.start
