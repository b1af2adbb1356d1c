"""Extended grapheme clusters (UAX #29), found without looking at most of the text.

Two characters join only where one of them is of a few kinds, so each rule looks for its own kind with one compiled
search over the text and touches nothing else: 10 M code points take well under a second, where a rule engine at every
character takes 4.5 s. Knows the rules; `grapheme_tables` has the characters. Must not know units.
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left, bisect_right
from functools import cache
from itertools import chain

from citeview.text import grapheme_tables as tables

GRAPHEME_UNICODE = tables.UNICODE
"""Version of Unicode that the clusters follow."""

_ZWJ = "\u200d"
# Where characters beyond U+FFFF that join lie: few and wide ranges, because a compiled class tests them one by one, and
# none that holds the emoji, which are the most common characters there. A lookup in a set decides.
_EXTENDING_BEYOND = "\U00010000-\U0001efff\U0001f3fb-\U0001f3ff\U000e0000-\U000e0fff"
_INDIC_BEYOND = "\U00010a00-\U00011fff"


class GraphemeMap:
    """Know the cluster boundaries of one text, in code points.

    What is stored is the positions that are *no* boundary, in order: most texts have few.
    """

    def __init__(self, text: str) -> None:
        self._length = len(text)
        self._inside = interior_positions(text)

    @property
    def count(self) -> int:
        """Return the number of clusters."""
        return self._length - len(self._inside)

    def index_of(self, position: int) -> int | None:
        """Return how many clusters lie before a code-point position, or None where it lies inside one."""
        before = bisect_left(self._inside, position)
        if before < len(self._inside) and self._inside[before] == position:
            return None
        return position - before

    def position_of(self, index: int) -> int:
        """Return where cluster number `index` (from 0) begins, in code points; the count gives the text's end."""
        # The interior position number i lies in cluster inside[i] - i - 1; those in earlier clusters lie before this
        # one.
        inside = self._inside
        before = bisect_right(range(len(inside)), index, key=lambda number: inside[number] - number)
        return index + before

    def cluster_at(self, position: int) -> tuple[int, int]:
        """Return the boundaries, in code points, of the cluster that `position` lies in or begins."""
        inside = self._inside
        after = bisect_left(inside, position)
        if after == len(inside) or inside[after] != position:
            start, first = position, after
        else:
            # Interior positions of one cluster follow each other, so their difference to their number is one and the
            # same, and it rises from cluster to cluster.
            first = bisect_left(range(len(inside)), position - after, key=lambda number: inside[number] - number)
            start = inside[first] - 1
        beyond = bisect_right(
            range(len(inside)), start + 1 - first, lo=first, key=lambda number: inside[number] - number
        )
        return start, min(start + 1 + beyond - first, self._length)


def interior_positions(text: str) -> array[int]:
    """Return the code-point positions of `text` that lie inside a cluster, in order."""
    if text.isascii():
        return array("L", _after_carriage_returns(text))
    extending = array("L", (match.start() for match in _extending().finditer(text) if match.start()))
    joined = set(
        chain(
            _after_carriage_returns(text),
            _astral_extending(text),
            _flags(text),
            _pictographs(text),
            _conjuncts(text),
            _hangul(text),
            _prepended(text),
        )
    )
    # Two ordered runs: the sort merges them in linear time.
    return array("L", sorted(chain(extending, sorted(joined)))) if joined else extending


def _after_carriage_returns(text: str) -> list[int]:
    """GB3: CR × LF."""
    return [match.start() + 1 for match in re.finditer("\r\n", text)] if "\r" in text else []


def _astral_extending(text: str) -> list[int]:
    """GB9 and GB9a beyond U+FFFF, where a compiled character class is slow: one lookup a character in a set."""
    extend, control = _sets()["extending"], _sets()["control"]
    return [
        at
        for match in _astral_run().finditer(text)
        for at in range(match.start(), match.end())
        if at and text[at] in extend and text[at - 1] not in control
    ]


def _flags(text: str) -> list[int]:
    """GB12 and GB13: regional indicators pair up from the start of their run."""
    return [
        at
        for match in re.finditer("[\U0001f1e6-\U0001f1ff]{2,}", text)
        for at in range(match.start() + 1, match.end(), 2)
    ]


def _pictographs(text: str) -> list[int]:
    """GB11: a pictograph, Extend, ZWJ × a pictograph."""
    found = []
    pictographic, extend = _sets()["pictographic"], _sets()["extend"]
    at = text.find(_ZWJ)
    while at >= 0:
        if at + 1 < len(text) and text[at + 1] in pictographic:
            base = at - 1
            while base >= 0 and text[base] in extend:
                base -= 1
            if base >= 0 and text[base] in pictographic:
                found.append(at + 1)
        at = text.find(_ZWJ, at + 1)
    return found


