"""The Offsets and Characters tabs on the sample: what is tabled, what is previewed, what is copied."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from citeview.gui.models.rows import RowsModel
from citeview.gui.panes.marks import MarkKind
from citeview.gui.window import Window
from citeview.session import open_export


@pytest.fixture
def early(show: Callable[[Any], Window], build: Any) -> Window:
    """A highlight that lands one character early: code points declared as UTF-16."""
    text = "A🚀|READY."
    return show(build.case(text, "READY", {"unit": "utf16", "start": 3, "end": 8}))


def cells(model: RowsModel, row: int) -> list[str]:
    return [str(model.index(row, column).data()) for column in range(model.columnCount())]


def marked(window: Window, kind: MarkKind) -> list[str]:
    view = window.source_pane.view
    assert view.representation is not None
    return [view.representation.text[slice(*mark.span)] for mark in view.marks if mark.kind is kind]


def test_the_numbers_are_read_in_every_unit(early: Window) -> None:
    tab = early.lab.offsets_tab
    early.inspector.setCurrentWidget(tab)
    rows = [cells(tab.units, row) for row in range(tab.units.rowCount())]
    assert [row[0] for row in rows] == ["UTF-8 bytes", "code points", "UTF-16 units (declared)", "grapheme clusters"]
    assert "cuts" in rows[0][2]
    assert rows[1][2] == "✓ selects the quote"
    assert "1 code point early, ends 1 early" in rows[2][2]
    assert rows[1][-1] == "[4, 9)"
    assert tab.units.index(2, 0).data(Qt.ItemDataRole.FontRole).bold()


def test_the_readings_that_explain_come_first(early: Window, qtbot: Any) -> None:
    tab = early.lab.offsets_tab
    early.inspector.setCurrentWidget(tab)
    qtbot.waitUntil(lambda: tab.readings.rowCount() > 0)
    assert cells(tab.readings, 0)[0] == "Read as code points"
    assert "reproduce the quote" in tab.words.text()


def test_a_click_previews_and_the_verdict_stays(early: Window) -> None:
    tab = early.lab.offsets_tab
    early.inspector.setCurrentWidget(tab)
    tab.units_view.selectRow(1)
    assert marked(early, MarkKind.PREVIEW) == ["READY"]
    assert marked(early, MarkKind.CURRENT) == ["|READ"]
    assert "Range ≠ quote" in early.listing.model.index(0, 0).data()


def test_the_lab_waits_until_it_is_looked_at(early: Window) -> None:
    assert early.lab.offsets_tab.subject is None
    early.inspector.setCurrentWidget(early.lab.offsets_tab)
    assert early.lab.offsets_tab.subject is not None


def test_a_bug_report_is_copied_whole_and_masked(early: Window, qtbot: Any, tmp_path: Path) -> None:
    early.inspector.setCurrentWidget(early.lab.offsets_tab)
    for name in ("report", "masked"):
        QApplication.clipboard().clear()
        qtbot.mouseClick(early.lab.offsets_tab.buttons[name], Qt.MouseButton.LeftButton)
        report = QApplication.clipboard().text()
        assert "```json" in report
        fixture = tmp_path / f"{name}.json"
        fixture.write_text(report.split("```json\n")[-1].split("\n```")[0], encoding="utf-8")
        with open_export(fixture) as session:
            assert session.verdict(0).headline.value == "range-disagrees"
        assert ("READY" in report) is (name == "report")


def test_code_is_copied(early: Window) -> None:
    early.inspector.setCurrentWidget(early.lab.offsets_tab)
    early.lab.offsets_tab.code_asked.emit(early.lab.offsets_tab.subject, "javascript")
    assert "slice" in QApplication.clipboard().text()


def test_the_ruler_shows_cells_marks_and_facts(early: Window, qtbot: Any) -> None:
    tab = early.lab.characters_tab
    early.inspector.setCurrentWidget(tab)
    assert tab.view.cell == 2
    assert "U+007C VERTICAL LINE" in tab.facts.whole
    assert "declared start" in tab.facts.whole
    qtbot.keyClick(tab.view, Qt.Key.Key_Left)
    assert "U+1F680 ROCKET" in tab.facts.whole
    qtbot.mouseMove(tab.view, tab.view.cell_rect(3).center().toPoint())
    qtbot.waitUntil(lambda: "LETTER R" in tab.facts.whole)
    tab.copy()
    assert "ROCKET" in QApplication.clipboard().text()


def test_the_two_marks_differ_in_colour_and_shape(early: Window) -> None:
    tab = early.lab.characters_tab
    early.inspector.setCurrentWidget(tab)
    image = tab.view.grab().toImage()
    theme = early._theme.colours
    heads: dict[str, set[tuple[int, int]]] = {theme.bad: set(), theme.good: set()}
    for y in range(24):
        for x in range(image.width()):
            name = image.pixelColor(x, y).name()
            if name in heads:
                heads[name].add((x, y))
    widths = {name: {y: sum(1 for _, row in spots if row == y) for _, y in spots} for name, spots in heads.items()}
    assert all(heads.values())
    square, triangle = widths[theme.bad], widths[theme.good]
    assert len(set(list(square.values())[2:6])) < len(set(triangle.values()))


def test_walking_past_an_end_goes_on_along_the_text(show: Callable[[Any], Window], build: Any, qtbot: Any) -> None:
    text = "x" * 200 + "READY" + "y" * 200
    window = show(build.case(text, "READY", {"unit": "codepoint", "start": 200, "end": 205}))
    tab = window.lab.characters_tab
    window.inspector.setCurrentWidget(tab)
    for _ in range(60):
        qtbot.keyClick(tab.view, Qt.Key.Key_Right)
    assert "LETTER Y" in tab.facts.whole


def test_a_citation_without_a_range_says_so(show: Callable[[Any], Window], build: Any) -> None:
    window = show(build.bundle([build.record(url="https://example.com")]))
    window.inspector.setCurrentWidget(window.lab.offsets_tab)
    assert "no range" in window.lab.offsets_tab.words.text()
    assert not window.lab.offsets_tab.buttons["report"].isEnabled()
    window.inspector.setCurrentWidget(window.lab.characters_tab)
    assert "no range" in window.lab.characters_tab.facts.whole
