"""Replace letters and digits by others of the same width in every unit, so that a private text can be shared.

Case, script, normal forms and grapheme structure stay; so do white space, punctuation, emoji, HTML entities and tag
names, because those are what offsets go wrong on. Equal words are masked alike, so that a quote stands where it stood.
Knows characters; must not know what a mask is checked against.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from citeview.checks.lab.markup import entity_spans, tag_name_spans
from citeview.text.graphemes import interior_positions

_WORD = re.compile(r"(?:[^\W_]|[\u0300-\u036f])+")
_BLOCK = 0x100


class Mask:
    """Mask texts with one secret: equal words become equal others, in every text that the mask is used on.

    `by_word` makes each letter depend on its whole word, which hides more; else each letter has one stand-in
    everywhere, which also keeps parts of words equal to parts of others.
    """

    def __init__(self, secret: bytes, *, by_word: bool = True) -> None:
        self._secret = secret
        self._by_word = by_word

    def apply(self, text: str) -> str:
        """Return `text` masked; each code point keeps its width in bytes and UTF-16 units."""
        kept = _protected(text)
        pieces = []
        done = 0
        for found in _WORD.finditer(text):
            pieces.append(text[done : found.start()])
            pieces.append(self._word(found.group(), found.start(), kept))
            done = found.end()
        pieces.append(text[done:])
        return "".join(pieces)

    def _word(self, word: str, position: int, kept: Sequence[tuple[int, int]]) -> str:
        if any(start < position + len(word) and position < end for start, end in kept):
            return word
        key = unicodedata.normalize("NFKC", word).casefold() if self._by_word else ""
        pieces = []
        for number, (character, marks) in enumerate(_with_marks(word)):
            place = number if self._by_word else 0
            pieces.append(self._letter(character, marks, f"{key}\x00{place}") + marks)
        return "".join(pieces)

    def _letter(self, character: str, marks: str, key: str) -> str:
        """Return the stand-in of one letter or digit that is followed by `marks`."""
        decomposed = unicodedata.normalize("NFD", character)
        hangul = len(decomposed) > 1 and "\u1100" <= decomposed[0] <= "\u1112"
        base, own = (character, "") if hangul else (decomposed[0], decomposed[1:])
        upper = base != base.lower() and len(base.lower()) == 1
        pool = _pool(base.lower() if upper else base, own + marks)
        if len(pool) < 2:
            return character
        digest = hashlib.blake2b(f"{key}\x00{base.lower()}".encode("utf-8", "surrogatepass"), key=self._secret).digest()
        # Another than itself: the place of the letter in its pool moved on by 1 to all but one.
        place = pool.index(base.lower() if upper else base)
        other = pool[(place + 1 + int.from_bytes(digest[:8], "big") % (len(pool) - 1)) % len(pool)]
        return (
            unicodedata.normalize("NFC", (other.upper() if upper else other) + own)
            if own
            else (other.upper() if upper else other)
        )


def same_shape(text: str, masked: str) -> bool:
    """Say whether two texts are alike in every unit: each code point as wide, and the same grapheme clusters."""
    if len(text) != len(masked) or interior_positions(text) != interior_positions(masked):
        return False
    return all(_widths(one) == _widths(other) for one, other in zip(text, masked, strict=True))


def _widths(character: str) -> tuple[int, int]:
    return len(character.encode("utf-8", "surrogatepass")), len(character.encode("utf-16-le", "surrogatepass"))


def _protected(text: str) -> list[tuple[int, int]]:
    """Return what must stay as it is for markup to stay markup."""
    return [*entity_spans(text), *tag_name_spans(text)] if "&" in text or "<" in text else []


def _with_marks(word: str) -> Iterator[tuple[str, str]]:
    """Yield each letter or digit of a word with the combining marks that follow it."""
    start = 0
    for position in range(1, len(word) + 1):
        if position == len(word) or not unicodedata.category(word[position]).startswith("M"):
            yield word[start], word[start + 1 : position]
            start = position


@lru_cache(maxsize=4096)
def _pool(character: str, marks: str) -> tuple[str, ...]:
    """Return the characters that may stand in for one another, with these marks after them; one alone means none."""
    kind = _kind(character)
    if kind is None:
        return (character,)
    start = ord(character) & ~(_BLOCK - 1)
    alike = (chr(code) for code in range(start, start + _BLOCK) if _kind(chr(code)) == kind)
    composed = _composed(character, marks)
    return tuple(other for other in alike if _composed(other, marks) == composed)


def _composed(character: str, marks: str) -> tuple[tuple[int, int], ...]:
    """Return the widths of what a letter and its marks are in NFC, of the capital too."""
    both = unicodedata.normalize("NFC", character + marks), unicodedata.normalize("NFC", character.upper() + marks)
    return tuple(_widths(part) for form in both for part in form) if marks else ()


@lru_cache(maxsize=65_536)
def _kind(character: str) -> tuple[object, ...] | None:
    """Return what must be the same of two characters for one to stand in for the other; None for one that must stay."""
    category = unicodedata.category(character)
    if category[0] != "L" and category != "Nd":
        return None
    # A zero in front makes another number, a letter with a compatibility form is another one in NFKC.
    if (category == "Nd" and unicodedata.digit(character) == 0) or _changes(character):
        return None
    code = ord(character)
    syllable = (code - 0xAC00) % 28 == 0 if 0xAC00 <= code <= 0xD7A3 else None
    return (
        category,
        unicodedata.name(character, "").partition(" ")[0],
        _widths(character),
        _case(character),
        unicodedata.bidirectional(character),
        unicodedata.east_asian_width(character),
        syllable,
        tuple(interior_positions(f"a{character}a")),
        _jamo(character) if "\u1100" <= character <= "\u11ff" else None,
    )


def _jamo(character: str) -> tuple[object, ...]:
    """Return how a Hangul letter joins and composes with those before and after it."""
    beside = [f"\u1100{character}", f"{character}\u1161", f"\uac00{character}"]
    joins = (tuple(interior_positions(pair)) for pair in (*beside, f"{character}\u11a8", f"\u11a8{character}"))
    return (*joins, *(len(unicodedata.normalize("NFC", pair)) for pair in beside))


def _changes(character: str) -> bool:
    normal = unicodedata.normalize("NFKC", character)
    decomposed = unicodedata.normalize("NFKD", character)
    return normal != character or (len(decomposed) > 1 and not "\uac00" <= character <= "\ud7a3")


def _case(character: str) -> tuple[object, ...]:
    """Return how a letter behaves when its case changes: only plain pairs of one width stand in for one another."""
    upper, lower = character.upper(), character.lower()
    folds: Callable[[str], str] = str.casefold
    plain = len(upper) == len(lower) == 1 and upper.lower() == lower and folds(upper) == lower
    return (plain, upper != character, lower != character, *map(_widths, (upper, lower) if plain else ()))
