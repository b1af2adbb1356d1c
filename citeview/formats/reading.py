"""A file's bytes to one JSON document or to JSON Lines, whichever it is, each bad line alone.

Knows files, encodings and lines. Must not know what the values mean, nor how one JSON text is parsed.
"""

from __future__ import annotations

import gc
import hashlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain, islice
from typing import Protocol

from citeview.records.jsontext import Fault, JsonDocument, JsonParser, first_fault
from citeview.records.limits import LIMITS, Limits, readable_size
from citeview.records.places import ExportError, Place

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LINE_NAMES = (".jsonl", ".ndjson", ".jsonlines")


class ByteStream(Protocol):
    """The part of a binary file that is used here."""

    def read(self, size: int, /) -> bytes:
        """Return at most `size` bytes, none at the end."""
        ...

    def readline(self, size: int, /) -> bytes:
        """Return one line or at most `size` bytes of it."""
        ...


@dataclass(frozen=True, slots=True)
class JsonLine:
    """Hold one line that is not blank: its value, or the fault that keeps it from being read and its text."""

    number: int
    """1-based."""
    value: object
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class JsonLines:
    """Hold a line-oriented file: its first lines, to recognise it by, and all of them, to read once."""

    head: tuple[JsonLine, ...]
    lines: Iterator[JsonLine]


class Tally:
    """Read a stream once, count and hash what passes, and turn its failures into errors with a place."""

    def __init__(self, stream: ByteStream, place: Place, most_bytes: int) -> None:
        self._stream = stream
        self._hash = hashlib.sha256()
        self._most = most_bytes
        self.place = place
        self.size = 0

    @property
    def digest(self) -> str:
        """Return `sha256:` of what has been read so far."""
        return f"sha256:{self._hash.hexdigest()}"

    def read(self, size: int) -> bytes:
        """Return at most `size` bytes.

        Raises:
            ExportError: where the file cannot be read, or is larger than the limit.

        """
        return self._counted(self._stream.read, size)

    def readline(self, size: int) -> bytes:
        """Return one line with its newline, or at most `size` bytes of it. Raises as `read` does."""
        return self._counted(self._stream.readline, size)

    def _counted(self, method: Callable[[int], bytes], size: int) -> bytes:
        try:
            data = method(size)
        except OSError as error:
            raise ExportError(self.place, f"cannot be read: {error.strerror or error}") from None
        self.size += len(data)
        if self.size > self._most:
            raise ExportError(self.place, f"the file is larger than {readable_size(self._most)}, the most that is read")
        self._hash.update(data)
        return data


