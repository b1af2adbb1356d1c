"""What a reviewer should know beside a match, each with a sentence of help. A warning never changes an outcome.

Knows a match and what stands around it. Must not know how it was found.
"""

from __future__ import annotations

import re

from citeview.quote.results import Warning_
from citeview.quote.strict import words
from citeview.quote.strict.bits import HARD, HYPHEN, NUMBER, SIGN, SPACE, STOP, UNSPACED
from citeview.quote.strict.context import WINDOW
from citeview.quote.strict.judge import Place
from citeview.quote.strict.tokens import StrictText
from citeview.text.characters import BIDI_CONTROLS, ZERO_WIDTH, mixed_script_words
from citeview.text.units import Span

HELP: dict[str, str] = {
    "case-differs": "The case of a letter differs, and may only mark the beginning of a sentence.",
    "edge-number": "The number at the quote's end is followed by a word; if that is a unit, the number differs.",
    "repeated": "The quote stands in the source more than once; a range, prefix or suffix says which is meant.",
    "too-short": "So few words, or words that stand in so many places, do not show which passage is meant.",
    "negation-before": "A negation stands shortly before the passage in the same sentence; the quote leaves it out.",
    "inside-quotation": "The passage stands inside quotation marks: the source reports it and may not claim it.",
    "run-edge": "The script has no spaces, and the passage is a part of a longer run, which may say more.",
    "inside-compound": "The passage begins or ends inside a word with a hyphen.",
    "bidi-controls": "Invisible controls change the order in which the text is shown.",
    "zero-width": "The text holds characters that take no room, so it can differ from what it looks like.",
    "look-alike": "A word mixes letters of two scripts that look alike.",
    "code-or-formula": "The passage looks like code or a formula, where the punctuation that is set aside may matter.",
}
"""One sentence of help for each code."""

_NEGATION_TOKENS = 4
_SHORT = 3
_MANY = 3
_CODE = re.compile(r"[{}\\^`]|\w\(\w*\)|[;:=]=|=>|->|\+=|&&|\|\||</|/>|\$\w|[=<>≤≥≠∈∑∫√→∧∨¬]")
_LOOKED_AT = 50
_QUOTES = re.compile('["“”„«»「」『』]')


def warnings(
    quote: StrictText, source: StrictText, places: list[Place], *, complete: bool = True
) -> tuple[Warning_, ...]:
    """Collect the warnings on a quote that was found at `places`. Spans are code points of the source.

    Where the places are not `complete`, there are more of them.
    """
    found: list[Warning_] = []
    count = len(quote)
    first = places[0]
    if len(places) > 1:
        found.append(
            Warning_("repeated", f"The quote occurs {len(places)} times {'' if complete else 'or more '}in the source.")
        )
    if count < _SHORT or len(places) > _MANY:
        how = f"{count} word{'s' * (count > 1)}" if count < _SHORT else f"{len(places)} places"
        found.append(Warning_("too-short", f"Too short to identify a passage: {how}.", first.span))
    cased = next((place for place in places if place.case), None)
    if cased:
        found.append(Warning_("case-differs", "The case of a sentence's first word differs.", cased.span))
    for make in _MAKERS:
        for place in places[:_LOOKED_AT]:
            warning = make(source, place)
            if warning is not None:
                found.append(warning)
                break
    found.extend(_characters(quote, source, first))
    return tuple(found)


def _edge_number(source: StrictText, place: Place) -> Warning_ | None:
    following = place.last + 1
    if following >= len(source) or not source.flags[following - 1] & NUMBER or source.flags[following] & UNSPACED:
        return None
    between = source.between(following)
    if between and not between.isspace():
        return None
    where = Span(source.starts[following - 1], source.ends[following])
    return Warning_("edge-number", f"“{source.written(following)}” follows the number at the quote's end.", where)


