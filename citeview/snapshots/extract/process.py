"""Extract in a process of its own, with limits of time and memory: what a hostile file can do ends there.

Knows the worker's requests and answers. Must not read a byte of the file itself.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from citeview.snapshots.extract.extraction import LIMITS, Encoding, ExtractionError, ExtractionLimits, Given

_WORKER = "citeview.snapshots.extract.worker"
_ENVIRONMENT = ("PATH", "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "SYSTEMROOT", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
"""What the interpreter needs to start; nothing that a file could ask for (proxies, tokens, the user's name)."""


@dataclass(frozen=True, slots=True)
class Extracted:
    """Hold what another process made of some bytes, ready to be stored."""

    text: str
    side_file: bytes
    extractor: str
    media_type: str
    encoding: Encoding | None
    transformations: tuple[str, ...]
    title: str | None
    url: str | None
    fetched_at: str | None
    warnings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PagePicture:
    """Hold a page as pixels: 3 bytes each (red, green, blue), rows from the top without padding."""

    width: int
    height: int
    pixels: bytes


def extract_apart(raw: bytes, given: Given) -> Extracted:
    """Return the text of some bytes, read by another process.

    Raises:
        ExtractionError: where they cannot be read, or not within the limits: one sentence, without a full stop.

    """
    if len(raw) > given.limits.raw_bytes:
        raise ExtractionError(f"there are more than {given.limits.raw_bytes:,} bytes")
    request = {
        "action": "extract",
        "mediaType": given.media_type,
        "charset": given.charset,
        "name": given.name,
        "url": given.url,
    }
    head, (text, side_file) = _asked(request, raw, given.limits)
    encoding = head["encoding"]
    return Extracted(
        text=text.decode("utf-8"),
        side_file=side_file,
        extractor=head["extractor"],
        media_type=head["mediaType"],
        encoding=None if encoding is None else Encoding(*encoding),
        transformations=tuple(head["transformations"]),
        title=head["title"],
        url=head["url"],
        fetched_at=head["fetchedAt"],
        warnings=tuple(head["warnings"]),
    )


def payload_apart(raw: bytes, container: str, limits: ExtractionLimits = LIMITS) -> bytes:
    """Return the unpacked bytes of the part of `raw` that a container names. Raises as `extract_apart`."""
    _, (payload,) = _asked({"action": "payload", "container": container}, raw, limits)
    return payload


def picture_apart(raw: bytes, page: int, width: int, limits: ExtractionLimits = LIMITS) -> PagePicture:
    """Return a page of a PDF (1-based) as a picture `width` pixels wide. Raises as `extract_apart`."""
    head, (pixels,) = _asked({"action": "picture", "page": page, "width": width}, raw, limits)
    return PagePicture(head["width"], head["height"], pixels)


def _asked(request: Mapping[str, Any], raw: bytes, limits: ExtractionLimits) -> tuple[dict[str, Any], list[bytes]]:
    line = json.dumps({**request, "limits": asdict(limits)}).encode("ascii") + b"\n"
    environment = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
    try:
        with subprocess.Popen(  # noqa: S603  # our own module, in the same interpreter
            [sys.executable, "-P", "-m", _WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
        ) as process:
            try:
                answer, _ = process.communicate(line + raw, timeout=limits.seconds)
            except BaseException:
                process.kill()
                process.wait()
                raise
    except subprocess.TimeoutExpired:
        raise ExtractionError(f"reading it takes more than {limits.seconds:g} seconds") from None
    except OSError as error:
        raise ExtractionError(f"the process that reads it could not be started: {error.strerror}") from None
    head, _, rest = answer.partition(b"\n")
    if not head:
        raise ExtractionError(_end_of(process.returncode, limits))
    value: dict[str, Any] = json.loads(head)
    if "error" in value:
        raise ExtractionError(value["error"])
    parts, at = [], 0
    for size in value["sizes"]:
        parts.append(rest[at : at + size])
        at += size
    if at != len(rest):
        raise ExtractionError(_end_of(process.returncode, limits))
    return value, parts


def _end_of(code: int, limits: ExtractionLimits) -> str:
    """Say how the other process ended without an answer."""
    ended = -code if code < 0 else 0
    if ended == getattr(signal, "SIGXCPU", None) or (ended == getattr(signal, "SIGKILL", None)):
        return f"reading it takes more than {limits.seconds:g} seconds"
    how = f"by signal {ended}" if ended else f"with code {code}"
    return f"the process that reads it ended {how}; the file is damaged, or built to do harm"
