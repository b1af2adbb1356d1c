"""Tokens of the strict rules: what is compared, as written, and the kind of gap in front of each.

A text is cut at white space; what a token is depends on nothing outside its own run of characters, so a run is read once
and remembered. Knows tokens, their two keys and their gaps. Must not know how a match is judged.

Every token has two keys. The *exact* key is equal where the token is the same under the equivalences (EQ rules) alone. The
*coarse* key is equal more often (case, vowel marks, another script's digits): it finds places worth judging.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from array import array
from bisect import bisect_left
from functools import cached_property
from typing import cast

from citeview.quote.prepared import WORD, PreparedSource, Tokens
from citeview.quote.strict.folding import coarse_key, fold_number, fold_symbol, fold_unspaced, fold_word
from citeview.quote.strict.hazards import HIDDEN, struck_regions
from citeview.quote.strict.revise import Revised, revise
from citeview.quote.strict.lines import line_structure
from citeview.quote.strict.typography import GLUED_SIGNS, class_of, classes, is_currency, is_dash
from citeview.quote.strict.words import ELISIONS
from citeview.text.units import Span

# What a token is, as bits.
NUMBER = 1
"""Holds a digit."""
SIGN = 2
"""A sign, operator, currency or other symbol that changes the number beside it."""
UNSPACED = 4
"""One character of a script that is written without spaces."""
FOLDED = 8
"""Its exact key is not what was written: an EQ rule folded something."""
COMPOSITE = 16
"""A date, time, range, fraction, version or other form that is compared as written."""
BRACKETED = 32
"""A number with nothing else in its brackets: `(5)` may be a negative amount, `[5]` a note."""
ODD = 64
"""A character newer than the tables, or one that a decoder damaged."""
PICTURE = 128
"""An emoji."""

# What stands in front of a token, as bits.
SPACE = 1
LINE = 2
"""A line end."""
HARD = 4
"""A blank line, a list item, a heading, a table cell: no sentence runs over it."""
HYPHEN = 8
DASH = 16
STOP = 32
"""What may end a sentence."""
PUNCTUATION = 64
CURLED = 128
"""A curled quotation mark right behind a number: the end of a quotation, or feet, inches, minutes, seconds."""

_CHUNK = re.compile(r"\S+")
_TOP = re.compile(
    r"(?P<word>[LMJNViohdr!.,asxn]+)|(?P<unspaced>C[MVJ]*)|(?P<picture>RR?|e[VMTK]*(?:J[es][VMTK]*)*)|(?P<bars>\|\|+)|(?P<other>.)"
)
_LETTERS = r"L(?:[LMJV]|i+(?=L))*"
_WORDS = re.compile(rf"(?P<word>{_LETTERS}(?:a{_LETTERS})*)|(?P<operators>[ohr!d]+)|(?P<symbol>M+|[sxn])|(?P<other>.)")
_SPLIT = re.compile(r"(?P<symbol>[sxn])|(?P<relation>[!ohd]*r[!ohdr]*)")
_NUMBER = re.compile(r"(?P<lead>[ohd!]*)(?P<number>[.,]?N+(?:[.,]N+)*(?:L[oh]N+)?)(?P<tail>[ohd!]*)")
_WITH_LETTERS = re.compile(r"[LMJNV]+")
_GAP_OF_CLASS = {
    ".": STOP,
    "!": STOP,
    "d": DASH,
    "h": HYPHEN,
    "c": 0,
    "T": 0,
    "i": 0,
    "J": 0,
    "V": 0,
    " ": SPACE,
    "|": HARD,
}

_CACHED_LENGTH = 48
_CACHED_ENTRIES = 400_000
_VOCABULARY_LIMIT = 3_000_000

_Token = tuple[int, int, int, int, int, int]
"""Start and end in the run (code points), exact id, coarse id, flags, gap in front."""
_Entry = tuple[int, tuple[_Token, ...], int, int]
"""Number of tokens, tokens, bits in front of the first one, bits behind the last one."""


class Vocabulary:
    """Give each key an id, and remember how each run of characters reads. Shared by all texts, so that ids compare.

    Keys are interned by operations that are atomic in CPython: two threads never give two keys one id.
    """

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self._next = itertools.count()
        self.entries: dict[str, _Entry] = {}

    def id_of(self, key: str) -> int:
        """Return the id of a key, a new one at first sight."""
        found = self.ids.get(key)
        return self.ids.setdefault(key, next(self._next)) if found is None else found

    def read(self, chunk: str) -> _Entry:
        """Return the tokens of a run of characters without white space."""
        entry = self.entries.get(chunk)
        if entry is None:
            entry = _Reader(chunk, self).entry()
            if len(chunk) <= _CACHED_LENGTH:
                if len(self.entries) >= _CACHED_ENTRIES:
                    self.entries.clear()
                self.entries[chunk] = entry
        return entry


_shared = Vocabulary()


def shared_vocabulary() -> Vocabulary:
    """Return the vocabulary for new texts. Past a few million keys a new one begins; texts keep the one they have."""
    global _shared
    if len(_shared.ids) > _VOCABULARY_LIMIT:
        _shared = Vocabulary()
    return _shared


class StrictText(PreparedSource):
    """Hold a text as tokens of the strict rules. `ids` are the coarse ids, by which places are found; `exact` decides.

    `flags[i]` says what token `i` is, `gaps[i]` what stands in front of it, as bits.
    """

    def __init__(self, text: str, words: Vocabulary | None = None) -> None:
        self.text = text
        self.words = words if words is not None else shared_vocabulary()
        self.vocabulary = self.words.ids
        starts: list[int] = []
        ends: list[int] = []
        exact: list[int] = []
        coarse: list[int] = []
        flags = bytearray()
        gaps = bytearray()
        structure = line_structure(text)
        dropped = structure.dropped
        get, read = self.words.entries.get, self.words.read
        carry = 0
        # A byte order mark at the very beginning is no character of the text.
        for match in _CHUNK.finditer(text, 1 if text[:1] == "\ufeff" else 0):
            at = match.start()
            if dropped and at in dropped:
                continue
            chunk = match[0]
            entry = get(chunk) or read(chunk)
            count, tokens, before, after = entry
            if count == 1:
                first, last, exact_id, coarse_id, flag, _ = tokens[0]
                starts.append(at + first)
                ends.append(at + last)
                exact.append(exact_id)
                coarse.append(coarse_id)
                flags.append(flag)
                gaps.append(carry | before)
                carry = after
            elif count:
                for first, last, exact_id, coarse_id, flag, gap in tokens:
                    starts.append(at + first)
                    ends.append(at + last)
                    exact.append(exact_id)
                    coarse.append(coarse_id)
                    flags.append(flag)
                    gaps.append(gap)
                gaps[-count] = carry | before
                carry = after
            else:
                carry |= after
        self.starts = array("i", starts)
        self.ends = array("i", ends)
        self.ids = array("i", coarse)
        self.exact = array("i", exact)
        self.flags = flags
        self.gaps = gaps
        count = len(starts)
        for positions, bit in ((structure.ends, LINE), (structure.hard, HARD)):
            for position in positions:
                index = bisect_left(starts, position)
                if index < count:
                    gaps[index] |= bit

        self.seen = _any_of(flags)
        """Every flag that any token has."""
        self.seen_gaps = _any_of(gaps)
        self.hidden = not text.isascii() and HIDDEN.search(text) is not None
        """Whether the text holds characters of writing direction, tags or damage anywhere."""
        self.vectors: dict[tuple[int, int], int] = {}

    @cached_property
    def places(self) -> list[list[int]]:
        """The places of every id that this text holds, ascending."""
        places = _Places()
        for place, token in enumerate(self.ids):
            places[token].append(place)
        # Looked up by id like the list of the base class; most ids of the shared vocabulary are not in this text.
        return cast("list[list[int]]", places)

    @cached_property
    def struck(self) -> list[Span]:
        """The struck-out and hidden parts of the text."""
        return struck_regions(self.text)

    @cached_property
    def revised(self) -> tuple[Revised, StrictText] | None:
        """The text with entities decoded, markup left out and broken lines joined; None where that changes nothing."""
        revised = revise(self.text)
        return None if revised is None else (revised, StrictText(revised.text, self.words))

    @cached_property
    def known(self) -> frozenset[int]:
        """The ids that this text holds."""
        return frozenset(self.ids)

    def key(self, token: int) -> str:
        """Return what kind of token this is: `w` for a word, `n` for what carries a value."""
        return _kind(self.flags[token])

    def row(self) -> Tokens:
        """Return the tokens as the search for the closest passage takes a quote's."""
        return Tokens([_kind(flag) for flag in self.flags], self.starts, self.ends)

    def ids_in(self, source: StrictText) -> list[int]:
        """Return the ids of this text's tokens, -1 for one that `source` does not hold."""
        known = source.known
        return [token if token in known else -1 for token in self.ids]

    def holds_word(self, word: str) -> bool:
        """Say whether the text holds a word, whatever its case, as one token."""
        return self.vocabulary.get(coarse_key(fold_word(word)), -1) in self.known

    def holds_hyphenated(self, left: str, right: str) -> bool:
        """Say whether the text holds two words joined by a hyphen on one line, whatever their case."""
        pattern = re.compile(f"(?<!\\w){re.escape(left)}[-\u2010\u2011]{re.escape(right)}(?!\\w)", re.IGNORECASE)
        return pattern.search(self.text) is not None

    def written(self, index: int) -> str:
        """Return token `index` as written."""
        return self.text[self.starts[index] : self.ends[index]]

    def between(self, index: int) -> str:
        """Return what stands between token `index` - 1 and token `index`."""
        return self.text[self.ends[index - 1] : self.starts[index]]


