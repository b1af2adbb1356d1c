"""Levels and visual order, against UAX #9 and against the answers of python-bidi 0.6.12 (data/lab/bidi-orders.json)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.checks.lab.bidi import levels, needs_reordering, visual_order

DATA = Path(__file__).parents[2] / "data" / "lab"

EXAMPLES = [
    ("plain text", [0] * 10),
    ("he said \u05d0\u05d1 to", [0] * 8 + [1, 1] + [0] * 3),
    ("\u05d0\u05d1 12", [1, 1, 1, 2, 2]),
    ("a \u05d0 12 b", [0, 0, 1, 1, 2, 2, 0, 0]),
    ("\u0627 12%", [1, 1, 2, 2, 1]),
    ("\u05d0(b)\u05d2", [1, 1, 2, 1, 1]),
    ("a\u2067\u05d0b\u2069c", [0, 0, 1, 2, 0, 0]),
    ("a\u202e12\u202cb", [0, 0, 1, 1, 1, 0]),
    ("\u05d0  ", [1, 1, 1]),
    ("a \u05d0 \t \u05d1 ", [0, 0, 1, 0, 0, 1, 1, 0]),
]


@pytest.mark.parametrize(("text", "expected"), EXAMPLES, ids=[ascii(text) for text, _ in EXAMPLES])
def test_levels(text: str, expected: list[int]) -> None:
    assert levels(text) == expected


@pytest.mark.parametrize(
    "case", json.loads((DATA / "bidi-orders.json").read_text("utf-8")), ids=lambda case: ascii(case[0])
)
def test_orders_that_another_implementation_gives(case: tuple[str, str]) -> None:
    text, shown = case
    assert "".join(text[index] for index in visual_order(levels(text))) == shown


@given(st.text(max_size=40))
def test_any_text_has_a_level_for_each_character_and_an_order(text: str) -> None:
    found = levels(text)
    assert len(found) == len(text)
    assert sorted(visual_order(found)) == list(range(len(text)))
    if not needs_reordering(text):
        assert set(found) <= {0}


def test_deep_nesting_ends_at_the_limit() -> None:
    text = "\u202b" * 300 + "\u05d0" + "\u2067" * 300 + "a"
    assert max(levels(text)) <= 127
