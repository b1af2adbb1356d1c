"""The reference rule set `tok-nfkc-lower@2`: the answers of the exporters that name it.

Knows what a match is and when one is refused. Must not know how tokens are made or found. It passes things that it
should not (it does not see `✓`, `C++` or an en dash before a number); it is kept to answer exactly as those exporters
do.
"""

from __future__ import annotations

from dataclasses import dataclass

from citeview.quote.passage import CLOSEST_SHARE, closest_passage
from citeview.quote.prepared import BAD, IDENTIFIER, NUMBER, OPERATOR, UNIT, PreparedSource, Tokens
from citeview.quote.reference_tokens import UNICODE, has_newer_character, is_blank, tokenize
from citeview.quote.results import Passage, QuoteOutcome, QuoteResult, Window
from citeview.quote.search import find_all
from citeview.quote.window import closest_window
from citeview.text.units import Span

NAME = "tok-nfkc-lower@2"

QUOTE_TOKENS = 20_000
"""The longest quote that is checked, in tokens."""

EMPTY = "empty quote"
NUMERIC_FORM = "could not check: numeric form"
NUMERIC_CONTEXT = "could not check: numeric context"
TOO_LONG = f"could not check: quote longer than {QUOTE_TOKENS:,} tokens"
NEWER = "could not check: a character newer than the tables"

_VALUES = (NUMBER, IDENTIFIER)
"""Kinds of token that a quote may not begin or end with where they touch one of the next."""

_TOUCHY = (NUMBER, OPERATOR, UNIT, BAD)
"""Kinds of token that change the number beside them."""


@dataclass(frozen=True, slots=True)
class ReferenceRules:
    """Check quotes as `tok-nfkc-lower@2` does."""

    name: str = NAME
    unicode: str = UNICODE

    def prepare(self, text: str) -> PreparedSource:
        """Make the tokens of a source. Linear in the text."""
        return PreparedSource(text, tokenize(text))

    def check(
        self, quote: str, source: PreparedSource, *, within: Span | None = None, passage: bool = True
    ) -> QuoteResult:
        """Check one quote; see `RuleSet.check`. Where no passage is asked for, the window decides what is similar.

        The first line that applies decides:

        1. a character newer than the tables, no token, or too many of them: could not check;
        2. a bad token in the quote: could not check (`numeric form`);
        3. one run of tokens of the source is equal, and the number at an end of it, if there is one there, touches no
           number, sign, unit or operator outside it: found, with all such runs;
        4. runs are equal and each of them touches one: could not check (`numeric context`);
        5. the closest passage.
        """
        if has_newer_character(quote):
            return self._refused(NEWER, 0, None)
        tokens = tokenize(quote)
        if not tokens.keys:
            return self._refused(EMPTY, 0, None)
        around = tokens.span(0, len(tokens) - 1)
        if len(tokens) > QUOTE_TOKENS:
            return self._refused(TOO_LONG, len(tokens), around)
        if any(key[0] == BAD for key in tokens.keys):
            return self._refused(NUMERIC_FORM, len(tokens), around)
        ids = source.ids_of(tokens.keys)
        places = find_all(ids, source)
        matches = tuple(source.span(place, place + len(ids) - 1) for place in _in_context(tokens, places, source))
        if matches:
            return QuoteResult(
                QuoteOutcome.FOUND, self.name, matches=matches, quote_tokens=len(tokens), quote_span=around
            )
        if places:
            return self._refused(NUMERIC_CONTEXT, len(tokens), around)
        return self._closest(tokens, ids, source, within, passage, around)

    def _refused(self, reason: str, tokens: int, around: Span | None) -> QuoteResult:
        return QuoteResult(
            QuoteOutcome.COULD_NOT_CHECK, self.name, reason=reason, quote_tokens=tokens, quote_span=around
        )

    def _closest(
        self,
        tokens: Tokens,
        ids: list[int],
        source: PreparedSource,
        within: Span | None,
        passage: bool,
        around: Span,
    ) -> QuoteResult:
        equal, first = closest_window(ids, source)
        span = source.span(first, first + len(ids) - 1) if equal else None
        window = Window(equal, len(ids), "" if span is None else source.text[span.start : span.end], span)
        shown: Passage | None = None
        share = equal
        if passage:
            shown = closest_passage(tokens, ids, source, within=within, near=first if equal else None)
            share = 0 if shown is None else shown.matching
        similar = share >= CLOSEST_SHARE * len(ids)
        return QuoteResult(
            QuoteOutcome.CLOSEST if similar else QuoteOutcome.NOTHING_SIMILAR,
            self.name,
            passage=shown if similar else None,
            window=window,
            quote_tokens=len(ids),
            quote_span=around,
        )


def _in_context(tokens: Tokens, places: list[int], source: PreparedSource) -> list[int]:
    """Return the places where no number at an end of the quote touches what is outside."""
    if tokens.keys[0][0] in _VALUES:
        places = [place for place in places if not _touches(source, place - 1, place, place - 1)]
    if tokens.keys[-1][0] in _VALUES:
        places = [
            place
            for place in places
            if not _touches(source, place + len(tokens) - 1, place + len(tokens), place + len(tokens))
        ]
    return places


def _touches(source: PreparedSource, left: int, right: int, outside: int) -> bool:
    """Say whether two neighbouring tokens have only white space between them, and `outside`, one of them, is touchy."""
    if not 0 <= outside < len(source) or source.key(outside)[0] not in _TOUCHY:
        return False
    return is_blank(source.text[source.ends[left] : source.starts[right]])


RULES = ReferenceRules()
