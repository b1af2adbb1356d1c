"""Judge one place where a quote may stand: found, found with edits, cannot be decided, or refused, and by which rule.

Knows a quote's tokens and the source's at one place. Must not know how the place was found, or any other place.
"""

from __future__ import annotations

import enum
import re
from dataclasses import dataclass

from citeview.quote.results import Edit
from citeview.quote.strict import hazards
from citeview.quote.strict.bits import (
    BRACKETED,
    COMPOSITE,
    CURLED,
    DASH,
    FOLDED,
    HARD,
    HYPHEN,
    LINE,
    NUMBER,
    PUNCTUATION,
    SIGN,
    SPACE,
    STOP,
    UNSPACED,
)
from citeview.quote.strict.context import (
    WINDOW,
    allowances,
    in_brackets,
    inside_longer_number,
    touch_after,
    touch_before,
)
from citeview.quote.strict.differences import CaseChange, TokenChange, compare_tokens, is_upper_case
from citeview.quote.strict.folding import fired
from citeview.quote.strict.scripts import RUN_LENGTH, glued_across, run_after, run_before
from citeview.quote.strict.tokens import LOOSE, StrictText
from citeview.quote.strict.typography import class_of
from citeview.quote.strict.words import CAPITAL_CHANGES, SINGLE_LETTERS
from citeview.text.units import Span


class Ruling(enum.IntEnum):
    """Say what was decided about a place, the best first."""

    FOUND = 0
    EDITS = 1
    UNCHECKABLE = 2
    REFUSED = 3


@dataclass(frozen=True, slots=True)
class Place:
    """Hold the judgement of one place, in code points of the source."""

    ruling: Ruling
    span: Span
    first: int
    last: int
    """Indexes of the source's first and last token there."""
    rule: str | None = None
    """Name of the rule that refused, or that says why it cannot be decided."""
    reason: str | None = None
    where: Span | None = None
    """What the rule is about, in the source."""
    edits: tuple[Edit, ...] = ()
    folded: tuple[str, ...] = ()
    case: bool = False
    """Whether the case of a sentence's first word differs."""
    run_edges: tuple[Span, ...] = ()
    """What goes on beyond the match in a script without spaces."""


class _RefusalError(Exception):
    def __init__(self, ruling: Ruling, rule: str, reason: str, where: Span | None = None) -> None:
        super().__init__(reason)
        self.ruling = ruling
        self.rule = rule
        self.reason = reason
        self.where = where


_VALUE = NUMBER | SIGN
_CASE_TOKENS = 2
"""A quote of a single word is not taken for the beginning of a sentence."""
_BESIDE_NUMBER = re.compile(r"\d\W{0,8}[!*]|[!*]\W{0,8}\d")
_SHOWN_GAP = PUNCTUATION | STOP | DASH | HARD


def judge(quote: StrictText, source: StrictText, first: int) -> Place:
    """Judge the place that begins at token `first` of the source, where the coarse keys of all tokens are equal."""
    return _Judge(quote, source, first).place()


