"""Grapheme clusters: the whole of GraphemeBreakTest, and the quick search against the rules read slowly."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from citeview.text import grapheme_tables as tables
from citeview.text import graphemes
from citeview.text.graphemes import GRAPHEME_UNICODE, GraphemeMap, interior_positions

LINES = [
    line.partition("#")[0].split()
    for line in (Path(__file__).parents[1] / "data/unicode/GraphemeBreakTest-17.0.0.txt")
    .read_text("utf-8")
    .splitlines()
    if not line.startswith("#") and line.strip()
]


def test_the_version_is_recorded() -> None:
    assert GRAPHEME_UNICODE == "17.0"
    assert len(LINES) == 766


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_grapheme_break_test(line: list[str]) -> None:
    text = "".join(chr(int(code, 16)) for code in line[1::2])
    inside = [at for at, mark in enumerate(line[::2]) if mark == "×"]
    assert list(interior_positions(text)) == inside


def ranges(table: str) -> set[str]:
    found: set[str] = set()
    for item in table.split():
        first, _, last = item.partition("-")
        found.update(map(chr, range(int(first, 16), int(last or first, 16) + 1)))
    return found


EXTEND, SPACING, PREPEND, CONTROL, PICT = (
    ranges(table) for table in (tables.EXTEND, tables.SPACING_MARK, tables.PREPEND, tables.CONTROL, tables.PICTOGRAPHIC)
)
L, V, T = ranges(tables.L), ranges(tables.V), ranges(tables.T)
CONSONANT, LINKER, CONJUNCT_EXTEND = (
    ranges(table) for table in (tables.CONJUNCT_CONSONANT, tables.CONJUNCT_LINKER, tables.CONJUNCT_EXTEND)
)


def kind(c: str) -> str:
    if "\uac00" <= c <= "\ud7a3":
        return "LVT" if (ord(c) - 0xAC00) % 28 else "LV"
    return "L" if c in L else "V" if c in V else "T" if c in T else ""


def slowly(text: str) -> list[int]:
    """Read the rules of UAX #29 one after the other at every position."""
    inside = []
    for at in range(1, len(text)):
        one, two, before = text[at - 1], text[at], text[:at]
        if one == "\r" and two == "\n":
            inside.append(at)
        elif one in CONTROL | {"\r", "\n"} or two in CONTROL | {"\r", "\n"}:
            continue
        elif (
            (kind(one) == "L" and kind(two) in {"L", "V", "LV", "LVT"})
            or (kind(one) in {"LV", "V"} and kind(two) in {"V", "T"})
            or (kind(one) in {"LVT", "T"} and kind(two) == "T")
            or two in EXTEND | SPACING | {"\u200d"}
            or one in PREPEND
        ):
            inside.append(at)
        else:
            run = len(before) - len(before.rstrip("".join(LINKER | CONJUNCT_EXTEND)))
            if (
                two in CONSONANT
                and run
                and set(before[-run:]) & LINKER
                and before[-run - 1 : -run]
                and before[-run - 1] in CONSONANT
            ):
                inside.append(at)
                continue
            if one == "\u200d" and two in PICT:
                base = before[:-1].rstrip("".join(EXTEND))
                if base and base[-1] in PICT:
                    inside.append(at)
                    continue
            flags = len(before) - len(before.rstrip("".join(map(chr, range(0x1F1E6, 0x1F200)))))
            if "\U0001f1e6" <= two <= "\U0001f1ff" and flags % 2:
                inside.append(at)
    return inside


JOINING = (
    "ab \r\n\x01\u200d\u0301\u0903"
    "क्षत\u094d\u0600\u0d4e가각\u1100\u1161\u11a8🇦🇧🇨👩💻🏽\ufe0f\u200b\U000e0061\U00011133\U000110bd\u1039က\U00016d63"
)


@given(st.text(st.one_of(st.sampled_from(JOINING), st.characters(categories=None)), max_size=24))  # type: ignore[arg-type]
@settings(max_examples=800, deadline=None)
def test_the_quick_search_finds_what_the_rules_say(text: str) -> None:
    inside = slowly(text)
    assert list(interior_positions(text)) == inside
    mapped = GraphemeMap(text)
    boundaries = [at for at in range(len(text) + 1) if at not in inside]
    assert mapped.count == len(boundaries) - 1
    assert [mapped.position_of(index) for index in range(len(boundaries))] == boundaries
    assert [mapped.index_of(at) for at in boundaries] == list(range(len(boundaries)))
    assert all(mapped.index_of(at) is None for at in inside)
    for at in range(len(text)):
        start = max(boundary for boundary in boundaries if boundary <= at)
        end = min(boundary for boundary in boundaries if boundary > at)
        assert mapped.cluster_at(at) == (start, end)


@given(st.text(st.sampled_from("가각\u1100\u1161\u11a8\u11a7\ua960\ud7b0\ud7cb\U00016d63\u0301a"), max_size=30))
@settings(max_examples=500, deadline=None)
def test_hangul(text: str) -> None:
    assert list(interior_positions(text)) == slowly(text)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("e" + "\u0301" * 100_000, 1),
        ("🇦" * 100_001, 50_001),
        ("👩\u200d" * 50_000 + "💻", 1),
        ("क्" * 50_000 + "क", 1),
        ("\u1100" * 100_000, 1),
        ("\u0600" * 100_000 + "1", 1),
        ("\r\n" * 50_000, 50_000),
    ],
    ids=["marks", "flags", "joiners", "conjuncts", "jamo", "prepended", "line ends"],
)
def test_long_runs(text: str, count: int) -> None:
    assert GraphemeMap(text).count == count


def test_the_wide_ranges_hold_every_joining_character_beyond_the_bmp() -> None:
    def beyond(*sets: set[str]) -> set[str]:
        return {character for found in sets for character in found if character > "\uffff"}

    assert all(re.fullmatch(f"[{graphemes._EXTENDING_BEYOND}]", found) for found in beyond(EXTEND, SPACING))
    assert all(re.fullmatch(f"[{graphemes._INDIC_BEYOND}]", found) for found in beyond(LINKER, PREPEND))
