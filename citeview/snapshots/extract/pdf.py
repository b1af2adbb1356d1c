"""PDF: the text layer of each page, with the place of every character on it.

Reads through PDFium, whose version is part of the extractor's: another PDFium may give other spaces and line ends.
A picture of text is not read, and a page that holds nothing else is said to hold no text.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

from citeview.snapshots.extract.extraction import Extraction, ExtractionError, Given, Page
from citeview.text.units import Span

Box = tuple[int, int, int, int]

_EDGE = 65_535
_HYPHENS = frozenset((0x02, 0xFFFE))
"""What PDFium gives for a hyphen at the end of a line that it takes for a break inside a word."""
_PAGE_BREAK = "\n\n"
_WIDEST_PICTURE = 4_000


class Pdf:
    """Read PDF."""

    media_types = ("application/pdf", "application/x-pdf")
    endings = (".pdf",)

    @property
    def name(self) -> str:
        """Return the extractor's name and version, PDFium's included."""
        import pypdfium2

        return f"pdf-text@1.{pypdfium2.version.PDFIUM_INFO.build}"

    def recognises(self, raw: bytes) -> bool:
        """Say whether the header of a PDF is in the first 1,024 bytes (ISO 32000-1, Annex H.3, note 13)."""
        return b"%PDF-" in raw[:1024]

    def extract(self, raw: bytes, given: Given) -> Extraction:
        """Return the text of all pages. Raises as `Extractor.extract`."""
        document = _opened(raw)
        try:
            count = len(document)
            if count > given.limits.pages:
                raise ExtractionError(f"the PDF has more than {given.limits.pages:,} pages")
            parts: list[str] = []
            pages: list[Page] = []
            at = 0
            for number in range(count):
                text, boxes, width, height = _page(document, number)
                if parts:
                    parts.append(_PAGE_BREAK)
                    at += len(_PAGE_BREAK)
                parts.append(text)
                pages.append(Page(number + 1, Span(at, at + len(text)), width, height, boxes))
                at += len(text)
                if at > given.limits.text_characters:
                    raise ExtractionError(f"the text has more than {given.limits.text_characters:,} characters")
            title = document.get_metadata_value("Title") or None
        finally:
            document.close()
        joined = "".join(parts)
        return Extraction(
            text=joined,
            extractor=self.name,
            media_type=self.media_types[0],
            transformations=(
                f"Read the text layer of {count:,} page{'' if count == 1 else 's'}, a blank line between two pages.",
            ),
            title=_clean(title),
            pages=tuple(pages),
            warnings=tuple(_warnings(joined, pages)),
        )


def page_picture(raw: bytes, number: int, width: int) -> tuple[int, int, bytes]:
    """Return width, height and RGB pixels of a page (1-based), drawn `width` pixels wide.

    Raises:
        ExtractionError: where there is no such page or it cannot be drawn.

    """
    document = _opened(raw)
    try:
        if not 1 <= number <= len(document):
            raise ExtractionError(f"the PDF has no page {number}: it has {len(document):,}")
        page = _loaded(document, number - 1)
        page_width, page_height = page.get_size()
        scale = min(max(width, 16), _WIDEST_PICTURE) / max(page_width, 1.0)
        scale = min(scale, 2 * _WIDEST_PICTURE / max(page_height, 1.0))
        bitmap = page.render(scale=scale, rev_byteorder=True, prefer_bgrx=False)
        stride, rows = bitmap.stride, bytes(bitmap.buffer)
        row = 3 * bitmap.width
        if bitmap.n_channels != 3:
            raise ExtractionError("the page cannot be drawn")
        pixels = b"".join(rows[at : at + row] for at in range(0, stride * bitmap.height, stride))
        return bitmap.width, bitmap.height, pixels
    finally:
        document.close()


def _opened(raw: bytes) -> Any:  # the library has no types
    import pypdfium2

    try:
        return pypdfium2.PdfDocument(raw)
    except pypdfium2.PdfiumError as error:
        if "password" in str(error).lower():
            raise ExtractionError("the PDF is encrypted, and no password is asked for") from None
        raise ExtractionError(f"the PDF cannot be read: {str(error).rstrip('.')}") from None


def _loaded(document: Any, number: int) -> Any:
    import pypdfium2

    try:
        return document[number]
    except pypdfium2.PdfiumError as error:
        raise ExtractionError(f"page {number + 1} of the PDF cannot be read: {str(error).rstrip('.')}") from None


def _page(document: Any, number: int) -> tuple[str, tuple[Box | None, ...], float, float]:
    page = _loaded(document, number)
    width, height = page.get_size()
    text_page = page.get_textpage()
    characters: list[str] = []
    boxes: list[Box | None] = []
    for character, index in _characters(text_page):
        characters.append(character)
        boxes.append(None if character in "\n\t" else _box(page, text_page, index))
    # Blank characters at the end of a page are the breaks of lines that PDFium makes up.
    while characters and characters[-1] in " \n":
        characters.pop()
        boxes.pop()
    text_page.close()
    page.close()
    return "".join(characters), tuple(boxes), round(width, 3), round(height, 3)


def _characters(text_page: Any) -> Iterator[tuple[str, int]]:
    import pypdfium2.raw as pdfium

    high = 0
    for index in range(text_page.count_chars()):
        code = pdfium.FPDFText_GetUnicode(text_page, index)
        if high:
            if 0xDC00 <= code <= 0xDFFF:
                yield chr(0x10000 + ((high - 0xD800) << 10) + code - 0xDC00), index
                high = 0
                continue
            yield "\ufffd", index - 1
            high = 0
        if 0xD800 <= code <= 0xDBFF:
            high = code
        elif code in _HYPHENS:
            yield "-", index
        elif code == 0x0D:
            # PDFium ends its lines with CR LF; neither is in the file.
            continue
        elif code == 0 or 0xDC00 <= code <= 0xDFFF or code > 0x10FFFF:
            yield "\ufffd", index
        else:
            yield chr(code), index
    if high:
        yield "\ufffd", text_page.count_chars() - 1


def _box(page: Any, text_page: Any, index: int) -> Box | None:
    """Return a character's box in 65,535ths of the page as it is shown, its rotation and crop box applied."""
    import pypdfium2.raw as pdfium

    left, bottom, right, top = (ctypes.c_double() for _ in range(4))
    if not pdfium.FPDFText_GetCharBox(text_page, index, left, right, bottom, top):
        return None
    corners = []
    for x, y in ((left.value, top.value), (right.value, bottom.value)):
        across, down = ctypes.c_int(), ctypes.c_int()
        pdfium.FPDF_PageToDevice(page, 0, 0, _EDGE, _EDGE, 0, x, y, across, down)
        corners.append((min(max(across.value, 0), _EDGE), min(max(down.value, 0), _EDGE)))
    (x0, y0), (x1, y1) = corners
    if x0 == x1 or y0 == y1:
        return None
    return min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)


def _warnings(text: str, pages: list[Page]) -> Iterator[str]:
    empty = [page.number for page in pages if not text[page.span.start : page.span.end].strip()]
    if not empty:
        return
    if len(empty) == len(pages):
        yield "The PDF has no text layer: its pages are pictures or blank, and pictures are not read."
        return
    shown = ", ".join(map(str, empty[:10])) + (f" and {len(empty) - 10:,} more" if len(empty) > 10 else "")
    which = f"Page {shown} has" if len(empty) == 1 else f"Pages {shown} have"
    yield f"{which} no text layer: blank, or a picture, and pictures are not read."


def _clean(title: str | None) -> str | None:
    if title is None:
        return None
    return title.encode("utf-8", "replace").decode("utf-8")[:1000] or None


EXTRACTOR = Pdf()
