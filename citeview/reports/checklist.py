"""The acceptance checklist: which of the cases that go wrong in practice an export contains, and whether they pass.

Knows the cases as one table. A buyer learns from it what was shown, and what was not: a case that the export lacks is
neither a pass nor a failure. Each side of a citation (its claim in the answer, its passage in the source) is looked at
alone, because each has offsets of its own.
"""

from __future__ import annotations

import enum
import re
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

from citeview.checks.verdict import Headline, RangeOutcome, Role, SelectionOutcome, SelectionResult, Verdict
from citeview.text.representation import Representation
from citeview.text.units import Span


class CaseStatus(enum.StrEnum):
    """Say what became of one case in one export."""

    PASSES = "contained, passes"
    FAILS = "contained, fails"
    NOT_COMPARED = "contained, nothing to compare with"
    LACKING = "not contained"


class Outcome(enum.Enum):
    """Say what became of one range."""

    PASSED = enum.auto()
    FAILED = enum.auto()
    NOT_COMPARED = enum.auto()


@dataclass(frozen=True, slots=True)
class Texts:
    """Hold what is looked up often about one text, found once. Positions are code points."""

    beyond_ascii: int
    """The first character that is none of ASCII; the length where there is none, here and below."""
    emoji: int
    """The first emoji."""
    paragraph: int
    """Where the second paragraph begins."""


@dataclass(frozen=True, slots=True)
class Side:
    """Hold a range that names a span of a text, with the text."""

    text: str
    span: Span
    facts: Texts
    outcome: Outcome

    @property
    def selected(self) -> str:
        """Return what the range selects."""
        return self.text[self.span.start : self.span.end]


@dataclass(frozen=True, slots=True)
class Case:
    """Hold one case: its name, what it shows, and whether a range is one."""

    name: str
    shows: str
    holds: Callable[[Side], bool]


