"""Line structure that a reader sees as structure: list marks, headings, rules, blank lines, table columns.

Decides from a line and its two neighbours alone, so that text far away changes nothing. Must not know tokens.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

# Every kind of line end; CR LF is one.
LINE_END = re.compile("\r\n?|[\n\x0b\x0c\x85\u2028\u2029]")
_HARD_ENDS = "\x0c\u2029"
_STRUCTURE = re.compile("[\n\r\x0b\x0c\x85\u2028\u2029\t]")
_LIST_MARK = re.compile(r"(?P<mark>[-*+])(?=[ \t])")
_NUMBER_MARK = re.compile(r"(?:\d{1,3}|[A-Za-z])[.)](?=[ \t])|[•‣⁃▪▸►◦·](?=[ \t])")
_HEADING_MARK = re.compile(r"#{1,6}(?=[ \t])")
_CHUNK = re.compile(r"\S+")
_INDENT = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True)
class LineStructure:
    """Hold the structure of one text; every position is in code points."""

    dropped: frozenset[int]
    """Where a list mark, a heading's mark or a rule begins that is no part of the words."""
    ends: tuple[int, ...]
    """Where each line end begins."""
    hard: tuple[int, ...]
    """Positions over which no sentence runs: blank lines, list items, headings, rules, form feeds, columns."""


NO_LINES = LineStructure(frozenset(), (), ())


def line_structure(text: str) -> LineStructure:
    """Find the line structure of a text in one pass."""
    if not _STRUCTURE.search(text):
        first = text.lstrip(" ")
        if not first or first[0] not in "#-*+=_|:":
            return NO_LINES
    dropped: set[int] = set()
    hard: list[int] = []
    ends: list[int] = []
    lines = _lines(text)
    previous: tuple[str, str] | None = None
    previous_blank = False
    pending: tuple[int, str, str] | None = None
    in_heading = False
    for start, end, line_end in lines:
        indent_match = _INDENT.match(text, start, end)
        body = indent_match.end() if indent_match else start
        if line_end >= 0:
            ends.append(line_end)
        blank = body >= end or text[body:end].isspace()
        if blank:
            if not previous_blank:
                hard.append(start)
            previous_blank = True
            in_heading = False
            continue
        previous_blank = False
        if in_heading or (start and text[start - 1] in _HARD_ENDS):
            hard.append(start)
        in_heading = False
        key: tuple[str, str] | None = None
        mark = _LIST_MARK.match(text, body, end)
        if mark:
            key = (text[start:body], mark["mark"])
            if previous == key:
                dropped.add(body)
                hard.append(body)
                if pending is not None:
                    dropped.add(pending[0])
                    hard.append(pending[0])
                pending = None
            else:
                pending = (body, *key)
        else:
            pending = None
            if _HEADING_MARK.match(text, body, end):
                dropped.add(body)
                hard.append(body)
                in_heading = True
            elif _NUMBER_MARK.match(text, body, end):
                hard.append(body)
            elif text[body] in "-=*_|+:" and _is_rule(text[body:end]):
                dropped.update(chunk.start() for chunk in _CHUNK.finditer(text, body, end))
                hard.append(body)
                in_heading = True
        previous = key
    hard.extend(_columns(text))
    return LineStructure(frozenset(dropped), tuple(ends), tuple(sorted(hard)))


def _is_rule(line: str) -> bool:
    """Say whether a line holds nothing but a rule, an underline of a heading or the rule of a table."""
    line = line.rstrip()
    if not line.strip("-+|:= \t"):
        return "--" in line or "==" in line
    return len(line) >= 3 and (not line.strip("*") or not line.strip("_"))


def _lines(text: str) -> list[tuple[int, int, int]]:
    """Return (start, end, where its line end begins or -1) of each line."""
    found: list[tuple[int, int, int]] = []
    start = 0
    for match in LINE_END.finditer(text):
        found.append((start, match.start(), match.start()))
        start = match.end()
    found.append((start, len(text), -1))
    return found


def _columns(text: str) -> list[int]:
    """Return where a tab separates two columns: one that is neither an indent nor the end of a line."""
    if "\t" not in text:
        return []
    found: list[int] = []
    for match in re.finditer("\t+", text):
        before = text[match.start() - 1 : match.start()]
        after = text[match.end() : match.end() + 1]
        if before and after and not before.isspace() and not after.isspace():
            found.append(match.start())
    return found
