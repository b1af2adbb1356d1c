"""HTML cut into tokens, each with its place in the source.

Follows the tokenizer of the HTML Standard (https://html.spec.whatwg.org/#tokenization), and is our own because the
readers that there are either keep no places or change what they read with the version of the interpreter. Takes time
in proportion to the source, whatever it holds. Must not know what elements mean.
"""

from __future__ import annotations

import enum
import html.entities
import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

_SPACE = "\t\n\f\r "
_TAG_NAME = re.compile(r"[^\t\n\f\r />]+")
_SKIPPED = re.compile(r"[\t\n\f\r /]*")
_ATTRIBUTE_NAME = re.compile(r"=?[^\t\n\f\r />=]*")
_EQUALS = re.compile(r"[\t\n\f\r ]*=[\t\n\f\r ]*")
_UNQUOTED = re.compile(r"[^\t\n\f\r >]*")
_COMMENT_END = re.compile(r"--!?>")
_SCRIPT_MARK = re.compile(r"<!--|-->|<(/?)script(?=[\t\n\f\r />])", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:#([xX][0-9a-fA-F]+|[0-9]+);?|([a-zA-Z][a-zA-Z0-9]{0,31};?))")
_LONGEST_NAME = max(map(len, html.entities.html5))
_LETTER = re.compile("[a-zA-Z]")

RCDATA = frozenset({"title", "textarea"})
RAWTEXT = frozenset({"style", "xmp", "iframe", "noembed", "noframes"})
_RAW_END = {name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE) for name in RCDATA | RAWTEXT}
# Numeric references to these mean windows-1252 (13.2.5.80).
_C1 = {
    number: bytes([number]).decode("cp1252")
    for number in range(0x80, 0xA0)
    if number not in (0x81, 0x8D, 0x8F, 0x90, 0x9D)
}


class TokenKind(enum.Enum):
    """Say what a token is."""

    TEXT = enum.auto()
    """Characters as they stand."""
    REFERENCE = enum.auto()
    """A character reference; `data` is what it stands for."""
    START = enum.auto()
    END = enum.auto()
    COMMENT = enum.auto()
    """A comment, or what is read as one."""
    DOCTYPE = enum.auto()


