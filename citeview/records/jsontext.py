r"""One JSON text to its value, under limits, with the place of every fault.

Knows JSON (RFC 8259) and UTF-8. Must not know files, lines, or what the values mean.

The standard library's parser does the work, because it alone keeps a lone surrogate (`"\ud83d"`), which a truncated
stream leaves behind. What it accepts beyond the standard (NaN, a key twice) is caught by its hooks: the value at fault
is replaced by a marker, so that one bad record in a document of a thousand can still be told from the others.
"""

from __future__ import annotations

import json
import re
from array import array
from dataclasses import dataclass
from itertools import accumulate

from citeview.records.limits import LIMITS, Limits
from citeview.records.places import ExportError, Place

Fault = tuple[str, str]
"""A path inside a value and one problem there."""


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """Hold the one value of a JSON document. `odd` says that it holds markers: ask `first_fault`."""

    value: object
    odd: bool


class _Refused(str):
    """Stand where something stood that is not JSON, or that we do not take. As text it is what stood there."""

    problem: str

    @classmethod
    def of(cls, given: str, problem: str) -> _Refused:
        marker = cls(_cut(given, 1000))
        marker.problem = problem
        return marker


class _Doubled(dict[str, object]):
    """An object that has a key twice; the last value is kept, as the parser does."""

    def __init__(self, pairs: list[tuple[str, object]]) -> None:
        super().__init__(pairs)
        seen: set[str] = set()
        self.key = next(key for key, _ in pairs if key in seen or seen.add(key))  # type: ignore[func-returns-value]  # add returns None


_MOST_KEYS = 4096


class JsonParser:
    """Parse JSON texts one after the other under the same limits."""

    def __init__(self, limits: Limits = LIMITS) -> None:
        self._limits = limits
        self._odd = False
        self._keys: dict[str, str] = {}
        self._decoder = json.JSONDecoder(
            object_pairs_hook=self._object,
            parse_constant=self._constant,
            parse_float=self._float,
            parse_int=self._int,
        )

    def parse(self, data: bytes, place: Place) -> JsonDocument:
        """Return the value of one JSON text.

        Raises:
            ExportError: where it is not UTF-8, not JSON, too deep or too large; `place` gets the line and column.

        """
        check_shape(data, place, self._limits)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            problem = f"not UTF-8: byte {error.start} (hexadecimal {data[error.start]:02x}) cannot be decoded"
            raise ExportError(place, problem) from None
        self._odd = False
        try:
            value = self._decoder.decode(text)
        except json.JSONDecodeError as error:
            raise _not_json(error, place) from None
        except RecursionError:
            raise ExportError(place, f"nested deeper than {self._limits.depth} levels") from None
        return JsonDocument(value, self._odd)

    def _object(self, pairs: list[tuple[str, object]]) -> dict[str, object]:
        # Records share a few keys; kept once each, 100,000 lines take a third less memory (measured: 266 MiB, not 407).
        keys = self._keys
        found = {keys.setdefault(key, key): value for key, value in pairs}
        if len(keys) > _MOST_KEYS:
            keys.clear()
        if len(found) != len(pairs):
            self._odd = True
            return _Doubled(pairs)
        return found

    def _constant(self, name: str) -> _Refused:
        self._odd = True
        return _Refused.of(name, f"{name} is not JSON")

    def _float(self, digits: str) -> object:
        value = float(digits)
        if value - value != 0:  # infinite: the text stands for a finite number that no double holds
            self._odd = True
            return _Refused.of(digits, f"the number {_cut(digits)} is too large to be held")
        return value

    def _int(self, digits: str) -> object:
        if len(digits) > self._limits.digits:
            self._odd = True
            return _Refused.of(digits, f"a whole number of {len(digits):,} digits is not read")
        return int(digits)


def first_fault(value: object) -> Fault | None:
    """Find the first marker in a value that was parsed with `odd` set, in the order of the text."""
    waiting: list[tuple[str, object]] = [("", value)]
    while waiting:
        path, found = waiting.pop()
        if isinstance(found, _Refused):
            return path, found.problem
        if isinstance(found, _Doubled):
            return path, f"the key {_quoted(found.key)} stands twice in one object"
        if isinstance(found, dict):
            inside = [(join(path, key), item) for key, item in found.items()]
        elif isinstance(found, list):
            inside = [(f"{path}[{index}]", item) for index, item in enumerate(found)]
        else:
            continue
        waiting.extend(reversed(inside))
    return None


