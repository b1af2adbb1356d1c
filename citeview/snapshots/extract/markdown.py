"""Markdown: the text is the source, character by character; headings, bold, links and lists are styles over it.

Knows CommonMark through markdown-it-py, which says what a construct is and on which lines. Where its characters are is
found again here, in the order in which it read them; what is not found has no style, and no character is ever moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from citeview.snapshots.extract.extraction import Extraction, Given, Style, StyleKind
from citeview.snapshots.extract.plain import whole_text
from citeview.text.units import Span

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_CHARACTERS = 500_000
"""A longer text is shown without styles: markdown-it-py takes 7 seconds for a million characters of dense markup."""

_LINE_END = re.compile(r"\r\n?|\n")
_BLOCKS = {
    "list_item_open": StyleKind.LIST_ITEM,
    "blockquote_open": StyleKind.QUOTE,
    "fence": StyleKind.PREFORMATTED,
    "code_block": StyleKind.PREFORMATTED,
}
_OPENING = {"strong_open": StyleKind.BOLD, "em_open": StyleKind.ITALIC, "link_open": StyleKind.LINK}
_CLOSING = {"strong_close", "em_close", "link_close"}


class Markdown:
    """Read Markdown."""

    name = "markdown-text@1"
    media_types = ("text/markdown", "text/x-markdown")
    endings = (".md", ".markdown", ".mdown")

    def recognises(self, raw: bytes) -> bool:
        """Say no: nothing in the bytes tells Markdown from plain text for certain."""
        return False

    def extract(self, raw: bytes, given: Given) -> Extraction:
        """Return the source as the text, with styles. Raises as `Extractor.extract`."""
        plain = whole_text(raw, given, self.name, self.media_types[0])
        styles = markdown_styles(plain.text)[: given.limits.styles]
        return replace(plain, styles=styles)


def markdown_styles(text: str) -> tuple[Style, ...]:
    """Return the styles of a Markdown text, in code points of it; none for a text that is longer than can be read."""
    if len(text) > MOST_CHARACTERS:
        return ()
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"maxNesting": 20}).enable(["table", "strikethrough"])
    lines = _Lines(text)
    try:
        tokens = reader.parse(text)
    except RecursionError:
        return ()
    return tuple(sorted(_styles(tokens, lines), key=lambda style: (style.span.start, -style.span.end)))


class _Lines:
    """Hold where each line of a text begins, as CommonMark counts lines."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._starts = [0, *(found.end() for found in _LINE_END.finditer(text))]

    def span(self, first: int, last: int) -> Span:
        """Return the span of the lines from `first` to before `last` (0-based), the last one's end left out."""
        start = self._start(first)
        end = self._start(last)
        stripped = self.text[start:end].rstrip("\r\n")
        return Span(start, start + len(stripped))

    def _start(self, line: int) -> int:
        return self._starts[line] if line < len(self._starts) else len(self.text)


def _styles(tokens: list[Token], lines: _Lines) -> Iterator[Style]:
    depth = 0
    cell: StyleKind | None = None
    heading = 0
    cursor = 0
    for token in tokens:
        if token.type in ("bullet_list_open", "ordered_list_open"):
            depth += 1
        elif token.type in ("bullet_list_close", "ordered_list_close"):
            depth -= 1
        elif token.type == "heading_open":
            heading = int(token.tag[1])
            if token.map:
                yield Style(StyleKind.HEADING, lines.span(*token.map), heading)
        elif token.type in ("th_open", "td_open"):
            cell = StyleKind.HEADER_CELL if token.type == "th_open" else StyleKind.TABLE_CELL
        elif token.type in _BLOCKS and token.map:
            kind = _BLOCKS[token.type]
            yield Style(kind, lines.span(*token.map), depth if kind is StyleKind.LIST_ITEM else 0)
        elif token.type == "inline" and token.map:
            block = lines.span(*token.map)
            # Several cells stand on one line; each is looked for after the one before it.
            start = max(block.start, cursor) if cell else block.start
            if cell and token.content:
                at = lines.text.find(token.content, start, block.end)
                if at >= 0:
                    yield Style(cell, Span(at, at + len(token.content)))
                    yield from _inline(token, lines.text, Span(at, at + len(token.content)))
                    cursor = at + len(token.content)
            else:
                yield from _inline(token, lines.text, block)
            cell = None


def _inline(token: Token, text: str, block: Span) -> Iterator[Style]:
    """Find the characters of a paragraph's constructs, each after the one before it."""
    cursor = block.start
    open_: list[tuple[StyleKind, int, int, str | None]] = []
    for child in token.children or ():
        if child.type in _OPENING:
            mark = child.markup or ("[" if child.type == "link_open" else "")
            at = text.find("<" if child.markup == "autolink" else mark, cursor, block.end)
            if at < 0 or child.markup == "linkify":
                return
            begin = at + (1 if child.markup in ("autolink", "") else len(mark))
            href = child.attrs.get("href")
            open_.append((_OPENING[child.type], at, begin, str(href) if href is not None else None))
            cursor = begin
        elif child.type in _CLOSING and open_:
            kind, at, begin, target = open_.pop()
            closed = _end_of(child, text, cursor, block.end)
            if closed is None:
                return
            inner, end = closed
            yield Style(kind, Span(begin, inner), target=target)
            yield Style(StyleKind.MARKUP, Span(at, begin))
            yield Style(StyleKind.MARKUP, Span(inner, end))
            cursor = end
        elif child.type == "code_inline":
            at = text.find(child.markup, cursor, block.end)
            end = text.find(child.markup, at + len(child.markup), block.end) if at >= 0 else -1
            if end < 0:
                return
            yield Style(StyleKind.CODE, Span(at + len(child.markup), end))
            yield Style(StyleKind.MARKUP, Span(at, at + len(child.markup)))
            yield Style(StyleKind.MARKUP, Span(end, end + len(child.markup)))
            cursor = end + len(child.markup)
        elif child.type == "text" and child.content:
            at = text.find(child.content, cursor, block.end)
            if at >= 0:
                cursor = at + len(child.content)
        elif child.type == "image":
            after = _link_end(text, text.find("]", cursor, block.end), block.end)
            if after is None:
                return
            cursor = after


def _end_of(child: Token, text: str, cursor: int, last: int) -> tuple[int, int] | None:
    """Return where what is closed ends, and where its closing mark ends."""
    if child.type == "link_close":
        mark = ">" if child.markup == "autolink" else "]"
        at = text.find(mark, cursor, last)
        if at < 0:
            return None
        end = at + 1 if mark == ">" else _link_end(text, at, last)
        return None if end is None else (at, end)
    at = text.find(child.markup, cursor, last)
    return None if at < 0 else (at, at + len(child.markup))


def _link_end(text: str, bracket: int, last: int) -> int | None:
    """Return where the address after a link's closing bracket ends."""
    if bracket < 0:
        return None
    following = text[bracket + 1 : bracket + 2]
    if following == "(":
        depth = 0
        for at in range(bracket + 1, min(last, bracket + 4_000)):
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            if not depth:
                return at + 1
        return None
    if following == "[":
        end = text.find("]", bracket + 2, last)
        return None if end < 0 else end + 1
    return bracket + 1


EXTRACTOR = Markdown()
