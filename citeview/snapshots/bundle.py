"""What a person opens: a file, a folder or a zip, with the export in it and the snapshots beside it.

Knows where the export's file and its store are. Must not know what either holds.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from citeview.records.closing import Closing
from citeview.records.limits import LIMITS, Limits
from citeview.records.places import ExportError, Place
from citeview.snapshots.files import open_inside, open_plain, reason_of
from citeview.snapshots.store import ChainStore, FolderStore, SnapshotStore, ZipStore, default_store_path

EXPORT_NAMES = ("export.json", "export.jsonl")
STORE_NAME = "snapshots"
_ZIP_NAMES = (".citeview", ".zip")
_ZIP_BEGINNINGS = (b"PK\x03\x04", b"PK\x05\x06")


@dataclass(frozen=True)
class Bundle(Closing):
    """Hold an opened bundle. `open_export` may be called again and again; `close` lets go of a zip."""

    path: str
    """What was opened, as it was named."""
    export_name: str
    """The export file's own name."""
    export_path: str
    """The export file's path; in a zip, the zip's and then the entry's."""
    store: SnapshotStore
    _open: Callable[[], BinaryIO] = field(repr=False)
    _close: Callable[[], None] = field(default=lambda: None, repr=False)

    def open_export(self) -> BinaryIO:
        """Open the export's file from its beginning.

        Raises:
            ExportError: where it cannot be opened.

        """
        try:
            return self._open()
        except (OSError, ValueError) as error:
            raise ExportError(Place(self.export_path), reason_of(error)) from None

    def close(self) -> None:
        """Let go of the files."""
        self._close()


def open_bundle(path: Path | str, *, store: Path | None = None, limits: Limits = LIMITS) -> Bundle:
    """Open a file, a folder with `export.json` or `export.jsonl`, or a zip of such a folder.

    Snapshots are looked for in `snapshots` beside the export, then in `store`, then in the user's own store.

    Args:
        path: what to open. It may be a link; nothing inside a folder or a zip may.
        store: another folder of snapshots.
        limits: what is read at most.

    Raises:
        ExportError: where it is nothing of that kind: one sentence.

    """
    path = Path(path)
    place = Place(str(path))
    try:
        mode = os.stat(path).st_mode  # noqa: PTH116  # one call that tests can make fail
        is_zip = stat.S_ISREG(mode) and _is_zip(path)
    except FileNotFoundError:
        raise ExportError(place, "there is no such file") from None
    except (OSError, ValueError) as error:
        raise ExportError(place, reason_of(error)) from None
    others: list[SnapshotStore] = [FolderStore(store, limits=limits)] if store is not None else []
    others.append(FolderStore(default_store_path(), limits=limits))
    if stat.S_ISDIR(mode):
        return _open_folder(path, others, limits)
    if is_zip:
        return _open_zip(path, others, limits)
    beside = FolderStore(path.parent, STORE_NAME, limits=limits)
    return Bundle(str(path), path.name, str(path), ChainStore([beside, *others]), lambda: open_plain(path))


def _open_folder(path: Path, others: list[SnapshotStore], limits: Limits) -> Bundle:
    place = Place(str(path))
    try:
        there = [name for name in EXPORT_NAMES if os.path.lexists(path / name)]
    except OSError as error:
        raise ExportError(place, reason_of(error)) from None
    name = _the_one(there, place, "the folder")
    beside = FolderStore(path, STORE_NAME, limits=limits)
    store = ChainStore([beside, *others])
    return Bundle(str(path), name, str(path / name), store, lambda: open_inside(path, name))


def _open_zip(path: Path, others: list[SnapshotStore], limits: Limits) -> Bundle:
    from citeview.snapshots.archive import Archive  # brings zipfile, which most exports do without

    archive = Archive(path, limits)
    try:
        # A zip made of a folder, and not of what is in it, has that folder's name before every entry.
        there = [name for name in archive.names if name in EXPORT_NAMES] or [
            name
            for name in archive.names
            if name.count("/") == 1 and name.partition("/")[2] in EXPORT_NAMES and not name.startswith("__MACOSX/")
        ]
        entry = _the_one(there, Place(str(path)), "the zip")
    except BaseException:
        archive.close()
        raise
    prefix = entry[: entry.rfind("/") + 1]
    store = ChainStore([ZipStore(archive, f"{prefix}{STORE_NAME}/", limits), *others])
    name = entry.removeprefix(prefix)
    return Bundle(str(path), name, f"{path}/{entry}", store, lambda: archive.open(entry), archive.close)


def _the_one(there: list[str], place: Place, what: str) -> str:
    if not there:
        raise ExportError(place, f"{what} holds neither {' nor '.join(EXPORT_NAMES)}")
    if len(there) > 1:
        raise ExportError(place, f"{what} holds more than one export: {', '.join(map(ascii, there[:4]))}")
    return there[0]


def _is_zip(path: Path) -> bool:
    if path.suffix.lower() in _ZIP_NAMES:
        return True
    with open_plain(path) as stream:
        return stream.read(4) in _ZIP_BEGINNINGS
