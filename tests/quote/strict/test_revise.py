"""The revised text: what is decoded, left out or joined, and the map back."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview.quote.strict.revise import revise
from citeview.text.units import Span


@pytest.mark.parametrize(
    ("text", "revised"),
    [
        ("AT&amp;T", "AT&T"),
        ("&amp;lt;", "&lt;"),
        ("&#8217;&#x2019;", "’’"),
        ("a **bold** claim", "a bold claim"),
        ("a ***very bold*** claim", "a very bold claim"),
        ("**a *b* c**", "a b c"),
        ("snake_case_name", None),
        ("2**5 and 3**4", None),
        ("a * b * c", None),
        ("x=**5**", None),
        ("`code` and ``more``", "code and more"),
        ('see [this](http://e.example/x "t") now', "see this now"),
        ("![picture](x.png)", "picture"),
        ("<em>so</em> it <a href='x'>is</a>", "so it is"),
        ("10<sup>2</sup>", None),
        ("~~old~~ new", "old new"),
        ("a <!-- b --> c", "a  c"),
        ("a <!-- b c", None),
        ("rose[12] and fell.[3]", "rose and fell."),
        ("in 1990[3]", None),
        ("rose¹² m² x²", "rose m² x²"),
        ("inter-\nnational", "international"),
        ("inter-\r\n  national", "international"),
        ("inter-\n\nnational", None),
        ("Inter-\nNational", None),
        ("x-\n5", None),
        ("inter\u00ad\nnational", "international"),
        ("the word - another", "the word — another"),
        ("a - b", None),
        ("> one\n> two", "one\ntwo"),
        ("> 5 items", None),
        ("plain text", None),
    ],
)
def test_revised(text: str, revised: str | None) -> None:
    made = revise(text)
    assert (made.text if made is not None else None) == revised


PIECES = [
    "word",
    " ",
    "**",
    "*",
    "_",
    "`",
    "&amp;",
    "&lt;",
    "[1]",
    "¹",
    "-\n",
    "\u00ad\n",
    " - ",
    "~~",
    "<b>",
    "</b>",
    "[x](y)",
    "5",
    "\n> ",
    "<!--",
    "-->",
]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=20).map("".join), st.data())
def test_the_map_back(text: str, data: st.DataObject) -> None:
    made = revise(text)
    if made is None:
        return
    assert made.to_original(Span(0, len(made.text))).start >= 0
    previous = 0
    for position, character in enumerate(made.text):
        start, end = made.to_original(Span(position, position + 1))
        assert previous <= start < end <= len(text) or (start == end == previous) or start >= previous
        previous = start
        # A character that no change made stands where the map says.
        if end - start == 1 and not any(change.span.start <= start < change.span.end for change in made.changes):
            assert text[start] == character
    start = data.draw(st.integers(0, len(made.text)))
    end = data.draw(st.integers(start, len(made.text)))
    span = made.to_original(Span(start, end))
    assert 0 <= span.start <= span.end <= len(text)


@pytest.mark.parametrize(
    "piece", ["**", "_a", "`", "[", "[x](", "&", "&#", "<b", "<!--", "~~a", "a-\n", "> ", "a¹", "[1]", " - ", "~~"]
)
def test_hostile_repetition_stays_linear(piece: str) -> None:
    # Two sizes; a pattern that is quadratic would not come back from the second in the time that a test has.
    for count in (1_000, 100_000):
        revise(piece * count + "x")
