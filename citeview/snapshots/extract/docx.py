"""DOCX: the text of `word/document.xml`, with the way back to that part.

Knows the elements of WordprocessingML (ECMA-376-1, 17) that hold text. Deleted text, hidden text and field codes are
left out; footnotes, comments, headers and footers are other parts and no text of the document's body.
"""

from __future__ import annotations

import re
import xml.parsers.expat
from dataclasses import dataclass, field
from xml.parsers.expat import ExpatError

from citeview.snapshots.extract.decoding import decode, decoding_warnings
from citeview.snapshots.extract.extraction import Container, Extraction, ExtractionError, Given, StyleKind
from citeview.snapshots.extract.plain import refuse_long
from citeview.snapshots.extract.unpacking import MemoryZip, names_in_zip
from citeview.snapshots.extract.writer import OpenStyle, TextWriter
from citeview.text.boundaries import BoundaryMap
from citeview.text.units import Unit

PART = "word/document.xml"

_W = (
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main ",
    "http://purl.oclc.org/ooxml/wordprocessingml/main ",
)
_FALLBACK = "http://schemas.openxmlformats.org/markup-compatibility/2006 Fallback"
_HEADING = re.compile(r"(?i)heading ?([1-6])")
_OFF = frozenset(("0", "false", "off", "none"))
_CHARACTERS = {"noBreakHyphen": "\u2011", "softHyphen": "\u00ad"}
_LEFT_OUT = frozenset(("del", "moveFrom", "instrText", "delText"))
_RUN_STYLES = {"b": StyleKind.BOLD, "i": StyleKind.ITALIC}
_ENCODING = re.compile(rb"\s*<\?xml[^>]*?\bencoding\s*=\s*[\"']([A-Za-z0-9._-]+)")


class Docx:
    """Read DOCX."""

    name = "docx-text@1"
    media_types = ("application/vnd.openxmlformats-officedocument.wordprocessingml.document",)
    endings = (".docx",)

    def recognises(self, raw: bytes) -> bool:
        """Say whether the bytes are a zip with the part that holds a document's text."""
        return PART in names_in_zip(raw)

    def extract(self, raw: bytes, given: Given) -> Extraction:
        """Return the text of the document's body. Raises as `Extractor.extract`."""
        part = MemoryZip(raw, given.limits).read(PART)
        declared = _ENCODING.match(part[:200])
        decoded = decode(part, in_document=declared.group(1).decode("ascii") if declared else "utf-8")
        refuse_long(decoded, given)
        reader = _Reader(decoded.text, given)
        reader.read()
        text, source, styles = reader.writer.finish()
        return Extraction(
            text=text,
            extractor=self.name,
            media_type=self.media_types[0],
            encoding=decoded.encoding,
            container=Container(PART, None, len(part)),
            source=source,
            transformations=(
                f"Unpacked {PART}, {len(part):,} bytes.",
                f"Decoded as {decoded.encoding.name} ({decoded.encoding.decided_by}).",
                "Took the text of the body, a line end after each paragraph and row, a tab between cells; left out "
                "deleted and hidden text, field codes, footnotes, comments, headers and footers.",
            ),
            styles=styles,
            warnings=decoding_warnings(decoded),
        )


