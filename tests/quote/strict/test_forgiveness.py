"""What the strict rules forgive and how: equivalences are found, everything else is found with edits and listed."""

from __future__ import annotations

from typing import Any

import pytest

from citeview.quote.results import QuoteOutcome
from citeview.text.units import Span

# quote, source, name in `folded`
EQUIVALENT = [
    ("-0.5", "it fell to −0.5", "EQ-minus"),
    ("-0.5 V", "－0.5 V", "EQ-minus"),
    ("−5 here", "﹣5 here", "EQ-minus"),
    ("5", "５", "EQ-digit"),
    ("x 10", "x 𝟙𝟘", "EQ-digit"),
    ("12,5", "１２,５", "EQ-digit"),
    ("5％ off", "5% off", "EQ-width"),
    ("x ＜ 5", "x < 5", "EQ-width"),
    ("Ｒｅａｄｅｒｓ asked", "Readers asked", "EQ-width"),
    ("カメラ", "新しい ｶﾒﾗ です", "EQ-width"),
    ("ガラス の", "ｶﾞﾗｽ の", "EQ-width"),
    ("international", "inter\u00adnational", "EQ-invisible"),
    ("asked for larger t\u200bype", "asked for larger type", "EQ-invisible"),
    ("The\u2060re is", "There is", "EQ-invisible"),
    ("first floor", "the ﬁrst ﬂoor", "EQ-ligature"),
    ("5fl", "5ﬂ", "EQ-ligature"),
    ("é5", "e\u03015", "EQ-NFC"),
    ("كتاب", "كـتاب", "EQ-tatweel"),
    ("οδοσ", "οδος", "EQ-sigma"),
    ("I ❤ tea", "I ❤️ tea", "EQ-selector"),
    ("古い橋は木で作られた", "古い橋は木で\n作られた。", "EQ-wrap"),
    ("古い橋は木で作られた", "古い橋は木で\r\n  作られた。", "EQ-wrap"),
]


@pytest.mark.parametrize(("quote", "source", "name"), EQUIVALENT)
def test_an_equivalence_is_found_and_named(check: Any, quote: str, source: str, name: str) -> None:
    result = check(quote, source)
    assert result.outcome is QuoteOutcome.FOUND
    assert name in result.folded
    assert not result.edits


@pytest.mark.parametrize(("quote", "source", "name"), EQUIVALENT)
def test_an_equivalence_holds_both_ways(check: Any, quote: str, source: str, name: str) -> None:
    found = check(quote, source).matches[0]
    assert check(source[found.start : found.end], quote).outcome is QuoteOutcome.FOUND


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("-5", "–5"),
        ("15", "1\u00ad5"),
        ("5", "-\u200b5"),
        ("میخواهم", "می\u200cخواهم"),
        ("می خواهم", "می\u200cخواهم"),
        ("क्ष", "क्\u200dष"),
        ("ISIK", "ışık"),
        ("İzmir", "izmir"),
        ("1000", "1,000"),
        ("1.000", "1,000"),
        ("ffx", "ﬁx"),
    ],
)
def test_what_is_no_equivalence(check: Any, quote: str, source: str) -> None:
    assert check(quote, source).outcome is not QuoteOutcome.FOUND


COMPOSITES = [
    "3:00", "2026-11-05", "v1.2", "1/2", "10–20", "5!", "10.0.0.1", "+1-555-1234", "٣٫٥", "5½", "covid-19", "5;8",
    "5×8", "1990s-era", "10:30:00", "A4-size2", "3-4", "5…8", "§5.1", "1'000", "2**5", "Ca2+", "10⁻³",
]  # fmt: skip


@pytest.mark.parametrize("form", COMPOSITES)
def test_a_composite_is_compared_as_written(check: Any, form: str) -> None:
    assert check(f"it was {form}", f"it was {form} then").outcome is QuoteOutcome.FOUND
    assert check(f"was {form} then", f"it was {form} then").outcome is QuoteOutcome.FOUND


