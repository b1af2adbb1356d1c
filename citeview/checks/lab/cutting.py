"""Cut a text down around a span so that its range still fails in the same way.

Knows how one failure is told from another, and how to try smaller and smaller texts. Must not know reports or files.
Every candidate is written as a fixture, read back and checked: nothing is assumed about what a cut does.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from citeview.checks.lab.fixture import Fixture, check_fixture, fixture_json, whole_fixture
from citeview.checks.lab.offsets import nearest_occurrence
from citeview.checks.lab.readings import Explanation, Reading, Reproduction, explain
from citeview.checks.lab.subjects import Side, Subject
from citeview.checks.lab.variants import VARIANT_OF_NAME, variant_text
from citeview.checks.ranges import half_open
from citeview.checks.verdict import RangeOutcome, RangeResult, SelectionOutcome, Verdict
from citeview.quote.rules import RuleSet
from citeview.records.selectors import DeclaredRange, EndConvention
from citeview.text.boundaries import BoundaryMap
from citeview.text.units import OffsetError, Span, Unit

BUDGET = 400
"""How many texts are tried at most; the smallest one so far is then kept."""
READABLE = 40
"""So many code points of context are left in whole words: torn words would be smaller and say less."""
CONTEXTS = (0, 4, 16, 64, 256, 1_024, 4_096, 16_384, 65_536, 262_144)
"""How many code points of context on either side are tried first."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Hold what two failures have in common when they are the same one."""

    label: str | None
    """The headline's label; None for a range in an answer, whose citation may have a headline of another side."""
    outcome: RangeOutcome
    boundary: str | None
    selection: SelectionOutcome
    reading: Reading | None
    """The one reading that explains it, where one changes least."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Hold the smallest fixture that was found, and what checking it said."""

    fixture: Fixture
    verdict: Verdict
    failure: Failure
    whole: Fixture
    """What it was cut from."""

    @property
    def result(self) -> RangeResult:
        """Return what became of the range."""
        return self.verdict.answer_range if self.fixture.side is Side.ANSWER else self.verdict.range

    @property
    def selected(self) -> str | None:
        """Return what the range selects."""
        return selection_of(self.verdict, self.fixture.side)


class NotReproducedError(ValueError):
    """Report that no text by itself makes the range fail in the same way: one sentence."""


def cut_down(subject: Subject, verdict: Verdict, rules: RuleSet, *, budget: int = BUDGET) -> Cut:
    """Return the smallest text on which the subject's range fails as the verdict says.

    Raises:
        NotReproducedError: where not even the whole text, taken by itself, fails in the same way.

    """
    whole = whole_fixture(subject)
    # The subject's own text has its variants made already, where a window has shown its readings.
    base = dataclasses.replace(subject.bases[0], origin=0)
    best = _best(dataclasses.replace(subject, bases=(base,)))
    reading = _identifying(best)
    cutter = _Cutter(whole, failure_of(verdict, subject.side, reading), rules, budget)
    cutter.accepts(whole, reading)
    first = cutter.best()
    if whole.chunk is not None:
        return first
    plan = _by_reading(whole, best.exact[0]) if best.exact else None
    if plan is None:
        cutter.same_selection = first.selected
        plan = _by_window(whole, first)
    cutter.shrink(plan)
    return cutter.best()


def failure_of(verdict: Verdict, side: Side, reading: Reading | None) -> Failure:
    """Return what a verdict says about one side's range, as far as it identifies the failure."""
    if side is Side.ANSWER:
        found = verdict.answer_range
        return Failure(None, found.outcome, found.boundary, verdict.answer_selection.outcome, reading)
    found = verdict.range
    return Failure(verdict.label, found.outcome, found.boundary, verdict.selection.outcome, reading)


def identifying_reading(fixture: Fixture) -> Reading | None:
    """Return the reading that explains a fixture's failure and that alone changes least, or None."""
    return _identifying(_best(fixture.subject()))


def _best(subject: Subject) -> Explanation:
    """Return the readings that explain a failure and can be applied to another text."""
    explained = explain(subject, folded=False)
    usable = tuple(
        found
        for found in explained.exact
        if not found.reading.padding and not found.reading.base and (found.cost or subject.declared.unit is None)
    )
    return dataclasses.replace(explained, exact=usable if usable[:1] == explained.exact[:1] else ())


