"""Colours and fonts of the window, light and dark, as one table.

Every pair of text and ground in the table has a contrast of at least 4.5:1 (tested). Knows colours and
their roles; must not know what is shown in them.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory

from citeview.checks.headlines import Role


@dataclass(frozen=True, slots=True)
class Colours:
    """Hold the colours of one scheme as `#rrggbb`."""

    window: str
    base: str
    header: str
    border: str
    text: str
    muted: str
    accent: str
    accent_text: str
    good: str
    bad: str
    warn: str
    neutral: str
    current: str
    """Ground of the citation that is looked at."""
    other: str
    """Ground of the other citations on the same text."""
    passage: str
    """Ground of a closest passage: never that of a found quote."""
    changed: str
    """Ground of a differing token."""
    changed_text: str
    band_bad: str
    band_neutral: str

    def role(self, role: Role) -> str:
        """Return the text colour of a verdict's role."""
        return {Role.GOOD: self.good, Role.BAD: self.bad, Role.WARN: self.warn, Role.NEUTRAL: self.neutral}[role]


LIGHT = Colours(
    window="#f5f5f4",
    base="#ffffff",
    header="#f5f5f4",
    border="#d6d6d3",
    text="#1c1c1c",
    muted="#5f6368",
    accent="#0b57a8",
    accent_text="#ffffff",
    good="#116b3a",
    bad="#a8201a",
    warn="#7a4b00",
    neutral="#5f6368",
    current="#ffd54a",
    other="#fff3c4",
    passage="#dbe9ff",
    changed="#ffd54a",
    changed_text="#8f1410",
    band_bad="#fde7e5",
    band_neutral="#ececea",
)

DARK = Colours(
    window="#25282e",
    base="#1d2023",
    header="#25282e",
    border="#3d4148",
    text="#e8e8e6",
    muted="#a3a8b0",
    accent="#8ab8ff",
    accent_text="#101418",
    good="#69d39a",
    bad="#ff8f86",
    warn="#f0bd5a",
    neutral="#a3a8b0",
    current="#7d5f00",
    other="#453a12",
    passage="#243a5c",
    changed="#7d5f00",
    changed_text="#ffd9d6",
    band_bad="#4a2524",
    band_neutral="#30343a",
)

READING_FONTS = ("Noto Serif", "Source Serif 4", "Georgia", "DejaVu Serif", "Liberation Serif", "serif")
"""Fonts of the two texts, the first that is there."""


class Scheme(StrEnum):
    """Name what decides between light and dark."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Theme(QObject):
    """Apply a scheme to the application and say when it changes."""

    changed = Signal()

    def __init__(self, application: QApplication, scheme: Scheme = Scheme.SYSTEM, *, dressed: bool = True) -> None:
        """Apply the scheme's palette, and the style sheet too unless a quick start wants it later (`dress`)."""
        super().__init__(application)
        self._dressed = dressed
        self._application = application
        self._scheme = scheme
        application.setStyle(QStyleFactory.create("Fusion"))
        application.styleHints().colorSchemeChanged.connect(self._apply)
        self._apply()

    @property
    def scheme(self) -> Scheme:
        """Return what decides."""
        return self._scheme

    @property
    def dark(self) -> bool:
        """Say whether the dark colours are shown."""
        if self._scheme is Scheme.SYSTEM:
            return QGuiApplication.styleHints().colorScheme() is Qt.ColorScheme.Dark
        return self._scheme is Scheme.DARK

    @property
    def colours(self) -> Colours:
        """Return the colours that are shown."""
        return DARK if self.dark else LIGHT

    def dress(self) -> None:
        """Apply the style sheet, if it is not applied yet: it costs 40 ms, more than all widgets together."""
        if not self._dressed:
            self._dressed = True
            self._apply()

    def choose(self, scheme: Scheme) -> None:
        """Let another scheme decide."""
        self._scheme = scheme
        self._apply()

    def _apply(self) -> None:
        self._application.setPalette(palette(self.colours))
        if self._dressed:
            self._application.setStyleSheet(style_sheet(self.colours))
        self.changed.emit()


def palette(colours: Colours) -> QPalette:
    """Return the palette of a scheme."""
    made = QPalette()
    for role, colour in (
        (QPalette.ColorRole.Window, colours.window),
        (QPalette.ColorRole.WindowText, colours.text),
        (QPalette.ColorRole.Base, colours.base),
        (QPalette.ColorRole.AlternateBase, colours.header),
        (QPalette.ColorRole.Text, colours.text),
        (QPalette.ColorRole.Button, colours.header),
        (QPalette.ColorRole.ButtonText, colours.text),
        (QPalette.ColorRole.BrightText, colours.bad),
        (QPalette.ColorRole.ToolTipBase, colours.header),
        (QPalette.ColorRole.ToolTipText, colours.text),
        (QPalette.ColorRole.PlaceholderText, colours.muted),
        (QPalette.ColorRole.Highlight, colours.accent),
        (QPalette.ColorRole.HighlightedText, colours.accent_text),
        (QPalette.ColorRole.Link, colours.accent),
        (QPalette.ColorRole.LinkVisited, colours.accent),
        (QPalette.ColorRole.Accent, colours.accent),
        (QPalette.ColorRole.Light, colours.border),
        (QPalette.ColorRole.Midlight, colours.border),
        (QPalette.ColorRole.Mid, colours.border),
        (QPalette.ColorRole.Dark, colours.border),
        (QPalette.ColorRole.Shadow, colours.border),
    ):
        made.setColor(role, QColor(colour))
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.Text, QPalette.ColorRole.ButtonText):
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(colours.muted))
    return made


def style_sheet(colours: Colours) -> str:
    """Return the few rules that a palette cannot express: flat bars, thin lines, a visible focus."""
    return f"""
QToolBar {{ background: {colours.window}; border: none; border-bottom: 1px solid {colours.border}; spacing: 4px;
    padding: 5px 8px; }}
QToolButton {{ border: 1px solid transparent; border-radius: 4px; padding: 4px 10px; }}
QToolButton:hover {{ border-color: {colours.border}; background: {colours.base}; }}
QToolButton:focus {{ border-color: {colours.accent}; }}
QSplitter::handle {{ background: {colours.border}; }}
QSplitter::handle:horizontal {{ width: 1px; }}
QSplitter::handle:vertical {{ height: 1px; }}
QHeaderView::section {{ background: {colours.header}; border: none; border-bottom: 1px solid {colours.border};
    padding: 6px; }}
QTableView, QPlainTextEdit, QTextBrowser, QTextEdit {{ border: none; }}
QTabBar::tab {{ padding: 7px 14px; border: none; border-bottom: 2px solid transparent; color: {colours.muted}; }}
QTabBar::tab:selected {{ color: {colours.text}; border-bottom-color: {colours.accent}; }}
QTabBar::tab:focus {{ color: {colours.accent}; }}
QTabWidget::pane {{ border: none; border-top: 1px solid {colours.border}; }}
QStatusBar {{ border-top: 1px solid {colours.border}; }}
QStatusBar::item {{ border: none; }}
QToolTip {{ color: {colours.text}; background: {colours.header}; border: 1px solid {colours.border}; padding: 4px; }}
"""


def reading_font(points: float) -> QFont:
    """Return the font of the two texts."""
    font = QFont()
    font.setFamilies(list(READING_FONTS))
    font.setStyleHint(QFont.StyleHint.Serif)
    font.setPointSizeF(points)
    return font
