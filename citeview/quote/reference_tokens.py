r"""The tokens of the reference rule set `tok-nfkc-lower@2`.

Knows its grammar. Must not know what is done with the tokens. The grammar was read off the reference's answers; every
line of the table is a test in `tests/quote/test_reference_grammar.py`.

white space
    The set of JavaScript's `\s`: it has U+FEFF, and not U+0085, U+001C to U+001F, U+180E, U+200B.
run
    Letters, marks, numbers (`\p{L} \p{M} \p{N}`) and the joiners U+200C and U+200D, as long as it goes.
word
    A run without a number. Key: the whole run in NFKC, then in lower case (so a final sigma is one).
identifier
    A run with a letter and a number: `id4`, `5ms`, `船票12元`, `m²`. Key: as written.
number
    [`+ - −`] [`.`] digits {`.` or `,` digits} [`e` or `E` [`+ - −`] digits] [[`⁺ ⁻`] superscript digits] [`% ‰`].
    No run follows it, and none stands before its sign or leading stop. Key: as written; fullwidth digits are others.
bad run
    A run with a number and without a letter that is no such number: `½`, `①`, `5` with U+FE0F U+20E3.
joined numbers
    Two numbers, or a number and an identifier, with no white space, letter or mark between them. The numbers are bad:
    `1/2`, `10-20`, `3:00`, `5_8`, `5😀5`, `v5.8`.
unit
    One of `% ‰ °` or a currency sign (`\p{Sc}`) that is no part of a number, anywhere.
operator run
    The longest run of relations (`= < > ≠ ≤ ≥ ≈`) and other operators (`+ - − ± × ÷ / * ^ ~ !`). With a relation in
    it, it is a token anywhere; without one, where a number stands before or after it, over white space, and else it
    is not there. Key: as written where it is one of KNOWN_OPERATORS; else it is bad (`!`, `===`, `<->`, `-->`, `>>`,
    `**`).
everything else
    Is not there: other punctuation and symbols, `→ ∼ ≅ ∓ ¬ |`, every dash but `-`, emoji, U+00AD.

An operator run is decided once, at its start, and a chain of digits and stops once, at its end; so the work is linear
in the text, which it is not in the reference.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from citeview.quote.prepared import BAD, IDENTIFIER, NUMBER, OPERATOR, UNIT, WORD, Tokens
from citeview.quote.unicode17 import CHANGING, RANGES, class_table, parse

UNICODE = "17.0"

KNOWN_OPERATORS = frozenset(
    {"=", "==", "!=", "<", "<=", ">", ">=", "≠", "≤", "≥", "≈", "->", "=>"}
    | {"+", "-", "−", "±", "×", "÷", "/", "*", "^", "~"}
)

_SPACE_RANGES = "9-D 20 A0 1680 2000-200A 2028-2029 202F 205F 3000 FEFF"
WHITE_SPACE = "".join(chr(code) for first, last in parse(_SPACE_RANGES) for code in range(first, last + 1))

# Classes: l letter, e the letters e and E, m mark, j joiner, d digit, s superscript digit, n other number, p
# superscript sign, - sign, = relation, * other operator, % percent, $ other unit, "." and "," themselves, " " white
# space, ? unassigned, o the rest.
_LAYERS = [
    ("l", RANGES["letter"]),
    ("e", "45 65"),
    ("m", RANGES["mark"]),
    ("j", "200C-200D"),
    ("n", RANGES["number"]),
    ("d", RANGES["digit"]),
    ("s", "B2-B3 B9 2070 2074-2079"),
    ("p", "207A-207B"),
    ("-", "2B 2D 2212"),
    ("=", "3C-3E 2248 2260 2264-2265"),
    ("*", "21 2A 2F 5E 7E B1 D7 F7"),
    ("%", "25 2030"),
    ("$", RANGES["currency"] + " B0"),
    (".", "2E"),
    (",", "2C"),
    (" ", _SPACE_RANGES),
    ("?", RANGES["unassigned"]),
]

_STOP = re.compile("(?<=d)[.,](?=d)")

# One pass over the classes, with ":" for a stop or comma between two digits. Possessive, so that no text makes it go
# back over what it has read; but only over single characters: before Python 3.11.5 a possessive group that fails inside
# keeps what it has read, and no number would be found.
_TOKEN = re.compile(
    r"([lemj]++(?![dsn]))"  # 1 word
    r"|((?:(?<![lemjdsn])(?:-\.?|\.))?d[d:]*+(?:e-?d++)?(?:p?s++%?|(?!p?s)%?)(?![lemjdsn]))"  # 2 number
    r"|(d++:[d:]*+[lemjdsn]*+)"  # 3 a chain and the run that makes it no number
    r"|([lemjdsn]++)"  # 4 identifier or bad run
    r"|([%$])"  # 5 unit
    r"|([-=*]++)"  # 6 operator run
)
_WORD, _NUMBER, _CHAIN, _RUN, _UNIT = 1, 2, 3, 4, 5

_DIGITS = re.compile("d+")
_SPACES = re.compile(" *+")
_NUMBER_NEXT = re.compile(" *+[dsn]")
_JOINT = re.compile("[^ lemjdsn]*+")


@cache
def _classes() -> str:
    return class_table("o", _LAYERS)


@cache
def _unknown_here() -> frozenset[str]:
    """Return the characters whose case or normal form the reference knows and this Python's own tables do not."""
    changing = (chr(code) for first, last in parse(CHANGING) for code in range(first, last + 1))
    return frozenset(character for character in changing if unicodedata.category(character) == "Cn")


