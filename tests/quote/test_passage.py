"""The closest passage: what is matched, what is shown, and that every span fits its text."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.quote import passage as module
from citeview.quote.passage import CLOSEST_SHARE, WEIGHT, closest_passage
from citeview.quote.prepared import PreparedSource, Tokens
from citeview.quote.reference_tokens import tokenize
from citeview.quote.results import Passage, QuoteOutcome, QuoteResult, Step
from citeview.text.units import Span

Check = Callable[..., QuoteResult]


def _passage(quote: str, source: str, **options: object) -> Passage | None:
    tokens = tokenize(quote)
    prepared = PreparedSource(source, tokenize(source))
    return closest_passage(tokens, prepared.ids_of(tokens.keys), prepared, **options)  # type: ignore[arg-type]


def _steps(quote: str, source: str, passage: Passage | None) -> list[tuple[str, ...]]:
    assert passage is not None
    rows = []
    for part in passage.parts:
        row = [part.step.value]
        row += ["-" if part.quote is None else quote[slice(*part.quote)]]
        row += ["-" if part.source is None else source[slice(*part.source)]]
        rows.append((*row, part.weight) if part.weight != "normal" else tuple(row))
    return rows


def test_a_number_that_differs_is_strong() -> None:
    quote = "the origin serves only 2 request in 10"
    source = "A cache hit ratio of 90 percent means the origin serves only 1 request in 10."
    passage = _passage(quote, source)
    assert _steps(quote, source, passage) == [
        ("same", "the origin serves only", "the origin serves only"),
        ("replaced", "2", "1", "strong"),
        ("same", "request in 10", "request in 10"),
    ]
    assert passage is not None
    assert (passage.matching, passage.total, passage.text) == (7, 8, "the origin serves only 1 request in 10")
    assert passage.span == Span(38, 76)


@pytest.mark.parametrize(
    ("quote", "source", "steps"),
    [
        ("a b c d", "a b x c d", [("same", "a b", "a b"), ("inserted", "-", "x"), ("same", "c d", "c d")]),
        ("a b x c d", "a b c d", [("same", "a b", "a b"), ("deleted", "x", "-"), ("same", "c d", "c d")]),
        (
            "When the origin serves",
            "means the origin serves",
            [("deleted", "When", "-"), ("same", "the origin serves", "the origin serves")],
        ),
        ("a b c z", "0 a b c", [("same", "a b c", "a b c"), ("deleted", "z", "-")]),
        (
            "a, b! (c) x d",
            "so a b; c y z d",
            [("same", "a, b! (c", "a b; c"), ("replaced", "x", "y z"), ("same", "d", "d")],
        ),
        ("it is 5", "it is not 5", [("same", "it is", "it is"), ("inserted", "-", "not"), ("same", "5", "5")]),
        ("x = 5 ok", "x 5 ok", [("same", "x", "x"), ("deleted", "=", "-", "strong"), ("same", "5 ok", "5 ok")]),
        (
            "cost $5 now",
            "cost €5 now",
            [("same", "cost", "cost"), ("replaced", "$", "€", "strong"), ("same", "5 now", "5 now")],
        ),
    ],
)
def test_steps(quote: str, source: str, steps: list[tuple[str, ...]]) -> None:
    assert _steps(quote, source, _passage(quote, source)) == steps


def test_every_token_of_the_quote_matches_around_an_insertion(check: Check) -> None:
    result = check("a b c d", "so a b x c d it is")
    assert result.outcome is QuoteOutcome.CLOSEST
    assert result.passage is not None
    assert (result.passage.matching, result.passage.total, result.passage.text) == (4, 4, "a b x c d")


def test_far_words_do_not_stretch_the_passage() -> None:
    filler = " ".join(f"word{letter}" for letter in "qwertzuiop")
    source = f"alpha {filler} beta gamma delta"
    passage = _passage("alpha beta gamma delta", source)
    assert passage is not None
    assert passage.text == "beta gamma delta"


def test_nothing_similar_below_half(check: Check) -> None:
    assert CLOSEST_SHARE == 0.5
    half = check("a b x y", "so a b it is")
    assert (half.outcome, half.passage is None) == (QuoteOutcome.CLOSEST, False)
    less = check("a b x y z", "a b it is ok")
    assert (less.outcome, less.passage) == (QuoteOutcome.NOTHING_SIMILAR, None)
    assert less.window is not None
    assert (less.window.num, less.window.den) == (2, 5)
    none = check("q", "")
    assert (none.outcome, none.passage) == (QuoteOutcome.NOTHING_SIMILAR, None)


def test_without_a_passage_the_window_decides(check: Check) -> None:
    assert check("a b x d", "so a b c d", passage=False).outcome is QuoteOutcome.CLOSEST
    assert check("a b x d", "so a b c d", passage=False).passage is None
    assert check("a b x d", "nothing of it", passage=False).outcome is QuoteOutcome.NOTHING_SIMILAR


def test_passage_is_sought_inside_the_span_given() -> None:
    source = "the red door opens. the blue door shuts. the red door shuts."
    assert _passage("the red door shut", source, within=None).text == "the red door"  # type: ignore[union-attr]
    second = _passage("the red door shut", source, within=Span(20, 40))
    assert second is not None
    assert second.text == "the blue door"
    # A token that the span cuts is outside it.
    cut = _passage("the red door shut", source, within=Span(21, 33))
    assert cut is not None
    assert cut.span.start >= 21
    assert cut.span.end <= 33
    assert _passage("the red door shut", source, within=Span(5, 5)) is None


def test_quote_longer_than_the_source_still_has_a_passage() -> None:
    passage = _passage("zero one two three four five six", "one two four")
    assert passage is not None
    assert (passage.matching, passage.total) == (3, 7)


TEXT = " ".join(f"the w{i * 7919 % 503}x of q{i}z and the" for i in range(4_000)).replace("x", "").replace("z", "")


@pytest.mark.parametrize("place", [0, 5_000, 20_000, 23_950])
def test_passage_in_a_long_text_is_found_over_insertions_and_deletions(place: int) -> None:
    words = TEXT.split()
    quote = words[place : place + 40]
    del quote[10:13]
    quote[20:20] = ["really", "quite"]
    quote[5] = "changed"
    passage = _passage(" ".join(quote), TEXT)
    assert passage is not None
    assert passage.matching == len(quote) - 3
    assert abs(len(TEXT[: passage.span.start].split()) - place) <= 5


def test_words_that_are_all_common_are_found_near_the_closest_window() -> None:
    words = [*["to", "be", "or", "not", "to", "be", "that", "is", "the", "question"]] * 3_000
    words[15_000:15_000] = [*["be", "not", "or", "is", "that", "to", "the", "to", "be", "question"]]
    quote = "be not or was that to the to be question"
    source = PreparedSource(" ".join(words), tokenize(" ".join(words)))
    ids = source.ids_of(tokenize(quote).keys)
    passage = closest_passage(tokenize(quote), ids, source, near=15_000)
    assert passage is not None
    assert passage.matching == 9


def test_long_quote_of_common_tokens_is_compared_place_by_place(check: Check, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAIRS", 1_000)
    result = check("a " * 400 + "b", "a " * 3_000)
    assert result.passage is not None
    assert result.passage.matching == 400


def test_pairs_that_are_looked_at_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "PAIRS", 500)
    ids = [0] * 100 + list(range(1, 30)) * 3
    region = [0] * 200 + list(range(1, 30)) * 3
    kept = module._indexes(ids, region)
    assert kept
    assert sum(len(kept.get(token, ())) for token in region) <= 500


def _score(pairs: list[tuple[int, int]]) -> int:
    return (WEIGHT + 1) * len(pairs) - (pairs[-1][1] - pairs[0][1] + 1) if pairs else 0


def _best_score(quote: list[int], source: list[int]) -> int:
    # best[i][j]: best chain that ends with the pair (i, j); written the slow and plain way.
    best: dict[tuple[int, int], int] = {}
    for j, token in enumerate(source):
        for i, mine in enumerate(quote):
            if mine == token:
                before = [score - (j - b - 1) for (a, b), score in best.items() if a < i and b < j]
                best[i, j] = WEIGHT + max([0, *before])
    return max(best.values(), default=0)


@given(st.lists(st.integers(0, 4), min_size=1, max_size=9), st.lists(st.integers(0, 5), max_size=16))
def test_alignment_is_the_best_one(quote: list[int], source: list[int]) -> None:
    keys = [f"w{token}" for token in source]
    prepared = PreparedSource(" " * len(source), Tokens(keys, range(len(source)), range(1, len(source) + 1)))
    ids = prepared.ids_of([f"w{token}" for token in quote])
    score, pairs = module._align(ids, prepared.ids, None)
    assert all(quote[i] == source[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
    assert max(score, 0) == _best_score(quote, source)
    assert _score(pairs) == _best_score(quote, source)


WORDS = st.text(st.sampled_from("ab5 .-=é🚀\u0301½%"), max_size=40)


@given(WORDS, WORDS, st.integers(0, 40), st.integers(0, 40))
def test_every_span_fits_its_text(quote: str, source: str, one: int, other: int) -> None:
    within = Span(min(one, other), max(one, other))
    for span in (None, within):
        passage = _passage(quote, source, within=span)
        if passage is None:
            continue
        mine, theirs = tokenize(quote), tokenize(source)
        assert passage.text == source[slice(*passage.span)]
        assert passage.total == len(mine)
        assert 0 < passage.matching <= passage.total
        if span is not None:
            assert span.start <= passage.span.start
            assert passage.span.end <= span.end
        for spans, tokens in (([p.quote for p in passage.parts], mine), ([p.source for p in passage.parts], theirs)):
            there = [part for part in spans if part is not None]
            assert all(a.end <= b.start for a, b in pairwise(there))
            assert all(part.start in tokens.starts and part.end in tokens.ends for part in there)
        first, last = passage.parts[0], passage.parts[-1]
        sources = [part.source for part in passage.parts if part.source is not None]
        assert (sources[0].start, sources[-1].end) == passage.span
        assert first.step in (Step.SAME, Step.DELETED)
        assert last.step in (Step.SAME, Step.DELETED)
        # Every token of the quote is in exactly one step.
        assert sum(len(_inside(mine, part.quote)) for part in passage.parts) == len(mine)
        same = [part for part in passage.parts if part.step is Step.SAME]
        assert sum(len(_inside(mine, part.quote)) for part in same) == passage.matching
        for part in same:
            assert [mine.keys[i] for i in _inside(mine, part.quote)] == [
                theirs.keys[i] for i in _inside(theirs, part.source)
            ]


def _inside(tokens: Tokens, span: Span | None) -> list[int]:
    if span is None:
        return []
    return [i for i in range(len(tokens)) if span.start <= tokens.starts[i] and tokens.ends[i] <= span.end]