@pytest.mark.parametrize("form", COMPOSITES)
@pytest.mark.parametrize("around", ["({})", "“{}”", "{},", "{};", "[{}] then"])
def test_outer_typography_is_no_part_of_a_composite(check: Any, form: str, around: str) -> None:
    assert check(f"it was {around.format(form)}", f"it was {around.format(form)} then").outcome is QuoteOutcome.FOUND


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("10-20", "5-10-20"),
        ("10-20", "10–20"),
        ("1/2", "1 1/2"),
        ("1/2", "1/2/2026"),
        ("3:00", "13:00"),
        ("3:00", "3:00:15"),
        ("2026-11-05", "2026-11-06"),
        ("11/05/2026", "2026-11-05"),
        ("v1.2", "v1.2.3"),
        ("1.2", "v1.2"),
        ("5", "10-5"),
        ("555-1234", "(020)555-1234"),
        ("2 5", "2**5"),
        ("5", "1/2→5"),
    ],
)
def test_a_part_of_a_composite_is_not_found(check: Any, quote: str, source: str) -> None:
    assert check(quote, source).outcome is not QuoteOutcome.FOUND


# quote, source, kind of the first edit, what it is about in the source
EDITED = [
    ("AT&T grew", "AT&amp;T grew", "entity", "&amp;"),
    ("p < 5", "so p &lt; 5", "entity", "&lt;"),
    ("it’s here", "it&#8217;s here", "entity", "&#8217;"),
    ("it is here", "it&nbsp;is here", "entity", "&nbsp;"),
    ("5 items", "**5** items", "markup", "**"),
    ("a bold claim", "a **bold** claim", "markup", "**"),
    ("it grew", "_it_ grew", "markup", "_"),
    ("run the code now", "run the `code` now", "markup", "`"),
    ("a link here", "a [link](http://e.example/x) here", "markup", "["),
    ("we saw 5 items", "we saw <b>5</b> items", "markup", "<b>"),
    ("one two three", "> one two\n> three", "markup", "> "),
    ("rose sharply", "rose[12] sharply", "note mark", "[12]"),
    ("rose sharply", "rose[1][2] sharply", "note mark", "[1][2]"),
    ("rose sharply", "rose[a] sharply", "note mark", "[a]"),
    ("rose sharply", "rose¹² sharply", "note mark", "¹²"),
    ("It rose sharply. The end", "It rose sharply.[3] The end", "note mark", "[3]"),
    ("an international", "an inter-\nnational; international", "line hyphen", "-\n"),
    ("the well-known", "the well-\nknown; well-known", "line hyphen", "-\n"),
    ("an international", "an inter\u00ad\nnational", "soft hyphen", "\u00ad\n"),
    ("the word — another word", "the word - another word", "dash", " - "),
    ("नमस्ते 12 जना", "नमस्ते १२ जना", "digit script", "१२"),
    ("كتاب", "كِتَاب", "vowel marks", "كِتَاب"),
    ("שלום", "שָׁלוֹם", "vowel marks", "שָׁלוֹם"),
    ("die Strasse hier", "die Straße hier", "sharp s", "Straße"),
    ("5 µm wide", "5 μm wide", "micro sign", "μm"),
    ("古い橋は木で 作られた", "古い橋は木で作られた。", "space", ""),
    ("man eating fish", "man-eating fish", "hyphen", "-"),
]


@pytest.mark.parametrize(("quote", "source", "kind", "about"), EDITED)
def test_an_edit_is_listed_with_its_span(check: Any, quote: str, source: str, kind: str, about: str) -> None:
    result = check(quote, source)
    assert result.outcome is QuoteOutcome.FOUND_WITH_EDITS
    edit = result.edits[0]
    assert edit.kind == kind
    assert source[edit.source.start : edit.source.end] == about
    assert result.matches


@pytest.mark.parametrize(("quote", "source"), [("AT&amp;T grew", "AT&T grew"), ("**5** items here", "5 items here")])
def test_an_edit_of_the_quote_has_its_span_in_the_quote(check: Any, quote: str, source: str) -> None:
    result = check(quote, source)
    assert result.outcome is QuoteOutcome.FOUND_WITH_EDITS
    edit = result.edits[0]
    assert edit.source is None
    assert quote[edit.quote.start : edit.quote.end] in ("&amp;", "**")


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("p > 5", "p &lt; 5"),
        ("p &lt; 5", "p &amp;lt; 5"),
        ("2 5", "2**5"),
        ("rose sharply", "rose12 sharply"),
        ("10", "10²"),
        ("m is", "m² is"),
        ("km wide", "km² wide"),
        ("x y", "x² y"),
        ("rose sharply", "rose[citation needed] sharply"),
    ],
)
def test_what_no_edit_reaches(check: Any, quote: str, source: str) -> None:
    assert check(quote, source).outcome in (QuoteOutcome.CLOSEST, QuoteOutcome.NOTHING_SIMILAR)


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("international", "inter-\nnational"),
        ("an international", "an inter-\nnational, inter-national or international"),
        ("resign", "re-\nsign"),
        ("the well-known", "the well-\nknown"),
        ("the wellknown", "the well-\nknown"),
    ],
)
def test_a_hyphen_at_a_line_end_needs_evidence(check: Any, quote: str, source: str) -> None:
    assert check(quote, source).outcome is QuoteOutcome.COULD_NOT_CHECK


