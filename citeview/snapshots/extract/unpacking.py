"""One part of an archive, unpacked in memory and never beyond the limits.

Knows zips held in memory. Entries are looked up by their exact name; no name becomes a path.
"""

from __future__ import annotations

import io
import struct
import zipfile
import zlib

from citeview.records.limits import LIMITS as READING_LIMITS
from citeview.snapshots.archive import directory_size
from citeview.snapshots.extract.extraction import ExtractionError, ExtractionLimits

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    struct.error,
    ValueError,
    OSError,
)
_ENCRYPTED = 0x1
ZIP_BEGINNING = b"PK\x03\x04"


class MemoryZip:
    """Hold a zip that was checked before anything of it was unpacked."""

    def __init__(self, raw: bytes, limits: ExtractionLimits) -> None:
        """Read the list of entries.

        Raises:
            ExtractionError: where it is no zip, or is built to do harm.

        """
        self._limits = limits
        stream = io.BytesIO(raw)
        size = directory_size(stream)
        if size is not None and size > READING_LIMITS.archive_directory_bytes:
            raise ExtractionError("the zip's list of entries is too large")
        try:
            self._zip = zipfile.ZipFile(stream)
        except _DAMAGED as error:
            raise ExtractionError(f"it is no zip that can be read, perhaps cut off: {error}") from None
        entries = self._zip.infolist()
        if len(entries) > READING_LIMITS.archive_entries:
            raise ExtractionError(f"the zip has more than {READING_LIMITS.archive_entries:,} entries")
        self.names = [entry.filename for entry in entries]

    def read(self, name: str) -> bytes:
        """Return one entry, unpacked.

        Raises:
            ExtractionError: where it is not there, encrypted, damaged, or unpacks to more than is allowed.

        """
        try:
            entry = self._zip.getinfo(name)
        except KeyError:
            raise ExtractionError(f"the zip has no entry {name[:80]!a}") from None
        if entry.flag_bits & _ENCRYPTED:
            raise ExtractionError(f"{name[:80]!a} is encrypted, and no password is asked for")
        if entry.compress_type not in _METHODS:
            raise ExtractionError(f"{name[:80]!a} is packed by method {entry.compress_type}, which is not read")
        most = self._limits.unpacked_bytes
        try:
            with self._zip.open(entry) as stream:
                data = stream.read(most + 1)
        except _DAMAGED as error:
            raise ExtractionError(f"{name[:80]!a} is damaged: {error}") from None
        if len(data) > most:
            raise ExtractionError(f"{name[:80]!a} unpacks to more than {most:,} bytes")
        return data


def names_in_zip(raw: bytes) -> list[str]:
    """Return the names in a zip, none where it is no zip: for telling what kind of file it is."""
    if not raw.startswith(ZIP_BEGINNING):
        return []
    try:
        return MemoryZip(raw, ExtractionLimits()).names
    except ExtractionError:
        return []
