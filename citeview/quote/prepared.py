"""A text as a row of tokens: what every rule set makes, and what search and passage work on.

Knows token keys, their ids, their spans and the index of their places. Must not know how a rule set makes tokens.

The first letter of a key names the kind of token, so that two kinds never compare equal: `w` a word, and any other
letter for what carries a value (`n` a number, `i` an identifier with digits, `o` an operator, `u` a unit, `b` a form
that cannot be parsed; a rule set may have more).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from citeview.text.units import Span

WORD = "w"
NUMBER = "n"
IDENTIFIER = "i"
OPERATOR = "o"
UNIT = "u"
BAD = "b"


@dataclass(frozen=True, slots=True)
class Tokens:
    """Hold the tokens of one text: token `i` has `keys[i]` and stands at code points [`starts[i]`, `ends[i]`)."""

    keys: list[str]
    starts: Sequence[int]
    ends: Sequence[int]

    def __len__(self) -> int:
        return len(self.keys)

    def span(self, first: int, last: int) -> Span:
        """Return the code points from the start of token `first` to the end of token `last`."""
        return Span(self.starts[first], self.ends[last])


class PreparedSource:
    """Hold one source's text and tokens, made once and kept for every quote.

    Keys are interned: token `i` has the id `ids[i]`, equal keys have equal ids, and a key that the source does not hold
    has none. Spans are code points of `text`.
    """

    def __init__(self, text: str, tokens: Tokens) -> None:
        self.text = text
        vocabulary: dict[str, int] = {}
        intern = vocabulary.setdefault
        self.ids = array("i", [intern(key, len(vocabulary)) for key in tokens.keys])
        self.vocabulary = vocabulary
        self.starts = array("i", tokens.starts)
        self.ends = array("i", tokens.ends)
        self.vectors: dict[tuple[int, int], int] = {}
        """Kept by the window search: (token id, bytes a lane) -> the places of the token as one whole number."""

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def packed(self) -> bytes:
        """The ids as bytes, `ids.itemsize` a token, for `bytes.find`."""
        return self.ids.tobytes()

    @cached_property
    def places(self) -> list[list[int]]:
        """The places of every token id, ascending."""
        places: list[list[int]] = [[] for _ in self.vocabulary]
        for place, token in enumerate(self.ids):
            places[token].append(place)
        return places

    @cached_property
    def keys(self) -> list[str]:
        """The keys by id."""
        return list(self.vocabulary)

    def key(self, token: int) -> str:
        """Return the key of a token."""
        return self.keys[self.ids[token]]

    def ids_of(self, keys: Sequence[str]) -> list[int]:
        """Return the ids of a quote's keys; -1 for a key that the source does not hold."""
        get = self.vocabulary.get
        return [get(key, -1) for key in keys]

    def span(self, first: int, last: int) -> Span:
        """Return the code points from the start of token `first` to the end of token `last`."""
        return Span(self.starts[first], self.ends[last])
