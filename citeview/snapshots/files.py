"""Read one text file exactly: no newline translation, BOM kept, limits checked first."""

from __future__ import annotations

import stat
from pathlib import Path

from citeview.records.places import ExportError, Place

MOST_BYTES = 512 * 1024 * 1024


def read_text_file(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """Return the text of a UTF-8 file, every character as it stands.

    Raises:
        ExportError: where it is missing, not a plain file, larger than `most_bytes` or not UTF-8.
    """
    place = Place(str(path))
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise ExportError(place, "expected a plain file")
        if status.st_size > most_bytes:
            raise ExportError(place, f"the file has {status.st_size:,} bytes; at most {most_bytes:,} are read")
        return path.read_bytes().decode("utf-8")
    except UnicodeDecodeError as error:
        raise ExportError(place, f"the file is not UTF-8: byte {error.start} cannot be decoded") from None
    except (OSError, ValueError) as error:
        if isinstance(error, ExportError):
            raise
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise ExportError(place, f"cannot be read: {reason}") from None
