"""Print to a terminal or a pipe: lines, JSON, one-sentence errors."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), 0x7F, *range(0x80, 0xA0))}
# What would turn the rest of the line around.
_CONTROLS |= {code: f"\\u{code:04x}" for code in (*range(0x202A, 0x202F), *range(0x2066, 0x206A))}


def say(line: str = "") -> None:
    """Write a line to standard output."""
    sys.stdout.write(line + "\n")


def note(line: str) -> None:
    """Write a line to standard error."""
    sys.stderr.write(line + "\n")


def to_json(value: object) -> str:
    """Return `value` as JSON on one line, readable as UTF-8; half characters become an escape, which JSON can hold."""
    text = json.dumps(value, ensure_ascii=False)
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return json.dumps(value, ensure_ascii=True)
    return text


def json_array(values: Iterable[str]) -> Iterator[str]:
    """Yield the lines of a JSON array with one value (JSON already) a line, so that it is read while it is written."""
    yield "["
    previous: str | None = None
    for value in values:
        if previous is not None:
            yield previous + ","
        previous = value
    if previous is not None:
        yield previous
    yield "]"


def plain(text: str) -> str:
    """Return text from a file made safe for a terminal.

    Controls (escape sequences and changes of direction included) and halves of characters are shown as escapes.
    """
    # Halves here and not by the stream, so that a column's width is known.
    return text.translate(_CONTROLS).encode("utf-8", "backslashreplace").decode()
