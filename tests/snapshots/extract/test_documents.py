"""PDF, DOCX, WARC and WACZ: the text, the way back, what is missing and what is refused."""

import gzip

import pytest

from citeview.snapshots.extract.extraction import ExtractionError, ExtractionLimits, Given, StyleKind
from citeview.snapshots.extract.payload import payload_of
from citeview.snapshots.extract.pdf import page_picture
from citeview.snapshots.extract.registry import extract
from citeview.snapshots.extract.side_file import SideFileError, read_side_file, write_side_file
from citeview.text.units import Span

P = "<w:p><w:r><w:t xml:space='preserve'>{}</w:t></w:r></w:p>"


def refused(raw, **given_):
    with pytest.raises(ExtractionError) as caught:
        extract(raw, Given(**given_))
    said = str(caught.value)
    assert "\n" not in said
    assert not said.endswith(".")
    return said


def test_a_pdf_has_pages_and_a_box_for_each_character(files):
    made = extract(files.pdf("Hello world.\nSecond line.", "Page two", title="T"), Given())
    assert made.text == "Hello world.\nSecond line.\n\nPage two"
    assert made.extractor.startswith("pdf-text@1.")
    assert (made.title, made.warnings) == ("T", ())
    first, second = made.pages
    assert made.text[slice(*second.span)] == "Page two"
    assert (first.number, second.number) == (1, 2)
    assert first.width == pytest.approx(595.28, abs=0.1)
    assert len(first.boxes) == first.span.end - first.span.start
    hello, line = first.boxes[0], first.boxes[made.text.index("Second")]
    assert first.boxes[made.text.index("\n")] is None
    assert hello[0] < hello[2]
    assert hello[3] < line[3] < 65_535 // 4  # from the top, the second line below the first
    assert read_side_file(write_side_file(made)).pages == made.pages


def test_a_missing_text_layer_is_said(files):
    assert extract(files.pdf("", ""), Given()).warnings == (
        "The PDF has no text layer: its pages are pictures or blank, and pictures are not read.",
    )
    assert extract(files.pdf("a", "", "b"), Given()).warnings == (
        "Page 2 has no text layer: blank, or a picture, and pictures are not read.",
    )


def test_a_page_is_drawn(files):
    width, height, pixels = page_picture(files.pdf("Hello"), 1, 200)
    assert width == 200
    assert len(pixels) == width * height * 3
    assert {pixels[0:3], min(pixels[at : at + 3] for at in range(0, len(pixels), 3))} >= {b"\xff\xff\xff"}
    assert min(pixels) < 160
    with pytest.raises(ExtractionError, match="the PDF has no page 2: it has 1"):
        page_picture(files.pdf("Hello"), 2, 200)


def test_hostile_pdfs_are_one_sentence(files):
    assert refused(files.pdf("a", "b", "c"), limits=ExtractionLimits(pages=2)) == "the PDF has more than 2 pages"
    assert refused(b"%PDF-1.7\nnothing").startswith("the PDF cannot be read: ")
    whole = files.pdf("Hello world")
    assert refused(whole, limits=ExtractionLimits(text_characters=5)) == "the text has more than 5 characters"


def test_a_docx_gives_its_body(files):
    body = (
        "<w:p><w:pPr><w:pStyle w:val='Heading2'/></w:pPr><w:r><w:t>Tïtle</w:t></w:r></w:p>"
        "<w:p><w:r><w:t xml:space='preserve'>A &amp; </w:t></w:r><w:r><w:rPr><w:b/><w:i w:val='0'/></w:rPr>"
        "<w:t>bold</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del>"
        "<w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r><w:r><w:tab/><w:t>x</w:t><w:br/><w:t>y</w:t></w:r></w:p>"
        "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>1</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>2</w:t></w:r></w:p></w:tc>"
        "</w:tr></w:tbl>" + P.format("end 😀")
    )
    raw = files.docx(body)
    made = extract(raw, Given())
    assert made.text == "Tïtle\nA & bold\tx\ny\n1\t2\nend 😀"
    assert (made.extractor, made.container.name, made.container.offset) == ("docx-text@1", "word/document.xml", None)
    shown = [(style.kind, made.text[slice(*style.span)], style.level) for style in made.styles]
    assert shown == [
        (StyleKind.HEADING, "Tïtle", 2),
        (StyleKind.BOLD, "bold", 0),
        (StyleKind.TABLE_CELL, "1", 0),
        (StyleKind.TABLE_CELL, "2", 0),
    ]
    part = payload_of(raw, made.container.name, ExtractionLimits()).decode()
    assert len(part.encode()) == made.container.size
    for at, character in enumerate(made.text):
        place = made.source.to_source(Span(at, at + 1))
        if not made.source.whole(at):
            assert part[place.start : place.end] == character
    at = made.text.index("&")
    assert part[slice(*made.source.to_source(Span(at, at + 1)))] == "&amp;"


def test_a_docx_in_utf16_is_read(files):
    made = extract(
        files.docx(P.format("né"), before='<?xml version="1.0" encoding="UTF-16"?>', encoding="utf-16"), Given()
    )
    assert (made.text, made.encoding.name, made.encoding.decided_by) == ("né", "utf-16-le", "BOM")


BOMB = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;"><!ENTITY x SYSTEM "file:///etc/passwd">]>'


