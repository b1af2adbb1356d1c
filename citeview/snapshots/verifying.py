"""Verify a stored snapshot: every digest that is recorded or named against the bytes that are there.

Knows what a sound snapshot is. Must not judge citations.
"""

from __future__ import annotations

from collections.abc import Iterator

from citeview.records.snapshot import SnapshotMissingError, SnapshotUnreadableError, StoredSnapshot
from citeview.snapshots.digests import TooLargeError, digest_of_stream, read_at_most
from citeview.snapshots.extract.extraction import LIMITS, ExtractionError, Given
from citeview.snapshots.extract.process import extract_apart
from citeview.snapshots.extract.side_file import MOST_BYTES
from citeview.snapshots.files import reason_of
from citeview.snapshots.store import RAW, SnapshotStore
from citeview.snapshots.writing import EXTRACTION, SIDE_NAME


def verify_snapshot(store: SnapshotStore, snapshot_id: str) -> tuple[str, ...]:
    """Return what is wrong with a snapshot, one sentence each; nothing where it is sound."""
    try:
        snapshot = store.read(snapshot_id)
    except (SnapshotMissingError, SnapshotUnreadableError) as error:
        return (str(error),)
    return tuple(_faults(store, snapshot))


def verify_extraction(store: SnapshotStore, snapshot_id: str) -> str | None:
    """Extract a snapshot's text again and compare; return what is wrong in one sentence, None where it is the same.

    A text that another extractor, or another version of one, made is not compared: that it differs proves nothing.
    """
    try:
        snapshot = store.read(snapshot_id)
        with store.open(snapshot_id, RAW) as stream:
            raw = read_at_most(stream, LIMITS.raw_bytes)
        made = extract_apart(raw, _given(snapshot))
    except (SnapshotMissingError, SnapshotUnreadableError) as error:
        return str(error)
    except TooLargeError:
        return f"The raw bytes are more than {LIMITS.raw_bytes:,}; no text is extracted from so many."
    except (ExtractionError, OSError) as error:
        return f"No text can be extracted again: {error}."
    if made.extractor != snapshot.extractor:
        was = ascii(snapshot.extractor)[1:-1] if snapshot.extractor else "an extractor that is not recorded"
        return f"The text was made by {was}; here is {made.extractor}, so the two were not compared."
    if made.text != snapshot.text:
        return f"{made.extractor} makes another text of the raw bytes than is stored."
    return None


def _given(snapshot: StoredSnapshot) -> Given:
    """Return what is recorded about the bytes, so that they are read as they were."""
    attached = snapshot.metadata.get("attached")
    name = attached.get("file") if isinstance(attached, dict) else None
    archived = (snapshot.extractor or "").startswith(("warc@", "wacz@"))
    # In an archive media type and encoding are those of the response; its own headers declare them again.
    media_type = None if archived else snapshot.media_type
    charset = None if archived else snapshot.encoding
    url = snapshot.url if archived else None
    return Given(media_type, charset, name if isinstance(name, str) else "", url)


def _faults(store: SnapshotStore, snapshot: StoredSnapshot) -> Iterator[str]:
    measured, recorded = snapshot.measured, snapshot.recorded
    if snapshot.snapshot_id not in (measured.raw, measured.text):
        yield "Its id is the digest neither of its raw bytes nor of its text: they were changed after it was stored."
    for name, is_, was in (("raw bytes", measured.raw, recorded.raw), ("text", measured.text, recorded.text)):
        if was is not None and is_ is not None and was != is_:
            yield f"The digest of its {name} is {is_}; {was} was recorded."
    yield from snapshot.problems
    side = snapshot.metadata.get(EXTRACTION)
    if isinstance(side, dict):
        yield from _side_faults(store, snapshot.snapshot_id, side.get("digest"))


def _side_faults(store: SnapshotStore, snapshot_id: str, recorded: object) -> Iterator[str]:
    try:
        with store.open(snapshot_id, SIDE_NAME) as stream:
            digest, _ = digest_of_stream(stream, MOST_BYTES)
    except (SnapshotMissingError, SnapshotUnreadableError) as error:
        yield str(error)
    except TooLargeError:
        yield f"Its {SIDE_NAME} is larger than is read."
    except OSError as error:
        yield f"Its {SIDE_NAME} {reason_of(error)}."
    else:
        if digest != recorded:
            yield f"The digest of its {SIDE_NAME} is {digest}; {ascii(recorded)[:90]} was recorded."
