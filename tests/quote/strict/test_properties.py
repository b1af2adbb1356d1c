"""What must hold for every text: a pass is the reference's or named, no changed quote passes, far text is nothing."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from citeview.quote.results import QuoteOutcome
from citeview.quote.rules import rules
from citeview.quote.strict.check import RULES
from citeview.quote.strict.context import WINDOW
from citeview.quote.strict.reader import Token, Vocabulary, _Reader
from citeview.quote.strict.tokens import StrictText

REFERENCE = rules("tok-nfkc-lower@2")

# Pieces that have made rules disagree, beside plain ones.
PIECES = [
    "a", "b", "The", "cat", "US", "x", "5", "10", "1,200", "3.5", ".5", "-", "−", "–", "—", "+",
    "=", "<", "<=", "!=", "->", "→", "%", "°", "$", "€", "*", "/", "(", ")", "[", "]", '"', "'",
    "’", "“", "”", ".", ",", ";", ":", "!", "?", "…", "\n", "\n\n", "\t", " ", " ", " ", " ", " ",
    "é", "e\u0301", "ﬁ", "橋", "木", "元", "ガ", "ｶﾞ", "ไ", "ก", "٣", "१", "½", "²", "⁻", "①", "Ⅷ",
    "\u00ad", "\u200b", "\ufeff", "\u200d", "\u200c", "\ufe0f", "❤", "😀", "👍🏽", "🇳", "🇵", "\u202e",
    "\ud800", "\ufffd", "\U0001ccd6", "ς", "σ", "ß", "İ", "ı", "ـ", "ك", "َ", "µ", "μ", "_", "#",
    "@", "&", "&amp;", "&lt;", "|", "||", "~~", "^", "`", "\\", "•", "- ", "* ", "# ", "5ms", "id4",
    "can't", "l’", "non-", "C++", "O-", "ms", "km", "per", "not", "～", "－", "％", "５", "𝟝", "𝐱", "ª",
    "ʼ", "\x85", "\x00", "\x1f", "\u2028", "\u180e", "\u061c", "﹣", "‐", "′", "×", "±", "㎏", "℃",
]  # fmt: skip

texts = st.lists(st.sampled_from(PIECES), max_size=14).map("".join)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[str, str]:
    """Draw a source and a piece of it, perhaps with one piece changed."""
    source = draw(texts)
    first = draw(st.integers(0, len(source)))
    last = draw(st.integers(first, len(source)))
    quote = source[first:last]
    if quote and draw(st.booleans()):
        at = draw(st.integers(0, len(quote) - 1))
        quote = quote[:at] + draw(st.sampled_from([*PIECES, ""])) + quote[at + 1 :]
    return quote, source


@settings(max_examples=400, deadline=None)
@given(pairs())
@example(("10ª:\x1f﹣5", "10ª:\x1f﹣5"))
@example(("US'\u0301", "US'\u0301a"))
@example(("\x85°1,200🇳", "\x85°1,200🇳';Ⅷσ"))
@example(("per*㎏id4 ", 'μ="per*㎏id4 $b'))
@example(("10", '％5million5ms橋❤"10'))
def test_found_implies_that_the_reference_finds_it_or_a_named_rule_fired(pair: tuple[str, str]) -> None:
    quote, source = pair
    ours = RULES.check(quote, RULES.prepare(source))
    if ours.outcome is QuoteOutcome.FOUND and not ours.folded:
        theirs = REFERENCE.check(quote, REFERENCE.prepare(source), passage=False)
        assert theirs.outcome is QuoteOutcome.FOUND


@settings(max_examples=400, deadline=None)
@given(pairs())
def test_every_span_lies_in_its_text(pair: tuple[str, str]) -> None:
    quote, source = pair
    result = RULES.check(quote, RULES.prepare(source))
    spans = [(match, source) for match in result.matches]
    spans += [(warning.span, source) for warning in result.warnings if warning.span is not None]
    for edit in result.edits:
        spans += [(span, text) for span, text in ((edit.quote, quote), (edit.source, source)) if span is not None]
    if result.passage is not None:
        spans.append((result.passage.span, source))
        for part in result.passage.parts:
            spans += [(span, text) for span, text in ((part.quote, quote), (part.source, source)) if span is not None]
    for span, text in spans:
        assert 0 <= span.start <= span.end <= len(text)
    assert (result.outcome is QuoteOutcome.FOUND) == bool(result.matches and not result.edits)


WORDS = [
    "the",
    "origin",
    "serves",
    "request",
    "ferry",
    "harbour",
    "light",
    "keeper",
    "counted",
    "seeds",
    "red",
    "ink",
    "winter",
]
MEANINGS = {
    "digit": ["5", "6", "17", "1,200", "3.5", "3,5", "35", "0.5", "1/2", "10-20", "2026-11-05", "3:00", "v1.2"],
    "sign": ["-5", "+5", "±5", "~5", "≈5", "<5", ">5", "–5"],
    "unit": ["5%", "5‰", "5°", "5ms", "5km", "5€", "$5", "5²", "20℃", "20℉"],
    "operator": ["=", "!=", "<", ">", "<=", ">=", "→", "←", "∈", "∉", "+", "-", "×", "/", "&", "*"],
    "symbol": ["✓", "✗", "★", "☆", "👍", "👎", "🇳🇵", "🇮🇳", "§", "©"],
    "word": ["approve", "reject", "C", "C++", "C#", "O+", "O-", "US", "us", "!ready", "ready"],
    "negation": ["not", "never", "no", "indeed", "also"],
}


@st.composite
def changed_quotes(draw: st.DrawFn) -> tuple[str, str, str]:
    """Draw a source, a quote of it, and the same quote with one meaning-bearing item changed."""
    kind = draw(st.sampled_from(sorted(MEANINGS)))
    one, other = draw(st.lists(st.sampled_from(MEANINGS[kind]), min_size=2, max_size=2, unique=True))
    before = draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=4))
    after = draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=4))
    around = draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=3))
    joint = draw(st.sampled_from([" ", "  ", "\n", "\u00a0"]))
    quote, changed = (joint.join([*before, item, *after]) for item in (one, other))
    return " ".join([*around, quote, *around]), quote, changed


@settings(max_examples=300, deadline=None)
@given(changed_quotes())
def test_a_changed_item_is_never_found(drawn: tuple[str, str, str]) -> None:
    source, quote, changed = drawn
    prepared = RULES.prepare(source)
    assert RULES.check(quote, prepared).outcome is QuoteOutcome.FOUND
    assert RULES.check(changed, prepared).outcome is not QuoteOutcome.FOUND


@settings(max_examples=150, deadline=None)
@given(changed_quotes())
def test_an_item_left_out_is_never_found(drawn: tuple[str, str, str]) -> None:
    source, quote, _ = drawn
    items = quote.split()
    for index in range(1, len(items) - 1):
        shorter = " ".join(items[:index] + items[index + 1 :])
        # Leaving out one of two equal neighbours may leave a quote that stands there all the same.
        assume(shorter not in " ".join(source.split()))
        assert RULES.check(shorter, RULES.prepare(source)).outcome is not QuoteOutcome.FOUND


@settings(max_examples=150, deadline=None)
@given(st.lists(st.sampled_from(WORDS), min_size=3, max_size=8, unique=True), st.data())
def test_another_order_is_never_found(items: list[str], data: Any) -> None:
    other = data.draw(st.permutations(items))
    assume(other != items)
    source = RULES.prepare(" ".join(items))
    assert RULES.check(" ".join(items), source).outcome is QuoteOutcome.FOUND
    assert RULES.check(" ".join(other), source).outcome is not QuoteOutcome.FOUND


# Markup that opens far away and closes behind the match strikes it out, and a word far away is evidence for a hyphen
# at a line end: these two reach farther than the window, so far text holds neither.
FAR = st.lists(
    st.sampled_from(["word", "-", "5", "5%", "not", "“", '"', "\n", "\n\n", "古い", "- x\n", "# y\n"]), max_size=8
).map(lambda pieces: " ".join(pieces) + "\n\n" + "far away " * (WINDOW // 4) + "\n\n")


def _answer(quote: str, source: str) -> tuple[object, ...]:
    result = RULES.check(quote, RULES.prepare(source))
    return result.outcome, result.reason, result.folded, tuple(edit.kind for edit in result.edits), len(result.matches)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(pairs(), FAR, FAR)
def test_text_far_away_changes_no_verdict(pair: tuple[str, str], before: str, after: str) -> None:
    quote, source = pair
    padding = "far away " * (WINDOW // 4)
    near = f"{padding}\n\n{source}\n\n{padding}"
    assume(not re.search("~~|<|`|\ufeff", near))
    # The quote must not stand in what is put beside it.
    found = RULES.check(quote, RULES.prepare(f"{before}\n\n{after}"))
    assume(found.outcome in (QuoteOutcome.CLOSEST, QuoteOutcome.NOTHING_SIMILAR))
    first, second = _answer(quote, near), _answer(quote, f"{before}{near}\n\n{after}")
    similar = (QuoteOutcome.CLOSEST, QuoteOutcome.NOTHING_SIMILAR)
    assert first == second or (first[0] in similar and second[0] in similar)


@settings(max_examples=600, deadline=None)
@given(st.text(alphabet="abZ59([\"'.,;:?!)]-_", min_size=1, max_size=7))
def test_the_short_way_reads_as_the_long_way(chunk: str) -> None:
    words = Vocabulary()
    short = words._plain(chunk)
    if short is not None:
        assert short == _Reader(chunk, words).entry()
        assert isinstance(short, Token)


@settings(max_examples=300, deadline=None)
@given(texts)
def test_tokens_stand_in_order_and_hold_no_white_space(text: str) -> None:
    tokens = StrictText(text)
    end = 0
    for index in range(len(tokens)):
        assert end <= tokens.starts[index] < tokens.ends[index]
        end = tokens.ends[index]
        assert not re.search(r"\s", tokens.written(index))


@settings(max_examples=300, deadline=None)
@given(texts)
def test_what_is_between_tokens_is_on_the_list_of_droppable_typography(text: str) -> None:
    from citeview.quote.strict.typography import class_of

    tokens = StrictText(text)
    kept = {position for index in range(len(tokens)) for position in range(tokens.starts[index], tokens.ends[index])}
    for position, character in enumerate(text):
        # Marks of a list, heading or rule line, and a star behind a word, are decided by where they stand.
        if position not in kept and character not in "-*+#=_!":
            assert class_of(character) in " .,qa()|dhicJVbT", character
