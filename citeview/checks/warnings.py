"""What a reviewer should know beside the verdict. A warning never changes a headline."""

from __future__ import annotations

import re
from dataclasses import dataclass

from citeview.checks.verdict import (
    IntegrityOutcome,
    IntegrityResult,
    RangeResult,
    SelectionOutcome,
    SelectionResult,
)
from citeview.quote.results import QuoteOutcome, QuoteResult, Warning_
from citeview.records.citation import Citation
from citeview.records.selectors import ABSENT
from citeview.text.representation import Representation
from citeview.text.units import Span

_BIDI_CONTROLS = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_ZERO_WIDTH = re.compile("[\u200b-\u200d\u2060\ufeff\u00ad]")
_SURROGATE = re.compile("[\ud800-\udfff]")

HELP: dict[str, str] = {
    "digest-not-recorded": "Nothing proves that the stored text is what was fetched.",
    "repeated": "The quote stands in the source more than once; only a declared range says which place is meant.",
    "context-differs": "The record's prefix or suffix stands at no place where the quote stands.",
    "cuts-grapheme": "A boundary of the range lies inside what a reader sees as one character.",
    "folded": "The range selects the quote only after differences in typography or case are set aside.",
    "answer-range-invalid": "The range of the claim is no range of the answer.",
    "answer-range-disagrees": "The range of the claim selects other words than the export quotes from the answer.",
    "matches-differ": "The export claims another number of matches than the source has.",
    "bidi-controls": "Invisible controls change the order in which the quote is shown.",
    "zero-width": "The quote holds characters that take no room, so it can differ from what it looks like.",
    "lone-surrogate": "The text holds half of a character, as a truncated stream leaves it.",
    "contract": "The importer's contract read something into the numbers.",
}
"""One sentence of help for each code, shown with the warning."""


def warning_help(code: str) -> str:
    """Return the sentence of help for a warning, of the checks or of the quote rules; empty for an unknown code."""
    from citeview.quote.strict.warn import HELP as QUOTE_HELP

    return HELP.get(code) or QUOTE_HELP.get(code, "")


@dataclass(frozen=True, slots=True)
class Facts:
    """Hold what the checks established about one citation, for the warnings."""

    citation: Citation
    text: Representation | None
    range: RangeResult
    selection: SelectionResult
    quote: QuoteResult | None
    integrity: IntegrityResult
    answer: Representation | None
    answer_range: RangeResult
    answer_selection: SelectionResult
    chosen: tuple[Span, ...]
    """The matches that the record's prefix and suffix choose."""


def citation_warnings(facts: Facts) -> tuple[Warning_, ...]:
    """Collect the warnings on one citation, those of the quote rules included. Spans are code points of the source."""
    citation, text, answer = facts.citation, facts.text, facts.answer
    range_result, selection, quote_result, integrity = facts.range, facts.selection, facts.quote, facts.integrity
    answer_range, answer_selection = facts.answer_range, facts.answer_selection
    found: list[Warning_] = list(quote_result.warnings) if quote_result is not None else []

    def warn(code: str, message: str, span: Span | None = None) -> None:
        if all(warning.code != code for warning in found):
            found.append(Warning_(code, message, span))

    if integrity.outcome is IntegrityOutcome.NOT_RECORDED and text is not None:
        warn("digest-not-recorded", integrity.message)
    if quote_result is not None and quote_result.outcome is QuoteOutcome.FOUND:
        if len(quote_result.matches) > 1:
            warn("repeated", _repeated(len(quote_result.matches), len(facts.chosen)))
        if not facts.chosen:
            warn("context-differs", "No place of the quote has the words around it that the record gives.")
        declared = citation.declared_matches
        if declared is not ABSENT and declared is not None and declared != len(quote_result.matches):
            warn(
                "matches-differ",
                f"The export claims {declared!r:.20} matches; the source has {len(quote_result.matches)}.",
            )
    if range_result.span is not None and text is not None:
        for name, position in zip(("start", "end"), range_result.span, strict=True):
            if text.boundaries.cuts_grapheme(position):
                warn("cuts-grapheme", f"The range's {name} cuts a user-perceived character.", range_result.span)
    if selection.outcome is SelectionOutcome.EQUAL_FOLDED:
        warn(
            "folded", f"The range selects the quote apart from: {', '.join(selection.differences)}.", range_result.span
        )
    if answer is not None and answer_range.span is not None:
        for name, position in zip(("start", "end"), answer_range.span, strict=True):
            if answer.boundaries.cuts_grapheme(position):
                warn("cuts-grapheme", f"The answer range's {name} cuts a user-perceived character.")
    if answer_range.outcome.invalid:
        warn(
            "answer-range-invalid",
            f"The range in the answer is invalid: {answer_range.outcome}. {answer_range.message}",
        )
    if answer_selection.outcome is SelectionOutcome.DIFFERS:
        warn(
            "answer-range-disagrees",
            "The range in the answer does not select the words that the export quotes from it.",
        )

    quote = citation.selector.quote if citation.selector is not None else None
    if quote is not None:
        for code, pattern, what in (
            ("bidi-controls", _BIDI_CONTROLS, "The quote holds invisible controls of writing direction"),
            ("zero-width", _ZERO_WIDTH, "The quote holds characters of no width"),
            ("lone-surrogate", _SURROGATE, "The quote holds half of a character"),
        ):
            hits = sorted({f"U+{ord(character):04X}" for character in pattern.findall(quote.exact)})
            if hits:
                warn(code, f"{what}: {', '.join(hits)}.")
    for selector in (citation.selector, citation.answer_selector):
        if selector is not None and selector.position is not None:
            for note in selector.position.notes:
                warn("contract", note)
    return tuple(found)


def _repeated(matches: int, chosen: int) -> str:
    words = f"The quote occurs {matches} times in the source."
    return words + " The words around it choose one of them." if chosen == 1 else words
