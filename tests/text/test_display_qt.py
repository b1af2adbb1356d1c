"""The document map against a real QTextDocument, for arbitrary text."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextDocument

from citeview.text.display import LONGEST_LINE, DocumentMap
from citeview.text.graphemes import interior_positions

ODD = (
    "\r\n\u2028\u2029\x85\x0b\x0c\x00\x1c\ufeff"
    "\ufdd0\ufdd1\ufffc\ufffe\uffff\ud83d\ude00\u00a0\u200d\u202e\u0301 \tab🚀é日न्"
)
PIECES = st.one_of(st.sampled_from(["\r\n", "\r", "\n", *ODD]), st.characters(categories=None))  # type: ignore[arg-type]
TEXTS = st.lists(PIECES, max_size=40).map("".join)
LONG = st.tuples(st.sampled_from(["x", "ab ", "🚀", "e\u0301", "日", "word "]), st.integers(100, 12_000)).map(
    lambda pair: pair[0] * pair[1]
)

SHOWN = {
    "\x00": "␀",
    "\ufeff": "⎕",
    "\ufdd0": "□",
    "\ufdd1": "□",
    "\ufffc": "▣",
    "\ufffe": "□",
    **{chr(half): "\ufffd" for half in range(0xD800, 0xE000)},
}
"""What stands for the characters that Qt would not show, to the letter."""

pytestmark = pytest.mark.usefixtures("qapp")


def document_of(display: str) -> QTextDocument:
    document = QTextDocument()
    document.setPlainText(display)
    return document


def utf16(text: str) -> list[int]:
    data = text.encode("utf-16-le", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "little") for at in range(0, len(data), 2)]


def agrees(text: str) -> None:
    mapped = DocumentMap(text)
    document = document_of(mapped.display)
    # Qt counts one more: the separator that ends the last block.
    assert document.characterCount() - 1 == mapped.length == len(utf16(mapped.display))
    assert document.blockCount() == mapped.display.count("\n") + 1
    step = max(1, len(text) // 200)
    for boundary in range(0, len(text) + 1, step):
        position = mapped.to_document(boundary)
        if mapped.inside_line_end(boundary):
            assert mapped.from_document(position) == boundary - 1
            continue
        assert mapped.from_document(position) == boundary
        expected = mapped.expected_character(boundary)
        found = document.characterAt(position)
        if expected == "\n":
            assert found == "\u2029"
        elif expected:
            assert ord(found) == utf16(expected)[0]
            assert expected == SHOWN.get(text[boundary], text[boundary])


@given(TEXTS)
@settings(max_examples=400, deadline=None)
def test_arbitrary_text(text: str) -> None:
    agrees(text)


@given(st.lists(st.one_of(TEXTS, LONG), min_size=1, max_size=6).map("".join))
@settings(max_examples=40, deadline=None)
def test_long_lines(text: str) -> None:
    mapped = DocumentMap(text)
    agrees(text)
    blocks = mapped.display.split("\n")
    assert max(map(len, blocks)) <= LONGEST_LINE
    breaks = sorted(mapped.continuations)
    assert len(breaks) == mapped.display.count("\n") - DocumentMap(text.replace("\r\n", "\n")).text.count("\n") - sum(
        text.count(end) for end in ("\u2029",)
    ) - text.replace("\r\n", "").count("\r")


def test_cr_lf_is_one_position() -> None:
    mapped = DocumentMap("a\r\nb\r\nc")
    assert mapped.display == "a\nb\nc"
    assert [mapped.to_document(b) for b in range(8)] == [0, 1, 1, 2, 3, 3, 4, 5]
    assert [b for b in range(8) if mapped.inside_line_end(b)] == [2, 5]


def test_a_cut_line_is_a_continuation_and_no_line_of_its_own() -> None:
    text = "short\r\n" + "word " * 8_000 + "\nend"
    mapped = DocumentMap(text)
    assert sorted(mapped.continuations) == [2, 3, 4, 5, 6, 7]
    assert mapped.line_column(7) == (2, 1)
    assert mapped.line_column(7 + 30_000) == (2, 30_001)
    assert mapped.line_column(len(text)) == (3, 4)
    assert mapped.line_column(0) == (1, 1)


@pytest.mark.parametrize(
    "text",
    [
        "👩\u200d💻" * 9_000,
        "🇦🇧" * 9_000,
        "x" + "🇦🇧" * 9_000,
        ("e" + "\u0301" * 300) * 60,
        "🇦" + ("🇦🇧" * 200 + "e" + "\u0301" * 299) * 40,
        "a" + "각\u11a8\u1112\u1161\u11ab" * 5_000,
        "नि" * 9_000,
        "\u0600" * 300 + "नि" * 9_000,
    ],
)
def test_a_cut_never_lies_inside_a_cluster(text: str) -> None:
    interior = set(interior_positions(text))
    blocks = DocumentMap(text).display.split("\n")
    assert len(blocks) > 1
    at = 0
    for block in blocks:
        assert at not in interior
        at += len(block)


def test_a_cluster_that_is_longer_than_a_block_is_cut() -> None:
    blocks = DocumentMap("e" + "\u0301" * 20_000).display.split("\n")
    assert [len(block) for block in blocks] == [6_000, 6_000, 6_000, 2_001]
