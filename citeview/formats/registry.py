"""The importers that there are, and the one way to read an export.

Knows every importer by its registration. Must not know how any of them reads.

A new importer is one module with one `Importer` value, named in `importers`.
"""

from __future__ import annotations

from typing import BinaryIO, Protocol

from citeview.formats.importer import Importer, Recognition
from citeview.formats.native import NATIVE
from citeview.formats.reading import JsonLines, Tally, read_json, without_cycle_collection
from citeview.records.citation import Export
from citeview.records.jsontext import JsonDocument, json_name
from citeview.records.limits import LIMITS, Limits
from citeview.records.places import ExportError, Place


class ExportFile(Protocol):
    """An export's file as a bundle holds it."""

    @property
    def export_name(self) -> str:
        """The file's own name, for places in records."""
        ...

    @property
    def export_path(self) -> str:
        """Its whole path, for the error that says it cannot be read at all."""
        ...

    @property
    def path(self) -> str:
        """What the person opened."""
        ...

    def open_export(self) -> BinaryIO:
        """Open the file from its beginning."""
        ...


class UnknownImporterError(ValueError):
    """Report that no importer has a name: one sentence that lists those there are."""


def importers() -> tuple[Importer, ...]:
    """Return every importer, our own format first."""
    return (NATIVE,)


def importer(name: str) -> Importer:
    """Return the importer of that name.

    Raises:
        UnknownImporterError: where there is none.

    """
    for candidate in importers():
        if candidate.name == name:
            return candidate
    known = ", ".join(candidate.name for candidate in importers())
    raise UnknownImporterError(f"no importer is called {name!a}; there are: {known}")


def recognise(content: JsonDocument | JsonLines) -> list[tuple[Importer, Recognition]]:
    """Return the importers that could take a file, each with its reason. The file's name plays no part."""
    values = (
        [content.value]
        if isinstance(content, JsonDocument)
        else [line.value for line in content.head if not line.fault]
    )
    found = []
    for candidate in importers():
        reason = next((reason for value in values if (reason := candidate.recognise(value)) is not None), None)
        if reason is not None:
            found.append((candidate, reason))
    return found


def read_export(source: ExportFile, *, importer_name: str | None = None, limits: Limits = LIMITS) -> Export:
    """Read an export with the importer that recognises its content, or with the one that is named.

    Args:
        source: the file, as `citeview.snapshots.bundle.open_bundle` gives it.
        importer_name: one of `importers()`; None lets the content decide.
        limits: what is read at most.

    Raises:
        ExportError: where the file cannot be read at all: one sentence, with the place.
        UnknownImporterError: where `importer_name` names none.

    """
    chosen = importer(importer_name) if importer_name is not None else None
    with source.open_export() as stream, without_cycle_collection():
        tally = Tally(stream, Place(source.export_path), limits.export_bytes)
        content, notes = read_json(tally, source.export_name, limits)
        if chosen is None:
            chosen = _the_one(content, tally.place)
        try:
            read = chosen.read(content, Place(source.export_name))
        except ExportError as error:
            # Records are placed by the file's short name; that the whole file cannot be read is said with its path.
            raise ExportError(Place(source.export_path, error.place.line, error.place.path), error.problem) from None
    return Export(
        path=source.path,
        format_name=chosen.name,
        digest=tally.digest,
        answers=read.answers,
        citations=read.citations,
        problems=read.problems,
        notes=notes,
        extra=read.extra,
        sources=read.sources,
    )


def _the_one(content: JsonDocument | JsonLines, place: Place) -> Importer:
    found = recognise(content)
    if len(found) == 1:
        return found[0][0]
    if found:
        names = " and ".join(f"{candidate.name} ({reason.reason})" for candidate, reason in found)
        raise ExportError(place, f"more than one importer could take this file: {names}; name the one to use")
    if isinstance(content, JsonLines):
        broken = next((line for line in content.head if line.fault is not None), None)
        if broken is not None and broken.fault is not None and all(line.fault for line in content.head):
            raise ExportError(Place(place.file, broken.number, broken.fault[0]), broken.fault[1])
        value = next((line.value for line in content.head if line.fault is None), None)
    else:
        value = content.value
    raise ExportError(place, f"not an export that is known: {_description(value)}")


def _description(value: object) -> str:
    if isinstance(value, dict):
        keys = ", ".join(ascii(key[:30]) for key in list(value)[:8])
        return f"an object with the keys {keys}" if keys else "an object without keys"
    if isinstance(value, list):
        return f"a list of {len(value):,} values, none of which is a citation or an answer"
    return json_name(value)
