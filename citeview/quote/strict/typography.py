"""What each character is to the strict rules: a table of classes, closed at the end.

Characters that may be dropped are an allow-list here; every other visible character is compared. Knows single
characters and the words for them. Must not know tokens.
"""

from __future__ import annotations

import unicodedata

# A class is one letter, so that a text's classes are a string of the text's length and `re` can match over it.
LETTER = "L"
MARK = "M"
JOINER = "J"
SELECTOR = "V"
DIGIT = "N"
UNSPACED = "C"
"""A character of a script that is written without spaces: each one (with its marks) is a token."""
PICTURE = "e"
"""Begins an emoji cluster, which is one token."""
SKIN_TONE = "K"
REGIONAL = "R"
TAG = "T"
SYMBOL = "s"
"""A visible character that is a token by itself."""
OPERATOR = "o"
"""A visible character that names and signs are made with, such as `+ * / # & @ % $`."""
RELATION = "r"
"""`= < >` and their kin: they separate what stands around them with spaces or without."""
BANG = "!"
HYPHEN = "h"
DASH = "d"
STOP = "."
COMMA = ","
APOSTROPHE = "a"
QUOTE = "q"
OPEN = "("
CLOSE = ")"
BAR = "|"
SPACE = " "
INVISIBLE = "i"
"""May stand between two letters and mean nothing there (EQ-invisible)."""
CONTROL = "c"
"""Takes no room and is no letter: controls, other format characters, writing direction."""
DAMAGED = "x"
UNKNOWN = "n"

HYPHENS = "-\u2010\u2011"
MINUS_SIGNS = "-\u2212\ufe63\uff0d"
"""One sign in front of a digit (EQ-minus)."""
SIGNS = "\u207b\u208b\u2213\u00ac\u2796\u2795\u00b1+"
"""Signs besides the dashes (every `Pd`) and MINUS_SIGNS; never equal to each other."""


_DASHES = (
    "\u058a\u05be\u1400\u1806\u2012\u2013\u2014\u2015\u2e17\u2e1a\u2e3a\u2e3b\u2e40\u301c\u3030\u30a0\ufe31\ufe32\ufe58"
)
GLUED_SIGNS = frozenset(HYPHENS + MINUS_SIGNS + "+＋﹢⁺⁻➖➕" + _DASHES)
"""Glued in front of a digit these are the number's sign, and not the same as the character with a space behind it."""

# The allow-list: what may be dropped. Everything visible that is not in it is compared.
_STOPS = ".?¿¡‽⸮。．｡？﹖﹒؟۔।॥։።፧༎៕๚๛⁇⁈⁉"
_COMMAS = ",٫٬;:、，､；：﹐﹑﹔﹕،؛՝፣፤፥፦׀׃་༌༑༔។៖·‧・･…⋯‥"
_BULLETS = "•‣⁃▪▸►◦∙"
_APOSTROPHES = "'’‘＇"
_QUOTES = '"“”„‟«»‹›‚‛〝〞〟＂'
_OPEN = "([{（［｛｟⟦⟨⟪⦅⁅〈《「『【〔〖〘〚｢﴾"
_CLOSE = ")]}）］｝｠⟧⟩⟫⦆⁆〉》」』】〕〗〙〛｣﴿"
_NAME_OPERATORS = "+*/#&@%$\\^~¬‰‱٪➕➖➗✖"
_INVISIBLES = "\u00ad\u200b\u2060\ufeff\u200e\u200f\u061c"

_FIXED: dict[str, str] = {
    **dict.fromkeys(_STOPS, STOP),
    **dict.fromkeys(_COMMAS, COMMA),
    **dict.fromkeys(_BULLETS, COMMA),
    **dict.fromkeys(_APOSTROPHES, APOSTROPHE),
    **dict.fromkeys(_QUOTES, QUOTE),
    **dict.fromkeys(_OPEN, OPEN),
    **dict.fromkeys(_CLOSE, CLOSE),
    **dict.fromkeys(_NAME_OPERATORS, OPERATOR),
    # Fullwidth and small forms of the same.
    **dict.fromkeys("＋＊／＃＆＠％＄＼＾～﹢﹡﹟﹠﹫﹪﹩﹨×÷±∓−﹣－⁄∕", OPERATOR),
    **dict.fromkeys("!！﹗", BANG),
    **dict.fromkeys("|｜", BAR),
    **dict.fromkeys(HYPHENS, HYPHEN),
    **dict.fromkeys(_INVISIBLES, INVISIBLE),
    **dict.fromkeys("\u200c\u200d", JOINER),
    **dict.fromkeys("\ufe0e\ufe0f", SELECTOR),
    **dict.fromkeys(map(chr, range(0x1F3FB, 0x1F400)), SKIN_TONE),
    **dict.fromkeys(map(chr, range(0x1F1E6, 0x1F200)), REGIONAL),
    **dict.fromkeys(map(chr, range(0xE0020, 0xE0080)), TAG),
    "_": LETTER,
    "\ufffd": DAMAGED,
}

