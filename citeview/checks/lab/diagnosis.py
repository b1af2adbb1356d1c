"""The whole export: which one reading explains how many of the failing ranges.

Knows counts, sets of ranges and sentences about them. Must not know how a reading is tried, nor who asked.

A range *passes* when it selects its quote as declared (exactly, or apart from typography) and *fails* when it does not.
A range whose unit is not declared does neither: it is counted by itself, and the same readings are tried on it.
"""

from __future__ import annotations

import enum
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from citeview.checks.lab.causes import Cause, Observed, observe
from citeview.checks.lab.observations import observations
from citeview.checks.lab.readings import exact_hits
from citeview.checks.lab.subjects import Side, Subject
from citeview.checks.lab.tables import Contradiction, Evidence, Group, Table
from citeview.checks.lab.tally import Bits, ReadingRow, Tally, bits_of, numbers_of
from citeview.checks.ranges import chunk_origin, half_open
from citeview.checks.selection import folded_differences
from citeview.checks.verdict import RangeResult
from citeview.records.selectors import Base, DeclaredRange, EndConvention
from citeview.text.units import OffsetError, Unit

ROWS = 25
GROUPS = 200
"""How many sources and extractors get a table of their own: those with most failing ranges."""
CONTRADICTIONS = 50
OBSERVED_RANGES = 2_000
"""For how many ranges that no reading explains observations are made."""
ALL_UNITS = tuple(Unit)
WITHOUT_GRAPHEMES = (Unit.UTF8, Unit.CODEPOINT, Unit.UTF16)
_PROGRESS_EVERY = 25


class RangeState(enum.StrEnum):
    """Say how a range does as declared."""

    PASSES = "passes"
    FAILS = "fails"
    UNDECLARED = "unit not declared"


@dataclass(frozen=True, slots=True)
class RangeRef:
    """Name one range with a quote."""

    index: int
    """Number of the citation in the export, from 0."""
    citation_id: str
    side: Side
    state: RangeState


