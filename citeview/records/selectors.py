"""How a citation points into a text: declared ranges, quotes, chunks.

Knows what an export said, kept exactly as it was said (numbers are not validated here: `citeview.checks.ranges` does).
Must not know the texts that the numbers refer to.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass

from citeview.text.units import Unit


class Absent(enum.Enum):
    """Tell a key that is not there from one that is null, zero or empty (missing is not zero)."""

    ABSENT = "absent"


ABSENT = Absent.ABSENT


class EndConvention(enum.StrEnum):
    """Say what the second number of a range means."""

    EXCLUSIVE = "exclusive"
    INCLUSIVE = "inclusive"
    LENGTH = "length"


class Base(enum.StrEnum):
    """Say which text the numbers of a range count in."""

    DOCUMENT = "document"
    PART = "part"
    CHUNK = "chunk"


class Evidence(enum.StrEnum):
    """Say how we know what a number counts."""

    DECLARED = "declared in the record"
    DOCUMENTED = "documented"
    OBSERVED = "observed"
    CHOSEN = "chosen by the reviewer"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class DeclaredRange:
    """Hold a range exactly as an export gave it.

    `start` and `end` are the raw values (a whole number, or whatever stood there, or ABSENT), counted in `unit`
    from `origin`, on the text that `base` names.
    """

    start: object
    end: object
    unit: Unit | None
    unit_as_given: object = ABSENT
    origin: int = 0
    end_convention: EndConvention = EndConvention.EXCLUSIVE
    base: Base = Base.DOCUMENT
    evidence: Evidence = Evidence.DECLARED
    notes: tuple[str, ...] = ()
    """What an importer's contract did to the numbers, in words ("start: absent, read as 0 by the contract")."""


@dataclass(frozen=True, slots=True)
class QuoteSelector:
    """Hold the quoted words and, perhaps, the words around them. An empty quote is not an absent one."""

    exact: str
    prefix: str | None = None
    suffix: str | None = None


@dataclass(frozen=True, slots=True)
class Selector:
    """Point into one text by position, by quote, by both or by neither."""

    position: DeclaredRange | None = None
    quote: QuoteSelector | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """Hold the piece of a snapshot that a retriever handed to the model.

    `origin` is the raw offset of the chunk's first character in the snapshot text, in `origin_unit`.
    """

    chunk_id: str | None
    text: str | None
    origin: object = ABSENT
    origin_unit: Unit | None = None
