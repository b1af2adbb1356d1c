"""Tokens of the strict rules: what is compared, as written, and the kind of gap in front of each.

A text is cut at white space; what a token is depends on nothing outside its own run of characters, so a run is
read once and remembered. Knows tokens, their two keys and their gaps. Must not know how a match is judged.

Every token has two keys. The *exact* key is equal where the token is the same under the equivalences (EQ rules)
alone. The *coarse* key is equal more often (case, vowel marks, another script's digits): it finds places worth
judging.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from functools import cached_property
from itertools import accumulate
from operator import add, or_
from typing import cast

from citeview.quote.prepared import WORD, PreparedSource, Tokens
from citeview.quote.strict.bits import HARD, LINE, NUMBER, SIGN
from citeview.quote.strict.folding import coarse_key, fold_word
from citeview.quote.strict.hazards import HIDDEN, struck_regions
from citeview.quote.strict.lines import line_structure
from citeview.quote.strict.reader import Token, Vocabulary, shared_vocabulary
from citeview.quote.strict.revise import Revised, revise
from citeview.text.units import Span

# The reference makes a token of the first kind, and sees no space in the second.
LOOSE = re.compile("(?<![^\\W\\d_])[\u200c\u200d\ufe0e\ufe0f]|[\u200c\u200d](?![^\\W\\d_])|[\x1c-\x1f\x85]")
_MAYBE_LOOSE = re.compile("[\u200c\u200d\ufe0e\ufe0f\x1c-\x1f\x85]")
_QUOTATION = re.compile('["“”„«»「」『』]')
_SPACES = re.compile(r"(\s+)")
_SMALL = 256
"""In a source of so few tokens the index of places costs more than it saves."""
_ONLY_TOKENS = {Token}


class StrictText(PreparedSource):
    """Hold a text as tokens of the strict rules. `ids` are the coarse ids, which find places; `exact` decides.

    `flags[i]` says what token `i` is, `gaps[i]` what stands in front of it, as bits.
    """

    def __init__(self, text: str, words: Vocabulary | None = None) -> None:
        self.text = text
        self.words = words if words is not None else shared_vocabulary()
        self.vocabulary = self.words.ids
        structure = line_structure(text)
        dropped = structure.dropped
        # A byte order mark at the very beginning is no character of the text.
        base = 1 if text[:1] == "\ufeff" else 0
        parts = _SPACES.split(text[base:] if base else text)
        positions = list(accumulate(map(len, parts), initial=base))
        rows: list[Token] = []
        offsets: list[int] = []
        more: list[tuple[int, int]] = []
        entries = list(map(self.words.entries.get, parts[::2]))
        if not dropped and set(map(type, entries)) == _ONLY_TOKENS:
            rows, offsets = cast("list[Token]", entries), positions[:-1:2]
        else:
            read = self.words.read
            for entry, chunk, at in zip(entries, parts[::2], positions[:-1:2], strict=True):
                if not chunk or at in dropped:
                    continue
                found = read(chunk) if entry is None else entry
                if isinstance(found, Token):
                    rows.append(found)
                    offsets.append(at)
                    continue
                tokens, bits = found
                if tokens:
                    rows.extend(tokens)
                    offsets.extend([at] * len(tokens))
                elif bits:
                    more.append((len(rows), bits))
        if rows:
            first, last, exact, coarse, flags, before, after = zip(*rows, strict=True)
            starts = list(map(add, offsets, first))
            gaps = bytearray(map(or_, before, (0, *after[:-1])))
        else:
            starts, last, exact, coarse, flags, gaps = [], (), (), (), (), bytearray()
        self.starts = array("i", starts)
        self.ends = array("i", map(add, offsets, last))
        self.ids = array("i", coarse)
        self.exact = array("i", exact)
        self.flags = bytes(flags)
        self.gaps = gaps
        count = len(starts)
        for index, bits in more:
            if index < count:
                gaps[index] |= bits
        for places, bit in ((structure.ends, LINE), (structure.hard, HARD)):
            for position in places:
                index = bisect_left(starts, position)
                if index < count:
                    gaps[index] |= bit

        self.seen = _any_of(self.flags)
        """Every flag that any token has."""
        self.seen_gaps = _any_of(gaps)
        self.hidden = not text.isascii() and HIDDEN.search(text) is not None
        """Whether the text holds characters of writing direction, tags or damage anywhere."""
        self.vectors: dict[tuple[int, int], int] = {}
        self._hyphenated: dict[tuple[str, str], bool] = {}

    @cached_property
    def index(self) -> _Places:
        """The places of every id."""
        return _Places(self.ids)

    @cached_property
    def places(self) -> list[list[int]]:
        """The places of every id that this text holds, ascending."""
        # Looked up by id like the list of the base class; most ids of the shared vocabulary are not in this text.
        return cast("list[list[int]]", self.index)

    @cached_property
    def struck(self) -> list[Span]:
        """The struck-out and hidden parts of the text."""
        return struck_regions(self.text)

    @cached_property
    def loose(self) -> bool:
        """Whether the text holds a joiner that joins nothing, or a space that the reference takes for none."""
        return _MAYBE_LOOSE.search(self.text) is not None and LOOSE.search(self.text) is not None

    @cached_property
    def quoted(self) -> bool:
        """Whether the text holds quotation marks."""
        return _QUOTATION.search(self.text) is not None

    @cached_property
    def revised(self) -> tuple[Revised, StrictText] | None:
        """The text with entities decoded, markup left out and broken lines joined; None where that changes nothing."""
        revised = revise(self.text)
        return None if revised is None else (revised, StrictText(revised.text, self.words))

    def key(self, token: int) -> str:
        """Return what kind of token this is: `w` for a word, `n` for what carries a value."""
        return _kind(self.flags[token])

    def row(self) -> Tokens:
        """Return the tokens as the search for the closest passage takes a quote's."""
        return Tokens([_kind(flag) for flag in self.flags], self.starts, self.ends)

    def ids_in(self, source: StrictText) -> list[int]:
        """Return the ids of this text's tokens, -1 for one that `source` does not hold."""
        known = source.index if len(source) > _SMALL else set(source.ids)
        return [token if token in known else -1 for token in self.ids]

    def holds_word(self, word: str) -> bool:
        """Say whether the text holds a word, whatever its case, as one token."""
        return self.vocabulary.get(coarse_key(fold_word(word)), -1) in self.index

    def holds_hyphenated(self, left: str, right: str) -> bool:
        """Say whether the text holds two words joined by a hyphen on one line, whatever their case."""
        known = self._hyphenated.get((left, right))
        if known is not None:
            return known
        pattern = re.compile(f"(?<!\\w){re.escape(left)}[-\u2010\u2011]{re.escape(right)}(?!\\w)", re.IGNORECASE)
        found = self._hyphenated[left, right] = pattern.search(self.text) is not None
        return found

    def written(self, index: int) -> str:
        """Return token `index` as written."""
        return self.text[self.starts[index] : self.ends[index]]

    def between(self, index: int) -> str:
        """Return what stands between token `index` - 1 and token `index`."""
        return self.text[self.ends[index - 1] : self.starts[index]]


class _Places:
    """Look up the places of an id: token indexes in the order of their ids. An export may keep a thousand of these."""

    def __init__(self, ids: array[int]) -> None:
        order = sorted(range(len(ids)), key=ids.__getitem__)
        self._order = array("i", order)
        self._ids = array("i", map(ids.__getitem__, order))

    def __contains__(self, token: int) -> bool:
        at = bisect_left(self._ids, token)
        return at < len(self._ids) and self._ids[at] == token

    def __getitem__(self, token: int) -> array[int]:
        first = bisect_left(self._ids, token)
        return self._order[first : bisect_right(self._ids, token, first)]


def _any_of(values: bytes | bytearray) -> int:
    seen = 0
    for value in set(values):
        seen |= value
    return seen


def _kind(flags: int) -> str:
    return "n" if flags & (NUMBER | SIGN) else WORD