def _conjuncts(text: str) -> list[int]:
    """GB9c: a consonant, a linker among extending characters × a consonant."""
    found = []
    sets = _sets()
    consonant, linker, extend = sets["conjunct consonant"], sets["conjunct linker"], sets["conjunct extend"]
    done = 0
    for match in _linker().finditer(text):
        at = match.start()
        if at < done or text[at] not in linker:
            continue
        done = at + 1
        while done < len(text) and (text[done] in linker or text[done] in extend):
            done += 1
        if done == len(text) or text[done] not in consonant:
            continue
        base = at - 1
        while base >= 0 and text[base] in extend:
            base -= 1
        if base >= 0 and text[base] in consonant:
            found.append(done)
    return found


def _hangul(text: str) -> list[int]:
    """GB6, GB7 and GB8: jamo that make up one syllable."""
    return [
        joined.end()
        for run in _jamo().finditer(text)
        for rule in _jamo_rules()
        # A syllable may stand before the run and one after it.
        for joined in rule.finditer(text, max(0, run.start() - 1), run.end() + 1)
    ]


def _prepended(text: str) -> list[int]:
    """GB9b: a prepended sign × anything but a control."""
    prepend = _sets()["prepend"]
    # An extending character after it joins by GB9 and is found there.
    ends = _sets()["control"] | _sets()["extending"]
    return [
        match.end()
        for match in _prepend().finditer(text)
        if match.group() in prepend and match.end() < len(text) and text[match.end()] not in ends
    ]


def _ranges(table: str) -> list[tuple[int, int]]:
    pairs = (item.partition("-") for item in table.split())
    return [(int(first, 16), int(last or first, 16)) for first, _, last in pairs]


def _class(*named: str, beyond: str = "") -> str:
    """Return a character class of the tables' ranges up to U+FFFF; `beyond` adds to it."""
    ranges = [(first, last) for table in named for first, last in _ranges(table) if first <= 0xFFFF]
    return "[" + "".join(f"\\u{first:04x}-\\u{min(last, 0xFFFF):04x}" for first, last in ranges) + beyond + "]"


def _beyond(table: str) -> str:
    """Return a table's ranges beyond U+FFFF, to be put into a character class."""
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in _ranges(table) if first > 0xFFFF)


@cache
def _sets() -> dict[str, frozenset[str]]:
    def characters(*named: str) -> frozenset[str]:
        return frozenset(
            chr(code) for table in named for first, last in _ranges(table) for code in range(first, last + 1)
        )

    return {
        "extending": characters(tables.EXTEND, tables.SPACING_MARK) | {_ZWJ},
        "extend": characters(tables.EXTEND),
        "control": characters(tables.CONTROL) | {"\r", "\n"},
        "pictographic": characters(tables.PICTOGRAPHIC),
        "prepend": characters(tables.PREPEND),
        "conjunct consonant": characters(tables.CONJUNCT_CONSONANT),
        "conjunct linker": characters(tables.CONJUNCT_LINKER),
        "conjunct extend": characters(tables.CONJUNCT_EXTEND),
    }


@cache
def _extending() -> re.Pattern[str]:
    """GB9 and GB9a up to U+FFFF: not after a control, which ends a cluster before anything can extend it (GB4)."""
    extending = _class(tables.EXTEND, tables.SPACING_MARK, beyond=_ZWJ)
    control = _class(tables.CONTROL, beyond="\r\n" + _beyond(tables.CONTROL))
    return re.compile(f"{extending}(?<!{control}.)", re.DOTALL)


@cache
def _astral_run() -> re.Pattern[str]:
    return re.compile(f"[{_EXTENDING_BEYOND}]+")


@cache
def _linker() -> re.Pattern[str]:
    return re.compile(_class(tables.CONJUNCT_LINKER, beyond=_INDIC_BEYOND))


@cache
def _jamo() -> re.Pattern[str]:
    return re.compile(_class(tables.L, tables.V, tables.T, beyond=_beyond(tables.V)) + "+")


@cache
def _jamo_rules() -> tuple[re.Pattern[str], ...]:
    leading, trailing = _class(tables.L), _class(tables.T)
    vowels = _class(tables.V, beyond=_beyond(tables.V))
    syllables = "\uac00-\ud7a3"
    without_trailing = "".join(chr(code) for code in range(0xAC00, 0xD7A4, 28))
    return (
        re.compile(f"{leading}(?={_class(tables.L, tables.V, beyond=_beyond(tables.V) + syllables)})"),
        re.compile(f"(?:{vowels}|[{without_trailing}])(?={vowels}|{trailing})"),
        re.compile(f"(?:{trailing}|[{syllables}](?<![{without_trailing}]))(?={trailing})"),
    )


@cache
def _prepend() -> re.Pattern[str]:
    return re.compile(_class(tables.PREPEND, beyond=_INDIC_BEYOND))
