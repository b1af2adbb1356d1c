"""The file beside a snapshot's text that holds its map, styles and pages.

Knows one version of it. A reader that does not know the version, and one from before there were side files, leaves it
alone: the text and its digests do not depend on it.
"""

from __future__ import annotations

import base64
import json
import sys
from array import array
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from citeview.records.limits import MIB
from citeview.snapshots.digests import digest_of
from citeview.snapshots.extract.extraction import Container, Extraction, Page, Style, StyleKind
from citeview.snapshots.extract.source_map import SourceMap
from citeview.snapshots.writing import SIDE_NAME
from citeview.text.units import Span

VERSION = 1
MOST_BYTES = 512 * MIB
_NO_BOX = (65_535, 65_535, 0, 0)
"""Stands for a character that is not drawn: no box ends before it begins."""


class SideFileError(ValueError):
    """Report that a side file cannot be read: one sentence, without a full stop."""


@dataclass(frozen=True, slots=True)
class SideFile:
    """Hold what lies beside the text."""

    text_digest: str
    extractor: str
    source: SourceMap | None = None
    container: Container | None = None
    styles: tuple[Style, ...] = ()
    pages: tuple[Page, ...] = ()


def write_side_file(extraction: Extraction) -> bytes:
    """Return the bytes of the side file; the same extraction gives the same bytes."""
    value: dict[str, object] = {
        "version": VERSION,
        "extractor": extraction.extractor,
        "text": digest_of(extraction.text.encode("utf-8")),
        "styles": [
            [style.kind.value, style.span.start, style.span.end, style.level, style.target]
            for style in extraction.styles
        ],
        "pages": [_page_value(page) for page in extraction.pages],
    }
    if extraction.source is not None:
        value["map"] = extraction.source.numbers
        value["mapLength"] = extraction.source.text_length
    if extraction.container is not None:
        held = extraction.container
        value["container"] = {"name": held.name, "offset": held.offset, "size": held.size}
    return json.dumps(value, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode("ascii") + b"\n"


def read_side_file(data: bytes) -> SideFile:
    """Read the bytes of a side file.

    Raises:
        SideFileError: where they are none, or of another version.

    """
    try:
        value = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise SideFileError(f"{SIDE_NAME} is not JSON: {error}") from None
    if not isinstance(value, dict) or value.get("version") != VERSION:
        raise SideFileError(f"{SIDE_NAME} is of a version that is not read")
    try:
        return _read(value)
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise SideFileError(f"{SIDE_NAME} is damaged: {error}") from None


def _read(value: Mapping[str, Any]) -> SideFile:
    source = None
    if "map" in value:
        source = SourceMap(_whole_numbers(value["map"]), *_whole_numbers([value["mapLength"]]))
    held = value.get("container")
    return SideFile(
        text_digest=str(value["text"]),
        extractor=str(value["extractor"]),
        source=source,
        container=None if held is None else Container(str(held["name"]), held["offset"], held["size"]),
        styles=tuple(
            Style(StyleKind(kind), Span(*_whole_numbers([start, end])), level, target)
            for kind, start, end, level, target in value["styles"]
        ),
        pages=tuple(_page(page) for page in value["pages"]),
    )


def _whole_numbers(values: Sequence[object]) -> list[int]:
    numbers = [number for number in values if type(number) is int]
    if len(numbers) != len(values):
        raise TypeError("expected whole numbers")
    return numbers


def _page_value(page: Page) -> dict[str, object]:
    flat = array("H", [edge for box in page.boxes for edge in (box or _NO_BOX)])
    if sys.byteorder == "big":
        flat.byteswap()
    return {
        "number": page.number,
        "start": page.span.start,
        "end": page.span.end,
        "width": page.width,
        "height": page.height,
        "boxes": base64.b64encode(flat.tobytes()).decode("ascii"),
    }


def _page(value: Mapping[str, Any]) -> Page:
    flat = array("H", base64.b64decode(value["boxes"], validate=True))
    if sys.byteorder == "big":
        flat.byteswap()
    boxes = tuple(
        None if box == _NO_BOX else box for box in zip(flat[0::4], flat[1::4], flat[2::4], flat[3::4], strict=True)
    )
    number, start, end = _whole_numbers([value["number"], value["start"], value["end"]])
    if boxes and len(boxes) != end - start:
        raise ValueError("a page has a box for each of its characters")
    return Page(number, Span(start, end), float(value["width"]), float(value["height"]), boxes)
