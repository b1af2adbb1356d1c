"""The process that reads untrusted bytes: `python -m citeview.snapshots.extract.worker`, with limits on itself.

Reads a request (one line of JSON, then the raw bytes) from standard input and writes an answer (one line of JSON, then
the parts that it names) to standard output. It may open no connection, start no process and write no file.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any, BinaryIO

from citeview.snapshots.extract.extraction import ExtractionError, ExtractionLimits, Given

_REFUSED = (
    "socket.",
    "subprocess.",
    "os.system",
    "os.exec",
    "os.posix_spawn",
    "os.spawn",
    "os.fork",
    "os.remove",
    "os.rename",
    "os.mkdir",
    "os.rmdir",
    "os.link",
    "os.symlink",
    "os.chmod",
    "os.chown",
    "os.truncate",
    "shutil.",
    "ftplib.",
    "urllib.",
    "webbrowser.",
)
"""Audit events (PEP 578) of what reading a file never needs."""
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def main() -> int:
    """Answer one request."""
    request = json.loads(sys.stdin.buffer.readline())
    limits = ExtractionLimits(**request["limits"])
    _limit(limits)
    raw = sys.stdin.buffer.read()
    out = sys.stdout.buffer
    # What a library prints must not end up among the answer.
    sys.stdout = sys.stderr
    sys.addaudithook(_refuse)
    try:
        head, parts = ACTIONS[request["action"]](raw, request, limits)
    except ExtractionError as error:
        head, parts = {"error": str(error)}, []
    except MemoryError:
        head, parts = {"error": "reading it takes more memory than is allowed"}, []
    except RecursionError:
        head, parts = {"error": "it is nested too deeply"}, []
    _answer(out, head, parts)
    return 0


Answer = tuple[dict[str, Any], list[bytes]]


def _extract(raw: bytes, request: Mapping[str, Any], limits: ExtractionLimits) -> Answer:
    from citeview.snapshots.extract.registry import extract
    from citeview.snapshots.extract.side_file import write_side_file

    given = Given(
        media_type=request["mediaType"],
        charset=request["charset"],
        name=request["name"],
        url=request["url"],
        limits=limits,
    )
    made = extract(raw, given)
    encoding = None if made.encoding is None else [made.encoding.name, made.encoding.decided_by]
    head: dict[str, Any] = {
        "extractor": made.extractor,
        "mediaType": made.media_type,
        "encoding": encoding,
        "transformations": made.transformations,
        "title": made.title,
        "url": made.url,
        "fetchedAt": made.fetched_at,
        "warnings": made.warnings,
    }
    return head, [made.text.encode("utf-8"), write_side_file(made)]


def _payload(raw: bytes, request: Mapping[str, Any], limits: ExtractionLimits) -> Answer:
    from citeview.snapshots.extract.payload import payload_of

    return {}, [payload_of(raw, request["container"], limits)]


def _picture(raw: bytes, request: Mapping[str, Any], limits: ExtractionLimits) -> Answer:
    from citeview.snapshots.extract.pdf import page_picture

    width, height, pixels = page_picture(raw, request["page"], request["width"])
    return {"width": width, "height": height}, [pixels]


ACTIONS: dict[str, Callable[[bytes, Mapping[str, Any], ExtractionLimits], Answer]] = {
    "extract": _extract,
    "payload": _payload,
    "picture": _picture,
}


def _answer(out: BinaryIO, head: dict[str, Any], parts: list[bytes]) -> None:
    out.write(json.dumps({**head, "sizes": [len(part) for part in parts]}).encode("ascii") + b"\n")
    for part in parts:
        out.write(part)
    out.flush()


def _limit(limits: ExtractionLimits) -> None:
    """Limit this process; Windows has no such limits, and there the time-out of the caller stands alone."""
    try:
        import resource
    except ImportError:
        return
    seconds = max(1, round(limits.seconds))
    for what, most in (
        (resource.RLIMIT_AS, limits.memory_bytes),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard = resource.getrlimit(what)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(what, (allowed, allowed))


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_REFUSED):
        raise PermissionError(f"reading a file needs no {event}")
    if event == "open" and isinstance(arguments[2], int) and arguments[2] & _WRITING:
        raise PermissionError("reading a file writes none")


if __name__ == "__main__":
    sys.exit(main())
