"""Presenting to an audience, and handing over a report."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from citeview.gui.jobs import wait_for_workers
from citeview.gui.present import MOTION_MS, Present
from citeview.gui.window import Window
from citeview.reviews.database import Database, open_database
from citeview.session import open_export

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"


@pytest.fixture
def presentation(sample: Window, qtbot: Any) -> Present:
    sample.choose(0)
    sample.present()
    assert isinstance(sample.presentation, Present)
    qtbot.addWidget(sample.presentation)
    sample.presentation.resize(1280, 800)
    return sample.presentation


def test_one_citation_at_a_time_in_words(presentation: Present, qtbot: Any) -> None:
    assert presentation.headline.text() == "✓ Quote found"
    assert "the origin serves only 1 request in 10" in presentation.source.toPlainText()
    for key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp, Qt.Key.Key_Right):
        qtbot.keyClick(presentation, key)
    assert presentation.number == 1
    assert presentation.headline.text().startswith("≈ Closest passage in the source:")


def test_every_citation_can_be_shown_and_the_ends_hold(presentation: Present, sample: Window, qtbot: Any) -> None:
    total = sample.listing.model.rowCount()
    for _ in range(total + 3):
        qtbot.keyClick(presentation, Qt.Key.Key_Space)
    assert presentation.number == total - 1
    assert presentation.count.text() == f"{total} / {total}"


def test_escape_goes_back_to_the_citation_that_was_shown(presentation: Present, sample: Window, qtbot: Any) -> None:
    qtbot.keyClick(presentation, Qt.Key.Key_Right)
    qtbot.keyClick(presentation, Qt.Key.Key_Right)
    qtbot.keyClick(presentation, Qt.Key.Key_Escape)
    assert sample.number == 2


def test_nothing_private_is_on_the_screen(presentation: Present, sample: Window, qtbot: Any) -> None:
    sample.deciding.reviewing.note(1, "my secret note")
    qtbot.keyClick(presentation, Qt.Key.Key_Right)
    shown = " ".join(
        [
            presentation.headline.text(),
            presentation.meaning.text(),
            presentation.count.text(),
            presentation.claim.toPlainText(),
            presentation.source.toPlainText(),
            presentation.windowTitle(),
        ]
    )
    for private in ("secret", "Ada", "/", "export.json", "resources"):
        assert private not in shown.replace("2 / 29", "").replace("1/2", "")


def test_motion_is_short_or_none(presentation: Present, monkeypatch: pytest.MonkeyPatch) -> None:
    assert MOTION_MS <= 150
    monkeypatch.setattr(Present, "moves", property(lambda _self: False))
    presentation.step(1)
    assert not presentation._bar.isVisible()


@pytest.mark.parametrize("ending", [".html", ".csv", ".json"])
def test_a_report_is_written_with_the_decisions(sample: Window, qtbot: Any, tmp_path: Path, ending: str) -> None:
    sample.choose(0)
    sample.deciding.decide_supports()
    out = tmp_path / f"report{ending}"
    with qtbot.waitSignal(sample.reporting.written, timeout=30_000):
        sample.reporting.write(out)
    text = out.read_text("utf-8")
    assert "c-01" in text
    assert "upports" in text
    assert "Ada" in text


def test_a_report_that_cannot_be_written_is_said_in_place(sample: Window, qtbot: Any, tmp_path: Path) -> None:
    sample.reporting.write(tmp_path / "nowhere" / "report.html")
    qtbot.waitUntil(lambda: sample.error_band.isVisible())
    assert "report.html" in sample.error_band.text()


@pytest.fixture
def held(make_window: Callable[..., Window], qtbot: Any, tmp_path: Path) -> tuple[Window, threading.Event]:
    """Show the sample; a report that is begun waits for the event before it is written."""
    gate = threading.Event()

    def open_decisions() -> Database:
        if threading.current_thread() is not threading.main_thread():
            assert gate.wait(30)
        return open_database(tmp_path / "decisions.sqlite3")

    window = make_window(open_decisions=open_decisions)
    with qtbot.waitSignal(window.checked, timeout=60_000):
        window.show_session(open_export(SAMPLE))
    return window, gate


@pytest.mark.parametrize("how", ["cancel", "close"])
def test_a_report_that_is_stopped_leaves_nothing_and_is_said(
    held: tuple[Window, threading.Event], qtbot: Any, tmp_path: Path, how: str
) -> None:
    window, gate = held
    window.reporting.write(tmp_path / "report.html")
    qtbot.waitUntil(window.work_bar.isVisible)
    if how == "cancel":
        qtbot.mouseClick(window.work_bar.findChild(QPushButton, "cancel"), Qt.MouseButton.LeftButton)
    else:
        window.close_export()
    assert not window.work_bar.isVisible()
    assert window.statusBar().currentMessage() == "The report has been stopped."
    gate.set()
    assert wait_for_workers(30_000)
    assert list(tmp_path.glob("*report*")) == []


def test_a_report_that_is_begun_while_another_is_written_takes_its_place(
    held: tuple[Window, threading.Event], qtbot: Any, tmp_path: Path
) -> None:
    window, gate = held
    window.reporting.write(tmp_path / "first.html")
    with qtbot.waitSignal(window.reporting.written, timeout=30_000):
        window.reporting.write(tmp_path / "second.html")
        gate.set()
    assert wait_for_workers(30_000)
    assert (tmp_path / "second.html").exists()
    assert not (tmp_path / "first.html").exists()
