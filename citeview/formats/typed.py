"""Decode an object to a wire type, or say at which path what was expected and what stood there.

Knows how msgspec words its refusals and says them in our words. Must not know any one type.
"""

from __future__ import annotations

import re
from typing import TypeVar

from citeview.records.jsontext import join, json_name

T = TypeVar("T")


class WrongTypeError(ValueError):
    """Report one value of the wrong type.

    Attributes:
        path: where in the object, as `selector.quote.exact`; empty for the object itself.
        problem: what was expected and what was there.

    """

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}" if path else problem)
        self.path = path
        self.problem = problem


def decode(value: object, wire: type[T]) -> T:
    """Return `value` as the wire type `wire`, strictly: no number is read from text, none is rounded.

    Raises:
        WrongTypeError: at the first value that does not fit.

    """
    import msgspec  # about 15 ms, paid when a file is read and not at start-up

    try:
        return msgspec.convert(value, wire)
    except msgspec.ValidationError as error:
        raise _in_words(str(error), value) from None
    except UnicodeEncodeError:
        # msgspec reads keys and choices as UTF-8, which a lone surrogate has none of: such a key is one we do not know,
        # and such a choice is none of ours, which a stand-in says as well.
        for stand_in in (False, True):
            try:
                return msgspec.convert(_encodable(value, stand_in=stand_in), wire)
            except msgspec.ValidationError as error:
                raise _in_words(str(error), value) from None
            except UnicodeEncodeError:
                continue
        raise


_KINDS = {
    "str": "text",
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "object": "an object",
    "array": "a list",
    "null": "null",
}
_CHOICES = {
    "origin": "0 or 1",
    "endConvention": '"exclusive", "inclusive" or "length"',
    "base": '"document" or "chunk"',
    "evidence": '"declared in the record", "documented", "observed" or "chosen by the reviewer"',
    "answerSelector.position.base": '"part"',
}
_REFUSAL = re.compile(
    r"(?:Expected `(?P<kinds>[^`]*)`(?P<bound>[^,]*?)(?:, got `[^`]*`)?"
    r"|Object missing required field `(?P<missing>[^`]*)`"
    r"|(?P<choice>Invalid enum value) .*?)"
    r"(?: - at `\$(?P<path>[^`]*)`)?",
    re.DOTALL,
)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")


def _in_words(refusal: str, value: object) -> WrongTypeError:
    match = _REFUSAL.fullmatch(refusal)
    if match is None:
        return WrongTypeError("", refusal)
    path, found = "", value
    for key, index in _STEP.findall(match["path"] or ""):
        if index:
            path = f"{path}[{index}]"
            found = found[int(index)] if isinstance(found, list) else None
        else:
            path = join(path, key)
            found = found.get(key) if isinstance(found, dict) else None
    if match["missing"] is not None:
        return WrongTypeError(join(path, match["missing"]), "expected text, got nothing")
    if match["choice"] is not None:
        expected = _CHOICES.get(path) or _CHOICES.get(path.rpartition(".")[2], "one of a few words")
        got = f"the text {found[:40]!a}" if isinstance(found, str) else json_name(found)
        return WrongTypeError(path, f"expected {expected}, got {got}")
    # What may be null may be left out; a person who reads the message looks for what it should be.
    kinds = [_KINDS.get(kind, kind) for kind in match["kinds"].split(" | ") if kind != "null"]
    if ">= 0" in match["bound"]:
        return WrongTypeError(path, f"expected a whole number that is not negative, got {json_name(found)}")
    if "length" in match["bound"]:
        return WrongTypeError(path, "expected text that is not empty, got an empty one")
    return WrongTypeError(path, f"expected {' or '.join(kinds)}, got {json_name(found)}")


def _encodable(value: object, *, stand_in: bool) -> object:
    """Copy a value without the keys that hold a lone surrogate; with `stand_in` no text holds one either."""
    if isinstance(value, dict):
        return {key: _encodable(item, stand_in=stand_in) for key, item in value.items() if not _SURROGATE.search(key)}
    if isinstance(value, list):
        return [_encodable(item, stand_in=stand_in) for item in value]
    if stand_in and isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value)
    return value


_SURROGATE = re.compile("[\ud800-\udfff]")
