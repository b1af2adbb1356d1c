"""The boundary map: the facts as tables, strictness, and every map as a property."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview import BoundaryMap, Span, Unit
from citeview.text.units import (
    CutsCharacterError,
    NotWholeNumberError,
    OffsetError,
    OutOfBoundsError,
    RangeFault,
    ReversedRangeError,
)

READY = [
    ("A|", {"utf8": 2, "codepoint": 2, "utf16": 2, "grapheme": 2}),
    ("A🚀|", {"utf8": 6, "codepoint": 3, "utf16": 4, "grapheme": 3}),
    ("A🚀e\u0301|", {"utf8": 9, "codepoint": 5, "utf16": 6, "grapheme": 4}),
    ("A🚀\u00e9|", {"utf8": 8, "codepoint": 4, "utf16": 5, "grapheme": 4}),
]
SIMPLE = (Unit.UTF8, Unit.CODEPOINT, Unit.UTF16)


@pytest.mark.parametrize(("prefix", "offsets"), READY)
@pytest.mark.parametrize("one", Unit)
@pytest.mark.parametrize("other", Unit)
def test_ready(prefix: str, offsets: dict[str, int], one: Unit, other: Unit) -> None:
    boundaries = BoundaryMap(prefix + "READY")
    assert boundaries.convert(offsets[one], one, other) == offsets[other]
    start, end = boundaries.span(offsets[one], offsets[one] + 5, one)
    assert boundaries.text[start:end] == "READY"


@pytest.mark.parametrize(
    ("unit", "start", "end", "selects"),
    [
        (Unit.CODEPOINT, 2, 3, "B"),
        (Unit.UTF16, 3, 4, "B"),
        (Unit.UTF8, 5, 6, "B"),
        (Unit.UTF8, 5, 7, "B."),
        (Unit.UTF8, 5, 5, ""),
    ],
)
def test_a_smile(unit: Unit, start: int, end: int, selects: str) -> None:
    span = BoundaryMap("A😀B.").span(start, end, unit)
    assert "A😀B."[slice(*span)] == selects


@pytest.mark.parametrize(
    ("unit", "start", "end", "error", "boundary", "nearest", "cuts"),
    [
        (Unit.UTF8, 5, 99, OutOfBoundsError, "end", (7, None), None),
        (Unit.UTF8, -1, 3, OutOfBoundsError, "start", (None, 0), None),
        (Unit.UTF8, 99, -1, OutOfBoundsError, "start", (7, None), None),
        (Unit.UTF8, 6, 5, ReversedRangeError, "end", (None, 6), None),
        (Unit.UTF8, 2, 5, CutsCharacterError, "start", (1, 5), "😀"),
        (Unit.UTF8, 1, 4, CutsCharacterError, "end", (1, 5), "😀"),
        (Unit.UTF16, 2, 3, CutsCharacterError, "start", (1, 3), "😀"),
        (Unit.UTF16, 0, 2, CutsCharacterError, "end", (1, 3), "😀"),
        (Unit.CODEPOINT, 0, 10**40, OutOfBoundsError, "end", (4, None), None),
    ],
)
def test_refusals_carry_the_facts(
    unit: Unit, start: int, end: int, error: type[OffsetError], boundary: str, nearest: Any, cuts: str | None
) -> None:
    with pytest.raises(error) as refused:
        BoundaryMap("A😀B.").span(start, end, unit)
    facts = refused.value
    assert (facts.boundary, facts.nearest, facts.cuts, facts.unit) == (boundary, nearest, cuts, unit)
    assert isinstance(facts, ValueError)
    assert boundary in str(facts)
    for offset in nearest:
        if offset is not None and error is not ReversedRangeError:
            assert str(offset) in str(facts)
            BoundaryMap("A😀B.").convert(offset, unit, Unit.CODEPOINT)


@pytest.mark.parametrize("offset", [True, False, 1.0, "1", None, [1], 1 + 0j])
@pytest.mark.parametrize("unit", Unit)
def test_only_whole_numbers_are_offsets(offset: Any, unit: Unit) -> None:
    for call in (
        lambda: BoundaryMap("abc").convert(offset, unit, Unit.CODEPOINT),
        lambda: BoundaryMap("abc").span(offset, 2, unit),
        lambda: BoundaryMap("abc").span(0, offset, unit),
    ):
        with pytest.raises(NotWholeNumberError) as refused:
            call()
        assert isinstance(refused.value, TypeError)
        assert refused.value.offset is offset
        assert refused.value.fault is RangeFault.NOT_A_WHOLE_NUMBER


def test_inside_a_cluster_is_legal_but_not_in_clusters() -> None:
    boundaries = BoundaryMap("xe\u0301y")
    assert boundaries.span(0, 2, Unit.CODEPOINT) == Span(0, 2)
    assert boundaries.cuts_grapheme(2)
    assert boundaries.range_in(Span(0, 2), Unit.GRAPHEME) == (0, None)
    with pytest.raises(CutsCharacterError) as refused:
        boundaries.convert(2, Unit.CODEPOINT, Unit.GRAPHEME)
    assert (refused.value.nearest, refused.value.cuts) == ((1, 3), "e\u0301")


def test_neighbouring_halves_stay_two_code_points() -> None:
    boundaries = BoundaryMap("a\ud83d\ude00b")
    assert boundaries.lone_surrogates == (1, 2)
    assert boundaries.convert(2, Unit.UTF16, Unit.CODEPOINT) == 2
    assert boundaries.length(Unit.UTF8) == 8
    assert boundaries.length(Unit.UTF16) == 4


ODD = "a\r\né日😀\u0301\u200d\ud83d\ude00\ufeff"
TEXTS = st.one_of(
    st.text(st.one_of(st.sampled_from(ODD), st.characters(categories=None)), max_size=60),  # type: ignore[arg-type]
    st.tuples(st.sampled_from(["a", "é", "日", "😀", "e\u0301", "ab日"]), st.integers(500, 1200)).map(
        lambda p: p[0] * p[1]
    ),
)


def naive(text: str, position: int, unit: Unit) -> int:
    if unit is Unit.UTF8:
        return len(text[:position].encode("utf-8", "surrogatepass"))
    if unit is Unit.UTF16:
        return sum(2 if character > "\uffff" else 1 for character in text[:position])
    return position


@given(TEXTS, st.data())
@settings(max_examples=300, deadline=None)
def test_every_boundary_converts_there_and_back(text: str, data: st.DataObject) -> None:
    boundaries = BoundaryMap(text)
    position = data.draw(st.integers(0, len(text)))
    for unit in SIMPLE:
        offset = boundaries.convert(position, Unit.CODEPOINT, unit)
        assert offset == naive(text, position, unit)
        assert boundaries.convert(offset, unit, Unit.CODEPOINT) == position
        assert boundaries.offsets(position)[unit] == offset
        for other in SIMPLE:
            assert boundaries.convert(offset, unit, other) == naive(text, position, other)
    index = boundaries.offsets(position)[Unit.GRAPHEME]
    if index is not None:
        assert boundaries.convert(index, Unit.GRAPHEME, Unit.CODEPOINT) == position


@given(TEXTS, st.sampled_from(SIMPLE), st.data())
@settings(max_examples=300, deadline=None)
def test_every_other_offset_is_refused_between_its_neighbours(text: str, unit: Unit, data: st.DataObject) -> None:
    boundaries = BoundaryMap(text)
    offset = data.draw(st.integers(0, boundaries.length(unit)))
    valid = {naive(text, position, unit): position for position in range(len(text) + 1)}
    if offset in valid:
        assert boundaries.convert(offset, unit, Unit.CODEPOINT) == valid[offset]
        return
    with pytest.raises(CutsCharacterError) as refused:
        boundaries.convert(offset, unit, Unit.CODEPOINT)
    before = max(found for found in valid if found < offset)
    after = min(found for found in valid if found > offset)
    assert refused.value.nearest == (before, after)
    assert refused.value.cuts == text[valid[before]]
