"""The HTML report: escaped, alone, tagged, the same every time, readable in both schemes."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeview.checks.verdict import Headline
from citeview.reports.html_report import CASE_LOOKS, safe_address
from citeview.reports.palette import DARK, GROUNDS, LIGHT, TEXTS, Palette
from citeview.text.characters import BIDI_CONTROLS

VOID = {"meta", "link", "br", "img", "input", "hr", "rect"}


class Page(HTMLParser):
    """The tags of a page, its text, and whether every tag is closed in order."""

    def __init__(self, page: bytes) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self._open: list[str] = []
        self.feed(page.decode("utf-8"))
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] != "style":
            self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]

    @property
    def words(self) -> str:
        return " ".join(" ".join(self.text).split())


ALLOWED = {
    "html",
    "head",
    "meta",
    "title",
    "style",
    "body",
    "a",
    "header",
    "h1",
    "h2",
    "h3",
    "h4",
    "bdi",
    "p",
    "nav",
    "ol",
    "ul",
    "li",
    "main",
    "section",
    "span",
    "figure",
    "svg",
    "desc",
    "g",
    "text",
    "rect",
    "figcaption",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
    "div",
    "dl",
    "dt",
    "dd",
    "code",
    "article",
    "blockquote",
    "ins",
    "del",
    "mark",
    "br",
    "footer",
}
ALLOWED_ATTRIBUTES = {
    "lang",
    "charset",
    "http-equiv",
    "content",
    "name",
    "class",
    "id",
    "href",
    "rel",
    "aria-hidden",
    "aria-label",
    "aria-labelledby",
    "scope",
    "colspan",
    "role",
    "tabindex",
    "dir",
    "viewbox",
    "xmlns",
    "x",
    "y",
    "width",
    "height",
    "text-anchor",
}


def test_hostile_texts_stay_text(report: Any, hostile: Path, said: Any, decisions: Any) -> None:
    page = Page(report(hostile, ".html", decisions=decisions({0: said()}, {1: [said(who="<u>Ben</u>")]})))
    assert {tag for tag, _ in page.tags} <= ALLOWED
    assert {key for _, attributes in page.tags for key in attributes} <= ALLOWED_ATTRIBUTES
    for text in ("<script>alert(1)</script>", "</script><b onclick=alert(1)>", "seen <b>twice</b>", "<u>Ben</u>"):
        assert text in page.words
    assert "{{ 7 * 7 }}" in page.words
    assert '"><svg onload=alert(1)>' in page.words


def test_nothing_can_reorder_or_hide(report: Any, hostile: Path) -> None:
    text = report(hostile, ".html").decode("utf-8")
    assert not set(text) & (BIDI_CONTROLS | {"\x00", "\x07"})
    assert "⟨U+202E⟩evil" in text
    assert "⟨U+D83D⟩" in text


def test_the_page_needs_nothing_and_runs_nothing(report: Any, hostile: Path, sample: Path) -> None:
    for path in (hostile, sample):
        data = report(path, ".html")
        page = Page(data)
        assert b"default-src 'none'" in data
        assert not re.search(rb"@import|url\(|src=|<script|<link|<iframe", data)
        hrefs = [one["href"] for one in page.all("a")]
        assert all(href is not None and href.startswith(("#", "http://", "https://")) for href in hrefs)
        targets = {attributes["id"] for _, attributes in page.tags if "id" in attributes}
        assert {href[1:] for href in hrefs if href is not None and href.startswith("#")} <= targets
        ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
        assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    ("url", "safe"),
    [
        ("https://example.com/a?b=c#d", True),
        ("http://example.com", True),
        ("https://例え.jp/", True),
        ("javascript:alert(1)", False),
        ("JAVASCRIPT:alert(1)", False),
        ("data:text/html,x", False),
        ("file:///etc/passwd", False),
        (" https://example.com", False),
        ("https://exa\nmple.com", False),
        ("https://bank.example@evil.example/", False),
        ("https:///path", False),
        ("//example.com", False),
        ("https://[", False),
        ("https://a.example/\ud83d", False),
        ("", False),
        (None, False),
    ],
)
def test_only_a_plain_web_address_is_a_link(url: str | None, safe: bool) -> None:
    assert safe_address(url) == (url if safe else "")


def test_the_same_input_gives_the_same_bytes(report: Any, sample: Path, said: Any, decisions: Any) -> None:
    given_ = {"date": "5 November 2026", "decisions": decisions({0: said(), 3: said(judgement="partly")})}
    assert report(sample, ".html", **given_) == report(sample, ".html", **given_)


def test_there_is_no_date_but_the_one_given(report: Any, build: Any) -> None:
    path = build.case("The fox.", "fox", None)
    assert b"5 November 2026" in report(path, ".html", date="5 November 2026")
    without = report(path, ".html")
    assert not re.search(rb"20\d\d-\d\d-\d\d", without.replace(b"2026-11-05T14:02:11Z", b""))


def test_tables_headings_and_the_chart_are_tagged(report: Any, sample: Path, said: Any, decisions: Any) -> None:
    data = report(sample, ".html", decisions=decisions({0: said()}))
    page = Page(data)
    assert page.all("html")[0]["lang"] == "en"
    tables = data.decode().split("<table")[1:]
    assert all("<caption>" in table and 'scope="row"' in table for table in tables)
    assert all(one.get("scope") in ("row", "col") for one in page.all("th"))
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch(r"h\d", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    assert (page.tags[[tag for tag, _ in page.tags].index("a")][1]) == {"class": "skip", "href": "#main"}
    svg = page.all("svg")[0]
    assert svg["role"] == "img"
    assert svg["aria-labelledby"] == "chart-title chart-text"
    assert "Quote found: 12 of " in page.words


def test_every_verdict_of_the_sample_is_told_in_words_and_marks(report: Any, sample: Path) -> None:
    page = Page(report(sample, ".html"))
    for words in (
        "✓ Quote found",
        "↔ Range does not select the quote",
        "✂ Range is invalid: cuts a character",
        "≈ Closest passage in the source:",
        "✗ The cited source does not contain this quote.",
        "? Could not check the source.",
        "? Could not check this quote:",
        "▭ Range selects this text; there is no quote to compare",
        "∅ No range supplied",
    ):
        assert words in page.words
    assert "7 of 8 words match." in page.words


def test_differing_tokens_are_marked_without_colour(report: Any, build: Any) -> None:
    path = build.case("So the origin serves only 1 request in 10.", "the origin serves only 2 request in 10", None)
    data = report(path, ".html").decode()
    assert re.search(r'<mark class="replaced"><span class="hidden"> \[differs: </span>2<', data)
    assert re.search(r'<mark class="replaced"><span class="hidden"> \[differs: </span>1<', data)
    style = data.partition("</style>")[0]
    for rule in (
        "del { text-decoration: line-through",
        "ins { text-decoration: underline",
        "border-bottom: 3px double",
    ):
        assert rule in style


def test_the_evidence_table_holds_every_field(report: Any, sample: Path) -> None:
    page = Page(report(sample, ".html"))
    for label in (
        "Observation",
        "Place",
        "Answer",
        "Source",
        "Digest of the text",
        "Version",
        "Encoding of the source",
        "Unit in the source",
        "Start and end in the source",
        "Resolved in the source",
        "Selected text in the source",
        "Quote as declared",
        "Address",
        "Transformations",
        "Validation",
        "Checks",
        "Rules",
    ):
        assert label in page.words
    assert "code points [135, 173), UTF-8 bytes [135, 173)" in page.words


def test_decisions_are_kept_apart_and_may_be_left_out(
    report: Any, build: Any, said: Any, decisions: Any, chosen: Any
) -> None:
    path = build.case("The fox.", "fox", None)
    without = Page(report(path, ".html"))
    assert "Decisions are no part of this report." in without.words
    assert "Not reviewed" not in without.words
    one = said(judgement="does not support", label="Does not support", headline="closest", note="no")
    page = Page(
        report(path, ".html", decisions=decisions({0: one}, {0: [said(export_name="old.json")]}, unit=chosen()))
    )
    for words in (
        "Does not support, by Ada",
        "1 of them were made on another verdict",
        "Closest passage (now: Quote found)",
        "Made on an earlier version (old.json): Supports, by Ada",
        "UTF-16 units reproduce 37 of 37 quoted segments",
    ):
        assert words in page.words
    assert "1 of 1 citation is found." in page.words


def test_an_export_without_citations_is_no_pass(report: Any, build: Any) -> None:
    page = Page(report(build.bundle([]), ".html"))
    assert "The export holds no citations." in page.words
    assert "There are none." in page.words
    assert page.all("svg") == []


def test_every_case_status_has_a_mark_and_only_a_pass_has_a_tick() -> None:
    assert [status for status, (_, mark) in CASE_LOOKS.items() if mark == "✓"] == ["contained, passes"]
    assert {role for role, _ in CASE_LOOKS.values()} == {"good", "bad", "neutral"}


@pytest.mark.parametrize("palette", [LIGHT, DARK])
@pytest.mark.parametrize(("text", "ground"), list(product(TEXTS, GROUNDS)))
def test_contrast_is_at_least_4_5(contrast: Any, palette: Palette, text: str, ground: str) -> None:
    assert contrast(getattr(palette, text), getattr(palette, ground)) >= 4.5


@given(quote=st.text(st.characters(exclude_categories=()), max_size=40), title=st.text(max_size=20))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_makes_a_whole_page_of_the_same_shape(report: Any, build: Any, quote: str, title: str) -> None:
    source = build.snapshot("The quick brown fox.")
    record = build.record(source=source, selector={"quote": {"exact": quote}}, title=title)
    data = report(build.bundle([record], snapshots=[source]), ".html")
    page = Page(data)
    assert {tag for tag, _ in page.tags} <= ALLOWED
    assert {key for _, attributes in page.tags for key in attributes} <= ALLOWED_ATTRIBUTES
    assert not set(data.decode()) & BIDI_CONTROLS


def test_headlines_of_another_version_are_shown_as_they_stand(
    report: Any, build: Any, said: Any, decisions: Any
) -> None:
    path = build.case("The fox.", "fox", None)
    page = Page(report(path, ".html", decisions=decisions({0: said(headline="some-new-one")})))
    assert "some-new-one" in page.words
    assert "some-new-one" not in {headline.value for headline in Headline}