def _negation(source: StrictText, place: Place) -> Warning_ | None:
    text = source.text
    for index in range(place.first - 1, max(-1, place.first - 1 - _NEGATION_TOKENS), -1):
        if source.gaps[index + 1] & (STOP | HARD):
            return None
        word = source.written(index)
        if words.negates(word):
            where = Span(source.starts[index], source.ends[index])
            return Warning_("negation-before", f"“{word}” stands before the passage in the same sentence.", where)
    start = place.span.start
    for negation in words.UNSPACED_NEGATIONS:
        if source.flags[place.first] & UNSPACED and text.startswith(negation, start - len(negation)):
            where = Span(start - len(negation), start)
            return Warning_("negation-before", f"“{negation}” stands right before the passage.", where)
    return None


def _compound(source: StrictText, place: Place) -> Warning_ | None:
    first, last = place.first, place.last
    if first and source.gaps[first] & HYPHEN and not source.gaps[first] & SPACE:
        where = Span(source.starts[first - 1], source.ends[first])
    elif last + 1 < len(source) and source.gaps[last + 1] & HYPHEN and not source.gaps[last + 1] & SPACE:
        where = Span(source.starts[last], source.ends[last + 1])
    else:
        return None
    return Warning_(
        "inside-compound", f"The passage begins or ends inside “{source.text[where.start : where.end]}”.", where
    )


def _quotation(source: StrictText, place: Place) -> Warning_ | None:
    """Look for a quotation mark that is open where the passage begins, in the same paragraph."""
    if not source.quoted:
        return None
    before = re.split(r"\n\s*\n", source.text[max(0, place.span.start - WINDOW) : place.span.start])[-1]
    open_mark = ""
    for mark in _QUOTES.findall(before):
        if mark == '"':
            open_mark = "" if open_mark == '"' else '"'
        elif mark in "“„«「『":
            open_mark = mark
        elif mark in "”»」』":
            open_mark = ""
    if not open_mark or not _QUOTES.search(source.text, place.span.end, place.span.end + WINDOW):
        return None
    return Warning_("inside-quotation", "The passage stands inside quotation marks in the source.", place.span)


def _run_edge(source: StrictText, place: Place) -> Warning_ | None:
    if not place.run_edges:
        return None
    shown = "” and “".join(source.text[edge.start : edge.end] for edge in place.run_edges)
    return Warning_("run-edge", f"The run goes on beyond the passage: “{shown}”.", place.run_edges[0])


def _characters(quote: StrictText, source: StrictText, place: Place) -> list[Warning_]:
    found: list[Warning_] = []
    start, end = place.span
    passage = source.text[start:end]
    if not (quote.text.isascii() and passage.isascii()):
        found.extend(_odd_characters(quote.text + passage, passage, place))
    if not source.seen & SIGN:
        return found
    signs = sum(flag & SIGN != 0 for flag in source.flags[place.first : place.last + 1])
    if signs and (signs > 1 or _CODE.search(passage)) and _CODE.search(passage):
        found.append(Warning_("code-or-formula", "The passage looks like code or a formula.", place.span))
    return found


def _odd_characters(both: str, passage: str, place: Place) -> list[Warning_]:
    found: list[Warning_] = []
    for code, characters, what in (
        ("bidi-controls", BIDI_CONTROLS, "invisible controls of writing direction"),
        ("zero-width", ZERO_WIDTH, "characters of no width"),
    ):
        hits = sorted({f"U+{ord(character):04X}" for character in both if character in characters})
        if hits:
            found.append(Warning_(code, f"The quote or the passage holds {what}: {', '.join(hits)}.", place.span))
    for first, last in mixed_script_words(passage)[:1]:
        where = Span(place.span.start + first, place.span.start + last)
        found.append(
            Warning_("look-alike", f"“{passage[first:last]}” mixes letters of two scripts that look alike.", where)
        )
    return found


_MAKERS = (_edge_number, _negation, _compound, _quotation, _run_edge)
