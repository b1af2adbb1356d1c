"""The table of one set of ranges: readings by how many failing ranges each explains, and what is said about it.

Knows counts and sentences. Must not know texts, nor how the sets were found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from citeview.checks.lab.causes import Cause, Observed, fit_causes
from citeview.checks.lab.readings import Reading
from citeview.checks.lab.tally import Bits, Candidate, ReadingRow, numbers_of, ranked, refines, rows
from citeview.records.selectors import DeclaredRange

GROUP_ROWS = 5


@dataclass(frozen=True, slots=True)
class Group:
    """Hold the table of the ranges of one importer, source or extractor."""

    kind: str
    """`importer`, `source`, `extractor` or `side`."""
    name: str
    ranges: int
    failing: int
    undeclared: int
    readings: tuple[ReadingRow, ...]
    causes: tuple[Cause, ...]
    sentence: str


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Hold evidence that no single reading fits: some ranges want one, others another."""

    sentence: str
    ranges: tuple[int, ...]
    """Numbers in `Diagnosis.ranges`."""
    readings: tuple[Reading, ...]
    """The reading that explains most, and the one that contradicts it; only the first where the declaration does."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Hold what was found out about every range of an export."""

    candidates: Sequence[Candidate]
    usual: DeclaredRange
    """What most of the ranges that do not pass declare: sentences name what differs from it."""
    failing: Bits
    undeclared: Bits
    exact: Bits
    """The ranges that select their quotes exactly as declared."""
    observed: Sequence[Observed]
    """What the failing ranges say about causes."""


class Table:
    """Answer for one set of ranges."""

    def __init__(self, evidence: Evidence, members: Bits) -> None:
        self.members = members
        self.failing = evidence.failing & members
        self.undeclared = evidence.undeclared & members
        self._exact = evidence.exact & members
        self._candidates = evidence.candidates
        self._usual = evidence.usual
        wanted = self.failing or self.undeclared
        self._ranking = ranked(evidence.candidates, wanted) if wanted else []
        observed = [one for one in evidence.observed if members >> one.index & 1]
        self.causes = fit_causes(observed, evidence.usual.unit) if len(observed) > 1 else ()

    def group(self, kind: str, name: str) -> Group:
        """Return the table as it is shown."""
        return Group(
            kind,
            name,
            self.members.bit_count(),
            self.failing.bit_count(),
            self.undeclared.bit_count(),
            self.rows(GROUP_ROWS),
            self.causes,
            self.sentence(),
        )

    def rows(self, most: int) -> tuple[ReadingRow, ...]:
        """Return the table of readings."""
        return rows(self._ranking, self._usual, self.undeclared, self._exact, most)

    def also(self) -> int:
        """Count the readings that explain what the first one explains and change more."""
        if not self._ranking:
            return 0
        best, bits = self._ranking[0]
        wanted = self.failing or self.undeclared
        return sum(one.bits & wanted == bits and one.cost > best.cost for one in self._candidates)

    def sentence(self) -> str:
        """Return the one sentence that is said about these ranges."""
        total = self.members.bit_count()
        failing, undeclared = self.failing.bit_count(), self.undeclared.bit_count()
        if not total:
            return "No range in this export has a quote to compare it with."
        parts = []
        if failing:
            parts.append(self._said(self.failing, f"failing {_ranges(failing)} of {total:,}"))
        if undeclared:
            parts.append(self._said(self.undeclared, f"{_ranges(undeclared)} without a declared unit"))
        if not parts:
            return f"{_capital(_all(total))} {_ranges(total)} with a quote {_select(self.members)} as declared."
        return f"{_capital('; '.join(parts))}."

    def _said(self, wanted: Bits, what: str) -> str:
        count = wanted.bit_count()
        ranking = self._ranking if wanted == (self.failing or self.undeclared) else ranked(self._candidates, wanted)
        cause = self.causes[0] if self.causes and wanted == self.failing else None
        explained = ranking[0][1].bit_count() if ranking else 0
        if cause is not None and cause.explains > explained and 2 * cause.explains >= count:
            most = f"more than {explained:,} of the {count:,}" if explained else f"any of the {count:,}"
            return f"no single reading explains {most} {what}; their numbers are off: {cause.sentence}"
        if not ranking:
            return f"no reading explains {'the one' if count == 1 else f'any of the {count:,}'} {what}"
        best, bits = ranking[0]
        tied = [one.reading for one, other in ranking if other == bits and one.cost == best.cost]
        named = " or ".join(reading.sentence(self._usual, name_unit=True).removeprefix("read ") for reading in tied)
        how_many = _all(count) if explained == count else f"{explained:,} of the {count:,}"
        said = f"{how_many} {what} {_select(bits)} if read {named}"
        # What keeps every change of the best reading and makes more is no other explanation.
        others = [
            (one.bits & wanted).bit_count()
            for one in self._candidates
            if one.bits & wanted != bits and not refines(one.reading, best.reading, self._usual)
        ]
        most_of_others = max(others, default=0)
        limit = f"more than {most_of_others:,}" if most_of_others else "any of them"
        return f"{said}; no other single reading explains {limit}"

    def contradictions(self, where: str) -> list[Contradiction]:
        """Return the evidence that no one reading fits these ranges."""
        if not self._ranking or not self.failing:
            return []
        best, bits = self._ranking[0]
        named = best.reading.sentence(self._usual, name_unit=True)
        found: list[Contradiction] = []
        broken = self._exact & ~best.bits
        if broken:
            sentence = (
                f"{where}{bits.bit_count():,} failing {_ranges(bits.bit_count())} {_select(bits)} if {named}, "
                f"and {broken.bit_count():,} that {_select(broken)} as declared would then fail"
            )
            found.append(Contradiction(f"{_capital(sentence)}.", tuple(numbers_of(bits | broken)), (best.reading,)))
        rest = self.failing & ~bits
        ranking = ranked(self._candidates, rest) if rest else []
        if ranking:
            other, other_bits = ranking[0]
            apart = bits & ~other.bits
            if apart:
                other_named = other.reading.sentence(self._usual, name_unit=True)
                sentence = (
                    f"{where}{apart.bit_count():,} {_ranges(apart.bit_count())} {_select(apart)} if {named} "
                    f"and not if {other_named}, "
                    f"and {other_bits.bit_count():,} the other way round"
                )
                found.append(
                    Contradiction(
                        f"{_capital(sentence)}.", tuple(numbers_of(apart | other_bits)), (best.reading, other.reading)
                    )
                )
        return found


def _ranges(count: int) -> str:
    return "range" if count == 1 else "ranges"


def _all(count: int) -> str:
    return "the one" if count == 1 else f"all {count:,}"


def _select(bits: Bits) -> str:
    return "selects its quote" if bits.bit_count() == 1 else "select their quotes"


def _capital(sentence: str) -> str:
    return f"{sentence[0].upper()}{sentence[1:]}"