SOURCE = "the origin serves only 1 request in 10 and nothing else at all, which did not please them"


@pytest.mark.parametrize("mark", ["…", "...", "[…]", "[...]", "(…)", ". . .", " … "])
def test_an_ellipsis_leaves_words_out(check: Any, mark: str) -> None:
    result = check(f"the origin serves only {mark} and nothing else at all", SOURCE)
    assert result.outcome is QuoteOutcome.FOUND_WITH_EDITS
    (edit,) = result.edits
    assert edit.kind == "ellipsis"
    assert SOURCE[edit.source.start : edit.source.end] == "1 request in 10"
    assert "a number among them" in edit.note
    assert result.matches == (Span(0, SOURCE.index(", which")),)


def test_a_negation_in_the_gap_is_told(check: Any) -> None:
    result = check("and nothing else at all … please them", SOURCE)
    assert result.outcome is QuoteOutcome.FOUND_WITH_EDITS
    assert "a negation among them" in result.edits[0].note


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("alpha … delta", "alpha beta gamma delta"),
        ("and nothing else at all … the origin serves only", SOURCE),
        ("the origin serves only … and something else at all", SOURCE),
        ("one two three four … five six seven eight", "one two three four and\n\nfive six seven eight"),
        ("one two three four … five six seven eight", "one two three four " + "x " * 61 + "five six seven eight"),
        ("one two three four … five six seven 8", "one two three four and five six seven 8 km"),
    ],
)
def test_parts_must_be_found_in_order_and_near(check: Any, quote: str, source: str) -> None:
    assert check(quote, source).outcome not in (QuoteOutcome.FOUND, QuoteOutcome.FOUND_WITH_EDITS)


def test_an_ellipsis_at_an_end_leaves_nothing_out(check: Any) -> None:
    assert check("… the origin serves only …", SOURCE).outcome is QuoteOutcome.FOUND


@pytest.mark.parametrize(
    ("quote", "source", "outcome"),
    [
        ("橋は木", "古い橋は木で作られた。", QuoteOutcome.COULD_NOT_CHECK),
        ("可能", "不可能", QuoteOutcome.COULD_NOT_CHECK),
        ("可能", "可能性", QuoteOutcome.COULD_NOT_CHECK),
        ("可能", "可\n能性", QuoteOutcome.COULD_NOT_CHECK),
        ("12", "12万元", QuoteOutcome.COULD_NOT_CHECK),
        ("12", "渡轮船票12元", QuoteOutcome.COULD_NOT_CHECK),
        ("元", "渡轮船票12元", QuoteOutcome.COULD_NOT_CHECK),
        ("ออก", "เรือออก", QuoteOutcome.COULD_NOT_CHECK),
        ("ລາວ", "ພາສາລາວ", QuoteOutcome.COULD_NOT_CHECK),
        ("ខ្មែរ", "ភាសាខ្មែរ", QuoteOutcome.COULD_NOT_CHECK),
        ("မြန်မာ", "မြန်မာစာ", QuoteOutcome.COULD_NOT_CHECK),
        ("可能", "可能，是的", QuoteOutcome.FOUND),
        ("可能", "「可能」", QuoteOutcome.FOUND),
        ("古い橋", "古い橋、新しい橋", QuoteOutcome.FOUND),
        ("儿童免费", "渡轮船票12元，儿童免费。", QuoteOutcome.FOUND),
        ("渡轮船票12元", "渡轮船票12元，儿童免费。", QuoteOutcome.FOUND),
        ("Python", "用Python写", QuoteOutcome.FOUND),
        ("เรือออกตอนเที่ยง", "เรือออกตอนเที่ยง", QuoteOutcome.FOUND),
        ("다리 위", "오래된 다리 위", QuoteOutcome.FOUND),
        ("古い橋新しい橋", "古い橋、新しい橋", QuoteOutcome.FOUND_WITH_EDITS),
    ],
)
def test_scripts_without_spaces(check: Any, quote: str, source: str, outcome: QuoteOutcome) -> None:
    assert check(quote, source).outcome is outcome


