"""The text of HTML pages: a golden file, what is left out, and every character's way back to its bytes."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.snapshots.extract.decoding import decode
from citeview.snapshots.extract.extraction import ExtractionError, ExtractionLimits, Given
from citeview.snapshots.extract.html import EXTRACTOR
from citeview.text.units import Span


def read(source, **given_):
    raw = source if isinstance(source, bytes) else source.encode()
    return EXTRACTOR.extract(raw, Given(**given_))


def text_of(source):
    return read("<!doctype html><meta charset=utf-8><body>" + source).text


def test_the_golden_page_gives_the_golden_text(data):
    # The same bytes and the same version give the same text for ever: a change here is a new version of the extractor.
    made = read((data / "snapshots" / "page.html").read_bytes())
    golden = json.loads((data / "snapshots" / "page.json").read_text("utf-8"))
    assert made.extractor == golden["extractor"] == "html-text@1"
    assert made.text == golden["text"]
    assert made.title == golden["title"]
    assert made.source.numbers == golden["map"]
    styles = [
        [style.kind.value, made.text[style.span.start : style.span.end], style.level, style.target]
        for style in made.styles
    ]
    assert styles == golden["styles"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("a<b>b</b>c", "abc"),
        ("  a \n\t b  ", "a b"),
        ("a <b> b</b>", "a b"),
        ("a&nbsp; b", "a\u00a0 b"),
        ("a&#32;&#32;b", "a b"),
        ("<p>a<p>b", "a\n\nb"),
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<div><div><div>a</div></div></div>b", "a\nb"),
        ("a<br>b<br/><br>c</br>d", "a\nb\n\nc\nd"),
        ("<ul><li>a<li>b<ol><li>c</ol></ul>d", "a\nb\nc\n\nd"),
        ("<table><tr><td>a<td>b<tr><td>c</table>", "a\tb\nc"),
        ("<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>", "a\nb"),
        ("<dl><dt>a<dd>b<dt>c</dl>", "a\nb\nc"),
        ("<pre>\n a\n  b </pre>", " a\n  b "),
        ("<pre>\r\n a\r\nb</pre>", " a\nb"),
        ("x<script>alert(1)</script>y", "xy"),
        ("x<style>p{}</style><noscript>n</noscript>y", "xny"),
        ("x<!-- c --><template>t</template>y", "xy"),
        ("a<span hidden>b<p>c</p></span>d", "ad"),
        ("a<span hidden=until-found>b</span>", "ab"),
        ("a<div style='x:y; Display : none'>b<div>c</div></div>d", "ad"),
        ("a<i style=visibility:hidden>b</i>c", "ac"),
        ("<p hidden>a<p>b", "b"),
        ("<li hidden>a<li>b", "b"),
        ("<tr hidden><td>a", ""),
        ("<table><tr hidden><td>a<tr><td>b</table>", "b"),
        ("<dialog>a</dialog><dialog open>b</dialog>", "b"),
        ("<iframe><p>a</iframe><object>b</object><video>c</video>d", "d"),
        ("a<img alt=b>c<input value=d>", "ac"),
        ("<textarea>a\n <b></textarea>", "a\n <b>"),
        ("<svg><title>a</title><text>b</text><style>c</style></svg>d", "bd"),
        ("<math><mi>x</mi><annotation>y</annotation></math>", "x"),
        ("<svg/>a", "a"),
        ("<svg><![CDATA[<a>]]></svg>b", "<a>b"),
        ("<b><p>a</b>b</p>c", "ab\n\nc"),
        ("<div>a</span>b</div>c", "ab\nc"),
        ("<table><tr><td>a</div></td></tr></table><div>b</div>", "a\n\nb"),
        ("a < b && c &unknown; d", "a < b && c &unknown; d"),
        ("a<p", "a"),
        ("", ""),
        ("<p></p><p> </p>", ""),
        ("<ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>", "漢kan"),
    ],
)
def test_what_is_text(source, text):
    assert text_of(source) == text


def test_the_head_is_not_in_the_text():
    made = read("<html><head><title> A\n&amp;  B </title><meta charset=utf-8><link><script>x</script></head><body>b")
    assert (made.text, made.title) == ("b", "A & B")
    made = read("<html><head><title>A</title><p>b<svg><title>c</title></svg>")
    assert (made.text, made.title) == ("b", "A")


@pytest.mark.parametrize(
    ("raw", "given_", "encoding", "decided"),
    [
        (b"<meta charset=latin1><p>\xe9", {}, "windows-1252", "declared in the document"),
        (
            b"<meta http-equiv=x content='text/html; charset=shift_jis'>\x83\x65",
            {},
            "shift_jis",
            "declared in the document",
        ),
        (b"<meta charset=latin1><p>\xc3\xa9", {"charset": "utf-8"}, "utf-8", "declared"),
        (b"\xef\xbb\xbf<meta charset=latin1><p>\xc3\xa9", {}, "utf-8", "BOM"),
        ("\ufeff<p>é".encode("utf-16-le"), {}, "utf-16-le", "BOM"),
        (b"<!-- <meta charset=latin1> --><p>\xc3\xa9", {}, "utf-8", "detected: the bytes are valid UTF-8"),
        (b"<meta charset=utf-16><p>\xc3\xa9", {}, "utf-8", "declared in the document"),
        (b"<?xml version='1.0' encoding='iso-8859-2'?><p>\xe9", {}, "iso-8859-2", "declared in the document"),
    ],
)
def test_how_the_encoding_is_decided(raw, given_, encoding, decided):
    made = read(raw, **given_)
    assert (made.encoding.name, made.encoding.decided_by) == (encoding, decided)
    assert made.text in ("é", "テ")


def test_bytes_that_do_not_fit_are_said():
    made = read(b"<meta charset=utf-8><p>a\xffb\xfe")
    assert made.text == "a\ufffdb\ufffd"
    assert made.warnings == ("The bytes are not utf-8 in 2 places, the first at byte 24; each is shown as U+FFFD.",)


PIECES = st.sampled_from(
    [
        *(
            "<p>",
            "</p>",
            "<b>",
            "</b>",
            "<div hidden>",
            "</div>",
            "<br>",
            "<pre>",
            "</pre>",
            "<td>",
            "<table>",
            "</table>",
        ),
        *("<li>", "<ul>", "</ul>", "<script>", "</script>", "<!--", "-->", "<title>", "</title>", "<svg>", "</svg>"),
        *(
            "&amp;",
            "&nbsp;",
            "&#32;",
            "&notit;",
            " ",
            "\n",
            "\r\n",
            "a",
            "bc",
            "é",
            "😀",
            "<",
            "&",
            "<a href=x>",
            "</a>",
        ),
    ]
)


@given(st.lists(PIECES, max_size=60).map("".join))
def test_every_character_has_its_place_in_the_source(source):
    made = read(source, charset="utf-8")
    assert made.source.text_length == len(made.text)
    before = 0
    for at, character in enumerate(made.text):
        place = made.source.to_source(Span(at, at + 1))
        assert place.start >= before or made.source.whole(at)
        before = place.start
        if not made.source.whole(at):
            assert source[place.start : place.end] == character
        back = made.source.from_source(place)
        assert back is None or back.start <= at < back.end
        assert place.start == place.end or back is not None
    for style in made.styles:
        assert 0 <= style.span.start < style.span.end <= len(made.text)


def test_the_way_back_to_bytes_counts_what_was_left_out():
    raw = "<p>Caf&eacute; <b>größe</b><script>x</script> &amp;c".encode()
    made = read(raw, charset="utf-8")
    decoded = decode(raw, "utf-8")
    assert made.text == "Café größe &c"
    for quote, source in {"é": "&eacute;", "größe &c": "größe</b><script>x</script> &amp;c", "ß": "ß"}.items():
        at = made.text.index(quote)
        start, end = decoded.to_raw(made.source.to_source(Span(at, at + len(quote))))
        assert raw[start:end].decode() == source


def test_limits():
    with pytest.raises(ExtractionError, match="more than 10 characters"):
        read("<p>" + "a" * 20, limits=ExtractionLimits(text_characters=10))
    made = read("<div>" * 5_000 + "a" + "</div>" * 5_000 + "b", limits=ExtractionLimits(depth=100))
    assert made.text == "a\nb"
    assert made.warnings == ("Elements deeper than 100 were read as if they stood beside each other.",)
    made = read("<b>x</b>" * 50, limits=ExtractionLimits(styles=10))
    assert len(made.styles) == 10
    assert made.text == "x" * 50


def test_what_begins_as_html_is_recognised():
    for beginning in (
        b"<!DOCTYPE html>",
        b"\xef\xbb\xbf \n<HTML lang=x>",
        b"<!-- c --><body>",
        b"<?xml version='1.0'?><html>",
    ):
        assert EXTRACTOR.recognises(beginning)
    for beginning in (b"", b"html", b"<?xml version='1.0'?><rss>", b"<p>x"):
        assert not EXTRACTOR.recognises(beginning)
