"""Plain text and Markdown: every character as it stands, and styles that move none."""

from hypothesis import given
from hypothesis import strategies as st

from citeview.snapshots.extract import markdown, plain
from citeview.snapshots.extract.extraction import Given, StyleKind
from citeview.snapshots.extract.markdown import markdown_styles
from citeview.text.units import Span

SOURCE = """# Title *x*

Hello **bold _it_** and [link](http://x.y/(a) "t") `code` <http://a.b> ![i](j) [r][1] \\*no\\*

- one
  - two **b**
- three

> q

| a | b |
|---|---|
| 1 | **1** |

```py
x = **no**
```

[1]: http://ref
"""


def shown(text, kind):
    return [text[style.span.start : style.span.end] for style in markdown_styles(text) if style.kind is kind]


def test_styles_lie_over_the_characters():
    for text in (SOURCE, SOURCE.replace("\n", "\r\n"), SOURCE.replace("\n", "\r")):
        assert shown(text, StyleKind.HEADING) == ["# Title *x*"]
        assert shown(text, StyleKind.BOLD) == ["bold _it_", "b", "1"]
        assert shown(text, StyleKind.ITALIC) == ["x", "it"]
        assert shown(text, StyleKind.CODE) == ["code"]
        assert shown(text, StyleKind.LINK) == ["link", "http://a.b", "r"]
        assert shown(text, StyleKind.HEADER_CELL) == ["a", "b"]
        assert shown(text, StyleKind.TABLE_CELL) == ["1", "**1**"]
        assert shown(text, StyleKind.QUOTE) == ["> q"]
        assert len(shown(text, StyleKind.PREFORMATTED)) == 1
        assert [style.level for style in markdown_styles(text) if style.kind is StyleKind.LIST_ITEM] == [1, 2, 1]
        targets = [style.target for style in markdown_styles(text) if style.kind is StyleKind.LINK]
        assert targets == ["http://x.y/(a)", "http://a.b", "http://ref"]


@given(
    st.lists(
        st.sampled_from([*"*_`[]()<>#-> \n|ab1.!\\&", "**", "```\n", "\r\n", "](x)", "| a |\n|---|\n", "é😀", "\0"]),
        max_size=50,
    )
)
def test_no_source_breaks_the_styles(pieces):
    text = "".join(pieces)
    for style in markdown_styles(text):
        assert 0 <= style.span.start <= style.span.end <= len(text)


def test_hostile_markdown_ends():
    for text in (
        "[" * 20_000,
        "*" * 20_000,
        "> " * 5_000,
        "- " * 5_000,
        "`" * 9_999 + "a",
        "![" * 5_000,
        "a" * 3_000_000,
    ):
        assert isinstance(markdown_styles(text), tuple)


def test_the_text_is_the_source():
    raw = b"\xef\xbb\xbf# A\r\n\r\nb\rc\x0c\xc2\x85d\n"
    for extractor in (plain.EXTRACTOR, markdown.EXTRACTOR):
        made = extractor.extract(raw, Given())
        assert made.text == "# A\r\n\r\nb\rc\x0c\x85d\n"
        assert made.source.to_source(Span(2, 5)) == Span(2, 5)
        assert made.transformations[:2] == ("Decoded as utf-8 (BOM).", "Left out the byte order mark, 3 bytes.")
    assert made.extractor == "markdown-text@1"


def test_what_is_text_is_recognised():
    for raw in (b"", b"abc\r\n\t\x1b$B", "é".encode("cp1252"), "\ufeffa".encode("utf-16")):
        assert plain.EXTRACTOR.recognises(raw)
    for raw in (b"a\0b", b"PK\x03\x04", b"\x7fELF\x02"):
        assert not plain.EXTRACTOR.recognises(raw)
