"""Headers of panes in little room, text from right to left, and what the status line says of which text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtGui import QFontMetrics

from citeview.gui.panes.pane import ElidedLabel
from citeview.gui.window import Window

FACTS = "sha256:9b1e…c04d ✓ verified · fetched 2026-11-05 · declared unit: UTF-16 units"


@pytest.fixture
def label(qtbot: Any) -> ElidedLabel:
    made = ElidedLabel()
    qtbot.addWidget(made)
    return made


def fit(label: ElidedLabel, share: float) -> str:
    """Show the label in a share of the room that its whole text needs."""
    label.resize(round(QFontMetrics(label.font()).horizontalAdvance(label.whole) * share), 30)
    label.show()
    shown = label.text()
    assert QFontMetrics(label.font()).horizontalAdvance(shown) <= label.width() + 2
    return shown.replace("\u2068", "").replace("\u2069", "")


def test_with_room_everything_is_shown(label: ElidedLabel) -> None:
    label.show_text(FACTS, "Content delivery networks")
    assert fit(label, 1.05) == label.whole == f"Content delivery networks · {FACTS}"
    assert label.toolTip() == ""


@pytest.mark.parametrize("share", [0.9, 0.85, 0.75])
def test_the_name_gives_way_before_what_was_verified(label: ElidedLabel, share: float) -> None:
    label.show_text(FACTS, "Content delivery networks and how they are paid for, a very long title indeed")
    shown = fit(label, share)
    assert shown.endswith(FACTS)
    assert "…" in shown.removesuffix(FACTS)
    assert "very long title" in label.toolTip()
    assert label.accessibleName() == label.whole


def test_with_very_little_room_both_begin(label: ElidedLabel) -> None:
    label.show_text(FACTS, "Content delivery networks")
    shown = fit(label, 0.6)
    assert shown.startswith("Con")
    assert "✓ verified" in shown
    assert shown.endswith("…")


def test_a_name_from_right_to_left_turns_nothing_else(label: ElidedLabel) -> None:
    label.show_text(FACTS, "דוח יומי")
    label.resize(2_000, 30)
    assert label.text().startswith("\u2068דוח יומי\u2069 · sha256:")


def test_a_name_that_looks_like_markup_stays_text(label: ElidedLabel) -> None:
    label.show_text("facts", "<b>bold</b>" * 30)
    fit(label, 0.3)
    assert "&lt;b&gt;" in label.toolTip()
    assert label.whole.startswith("<b>bold</b>")


def test_text_from_right_to_left_is_isolated_on_the_check_page(sample: Window) -> None:
    assert sample.choose_citation("c-11")
    page = sample.check_tab.browser.toPlainText()
    line = next(line for line in page.splitlines() if line.startswith("Source"))
    assert line.startswith("Source: \u2068")
    assert line.endswith("\u2069")
    assert "“הסטטוס הוא READY”" in line


def test_the_status_line_is_about_a_text_that_is_shown(sample: Window, qtbot: Any) -> None:
    assert sample.choose_citation("c-08")
    qtbot.waitUntil(lambda: "LETTER R" in sample.caret_label.text())
    assert sample.choose_citation("c-17")
    assert sample.source_pane.is_empty
    answer = sample.answer_pane.view
    assert answer.representation is not None
    qtbot.waitUntil(lambda: f"code point {answer.caret} " in sample.caret_label.text())
    sample.close_export()
    qtbot.waitUntil(lambda: sample.caret_label.text() == "")


def test_the_status_line_follows_the_keyboard(sample: Window, qtbot: Any) -> None:
    assert sample.choose_citation("c-04")
    source, answer = sample.source_pane.view, sample.answer_pane.view
    assert source.caret != answer.caret
    sample.activateWindow()
    for focus, view in ((sample.focus_answer, answer), (sample.focus_source, source)):
        focus()
        qtbot.waitUntil(view.hasFocus)
        qtbot.waitUntil(lambda view=view: f"code point {view.caret} " in sample.caret_label.text())


def test_a_citation_without_an_answer_and_without_a_source_clears_the_line(
    show: Callable[[Any], Window], build: Any, qtbot: Any
) -> None:
    window = show(build.bundle([build.record("c-1", url="https://example.com")]))
    qtbot.waitUntil(lambda: window.caret_label.text() == "")
    assert window.source_pane.is_empty
    assert window.answer_pane.is_empty
