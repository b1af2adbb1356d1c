"""What is the same in spite of how it is written: the equivalences (EQ rules) of the strict rules, and the coarse key.

Knows strings. Must not know tokens or places.
"""

from __future__ import annotations

import re
import unicodedata

from citeview.quote.strict.typography import MINUS_SIGNS

_LIGATURES = {
    "ﬀ": "ff",
    "ﬁ": "fi",
    "ﬂ": "fl",
    "ﬃ": "ffi",
    "ﬄ": "ffl",
    "ﬅ": "ſt",
    "ﬆ": "st",
}
_LIGATURE = re.compile("[ﬀ-ﬆ]")
_WIDE = re.compile("[\uff00-\uffef]+")
_WIDE_KANA = re.compile("[\uff66-\uff9f\u3099\u309a]+")
_INVISIBLE = re.compile("[\u00ad\u200b\u2060\ufeff\u200e\u200f\u061c]+")
_APOSTROPHE = re.compile("[’‘＇]")
_SELECTOR = re.compile("[\ufe0e\ufe0f]")
_TATWEEL = re.compile("(?<=[^\\W\\d_])\u0640+(?=[^\\W\\d_])")
_WIDE_DIGIT = re.compile("[０-９\U0001d7ce-\U0001d7ff]+")
_VOWEL_MARKS = re.compile(
    "[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]"
)


def fold_word(written: str) -> str:
    """Return the exact key of a word: NFC, and the EQ rules on letters. Case stays."""
    if written.isascii():
        return written
    key = _SELECTOR.sub("", _INVISIBLE.sub("", written))
    key = _LIGATURE.sub(lambda found: _LIGATURES[found[0]], key)
    key = _WIDE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), key)
    key = _WIDE_DIGIT.sub(lambda found: unicodedata.normalize("NFKC", found[0]), key)
    key = _APOSTROPHE.sub("'", key)
    key = _TATWEEL.sub("", key)
    return unicodedata.normalize("NFC", key.replace("ς", "σ"))


def fold_unspaced(written: str) -> str:
    """Return the exact key of one character, with its marks, of a script without spaces: NFC and width."""
    key = _WIDE_KANA.sub(lambda found: unicodedata.normalize("NFKC", found[0]), written)
    return unicodedata.normalize("NFC", key)


def fold_number(written: str) -> str:
    """Return the exact key of a number: fullwidth and mathematical digits are plain ones (EQ-digit)."""
    if written.isascii():
        return written
    key = _WIDE_DIGIT.sub(lambda found: unicodedata.normalize("NFKC", found[0]), written)
    return _WIDE.sub(lambda found: unicodedata.normalize("NFKC", found[0]), key)


def fold_symbol(written: str, *, sign: bool = False) -> str:
    """Return the exact key of a symbol: width is folded, and as a digit's sign all minuses are one."""
    if written.isascii():
        return written
    if sign and written in MINUS_SIGNS:
        return "-"
    return "".join(
        unicodedata.normalize("NFKC", character)
        if "\ufe50" <= character <= "\ufe6f" or "\uff00" <= character <= "\uffef"
        else character
        for character in written
    )


def coarse_key(key: str, *, digits: bool = False) -> str:
    """Return the coarse key: lower case, no vowel marks, `ß` as `ss`, micro sign as mu, all digits as ASCII."""
    if key.isascii():
        return key.lower()
    lowered = _VOWEL_MARKS.sub("", key).lower().replace("ς", "σ").replace("ß", "ss").replace("µ", "μ")
    if digits:
        lowered = "".join(_ascii_digit(character) for character in lowered)
    return unicodedata.normalize("NFC", lowered)


def _ascii_digit(character: str) -> str:
    value = unicodedata.decimal(character, -1)
    return character if value < 0 else str(int(value))


_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("EQ-invisible", _INVISIBLE),
    ("EQ-ligature", _LIGATURE),
    ("EQ-tatweel", re.compile("\u0640")),
    ("EQ-sigma", re.compile("[ςσ]")),
    ("EQ-selector", _SELECTOR),
    ("EQ-minus", re.compile("[\u2212\ufe63\uff0d]")),
    ("EQ-digit", _WIDE_DIGIT),
    ("EQ-width", re.compile("[\uff00-\uffef\ufe50-\ufe6f]")),
)


def fired(quoted: str, source: str) -> list[str]:
    """Name the EQ rules by which two different spellings of one token are the same."""
    names = [name for name, pattern in _RULES if pattern.findall(quoted) != pattern.findall(source)]
    if "EQ-digit" in names or "EQ-minus" in names:
        # Fullwidth digits and signs have a rule of their own.
        rest = re.compile("[\uff00-\uff0c\uff0e\uff0f\uff1a-\uffef\ufe50-\ufe62\ufe64-\ufe6f]")
        if "EQ-width" in names and rest.findall(quoted) == rest.findall(source):
            names.remove("EQ-width")
    if not names and unicodedata.normalize("NFC", quoted) == unicodedata.normalize("NFC", source):
        names.append("EQ-NFC")
    return names


def without_vowel_marks(text: str) -> str:
    """Return a text without the marks that Arabic and Hebrew may be written with or without."""
    return unicodedata.normalize("NFC", _VOWEL_MARKS.sub("", unicodedata.normalize("NFC", text)))
