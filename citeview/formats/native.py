"""Our own record format: wire records to the values that travel.

Knows what the keys of a record mean. Must not know how the file was cut into records, nor what the numbers select.

One record that cannot be read hides no other: it is listed as unreadable, with its place and one sentence. So are the
references of one record, each alone. An id that stands twice is kept twice, exactly as given, and reported: renaming
one would break what refers to it. A citation without an id is unreadable, because decisions are keyed by it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from citeview.formats.importer import Content, ContractRow, Importer, Recognition
from citeview.formats.reading import JsonLines
from citeview.formats.typed import WrongTypeError, decode
from citeview.records.answer import Answer, AnswerPart
from citeview.records.citation import Citation, Hashes, InlineSource, UnreadableRecord
from citeview.records.jsontext import Fault, JsonDocument, first_fault, join, json_name
from citeview.records.places import ExportError, Place
from citeview.records.selectors import (
    ABSENT,
    Base,
    Chunk,
    DeclaredRange,
    EndConvention,
    Evidence,
    QuoteSelector,
    Selector,
)
from citeview.text.units import Unit

if TYPE_CHECKING:
    from citeview.formats import wire

Record = Citation | UnreadableRecord

_NO_HASHES = Hashes()
_UNITS: dict[object, Unit] = {unit.value: unit for unit in Unit}
_ENDS = {end.value: end for end in EndConvention}
_MOST_PROBLEMS = 200
_EXPORT_KEYS = frozenset({"answers", "citations"})
_LISTS = _EXPORT_KEYS | {"sources"}
_SOURCE_KEYS = frozenset({"snapshotId", "sourceId", "locator", "url", "title", "hashes", "selector", "chunk"})
_CITATION_KEYS = frozenset({"citationId", "answerId", "answerSelector", "snapshotId", "selector", "references"})


def recognise(value: object) -> Recognition | None:
    """Recognise one decoded value as our own: an export, a list of records, or one record."""
    if isinstance(value, list):
        if not value:
            return Recognition("an empty list")
        found = _recognised_item(value)
        return Recognition(f"a list that holds {found.reason}") if found is not None else None
    if not isinstance(value, dict):
        return None
    if _is_export(value):
        # Other formats have a list of citations too; ours is told by what is in it, or by holding nothing else.
        if value.keys() <= _LISTS:
            return Recognition(f"an object of {' and '.join(sorted(value))} alone")
        if value.keys() >= _EXPORT_KEYS:
            return Recognition("an object of both answers and citations")
        lists = (items for key in _EXPORT_KEYS if isinstance(items := value.get(key), list))
        inside = next((found for items in lists if (found := _recognised_item(items)) is not None), None)
        return Recognition(f"an export that holds {inside.reason}") if inside is not None else None
    if _is_answer(value):
        return Recognition("an answer with its answerId")
    if _is_source(value):
        return Recognition("the text of a source with its sourceId")
    known = [key for key in value if key in _CITATION_KEYS]
    if "citationId" in known or len(known) > 1:
        return Recognition(f"a citation with {', '.join(sorted(known))}")
    return None


def _recognised_item(items: list[object]) -> Recognition | None:
    found = (recognise(item) for item in items if isinstance(item, dict) and not _is_export(item))
    return next((recognition for recognition in found if recognition is not None), None)


def read(content: JsonDocument | JsonLines, place: Place) -> Content:
    """Read a whole export.

    Args:
        content: the decoded document, or the lines.
        place: the file; places inside it are made from it.

    Raises:
        ExportError: where nothing can be read: the outermost object is broken, or every line is.

    """
    collected = _Collected()
    if isinstance(content, JsonLines):
        for line in content.lines:
            at = Place(place.file, line.number)
            if line.fault is None:
                collected.add(line.value, at, odd=False)
            else:
                collected.citations.append(_unreadable(line.value, at, WrongTypeError(*line.fault)))
    elif isinstance(content.value, list):
        for index, item in enumerate(content.value):
            collected.add(item, place.at(f"[{index}]"), odd=content.odd)
    else:
        collected.add(content.value, place, odd=content.odd)
    return Content(
        collected.answers, collected.citations, collected.problems(), collected.extra, sources=collected.sources
    )


NATIVE = Importer(
    name="citeview",
    title="citeview's own records",
    recognise=recognise,
    read=read,
    contract=(
        ContractRow(
            "selector.position",
            "the snapshot's text, or the chunk's where base is chunk",
            "as the record's unit says",
            "as origin says, 0 where it does not",
            "as endConvention says, exclusive where it does not",
            Evidence.DECLARED,
            "resources/schema/citeview-export.schema.json",
        ),
        ContractRow(
            "answerSelector.position",
            "the answer's part",
            "as the record's unit says",
            "as origin says, 0 where it does not",
            "as endConvention says, exclusive where it does not",
            Evidence.DECLARED,
            "resources/schema/citeview-export.schema.json",
        ),
        ContractRow(
            "chunk.origin",
            "the snapshot's text",
            "as its own unit says",
            "0",
            "a single boundary",
            Evidence.DECLARED,
            "resources/schema/citeview-export.schema.json",
        ),
    ),
)


def decode_citation(value: object, place: Place, fault: Fault | None = None) -> list[Record]:
    """Return what one citation record holds: one citation, one for each of its references, or the reason why none.

    Args:
        value: the decoded record.
        place: where it stands.
        fault: what the parser found wrong inside it.

    """
    from citeview.formats import wire  # brings msgspec, which start-up does without

    if fault is not None:
        return [_unreadable(value, place, WrongTypeError(*fault))]
    if not isinstance(value, dict):
        return [_unreadable(value, place, WrongTypeError("", f"expected an object, got {json_name(value)}"))]
    references = value.get("references")
    several = isinstance(references, list) and bool(references)
    try:
        record = decode({**value, "references": None} if several else value, wire.CitationRecord)
    except WrongTypeError as error:
        return [_unreadable(value, place, error)]
    claim = _selector(record.answer_selector, Base.PART)
    if not several or not isinstance(references, list):
        return [_citation(record, record, record.citation_id, claim, place, value, None)]
    segment = record.citation_id
    records: list[Record] = []
    if not _SOURCE_KEYS.isdisjoint(key for key, item in value.items() if item is not None):
        # The record has a source of its own beside its references: it is one of them, and none is dropped.
        records.append(_citation(record, record, segment, claim, place, value, segment))
    for index, item in enumerate(references):
        at = place.at(f"references[{index}]")
        name = f"{segment}#{index + 1}"
        try:
            reference = decode(item, wire.ReferenceRecord)
        except WrongTypeError as error:
            records.append(UnreadableRecord(_own_id(item) or name, at.at(error.path), error.problem, value))
        else:
            own_id = reference.citation_id or name
            records.append(_citation(record, reference, own_id, claim, at, value, segment))
    return records


def decode_answer(value: object) -> Answer:
    """Return one answer.

    Raises:
        WrongTypeError: where it is none.

    """
    from citeview.formats import wire

    record = decode(value, wire.AnswerRecord)
    if record.text is not None and record.parts is not None:
        raise WrongTypeError("", "expected either text or parts, got both")
    parts: tuple[AnswerPart, ...]
    if record.text is not None:
        parts = (AnswerPart(record.text),)
    elif record.parts is not None:
        parts = tuple(
            AnswerPart(part) if isinstance(part, str) else AnswerPart(part.text, part.id) for part in record.parts
        )
    else:
        raise WrongTypeError("text", "expected text, got nothing")
    known = record.__struct_encode_fields__
    extra = {key: item for key, item in value.items() if key not in known} if isinstance(value, dict) else {}
    return Answer(record.answer_id, parts, record.title, extra)


def _citation(
    parent: wire.CitationRecord,
    record: wire.SourceRecord,
    citation_id: str,
    claim: Selector | None,
    place: Place,
    raw: Mapping[str, object],
    segment: str | None,
) -> Citation:
    chunk = _chunk(record.chunk)
    hashes = record.hashes
    return Citation(
        citation_id=citation_id,
        place=place,
        answer_id=parent.answer_id,
        part=parent.part,
        answer_selector=claim,
        selector=_selector(record.selector, Base.CHUNK if chunk is not None and chunk.text else Base.DOCUMENT),
        snapshot_id=record.snapshot_id,
        url=record.url,
        title=record.title,
        fetched_at=record.fetched_at if record.fetched_at is not None else parent.fetched_at,
        extractor=record.extractor if record.extractor is not None else parent.extractor,
        normalizer=record.normalizer if record.normalizer is not None else parent.normalizer,
        hashes=Hashes(hashes.raw, hashes.text, hashes.norm) if hashes is not None else _NO_HASHES,
        chunk=chunk,
        transformations=tuple(record.transformations or ()),
        declared_matches=record.matches,
        segment=segment,
        source_id=record.source_id,
        locator=record.locator,
        raw=raw,
    )


def _selector(record: wire.SelectorRecord | wire.AnswerSelectorRecord | None, base: Base) -> Selector | None:
    if record is None:
        return None
    quote = record.quote
    return Selector(
        _range(record.position, base) if record.position is not None else None,
        QuoteSelector(quote.exact, quote.prefix, quote.suffix) if quote is not None else None,
    )


def _range(record: wire.SourceRangeRecord | wire.AnswerRangeRecord, base: Base) -> DeclaredRange:
    unit = _unit(record.unit)
    evidence = Evidence(record.evidence) if record.evidence is not None else Evidence.DECLARED
    return DeclaredRange(
        start=record.start,
        end=record.end,
        unit=unit,
        unit_as_given=record.unit,
        origin=record.origin or 0,
        end_convention=_ENDS[record.end_convention or "exclusive"],
        base=Base(record.base) if record.base is not None else base,
        evidence=evidence if unit is not None else Evidence.UNKNOWN,
        notes=tuple(record.notes or ()),
    )


def _chunk(record: wire.ChunkRecord | None) -> Chunk | None:
    if record is None:
        return None
    origin: object = record.origin
    if isinstance(origin, dict):
        return Chunk(record.id, record.text, origin.get("offset", ABSENT), _unit(origin.get("unit")))
    return Chunk(record.id, record.text, origin)


def _unit(value: object) -> Unit | None:
    return _UNITS.get(value) if isinstance(value, str) else None


def _unreadable(value: object, place: Place, error: WrongTypeError) -> UnreadableRecord:
    name = _own_id(value) or _name_of(place)
    return UnreadableRecord(name, place.at(error.path), error.problem, value)


def _own_id(value: object) -> str | None:
    found = value.get("citationId") if isinstance(value, dict) else None
    return found if isinstance(found, str) and found else None


def _name_of(place: Place) -> str:
    line = f"line {place.line}" if place.line is not None else ""
    return f"{line}: {place.path}" if line and place.path else line or place.path or "record"


class _Collected:
    """Gather what a file holds while it is read."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.citations: list[Record] = []
        self.extra: dict[str, object] = {}
        self.sources: dict[str, InlineSource] = {}
        self._problems: list[str] = []

    def add(self, value: object, place: Place, *, odd: bool) -> None:
        """Add whatever one value holds: an export, an answer or a citation. `odd` as in `JsonDocument`."""
        if isinstance(value, dict) and _is_export(value):
            self._add_export(value, place, odd=odd)
        elif isinstance(value, dict) and _is_answer(value):
            self._add_answer(value, place, first_fault(value) if odd else None)
        elif isinstance(value, dict) and _is_source(value):
            self._add_source(value, place, first_fault(value) if odd else None)
        else:
            self.citations += decode_citation(value, place, first_fault(value) if odd else None)

    def add_problem(self, place: Place, problem: str) -> None:
        """Note one thing that could not be read."""
        self._problems.append(f"{place}: {problem}")

    def problems(self) -> tuple[str, ...]:
        """Return what could not be read and which ids stand twice, no more than a person reads."""
        problems = [*self._problems, *_ids_that_stand_twice(self.citations)]
        if len(problems) <= _MOST_PROBLEMS:
            return tuple(problems)
        return (*problems[:_MOST_PROBLEMS], f"{len(problems) - _MOST_PROBLEMS:,} more problems are not listed")

    def _add_export(self, root: dict[str, object], place: Place, *, odd: bool) -> None:
        if odd and type(root) is not dict and (fault := first_fault(root)) is not None:
            raise ExportError(place.at(fault[0]), fault[1])
        for key, value in root.items():
            at = place.at(join("", key))
            fault = first_fault(value) if odd and key not in _LISTS else None
            if fault is not None:
                self.add_problem(at.at(fault[0]), fault[1])
            elif key not in _LISTS:
                self.extra[key] = value
            elif value is not None and not isinstance(value, list):
                problem = f"expected a list, got {json_name(value)}"
                if key == "citations" or "citations" not in root:
                    raise ExportError(at, problem)
                self.add_problem(at, problem)
        for index, item in _numbered(root.get("answers")):
            self._add_answer(item, place.at(f"answers[{index}]"), first_fault(item) if odd else None)
        for index, item in _numbered(root.get("sources")):
            self._add_source(item, place.at(f"sources[{index}]"), first_fault(item) if odd else None)
        for index, item in _numbered(root.get("citations")):
            self.citations += decode_citation(item, place.at(f"citations[{index}]"), first_fault(item) if odd else None)

    def _add_answer(self, value: object, place: Place, fault: Fault | None) -> None:
        """Add one answer. The first of an id is kept, because citations cannot say which of two they mean."""
        try:
            answer = decode_answer(value) if fault is None else None
        except WrongTypeError as error:
            answer, fault = None, (error.path, error.problem)
        if answer is None:
            if fault is not None:
                self.add_problem(place.at(fault[0]), fault[1])
            return
        known = self.answers.setdefault(answer.answer_id, answer)
        if known is not answer and known.parts != answer.parts:
            self.add_problem(place, f"another answer has the id {answer.answer_id!a}; the first one is shown")

    def _add_source(self, value: object, place: Place, fault: Fault | None) -> None:
        """Add one text of a source. The first of an id is kept, because citations cannot say which they mean."""
        from citeview.formats import wire

        if fault is not None:
            self.add_problem(place.at(fault[0]), fault[1])
            return
        try:
            record = decode(value, wire.InlineSourceRecord)
        except WrongTypeError as error:
            self.add_problem(place.at(error.path), error.problem)
            return
        source = InlineSource(record.text, record.title, record.media_type)
        if self.sources.setdefault(record.source_id, source).text != source.text:
            self.add_problem(place, f"another source has the id {record.source_id!a}; the first one is kept")


def _ids_that_stand_twice(citations: list[Record]) -> Iterator[str]:
    first: dict[str, Record] = {}
    for record in citations:
        known = first.setdefault(record.citation_id, record)
        if known is not record:
            where = f"{record.place}: the citationId {record.citation_id!a} stands on another record too"
            yield f"{where} ({_name_of(known.place)}); both are listed"


def _numbered(value: object) -> Iterator[tuple[int, object]]:
    return iter(enumerate(value)) if isinstance(value, list) else iter(())


def _is_answer(value: Mapping[str, object]) -> bool:
    return "answerId" in value and "citationId" not in value and ("text" in value or "parts" in value)


def _is_source(value: Mapping[str, object]) -> bool:
    return "sourceId" in value and "text" in value and value.keys().isdisjoint(("citationId", "answerId", "selector"))


def _is_export(value: Mapping[str, object]) -> bool:
    return "citationId" not in value and not _EXPORT_KEYS.isdisjoint(value)
