"""Run the four checks on one citation and derive its headline.

Everything is computed from the records and the texts; nothing that the export claims about itself is believed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from citeview.checks.ranges import check_range, chunk_origin
from citeview.checks.selection import NOT_APPLICABLE, check_selection, folded_differences
from citeview.checks.verdict import (
    HEADLINES,
    Headline,
    IntegrityOutcome,
    IntegrityResult,
    RangeOutcome,
    RangeResult,
    SelectionOutcome,
    SelectionResult,
    Verdict,
)
from citeview.checks.warnings import Facts, citation_warnings
from citeview.quote.results import QuoteOutcome, QuoteResult
from citeview.quote.rules import PreparedSource, RuleSet
from citeview.records.citation import Citation, UnreadableRecord
from citeview.records.selectors import QuoteSelector
from citeview.text.representation import Representation
from citeview.text.units import Span


@dataclass(frozen=True, slots=True)
class Source:
    """Hold what a citation's source side is checked on: its text, or why there is none, and what the digests said.

    `prepared` returns the text's tokens under a rule set, made once and kept by whoever owns the source.
    """

    text: Representation | None
    integrity: IntegrityResult
    prepared: Callable[[RuleSet], PreparedSource]

    @property
    def trusted(self) -> bool:
        """Whether the text may be checked at all: it is there, and no digest contradicts it."""
        return self.text is not None and self.integrity.outcome in (
            IntegrityOutcome.VERIFIED,
            IntegrityOutcome.NOT_RECORDED,
        )


def check_citation(
    citation: Citation,
    source: Source,
    answer: Representation | None,
    rules: RuleSet,
    exporter_rules: RuleSet | None = None,
) -> Verdict:
    """Check one citation on its source and on its part of the answer.

    Args:
        citation: the record.
        source: the snapshot's text (or the chunk's, where no snapshot is recorded) and its integrity.
        answer: the part of the answer that the claim stands in, or None where the export does not hold it.
        rules: the rule set that decides the headline.
        exporter_rules: the rule set that the record names, where it is another one that we hold.
    """
    selector = citation.selector
    position = selector.position if selector is not None else None
    quote = selector.quote if selector is not None else None
    text = source.text if source.trusted else None

    range_result = check_range(position, text, citation.chunk)
    selection = check_selection(range_result.span, text, quote)
    quote_result = None
    exporter_result = None
    if quote is not None and text is not None:
        within = _chunk_span(citation, text)
        quote_result = rules.check(quote.exact, source.prepared(rules), within=within)
        if exporter_rules is not None and exporter_rules.name != rules.name:
            theirs = exporter_rules.check(quote.exact, source.prepared(exporter_rules), within=within)
            if (theirs.outcome, theirs.matches) != (quote_result.outcome, quote_result.matches):
                exporter_result = theirs

    chosen = _chosen(quote, text, quote_result)

    claim = citation.answer_selector
    answer_range = check_range(claim.position if claim is not None else None, answer)
    answer_selection = check_selection(answer_range.span, answer, claim.quote if claim is not None else None)

    headline, reason = derive_headline(
        source.integrity, range_result, selection, quote, quote_result, answer_range, answer_selection
    )
    return Verdict(
        citation_id=citation.citation_id,
        headline=headline,
        label=label_of(headline, reason, len(quote_result.matches) if quote_result is not None else 0),
        reason=reason,
        integrity=source.integrity,
        range=range_result,
        selection=selection,
        answer_range=answer_range,
        answer_selection=answer_selection,
        quote=quote_result,
        rules=rules.name,
        warnings=citation_warnings(
            Facts(
                citation,
                text,
                range_result,
                selection,
                quote_result,
                source.integrity,
                answer,
                answer_range,
                answer_selection,
                chosen,
            )
        ),
        chosen=chosen,
        exporter_quote=exporter_result,
    )


def unreadable_verdict(record: UnreadableRecord, rules: str) -> Verdict:
    """Return the verdict on a record that could not be read: it could not be checked, and says why."""
    nothing = RangeResult(RangeOutcome.NOT_SUPPLIED, "The record could not be read.")
    reason = f"The record cannot be read: {record.place}: {record.problem}"
    return Verdict(
        citation_id=record.citation_id,
        headline=Headline.COULD_NOT_CHECK,
        label=label_of(Headline.COULD_NOT_CHECK, reason),
        reason=reason,
        integrity=IntegrityResult(IntegrityOutcome.SNAPSHOT_MISSING, "The record could not be read."),
        range=nothing,
        selection=NOT_APPLICABLE,
        answer_range=nothing,
        answer_selection=NOT_APPLICABLE,
        quote=None,
        rules=rules,
    )


def derive_headline(
    integrity: IntegrityResult,
    range_result: RangeResult,
    selection: SelectionResult,
    quote: QuoteSelector | None,
    quote_result: QuoteResult | None,
    answer_range: RangeResult,
    answer_selection: SelectionResult,
) -> tuple[Headline, str | None]:
    """Derive the one headline from the outcomes, and the words that fill its label.

    The first line that applies decides:

    1. nothing is declared about the source: the answer's own range, or nothing at all, is what there is to say;
    2. the source is missing, damaged or unreadable;
    3. the declared range is no range of the text;
    4. there is no quote;
    5. the rules could not decide the quote, or did not find it;
    6. the quote is found, and the range's unit is not declared, or the range does not select it;
    7. the quote is found.
    """
    if range_result.outcome is RangeOutcome.NOT_SUPPLIED and quote is None:
        return _headline_of_answer_side(answer_range, answer_selection)
    if integrity.outcome not in (IntegrityOutcome.VERIFIED, IntegrityOutcome.NOT_RECORDED):
        return Headline.COULD_NOT_CHECK, integrity.message
    if range_result.outcome is RangeOutcome.NO_TEXT:
        return Headline.COULD_NOT_CHECK, range_result.message
    if range_result.outcome.invalid:
        return Headline.RANGE_INVALID, range_result.outcome.value
    if quote is None or quote_result is None:
        if range_result.outcome is RangeOutcome.UNIT_NOT_DECLARED:
            return Headline.COULD_NOT_CHECK, range_result.message
        return Headline.RANGE_ONLY, None
    match quote_result.outcome:
        case QuoteOutcome.COULD_NOT_CHECK:
            return Headline.QUOTE_NOT_CHECKABLE, _bare_reason(quote_result.reason)
        case QuoteOutcome.CLOSEST | QuoteOutcome.NOTHING_SIMILAR if selection.outcome is SelectionOutcome.EQUAL:
            # The characters are there, so "does not contain" would be false; whole tokens are not, so it is no pass.
            return Headline.QUOTE_NOT_CHECKABLE, "it begins or ends inside a word"
        case QuoteOutcome.CLOSEST:
            return Headline.CLOSEST, None
        case QuoteOutcome.NOTHING_SIMILAR:
            return Headline.ABSENT, None
        case _:
            pass
    if range_result.outcome is RangeOutcome.UNIT_NOT_DECLARED:
        return Headline.COULD_NOT_CHECK, range_result.message
    if range_result.span is not None and not _selects(range_result.span, selection, quote, quote_result):
        return Headline.RANGE_DISAGREES, None
    if quote_result.outcome is QuoteOutcome.FOUND_WITH_EDITS:
        return Headline.FOUND_WITH_EDITS, None
    return Headline.FOUND, None


def label_of(headline: Headline, reason: str | None, matches: int = 0) -> str:
    """Return the label, to the letter of the headline table."""
    label = HEADLINES[headline].label.format(which=reason, reason=reason)
    return f"{label} ×{matches}" if headline is Headline.FOUND and matches > 1 else label


def _headline_of_answer_side(found: RangeResult, selection: SelectionResult) -> tuple[Headline, str | None]:
    if found.outcome is RangeOutcome.NOT_SUPPLIED:
        return Headline.NO_RANGE, None
    if found.outcome.invalid:
        return Headline.RANGE_INVALID, found.outcome.value
    if not found.outcome.usable:
        return Headline.COULD_NOT_CHECK, found.message
    if selection.outcome is SelectionOutcome.DIFFERS:
        return Headline.RANGE_DISAGREES, None
    return Headline.RANGE_ONLY, None


def _selects(span: Span, selection: SelectionResult, quote: QuoteSelector, result: QuoteResult) -> bool:
    """Say whether a declared range selects the quote: the same text, or the same run of tokens with the same ends.

    Punctuation inside the run may differ (the rules passed it); at either end it may not, because a range that is one
    character short is what this program is there to show.
    """
    if selection.outcome in (SelectionOutcome.EQUAL, SelectionOutcome.EQUAL_FOLDED):
        return True
    core = result.quote_span
    if selection.text is None or core is None:
        return False
    for match in result.matches:
        if span.start <= match.start and match.end <= span.end:
            lead = selection.text[: match.start - span.start]
            trail = selection.text[match.end - span.start :]
            same_lead = _same_end(lead, quote.exact[: core.start])
            same_trail = _same_end(trail, quote.exact[core.end :])
            if same_lead and same_trail:
                return True
    return False


def _same_end(one: str, other: str) -> bool:
    one, other = one.strip(), other.strip()
    return one == other or folded_differences(one, other) is not None


def _chosen(quote: QuoteSelector | None, text: Representation | None, result: QuoteResult | None) -> tuple[Span, ...]:
    if quote is None or text is None or result is None or not result.matches:
        return ()
    if not quote.prefix and not quote.suffix:
        return result.matches
    from citeview.quote.strict.context import choose

    return choose(result.matches, text.text, quote.prefix, quote.suffix)


def _chunk_span(citation: Citation, text: Representation) -> Span | None:
    chunk = citation.chunk
    if chunk is None or not chunk.text:
        return None
    origin = chunk_origin(chunk, text)
    return None if isinstance(origin, RangeResult) else Span(origin, origin + len(chunk.text))


def _bare_reason(reason: str | None) -> str:
    # The reference rule set's reasons begin with the words that the label has already.
    return (reason or "unknown reason").removeprefix("could not check: ")
