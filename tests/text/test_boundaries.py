"""The boundary map: the facts as tables, strictness, and every map as a property."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview import BoundaryMap, Span, Unit
from citeview.text.boundaries import _CHUNK
from citeview.text.units import (
    CutsCharacterError,
    NotWholeNumberError,
    OffsetError,
    OutOfBoundsError,
    RangeFault,
    ReversedRangeError,
    UnknownUnitError,
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
        # Of several faults: outside before reversed before cut, and of two alike the start's.
        (Unit.UTF8, 99, 6, OutOfBoundsError, "start", (7, None), None),
        (Unit.UTF8, 2, 99, OutOfBoundsError, "end", (7, None), None),
        (Unit.UTF8, 4, 2, ReversedRangeError, "end", (None, 4), None),
        (Unit.UTF8, 2, 4, CutsCharacterError, "start", (1, 5), "😀"),
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


@pytest.mark.parametrize(
    ("text", "offset", "unit", "sentence"),
    [
        (
            "A😀B.",
            2,
            Unit.UTF16,
            "start 2 in UTF-16 units cuts the character 😀 (U+1F600 GRINNING FACE); "
            "the nearest valid offsets are 1 and 3",
        ),
        ("A😀B.", 99, Unit.UTF8, "start 99 lies past the end: the text has 7 UTF-8 bytes"),
        ("A", 99, Unit.CODEPOINT, "start 99 lies past the end: the text has 1 code point"),
        ("A", -1, Unit.GRAPHEME, "start -1 is below 0"),
        (
            "",
            10**40,
            Unit.UTF8,
            "start (a number of more than 30 digits) lies past the end: the text has 0 UTF-8 bytes",
        ),
    ],
)
def test_a_refusal_is_one_sentence(text: str, offset: int, unit: Unit, sentence: str) -> None:
    with pytest.raises(OffsetError) as refused:
        BoundaryMap(text).convert(offset, unit, Unit.CODEPOINT, boundary="start")
    assert str(refused.value) == sentence


def test_a_sentence_shows_a_long_cluster_in_part() -> None:
    text = "e" + "\u0301" * 100_000
    with pytest.raises(CutsCharacterError) as refused:
        BoundaryMap(text).convert(70_000, Unit.CODEPOINT, Unit.GRAPHEME)
    assert refused.value.cuts == text
    assert "(100001 code points)" in str(refused.value)
    assert len(str(refused.value)) < 200


def test_a_word_that_names_a_unit_is_that_unit() -> None:
    boundaries = BoundaryMap("A😀e\u0301.")
    for one in Unit:
        for other in Unit:
            offset = boundaries.length(one)
            assert boundaries.convert(offset, one.value, other.value) == boundaries.length(other)  # type: ignore[arg-type]
        assert boundaries.length(one.value) == boundaries.length(one)  # type: ignore[arg-type]
        assert boundaries.span(0, boundaries.length(one), one.value) == (0, 5)  # type: ignore[arg-type]
        assert boundaries.range_in(Span(0, 5), one.value) == (0, boundaries.length(one))  # type: ignore[arg-type]


@pytest.mark.parametrize("unit", ["bytes", "utf-8", "UTF8", "", None, 8])
@pytest.mark.parametrize("text", ["ascii", "A😀B."])
def test_any_other_word_is_no_unit(text: str, unit: Any) -> None:
    boundaries = BoundaryMap(text)
    for call in (
        lambda: boundaries.convert(0, unit, Unit.CODEPOINT),
        lambda: boundaries.convert(0, Unit.CODEPOINT, unit),
        lambda: boundaries.span(0, 1, unit),
        lambda: boundaries.range_in(Span(0, 1), unit),
        lambda: boundaries.length(unit),
    ):
        with pytest.raises(UnknownUnitError):
            call()


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


def test_only_clusters_make_a_text_be_searched_for_clusters() -> None:
    boundaries = BoundaryMap("xe\u0301y")
    assert boundaries.range_in(Span(1, 3), Unit.UTF8) == (1, 4)
    assert boundaries.length(Unit.UTF16) == 4
    assert not boundaries.graphemes_known
    assert boundaries.range_in(Span(1, 3), Unit.GRAPHEME) == (1, 2)
    assert boundaries.graphemes_known


@pytest.mark.parametrize("position", [-1, 4, True])
def test_the_other_questions_are_as_strict(position: int) -> None:
    boundaries = BoundaryMap("a😀b")
    for call in (
        lambda: boundaries.offsets(position),
        lambda: boundaries.cuts_grapheme(position),
        lambda: boundaries.range_in(Span(0, position), Unit.UTF8),
    ):
        with pytest.raises((OutOfBoundsError, NotWholeNumberError)):
            call()


def test_neighbouring_halves_stay_two_code_points() -> None:
    boundaries = BoundaryMap("a\ud83d\ude00b")
    assert boundaries.lone_surrogates == (1, 2)
    assert boundaries.convert(2, Unit.UTF16, Unit.CODEPOINT) == 2
    assert boundaries.length(Unit.UTF8) == 8
    assert boundaries.length(Unit.UTF16) == 4


ODD = "a\r\né日😀\u0301\u200d\ud83d\ude00\ufeff"
TEXTS = st.one_of(
    st.text(st.one_of(st.sampled_from(ODD), st.characters(categories=None)), max_size=60),
    # Longer than a chunk, of one width and of several, with and without halves.
    st.tuples(
        st.sampled_from(["a", "é", "日", "😀", "e\u0301", "ab日", "a\ud83d\ude00日"]), st.integers(500, 1700)
    ).map(lambda p: p[0] * p[1]),
)


def naive(text: str, position: int, unit: Unit) -> int:
    if unit is Unit.UTF8:
        return len(text[:position].encode("utf-8", "surrogatepass"))
    if unit is Unit.UTF16:
        return sum(2 if character > "\uffff" else 1 for character in text[:position])
    return position


def near_checkpoints(length: int) -> list[int]:
    return [
        at for start in range(0, length + 2, _CHUNK // 2) for at in (start - 1, start, start + 1) if 0 <= at <= length
    ]


@given(TEXTS, st.data())
@settings(max_examples=300, deadline=None)
def test_every_boundary_converts_there_and_back(text: str, data: st.DataObject) -> None:
    boundaries = BoundaryMap(text)
    position = data.draw(st.one_of(st.integers(0, len(text)), st.sampled_from(near_checkpoints(len(text)))))
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


@given(TEXTS)
def test_lone_surrogates_are_reported(text: str) -> None:
    assert BoundaryMap(text).lone_surrogates == tuple(
        at for at, character in enumerate(text) if 0xD800 <= ord(character) <= 0xDFFF
    )
