"""The rule set `citeview@1`: what is found, what is found with edits, what cannot be checked.

Knows the order in which the rules are asked. Must not know how a place is judged or a passage aligned.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_left, bisect_right
from dataclasses import dataclass, field, replace

from citeview.quote.passage import CLOSEST_SHARE, closest_passage
from citeview.quote.prepared import PreparedSource
from citeview.quote.results import AlignedPart, Edit, Passage, QuoteOutcome, QuoteResult, Step
from citeview.quote.search import find_all
from citeview.quote.strict import hazards
from citeview.quote.strict.bits import NUMBER, ODD, PICTURE, SIGN
from citeview.quote.strict.judge import Place, Ruling, judge
from citeview.quote.strict.parts import found_in_parts, quote_parts
from citeview.quote.strict.phrases import in_phrases
from citeview.quote.strict.revise import Change, Revised, revise
from citeview.quote.strict.tokens import StrictText
from citeview.quote.strict.warn import warnings
from citeview.text.units import Span

NAME = "citeview@1"

QUOTE_TOKENS = 20_000
"""The longest quote that is checked, in tokens."""

PLACES = 50_000
"""How many places are judged; a quote that stands in more identifies nothing."""

_COMPARED = 100
_BESIDE = 40

_PREFIX = "could not check: "
EMPTY = "empty quote"
ONLY_SYMBOLS = _PREFIX + "the quote holds no word and no number"
TOO_LONG = f"{_PREFIX}quote longer than {QUOTE_TOKENS:,} tokens"
TOO_MANY = f"{_PREFIX}the words stand in more than {PLACES:,} places"
NEWER = _PREFIX + "a character newer than the tables"


@dataclass(slots=True)
class Trail:
    """Hold what was looked at on the way to a result, for its explanation."""

    quote: StrictText
    raw: list[Place] = field(default_factory=list)
    """Places in the source as it stands."""
    revised: list[Place] = field(default_factory=list)
    """Places in the source as revised, their spans in the source as it stands."""
    changes: list[Change] = field(default_factory=list)
    """What was revised in the quote."""
    parts: int = 0
    """Number of parts of a quote with an ellipsis."""


@dataclass(frozen=True, slots=True)
class StrictRules:
    """Check quotes as `citeview@1` does."""

    name: str = NAME
    unicode: str = unicodedata.unidata_version

    def prepare(self, text: str) -> StrictText:
        """Make the tokens of a source. Linear in the text."""
        return StrictText(text)

    def check(
        self, quote: str, source: PreparedSource, *, within: Span | None = None, passage: bool = True
    ) -> QuoteResult:
        """Check one quote; see `RuleSet.check`. The first line that applies decides:

        1. no token, too many of them, only symbols, or a character newer than the tables: could not check;
        2. places that are the same under the equivalences: found, with all of them;
        3. places that are the same after edits, in the source as it stands, as revised, or in parts: found with edits;
        4. places that cannot be decided: could not check, with the rule's reason;
        5. the closest passage.
        """
        return self.follow(quote, source, within=within, passage=passage)[0]

    def follow(
        self, quote: str, source: PreparedSource, *, within: Span | None = None, passage: bool = True
    ) -> tuple[QuoteResult, Trail]:
        """Check one quote and return what was looked at beside the result."""
        if not isinstance(source, StrictText):
            raise TypeError("the source was prepared by another rule set")
        tokens = StrictText(quote, source.words)
        trail = Trail(tokens)
        return self._decide(tokens, source, trail, within, passage), trail

    def _decide(
        self, tokens: StrictText, source: StrictText, trail: Trail, within: Span | None, passage: bool
    ) -> QuoteResult:
        count = len(tokens)
        if not count:
            return QuoteResult(QuoteOutcome.COULD_NOT_CHECK, self.name, reason=EMPTY)
        around = tokens.span(0, count - 1)
        if count > QUOTE_TOKENS:
            return self._unchecked(TOO_LONG, count, around)
        if tokens.seen & ODD and any(unicodedata.category(character) == "Cn" for character in tokens.text):
            return self._unchecked(NEWER, count, around)
        if tokens.seen & (SIGN | PICTURE) and all(
            flag & (SIGN | PICTURE) and not flag & NUMBER for flag in tokens.flags
        ):
            return self._unchecked(ONLY_SYMBOLS, count, around)

        trail.raw, complete = self._places(tokens, source)
        if any(place.ruling is Ruling.FOUND and _beside_entity(place.span, source.text) for place in trail.raw):
            trail.raw = self._with_entities(trail.raw, tokens, source)
        by_ruling = _by_ruling(trail.raw)
        if by_ruling[Ruling.FOUND]:
            return self._found(QuoteOutcome.FOUND, tokens, source, by_ruling[Ruling.FOUND], complete=complete)
        if by_ruling[Ruling.EDITS]:
            return self._found(
                QuoteOutcome.FOUND_WITH_EDITS, tokens, source, by_ruling[Ruling.EDITS], complete=complete
            )

        undecided = by_ruling[Ruling.UNCHECKABLE]
        self._revised_places(tokens, source, trail)
        revised = _by_ruling(trail.revised)
        kept = [
            place
            for place in revised[Ruling.EDITS]
            if not any(_overlap(place.span, other.span) for other in undecided[:_COMPARED])
        ]
        if kept:
            return self._found(QuoteOutcome.FOUND_WITH_EDITS, tokens, source, kept, complete=True)
        in_parts = self._in_parts(tokens, source, trail)
        if in_parts is not None:
            return in_parts
        if not complete:
            return self._unchecked(TOO_MANY, count, around)
        undecided = undecided or revised[Ruling.UNCHECKABLE]
        if undecided:
            place = undecided[0]
            shown = _shown(place.span, source, tokens)
            return self._unchecked(f"{_PREFIX}{place.reason}", count, around, shown)
        return self._closest(tokens, source, trail, within, passage)

    def _places(self, tokens: StrictText, source: StrictText) -> tuple[list[Place], bool]:
        """Judge every place where the coarse keys are equal, and say whether these are all."""
        firsts = find_all(tokens.ids, source)
        return [judge(tokens, source, first) for first in firsts[:PLACES]], len(firsts) <= PLACES

    def _with_entities(self, places: list[Place], tokens: StrictText, source: StrictText) -> list[Place]:
        """Judge matches again with the entities beside them decoded: `5 &deg;C` is no bare number."""
        if source.revised is None:
            return places
        decoded, text = source.revised
        undecided = {
            decoded.to_original(place.span): place
            for place in self._places(tokens, text)[0]
            if place.ruling is Ruling.UNCHECKABLE
        }
        return [
            replace(undecided[place.span], span=place.span, first=place.first, last=place.last, where=None)
            if place.ruling is Ruling.FOUND and place.span in undecided
            else place
            for place in places
        ]

    def _revised_places(self, tokens: StrictText, source: StrictText, trail: Trail) -> None:
        """Judge the places of the revised quote in the revised source; what stands there takes edits."""
        mine = revise(tokens.text)
        theirs = source.revised
        if mine is None and theirs is None:
            return
        quote = tokens if mine is None else StrictText(mine.text, source.words)
        if not len(quote):
            return
        trail.changes = mine.changes if mine is not None else []
        for place in self._places(quote, source if theirs is None else theirs[1])[0]:
            mapped = _map_back(place, quote, source, mine, theirs[0] if theirs is not None else None)
            if mapped is not None:
                trail.revised.append(mapped)

    def _in_parts(self, tokens: StrictText, source: StrictText, trail: Trail) -> QuoteResult | None:
        parts = quote_parts(tokens.text)
        trail.parts = len(parts)
        if not parts:
            return None
        spans, edits = found_in_parts(parts, source, lambda part: self._places(part, source)[0])
        spans_edits = [(span, edits) for span in spans if not hazards.overlaps(source.struck, span)]
        if not spans_edits:
            return None
        return QuoteResult(
            QuoteOutcome.FOUND_WITH_EDITS,
            self.name,
            matches=tuple(span for span, _ in spans_edits),
            edits=edits,
            quote_tokens=len(tokens),
            quote_span=tokens.span(0, len(tokens) - 1),
        )

    def _found(
        self, outcome: QuoteOutcome, tokens: StrictText, source: StrictText, places: list[Place], *, complete: bool
    ) -> QuoteResult:
        folded = dict.fromkeys(name for place in places[:_COMPARED] for name in place.folded)
        return QuoteResult(
            outcome,
            self.name,
            matches=tuple(place.span for place in places),
            edits=places[0].edits,
            warnings=warnings(tokens, source, places, complete=complete),
            quote_tokens=len(tokens),
            quote_span=tokens.span(0, len(tokens) - 1),
            folded=tuple(folded),
        )

    def _unchecked(self, reason: str, count: int, around: Span, passage: Passage | None = None) -> QuoteResult:
        return QuoteResult(
            QuoteOutcome.COULD_NOT_CHECK,
            self.name,
            reason=reason,
            passage=passage,
            quote_tokens=count,
            quote_span=around,
        )

    def _closest(
        self, tokens: StrictText, source: StrictText, trail: Trail, within: Span | None, passage: bool
    ) -> QuoteResult:
        count = len(tokens)
        near = trail.raw[0].first if trail.raw else None
        shown = (
            closest_passage(tokens.row(), tokens.ids_in(source), source, within=within, near=near) if passage else None
        )
        if shown is not None and shown.matching < CLOSEST_SHARE * count:
            shown = None
        return QuoteResult(
            QuoteOutcome.NOTHING_SIMILAR if shown is None else QuoteOutcome.CLOSEST,
            self.name,
            passage=None if shown is None else in_phrases(shown, tokens, source),
            quote_tokens=count,
            quote_span=tokens.span(0, count - 1),
        )


def _by_ruling(places: list[Place]) -> dict[Ruling, list[Place]]:
    found: dict[Ruling, list[Place]] = {ruling: [] for ruling in Ruling}
    for place in places:
        found[place.ruling].append(place)
    return found


def _beside_entity(span: Span, text: str) -> bool:
    return "&" in text[max(0, span.start - _BESIDE) : span.start] or "&" in text[span.end : span.end + _BESIDE]


def _overlap(one: Span, other: Span) -> bool:
    return one.start < other.end and other.start < one.end


def _map_back(
    place: Place, quote: StrictText, source: StrictText, mine: Revised | None, theirs: Revised | None
) -> Place | None:
    """Return a place of the revised texts as one of the texts as they stand, or None if nothing was revised there."""
    span = place.span if theirs is None else theirs.to_original(place.span)
    changes = [] if theirs is None else theirs.beside(span)
    if not changes and mine is None:
        return None
    where = place.where if theirs is None or place.where is None else theirs.to_original(place.where)
    first = max(0, bisect_right(source.starts, span.start) - 1)
    last = max(first, bisect_left(source.starts, span.end) - 1)
    place = replace(place, span=span, where=where, first=first, last=last)
    if place.ruling > Ruling.EDITS:
        return place
    if hazards.overlaps(source.struck, span):
        return replace(place, ruling=Ruling.UNCHECKABLE, rule="struck out", reason=hazards.STRUCK, where=span)
    own = mine.changes if mine is not None else []
    for change in (*changes, *own):
        if change.kind == "line hyphen" and change.words is not None:
            left, right = change.words
            if not source.holds_word(left + right) or source.holds_hyphenated(left, right):
                reason = "a hyphen at a line end may belong to the word or may not"
                return replace(
                    place, ruling=Ruling.UNCHECKABLE, rule="hyphen at a line end", reason=reason, where=change.span
                )
    edits = [_edit_back(edit, mine, theirs) for edit in place.edits]
    edits += [Edit(change.kind, None, change.span, change.note) for change in changes]
    edits += [Edit(change.kind, change.span, None, change.note) for change in own]
    return replace(place, ruling=Ruling.EDITS, edits=tuple(edits))


def _edit_back(edit: Edit, mine: Revised | None, theirs: Revised | None) -> Edit:
    quote = edit.quote if mine is None or edit.quote is None else mine.to_original(edit.quote)
    source = edit.source if theirs is None or edit.source is None else theirs.to_original(edit.source)
    return replace(edit, quote=quote, source=source)


def _shown(span: Span, source: StrictText, tokens: StrictText) -> Passage:
    """Return the passage that could not be decided, to be shown; all its words are the quote's."""
    count = len(tokens)
    part = AlignedPart(Step.SAME, tokens.span(0, count - 1), span)
    return Passage(span, source.text[span.start : span.end], count, count, (part,))


RULES = StrictRules()
