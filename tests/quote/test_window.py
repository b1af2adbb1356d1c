"""The reference's closest window is the first with the most equal places."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview.quote import window
from citeview.quote.prepared import PreparedSource, Tokens
from citeview.quote.window import closest_window


def _source(ids: Sequence[int]) -> PreparedSource:
    keys = [f"w{token}" for token in ids]
    return PreparedSource(" " * len(ids), Tokens(keys, range(len(ids)), range(1, len(ids) + 1)))


def _naive(quote: Sequence[int], ids: Sequence[int]) -> tuple[int, int]:
    best = (0, 0)
    for first in range(len(ids) - len(quote) + 1):
        equal = sum(a == b for a, b in zip(quote, ids[first:], strict=False))
        if equal > best[0]:
            best = equal, first
    return best


def _mine(quote: Sequence[int], source: PreparedSource) -> list[int]:
    return source.ids_of([f"w{token}" for token in quote])


@given(st.lists(st.integers(0, 3), max_size=150), st.lists(st.integers(0, 4), min_size=1, max_size=12))
def test_equals_naive_windows_in_short_texts(ids: list[int], quote: list[int]) -> None:
    source = _source(ids)
    assert closest_window(_mine(quote, source), source) == _naive(quote, ids)


@pytest.mark.parametrize("room", [0, 1_500, 10**9])
@settings(max_examples=25, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(1, 300), st.integers(300, 1500), st.integers(1, 6))
def test_equals_naive_windows_with_common_tokens(
    room: int, random: object, length: int, size: int, vocabulary: int
) -> None:
    draw = random.randrange  # type: ignore[attr-defined]
    ids = [draw(vocabulary) for _ in range(size)]
    at = draw(size - length + 1)
    quote = [token if draw(4) else draw(vocabulary + 1) for token in ids[at : at + length]]
    source = _source(ids)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(window, "VECTOR_BYTES", room)
        assert closest_window(_mine(quote, source), source) == _naive(quote, ids)
        assert sum(number.bit_length() for number in source.vectors.values()) <= 8 * room


@pytest.mark.parametrize("length", [255, 256, 257, 600])
def test_many_equal_tokens(length: int) -> None:
    ids = [0] * 2_000 + [1] + [0] * 2_000
    quote = [0] * (length - 2) + [1, 1]
    source = _source(ids)
    assert closest_window(_mine(quote, source), source) == (length - 1, 2_000 - length + 1)


def test_quote_longer_than_the_source_has_no_window() -> None:
    source = _source([0, 1])
    assert closest_window([0, 1, 0], source) == (0, 0)
    assert closest_window([], source) == (0, 0)
    assert closest_window([-1], source) == (0, 0)
