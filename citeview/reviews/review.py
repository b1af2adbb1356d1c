"""One review: the decisions on one export, as they stand, with their history.

Knows rows and what they add up to. Must not know SQLite's failures (`database` does) nor any window.

What is kept in memory is only ever what the rows say, read in their order: another window's rows are read in the same
way. Undo is one line of steps for an export, whoever took them, as two windows on one document have it; because only
the latest step can be taken back, no undo can meet a later decision on the same citation.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from citeview.reviews.database import Database
from citeview.reviews.decision import (
    Choice,
    Decision,
    DecisionError,
    Judgement,
    Kind,
    Progress,
    ReviewedExport,
    Seen,
    Subject,
)

MOST_NOTE_CHARACTERS = 100_000

Key = tuple[int, str]
"""Number in the export (0-based) and citation id."""


@dataclass(frozen=True, slots=True)
class Statement:
    """Hold what a person says about one citation, before it is kept."""

    subject: Subject
    judgement: Judgement | None
    seen: Seen
    note: str = ""
    spent_ms: int | None = None


def utc_now() -> str:
    """Return the time in UTC as ISO 8601 with milliseconds."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def storable(text: str) -> str:
    """Return `text` as SQLite can hold it: half a character becomes its escape."""
    return text.encode("utf-8", "backslashreplace").decode() if not text.isascii() else text


