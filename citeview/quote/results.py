"""What a quote check answers: an outcome, every match, the closest passage, edits and warnings.

Spans of the source are code points of its text, spans of the quote are code points of the quote.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from citeview.text.units import Span


class QuoteOutcome(enum.StrEnum):
    """Say whether the quote is one exact run of whole tokens of the source."""

    FOUND = "found"
    FOUND_WITH_EDITS = "found with edits"
    CLOSEST = "closest passage"
    NOTHING_SIMILAR = "nothing similar"
    COULD_NOT_CHECK = "could not check"


class Step(enum.StrEnum):
    """Say what became of a piece of the quote in the passage shown."""

    SAME = "same"
    REPLACED = "replaced"
    INSERTED = "inserted"
    """In the source only."""
    DELETED = "deleted"
    """In the quote only."""
    MOVED = "moved"


@dataclass(frozen=True, slots=True)
class AlignedPart:
    """Hold one step of an alignment: a piece of the quote, a piece of the source, or both."""

    step: Step
    quote: Span | None
    source: Span | None
    weight: str = "normal"
    """`strong` where a number, sign or operator differs, else `normal`."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Hold the closest passage, aligned token by token. It is shown, and never passes a quote."""

    span: Span
    text: str
    matching: int
    """Tokens that are equal in the alignment shown."""
    total: int
    """Tokens of the quote."""
    parts: tuple[AlignedPart, ...]


@dataclass(frozen=True, slots=True)
class Window:
    """Hold the reference rule set's own closest window: as many tokens as the quote has, compared place by place."""

    num: int
    den: int
    text: str
    span: Span | None


@dataclass(frozen=True, slots=True)
class Edit:
    """Hold one edit without which the quote would not stand in the source."""

    kind: str
    quote: Span | None
    source: Span | None
    note: str


@dataclass(frozen=True, slots=True)
class Warning_:  # noqa: N801  # `Warning` is a builtin
    """Hold something that a reviewer should know; it never changes an outcome."""

    code: str
    message: str
    span: Span | None = None
    """Where in the source, if anywhere."""


@dataclass(frozen=True, slots=True)
class QuoteResult:
    """Hold the answer of one rule set about one quote and one source."""

    outcome: QuoteOutcome
    rules: str
    reason: str | None = None
    """Why it could not be checked."""
    matches: tuple[Span, ...] = ()
    """Every accepted match, in order."""
    passage: Passage | None = None
    window: Window | None = None
    edits: tuple[Edit, ...] = ()
    warnings: tuple[Warning_, ...] = ()
    quote_tokens: int = 0
    quote_span: Span | None = None
    """From the quote's first token to its last one."""
    folded: tuple[str, ...] = ()
    """Names of the equivalences (EQ rules) that the match needed."""
