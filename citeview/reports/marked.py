"""Two texts side by side with the tokens that differ marked in each.

Knows alignments and edits. Must not know how a mark looks: each output has a shape and words for it, never a colour
alone.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import SequenceMatcher

from citeview.checks.verdict import Headline, SelectionOutcome, Verdict
from citeview.quote.results import QuoteResult, Step
from citeview.records.selectors import Selector
from citeview.reports.shown import MOST_CHARACTERS, shown
from citeview.text.units import Span


class Mark(enum.StrEnum):
    """Say what a piece of one text is, seen from the other."""

    SAME = "same"
    REPLACED = "replaced"
    QUOTE_ONLY = "quote-only"
    SOURCE_ONLY = "source-only"
    MOVED = "moved"


MARK_WORDS = {
    Mark.REPLACED: "differs",
    Mark.QUOTE_ONLY: "only in the quote",
    Mark.SOURCE_ONLY: "only in the source",
    Mark.MOVED: "stands elsewhere",
}


@dataclass(frozen=True, slots=True)
class Piece:
    """Hold a piece of a text, made visible, and its mark."""

    mark: Mark
    text: str

    @property
    def words(self) -> str:
        """Return the mark in words; empty where both texts agree."""
        return MARK_WORDS.get(self.mark, "")


@dataclass(frozen=True, slots=True)
class MarkedText:
    """Hold one text in pieces, with what it is."""

    label: str
    pieces: tuple[Piece, ...]

    @property
    def plain(self) -> str:
        """Return the text without its marks."""
        return "".join(piece.text for piece in self.pieces)


_STEPS = {
    Step.SAME: Mark.SAME,
    Step.REPLACED: Mark.REPLACED,
    Step.INSERTED: Mark.SOURCE_ONLY,
    Step.DELETED: Mark.QUOTE_ONLY,
    Step.MOVED: Mark.MOVED,
}
_MOST_TOKENS = 1_500
"""Comparing costs the product of both lengths; longer texts are shown without marks."""
_TOKEN = re.compile(r"\w+|\s+|.", re.DOTALL)


def marked_texts(
    verdict: Verdict, selector: Selector | None, claim: Selector | None, source: str | None
) -> tuple[MarkedText, ...]:
    """Return the texts that explain a verdict which is no pass: what was declared, and what stands there.

    Args:
        verdict: the verdict.
        selector: the citation's selector in the source.
        claim: the citation's selector in the answer.
        source: the source's text, or None.
    """
    exact = selector.quote.exact if selector is not None and selector.quote is not None else None
    result = verdict.quote
    if exact is None:
        return _of_answer(verdict, claim)
    if verdict.headline is Headline.RANGE_DISAGREES and verdict.selection.text is not None:
        return compared("The quote", exact, "What the range selects", verdict.selection.text)
    if result is None or source is None:
        return (MarkedText("The quote", _plain(exact)),)
    if verdict.headline is Headline.FOUND_WITH_EDITS and result.matches:
        span = result.matches[0]
        theirs = _pieces(source, ((edit.source, Mark.SOURCE_ONLY) for edit in result.edits), span)
        ours = _pieces(exact, ((edit.quote, Mark.QUOTE_ONLY) for edit in result.edits))
        return MarkedText("The quote", ours), MarkedText("The source", theirs)
    if result.passage is not None and verdict.headline in (Headline.CLOSEST, Headline.FOUND_WITH_EDITS):
        return _of_passage(exact, source, result)
    return (MarkedText("The quote", _plain(exact)),)


def compared(label: str, text: str, other_label: str, other: str) -> tuple[MarkedText, MarkedText]:
    """Compare two texts token by token; the first is the quote's side."""
    tokens, others = _TOKEN.findall(text), _TOKEN.findall(other)
    if len(tokens) > _MOST_TOKENS or len(others) > _MOST_TOKENS:
        return MarkedText(label, _plain(text)), MarkedText(other_label, _plain(other))
    ours: list[Piece] = []
    theirs: list[Piece] = []
    for kind, a, b, c, d in SequenceMatcher(None, tokens, others, autojunk=False).get_opcodes():
        mine, its = "".join(tokens[a:b]), "".join(others[c:d])
        if kind == "equal":
            ours.append(Piece(Mark.SAME, shown(mine)))
            theirs.append(Piece(Mark.SAME, shown(its)))
            continue
        both = bool(mine and its)
        if mine:
            ours.append(Piece(Mark.REPLACED if both else Mark.QUOTE_ONLY, shown(mine)))
        if its:
            theirs.append(Piece(Mark.REPLACED if both else Mark.SOURCE_ONLY, shown(its)))
    return MarkedText(label, tuple(ours)), MarkedText(other_label, tuple(theirs))


def _of_passage(exact: str, source: str, result: QuoteResult) -> tuple[MarkedText, MarkedText]:
    passage = result.passage
    if passage is None:
        raise ValueError("there is no passage")
    ours = _pieces(exact, ((part.quote, _STEPS[part.step]) for part in passage.parts))
    theirs = _pieces(source, ((part.source, _STEPS[part.step]) for part in passage.parts), passage.span)
    return MarkedText("The quote", ours), MarkedText("Closest passage in the source", theirs)


def _of_answer(verdict: Verdict, claim: Selector | None) -> tuple[MarkedText, ...]:
    selection = verdict.answer_selection
    quote = claim.quote if claim is not None else None
    if quote is None or selection.text is None or selection.outcome is not SelectionOutcome.DIFFERS:
        return ()
    return compared("The words of the answer as declared", quote.exact, "What the range selects", selection.text)


def _plain(text: str) -> tuple[Piece, ...]:
    return (Piece(Mark.SAME, shown(text)),)


def _pieces(text: str, marks: Iterable[tuple[Span | None, Mark]], span: Span | None = None) -> tuple[Piece, ...]:
    """Cut `span` of `text` (code points) at the marks; what lies between two marks is the same in both texts."""
    first, last = span if span is not None else Span(0, len(text))
    cut = min(last, first + MOST_CHARACTERS)
    pieces: list[Piece] = []
    at = first
    for found, mark in sorted(((one, mark) for one, mark in marks if one is not None), key=lambda item: item[0]):
        start, end = max(found.start, at), min(found.end, cut)
        if start >= end or mark is Mark.SAME:
            continue
        if start > at:
            pieces.append(Piece(Mark.SAME, shown(text[at:start])))
        pieces.append(Piece(mark, shown(text[start:end])))
        at = end
    if at < cut:
        pieces.append(Piece(Mark.SAME, shown(text[at:cut])))
    if cut < last:
        pieces.append(Piece(Mark.SAME, f" … ({last - cut:,} more characters)"))
    return tuple(pieces)