class Review:
    """Hold the decisions on one export."""

    def __init__(self, database: Database, export: ReviewedExport, *, clock: Callable[[], str] = utc_now) -> None:
        from citeview import __version__

        self.export = export
        self._database = database
        self._clock = clock
        self._app = f"citeview {__version__}"
        self._histories: defaultdict[Key, list[Decision]] = defaultdict(list)
        self._steps: dict[str, list[Decision]] = {}
        self._done: list[str] = []
        self._undone: list[str] = []
        self._counts: Counter[Judgement] = Counter()
        self._notes = 0
        self._spent_ms = 0
        self._uids: set[str] = set()
        self._last_row = 0
        self._unseen: set[int] = set()
        self._data_version = database.data_version()
        self._take(self._new_rows())

    # -- what stands

    def state(self, index: int, citation_id: str) -> Decision | None:
        """Return what stands about a citation, or None where nothing does (never decided, or taken back)."""
        history = self._histories.get((index, storable(citation_id)))
        return history[-1] if history and not history[-1].empty else None

    def history(self, index: int, citation_id: str) -> tuple[Decision, ...]:
        """Return every row about a citation, the oldest first."""
        return tuple(self._histories.get((index, storable(citation_id)), ()))

    def earlier(self, subject: Subject) -> tuple[Decision, ...]:
        """Return what stands about the same citation on other versions of the export, the latest first.

        It is the same citation where its id stands in an export of the same path, or where id and quote are the same.
        These decisions are shown as made on an earlier version; they are never carried over.
        """
        rows = self._database.rows(
            "SELECT * FROM decisions WHERE citation_id = ? AND export_digest != ? AND (export_path = ? OR "
            "quote_digest = ?) ORDER BY row",
            storable(subject.citation_id),
            self.export.digest,
            storable(self.export.path),
            subject.quote_digest,
        )
        latest = {(row["export_digest"], row["idx"]): row for row in rows}
        found = sorted(map(_decision, latest.values()), key=lambda decision: -decision.row)
        return tuple(decision for decision in found if not decision.empty)

    def earlier_count(self) -> int:
        """Count the citations that were decided on in other versions of the export, known by its path."""
        rows = self._database.rows(
            "SELECT count(*) FROM (SELECT judgement, max(row) FROM decisions WHERE export_path = ? AND "
            "export_digest != ? GROUP BY export_digest, idx, citation_id) WHERE judgement IS NOT NULL",
            storable(self.export.path),
            self.export.digest,
        )
        return int(rows[0][0])

    def decisions(self) -> tuple[Decision, ...]:
        """Return what stands about every citation, in the order of the export."""
        return tuple(
            history[-1]
            for _, history in sorted(self._histories.items(), key=lambda item: item[0])
            if not history[-1].empty
        )

    def rows(self) -> tuple[Decision, ...]:
        """Return every row about this export, the oldest first."""
        return tuple(sorted((row for history in self._histories.values() for row in history), key=lambda row: row.row))

    def progress(self) -> Progress:
        """Count what stands."""
        counts = {judgement: self._counts[judgement] for judgement in Judgement}
        return Progress(sum(counts.values()), counts, self._notes, self._spent_ms)

    def knows(self, uid: str) -> bool:
        """Say whether a row of that uid is held, whatever stands now."""
        return uid in self._uids

    # -- saying something

    def decide(self, statements: Iterable[Statement], *, who: str) -> tuple[Decision, ...]:
        """Keep what a person says, about one citation or about several in one step.

        When this returns, it is on the disk.

        Args:
            statements: at most one for each citation.
            who: the person's name.

        Raises:
            DecisionError: where it could not be kept: one sentence; nothing was changed.
        """
        statements = list(statements)
        keys = {_key(statement.subject) for statement in statements}
        if len(keys) != len(statements):
            raise DecisionError("The decision was not saved: one step decides about a citation only once.")
        for statement in statements:
            if len(statement.note) > MOST_NOTE_CHARACTERS:
                raise DecisionError(
                    f"The decision was not saved: the note is longer than {MOST_NOTE_CHARACTERS:,} characters."
                )
        step, time = uuid.uuid4().hex, self._clock()

        def rows() -> list[Decision]:
            return [self._said(statement, step, who, time) for statement in statements]

        return self._add(rows)

    def undo(self, *, who: str) -> tuple[Decision, ...]:
        """Take back the latest step; the new rows hold what stood before it. Nothing where there is none.

        Raises:
            DecisionError: where it could not be kept; nothing was changed.
        """
        return self._add(lambda: self._turned(Kind.UNDO, self._done, who))

    def redo(self, *, who: str) -> tuple[Decision, ...]:
        """Bring back the step that was taken back last. Nothing where there is none, or something was decided since.

        Raises:
            DecisionError: where it could not be kept; nothing was changed.
        """
        return self._add(lambda: self._turned(Kind.REDO, self._undone, who))

    @property
    def next_undo(self) -> tuple[Decision, ...]:
        """Return the rows of the step that `undo` would take back."""
        return tuple(self._steps[self._done[-1]]) if self._done else ()

    @property
    def next_redo(self) -> tuple[Decision, ...]:
        """Return the rows of the step that `redo` would bring back."""
        return tuple(self._steps[self._undone[-1]]) if self._undone else ()

    def take(self, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
        """Keep decisions that a colleague made, as one step, under their names, times and uids.

        Raises:
            DecisionError: where they could not be kept; nothing was changed.
        """
        step = uuid.uuid4().hex

        def rows() -> list[Decision]:
            return [_with(decision, step) for decision in decisions if decision.uid not in self._uids]

        return self._add(rows)

    # -- choices

    def choose(self, field: str, value: str | None, *, who: str, evidence: str = "") -> Choice:
        """Keep a choice for the whole export, as the unit of its numbers. None takes it back.

        Raises:
            DecisionError: where it could not be kept; nothing was changed.
        """
        choice = Choice(field, value, storable(evidence), storable(who), self._clock(), self._app)
        export = self.export
        with self._database.writing() as connection:
            connection.execute(
                "INSERT INTO choices (uid, export_digest, export_path, export_name, field, value, evidence, who, time, "
                "app) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    uuid.uuid4().hex,
                    export.digest,
                    storable(export.path),
                    storable(export.name),
                    field,
                    value,
                    choice.evidence,
                    choice.who,
                    choice.time,
                    choice.app,
                ),
            )
        return choice

    def choice_history(self, field: str) -> tuple[Choice, ...]:
        """Return every choice about one field of this export, the oldest first."""
        rows = self._database.rows(
            "SELECT * FROM choices WHERE export_digest = ? AND field = ? ORDER BY row", self.export.digest, field
        )
        return tuple(map(_choice, rows))

    def choices(self) -> dict[str, Choice]:
        """Return the choices that stand for this export, by field."""
        rows = self._database.rows("SELECT * FROM choices WHERE export_digest = ? ORDER BY row", self.export.digest)
        latest = {row["field"]: _choice(row) for row in rows}
        return {field: choice for field, choice in sorted(latest.items()) if choice.value is not None}

    # -- other windows

    def changed_since(self) -> tuple[int, ...]:
        """Read what other connections have written since the last look; return the numbers of those citations.

        Costs one look into shared memory where nothing was written: a window may ask every second.
        """
        version = self._database.data_version()
        if version != self._data_version:
            self._data_version = version
            self._unseen.update(self._take(self._new_rows()))
        changed = tuple(sorted(self._unseen))
        self._unseen.clear()
        return changed

    # -- inside

    def _add(self, rows: Callable[[], list[Decision]]) -> tuple[Decision, ...]:
        """Write rows, made after other windows' rows were read, and take them once they are on the disk."""
        with self._database.writing() as connection:
            self._unseen.update(self._take(self._new_rows()))
            fresh = rows()
            for decision in fresh:
                connection.execute(_INSERT, _values(decision, self.export))
        own = {decision.uid for decision in fresh}
        written = self._new_rows()
        self._take(written)
        self._unseen.update(decision.index for decision in written if decision.uid not in own)
        return tuple(decision for decision in written if decision.uid in own)

    def _new_rows(self) -> list[Decision]:
        return list(
            map(
                _decision,
                self._database.rows(
                    "SELECT * FROM decisions WHERE export_digest = ? AND row > ? ORDER BY row",
                    self.export.digest,
                    self._last_row,
                ),
            )
        )

    def _take(self, decisions: Iterable[Decision]) -> tuple[int, ...]:
        changed: dict[int, None] = {}
        for decision in decisions:
            history = self._histories[(decision.index, decision.citation_id)]
            if history:
                self._count(history[-1], -1)
            history.append(decision)
            self._count(decision, 1)
            self._spent_ms += decision.spent_ms or 0
            self._uids.add(decision.uid)
            self._last_row = decision.row
            changed[decision.index] = None
            self._follow(decision)
        return tuple(changed)

    def _count(self, decision: Decision, sign: int) -> None:
        if decision.judgement is not None:
            self._counts[decision.judgement] += sign
        self._notes += sign if decision.note else 0

    def _follow(self, decision: Decision) -> None:
        """Move the two lines of steps on, at the first row of each step."""
        if decision.step in self._steps:
            self._steps[decision.step].append(decision)
            return
        self._steps[decision.step] = [decision]
        taken = decision.takes
        if decision.kind is Kind.UNDO and self._done[-1:] == [taken]:
            self._undone.append(self._done.pop())
        elif decision.kind is Kind.REDO and self._undone[-1:] == [taken]:
            self._done.append(self._undone.pop())
        elif taken is None:
            self._done.append(decision.step)
            self._undone.clear()

    def _said(self, statement: Statement, step: str, who: str, time: str) -> Decision:
        subject = statement.subject
        return Decision(
            row=0,
            uid=uuid.uuid4().hex,
            step=step,
            kind=Kind.DECIDE,
            takes=None,
            export_digest=self.export.digest,
            export_name=self.export.name,
            index=subject.index,
            citation_id=storable(subject.citation_id),
            quote_digest=subject.quote_digest,
            judgement=statement.judgement,
            note=storable(statement.note),
            headline=statement.seen.headline,
            rules=statement.seen.rules,
            app=self._app,
            who=storable(who),
            time=time,
            spent_ms=statement.spent_ms,
        )

    def _turned(self, kind: Kind, steps: list[str], who: str) -> list[Decision]:
        if not steps:
            return []
        taken = self._steps[steps[-1]]
        step, time = uuid.uuid4().hex, self._clock()
        rows = []
        for decision in taken:
            stands = self._before(decision) if kind is Kind.UNDO else decision
            rows.append(
                Decision(
                    row=0,
                    uid=uuid.uuid4().hex,
                    step=step,
                    kind=kind,
                    takes=decision.step,
                    export_digest=decision.export_digest,
                    export_name=decision.export_name,
                    index=decision.index,
                    citation_id=decision.citation_id,
                    quote_digest=decision.quote_digest,
                    judgement=stands.judgement if stands is not None else None,
                    note=stands.note if stands is not None else "",
                    headline=(stands or decision).headline,
                    rules=(stands or decision).rules,
                    app=self._app,
                    who=storable(who),
                    time=time,
                )
            )
        return rows

    def _before(self, decision: Decision) -> Decision | None:
        history = self._histories[(decision.index, decision.citation_id)]
        at = next(number for number, known in enumerate(history) if known.row == decision.row)
        return history[at - 1] if at else None


