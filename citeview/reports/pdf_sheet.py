"""A PDF page that is written from top to bottom: headings, paragraphs, rows, marked texts, in every script.

Knows fpdf2 and fonts. Must not know what a report says. fpdf2 is pure Python; uharfbuzz shapes Arabic and Indic
scripts, and both directions of writing are laid out. A character that no font of this system has is written by its
number, and counted: an empty box would hide evidence.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from itertools import chain
from types import TracebackType
from typing import IO, Self

from fpdf import FPDF, XPos, YPos
from fpdf.fonts import TTFFont

from citeview.checks.lab.bidi import levels, needs_reordering, visual_order
from citeview.reports.content import ReportError
from citeview.reports.fonts import FontFile, code_points, find_font
from citeview.reports.marked import Mark, MarkedText
from citeview.reports.palette import LIGHT

_MARGIN = 16.0
_LINE = 1.35
"""Height of a line, in sizes of its font."""
_SIZES = {"title": 20.0, "section": 14.0, "record": 10.5, "text": 9.5, "small": 8.5}
_POINT = 25.4 / 72
"""Millimetres of a point."""
_MOST_FONTS = 40
_ALWAYS = frozenset("\n\t ")
# Latin, Greek, Cyrillic, Chinese, Japanese and Korean letters, signs and single emoji stand side by side as they are.
# Everything else is shaped and laid out in its own direction, which costs thirty times as much.
_PLAIN = re.compile(
    "[\x00-\u02ff\u0370-\u0482\u048a-\u052f\u1e00-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\u20cf\u2100-\u2bff"
    "\u2e80-\u3029\u3030-\u3098\u309b-\ua4cf\uac00-\ud7a3\uf900-\ufad9\uff00-\uffef"
    "\U0001f300-\U0001f3fa\U0001f400-\U0001faff\U00020000-\U0003ffff]*"
)
_NO_DATE = datetime(1970, 1, 1, tzinfo=UTC)
"""A PDF written by fpdf2 must hold a date; this one says plainly that none was given."""

_STYLES = {Mark.SAME: "", Mark.REPLACED: "BU", Mark.QUOTE_ONLY: "S", Mark.SOURCE_ONLY: "U", Mark.MOVED: "B"}


class _Pages(FPDF):
    def footer(self) -> None:
        """Write the page's number."""
        self.set_y(-12)
        self.set_font("text", size=_SIZES["small"])
        self.set_text_color(*_rgb(LIGHT.muted))
        self.cell(0, 6, f"{self.page_no()}", align="C")


