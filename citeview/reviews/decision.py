"""What a person said about one citation, and the ways in which saying it can fail.

Knows the values of a decision. Must not know where decisions are kept. A decision is about support, which no check
answers; a verdict is about location and wording, which no person needs to answer. The two are never merged.
"""

from __future__ import annotations

import enum
import hashlib
from dataclasses import dataclass

from citeview.records.citation import Citation, Export, UnreadableRecord


class DecisionError(Exception):
    """Report that decisions cannot be read or kept: one sentence, and nothing was changed."""


class Judgement(enum.StrEnum):
    """Say whether the source supports the claim, in the opinion of a person."""

    SUPPORTS = "supports"
    PARTLY = "partly"
    DOES_NOT_SUPPORT = "does not support"
    UNSURE = "unsure"


@dataclass(frozen=True, slots=True)
class JudgementRow:
    """Hold how one judgement looks and what it means. Its mark is a shape, so that colour never stands alone."""

    label: str
    mark: str
    help: str


JUDGEMENTS: dict[Judgement, JudgementRow] = {
    Judgement.SUPPORTS: JudgementRow("Supports", "▲", "The source says what the claim says."),
    Judgement.PARTLY: JudgementRow("Partly", "◐", "The source says a part of it, or says it with less certainty."),
    Judgement.DOES_NOT_SUPPORT: JudgementRow(
        "Does not support", "▼", "The source says something else, or nothing about it."
    ),
    Judgement.UNSURE: JudgementRow("Unsure", "◇", "It cannot be told from this source, or a second opinion is needed."),
}


class Kind(enum.StrEnum):
    """Say how a row came about. Every row holds the whole state that its citation has after it."""

    DECIDE = "decide"
    UNDO = "undo"
    REDO = "redo"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class ReviewedExport:
    """Name the export that decisions are about. Its digest alone decides; path and name only find earlier versions."""

    digest: str
    path: str
    name: str


@dataclass(frozen=True, slots=True)
class Subject:
    """Name one citation of an export.

    `index` is its 0-based number in the export, because an id may stand twice. `quote_digest` is that of its quote:
    with it a citation is known again in a later version of the export, where its number may be another.
    """

    index: int
    citation_id: str
    quote_digest: str | None = None


@dataclass(frozen=True, slots=True)
class Seen:
    """Hold what was on the screen when a person decided: the verdict's headline and the rules it was made by."""

    headline: str
    rules: str


@dataclass(frozen=True, slots=True)
class Decision:
    """Hold one row: the state of one citation after it."""

    row: int
    """Number in the database; later rows have higher ones."""
    uid: str
    """The same wherever the row is copied to."""
    step: str
    """Rows of one step (a decision on several citations at once) are undone together."""
    kind: Kind
    takes: str | None
    """The step that an undo takes back or a redo brings back."""
    export_digest: str
    export_name: str
    index: int
    """0-based number of the citation in its export."""
    citation_id: str
    quote_digest: str | None
    judgement: Judgement | None
    """None: no decision (taken back, or only a note)."""
    note: str
    headline: str
    """The verdict's headline as it was seen."""
    rules: str
    app: str
    who: str
    time: str
    """UTC, ISO 8601, milliseconds."""
    spent_ms: int | None = None
    """Milliseconds spent on the citation. Kept in this database only: no export or report holds it."""

    @property
    def label(self) -> str:
        """Return the judgement in words."""
        return JUDGEMENTS[self.judgement].label if self.judgement is not None else "No decision"

    @property
    def empty(self) -> bool:
        """Whether nothing is said: neither a judgement nor a note."""
        return self.judgement is None and not self.note


@dataclass(frozen=True, slots=True)
class Choice:
    """Hold what a person chose for a whole export where it declares nothing: the unit of its numbers, for example."""

    field: str
    """What was chosen, such as `unit`, or `unit:answer`."""
    value: str | None
    """None: the choice was taken back."""
    evidence: str
    """What was in view ("code points reproduce 37 of 37 quoted segments, UTF-16 units 35")."""
    who: str
    time: str
    app: str


@dataclass(frozen=True, slots=True)
class Progress:
    """Count a review. `spent_ms` is the time spent on all decisions, kept local."""

    decided: int
    counts: dict[Judgement, int]
    notes: int
    spent_ms: int


def reviewed_export(export: Export) -> ReviewedExport:
    """Return what decisions on an export are keyed by."""
    from pathlib import Path

    path = Path(export.path)
    return ReviewedExport(export.digest, str(path.absolute()), path.name)


def subject_of(index: int, record: Citation | UnreadableRecord) -> Subject:
    """Return the subject of the `index`th record (from 0) of an export."""
    selector = record.selector if isinstance(record, Citation) else None
    quote = selector.quote.exact if selector is not None and selector.quote is not None else None
    digest = None
    if quote is not None:
        digest = "sha256:" + hashlib.sha256(quote.encode("utf-8", "surrogatepass")).hexdigest()
    return Subject(index, record.citation_id, digest)
