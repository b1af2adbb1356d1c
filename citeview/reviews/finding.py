"""Which citations are shown: a filter over verdicts, decisions, sources, answers and warnings, and words to look for.

Knows what a person can ask for. Must not know how a list shows it. Filtering 100,000 citations is a few dozen
milliseconds: what is searched is put together once for each citation and kept.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from citeview.checks.headlines import Headline
from citeview.checks.verdict import Verdict
from citeview.records.citation import Citation
from citeview.reviews.decision import Decision, Judgement
from citeview.session import Session


@dataclass(frozen=True, slots=True)
class Filter:
    """Hold what is asked for; None, False and the empty text ask for nothing."""

    words: str = ""
    """Every word must stand in the quote, the claim, the note, the id or the source's name; case is set aside."""
    headline: Headline | None = None
    attention: bool = False
    """Only verdicts that a reviewer should look at first."""
    undecided: bool = False
    judgement: Judgement | None = None
    source: str | None = None
    answer: str | None = None
    warning: str | None = None

    @property
    def empty(self) -> bool:
        """Whether everything is shown."""
        return self == Filter()


class Finder:
    """Answer filters on one open export."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._searched: dict[int, str] = {}

    def find(
        self,
        wanted: Filter,
        verdict_of: Callable[[int], Verdict | None],
        decision_of: Callable[[int], Decision | None],
    ) -> list[int]:
        """Return the numbers of the citations that a filter lets through, in the order of the export.

        A citation whose verdict is not known yet passes no filter on verdicts or warnings.
        """
        words = wanted.words.casefold().split()
        return [
            number
            for number in range(len(self._session))
            if self._passes(number, wanted, verdict_of, decision_of)
            and (not words or self._holds(number, words, decision_of(number)))
        ]

    def sources(self) -> list[str]:
        """Return the names of the sources, the most cited first."""
        return self._names(source_name)

    def answers(self) -> list[str]:
        """Return the ids of the answers, the one with the most citations first."""
        return self._names(lambda record: record.answer_id or "")

    def _names(self, name_of: Callable[[Citation], str]) -> list[str]:
        counts: dict[str, int] = {}
        for record in self._session.export.citations:
            if isinstance(record, Citation) and (name := name_of(record)):
                counts[name] = counts.get(name, 0) + 1
        return sorted(counts, key=lambda name: (-counts[name], name))

    def _passes(
        self,
        number: int,
        wanted: Filter,
        verdict_of: Callable[[int], Verdict | None],
        decision_of: Callable[[int], Decision | None],
    ) -> bool:
        if wanted.headline is not None or wanted.attention or wanted.warning is not None:
            verdict = verdict_of(number)
            if verdict is None:
                return False
            if wanted.headline is not None and verdict.headline is not wanted.headline:
                return False
            if wanted.attention and not verdict.row.attention:
                return False
            if wanted.warning is not None and all(warning.code != wanted.warning for warning in verdict.warnings):
                return False
        if wanted.undecided or wanted.judgement is not None:
            decision = decision_of(number)
            judgement = decision.judgement if decision is not None else None
            if judgement is not wanted.judgement:
                return False
        record = self._session.citation(number)
        if wanted.source is not None and not (isinstance(record, Citation) and source_name(record) == wanted.source):
            return False
        return wanted.answer is None or (isinstance(record, Citation) and record.answer_id == wanted.answer)

    def _holds(self, number: int, words: list[str], decision: Decision | None) -> bool:
        searched = self._searched.get(number)
        if searched is None:
            searched = self._searched[number] = self._text(number)
        note = decision.note.casefold() if decision is not None and decision.note else ""
        return all(word in searched or word in note for word in words)

    def _text(self, number: int) -> str:
        record = self._session.citation(number)
        if not isinstance(record, Citation):
            return f"{record.citation_id}\n{record.problem}".casefold()
        parts = [record.citation_id, record.title or "", record.url or ""]
        if record.selector is not None and record.selector.quote is not None:
            parts.append(record.selector.quote.exact)
        span, answer = self._session.answer_span(number), self._session.answer(number)
        if span is not None and answer is not None:
            parts.append(answer.text[span.start : span.end])
        return "\n".join(parts).casefold()


def source_name(record: Citation) -> str:
    """Return what a person calls a citation's source: its title, else its address, else its snapshot."""
    return record.title or record.url or record.snapshot_id or ""