# Sm characters that can be a sign or a part of a value; every other Sm relates what stands around it.
_VALUE_SIGNS = frozenset("+−±∓×÷⁺⁻₊₋¬~⁄∕∗∘√∛∜⊕⊖⊗﬩﹢＋￢～➕")

# Scripts written without spaces between words: (first, last) code points. Marks inside them are found by category.
_UNSPACED: tuple[tuple[int, int], ...] = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x0F40, 0x0FBC),  # Tibetan letters
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17D3),  # Khmer
    (0x17D7, 0x17DD),
    (0x1950, 0x19DF),  # Tai Le, New Tai Lue
    (0x1A20, 0x1AAF),  # Tai Tham
    (0x1B00, 0x1B4B),  # Balinese
    (0x2E80, 0x2FD5),  # Han radicals
    (0x3005, 0x3007),
    (0x3021, 0x3029),
    (0x3031, 0x3035),
    (0x3038, 0x303C),
    (0x3041, 0x30FA),  # Hiragana, Katakana; 30FB is the dot
    (0x30FC, 0x30FF),
    (0x3105, 0x312F),  # Bopomofo
    (0x31A0, 0x31BF),
    (0x31F0, 0x31FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0xA4CF),  # Han, Yi
    (0xA980, 0xA9C0),  # Javanese
    (0xA9E0, 0xA9FF),
    (0xAA60, 0xAADF),  # Myanmar, Tai Viet
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),
    (0x16FE0, 0x18DFF),  # Tangut, Khitan, Nushu
    (0x1AFF0, 0x1B2FF),
    (0x20000, 0x3FFFD),
)

_VOICED = "\u3099\u309a\uff9e\uff9f"
"""Kana voicing marks: they belong to the kana before."""

_BIDI_OR_TAG = (range(0x202A, 0x202F), range(0x2066, 0x206A))

# Unicode's Extended_Pictographic of the BMP, as far as it is shown in colour by default or commonly.
_BMP_PICTURES = frozenset(
    "⌚⌛⏩⏪⏫⏬⏰⏳☔☕♈♉♊♋♌♍♎♏♐♑♒♓♿⚓⚡⚪⚫⚽⚾⛄⛅⛎⛔⛪⛲⛳⛵⛺⛽✅✊✋✨❌❎❓❔❕❗❤☀☁☎☘☝☠☢☣☮☯☹☺♀♂♠♣♥♦♻⚒⚔⚕⚖⚙⚛⚜⚠✂✈✉✌✍✏✒✔✝✡✳✴❄❇❣➡➰⬅⬆⬇⬛⬜⭐⭕☑"
)


def is_unspaced(code: int) -> bool:
    """Say whether a code point lies in a block of a script that is written without spaces."""
    if code < 0x0E00:
        return False
    return any(first <= code <= last for first, last in _UNSPACED)


def classify(character: str) -> str:
    """Return the class of one character."""
    fixed = _FIXED.get(character)
    if fixed is not None:
        return fixed
    if character.isspace():
        return SPACE
    code = ord(character)
    category = unicodedata.category(character)
    if category == "Cn":
        return UNKNOWN
    if category == "Cs":
        return DAMAGED
    if character in _VOICED:
        return MARK
    major = category[0]
    if major == "M":
        return MARK
    if category in ("Nd", "No"):
        return DIGIT
    if is_unspaced(code) and major in "LN":
        return UNSPACED
    if major == "N":
        return DIGIT
    if major == "L" or category == "Pc":
        return LETTER
    if 0x1F000 <= code <= 0x1FAFF or character in _BMP_PICTURES:
        return PICTURE
    if category in ("Cc", "Cf"):
        return CONTROL
    if category == "Pd":
        return DASH
    if category == "Ps":
        return OPEN
    if category == "Pe":
        return CLOSE
    if category in ("Pi", "Pf"):
        return QUOTE
    if category == "Sc":
        return OPERATOR
    if category == "Sm":
        return OPERATOR if character in _VALUE_SIGNS else RELATION
    return SYMBOL


class _Classes(dict[int, str]):
    """Classes by code point for `str.translate`, computed at first use and kept."""

    def __missing__(self, code: int) -> str:
        found = self[code] = classify(chr(code))
        return found


_CLASSES = _Classes()


def classes(text: str) -> str:
    """Return the classes of a text as a string of the same length."""
    return text.translate(_CLASSES)


def class_of(character: str) -> str:
    """Return the class of one character from the table."""
    return _CLASSES[ord(character)]


def is_currency(character: str) -> bool:
    """Say whether a character is a currency sign."""
    return unicodedata.category(character) == "Sc"


def is_dash(character: str) -> bool:
    """Say whether a character is a hyphen, a dash or any minus: what may be a sign in front of a number."""
    return character in MINUS_SIGNS or character in SIGNS or unicodedata.category(character) == "Pd"
