"""Write a snapshot into a store, and a bundle's folder into a zip.

Knows how to create exclusively: everything is made under another name, made durable, and then named in one step, so
that a crash at any moment leaves either nothing or all of it. Must not know where the bytes came from.
"""

from __future__ import annotations

import errno
import json
import os
import shutil
import tempfile
import time
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from citeview.records.places import ExportError, Place
from citeview.records.snapshot import SnapshotMissingError, SnapshotUnreadableError
from citeview.snapshots.description import FILE_NAME
from citeview.snapshots.digests import digest_of
from citeview.snapshots.files import RefusedFileError, is_link, open_inside, reason_of
from citeview.snapshots.store import RAW, TEXT, FolderStore, SnapshotStore, parts_of

UNFINISHED = ".unfinished-"
"""What the name of a folder begins with that a crash may leave behind; no reader looks into it."""
LEFT_AFTER_SECONDS = 24 * 3600
"""How old an unfinished folder is that nobody can be writing any more."""
EXTRACTION = "extraction"
"""Key of `snapshot.json`: which side file there is, and its digest."""
SIDE_NAME = "extraction.json"
_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
_TAKEN = (errno.EEXIST, errno.ENOTEMPTY)


class SnapshotExistsError(FileExistsError):
    """Report that another snapshot is stored under the id; it stays as it is."""


@dataclass(frozen=True, slots=True)
class WrittenSnapshot:
    """Hold the id that a snapshot is stored under, and whether this call stored it."""

    snapshot_id: str
    created: bool


def write_snapshot(
    store: Path, raw: bytes, text: str, metadata: Mapping[str, object], *, side_file: bytes | None = None
) -> WrittenSnapshot:
    """Store a snapshot under the digest of its raw bytes; one that is there is never overwritten.

    Args:
        store: the store's folder, made where it is not there.
        raw: the bytes as they were fetched.
        text: the text extracted from them, with no character changed.
        metadata: what is known about it; its id, digests and sizes are added here.
        side_file: the map, styles and pages that lie beside the text, as bytes.

    Returns:
        The id; `created` is False where the same raw bytes and text were there.

    Raises:
        SnapshotExistsError: where the raw bytes are stored with another text.
        UnicodeEncodeError: where the text holds a lone surrogate, which UTF-8 cannot.
        SnapshotUnreadableError: where what is there cannot be read.
        OSError: where the folder cannot be written.

    """
    encoded = text.encode("utf-8")
    snapshot_id = digest_of(raw)
    described = {
        **metadata,
        "snapshotId": snapshot_id,
        "hashes": {RAW: snapshot_id, TEXT: digest_of(encoded)},
        "sizes": {RAW: len(raw), TEXT: len(encoded)},
    }
    files = [(RAW, raw), (TEXT, encoded)]
    if side_file is not None:
        described[EXTRACTION] = {"file": SIDE_NAME, "digest": digest_of(side_file), "size": len(side_file)}
        files.append((SIDE_NAME, side_file))
    description = json.dumps(described, ensure_ascii=False, indent=1, allow_nan=False).encode("utf-8") + b"\n"
    if _create(store, snapshot_id, (*files, (FILE_NAME, description))):
        return WrittenSnapshot(snapshot_id, created=True)
    there = FolderStore(store).read(snapshot_id)
    if there.text != text or there.measured.raw != snapshot_id:
        raise SnapshotExistsError(f"{snapshot_id} is stored with another text or other bytes; it is not overwritten")
    return WrittenSnapshot(snapshot_id, created=False)


def copy_snapshot(source: SnapshotStore, snapshot_id: str, store: Path) -> bool:
    """Copy a snapshot, its files as they are, into another store; one that is there stays as it is.

    Returns:
        Whether it was copied.

    Raises:
        SnapshotMissingError, SnapshotUnreadableError: where it cannot be read, or its digests are wrong.
        OSError: where the folder cannot be written.

    """
    read = source.read(snapshot_id)
    if snapshot_id not in (read.measured.raw, read.measured.text):
        raise SnapshotUnreadableError(f"{snapshot_id}: its digests are wrong; it is not copied.")
    files = []
    for name in (RAW, TEXT, SIDE_NAME, FILE_NAME):
        try:
            with source.open(snapshot_id, name) as stream:
                files.append((name, stream.read()))
        except SnapshotMissingError:
            continue
    return _create(store, snapshot_id, files)


