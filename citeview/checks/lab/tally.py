"""Sets of ranges by the readings under which they select their quotes, and the tables made of them.

Knows numbered ranges as bits of whole numbers: 10,000 ranges are one number of 1,250 bytes, and a union is one
operation. Must not know quotes or sentences about the whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from citeview.checks.lab.readings import Convention, Reading
from citeview.checks.lab.subjects import BaseText
from citeview.checks.lab.variants import VARIANTS
from citeview.records.selectors import DeclaredRange

_NUMBER_OF_VARIANT = {variant.name: number for number, variant in enumerate(VARIANTS)}

Bits = int
"""A set of ranges: bit n is set where range n is in it."""


def bits_of(numbers: Iterable[int]) -> Bits:
    """Return a set of ranges as bits."""
    bits = 0
    for number in numbers:
        bits |= 1 << number
    return bits


def numbers_of(bits: Bits) -> Iterator[int]:
    """Yield the numbers in a set, in order."""
    while bits:
        low = bits & -bits
        yield low.bit_length() - 1
        bits ^= low


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """Hold how many ranges one reading explains."""

    reading: Reading
    sentence: str
    explains: int
    """How many failing ranges select their quotes under it."""
    adds: int
    """How many of those no row above explains."""
    undeclared: int
    """How many ranges without a declared unit select their quotes under it."""
    breaks: int
    """How many ranges that select their quotes as declared would no longer do so."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """Hold a reading with the ranges that select their quotes under it."""

    reading: Reading
    cost: int
    bits: Bits


class Tally:
    """Collect under which readings each range selects its quote, and answer for any subset of the ranges.

    Two variants that make the same text of a source are one there and two elsewhere. So what is collected for a text is
    credited to every variant that has that text.
    """

    def __init__(self) -> None:
        self._groups: dict[tuple[str, tuple[str, ...]], dict[tuple[Convention, str], Bits]] = {}
        self._base_costs: dict[str, int] = {"": 0}

    def add(self, number: int, base: BaseText, convention: Convention, variant: str) -> None:
        """Note that range `number` selects its quote under a convention, on a variant of one of its base texts."""
        phrase = "" if base.declared else base.name
        self._base_costs.setdefault(phrase, base.cost)
        group = self._groups.setdefault((phrase, base.text.same_as), defaultdict(int))
        group[convention, variant] |= 1 << number

    def candidates(self, usual: DeclaredRange) -> list[Candidate]:
        """Return every reading that explains something, with its cost against the usual declaration."""
        found = []
        for reading in self._readings:
            number = _NUMBER_OF_VARIANT[reading.variant]
            convention = Convention(reading.unit, reading.origin, reading.end_convention)
            bits = 0
            for (base, same_as), group in self._groups.items():
                if base == reading.base:
                    bits |= group.get((convention, same_as[number]), 0)
            found.append(Candidate(reading, reading.cost(usual, self._base_costs[reading.base]), bits))
        return found

    @cached_property
    def _readings(self) -> list[Reading]:
        keys = {
            (convention, variant, base) for (base, _), group in self._groups.items() for convention, variant in group
        }
        return [Reading(*convention, variant, base) for convention, variant, base in keys]


def ranked(candidates: Sequence[Candidate], wanted: Bits, most: int = 50) -> list[tuple[Candidate, Bits]]:
    """Return the readings with what each explains of the ranges wanted: most first, then those that change least.

    A reading is left out where one that changes no more explains the same ranges and others.
    """
    found = [(candidate, candidate.bits & wanted) for candidate in candidates]
    found = [(candidate, bits) for candidate, bits in found if bits]
    found.sort(key=lambda pair: (-pair[1].bit_count(), pair[0].cost, _order(pair[0].reading)))
    kept: list[tuple[Candidate, Bits]] = []
    for candidate, bits in found:
        if len(kept) == most:
            break
        if not any(_covers(other, other_bits, candidate, bits) for other, other_bits in kept):
            kept.append((candidate, bits))
    return kept


def _covers(one: Candidate, one_bits: Bits, other: Candidate, other_bits: Bits) -> bool:
    """Say whether `one` makes `other` superfluous. Equals do not: both are then named."""
    if one.cost > other.cost or one_bits | other_bits != one_bits:
        return False
    return (one_bits, one.cost) != (other_bits, other.cost)


def rows(
    ranking: Sequence[tuple[Candidate, Bits]], usual: DeclaredRange, undeclared: Bits, passing: Bits, most: int
) -> tuple[ReadingRow, ...]:
    """Return the first rows of a ranking as a table."""
    seen = 0
    table = []
    for candidate, bits in ranking[:most]:
        table.append(
            ReadingRow(
                candidate.reading,
                candidate.reading.sentence(usual, name_unit=True),
                bits.bit_count(),
                (bits & ~seen).bit_count(),
                (candidate.bits & undeclared).bit_count(),
                (passing & ~candidate.bits).bit_count(),
            )
        )
        seen |= bits
    return tuple(table)


def refines(reading: Reading, other: Reading, usual: DeclaredRange) -> bool:
    """Say whether `reading` keeps every change that `other` makes to the usual declaration, and perhaps makes more."""
    return (
        (other.unit is usual.unit or reading.unit is other.unit)
        and (other.origin == usual.origin or reading.origin == other.origin)
        and (other.end_convention is usual.end_convention or reading.end_convention is other.end_convention)
        and (other.variant == VARIANTS[0].name or reading.variant == other.variant)
        and (not other.base or reading.base == other.base)
    )


def _order(reading: Reading) -> tuple[str, str, int, str, str]:
    # Only to make the order of equals the same on every run.
    return reading.base, reading.variant, reading.origin, reading.end_convention.value, reading.unit.value
