"""Text as a report shows it: nothing invisible, nothing that reorders, long texts said to be cut."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.reports.shown import one_line, shown
from citeview.text.characters import BIDI_CONTROLS, visible


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("a\nb\r\nc", "a↵\nb␍↵\nc"),
        ("a\u202eb", "a⟨U+202E⟩b"),
        ("a\u200bb\u00adc", "a⟨U+200B⟩b⟨U+00AD⟩c"),
        ("\ud83d", "⟨U+D83D⟩"),
        ("a\u00a0b", "a⍽b"),
        ("pay\u200dpal", "pay⟨U+200D⟩pal"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("👩\u200d👧", "👩\u200d👧"),
        ("👩\u200d", "👩⟨U+200D⟩"),
        ("\u200d👧", "⟨U+200D⟩👧"),
        ("👩\u200d\u200d👧", "👩⟨U+200D⟩⟨U+200D⟩👧"),
        ("", ""),
    ],
)
def test_what_is_shown(text: str, expected: str) -> None:
    assert shown(text) == expected


def test_a_long_text_is_cut_and_said_to_be() -> None:
    assert shown("x" * 30, most=10) == "x" * 10 + " … (20 more characters)"
    assert shown("x" * 10, most=10) == "x" * 10


def test_a_cell_is_one_line() -> None:
    assert one_line("  a\n\tb  ") == "a b"
    assert one_line("x" * 300, 20) == "x" * 19 + "…"
    assert len(one_line(" " * 10_000 + "x", 20)) <= 20


@given(st.text(st.characters(exclude_categories=())))
def test_nothing_reorders_and_everything_can_be_written(text: str) -> None:
    for found in (shown(text), one_line(text)):
        assert not set(found) & (BIDI_CONTROLS | {"\x00", "\x1b", "\u200b"})
        found.encode("utf-8")
    assert "\n" not in one_line(text)
    assert shown(text).replace("\u200c", "").replace("\u200d", "").count("\n") == text.count("\n")
    if text.isascii():
        assert shown(text).replace("↵\n", "↵") == visible(text)
