"""Tokens are ordered, disjoint and inside their text, and are made in one pass."""

from __future__ import annotations

import re._constants as constants
import re._parser as parser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.quote import reference_tokens
from citeview.quote.reference_tokens import tokenize

TRICKY = st.text(st.sampled_from("aeE5٣½².,:+-−=<!*% \u200d\u0301\ufeff\x85$°⁻🚀é_"), max_size=60)


@given(st.one_of(st.text(), TRICKY))
def test_tokens_are_ordered_disjoint_and_in_bounds(text: str) -> None:
    tokens = tokenize(text)
    assert len(tokens.keys) == len(tokens.starts) == len(tokens.ends)
    assert all(start < end for start, end in zip(tokens.starts, tokens.ends, strict=True))
    assert all(end <= start for (_, end), (start, _) in pairwise(zip(tokens.starts, tokens.ends, strict=True)))
    if tokens.keys:
        assert tokens.starts[0] >= 0
        assert tokens.ends[-1] <= len(text)
    for key, start, end in zip(tokens.keys, tokens.starts, tokens.ends, strict=True):
        assert key[0] in "wniubo"
        assert key[0] == "w" or key[1:] == text[start:end]


@given(TRICKY)
def test_every_letter_and_number_is_in_a_token(text: str) -> None:
    tokens = tokenize(text)
    inside = {at for start, end in zip(tokens.starts, tokens.ends, strict=True) for at in range(start, end)}
    assert {at for at, character in enumerate(text) if character.isalnum()} <= inside


@given(TRICKY, TRICKY)
def test_texts_on_both_sides_of_words_do_not_meet(one: str, other: str) -> None:
    middle = " word and word "
    joined = tokenize(one + middle + other).keys
    assert joined == [*tokenize(one + " ").keys, "wword", "wand", "wword", *tokenize(" " + other).keys]


def test_nothing_in_the_pattern_goes_back() -> None:
    # A repeat that can give back what it took is what makes a tokenizer quadratic; one of at most one step cannot hurt.
    def repeats(items: object) -> list[object]:
        found = []
        for operation, value in items:  # type: ignore[attr-defined]
            if operation in (constants.MAX_REPEAT, constants.MIN_REPEAT) and value[1] > 1:
                found.append((operation, value[:2]))
            for part in value if isinstance(value, tuple | list) else ():
                for item in part if isinstance(part, list) else [part]:
                    if isinstance(item, parser.SubPattern):
                        found += repeats(item)
        return found

    for name in ("_TOKEN", "_SPACES", "_NUMBER_NEXT", "_JOINT"):
        assert repeats(parser.parse(getattr(reference_tokens, name).pattern)) == [], name
    assert repeats(parser.parse("(a+)b")) != []


HOSTILE = {
    "dashes": "-",
    "exclamation marks": "!",
    "dashes with spaces": "- ",
    "dashes behind a number": "5 -",
    "spaces behind a number": "5" + " " * 20_000 + "x",
    "stops behind a number": "5" + "." * 20_000 + "x",
    "a chain that a letter ends": "1." * 20_000 + "x ",
    "exponents": "5e-",
    "minus stop": "-.",
    "marks on a digit": "5" + "\u0301" * 20_000 + " ",
    "commas": "1,",
    "one word": "a",
    "digits": "5",
    "spaces": " ",
    "superscripts": "5⁻²",
    "joiners": "\u200d",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_long_hostile_text_has_the_tokens_of_a_short_one_repeated(name: str) -> None:
    # Nothing is timed: at 600,000 characters a quadratic tokenizer takes hours, and the time limit of the test ends it.
    piece = HOSTILE[name]
    few, more = (len(tokenize(piece * count)) for count in (3, 4))
    count = 600_000 // len(piece)
    assert len(tokenize(piece * count)) == few + (count - 3) * (more - few)