def _create(store: Path, snapshot_id: str, files: Iterable[tuple[str, bytes]]) -> bool:
    """Make a snapshot's folder, all of it or nothing; False where one is there."""
    target = store.joinpath(*parts_of(snapshot_id))
    remove_unfinished(store)
    if os.path.lexists(target / TEXT):
        return False
    for folder in (target.parent.parent, target.parent):
        folder.mkdir(parents=True, exist_ok=True)
        if is_link(folder):
            raise RefusedFileError(f"{folder} is a symbolic link, and links are not followed")
    unfinished = Path(tempfile.mkdtemp(prefix=UNFINISHED, dir=store))
    try:
        for name, data in files:
            _write_durably(unfinished / name, data)
        unfinished.chmod(0o755)
        _sync_folder(unfinished)
        if not _named(unfinished, target):
            return False
        for folder in (target.parent, target.parent.parent, store):
            _sync_folder(folder)
        return True
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def remove_unfinished(store: Path, older_than: float = LEFT_AFTER_SECONDS) -> int:
    """Remove what writers that were killed left behind, and return how much of it there was.

    Args:
        store: the store's folder; where it is not there, or may not be written, nothing is removed.
        older_than: seconds since the folder was changed; a younger one may be another process's work.

    """
    removed = 0
    try:
        left = [entry for entry in store.iterdir() if entry.name.startswith(UNFINISHED)]
    except OSError:
        return 0
    for entry in left:
        try:
            old = time.time() - entry.lstat().st_mtime >= older_than
            if not old or is_link(entry) or not entry.is_dir():
                continue
        except FileNotFoundError:
            continue
        shutil.rmtree(entry, ignore_errors=True)
        removed += not os.path.lexists(entry)
    return removed


def write_bundle_zip(folder: Path, out: Path) -> None:
    """Pack a bundle's folder into a zip; the same files give the same bytes under the same version of zlib.

    Hidden files and folders are left out. `out` is replaced in one step, or not at all.

    Raises:
        ExportError: where the folder holds a link or something that is no plain file.
        OSError: where the zip cannot be written.

    """
    with tempfile.NamedTemporaryFile(prefix=UNFINISHED, dir=out.parent, delete=False) as unfinished:
        try:
            with zipfile.ZipFile(unfinished, "w") as archive:
                for name in sorted(_files_below(folder)):
                    entry = zipfile.ZipInfo(name, _ZIP_DATE)
                    entry.compress_type = zipfile.ZIP_DEFLATED
                    entry.create_system = 3  # Unix, on every system
                    entry.external_attr = 0o100644 << 16
                    with _opened(folder, name) as source:
                        entry.file_size = os.fstat(source.fileno()).st_size  # lets zipfile choose its 64-bit form
                        with archive.open(entry, "w") as packed:
                            shutil.copyfileobj(source, packed, 1 << 20)
            unfinished.flush()
            os.fsync(unfinished.fileno())
            unfinished.close()
            Path(unfinished.name).chmod(0o644)
            Path(unfinished.name).replace(out)
        except BaseException:
            unfinished.close()
            Path(unfinished.name).unlink(missing_ok=True)
            raise
    _sync_folder(out.parent)


def _named(unfinished: Path, target: Path) -> bool:
    """Give a finished folder its name; False where the name is taken, by another process perhaps."""
    try:
        unfinished.rename(target)
    except OSError as error:
        if error.errno in _TAKEN:
            return False
        raise
    return True


def _write_durably(path: Path, data: bytes) -> None:
    with path.open("xb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())


def _sync_folder(path: Path) -> None:
    """Make a folder's list of names durable, on the systems that can open a folder."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    descriptor = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _files_below(folder: Path, prefix: str = "") -> Iterator[str]:
    for entry in folder.iterdir():
        if entry.name.startswith("."):
            continue
        if is_link(entry):
            raise ExportError(Place(str(entry)), "is a symbolic link, and links are not packed")
        if entry.is_dir():
            yield from _files_below(entry, f"{prefix}{entry.name}/")
        else:
            yield prefix + entry.name


def _opened(folder: Path, name: str) -> BinaryIO:
    try:
        return open_inside(folder, *name.split("/"))
    except OSError as error:
        raise ExportError(Place(str(folder / name)), reason_of(error)) from None
