"""Line structure: list marks, headings, rules, blank lines, columns."""

from __future__ import annotations

import pytest

from citeview.quote.strict.lines import line_structure


@pytest.mark.parametrize(
    ("text", "dropped"),
    [
        ("- a", []),
        ("- a\n- b", [0, 4]),
        ("- a\r\n- b", [0, 5]),
        ("- a\r- b", [0, 4]),
        ("- a\n\n- b", [0, 5]),
        ("- a\n* b", []),
        ("- a\n  - b", []),
        ("- a\ntext\n- b", []),
        ("* a\n* b\n* c", [0, 4, 8]),
        ("# Title", [0]),
        ("#Title", []),
        ("Title\n-----", [6]),
        ("a --- b", []),
        ("| a | b |\n|---|---|", [10]),
        ("| --- | --- |", [0, 2, 6, 8, 12]),
        ("***", [0]),
        ("-5", []),
    ],
)
def test_marks_that_are_no_words(text: str, dropped: list[int]) -> None:
    assert sorted(line_structure(text).dropped) == dropped


@pytest.mark.parametrize(
    ("text", "hard"),
    [
        ("a b", []),
        ("a\nb", []),
        ("a\n\nb", [2]),
        ("a\n \t \nb", [2]),
        ("a\n\n\n\nb", [2]),
        ("a\n1. b", [2]),
        ("a\n• b", [2]),
        ("# a\nb", [0, 4]),
        ("a\tb", [1]),
        ("a\n\tb", []),
        ("a\x0cb", [2]),
        ("a\u2029b", [2]),
        ("a\u2028b", []),
    ],
)
def test_where_no_sentence_runs_on(text: str, hard: list[int]) -> None:
    assert list(line_structure(text).hard) == hard
