"""Warnings: what a reviewer should know, each with a sentence of help; none of them changes an outcome."""

from __future__ import annotations

from typing import Any

import pytest

from citeview.quote.results import QuoteOutcome
from citeview.quote.strict.warn import HELP

CASES = [
    ("case-differs", "The origin serves", "means the origin serves", "the origin serves"),
    ("edge-number", "the origin serves only 1", "the origin serves only 1 request", "1 request"),
    ("repeated", "the red door", "the red door and the red door", None),
    ("too-short", "door", "the red door", "door"),
    ("too-short", "the red door", "the red door " * 4, "the red door"),
    ("negation-before", "approve the plan", "they did not approve the plan", "not"),
    ("negation-before", "approve the plan", "they didn't ever approve the plan", "didn't"),
    ("negation-before", "den Plan gut", "sie finden nicht den Plan gut", "nicht"),
    ("negation-before", "लागू भयो यहाँ", "कहिल्यै नभएको लागू भयो यहाँ", "नभएको"),
    ("negation-before", "吃这个苹果和梨子吧", "他们不吃这个苹果和梨子吧", "不"),
    ("inside-quotation", "he is guilty", "“I think he is guilty”, she lied", "he is guilty"),
    ("inside-quotation", "he is guilty", '"he is guilty", she lied', "he is guilty"),
    ("inside-quotation", "これは木の橋です", "「これは木の橋です」", "これは木の橋です"),
    ("run-edge", "很多木头建造的建筑", "用很多木头建造的建筑", "用"),
    ("inside-compound", "known recipe of rye", "the well-known recipe of rye", "well-known"),
    ("bidi-controls", "שלום\u200f עולם טוב", "שלום\u200f עולם טוב", None),
    ("zero-width", "inter\u00adnational law is", "international law is", None),
    ("look-alike", "see pаypal now", "see pаypal now", "pаypal"),
    ("code-or-formula", "if x <= y then", "if x <= y then", None),
]


@pytest.mark.parametrize(("code", "quote", "source", "about"), CASES)
def test_a_warning_with_its_place(check: Any, code: str, quote: str, source: str, about: str | None) -> None:
    result = check(quote, source)
    assert result.outcome is QuoteOutcome.FOUND
    (warning,) = [warning for warning in result.warnings if warning.code == code]
    if about is not None:
        assert source[warning.span.start : warning.span.end] == about


@pytest.mark.parametrize(
    ("code", "quote", "source"),
    [
        ("case-differs", "the red door", "the red door"),
        ("edge-number", "serves only 1", "serves only 1, and more"),
        ("edge-number", "serves only 1 request", "serves only 1 request"),
        ("repeated", "the red door", "the red door"),
        ("too-short", "the red door", "the red door"),
        ("negation-before", "approve the plan", "they did not. They approve the plan"),
        ("negation-before", "approve the plan", "not one of all the many people approve the plan"),
        ("inside-quotation", "he is guilty", "“No”, he is guilty, “yes”"),
        ("inside-compound", "the recipe is", "the recipe is well-known"),
        ("look-alike", "see paypal now", "see paypal now"),
        ("look-alike", "это слово здесь", "это слово здесь"),
        ("code-or-formula", "the red door", "the red door"),
        ("code-or-formula", "a rise of 5%", "a rise of 5%"),
    ],
)
def test_no_warning(check: Any, code: str, quote: str, source: str) -> None:
    result = check(quote, source)
    assert result.outcome is QuoteOutcome.FOUND
    assert code not in {warning.code for warning in result.warnings}


def test_every_warning_has_a_sentence_of_help() -> None:
    assert {code for code, *_ in CASES} == set(HELP)
    assert all(sentence.endswith(".") for sentence in HELP.values())
