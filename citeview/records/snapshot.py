"""The stored evidence of one source, as read back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from citeview.records.citation import Hashes


@dataclass(frozen=True, slots=True)
class StoredSnapshot:
    """Hold one snapshot as read from a store, with what was recorded about it and what was measured on this read."""

    snapshot_id: str
    text: str
    raw_size: int | None
    """Bytes; None where no raw bytes are stored."""
    recorded: Hashes
    """Digests in `snapshot.json`."""
    measured: Hashes
    """Digests computed from the bytes on this read (`norm` is never measured here)."""
    url: str | None = None
    title: str | None = None
    fetched_at: str | None = None
    media_type: str | None = None
    encoding: str | None = None
    extractor: str | None = None
    transformations: tuple[object, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict)
    """The whole of `snapshot.json`, unknown keys included."""
    problems: tuple[str, ...] = ()
    """What is odd about it, one sentence each (no `snapshot.json`, no raw bytes)."""


class SnapshotMissingError(LookupError):
    """Report that no snapshot is stored under an id: one sentence."""


class SnapshotUnreadableError(ValueError):
    """Report that a stored snapshot is there and cannot be read: one sentence, with the file."""
