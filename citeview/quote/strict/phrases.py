"""The closest passage as a reader takes it in: phrases and no confetti, numbers apart, moved words as moved.

Works on an alignment that is made already, for display. Must not know how it was made, or decide anything.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import NamedTuple

from citeview.quote.results import AlignedPart, Passage, Step
from citeview.quote.strict.bits import NUMBER, SIGN
from citeview.quote.strict.tokens import StrictText
from citeview.text.units import Span

_SIMPLE = 4
"""So few steps hold no island to merge."""

_MOVED_LETTERS = 4
"""A single word must have as many letters to be shown as moved; `the` is everywhere."""


class _Run(NamedTuple):
    """Hold a step over tokens `mine` of the quote and `theirs` of the source."""

    step: Step
    mine: range
    theirs: range


def in_phrases(passage: Passage, quote: StrictText, source: StrictText) -> Passage:
    """Return the passage with its parts merged into phrases, its numbers apart, and what moved marked as moved.

    `matching` is counted on the parts that are returned. A moved phrase is two parts of the step MOVED, one with the
    quote's span at its place in the quote, one with the source's.
    """
    if _is_plain(passage, quote.text, source.text):
        return passage
    runs = _split_same([_run_of(part, quote, source) for part in passage.parts], quote, source)
    if len(runs) > _SIMPLE:
        runs = _merge_islands(runs, quote, source)
    values = (quote.seen | source.seen) & (NUMBER | SIGN)
    if values:
        runs = _split_numbers(runs, quote, source)
    runs = _mark_moved(runs, quote, source)
    span = passage.span
    if any(run.step is Step.MOVED for run in runs):
        theirs = [run.theirs for run in runs if run.theirs]
        span = source.span(min(run.start for run in theirs), max(run.stop for run in theirs) - 1)
    parts = tuple([_part_of(run, quote, source, values=values) for run in runs])
    matching = sum([len(run.mine) for run in runs if run.step is Step.SAME])
    return Passage(span, source.text[span.start : span.end], matching, passage.total, parts)


def _is_plain(passage: Passage, quote: str, source: str) -> bool:
    """Say whether one word was replaced by one, and all else is written alike: most altered quotes are so."""
    replaced = False
    for part in passage.parts:
        if part.quote is None or part.source is None:
            return False
        mine, theirs = quote[part.quote.start : part.quote.end], source[part.source.start : part.source.end]
        if part.step is Step.SAME:
            if mine != theirs:
                return False
        elif replaced or not (mine.isalnum() and theirs.isalnum()):
            return False
        else:
            replaced = True
    return True


def _run_of(part: AlignedPart, quote: StrictText, source: StrictText) -> _Run:
    return _Run(part.step, _tokens(part.quote, quote), _tokens(part.source, source))


def _tokens(span: Span | None, text: StrictText) -> range:
    if span is None:
        return range(0)
    return range(bisect_left(text.starts, span.start), bisect_left(text.starts, span.end))


def _part_of(run: _Run, quote: StrictText, source: StrictText, *, values: int) -> AlignedPart:
    mine = quote.span(run.mine[0], run.mine[-1]) if run.mine else None
    theirs = source.span(run.theirs[0], run.theirs[-1]) if run.theirs else None
    strong = values and run.step is not Step.SAME and run.step is not Step.MOVED and _has_value(run, quote, source)
    return AlignedPart(run.step, mine, theirs, "strong" if strong else "normal")


def _has_value(run: _Run, quote: StrictText, source: StrictText) -> bool:
    value = NUMBER | SIGN
    return any(quote.flags[i] & value for i in run.mine) or any(source.flags[j] & value for j in run.theirs)


def _split_same(runs: list[_Run], quote: StrictText, source: StrictText) -> list[_Run]:
    """Take apart what is equal but for its case or vowel marks: it is shown as replaced."""
    split: list[_Run] = []
    for run in runs:
        if run.step is not Step.SAME:
            split.append(run)
            continue
        mine, theirs = run.mine, run.theirs
        if quote.exact[mine.start : mine.stop] == source.exact[theirs.start : theirs.stop]:
            split.append(run)
            continue
        for i, j in zip(mine, theirs, strict=True):
            step = Step.SAME if quote.exact[i] == source.exact[j] else Step.REPLACED
            before = split[-1] if split else None
            if before and before.step is step is Step.SAME and before.mine.stop == i and before.theirs.stop == j:
                split[-1] = _Run(step, range(before.mine.start, i + 1), range(before.theirs.start, j + 1))
            else:
                split.append(_Run(step, range(i, i + 1), range(j, j + 1)))
    return split


def _merge_islands(runs: list[_Run], quote: StrictText, source: StrictText) -> list[_Run]:
    """Merge a single equal word between two longer changes into them: `the` amid other words is no agreement."""
    merged: list[_Run] = []
    index = 0
    while index < len(runs):
        run = runs[index]
        if (
            merged
            and index + 1 < len(runs)
            and run.step is Step.SAME
            and len(run.mine) == 1
            and not _has_value(run, quote, source)
            and _is_long(merged[-1])
            and _is_long(runs[index + 1])
        ):
            before, after = merged.pop(), runs[index + 1]
            mine = range(
                before.mine.start if before.mine else run.mine.start, after.mine.stop if after.mine else run.mine.stop
            )
            theirs = range(
                before.theirs.start if before.theirs else run.theirs.start,
                after.theirs.stop if after.theirs else run.theirs.stop,
            )
            merged.append(_Run(Step.REPLACED, mine, theirs))
            index += 2
            continue
        merged.append(run)
        index += 1
    return merged


def _is_long(run: _Run) -> bool:
    return run.step is Step.REPLACED and len(run.mine) + len(run.theirs) >= 4


def _split_numbers(runs: list[_Run], quote: StrictText, source: StrictText) -> list[_Run]:
    """Set a number or sign that differs apart from the words beside it, where both sides have as many tokens."""
    split: list[_Run] = []
    for run in runs:
        if run.step is not Step.REPLACED or len(run.mine) != len(run.theirs) or not _has_value(run, quote, source):
            split.append(run)
            continue
        start = 0
        for offset in range(len(run.mine)):
            pair = _Run(
                Step.REPLACED,
                range(run.mine[offset], run.mine[offset] + 1),
                range(run.theirs[offset], run.theirs[offset] + 1),
            )
            if _has_value(pair, quote, source):
                if offset > start:
                    split.append(_Run(Step.REPLACED, run.mine[start:offset], run.theirs[start:offset]))
                split.append(pair)
                start = offset + 1
        if start < len(run.mine):
            split.append(_Run(Step.REPLACED, run.mine[start:], run.theirs[start:]))
    return split


def _inserts(runs: list[_Run]) -> bool:
    return any(run.step is Step.INSERTED for run in runs)


def _mark_moved(runs: list[_Run], quote: StrictText, source: StrictText) -> list[_Run]:
    """Mark what the quote has at one place and the source at another, just outside the passage included."""
    gone = [index for index, run in enumerate(runs) if run.step in (Step.DELETED, Step.REPLACED)]
    if not gone or (len(gone) == 1 and runs[gone[0]].mine and runs[gone[0]].theirs and not _inserts(runs)):
        return runs
    there: dict[tuple[int, ...], list[int]] = {}
    for index, run in enumerate(runs):
        if run.step in (Step.INSERTED, Step.REPLACED):
            there.setdefault(tuple(source.exact[j] for j in run.theirs), []).append(index)
    moved_from: set[int] = set()
    moved_to: set[int] = set()
    outside: list[_Run] = []
    first = min(run.theirs.start for run in runs if run.theirs)
    last = max(run.theirs.stop for run in runs if run.theirs)
    for index in gone:
        mine = runs[index].mine
        if len(mine) == 1 and len(quote.written(mine[0])) < _MOVED_LETTERS:
            continue
        wanted = tuple(quote.exact[i] for i in mine)
        places = [place for place in there.get(wanted, ()) if place != index and place not in moved_to]
        if places:
            moved_from.add(index)
            moved_to.add(places[0])
            continue
        for start in (last, first - len(mine)):
            beyond = range(start, start + len(mine))
            if start >= 0 and beyond.stop <= len(source) and tuple(source.exact[beyond.start : beyond.stop]) == wanted:
                moved_from.add(index)
                outside.append(_Run(Step.MOVED, range(0), beyond))
                first, last = min(first, beyond.start), max(last, beyond.stop)
                break
    marked: list[_Run] = []
    for index, run in enumerate(runs):
        mine_step = Step.MOVED if index in moved_from else Step.DELETED
        theirs_step = Step.MOVED if index in moved_to else Step.INSERTED
        if index not in moved_from and index not in moved_to:
            marked.append(run)
            continue
        if run.mine:
            marked.append(_Run(mine_step, run.mine, range(0)))
        if run.theirs:
            marked.append(_Run(theirs_step, range(0), run.theirs))
    for run in outside:
        marked.insert(0, run) if run.theirs.start == first and run.theirs.stop != last else marked.append(run)
    return marked
