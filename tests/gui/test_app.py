"""The program as a process: it starts, shows errors, follows the system's colours, and ends whatever its workers do."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt

from citeview.gui import shot
from citeview.gui.theme import DARK, LIGHT, Scheme, Theme
from citeview.session import open_export

if TYPE_CHECKING:
    import pytest

ROOT = Path(__file__).parents[2]
SAMPLE = ROOT / "resources" / "sample"

QUIT_WHILE_CHECKING = """
import sys, threading
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from citeview.session import Session
import citeview.gui.app as app
begun = threading.Event()
def for_ever(self, index, **more):
    begun.set()
    threading.Event().wait()
Session.verdict = for_ever
made = app.make_application
def make(arguments):
    application = made(arguments)
    timer = QTimer(application)
    timer.timeout.connect(lambda: QApplication.closeAllWindows() if begun.is_set() else None)
    timer.start(10)
    return application
app.make_application = make
sys.exit(app.run(sys.argv[1]))
"""


def run(program: str, tmp_path: Path, *words: str) -> subprocess.CompletedProcess[str]:
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "XDG_DATA_HOME": str(tmp_path)}
    return subprocess.run(
        [sys.executable, "-c", program, *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        cwd=ROOT,
        env={**os.environ, **home, "QT_QPA_PLATFORM": "offscreen"},
    )


def test_the_program_ends_although_a_check_never_does(tmp_path: Path) -> None:
    ended = run(QUIT_WHILE_CHECKING, tmp_path, str(SAMPLE))
    assert ended.returncode == 0, ended.stderr


def test_a_picture_of_every_kind_of_size_and_scheme(qtbot: Any, tmp_path: Path) -> None:
    from PySide6.QtGui import QImage

    for dark, size in ((False, (1280, 800)), (True, (1440, 900))):
        out = tmp_path / f"{dark}.png"
        with open_export(SAMPLE) as session:
            assert shot.take(session, "c-02", out, dark=dark, size=size) is None
        image = QImage(str(out))
        assert (image.width(), image.height()) == size
        colours = DARK if dark else LIGHT
        shown = {image.pixelColor(x, y).name() for x in range(0, size[0], 3) for y in range(0, size[1], 3)}
        assert {colours.base, colours.window, colours.current, colours.passage} <= shown


def test_an_export_without_that_citation_is_not_drawn(qtbot: Any, tmp_path: Path) -> None:
    with open_export(SAMPLE) as session:
        problem = shot.take(session, "c-99", tmp_path / "out.png", dark=False, size=(800, 600))
    assert problem is not None
    assert "c-99" in problem
    assert not (tmp_path / "out.png").exists()


def test_a_picture_that_cannot_be_written_is_said(qtbot: Any, tmp_path: Path) -> None:
    with open_export(SAMPLE) as session:
        problem = shot.take(session, None, tmp_path / "no" / "out.png", dark=False, size=(800, 600))
    assert problem is not None
    assert "cannot be written" in problem


def test_half_checked_exports_are_not_drawn(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shot, "_PATIENCE_MS", 0)
    with open_export(SAMPLE) as session:
        problem = shot.take(session, None, tmp_path / "out.png", dark=False, size=(800, 600))
    assert problem is not None
    assert "not done" in problem
    assert not (tmp_path / "out.png").exists()


def test_the_colours_follow_the_system_and_a_choice_stays(
    qtbot: Any, qapp: Any, theme: Theme, monkeypatch: pytest.MonkeyPatch
) -> None:
    now, hints = [Qt.ColorScheme.Light], qapp.styleHints()
    monkeypatch.setattr("citeview.gui.theme.QGuiApplication.styleHints", lambda: _Hints(now))
    theme.choose(Scheme.SYSTEM)
    assert theme.colours is LIGHT
    now[0] = Qt.ColorScheme.Dark
    with qtbot.waitSignal(theme.changed):
        hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.colours is DARK
    theme.choose(Scheme.LIGHT)
    hints.colorSchemeChanged.emit(Qt.ColorScheme.Dark)
    assert theme.colours is LIGHT


class _Hints:
    def __init__(self, now: list[Qt.ColorScheme]) -> None:
        self._now = now

    def colorScheme(self) -> Qt.ColorScheme:  # noqa: N802  # Qt's own name
        return self._now[0]
