"""Verify a stored snapshot: every digest that is recorded or named against the bytes that are there.

Knows what a sound snapshot is. Must not judge citations.
"""

from __future__ import annotations

from collections.abc import Iterator

from citeview.records.snapshot import SnapshotMissingError, SnapshotUnreadableError, StoredSnapshot
from citeview.snapshots.digests import TooLargeError, digest_of_stream
from citeview.snapshots.extract.side_file import MOST_BYTES
from citeview.snapshots.files import reason_of
from citeview.snapshots.store import SnapshotStore
from citeview.snapshots.writing import EXTRACTION, SIDE_NAME


def verify_snapshot(store: SnapshotStore, snapshot_id: str) -> tuple[str, ...]:
    """Return what is wrong with a snapshot, one sentence each; nothing where it is sound."""
    try:
        snapshot = store.read(snapshot_id)
    except (SnapshotMissingError, SnapshotUnreadableError) as error:
        return (str(error),)
    return tuple(_faults(store, snapshot))


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
