"""Scripts that are written without spaces: where a run of their characters ends.

Word segmentation is not used: its dictionaries change, and a verdict must not. Knows tokens. Must not know how a
match is judged otherwise.
"""

from __future__ import annotations

from citeview.quote.strict.bits import LINE, NUMBER, SPACE, UNSPACED
from citeview.quote.strict.tokens import StrictText
from citeview.text.units import Span

RUN_LENGTH = 8
"""A match of as many characters or clusters says enough to be shown although it begins or ends inside a longer run."""

_EDGE = 12
"""How many tokens of the run are shown beyond the match."""


def glued_across(gap: int) -> bool:
    """Say whether two characters of such a script go on over this gap: nothing, or one line end."""
    return gap == 0 or (gap & LINE != 0 and not gap & ~(SPACE | LINE))


def run_before(source: StrictText, first: int) -> Span | None:
    """Return what stands in front of token `first` in the same run, or None where the run begins there."""
    if not source.flags[first] & UNSPACED or first == 0:
        return None
    if source.flags[first - 1] & NUMBER and source.gaps[first] == 0:
        return Span(source.starts[first - 1], source.starts[first])
    index = first
    while index and first - index < _EDGE and source.flags[index - 1] & UNSPACED and glued_across(source.gaps[index]):
        index -= 1
    return Span(source.starts[index], source.starts[first]) if index < first else None


def run_after(source: StrictText, last: int) -> Span | None:
    """Return what stands behind token `last` in the same run, or None where the run ends there."""
    if not source.flags[last] & UNSPACED:
        return None
    index = last
    while (
        index + 1 < len(source)
        and index - last < _EDGE
        and source.flags[index + 1] & UNSPACED
        and glued_across(source.gaps[index + 1])
    ):
        index += 1
    return Span(source.ends[last], source.ends[index]) if index > last else None
