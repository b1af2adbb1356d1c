"""What an export's citations add up to: by verdict, by check, by unit, by source.

Knows counts. Must not know any output format. Its size grows with the number of sources and of segments, never with the
texts, so that 100,000 citations are counted in bounded memory.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from citeview.checks.verdict import (
    Headline,
    IntegrityOutcome,
    RangeOutcome,
    Role,
    SelectionOutcome,
    Verdict,
)
from citeview.quote.results import QuoteOutcome
from citeview.records.citation import Citation, UnreadableRecord
from citeview.records.selectors import DeclaredRange
from citeview.records.snapshot import StoredSnapshot
from citeview.reports.checklist import Checklist
from citeview.reports.decided import ShownDecision
from citeview.reports.evidence import semantics_words, unit_words
from citeview.session import AnswerView
from citeview.text.representation import Representation

NO_QUOTE = "no quote to check"

CHECKS: dict[str, tuple[str, ...]] = {
    "Integrity of the source": tuple(IntegrityOutcome),
    "Range in the source": tuple(RangeOutcome),
    "Selection in the source": tuple(SelectionOutcome),
    "Quote in the source": (*QuoteOutcome, NO_QUOTE),
    "Range in the answer": tuple(RangeOutcome),
    "Selection in the answer": tuple(SelectionOutcome),
}
"""Each check with its outcomes, in the order of a report's table."""


@dataclass(frozen=True, slots=True)
class SourceRow:
    """Hold what a report says about one source. Digests are of this read."""

    snapshot_id: str
    title: str
    url: str
    text_digest: str
    extractor: str
    encoding: str
    fetched_at: str


class Tally:
    """Count one citation after the other."""

    def __init__(self) -> None:
        self.total = 0
        self.headlines: Counter[Headline] = Counter()
        self.outcomes: dict[str, Counter[str]] = {check: Counter() for check in CHECKS}
        self.declared: Counter[tuple[str, str, str]] = Counter()
        """Ranges by side, unit and semantics."""
        self.warnings: Counter[str] = Counter()
        self.unreadable = 0
        self.decisions: Counter[str] = Counter()
        self.decided_otherwise = 0
        """Decisions that were made on another verdict than today's."""
        self.earlier = 0
        """Citations that were decided on in an earlier version of the export."""
        self.sources: dict[str, SourceRow | None] = {}
        """By id; None where the snapshot is not at hand."""
        self.checklist = Checklist()

    def add(
        self,
        record: Citation | UnreadableRecord,
        verdict: Verdict,
        source: Representation | None,
        snapshot: StoredSnapshot | None,
        answer: AnswerView | None,
    ) -> None:
        """Count one citation."""
        self.total += 1
        self.headlines[verdict.headline] += 1
        if isinstance(record, UnreadableRecord):
            self.unreadable += 1
            return
        quote = verdict.quote.outcome.value if verdict.quote is not None else NO_QUOTE
        found = (
            verdict.integrity.outcome,
            verdict.range.outcome,
            verdict.selection.outcome,
            quote,
            verdict.answer_range.outcome,
            verdict.answer_selection.outcome,
        )
        for check, outcome in zip(CHECKS, found, strict=True):
            self.outcomes[check][outcome] += 1
        for warning in verdict.warnings:
            self.warnings[warning.code] += 1
        self._declare("source", record.selector.position if record.selector is not None else None)
        self._declare("answer", record.answer_selector.position if record.answer_selector is not None else None)
        if record.snapshot_id is not None and self.sources.get(record.snapshot_id) is None:
            self.sources[record.snapshot_id] = _source_row(record, snapshot) if snapshot is not None else None
        self.checklist.add(
            verdict, source, answer.representation if answer is not None else None, _segment(record, verdict, answer)
        )

    def add_decision(self, decision: ShownDecision | None, verdict: Verdict, earlier: bool) -> None:
        """Count what a person said about the citation that was counted last."""
        self.earlier += earlier
        if decision is None or decision.judgement is None:
            return
        self.decisions[decision.label] += 1
        self.decided_otherwise += decision.headline != verdict.headline

    @property
    def roles(self) -> Counter[Role]:
        """Return how many verdicts are good, bad, in between and undecided."""
        from citeview.checks.verdict import HEADLINES

        roles: Counter[Role] = Counter()
        for headline, count in self.headlines.items():
            roles[HEADLINES[headline].role] += count
        return roles

    def _declare(self, side: str, position: DeclaredRange | None) -> None:
        if position is None:
            self.declared[(side, "no range declared", "")] += 1
        else:
            self.declared[(side, unit_words(position), semantics_words(position))] += 1


def _segment(record: Citation, verdict: Verdict, answer: AnswerView | None) -> object:
    """Name the stretch of the answer that a citation stands on: by the record, else by the same range."""
    if record.segment is not None:
        return record.answer_id, record.segment
    span = verdict.answer_range.span
    if answer is None or span is None or span.start == span.end:
        return None
    return answer.answer_id, answer.part, span


def _source_row(record: Citation, snapshot: StoredSnapshot) -> SourceRow:
    return SourceRow(
        snapshot.snapshot_id,
        record.title or snapshot.title or "",
        record.url or snapshot.url or "",
        snapshot.measured.text or "",
        snapshot.extractor or record.extractor or "",
        snapshot.encoding or "",
        snapshot.fetched_at or record.fetched_at or "",
    )
