"""Choosing among several matches by a record's prefix and suffix."""

from __future__ import annotations

import pytest

from citeview.quote.strict.context import choose
from citeview.text.units import Span

TEXT = "READY or not. The server said “READY”, and then READY again."
FIRST, SECOND, THIRD = (Span(at, at + 5) for at in (0, 31, 48))
ALL = (FIRST, SECOND, THIRD)


@pytest.mark.parametrize(
    ("prefix", "suffix", "chosen"),
    [
        (None, None, ALL),
        ("", "", ALL),
        ("  ", None, ALL),
        ("server said “", None, (SECOND,)),
        ('server said "', None, (SECOND,)),
        ("server   said\n", None, (SECOND,)),
        ("rver said ", None, (SECOND,)),
        (None, " or not", (FIRST,)),
        (None, " or no", (FIRST,)),
        (None, "”, and", (SECOND,)),
        ("and then ", " again", (THIRD,)),
        ("and then ", " or not", ()),
        ("somewhere else ", None, ()),
        (None, "else", ()),
    ],
)
def test_prefix_and_suffix_choose(prefix: str | None, suffix: str | None, chosen: tuple[Span, ...]) -> None:
    assert choose(ALL, TEXT, prefix, suffix) == chosen


def test_several_places_may_fit() -> None:
    text = "he said yes. he said yes. she said yes."
    matches = tuple(Span(at, at + 3) for at in (8, 21, 35))
    assert choose(matches, text, "he said ", None) == matches
    assert choose(matches, text, "she said ", None) == matches[2:]
    assert choose(matches, text, "x", None) == ()
