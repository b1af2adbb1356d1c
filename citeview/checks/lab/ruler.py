"""The characters around a boundary, as cells with the offsets of every unit under each edge.

One cell is one grapheme cluster. Knows one text and its marks; must not know colours, fonts or widgets. Cells come in
logical order; where that is not the order on the screen, each says its place there.
"""

from __future__ import annotations

import enum
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from citeview.checks.lab.bidi import bidi_class, levels, visual_order
from citeview.checks.lab.offsets import nearest_occurrence
from citeview.checks.lab.subjects import Subject
from citeview.checks.ranges import check_range, half_open
from citeview.text.boundaries import BoundaryMap
from citeview.text.characters import describe, name, visible
from citeview.text.representation import Representation
from citeview.text.units import CutsCharacterError, Span, Unit

PARAGRAPH_LIMIT = 2_000
"""How many code points on either side are looked at for the direction of writing; longer lines are cut there."""
_LINE_END = re.compile("[\n\r\x1c-\x1e\x85\u2029]")
_UNITS = (Unit.UTF8, Unit.CODEPOINT, Unit.UTF16, Unit.GRAPHEME)


class MarkKind(enum.StrEnum):
    """Name a boundary that is marked; a window gives each a colour and a shape of its own."""

    DECLARED_START = "declared start"
    DECLARED_END = "declared end"
    EXPECTED_START = "expected start"
    EXPECTED_END = "expected end"

    @property
    def declared(self) -> bool:
        """Whether the export declares this boundary, as opposed to what selects the quote."""
        return self in (MarkKind.DECLARED_START, MarkKind.DECLARED_END)


@dataclass(frozen=True, slots=True)
class Mark:
    """Mark one boundary of the shown text."""

    kind: MarkKind
    position: int
    """Code points. For a boundary inside a character: the position before that character."""
    note: str = ""
    """Why it is no boundary: `2 UTF-8 bytes into U+1F680 ROCKET`, `3 UTF-16 units past the end`."""


class Width(enum.StrEnum):
    """Say how wide a cell is in a font of even width."""

    ZERO = "zero"
    NARROW = "narrow"
    WIDE = "wide"


@dataclass(frozen=True, slots=True)
class CodePoint:
    """Hold one code point of a cell."""

    position: int
    character: str
    label: str
    """`U+0301`."""
    name: str


@dataclass(frozen=True, slots=True)
class Edge:
    """Hold one boundary in every unit."""

    position: int
    """Code points."""
    units: dict[Unit, int | None]
    """None in grapheme clusters for a boundary inside one."""
    document: int
    """QTextDocument position."""
    inside_line_end: bool
    """Whether it lies between a CR and its LF, where no document position is its own."""
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class Cell:
    """Hold one grapheme cluster."""

    span: Span
    text: str
    visible: str
    """The text with invisible characters shown."""
    code_points: tuple[CodePoint, ...]
    inner: tuple[Edge, ...]
    """The boundaries between its code points: legal in three units, and inside a user-perceived character."""
    width: Width
    kind: str
    """In words: `letter`, `emoji`, `ZWJ sequence`, `flag`, `combining sequence`, `control`, `half a character`."""
    bidi_class: str
    """Bidirectional class (UAX #9) of its first code point."""
    level: int
    """Embedding level; odd is drawn from right to left."""
    visual: int
    """Place from the left among the cells of the ruler, from 0."""

    @property
    def right_to_left(self) -> bool:
        """Whether the cell is drawn from right to left."""
        return self.level % 2 == 1


@dataclass(frozen=True, slots=True)
class Ruler:
    """Hold the cells around a place, their edges (one more than cells) and all marks, also those elsewhere."""

    cells: tuple[Cell, ...]
    edges: tuple[Edge, ...]
    marks: tuple[Mark, ...]
    reordered: bool
    """Whether the order on the screen differs from the logical one."""
    length: int
    """Code points of the whole text."""

    def as_text(self) -> str:
        """Return the ruler as lines of text, to copy into a report."""
        lines = [f"{'':<4}" + "".join(f"{unit.label:>20}" for unit in _UNITS) + f"{'QTextDocument':>16}"]
        for edge, cell in zip(self.edges, (*self.cells, None), strict=True):
            lines.append(_edge_line(edge))
            if cell is not None:
                lines.extend(_cell_lines(cell, reordered=self.reordered))
        outside = [mark for mark in self.marks if not self._holds(mark)]
        lines.extend(f"{mark.kind} at code point {mark.position}, outside this ruler" for mark in outside)
        return "\n".join(lines)

    def _holds(self, mark: Mark) -> bool:
        return bool(self.edges) and self.edges[0].position <= mark.position <= self.edges[-1].position