def check_shape(data: bytes, place: Place, limits: Limits = LIMITS) -> None:
    """Refuse a JSON text that is too deep or holds too many values, in linear time and without recursion.

    Raises:
        ExportError: with the line where the depth is passed.

    """
    if data.count(b",") > limits.values:
        raise ExportError(place, f"holds more than {limits.values:,} values, the most that are read at once")
    if data.count(b"[") + data.count(b"{") <= limits.depth:
        return
    # Outside strings only brackets and quotes matter. A run of backslashes escapes what follows it if it is odd.
    bare = data.replace(b"\\\\", b"").replace(b'\\"', b"").translate(None, _NEITHER_QUOTE_NOR_BRACKET)
    # Two quotes side by side enclose nothing, whichever strings they belong to; few strings are left without them.
    bare = bare.replace(b'""', b"")
    steps = b"".join(bare.split(b'"')[::2]).translate(_STEPS)
    if len(steps) > 2 * limits.containers:
        raise ExportError(
            place, f"holds more than {limits.containers:,} lists and objects, the most that are read at once"
        )
    level = 0
    for begin in range(0, len(steps), 1 << 20):
        levels = array("i", accumulate(array("b", steps[begin : begin + (1 << 20)]), initial=level))
        if max(levels) > limits.depth:
            line = _line_of_depth(data, limits.depth)
            raise ExportError(Place(place.file, place.line or line), f"nested deeper than {limits.depth} levels")
        level = levels[-1]


_NEITHER_QUOTE_NOR_BRACKET = bytes(code for code in range(256) if code not in b'"[]{}')
_STEPS = bytes.maketrans(b"[{]}", b"\x01\x01\xff\xff")
_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def _line_of_depth(data: bytes, depth: int) -> int | None:
    level = 0
    for token in _TOKEN.finditer(data, 0, 8 << 20):  # a line number is not worth more time
        kind = token.group()[:1]
        level += (kind in b"[{") - (kind in b"]}")
        if level > depth:
            return data.count(b"\n", 0, token.start()) + 1
    return None


_EXPECTED = {
    "Expecting value": "expected a value",
    "Expecting property name enclosed in double quotes": "expected a key in double quotes",
    "Expecting ':' delimiter": "expected a colon",
    "Expecting ',' delimiter": "expected a comma",
    "Invalid control character at": "a control character stands unescaped in a text",
    "Invalid \\escape": "a backslash is followed by what it cannot escape",
    "Invalid \\uXXXX escape": "\\u is not followed by four hexadecimal digits",
    "Extra data": "more follows after the end of the value",
    "Illegal trailing comma before end of object": "a comma stands before the end of an object",
    "Illegal trailing comma before end of array": "a comma stands before the end of a list",
}


def _not_json(error: json.JSONDecodeError, place: Place) -> ExportError:
    at = Place(place.file, place.line or error.lineno)
    end = len(error.doc.rstrip())
    if error.msg.startswith("Unterminated string") or error.pos >= end:
        line = error.doc.count("\n", 0, end) + 1
        column = end - (error.doc.rfind("\n", 0, end) + 1) + 1
        return ExportError(
            Place(place.file, place.line or line), f"the JSON ends too early, at column {column}: it is cut off"
        )
    expected = _EXPECTED.get(error.msg.removesuffix(": "), error.msg)
    found = f", got {_quoted(error.doc[error.pos : error.pos + 20])}" if expected.startswith("expected") else ""
    return ExportError(at, f"not JSON at column {error.colno}: {expected}{found}")


def _quoted(text: str) -> str:
    """Name untrusted text in a message: cut, and none of its characters but plain ASCII."""
    return json.dumps(text) if len(text) <= 40 else json.dumps(text[:39])[:-1] + '…"'


def _cut(text: str, most: int = 40) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def json_name(value: object) -> str:
    """Name a decoded JSON value for a message: `true`, `the number 3.0`, `text`, `a list`, `an object`, `null`."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return f"the number {_cut(str(value), 30)}"
    for kind, name in ((str, "text"), (list, "a list"), (dict, "an object")):
        if isinstance(value, kind):
            return name
    return type(value).__name__


def join(path: str, key: str) -> str:
    """Append an object's key to a path; a key that is no plain word is quoted, because it is untrusted text."""
    name = key if len(key) <= 40 and key.isascii() and key.isidentifier() else f"[{_quoted(key)}]"
    return f"{path}.{name}" if path and not name.startswith("[") else f"{path}{name}"