def has_newer_character(text: str) -> bool:
    """Say whether a text has a character whose tokens this program and the reference may make differently.

    Such are those that Unicode 17.0 does not know, and those whose case or normal form this Python does not know.
    """
    if text.isascii():
        return False
    return "?" in text.translate(_classes()) or not _unknown_here().isdisjoint(text)


def tokenize(text: str) -> Tokens:
    """Return the tokens of a text, in order; spans are code points. Linear in the text."""
    classes = _STOP.sub(":", text.translate(_classes()))
    keys: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    words: dict[str, str] = {}
    number_end = -1  # end of the last token with a number
    near_number = -1  # end of the white space after it, where it ends in a number
    last_number = -1  # its index where it is a number, which a joint can still make bad
    for match in _TOKEN.finditer(classes):
        kind = match.lastindex
        start, end = match.span()
        if kind == _WORD:
            raw = text[start:end]
            key = words.get(raw)
            if key is None:
                key = words[raw] = WORD + unicodedata.normalize("NFKC", raw).lower()
        elif kind in (_NUMBER, _RUN, _CHAIN):
            joined = number_end >= 0 and _JOINT.match(classes, number_end).end() >= start  # type: ignore[union-attr]
            if joined and last_number >= 0:
                keys[last_number] = BAD + keys[last_number][1:]
            if kind == _CHAIN:
                cut = classes.rindex(":", start, end) + 1
                for piece in _DIGITS.finditer(classes, start, cut):
                    keys.append(BAD + text[piece.start() : piece.end()])
                    starts.append(piece.start())
                    ends.append(piece.end())
                start = cut  # the last digits belong to the run
            raw = text[start:end]
            if kind == _NUMBER:
                key = (BAD if joined else NUMBER) + raw
            elif "l" in classes[start:end] or "e" in classes[start:end]:
                key = IDENTIFIER + raw
            else:
                key = BAD + raw
            number_end = end
            last_number = len(keys) if kind == _NUMBER else -1
            near_number = _SPACES.match(classes, end).end() if classes[end - 1] in "dsn" else -1  # type: ignore[union-attr]
        elif kind == _UNIT:
            key = UNIT + text[start]
        else:
            raw = text[start:end]
            if "=" not in classes[start:end] and start != near_number and not _NUMBER_NEXT.match(classes, end):
                continue
            key = (OPERATOR if raw in KNOWN_OPERATORS else BAD) + raw
        keys.append(key)
        starts.append(start)
        ends.append(end)
    return Tokens(keys, starts, ends)


def is_blank(text: str) -> bool:
    """Say whether a text is nothing but white space, as JavaScript's `trim` sees it."""
    return not text.strip(WHITE_SPACE)
