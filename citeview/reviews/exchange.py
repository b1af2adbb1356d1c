"""Decisions out and in as JSON Lines, so that a colleague's can be set beside one's own.

Knows the lines. Must not know SQLite. A line holds what stands about one citation: no path of this computer, and not
how long anybody took. What two people decided differently is returned side by side; nothing is overwritten.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from citeview.formats.reading import ByteStream, JsonLines, Tally, read_json
from citeview.formats.typed import WrongTypeError, decode
from citeview.records.jsontext import Fault, first_fault
from citeview.records.limits import LIMITS, Limits
from citeview.records.places import ExportError, Place
from citeview.reviews.decision import Decision, Judgement, Kind
from citeview.reviews.review import MOST_NOTE_CHARACTERS, Review, storable

FORMAT = "citeview-decision@1"


@dataclass(frozen=True, slots=True)
class Conflict:
    """Hold two decisions on one citation that differ: ours as it stands, and the colleague's."""

    mine: Decision
    theirs: Decision


@dataclass(frozen=True, slots=True)
class Merge:
    """Hold what would become of a colleague's decisions on one export."""

    fresh: tuple[Decision, ...] = ()
    """On citations that nobody decided here."""
    conflicts: tuple[Conflict, ...] = ()
    agreeing: int = 0
    """The same judgement and note stand here."""
    known: int = 0
    """Held here already, whatever stands now."""
    elsewhere: int = 0
    """About another export, or another version of this one: kept apart, never carried over."""


@dataclass(frozen=True, slots=True)
class ReadDecisions:
    """Hold the decisions of a file, and one sentence for each line that holds none."""

    decisions: tuple[Decision, ...]
    problems: tuple[str, ...] = ()


def decision_lines(decisions: Iterable[Decision]) -> Iterator[str]:
    """Yield one JSON line for each decision, in the order given."""
    for decision in decisions:
        yield json.dumps(decision_json(decision), ensure_ascii=False)


def decision_json(decision: Decision) -> dict[str, object]:
    """Return what a line holds. `index` is the citation's 0-based number in its export."""
    return {
        "format": FORMAT,
        "id": decision.uid,
        "export": decision.export_digest,
        "exportName": decision.export_name,
        "index": decision.index,
        "citationId": decision.citation_id,
        "quoteDigest": decision.quote_digest,
        "judgement": decision.judgement.value if decision.judgement is not None else None,
        "note": decision.note,
        "who": decision.who,
        "time": decision.time,
        "verdict": decision.headline,
        "rules": decision.rules,
        "app": decision.app,
    }


def read_decisions(stream: ByteStream, name: str, limits: Limits = LIMITS) -> ReadDecisions:
    """Read a file of decisions. A line that holds none hides no other.

    Args:
        stream: the file, open for bytes, at its beginning.
        name: what to call it in messages.
        limits: what is read at most.

    Raises:
        ExportError: where nothing can be read at all: one sentence, with the place.
    """
    place = Place(name)
    content, _ = read_json(Tally(stream, place, limits.export_bytes), f"{name}.jsonl", limits)
    if isinstance(content, JsonLines):
        found = ((line.number, line.value, line.fault) for line in content.lines)
    else:
        values = content.value if isinstance(content.value, list) else [content.value]
        odd = content.odd
        found = ((number, value, first_fault(value) if odd else None) for number, value in enumerate(values, 1))
    decisions: dict[str, Decision] = {}
    problems: list[str] = []
    for number, value, fault in found:
        at = Place(name, number)
        try:
            decision = _decision(value, fault)
        except WrongTypeError as error:
            problems.append(str(ExportError(at.at(error.path), error.problem)))
            continue
        if decision.uid in decisions:
            problems.append(str(ExportError(at, "the same decision stands twice; the first is taken")))
            continue
        decisions[decision.uid] = decision
    if not decisions and problems:
        raise ExportError(place, f"holds no decision that can be read; the first problem: {problems[0]}")
    return ReadDecisions(tuple(decisions.values()), tuple(problems))


def merge(review: Review, decisions: Iterable[Decision]) -> Merge:
    """Set a colleague's decisions beside those that stand, and change nothing.

    `Review.take` then keeps the fresh ones, and of the conflicts those that a person chose.
    """
    fresh: dict[tuple[int, str], Decision] = {}
    conflicts: list[Conflict] = []
    agreeing = known = elsewhere = 0
    for theirs in decisions:
        if theirs.export_digest != review.export.digest:
            elsewhere += 1
            continue
        if review.knows(theirs.uid):
            known += 1
            continue
        key = (theirs.index, theirs.citation_id)
        mine = review.state(*key) or fresh.get(key)
        if mine is None:
            fresh[key] = theirs
        elif (mine.judgement, mine.note) == (theirs.judgement, theirs.note):
            agreeing += 1
        else:
            conflicts.append(Conflict(mine, theirs))
    return Merge(tuple(fresh.values()), tuple(conflicts), agreeing, known, elsewhere)


def _decision(value: object, fault: Fault | None) -> Decision:
    from citeview.reviews.wire import DecisionRecord  # brings msgspec, which a start without an import does without

    if fault is not None:
        raise WrongTypeError(*fault)
    record = decode(value, DecisionRecord)
    if record.format != FORMAT:
        raise WrongTypeError("format", f"expected {FORMAT}, got {record.format[:60]!a}")
    if record.judgement is not None and record.judgement not in set(Judgement):
        listed = ", ".join(Judgement)
        raise WrongTypeError("judgement", f"expected one of {listed} or null, got {record.judgement[:60]!a}")
    if len(record.note) > MOST_NOTE_CHARACTERS:
        raise WrongTypeError("note", f"is longer than {MOST_NOTE_CHARACTERS:,} characters")
    if record.judgement is None and not record.note:
        raise WrongTypeError("judgement", "there is neither a judgement nor a note")
    return Decision(
        row=0,
        uid=storable(record.id),
        step="",
        kind=Kind.IMPORT,
        takes=None,
        export_digest=storable(record.export),
        export_name=storable(record.export_name),
        index=record.index,
        citation_id=storable(record.citation_id),
        quote_digest=storable(record.quote_digest) if record.quote_digest is not None else None,
        judgement=Judgement(record.judgement) if record.judgement is not None else None,
        note=storable(record.note),
        headline=storable(record.verdict),
        rules=storable(record.rules),
        app=storable(record.app),
        who=storable(record.who),
        time=storable(record.time),
    )
