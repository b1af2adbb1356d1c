"""What `snapshot.json` says about a snapshot, read leniently: it describes the evidence and is not the evidence.

Knows its keys. A damaged description makes no snapshot unreadable; every fault in it is said in a sentence.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from citeview.records.citation import Hashes
from citeview.records.jsontext import JsonParser, first_fault, json_name
from citeview.records.limits import LIMITS, Limits
from citeview.records.places import ExportError, Place

FILE_NAME = "snapshot.json"


@dataclass(frozen=True, slots=True)
class Description:
    """Hold a description's known keys, all of it, and what is wrong with it."""

    hashes: Hashes = field(default_factory=Hashes)
    sizes: Mapping[str, int] = field(default_factory=dict)
    snapshot_id: str | None = None
    url: str | None = None
    title: str | None = None
    fetched_at: str | None = None
    media_type: str | None = None
    encoding: str | None = None
    extractor: str | None = None
    transformations: tuple[object, ...] = ()
    metadata: Mapping[str, object] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def read_description(data: bytes, limits: Limits = LIMITS) -> Description:
    """Read the bytes of a `snapshot.json`. Nothing is raised: what cannot be read is among the problems."""
    try:
        parsed = JsonParser(limits).parse(data.removeprefix(b"\xef\xbb\xbf"), Place(FILE_NAME))
    except ExportError as error:
        return Description(problems=(f"{error}.",))
    fault = first_fault(parsed.value) if parsed.odd else None
    if fault is not None:
        return Description(problems=(f"{Place(FILE_NAME).at(fault[0])}: {fault[1]}.",))
    if not isinstance(parsed.value, dict):
        return Description(problems=(f"{FILE_NAME}: expected an object, got {json_name(parsed.value)}.",))
    reader = _Reader(parsed.value)
    hashes = reader.inside("hashes")
    sizes = reader.inside("sizes")
    encoding = parsed.value.get("encoding")
    return Description(
        hashes=Hashes(hashes.text("raw"), hashes.text("text"), hashes.text("norm")),
        sizes={key: size for key in ("raw", "text") if (size := sizes.whole_number(key)) is not None},
        snapshot_id=reader.text("snapshotId"),
        url=reader.text("url"),
        title=reader.text("title"),
        fetched_at=reader.text("fetchedAt"),
        media_type=reader.text("mediaType"),
        encoding=encoding if isinstance(encoding, str) else reader.inside("encoding").text("name"),
        extractor=reader.text("extractor"),
        transformations=reader.items("transformations"),
        metadata=parsed.value,
        problems=tuple(reader.problems),
    )


class _Reader:
    """Take known keys out of one object and note those of the wrong type."""

    def __init__(self, found: Mapping[str, object], path: str = "", problems: list[str] | None = None) -> None:
        self._found = found
        self._path = path
        self.problems: list[str] = problems if problems is not None else []

    def text(self, key: str) -> str | None:
        value = self._found.get(key)
        if isinstance(value, str):
            return value
        self._wrong(key, "text")
        return None

    def whole_number(self, key: str) -> int | None:
        value = self._found.get(key)
        if type(value) is int:
            return value
        self._wrong(key, "a whole number")
        return None

    def items(self, key: str) -> tuple[object, ...]:
        value = self._found.get(key)
        if isinstance(value, list):
            return tuple(value)
        self._wrong(key, "a list")
        return ()

    def inside(self, key: str) -> _Reader:
        value = self._found.get(key)
        if not isinstance(value, dict):
            self._wrong(key, "an object")
            value = {}
        return _Reader(value, f"{self._path}{key}.", self.problems)

    def _wrong(self, key: str, expected: str) -> None:
        value = self._found.get(key)
        if value is not None:
            self.problems.append(f"{FILE_NAME}: {self._path}{key}: expected {expected}, got {json_name(value)}.")
