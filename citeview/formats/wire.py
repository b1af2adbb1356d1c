"""Our own record format as it stands in a file: the single source of its decoding and of its JSON Schema.

Knows names, types and which keys are required. Must not know what a record means: `citeview.formats.native` does.
What a check must be able to judge (an offset, a unit) is typed `Any`, so that a wrong value is shown and not refused;
the schema states what would be right. Unknown keys are allowed everywhere.

Importing msgspec takes about 15 ms, so this module is imported when a file is read and not before.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from citeview.records.selectors import ABSENT

Identifier = Annotated[str, Meta(min_length=1)]
Index = Annotated[int, Meta(ge=0)]
Offset = Annotated[
    Any, Meta(extra_json_schema={"type": "integer"}, description="A whole number; any other value is reported.")
]
UnitName = Annotated[
    Any,
    Meta(
        extra_json_schema={"enum": ["utf8", "codepoint", "utf16", "grapheme", None]},
        description="What start and end count; anything else is reported as a unit that is not declared.",
    ),
]
Digest = Annotated[str, Meta(extra_json_schema={"pattern": "^sha256:[0-9a-f]{64}$"})]


class QuoteRecord(Struct):
    """The quoted words and, perhaps, the words around them."""

    exact: str
    prefix: str | None = None
    suffix: str | None = None


class RangeRecord(Struct, rename="camel"):
    """Two numbers and what they count."""

    unit: UnitName = ABSENT
    start: Offset = ABSENT
    end: Offset = ABSENT
    origin: Literal[0, 1] | None = None
    end_convention: Literal["exclusive", "inclusive", "length"] | None = None
    evidence: Literal["declared in the record", "documented", "observed", "chosen by the reviewer"] | None = None
    """How the unit is known; a record that names a unit and no evidence declares it itself."""
    notes: list[str] | None = None
    """What the contract of the format that the record was read from did to the numbers, in words."""


class SourceRangeRecord(RangeRecord, rename="camel"):
    """A range in a source: in its whole text, or in the record's chunk (the default where the chunk has text)."""

    base: Literal["document", "chunk"] | None = None


class AnswerRangeRecord(RangeRecord, rename="camel"):
    """A range in a part of the answer."""

    base: Literal["part"] | None = None


class SelectorRecord(Struct):
    """Where in the source."""

    position: SourceRangeRecord | None = None
    quote: QuoteRecord | None = None


class AnswerSelectorRecord(Struct):
    """Where in the answer's part."""

    position: AnswerRangeRecord | None = None
    quote: QuoteRecord | None = None


class HashesRecord(Struct):
    """Digests of the raw bytes, of the text, and of the normalized text."""

    raw: Digest | None = None
    text: Digest | None = None
    norm: Digest | None = None


class OriginRecord(Struct):
    """Where a chunk begins in the snapshot's text."""

    unit: UnitName = ABSENT
    offset: Offset = ABSENT


class ChunkRecord(Struct):
    """The piece of a source that a retriever handed to the model."""

    id: str | None = None
    text: str | None = None
    origin: Any = ABSENT
    """An `OriginRecord`, or a bare number whose unit is then not declared."""


class SourceRecord(Struct, rename="camel"):
    """What a citation says about its source."""

    snapshot_id: Digest | None = None
    source_id: str | None = None
    """One of the export's own `sources`."""
    locator: str | None = None
    """Where in the source, in words, where that is no range of a text: `page 5`."""
    url: str | None = None
    title: str | None = None
    fetched_at: str | None = None
    extractor: str | None = None
    normalizer: str | None = None
    hashes: HashesRecord | None = None
    selector: SelectorRecord | None = None
    chunk: ChunkRecord | None = None
    transformations: list[Any] | None = None
    matches: Annotated[Any, Meta(extra_json_schema={"type": "integer"})] = ABSENT


class ReferenceRecord(SourceRecord, rename="camel"):
    """One of several sources of the same segment."""

    citation_id: Identifier | None = None


class CitationRecord(SourceRecord, rename="camel", kw_only=True):
    """One reference from an answer to a source, or to several by `references`."""

    citation_id: Identifier
    answer_id: str | None = None
    part: Index | None = None
    answer_selector: AnswerSelectorRecord | None = None
    references: list[ReferenceRecord] | None = None


class PartRecord(Struct):
    """One part of an answer, with coordinates of its own."""

    text: str
    id: str | None = None


class AnswerRecord(Struct, rename="camel"):
    """An answer as delivered: one text, or parts."""

    answer_id: Identifier
    title: str | None = None
    text: str | None = None
    parts: list[str | PartRecord] | None = None


class InlineSourceRecord(Struct, rename="camel"):
    """The text of a source that the export holds itself, because no snapshot of it was stored."""

    source_id: Identifier
    text: str
    title: str | None = None
    media_type: str | None = None


class ExportRecord(Struct):
    """A whole export."""

    answers: list[AnswerRecord] | None = None
    citations: list[CitationRecord] | None = None
    sources: list[InlineSourceRecord] | None = None