class _Judge:
    __slots__ = ("case", "count", "edits", "first", "folded", "last", "quote", "run_edges", "source", "span")

    def __init__(self, quote: StrictText, source: StrictText, first: int) -> None:
        self.quote = quote
        self.source = source
        self.first = first
        self.count = len(quote)
        self.last = first + self.count - 1
        self.span = source.span(first, self.last)
        self.edits: list[Edit] = []
        self.folded: dict[str, None] = {}
        self.case = False
        self.run_edges: list[Span] = []

    def place(self) -> Place:
        try:
            self._tokens()
            self._gaps()
            self._sentence_end()
            self._edges()
            self._hazards()
        except _RefusalError as refusal:
            return Place(refusal.ruling, self.span, self.first, self.last, refusal.rule, refusal.reason, refusal.where)
        return Place(
            Ruling.EDITS if self.edits else Ruling.FOUND,
            self.span,
            self.first,
            self.last,
            edits=tuple(self.edits),
            folded=tuple(self.folded),
            case=self.case,
            run_edges=tuple(self.run_edges),
        )

    # Tokens.

    def _tokens(self) -> None:
        quote, source, first, count = self.quote, self.source, self.first, self.count
        mine, theirs = quote.flags, source.flags[first : first + count]
        if quote.seen & COMPOSITE or (quote.seen & NUMBER and _BESIDE_NUMBER.search(quote.text)):
            self.folded["composite"] = None
        if quote.seen & UNSPACED:
            self.folded["unspaced"] = None
        if quote.loose or (
            source.loose and LOOSE.search(source.text, max(0, self.span.start - WINDOW), self.span.end + WINDOW)
        ):
            self.folded["EQ-joiner"] = None
        if source.exact[first : first + count] == quote.exact:
            if mine == theirs and not quote.seen & FOLDED:
                return
            changed: list[int] = []
        else:
            changed = [i for i in range(count) if source.exact[first + i] != quote.exact[i]]
        for i in range(count):
            if (mine[i] ^ theirs[i]) & BRACKETED:
                raise _RefusalError(
                    Ruling.UNCHECKABLE,
                    "number in brackets",
                    "a number stands in brackets in one of the texts only, which can mean a negative amount or a note",
                    self._source_span(i),
                )
            if (mine[i] | theirs[i]) & FOLDED and quote.written(i) != source.written(first + i):
                self.folded.update(dict.fromkeys(fired(quote.written(i), source.written(first + i))))
        if changed:
            self._changes(changed)

    def _changes(self, changed: list[int]) -> None:
        quote, source, first = self.quote, self.source, self.first
        cases: list[tuple[int, CaseChange]] = []
        for i in changed:
            if quote.flags[i] & SIGN:
                raise _RefusalError(
                    Ruling.UNCHECKABLE,
                    "different dashes",
                    f"“{quote.written(i)}” and “{source.written(first + i)}” may both be meant as a minus sign, or not",
                    self._source_span(i),
                )
            change = compare_tokens(quote.written(i), source.written(first + i))
            if change.case is not CaseChange.NONE:
                if quote.flags[i] & NUMBER or self._after_number(i):
                    raise _RefusalError(
                        Ruling.REFUSED,
                        "case behind a number",
                        f"“{quote.written(i)}” and “{source.written(first + i)}” are not the same behind a number",
                        self._source_span(i),
                    )
                cases.append((i, change.case))
            self._change_edits(i, change)
        if cases:
            self._cases(cases)

    def _change_edits(self, i: int, change: TokenChange) -> None:
        for kind, note in change.edits:
            self._edit(kind, i, i, f"{note}: “{self.quote.written(i)}” and “{self.source.written(self.first + i)}”.")

    def _cases(self, cases: list[tuple[int, CaseChange]]) -> None:
        if any(case is CaseChange.MORE for _, case in cases):
            if is_upper_case(self.quote, 0, self.count) or is_upper_case(self.source, self.first, self.count):
                self._edit("case", 0, self.count - 1, "One of the texts is all in capitals, as a heading is.")
                return
            i = next(i for i, case in cases if case is CaseChange.MORE)
            raise _RefusalError(
                Ruling.REFUSED,
                "case carries meaning",
                f"“{self.quote.written(i)}” is not “{self.source.written(self.first + i)}”",
                self._source_span(i),
            )
        for i, _ in cases:
            written = self.quote.written(i)
            if self.count >= _CASE_TOKENS and self._begins_sentence(i) and _case_may_differ(written.lower()):
                self.case = True
                self.folded["case of a sentence's first word"] = None
            else:
                self._edit(
                    "case",
                    i,
                    i,
                    f"The quote has “{written}” where the source has “{self.source.written(self.first + i)}”.",
                )

    def _begins_sentence(self, i: int) -> bool:
        if i == 0:
            return True
        return bool(self.quote.gaps[i] & STOP or self.source.gaps[self.first + i] & STOP)

    def _after_number(self, i: int) -> bool:
        index = self.first + i - 1
        return index >= 0 and bool(self.source.flags[index] & _VALUE) and not self.source.gaps[index + 1] & _SHOWN_GAP

    # Gaps.

    def _gaps(self) -> None:
        mine = self.quote.gaps[1:]
        theirs = self.source.gaps[self.first + 1 : self.last + 1]
        if mine == theirs and not self.quote.seen_gaps & (CURLED | HARD):
            return
        for i in range(1, self.count):
            if mine[i - 1] != theirs[i - 1] or mine[i - 1] & (CURLED | HARD):
                self._gap(i, mine[i - 1], theirs[i - 1])

    def _gap(self, i: int, mine: int, theirs: int) -> None:
        differs = mine ^ theirs
        flags_before, flags = self.source.flags[self.first + i - 1], self.source.flags[self.first + i]
        values = (flags_before | flags) & _VALUE
        if differs & DASH and values:
            raise _RefusalError(
                Ruling.REFUSED,
                "a dash beside a number",
                "a dash beside a number stands in one of the texts only",
                self._gap_span(i),
            )
        if values and differs & STOP and ("!" in self.quote.between(i)) != ("!" in self.source.between(self.first + i)):
            raise _RefusalError(
                Ruling.REFUSED,
                "an exclamation mark beside a number",
                "an exclamation mark beside a number stands in one of the texts only",
                self._gap_span(i),
            )
        if (mine | theirs) & CURLED and flags_before & NUMBER and self._mark_behind(i):
            raise _RefusalError(
                Ruling.REFUSED,
                "a mark behind a number",
                "a mark behind a number, as for feet or minutes, stands in one of the texts only",
                self._gap_span(i),
            )
        if theirs & HARD and not mine & HARD:
            self._edit(
                "boundary", i - 1, i, "The quote runs over a paragraph, heading, list item or table cell of the source."
            )
        elif theirs & mine & HARD and self._other_list_mark(i):
            raise _RefusalError(
                Ruling.REFUSED,
                "different list marks",
                "the lines begin with + and -, which may be operators",
                self._gap_span(i),
            )
        if (mine | theirs) & HYPHEN:
            self._hyphen(i, mine, theirs)
        if (flags_before | flags) & UNSPACED:
            self._unspaced_gap(i, mine, theirs, both=bool(flags_before & flags & UNSPACED))
            return
        if differs & DASH:
            self._dash(i, mine, theirs)
        if differs & (STOP | PUNCTUATION) and flags_before & flags & NUMBER:
            self._edit("number separation", i - 1, i, "The two numbers are separated in different ways.")
        elif differs & STOP and self._changes_case(i):
            without = mine if theirs & STOP else theirs
            if not without & _SHOWN_GAP:
                self._edit("sentence end", i - 1, i, "A sentence ends here in one of the texts only.")

    def _dash(self, i: int, mine: int, theirs: int) -> None:
        # A dash glued to both words joins them; one with spaces, or against other punctuation, is typography.
        with_dash, without = (mine, theirs) if mine & DASH else (theirs, mine)
        if not with_dash & SPACE and not without & (PUNCTUATION | STOP | DASH):
            joined = self.quote.between(i) if mine & DASH else self.source.between(self.first + i)
            if "–" in joined:
                self._edit("dash", i - 1, i, "A dash joins the two words in one of the texts only.")

    def _changes_case(self, i: int) -> bool:
        # The exact keys differ only in case where the coarse ones are equal.
        return bool(self.quote.exact[i] != self.source.exact[self.first + i])

    def _mark_behind(self, i: int) -> bool:
        mine = self.quote.between(i)[:1]
        theirs = self.source.between(self.first + i)[:1]
        marks = "’”"
        return (mine if mine in marks else "") != (theirs if theirs in marks else "")

    def _other_list_mark(self, i: int) -> bool:
        mine, theirs = (
            {character for character in text if character in "+-*"}
            for text in (self.quote.between(i), self.source.between(self.first + i))
        )
        return bool(mine and theirs and mine != theirs and "+" in mine | theirs)

    def _hyphen(self, i: int, mine: int, theirs: int) -> None:
        if theirs & HYPHEN and theirs & LINE and not mine & LINE:
            left, right = self.source.written(self.first + i - 1), self.source.written(self.first + i)
            if mine & HYPHEN and self.source.holds_hyphenated(left, right) and not self.source.holds_word(left + right):
                self._edit("line hyphen", i - 1, i, "The source breaks the line at the hyphen.")
                return
            raise _RefusalError(
                Ruling.UNCHECKABLE,
                "hyphen at a line end",
                "a hyphen at a line end may belong to the word or may not",
                self._gap_span(i),
            )
        if (mine ^ theirs) & HYPHEN:
            self._edit("hyphen", i - 1, i, "A hyphen joins the two words in one of the texts only.")

    def _unspaced_gap(self, i: int, mine: int, theirs: int, *, both: bool) -> None:
        if mine & ~(SPACE | LINE) or theirs & ~(SPACE | LINE):
            if not (mine and theirs):
                self._edit("punctuation", i - 1, i, "Punctuation stands here in one of the texts only.")
            return
        if bool(mine) == bool(theirs):
            return
        if both and glued_across(mine) and glued_across(theirs):
            self.folded["EQ-wrap"] = None
        else:
            self._edit("space", i - 1, i, "A space stands here in one of the texts only.")

    # The end of the sentence, the edges, what is hidden.

    def _sentence_end(self) -> None:
        mine = sentence_end(self.quote.text, self.quote.ends[-1])
        if not mine:
            return
        theirs = sentence_end(self.source.text, self.span.end)
        if mine != theirs:
            says = {"?": "as a question", ".": "with a full stop", "": "nowhere here"}
            self.edits.append(
                Edit(
                    "sentence end",
                    Span(self.quote.ends[-1], min(len(self.quote.text), self.quote.ends[-1] + 1)),
                    Span(self.span.end, min(len(self.source.text), self.span.end + 1)),
                    f"The quote ends {says[mine]}, the sentence in the source ends {says[theirs]}.",
                )
            )

    def _edges(self) -> None:
        source = self.source
        touch = (
            touch_before(source, self.first)
            or touch_after(source, self.last)
            or inside_longer_number(source, self.first, self.last)
            or in_brackets(source, self.first, self.last, self.quote)
        )
        if touch:
            raise _RefusalError(Ruling.UNCHECKABLE, touch.rule, touch.reason, touch.span)
        if source.flags[self.first] & _VALUE or source.flags[self.last] & _VALUE:
            self.folded.update(dict.fromkeys(allowances(source, self.first, self.last)))
        if not source.seen & UNSPACED:
            return
        for edge in (run_before(source, self.first), run_after(source, self.last)):
            if edge is not None:
                self.run_edges.append(edge)
        if self.run_edges:
            inside = sum(flag & UNSPACED != 0 for flag in source.flags[self.first : self.last + 1])
            if inside < RUN_LENGTH:
                raise _RefusalError(
                    Ruling.UNCHECKABLE,
                    "inside a longer run",
                    "it stands inside a longer run of characters that is written without spaces",
                    self.run_edges[0],
                )
            self.folded["unspaced"] = None
        elif self._beside_unspaced():
            self.folded["unspaced"] = None

    def _beside_unspaced(self) -> bool:
        source = self.source
        before = self.first > 0 and source.flags[self.first - 1] & UNSPACED and not source.gaps[self.first] & SPACE
        after = (
            self.last + 1 < len(source)
            and source.flags[self.last + 1] & UNSPACED
            and not source.gaps[self.last + 1] & SPACE
        )
        return bool(before or after)

    def _hazards(self) -> None:
        if self.source.hidden:
            reason = hazards.hidden_in(self.source.text, *self.span)
            if reason:
                raise _RefusalError(Ruling.UNCHECKABLE, "hidden or damaged characters", reason, self.span)
        if self.quote.hidden:
            reason = hazards.hidden_in(self.quote.text, self.quote.starts[0], self.quote.ends[-1])
            if reason:
                raise _RefusalError(
                    Ruling.UNCHECKABLE,
                    "hidden or damaged characters",
                    reason.replace("in the passage", "in the quote"),
                    self.span,
                )
        if hazards.overlaps(self.source.struck, self.span):
            raise _RefusalError(Ruling.UNCHECKABLE, "struck out", hazards.STRUCK, self.span)

    # Helpers.

    def _source_span(self, i: int) -> Span:
        return self.source.span(self.first + i, self.first + i)

    def _gap_span(self, i: int) -> Span:
        return Span(self.source.ends[self.first + i - 1], self.source.starts[self.first + i])

    def _edit(self, kind: str, i: int, j: int, note: str) -> None:
        """Add an edit about tokens `i` to `j` of the quote; for a kind in _GAP_KINDS about what stands between them."""
        if kind in _GAP_KINDS:
            mine, theirs = Span(self.quote.ends[i], self.quote.starts[j]), self._gap_span(j)
        else:
            mine, theirs = self.quote.span(i, j), self.source.span(self.first + i, self.first + j)
        self.edits.append(Edit(kind, mine, theirs, note))


def _case_may_differ(word: str) -> bool:
    return word not in CAPITAL_CHANGES and (len(word) > 1 or word in SINGLE_LETTERS)


_GAP_KINDS = frozenset(
    {"boundary", "hyphen", "line hyphen", "dash", "number separation", "sentence end", "space", "punctuation"}
)

_TAIL = 12


def sentence_end(text: str, end: int) -> str:
    """Return how a sentence ends behind `end` (code points): `?`, `.` for any other end, empty where it goes on."""
    found = ""
    consumed = ""
    for character in text[end : end + _TAIL]:
        kind = class_of(character)
        if character in "…⋯" or (character == "." and consumed[-1:] == "."):
            return ""
        if kind in ".!":
            found = "?" if character in "?？؟﹖⁇⁈⁉‽" or found == "?" else "."
        elif kind not in "qa)iJV":
            # `example.com` is no end of a sentence.
            return "" if kind in "LN" and consumed[-1:] == "." else found
        consumed += character
    return found
