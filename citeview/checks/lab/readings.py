"""Readings of the same two numbers: another unit, origin, end convention, text variant or base text.

A reading reproduces the quote only when what it selects equals the quote exactly. Readings are ranked by how few things
they change. Knows no citation and no verdict: a reading explains, and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from citeview.checks.lab.offsets import nearest_occurrence
from citeview.checks.lab.subjects import BaseText, Subject
from citeview.checks.lab.variants import PADDED, PADDING_LIMIT, STORED, VARIANT_OF_NAME, VariantText, apply
from citeview.checks.ranges import half_open
from citeview.checks.selection import folded_differences
from citeview.records.selectors import DeclaredRange, EndConvention
from citeview.text.boundaries import BoundaryMap
from citeview.text.units import OffsetError, Span, Unit

UNIT_COST: dict[Unit, int] = {Unit.UTF8: 2, Unit.CODEPOINT: 2, Unit.UTF16: 2, Unit.GRAPHEME: 5}
"""What reading in another unit costs.

Grapheme clusters are rare in exports, and would else explain every CR LF and every NFD text.
"""
UNDECLARED_UNIT_COST: dict[Unit, int] = {Unit.UTF8: 0, Unit.CODEPOINT: 0, Unit.UTF16: 0, Unit.GRAPHEME: 1}
"""What choosing a unit costs where none is declared."""
ORIGIN_COST = 3
END_COST = 3
ONE_BASED_INCLUSIVE_COST = 4
"""Counting from 1 with the end included is one convention, so both together cost less than twice."""
# A variant's cost stands with it in `variants`, a base's in `subjects`: 3 for the other of document and chunk.

ORIGINS = (0, 1)
_PLAIN = DeclaredRange(0, 0, None)
"""What the sentence of a reading by itself is against: the usual convention and no unit, so that the unit is named."""
_END_PHRASE = {
    EndConvention.EXCLUSIVE: "with the end excluded",
    EndConvention.INCLUSIVE: "with the end included",
    EndConvention.LENGTH: "with the second number as a length",
}


class Convention(NamedTuple):
    """Name how two numbers count, whatever the text."""

    unit: Unit
    origin: int
    end_convention: EndConvention


CONVENTIONS: tuple[Convention, ...] = tuple(
    Convention(unit, origin, end) for unit in Unit for origin in ORIGINS for end in EndConvention
)
_UNIT_ORDER = {Unit.CODEPOINT: 0, Unit.UTF16: 1, Unit.UTF8: 2, Unit.GRAPHEME: 3}


@dataclass(frozen=True, slots=True)
class Reading:
    """Name one way to read two numbers. Hashable: two ranges read in the same way have equal readings."""

    unit: Unit
    origin: int
    end_convention: EndConvention
    variant: str
    """Name of a variant (`citeview.checks.lab.variants.VARIANTS`)."""
    base: str
    """Phrase of the base text; empty for the declared base."""
    padding: int = 0
    """For the variant `padded`: how many characters of white space stood in front."""

    @property
    def variant_title(self) -> str:
        """Return the variant in words, for a table cell."""
        return VARIANT_OF_NAME[self.variant].title

    def changes(self, declared: DeclaredRange) -> tuple[str, ...]:
        """Return what this reading changes against the declaration, one phrase each."""
        unit, counting, place = self._phrases(declared)
        return (*unit, *counting, *place)

    def sentence(self, declared: DeclaredRange | None = None, *, name_unit: bool = False) -> str:
        """Return the reading in plain words.

        Args:
            declared: what it is said against: only what differs is named. None for the usual convention without a unit.
            name_unit: name the unit also where it is the declared one.

        """
        unit, counting, place = self._phrases(declared if declared is not None else _PLAIN)
        if name_unit:
            unit = [f"as {self.unit.label}"]
        if not (unit or counting or place):
            return "as declared"
        text = " ".join(("read", *unit))
        if counting:
            text += f"{',' if unit else ''} {' and '.join(counting)}"
        if place:
            text += f"{',' if unit and counting else ''} {' '.join(place)}"
        return text

    def _phrases(self, declared: DeclaredRange) -> tuple[list[str], list[str], list[str]]:
        unit = [f"as {self.unit.label}"] if self.unit is not declared.unit else []
        counting = [f"counted from {self.origin}"] if self.origin != declared.origin else []
        if self.end_convention is not declared.end_convention:
            counting.append(_END_PHRASE[self.end_convention])
        place = [self.base] if self.base else []
        if self.padding:
            gone = "1 character" if self.padding == 1 else f"{self.padding:,} characters"
            place.append(f"on the text as it was with {gone} of white space in front")
        elif self.variant != STORED.name:
            place.append(VARIANT_OF_NAME[self.variant].phrase)
        return unit, counting, place

    def cost(self, declared: DeclaredRange, base_cost: int = 0) -> int:
        """Return how much this reading changes against a declaration."""
        if declared.unit is None:
            cost = UNDECLARED_UNIT_COST[self.unit]
        else:
            cost = 0 if self.unit is declared.unit else UNIT_COST[self.unit]
        other_origin = self.origin != declared.origin
        other_end = self.end_convention is not declared.end_convention
        if other_origin and other_end and self.origin == 1 and self.end_convention is EndConvention.INCLUSIVE:
            cost += ONE_BASED_INCLUSIVE_COST
        else:
            cost += ORIGIN_COST * other_origin + END_COST * other_end
        return cost + VARIANT_OF_NAME[self.variant].cost + base_cost


@dataclass(frozen=True, slots=True)
class Reproduction:
    """Hold a reading under which the numbers select the quote."""

    reading: Reading
    cost: int
    """0 for the reading that is declared."""
    changes: int
    """How many things it changes."""
    sentence: str
    span: Span
    """Code points of the text that the reading counts in."""
    selected: str
    """What it selects there."""
    shown_span: Span | None
    """The same stretch in the shown text, in code points, where it has one: what a window previews."""
    folded: tuple[str, ...] = ()
    """Empty where the selection equals the quote exactly; else the differences that were set aside."""

    @property
    def exact(self) -> bool:
        """Whether the selection equals the quote character for character."""
        return not self.folded


@dataclass(frozen=True, slots=True)
class Explanation:
    """Hold what the readings of one range came to."""

    tried: int
    exact: tuple[Reproduction, ...]
    """Readings that reproduce the quote, those that change least first."""
    folded: tuple[Reproduction, ...]
    """Readings that select the quote only apart from typography, markers or a normal form; never counted as exact."""
    skipped: tuple[str, ...] = ()
    """Variants that were not tried because the text is too large for them."""

    @property
    def best(self) -> Reproduction | None:
        """Return the exact reading that changes least, or None."""
        return self.exact[0] if self.exact else None

    @property
    def best_is_unique(self) -> bool:
        """Whether no other exact reading costs as little as the best one."""
        return len(self.exact) == 1 or (len(self.exact) > 1 and self.exact[0].cost < self.exact[1].cost)


def explain(subject: Subject, *, folded: bool = True, cancelled: Callable[[], bool] | None = None) -> Explanation:
    """Try every reading of a subject's numbers.

    Args:
        subject: the range, its quote and its texts.
        folded: also look for readings that reproduce the quote only apart from typography; this is the slower part.
        cancelled: asked between variants while they are made, which takes 2 s on a first text of 1 MB.

    Raises:
        LabCancelledError: where `cancelled` says so.

    """
    numbers, quote = subject.numbers, subject.quote
    if numbers is None or quote is None or not quote.exact:
        return Explanation(0, (), ())
    exact: list[Reproduction] = []
    loose: list[Reproduction] = []
    tried = 0
    for base in subject.bases:
        base.text.prepare(cancelled)
        for text in base.text.variants:
            tried += len(CONVENTIONS)
            for convention, span in exact_hits(numbers, text, quote.exact, base.text.text):
                exact.append(_reproduction(subject, base, text, convention, span))
    if all(found.cost >= PADDED.cost for found in exact):
        exact.extend(_padded(subject, numbers, quote.exact))
    exact.sort(key=_rank)
    if folded:
        # What changes more than an exact reading explains nothing that this one does not.
        limit = exact[0].cost if exact else None
        for base in subject.bases:
            loose.extend(_folded(subject, base, numbers, quote.exact, limit))
        loose.sort(key=lambda found: (len(found.folded), *_rank(found)))
    skipped = tuple(name for base in subject.bases for name in base.text.skipped)
    return Explanation(tried, tuple(exact), tuple(loose), skipped)


def exact_hits(
    numbers: tuple[int, int], text: VariantText, quote: str, stored: str, units: Sequence[Unit] = tuple(Unit)
) -> Iterator[tuple[Convention, Span]]:
    """Yield every convention under which two numbers select exactly the quote in a variant's text.

    The quote may have been copied from the variant or from the stored text: a span of the variant that was made of
    exactly the quote selects it too. Lengths decide most conventions without a look at the text: a range selects the
    quote only if it is as long as the quote in that unit.
    """
    pairs = [(origin, end, *half_open(*numbers, origin, end)) for origin in ORIGINS for end in EndConvention]
    made = apply(text.variant, quote) if text.maps else quote
    for wanted in (quote,) if made == quote else (quote, made):
        for unit in units:
            length = _length(wanted, unit)
            for origin, end, first, last in pairs:
                if last - first != length or first < 0:
                    continue
                position = _code_point(text.boundaries, first, unit)
                if position is None or not text.text.startswith(wanted, position):
                    continue
                span = Span(position, position + len(wanted))
                # Inside the quote the clusters are those of the quote alone; its last edge depends on what follows.
                if unit is Unit.GRAPHEME and text.boundaries.cuts_grapheme(span.end):
                    continue
                if wanted is not quote:
                    source = text.to_stored(span)
                    if source is None or stored[source.start : source.end] != quote:
                        continue
                yield Convention(unit, origin, end), span


def _spans(numbers: tuple[int, int], text: VariantText) -> Iterator[tuple[Convention, Span]]:
    for convention in CONVENTIONS:
        first, last = half_open(*numbers, convention.origin, convention.end_convention)
        if not 0 <= first <= last <= text.boundaries.length(convention.unit):
            continue
        try:
            yield convention, text.boundaries.span(first, last, convention.unit)
        except OffsetError:
            continue


def _length(quote: str, unit: Unit) -> int:
    if unit is Unit.GRAPHEME:
        return _clusters(quote)
    if unit is Unit.CODEPOINT or quote.isascii():
        return len(quote)
    if unit is Unit.UTF8:
        return len(quote.encode("utf-8", "surrogatepass"))
    return len(quote.encode("utf-16-le", "surrogatepass")) >> 1


@lru_cache(maxsize=4096)
def _clusters(quote: str) -> int:
    return BoundaryMap(quote).length(Unit.GRAPHEME)


def _code_point(boundaries: BoundaryMap, offset: int, unit: Unit) -> int | None:
    if offset > boundaries.length(unit):
        return None
    try:
        return boundaries.convert(offset, unit, Unit.CODEPOINT)
    except OffsetError:
        return None


def _folded(
    subject: Subject, base: BaseText, numbers: tuple[int, int], quote: str, limit: int | None
) -> Iterator[Reproduction]:
    """Yield the readings of one base that select the quote apart from typography, or from what a variant changes."""
    known: dict[str, tuple[str, ...] | None] = {}
    for text in base.text.variants:
        if limit is not None and text.variant.cost + base.cost > limit:
            continue
        for convention, span in _spans(numbers, text):
            selected = text.text[span.start : span.end]
            # The foldings drop little: what is far shorter or longer is no candidate, and most readings end here.
            if selected == quote or not len(quote) <= 2 * len(selected) + 8 or not len(selected) <= 2 * len(quote) + 8:
                continue
            if selected not in known:
                known[selected] = folded_differences(selected, quote)
            differences = known[selected]
            if differences is None and text is base.text.stored:
                differences = _rewritten(base, span, quote)
            if differences:
                found = _reproduction(subject, base, text, convention, span, differences)
                if limit is None or found.cost <= limit:
                    yield found


def _rewritten(base: BaseText, span: Span, quote: str) -> tuple[str, ...] | None:
    """Return the variant in which a span of the stored text reads as the quote, as a difference; None for none."""
    for text in base.text.variants[1:]:
        made = text.from_stored(span)
        if made is not None and text.text[made.start : made.end] == quote:
            return (text.variant.title,)
    return None


def _padded(subject: Subject, numbers: tuple[int, int], quote: str) -> Iterator[Reproduction]:
    """Yield the reading on a text that had white space in front of it, if some amount of it fits.

    One range alone always fits some shift, so this explains the least; `citeview.checks.lab.causes` weighs many ranges.
    """
    declared, base = subject.declared, subject.bases[0]
    boundaries = base.text.stored.boundaries
    first, last = half_open(*numbers, declared.origin, declared.end_convention)
    nearest = nearest_occurrence(base.text.text, quote, first)
    if nearest is None:
        return
    for unit in (declared.unit,) if declared.unit is not None else (Unit.CODEPOINT, Unit.UTF16, Unit.UTF8):
        try:
            start, end = (boundaries.convert(position, Unit.CODEPOINT, unit) for position in nearest)
        except OffsetError:
            continue  # an edge inside a cluster has no number in grapheme clusters
        padding = first - start
        if 0 < padding <= PADDING_LIMIT and padding == last - end:
            reading = Reading(unit, declared.origin, declared.end_convention, PADDED.name, "", padding)
            shown = base.to_shown(nearest, len(subject.shown))
            cost = reading.cost(declared)
            yield Reproduction(reading, cost, 1, reading.sentence(declared), nearest, quote, shown)
            return


def _reproduction(
    subject: Subject,
    base: BaseText,
    text: VariantText,
    convention: Convention,
    span: Span,
    folded: tuple[str, ...] = (),
) -> Reproduction:
    reading = Reading(*convention, text.variant.name, "" if base.declared else base.name)
    stored = text.to_stored(span)
    return Reproduction(
        reading,
        reading.cost(subject.declared, base.cost),
        len(reading.changes(subject.declared)),
        reading.sentence(subject.declared),
        span,
        text.text[span.start : span.end],
        None if stored is None else base.to_shown(stored, len(subject.shown)),
        folded,
    )


def _rank(found: Reproduction) -> tuple[int, int, int]:
    return found.cost, found.changes, _UNIT_ORDER[found.reading.unit]
