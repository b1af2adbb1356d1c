"""What software removes from a text before it counts in it: tags, entities, Markdown markers, citation markers.

Each function yields edits. The patterns are simple on purpose: they are what tools in the field strip with, not parsers
of HTML or Markdown. Every one of them is linear in the text, whatever the text is.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from citeview.checks.lab.edits import Edit

_ENTITY = re.compile("&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")
_TAG_START = re.compile("<!--|<(?i:(script|style))(?=[\\s>/])|<[/!?]?[A-Za-z][^<>]*>")
_LINK = re.compile(
    "!?\\[(?P<words>[^\\[\\]\n]{0,1000})\\]"
    '\\([^()\\s]{0,2000}(?:\\([^()\\s]{0,200}\\)[^()\\s]{0,2000})?(?:[ \t]{1,8}"[^"\n]{0,500}")?\\)'
)
_FENCE = re.compile("^ {0,3}(?:```|~~~)[^\n]*(?:\n|$)", re.MULTILINE)
_LINE_MARKER = re.compile(
    "^(?: {0,3}>[ \t]?)*(?:[ \t]{0,8}(?:[-*+]|[0-9]{1,9}[.)])[ \t]{1,4})?(?: {0,3}#{1,6}[ \t]{1,4})?", re.MULTILINE
)
_DELIMITERS = re.compile("\\*{1,3}|_{1,3}|~~|`{1,3}")
_CITATION_MARKER = re.compile(
    "\\(\\[[^\\[\\]\n]{1,300}\\]\\([^()\\s]{1,2000}\\)\\)"  # ([title](url)), as web search answers carry
    "|\u3010[^\u3010\u3011\n]{1,200}\u3011"  # 【4:0†source】
    "|\ue200[^\ue200\ue201]{1,300}\ue201"  # private-use brackets of a chat product
    "|\\[\\^?(?:doc)?[0-9]{1,3}(?:[ ,;-]{1,3}[0-9]{1,3}){0,20}\\](?!\\()"  # [1], [2, 3], [^1], [doc1]
)
_WHOLE_MARKER = re.compile(f"\\s*(?:(?:{_CITATION_MARKER.pattern}|{_LINK.pattern})\\s*)+")


def entities_decoded(text: str) -> Iterator[Edit]:
    """Decode HTML entities that end in a semicolon."""
    for found in _ENTITY.finditer(text):
        decoded = html.unescape(found.group())
        if decoded != found.group():
            yield Edit(found.start(), found.end(), decoded)


def tags_removed(text: str) -> Iterator[Edit]:
    """Remove tags, comments, and the contents of script and style; entities stay."""
    position = 0
    while (found := _TAG_START.search(text, position)) is not None:
        end = _end_of_tag(text, found)
        yield Edit(found.start(), end, "")
        position = end


def markup_removed(text: str) -> Iterator[Edit]:
    """Remove tags and decode entities: the text that a simple extractor makes of HTML."""
    return _merged(tags_removed(text), entities_decoded(text))


def inline_markdown_removed(text: str) -> Iterator[Edit]:
    """Remove the markers of emphasis, strong emphasis, strikethrough and code."""
    return iter(_emphasis(text))


def markdown_removed(text: str) -> Iterator[Edit]:
    """Remove every Markdown marker: emphasis, links and images (words stay), headings, quotes, lists, code fences."""
    links: list[Edit] = []
    for found in _LINK.finditer(text):
        links.append(Edit(found.start(), found.start("words"), ""))
        links.append(Edit(found.end("words"), found.end(), ""))
    fences = [Edit(found.start(), found.end(), "") for found in _FENCE.finditer(text)]
    lines = [Edit(found.start(), found.end(), "") for found in _LINE_MARKER.finditer(text) if found.group()]
    return _merged(fences, lines, links, _emphasis(text))


def citation_markers_removed(text: str) -> Iterator[Edit]:
    """Remove citation markers such as `[1]`, `【4:0†source】` and `([title](url))`."""
    return (Edit(found.start(), found.end(), "") for found in _CITATION_MARKER.finditer(text))


def citation_markers_and_space_removed(text: str) -> Iterator[Edit]:
    """Remove citation markers, each with one space before it."""
    done = 0
    for found in _CITATION_MARKER.finditer(text):
        start = found.start()
        if start > done and text[start - 1] == " ":
            start -= 1
        yield Edit(start, found.end(), "")
        done = found.end()


def is_citation_marker(text: str) -> bool:
    """Say whether `text` is citation markers or links and nothing else but white space."""
    return len(text) <= 20_000 and _WHOLE_MARKER.fullmatch(text) is not None


def entity_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each HTML entity stands, in code points."""
    return ((edit.start, edit.end) for edit in entities_decoded(text))


def tag_name_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the name of each tag stands, in code points."""
    return (found.span(1) for found in re.finditer("<[/!?]?([A-Za-z][A-Za-z0-9-]*)", text))


def _end_of_tag(text: str, found: re.Match[str]) -> int:
    if found.group() == "<!--":
        close = text.find("-->", found.end())
        return len(text) if close < 0 else close + 3
    if found.group(1) is None:
        return found.end()
    end = re.compile(f"</{found.group(1)}[^<>]*>", re.IGNORECASE).search(text, found.end())
    return len(text) if end is None else end.end()


@lru_cache(maxsize=4)  # two variants ask for the same text in a row
def _emphasis(text: str) -> tuple[Edit, ...]:
    """Pair runs of delimiters of one kind and length within a line, innermost first."""
    edits: list[Edit] = []
    open_runs: dict[str, int] = {}
    line_end = -1
    for found in _DELIMITERS.finditer(text):
        if found.start() > line_end:
            open_runs.clear()
            line_end = text.find("\n", found.start())
            if line_end < 0:
                line_end = len(text)
        run = found.group()
        before = text[found.start() - 1] if found.start() else " "
        after = text[found.end()] if found.end() < len(text) else " "
        word_inside = run[0] == "_" and before.isalnum() and after.isalnum()
        if word_inside:
            continue
        opened = open_runs.get(run)
        if opened is not None and not before.isspace():
            edits.append(Edit(opened, opened + len(run), ""))
            edits.append(Edit(found.start(), found.end(), ""))
            del open_runs[run]
        elif not after.isspace():
            open_runs[run] = found.start()
    return tuple(sorted(edits))


def _merged(*lists: Iterable[Edit]) -> Iterator[Edit]:
    """Yield the edits of several lists in order; of two that overlap, the one that starts first."""
    done = 0
    numbered = [(edit.start, order, edit) for order, edits in enumerate(lists) for edit in edits]
    for _, _, edit in sorted(numbered):
        if edit.start >= done:
            yield edit
            done = edit.end
