"""What software does to a text between storing it and counting in it: line ends, BOM, white space, normal forms, JSON.

Each function yields the edits that make the other text. Knows characters only; markup is in
`citeview.checks.lab.markup`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Literal

from citeview.checks.lab.edits import Edit

NormalForm = Literal["NFC", "NFD", "NFKC", "NFKD"]

_BOM = "\ufeff"
_LINE_END = re.compile("\r\n?")
_LONE_LF = re.compile("(?<!\r)\n")
_ODD_SPACE = re.compile(r"\s{2,}|[^\S ]")
"""Runs of white space that are not one space: to visit every single space would take most of the time."""
_ODD_OR_OUTER_SPACE = re.compile(r"\A\s+|\s{2,}|[^\S ]|\s\Z")
_JSON_ESCAPED = re.compile('["\\\\\x00-\x1f]')
_JSON_ESCAPED_ASCII = re.compile('["\\\\\x00-\x1f\x7f-\U0010ffff]')
_JSON_SHORT = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t", "\f": "\\f", "\b": "\\b"}
_HTML_ESCAPED = re.compile("[&<>\"']")
_HTML_ENTITY = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
_INVISIBLE = re.compile("[\u00ad\u200b\u200c\u2060\ufeff\u200e\u200f\u202a-\u202e\u2066-\u2069]+")
_HYPHEN_BREAK = re.compile("(?<=[^\\W\\d_])[-\u2010\u00ad]\r?\n(?=[^\\W\\d_])")
_NO_DECOMPOSED = re.compile("(?!)")


def lf_only(text: str) -> Iterator[Edit]:
    """Make every CR LF and lone CR one LF."""
    return (Edit(found.start(), found.end(), "\n") for found in _LINE_END.finditer(text))


def crlf(text: str) -> Iterator[Edit]:
    """Make every lone LF a CR LF."""
    return (Edit(found.start(), found.end(), "\r\n") for found in _LONE_LF.finditer(text))


def without_bom(text: str) -> Iterator[Edit]:
    """Drop a leading byte order mark."""
    if text.startswith(_BOM):
        yield Edit(0, 1, "")


def with_bom(text: str) -> Iterator[Edit]:
    """Put a byte order mark in front where there is none."""
    if not text.startswith(_BOM):
        yield Edit(0, 0, _BOM)


def trimmed_in_front(text: str) -> Iterator[Edit]:
    """Drop white space in front."""
    dropped = len(text) - len(text.lstrip())
    if dropped:
        yield Edit(0, dropped, "")


def trimmed(text: str) -> Iterator[Edit]:
    """Drop white space at both ends."""
    yield from trimmed_in_front(text)
    kept = len(text.rstrip())
    if 0 < kept < len(text):
        yield Edit(kept, len(text), "")


def collapsed(text: str) -> Iterator[Edit]:
    """Make every run of white space one space."""
    return (Edit(found.start(), found.end(), " ") for found in _ODD_SPACE.finditer(text))


def collapsed_and_trimmed(text: str) -> Iterator[Edit]:
    """Make every run of white space one space and drop those at the ends."""
    for found in _ODD_OR_OUTER_SPACE.finditer(text):
        outer = found.start() == 0 or found.end() == len(text)
        yield Edit(found.start(), found.end(), "" if outer else " ")


def without_line_ends(text: str) -> Iterator[Edit]:
    """Drop line ends altogether."""
    return (Edit(found.start(), found.end(), "") for found in re.finditer("[\r\n]+", text))


def without_invisible(text: str) -> Iterator[Edit]:
    """Drop zero-width characters, soft hyphens and direction controls (not U+200D, which joins emoji)."""
    return (Edit(found.start(), found.end(), "") for found in _INVISIBLE.finditer(text))


def hyphens_joined(text: str) -> Iterator[Edit]:
    """Join words that a hyphen divides at a line end."""
    return (Edit(found.start(), found.end(), "") for found in _HYPHEN_BREAK.finditer(text))


def json_escaped(text: str) -> Iterator[Edit]:
    """Escape what JSON must escape, as `JSON.stringify` does."""
    return (Edit(found.start(), found.end(), _json(found.group())) for found in _JSON_ESCAPED.finditer(text))


def json_escaped_ascii(text: str) -> Iterator[Edit]:
    """Escape what is not ASCII as well, as Python's `json.dumps` does by default."""
    return (Edit(found.start(), found.end(), _json(found.group())) for found in _JSON_ESCAPED_ASCII.finditer(text))


def html_escaped(text: str) -> Iterator[Edit]:
    """Escape `& < > " '` as HTML entities."""
    return (Edit(found.start(), found.end(), _HTML_ENTITY[found.group()]) for found in _HTML_ESCAPED.finditer(text))


def normalized(text: str, form: NormalForm) -> Iterator[Edit]:
    """Bring the text to a Unicode normal form (UAX #15), one edit for each stretch that changes."""
    if unicodedata.is_normalized(form, text):
        return
    for found in _stretches(text, form).finditer(text):
        stretch = found.group()
        normal = unicodedata.normalize(form, stretch)
        if normal != stretch:
            yield Edit(found.start(), found.end(), normal)


def tabs_expanded(text: str, width: int) -> Iterator[Edit]:
    """Make every tab the spaces up to the next multiple of `width` columns, a column being one code point."""
    column = position = 0
    for found in re.finditer("[\t\r\n]", text):
        column += found.start() - position
        position = found.end()
        if found.group() == "\t":
            spaces = width - column % width
            yield Edit(found.start(), found.end(), " " * spaces)
            column += spaces
        else:
            column = 0


@lru_cache(maxsize=4096)
def _json(character: str) -> str:
    short = _JSON_SHORT.get(character)
    if short is not None:
        return short
    code = ord(character)
    if code > 0xFFFF:
        code -= 0x10000
        return f"\\u{0xD800 + (code >> 10):04x}\\u{0xDC00 + (code & 0x3FF):04x}"
    return f"\\u{code:04x}"


def _stretches(text: str, form: NormalForm) -> re.Pattern[str]:
    """Return a pattern for the stretches of `text` that can change: a character with the marks that follow it.

    Made from the characters that the text really holds, because most texts hold a handful of those that matter.
    """
    joining: list[str] = []
    changing: list[str] = []
    for character in set(text):
        if character < "\x80":
            continue
        if _joins_what_precedes(character):
            joining.append(character)
        elif unicodedata.normalize(form, character) != character:
            changing.append(character)
    marks, others = _char_class(joining), _char_class(changing)
    if marks and others:
        return re.compile(f"(?s:[^{marks}])?[{marks}]+|[{others}]")
    if marks:
        return re.compile(f"(?s:[^{marks}])?[{marks}]+")
    return re.compile(f"[{others}]") if others else _NO_DECOMPOSED


def _joins_what_precedes(character: str) -> bool:
    # Marks, and the Hangul vowels and finals, which compose though they are no marks.
    code = ord(character)
    return (
        unicodedata.category(character).startswith("M")
        or unicodedata.combining(character) != 0
        or 0x1161 <= code <= 0x1175
        or 0x11A8 <= code <= 0x11C2
        or unicodedata.normalize("NFKD", character)[0] in _HALF_WIDTH_MARKS
    )


_HALF_WIDTH_MARKS = frozenset(
    [chr(code) for code in range(0x1161, 0x1176)] + [chr(code) for code in range(0x11A8, 0x11C3)] + ["\u3099", "\u309a"]
)


def _char_class(characters: Iterable[str]) -> str:
    return "".join(f"\\U{ord(character):08x}" for character in sorted(characters))
