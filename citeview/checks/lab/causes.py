"""Causes fitted over many ranges: a constant shift, or one that grows with each line, emoji, entity before the span.

A cause is a formula `amount × count + constant` for how far the declared numbers are from those that select the quote,
in the declared unit. It is evidence of what an exporter did; no number is changed by it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from citeview.checks.lab.offsets import nearest_occurrence
from citeview.checks.lab.subjects import Subject
from citeview.checks.lab.variants import STORED, VARIANTS, LabText
from citeview.checks.ranges import half_open
from citeview.records.selectors import EndConvention
from citeview.text.units import OffsetError, Span, Unit

OCCURRENCES = 8
"""How many occurrences of a quote are weighed for one range: the nearest ones."""
LEAST = 2
"""A cause explains two ranges or more: one alone fits any formula."""
CANDIDATES = 4
"""How many formulas are weighed for one feature: those that most ranges vote for."""


@dataclass(frozen=True, slots=True)
class Feature:
    """Name something that is counted before a position."""

    name: str
    noun: str
    plural: str
    count: Callable[[LabText, int], int]
    """Count it in a text before a position in code points."""


def _extra(unit: Unit) -> Callable[[LabText, int], int]:
    def count(text: LabText, position: int) -> int:
        return text.stored.boundaries.convert(position, Unit.CODEPOINT, unit) - position

    return count


def _cluster_extra(text: LabText, position: int) -> int:
    boundaries = text.stored.boundaries
    while boundaries.cuts_grapheme(position):
        position -= 1
    return position - boundaries.convert(position, Unit.CODEPOINT, Unit.GRAPHEME)


def _found(pattern: str) -> Callable[[LabText, int], int]:
    compiled = re.compile(pattern)

    def count(text: LabText, position: int) -> int:
        return text.count_before(compiled, position)

    return count


def _rewritten(name: str) -> Callable[[LabText, int], int]:
    number = next(number for number, variant in enumerate(VARIANTS) if variant.name == name)

    def count(text: LabText, position: int) -> int:
        same_as = text.same_as[number]
        if same_as == STORED.name:
            return 0
        variant = text.variant(same_as)
        return variant.maps[0].edits_before(position) if variant is not None else 0

    return count


FEATURES: tuple[Feature, ...] = (
    Feature("non-bmp", "non-BMP character", "non-BMP characters", _extra(Unit.UTF16)),
    Feature("line", "line end", "line ends", _found("\n|\r(?!\n)")),
    Feature("entity", "HTML entity", "HTML entities", _rewritten("entities")),
    Feature("tag", "HTML tag", "HTML tags", _rewritten("tags")),
    Feature("markdown", "Markdown marker", "Markdown markers", _rewritten("markdown")),
    Feature("marker", "citation marker", "citation markers", _rewritten("markers")),
    Feature("decomposed", "decomposed character", "decomposed characters", _rewritten("nfc")),
    Feature("precomposed", "precomposed character", "precomposed characters", _rewritten("nfd")),
    Feature("non-ascii", "non-ASCII character", "non-ASCII characters", _found("[^\x00-\x7f]")),
    Feature("non-ascii-bytes", "byte that non-ASCII characters add", "bytes", _extra(Unit.UTF8)),
    Feature("cluster", "code point that grapheme clusters add", "code points", _cluster_extra),
    Feature("escape", "character that JSON escapes", "characters that JSON escapes", _rewritten("json")),
    Feature("space-run", "run of white space", "runs of white space", _found("\\s\\s+")),
    Feature("tab", "tab", "tabs", _found("\t")),
)
"""What a shift may grow with, the likelier first."""


@dataclass(frozen=True, slots=True)
class Observed:
    """Hold what one range says about causes: its shifts against near occurrences of its quote, the counts there."""

    index: int
    shifts: tuple[tuple[int, int, tuple[int, ...], tuple[int, ...]], ...]
    """For each occurrence: the shift of the start and of the end in the declared unit (declared minus right), and the
    count of every feature before the start and before the end. The nearest occurrence comes first."""
    emoji: bool = False
    """Whether every non-BMP character before the quote is an emoji or part of one."""


@dataclass(frozen=True, slots=True)
class Cause:
    """Hold a formula that explains how far off the ranges are."""

    feature: str
    """Name of a feature; `constant` where the shift is the same everywhere."""
    amount: int
    constant: int
    unit: Unit | None
    """The declared unit, where all the ranges declare the same one."""
    explains: int
    of: int
    """How many of how many ranges it explains."""
    indexes: tuple[int, ...]
    """The subjects that it explains, by the numbers given in `Observed`."""
    sentence: str
    """`+1 per emoji before the span, 14 of 14`."""


def observe(subject: Subject, index: int) -> Observed | None:
    """Return what one range says about causes; None for nothing: it has no whole numbers, or its quote is not there."""
    numbers, quote = subject.numbers, subject.quote
    if numbers is None or quote is None or not quote.exact:
        return None
    base = subject.bases[0].text
    declared = subject.declared
    unit = declared.unit or Unit.CODEPOINT
    first, last = half_open(*numbers, declared.origin, declared.end_convention)
    shifts = []
    for span in _occurrences(base.text, quote.exact, first):
        try:
            start, end = (base.stored.boundaries.convert(position, Unit.CODEPOINT, unit) for position in span)
        except OffsetError:
            continue  # an edge inside a cluster has no number in grapheme clusters
        if declared.end_convention is EndConvention.LENGTH:
            # The length is right or wrong by itself; the end is off by as much as the start and the length together.
            last = first + numbers[1]
        shifts.append(
            (
                first - start,
                last - end,
                tuple(feature.count(base, span.start) for feature in FEATURES),
                tuple(feature.count(base, span.end) for feature in FEATURES),
            )
        )
    if not shifts:
        return None
    nearest = nearest_occurrence(base.text, quote.exact, first)
    emoji = nearest is not None and _only_emoji(base.text[: nearest.start])
    return Observed(index, tuple(shifts), emoji=emoji)


def fit_causes(observed: Sequence[Observed], unit: Unit | None = None) -> tuple[Cause, ...]:
    """Fit every formula to the ranges that fail and return those that explain a tenth of them, the best first.

    Args:
        observed: the failing ranges of one export, source or importer.
        unit: the unit that all of them declare, for the sentence.

    """
    least = max(LEAST, len(observed) // 10)
    causes = [*_constants(observed, unit, least)]
    for number, feature in enumerate(FEATURES):
        causes.extend(_growing(observed, number, feature, unit, least))
    causes.sort(key=lambda cause: (-cause.explains, cause.constant != 0, _order(cause)))
    kept: list[Cause] = []
    for cause in causes:
        # A second formula for the same ranges adds nothing unless it is as simple as the first.
        if all(not set(cause.indexes) <= set(other.indexes) or _as_simple(cause, other) for other in kept):
            kept.append(cause)
    return tuple(kept)


def _constants(observed: Sequence[Observed], unit: Unit | None, least: int) -> Iterator[Cause]:
    votes = Counter(one.shifts[0][:2] for one in observed)
    for (start, end), _ in votes.most_common(CANDIDATES):
        if start != end or not start:
            continue
        hits = [one.index for one in observed if any(shift[:2] == (start, end) for shift in one.shifts)]
        if len(hits) >= least:
            sentence = f"every start and end is {abs(start):,} too {'large' if start > 0 else 'small'}"
            evidence = _evidence(sentence, hits, observed)
            yield Cause("constant", 0, start, unit, len(hits), len(observed), tuple(hits), evidence)


def _growing(
    observed: Sequence[Observed], number: int, feature: Feature, unit: Unit | None, least: int
) -> Iterator[Cause]:
    votes = _votes([(one.shifts[0][2][number], one.shifts[0][0]) for one in observed])
    for (amount, constant), _ in votes.most_common(CANDIDATES):
        hits: list[Observed] = []
        seen: set[int] = set()
        for one in observed:
            count = _fits(one, number, amount, constant)
            if count is not None:
                hits.append(one)
                seen.add(count)
        # One count everywhere is a constant shift under another name, and a line goes through any two points.
        if len(hits) >= least and len(seen) > (2 if constant else 1):
            noun = "emoji" if feature.name == "non-bmp" and all(hit.emoji for hit in hits) else feature.noun
            sentence = f"{_signed(amount)} per {noun} before the span"
            if constant:
                sentence += f" and {_signed(constant)} everywhere"
            indexes = tuple(hit.index for hit in hits)
            evidence = _evidence(sentence, indexes, observed)
            yield Cause(feature.name, amount, constant, unit, len(hits), len(observed), indexes, evidence)


def _votes(points: list[tuple[int, int]]) -> Counter[tuple[int, int]]:
    """Count which formulas the points (count, shift) speak for: each alone without a constant, neighbours with one."""
    votes: Counter[tuple[int, int]] = Counter()
    for count, shift in points:
        amount, rest = divmod(shift, count) if count else (0, 1)
        if amount and not rest:
            votes[amount, 0] += 1
    points = sorted(points)
    for (count, shift), (other_count, other_shift) in pairwise(points):
        if count != other_count:
            amount, rest = divmod(other_shift - shift, other_count - count)
            constant = shift - amount * count
            if amount and constant and not rest:
                votes[amount, constant] += 1
    return votes


def _fits(one: Observed, number: int, amount: int, constant: int) -> int | None:
    """Return the feature's count before the span where the formula gives the range's shifts, else None."""
    for start, end, before, before_end in one.shifts:
        expected = amount * before[number] + constant
        # An exporter adds the quote's length to the start, or converts the end by itself: both are seen.
        if start == expected and end in (expected, amount * before_end[number] + constant):
            return before[number]
    return None


def _signed(amount: int) -> str:
    return f"{amount:+,}".replace("-", "−")


def _evidence(sentence: str, hits: Sequence[object], observed: Sequence[Observed]) -> str:
    return f"{sentence}, {len(hits):,} of {len(observed):,}"


def _order(cause: Cause) -> int:
    names = [feature.name for feature in FEATURES]
    return -1 if cause.feature == "constant" else names.index(cause.feature)


def _as_simple(cause: Cause, other: Cause) -> bool:
    return len(cause.indexes) == len(other.indexes) and (cause.constant != 0) <= (other.constant != 0)


def _occurrences(text: str, quote: str, near: int) -> Iterator[Span]:
    """Yield the occurrences of `quote` nearest to `near`, the nearest first."""
    nearest = nearest_occurrence(text, quote, near)
    if nearest is None:
        return
    yield nearest
    earlier, later = nearest.start, nearest.start
    for _ in range(OCCURRENCES // 2):
        if earlier > 0:
            earlier = text.rfind(quote, 0, earlier + len(quote) - 1)
            if earlier >= 0:
                yield Span(earlier, earlier + len(quote))
        if later >= 0:
            later = text.find(quote, later + 1)
            if later >= 0:
                yield Span(later, later + len(quote))


_NON_BMP = re.compile("[\U00010000-\U0010ffff]")
_NOT_EMOJI = re.compile("[\U00010000-\U0001f000\U0001fb00-\U0010ffff]")


def _only_emoji(text: str) -> bool:
    # Emoji outside the BMP lie in U+1F000 to U+1FAFF, but for the tags of subdivision flags.
    return _NON_BMP.search(text) is not None and _NOT_EMOJI.search(text) is None
