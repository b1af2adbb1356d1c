"""A zip, read without being unpacked to disk and without being believed.

Knows the zip format's traps (PKWARE APPNOTE 6.3): names that climb, entries that are links or encrypted, sizes that
explode. Must not know what a bundle holds.
"""

from __future__ import annotations

import io
import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import IO, BinaryIO

from citeview.records.limits import LIMITS, Limits, readable_size
from citeview.records.places import ExportError, Place
from citeview.snapshots.files import RefusedFileError, open_plain, reason_of

_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_DRIVE = re.compile(r"[A-Za-z]:")
_DAMAGED = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, struct.error)
"""What `zipfile` raises on damaged or hostile data; all of it becomes one sentence."""


class Archive:
    """Hold an open zip whose list of entries has been checked."""

    def __init__(self, path: Path, limits: Limits = LIMITS) -> None:
        """Open a zip.

        Raises:
            ExportError: where it is no zip, is cut off, or is built to do harm: one sentence.

        """
        self._place = Place(str(path))
        self._limits = limits
        try:
            self._file = open_plain(path)
        except (OSError, ValueError) as error:
            raise ExportError(self._place, reason_of(error)) from None
        try:
            self._zip, self._entries = self._opened()
        except BaseException:
            self._file.close()
            raise

    @property
    def names(self) -> Mapping[str, object]:
        """Return the names of the plain entries."""
        return self._entries

    def open(self, name: str) -> BinaryIO:
        """Open one entry for reading.

        Raises:
            FileNotFoundError: where there is none of that name.
            RefusedFileError: where it is a link, encrypted, or unpacks to far more than it is.

        """
        entry = self._entries.get(name)
        if entry is None:
            raise FileNotFoundError(name)
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise RefusedFileError("the entry is a symbolic link, and links are not followed")
        if entry.flag_bits & _ENCRYPTED:
            raise RefusedFileError("the entry is encrypted, and no password is asked for")
        if entry.compress_type not in _METHODS:
            raise RefusedFileError(f"the entry is packed by method {entry.compress_type}; stored and deflate are read")
        if self._explodes(entry.file_size, entry.compress_size):
            size = readable_size(entry.file_size)
            raise RefusedFileError(f"the entry would unpack from {readable_size(entry.compress_size)} to {size}")
        try:
            stream = self._zip.open(entry)
        except _DAMAGED as error:
            raise RefusedFileError(f"the zip is damaged: {_sentence(error)}") from None
        return io.BufferedReader(_Checked(stream), 1 << 16)

    def close(self) -> None:
        """Let go of the file."""
        self._zip.close()
        self._file.close()

    def _opened(self) -> tuple[zipfile.ZipFile, dict[str, zipfile.ZipInfo]]:
        self._check_directory_size()
        try:
            opened = zipfile.ZipFile(self._file)
        except (*_DAMAGED, OSError, ValueError) as error:
            problem = f"not a zip that can be read, perhaps cut off: {_sentence(error)}"
            raise ExportError(self._place, problem) from None
        return opened, self._checked(opened.infolist())

    def _check_directory_size(self) -> None:
        # zipfile reads the list of entries whole and makes an object of each before anyone can count them.
        size = directory_size(self._file)
        if size is not None and size > self._limits.archive_directory_bytes:
            most = readable_size(self._limits.archive_directory_bytes)
            raise ExportError(self._place, f"the zip's list of entries is larger than {most}")

    def _checked(self, entries: list[zipfile.ZipInfo]) -> dict[str, zipfile.ZipInfo]:
        limits = self._limits
        if len(entries) > limits.archive_entries:
            raise ExportError(self._place, f"the zip has more than {limits.archive_entries:,} entries")
        total = sum(entry.file_size for entry in entries)
        packed = sum(entry.compress_size for entry in entries)
        if total > limits.archive_total_bytes or self._explodes(total, min(packed, _size_of(self._file))):
            raise ExportError(self._place, f"the zip would unpack to {readable_size(total)}, which is refused")
        checked: dict[str, zipfile.ZipInfo] = {}
        for entry in entries:
            problem = _problem_of_name(entry.orig_filename)
            if problem is None and entry.filename in checked:
                problem = "stands twice"
            if problem is not None:
                raise ExportError(self._place, f"the zip's entry {entry.orig_filename[:80]!a} {problem}")
            checked[entry.filename] = entry
        return {name: entry for name, entry in checked.items() if not name.endswith("/")}

    def _explodes(self, size: int, packed: int) -> bool:
        limits = self._limits
        return size > limits.archive_ratio_from_bytes and size > packed * limits.archive_ratio


class _Checked(io.RawIOBase):
    """Turn what `zipfile` raises while it unpacks into the error that every reader of files expects."""

    def __init__(self, stream: IO[bytes]) -> None:
        super().__init__()
        self._stream = stream

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # the buffer is always a memoryview here
        try:
            data = self._stream.read(len(buffer))
        except _DAMAGED as error:
            raise RefusedFileError(f"the zip is damaged: {_sentence(error)}") from None
        buffer[: len(data)] = data
        return len(data)

    def close(self) -> None:
        self._stream.close()
        super().close()


def directory_size(stream: BinaryIO) -> int | None:
    """Return the size in bytes that a zip's end record states for its list of entries, None where there is none.

    Source: APPNOTE 4.3.16 (end record, in the last 65,557 bytes) and 4.3.14 (its 64-bit form, before a locator).
    """
    size = _size_of(stream)
    begin = max(0, size - 65_557)
    stream.seek(begin)
    tail = stream.read(65_557)
    stream.seek(0)
    at = tail.rfind(b"PK\x05\x06")
    if at < 0 or len(tail) < at + 22:
        return None
    stated: int = struct.unpack_from("<L", tail, at + 12)[0]
    locator = tail[at - 20 : at] if at >= 20 else b""
    if locator[:4] == b"PK\x06\x07":
        stream.seek(min(struct.unpack_from("<Q", locator, 8)[0], size))
        record = stream.read(56)
        stream.seek(0)
        if len(record) == 56 and record[:4] == b"PK\x06\x06":
            stated = max(stated if stated != 0xFFFFFFFF else 0, struct.unpack_from("<Q", record, 40)[0])
    return stated


def _problem_of_name(name: str) -> str | None:
    if "\0" in name:
        return "has a NUL in its name"
    if "\\" in name:
        return "has a backslash in its name"
    if name.startswith("/") or _DRIVE.match(name):
        return "has an absolute path for a name"
    if ".." in name.split("/"):
        return "climbs out of the zip"
    return None


def _size_of(stream: BinaryIO) -> int:
    position = stream.tell()
    size = stream.seek(0, io.SEEK_END)
    stream.seek(position)
    return size


def _sentence(error: BaseException) -> str:
    return str(error).rstrip(".") or type(error).__name__
