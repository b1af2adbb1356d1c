"""What else can be said about a range that does not select its quote: facts about numbers, selection and quote.

An observation is no reading: it names a kind of mistake that users report and that no other way of counting explains.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from citeview.checks.lab.markup import is_citation_marker
from citeview.checks.lab.offsets import distance
from citeview.checks.lab.readings import exact_hits
from citeview.checks.lab.subjects import Subject
from citeview.checks.ranges import check_range, half_open
from citeview.checks.verdict import RangeOutcome, RangeResult
from citeview.records.selectors import EndConvention
from citeview.text.units import Span, Unit

_WORD = re.compile(r"\S+")
_TOKEN = re.compile(r"\w+")
_MOST_WORDS = 500
_MOST_OCCURRENCES = 1_000
_SIMILAR = 0.5


@dataclass(frozen=True, slots=True)
class Observation:
    """Hold one fact about a range."""

    code: str
    sentence: str
    span: Span | None = None
    """Code points of the shown text, where the fact has a place."""
    citations: tuple[str, ...] = ()
    """Ids of the other citations that the fact is about."""


def observations(subject: Subject, other_quotes: Mapping[str, Sequence[str]] | None = None) -> tuple[Observation, ...]:
    """Return what can be said about a subject, the most telling first.

    Args:
        subject: the range, its quote and its texts.
        other_quotes: quotes of other citations of the same source, with the ids of those citations.

    """
    result = check_range(subject.declared, subject.shown, subject.chunk)
    found: list[Observation | None] = [
        _chunk_not_at_its_origin(result),
        _not_found_sentinel(subject),
        _swapped(subject),
        _marker(subject, result),
        _other_citation(subject, result, other_quotes or {}),
        _other_occurrence(subject, result),
        _word_numbers(subject),
        _pieces(subject, result),
        _similar_passage(subject, result),
        _off(subject, result),
        _absent(subject),
    ]
    return tuple(observation for observation in found if observation is not None)


def _selected(subject: Subject, result: RangeResult) -> str | None:
    return None if result.span is None else subject.shown.text[result.span.start : result.span.end]


def _quote(subject: Subject) -> str:
    return subject.quote.exact if subject.quote is not None else ""


def _chunk_not_at_its_origin(result: RangeResult) -> Observation | None:
    if result.outcome is not RangeOutcome.CHUNK_NOT_AT_ITS_ORIGIN:
        return None
    return Observation("chunk-origin", result.message)


def _not_found_sentinel(subject: Subject) -> Observation | None:
    """A search that finds nothing returns -1, and the end is then -1 and the quote's length."""
    numbers = subject.numbers
    if numbers is None or numbers[0] != -1:
        return None
    length = len(_quote(subject))
    whole = ", and the end is that plus the quote's length" if length and numbers[1] == length - 1 else ""
    return Observation("not-found", f"The start is -1, which is what a search returns that found nothing{whole}.")


def _swapped(subject: Subject) -> Observation | None:
    numbers, quote = subject.numbers, _quote(subject)
    if numbers is None or not quote or numbers[0] <= numbers[1]:
        return None
    base = subject.bases[0]
    turned = (numbers[1], numbers[0])
    for convention, span in exact_hits(turned, base.text.stored, quote, base.text.text):
        if convention.unit is (subject.declared.unit or Unit.CODEPOINT):
            shown = base.to_shown(span, len(subject.shown))
            return Observation(
                "swapped", "Start and end are exchanged: the other way round they select the quote.", shown
            )
    return None


def _marker(subject: Subject, result: RangeResult) -> Observation | None:
    selected = _selected(subject, result)
    if not selected or not is_citation_marker(selected):
        return None
    if is_citation_marker(_quote(subject)):
        return None
    return Observation("marker", "The range selects a citation marker, not the claim in front of it.", result.span)


def _other_citation(
    subject: Subject, result: RangeResult, other_quotes: Mapping[str, Sequence[str]]
) -> Observation | None:
    selected = _selected(subject, result)
    if not selected or selected == _quote(subject):
        return None
    others = tuple(name for name in other_quotes.get(selected, ()) if name != subject.citation_id)
    if not others:
        return None
    named = ", ".join(others[:3]) + (" and others" if len(others) > 3 else "")
    return Observation(
        "other-citation",
        f"The range selects the quote of another citation of this source: {named}.",
        result.span,
        others,
    )


def _other_occurrence(subject: Subject, result: RangeResult) -> Observation | None:
    """The quote stands at several places, and the words around it say that another one is meant."""
    quote = subject.quote
    if quote is None or result.span is None or not quote.exact or not (quote.prefix or quote.suffix):
        return None
    text = subject.shown.text
    if text[result.span.start : result.span.end] != quote.exact:
        return None
    starts = list(_starts(text, quote.exact))
    meant = [start for start in starts if _surrounded(text, start, quote.exact, quote.prefix or "", quote.suffix or "")]
    if result.span.start in meant or result.span.start not in starts or not meant:
        return None
    here, there = starts.index(result.span.start) + 1, starts.index(meant[0]) + 1
    return Observation(
        "other-occurrence",
        f"The quote occurs {len(starts):,} times; the range selects occurrence {here:,}, "
        f"and the words around the quote are those of occurrence {there:,}.",
        Span(meant[0], meant[0] + len(quote.exact)),
    )


