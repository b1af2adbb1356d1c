"""What the lab looks at: one declared range with its quote and every text that its numbers may have counted in.

Knows how a citation's two ranges and their texts meet. Must not know sessions, windows or files: it takes what it needs
by the protocols below, which `citeview.session` meets.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from citeview.checks.lab.variants import LabText, lab_text
from citeview.checks.ranges import chunk_origin
from citeview.checks.verdict import RangeResult
from citeview.records.citation import Citation, Export, UnreadableRecord
from citeview.records.selectors import ABSENT, Base, Chunk, DeclaredRange, QuoteSelector
from citeview.text.representation import Representation
from citeview.text.units import Span

LARGEST_NUMBER = 2**62
"""No text is that long; larger numbers are left out of all arithmetic."""


class Side(enum.StrEnum):
    """Name the text that a range lies in."""

    SOURCE = "source"
    ANSWER = "answer"


@dataclass(frozen=True, slots=True)
class BaseText:
    """Hold one text that the numbers may count in.

    `origin` is where it begins in the shown text, in code points, or None where it has no place there; a joined answer
    begins before its part, so the number may be negative.
    """

    base: Base
    name: str
    """In a sentence: `in the chunk`, `in the whole answer`."""
    text: LabText
    origin: int | None
    cost: int

    @property
    def declared(self) -> bool:
        """Whether this is the base that the export declares."""
        return self.cost == 0

    def to_shown(self, span: Span, shown_length: int) -> Span | None:
        """Return a span of this text as a span of the shown text, or None where it lies outside."""
        if self.origin is None:
            return None
        start, end = span.start + self.origin, span.end + self.origin
        return Span(start, end) if 0 <= start <= end <= shown_length else None


@dataclass(frozen=True, slots=True)
class Subject:
    """Hold one declared range, its quote, the text that is shown and the texts that it may have been counted in."""

    index: int
    """Number of the citation in the export, from 0."""
    citation_id: str
    side: Side
    declared: DeclaredRange
    quote: QuoteSelector | None
    shown: Representation
    """The source's text, or the part of the answer."""
    bases: tuple[BaseText, ...]
    """The declared base first."""
    chunk: Chunk | None = None
    source_id: str = ""
    """What the range's source is called in a table: the snapshot's id, the URL, or the answer and part."""
    source_name: str = ""
    extractor: str = ""

    @property
    def numbers(self) -> tuple[int, int] | None:
        """Return start and end as declared, or None where one is no whole number."""
        start, end = self.declared.start, self.declared.end
        if type(start) is not int or type(end) is not int or max(abs(start), abs(end)) > LARGEST_NUMBER:
            return None
        return start, end


class TextView(Protocol):
    """What a session returns for a source."""

    @property
    def representation(self) -> Representation | None:
        """Return the text, or None where there is none."""


class AnswerPartView(Protocol):
    """What a session returns for a part of an answer."""

    @property
    def answer_id(self) -> str:
        """Return the answer's id."""

    @property
    def part(self) -> int:
        """Return the part's number from 0."""

    @property
    def representation(self) -> Representation:
        """Return the part's text."""


class OpenExport(Protocol):
    """What the lab needs of a session."""

    @property
    def export(self) -> Export:
        """Return the records."""

    def citation(self, index: int) -> Citation | UnreadableRecord:
        """Return one record."""

    def source(self, index: int) -> TextView:
        """Return the source of a citation."""

    def answer(self, index: int) -> AnswerPartView | None:
        """Return the answer part that a citation's claim stands in."""


