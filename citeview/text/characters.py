"""Name characters and make the invisible ones visible.

Knows single characters. Must not know offsets or documents.
"""

from __future__ import annotations

import re
import unicodedata

_CONTROL_NAMES = {
    0x00: "NULL",
    0x07: "BELL",
    0x08: "BACKSPACE",
    0x09: "CHARACTER TABULATION",
    0x0A: "LINE FEED",
    0x0B: "LINE TABULATION",
    0x0C: "FORM FEED",
    0x0D: "CARRIAGE RETURN",
    0x1B: "ESCAPE",
    0x1C: "INFORMATION SEPARATOR FOUR",
    0x1D: "INFORMATION SEPARATOR THREE",
    0x1E: "INFORMATION SEPARATOR TWO",
    0x1F: "INFORMATION SEPARATOR ONE",
    0x7F: "DELETE",
    0x85: "NEXT LINE",
}

BIDI_CONTROLS = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
ZERO_WIDTH = frozenset("\u00ad\u180e\u200b\u200c\u200d\u2060\u2061\u2062\u2063\u2064\ufeff")

_VISIBLE = {
    "\t": "→",
    "\n": "↵",
    "\r": "␍",
    "\x7f": "␡",
    "\u00a0": "⍽",
    **{chr(code): chr(0x2400 + code) for code in range(0x20) if code not in (0x09, 0x0A, 0x0D)},
}


def name(character: str) -> str:
    """Return the Unicode name of a character, or words for one that has none."""
    code = ord(character)
    found = unicodedata.name(character, "")
    if found:
        return found
    if code in _CONTROL_NAMES:
        return _CONTROL_NAMES[code]
    if 0xD800 <= code <= 0xDBFF:
        return "half a character (high surrogate)"
    if 0xDC00 <= code <= 0xDFFF:
        return "half a character (low surrogate)"
    if code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF:
        return "noncharacter"
    category = unicodedata.category(character)
    return {"Cc": "control character", "Co": "private use character"}.get(
        category, "no name in this version of Unicode"
    )


def describe(character: str) -> str:
    """Return `U+0031 DIGIT ONE` for a single code point."""
    return f"U+{ord(character):04X} {name(character)}"


def invisible(character: str) -> bool:
    """Say whether a character leaves no mark of its own: controls, format characters, odd spaces, lone surrogates."""
    return character != " " and (
        unicodedata.category(character) in {"Cc", "Cf", "Cs", "Zl", "Zp", "Zs"} or character in ZERO_WIDTH
    )


def visible(text: str) -> str:
    """Return `text` with each invisible character replaced by a sign or by its number (`⟨U+200B⟩`); the space stays."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        _VISIBLE.get(character) or (f"⟨U+{ord(character):04X}⟩" if invisible(character) else character)
        for character in text
    )


# Letters of other scripts that look like Latin ones in most fonts.
_LOOK_ALIKES = re.compile("[АВЕЅІЈКМНОРСТХУаеіјорсухѕԁԛԝΑΒΕΖΗΙΚΜΝΟΡΤΥΧοαν]")
_LATIN = re.compile("[A-Za-z\u00c0-\u024f]")
_WORD = re.compile(r"[^\W\d_]+")


def mixed_script_words(text: str) -> list[tuple[int, int]]:
    """Return [start, end) in code points of words that mix Latin letters and look-alikes of other scripts."""
    if text.isascii():
        return []
    return [
        match.span()
        for match in _WORD.finditer(text)
        if _LOOK_ALIKES.search(match.group()) and _LATIN.search(match.group())
    ]
