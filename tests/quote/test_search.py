"""Every run of tokens is found, and the work stays linear."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st

from citeview.quote import search
from citeview.quote.prepared import PreparedSource, Tokens
from citeview.quote.search import MISSES, find_all


def _source(ids: Sequence[int]) -> PreparedSource:
    keys = [f"w{token}" for token in ids]
    return PreparedSource(" " * len(ids), Tokens(keys, range(len(ids)), range(1, len(ids) + 1)))


def _naive(quote: Sequence[int], ids: Sequence[int]) -> list[int]:
    return [i for i in range(len(ids) - len(quote) + 1) if list(ids[i : i + len(quote)]) == list(quote)]


@given(st.lists(st.integers(0, 2), max_size=200), st.lists(st.integers(0, 3), min_size=1, max_size=5))
def test_equals_naive_search(ids: list[int], quote: list[int]) -> None:
    source = _source(ids)
    mine = source.ids_of([f"w{token}" for token in quote])
    assert find_all(mine, source) == _naive(quote, ids)


@given(st.integers(1, 4), st.integers(1, 30), st.integers(0, 2000), st.data())
def test_equals_naive_search_on_periodic_text(period: int, length: int, size: int, data: st.DataObject) -> None:
    ids = [i % period for i in range(size)]
    if size and data.draw(st.booleans()):
        ids[data.draw(st.integers(0, size - 1))] = 9
    source = _source(ids)
    quote = [i % period for i in range(length)]
    assert find_all(source.ids_of([f"w{token}" for token in quote]), source) == _naive(quote, ids)


def test_quote_of_unknown_tokens_or_of_none_is_nowhere() -> None:
    source = _source([1, 2, 3])
    assert find_all([0, -1], source) == []
    assert find_all([], source) == []
    assert find_all([0, 1, 2, 0], source) == []


class _CountedBytes(bytes):
    finds = 0

    def find(self, *arguments: object) -> int:  # type: ignore[override]
        type(self).finds += 1
        return super().find(*arguments)  # type: ignore[arg-type]


class _CountedIds(list[int]):
    reads = 0

    def __getitem__(self, index: object) -> int:  # type: ignore[override]
        self.reads += 1
        return super().__getitem__(index)  # type: ignore[index, no-any-return]


def test_equal_tokens_take_few_byte_searches() -> None:
    source = _source([0] * 20_000)
    _CountedBytes.finds = 0
    source.__dict__["packed"] = _CountedBytes(source.packed)
    assert find_all([0] * 5_000, source) == list(range(15_001))
    assert _CountedBytes.finds <= MISSES + 3


def test_search_by_steps_reads_each_token_once() -> None:
    for quote in ([0] * 500, [0, 1] * 200 + [2], [0] * 499 + [1]):
        ids = _CountedIds(array("i", [0, 1] * 5_000 + [0] * 10_000))
        found = search._find_linear(quote, ids, 0)
        assert found == _naive(quote, list(ids))
        assert ids.reads == 20_000