class Subjects:
    """Make the subjects of an open export, keeping the joined answers that several of them share."""

    def __init__(self, export: OpenExport) -> None:
        self._export = export
        self._parts: dict[tuple[str, int | str], LabText] = {}
        self._chunks: dict[str, LabText] = {}
        self._quotes: dict[str, dict[str, list[str]]] = {}

    def __iter__(self) -> Iterator[Subject]:
        """Yield every range of the export that has texts, in the order of the citations."""
        for index in range(len(self._export.export.citations)):
            yield from self.of(index)

    def of(self, index: int) -> list[Subject]:
        """Return the subjects of one citation: none, its range in the source, its range in the answer, or both."""
        record = self._export.citation(index)
        if isinstance(record, UnreadableRecord):
            return []
        return [
            subject
            for subject in (self._in_source(index, record), self._in_answer(index, record))
            if subject is not None
        ]

    def other_quotes(self, subject: Subject) -> Mapping[str, Sequence[str]]:
        """Return the quotes of the citations of a subject's source (or answer part), with the citations' ids."""
        if not self._quotes:
            for record in self._export.export.citations:
                if isinstance(record, Citation):
                    for key, selector in (
                        (_source_id(record), record.selector),
                        (_answer_key(record), record.answer_selector),
                    ):
                        if selector is not None and selector.quote is not None and selector.quote.exact:
                            quotes = self._quotes.setdefault(key, {})
                            quotes.setdefault(selector.quote.exact, []).append(record.citation_id)
        record = self._export.citation(subject.index)
        if isinstance(record, UnreadableRecord):
            return {}
        key = _source_id(record) if subject.side is Side.SOURCE else _answer_key(record)
        return self._quotes.get(key, {})

    def _in_source(self, index: int, citation: Citation) -> Subject | None:
        selector = citation.selector
        if selector is None or selector.position is None or _not_supplied(selector.position):
            return None
        shown = self._export.source(index).representation
        if shown is None:
            return None
        return source_subject(
            selector.position,
            selector.quote,
            shown,
            citation.chunk,
            index=index,
            citation_id=citation.citation_id,
            source_id=_source_id(citation),
            source_name=citation.title or citation.url or citation.snapshot_id or "the chunk in the record",
            extractor=citation.extractor or "",
            chunk_text=self._chunk_text(citation.chunk),
        )

    def _in_answer(self, index: int, citation: Citation) -> Subject | None:
        selector = citation.answer_selector
        view = self._export.answer(index)
        if selector is None or selector.position is None or view is None or _not_supplied(selector.position):
            return None
        answer = self._export.export.answers[view.answer_id]
        bases = [BaseText(Base.PART, "in its part of the answer", lab_text(view.representation), 0, 0)]
        texts = [part.text for part in answer.parts]
        if len(texts) > 1:
            before = sum(len(text) for text in texts[: view.part])
            whole = self._joined((view.answer_id, "whole"), "".join(texts))
            bases.append(BaseText(Base.DOCUMENT, "in the whole answer", whole, -before, 3))
            with_ends = self._joined((view.answer_id, "lines"), "\n".join(texts))
            name = "in the whole answer with a line end between its parts"
            bases.append(BaseText(Base.DOCUMENT, name, with_ends, -before - view.part, 4))
            for number, where in ((view.part - 1, "before"), (view.part + 1, "after")):
                if 0 <= number < len(texts):
                    other = self._joined((view.answer_id, number), texts[number])
                    bases.append(BaseText(Base.PART, f"in the part {where} its own", other, None, 4))
        return Subject(
            index,
            citation.citation_id,
            Side.ANSWER,
            selector.position,
            selector.quote,
            view.representation,
            tuple(bases),
            None,
            f"answer {view.answer_id}, part {view.part + 1}",
            answer.title or f"answer {view.answer_id}",
            citation.extractor or "",
        )

    def _joined(self, key: tuple[str, int | str], text: str) -> LabText:
        if key not in self._parts:
            self._parts[key] = lab_text_of(text)
        return self._parts[key]

    def _chunk_text(self, chunk: Chunk | None) -> LabText | None:
        if chunk is None or not chunk.text:
            return None
        if chunk.text not in self._chunks:
            if len(self._chunks) >= 256:
                self._chunks.clear()
            self._chunks[chunk.text] = lab_text_of(chunk.text)
        return self._chunks[chunk.text]


def source_subject(
    declared: DeclaredRange,
    quote: QuoteSelector | None,
    shown: Representation,
    chunk: Chunk | None = None,
    *,
    index: int = 0,
    citation_id: str = "",
    source_id: str = "",
    source_name: str = "",
    extractor: str = "",
    chunk_text: LabText | None = None,
) -> Subject:
    """Return the subject of a range in a source: the playground makes one of a text, a range and a quote alone."""
    in_chunk = declared.base is Base.CHUNK
    document = BaseText(Base.DOCUMENT, "in the whole source", lab_text(shown), 0, 3 if in_chunk else 0)
    bases = [document]
    if in_chunk and chunk is not None and chunk.text == shown.text:
        # Where no snapshot is recorded the chunk is the source.
        bases = [BaseText(Base.CHUNK, "in the chunk", lab_text(shown), 0, 0)]
    elif chunk is not None and chunk.text and chunk.text != shown.text:
        text = chunk_text if chunk_text is not None else lab_text_of(chunk.text)
        bases.append(BaseText(Base.CHUNK, "in the chunk", text, _chunk_place(chunk, shown), 0 if in_chunk else 3))
        bases.sort(key=lambda base: base.cost)
    return Subject(
        index, citation_id, Side.SOURCE, declared, quote, shown, tuple(bases), chunk, source_id, source_name, extractor
    )


def lab_text_of(text: str) -> LabText:
    """Return the variants of a text that no representation holds."""
    from citeview.text.boundaries import BoundaryMap

    return LabText(text, BoundaryMap(text))


def _source_id(citation: Citation) -> str:
    return citation.snapshot_id or citation.url or citation.citation_id


def _answer_key(citation: Citation) -> str:
    return f"answer {citation.answer_id}, part {(citation.part or 0) + 1}"


def _not_supplied(declared: DeclaredRange) -> bool:
    return declared.start in (ABSENT, None) and declared.end in (ABSENT, None)


def _chunk_place(chunk: Chunk, shown: Representation) -> int | None:
    """Return where the chunk begins in the shown text: at its stated origin, or where it stands if just once."""
    origin = chunk_origin(chunk, shown)
    if not isinstance(origin, RangeResult):
        return origin
    text = chunk.text or ""
    first = shown.text.find(text)
    return None if first < 0 or shown.text.find(text, first + 1) >= 0 else first
