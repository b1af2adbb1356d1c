"""The headline table: what is said about a citation, to the letter, how it looks and what it means.

Data in one place, for the verdicts, the window, the reports and the help. Imports nothing, so that the window can
draw itself before anything is checked.
"""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Headline(enum.StrEnum):
    """Name the one line that is said about a citation."""

    FOUND = "found"
    RANGE_DISAGREES = "range-disagrees"
    RANGE_INVALID = "range-invalid"
    FOUND_WITH_EDITS = "found-with-edits"
    CLOSEST = "closest"
    ABSENT = "absent"
    COULD_NOT_CHECK = "could-not-check"
    QUOTE_NOT_CHECKABLE = "quote-not-checkable"
    RANGE_ONLY = "range-only"
    NO_RANGE = "no-range"


class Role(enum.StrEnum):
    """Name a colour role; themes give the colour. Colour never stands alone: every headline has a mark and words."""

    GOOD = "good"
    BAD = "bad"
    WARN = "warn"
    NEUTRAL = "neutral"


@dataclass(frozen=True, slots=True)
class HeadlineRow:
    """Hold how one headline looks and what it means."""

    label: str
    """To the letter; `{…}` is filled by the verdict."""
    short: str
    """For a narrow table cell."""
    mark: str
    role: Role
    attention: bool
    """Whether a reviewer should look at it before the ones that are found."""
    help: str


HEADLINES: dict[Headline, HeadlineRow] = {
    Headline.FOUND: HeadlineRow(
        "Quote found",
        "Quote found",
        "✓",
        Role.GOOD,
        False,
        "The quote is one unbroken run of whole tokens of the stored source, and the declared range, if there is one, "
        "selects it. This says nothing about whether the source is right or supports the claim.",
    ),
    Headline.RANGE_DISAGREES: HeadlineRow(
        "Range does not select the quote",
        "Range ≠ quote",
        "↔",
        Role.BAD,
        True,
        "The quote stands in the source, and the declared range selects something else. The range is not repaired.",
    ),
    Headline.RANGE_INVALID: HeadlineRow(
        "Range is invalid: {which}",
        "Range invalid",
        "✂",
        Role.BAD,
        True,
        "The declared numbers are no range of this text in the declared unit.",
    ),
    Headline.FOUND_WITH_EDITS: HeadlineRow(
        "Quote found with edits:",
        "Found with edits",
        "≋",
        Role.WARN,
        True,
        "The quote stands in the source only after the listed edits. It is not counted as found.",
    ),
    Headline.CLOSEST: HeadlineRow(
        "Closest passage in the source:",
        "Closest passage",
        "≈",
        Role.WARN,
        True,
        "The quote does not stand in the source. The passage shown shares at least half of the quote's words; "
        "a similar passage never passes a quote.",
    ),
    Headline.ABSENT: HeadlineRow(
        "The cited source does not contain this quote.",
        "Not in source",
        "✗",
        Role.BAD,
        True,
        "The quote does not stand in the stored source, and no passage shares half of its words.",
    ),
    Headline.COULD_NOT_CHECK: HeadlineRow(
        "Could not check the source. {reason}",
        "Could not check",
        "?",
        Role.NEUTRAL,
        True,
        "Something that the check needs is missing, damaged or not declared. This is not a pass.",
    ),
    Headline.QUOTE_NOT_CHECKABLE: HeadlineRow(
        "Could not check this quote: {reason}",
        "Not checkable",
        "?",
        Role.NEUTRAL,
        True,
        "The rules cannot decide this quote, for example because a number touches a sign or a unit outside it. "
        "This is not a pass.",
    ),
    Headline.RANGE_ONLY: HeadlineRow(
        "Range selects this text; there is no quote to compare",
        "Range only",
        "▭",
        Role.NEUTRAL,
        False,
        "The declared range is valid and selects the text shown. The export holds no source quote to compare it with.",
    ),
    Headline.NO_RANGE: HeadlineRow(
        "No range supplied",
        "No range supplied",
        "∅",
        Role.NEUTRAL,
        False,
        "The export names a source and neither a range nor a quote in it. Nothing is invented.",
    ),
}
