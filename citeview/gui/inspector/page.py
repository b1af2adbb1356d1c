"""Write words into a read-only page. Text from files goes in as characters, never as markup."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from PySide6.QtGui import QColor, QFont, QTextBlockFormat, QTextCharFormat, QTextCursor

from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from PySide6.QtWidgets import QTextBrowser


class Style(StrEnum):
    """Name how words look on a page."""

    TEXT = "text"
    MUTED = "muted"
    STRONG = "strong"
    MONO = "mono"
    SAME = "same"
    DELETED = "deleted"
    """Stands in the quote only: struck out."""
    INSERTED = "inserted"
    """Stands in the source only: underlined."""
    REPLACED_QUOTE = "replaced in the quote"
    REPLACED_SOURCE = "replaced in the source"
    MOVED = "moved"
    """Stands in both, in another place: italic and dotted."""
    SELECTED = "selected"


class Page:
    """Write one page into a browser, from the top."""

    def __init__(self, browser: QTextBrowser, colours: Colours) -> None:
        self._browser = browser
        self._colours = colours
        browser.clear()
        self._cursor = QTextCursor(browser.document())
        self._started = False

    def line(self, *, above: float = 2, indent: float = 0) -> Page:
        """Begin a line, `above` pixels below the one before."""
        block = QTextBlockFormat()
        block.setTopMargin(above)
        block.setLeftMargin(indent)
        if self._started:
            self._cursor.insertBlock(block, QTextCharFormat())
        else:
            self._cursor.setBlockFormat(block)
            self._started = True
        return self

    def write(
        self,
        text: str,
        style: Style = Style.TEXT,
        *,
        colour: str | None = None,
        larger: bool = False,
        link: str = "",
        quieter: bool = False,
    ) -> Page:
        """Write words; `link` makes them a link whose address is ours, never one from a file.

        `quieter` takes the bold away from a difference that weighs less than a number or a sign.
        """
        made = self._format(style, colour, larger=larger, link=link)
        if quieter:
            made.setFontWeight(QFont.Weight.Normal)
            made.setBackground(QColor(self._colours.other))
            made.setForeground(QColor(self._colours.text))
        self._cursor.insertText(_one_line(text), made)
        return self

    def isolate(self) -> Page:
        """Begin a text from a file: its direction is its own, and turns nothing around it."""
        self._cursor.insertText("\u2068", QTextCharFormat())
        return self

    def rejoin(self) -> Page:
        """End what `isolate` began."""
        self._cursor.insertText("\u2069", QTextCharFormat())
        return self

    def table(self, rows: list[tuple[str, str, str | None]]) -> Page:
        """Write lines of a quiet name and a text, with a colour for the text."""
        for name, text, colour in rows:
            self.line().write(f"{name}: ", Style.MUTED).write(text, colour=colour)
        return self

    def finish(self) -> None:
        """Show the page from its top."""
        self._cursor.movePosition(QTextCursor.MoveOperation.Start)
        self._browser.setTextCursor(self._cursor)
        self._browser.verticalScrollBar().setValue(0)

    def _format(self, style: Style, colour: str | None, *, larger: bool, link: str) -> QTextCharFormat:
        colours = self._colours
        made = QTextCharFormat()
        made.setForeground(QColor(colour or colours.text))
        if larger:
            made.setFontPointSize(self._browser.font().pointSizeF() * 1.2)
        if link:
            made.setAnchor(True)
            made.setAnchorHref(link)
            made.setForeground(QColor(colours.accent))
            made.setFontUnderline(True)
        match style:
            case Style.MUTED:
                made.setForeground(QColor(colour or colours.muted))
            case Style.STRONG:
                made.setFontWeight(QFont.Weight.Bold)
            case Style.MONO:
                made.setFontFamilies(["Noto Sans Mono", "DejaVu Sans Mono", "monospace"])
            case Style.SELECTED:
                made.setBackground(QColor(colours.other))
            case Style.DELETED | Style.REPLACED_QUOTE:
                self._changed(made)
                made.setFontStrikeOut(True)
            case Style.MOVED:
                made.setFontItalic(True)
                made.setUnderlineStyle(QTextCharFormat.UnderlineStyle.DotLine)
                made.setBackground(QColor(colours.passage))
            case Style.INSERTED | Style.REPLACED_SOURCE:
                self._changed(made)
                made.setFontUnderline(True)
            case _:
                pass
        return made

    def _changed(self, made: QTextCharFormat) -> None:
        made.setBackground(QColor(self._colours.changed))
        made.setForeground(QColor(self._colours.changed_text))
        made.setFontWeight(QFont.Weight.Bold)


def _one_line(text: str) -> str:
    """Return text that insertText takes as it is: no separator that would start a block, nothing that Qt swallows."""
    from citeview.text.characters import visible

    return visible(text)