def _key(subject: Subject) -> Key:
    return subject.index, storable(subject.citation_id)


def _with(decision: Decision, step: str) -> Decision:
    from dataclasses import replace

    return replace(decision, step=step, kind=Kind.IMPORT, takes=None, spent_ms=None)


_INSERT = """
INSERT INTO decisions (
    uid, step, kind, takes, export_digest, export_path, export_name, idx, citation_id, quote_digest, judgement, note,
    headline, rules, app, who, time, spent_ms
) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""


def _values(decision: Decision, export: ReviewedExport) -> tuple[object, ...]:
    return (
        decision.uid,
        decision.step,
        decision.kind.value,
        decision.takes,
        export.digest,
        storable(export.path),
        storable(export.name),
        decision.index,
        decision.citation_id,
        decision.quote_digest,
        decision.judgement.value if decision.judgement is not None else None,
        decision.note,
        decision.headline,
        decision.rules,
        decision.app,
        decision.who,
        decision.time,
        decision.spent_ms,
    )


def _decision(row: sqlite3.Row) -> Decision:
    return Decision(
        row=row["row"],
        uid=row["uid"],
        step=row["step"],
        kind=Kind(row["kind"]),
        takes=row["takes"],
        export_digest=row["export_digest"],
        export_name=row["export_name"],
        index=row["idx"],
        citation_id=row["citation_id"],
        quote_digest=row["quote_digest"],
        judgement=Judgement(row["judgement"]) if row["judgement"] is not None else None,
        note=row["note"],
        headline=row["headline"],
        rules=row["rules"],
        app=row["app"],
        who=row["who"],
        time=row["time"],
        spent_ms=row["spent_ms"],
    )


def _choice(row: sqlite3.Row) -> Choice:
    return Choice(row["field"], row["value"], row["evidence"], row["who"], row["time"], row["app"])
