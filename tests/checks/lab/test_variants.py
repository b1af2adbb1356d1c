"""The texts that an exporter may have counted in, and the way back from them."""

from __future__ import annotations

import html
import json
import unicodedata
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.checks.lab import variants as variants_module
from citeview.checks.lab.subjects import lab_text_of
from citeview.checks.lab.variants import (
    VARIANT_OF_NAME,
    VARIANTS,
    LabCancelledError,
    LabText,
    apply,
    lab_text,
)
from citeview.text.boundaries import BoundaryMap
from citeview.text.representation import Representation
from citeview.text.units import Span

MIXED = st.text(
    alphabet=st.one_of(
        st.sampled_from(
            "ab &<>\"'\r\n\t *_`~[]()#>-.1&;amp\ufeff\u00ad\u200b\u3010\u3011\ue200\ue201😀e\u0301é각각\u212b"
        ),
        st.characters(),
    ),
    max_size=60,
)


def made(name: str, text: str) -> str:
    return apply(VARIANT_OF_NAME[name], text)


TABLE = [
    ("lf", "a\r\nb\rc\nd", "a\nb\nc\nd"),
    ("crlf", "a\r\nb\nc", "a\r\nb\r\nc"),
    ("no-bom", "\ufeffa\ufeff", "a\ufeff"),
    ("trimmed-front", " \n a ", "a "),
    ("trimmed", " \n a ", "a"),
    ("entities", "a &amp; &lt;b&gt; &#233; &nope; &", "a & <b> é &nope; &"),
    ("html", "<h1>A</h1>\n<p class='x'>b &amp; c<!-- d --></p><script>e()</script>", "A\nb & c"),
    ("tags", "<b>a</b> &amp; 1 < 2", "a &amp; 1 < 2"),
    ("html-collapsed", "<p>\n a\n b </p>", "a b"),
    ("markdown-inline", "**a** _b_ `c` ~~d~~ snake_case_name 2 * 3 * 4", "a b c d snake_case_name 2 * 3 * 4"),
    ("markdown", "# A\n> - [b](http://c) ![d](e.png)\n1. f\n```py\ng\n```\n", "A\nb d\nf\ng\n"),
    ("markers", "a [1] b【4:0†source】 c [^2]\ue200cite\ue202turn0\ue201", "a  b c "),
    ("markers-space", "a ([n](https://n/)). b [2, 3].", "a. b."),
    ("collapsed", " a\r\n\u00a0b  c ", " a b c "),
    ("collapsed-trimmed", " a\r\n\u00a0b  c ", "a b c"),
    ("no-line-ends", "a\r\nb\nc", "abc"),
    ("hyphens", "bär-\ntige 1-\n2", "bärtige 1-\n2"),
    ("no-invisible", "a\u00adb\u200bc\u200dd", "abc\u200dd"),
    ("tabs-4", "\tint\tx\n\ty", "    int x\n    y"),
    ("tabs-8", "\tint\tx", "        int     x"),
]


@pytest.mark.parametrize(("name", "text", "expected"), TABLE, ids=[row[0] for row in TABLE])
def test_what_each_variant_makes(name: str, text: str, expected: str) -> None:
    assert made(name, text) == expected


@given(MIXED)
def test_against_the_library_that_exporters_use(text: str) -> None:
    for form in ("NFC", "NFD", "NFKC"):
        assert made(form.lower(), text) == unicodedata.normalize(form, text)
    assert made("json-ascii", text) == json.dumps(text)[1:-1]
    assert made("json", text) == json.dumps(text, ensure_ascii=False)[1:-1]
    assert made("escaped", text) == html.escape(text)
    assert made("collapsed-trimmed", text) == " ".join(text.split())
    assert made("trimmed", text) == text.strip()
    assert made("tabs-8", text.replace("\r", "")) == text.replace("\r", "").expandtabs(8)