@dataclass(frozen=True, slots=True)
class Finding:
    """Hold how many of the unexplained ranges one kind of observation was made on."""

    code: str
    count: int
    example: str


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Hold what the readings of a whole export came to."""

    sentence: str
    ranges: tuple[RangeRef, ...]
    """Every range that has a quote and a text."""
    without_quote: int
    """Ranges that have nothing to be compared with."""
    failing: int
    undeclared: int
    readings: tuple[ReadingRow, ...]
    also: int
    """How many further readings explain exactly what the first row explains and change more."""
    causes: tuple[Cause, ...]
    contradictions: tuple[Contradiction, ...]
    groups: tuple[Group, ...]
    unexplained: tuple[int, ...]
    """Numbers in `ranges` of those that fail and that no reading explains."""
    findings: tuple[Finding, ...]
    complete: bool
    """False where it was cancelled: it then speaks of the ranges looked at so far."""


def diagnose(
    subjects: Iterable[Subject],
    *,
    importer: str,
    citations: int,
    other_quotes: Callable[[Subject], Mapping[str, Sequence[str]]] | None = None,
    cancelled: Callable[[], bool] | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Diagnosis:
    """Try every reading on every range of an export.

    Args:
        subjects: the ranges, in the order of the citations (`citeview.checks.lab.subjects.Subjects`).
        importer: the export's format.
        citations: how many citations the export has.
        other_quotes: the quotes of other citations of a subject's source, for `observations`.
        cancelled: asked before each range; the diagnosis then ends early and says so.
        progress: called now and then with how many citations of how many are done.

    """
    collected = _Collected(importer, other_quotes)
    complete = True
    for subject in subjects:
        if cancelled is not None and cancelled():
            complete = False
            break
        collected.add(subject)
        if progress is not None and subject.index % _PROGRESS_EVERY == 0:
            progress(subject.index, citations)
    if progress is not None and complete:
        progress(citations, citations)
    return collected.diagnosis(complete=complete)


class _Collected:
    """Gather what each range says, then make the tables."""

    def __init__(self, importer: str, other_quotes: Callable[[Subject], Mapping[str, Sequence[str]]] | None) -> None:
        self._other_quotes = other_quotes
        self._importer = importer
        self._tally = Tally()
        self._ranges: list[RangeRef] = []
        self._names: dict[str, str] = {}
        self._members: defaultdict[tuple[str, str], list[int]] = defaultdict(list)
        self._observed: list[Observed] = []
        self._declared: Counter[tuple[Unit | None, int, EndConvention]] = Counter()
        self._exact: Bits = 0
        self._explained: Bits = 0
        self._without_quote = 0
        self._found: Counter[str] = Counter()
        self._examples: dict[str, str] = {}
        self._observed_ranges = 0

    def add(self, subject: Subject) -> None:
        """Try the readings of one range."""
        if subject.quote is None or not subject.quote.exact:
            self._without_quote += 1
            return
        number = len(self._ranges)
        as_declared, explained = self._try(subject, number)
        state = _state(subject, as_declared=as_declared)
        self._ranges.append(RangeRef(subject.index, subject.citation_id, subject.side, state))
        for kind, name in (
            ("importer", self._importer),
            ("side", subject.side.value),
            ("source", subject.source_id),
            ("extractor", subject.extractor),
        ):
            if name:
                self._members[kind, name].append(number)
        self._names[subject.source_id] = subject.source_name
        if state is RangeState.PASSES:
            self._exact |= as_declared << number
            return
        declared = subject.declared
        self._declared[declared.unit, declared.origin, declared.end_convention] += 1
        if explained:
            self._explained |= 1 << number
        observed = observe(subject, number) if state is RangeState.FAILS else None
        if observed is not None:
            self._observed.append(observed)
        if not explained and self._observed_ranges < OBSERVED_RANGES:
            self._observed_ranges += 1
            others = self._other_quotes(subject) if self._other_quotes is not None else None
            for observation in observations(subject, others)[:1]:
                self._found[observation.code] += 1
                self._examples.setdefault(observation.code, f"{subject.citation_id}: {observation.sentence}")

    def _try(self, subject: Subject, number: int) -> tuple[bool, bool]:
        """Note under which readings a range selects its quote: is the declared one among them, and is there any."""
        numbers, quote, declared = subject.numbers, subject.quote, subject.declared
        if numbers is None or quote is None:
            return False, False
        as_declared = explained = False
        usual = (declared.unit, declared.origin, declared.end_convention)
        for base in subject.bases:
            for text in base.text.variants:
                # To count clusters on every variant would take as long as all the rest, and explains next to nothing.
                likely = text is base.text.stored or declared.unit is Unit.GRAPHEME
                units = ALL_UNITS if likely else WITHOUT_GRAPHEMES
                for convention, _ in exact_hits(numbers, text, quote.exact, base.text.text, units):
                    explained = True
                    if base.declared and text is base.text.stored and convention == usual:
                        as_declared = True
                    self._tally.add(number, base, convention, text.variant.name)
        return as_declared, explained

    def diagnosis(self, *, complete: bool) -> Diagnosis:
        """Make the tables of what was gathered."""
        usual = self._usual()
        evidence = Evidence(
            self._tally.candidates(usual),
            usual,
            self._bits_in(RangeState.FAILS),
            self._bits_in(RangeState.UNDECLARED),
            self._exact,
            self._observed,
        )
        table = Table(evidence, (1 << len(self._ranges)) - 1)
        contradictions = table.contradictions("")
        groups = []
        for kind, name, members in self._groups():
            part = Table(evidence, members)
            groups.append(part.group(kind, name))
            if kind in ("source", "extractor") and part.members != table.members:
                known = {one.readings for one in contradictions}
                contradictions.extend(one for one in part.contradictions(f"in {name}, ") if one.readings not in known)
        sentence = table.sentence()
        if not complete:
            sentence = f"Stopped after {len(self._ranges):,} ranges: {sentence[0].lower()}{sentence[1:]}"
        return Diagnosis(
            sentence,
            tuple(self._ranges),
            self._without_quote,
            table.failing.bit_count(),
            table.undeclared.bit_count(),
            table.rows(ROWS),
            table.also(),
            table.causes,
            tuple(contradictions[:CONTRADICTIONS]),
            tuple(groups),
            tuple(numbers_of(table.failing & ~self._explained)),
            tuple(Finding(code, count, self._examples[code]) for code, count in self._found.most_common()),
            complete,
        )

    def _bits_in(self, state: RangeState) -> Bits:
        return bits_of(number for number, one in enumerate(self._ranges) if one.state is state)

    def _usual(self) -> DeclaredRange:
        """Return what most of the ranges that do not pass declare: sentences name what differs from it."""
        if not self._declared:
            return DeclaredRange(0, 0, None)
        unit, origin, end = self._declared.most_common(1)[0][0]
        return DeclaredRange(0, 0, unit, origin=origin, end_convention=end)

    def _groups(self) -> Iterator[tuple[str, str, Bits]]:
        """Yield the ranges of each importer, side, extractor and source in which something does not pass."""
        kinds = ("importer", "side", "extractor", "source")
        passing = [one.state is RangeState.PASSES for one in self._ranges]
        groups = []
        for (kind, name), numbers in self._members.items():
            wrong = sum(not passing[number] for number in numbers)
            if wrong:
                groups.append((kinds.index(kind), -wrong, name, numbers))
        groups.sort()
        for order, _, name, numbers in groups[:GROUPS]:
            yield kinds[order], self._names[name] if kinds[order] == "source" else name, bits_of(numbers)


def _state(subject: Subject, *, as_declared: bool) -> RangeState:
    """Say how a range does as declared: as the checks decide it, without their document positions."""
    declared, quote = subject.declared, subject.quote
    if declared.unit is None and subject.numbers is not None:
        return RangeState.UNDECLARED
    if declared.unit is None or quote is None:
        return RangeState.FAILS
    if declared.base is Base.CHUNK and (
        subject.chunk is None or isinstance(chunk_origin(subject.chunk, subject.shown), RangeResult)
    ):
        return RangeState.FAILS
    if as_declared:
        return RangeState.PASSES
    if subject.numbers is None:
        return RangeState.FAILS
    text = subject.bases[0].text
    try:
        pair = half_open(*subject.numbers, declared.origin, declared.end_convention)
        span = text.stored.boundaries.span(*pair, declared.unit)
    except OffsetError:
        return RangeState.FAILS
    folded = folded_differences(text.text[span.start : span.end], quote.exact)
    return RangeState.PASSES if folded is not None else RangeState.FAILS
