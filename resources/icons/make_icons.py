"""Draw citeview.svg beside this file at the sizes that desktops ask for: `python resources/icons/make_icons.py`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

SIZES = (16, 24, 32, 48, 64, 128, 256)


def main() -> int:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    from PySide6.QtCore import QRectF, Qt
    from PySide6.QtGui import QGuiApplication, QImage, QPainter
    from PySide6.QtSvg import QSvgRenderer

    application = QGuiApplication([])
    here = Path(__file__).parent
    drawing = QSvgRenderer(str(here / "citeview.svg"))
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing.render(painter, QRectF(0, 0, size, size))
        painter.end()
        if not image.save(str(here / f"citeview-{size}.png")):
            return 1
    application.quit()
    return 0


if __name__ == "__main__":
    sys.exit(main())