def _starts(text: str, quote: str) -> Iterator[int]:
    at = text.find(quote)
    for _ in range(_MOST_OCCURRENCES):
        if at < 0:
            return
        yield at
        at = text.find(quote, at + 1)


def _surrounded(text: str, start: int, quote: str, prefix: str, suffix: str) -> bool:
    return text.endswith(prefix, 0, start) and text.startswith(suffix, start + len(quote))


def _word_numbers(subject: Subject) -> Observation | None:
    """The numbers count words, from 0 or 1, with the end excluded or included."""
    numbers, quote = subject.numbers, _quote(subject)
    if numbers is None or not quote or not 0 <= numbers[0] <= numbers[1] <= len(subject.shown):
        return None
    wanted = quote.split()
    if not wanted or len(wanted) > numbers[1] - numbers[0] + 1:
        return None
    text = subject.shown.text
    last = numbers[1] + 1
    words = []
    for number, found in enumerate(_WORD.finditer(text)):
        if number > last:
            break
        words.append(found)
    for origin in (0, 1):
        for extra in (0, 1):
            first, end = numbers[0] - origin, numbers[1] - origin + extra
            chosen = words[max(first, 0) : end]
            if first >= 0 and [found.group() for found in chosen] == wanted:
                span = Span(chosen[0].start(), chosen[-1].end())
                counted = "words" if origin == 0 else "words from 1"
                return Observation("word-numbers", f"The numbers count {counted}, not characters.", span)
    return None


def _pieces(subject: Subject, result: RangeResult) -> Observation | None:
    """The quote is made of pieces of the selection with something between them left out."""
    selected, quote = _selected(subject, result), _quote(subject)
    if not selected or not quote or selected == quote:
        return None
    have, want = _TOKEN.findall(selected), _TOKEN.findall(quote)
    if not 2 <= len(want) < len(have) <= _MOST_WORDS or have[0] != want[0] or have[-1] != want[-1]:
        return None
    rest = iter(have)
    if not all(word in rest for word in want):
        return None
    sentence = "The range covers the quote's words with others between them: the quote was put together from pieces."
    return Observation("pieces", sentence, result.span)


def _similar_passage(subject: Subject, result: RangeResult) -> Observation | None:
    """The quote is not in the text, and the range selects something like it: similar is not the same."""
    selected, quote = _selected(subject, result), _quote(subject)
    if not selected or not quote or quote in subject.shown.text:
        return None
    have, want = _TOKEN.findall(selected), _TOKEN.findall(quote)
    if not 2 <= len(want) <= _MOST_WORDS or len(have) > _MOST_WORDS:
        return None
    same = _same_words(have, want)
    if same == len(want) or same / max(len(want), len(have)) < _SIMILAR:
        return None
    count = f"{same:,} of {len(want):,} words are the same"
    sentence = f"The quote is not in the text; the range selects a similar passage ({count})."
    return Observation("similar", sentence, result.span)


def _same_words(have: list[str], want: list[str]) -> int:
    from difflib import SequenceMatcher

    return sum(block.size for block in SequenceMatcher(None, have, want, autojunk=False).get_matching_blocks())


def _off(subject: Subject, result: RangeResult) -> Observation | None:
    """Both numbers are off by the same, as when text in front came or went; or only one of them is off."""
    numbers, quote = subject.numbers, _quote(subject)
    unit = subject.declared.unit
    if numbers is None or not quote or unit is None or subject.declared.end_convention is EndConvention.LENGTH:
        return None
    first, last = half_open(*numbers, subject.declared.origin, subject.declared.end_convention)
    span = result.span if result.span is not None else Span(first, last)
    apart = distance(span, subject.shown.text, quote)
    if apart is None or result.span == apart.occurrence:
        return None
    right = subject.shown.boundaries.range_in(apart.occurrence, unit)
    if right[0] is None or right[1] is None:
        return None
    start, end = first - right[0], last - right[1]
    if start == end:
        how, when = ("large", "removed") if start > 0 else ("small", "added")
        sentence = (
            f"Both numbers are {abs(start):,} too {how} for the nearest occurrence of the quote, "
            f"as when text in front of it was {when} after the counting."
        )
        return Observation("shift", sentence, apart.occurrence)
    if start and end:
        return None
    good, bad, by = ("start", "end", end) if not start else ("end", "start", start)
    sentence = f"The {good} is right; the {bad} is {abs(by):,} too {'large' if by > 0 else 'small'}."
    return Observation("one-edge", sentence, apart.occurrence)


def _absent(subject: Subject) -> Observation | None:
    quote = _quote(subject)
    if not quote or any(quote in base.text.text for base in subject.bases):
        return None
    for base in subject.bases:
        for variant in base.text.variants:
            if quote in variant.text:
                title = variant.variant.title
                return Observation(
                    "quote-of-variant", f"The quote stands in the text only when it is changed: {title}."
                )
    return Observation("absent", "The quote does not occur in the text, so no range can select it.")
