"""How two tokens with one coarse key differ: case, vowel marks, another script's digits, a sharp s.

Knows strings. Must not know places.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from citeview.quote.strict.folding import fold_symbol, fold_word, without_vowel_marks
from citeview.quote.strict.tokens import StrictText


class CaseChange(enum.Enum):
    """Say how the case of two words differs."""

    NONE = "none"
    FIRST = "first letter"
    """Only the first letter, and neither word is two or more capitals."""
    MORE = "more"


@dataclass(frozen=True, slots=True)
class TokenChange:
    """Hold how a token of the quote differs from the source's: its case, and the edits that it takes (kind, note)."""

    case: CaseChange
    edits: tuple[tuple[str, str], ...]


_LETTERS = 8
_CASED_WORDS = 3


def compare_tokens(quoted: str, source: str) -> TokenChange:
    """Say how two tokens differ whose exact keys differ and whose coarse keys are equal."""
    one, other = fold_symbol(fold_word(quoted)), fold_symbol(fold_word(source))
    needed = [fold for fold in _FOLDS if _lower(_apply(one, without=fold)) != _lower(_apply(other, without=fold))]
    return TokenChange(_case(_apply(one), _apply(other)), tuple((kind, note) for kind, note, _ in needed))


def _apply(text: str, *, without: _Fold | None = None) -> str:
    for fold in _FOLDS:
        if fold is not without:
            text = fold[2](text)
    return text


def _lower(text: str) -> str:
    return text.lower().replace("ς", "σ")


def is_upper_case(text: StrictText, first: int, count: int) -> bool:
    """Say whether the words of a run are all in capitals, and enough of them to be a heading and no abbreviation."""
    words = [text.written(index) for index in range(first, first + count)]
    cased = [word for word in words if word.lower() != word.upper()]
    return (
        len(cased) >= _CASED_WORDS and sum(map(len, cased)) >= _LETTERS and all(word == word.upper() for word in cased)
    )


def _case(one: str, other: str) -> CaseChange:
    if one == other:
        return CaseChange.NONE
    if one[1:] == other[1:] and not (_capitals(one) or _capitals(other)):
        return CaseChange.FIRST
    return CaseChange.MORE


def _capitals(word: str) -> bool:
    letters = [character for character in word if unicodedata.category(character) in ("Lu", "Ll", "Lt")]
    return len(letters) >= 2 and all(unicodedata.category(character) == "Lu" for character in letters)


def _ascii_digits(text: str) -> str:
    return re.sub(r"\d", lambda digit: str(unicodedata.decimal(digit[0])), text)


_Fold = tuple[str, str, Callable[[str], str]]
_FOLDS: tuple[_Fold, ...] = (
    ("vowel marks", "The vowel marks differ", without_vowel_marks),
    ("digit script", "The digits are of different scripts", _ascii_digits),
    ("sharp s", "ß and ss are different letters", lambda text: text.replace("ß", "ss")),
    ("micro sign", "The micro sign and the Greek letter are different characters", lambda text: text.replace("µ", "μ")),
)