def test_hostile_docx_is_one_sentence(files):
    assert refused(files.docx(P.format("&x;&b;"), before=BOMB)) == (
        "word/document.xml declares a document type, which no such file does; it is refused"
    )
    assert refused(files.docx("<w:p>")).startswith("word/document.xml is not well-formed XML: mismatched tag")
    assert "nested deeper than 50" in refused(files.docx("<w:p>" * 60), limits=ExtractionLimits(depth=50))
    bomb = files.docx("<w:p/>" * 100_000)
    assert refused(bomb, limits=ExtractionLimits(unpacked_bytes=1000)) == (
        "'word/document.xml' unpacks to more than 1,000 bytes"
    )
    damaged = bytearray(files.docx(P.format("a" * 500)))
    at = damaged.index(b"word/document.xml") + 30
    damaged[at : at + 8] = b"\xff" * 8
    assert refused(bytes(damaged)).startswith("'word/document.xml' is damaged: ")


PAGE = b"<html><title>T</title><p>Caf\xe9 &lt;1"


def test_a_warc_gives_the_response_that_is_asked_for(files):
    responses = [
        ("http://example.com/", "text/html; charset=iso-8859-1", PAGE),
        ("http://example.com/2", "text/plain", b"two"),
    ]
    raw = files.warc(*responses)
    made = extract(raw, Given())
    assert (made.text, made.title) == ("Café <1", "T")
    assert made.extractor == "warc@1+html-text@1"
    assert (made.url, made.fetched_at) == ("http://example.com/", "2026-11-05T14:02:11Z")
    assert made.warnings == (
        "The archive holds one more response; the text is that of the first. An address chooses another.",
    )
    held = made.container
    assert held.name == "record 2"
    assert raw[held.offset : held.offset + held.size] == PAGE
    assert payload_of(raw, held.name, ExtractionLimits()) == PAGE
    second = extract(raw, Given(url="http://example.com/2"))
    assert (second.text, second.warnings) == ("two", ())
    assert refused(raw, url="http://example.com/3") == (
        "the archive holds no successful response of 'http://example.com/3'"
    )


def test_a_packed_warc_is_unpacked(files):
    packed = files.warc(
        ("http://e.com/", "text/html", gzip.compress(PAGE)), gzip=True, headers=[("Content-Encoding", "gzip")]
    )
    made = extract(packed, Given())
    assert made.text == "Café <1"
    assert made.container.offset is None
    assert payload_of(packed, made.container.name, ExtractionLimits()) == PAGE
    wacz = files.zip(**{"datapackage.json": "{}", "archive/data.warc.gz": packed})
    made = extract(wacz, Given())
    assert (made.text, made.extractor) == ("Café <1", "wacz@1+warc@1+html-text@1".replace("warc@1+", ""))
    assert made.container.name == "archive/data.warc.gz › record 2"
    assert payload_of(wacz, made.container.name, ExtractionLimits()) == PAGE


def test_hostile_archives_are_one_sentence(files):
    bomb = files.warc(
        ("http://e.com/", "text/html", gzip.compress(b"a" * 1_000_000)), headers=[("Content-Encoding", "gzip")]
    )
    assert refused(bomb, limits=ExtractionLimits(unpacked_bytes=10_000)) == (
        "the archive unpacks to more than 10,000 bytes"
    )
    assert refused(files.warc(("http://e.com/", "text/html", b"x"), status="404 Not Found")) == (
        "the archive holds no successful response"
    )
    assert refused(b"WARC/1.0\r\njunk") == "the archive holds no successful response"


def test_what_nobody_reads_is_said():
    assert refused(b"\0\1\2") == "no extractor reads these bytes: they are no text, HTML, PDF, DOCX or WARC"
    assert refused(b"\0", media_type="image/x\x1b") == (
        "no extractor reads these bytes declared as 'image/x\\x1b': they are no text, HTML, PDF, DOCX or WARC"
    )
    assert refused(b"aaaa", limits=ExtractionLimits(raw_bytes=3)) == "there are more than 3 bytes"


@pytest.mark.parametrize(
    ("raw", "given_", "extractor"),
    [
        (b"# a", {"name": "a.md"}, "markdown-text@1"),
        (b"# a", {"name": "A.MD", "media_type": "text/plain"}, "plain-text@1"),
        (b"# a", {"media_type": "text/markdown"}, "markdown-text@1"),
        (b"<p>a", {"name": "a.html"}, "html-text@1"),
        (b"<!doctype html>", {"name": "a.txt"}, "html-text@1"),
        (b"<!doctype html>", {"media_type": "application/octet-stream"}, "html-text@1"),
        (b"a", {}, "plain-text@1"),
        (b"a", {"name": "a.pdf"}, "plain-text@1"),
    ],
)
def test_who_reads_what(raw, given_, extractor):
    assert extract(raw, Given(**given_)).extractor == extractor


def test_the_same_bytes_give_the_same_side_file(files):
    for raw in (files.docx(P.format("a")), files.pdf("Hello"), PAGE):
        first, second = (write_side_file(extract(raw, Given(charset="latin1"))) for _ in range(2))
        assert first == second
        read = read_side_file(first)
        made = extract(raw, Given(charset="latin1"))
        assert (read.styles, read.container, read.extractor) == (made.styles, made.container, made.extractor)
        assert (read.source and read.source.numbers) == (made.source and made.source.numbers)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ((b"{", b""), "extraction.json is not JSON"),
        ((b'"version":1', b'"version":2'), "extraction.json is of a version that is not read"),
        ((b'"pages":[]', b'"pages":[{}]'), "extraction.json is damaged"),
        ((b'"styles":[', b'"styles":[["x",0,1,0,null],'), "extraction.json is damaged"),
        ((b'"mapLength":', b'"mapLength":9'), "extraction.json is damaged"),
        ((b'"map":[0', b'"map":[0.5'), "extraction.json is damaged"),
    ],
)
def test_a_damaged_side_file_is_one_sentence(change, sentence):
    data = write_side_file(extract(b"<html><b>a</b>", Given()))
    changed = data.replace(*change, 1)
    assert changed != data
    with pytest.raises(SideFileError, match=sentence):
        read_side_file(changed)
