"""The verdict on one citation: four outcomes, all kept, and one headline derived from them.

Knows what the outcomes are; the table of headlines is in `headlines`. Must not know how the outcomes were found.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from citeview.checks.headlines import HEADLINES as HEADLINES
from citeview.checks.headlines import Headline as Headline
from citeview.checks.headlines import HeadlineRow as HeadlineRow
from citeview.checks.headlines import Role as Role
from citeview.quote.results import QuoteResult, Warning_
from citeview.text.units import Span, Unit


class IntegrityOutcome(enum.StrEnum):
    """Say what the digests proved about the stored bytes and text."""

    VERIFIED = "verified"
    MISMATCH = "mismatch"
    NOT_RECORDED = "not recorded"
    SNAPSHOT_MISSING = "snapshot missing"
    UNREADABLE = "unreadable"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class IntegrityResult:
    """Hold the integrity outcome and one sentence about it."""

    outcome: IntegrityOutcome
    message: str
    details: tuple[str, ...] = ()
    """One line a digest: which, where recorded, whether it agrees."""


class RangeOutcome(enum.StrEnum):
    """Say what a declared range is on the text that it was declared on."""

    VALID = "valid"
    EMPTY = "empty"
    NOT_SUPPLIED = "not supplied"
    UNIT_NOT_DECLARED = "unit not declared"
    OUT_OF_BOUNDS = "out of bounds"
    REVERSED = "reversed"
    CUTS_A_CHARACTER = "cuts a character"
    NOT_A_WHOLE_NUMBER = "not a whole number"
    CHUNK_NOT_AT_ITS_ORIGIN = "chunk not at its origin"
    NO_TEXT = "no text"
    """The text that the range refers to is not at hand."""

    @property
    def usable(self) -> bool:
        """Whether the range names a span."""
        return self in (RangeOutcome.VALID, RangeOutcome.EMPTY)

    @property
    def invalid(self) -> bool:
        """Whether the range is wrong, as opposed to absent or undeclared."""
        return self in _INVALID


_INVALID = frozenset(
    {
        RangeOutcome.OUT_OF_BOUNDS,
        RangeOutcome.REVERSED,
        RangeOutcome.CUTS_A_CHARACTER,
        RangeOutcome.NOT_A_WHOLE_NUMBER,
        RangeOutcome.CHUNK_NOT_AT_ITS_ORIGIN,
    }
)


@dataclass(frozen=True, slots=True)
class RangeResult:
    """Hold what became of one declared range.

    `span` is in code points of the document (for the answer: of the part); `units` holds the same boundaries in every
    unit, `document` as QTextDocument positions of the display text. All three are None where there is no span.
    """

    outcome: RangeOutcome
    message: str
    span: Span | None = None
    units: dict[Unit, tuple[int | None, int | None]] | None = None
    document: tuple[int, int] | None = None
    boundary: str | None = None
    """`start` or `end`: the boundary at fault."""
    nearest: tuple[int | None, int | None] | None = None
    """Nearest valid offsets to the boundary at fault, in the declared unit."""
    cuts: str | None = None
    """The character that the boundary at fault would cut."""


class SelectionOutcome(enum.StrEnum):
    """Say how the selected text compares with the declared quote."""

    EQUAL = "equal"
    EQUAL_FOLDED = "equal after typography is folded"
    DIFFERS = "differs"
    NO_QUOTE = "no quote supplied"
    NOT_APPLICABLE = "not applicable"


@dataclass(frozen=True, slots=True)
class SelectionResult:
    """Hold the selected text and how it compares with the quote."""

    outcome: SelectionOutcome
    text: str | None = None
    differences: tuple[str, ...] = ()
    """What was folded, in words."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """Hold everything the checks established about one citation."""

    citation_id: str
    headline: Headline
    label: str
    reason: str | None
    integrity: IntegrityResult
    range: RangeResult
    """The range in the source."""
    selection: SelectionResult
    answer_range: RangeResult
    """The range of the claim in the answer's part."""
    answer_selection: SelectionResult
    quote: QuoteResult | None
    """None where there is no quote or no source text to check it on."""
    rules: str
    warnings: tuple[Warning_, ...] = ()
    chosen: tuple[Span, ...] = ()
    """The matches that the record's prefix and suffix choose, in code points of the source; all of them where it has
    neither, none where they fit no match."""
    exporter_quote: QuoteResult | None = None
    """The answer of the rule set that the record names, where we hold it and it differs from `quote`."""

    @property
    def row(self) -> HeadlineRow:
        """Return how this verdict's headline looks."""
        return HEADLINES[self.headline]

    @property
    def highlight(self) -> Span | None:
        """Return the span of the source that the verdict is about, in code points, or None.

        A declared range that is usable is always what is shown; a search result never takes its place.
        """
        if self.range.span is not None:
            return self.range.span
        if self.quote is None:
            return None
        if self.quote.matches:
            return (self.chosen or self.quote.matches)[0]
        return self.quote.passage.span if self.quote.passage is not None else None
