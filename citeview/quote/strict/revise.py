"""Edits that a reader makes without noticing: entities decoded, markup and note marks left out, broken lines joined.

Makes a revised text with a map back, and a list of what was changed. What stands in a revised text is never found;
it is found with edits. Knows text. Must not know tokens.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate

from citeview.quote.strict.units import is_unit
from citeview.text.units import Span


@dataclass(frozen=True, slots=True)
class Change:
    """Hold one change: what was at `span` (code points of the text it was made on) became `text`."""

    span: Span
    text: str
    kind: str
    note: str
    words: tuple[str, str] | None = None
    """For a line hyphen: the two halves."""


class Revised:
    """Hold a revised text, the changes that made it (spans in the original) and the map back."""

    def __init__(self, text: str) -> None:
        self.original = text
        self.text = text
        self.changes: list[Change] = []
        self._order: list[Change] | None = None
        self._reach: list[int] = []
        self._passes: list[tuple[list[int], list[int]]] = []

    def apply(self, found: Iterable[Change]) -> None:
        """Make changes that do not overlap, ascending."""
        pieces: list[str] = []
        new_starts: list[int] = [0]
        old_starts: list[int] = [0]
        at = length = 0
        mapped: list[Change] = []
        for change in found:
            if change.span.start < at:
                continue
            pieces.append(self.text[at : change.span.start])
            length += change.span.start - at
            # The replacement maps to where the change began; behind it the old text goes on.
            new_starts.append(length)
            old_starts.append(change.span.start)
            pieces.append(change.text)
            length += len(change.text)
            new_starts.append(length)
            old_starts.append(change.span.end)
            at = change.span.end
            mapped.append(Change(self.to_original(change.span), change.text, change.kind, change.note, change.words))
        if not mapped:
            return
        pieces.append(self.text[at:])
        self.changes.extend(mapped)
        self.text = "".join(pieces)
        self._passes.append((new_starts, old_starts))

    def beside(self, span: Span) -> list[Change]:
        """Return the changes inside a span of the original or touching it."""
        if self._order is None or len(self._order) != len(self.changes):
            self._order = sorted(self.changes, key=lambda change: change.span)
            self._reach = list(accumulate((change.span.end for change in self._order), max))
        found: list[Change] = []
        for index in range(bisect_left(self._reach, span.start), len(self._order)):
            change = self._order[index]
            if change.span.start > span.end:
                break
            if change.span.end >= span.start:
                found.append(change)
        return found

    def to_original(self, span: Span) -> Span:
        """Return a span of the revised text as code points of the original."""
        start, end = span
        for new_starts, old_starts in reversed(self._passes):
            start = _back(start, new_starts, old_starts)
            # The end is where the last character of the span ends.
            end = _back(end - 1, new_starts, old_starts, last=True) if end > span.start else start
        return Span(start, max(start, end))


def _back(position: int, new_starts: list[int], old_starts: list[int], *, last: bool = False) -> int:
    index = bisect_right(new_starts, position) - 1
    inside_replacement = index % 2 == 1
    if inside_replacement:
        return old_starts[index + 1] if last else old_starts[index]
    return old_starts[index] + position - new_starts[index] + (1 if last else 0)


_TRIGGER = re.compile("[&*_`~<\\[\n\r\u2028⁰¹²³⁴-⁹]| -")
_EMPHASIS = (
    re.compile(r"(?<![\w*\\])(?P<mark>\*{1,3})(?=[^\s*])[^*\n]{1,300}?(?<=[^\s*])(?P=mark)(?![\w*])"),
    re.compile(r"(?<![\w\\])(?P<mark>_{1,3})(?=[^\s_])(?:[^_\n]|(?<=\w)_(?=\w)){1,300}?(?<=[^\s_])(?P=mark)(?!\w)"),
    re.compile(r"(?<![`\\])(?P<mark>`{1,2})(?=[^`])[^`\n]{1,300}(?<=[^`])(?P=mark)(?!`)"),
)
_AROUND = frozenset("+-*/=<>^%$#&|~\\@±×÷−–—‐‑‒")
_STRIKE = re.compile(r"~~(?=[^\s~])(?:(?!\n\s*\n)[^~]){1,2000}?(?<=[^\s~])~~")
_TAG = re.compile(
    r"</?(?P<name>b|i|em|strong|u|mark|small|big|code|cite|span|a|font|abbr|del|s|strike)(?:\s[^<>]{0,300})?>",
    re.IGNORECASE,
)
_LINK = re.compile(r"!?\[([^\[\]\n]{1,300})\](\([^()\s]{1,500}(?:[ \t]\"[^\"\n]{0,200}\")?\))")
_NOTE = re.compile(r"(?<=[^\W\d_])[.,;:!?”\"’')]{0,2}(?P<note>(?:\[(?:\d{1,3}|[a-z])\])+)")
_RAISED = re.compile(r"(?<=[^\W\d_]{3})(?P<note>[⁰¹²³⁴⁵⁶⁷⁸⁹]+)(?!\w)")
_LINE_HYPHEN = re.compile(
    r"(?<![^\W\d_])(?P<left>[^\W\d_]+)"
    r"(?P<cut>(?P<hyphen>[-\u2010\u00ad])[ \t]*(?:\r\n|\n|\r|\u2028)[ \t]*)(?=(?P<right>[^\W\d_]+))"
)
_SPACED_DASH = re.compile(r"(?<=[^\W\d_]{2}|[^\W\d_][.,)”\"’'])(?P<dash> {1,2}-{1,3} {1,2})(?=[“\"(‘']?[^\W\d_]{2})")
_BLOCK_QUOTE = re.compile(r"(?m)^[ \t]*(?P<mark>>+[ \t])")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def revise(text: str) -> Revised | None:
    """Return a revised text, or None where there is nothing to change. Linear in the text."""
    if not _TRIGGER.search(text):
        return None
    revised = Revised(text)
    for find in _FINDERS:
        revised.apply(find(revised.text))
    return revised if revised.changes else None


def _struck(text: str) -> list[Change]:
    if "~~" not in text and "<!--" not in text:
        return []
    changes = []
    for match in _STRIKE.finditer(text):
        for start in (match.start(), match.end() - 2):
            changes.append(Change(Span(start, start + 2), "", "markup", "Struck-out text."))
    at = text.find("<!--")
    while at >= 0:
        end = text.find("-->", at + 4)
        if end < 0:
            break
        changes.append(Change(Span(at, end + 3), "", "markup", "A comment was left out."))
        at = text.find("<!--", end + 3)
    return sorted(changes, key=lambda change: change.span)


def _tags(text: str) -> list[Change]:
    if "<" not in text:
        return []
    return [
        Change(Span(*match.span()), "", "markup", f"The tag {match[0]} was left out.") for match in _TAG.finditer(text)
    ]


def _links(text: str) -> list[Change]:
    changes: list[Change] = []
    if "](" not in text:
        return changes
    for match in _LINK.finditer(text):
        opening = Span(match.start(), match.start(1))
        changes.append(Change(opening, "", "markup", "The mark of a link was left out."))
        changes.append(Change(Span(match.end(1), match.end()), "", "markup", "The address of a link was left out."))
    return changes


def _emphasis(pattern: re.Pattern[str]) -> Callable[[str], list[Change]]:
    def find(text: str) -> list[Change]:
        changes: list[Change] = []
        for match in pattern.finditer(text):
            if text[match.start() - 1 : match.start()] in _AROUND or text[match.end() : match.end() + 1] in _AROUND:
                continue
            width = len(match["mark"])
            for start in (match.start(), match.end() - width):
                changes.append(
                    Change(Span(start, start + width), "", "markup", f"The mark {match['mark']} was left out.")
                )
        return changes

    return find


def _block_quotes(text: str) -> list[Change]:
    if ">" not in text:
        return []
    found = list(_BLOCK_QUOTE.finditer(text))
    changes = []
    for number, match in enumerate(found):
        # A line by itself may mean "greater than"; two neighbours are a quotation.
        next_one = found[number + 1] if number + 1 < len(found) else None
        last_one = found[number - 1] if number else None
        beside = (next_one is not None and text.count("\n", match.end(), next_one.start("mark")) == 1) or (
            last_one is not None and text.count("\n", last_one.end(), match.start("mark")) == 1
        )
        if beside:
            changes.append(Change(Span(*match.span("mark")), "", "markup", "The mark of a quoted line was left out."))
    return changes


def _notes(text: str) -> list[Change]:
    changes: list[Change] = []
    if "[" in text:
        changes += [
            Change(Span(*match.span("note")), "", "note mark", f"The note mark {match['note']} was left out.")
            for match in _NOTE.finditer(text)
        ]
    if not text.isascii():
        for match in _RAISED.finditer(text):
            word = re.search(r"[^\W\d_]{1,24}$", text[max(0, match.start() - 24) : match.start()])
            if word and not is_unit(word[0]):
                note = f"The note mark {match['note']} was left out."
                changes.append(Change(Span(*match.span("note")), "", "note mark", note))
    return sorted(changes, key=lambda change: change.span)


def _line_hyphens(text: str) -> list[Change]:
    changes: list[Change] = []
    if "-\n" not in text and "-\r" not in text and not re.search("[-\u2010\u00ad][ \t]*[\n\r\u2028]", text):
        return changes
    for match in _LINE_HYPHEN.finditer(text):
        left, right = match["left"], match["right"]
        if (
            not (left[-1].islower() and right[0].islower())
            or text[match.end("right") : match.end("right") + 1].isdigit()
        ):
            continue
        kind = "soft hyphen" if match["hyphen"] == "\u00ad" else "line hyphen"
        note = f"“{left}” and “{right}”, broken at a line end, were joined."
        changes.append(Change(Span(*match.span("cut")), "", kind, note, (left, right)))
    return changes


def _dashes(text: str) -> list[Change]:
    if " -" not in text:
        return []
    return [
        Change(Span(*match.span("dash")), " — ", "dash", "A spaced hyphen was read as a dash.")
        for match in _SPACED_DASH.finditer(text)
    ]


def _entities(text: str) -> list[Change]:
    changes: list[Change] = []
    if "&" not in text:
        return changes
    # Late: a table of 2,231 names that most texts do not need.
    import html

    for match in _ENTITY.finditer(text):
        decoded = html.unescape(match[0])
        if decoded != match[0]:
            changes.append(Change(Span(*match.span()), decoded, "entity", f"{match[0]} was decoded."))
    return changes


_FINDERS: tuple[Callable[[str], list[Change]], ...] = (
    _struck,
    _tags,
    _links,
    # Twice, because emphasis may hold emphasis.
    *(_emphasis(pattern) for pattern in _EMPHASIS),
    *(_emphasis(pattern) for pattern in _EMPHASIS[:2]),
    _block_quotes,
    _notes,
    _line_hyphens,
    _dashes,
    # Last and once: what an entity stands for is text and no markup, and `&amp;lt;` is `&lt;`.
    _entities,
)