def _identifying(explained: Explanation) -> Reading | None:
    best = explained.best
    return best.reading if best is not None and explained.best_is_unique else None


Make = Callable[[str, str], Fixture | None]
"""Make a fixture of the core with some text before it and some after it; None where that cannot be."""


@dataclass(frozen=True, slots=True)
class _Plan:
    """Hold how candidates are made: what stays, and whether pieces may go from anywhere or only from outside."""

    core: Span
    make: Make
    anywhere: bool


class _Cutter:
    """Try candidates within a budget, and keep the smallest that fails in the same way."""

    def __init__(self, whole: Fixture, wanted: Failure, rules: RuleSet, budget: int) -> None:
        self.wanted = wanted
        self._whole = whole
        self._rules = rules
        self._budget = budget
        self._best: tuple[Fixture, Verdict] | None = None
        self.same_selection: str | None = None
        """What a candidate must select, where no reading says how its numbers come about."""

    def accepts(self, fixture: Fixture | None, known: Reading | None = None) -> bool:
        """Say whether a candidate fails in the same way, and keep it if so; `known` is its reading, if known."""
        if fixture is None or self._budget <= 0:
            return False
        self._budget -= 1
        verdict = check_fixture(fixture_json(fixture), self._rules)
        reading = known
        if known is None and self.wanted.reading is not None:
            reading = identifying_reading(fixture)
        if failure_of(verdict, fixture.side, reading) != self.wanted:
            return False
        if self.same_selection is not None and selection_of(verdict, fixture.side) != self.same_selection:
            return False
        self._best = fixture, verdict
        return True

    def best(self) -> Cut:
        """Return the last candidate that was accepted: each is smaller than the one before.

        Raises:
            NotReproducedError: where none was.

        """
        if self._best is None:
            raise NotReproducedError("The range does not fail in the same way when its text is taken by itself.")
        return Cut(*self._best, self.wanted, self._whole)

    def shrink(self, plan: _Plan) -> None:
        """Try less context, then less and less of what is left of it: lines, words, grapheme clusters."""
        text = self._whole.text
        kept = [text[: plan.core.start], text[plan.core.end :]]
        for context in CONTEXTS:
            if context >= max(map(len, kept)):
                break
            less = [kept[0][max(0, len(kept[0]) - context) :], kept[1][:context]]
            if self.accepts(plan.make(*less)):
                kept = less
                break
        for side in (0, 1):
            for divide in (_lines, _words, _clusters):
                if divide is _clusters and len(kept[side]) <= READABLE:
                    break
                kept[side] = "".join(self._fewer(plan, kept, side, divide(kept[side])))

    def _fewer(self, plan: _Plan, kept: list[str], side: int, pieces: list[str]) -> list[str]:
        def fits(fewer: list[str]) -> bool:
            trial = "".join(fewer)
            return self.accepts(plan.make(trial, kept[1]) if side == 0 else plan.make(kept[0], trial))

        return _minimal(pieces, fits) if plan.anywhere else _trimmed(pieces, fits, in_front=side == 0)


def selection_of(verdict: Verdict, side: Side) -> str | None:
    """Return what the range of one side selects."""
    return (verdict.answer_selection if side is Side.ANSWER else verdict.selection).text


def _by_reading(whole: Fixture, found: Reproduction) -> _Plan | None:
    """Make candidates by doing again what the reading says was done: count in its text and unit, by its convention."""
    core, reading = found.shown_span, found.reading
    if core is None:
        return None
    middle = whole.text[core.start : core.end]
    variant = VARIANT_OF_NAME[reading.variant]

    def make(before: str, after: str) -> Fixture | None:
        counted = variant_text(before + middle + after, variant)
        span = counted.from_stored(Span(len(before), len(before) + len(middle)))
        if span is None:
            return None
        try:
            first, last = (counted.boundaries.convert(edge, Unit.CODEPOINT, reading.unit) for edge in span)
        except OffsetError:
            return None
        start, end = _declared(first, last, reading.origin, reading.end_convention)
        declared = dataclasses.replace(whole.declared, start=start, end=end)
        return dataclasses.replace(whole, text=before + middle + after, declared=declared)

    return _Plan(core, make, anywhere=True)