@given(MIXED)
def test_every_variant_maps_what_it_leaves_and_what_it_replaces(text: str) -> None:
    for variant in lab_text_of(text).variants:
        if len(variant.maps) != 1:
            continue
        edits = list(next(filter(None, (list(rewrite(text)) for rewrite in variant.variant.rewrites))))
        replaced = {position for edit in edits for position in range(edit.start, edit.end)}
        for position in set(range(len(text))) - replaced:
            there = variant.from_stored(Span(position, position + 1))
            assert there is not None
            assert variant.text[there.start : there.end] == text[position]
            assert variant.to_stored(there) == (position, position + 1)
        for edit in edits:
            if edit.replacement and edit.end > edit.start:
                there = variant.from_stored(Span(edit.start, edit.end))
                assert there is not None
                assert variant.text[there.start : there.end] == edit.replacement
                assert variant.to_stored(there) == (edit.start, edit.end)


@given(MIXED)
def test_variants_of_two_steps_map_back_what_they_leave(text: str) -> None:
    for variant in lab_text_of(text).variants:
        for start in range(len(text)):
            there = variant.from_stored(Span(start, start + 1))
            if there is not None and there.end > there.start:
                back = variant.to_stored(there)
                assert back is None or (back.start <= start + 1 and start <= back.end)


@given(MIXED)
def test_variants_differ_from_the_stored_text_and_from_each_other(text: str) -> None:
    lab = lab_text_of(text)
    texts = [variant.text for variant in lab.variants]
    assert texts[0] == text
    assert len(set(texts)) == len(texts)
    by_name = {variant.variant.name: variant.text for variant in lab.variants}
    for variant, same_as in zip(VARIANTS, lab.same_as, strict=True):
        if variant.quotes:
            assert by_name[same_as] == apply(variant, text)


@pytest.mark.parametrize(
    "hostile",
    ["<!--" * 20_000, "<script " * 20_000, "<a" * 40_000, "[" * 50_000, "[a](" * 20_000, "*a" * 40_000, "> " * 40_000,
     "&amp" * 20_000, "【" * 50_000, "([a](b" * 15_000, " \t" * 50_000, "`" * 50_000],
    ids=lambda text: text[:8],
)  # fmt: skip
def test_hostile_texts_take_linear_time(hostile: str) -> None:
    # Quadratic patterns would take minutes here and run into the time limit of the test run.
    assert lab_text_of(hostile).variants[0].text == hostile


def test_a_text_is_rewritten_once() -> None:
    text = Representation("a\r\nb", "text")
    assert lab_text(text) is lab_text(text)
    assert lab_text(text).variants is lab_text(text).variants


def test_variants_of_too_many_edits_are_left_out_and_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants_module, "EDIT_LIMIT", 3)
    lab = LabText("\n" * 5, BoundaryMap("\n" * 5))
    assert lab.variant("crlf") is None
    assert "crlf" in lab.skipped


def test_of_a_huge_text_only_the_likely_variants_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(variants_module, "LARGE_TEXT", 3)
    lab = lab_text_of("a\r\n b")
    assert lab.variant("lf") is not None
    assert "json" in lab.skipped


def test_it_stops_between_variants_and_goes_on_from_there() -> None:
    lab = lab_text_of("a\r\nb  c &amp; **d** é")
    asked = iter([False] * 5 + [True])
    with pytest.raises(LabCancelledError):
        lab.prepare(lambda: next(asked))
    lab.prepare()
    assert [variant.text for variant in lab.variants] == [variant.text for variant in lab_text_of(lab.text).variants]
    lab.prepare(lambda: True)


def test_workers_may_ask_about_one_text_at_once() -> None:
    text = "a\r\nb  c &amp; **d** é <b>x</b> " * 200
    expected = [variant.text for variant in lab_text_of(text).variants]
    lab = lab_text_of(text)
    with ThreadPoolExecutor(8) as workers:
        list(workers.map(lambda _: lab.prepare(), range(16)))
        found = list(workers.map(lambda _: [variant.text for variant in lab.variants], range(16)))
    assert all(texts == expected for texts in found)
