"""The tables are those of Unicode 17.0, as far as this Python and the `regex` package know it."""

from __future__ import annotations

import unicodedata

import pytest
import regex

from citeview.quote.unicode17 import CHANGING, RANGES, class_table, parse

OWN = {
    name: {code for first, last in parse(ranges) for code in range(first, last + 1)} for name, ranges in RANGES.items()
}
CATEGORIES = {
    "letter": ("L",),
    "mark": ("M",),
    "digit": ("Nd",),
    "number": ("Nl", "No"),
    "currency": ("Sc",),
}


@pytest.mark.parametrize("name", CATEGORIES)
def test_characters_that_python_knows_have_the_same_category(name: str) -> None:
    own = OWN[name]
    for code in range(0x110000):
        category = unicodedata.category(chr(code))
        if category != "Cn" and code not in OWN["unassigned"]:
            assert (code in own) == category.startswith(CATEGORIES[name]), hex(code)


@pytest.mark.parametrize("name", CATEGORIES)
def test_characters_that_regex_knows_have_the_same_category(name: str) -> None:
    pattern = regex.compile("[" + "".join(rf"\p{{{category}}}" for category in CATEGORIES[name]) + "]")
    everything = "".join(map(chr, range(0x110000)))
    theirs = {match.start() for match in pattern.finditer(everything)}
    assert {code for code in theirs ^ OWN[name] if code not in OWN["unassigned"]} == set()


def test_counts_are_those_of_unicode_17() -> None:
    # The standard's figures: 159,801 characters, 65 controls, 137,468 private, 2,048 surrogates, 66 noncharacters.
    assert len(OWN["unassigned"]) == 0x110000 - 159_801 - 65 - 137_468 - 2_048 - 66
    assert len(OWN["digit"]) == 770
    assert len(OWN["currency"]) == 64


def test_tables_do_not_overlap() -> None:
    names = list(OWN)
    for index, name in enumerate(names):
        for other in names[index + 1 :]:
            assert not OWN[name] & OWN[other]


def test_noncharacters_are_not_unassigned() -> None:
    assert not any(code & 0xFFFE == 0xFFFE or 0xFDD0 <= code <= 0xFDEF for code in OWN["unassigned"])


def test_changing_characters_are_letters_and_marks_newer_than_unicode_14() -> None:
    changing = {code for first, last in parse(CHANGING) for code in range(first, last + 1)}
    assert changing <= OWN["letter"] | OWN["mark"]
    assert 0x1E030 in changing
    assert ord("é") not in changing


def test_other_new_letters_are_as_simple_as_they_seem() -> None:
    changing = {code for first, last in parse(CHANGING) for code in range(first, last + 1)}
    old = {code for code in OWN["letter"] if unicodedata.category(chr(code)) == "Cn"}
    for code in (OWN["letter"] - changing) & old:
        assert unicodedata.normalize("NFKC", chr(code)).lower() == chr(code)


def test_class_table_takes_the_last_layer() -> None:
    table = class_table("o", [("a", "41-5A"), ("b", "42 10FFFF")])
    assert "ABC!\U0010ffff".translate(table) == "abaob"
