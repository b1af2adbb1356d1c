"""Untrusted text as a report shows it: every invisible character made visible, long texts cut and said to be.

Knows characters. Must not know any output format: escaping is the format's own business.
"""

from __future__ import annotations

from citeview.text.characters import visible

MOST_CHARACTERS = 4_000
"""Characters of one text that a report for reading shows; JSON and CSV hold all of them."""

_JOINERS = "\u200c\u200d"
# Below, no script and no emoji needs a joiner: there it is only ever hidden, so it is shown.
_FIRST_JOINED = "\u0300"


def shown(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return `text` with controls, format characters, odd spaces and half characters as signs or numbers.

    A line end keeps its place behind its sign. Joiners inside a word of a script that needs them (Persian, Hindi) and
    inside an emoji stay as they are. Bidirectional controls never do, so no text can reorder what stands around it.
    """
    rest = len(text) - most
    if rest > 0:
        text = text[:most]
    if not (text.isascii() and text.isprintable()):
        text = "↵\n".join(_line(line) for line in text.split("\n"))
    return f"{text} … ({rest:,} more characters)" if rest > 0 else text


def one_line(text: str, most: int = 160) -> str:
    """Return `text` for a narrow cell: white space collapsed, then as `shown`."""
    words = " ".join(text[: 4 * most].split())
    cut = words[: most - 1] + "…" if len(words) > most or len(text) > 4 * most else words
    return shown(cut)


def _line(line: str) -> str:
    if not any(joiner in line for joiner in _JOINERS):
        return visible(line)
    pieces = []
    for at, character in enumerate(line):
        joined = character in _JOINERS and _joins(line[at - 1 : at], line[at + 1 : at + 2])
        pieces.append(character if joined else visible(character))
    return "".join(pieces)


def _joins(before: str, after: str) -> bool:
    return before >= _FIRST_JOINED and after >= _FIRST_JOINED and visible(before) == before and visible(after) == after
