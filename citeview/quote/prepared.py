"""A text as a row of tokens that every quote on it shares.

Knows token keys, their ids and their spans, and the index of places that the search for the closest passage needs. Must not
know how a rule set makes tokens.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cached_property

from citeview.text.units import Span


class PreparedSource:
    """Hold the tokens of one source under one rule set, made once and kept.

    Token `i` has the key whose id is `ids[i]` and stands at code points [`starts[i]`, `ends[i]`) of `text`. Ids are interned
    per source: equal keys have equal ids, and a key that the source does not hold has none.
    """

    def __init__(self, text: str, keys: Iterable[str], starts: array[int], ends: array[int]) -> None:
        self.text = text
        vocabulary: dict[str, int] = {}
        intern = vocabulary.setdefault
        self.ids = array("i", [intern(key, len(vocabulary)) for key in keys])
        self.vocabulary = vocabulary
        self.starts = starts
        self.ends = ends

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def packed(self) -> bytes:
        """Return the ids as bytes, four a token, for `bytes.find`."""
        return self.ids.tobytes()

    def ids_of(self, keys: Iterable[str]) -> list[int]:
        """Return the ids of a quote's keys; -1 for a key that the source does not hold."""
        get = self.vocabulary.get
        return [get(key, -1) for key in keys]

    def span(self, first: int, last: int) -> Span:
        """Return the code points from the start of token `first` to the end of token `last`."""
        return Span(self.starts[first], self.ends[last])
