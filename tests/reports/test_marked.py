"""Both texts with the differing tokens marked in each."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview.records.citation import Citation
from citeview.reports.marked import MARK_WORDS, Mark, MarkedText, compared, marked_texts
from citeview.session import open_export


def texts_of(build: Any, source: str, quote: str, declared: Any = None) -> tuple[MarkedText, ...]:
    with open_export(build.case(source, quote, declared), rules="tok-nfkc-lower@2") as session:
        record = session.citation(0)
        assert isinstance(record, Citation)
        return marked_texts(session.verdict(0), record.selector, record.answer_selector, session.source(0).text)


def marks(text: MarkedText) -> list[tuple[str, str]]:
    return [(piece.mark.value, piece.text) for piece in text.pieces if piece.mark is not Mark.SAME]


def test_every_difference_has_words() -> None:
    assert set(MARK_WORDS) == set(Mark) - {Mark.SAME}


def test_a_closest_passage_marks_the_token_in_both(build: Any) -> None:
    quote, passage = texts_of(
        build, "So the origin serves only 1 request in 10.", "the origin serves only 2 request in 10"
    )
    assert marks(quote) == [("replaced", "2")]
    assert marks(passage) == [("replaced", "1")]
    assert quote.plain == "the origin serves only 2 request in 10"
    assert passage.plain == "the origin serves only 1 request in 10"
    assert [text.label for text in (quote, passage)] == ["The quote", "Closest passage in the source"]


def test_a_token_of_one_text_alone_is_marked_there(build: Any) -> None:
    quote, passage = texts_of(
        build, "The ratio fell during the long storm at noon.", "The ratio fell sharply during the storm at noon"
    )
    assert marks(quote) == [("quote-only", "sharply")]
    assert marks(passage) == [("source-only", "long")]


def test_a_range_that_disagrees_is_compared_with_the_quote(build: Any) -> None:
    quote, selected = texts_of(build, "A|READY. and more", "READY", {"unit": "codepoint", "start": 1, "end": 6})
    assert quote.plain == "READY"
    assert selected.plain == "|READ"
    assert selected.label == "What the range selects"


def test_an_absent_quote_stands_alone(build: Any) -> None:
    (quote,) = texts_of(build, "Nothing of the kind.", "latency fell by 40 percent")
    assert quote.plain == "latency fell by 40 percent"


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("a b c", "a x c", ([("replaced", "b")], [("replaced", "x")])),
        ("a b", "a", ([("quote-only", " b")], [])),
        ("a", "a b", ([], [("source-only", " b")])),
        ("", "a", ([], [("source-only", "a")])),
        ("a\u200bb", "ab", ([("replaced", "a⟨U+200B⟩b")], [("replaced", "ab")])),
    ],
)
def test_compared(one: str, other: str, expected: Any) -> None:
    ours, theirs = compared("1", one, "2", other)
    assert (marks(ours), marks(theirs)) == expected


def test_texts_that_are_too_long_are_shown_without_marks() -> None:
    ours, theirs = compared("1", "a " * 2_000, "2", "b " * 2_000)
    assert marks(ours) == marks(theirs) == []


ALPHABET = st.text(st.sampled_from("ab 1.é🚀"), max_size=30)


@given(ALPHABET, ALPHABET)
@settings(deadline=None)
def test_no_character_is_lost_and_equal_pieces_are_equal(one: str, other: str) -> None:
    ours, theirs = compared("1", one, "2", other)
    assert ours.plain == one
    assert theirs.plain == other
    assert [piece.text for piece in ours.pieces if piece.mark is Mark.SAME] == [
        piece.text for piece in theirs.pieces if piece.mark is Mark.SAME
    ]