@contextmanager
def without_cycle_collection() -> Iterator[None]:
    """Hold back the cyclic collector while many values are made that live on and form no cycle.

    Measured on 100,000 records: it walks what has been made so far again and again, for more than half of the time.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def read_json(tally: Tally, name: str, limits: Limits = LIMITS) -> tuple[JsonDocument | JsonLines, tuple[str, ...]]:
    r"""Read a file as one JSON document or as JSON Lines, whichever its content is.

    It is JSON Lines where its first line is a whole value and more follows, where its second line is a whole object
    although no list began, or where it is named so. Lines end at `\n` alone, never at U+2028.

    Args:
        tally: the stream, at its beginning.
        name: the file's name.
        limits: what is read at most.

    Returns:
        The content, and notes about the file. Lines are read as they are asked for.

    Raises:
        ExportError: where nothing can be read: one sentence, with the place.

    """
    place = tally.place
    first = tally.readline(limits.line_bytes + 2)
    _refuse_other_encodings(first, place)
    notes: tuple[str, ...] = ()
    if first.startswith(BYTE_ORDER_MARK):
        first = first[len(BYTE_ORDER_MARK) :]
        notes = ("The file begins with a byte order mark.",)
    head = [first]
    if not first.strip() and not _read_to_text(head, tally, limits):
        raise ExportError(place, "the file is empty" if not tally.size else "the file holds nothing but white space")
    parser = JsonParser(limits)
    if _is_lines(head, name, parser, tally, limits):
        lines = _lines(chain(head, _rest(tally, limits)), parser, place, limits)
        beginning = _beginning(lines)
        return JsonLines(beginning, chain(beginning, lines)), notes
    data = b"".join(head)
    data += tally.read(limits.document_bytes + 1 - len(data)) if len(data) <= limits.document_bytes else b""
    if len(data) > limits.document_bytes:
        most = readable_size(limits.document_bytes)
        raise ExportError(place, f"the JSON document is larger than {most}, the most that is read at once")
    return parser.parse(data, place), notes


def _refuse_other_encodings(beginning: bytes, place: Place) -> None:
    zeros = tuple(code == 0 for code in beginning[:4])
    for name, mark, pattern in (
        ("UTF-32", b"\xff\xfe\x00\x00", (False, True, True, True)),
        ("UTF-32", b"\x00\x00\xfe\xff", (True, True, True, False)),
        ("UTF-16", b"\xff\xfe", (False, True, False, True)),
        ("UTF-16", b"\xfe\xff", (True, False, True, False)),
    ):
        if beginning.startswith(mark) or zeros == pattern:
            raise ExportError(place, f"the file is {name}; JSON exports are UTF-8")


def _read_to_text(head: list[bytes], tally: Tally, limits: Limits) -> bool:
    """Append lines to `head` up to and with the first that is not blank; say whether there was one."""
    while piece := tally.readline(limits.line_bytes + 2):
        head.append(piece)
        if piece.strip():
            return True
        if len(head) > _MOST_BLANK_LINES:
            raise ExportError(tally.place, f"more than {_MOST_BLANK_LINES:,} blank lines stand together")
    return False


_MOST_BLANK_LINES = 10_000


def _is_lines(head: list[bytes], name: str, parser: JsonParser, tally: Tally, limits: Limits) -> bool:
    first = head[-1]
    named_lines = name.lower().endswith(LINE_NAMES)
    if not first.endswith(b"\n"):
        return named_lines and len(first) > limits.line_bytes
    if not _read_to_text(head, tally, limits):
        return False
    if _is_whole(first, parser, tally.place):
        return True
    # In a document that begins with a brace, no second line can begin with one.
    second = head[-1]
    if first.lstrip()[:1] != b"[" and second.startswith(b"{") and _is_whole(second, parser, tally.place):
        return True
    return named_lines and first.strip() not in (b"{", b"[", b"[{")


def _beginning(lines: Iterator[JsonLine]) -> tuple[JsonLine, ...]:
    """Take enough lines to recognise a file by, past the broken ones that it may begin with."""
    taken: list[JsonLine] = []
    whole = 0
    for line in islice(lines, 1000):
        taken.append(line)
        whole += line.fault is None
        if whole == 20:
            break
    return tuple(taken)


def _is_whole(line: bytes, parser: JsonParser, place: Place) -> bool:
    try:
        parser.parse(line, place)
    except ExportError:
        return False
    return True


def _rest(tally: Tally, limits: Limits) -> Iterator[bytes]:
    while line := tally.readline(limits.line_bytes + 2):
        yield line


def _lines(pieces: Iterator[bytes], parser: JsonParser, place: Place, limits: Limits) -> Iterator[JsonLine]:
    number = 0
    going_on = False
    for piece in pieces:
        begins = not going_on
        going_on = not piece.endswith(b"\n")
        if not begins:
            continue  # the rest of a line that was too long
        number += 1
        if len(piece.rstrip(b"\r\n")) > limits.line_bytes:
            problem = f"the line is longer than {readable_size(limits.line_bytes)}, the most that is read"
            yield JsonLine(number, None, ("", problem))
        elif piece.strip():
            yield _line(number, piece, parser, Place(place.file, number))


def _line(number: int, piece: bytes, parser: JsonParser, place: Place) -> JsonLine:
    try:
        parsed = parser.parse(piece, place)
    except ExportError as error:
        return JsonLine(number, piece[:2_000].decode("utf-8", "replace"), ("", error.problem))
    fault = first_fault(parsed.value) if parsed.odd else None
    return JsonLine(number, parsed.value, fault)
