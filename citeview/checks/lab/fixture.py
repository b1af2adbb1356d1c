"""One range on one text as a small export of our own format, which `citeview check` opens.

Knows how a range, a quote and a text are written as records, and how what was written is read back and checked. Must
not know how the text was cut down, nor what is said about it.
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from citeview.checks.check import Source, check_citation
from citeview.checks.lab.subjects import Side, Subject, source_subject
from citeview.checks.ranges import chunk_origin
from citeview.checks.verdict import IntegrityOutcome, IntegrityResult, RangeResult, Verdict
from citeview.quote.rules import PreparedSource, RuleSet
from citeview.records.citation import Citation
from citeview.records.places import Place
from citeview.records.selectors import ABSENT, Base, Chunk, DeclaredRange, QuoteSelector
from citeview.text.representation import Representation

CITATION_ID = "c-1"
ANSWER_ID = "a-1"
FILE_NAME = "fixture.json"
_INTEGRITY = IntegrityResult(IntegrityOutcome.NOT_RECORDED, "The source text is in the fixture itself.")


@dataclass(frozen=True, slots=True)
class Fixture:
    """Hold the least that makes a range fail: a text, a declared range, a quote.

    `declared` counts in the whole of `text`; its base is the document for a source, the part for an answer.
    """

    side: Side
    text: str
    declared: DeclaredRange
    quote: str | None
    extractor: str | None = None
    chunk: Chunk | None = None
    """Given where the failure is that the chunk is not at its stated origin: `text` is then the chunk's."""

    def subject(self) -> Subject:
        """Return the fixture as a subject of the lab."""
        quote = QuoteSelector(self.quote) if self.quote is not None else None
        shown = Representation(self.text, "fixture")
        return source_subject(self.declared, quote, shown, self.chunk, citation_id=CITATION_ID)


def fixture_export(fixture: Fixture, about: Mapping[str, object] | None = None) -> dict[str, object]:
    """Return a fixture as an export that needs no other file; `about` is kept under the key `report`."""
    record: dict[str, object] = {"citationId": CITATION_ID}
    if fixture.extractor is not None:
        record["extractor"] = fixture.extractor
    export: dict[str, object] = {}
    if fixture.side is Side.ANSWER:
        export["answers"] = [{"answerId": ANSWER_ID, "text": fixture.text}]
        record |= {"answerId": ANSWER_ID, "answerSelector": _selector(fixture)}
    else:
        # Without a snapshot the chunk is the source, so that one file holds everything.
        record |= {"chunk": _chunk(fixture), "selector": _selector(fixture)}
    export["citations"] = [record]
    if about is not None:
        export["report"] = dict(about)
    return export


def fixture_json(fixture: Fixture, about: Mapping[str, object] | None = None) -> str:
    """Return the export as JSON in ASCII, so that no editor or mail program changes a character of it."""
    return json.dumps(fixture_export(fixture, about), indent=1) + "\n"


def write_fixture(fixture: Fixture, folder: Path, about: Mapping[str, object] | None = None) -> Path:
    """Write a fixture as a bundle into a folder: the export, and the source as a stored snapshot with its digests.

    A text with a lone surrogate cannot be stored as UTF-8, and an answer has no snapshot; both stay in the export.

    Returns:
        What `citeview check` opens: the folder.

    Raises:
        FileExistsError: where the folder holds an export.
        OSError: where the folder cannot be written.

    """
    from citeview.snapshots.writing import write_snapshot

    export = fixture_export(fixture, about)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        raw = fixture.text.encode("utf-8")
    except UnicodeEncodeError:
        raw = b""
    if fixture.side is Side.SOURCE and (raw or not fixture.text):
        written = write_snapshot(
            folder / "snapshots", raw, fixture.text, {"mediaType": "text/plain", "encoding": "utf-8"}
        )
        record: dict[str, object] = {"citationId": CITATION_ID, "snapshotId": written.snapshot_id}
        if fixture.extractor is not None:
            record["extractor"] = fixture.extractor
        if fixture.chunk is not None:
            record["chunk"] = _chunk(fixture)
        export["citations"] = [record | {"selector": _selector(fixture)}]
    with (folder / "export.json").open("x", encoding="ascii") as stream:
        stream.write(json.dumps(export, indent=1) + "\n")
    return folder


def check_fixture(written: str, rules: RuleSet) -> Verdict:
    """Read a fixture's JSON back with our own importer and check it, as `citeview check` would.

    Raises:
        ValueError: where what was written is no fixture.

    """
    from citeview.formats.native import NATIVE
    from citeview.records.jsontext import JsonDocument

    content = NATIVE.read(JsonDocument(json.loads(written), odd=False), Place(FILE_NAME))
    citation = content.citations[0] if len(content.citations) == 1 else None
    if not isinstance(citation, Citation) or content.problems:
        raise ValueError("a fixture holds one citation that can be read")
    text = Representation(citation.chunk.text, "chunk") if citation.chunk and citation.chunk.text is not None else None
    part = content.answers[ANSWER_ID].parts[0].text if content.answers else None
    answer = Representation(part, "answer") if part is not None else None

    def prepared(rule_set: RuleSet) -> PreparedSource:
        return rule_set.prepare(text.text if text is not None else "")

    missing = IntegrityResult(IntegrityOutcome.SNAPSHOT_MISSING, "No snapshot of the source is recorded.")
    return check_citation(citation, Source(text, _INTEGRITY if text is not None else missing, prepared), answer, rules)


def _chunk(fixture: Fixture) -> dict[str, object]:
    chunk: dict[str, object] = {"text": fixture.text}
    if fixture.chunk is not None and fixture.chunk.origin is not ABSENT:
        unit = fixture.chunk.origin_unit
        chunk["origin"] = {"unit": unit.value if unit is not None else None, "offset": fixture.chunk.origin}
    return chunk


def _selector(fixture: Fixture) -> dict[str, object]:
    declared = fixture.declared
    position: dict[str, object] = {}
    if declared.unit is not None:
        position["unit"] = declared.unit.value
    elif declared.unit_as_given is not ABSENT:
        position["unit"] = declared.unit_as_given
    for key, value in (("start", declared.start), ("end", declared.end)):
        if value is not ABSENT:
            position[key] = value
    position |= {"origin": declared.origin, "endConvention": declared.end_convention.value}
    if fixture.side is Side.SOURCE:
        position["base"] = (Base.DOCUMENT if fixture.chunk is None else Base.CHUNK).value
    selector: dict[str, object] = {"position": position}
    if fixture.quote is not None:
        selector["quote"] = {"exact": fixture.quote}
    return selector


def whole_fixture(subject: Subject) -> Fixture:
    """Return a subject's whole text as a fixture: the text that its range counts in, with nothing cut away."""
    base = subject.bases[0]
    quote = subject.quote.exact if subject.quote is not None else None
    extractor = subject.extractor or None
    chunk = subject.chunk
    if (
        subject.declared.base is Base.CHUNK
        and chunk is not None
        and isinstance(chunk_origin(chunk, subject.shown), RangeResult)
    ):
        return Fixture(subject.side, base.text.text, subject.declared, quote, extractor, chunk)
    side_base = Base.PART if subject.side is Side.ANSWER else Base.DOCUMENT
    declared = dataclasses.replace(subject.declared, base=side_base)
    return Fixture(subject.side, base.text.text, declared, quote, extractor)
