"""WARC (ISO 28500): one archived response, read by the extractor of what it holds.

Knows which record is meant: that of the address that was asked for, else the first successful response. Reads through
warcio, which undoes chunked transfer and compression.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from citeview.snapshots.extract.extraction import Container, Extraction, ExtractionError, ExtractionLimits, Given
from citeview.snapshots.extract.payload import SEPARATOR

_GZIP = b"\x1f\x8b"
_WARC = b"WARC/1."
_CHARSET = re.compile(r"charset\s*=\s*[\"']?([^\"'\s;]+)", re.IGNORECASE)
_KINDS = ("response", "resource", "conversion")


@dataclass(frozen=True, slots=True)
class Response:
    """Hold one record's payload and what its headers say."""

    number: int
    """1-based, of all records."""
    url: str | None
    date: str | None
    status: int | None
    media_type: str | None
    charset: str | None
    payload: bytes


class Warc:
    """Read WARC."""

    name = "warc@1"
    media_types = ("application/warc", "application/warc-fields")
    endings = (".warc", ".warc.gz")

    def recognises(self, raw: bytes) -> bool:
        """Say whether the bytes begin as a record, packed or not."""
        if raw.startswith(_WARC):
            return True
        return raw.startswith(_GZIP) and _beginning(raw).startswith(_WARC)

    def extract(self, raw: bytes, given: Given) -> Extraction:
        """Return the text of one response. Raises as `Extractor.extract`."""
        return extract_response([("", raw)], given, self.name)


def extract_response(files: list[tuple[str, bytes]], given: Given, extractor: str) -> Extraction:
    """Return the text of the one response that is meant among WARC files, each with its name in an archive or "".

    Raises:
        ExtractionError: where there is none, or it cannot be read.

    """
    from citeview.snapshots.extract.registry import extract

    chosen, raw, name, others = _chosen(files, given)
    inner = Given(chosen.media_type, chosen.charset, chosen.url or "", None, given.limits)
    made = extract(chosen.payload, inner)
    step = f"record {chosen.number}"
    path = SEPARATOR.join([*([name] if name else []), step, *([made.container.name] if made.container else [])])
    offset = raw.find(chosen.payload) if not name and chosen.payload and made.container is None else -1
    size = made.container.size if made.container else len(chosen.payload)
    where = f" of {name}" if name else ""
    return replace(
        made,
        extractor=f"{extractor}+{made.extractor}",
        container=Container(path, offset if offset >= 0 else None, size),
        transformations=(f"Took the response in {step}{where}, {len(chosen.payload):,} bytes.", *made.transformations),
        url=chosen.url,
        fetched_at=chosen.date,
        warnings=(*_of_others(others, given), *made.warnings),
    )


def record_payload(raw: bytes, number: int, limits: ExtractionLimits) -> bytes:
    """Return the payload of a record (1-based).

    Raises:
        ExtractionError: where there is no such record.

    """
    for found in _responses(raw, limits):
        if found.number == number:
            return found.payload
    raise ExtractionError(f"the WARC file has no response in record {number}")


def _chosen(files: list[tuple[str, bytes]], given: Given) -> tuple[Response, bytes, str, int]:
    first: tuple[Response, bytes, str] | None = None
    others = 0
    for name, raw in files:
        for found in _responses(raw, given.limits):
            if given.url is not None:
                if found.url == given.url:
                    return found, raw, name, 0
            elif found.status in (None, 200):
                others += first is not None
                first = first or (found, raw, name)
    if first is None:
        wanted = f" of {given.url[:200]!a}" if given.url is not None else ""
        raise ExtractionError(f"the archive holds no successful response{wanted}")
    return *first, others


def _of_others(others: int, given: Given) -> tuple[str, ...]:
    if not others or given.url is not None:
        return ()
    count = "one more response" if others == 1 else f"{others:,} more responses"
    return (f"The archive holds {count}; the text is that of the first. An address chooses another.",)


def _responses(raw: bytes, limits: ExtractionLimits) -> Iterator[Response]:
    from warcio.archiveiterator import ArchiveIterator
    from warcio.exceptions import ArchiveLoadFailed

    left = limits.unpacked_bytes
    try:
        for number, record in enumerate(ArchiveIterator(io.BytesIO(raw)), 1):
            if record.rec_type not in _KINDS:
                continue
            payload = record.content_stream().read(left + 1)
            left -= len(payload)
            if left < 0:
                raise ExtractionError(f"the archive unpacks to more than {limits.unpacked_bytes:,} bytes")
            yield _response(number, record, payload)
    except ArchiveLoadFailed as error:
        raise ExtractionError(f"the WARC file is damaged: {str(error).splitlines()[0][:200]}") from None


def _response(number: int, record: Any, payload: bytes) -> Response:  # the library has no types
    headers = record.http_headers
    content_type = (headers or record.rec_headers).get_header("Content-Type") or ""
    charset = _CHARSET.search(content_type)
    status = headers.get_statuscode() if headers else None
    return Response(
        number=number,
        url=record.rec_headers.get_header("WARC-Target-URI"),
        date=record.rec_headers.get_header("WARC-Date"),
        status=int(status) if status and status.isascii() and status.isdigit() else None,
        media_type=content_type.partition(";")[0].strip().lower() or None,
        charset=charset[1] if charset else None,
        payload=payload,
    )


def _beginning(raw: bytes) -> bytes:
    import zlib

    try:
        return zlib.decompressobj(31).decompress(raw[:4096], 16)
    except zlib.error:
        return b""


EXTRACTOR = Warc()
