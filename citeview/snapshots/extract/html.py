"""HTML: the text of a page as a reader sees it without running or loading anything, and the way back to its source.

Left out are scripts, style sheets, comments, hidden elements (`hidden`, `display: none`, `visibility: hidden` in the
element's own style), what is shown only where something cannot be loaded or played, and images with their alternative
text. Style sheets are not read, so that what they hide is in the text. `noscript` is in it: no script ever runs here.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field

from citeview.snapshots.extract import html_tree as tree
from citeview.snapshots.extract.decoding import decode, decoding_steps, decoding_warnings
from citeview.snapshots.extract.extraction import Extraction, Given, StyleKind
from citeview.snapshots.extract.html_tokens import Token, Tokenizer, TokenKind
from citeview.snapshots.extract.plain import refuse_long
from citeview.snapshots.extract.writer import OpenStyle, TextWriter

_BLANK = "\t\n\f\r "
_BEGINNINGS = (b"<!doctype html", b"<html", b"<head", b"<body")
_COMMENT = re.compile(rb"<!--.*?-->", re.DOTALL)
_META_CHARSET = re.compile(
    rb"<meta[\t\n\f\r /][^>]*?charset[\t\n\f\r ]*=[\t\n\f\r ]*[\"']?([^\"'\t\n\f\r />;]+)", re.IGNORECASE
)
_PRESCAN = 1024
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)", re.IGNORECASE)
_LONGEST_TARGET = 4096
_LONGEST_TITLE = 1000


class Html:
    """Read HTML."""

    name = "html-text@1"
    media_types = ("text/html", "application/xhtml+xml")
    endings = (".html", ".htm", ".xhtml")

    def recognises(self, raw: bytes) -> bool:
        """Say whether the bytes begin as HTML does, after comments and white space."""
        beginning = _COMMENT.sub(b"", raw[:_PRESCAN].removeprefix(b"\xef\xbb\xbf")).lstrip()
        if beginning.startswith(b"<?xml"):
            beginning = beginning.partition(b"?>")[2].lstrip()
        return beginning[:14].lower().startswith(_BEGINNINGS)

    def extract(self, raw: bytes, given: Given) -> Extraction:
        """Return the page's text. Raises as `Extractor.extract`."""
        decoded = decode(raw, given.charset, given.limits, in_document=_charset_in(raw))
        refuse_long(decoded, given)
        reader = _Reader(decoded.text, given)
        reader.read()
        text, source, styles = reader.writer.finish()
        return Extraction(
            text=text,
            extractor=self.name,
            media_type=given.media_type or self.media_types[0],
            encoding=decoded.encoding,
            source=source,
            transformations=(
                *decoding_steps(decoded),
                "Read as HTML: took the text of the page, replaced character references, made white space one space "
                "and the boundaries of blocks line ends, left out scripts, style sheets, comments and hidden elements.",
            ),
            title=reader.page_title,
            styles=styles,
            warnings=(*decoding_warnings(decoded, given.charset), *reader.warnings()),
        )


@dataclass(slots=True, eq=False)
class _Element:
    name: str
    left_out: bool
    preformatted: bool
    style: OpenStyle | None
    lines: int