class Sheet:
    """Write a PDF from top to bottom; lengths are millimetres."""

    def __init__(self, title: str, date: str | None) -> None:
        main, bold = find_font(), find_font(bold=True)
        if main is None:
            raise ReportError(
                "The PDF cannot be written: no font that can be embedded was found on this system; the HTML report "
                "needs none, and a browser prints it."
            )
        self.missing: set[str] = set()
        self._pdf = pdf = _Pages(format="A4")
        pdf.str_alias_nb_pages = ""  # else `{nb}` in somebody's text would become a number of pages
        pdf.set_margins(_MARGIN, _MARGIN)
        pdf.set_auto_page_break(True, margin=18)
        pdf.set_lang("en")
        pdf.set_creation_date(_date(date))
        pdf.add_font("text", "", main.path, collection_font_number=main.number)
        heavy = bold or main
        pdf.add_font("text", "B", heavy.path, collection_font_number=heavy.number)
        self._covered = set(code_points(main) & code_points(heavy))
        self._fallbacks: dict[FontFile, str] = {}
        self._known: dict[str, bool] = {}
        pdf.set_title(self.writable(title))
        pdf.set_creator("citeview")
        pdf.add_page()

    def __enter__(self) -> Self:
        """Return the sheet."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Let go of the font files."""
        for font in self._pdf.fonts.values():
            if isinstance(font, TTFFont):
                font.close()

    # -- pieces

    def title(self, text: str) -> None:
        """Write the title."""
        self._paragraph(text, "title", "B")

    def section(self, text: str) -> None:
        """Begin a section, which the outline lists."""
        self._keep_together(40)
        self._pdf.ln(6)
        self._pdf.set_font("text", "B", _SIZES["section"])
        text = self.writable(text)
        self._pdf.start_section(text)
        self._rule()
        self._paragraph(text, "section", "B")
        self._pdf.ln(1)

    def record(self, text: str) -> None:
        """Begin a part of a section."""
        self._keep_together(24)
        self._pdf.ln(3)
        self._paragraph(text, "record", "B")

    def paragraph(self, text: str, *, colour: str = LIGHT.text, bold: bool = False, small: bool = False) -> None:
        """Write a paragraph."""
        self._paragraph(text, "small" if small else "text", "B" if bold else "", colour)

    def row(self, label: str, value: str, *, link: str = "", width: float = 44) -> None:
        """Write a label and, beside it, a value of any length."""
        pdf = self._pdf
        height = _SIZES["small"] * _LINE * _POINT
        self._keep_together(height)
        page, top = pdf.page, pdf.get_y()
        self._font("small", "B")
        self._lines(width - 2, height, self.writable(label))
        bottom = pdf.get_y() if pdf.page == page else top
        pdf.set_xy(pdf.l_margin + width, top) if pdf.page == page else pdf.set_x(pdf.l_margin + width)
        self._font("small", "", LIGHT.link if link else LIGHT.text)
        left = pdf.l_margin
        pdf.set_left_margin(left + width)
        self._lines(pdf.epw, height, self.writable(value) or "–", link)
        pdf.set_left_margin(left)
        if pdf.page == page:
            pdf.set_y(max(bottom, pdf.get_y()))
        pdf.set_x(left)

    def marked(self, text: MarkedText) -> None:
        """Write a text with its marks: lines through and under, and words in brackets."""
        pdf = self._pdf
        self._keep_together(12)
        self._paragraph(text.label, "small", "B", LIGHT.muted)
        height = _SIZES["text"] * _LINE * _POINT
        left = pdf.l_margin
        pdf.set_left_margin(left + 4)
        pdf.set_x(left + 4)
        pieces = [
            (_STYLES[piece.mark], self.writable(piece.text if piece.mark is not Mark.MOVED else f"[{piece.text}]"))
            for piece in text.pieces
        ]
        self._font("text", "")
        if needs_reordering("".join(words for _, words in pieces)):
            self._both_directions(pieces, "text", pdf.epw, height)
        else:
            for style, words in pieces:
                self._font("text", style)
                self._shape(words)
                pdf.write(height, words)
            pdf.ln(height)
        pdf.set_left_margin(left)
        pdf.set_xy(left, pdf.get_y() + height * 0.2)

    def table(self, headings: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[float]) -> None:
        """Write a table; `widths` are shares of the page. Its headings come again on every page."""
        pdf = self._pdf
        self._font("small", "")
        pdf.set_draw_color(*_rgb(LIGHT.line))
        pdf.set_fill_color(*_rgb(LIGHT.ground))  # a table fills its cells with what was last drawn with
        height = _SIZES["small"] * _LINE * _POINT
        written = [[self.writable(cell) for cell in cells] for cells in (headings, *rows)]
        self._shape("".join(chain.from_iterable(written)))  # a table is laid out when it is whole
        with pdf.table(
            col_widths=tuple(widths),
            line_height=height,
            text_align="LEFT",
            borders_layout="HORIZONTAL_LINES",
            padding=(0.7, 1.2, 0.7, 0),
        ) as table:
            for cells in written:
                row = table.row()
                for cell in cells:
                    row.cell(cell)
        pdf.ln(2)

    def bars(self, rows: Sequence[tuple[str, int, str]]) -> None:
        """Draw a bar for each of (words, count, colour); the table after it holds the same numbers."""
        pdf = self._pdf
        most = max((count for _, count, _ in rows), default=0)
        height = 5.4
        self._keep_together(height * len(rows))
        for words, count, colour in rows:
            self._font("small", "")
            top = pdf.get_y()
            pdf.cell(48, height, self.writable(words), align="R")
            pdf.set_fill_color(*_rgb(colour))
            width = max(0.6, 100 * count / most)
            pdf.rect(pdf.l_margin + 51, top + 0.8, width, height - 1.6, style="F")
            pdf.set_xy(pdf.l_margin + 53 + width, top)
            pdf.cell(20, height, f"{count:,}", new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        pdf.ln(2)

    def save(self, stream: IO[bytes]) -> None:
        """Write the file."""
        stream.write(bytes(self._pdf.output()))

    # -- characters

    def writable(self, text: str) -> str:
        """Return `text` with every character that no font of this system has as its number, and see to the fonts.

        What is written next is shaped where this text needs it.
        """
        self._shape(text)
        if text.isascii():
            return text
        return "".join(character if self._has(character) else f"⟨U+{ord(character):04X}⟩" for character in text)

    def _shape(self, text: str) -> None:
        self._pdf.set_text_shaping(_PLAIN.fullmatch(text) is None, direction="ltr")

    def _has(self, character: str) -> bool:
        known = self._known.get(character)
        if known is None:
            known = self._known[character] = self._find(character)
            if not known:
                self.missing.add(character)
        return known

    def _find(self, character: str) -> bool:
        code = ord(character)
        if character in _ALWAYS or code in self._covered:
            return True
        # Joiners and variation selectors are drawn by nobody alone; the font of their neighbours uses them or not.
        if code in (0x200C, 0x200D) or 0xFE00 <= code <= 0xFE0F:
            return True
        if len(self._fallbacks) >= _MOST_FONTS:
            return False
        font = find_font(character)
        if font is None:
            return False
        if font not in self._fallbacks:
            name = f"fallback{len(self._fallbacks)}"
            self._pdf.add_font(name, "", font.path, collection_font_number=font.number)
            self._fallbacks[font] = name
            self._pdf.set_fallback_fonts(list(self._fallbacks.values()), exact_match=False)
            self._covered |= code_points(font)
        return True

    # -- inside

    def _paragraph(self, text: str, size: str, style: str, colour: str = LIGHT.text) -> None:
        self._font(size, style, colour)
        height = _SIZES[size] * _LINE * _POINT
        self._lines(self._pdf.epw, height, self.writable(text))

    def _lines(self, width: float, height: float, text: str, link: str = "") -> None:
        """Write a text from where the pen is, in as many lines as it needs; the pen then stands below it."""
        pdf = self._pdf
        if needs_reordering(text):
            self._both_directions([(pdf.font_style, text)], None, width, height, link)
            return
        # Looking for places to break costs the square of a line; a short text needs none.
        short = len(text) < 160 and "\n" not in text and pdf.get_string_width(text) < width - 2 * pdf.c_margin
        if short and not pdf.text_shaping:
            pdf.cell(width, height, text, align="L", link=link, new_x=XPos.LMARGIN, new_y=YPos.NEXT)
        else:
            pdf.multi_cell(width, height, text, align="L", link=link, new_x=XPos.LMARGIN, new_y=YPos.NEXT)

    def _both_directions(
        self, pieces: Sequence[tuple[str, str]], size: str | None, width: float, height: float, link: str = ""
    ) -> None:
        """Write pieces of (style, text) whose characters do not all run from left to right.

        fpdf2 lays runs out in logical order, so that a number after Hebrew words comes to stand on their wrong side;
        here each line is put in its visual order (UAX #9) first, and fpdf2 shapes one run at a time.
        """
        pdf = self._pdf
        points = pdf.font_size_pt if size is None else _SIZES[size]
        margin, pdf.c_margin, left = pdf.c_margin, 0.0, pdf.x + pdf.c_margin
        styles = [style for style, text in pieces for _ in text]
        text = "".join(words for _, words in pieces)

        def measured(start: int, end: int, level: int = 0) -> float:
            pdf.set_font("text", styles[start], points)
            pdf.set_text_shaping(True, direction="rtl" if level % 2 else "ltr")
            return float(pdf.get_string_width(text[start:end]))

        begin = 0
        for paragraph in text.split("\n"):
            found = levels(paragraph)
            for start, end in _broken(text, begin, begin + len(paragraph), width - 2 * margin, measured):
                if pdf.will_page_break(height):
                    pdf.add_page()
                pdf.set_x(left)
                line = found[start - begin : end - begin]
                for first, last in _runs(line, styles[start:end]):
                    wide = measured(start + first, start + last, line[first])
                    words = text[start + first : start + last]
                    pdf.cell(wide, height, words, link=link, new_x=XPos.RIGHT, new_y=YPos.TOP)
                pdf.set_xy(pdf.l_margin, pdf.get_y() + height)
            begin += len(paragraph) + 1
        pdf.c_margin = margin
        pdf.set_x(pdf.l_margin)

    def _font(self, size: str, style: str, colour: str = LIGHT.text) -> None:
        self._pdf.set_font("text", style, _SIZES[size])
        self._pdf.set_text_color(*_rgb(colour))

    def _rule(self) -> None:
        pdf = self._pdf
        pdf.set_draw_color(*_rgb(LIGHT.line))
        pdf.line(pdf.l_margin, pdf.get_y(), pdf.w - pdf.r_margin, pdf.get_y())
        pdf.ln(2)

    def _keep_together(self, height: float) -> None:
        if self._pdf.will_page_break(height):
            self._pdf.add_page()


def _broken(
    text: str, begin: int, end: int, width: float, measured: Callable[[int, int], float]
) -> Iterator[tuple[int, int]]:
    """Yield the lines of the paragraph [begin, end): broken after spaces, inside a word where it is too long."""
    start = at = begin
    for word in re.compile(r"\S+\s*|\s+").finditer(text, begin, end):
        inked = word.start() + len(word.group().rstrip())
        if start < at and inked > word.start() and measured(start, inked) > width:
            yield start, at
            start = at
        at = word.end()
        while inked - start > 1 and measured(start, inked) > width:
            # The most that fits: halving finds it in a few measurements.
            low, high = 1, inked - start
            while low < high:
                middle = (low + high + 1) // 2
                low, high = (middle, high) if measured(start, start + middle) <= width else (low, middle - 1)
            yield start, start + low
            start += low
    if start < at or begin == end:
        yield start, at


def _runs(found: Sequence[int], styles: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield the runs of one line from left to right: [start, end) of one level and one style, in logical indexes."""
    order = visual_order(found)
    at = 0
    while at < len(order):
        last = at
        step = -1 if found[order[at]] % 2 else 1
        while (
            last + 1 < len(order)
            and order[last + 1] == order[last] + step
            and found[order[last + 1]] == found[order[at]]
            and styles[order[last + 1]] == styles[order[at]]
        ):
            last += 1
        yield min(order[at], order[last]), max(order[at], order[last]) + 1
        at = last + 1


def _rgb(colour: str) -> tuple[int, int, int]:
    red, green, blue = re.findall("[0-9a-f]{2}", colour)
    return int(red, 16), int(green, 16), int(blue, 16)


def _date(given: str | None) -> datetime:
    try:
        found = datetime.fromisoformat(given or "")
    except ValueError:
        return _NO_DATE
    return found if found.tzinfo is not None else found.replace(tzinfo=UTC)
