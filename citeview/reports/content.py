"""What every acceptance report says, citation by citation, whatever its format.

Knows sessions, verdicts and decisions. Must not know any output format. Entries are made one after the other and kept
by nobody: a report of 100,000 citations needs the memory of one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from citeview.checks.verdict import Headline, Verdict
from citeview.formats.importer import ContractRow
from citeview.records.citation import Citation, UnreadableRecord
from citeview.reports.decided import Decisions, ShownChoice, ShownDecision
from citeview.reports.evidence import Field, evidence
from citeview.reports.marked import MarkedText, marked_texts
from citeview.reports.tally import Tally
from citeview.session import Session

PROGRESS_EVERY = 50


class ReportError(Exception):
    """Report that a report cannot be written: one sentence; nothing is left behind."""


class ReportCancelledError(Exception):
    """Report that the person stopped the report; nothing is left behind."""


@dataclass(frozen=True, slots=True)
class Options:
    """Hold what a report is made with, beside the session."""

    date: str | None = None
    """Printed as given. There is no other date in a report of its own, so that the same input gives the same bytes."""
    decisions: Decisions | None = None
    """None: the report says that decisions are no part of it."""
    progress: Callable[[int, int], None] | None = None
    """Told how many citations are done, and how many there are."""
    cancelled: Callable[[], bool] | None = None


@dataclass(frozen=True, slots=True)
class Entry:
    """Hold everything about one citation. Texts are as they came, except those in `texts`, which are made visible."""

    number: int
    """1-based."""
    record: Citation | UnreadableRecord
    verdict: Verdict
    quote: str | None
    texts: tuple[MarkedText, ...]
    """Both texts with the differing tokens marked; empty where the verdict is no failure."""
    remarks: tuple[str, ...]
    """Sentences that explain a verdict which is no pass."""
    evidence: tuple[Field, ...]
    decision: ShownDecision | None
    earlier: tuple[ShownDecision, ...]

    @property
    def source_name(self) -> str:
        """Return the source's title, else its address, else nothing."""
        record = self.record
        return "" if isinstance(record, UnreadableRecord) else record.title or record.url or ""

    @property
    def url(self) -> str | None:
        """Return the source's address."""
        return None if isinstance(self.record, UnreadableRecord) else self.record.url

    @property
    def failed(self) -> bool:
        """Whether a reader should look at it before the ones that passed."""
        return self.verdict.row.attention


@dataclass(frozen=True, slots=True)
class Contract:
    """Hold what the numbers of an export count, and how that is known."""

    importer: str
    title: str
    rows: tuple[ContractRow, ...]
    rules: str
    rules_unicode: str
    graphemes_unicode: str
    choices: tuple[tuple[str, ShownChoice], ...]


def entries(session: Session, options: Options, tally: Tally) -> Iterator[Entry]:
    """Yield the entry of every citation in the order of the export, and count it.

    Raises:
        ReportCancelledError: where `options.cancelled` says so.
    """
    total = len(session)
    for index in range(total):
        if index % PROGRESS_EVERY == 0:
            if options.cancelled is not None and options.cancelled():
                raise ReportCancelledError
            if options.progress is not None:
                options.progress(index, total)
        yield _entry(session, index, options.decisions, tally)
    if options.progress is not None:
        options.progress(total, total)


def contract(session: Session, decisions: Decisions | None) -> Contract:
    """Return the contract of an export's numbers."""
    from citeview.formats.registry import importer
    from citeview.quote.rules import rules as rule_set
    from citeview.text.graphemes import GRAPHEME_UNICODE

    reader = importer(session.export.format_name)
    choices = tuple(sorted(decisions.choices.items())) if decisions is not None else ()
    return Contract(
        reader.name,
        reader.title,
        tuple(reader.contract),
        session.rules,
        rule_set(session.rules).unicode,
        GRAPHEME_UNICODE,
        choices,
    )


def _entry(session: Session, index: int, decisions: Decisions | None, tally: Tally) -> Entry:
    record = session.citation(index)
    verdict = session.verdict(index, keep=False)
    source = session.source(index)
    answer = session.answer(index)
    tally.add(record, verdict, source.representation, source.snapshot, answer)
    decision: ShownDecision | None = None
    earlier: Sequence[ShownDecision] = ()
    if decisions is not None:
        decision = decisions.of(index, record.citation_id)
        earlier = decisions.earlier(index, record)
        tally.add_decision(decision, verdict, bool(earlier))
    citation = record if isinstance(record, Citation) else None
    selector = citation.selector if citation is not None else None
    claim = citation.answer_selector if citation is not None else None
    failed = verdict.row.attention
    return Entry(
        number=index + 1,
        record=record,
        verdict=verdict,
        quote=selector.quote.exact if selector is not None and selector.quote is not None else None,
        texts=marked_texts(verdict, selector, claim, source.text) if failed else (),
        remarks=_remarks(verdict) if failed else (),
        evidence=evidence(index + 1, record, verdict, source.snapshot, answer),
        decision=decision,
        earlier=tuple(earlier),
    )


_MOST_MATCHES = 5


def _remarks(verdict: Verdict) -> tuple[str, ...]:
    found: list[str] = []
    quote = verdict.quote
    passage = quote.passage if quote is not None else None
    if verdict.headline is Headline.CLOSEST and passage is not None:
        found.append(f"{passage.matching} of {passage.total} words match.")
    if verdict.headline is Headline.RANGE_INVALID:
        found.append(verdict.range.message if verdict.range.outcome.invalid else verdict.answer_range.message)
    if verdict.headline in (Headline.RANGE_INVALID, Headline.RANGE_DISAGREES) and quote is not None and quote.matches:
        spans = ", ".join(f"[{match.start}, {match.end})" for match in quote.matches[:_MOST_MATCHES])
        more = len(quote.matches) - _MOST_MATCHES
        rest = f" and {more:,} more places" if more > 0 else ""
        found.append(f"The quote stands at {spans}{rest} in code points; the range is not moved there.")
    if quote is not None and verdict.headline is Headline.FOUND_WITH_EDITS:
        found += [f"{edit.kind}: {edit.note}" if edit.note else edit.kind for edit in quote.edits]
    if verdict.headline is Headline.ABSENT:
        found.append("No passage of the source shares half of the quote's words.")
    found += [warning.message for warning in verdict.warnings]
    return tuple(found)
