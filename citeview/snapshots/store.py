"""Stores of snapshots, read: a folder, a zip, several one after the other.

Knows where a store keeps a snapshot's files, and that both digests are measured on every read. Must not judge them:
`citeview.checks.integrity` compares what was measured with what was recorded.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Protocol

from citeview.records.citation import Hashes
from citeview.records.limits import LIMITS, Limits, readable_size
from citeview.records.snapshot import SnapshotMissingError, SnapshotUnreadableError, StoredSnapshot
from citeview.snapshots.description import FILE_NAME, Description, read_description
from citeview.snapshots.digests import TooLargeError, digest_of, digest_of_stream, is_digest, read_at_most
from citeview.snapshots.files import is_link, open_inside, reason_of

if TYPE_CHECKING:
    from citeview.snapshots.archive import Archive

RAW = "raw"
TEXT = "text"
_FILE_NAME = re.compile(r"[a-z][a-z0-9-]*(\.[a-z0-9]+)?")
"""Names of a snapshot's files: the same on every file system, none of them a path."""


class SnapshotStore(Protocol):
    """Anywhere that snapshots are read from."""

    def read(self, snapshot_id: str) -> StoredSnapshot:
        """Return one snapshot, its digests measured on this read.

        Raises:
            SnapshotMissingError: where none is stored under that id, or it is no id.
            SnapshotUnreadableError: where it is there and cannot be read.

        """
        ...

    def ids(self) -> Iterator[str]:
        """Return the ids that there are, in their order."""
        ...

    def open(self, snapshot_id: str, name: str) -> BinaryIO:
        """Open one of a snapshot's files (`raw`, `snapshot.json`, a side file); nothing of it is verified.

        Raises:
            SnapshotMissingError: where there is no such snapshot or no such file of it.
            SnapshotUnreadableError: where it is there and cannot be opened.

        """
        ...


class FolderStore:
    """Read the snapshots of a folder; `below` are the parts of the path that may not be links either."""

    def __init__(self, root: Path, *below: str, limits: Limits = LIMITS) -> None:
        self._root = root
        self._below = below
        self._limits = limits

    @property
    def path(self) -> Path:
        """Return the store's own folder."""
        return self._root.joinpath(*self._below)

    def read(self, snapshot_id: str) -> StoredSnapshot:
        """Return one snapshot. Raises as `SnapshotStore.read`."""
        return _read(snapshot_id, lambda *parts: open_inside(self._root, *self._below, *parts), self._limits)

    def open(self, snapshot_id: str, name: str) -> BinaryIO:
        """Open one of a snapshot's files. Raises as `SnapshotStore.open`."""
        return _open(snapshot_id, name, lambda *parts: open_inside(self._root, *self._below, *parts))

    def ids(self) -> Iterator[str]:
        """Return the ids that there are. What is no snapshot's folder is passed over, and so are links."""
        here = self._root
        for part in (*self._below, "sha256"):
            if part not in _folders(here):
                return
            here = here / part
        for first in _folders(here):
            for rest in _folders(here / first):
                if is_digest(found := f"sha256:{first}{rest}"):
                    yield found


class ZipStore:
    """Read the snapshots of an open zip, below `prefix` (empty, or ending in a slash)."""

    def __init__(self, archive: Archive, prefix: str = "", limits: Limits = LIMITS) -> None:
        self._archive = archive
        self._prefix = prefix
        self._limits = limits

    def read(self, snapshot_id: str) -> StoredSnapshot:
        """Return one snapshot. Raises as `SnapshotStore.read`."""
        return _read(snapshot_id, lambda *parts: self._archive.open(self._prefix + "/".join(parts)), self._limits)

    def open(self, snapshot_id: str, name: str) -> BinaryIO:
        """Open one of a snapshot's files. Raises as `SnapshotStore.open`."""
        return _open(snapshot_id, name, lambda *parts: self._archive.open(self._prefix + "/".join(parts)))

    def ids(self) -> Iterator[str]:
        """Return the ids that there are."""
        beginning = f"{self._prefix}sha256/"
        found = set()
        for name in self._archive.names:
            parts = name.removeprefix(beginning).split("/") if name.startswith(beginning) else []
            if len(parts) == 3 and len(parts[0]) == 2 and is_digest(f"sha256:{parts[0]}{parts[1]}"):
                found.add(f"sha256:{parts[0]}{parts[1]}")
        yield from sorted(found)


class ChainStore:
    """Read from the first store that holds a snapshot. A damaged copy is reported and not passed over for another."""

    def __init__(self, stores: Sequence[SnapshotStore]) -> None:
        self.stores = tuple(stores)

    def read(self, snapshot_id: str) -> StoredSnapshot:
        """Return one snapshot. Raises as `SnapshotStore.read`."""
        for store in self.stores:
            try:
                return store.read(snapshot_id)
            except SnapshotMissingError:
                continue
        raise _missing(snapshot_id)

    def open(self, snapshot_id: str, name: str) -> BinaryIO:
        """Open one of a snapshot's files, of the first store that has it. Raises as `SnapshotStore.open`."""
        for store in self.stores:
            try:
                return store.open(snapshot_id, name)
            except SnapshotMissingError:
                continue
        raise _missing(snapshot_id)

    def ids(self) -> Iterator[str]:
        """Return the ids that there are, each once."""
        seen: set[str] = set()
        for store in self.stores:
            for found in store.ids():
                if found not in seen:
                    seen.add(found)
                    yield found


