"""What an importer is: a name, a way to recognise its files, a way to read them, and the contract of its numbers.

Knows the shape that every importer has. Must not know any of them: `citeview.formats.registry` lists them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from citeview.formats.reading import JsonLines
from citeview.records.answer import Answer
from citeview.records.citation import Citation, InlineSource, UnreadableRecord
from citeview.records.jsontext import JsonDocument
from citeview.records.places import Place
from citeview.records.selectors import Evidence


@dataclass(frozen=True, slots=True)
class Recognition:
    """Say why a file looks like an importer's, in words that a person can judge."""

    reason: str


@dataclass(frozen=True, slots=True)
class ContractRow:
    """Say what one number of a format counts, and how we know."""

    field: str
    """Path of the number in the file."""
    text: str
    """The text that it indexes."""
    unit: str
    origin: str
    end: str
    evidence: Evidence
    source: str
    """The document, or the observation, that says so."""


@dataclass(frozen=True, slots=True)
class Content:
    """Hold what an importer made of one file."""

    answers: Mapping[str, Answer]
    citations: Sequence[Citation | UnreadableRecord]
    problems: tuple[str, ...] = ()
    extra: Mapping[str, object] = field(default_factory=dict)
    sources: Mapping[str, InlineSource] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Importer:
    """Hold one importer.

    `recognise` gets one decoded value (a document, or one of the first lines) and returns None where it is not its own.
    `read` gets the whole file and a place that names it; it raises `ExportError` only where nothing at all can be read.
    """

    name: str
    title: str
    recognise: Callable[[object], Recognition | None]
    read: Callable[[JsonDocument | JsonLines, Place], Content]
    contract: tuple[ContractRow, ...]