@pytest.mark.parametrize("length", [7, 8, 9])
def test_a_long_part_of_a_run_is_found_and_its_edge_is_shown(check: Any, length: int) -> None:
    source = "我们古老的木桥是用很多木头建造的建筑"
    result = check(source[2 : 2 + length], source)
    if length < 8:
        assert result.outcome is QuoteOutcome.COULD_NOT_CHECK
        return
    assert result.outcome is QuoteOutcome.FOUND
    warning = next(warning for warning in result.warnings if warning.code == "run-edge")
    assert "我们" in warning.message
    assert warning.span == Span(0, 2)


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("5 items", "- 5 items\n- 6 things"),
        ("6 things", "* 5 items\n* 6 things"),
        ("6 things", "+ 5 items\n\n+ 6 things"),
        ("6 things", "  - 5 items\n  - 6 things\n- other"),
        ("5 items", "• 5 items"),
    ],
)
def test_a_list_mark_is_no_sign(check: Any, quote: str, source: str) -> None:
    assert check(quote, source).outcome is QuoteOutcome.FOUND


@pytest.mark.parametrize(
    "source", ["- 5 items", "* 5 items", "- 5 items\n* 6 things", "- 5 items\n  - 6 things", "x\n- 5 items\ny"]
)
def test_a_lonely_mark_may_be_a_sign(check: Any, source: str) -> None:
    assert check("5 items", source).outcome is QuoteOutcome.COULD_NOT_CHECK


def test_a_page_number_is_no_part_of_the_next_number(check: Any) -> None:
    assert check("5 Results", "text\n\n4\n\n5 Results").outcome is QuoteOutcome.FOUND
    assert check("5 Results", "text\n4\n\n5 Results").outcome is QuoteOutcome.COULD_NOT_CHECK
    assert check("5 Results", "text 4\n\n5 Results").outcome is QuoteOutcome.COULD_NOT_CHECK


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("in 2020", "in 2020 - it rose"),
        ("10 20", "10 20 30"),
        ("about 5", "about 5 6"),
        ("000 m", "1 000 m"),
    ],
)
def test_numbers_that_touch_stay_undecided(check: Any, quote: str, source: str) -> None:
    assert check(quote, source).outcome is QuoteOutcome.COULD_NOT_CHECK


@pytest.mark.parametrize("quote", ["", " ", "!?", "“”", "…", "\u200b", "—"])
def test_a_quote_of_typography_is_empty(check: Any, quote: str) -> None:
    assert check(quote, f"text {quote} text").reason == "empty quote"


@pytest.mark.parametrize("quote", ["😀", "→", "✓ ✓", "->", "!!!", "_"])
def test_a_quote_of_symbols_cannot_be_checked(check: Any, quote: str) -> None:
    assert check(quote, f"text {quote} text").outcome is QuoteOutcome.COULD_NOT_CHECK


def test_a_character_newer_than_the_tables_cannot_be_checked(check: Any) -> None:
    newer = "\U000323b0"  # plane 3, not assigned
    assert check(f"a {newer} b", f"a {newer} b").reason == "could not check: a character newer than the tables"
    assert check("word", f"word{newer}").reason == "could not check: a character newer than the tables"
    assert check("word", f"word {newer}").outcome is QuoteOutcome.FOUND


def test_a_quote_of_too_many_tokens_cannot_be_checked(check: Any) -> None:
    assert "longer than 20,000 tokens" in check("a " * 20_001, "a").reason


def test_a_sign_in_front_of_a_match_elsewhere_hides_no_match(check: Any) -> None:
    result = check("5 rooms", "-5 rooms or 5 rooms")
    assert result.matches == (Span(12, 19),)


def test_an_edit_never_hides_a_sign(check: Any) -> None:
    assert check("5 items", "-**5** items").outcome is not QuoteOutcome.FOUND_WITH_EDITS
    assert check("5 items", "&minus;**5** items").outcome is not QuoteOutcome.FOUND_WITH_EDITS


@pytest.mark.parametrize(
    ("quote", "source"),
    [
        ("word7", "word6 word7 word8"),
        ("id4 id5", "id3 id4 id5 id6"),
        ("5 of them", "B12 5 of them"),
        ("room 5", "room 5 B12"),
    ],
)
def test_a_name_with_digits_is_no_number_beside_a_number(check: Any, quote: str, source: str) -> None:
    assert check(quote, source).outcome is QuoteOutcome.FOUND
