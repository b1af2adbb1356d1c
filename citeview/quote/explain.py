"""The story of one quote check: tokens of both sides, places, what was folded, which rule refused, in plain words.

Tells what a rule set did, by asking it again. Must not decide anything.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from citeview.quote.passage import CLOSEST_SHARE
from citeview.quote.prepared import PreparedSource
from citeview.quote.results import QuoteOutcome, QuoteResult
from citeview.quote.rules import rules as rule_set
from citeview.quote.strict.bits import COMPOSITE, NUMBER, PICTURE, SIGN, UNSPACED
from citeview.quote.strict.check import NAME as STRICT
from citeview.quote.strict.check import RULES as STRICT_RULES
from citeview.quote.strict.check import Trail
from citeview.quote.strict.judge import Place, Ruling
from citeview.quote.strict.tokens import StrictText
from citeview.quote.strict.warn import HELP as WARNING_HELP
from citeview.text.characters import visible
from citeview.text.units import Span

FOLDED_HELP: dict[str, str] = {
    "EQ-minus": "The four characters that mean minus in front of a digit are one sign.",
    "EQ-digit": "Fullwidth and mathematical digits are the digits that they stand for.",
    "EQ-invisible": "Characters that take no room between two letters mean nothing there.",
    "EQ-ligature": "A ligature is the letters that it joins.",
    "EQ-width": "Fullwidth, halfwidth and small forms are the same characters.",
    "EQ-tatweel": "The stroke that lengthens an Arabic word is no letter.",
    "EQ-sigma": "Sigma at the end of a word is the same letter.",
    "EQ-selector": "Whether an emoji is shown in colour does not change it.",
    "EQ-joiner": "A joiner that joins nothing, or an odd white space, was set aside.",
    "EQ-wrap": "A line end between two characters of a script without spaces is no gap.",
    "EQ-NFC": "Two ways to write the same accented letter are equal (Unicode normal form NFC).",
    "composite": "Dates, times, ranges, fractions, versions and names with symbols are compared as written.",
    "unspaced": "Scripts without spaces are compared character by character.",
    "list mark": "The mark in front of the number belongs to a list: a neighbour line begins in the same way.",
    "page number": "The bare number on a line of its own is no part of the number beside it.",
    "case of a sentence's first word": "A capital that only marks the beginning of a sentence does not count.",
}
"""One sentence for each name in `QuoteResult.folded`."""

_PLACES = 12
_TOKENS = 60
_AROUND = 24


@dataclass(frozen=True, slots=True)
class StoryToken:
    """Hold one token as it was compared: as written, what kind it is, where it stands (code points of its own text)."""

    text: str
    kind: str
    span: Span


@dataclass(frozen=True, slots=True)
class StoryPlace:
    """Hold one place that was looked at: its span in the source, the ruling in words, the rule and the reason."""

    span: Span
    ruling: str
    rule: str | None
    reason: str | None
    before: str
    passage: str
    after: str
    tokens: tuple[StoryToken, ...]


@dataclass(frozen=True, slots=True)
class Story:
    """Hold the whole story of one check."""

    rules: str
    unicode: str
    result: QuoteResult
    quote_tokens: tuple[StoryToken, ...]
    source_tokens: int
    places: tuple[StoryPlace, ...]
    places_total: int
    folded: tuple[tuple[str, str], ...]
    """Name and sentence of each equivalence that was needed."""

    def lines(self) -> list[str]:
        """Return the story as lines of text; everything from a file has its invisible characters made visible."""
        result = self.result
        lines = [f"Rules {self.rules}, Unicode {self.unicode}."]
        lines.append(f"The quote is {_count(result.quote_tokens, 'token')}:")
        lines += [f"  {token.kind:<10} {visible(token.text)}" for token in self.quote_tokens[:_TOKENS]]
        if len(self.quote_tokens) > _TOKENS:
            lines.append(f"  … and {len(self.quote_tokens) - _TOKENS} more")
        lines.append(f"The source is {_count(self.source_tokens, 'token')}.")
        lines.append(f"{_count(self.places_total, 'place')} looked at{':' if self.places else '.'}")
        for place in self.places:
            where = f"code points {place.span.start} to {place.span.end}"
            lines.append(f"  {where}: …{visible(place.before)}[{visible(place.passage)}]{visible(place.after)}…")
            rule = f" ({place.rule})" if place.rule else ""
            lines.append(f"    {place.ruling}{rule}{': ' + visible(place.reason) if place.reason else ''}")
        for name, sentence in self.folded:
            lines.append(f"Folded, {name}: {sentence}")
        lines += [f"Edit, {edit.kind}: {visible(edit.note)}" for edit in result.edits]
        for warning in result.warnings:
            lines.append(
                f"Note, {warning.code}: {visible(warning.message)} {WARNING_HELP.get(warning.code, '')}".rstrip()
            )
        lines.append(self._verdict())
        return lines

    def _verdict(self) -> str:
        result = self.result
        match result.outcome:
            case QuoteOutcome.FOUND:
                return f"Found, {_count(len(result.matches), 'place')}."
            case QuoteOutcome.FOUND_WITH_EDITS:
                return f"Found with edits, {_count(len(result.matches), 'place')}; never counted as found."
            case QuoteOutcome.COULD_NOT_CHECK:
                return f"Could not check: {visible(_bare(result.reason))}."
            case QuoteOutcome.CLOSEST if result.passage is not None:
                passage = result.passage
                return (
                    f"Not found. The closest passage has {passage.matching} of {passage.total} tokens in this order, "
                    f"at code points {passage.span.start} to {passage.span.end}. It is shown, and passes nothing."
                )
            case _:
                share = round(CLOSEST_SHARE * 100)
                return f"Not found, and no passage has {share} % of the quote's tokens in this order."


def explain(quote: str, source: str | PreparedSource, *, rules: str = STRICT, within: Span | None = None) -> Story:
    """Check a quote again and tell how it was decided.

    Args:
        quote: the quote as declared.
        source: the source's text, or what the rule set prepared of it.
        rules: the name of the rule set.
        within: where the closest passage is looked for, in code points of the source.

    Raises:
        UnknownRulesError: this program holds no rule set of that name.
    """
    chosen = rule_set(rules)
    prepared = chosen.prepare(source) if isinstance(source, str) else source
    if rules == STRICT and isinstance(prepared, StrictText):
        result, trail = STRICT_RULES.follow(quote, prepared, within=within)
        return _strict_story(result, trail, prepared)
    result = chosen.check(quote, prepared, within=within)
    own = chosen.prepare(quote)
    tokens = tuple(
        StoryToken(quote[own.starts[i] : own.ends[i]], _REFERENCE_KINDS.get(own.key(i)[0], "token"), own.span(i, i))
        for i in range(min(len(own), _TOKENS + 1))
    )
    places = tuple(
        StoryPlace(span, "found", None, None, *_around(prepared.text, span), ()) for span in result.matches[:_PLACES]
    )
    return Story(rules, chosen.unicode, result, tokens, len(prepared), places, len(result.matches), ())


def difference(ours: QuoteResult, theirs: QuoteResult, quote: str, source: str) -> str:
    """Say in one sentence why the exporter's rules (`theirs`) answer otherwise than ours; empty where they do not.

    `quote` and `source` are the texts that both were asked about.
    """
    found = QuoteOutcome.FOUND
    if ours.outcome is theirs.outcome:
        if ours.matches == theirs.matches or ours.outcome is not found:
            return ""
        return (
            f"The exporter's rules count {_count(len(theirs.matches), 'match', 'matches')}, "
            f"these {_count(len(ours.matches), 'match', 'matches')}."
        )
    if theirs.outcome is found:
        return f"The exporter's rules would pass this: {_why_they_pass(ours, theirs, quote, source)}."
    if ours.outcome is found:
        return f"The exporter's rules would not pass this: {_why_they_refuse(ours, theirs)}."
    return f"The exporter's rules {_SAYINGS[theirs.outcome].format(_bare(theirs.reason))}."


_SAYINGS = {
    QuoteOutcome.COULD_NOT_CHECK: "cannot check it: {}",
    QuoteOutcome.CLOSEST: "find a similar passage only",
    QuoteOutcome.NOTHING_SIMILAR: "find nothing similar",
    QuoteOutcome.FOUND_WITH_EDITS: "find it with edits",
    QuoteOutcome.FOUND: "find it",
}
_REFERENCE_KINDS = {"w": "word", "n": "number", "i": "identifier", "o": "operator", "u": "unit", "b": "bad form"}
_RULINGS = {
    Ruling.FOUND: "found",
    Ruling.EDITS: "found with edits",
    Ruling.UNCHECKABLE: "cannot be decided",
    Ruling.REFUSED: "refused",
}


def _strict_story(result: QuoteResult, trail: Trail, source: StrictText) -> Story:
    looked_at = [*trail.raw, *trail.revised]
    looked_at.sort(key=lambda place: (place.ruling, place.span))
    return Story(
        STRICT,
        STRICT_RULES.unicode,
        result,
        tuple(_token(trail.quote, i) for i in range(min(len(trail.quote), _TOKENS + 1))),
        len(source),
        tuple(_place(place, source) for place in looked_at[:_PLACES]),
        len(looked_at),
        tuple((name, FOLDED_HELP[name]) for name in result.folded),
    )


def _token(text: StrictText, index: int) -> StoryToken:
    flags = text.flags[index]
    if flags & COMPOSITE:
        kind = "as written"
    elif flags & NUMBER:
        kind = "number"
    elif flags & SIGN:
        kind = "symbol"
    elif flags & PICTURE:
        kind = "emoji"
    else:
        kind = "character" if flags & UNSPACED else "word"
    return StoryToken(text.written(index), kind, text.span(index, index))


def _place(place: Place, source: StrictText) -> StoryPlace:
    before, passage, after = _around(source.text, place.span)
    tokens = tuple(_token(source, i) for i in range(place.first, min(place.last + 1, place.first + _TOKENS)))
    return StoryPlace(place.span, _RULINGS[place.ruling], place.rule, place.reason, before, passage, after, tokens)


def _around(text: str, span: Span) -> tuple[str, str, str]:
    start, end = span
    return text[max(0, start - _AROUND) : start], text[start:end], text[end : end + _AROUND]


def _why_they_pass(ours: QuoteResult, theirs: QuoteResult, quote: str, source: str) -> str:
    if ours.outcome is QuoteOutcome.COULD_NOT_CHECK:
        reason = _bare(ours.reason)
        return f"they do not see that {reason}" if not reason.startswith("the quote holds") else reason
    if ours.outcome is QuoteOutcome.FOUND_WITH_EDITS and ours.edits:
        return f"they pass over what takes an edit here ({ours.edits[0].kind})"
    mine, there = _words(StrictText(quote)), _words_there(source, theirs.matches[0])
    gone, added = list(Counter(mine) - Counter(there)), list(Counter(there) - Counter(mine))
    if not gone and not added:
        return "they look at less of what stands around it"
    if gone and added and any(character.isalnum() for word in (*gone, *added) for character in word):
        return f"they do not tell {_listed(gone)} from {_listed(added)}"
    return f"they do not see {_listed([*gone[:2], *added[:2]])}"


def _words_there(source: str, span: Span) -> list[str]:
    """Return the tokens that the exporter's match covers, with the symbols beside it that its rules leave out."""
    start = max(0, span.start - _AROUND)
    tokens = StrictText(source[start : span.end + _AROUND])
    inside = [
        index
        for index in range(len(tokens))
        if tokens.starts[index] + start < span.end and tokens.ends[index] + start > span.start
    ]
    first, last = (inside[0], inside[-1]) if inside else (0, -1)
    while first > 0 and tokens.flags[first - 1] & (SIGN | PICTURE):
        first -= 1
    while last + 1 < len(tokens) and tokens.flags[last + 1] & (SIGN | PICTURE):
        last += 1
    return [tokens.written(index) for index in range(first, last + 1)]


def _why_they_refuse(ours: QuoteResult, theirs: QuoteResult) -> str:
    if ours.folded:
        sentence = FOLDED_HELP[ours.folded[0]]
        return f"they do not know that {sentence[0].lower()}{sentence[1:].rstrip('.')}"
    return _bare(theirs.reason) or "they compare the words in another way"


def _words(tokens: StrictText) -> list[str]:
    return [tokens.written(index) for index in range(len(tokens))]


def _listed(words: list[str]) -> str:
    shown = [visible(word) for word in words[:3]]
    return " and ".join((", ".join(shown[:-1]), shown[-1])) if len(shown) > 1 else shown[0]


def _bare(reason: str | None) -> str:
    return (reason or "").removeprefix("could not check: ")


def _count(number: int, one: str, many: str | None = None) -> str:
    return f"{number:,} {one if number == 1 else many or one + 's'}"
