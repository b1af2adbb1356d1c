"""Maps of runs: both ways, as numbers and back, and refused where they are none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.snapshots.extract.source_map import SourceMap
from citeview.text.units import Span


@st.composite
def runs(draw):
    """Draw runs, and for each code point of the text the span of the source that it stands for."""
    drawn = draw(
        st.lists(st.tuples(st.integers(1, 4), st.integers(0, 5), st.integers(0, 3), st.booleans()), max_size=12)
    )
    made, places, text_at, source_at = [], [], 0, 0
    for text_length, source_length, gap, copied in drawn:
        source_at += gap
        length = text_length if copied else source_length
        made.append((text_at, source_at, length, copied))
        for index in range(text_length):
            places.append(
                Span(source_at + index, source_at + index + 1) if copied else Span(source_at, source_at + length)
            )
        text_at += text_length
        source_at += length
    return made, places


@given(runs(), st.data())
def test_a_map_agrees_with_every_character(drawn, data):
    made, places = drawn
    found = SourceMap.of_runs(made, len(places))
    for at, place in enumerate(places):
        assert found.to_source(Span(at, at + 1)) == place
    if places:
        start = data.draw(st.integers(0, len(places) - 1))
        end = data.draw(st.integers(start + 1, len(places)))
        source = found.to_source(Span(start, end))
        assert source == Span(places[start].start, max(place.end for place in places[start:end]))
        if source.start < source.end:
            back = found.from_source(source)
            # What stands for nothing of the source is not found by it.
            touched = [at for at, place in enumerate(places) if place.start < place.end]
            touched = [at for at in touched if places[at].start < source.end and places[at].end > source.start]
            assert back == (Span(touched[0], touched[-1] + 1) if touched else None)
    again = SourceMap(found.numbers, len(places))
    assert again.numbers == found.numbers


def test_an_identity():
    found = SourceMap.identity(5, 3)
    assert found.to_source(Span(1, 4)) == Span(4, 7)
    assert found.to_source(Span(5, 5)) == Span(8, 8)
    assert found.from_source(Span(0, 4)) == Span(0, 1)
    assert found.from_source(Span(0, 3)) is None
    assert SourceMap.identity(0).to_source(Span(0, 0)) == Span(0, 0)


@pytest.mark.parametrize(
    ("numbers", "length"),
    [
        ([0, 0, 1], 1),
        ([1, 0, 1, 1], 2),
        ([0, 0, 2, 1], 1),
        ([0, 5, 1, 1, 1, 0, 1, 1], 2),
        ([], 1),
        ([0, 0, -1, 0], 1),
        ([0, 0, 1, 1], 0),
    ],
)
def test_what_is_no_map_is_refused(numbers, length):
    with pytest.raises(ValueError):
        SourceMap(numbers, length)


def test_a_span_outside_is_refused():
    with pytest.raises(ValueError, match="no span of a text of 5 code points"):
        SourceMap.identity(5).to_source(Span(2, 6))