def ruler(shown: Representation, around: int, *, cells: int = 24, marks: Sequence[Mark] = ()) -> Ruler:
    """Return about `cells` cells around a code-point boundary of a text, half of them before it."""
    around = min(max(around, 0), len(shown))
    while around and shown.boundaries.cuts_grapheme(around):
        around -= 1
    start = end = around
    for _ in range(cells // 2):
        start = shown.boundaries.graphemes.cluster_at(start - 1)[0] if start else 0
    for _ in range(cells - cells // 2):
        end = shown.boundaries.graphemes.cluster_at(end)[1] if end < len(shown) else end
    spans = list(_clusters(shown, start, end))
    found_levels = _levels(shown.text, Span(start, end))
    cell_levels = [found_levels[span.start - start] for span in spans]
    order = visual_order(cell_levels)
    places = {logical: place for place, logical in enumerate(order)}
    made = tuple(_cell(shown, span, cell_levels[number], places[number], marks) for number, span in enumerate(spans))
    edges = tuple(_edge(shown, position, marks) for position in (start, *(span.end for span in spans)))
    return Ruler(made, edges, tuple(marks), order != list(range(len(order))), len(shown))


def marks_of(subject: Subject) -> tuple[Mark, ...]:
    """Return the declared boundaries of a range, and those of the nearest occurrence of its quote as the expected ones.

    A declared boundary that is none of the text is marked at the nearest place, with a note that says so.
    """
    result = check_range(subject.declared, subject.shown, subject.chunk)
    if result.span is not None:
        marks = [Mark(MarkKind.DECLARED_START, result.span.start), Mark(MarkKind.DECLARED_END, result.span.end)]
    else:
        marks = list(_broken_marks(subject))
    quote = subject.quote.exact if subject.quote is not None else ""
    near = marks[0].position if marks else 0
    expected = nearest_occurrence(subject.shown.text, quote, near)
    if expected is not None:
        marks += [Mark(MarkKind.EXPECTED_START, expected.start), Mark(MarkKind.EXPECTED_END, expected.end)]
    return tuple(marks)


def _broken_marks(subject: Subject) -> Iterator[Mark]:
    numbers, unit = subject.numbers, subject.declared.unit
    base = subject.bases[0]
    if numbers is None or unit is None or base.origin is None:
        return
    boundaries = base.text.stored.boundaries
    first, last = half_open(*numbers, subject.declared.origin, subject.declared.end_convention)
    for kind, offset in ((MarkKind.DECLARED_START, first), (MarkKind.DECLARED_END, last)):
        length = boundaries.length(unit)
        if offset < 0:
            position, note = 0, f"{_counted(-offset, unit)} before the text"
        elif offset > length:
            position, note = len(base.text.text), f"{_counted(offset - length, unit)} past the end"
        else:
            position, into = _floor(boundaries, offset, unit)
            note = f"{_counted(into, unit)} into {describe(base.text.text[position])}" if into else ""
        yield Mark(kind, min(max(position + base.origin, 0), len(subject.shown)), note)


def _floor(boundaries: BoundaryMap, offset: int, unit: Unit) -> tuple[int, int]:
    """Return the code-point position at or before an offset inside the text, and how far the offset lies behind it."""
    try:
        return boundaries.convert(offset, unit, Unit.CODEPOINT), 0
    except CutsCharacterError as error:
        before = error.nearest[0] or 0
        return boundaries.convert(before, unit, Unit.CODEPOINT), offset - before


def _counted(count: int, unit: Unit) -> str:
    return f"1 {unit.label.removesuffix('s')}" if count == 1 else f"{count:,} {unit.label}"


def _clusters(shown: Representation, start: int, end: int) -> Iterator[Span]:
    while start < end:
        stop = shown.boundaries.graphemes.cluster_at(start)[1]
        yield Span(start, stop)
        start = stop


def _levels(text: str, span: Span) -> list[int]:
    """Return the embedding levels of a stretch of text, found on the paragraphs that it lies in."""
    found: list[int] = []
    position = span.start
    while position < span.end:
        lowest, highest = max(0, position - PARAGRAPH_LIMIT), min(len(text), span.end + PARAGRAPH_LIMIT)
        start = lowest
        for line_end in _LINE_END.finditer(text, lowest, position):
            start = line_end.end()
        line_end_after = _LINE_END.search(text, position, highest)
        end = line_end_after.end() if line_end_after is not None else highest
        paragraph = levels(text[start:end])
        stop = min(end, span.end)
        found.extend(paragraph[position - start : stop - start])
        position = stop
    return found


def _cell(shown: Representation, span: Span, level: int, visual: int, marks: Sequence[Mark]) -> Cell:
    text = shown.text[span.start : span.end]
    points = tuple(
        CodePoint(span.start + number, character, f"U+{ord(character):04X}", name(character))
        for number, character in enumerate(text)
    )
    inner = tuple(_edge(shown, position, marks) for position in range(span.start + 1, span.end))
    return Cell(span, text, _shown(text), points, inner, _width(text), _kind(text), bidi_class(text[0]), level, visual)


def _shown(text: str) -> str:
    """Return what a cell shows: signs for what is invisible, and a circle under a mark that stands alone."""
    if unicodedata.category(text[0]) in ("Mn", "Me"):
        return f"\u25cc{text}"
    # The joiners inside an emoji or a letter do their work; shown one by one they would hide it.
    return text if len(text) > 1 and not text.isascii() else visible(text)


def _edge(shown: Representation, position: int, marks: Sequence[Mark]) -> Edge:
    return Edge(
        position,
        shown.boundaries.offsets(position),
        shown.document.to_document(position),
        shown.document.inside_line_end(position),
        tuple(mark for mark in marks if mark.position == position),
    )


def _width(text: str) -> Width:
    if "\ufe0f" in text or ("\u200d" in text and len(text) > 1) or _is_flag(text):
        return Width.WIDE
    if any(unicodedata.east_asian_width(character) in "WF" for character in text):
        return Width.WIDE
    if all(unicodedata.category(character) in ("Mn", "Me", "Cf") for character in text):
        return Width.ZERO
    return Width.NARROW


_KIND_OF_CATEGORY = {
    "Lm": "modifier letter",
    "Nd": "digit",
    "Nl": "number letter",
    "No": "number",
    "Zs": "space",
    "Zl": "line separator",
    "Zp": "paragraph separator",
    "Cc": "control",
    "Cf": "format character",
    "Cs": "half a character",
    "Co": "private use",
    "Cn": "not assigned",
    "Mn": "lone combining mark",
    "Mc": "lone combining mark",
    "Me": "lone combining mark",
}
_KIND_OF_INITIAL = {"L": "letter", "P": "punctuation", "S": "symbol"}


def _kind(text: str) -> str:
    first = text[0]
    if text == "\t":
        return "tab"
    if text in ("\r\n", "\n", "\r", "\x85"):
        return "line end"
    if _is_flag(text):
        return "flag"
    if len(text) > 1 and "\u200d" in text[:-1]:
        return "ZWJ sequence"
    if any("\U0001f3fb" <= character <= "\U0001f3ff" for character in text[1:]):
        return "emoji with a skin tone"
    if "\ufe0f" in text or "\ufe0e" in text:
        return "variation sequence"
    if first == "\ufeff":
        return "byte order mark"
    category = unicodedata.category(first)
    if len(text) > 1:
        jamo = category == "Lo" and "HANGUL" in unicodedata.name(first, "")
        return "Hangul syllable" if jamo else "combining sequence"
    if "\U0001f1e6" <= first <= "\U0001f1ff":
        return "half a flag"
    if category == "So" and "\U0001f000" <= first <= "\U0001faff":
        return "emoji"
    return _KIND_OF_CATEGORY.get(category) or _KIND_OF_INITIAL[category[0]]


def _is_flag(text: str) -> bool:
    pair = len(text) == 2 and all("\U0001f1e6" <= character <= "\U0001f1ff" for character in text)
    return pair or (text.startswith("\U0001f3f4") and "\U000e0020" <= text[-1] <= "\U000e007f")


def _edge_line(edge: Edge) -> str:
    numbers = "".join(f"{'inside' if (offset := edge.units[unit]) is None else offset:>20}" for unit in _UNITS)
    line = f"{'':<4}{numbers}{edge.document:>16}"
    for mark in edge.marks:
        arrow = "◀" if mark.kind.declared else "◁"
        line += f"  {arrow} {mark.kind}" + (f" ({mark.note})" if mark.note else "")
    return line


def _cell_lines(cell: Cell, *, reordered: bool) -> Iterator[str]:
    place = f", {cell.visual + 1} from the left" if reordered else ""
    names = " + ".join(f"{point.label} {point.name}" for point in cell.code_points)
    yield f"{cell.visible:<3} {names} ({cell.kind}{place})"
    for edge in cell.inner:
        if edge.marks:
            yield _edge_line(edge)
