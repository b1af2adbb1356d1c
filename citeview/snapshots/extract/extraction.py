"""What an extractor makes of bytes: the text, how it was decided, and the way back.

Knows no file format. The text is never changed after it was made; styles, pages and maps lie beside it.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Protocol

from citeview.records.limits import MIB
from citeview.snapshots.extract.source_map import SourceMap
from citeview.text.units import Span


class ExtractionError(ValueError):
    """Report that no text can be made of some bytes: one sentence, without a full stop."""


class StyleKind(enum.StrEnum):
    """Say how a stretch of text is shown; a style moves no character."""

    HEADING = "heading"
    BOLD = "bold"
    ITALIC = "italic"
    CODE = "code"
    LINK = "link"
    LIST_ITEM = "list item"
    TABLE_CELL = "table cell"
    HEADER_CELL = "header cell"
    QUOTE = "quote"
    PREFORMATTED = "preformatted"
    MARKUP = "markup"
    """Characters that stand in the text only to mark it up, as the stars of Markdown: shown paler, never removed."""


@dataclass(frozen=True, slots=True)
class Style:
    """Hold one styled stretch, in code points of the text."""

    kind: StyleKind
    span: Span
    level: int = 0
    """Of a heading, 1 to 6; of a list item, its depth from 1."""
    target: str | None = None
    """Of a link: the address as it stands in the source. Untrusted, and never loaded."""


@dataclass(frozen=True, slots=True)
class Page:
    """Hold one page: its stretch of the text (code points), its size, and where each character stands on it."""

    number: int
    """1-based."""
    span: Span
    width: float
    """Points (1/72 inch)."""
    height: float
    boxes: tuple[tuple[int, int, int, int] | None, ...] = ()
    """For each code point of the span left, top, right, bottom in 65,535ths of the page's width and height, from the
    top left; None for a character that is not drawn (a line end)."""


@dataclass(frozen=True, slots=True)
class Encoding:
    """Hold a character encoding and why it was chosen."""

    name: str
    decided_by: str
    """`BOM`, `declared`, `declared in the document`, `detected: …` or `assumed: …`."""


@dataclass(frozen=True, slots=True)
class Container:
    """Name the part of the raw bytes that the text was made of, where it is not all of them."""

    name: str
    """`word/document.xml`, `the response at byte 1,234`."""
    offset: int | None = None
    """Where the part's bytes stand in the raw bytes as they are; None where they had to be unpacked."""
    size: int = 0
    """Bytes of the part, unpacked."""


@dataclass(frozen=True, slots=True)
class Extraction:
    """Hold everything that one extractor made of some bytes."""

    text: str
    extractor: str
    """`html-text@1`: with the same bytes, encoding and version the text is the same for ever."""
    media_type: str
    encoding: Encoding | None = None
    container: Container | None = None
    source: SourceMap | None = None
    """From code points of the text to code points of the decoded source; None where there is no such way back."""
    transformations: tuple[str, ...] = ()
    """What was done, in order, one sentence each."""
    title: str | None = None
    url: str | None = None
    """Where the file itself says that it came from (a WARC record does)."""
    fetched_at: str | None = None
    styles: tuple[Style, ...] = ()
    pages: tuple[Page, ...] = ()
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ExtractionLimits:
    """Hold what extracting costs at most."""

    raw_bytes: int = 256 * MIB
    unpacked_bytes: int = 256 * MIB
    """What an archive's one part may unpack to."""
    text_characters: int = 64 * MIB
    pages: int = 5_000
    depth: int = 2_000
    """Elements inside each other; deeper ones are read as if they stood beside each other."""
    styles: int = 500_000
    seconds: float = 60.0
    memory_bytes: int = 2_048 * MIB
    detection_bytes: int = 1 * MIB
    """How much is looked at to detect an encoding."""


LIMITS = ExtractionLimits()


@dataclass(frozen=True, slots=True)
class Given:
    """Hold what is known about bytes before they are read."""

    media_type: str | None = None
    """Without parameters, in lower case."""
    charset: str | None = None
    """As an HTTP header or a person declared it."""
    name: str = ""
    """The file's own name: its ending decides where nothing else does."""
    url: str | None = None
    """Chooses among the records of an archive."""
    limits: ExtractionLimits = field(default=LIMITS)


class Extractor(Protocol):
    """What a module of an extractor offers as `EXTRACTOR`."""

    name: str
    """With its version: `html-text@1`."""
    media_types: tuple[str, ...]
    endings: tuple[str, ...]

    def recognises(self, raw: bytes) -> bool:
        """Say whether the bytes themselves, whatever was declared, are of this kind."""
        ...

    def extract(self, raw: bytes, given: Given) -> Extraction:
        """Return the text of the bytes.

        Raises:
            ExtractionError: where they cannot be read.

        """
        ...
