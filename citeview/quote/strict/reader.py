"""One run of characters without white space, read into tokens: words, numbers, composites, symbols, characters.

What a token is depends on nothing outside its own run, so a run is read once and remembered. Knows characters and
runs. Must not know texts or places.

Every token has two keys. The *exact* key is equal where the token is the same under the equivalences (EQ rules)
alone. The *coarse* key is equal more often (case, vowel marks, another script's digits): it finds places to judge.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from typing import NamedTuple

from citeview.quote.reference_tokens import KNOWN_OPERATORS
from citeview.quote.strict.bits import (
    BRACKETED,
    COMPOSITE,
    CURLED,
    DASH,
    FOLDED,
    HARD,
    HYPHEN,
    NUMBER,
    ODD,
    PICTURE,
    PUNCTUATION,
    SIGN,
    SPACE,
    STOP,
    UNSPACED,
)
from citeview.quote.strict.folding import coarse_key, fold_number, fold_symbol, fold_unspaced, fold_word
from citeview.quote.strict.typography import GLUED_SIGNS, class_of, classes, is_currency, is_dash
from citeview.quote.strict.words import ELISIONS

_TOP = re.compile(
    r"(?P<word>[LMJNViohdr!.,asxn]+)|(?P<unspaced>C[MVJ]*)|(?P<picture>RR?|e[VMTK]*(?:J[es][VMTK]*)*)|(?P<bars>\|\|+)|(?P<other>.)"
)
_LETTERS = r"L(?:[LMJV]|i+(?=L))*"
_WORDS = re.compile(rf"(?P<word>{_LETTERS}(?:a{_LETTERS})*)|(?P<operators>[ohr!d]+)|(?P<symbol>M+|[sxn])|(?P<other>.)")
_SPLIT = re.compile(r"(?P<symbol>[sxn])|(?P<relation>[!ohd]*r[!ohdr]*)")
_NUMBER = re.compile(r"(?P<lead>[ohd!]*)(?P<number>[.,]?N+(?:[.,]N+)*(?:L[oh]N+)?)(?P<tail>[ohd!]*)")
_WITH_LETTERS = re.compile(r"[LMJNV]+")
_PLAIN = re.compile(
    r"(?P<open>[(\[\"']*)(?:(?P<word>[A-Za-z]{2,}(?=[^'A-Za-z]|$))|(?<![(\[\"'])(?P<number>[0-9]+)(?=[.,;:?]*$))(?P<close>[.,;:?!)\]\"']*)"
)
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


class Token(NamedTuple):
    """Hold a token of a run: start and end in the run (code points), ids of its keys, what it is, what is around it."""

    start: int
    end: int
    exact: int
    coarse: int
    flags: int
    before: int
    """What stands in front of it in the run; for the first one with the white space in front of the run."""
    after: int
    """What stands behind the last one in the run, else 0."""


Entry = Token | tuple[list[Token], int]
"""A run of one token, or its tokens and what stands in a run that has none."""


class Vocabulary:
    """Give each key an id, and remember how each run of characters reads. Shared by all texts, so that ids compare.

    Keys are interned by operations that are atomic in CPython: two threads never give two keys one id.
    """

    def __init__(self) -> None:
        self.ids: dict[str, int] = {}
        self._next = itertools.count()
        self.entries: dict[str, Entry] = {}

    def id_of(self, key: str) -> int:
        """Return the id of a key, a new one at first sight."""
        found = self.ids.get(key)
        return self.ids.setdefault(key, next(self._next)) if found is None else found

    def read(self, chunk: str) -> Entry:
        """Return the tokens of a run of characters without white space."""
        entry = self.entries.get(chunk)
        if entry is None:
            entry = self._plain(chunk) or _Reader(chunk, self).entry()
            if len(chunk) <= _CACHED_LENGTH:
                if len(self.entries) >= _CACHED_ENTRIES:
                    self.entries.clear()
                self.entries[chunk] = entry
        return entry

    def _plain(self, chunk: str) -> Token | None:
        """Read what most runs are: an ASCII word or a whole number in common punctuation. Four times as fast."""
        match = _PLAIN.fullmatch(chunk)
        if match is None:
            return None
        key = match["word"] or match["number"]
        exact = self.id_of(key)
        coarse = self.id_of(key.lower())
        before = SPACE | (PUNCTUATION if match["open"] else 0)
        behind = match["close"]
        after = PUNCTUATION if behind.strip(".?!") else 0
        if "." in behind or "?" in behind or "!" in behind:
            after |= STOP
        start, end = match.span("word" if match["word"] else "number")
        return Token(start, end, exact, coarse, NUMBER if match["number"] else 0, before, after)


_shared = Vocabulary()


def shared_vocabulary() -> Vocabulary:
    """Return the vocabulary for new texts. Past a few million keys a new one begins; texts keep the one they have."""
    global _shared
    if len(_shared.ids) > _VOCABULARY_LIMIT:
        _shared = Vocabulary()
    return _shared


class _Reader:
    """Read one run of characters without white space into tokens."""

    def __init__(self, chunk: str, words: Vocabulary) -> None:
        self._chunk = chunk
        self._kinds = classes(chunk)
        self._words = words
        self._tokens: list[Token] = []
        self._gap = 0

    def entry(self) -> Entry:
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
        tokens = self._tokens
        if not tokens:
            return [], self._gap | SPACE
        if sum(token.flags & NUMBER for token in tokens) > 1:
            tokens = [token._replace(flags=token.flags | COMPOSITE) for token in tokens]
        # A run begins behind white space or at the text's beginning, where the bit does not matter.
        tokens[0] = tokens[0]._replace(before=tokens[0].before | SPACE)
        tokens[-1] = tokens[-1]._replace(after=self._gap)
        return tokens[0] if len(tokens) == 1 else (tokens, 0)

    def _add(self, start: int, end: int, key: str, flags: int, coarse: str | None = None) -> None:
        exact_id = self._words.id_of(key)
        coarse_id = exact_id if coarse is None or coarse == key else self._words.id_of(coarse)
        self._tokens.append(Token(start, end, exact_id, coarse_id, flags, self._gap, 0))
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
        return bool(self._tokens) and self._tokens[-1].end == at and self._kinds[at - 1] == "N"

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
                self._operator(piece_start, piece_end)
            else:
                self._symbol(piece_start, piece_end)
            at = piece_end
        if at < end:
            self._piece(at, end)
        if kinds[start - 1 : start] == "(" and kinds[end : end + 1] == ")":
            made = self._tokens[first_token:]
            if made and all(token.flags & (NUMBER | SIGN) for token in made):
                self._tokens[first_token:] = [token._replace(flags=token.flags | BRACKETED) for token in made]

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
        while kinds[first] in ".,a" and kinds[first + 1 : first + 2] != "":
            first += 1
        if first > start and kinds[first] == "N" and kinds[first - 1] in ".,":
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
            bang = after[:1] == "!"
            written = chunk[first:last]
            key = fold_word(written)
            plain = (
                "L" in kinds[first:last]
                and "_" not in written
                and not any(unicodedata.category(c) in ("No", "Nl") for c in written)
            )
            composite = 0 if plain else COMPOSITE
            self._add(
                first, last, key, NUMBER | composite | (FOLDED if key != written else 0), coarse_key(key, digits=True)
            )
            if bang:
                self._add(last, last + 1, "\0q!", SIGN | COMPOSITE)
                last += 1
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
                self._operator(start, end)
        start, end = number.span("number")
        written = chunk[start:end]
        key = fold_number(written)
        composite = COMPOSITE if not key.isascii() and any(unicodedata.category(c) in ("No", "Nl") for c in key) else 0
        self._add(start, end, key, NUMBER | composite | (FOLDED if key != written else 0), coarse_key(key, digits=True))
        start, end = number.span("tail")
        if start < end:
            tail = fold_symbol(chunk[start:end])
            spaced_alike = all(is_currency(character) for character in tail)
            flags = SIGN | (FOLDED if tail != chunk[start:end] else 0)
            if not spaced_alike and tail not in KNOWN_OPERATORS and tail not in "%‰":
                flags |= COMPOSITE
            self._add(start, end, ("\0o" if spaced_alike else "\0q") + tail, flags)

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
        elif not run.strip("!") and len(run) < len(self._kinds) and not (left and right):
            self._gap |= STOP
        elif run == "h" and left:
            self._gap |= HYPHEN
        elif left and not right and not written.strip("*"):
            # A note's star, or an operator in front of a number.
            self._gap |= DASH | PUNCTUATION
        else:
            self._operator(first, last)

    def _operator(self, first: int, last: int) -> None:
        written = self._chunk[first:last]
        key = fold_symbol(written)
        composite = COMPOSITE if (len(key) > 1 and key not in KNOWN_OPERATORS) or key == "!" else 0
        self._add(first, last, "\0o" + key, SIGN | composite | (FOLDED if key != written else 0))

    def _word(self, first: int, last: int, prefix: int, suffix: int) -> None:
        chunk = self._chunk
        start, end = (first if prefix < 0 else prefix), max(last, suffix)
        written = chunk[first:last]
        if not written.strip("_"):
            self._symbol(start, end)
            return
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
        self._add(start, end, f"\0w{before}{key}{after}", flags | COMPOSITE, f"\0w{before}{coarse_key(key)}{after}")
