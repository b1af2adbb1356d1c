"""What a report needs of decisions, as protocols: a report never opens the decision database.

Decisions answer another question than verdicts do, so a report shows them apart and may do without them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from citeview.records.citation import Citation, UnreadableRecord


class ShownDecision(Protocol):
    """Hold what a person said about one citation."""

    @property
    def judgement(self) -> str | None:
        """The judgement; None where there is only a note."""
        ...

    @property
    def label(self) -> str:
        """The judgement in words."""
        ...

    @property
    def note(self) -> str:
        """The note, perhaps empty."""
        ...

    @property
    def who(self) -> str:
        """The person's name."""
        ...

    @property
    def time(self) -> str:
        """UTC, ISO 8601."""
        ...

    @property
    def headline(self) -> str:
        """The verdict's headline as it was seen."""
        ...

    @property
    def rules(self) -> str:
        """The rule set of that verdict."""
        ...

    @property
    def export_name(self) -> str:
        """Name of the export that was decided on."""
        ...


class ShownChoice(Protocol):
    """Hold what a person chose for the whole export."""

    @property
    def value(self) -> str | None:
        """What was chosen."""
        ...

    @property
    def evidence(self) -> str:
        """What was in view."""
        ...

    @property
    def who(self) -> str:
        """The person's name."""
        ...

    @property
    def time(self) -> str:
        """UTC, ISO 8601."""
        ...


def _none_earlier(index: int, record: Citation | UnreadableRecord) -> Sequence[ShownDecision]:
    return ()


@dataclass(frozen=True, slots=True)
class Decisions:
    """Hold the ways to a review's decisions. Numbers of citations count from 0."""

    of: Callable[[int, str], ShownDecision | None]
    """What stands about a citation, by its number and id."""
    earlier: Callable[[int, Citation | UnreadableRecord], Sequence[ShownDecision]] = _none_earlier
    """What stands about it on earlier versions of the export."""
    choices: Mapping[str, ShownChoice] = field(default_factory=dict)
