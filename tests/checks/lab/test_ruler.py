"""The cells around a boundary."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.checks.lab.ruler import Mark, MarkKind, Width, marks_of, ruler
from citeview.text.representation import Representation
from citeview.text.units import Unit

KINDS = [
    ("A", "letter", Width.NARROW),
    ("7", "digit", Width.NARROW),
    (" ", "space", Width.NARROW),
    ("\t", "tab", Width.NARROW),
    ("\r\n", "line end", Width.NARROW),
    ("\n", "line end", Width.NARROW),
    ("\x00", "control", Width.NARROW),
    ("\u200b", "format character", Width.ZERO),
    ("\ufeff", "byte order mark", Width.ZERO),
    ("\ud83d", "half a character", Width.NARROW),
    ("🚀", "emoji", Width.WIDE),
    ("👩\u200d🚒", "ZWJ sequence", Width.WIDE),
    ("👍🏽", "emoji with a skin tone", Width.WIDE),
    ("🇩🇪", "flag", Width.WIDE),
    ("🇩", "half a flag", Width.NARROW),
    ("✍\ufe0f", "variation sequence", Width.WIDE),
    ("e\u0301", "combining sequence", Width.NARROW),
    ("\u0301", "lone combining mark", Width.ZERO),
    ("日", "letter", Width.WIDE),
    ("각", "letter", Width.WIDE),
    ("\u1100\u1161", "Hangul syllable", Width.WIDE),
    ("\ue200", "private use", Width.NARROW),
    ("—", "punctuation", Width.NARROW),
    ("€", "symbol", Width.NARROW),
]


@pytest.mark.parametrize(("text", "kind", "width"), KINDS, ids=[ascii(row[0]) for row in KINDS])
def test_kinds_of_cell(text: str, kind: str, width: Width) -> None:
    (cell,) = ruler(Representation(text, "text"), 0).cells
    assert (cell.text, cell.kind, cell.width) == (text, kind, width)
    assert "".join(point.character for point in cell.code_points) == text
    assert all(point.name for point in cell.code_points)
    assert cell.visible.strip() or text == " "


def test_offsets_under_every_edge() -> None:
    made = ruler(Representation("A🚀e\u0301|\r\nR", "text"), 2)
    assert [cell.text for cell in made.cells] == ["A", "🚀", "e\u0301", "|", "\r\n", "R"]
    units = (Unit.UTF8, Unit.CODEPOINT, Unit.UTF16, Unit.GRAPHEME)
    table = [(*(edge.units[unit] for unit in units), edge.document) for edge in made.edges]
    assert table == [
        (0, 0, 0, 0, 0),
        (1, 1, 1, 1, 1),
        (5, 2, 3, 2, 3),
        (8, 4, 5, 3, 5),
        (9, 5, 6, 4, 6),
        (11, 7, 8, 5, 7),
        (12, 8, 9, 6, 8),
    ]
    inside = made.cells[2].inner
    assert [(edge.position, edge.units[Unit.UTF8], edge.units[Unit.GRAPHEME]) for edge in inside] == [(3, 6, None)]
    assert made.cells[4].inner[0].inside_line_end


def test_marks_of_a_range_that_is_one_early(subject: Any) -> None:
    one = subject("A🚀|READY.", "READY", 3, 8, "utf16")
    marks = marks_of(one)
    assert marks == (
        Mark(MarkKind.DECLARED_START, 2),
        Mark(MarkKind.DECLARED_END, 7),
        Mark(MarkKind.EXPECTED_START, 3),
        Mark(MarkKind.EXPECTED_END, 8),
    )
    made = ruler(one.shown, 2, marks=marks)
    assert [edge.position for edge in made.edges if edge.marks] == [2, 3, 7, 8]
    assert len({mark.kind for mark in marks}) == 4
    assert [mark.kind.declared for mark in marks] == [True, True, False, False]


@pytest.mark.parametrize(
    ("start", "end", "unit", "position", "note"),
    [
        (2, 5, "utf8", 1, "1 UTF-8 byte into U+1F600 GRINNING FACE"),
        (4, 5, "utf8", 1, "3 UTF-8 bytes into U+1F600 GRINNING FACE"),
        (2, 3, "utf16", 1, "1 UTF-16 unit into U+1F600 GRINNING FACE"),
        (9, 12, "codepoint", 4, "5 code points past the end"),
        (-2, 1, "codepoint", 0, "2 code points before the text"),
    ],
)
def test_a_broken_boundary_is_marked_where_it_would_be(
    subject: Any, start: int, end: int, unit: str, position: int, note: str
) -> None:
    assert marks_of(subject("A😀B.", "B", start, end, unit))[0] == Mark(MarkKind.DECLARED_START, position, note)


def test_no_marks_without_numbers_or_unit(subject: Any) -> None:
    assert marks_of(subject("A😀B.", None, True, 2)) == ()
    assert [mark.kind for mark in marks_of(subject("A😀B.", "B", 2, 3, None))] == [
        MarkKind.EXPECTED_START,
        MarkKind.EXPECTED_END,
    ]


def test_bidirectional_text_keeps_its_logical_order_and_says_the_visual_one() -> None:
    made = ruler(Representation("ab \u05d0\u05d1\u05b0 c\nnext", "text"), 3)
    assert made.reordered
    first_line = made.cells[:8]
    assert [cell.text for cell in first_line] == ["a", "b", " ", "\u05d0", "\u05d1\u05b0", " ", "c", "\n"]
    assert [cell.right_to_left for cell in first_line] == [False, False, False, True, True, False, False, False]
    assert [cell.visual for cell in first_line] == [0, 1, 2, 4, 3, 5, 6, 7]
    assert first_line[3].bidi_class == "R"
    assert "from the left" in made.as_text()
    assert not ruler(Representation("plain", "text"), 0).reordered


def test_copied_as_text(subject: Any) -> None:
    one = subject("A🚀|READY.", "READY", 3, 8, "utf16")
    lines = ruler(one.shown, 2, cells=6, marks=marks_of(one)).as_text().splitlines()
    assert lines[0].split()[-4:] == ["units", "grapheme", "clusters", "QTextDocument"]
    assert lines[1].split() == ["0"] * 5
    assert lines[2] == "A   U+0041 LATIN CAPITAL LETTER A (letter)"
    assert lines[4] == "🚀   U+1F680 ROCKET (emoji)"
    assert lines[5].split() == ["5", "2", "3", "2", "3", "◀", "declared", "start"]
    assert lines[-2:] == [
        "declared end at code point 7, outside this ruler",
        "expected end at code point 8, outside this ruler",
    ]


def test_a_mark_inside_a_cluster_is_printed_there(subject: Any) -> None:
    one = subject("e\u0301x", "\u0301x", 1, 3)
    text = ruler(one.shown, 0, marks=marks_of(one)).as_text()
    assert [line.split()[3] for line in text.splitlines() if "declared start" in line] == ["inside"]


def test_it_moves_along_the_text() -> None:
    shown = Representation("abcdefghijklmnopqrstuvwxyz" * 4, "text")
    assert len(ruler(shown, 50, cells=10).cells) == 10
    assert ruler(shown, 50, cells=10).cells[5].span.start == 50
    assert ruler(shown, 0, cells=10).cells[0].span.start == 0
    assert ruler(shown, 10_000, cells=10).cells[-1].span.end == len(shown)
    assert ruler(Representation("", "text"), 3).cells == ()
    assert ruler(Representation("", "text"), 3).edges[0].position == 0


TEXTS = st.text(st.one_of(st.characters(), st.sampled_from("\u0301\u200d🚒👩\r\n\u05d0🇩🇪")), max_size=30)


@given(TEXTS, st.integers(-3, 40))
def test_cells_are_the_text(text: str, around: int) -> None:
    shown = Representation(text, "text")
    made = ruler(shown, around, cells=8)
    assert len(made.edges) == len(made.cells) + 1
    start, end = made.edges[0].position, made.edges[-1].position
    assert "".join(cell.text for cell in made.cells) == text[start:end]
    assert [cell.span.end for cell in made.cells] == [edge.position for edge in made.edges[1:]]
    assert sorted(cell.visual for cell in made.cells) == list(range(len(made.cells)))
    assert all(edge.units == shown.boundaries.offsets(edge.position) for edge in made.edges)
    assert len(made.as_text().splitlines()) == 1 + len(made.edges) + len(made.cells)
