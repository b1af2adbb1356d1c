"""A pane: a header, perhaps a band with a warning, and a text or the words that say why there is none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QStackedWidget, QVBoxLayout, QWidget

from citeview.checks.headlines import Role
from citeview.gui.panes.text_view import TextView
from citeview.gui.theme import Colours


class ElidedLabel(QLabel):
    """Show one line of plain text, cut in the middle where there is no room; the tool tip has all of it.

    A name may stand before it, of which less is shown first: a title may be long, and what was verified must be seen.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._name = self._text = ""
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def show_text(self, text: str, name: str = "") -> None:
        """Show another text, after a name from a file if there is one."""
        self._name, self._text = name, text
        self.setAccessibleName(self.whole)
        self._fit()

    @property
    def whole(self) -> str:
        """Return the text before it is cut."""
        return _BETWEEN.join(filter(None, (self._name, self._text)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Cut the text anew."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        metrics, room = QFontMetrics(self.font()), self.width()
        if not self._name:
            shown = metrics.elidedText(self._text, Qt.TextElideMode.ElideMiddle, room)
        else:
            tail = _BETWEEN + self._text if self._text else ""
            least = min(metrics.horizontalAdvance(self._name) + 2, round(room * _LEAST_NAME))
            name_room = max(room - metrics.horizontalAdvance(tail), least)
            name = metrics.elidedText(self._name, Qt.TextElideMode.ElideRight, name_room)
            tail = metrics.elidedText(tail, Qt.TextElideMode.ElideRight, room - metrics.horizontalAdvance(name))
            # A name from right to left would turn the order of everything after it.
            shown = f"\u2068{name}\u2069{tail}"
        self.setText(shown)
        cut = shown.replace("\u2068", "").replace("\u2069", "") != self.whole
        # A tool tip that looks like HTML would be shown as HTML.
        self.setToolTip(plain_tool_tip(self.whole) if cut else "")


_BETWEEN = " · "
_LEAST_NAME = 0.25
"""Share of the line that a name may take even where the text after it has to be cut."""


def plain_tool_tip(text: str) -> str:
    """Return text from a file so that a tool tip shows it as it stands, whatever it looks like."""
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\n", "<br>")
    return f"<span>{escaped}</span>"


class PaneHeader(QWidget):
    """Show a pane's title and, in a quieter voice, what it shows."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(12, 7, 12, 7)
        row.setSpacing(10)
        self.title = QLabel(title)
        font = self.title.font()
        font.setBold(True)
        self.title.setFont(font)
        self.detail = ElidedLabel()
        self.detail.setObjectName("detail")
        row.addWidget(self.title)
        row.addWidget(self.detail, 1)

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self.detail.setStyleSheet(f"color: {colours.muted};")


class Band(QLabel):
    """A line across a pane that says what is wrong with what is shown in it; hidden where nothing is."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._colours = colours
        self._role = Role.NEUTRAL
        self.setObjectName("band")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setContentsMargins(12, 7, 12, 7)
        self.hide()

    def say(self, text: str, role: Role = Role.BAD) -> None:
        """Show a sentence, or hide for none."""
        self._role = role
        self.setText(text)
        self.setVisible(bool(text))
        self.show_colours(self._colours)

    def say_quietly(self, text: str) -> None:
        """Show a sentence about something that is no error."""
        self.say(text, Role.NEUTRAL)

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours
        ground = colours.band_bad if self._role is Role.BAD else colours.band_neutral
        self.setStyleSheet(f"background: {ground}; color: {colours.text};")


class TextPane(QWidget):
    """Show one of the two texts, or say why there is none."""

    def __init__(self, title: str, name: str, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName(name)
        self.header = PaneHeader(title)
        self.band = Band(colours)
        self.view = TextView(colours)
        self.view.setObjectName(f"{name}View")
        self.view.setAccessibleName(title)
        self.empty = QLabel()
        self.empty.setObjectName(f"{name}Empty")
        self.empty.setTextFormat(Qt.TextFormat.PlainText)
        self.empty.setWordWrap(True)
        self.empty.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.empty.setContentsMargins(32, 32, 32, 32)
        self.empty.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._stack = QStackedWidget()
        self._stack.addWidget(self.empty)
        self._stack.addWidget(self.view)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.header)
        column.addWidget(self.band)
        column.addWidget(self._stack, 1)
        self.setFocusProxy(self.view)
        self.show_colours(colours)

    @property
    def is_empty(self) -> bool:
        """Say whether words stand where a text would."""
        return self._stack.currentWidget() is self.empty

    def show_text(self) -> None:
        """Turn to the text."""
        self._stack.setCurrentWidget(self.view)

    def show_empty(self, words: str) -> None:
        """Say why there is no text."""
        self.view.show_representation(None)
        self.empty.setText(words)
        self._stack.setCurrentWidget(self.empty)

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self.header.show_colours(colours)
        self.band.show_colours(colours)
        self.view.show_colours(colours)
        self.empty.setStyleSheet(f"color: {colours.muted}; background: {colours.base};")
