"""The grammar of the reference rule set, line by line: what it answers, and which vectors show it."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from citeview.quote.reference_tokens import KNOWN_OPERATORS, WHITE_SPACE, has_newer_character, is_blank, tokenize
from citeview.quote.results import QuoteOutcome, QuoteResult

Check = Callable[..., QuoteResult]

FOUND, NOT, FORM, CONTEXT, EMPTY = "found", "not found", "numeric form", "numeric context", "empty quote"


def _word(result: QuoteResult) -> str:
    if result.reason is not None:
        return result.reason.removeprefix("could not check: ")
    return FOUND if result.outcome is QuoteOutcome.FOUND else NOT


def _keys(text: str) -> list[str]:
    return tokenize(text).keys


# Every line of the grammar in `reference_tokens`: a text, its tokens, and vectors that cannot be explained otherwise.
GRAMMAR = [
    ("a word is a run of letters, in lower case", "The ORIGIN", ["wthe", "worigin"], "d0003 d0625"),
    ("an apostrophe ends a word", "can't", ["wcan", "wt"], "d0696 d0697 d0698"),
    (
        "so do a hyphen, a soft hyphen and an underscore",
        "co-op co\xadop a_b",
        ["wco", "wop", "wco", "wop", "wa", "wb"],
        "d0694 d0684",
    ),
    ("marks and joiners are in the word", "क्‍ष می‌خواهم", ["wक्‍ष", "wمی‌خواهم"], "d0487 d0488 d0496"),
    ("a mark alone is a word", "❤️", ["w️"], "d0590 d0591 d0576"),
    ("a joiner alone is a word", "👩‍💻", ["w‍"], "d0587"),
    (
        "NFKC comes first, then lower case of the whole word",
        "ΟΔΌΣ ﬁrst İz",
        ["wοδός", "wfirst", "wi̇z"],
        "d0534 d0547 d0541",
    ),
    ("NFKC may make spaces in a word", "ﷺ", ["wصلى الله عليه وسلم"], "d0506 d0507"),
    ("symbols are not there, even if NFKC makes letters of them", "㌔ 20℃", ["n20"], "d0523"),
    (
        "letters with numbers are an identifier as written",
        "5ms X5 船票12元",
        ["i5ms", "iX5", "i船票12元"],
        "d0327 d0513",
    ),
    ("an identifier is not normalised", "e\u03015 5ﬂ", ["ie\u03015", "i5ﬂ"], "d0198"),
    ("a sign belongs to the number", "-5 +5 −5 😀-5", ["n-5", "n+5", "n−5", "n-5"], "d0277 d0279 d0281 d0604"),
    (
        "so do stops and commas between digits and a stop before",
        ".5 1,200 5.8.5",
        ["n.5", "n1,200", "n5.8.5"],
        "d0010 d0401",
    ),
    ("and not those behind", "5. 5, 5; (5)", ["n5", "n5", "n5", "n5"], "d0309 d0311 d0644"),
    ("exponents", "5e3 5E-3 5e−3", ["n5e3", "n5E-3", "n5e−3"], "d0335 d0337 d0339"),
    ("superscripts", "10² 5⁻²", ["n10²", "n5⁻²"], "d0013 d0333"),
    ("percent and per mille when glued", "5% 5‰", ["n5%", "n5‰"], "d0011 d0295"),
    ("digits of any script, as written", "१२ １０²", ["n१२", "n１０²"], "d0492 d0493 d0239"),
    (
        "a number without letters that is none is bad",
        "½ ① Ⅷ 5½ 5️⃣",
        ["b½", "b①", "bⅧ", "b5½", "b5️⃣"],
        "d0393 d0562 d0593",
    ),
    (
        "numbers joined by anything are bad",
        "3:00 5_8 5…8 5😀5",
        ["b3", "b00", "b5", "b8", "b5", "b8", "b5", "b5"],
        "d0029 d0403 d0407 d0606",
    ),
    ("also by an operator", "1/2 10-20", ["b1", "o/", "b2", "b10", "o-", "b20"], "d0014 d0028"),
    ("and to an identifier", "v5.8", ["iv5", "b8"], "d0400"),
    ("white space separates numbers", "5 8, 5 / 8", ["n5", "n8", "n5", "o/", "n8"], "d0359 d0348"),
    ("relations are tokens anywhere", "a = b!= c ≠d", ["wa", "o=", "wb", "o!=", "wc", "o≠", "wd"], "d0715 d0719 d0019"),
    (
        "other operators only beside a number",
        "a + b C++ a/b x-ray",
        ["wa", "wb", "wc", "wa", "wb", "wx", "wray"],
        "d0703 d0704 d0705 d0707",
    ),
    ("over white space", "- 5 5\n* x", ["o-", "n5", "n5", "o*", "wx"], "d0007 d0385 d0460"),
    (
        "and not over U+0085, U+180E, U+200B",
        "-\x855 a -\u180e5 a -\u200b5",
        ["n5", "wa", "n5", "wa", "n5"],
        "d0472 d0475 d0478",
    ),
    (
        "an unknown run is bad",
        "x === 5 a <-> b !5",
        ["wx", "b===", "n5", "wa", "b<->", "wb", "b!", "n5"],
        "d0023 d0712 d0383",
    ),
    ("an unknown run of others between words is not there", "!!! -- a b!", ["wa", "wb"], "d0016 d0708 d0718"),
    ("a minus that is no sign is an operator", "5 -> 8", ["n5", "o->", "n8"], "d0448"),
    (
        "units",
        "$5 5€ 5° 5 % °C",
        ["u$", "n5", "n5", "u€", "n5", "u°", "n5", "u%", "u°", "wc"],
        "d0317 d0321 d0299 d0012",
    ),
    ("dashes, arrows and look-alikes are not there", "–5 →5 ≅5 ⁻5 |5", ["n5", "n5", "n5", "n5", "n5"], "d0355 d0437"),
]


@pytest.mark.parametrize(("text", "keys", "evidence"), [row[1:] for row in GRAMMAR], ids=[row[0] for row in GRAMMAR])
def test_line_of_the_grammar(text: str, keys: list[str], evidence: str, data: Path) -> None:
    assert _keys(text) == keys
    known = {json.loads(line)["id"] for line in (data / "quote" / "vectors.jsonl").read_bytes().splitlines()}
    assert set(evidence.split()) <= known


@pytest.mark.parametrize("operator", sorted(KNOWN_OPERATORS))
def test_known_operator_between_numbers_is_found(operator: str, check: Check) -> None:
    assert _word(check(f"3 {operator} 4", f"so 3 {operator} 4 it is")) == FOUND


# What the reference answers to the pairs that show its weakness. A stricter rule set refuses most of them.
WEAKNESSES = [
    *(("5", text) for text in ("–5", "－5", "﹣5", "‐5", "‒5", "⁻5", "➖5", "– 5 degrees")),
    *(("5", text) for text in ("≅5", "∼5", "≲5", "≫5")),
    ("x ＜ 5", "x ＞ 5"),
    ("profit = a + b", "profit = a - b"),
    ("type O+ donors", "type O- donors"),
    ("Na+", "Na−"),
    ("C is fast", "C++ is fast"),
    ("C is fast", "C# is fast"),
    ("if !ready", "if ready"),
    ("¬A", "A"),
    ("Backup ✓", "Backup ✗"),
    ("I vote 👍", "I vote 👎"),
    ("made in 🇳🇵", "made in 🇮🇳"),
    ("20℃", "20℉"),
    ("5㎏", "5㎎"),
    ("5′", "5″"),
    ("5'", '5"'),
    *(("5", text) for text in ("5٪", "5‱", "5％")),
    ("p → q", "p ← q"),
    ("x ∈ A", "x ∉ A"),
    ("A ∧ B", "A ∨ B"),
    ("5", "(5)"),
    *(("5", text) for text in ("5 ms", "5 million", "5 percent", "5 万")),
    ("US", "us"),
    ("Polish", "polish"),
    ("May", "may"),
    ("5 MW", "5 mW"),
    ("8 Gb", "8 GB"),
    ("xn", "xⁿ"),
    ("a b", "ª b"),
    ("x", "𝐱"),
    ("N", "ℕ"),
    ("not free", "~~not~~ free"),
    ("It works.", "It works?"),
    ("sales tax rises", "a tax on sales\n\nTax rises"),
    ("5 Beta", "| Alpha | 5 |\n| Beta | 6 |"),
    ("approve the plan", "did not approve the plan"),
    ("man eating fish", "man-eating fish"),
    ("re sign", "re-sign"),
    ("abc 12", "abc \u202e12"),
    ("abc 12", "abc \u2066\u202e12\u202c\u2069"),
    ("I tea", "I ❤ tea"),
    ("1 000", "1\u202f000"),
    ("first", "ﬁrst"),
    ("he is guilty", '"he is guilty", she lied'),
    ("カメラ", "ｶﾒﾗ"),
]


@pytest.mark.parametrize(("quote", "source"), WEAKNESSES)
def test_weakness_is_reproduced(quote: str, source: str, check: Check) -> None:
    assert _word(check(quote, source)) == FOUND


# What it refuses although it is true, and what it rightly refuses.
REFUSALS = [
    ("-0.5", "−0.5", NOT),
    ("5", "５", NOT),
    ("5", "𝟝", NOT),
    ("1000", "1,000", NOT),
    ("000 m", "1 000 m", CONTEXT),
    *((text, text, FORM) for text in ("3:00", "2026-11-05", "v1.2", "1/2", "10–20", "10-20")),
    ("It costs 5!", "It costs 5!", FORM),
    ("in 2020", "in 2020 - it rose", CONTEXT),
    ("5 items", "- 5 items", CONTEXT),
    ("5 items", "* 5 items", CONTEXT),
    ("5 items", "**5** items", NOT),
    ("AT&T", "AT&amp;T", NOT),
    ("p < 5", "p &lt; 5", NOT),
    ("it’s", "it&#8217;s", NOT),
    ("international", "inter\u00adnational", NOT),
    ("international", "inter-\nnational", NOT),
    ("5fl", "5ﬂ", NOT),
    ("\u00e95", "e\u03015", NOT),
    ("alpha … delta", "alpha beta gamma delta", NOT),
    ("[It] rose", "It rose", FOUND),
    ("t[he] rose", "the rose", NOT),
    ("teh [sic] rose", "teh rose", NOT),
    ("rose sharply", "rose[12] sharply", NOT),
    ("rose sharply", "rose¹ sharply", NOT),
    ("rose sharply", "rose12 sharply", NOT),
    ("very sharply", "very\n\nPage 12 of 40\n\nsharply", NOT),
    ("橋は木", "古い橋は木で作られた。", NOT),
    ("古い橋は木で作られた", "古い橋は木で\n作られた", NOT),
    ("ออก", "เรือออก", NOT),
    ("كتاب", "كـتاب", NOT),
    ("كتاب", "كِتَاب", NOT),
    ("οδοσ", "οδος", NOT),
    ("ISIK", "ışık", NOT),
    ("STRASSE", "Straße", NOT),
    ("U.S. law", "US law", NOT),
    ("5 Results", "4\n\n5 Results", CONTEXT),
    ("I tea", "I ❤️ tea", NOT),
    ("10 20", "10-20", NOT),
    ("!!!", "!!!", EMPTY),
]


@pytest.mark.parametrize(("quote", "source", "answer"), REFUSALS)
def test_refusal_is_reproduced(quote: str, source: str, answer: str, check: Check) -> None:
    assert _word(check(quote, source)) == answer


# The whole of Unicode by what the reference sees of it. Characters newer than this Python are in none of
# the categories that it sees, so the answer does not depend on the version.
@pytest.mark.parametrize(
    ("category", "between_words", "before_a_number"),
    [
        ("Sm", "<=>≈≠≤≥", "+<=>~±×÷−≈≠≤≥"),
        ("Pd", "", "-"),
        ("So", "°", "°"),
        ("Sk", "", "^"),
    ],
)
def test_symbols_that_are_seen(category: str, between_words: str, before_a_number: str, check: Check) -> None:
    members = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == category]
    assert {c for c in members if _keys(f"a {c} b") != ["wa", "wb"]} == set(between_words)
    assert {c for c in members if _word(check("5 kg", f"{c}5 kg")) != FOUND} == set(before_a_number)


def test_white_space_is_that_of_javascript() -> None:
    assert len(WHITE_SPACE) == 25
    assert is_blank("\ufeff\u00a0\u2028\t")
    assert is_blank("")
    assert not any(is_blank(character) for character in "\x85\x1c\u180e\u200b")


def test_unit_between_words_is_seen() -> None:
    assert _keys("cost $ or % or ° now") == ["wcost", "u$", "wor", "u%", "wor", "u°", "wnow"]


@pytest.mark.parametrize(
    ("quote", "source", "answer"),
    [
        ("3", "5ms 3", FOUND),  # an identifier is no number that could be a part of this one
        ("3", "3 5ms", FOUND),
        ("5ms", "5ms 3", CONTEXT),
        ("5", "5 .8", CONTEXT),
        ("5", "5 1/2", CONTEXT),
        ("room 5", "room 5, 6", FOUND),
        ("= 5", "3 = 5", FOUND),  # the end of the quote is the operator, which is compared
        ("5", "\x85-\x855", FOUND),
        ("5", "- \ufeff5", CONTEXT),
    ],
)
def test_context(quote: str, source: str, answer: str, check: Check) -> None:
    assert _word(check(quote, source)) == answer


def test_accepted_matches_are_counted(check: Check) -> None:
    result = check("room 5", "room 5% off, room 5 open, room 5 shut, room 5 / 6")
    assert [tuple(match) for match in result.matches] == [(13, 19), (26, 32)]


@pytest.mark.parametrize(
    ("quote", "newer"),
    [
        ("plain", False),
        ("naïve क्‍ष 中 🚀", False),
        ("\ud83d end", False),
        ("noncharacter \ufffe", False),
        ("private \ue000", False),
        ("unassigned \u0378", True),
        ("new ideograph \U00031350", False),  # Unicode 15.0, has no case and no decomposition: nothing to know about it
    ],
)
def test_character_newer_than_the_tables(quote: str, newer: bool, check: Check) -> None:
    result = check(quote, quote)
    assert (result.reason == "could not check: a character newer than the tables") is newer
    assert has_newer_character(quote) is newer
    assert (result.outcome is QuoteOutcome.FOUND) is not newer


def test_letter_whose_normal_form_this_python_does_not_know_is_not_checked(check: Check) -> None:
    outlined = "\U0001e030"  # Unicode 15.0: NFKC makes U+0430 of it
    known = unicodedata.normalize("NFKC", outlined) != outlined
    assert (check(outlined, outlined).outcome is QuoteOutcome.FOUND) is known
    assert _word(check("a b", f"a {outlined} b")) == NOT


def test_quote_that_is_too_long(check: Check) -> None:
    assert _word(check("a " * 20_001, "a")) == "quote longer than 20,000 tokens"