@dataclass(slots=True)
class _Reader:
    """Follow the elements of one part."""

    source: str
    given: Given
    writer: TextWriter = field(init=False)
    _bytes: BoundaryMap = field(init=False)
    _parser: xml.parsers.expat.XMLParserType = field(init=False)
    _path: list[str] = field(default_factory=list)
    _left_out: int = 0
    _hidden_run: bool = False
    _run_kinds: list[StyleKind] = field(default_factory=list)
    _run_styles: list[OpenStyle] = field(default_factory=list)
    _paragraph_style: OpenStyle | None = None
    _cell_styles: list[OpenStyle] = field(default_factory=list)
    _first_paragraph_of_cell: bool = False

    def __post_init__(self) -> None:
        self.writer = TextWriter(self.source, self.given.limits)
        self._bytes = BoundaryMap(self.source)

    def read(self) -> None:
        """Read the part to its end.

        Raises:
            ExtractionError: where it is not well-formed, or declares a document type.

        """
        self._parser = xml.parsers.expat.ParserCreate("utf-8", " ")
        self._parser.buffer_text = False
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._characters
        self._parser.StartDoctypeDeclHandler = self._refuse
        try:
            self._parser.Parse(self.source.encode("utf-8"), True)
        except ExpatError as error:
            raise ExtractionError(f"{PART} is not well-formed XML: {error}") from None

    def _refuse(self, *_: object) -> None:
        # Entities, which can grow without end or name files, are declared there and nowhere else.
        raise ExtractionError(f"{PART} declares a document type, which no such file does; it is refused")

    def _at(self) -> int:
        """Return the code point where the event begins."""
        return self._bytes.convert(self._parser.CurrentByteIndex, Unit.UTF8, Unit.CODEPOINT)

    def _start(self, qualified: str, attributes: dict[str, str]) -> None:
        name = _local(qualified)
        self._path.append(name)
        if len(self._path) > self.given.limits.depth:
            raise ExtractionError(f"{PART} is nested deeper than {self.given.limits.depth:,} elements")
        if qualified == _FALLBACK or name in _LEFT_OUT:
            self._left_out += 1
        if self._left_out or not name:
            return
        self._element(name, next((value for key, value in attributes.items() if _local(key) == "val"), ""))

    def _element(self, name: str, value: str) -> None:
        at = self._at()
        parent = self._path[-2] if len(self._path) > 1 else ""
        if name == "p":
            if not self._first_paragraph_of_cell:
                self.writer.lines(1, at, at)
            self._first_paragraph_of_cell = False
        elif name == "tr":
            self.writer.lines(1, at, at)
        elif name == "tc":
            self.writer.cell(at, at)
            self._cell_styles.append(self.writer.open(StyleKind.TABLE_CELL))
            self._first_paragraph_of_cell = True
        elif name == "r":
            self._hidden_run, self._run_kinds = False, []
        elif parent == "rPr" and "r" in self._path[-3:-2]:
            self._run_property(name, value)
        elif parent == "pPr" and self._paragraph_style is None:
            self._paragraph_property(name, value)
        elif parent == "r" and not self._hidden_run:
            self._open_run()
            if name == "tab":
                self.writer.made("\t", at, at)
            elif name in ("br", "cr"):
                self.writer.line_break(at, at)
            elif name in _CHARACTERS:
                self.writer.made(_CHARACTERS[name], at, at)

    def _run_property(self, name: str, value: str) -> None:
        if value.lower() in _OFF:
            return
        if name in _RUN_STYLES:
            self._run_kinds.append(_RUN_STYLES[name])
        elif name == "vanish":
            self._hidden_run = True

    def _paragraph_property(self, name: str, value: str) -> None:
        heading = _HEADING.fullmatch(value) if name == "pStyle" else None
        if heading is not None:
            self._paragraph_style = self.writer.open(StyleKind.HEADING, int(heading[1]))
        elif name == "numPr" or (name == "pStyle" and value.lower().startswith("list")):
            self._paragraph_style = self.writer.open(StyleKind.LIST_ITEM, 1)

    def _open_run(self) -> None:
        if self._run_kinds and not self._run_styles:
            self._run_styles = [self.writer.open(kind) for kind in self._run_kinds]

    def _characters(self, data: str) -> None:
        if self._left_out or self._hidden_run or self._path[-1] != "t" or not data:
            return
        at = self._at()
        if self.source[at] == "&":
            self.writer.made(data, at, self.source.find(";", at) + 1)
        elif self.source.startswith(data, at):
            self.writer.as_it_is(at, at + len(data))
        else:
            # XML reads CR LF and CR as LF.
            self.writer.made(data, at, at + (2 if self.source.startswith("\r\n", at) else 1))

    def _end(self, qualified: str) -> None:
        name = self._path.pop()
        if qualified == _FALLBACK or name in _LEFT_OUT:
            self._left_out -= 1
        if self._left_out:
            return
        if name == "r":
            for style in self._run_styles:
                self.writer.close(style)
            self._run_styles, self._run_kinds, self._hidden_run = [], [], False
        elif name == "p" and self._paragraph_style is not None:
            self.writer.close(self._paragraph_style)
            self._paragraph_style = None
        elif name == "tc" and self._cell_styles:
            self.writer.close(self._cell_styles.pop())
            self._first_paragraph_of_cell = False
        elif name in ("tr", "tbl"):
            at = self._at()
            self.writer.lines(1, at, at)


def _local(qualified: str) -> str:
    """Return an element's name where it is of WordprocessingML, else nothing."""
    for namespace in _W:
        if qualified.startswith(namespace):
            return qualified.removeprefix(namespace)
    return ""


EXTRACTOR = Docx()
