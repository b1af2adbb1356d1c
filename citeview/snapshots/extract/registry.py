"""Which extractor reads some bytes: by their declared media type, by what they hold, by their file's name.

Knows the extractors by their modules alone; each is loaded when it is needed.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import cache
from typing import cast

from citeview.snapshots.extract.extraction import Extraction, ExtractionError, Extractor, Given

_MODULES = ("pdf", "warc", "wacz", "docx", "html", "markdown", "plain")
"""Those that are certain first; plain text takes what nobody else does."""

_VAGUE = frozenset(("", "application/octet-stream", "binary/octet-stream", "text/plain", "application/zip"))
"""Media types that servers give to anything: the bytes decide before them."""


def extractors() -> Iterator[Extractor]:
    """Return every extractor, the surest first."""
    return (_loaded(name) for name in _MODULES)


def extractor_for(raw: bytes, given: Given) -> Extractor:
    """Return the extractor for some bytes.

    Raises:
        ExtractionError: where nothing reads them.

    """
    media_type = given.media_type or ""
    if media_type not in _VAGUE:
        for extractor in extractors():
            if media_type in extractor.media_types:
                return extractor
    by_bytes = next((each for each in extractors() if each.recognises(raw)), None)
    if by_bytes is None:
        declared = f" declared as {media_type[:80]!a}" if media_type else ""
        raise ExtractionError(f"no extractor reads these bytes{declared}: they are no text, HTML, PDF, DOCX or WARC")
    if by_bytes is not _loaded("plain") or media_type == "text/plain":
        return by_bytes
    ending = given.name[given.name.rfind(".") :].lower() if "." in given.name else ""
    return next((each for each in extractors() if ending in each.endings and each.media_types[0] in _TEXT), by_bytes)


_TEXT = frozenset(("text/plain", "text/markdown", "text/html"))
"""Kinds that a file's name may choose among, once its bytes are text."""


def extract(raw: bytes, given: Given) -> Extraction:
    """Return the text of some bytes, in this process: use `citeview.snapshots.extract.process` for untrusted ones.

    Raises:
        ExtractionError: where they cannot be read.

    """
    if len(raw) > given.limits.raw_bytes:
        raise ExtractionError(f"there are more than {given.limits.raw_bytes:,} bytes")
    return extractor_for(raw, given).extract(raw, given)


@cache
def _loaded(name: str) -> Extractor:
    module = importlib.import_module(f"citeview.snapshots.extract.{name}")
    return cast("Extractor", module.EXTRACTOR)
