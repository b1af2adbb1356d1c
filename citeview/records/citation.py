"""One reference from an answer to a source, and an export full of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from citeview.records.answer import Answer
from citeview.records.places import Place
from citeview.records.selectors import ABSENT, Chunk, Selector


@dataclass(frozen=True, slots=True)
class Hashes:
    """Hold digests as recorded, each `sha256:` and 64 hexadecimal digits, or None where none was recorded."""

    raw: str | None = None
    text: str | None = None
    norm: str | None = None


@dataclass(frozen=True, slots=True)
class Citation:
    """Hold one citation as an export gave it.

    `answer_selector` points into the answer's part, `selector` into the snapshot's text: two ranges on two texts, never
    mixed.
    """

    citation_id: str
    place: Place
    answer_id: str | None = None
    part: int | None = None
    """0-based number of the answer's part; None where the export did not say."""
    answer_selector: Selector | None = None
    selector: Selector | None = None
    snapshot_id: str | None = None
    url: str | None = None
    title: str | None = None
    fetched_at: str | None = None
    extractor: str | None = None
    normalizer: str | None = None
    hashes: Hashes = Hashes()
    chunk: Chunk | None = None
    transformations: tuple[object, ...] = ()
    declared_matches: object = ABSENT
    """What the export claims; compared, never believed."""
    segment: str | None = None
    """Citations with the same segment refer to the same stretch of the answer."""
    source_id: str | None = None
    """Key in `Export.sources` of the text that the export itself holds of the source."""
    locator: str | None = None
    """Where in the source the export says it is, in words, where that is no range of a text (`page 5`)."""
    raw: Mapping[str, object] = field(default_factory=dict)
    """The whole record as it was read, unknown keys included."""


@dataclass(frozen=True, slots=True)
class InlineSource:
    """Hold the text of a source as the export itself holds it: a document of a saved request.

    It is what the model was given, and nothing says that it is what stands at the source's address.
    """

    text: str
    title: str | None = None
    media_type: str | None = None


@dataclass(frozen=True, slots=True)
class UnreadableRecord:
    """Stand in for a record that could not be read, so that it is listed and counted."""

    citation_id: str
    """The record's own id where that much could be read, else a name made of its place."""
    place: Place
    problem: str
    """One sentence: what was expected and what was there."""
    raw: object = None


@dataclass(frozen=True, slots=True)
class Export:
    """Hold everything that one file or folder said."""

    path: str
    format_name: str
    digest: str
    """`sha256:` of the export file's bytes: what decisions are keyed by."""
    answers: Mapping[str, Answer]
    citations: Sequence[Citation | UnreadableRecord]
    problems: tuple[str, ...] = ()
    """What else could not be read or is ambiguous (an answer, an id used twice), one sentence each."""
    notes: tuple[str, ...] = ()
    """Facts about the file that are nothing wrong (it begins with a byte order mark), one sentence each."""
    extra: Mapping[str, object] = field(default_factory=dict)
    """Keys beside the answers and citations that we do not know, kept and written back."""
    sources: Mapping[str, InlineSource] = field(default_factory=dict)
    """Texts of sources that the export holds itself, by the id that citations name them with."""