@dataclass(slots=True)
class _Reader:
    """Follow the tags of one page."""

    source: str
    given: Given
    writer: TextWriter = field(init=False)
    _stack: list[_Element] = field(default_factory=list)
    _open: Counter[str] = field(default_factory=Counter)
    _left_out: int = 0
    _preformatted: int = 0
    _foreign: int = 0
    _title: list[str] | None = None
    _title_done: bool = False
    _drop_line_end: bool = False
    _too_deep: int = 0

    def __post_init__(self) -> None:
        self.writer = TextWriter(self.source, self.given.limits)

    @property
    def page_title(self) -> str | None:
        """Return the page's title, its white space made one space."""
        return " ".join("".join(self._title or ()).split())[:_LONGEST_TITLE] or None

    def warnings(self) -> tuple[str, ...]:
        """Say what could not be read as it is meant."""
        if not self._too_deep:
            return ()
        return (f"Elements deeper than {self.given.limits.depth:,} were read as if they stood beside each other.",)

    def read(self) -> None:
        """Read the page to its end."""
        tokens = Tokenizer(self.source)
        for token in tokens:
            if token.kind is TokenKind.TEXT:
                self._text(token)
            elif token.kind is TokenKind.REFERENCE:
                self._reference(token)
            elif token.kind is TokenKind.START:
                self._start(token)
                tokens.foreign = self._foreign > 0
            elif token.kind is TokenKind.END:
                self._end(token)
                tokens.foreign = self._foreign > 0
        while self._stack:
            self._pop(len(self.source), len(self.source))

    def _text(self, token: Token) -> None:
        start = token.start
        if self._drop_line_end:
            # A line end right after <pre> is not shown (13.1.2.5).
            self._drop_line_end = False
            for end in ("\r\n", "\n", "\r"):
                if self.source.startswith(end, start):
                    start += len(end)
                    break
        if self._in_title():
            self._title_part(self.source[start : token.end])
        elif self._left_out or start >= token.end:
            return
        elif self._preformatted:
            self.writer.as_it_is(start, token.end)
        else:
            self.writer.flow(start, token.end)

    def _reference(self, token: Token) -> None:
        self._drop_line_end = False
        if self._in_title():
            self._title_part(token.data)
        elif self._left_out:
            return
        elif not self._preformatted and not token.data.strip(_BLANK):
            self.writer.blank(token.start, token.end)
        else:
            self.writer.made(token.data, token.start, token.end)

    def _in_title(self) -> bool:
        return bool(self._stack) and self._stack[-1].name == "title" and not self._foreign and not self._title_done

    def _title_part(self, part: str) -> None:
        if self._title is None:
            self._title = []
        if len(self._title) < _LONGEST_TITLE:
            self._title.append(part[: 4 * _LONGEST_TITLE])

    def _start(self, token: Token) -> None:
        self._drop_line_end = False
        name = token.name
        if self._open["head"] and name not in tree.IN_HEAD and not self._open["template"]:
            self._pop_to("head", token)
        if name in ("html", "body") and self._open[name]:
            return
        self._close_implied(token)
        if name == "br":
            if not self._left_out:
                self.writer.line_break(token.start, token.end)
            return
        hidden = _is_hidden(token) or self._is_left_out(name)
        lines = self._lines_of(name)
        if not self._left_out and not hidden:
            if lines:
                self.writer.lines(lines, token.start, token.end)
            elif name in tree.CELLS:
                self.writer.cell(token.start, token.end)
        if name in tree.VOID or (self._foreign and token.self_closing):
            return
        if name in tree.FOREIGN and token.self_closing:
            return
        if len(self._stack) >= self.given.limits.depth:
            self._too_deep += 1
            return
        self._push(token, hidden, lines)

    def _push(self, token: Token, hidden: bool, lines: int) -> None:
        name = token.name
        style = None
        if hidden:
            self._left_out += 1
        elif not self._left_out and name in tree.STYLES:
            style = self._style(token, tree.STYLES[name])
        preformatted = name in tree.PREFORMATTED
        self._preformatted += preformatted
        self._drop_line_end = name in ("pre", "listing", "textarea")
        self._foreign += name in tree.FOREIGN
        self._open[name] += 1
        self._stack.append(_Element(name, hidden, preformatted, style, lines))

    def _style(self, token: Token, kind: StyleKind) -> OpenStyle | None:
        if kind is StyleKind.LINK:
            target = token.attributes.get("href")
            return None if target is None else self.writer.open(kind, target=target.strip(_BLANK)[:_LONGEST_TARGET])
        level = 0
        if kind is StyleKind.HEADING:
            level = int(token.name[1])
        elif kind is StyleKind.LIST_ITEM:
            level = max(1, sum(self._open[name] for name in tree.LISTS))
        return self.writer.open(kind, level)

    def _is_left_out(self, name: str) -> bool:
        if self._foreign:
            return name in tree.LEFT_OUT_OF_DRAWINGS or name in tree.LEFT_OUT
        return name in tree.LEFT_OUT

    def _lines_of(self, name: str) -> int:
        if name in tree.LISTS and any(self._open[each] for each in tree.LISTS):
            return tree.NESTED_LIST_LINES
        return tree.LINES.get(name, 0)

    def _close_implied(self, token: Token) -> None:
        name = token.name
        if self._foreign:
            return
        if name in tree.CLOSED_BY:
            closed, beyond = tree.CLOSED_BY[name]
            self._close_nearest(closed, beyond, token)
        if name in tree.CLOSES_PARAGRAPH and self._open["p"]:
            self._close_nearest(frozenset(("p",)), tree.SCOPE | {"button"}, token)
        inside = tree.STYLES.get(self._stack[-1].name) if self._stack else None
        if inside is StyleKind.HEADING and tree.STYLES.get(name) is inside:
            self._pop(token.start, token.start)

    def _close_nearest(self, closed: frozenset[str], beyond: frozenset[str], token: Token) -> None:
        if not any(self._open[name] for name in closed):
            return
        found = None
        for index in range(len(self._stack) - 1, -1, -1):
            name = self._stack[index].name
            if name in closed:
                found = index
                # A row ends its cells and a table's body its rows: the outermost of them is the one to end.
                if not closed & tree.TABLE_PARTS:
                    break
            elif name in beyond:
                break
        if found is None:
            return
        if self._stack[found].name in tree.FORMATTING:
            self._remove(found)
            return
        while len(self._stack) > found:
            self._pop(token.start, token.start)

    def _end(self, token: Token) -> None:
        self._drop_line_end = False
        name = token.name
        if name == "br":
            self._start(token)
            return
        if not self._open[name]:
            if name == "p" and not self._left_out:
                self.writer.lines(tree.LINES["p"], token.start, token.end)
            return
        self._pop_to(name, token)

    def _pop_to(self, name: str, token: Token) -> None:
        beyond = tree.TABLE_SCOPE if name in tree.TABLE_PARTS else tree.SCOPE
        for index in range(len(self._stack) - 1, -1, -1):
            element = self._stack[index]
            if element.name == name:
                if name in tree.FORMATTING:
                    self._remove(index)
                    return
                while len(self._stack) > index:
                    self._pop(token.start, token.end)
                return
            if element.name in beyond:
                return

    def _remove(self, index: int) -> None:
        """End one formatting element alone; what was opened in it stays open."""
        self._ended(self._stack.pop(index))

    def _pop(self, start: int, end: int) -> None:
        element = self._stack.pop()
        self._ended(element)
        if not self._left_out and not element.left_out and element.lines:
            self.writer.lines(element.lines, start, end)

    def _ended(self, element: _Element) -> None:
        self._open[element.name] -= 1
        self._left_out -= element.left_out
        self._preformatted -= element.preformatted
        self._foreign -= element.name in tree.FOREIGN
        if element.name == "title" and self._title is not None:
            self._title_done = True
        if element.style is not None:
            self.writer.close(element.style)


def _is_hidden(token: Token) -> bool:
    attributes = token.attributes
    if "hidden" in attributes and attributes["hidden"].strip(_BLANK).lower() != "until-found":
        return True
    if token.name == "dialog" and "open" not in attributes:
        return True
    return "style" in attributes and _HIDING.search(attributes["style"]) is not None


def _charset_in(raw: bytes) -> str | None:
    """Return the encoding that the document itself declares in its beginning (13.2.3.2)."""
    beginning = _COMMENT.sub(b"", raw[:_PRESCAN])
    found = _META_CHARSET.search(beginning)
    label = found.group(1).decode("ascii", "replace") if found else _xml_encoding(beginning)
    if label is None:
        return None
    # A document that is read to here byte by byte is not UTF-16, whatever it says.
    return "utf-8" if label.lower().startswith(("utf-16", "utf-32")) else label


def _xml_encoding(beginning: bytes) -> str | None:
    found = re.match(rb"\s*<\?xml[^>]*?\bencoding\s*=\s*[\"']([A-Za-z0-9._-]+)", beginning)
    return found.group(1).decode("ascii") if found else None


EXTRACTOR = Html()