class _Places(dict[int, list[int]]):
    """The places of each id; an id that was never seen gets an empty list."""

    def __missing__(self, token: int) -> list[int]:
        found = self[token] = []
        return found


def _any_of(values: bytearray) -> int:
    seen = 0
    for value in set(values):
        seen |= value
    return seen


def _kind(flags: int) -> str:
    return "n" if flags & (NUMBER | SIGN) else WORD


class _Reader:
    """Read one run of characters without white space into tokens."""

    def __init__(self, chunk: str, words: Vocabulary) -> None:
        self._chunk = chunk
        self._kinds = classes(chunk)
        self._words = words
        self._tokens: list[_Token] = []
        self._gap = 0
        self._before = 0

    def entry(self) -> _Entry:
        """Return the tokens and the bits at both ends."""
        chunk, kinds = self._chunk, self._kinds
        solid = 0
        for match in _TOP.finditer(kinds):
            start, end = match.span()
            group = match.lastgroup
            if group == "word":
                solid = start
                self._solid(start, end)
            elif group == "unspaced":
                key = fold_unspaced(chunk[start:end])
                self._add(start, end, key, UNSPACED | (FOLDED if key != chunk[start:end] else 0))
            elif group == "picture":
                self._add(
                    start, end, "\0e" + chunk[start:end].replace("\ufe0f", "").replace("\ufe0e", ""), PICTURE | FOLDED
                )
            elif group == "bars":
                self._add(start, end, "\0o" + chunk[start:end], SIGN)
            else:
                self._other(start, solid)
        # Text in front of this run never reads from it, so the bits in front always hold the space.
        return (
            len(self._tokens),
            tuple(self._tokens),
            self._before | SPACE,
            self._gap | (0 if self._tokens else SPACE | self._before),
        )

    def _add(self, start: int, end: int, key: str, flags: int, coarse: str | None = None) -> None:
        exact_id = self._words.id_of(key)
        coarse_id = exact_id if coarse is None or coarse == key else self._words.id_of(coarse)
        if not self._tokens:
            self._before = self._gap
        self._tokens.append((start, end, exact_id, coarse_id, flags, self._gap))
        self._gap = 0

    def _other(self, at: int, solid: int) -> None:
        kind = self._kinds[at]
        if kind == "q" and self._chunk[at] == '"' and self._ends_in_digit(at) and self._chunk[solid - 1 : solid] != '"':
            # An inch or second sign, or the end of a quotation: compared as written, and touchy.
            self._add(at, at + 1, '\0q"', SIGN)
        elif (
            kind == "q" and self._chunk[at] == "”" and self._ends_in_digit(at) and self._chunk[solid - 1 : solid] != "“"
        ):
            self._gap |= CURLED | PUNCTUATION
        elif kind == "K":
            self._add(at, at + 1, "\0s" + self._chunk[at], PICTURE)
        else:
            self._gap |= _GAP_OF_CLASS.get(kind, PUNCTUATION)

    def _ends_in_digit(self, at: int) -> bool:
        return bool(self._tokens) and self._tokens[-1][1] == at and self._kinds[at - 1] == "N"

    def _solid(self, start: int, end: int) -> None:
        kinds = self._kinds
        if "N" not in kinds[start:end]:
            self._letters(start, end)
            return
        first_token = len(self._tokens)
        at = start
        for match in _SPLIT.finditer(kinds, start, end):
            piece_start, piece_end = match.span()
            if kinds[piece_end - 1 : piece_end + 1] == "hN" and self._chunk[piece_end - 2 : piece_end - 1] == "=":
                # `x=-5`: the sign is the number's.
                piece_end -= 1
            if at < piece_start:
                self._piece(at, piece_start)
            if match.lastgroup == "relation":
                self._add(piece_start, piece_end, "\0o" + fold_symbol(self._chunk[piece_start:piece_end]), SIGN)
            else:
                self._symbol(piece_start, piece_end)
            at = piece_end
        if at < end:
            self._piece(at, end)
        if kinds[start - 1 : start] == "(" and kinds[end : end + 1] == ")":
            made = self._tokens[first_token:]
            if made and all(token[4] & (NUMBER | SIGN) for token in made):
                self._tokens[first_token:] = [(*token[:4], token[4] | BRACKETED, token[5]) for token in made]

    def _piece(self, start: int, end: int) -> None:
        if "N" in self._kinds[start:end]:
            self._numeric(start, end)
        else:
            self._letters(start, end)

    def _symbol(self, start: int, end: int) -> None:
        written = self._chunk[start:end]
        odd = any(class_of(character) in "xn" for character in written)
        key = "\0s" + unicodedata.normalize("NFC", written)
        self._add(start, end, key, SIGN | (ODD if odd else 0))

    def _numeric(self, start: int, end: int) -> None:
        """Read a piece that holds a digit: a number with what is glued to it, a word with digits, or a composite."""
        chunk, kinds = self._chunk, self._kinds
        first = start
        while kinds[first] in ".,a!" and kinds[first + 1 : first + 2] != "":
            first += 1
        if first > start and kinds[first] == "N" and kinds[first - 1] in ".,!":
            # `.5` is a number; `,5` and `...5` are compared as written.
            first = first - 1 if first - start == 1 or kinds[first - 2] == "a" else start
        last = end
        while kinds[last - 1] in ".,a!" and last - 1 > first:
            last -= 1
        for at in range(start, first):
            self._gap |= _GAP_OF_CLASS.get(kinds[at], PUNCTUATION)
        number = _NUMBER.fullmatch(kinds, first, last)
        after = kinds[last:end]
        if number and number["lead"][-1:] != "!" and self._is_one_number(number):
            self._number(number)
            # `5!` and `5'` mean something; behind a word they are typography.
            if after[:1] == "!":
                self._add(last, last + 1, "\0q!", SIGN | COMPOSITE)
                last += 1
            elif after[:1] == "a" and chunk[last] == "'" and chunk[start] != "'":
                self._add(last, last + 1, "\0q'", SIGN)
                last += 1
            elif after[:1] == "a" and chunk[last] == "’" and chunk[start] != "‘":
                self._gap |= CURLED
        elif _WITH_LETTERS.fullmatch(kinds, first, last):
            written = chunk[first:last]
            key = fold_word(written)
            composite = (
                COMPOSITE if any(unicodedata.category(character) in ("No", "Nl") for character in written) else 0
            )
            self._add(
                first, last, key, NUMBER | composite | (FOLDED if key != written else 0), coarse_key(key, digits=True)
            )
        else:
            key = unicodedata.normalize("NFC", chunk[first:last])
            self._add(first, last, "\0c" + key, NUMBER | COMPOSITE)
        for at in range(last, end):
            self._gap |= _GAP_OF_CLASS.get(kinds[at], PUNCTUATION)

    def _is_one_number(self, number: re.Match[str]) -> bool:
        """Say whether the marks inside are a decimal point or thousands signs, and letters an exponent."""
        written = self._chunk[number.start("number") : number.end("number")]
        if written[0] == "," or any(
            kind in ".," and mark not in ".,．，" for kind, mark in zip(number["number"], written, strict=True)
        ):
            return False
        at = number["number"].find("L")
        return at < 0 or (written[at] in "eE" and written[at + 1] in "+-\u2212")

    def _number(self, number: re.Match[str]) -> None:
        chunk = self._chunk
        start, end = number.span("lead")
        if start < end:
            lead = chunk[start:end]
            if len(lead) == 1 and lead in GLUED_SIGNS:
                key = "\0-" + fold_symbol(lead, sign=True)
                coarse = "\0--" if is_dash(lead) and lead not in "+⁺➕" else None
                self._add(start, end, key, SIGN | (FOLDED if key[2:] != lead else 0), coarse)
            else:
                self._add(start, end, "\0o" + fold_symbol(lead), SIGN)
        start, end = number.span("number")
        written = chunk[start:end]
        key = fold_number(written)
        composite = COMPOSITE if not key.isascii() and any(unicodedata.category(c) == "No" for c in key) else 0
        self._add(start, end, key, NUMBER | composite | (FOLDED if key != written else 0), coarse_key(key, digits=True))
        start, end = number.span("tail")
        if start < end:
            tail = fold_symbol(chunk[start:end])
            spaced_alike = all(is_currency(character) for character in tail)
            self._add(
                start,
                end,
                ("\0o" if spaced_alike else "\0q") + tail,
                SIGN | (FOLDED if tail != chunk[start:end] else 0),
            )

    def _letters(self, start: int, end: int) -> None:
        """Read a piece without digits: words, names with symbols (`C++`, `O-`, `!ready`), operators between them."""
        kinds = self._kinds
        prefix = -1
        word_end = -1
        for match in _WORDS.finditer(kinds, start, end):
            first, last = match.span()
            group = match.lastgroup
            if group == "word":
                suffix = self._suffix(first, last, end)
                self._word(first, last, prefix, suffix)
                prefix, word_end = -1, max(last, suffix)
            elif group == "operators":
                if first < word_end:
                    continue
                left = first == word_end
                right = kinds[last : last + 1] == "L" and last < end
                if self._is_prefix(first, last, left=left, right=right):
                    prefix = first
                else:
                    self._operators(first, last, left=left, right=right)
            elif group == "symbol":
                self._symbol(first, last)
            else:
                self._gap |= _GAP_OF_CLASS.get(kinds[first], PUNCTUATION)

    def _is_prefix(self, first: int, last: int, *, left: bool, right: bool) -> bool:
        run = self._kinds[first:last]
        if left or not right or "r" in run or not run.strip("d"):
            return False
        return not run.strip("!") or "o" in run or run == "h"

    def _suffix(self, start: int, end: int, limit: int) -> int:
        """Return where the symbols end that make a name with the word in front of them (`C++`, `O-`), or -1."""
        kinds, chunk = self._kinds, self._chunk
        last = end
        while last < limit and kinds[last] in "oh!":
            last += 1
        if last == end or (last < limit and kinds[last] in "LMJVrd"):
            return -1
        run = chunk[end:last]
        letters = end - start
        if not run.strip("+#＋"):
            return last
        if letters == 1 and (not run.strip("*") or not run.strip("!")):
            return last
        if letters <= 3 and len(run) == 1 and run in "-\u2212\u2010\u2011\uff0d⁻⁺":
            return last
        return -1

    def _operators(self, first: int, last: int, *, left: bool, right: bool) -> None:
        run = self._kinds[first:last]
        written = self._chunk[first:last]
        if not run.strip("d"):
            self._gap |= DASH
        elif not run.strip("!") and not (left and right):
            self._gap |= STOP
        elif run == "h" and left:
            self._gap |= HYPHEN
        elif left and not right and not written.strip("*"):
            self._gap |= PUNCTUATION
        else:
            key = fold_symbol(written)
            self._add(first, last, "\0o" + key, SIGN | (FOLDED if key != written else 0))

    def _word(self, first: int, last: int, prefix: int, suffix: int) -> None:
        chunk = self._chunk
        start, end = (first if prefix < 0 else prefix), max(last, suffix)
        written = chunk[first:last]
        key = fold_word(written)
        flags = FOLDED if key != written else 0
        if start == first and end == last:
            elided, apostrophe, rest = key.partition("'")
            if apostrophe and elided.lower() in ELISIONS:
                cut = first + self._kinds[first:last].index("a") + 1
                self._add(first, cut, elided + "'", flags, coarse_key(elided + "'"))
                self._add(cut, last, rest, flags, coarse_key(rest))
                return
            self._add(first, last, key, flags, coarse_key(key))
            return
        before, after = fold_symbol(chunk[start:first]), fold_symbol(chunk[last:end])
        if before + key + after != chunk[start:end]:
            flags |= FOLDED
        self._add(start, end, f"\0w{before}{key}{after}", flags, f"\0w{before}{coarse_key(key)}{after}")
