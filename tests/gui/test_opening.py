"""Opening and checking off the window's thread: progress, cancelling, closing in the middle."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel, QPushButton

from citeview.gui.window import Window
from citeview.session import Session, open_export

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"


class Gated:
    """A session whose verdicts and whose opening wait for the test."""

    def __init__(self, inner: Session, gate: threading.Event, closed: list[Path]) -> None:
        self._inner = inner
        self._gate = gate
        self._closed = closed

    def __getattr__(self, name: str) -> Any:
        return getattr(self._inner, name)

    def __len__(self) -> int:
        return len(self._inner)

    def verdict(self, index: int) -> Any:
        assert self._gate.wait(30)
        return self._inner.verdict(index)

    def close(self) -> None:
        self._closed.append(self._inner.path)
        self._inner.close()


@pytest.fixture
def gate() -> Iterator[threading.Event]:
    made = threading.Event()
    yield made
    made.set()


@pytest.fixture
def closed() -> list[Path]:
    return []


def cancel_button(window: Window) -> QPushButton:
    found = window.findChild(QPushButton, "cancel")
    assert found is not None
    return found


def test_a_slow_opening_shows_progress_and_can_be_cancelled(
    make_window: Callable[..., Window], qtbot: Any, gate: threading.Event, closed: list[Path]
) -> None:
    def slowly(path: Path) -> Any:
        assert gate.wait(30)
        return Gated(open_export(path), gate, closed)

    window = make_window(open_session=slowly)
    window.open_path(SAMPLE)
    qtbot.waitUntil(lambda: cancel_button(window).isVisible())
    cancel_button(window).click()
    assert not cancel_button(window).isVisible()
    gate.set()
    qtbot.waitUntil(lambda: len(closed) == 1)
    assert window.session is None, "what was cancelled is closed and never shown"
    assert "Open an export" in window.answer_pane.empty.text()


def test_an_export_that_is_open_stays_when_another_opening_is_cancelled(
    make_window: Callable[..., Window], qtbot: Any, gate: threading.Event, closed: list[Path], build: Any
) -> None:
    window = make_window(open_session=lambda path: gate.wait(30) and Gated(open_export(path), gate, closed))
    with qtbot.waitSignal(window.checked, timeout=60_000):
        window.show_session(open_export(SAMPLE))
    first = window.session
    window.open_path(build.bundle([build.record(url="https://example.com")]))
    qtbot.waitUntil(lambda: cancel_button(window).isVisible())
    cancel_button(window).click()
    gate.set()
    qtbot.waitUntil(lambda: len(closed) == 1)
    assert window.session is first
    assert window.listing.model.rowCount() == len(open_export(SAMPLE))


def test_a_window_that_is_closed_takes_nothing_any_more(
    make_window: Callable[..., Window], qtbot: Any, gate: threading.Event, closed: list[Path]
) -> None:
    window = make_window(open_session=lambda path: gate.wait(30) and Gated(open_export(path), gate, closed))
    window.open_path(SAMPLE)
    window.close()
    gate.set()
    qtbot.waitUntil(lambda: len(closed) == 1)
    assert window.session is None


def test_progress_goes_with_the_export(
    make_window: Callable[..., Window], qtbot: Any, gate: threading.Event, closed: list[Path]
) -> None:
    window = make_window()
    window.show_session(Gated(open_export(SAMPLE), gate, closed))
    qtbot.waitUntil(lambda: cancel_button(window).isVisible())
    window.close_export()
    assert not cancel_button(window).isVisible()
    gate.set()
    assert closed == [SAMPLE]


def test_checks_can_be_stopped_and_a_chosen_citation_is_still_checked(
    make_window: Callable[..., Window], qtbot: Any, gate: threading.Event, closed: list[Path]
) -> None:
    window = make_window()
    window.show_session(Gated(open_export(SAMPLE), gate, closed))
    qtbot.waitUntil(lambda: cancel_button(window).isVisible())
    cancel_button(window).click()
    gate.set()
    qtbot.waitUntil(lambda: window.listing.model.verdict(0) is not None)
    assert window.listing.model.verdict(20) is None
    window.choose(20)
    qtbot.waitUntil(lambda: window.listing.model.verdict(20) is not None)
    assert window.listing.model.verdict(21) is None
    assert "… checking" not in window.check_tab.browser.toPlainText()


def test_the_first_export_opens_after_the_first_picture_and_off_the_thread(
    qtbot: Any, theme: Any, settings: Any
) -> None:
    threads: list[int] = []

    def noted(path: Path) -> Session:
        threads.append(threading.get_ident())
        return open_export(path)

    window = Window(theme, settings, open_session=noted)
    qtbot.addWidget(window)
    window.open_after_first_paint(SAMPLE)
    assert "Opening sample" in window.answer_pane.empty.text()
    assert threads == []
    with qtbot.waitSignal(window.checked, timeout=60_000):
        window.show()
    assert threads != [threading.get_ident()]


@pytest.mark.parametrize("error", [OSError("disk on fire"), MemoryError(), RecursionError("too deep")])
def test_an_error_that_nobody_foresaw_is_said_with_the_file(
    make_window: Callable[..., Window], qtbot: Any, error: Exception
) -> None:
    def fail(_path: Path) -> Session:
        raise error

    window = make_window(open_session=fail)
    window.open_after_first_paint(SAMPLE)
    window.update()
    qtbot.waitUntil(lambda: window.error_band.isVisible())
    assert "sample" in window.error_band.text()
    assert type(error).__name__ in window.error_band.text()
    assert "Opening" not in window.answer_pane.empty.text()


def test_problems_of_the_export_are_said_with_how_many_more(show: Callable[[Any], Window], build: Any) -> None:
    window = show(build.bundle([build.record("twice", url="https://a.example"), build.record("twice")]))
    shown = window.findChild(QLabel, "errorBand")
    assert shown is not None
    assert shown.isVisible()
    assert "twice" in shown.text()
