"""Which encoding, why, and which bytes each character stands for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.snapshots.extract.decoding import DecodedText, codec_of, decode, decoding_warnings, encoding_named
from citeview.snapshots.extract.extraction import Encoding, ExtractionError
from citeview.text.units import Span

SAMPLES = {
    "utf-8": "naïve 日本 😀 e\u0301",
    "utf-16-le": "naïve 日本 😀",
    "utf-16-be": "naïve 日本 😀",
    "utf-32-le": "a日😀",
    "windows-1252": "naïve “x” €",
    "windows-1251": "Привет",
    "iso-8859-2": "žluťoučký",
    "koi8-r": "привет",
    "shift_jis": "日本語テキストabcｱ",
    "euc-jp": "日本語abc",
    "iso-2022-jp": "日本語abc日本",
    "gb18030": "汉字abc😀",
    "big5": "漢字abc",
    "euc-kr": "한국어abc",
    "macintosh": "naïve",
}


@pytest.mark.parametrize("name", SAMPLES)
def test_each_character_stands_for_its_bytes(name):
    text = SAMPLES[name] * 60
    raw = text.encode(codec_of(name))
    decoded = DecodedText(raw, Encoding(name, "declared"))
    assert decoded.text == text
    assert decoded.faults == ()
    assert decoded.to_raw(Span(0, len(text))) == (0, len(raw))
    before = 0
    for at in range(0, len(text), 7):
        start, end = decoded.to_raw(Span(at, at + 1))
        assert before <= start < end <= len(raw)
        before = start
        if name != "iso-2022-jp":  # where bytes mean nothing without the escape sequence before them
            assert raw[start:end].decode(codec_of(name)) == text[at]


@given(st.binary(max_size=60))
def test_any_bytes_as_utf8_have_their_places(raw):
    decoded = DecodedText(raw, Encoding("utf-8", "declared"))
    assert decoded.text == raw.decode("utf-8", "replace")
    at = 0
    for position, character in enumerate(decoded.text):
        start, end = decoded.to_raw(Span(position, position + 1))
        assert start == at
        at = end
        assert raw[start:end].decode("utf-8", "replace") == character
    assert at == len(raw)


@given(st.binary(max_size=60), st.sampled_from(sorted(SAMPLES)))
def test_any_bytes_are_covered_in_any_encoding(raw, name):
    decoded = DecodedText(raw, Encoding(name, "declared"))
    edges = [decoded.to_raw(Span(at, at))[0] for at in range(len(decoded.text) + 1)]
    assert edges == sorted(edges)
    assert all(0 <= edge <= len(raw) for edge in edges)
    assert "\ud800" not in decoded.text
    decoded.text.encode("utf-8")


@pytest.mark.parametrize(
    ("raw", "declared", "name", "why", "text"),
    [
        (b"\xef\xbb\xbfa", None, "utf-8", "BOM", "a"),
        (b"\xff\xfea\x00", "utf-8", "utf-16-le", "BOM", "a"),
        (b"\xfe\xff\x00a", None, "utf-16-be", "BOM", "a"),
        (b"\xff\xfe\x00\x00a\x00\x00\x00", None, "utf-32-le", "BOM", "a"),
        (b"\xe9", "ISO-8859-1", "windows-1252", "declared", "é"),
        (b"\x80\x81", "latin1", "windows-1252", "declared", "€\x81"),
        ("é".encode(), "nonsense", "utf-8", "detected: the bytes are valid UTF-8", "é"),
        (b"", None, "utf-8", "detected: the bytes are valid UTF-8", ""),
        ("é".encode(), "rot13", "utf-8", "detected: the bytes are valid UTF-8", "é"),
        ("é".encode(), "unicode_escape", "utf-8", "detected: the bytes are valid UTF-8", "é"),
    ],
)
def test_what_decides(raw, declared, name, why, text):
    decoded = decode(raw, declared)
    assert (decoded.encoding, decoded.text) == (Encoding(name, why), text)


def test_the_byte_order_mark_counts_in_the_way_back():
    decoded = decode(b"\xef\xbb\xbf\xc3\xa9a")
    assert decoded.to_raw(Span(1, 2)) == (5, 6)


def test_what_nobody_declares_is_detected_and_says_by_whom():
    text = "Les élèves français étaient très fatigués après la leçon, où ils avaient étudié. " * 5
    decoded = decode(text.encode("cp1252"))
    assert decoded.encoding.decided_by.startswith("detected: charset-normalizer ")
    assert decoded.text == text


def test_nothing_detected_is_said():
    decoded = decode(bytes(range(128, 256)) * 3)
    assert decoded.encoding.decided_by.startswith(("assumed: ", "detected: "))
    assert len(decoded.text) > 0


def test_an_unknown_label_is_said_harmlessly():
    decoded = decode(b"a", "x\x1b[31m\n")
    assert decoding_warnings(decoded, "x\x1b[31m\n") == ("The declared encoding x?[31m? is not known.",)
    assert encoding_named("zlib") is None
    with pytest.raises(ExtractionError, match="the encoding 'zlib' is not read"):
        codec_of("zlib")