def default_store_path() -> Path:
    """Return the user's own store: a folder of the user's data, which need not exist."""
    import platformdirs

    return platformdirs.user_data_path("citeview", appauthor=False) / "snapshots"


def parts_of(snapshot_id: str) -> tuple[str, str, str]:
    """Return where a store keeps a snapshot: `sha256`, two digits, the other sixty-two.

    Raises:
        SnapshotMissingError: where it is no id, so that nothing can be stored under it.

    """
    if not is_digest(snapshot_id):
        given = ascii(snapshot_id[:80])
        raise SnapshotMissingError(f"{given} is no snapshot id; one is sha256: and 64 lower-case hexadecimal digits.")
    name = snapshot_id.removeprefix("sha256:")
    return "sha256", name[:2], name[2:]


def describe(store: SnapshotStore, snapshot_id: str, limits: Limits = LIMITS) -> Description:
    """Return what `snapshot.json` says, without reading or verifying anything else.

    Raises:
        SnapshotUnreadableError: where the file is there and cannot be read.

    """
    try:
        with store.open(snapshot_id, FILE_NAME) as stream:
            return read_description(read_at_most(stream, limits.metadata_bytes), limits)
    except SnapshotMissingError:
        return Description(problems=(f"There is no {FILE_NAME}.",))
    except TooLargeError:
        problem = f"is larger than {readable_size(limits.metadata_bytes)}, the most that is read"
    except OSError as error:
        problem = reason_of(error)
    raise SnapshotUnreadableError(f"{FILE_NAME} {problem}.")


def _open(snapshot_id: str, name: str, opened: Callable[..., BinaryIO]) -> BinaryIO:
    folder = parts_of(snapshot_id)
    if not _FILE_NAME.fullmatch(name):
        raise SnapshotMissingError(f"{name[:40]!a} is no file of a snapshot.")
    try:
        return opened(*folder, name)
    except (FileNotFoundError, NotADirectoryError):
        raise SnapshotMissingError(f"No {name} is stored under {snapshot_id}.") from None
    except (OSError, ValueError) as error:
        raise SnapshotUnreadableError(f"{'/'.join(folder)}/{name}: {reason_of(error)}.") from None


def _read(snapshot_id: str, opened: Callable[..., BinaryIO], limits: Limits) -> StoredSnapshot:
    folder = parts_of(snapshot_id)

    def use(name: str, read: Callable[[BinaryIO], object], most: int) -> object:
        """Open one of the snapshot's files and return what `read` makes of it, None where there is none."""
        try:
            with opened(*folder, name) as stream:
                return read(stream)
        except (FileNotFoundError, NotADirectoryError):
            return None
        except TooLargeError:
            problem = f"is larger than {readable_size(most)}, the most that is read"
        except (OSError, ValueError) as error:
            problem = reason_of(error)
        raise SnapshotUnreadableError(f"{'/'.join(folder)}/{name}: {problem}.")

    data = use(TEXT, lambda stream: read_at_most(stream, limits.text_bytes), limits.text_bytes)
    raw = use(RAW, lambda stream: digest_of_stream(stream, limits.raw_bytes), limits.raw_bytes)
    described = use(FILE_NAME, lambda stream: read_at_most(stream, limits.metadata_bytes), limits.metadata_bytes)
    if not isinstance(data, bytes):
        if raw is None and described is None:
            raise _missing(snapshot_id)
        raise SnapshotUnreadableError(f"{'/'.join(folder)}/{TEXT}: the snapshot's text is not stored.")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        problem = f"not UTF-8: byte {error.start} (hexadecimal {data[error.start]:02x}) cannot be decoded"
        raise SnapshotUnreadableError(f"{'/'.join(folder)}/{TEXT}: {problem}.") from None
    raw_digest, raw_size = raw if isinstance(raw, tuple) else (None, None)
    description = read_description(described, limits) if isinstance(described, bytes) else Description()
    measured = Hashes(raw_digest, digest_of(data))
    return StoredSnapshot(
        snapshot_id=snapshot_id,
        text=text,
        raw_size=raw_size,
        recorded=description.hashes,
        measured=measured,
        url=description.url,
        title=description.title,
        fetched_at=description.fetched_at,
        media_type=description.media_type,
        encoding=description.encoding,
        extractor=description.extractor,
        transformations=description.transformations,
        metadata=description.metadata,
        problems=tuple(_oddities(snapshot_id, description, described, raw_size, len(data))),
    )


def _oddities(
    snapshot_id: str, description: Description, described: object, raw_size: int | None, text_size: int
) -> Iterator[str]:
    if described is None:
        yield f"There is no {FILE_NAME}: nothing says where the snapshot came from."
    yield from description.problems
    if raw_size is None:
        yield "The raw bytes are not stored: the text cannot be traced back to what was fetched."
    if description.snapshot_id not in (None, snapshot_id):
        yield f"{FILE_NAME} is that of another snapshot, {ascii(description.snapshot_id)[1:-1]}."
    for name, size in ((RAW, raw_size), (TEXT, text_size)):
        said = description.sizes.get(name)
        if said is not None and size is not None and said != size:
            yield f"{FILE_NAME} says that {name} has {said:,} bytes; it has {size:,}."


def _missing(snapshot_id: str) -> SnapshotMissingError:
    parts_of(snapshot_id)
    return SnapshotMissingError(f"No snapshot is stored under {snapshot_id}.")


def _folders(path: Path) -> list[str]:
    try:
        return sorted(entry.name for entry in path.iterdir() if entry.is_dir() and not is_link(entry))
    except (FileNotFoundError, NotADirectoryError):
        return []
