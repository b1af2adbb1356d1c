"""An export's citations as our own records, JSON Lines: answers first, then citations.

Knows our record format from its writing side. Must not know how verdicts are made: a verdict is never written into a
record, because every reader computes it anew.

Records that came in our own format go out as they came, unknown keys and all. Those of another importer are written
from what it made of them, each number with its unit, origin and end convention, so that nothing has to be known about
the other format any more.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import IO

from citeview.records.answer import Answer, AnswerPart
from citeview.records.citation import Citation, Export, Hashes, InlineSource, UnreadableRecord
from citeview.records.selectors import ABSENT, Base, Chunk, DeclaredRange, EndConvention, Evidence, Selector
from citeview.reports.content import Options, ReportCancelledError
from citeview.reports.json_report import encoded
from citeview.session import Session

NATIVE = "citeview"

Record = dict[str, object]


def write_records(session: Session, stream: IO[bytes], options: Options) -> tuple[str, ...]:
    """Write the records; what cannot be written is counted in a note.

    Raises:
        ReportCancelledError: where `options.cancelled` says so.
    """
    export = session.export
    left_out = 0
    for answer in export.answers.values():
        stream.write(encoded(answer_json(answer)) + b"\n")
    for source_id, source in export.sources.items():
        stream.write(encoded(source_json(source_id, source)) + b"\n")
    for number, value in enumerate(citations_json(export)):
        if options.cancelled is not None and number % 500 == 0 and options.cancelled():
            raise ReportCancelledError
        if value is None:
            left_out += 1
            continue
        stream.write(encoded(value) + b"\n")
    notes = []
    if left_out:
        notes.append(f"{left_out:,} record{'' if left_out == 1 else 's'} could not be read and left out.")
    if export.extra:
        notes.append(
            f"Keys beside answers and citations are left out: {', '.join(map(ascii, list(export.extra)[:8]))}."
        )
    return tuple(notes)


def citations_json(export: Export) -> Iterator[Record | None]:
    """Yield a record for each citation, one for all references of a segment; None for one that cannot be written."""
    if export.format_name == NATIVE:
        for _, group in groupby(export.citations, key=_origin):
            raw = next(group).raw
            yield raw if type(raw) is dict else None
        return
    for segment, group in groupby(export.citations, key=_segment):
        records = [record for record in group if isinstance(record, Citation)]
        if not records:
            yield None
        elif segment[1] is None:
            yield from (citation_json(record) for record in records)
        else:
            yield segment_json(str(segment[1]), records)


def answer_json(answer: Answer) -> Record:
    """Return an answer as our record."""
    value: Record = {"answerId": answer.answer_id}
    if answer.title is not None:
        value["title"] = answer.title
    if len(answer.parts) == 1 and answer.parts[0].part_id is None:
        value["text"] = answer.parts[0].text
    else:
        value["parts"] = [_part(part) for part in answer.parts]
    return {**{key: item for key, item in answer.extra.items() if key not in value}, **value}


def source_json(source_id: str, source: InlineSource) -> Record:
    """Return the text of a source that the export holds itself as our record."""
    return _present(sourceId=source_id, title=source.title, mediaType=source.media_type, text=source.text)


def citation_json(record: Citation) -> Record:
    """Return one citation as our record."""
    return {"citationId": record.citation_id, **_claim(record), **_source(record)}


def segment_json(segment: str, records: list[Citation]) -> Record:
    """Return several citations on one segment as one record with references."""
    references: list[Record] = []
    for number, record in enumerate(records, 1):
        named: Record = {} if record.citation_id == f"{segment}#{number}" else {"citationId": record.citation_id}
        references.append({**named, **_source(record)})
    return {"citationId": segment, **_claim(records[0]), "references": references}


def _origin(record: Citation | UnreadableRecord) -> int:
    # The references of one record share what was read; a line that is no record is alone.
    return id(record.raw) if isinstance(record.raw, dict) else id(record)


def _segment(record: Citation | UnreadableRecord) -> tuple[object, str | None]:
    if isinstance(record, UnreadableRecord):
        return record.place, None
    # Citations without a segment are each a group of their own.
    return (record.answer_id, record.segment) if record.segment is not None else (record.place, None)


def _part(part: AnswerPart) -> object:
    return part.text if part.part_id is None else {"id": part.part_id, "text": part.text}


def _claim(record: Citation) -> Record:
    return _present(
        answerId=record.answer_id,
        part=record.part,
        answerSelector=_selector(record.answer_selector, Base.PART),
    )


def _source(record: Citation) -> Record:
    chunk = record.chunk
    value = _present(
        snapshotId=record.snapshot_id,
        sourceId=record.source_id,
        locator=record.locator,
        url=record.url,
        title=record.title,
        fetchedAt=record.fetched_at,
        extractor=record.extractor,
        normalizer=record.normalizer,
        hashes=_hashes(record.hashes),
        selector=_selector(record.selector, Base.CHUNK if chunk is not None and chunk.text else Base.DOCUMENT),
        chunk=_chunk(chunk) if chunk is not None else None,
        transformations=list(record.transformations) or None,
    )
    if record.declared_matches is not ABSENT:
        value["matches"] = record.declared_matches
    return value


def _selector(selector: Selector | None, base: Base) -> Record | None:
    if selector is None:
        return None
    quote = selector.quote
    return _present(
        position=_range(selector.position, base) if selector.position is not None else None,
        quote=_present(exact=quote.exact, prefix=quote.prefix, suffix=quote.suffix) if quote is not None else None,
    )


def _range(position: DeclaredRange, base: Base) -> Record:
    value: Record = {}
    if position.unit is not None:
        value["unit"] = position.unit.value
    elif position.unit_as_given is not ABSENT:
        value["unit"] = position.unit_as_given
    for key, number in (("start", position.start), ("end", position.end)):
        if number is not ABSENT:
            value[key] = number
    if position.origin:
        value["origin"] = position.origin
    if position.end_convention is not EndConvention.EXCLUSIVE:
        value["endConvention"] = position.end_convention.value
    if position.base is not base:
        value["base"] = position.base.value
    if position.evidence not in (Evidence.DECLARED, Evidence.UNKNOWN):
        value["evidence"] = position.evidence.value
    if position.notes:
        value["notes"] = list(position.notes)
    return value


def _chunk(chunk: Chunk) -> Record:
    origin: object = None
    if chunk.origin is not ABSENT:
        unit = chunk.origin_unit
        origin = {"unit": unit.value, "offset": chunk.origin} if unit is not None else chunk.origin
    return _present(id=chunk.chunk_id, text=chunk.text, origin=origin)


def _hashes(hashes: Hashes) -> Record | None:
    return _present(raw=hashes.raw, text=hashes.text, norm=hashes.norm) or None


def _present(**values: object) -> Record:
    return {key: value for key, value in values.items() if value is not None}
