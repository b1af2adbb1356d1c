"""The story of a check, and why two rule sets differ."""

from __future__ import annotations

import pytest

from citeview.quote.explain import FOLDED_HELP, difference, explain
from citeview.quote.results import QuoteOutcome
from citeview.quote.rules import rule_sets, rules

OURS, THEIRS = "citeview@1", "tok-nfkc-lower@2"


def test_the_story_of_a_refusal() -> None:
    story = explain("5 items", "we saw -5 items here")
    assert [(token.text, token.kind) for token in story.quote_tokens] == [("5", "number"), ("items", "word")]
    (place,) = story.places
    assert (place.ruling, place.rule) == ("cannot be decided", "context: touches a sign")
    assert place.passage == "5 items"
    text = "\n".join(story.lines())
    for words in ("citeview@1", "2 tokens", "number     5", "context: touches a sign", "Could not check"):
        assert words in text


def test_the_story_of_a_match_names_what_was_folded() -> None:
    story = explain("first 5 %", "ﬁrst 5 %, then")
    assert story.folded == (("EQ-ligature", FOLDED_HELP["EQ-ligature"]),)
    assert story.result.outcome is QuoteOutcome.FOUND
    assert any(line.startswith("Folded, EQ-ligature") for line in story.lines())


def test_the_story_of_edits_lists_them() -> None:
    lines = explain("rose sharply", "it rose[12] sharply").lines()
    assert "Edit, note mark: The note mark [12] was left out." in lines
    assert any("never counted as found" in line for line in lines)


def test_the_story_of_nothing() -> None:
    story = explain("not here at all", "other words")
    assert story.places == ()
    assert story.lines()[-1].startswith("Not found, and no passage")
    assert "closest passage has 3 of 4" in explain("the quick brown fox", "the quick red fox").lines()[-1]


def test_hostile_characters_are_made_visible() -> None:
    lines = explain("abc \u202e12", "abc \u202e12\x1b[31m").lines()
    assert not any("\u202e" in line or "\x1b" in line for line in lines)


def test_long_quotes_and_many_places_are_cut() -> None:
    story = explain("a " * 500, "a " * 2_000)
    assert len(story.lines()) < 120
    assert story.places_total == 1501


@pytest.mark.parametrize("name", rule_sets())
@pytest.mark.parametrize(
    ("quote", "source"), [("the red door", "see the red door"), ("5", "-5"), ("", "x"), ("zzz", "x")]
)
def test_every_rule_set_tells_a_story(name: str, quote: str, source: str) -> None:
    story = explain(quote, source, rules=name)
    assert story.rules == name
    chosen = rules(name)
    assert story.result == chosen.check(quote, chosen.prepare(source))
    assert story.lines()


def reasons(quote: str, source: str) -> str:
    ours, theirs = rules(OURS), rules(THEIRS)
    return difference(
        ours.check(quote, ours.prepare(source)), theirs.check(quote, theirs.prepare(source)), quote, source
    )


@pytest.mark.parametrize(
    ("quote", "source", "words"),
    [
        ("Backup ✓", "Backup ✗", "would pass this: they do not see ✓ and ✗."),
        ("I vote 👍", "I vote 👎", "would pass this: they do not see 👍 and 👎."),
        ("uses C now", "uses C++ now", "would pass this: they do not tell C from C++."),
        ("the US policy is", "the us policy is", "would pass this: they do not tell US from us."),
        ("I tea", "I ❤ tea", "would pass this: they do not see ❤."),
        ("5", "–5", "would pass this: they do not see that “–” stands in front of the number."),
        ("man eating fish", "man-eating fish", "would pass this: they pass over what takes an edit here (hyphen)."),
        ("-0.5", "−0.5", "would not pass this: they do not know that the four characters"),
        ("3:00", "at 3:00", "would not pass this: they do not know that dates"),
        ("rose sharply", "rose[12] sharply", "find"),
        ("1/2", "1 1/2 cups", ""),
        ("the red door", "the red door", ""),
    ],
)
def test_why_the_exporters_rules_answer_otherwise(quote: str, source: str, words: str) -> None:
    said = reasons(quote, source)
    assert words in said
    assert bool(said) == bool(words)


def test_the_number_of_matches_may_differ() -> None:
    assert reasons("the cat", "the cat saw THE CAT") == "The exporter's rules count 2 matches, these 1 match."
