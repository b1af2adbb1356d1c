"""The closest passage as phrases: merged, numbers apart, moved words as moved."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from citeview.quote.results import Passage, QuoteOutcome, Step
from citeview.quote.strict.check import RULES


def shown(check: Any, quote: str, source: str) -> tuple[Passage, list[tuple[str, str, str, str]]]:
    result = check(quote, source)
    assert result.outcome is QuoteOutcome.CLOSEST
    passage = result.passage
    parts = [
        (
            part.step.value,
            "" if part.quote is None else quote[part.quote.start : part.quote.end],
            "" if part.source is None else source[part.source.start : part.source.end],
            part.weight,
        )
        for part in passage.parts
    ]
    return passage, parts


def test_one_word_replaced(check: Any) -> None:
    passage, parts = shown(check, "the quick brown fox", "see the quick red fox run")
    assert (passage.matching, passage.total, passage.text) == (3, 4, "the quick red fox")
    assert parts == [
        ("same", "the quick", "the quick", "normal"),
        ("replaced", "brown", "red", "normal"),
        ("same", "fox", "fox", "normal"),
    ]


def test_a_number_is_stronger_than_the_words_beside_it(check: Any) -> None:
    _, parts = shown(
        check, "the ferry carries about 48 people each day now", "the ferry carries roughly 84 persons each day now"
    )
    assert [part for part in parts if part[0] == "replaced"] == [
        ("replaced", "about", "roughly", "normal"),
        ("replaced", "48", "84", "strong"),
        ("replaced", "people", "persons", "normal"),
    ]


def test_a_sign_is_stronger_than_an_article(check: Any) -> None:
    _, parts = shown(check, "a rise of -5 in the year", "the rise of 5 in a year")
    weights = {part[1] or part[2]: part[3] for part in parts if part[0] != "same"}
    assert weights["-"] == "strong"
    assert all(weight == "normal" for words, weight in weights.items() if words != "-")


def test_words_that_differ_in_case_are_shown_as_replaced(check: Any) -> None:
    passage, parts = shown(check, "the US policy is new", "the us policy is new")
    assert ("replaced", "US", "us", "normal") in parts
    assert passage.matching == 4


def test_a_moved_phrase_is_shown_as_moved_on_both_sides(check: Any) -> None:
    _, parts = shown(check, "in winter the keeper paints the wall", "the keeper paints the wall in winter")
    moved = [part for part in parts if part[0] == "moved"]
    assert moved == [("moved", "in winter", "", "normal"), ("moved", "", "in winter", "normal")]


def test_transposed_words_are_shown_as_moved(check: Any) -> None:
    _, parts = shown(check, "she saw harbour lights again", "she saw lights harbour again")
    assert sorted(part[:3] for part in parts if part[0] == "moved") in (
        [("moved", "", "lights"), ("moved", "lights", "")],
        [("moved", "", "harbour"), ("moved", "harbour", "")],
    )


def test_an_equal_word_amid_changes_is_no_confetti(check: Any) -> None:
    quote = "alpha beta gamma one two of three four delta epsilon zeta eta"
    source = "alpha beta gamma five six of seven eight delta epsilon zeta eta"
    passage, parts = shown(check, quote, source)
    assert [part[0] for part in parts] == ["same", "replaced", "same"]
    assert passage.matching == 7


def test_inserted_and_deleted_words(check: Any) -> None:
    _, parts = shown(check, "the keeper counted the lanterns twice", "the old keeper counted lanterns twice")
    assert ("inserted", "", "old", "normal") in parts
    assert ("deleted", "the", "", "normal") in parts


WORDS = st.lists(
    st.sampled_from(["the", "keeper", "lantern", "winter", "harbour", "5", "7", "US", "us", "-", "=", "of"]),
    min_size=1,
    max_size=14,
)


@settings(max_examples=200, deadline=None)
@given(WORDS, WORDS)
def test_every_token_of_the_quote_is_shown_once(quoted: list[str], source_words: list[str]) -> None:
    quote, source = " ".join(quoted), " ".join(source_words)
    result = RULES.check(quote, RULES.prepare(source))
    if result.outcome is not QuoteOutcome.CLOSEST:
        return
    passage = result.passage
    assert passage is not None
    for side in ("quote", "source"):
        spans = [getattr(part, side) for part in passage.parts if getattr(part, side) is not None]
        assert spans == sorted(spans)
        assert all(one.end <= other.start for one, other in pairwise(spans))
    shown_words = [
        word
        for part in passage.parts
        if part.quote is not None
        for word in quote[part.quote.start : part.quote.end].split()
    ]
    assert " ".join(shown_words) == quote
    same = [part for part in passage.parts if part.step is Step.SAME]
    for part in same:
        assert part.quote is not None
        assert part.source is not None
        assert quote[part.quote.start : part.quote.end] == source[part.source.start : part.source.end]
    assert passage.matching == sum(len(quote[part.quote.start : part.quote.end].split()) for part in same if part.quote)
    assert passage.span.start == min(part.source.start for part in passage.parts if part.source is not None)
    assert passage.span.end == max(part.source.end for part in passage.parts if part.source is not None)
