"""Where the window's parts lie: the list beside the two texts, the inspector below, what went wrong above."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QSplitter, QVBoxLayout, QWidget

from citeview.gui.settings import Settings


class Arrangement(QWidget):
    """Lay out the window's parts; the reader may move the borders, and they are remembered."""

    def __init__(self, error_band: QWidget, columns: tuple[QWidget, QWidget, QWidget], inspector: QWidget) -> None:
        super().__init__()
        self._columns = _splitter(Qt.Orientation.Horizontal, "columns")
        self._rows = _splitter(Qt.Orientation.Vertical, "rows")
        for part, stretch in zip(columns, (4, 5, 5), strict=True):
            self._columns.addWidget(part)
            self._columns.setStretchFactor(self._columns.count() - 1, stretch)
        self._columns.setSizes([450, 470, 520])
        self._rows.addWidget(self._columns)
        self._rows.addWidget(inspector)
        self._rows.setStretchFactor(0, 3)
        self._rows.setStretchFactor(1, 1)
        self._rows.setSizes([560, 280])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(error_band)
        column.addWidget(self._rows, 1)

    def restore(self, settings: Settings) -> None:
        """Put the borders where they were."""
        for splitter in (self._columns, self._rows):
            state = settings.layout(splitter.objectName())
            if state is not None:
                splitter.restoreState(state)

    def keep(self, settings: Settings) -> None:
        """Remember where the borders are."""
        for splitter in (self._columns, self._rows):
            settings.keep_layout(splitter.objectName(), splitter.saveState())


def _splitter(orientation: Qt.Orientation, name: str) -> QSplitter:
    made = QSplitter(orientation)
    made.setObjectName(name)
    made.setHandleWidth(1)
    made.setChildrenCollapsible(False)
    return made
