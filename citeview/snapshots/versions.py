"""Snapshots of one address at several times: which there are, what changed, and what that means for a quote.

Knows dates as they are recorded and the rule sets of the quote check. A quote that is in the older snapshot and not in
the newer one was not invented: it was there, and is gone.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from citeview.quote.results import QuoteOutcome
from citeview.quote.rules import DEFAULT_RULES, rules
from citeview.records.snapshot import SnapshotUnreadableError, StoredSnapshot
from citeview.snapshots.store import SnapshotStore, describe
from citeview.text.units import Span

_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_MOST_LINES = 20_000
"""Lines of a text that are compared; more take time with their square."""


@dataclass(frozen=True, slots=True)
class Version:
    """Name one snapshot of an address; nothing of it is verified."""

    snapshot_id: str
    url: str
    fetched_at: str | None
    attached_at: str | None
    title: str | None


@dataclass(frozen=True, slots=True)
class Change:
    """Hold one stretch of lines that is not the same: in the older text, in the newer one, both in code points."""

    older: Span
    newer: Span


@dataclass(frozen=True, slots=True)
class QuoteThenAndNow:
    """Say where a quote stands in two snapshots. None: it could not be checked there."""

    older_found: bool | None
    newer_found: bool | None
    sentence: str


def versions_of(store: SnapshotStore, url: str) -> tuple[Version, ...]:
    """Return the snapshots of an address, the oldest first; those without a time last.

    Addresses are compared as they stand, but for a fragment: another server may read any other difference.
    """
    wanted = url.partition("#")[0]
    return tuple(sorted((each for each in versions(store) if each.url.partition("#")[0] == wanted), key=_order))


def versions(store: SnapshotStore) -> Iterator[Version]:
    """Yield every snapshot that says which address it is of."""
    for snapshot_id in store.ids():
        try:
            said = describe(store, snapshot_id)
        except SnapshotUnreadableError:
            continue
        if said.url is not None:
            attached = said.metadata.get("attached")
            at = attached.get("at") if isinstance(attached, dict) else None
            yield Version(snapshot_id, said.url, said.fetched_at, at if isinstance(at, str) else None, said.title)


def compare_texts(older: str, newer: str) -> tuple[Change, ...] | None:
    """Return the stretches of lines that differ; None where the texts are too long to compare."""
    first, second = older.split("\n"), newer.split("\n")
    if max(len(first), len(second)) > _MOST_LINES:
        return None
    starts, others = _starts(first), _starts(second)
    matcher = difflib.SequenceMatcher(None, first, second, autojunk=False)
    return tuple(
        Change(_span(starts, a, b, len(older)), _span(others, c, d, len(newer)))
        for kind, a, b, c, d in matcher.get_opcodes()
        if kind != "equal"
    )


def was_and_is(
    quote: str, older: StoredSnapshot, newer: StoredSnapshot, rule_set: str = DEFAULT_RULES
) -> QuoteThenAndNow:
    """Check a quote on two snapshots and say what that means.

    Raises:
        UnknownRulesError: where there is no rule set of that name.

    """
    chosen = rules(rule_set)
    then, now = (_found(chosen.check(quote, chosen.prepare(each.text)).outcome) for each in (older, newer))
    return QuoteThenAndNow(then, now, _sentence(then, now, *_dates(older, newer)))


def day(recorded: str | None) -> str | None:
    """Return a recorded time as a day, `5 November 2026`; None where it is no ISO 8601 time."""
    found = _time(recorded)
    return None if found is None else f"{found.day} {_MONTHS[found.month - 1]} {found.year}"


def _sentence(then: bool | None, now: bool | None, older: str, newer: str) -> str:
    if then is None or now is None:
        which = older if then is None else newer
        return f"The quote could not be checked on the page {which}."
    was, is_ = "was on the page" if then else "was not on the page", "is on it" if now else "is not on it"
    if then == now:
        held = "is on the page" if now else "is not on the page"
        return f"The quote {held} {older}, and {'is' if now else 'is not'} {newer}."
    joined = "and" if then else "but"
    return f"The quote {was} {older}, {joined} {is_} {newer}."


def _found(outcome: QuoteOutcome) -> bool | None:
    if outcome is QuoteOutcome.COULD_NOT_CHECK:
        return None
    return outcome is QuoteOutcome.FOUND


def _dates(older: StoredSnapshot, newer: StoredSnapshot) -> tuple[str, str]:
    days = [day(each.fetched_at) for each in (older, newer)]
    if days[0] is not None and days[0] == days[1]:
        times = [_time(each.fetched_at) for each in (older, newer)]
        days = [f"{name} at {at:%H:%M:%S}" if at else name for name, at in zip(days, times, strict=True)]
    names = ("in the older snapshot", "in the newer snapshot")
    first, second = (f"on {name}" if name else other for name, other in zip(days, names, strict=True))
    return first, second


def _time(recorded: str | None) -> datetime | None:
    try:
        return None if recorded is None else datetime.fromisoformat(recorded)
    except ValueError:
        return None


def _order(version: Version) -> tuple[bool, str, str]:
    at = version.fetched_at or version.attached_at
    found = _time(at)
    return found is None, found.isoformat() if found else "", version.snapshot_id


def _starts(lines: list[str]) -> list[int]:
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    return starts


def _span(starts: list[int], first: int, last: int, length: int) -> Span:
    return Span(min(starts[first], length), min(starts[last], length))
