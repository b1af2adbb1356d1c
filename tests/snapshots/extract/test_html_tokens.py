"""The tokens of HTML against the tests of html5lib, and their places against the source."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citeview.snapshots.extract.html_tokens import Tokenizer, TokenKind, unescape


def tokens_of(source):
    """Return tokens as html5lib writes them; of comments and document types only that they are there."""
    found = []
    for token in Tokenizer(source):
        if token.kind in (TokenKind.TEXT, TokenKind.REFERENCE):
            data = token.data if token.kind is TokenKind.REFERENCE else source[token.start : token.end]
            if found and found[-1][0] == "Character":
                found[-1][1] += data
            else:
                found.append(["Character", data])
        elif token.kind is TokenKind.START:
            found.append(["StartTag", token.name, dict(token.attributes), *([True] if token.self_closing else [])])
        elif token.kind is TokenKind.END:
            found.append(["EndTag", token.name])
        elif source[token.start : token.end] != "</>":  # which is passed over
            found.append(["Comment" if token.kind is TokenKind.COMMENT else "DOCTYPE"])
    return found


def test_the_tokens_are_those_of_html5lib(data):
    cases = json.loads((data / "snapshots" / "html5lib-tokenizer.json").read_text("utf-8"))["tests"]
    assert len(cases) > 1000
    wrong = []
    for case in cases:
        expected = [token[:1] if token[0] in ("Comment", "DOCTYPE") else token for token in case["output"]]
        if (made := tokens_of(case["input"])) != expected:
            wrong.append((case["input"], expected, made))
    assert wrong == []


PIECES = st.sampled_from(
    [
        "<",
        ">",
        "/",
        "!",
        "--",
        "a",
        " ",
        "=",
        '"',
        "'",
        "&",
        "amp",
        ";",
        "script",
        "title",
        "x",
        "#",
        "65",
        "é",
        "<p",
        "</",
    ]
)


@given(st.lists(PIECES, max_size=40).map("".join))
def test_tokens_stand_one_after_the_other(source):
    at = 0
    for token in Tokenizer(source):
        assert token.start == at
        assert token.end > token.start
        at = token.end
    # Only a tag that never ends is dropped.
    assert at == len(source) or "<" in source[at:]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("<script>a</script>b", "ab"),
        ("<script><!--<script></script>--></script>b", "<!--<script></script>-->b"),
        ("<script><!--></script>b", "<!-->b"),
        ("<script><!-- </script>b", "<!-- b"),
        ("<SCRIPT>a</scripts></Script\n>b", "a</scripts>b"),
        ("<title>&amp;<b></title>c", "&<b>c"),
        ("<style>&amp;<b></style>c", "&amp;<b>c"),
        ("<plaintext></plaintext>", "</plaintext>"),
    ],
)
def test_content_that_holds_no_tags(source, text):
    assert "".join(token[1] for token in tokens_of(source) if token[0] == "Character") == text


def test_references_in_attributes():
    assert unescape("?a=1&copy=2&amp;b&lt") == "?a=1&copy=2&b<"
    assert unescape("&#x41;&#0;&#x110000;&#128;&#" + "9" * 1000) == "A\ufffd\ufffd€\ufffd"


@pytest.mark.parametrize(
    "source",
    [
        "<" * 200_000,
        "<!--" * 50_000,
        "<a " * 50_000,
        "&" * 200_000,
        "<a b='" * 30_000,
        "</" * 100_000,
        "<![CDATA[" * 20_000,
    ],
)
def test_hostile_sources_are_read_to_the_end(source):
    # Each was chosen because some reader takes time with its square; the time-out of the suite would tell.
    assert sum(1 for _ in Tokenizer(source)) <= len(source)
