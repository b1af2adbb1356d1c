"""Make a snapshot of a file that a person gives, and store it.

Knows which facts go into `snapshot.json`. A file that was given was not fetched by anyone we know: it is recorded as
attached, by whom and when, and has a time of fetching only where the file itself (a WARC record) states one.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from citeview.records.places import ExportError, Place
from citeview.snapshots.extract.extraction import LIMITS, ExtractionError, ExtractionLimits, Given
from citeview.snapshots.extract.process import Extracted, extract_apart
from citeview.snapshots.files import open_plain, reason_of
from citeview.snapshots.writing import SnapshotExistsError, WrittenSnapshot, write_snapshot


@dataclass(frozen=True, slots=True)
class AddedSnapshot:
    """Hold what was stored, and what was made of the file."""

    snapshot_id: str
    created: bool
    """False where the same bytes with the same text were stored before; their description stays as it was."""
    extracted: Extracted


def add_file(
    store: Path,
    path: Path,
    *,
    url: str | None = None,
    media_type: str | None = None,
    charset: str | None = None,
    attached_by: str | None = None,
    now: datetime | None = None,
    limits: ExtractionLimits = LIMITS,
) -> AddedSnapshot:
    """Store a file's bytes with the text that an extractor makes of them, in a process of its own.

    Args:
        store: the store's folder, made where it is not there.
        path: the file; a link that a person named is followed.
        url: where the file was taken from, as the person says. In a web archive it chooses the record.
        media_type: what the file is; without it the bytes decide, then its name.
        charset: its encoding; without it the bytes decide.
        attached_by: the person's name, where one was given.
        now: the time that is recorded.
        limits: what extracting costs at most.

    Raises:
        ExportError: where the file cannot be read, no text can be made of it, or it is stored with another text: one
            sentence, with the file.
        OSError: where the store cannot be written.

    """
    place = Place(str(path))
    raw = _bytes_of(path, place, limits)
    given = Given(media_type.strip().lower() if media_type else None, charset, path.name, url, limits)
    try:
        made = extract_apart(raw, given)
        written = store_extracted(store, raw, made, _facts(path, made, url, attached_by, now or datetime.now(UTC)))
    except ExtractionError as error:
        raise ExportError(place, str(error)) from None
    except SnapshotExistsError as error:
        raise ExportError(place, str(error)) from None
    return AddedSnapshot(written.snapshot_id, written.created, made)


def store_extracted(
    store: Path, raw: bytes, made: Extracted, facts: Mapping[str, object] | None = None
) -> WrittenSnapshot:
    """Store raw bytes with what was extracted from them. Raises as `write_snapshot`."""
    metadata: dict[str, object] = {**(facts or {}), "mediaType": made.media_type, "extractor": made.extractor}
    if made.encoding is not None:
        metadata["encoding"] = {"name": made.encoding.name, "decidedBy": made.encoding.decided_by}
    metadata["transformations"] = list(made.transformations)
    if made.warnings:
        metadata["warnings"] = list(made.warnings)
    return write_snapshot(store, raw, made.text, metadata, side_file=made.side_file)


def _facts(path: Path, made: Extracted, url: str | None, attached_by: str | None, now: datetime) -> dict[str, object]:
    attached = {"file": path.name, "at": now.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"), "by": attached_by}
    facts = {"url": url or made.url, "title": made.title, "fetchedAt": made.fetched_at}
    known: dict[str, object] = {key: value for key, value in facts.items() if value is not None}
    known["attached"] = {key: _storable(value) for key, value in attached.items() if value is not None}
    return known


def _storable(text: str) -> str:
    """Return a file's name as text: bytes that are none become U+FFFD, because JSON as UTF-8 cannot hold them."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _bytes_of(path: Path, place: Place, limits: ExtractionLimits) -> bytes:
    try:
        with open_plain(path) as stream:
            raw = stream.read(limits.raw_bytes + 1)
    except (OSError, ValueError) as error:
        raise ExportError(place, reason_of(error)) from None
    if len(raw) > limits.raw_bytes:
        raise ExportError(place, f"the file is larger than {limits.raw_bytes:,} bytes, the most that is read")
    return raw
