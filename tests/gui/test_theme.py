"""The colour table: contrast, and that the scheme is followed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtGui import QColor, QPalette

from citeview.gui.theme import DARK, LIGHT, Colours, Scheme, Theme

Contrast = Callable[[str, str], float]

PAIRS: tuple[tuple[str, str], ...] = (
    *(
        ("text", ground)
        for ground in ("window", "base", "header", "current", "other", "passage", "band_bad", "band_neutral")
    ),
    *(
        (role, ground)
        for role in ("good", "bad", "warn", "neutral", "muted", "accent")
        for ground in ("window", "base", "header")
    ),
    ("accent_text", "accent"),
    ("changed_text", "changed"),
    ("bad", "band_bad"),
    ("muted", "band_neutral"),
)
"""Names of the colours that are shown on each other: text, ground."""


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), PAIRS, ids=lambda name: name)
def test_every_pair_is_readable(contrast: Contrast, colours: Colours, text: str, ground: str) -> None:
    assert contrast(getattr(colours, text), getattr(colours, ground)) >= 4.5


def test_contrast_is_the_published_measure(contrast: Contrast) -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_a_chosen_scheme_changes_the_palette_at_once(qtbot: Any, theme: Theme, qapp: Any) -> None:
    for scheme, colours in ((Scheme.DARK, DARK), (Scheme.LIGHT, LIGHT)):
        with qtbot.waitSignal(theme.changed):
            theme.choose(scheme)
        assert qapp.palette().color(QPalette.ColorRole.Base) == QColor(colours.base)
        assert theme.colours is colours
