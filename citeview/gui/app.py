"""Start the application: one window, errors shown and not swallowed."""

from __future__ import annotations

import os
import sys
import traceback
from types import TracebackType

from PySide6.QtCore import QSettings, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from citeview import __version__
from citeview.gui.settings import Settings
from citeview.gui.theme import Theme
from citeview.gui.window import Window

_GRACE_MS = 2_000


def make_application(arguments: list[str]) -> QApplication:
    """Return the application with its names set; there can be only one."""
    application = QApplication(arguments)
    application.setApplicationName("citeview")
    application.setOrganizationName("citeview")
    application.setApplicationVersion(__version__)
    application.setDesktopFileName("citeview")
    return application


def run(path: str | None) -> int:
    """Open the window, on an export if one is named, and return when it is closed."""
    application = make_application(["citeview"])
    settings = QSettings()
    window = Window(Theme(application, Settings(settings).scheme, dressed=False), settings, late=True)
    show_errors_in(window)
    QTimer.singleShot(0, lambda: application.setWindowIcon(application_icon()))
    if path is not None:
        # The window is on the screen before the core is loaded and the export is read.
        window.open_after_first_paint(path)
    window.show()
    code = application.exec()
    settings.sync()
    end_workers(code)
    return code


def end_workers(code: int) -> None:
    """Let workers come to an end; where one does not in time, end the program here and now.

    A long check cannot be stopped in the middle. Left alone it would wait for an interpreter that has ended, and Qt for
    it, for ever.
    """
    # Late: most starts and ends have no worker to wait for yet.
    from citeview.gui.jobs import wait_for_workers

    if not wait_for_workers(_GRACE_MS):
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def application_icon() -> QIcon:
    """Return the icon, or an empty one where the installation lacks it."""
    from citeview.assets import asset_path

    path = asset_path("icons", "citeview.svg")
    return QIcon(str(path)) if path is not None else QIcon()


def show_errors_in(window: Window) -> None:
    """Show errors of slots and virtual methods, which Qt would print and forget, in the window's error band."""

    def hook(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        traceback.print_exception(kind, error, trace, file=sys.stderr)
        window.show_error(f"An error in the program: {kind.__name__}: {error}")

    sys.excepthook = hook
