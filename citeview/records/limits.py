"""How much of a hostile or broken file is read before it is refused.

One value holds every limit, so that a test lowers one and a person can look them all up. Sizes are bytes.
"""

from __future__ import annotations

from dataclasses import dataclass

KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB


@dataclass(frozen=True, slots=True)
class Limits:
    """Hold the largest sizes, depths and counts that are read."""

    document_bytes: int = 128 * MIB
    """One JSON document; all of it is held in memory at once."""
    line_bytes: int = 16 * MIB
    """One line of JSON Lines."""
    export_bytes: int = 512 * MIB
    """A whole JSON Lines file, which is read line by line; its records take four to five times as much memory."""
    depth: int = 200
    """Lists and objects inside each other."""
    values: int = 20_000_000
    """Commas in one JSON document: 128 MiB of `0,0,0` would otherwise become gigabytes of objects."""
    containers: int = 5_000_000
    """Lists and objects in one JSON document, an empty one costs 60 bytes for its two."""
    digits: int = 600
    """Digits of one whole number. The interpreter's own limit is never set below 640, so ours always speaks first."""
    text_bytes: int = 512 * MIB
    """A snapshot's text."""
    raw_bytes: int = 1 * GIB
    """A snapshot's raw bytes, which are hashed and never held."""
    metadata_bytes: int = 16 * MIB
    """A `snapshot.json`."""
    archive_entries: int = 200_000
    archive_directory_bytes: int = 64 * MIB
    """The list of entries at a zip's end: it is read whole before any entry can be counted."""
    archive_total_bytes: int = 8 * GIB
    """All entries of a zip, unpacked."""
    archive_ratio: int = 250
    """Unpacked to packed size. Text packs 3 to 50 times; the densest possible deflate stream, 1,032 times."""
    archive_ratio_from_bytes: int = 8 * MIB
    """Below this unpacked size no ratio is too high: a few KiB of spaces harm nobody."""


LIMITS = Limits()


def readable_size(size: int) -> str:
    """Name a number of bytes: `128 MiB`, `17 bytes`."""
    for unit, name in ((GIB, "GiB"), (MIB, "MiB"), (KIB, "KiB")):
        if size >= unit:
            return f"{size / unit:.1f}".removesuffix(".0") + f" {name}"
    return f"{size} byte" if size == 1 else f"{size} bytes"
