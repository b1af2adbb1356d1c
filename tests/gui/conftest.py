"""A window on the sample export, with settings of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PySide6.QtCore import QSettings

from citeview.gui.panes.text_view import TextView
from citeview.gui.theme import LIGHT, Scheme, Theme
from citeview.gui.window import Window
from citeview.reviews.database import open_database
from citeview.session import Session, open_export

if TYPE_CHECKING:
    from PySide6.QtWidgets import QApplication

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"


@pytest.fixture
def settings(tmp_path: Path) -> QSettings:
    return QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def theme(qapp: QApplication) -> Iterator[Theme]:
    made = Theme(qapp, Scheme.LIGHT)
    yield made
    made.setParent(None)


@pytest.fixture
def make_window(qtbot: Any, theme: Theme, settings: QSettings, tmp_path: Path) -> Callable[..., Window]:
    """Make a shown window; it is closed at the end of the test."""

    def make(**more: Any) -> Window:
        # Decisions go to this test's own file, under a name that is not asked for.
        given = {"open_decisions": lambda: open_database(tmp_path / "decisions.sqlite3"), "ask_name": lambda: "Ada"}
        window = Window(theme, settings, **(given | more))
        qtbot.addWidget(window)
        window.resize(1280, 800)
        window.show()
        qtbot.waitExposed(window)
        return window

    return make


@pytest.fixture
def show(qtbot: Any, make_window: Callable[..., Window]) -> Callable[[Any], Window]:
    """Show an export and wait until every verdict is known."""

    def run(export: Session | Path) -> Window:
        window = make_window()
        with qtbot.waitSignal(window.checked, timeout=60_000):
            window.show_session(open_export(export) if isinstance(export, Path) else export)
        return window

    return run


@pytest.fixture
def sample(show: Callable[[Any], Window]) -> Window:
    return show(SAMPLE)


@pytest.fixture
def view(qtbot: Any) -> TextView:
    """Show an empty text view."""
    made = TextView(LIGHT)
    qtbot.addWidget(made)
    made.resize(700, 300)
    made.show()
    qtbot.waitExposed(made)
    return made
