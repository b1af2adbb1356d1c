"""A text in the making, with a run for every stretch of it and a style for every stretch that has one.

Knows how white space of marked-up text collapses. Must not know which markup it comes from.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from citeview.snapshots.extract.extraction import ExtractionError, ExtractionLimits, Style, StyleKind
from citeview.snapshots.extract.source_map import SourceMap
from citeview.text.units import Span

_BLANK = "\t\n\f\r "
# A whole stretch with single spaces between its words is copied at once.
_STRETCH = re.compile(r"[^\t\n\f\r ]+(?: [^\t\n\f\r ]+)*|[\t\n\f\r ]+")
_LINE = re.compile(r"\r\n?|[^\r]+")


@dataclass(slots=True)
class OpenStyle:
    """Hold a style whose end is not reached; it begins with the first character that is written in it."""

    kind: StyleKind
    level: int = 0
    target: str | None = None
    start: int | None = None


@dataclass(slots=True)
class _Pending:
    """Hold what comes before the next character, if there is one: a space, a tab or line ends."""

    lines: int = 0
    hard: int = 0
    tab: bool = False
    space: bool = False
    start: int = 0
    end: int = 0

    def __bool__(self) -> bool:
        return bool(self.lines or self.hard or self.tab or self.space)


@dataclass(slots=True)
class TextWriter:
    """Collect the text. Sources are code points of the decoded source, always further on than the last."""

    source: str
    limits: ExtractionLimits
    styles: list[Style] = field(default_factory=list)
    _parts: list[str] = field(default_factory=list)
    _runs: list[tuple[int, int, int, bool]] = field(default_factory=list)
    _length: int = 0
    _pending: _Pending = field(default_factory=_Pending)
    _waiting: list[OpenStyle] = field(default_factory=list)

    def flow(self, start: int, end: int) -> None:
        """Copy a stretch of the source; a run of white space becomes one space, and none at the edge of a line."""
        for found in _STRETCH.finditer(self.source, start, end):
            if found.group()[0] in _BLANK:
                self._space(found.start(), found.end())
            else:
                self._copy(found.start(), found.end())

    def as_it_is(self, start: int, end: int) -> None:
        """Copy a stretch of preformatted source; only CR LF and CR become LF, as HTML reads them."""
        if "\r" not in self.source[start:end]:
            self._copy(start, end)
            return
        for found in _LINE.finditer(self.source, start, end):
            if found.group()[0] == "\r":
                self.made("\n", found.start(), found.end())
            else:
                self._copy(found.start(), found.end())

    def made(self, text: str, start: int, end: int) -> None:
        """Write characters that stand for a stretch of the source as a whole."""
        if not text:
            return
        self._flush()
        self._write(text, start, end, copied=False)

    def blank(self, start: int, end: int) -> None:
        """Write white space that collapses like any other, and stands for a stretch of the source."""
        self._space(start, end)

    def lines(self, count: int, start: int, end: int) -> None:
        """Have at least `count` line ends before the next character, if one comes."""
        self._pend(start, end)
        self._pending.lines = max(self._pending.lines, count)

    def line_break(self, start: int, end: int) -> None:
        """Have one line end more before the next character."""
        self._pend(start, end)
        self._pending.hard += 1

    def cell(self, start: int, end: int) -> None:
        """Have a tab before the next character, unless a line ends there."""
        self._pend(start, end)
        self._pending.tab = True

    def open(self, kind: StyleKind, level: int = 0, target: str | None = None) -> OpenStyle:
        """Begin a style with the next character."""
        style = OpenStyle(kind, level, target)
        self._waiting.append(style)
        return style

    def close(self, style: OpenStyle) -> None:
        """End a style after the last character; one without a character is none."""
        if style.start is None:
            self._waiting = [waiting for waiting in self._waiting if waiting is not style]
        elif style.start < self._length and len(self.styles) < self.limits.styles:
            self.styles.append(Style(style.kind, Span(style.start, self._length), style.level, style.target))

    def finish(self) -> tuple[str, SourceMap, tuple[Style, ...]]:
        """Return the text, its map to the source and its styles in their order."""
        text = "".join(self._parts)
        ordered = sorted(self.styles, key=lambda style: (style.span.start, -style.span.end))
        return text, SourceMap.of_runs(self._runs, len(text)), tuple(ordered)

    def _space(self, start: int, end: int) -> None:
        if self._length and not self._pending:
            self._pend(start, end)
            self._pending.space = True

    def _pend(self, start: int, end: int) -> None:
        if not self._pending:
            self._pending.start = start
        self._pending.end = end

    def _flush(self) -> None:
        pending = self._pending
        if pending and self._length:
            count = max(pending.lines, pending.hard)
            text = "\n" * count if count else "\t" if pending.tab else " "
            if text == " " and pending.end - pending.start == 1 and self.source[pending.start] == " ":
                self._write(text, pending.start, pending.end, copied=True)
            else:
                self._write(text, pending.start, pending.end, copied=False)
        if pending:
            self._pending = _Pending()
        if self._waiting:
            for style in self._waiting:
                style.start = self._length
            self._waiting = []

    def _copy(self, start: int, end: int) -> None:
        self._flush()
        self._write(self.source[start:end], start, end, copied=True)

    def _write(self, text: str, start: int, end: int, *, copied: bool) -> None:
        self._parts.append(text)
        self._runs.append((self._length, start, end - start, copied))
        self._length += len(text)
        if self._length > self.limits.text_characters:
            raise ExtractionError(f"the text has more than {self.limits.text_characters:,} characters")