def _by_window(whole: Fixture, cut: Cut) -> _Plan:
    """Make candidates by cutting off both ends: the numbers go down by what goes in front, in their own unit."""
    core = _hull(whole, cut)
    middle = whole.text[core.start : core.end]
    boundaries = BoundaryMap(whole.text)

    def make(before: str, after: str) -> Fixture | None:
        moved = _moved(whole.declared, boundaries, core.start - len(before))
        return None if moved is None else dataclasses.replace(whole, text=before + middle + after, declared=moved)

    return _Plan(core, make, anywhere=False)


def _moved(declared: DeclaredRange, boundaries: BoundaryMap, cut: int) -> DeclaredRange | None:
    """Return the range with as much taken off its numbers as `cut` code points in front are in its unit, or None."""
    start, end, unit = declared.start, declared.end, declared.unit
    if not cut or unit is None or type(start) is not int or type(end) is not int or start < declared.origin:
        # What is no number, has no unit or lies before the text is that in front of any text.
        return declared
    try:
        offset = boundaries.convert(cut, Unit.CODEPOINT, unit)
    except OffsetError:
        return None
    if declared.end_convention is EndConvention.LENGTH:
        return dataclasses.replace(declared, start=start - offset)
    if end < start:
        # A reversed range stays one as long as both boundaries lie in the text.
        offset = min(offset, max(end - declared.origin, 0))
    return dataclasses.replace(declared, start=start - offset, end=end - offset)


def _hull(whole: Fixture, cut: Cut) -> Span:
    """Return what must stay: what the range selects, the quote's nearest occurrence, the closest passage."""
    spans = [cut.result.span] if cut.result.span is not None else []
    near = spans[0].start if spans else _start(whole.declared)
    if whole.quote:
        occurrence = nearest_occurrence(whole.text, whole.quote, near)
        if occurrence is not None:
            spans.append(occurrence)
    quote = cut.verdict.quote
    if quote is not None and quote.passage is not None and whole.side is Side.SOURCE:
        spans.append(quote.passage.span)
    if not spans:
        middle = min(max(near, 0), len(whole.text))
        return Span(middle, middle)
    return Span(min(span.start for span in spans), max(span.end for span in spans))


def _start(declared: DeclaredRange) -> int:
    if type(declared.start) is not int or type(declared.end) is not int:
        return 0
    return half_open(declared.start, declared.end, declared.origin, declared.end_convention)[0]


def _declared(first: int, last: int, origin: int, convention: EndConvention) -> tuple[int, int]:
    """Return the numbers that a 0-based half-open pair is under a convention: the other way round from `half_open`."""
    if convention is EndConvention.LENGTH:
        return first + origin, last - first
    return first + origin, last + origin - (1 if convention is EndConvention.INCLUSIVE else 0)


def _lines(text: str) -> list[str]:
    return re.findall("[^\n]*\n|[^\n]+", text)


def _words(text: str) -> list[str]:
    return re.findall(r"\S+\s*|\s+", text)


def _clusters(text: str) -> list[str]:
    graphemes = BoundaryMap(text).graphemes
    starts = [graphemes.position_of(index) for index in range(graphemes.count + 1)]
    return [text[start:end] for start, end in pairwise(starts)]


def _minimal(pieces: list[str], fits: Callable[[list[str]], bool]) -> list[str]:
    """Leave out pieces as long as the rest fits: delta debugging by complements (Zeller, Hildebrandt 2002)."""
    parts = 1
    while pieces:
        size = -(-len(pieces) // parts)
        for start in range(0, len(pieces), size):
            rest = pieces[:start] + pieces[start + size :]
            if fits(rest):
                pieces = rest
                parts = max(parts - 1, 1)
                break
        else:
            if size == 1:
                break
            parts = min(2 * parts, len(pieces))
    return pieces


def _trimmed(pieces: list[str], fits: Callable[[list[str]], bool], *, in_front: bool) -> list[str]:
    """Leave out pieces from the outer end as long as the rest fits: half of them, then a quarter, and so on."""
    step = len(pieces)
    while step:
        rest = pieces[step:] if in_front else pieces[: len(pieces) - step]
        if step <= len(pieces) and fits(rest):
            pieces = rest
        else:
            step //= 2
    return pieces
