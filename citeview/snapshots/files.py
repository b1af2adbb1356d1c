"""Open plain files, and nothing that only looks like one.

Knows links, pipes, devices and folders in a file's place. Must not know what a file holds.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

from citeview.records.limits import LIMITS, readable_size
from citeview.records.places import ExportError, Place

_KINDS = (
    (stat.S_ISDIR, "a folder"),
    (stat.S_ISFIFO, "a pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
    (stat.S_ISLNK, "a symbolic link"),
)
# A pipe without a writer would block the opening for ever. Windows has neither flag, and no pipes among its files.
_CAREFULLY = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0) | getattr(os, "O_BINARY", 0)


class RefusedFileError(OSError):
    """Report that something else stands where a plain file is expected; the message is half a sentence."""


def open_plain(path: Path, *, follow_links: bool = True) -> BinaryIO:
    """Open a plain file for reading.

    Raises:
        RefusedFileError: where a folder, a pipe, a device or (unless followed) a link stands there.
        OSError: where it cannot be opened; ValueError where the path holds a NUL.

    """
    refuse = 0 if follow_links else getattr(os, "O_NOFOLLOW", 0)
    descriptor = os.open(path, os.O_RDONLY | _CAREFULLY | refuse)
    try:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            raise RefusedFileError(f"expected a plain file, got {_kind_of(mode)}")  # noqa: TRY301  # closes the file below
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def open_inside(root: Path, *parts: str) -> BinaryIO:
    """Open the plain file `parts` below `root`; no part may be a link, because a link could lead anywhere.

    `root` itself is what a person named, and may be one.

    Raises:
        RefusedFileError: where a part is a link, or the last one no plain file.
        OSError: where it cannot be opened, FileNotFoundError where it is not there.

    """
    path = root
    for part in parts:
        path = path / part
        if is_link(path):
            raise RefusedFileError(f"{part} is a symbolic link, and links are not followed")
    return open_plain(path, follow_links=False)


def is_link(path: Path) -> bool:
    """Say whether a symbolic link, or a junction of Windows, stands at `path`.

    Raises:
        OSError: where nothing stands there.

    """
    status = path.lstat()
    reparse: int = getattr(status, "st_file_attributes", 0) & getattr(stat, "FILE_ATTRIBUTE_REPARSE_POINT", 0)
    return stat.S_ISLNK(status.st_mode) or bool(reparse)


def reason_of(error: OSError | ValueError) -> str:
    """Say in half a sentence why a file could not be opened or read."""
    if isinstance(error, RefusedFileError):
        return str(error)
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return f"cannot be read: {reason}"


def read_text_file(path: Path, most_bytes: int = LIMITS.text_bytes) -> str:
    """Return the text of a UTF-8 file, every character as it stands: no newline translation, a BOM kept.

    Raises:
        ExportError: where it is missing, not a plain file, larger than `most_bytes` or not UTF-8.

    """
    place = Place(str(path))
    try:
        with open_plain(path) as stream:
            data = stream.read(most_bytes + 1)
    except (OSError, ValueError) as error:
        raise ExportError(place, reason_of(error)) from None
    if len(data) > most_bytes:
        raise ExportError(place, f"the file is larger than {readable_size(most_bytes)}, the most that is read")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise ExportError(place, f"the file is not UTF-8: byte {error.start} cannot be decoded") from None


def _kind_of(mode: int) -> str:
    return next((name for test, name in _KINDS if test(mode)), "something else")
