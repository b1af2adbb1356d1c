"""What the window costs, as ratios in one run: `python tests/bench/bench_window.py`. Draws off screen."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from timing import seconds

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
SAMPLE = Path(__file__).parents[2] / "resources" / "sample"

BARE = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMainWindow
app = QApplication([])
window = QMainWindow()
window.resize(1440, 900)
window.show()
QTimer.singleShot(0, app.quit)
app.exec()
"""

OURS = """
import sys
from PySide6.QtCore import QSettings, QTimer
from citeview.gui.app import make_application
from citeview.gui.theme import Theme
from citeview.gui.window import Window
app = make_application([])
window = Window(Theme(app, dressed=False), QSettings(sys.argv[3], QSettings.Format.IniFormat), late=True)
window.open_after_first_paint(sys.argv[1])
window.show()
if sys.argv[2] == "content":
    window.opened.connect(lambda: QTimer.singleShot(0, app.quit))
else:
    QTimer.singleShot(0, app.quit)
app.exec()
import os; os._exit(0)
"""


def processor_seconds(program: str, *words: str) -> float:
    # Settings are a file of their own, never the null device: as root Qt would put a plain file in its place.
    with tempfile.TemporaryDirectory() as folder:
        settings = str(Path(folder, "settings.ini"))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", program, *words, settings], check=True, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def start() -> None:
    # Compiled once, as an installation does it; otherwise every start compiles every module.
    subprocess.run([sys.executable, "-m", "compileall", "-q", str(SAMPLE.parents[1] / "citeview")], check=True)
    runs = [
        (
            processor_seconds(BARE),
            processor_seconds(OURS, str(SAMPLE), "paint"),
            processor_seconds(OURS, str(SAMPLE), "content"),
        )
        for _ in range(9)
    ]
    bare, painted, content = (statistics.median(side) for side in zip(*runs, strict=True))
    print(f"start to first painted window: {painted / bare:.2f} x a bare QMainWindow (bound 1.6)")
    print(f"start to the sample's first citation on the screen: {content / bare:.2f} x")
    print(f"  {painted:.2f}, {content:.2f} and {bare:.2f} s of processor time")


def large() -> None:
    from PySide6.QtCore import QSettings
    from PySide6.QtWidgets import QApplication, QPlainTextEdit

    from citeview.gui.app import make_application
    from citeview.gui.panes.text_view import TextView
    from citeview.gui.theme import LIGHT, Theme
    from citeview.gui.window import Window
    from citeview.session import open_export
    from citeview.snapshots.writing import write_snapshot
    from citeview.text.representation import Representation

    app = QApplication.instance() or make_application([])
    assert isinstance(app, QApplication)  # one application is all there can be
    text = "The origin serves one request in ten, and 缓存 keeps the rest. 🚀\n" * 700_000
    text = text[: 50_000_000 * len(text) // len(text.encode())]
    span = (int(len(text) * 0.8), int(len(text) * 0.8) + 40)

    def bare() -> None:
        edit = QPlainTextEdit()
        edit.resize(700, 600)
        edit.show()
        edit.setPlainText(text)
        app.processEvents()

    with tempfile.TemporaryDirectory() as folder:
        written = write_snapshot(Path(folder) / "snapshots", text.encode(), text, {})
        record = {
            "citationId": "c",
            "snapshotId": written.snapshot_id,
            "selector": {"position": {"unit": "codepoint", "start": span[0], "end": span[1]}},
        }
        (Path(folder) / "export.json").write_text(json.dumps([record]), encoding="utf-8")

        def ours() -> None:
            window = Window(Theme(app), QSettings(str(Path(folder, "settings.ini")), QSettings.Format.IniFormat))
            window.show()
            window.show_session(open_export(Path(folder)))
            app.processEvents()
            assert window.source_pane.view.marks[0].span == span  # else it has not landed
            window.close()

        ratios = [seconds(ours) / seconds(bare) for _ in range(3)]
    print(
        f"opening a 50 MB snapshot and landing at 80 %: {statistics.median(ratios):.2f} x bare setPlainText (bound 1.5)"
    )

    def show(shown: str) -> None:
        view = TextView(LIGHT)
        view.resize(700, 600)
        view.show()
        view.show_representation(Representation(shown, "text"))
        app.processEvents()

    one, lines = "word " * 2_000_000, ("word " * 399 + "word\n") * 5_000
    ratios = [seconds(lambda: show(one)) / seconds(lambda: show(lines)) for _ in range(5)]
    print(f"10 MB in one line: {statistics.median(ratios):.2f} x the same in lines of 2,000 (bound 1.5)")


if __name__ == "__main__":
    start()
    large()