class Token(NamedTuple):
    """Hold one token: its kind and its half-open place in the source, in code points."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""
    """Of a tag, in lower case."""
    data: str = ""
    attributes: Mapping[str, str] = {}
    self_closing: bool = False


class Tokenizer:
    """Cut one source into tokens. `foreign` is set by the reader while it is inside SVG or MathML."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.foreign = False

    def __iter__(self) -> Iterator[Token]:
        """Yield the tokens in their order."""
        source = self.source
        at = 0
        while at < len(source):
            bracket = source.find("<", at)
            if bracket < 0:
                yield from self._text(at, len(source))
                return
            yield from self._text(at, bracket)
            token = self._markup(bracket)
            if token is None:
                return
            yield token
            at = token.end
            if token.kind is TokenKind.START and not self.foreign:
                end = self._content_end(token.name, at)
                if end is not None:
                    yield from self._text(at, end, references=token.name in RCDATA)
                    at = end

    def _text(self, start: int, end: int, *, references: bool = True) -> Iterator[Token]:
        at = start
        while references and at < end:
            ampersand = self.source.find("&", at, end)
            if ampersand < 0:
                break
            found = reference(self.source, ampersand, end)
            if found is None:
                # The ampersand stands for itself; keep it with what is around it.
                following = ampersand + 1
                yield Token(TokenKind.TEXT, at, following)
                at = following
                continue
            if ampersand > at:
                yield Token(TokenKind.TEXT, at, ampersand)
            data, at_end = found
            yield Token(TokenKind.REFERENCE, ampersand, at_end, data=data)
            at = at_end
        if at < end:
            yield Token(TokenKind.TEXT, at, end)

    def _markup(self, at: int) -> Token | None:
        """Return the token that begins with the bracket at `at`; None where the source ends inside a tag."""
        source = self.source
        following = source[at + 1 : at + 2]
        if _LETTER.match(following):
            return self._tag(at, at + 1, TokenKind.START)
        if following == "/":
            if _LETTER.match(source[at + 2 : at + 3]):
                return self._tag(at, at + 2, TokenKind.END)
            if source[at + 2 : at + 3] == ">":
                return Token(TokenKind.COMMENT, at, at + 3)
            if at + 2 >= len(source):
                return Token(TokenKind.TEXT, at, at + 2)
            return self._bogus(at)
        if following == "!":
            return self._declaration(at)
        if following == "?":
            return self._bogus(at)
        return Token(TokenKind.TEXT, at, at + 1)

    def _declaration(self, at: int) -> Token:
        source = self.source
        if source.startswith("--", at + 2):
            if source.startswith(">", at + 4):
                return Token(TokenKind.COMMENT, at, at + 5)
            if source.startswith("->", at + 4):
                return Token(TokenKind.COMMENT, at, at + 6)
            found = _COMMENT_END.search(source, at + 4)
            return Token(TokenKind.COMMENT, at, found.end() if found else len(source))
        if source[at + 2 : at + 9].lower() == "doctype":
            return Token(TokenKind.DOCTYPE, at, self._after_bracket(at))
        if self.foreign and source.startswith("[CDATA[", at + 2):
            end = source.find("]]>", at + 9)
            last = len(source) if end < 0 else end
            return Token(TokenKind.REFERENCE, at, min(last + 3, len(source)), data=source[at + 9 : last])
        return self._bogus(at)

    def _bogus(self, at: int) -> Token:
        return Token(TokenKind.COMMENT, at, self._after_bracket(at))

    def _after_bracket(self, at: int) -> int:
        end = self.source.find(">", at)
        return len(self.source) if end < 0 else end + 1

    def _tag(self, start: int, name_at: int, kind: TokenKind) -> Token | None:
        source = self.source
        named = _TAG_NAME.match(source, name_at)
        if named is None:
            return None
        attributes: dict[str, str] = {}
        at = named.end()
        while True:
            before = at
            skipped = _SKIPPED.match(source, at)
            at = skipped.end() if skipped else at
            if at >= len(source):
                return None
            if source[at] == ">":
                self_closing = at > before and source[at - 1] == "/"
                return Token(kind, start, at + 1, named.group().lower(), "", attributes, self_closing)
            found = _ATTRIBUTE_NAME.match(source, at)
            name = found.group().lower() if found else ""
            at = found.end() if found else at
            equals = _EQUALS.match(source, at)
            value = ""
            if equals:
                value_end = self._value(equals.end())
                if value_end is None:
                    return None
                value, at = value_end
            attributes.setdefault(name, value)

    def _value(self, at: int) -> tuple[str, int] | None:
        source = self.source
        quote = source[at : at + 1]
        if quote in ("'", '"') and quote:
            end = source.find(quote, at + 1)
            return None if end < 0 else (unescape(source[at + 1 : end]), end + 1)
        found = _UNQUOTED.match(source, at)
        end = found.end() if found else at
        return unescape(source[at:end]), end

    def _content_end(self, name: str, at: int) -> int | None:
        """Return where the content of an element ends that holds no tags; None for any other element."""
        if name == "script":
            return self._script_end(at)
        if name == "plaintext":
            return len(self.source)
        if name in _RAW_END:
            found = _RAW_END[name].search(self.source, at)
            return found.start() if found else len(self.source)
        return None

    def _script_end(self, at: int) -> int:
        # 13.2.5.18 and following: inside `<!--`, a `<script>` hides the next `</script>`.
        escaped = twice = False
        while found := _SCRIPT_MARK.search(self.source, at):
            at = found.end()
            mark = found.group()
            if mark == "<!--":
                escaped, at = True, found.start() + 2
            elif mark == "-->":
                escaped = twice = False
            elif found.group(1):
                if not twice:
                    return found.start()
                twice = False
            elif escaped:
                twice = True
        return len(self.source)


def reference(source: str, at: int, end: int, *, in_attribute: bool = False) -> tuple[str, int] | None:
    """Return what the character reference at `at` stands for and where it ends; None where there is none.

    Source: HTML Standard 13.2.5.72 to 13.2.5.80.
    """
    found = _REFERENCE.match(source, at, end)
    if found is None:
        return None
    number, name = found.groups()
    if number is not None:
        return _numbered(number), found.end()
    for length in range(min(len(name), _LONGEST_NAME), 1, -1):
        data = html.entities.html5.get(name[:length])
        if data is None:
            continue
        after = at + 1 + length
        following = source[after : after + 1] if after < end else ""
        if (
            in_attribute
            and name[length - 1] != ";"
            and (following == "=" or (following.isascii() and following.isalnum()))
        ):
            return None
        return data, after
    return None


def unescape(value: str) -> str:
    """Return an attribute's value with its character references replaced."""
    if "&" not in value:
        return value
    made, at = [], 0
    while (ampersand := value.find("&", at)) >= 0:
        found = reference(value, ampersand, len(value), in_attribute=True)
        made.append(value[at:ampersand])
        data, at = found if found is not None else ("&", ampersand + 1)
        made.append(data)
    return "".join(made) + value[at:]


def _numbered(digits: str) -> str:
    base = 16 if digits[0] in "xX" else 10
    digits = digits.lstrip("xX").lstrip("0")
    if not 0 < len(digits) <= 8:
        return "\ufffd"
    number = int(digits, base)
    if number > 0x10FFFF or 0xD800 <= number <= 0xDFFF:
        return "\ufffd"
    return _C1.get(number, chr(number))