_HAN = re.compile(
    "[\u2e80-\u2fdf\u3005-\u3007\u3021-\u3029\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)
_KANA_OR_HANGUL = re.compile("[\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u31f0-\u31ff\uac00-\ud7ff\uff66-\uffdc]")
# Blocks of pictographs; a dingbat such as ✓ is drawn as an emoji by many fonts, and counts.
_EMOJI = re.compile("[\u231a\u231b\u23e9-\u23fa\u2600-\u27bf\u2b05-\u2b55\U0001f000-\U0001faff]")
_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
_LATIN_WORDS = re.compile(r"[A-Za-z]{2,}")
_PARAGRAPH = re.compile(r"(?:\r\n|\r|\n)[ \t]*(?:\r\n|\r|\n)\s*(?=\S)|\u2029")
# After a full stop a small letter goes on with the sentence ("approx. ten").
_SENTENCE_END = re.compile(r"[.!?…]+[\"'”’»)\]]*\s+[\"'“‘«(\[]*(?P<next>\w)|[。！？।॥؟۔][”’」』》）]*\s*(?P<other>\S)")
_MOST_COUNTED = 2_000_000


def _is_repeated(side: Side) -> bool:
    selected = side.selected
    # Overlapping occurrences count; the first and the last differ where there are two.
    return (
        bool(selected.strip())
        and len(side.text) <= _MOST_COUNTED
        and side.text.find(selected) != side.text.rfind(selected)
    )


def _goes_over_a_sentence(text: str) -> bool:
    return any(not (match["next"] or match["other"]).islower() for match in _SENTENCE_END.finditer(text))


CASES: tuple[Case, ...] = (
    Case(
        "Ordinary English",
        "Words of ASCII letters with nothing but ASCII before them: every unit gives the same numbers.",
        lambda side: side.facts.beyond_ascii >= side.span.end and _LATIN_WORDS.search(side.selected) is not None,
    ),
    Case(
        "Chinese",
        "Chinese characters in the citation: three bytes each, one code point, one UTF-16 unit.",
        lambda side: _HAN.search(side.selected) is not None and _KANA_OR_HANGUL.search(side.selected) is None,
    ),
    Case(
        "An emoji before the citation",
        "A character of two UTF-16 units and four bytes before it: units that are mixed up show here.",
        lambda side: side.facts.emoji < side.span.start,
    ),
    Case(
        "Several paragraphs",
        "The citation stands after a paragraph break: line ends that were changed on the way show here.",
        lambda side: side.facts.paragraph <= side.span.start,
    ),
    Case(
        "Repeated wording",
        "The same words stand elsewhere in the text too: only the offsets tell which are meant.",
        _is_repeated,
    ),
    Case(
        "A range that ends at the end",
        "The last character of the text is part of the citation.",
        lambda side: side.span.start < side.span.end == len(side.text),
    ),
    Case(
        "More than one sentence",
        "The citation goes on over the end of a sentence.",
        lambda side: _goes_over_a_sentence(side.selected),
    ),
)
MISSING_AND_EMPTY = "Missing ranges told from empty ones"
SEVERAL_REFERENCES = "Several references on one segment"


@dataclass(frozen=True, slots=True)
class CaseRow:
    """Hold the answer for one case. The numbers count ranges (segments in the last row)."""

    name: str
    shows: str
    status: CaseStatus
    passed: int
    failed: int
    not_compared: int
    detail: str
    """One sentence."""

    @property
    def contained(self) -> int:
        """Return how many there are."""
        return self.passed + self.failed + self.not_compared


class Checklist:
    """Look at one citation after the other, then say what the export contains."""

    def __init__(self) -> None:
        self._counts = {case.name: dict.fromkeys(Outcome, 0) for case in CASES}
        self._missing = 0
        self._empty = 0
        self._segments: dict[object, list[Outcome]] = {}
        self._texts: OrderedDict[int, tuple[Representation, Texts]] = OrderedDict()

    def add(
        self,
        verdict: Verdict,
        source: Representation | None,
        answer: Representation | None,
        segment: object,
    ) -> None:
        """Look at one citation.

        Args:
            verdict: the verdict on it.
            source: the source's text, where there is one.
            answer: the text of its part of the answer, where there is one.
            segment: what citations on the same stretch of the answer have in common; None where it is not known.
        """
        of_source = _outcome_of_source(verdict)
        of_answer = _outcome_of_selection(verdict.answer_selection)
        for result in (verdict.range, verdict.answer_range):
            self._missing += result.outcome is RangeOutcome.NOT_SUPPLIED
            self._empty += result.outcome is RangeOutcome.EMPTY
        self._look(source, _source_span(verdict), of_source)
        self._look(answer, verdict.answer_range.span, of_answer)
        if segment is not None:
            self._segments.setdefault(segment, []).append(of_source)

    def rows(self) -> tuple[CaseRow, ...]:
        """Return one row for each case."""
        return (*(self._row(case) for case in CASES), self._missing_row(), self._segments_row())

    def _look(self, text: Representation | None, span: Span | None, outcome: Outcome) -> None:
        if text is None or span is None or span.start == span.end:
            return
        side = Side(text.text, span, self._facts(text), outcome)
        for case in CASES:
            if case.holds(side):
                self._counts[case.name][side.outcome] += 1

    def _row(self, case: Case) -> CaseRow:
        counts = self._counts[case.name]
        return _case_row(case.name, case.shows, counts, "range")

    def _missing_row(self) -> CaseRow:
        shows = "A range that is not there, and a range of no length, are different facts."
        both = self._missing > 0 and self._empty > 0
        said = f"{_counted(self._missing, 'missing range')}, {_counted(self._empty, 'empty range')}"
        if both:
            return CaseRow(MISSING_AND_EMPTY, shows, CaseStatus.PASSES, self._missing + self._empty, 0, 0, said + ".")
        lacks = "neither kind is there" if not self._missing and not self._empty else "only one of the two is there"
        return CaseRow(MISSING_AND_EMPTY, shows, CaseStatus.LACKING, 0, 0, 0, f"{said}: {lacks}.")

    def _segments_row(self) -> CaseRow:
        counts = dict.fromkeys(Outcome, 0)
        for outcomes in self._segments.values():
            if len(outcomes) < 2:
                continue
            if Outcome.FAILED in outcomes:
                counts[Outcome.FAILED] += 1
            else:
                compared = all(outcome is Outcome.PASSED for outcome in outcomes)
                counts[Outcome.PASSED if compared else Outcome.NOT_COMPARED] += 1
        shows = "Each reference is traced alone; a segment passes when all of them do."
        return _case_row(SEVERAL_REFERENCES, shows, counts, "segment")

    def _facts(self, text: Representation) -> Texts:
        known = self._texts.get(id(text))
        if known is not None and known[0] is text:
            self._texts.move_to_end(id(text))
            return known[1]
        facts = _facts_of(text.text)
        self._texts[id(text)] = (text, facts)
        if len(self._texts) > 8:
            self._texts.popitem(last=False)
        return facts


def _source_span(verdict: Verdict) -> Span | None:
    """Return where the citation stands in its source.

    A range that is wrong cannot say what case it is; where its quote stands at one place alone, that place can.
    """
    matches = verdict.quote.matches if verdict.quote is not None else ()
    wrong = verdict.headline in (Headline.RANGE_INVALID, Headline.RANGE_DISAGREES)
    return matches[0] if wrong and len(matches) == 1 else verdict.range.span


def _outcome_of_source(verdict: Verdict) -> Outcome:
    if verdict.headline is Headline.FOUND:
        return Outcome.PASSED
    return Outcome.NOT_COMPARED if verdict.row.role is Role.NEUTRAL else Outcome.FAILED


def _outcome_of_selection(selection: SelectionResult) -> Outcome:
    if selection.outcome in (SelectionOutcome.EQUAL, SelectionOutcome.EQUAL_FOLDED):
        return Outcome.PASSED
    return Outcome.FAILED if selection.outcome is SelectionOutcome.DIFFERS else Outcome.NOT_COMPARED


def _case_row(name: str, shows: str, counts: dict[Outcome, int], what: str) -> CaseRow:
    passed, failed, open_ = (counts[outcome] for outcome in Outcome)
    if failed:
        status = CaseStatus.FAILS
    elif passed:
        status = CaseStatus.PASSES
    else:
        status = CaseStatus.NOT_COMPARED if open_ else CaseStatus.LACKING
    parts = [
        f"{count:,} {words}"
        for count, words in ((passed, "passed"), (failed, "failed"), (open_, "could not be compared"))
        if count
    ]
    total = _counted(passed + failed + open_, what)
    detail = f"{total}: {', '.join(parts)}." if parts else f"No {what} of this kind; this case was not shown."
    return CaseRow(name, shows, status, passed, failed, open_, detail)


def _counted(count: int, what: str) -> str:
    return f"{count:,} {what}{'' if count == 1 else 's'}"


def _facts_of(text: str) -> Texts:
    length = len(text)
    beyond = length if text.isascii() else _start_of(_BEYOND_ASCII.search(text), length)
    emoji = length if beyond == length else _start_of(_EMOJI.search(text, beyond), length)
    paragraph = _PARAGRAPH.search(text)
    return Texts(beyond, emoji, paragraph.end() if paragraph is not None else length)


def _start_of(match: re.Match[str] | None, otherwise: int) -> int:
    return otherwise if match is None else match.start()
