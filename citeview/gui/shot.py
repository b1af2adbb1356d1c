"""A picture of the window, without a display."""

from __future__ import annotations

import os
import sys
import tempfile
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEventLoop, QMessageLogContext, QSettings, QTimer, QtMsgType, qInstallMessageHandler
from PySide6.QtWidgets import QApplication

from citeview.gui.app import make_application
from citeview.gui.theme import Scheme, Theme
from citeview.gui.window import Window
from citeview.session import Session

_PATIENCE_MS = 120_000


def take(session: Session, citation_id: str | None, out: Path, *, dark: bool, size: tuple[int, int]) -> str | None:
    """Write a picture of the window that shows one citation (the first one for None) to `out`.

    Returns what went wrong in one sentence, or None.
    """
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    qInstallMessageHandler(_pass_on)
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else make_application(["citeview"])
    # No settings of the person who runs this may show in the picture. Not the null device: QSettings writes a file
    # beside it and renames that, which as root puts a plain file in the device's place.
    with tempfile.TemporaryDirectory(prefix="citeview-") as folder:
        settings = QSettings(str(Path(folder, "settings.ini")), QSettings.Format.IniFormat)
        problem = _draw(application, settings, session, citation_id, out, dark=dark, size=size)
        settings.sync()
    return problem


def _draw(
    application: QApplication,
    settings: QSettings,
    session: Session,
    citation_id: str | None,
    out: Path,
    *,
    dark: bool,
    size: tuple[int, int],
) -> str | None:
    window = Window(Theme(application, Scheme.DARK if dark else Scheme.LIGHT), settings)
    window.resize(*size)
    window.show()
    loop = QEventLoop()
    window.checked.connect(loop.quit)
    patience = QTimer()
    patience.setSingleShot(True)
    patience.timeout.connect(partial(loop.exit, 1))
    patience.start(_PATIENCE_MS)
    window.show_session(session)
    if citation_id is not None and not window.choose_citation(citation_id):
        window.close()
        return f"the export holds no citation {citation_id!a}"
    if loop.exec() != 0:
        window.close()
        return (
            f"the checks were not done after {_PATIENCE_MS // 1_000} seconds; nothing is drawn of a half-checked export"
        )
    window.listing.focus_citations()
    application.processEvents()
    saved = window.grab().save(str(out), "PNG")
    window.close()
    return None if saved else f"{out}: the picture cannot be written"


def _pass_on(_kind: QtMsgType, _context: QMessageLogContext, message: str) -> None:
    # The offscreen platform says for every window that it has no size hints; that is nobody's news.
    if "propagateSizeHints" not in message:
        sys.stderr.write(message + "\n")
