"""Make records, snapshots, stores and bundles in one line each. Offered to tests as the fixture `build`.

Stands on the standard library alone, so that a bug in the code under test cannot hide in its own test data.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

Json = dict[str, Any]

_LENGTH: dict[str, Callable[[str], int]] = {
    "codepoint": len,
    "utf8": lambda text: len(text.encode("utf-8", "surrogatepass")),
    "utf16": lambda text: len(text.encode("utf-16-le", "surrogatepass")) // 2,
}


def digest(data: bytes | str) -> str:
    """Return `sha256:` and the digest of bytes, or of text as UTF-8."""
    return "sha256:" + hashlib.sha256(data if isinstance(data, bytes) else data.encode()).hexdigest()


@dataclass(frozen=True)
class SnapshotFiles:
    """The three files of one snapshot, before they are written."""

    snapshot_id: str
    raw: bytes
    text: str
    metadata: Json = field(default_factory=dict)


class MemoryFile:
    """An export file that is never on a disk; what `read_export` needs of a bundle."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        self.export_name = name
        self.export_path = self.path = f"folder/{name}"

    def open_export(self) -> BinaryIO:
        return io.BytesIO(self.data)


class Build:
    """Every builder; `folder()` gives a fresh place wherever a test does not name one."""

    def __init__(self, folder: Callable[[], Path]) -> None:
        self.folder = folder

    digest = staticmethod(digest)

    def position(self, text: str, quote: str, *, unit: str = "codepoint", nth: int = 1, **more: Any) -> Json:
        """Return the range of the `nth` occurrence (from 1) of `quote` in `text`, counted in `unit`."""
        at = -1
        for _ in range(nth):
            at = text.index(quote, at + 1)
        length = _LENGTH[unit]
        return {"unit": unit, "start": length(text[:at]), "end": length(text[: at + len(quote)]), **more}

    def selector(self, text: str, quote: str, *, unit: str = "codepoint", nth: int = 1, **more: Any) -> Json:
        """Return a selector with that range and the quote itself."""
        return {"position": self.position(text, quote, unit=unit, nth=nth, **more), "quote": {"exact": quote}}

    def snapshot(
        self, text: str = "The quick brown fox.", *, raw: bytes | None = None, **metadata: Any
    ) -> SnapshotFiles:
        """Return a snapshot of `text`, raw bytes its own unless given; `metadata` overrides, None drops a key."""
        kept = text.encode() if raw is None else raw
        described: Json = {
            "snapshotId": digest(kept),
            "url": "https://example.com/page",
            "title": "Example",
            "fetchedAt": "2026-11-05T14:02:11Z",
            "mediaType": "text/plain",
            "encoding": {"name": "utf-8", "decidedBy": "declared"},
            "extractor": "plain-text@1",
            "hashes": {"raw": digest(kept), "text": digest(text)},
            "sizes": {"raw": len(kept), "text": len(text.encode())},
            "transformations": [],
            **metadata,
        }
        described = {key: value for key, value in described.items() if value is not None}
        return SnapshotFiles(digest(kept), kept, text, described)

    def record(
        self,
        citation_id: str = "c-1",
        *,
        source: SnapshotFiles | str | None = None,
        quote: str | None = None,
        unit: str = "codepoint",
        nth: int = 1,
        **fields: Any,
    ) -> Json:
        """Return a citation record, right in every way with `source` and `quote`; `fields` override, None drops one."""
        record: Json = {"citationId": citation_id}
        if isinstance(source, str):
            source = self.snapshot(source)
        if source is not None:
            record["snapshotId"] = source.snapshot_id
            record["url"] = "https://example.com/page"
            record["hashes"] = {"raw": source.snapshot_id, "text": digest(source.text)}
            if quote is not None:
                record["selector"] = self.selector(source.text, quote, unit=unit, nth=nth)
        elif quote is not None:
            record["selector"] = {"quote": {"exact": quote}}
        record.update(fields)
        return {key: value for key, value in record.items() if value is not None}

    def answer(self, text: str | Sequence[Any] = "The fox is quick.", answer_id: str = "a-1", **fields: Any) -> Json:
        """Return an answer of one text, or of several parts."""
        words = {"text": text} if isinstance(text, str) else {"parts": list(text)}
        return {"answerId": answer_id, **words, **fields}

    def store(self, *snapshots: SnapshotFiles, at: Path | None = None) -> Path:
        """Write a store folder."""
        root = at or self.folder() / "snapshots"
        root.mkdir(parents=True, exist_ok=True)
        for snapshot in snapshots:
            for name, data in _files_of(snapshot).items():
                path = root / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
        return root

    def snapshot_folder(self, store: Path, snapshot_id: str) -> Path:
        """Return where a store keeps one snapshot."""
        name = snapshot_id.removeprefix("sha256:")
        return store / "sha256" / name[:2] / name[2:]

    def bundle(
        self,
        records: Iterable[Any] = (),
        answers: Iterable[Any] = (),
        snapshots: Iterable[SnapshotFiles] = (),
        *,
        lines: bool = False,
        at: Path | None = None,
    ) -> Path:
        """Write a bundle folder and return it."""
        folder = at or self.folder()
        folder.mkdir(parents=True, exist_ok=True)
        for name, data in _bundle_files(records, answers, snapshots, lines=lines).items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        return folder

    def zip(
        self,
        records: Iterable[Any] = (),
        answers: Iterable[Any] = (),
        snapshots: Iterable[SnapshotFiles] = (),
        *,
        lines: bool = False,
        prefix: str = "",
        more: Mapping[str, bytes] | None = None,
        at: Path | None = None,
    ) -> Path:
        """Write a zip bundle and return it; `more` adds entries by name, whatever the name is."""
        path = at or self.folder() / "bundle.citeview"
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, data in _bundle_files(records, answers, snapshots, lines=lines).items():
                archive.writestr(prefix + name, data)
            for name, data in (more or {}).items():
                archive.writestr(name, data)
        return path

    def case(self, source: str, quote: str | None, declared: Json | None, **fields: Any) -> Path:
        """Write a bundle of one citation `c-1` on one source: the range as declared, the quote as given."""
        snapshot = self.snapshot(source)
        selector: Json = {}
        if declared is not None:
            selector["position"] = declared
        if quote is not None:
            selector["quote"] = {"exact": quote}
        return self.bundle([self.record(source=snapshot, selector=selector or None, **fields)], snapshots=[snapshot])

    def memory(self, data: Any, name: str = "export.json") -> MemoryFile:
        """Return an export in memory: bytes as they are, text as UTF-8, anything else as JSON."""
        if not isinstance(data, bytes | str):
            data = json.dumps(data)
        return MemoryFile(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"), name)

    def export_file(self, data: bytes | str, name: str = "export.json") -> Path:
        """Write a file of exactly these bytes (text as UTF-8) and return it."""
        path = self.folder() / name
        path.write_bytes(data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass"))
        return path


def _files_of(snapshot: SnapshotFiles) -> dict[str, bytes]:
    name = snapshot.snapshot_id.removeprefix("sha256:")
    folder = f"sha256/{name[:2]}/{name[2:]}"
    return {
        f"{folder}/raw": snapshot.raw,
        f"{folder}/text": snapshot.text.encode(),
        f"{folder}/snapshot.json": json.dumps(snapshot.metadata, ensure_ascii=False).encode(),
    }


def _bundle_files(
    records: Iterable[Any], answers: Iterable[Any], snapshots: Iterable[SnapshotFiles], *, lines: bool
) -> dict[str, bytes]:
    # ensure_ascii, because a record may hold a lone surrogate, which no UTF-8 file can.
    if lines:
        rows = [*answers, *records]
        files = {"export.jsonl": "".join(json.dumps(row) + "\n" for row in rows).encode()}
    else:
        files = {"export.json": json.dumps({"answers": list(answers), "citations": list(records)}).encode()}
    for snapshot in snapshots:
        files.update({f"snapshots/{name}": data for name, data in _files_of(snapshot).items()})
    return files


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio of two colours `#rrggbb` (WCAG 2.2, relative luminance)."""
    bright, dim = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def _luminance(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
