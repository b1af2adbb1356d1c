"""Letters and digits replaced by others that are as wide, everywhere."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.checks.lab.masking import Mask, same_shape
from citeview.text.boundaries import BoundaryMap

SECRET = b"test secret"
TEXTS = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from("abzABZ019éÉñe\u0301ßſıİǅΩςσЖж日本각가ㄱ\u1100\u1161אבابكकि्षไำ😀👩\u200d🚒&;<> \r\n"),
    ),
    max_size=60,
)


@given(TEXTS, st.booleans())
def test_as_wide_in_every_unit_and_of_the_same_kind(text: str, by_word: bool) -> None:
    masked = Mask(SECRET, by_word=by_word).apply(text)
    assert len(masked) == len(text)
    for one, other in zip(text, masked, strict=True):
        assert len(one.encode("utf-8", "surrogatepass")) == len(other.encode("utf-8", "surrogatepass"))
        assert (one > "\uffff") == (other > "\uffff")
        assert unicodedata.category(one) == unicodedata.category(other)
        assert unicodedata.bidirectional(one) == unicodedata.bidirectional(other)
        if not one.isalnum():
            assert one == other
    assert len(unicodedata.normalize("NFC", masked)) == len(unicodedata.normalize("NFC", text))
    assert len(unicodedata.normalize("NFD", masked)) == len(unicodedata.normalize("NFD", text))
    if same_shape(text, masked):
        one_map, other_map = BoundaryMap(text), BoundaryMap(masked)
        for position in range(len(text) + 1):
            assert one_map.offsets(position) == other_map.offsets(position)


@given(TEXTS)
def test_equal_texts_are_masked_alike_and_others_are_not_confused(text: str) -> None:
    mask = Mask(SECRET)
    assert mask.apply(text) == mask.apply(text)
    assert mask.apply(f"{text} word {text}").count(mask.apply("word")) >= 1


@pytest.mark.parametrize("by_word", [True, False])
def test_every_ascii_letter_and_digit_is_replaced(by_word: bool) -> None:
    text = "The quick brown fox jumps over the lazy dog 123456789 TIMES"
    masked = Mask(SECRET, by_word=by_word).apply(text)
    for one, other in zip(text, masked, strict=True):
        assert (one == other) == (one == " ")
        assert one.isupper() == other.isupper()
        assert one.isdigit() == other.isdigit()


@pytest.mark.parametrize(
    ("one", "other"),
    [("READY", "ready"), ("Straße", "straße"), ("caf\u00e9", "CAF\u00c9"), ("Жук", "ЖУК")],
)
def test_case_is_all_that_differs_where_case_was(one: str, other: str) -> None:
    mask = Mask(SECRET)
    assert mask.apply(one).casefold() == mask.apply(other).casefold()


@pytest.mark.parametrize("word", ["café", "naïve", "Übergröße", "각하", "Việt"])
@pytest.mark.parametrize("by_word", [True, False])
def test_normal_forms_stay_equal(word: str, by_word: bool) -> None:
    mask = Mask(SECRET, by_word=by_word)
    composed = mask.apply(unicodedata.normalize("NFC", word))
    decomposed = mask.apply(unicodedata.normalize("NFD", word))
    if "\uac00" <= word[0] <= "\ud7a3":
        assert same_shape(unicodedata.normalize("NFD", word), decomposed)
    else:
        assert unicodedata.normalize("NFD", composed) == decomposed
        assert unicodedata.normalize("NFC", decomposed) == composed


def test_markup_stays_markup() -> None:
    masked = Mask(SECRET).apply('<p class="name">Fish &amp; chips &#233;</p> **bold** [link](http://site)')
    assert masked.startswith("<p ")
    assert "&amp;" in masked
    assert "&#233;" in masked
    assert "</p> **" in masked
    assert "chips" not in masked
    assert "name" not in masked


def test_a_zero_in_front_stays_a_zero_and_marks_stay() -> None:
    masked = Mask(SECRET).apply("007 x\u0301 ½ ² ℹ ﬁ")
    assert masked.startswith("00")
    assert masked[2] != "7"
    assert masked.endswith("½ ² ℹ ﬁ")
    assert "\u0301" in masked


def test_another_secret_gives_another_mask() -> None:
    text = "the origin serves only one request in ten"
    assert len({Mask(bytes([number])).apply(text) for number in range(8)}) == 8


def test_by_word_hides_how_often_a_letter_occurs() -> None:
    masked = Mask(SECRET).apply("aaaa aaab aaac aaad aaae")
    assert len(set(masked)) > 6
    assert len(set(Mask(SECRET, by_word=False).apply("aaaa"))) == 1


def test_shapes() -> None:
    assert same_shape("aé😀", "bè😁")
    assert not same_shape("a", "é")
    assert not same_shape("a", "ab")
    assert not same_shape("ae\u0301", "a\u0301e")
