"""The Check tab: the page that says what the checks established about one citation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QUrl, Signal
from PySide6.QtWidgets import QTextBrowser, QVBoxLayout, QWidget

from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from citeview.checks.verdict import Verdict
    from citeview.records.citation import Citation, UnreadableRecord


class CheckTab(QWidget):
    """Show what the checks established about one citation."""

    place_asked = Signal(int, int)
    """The reader asked to see a place of the source: start and end in code points."""
    story_asked = Signal()
    """The reader asked how the quote check went; the answer is for `show_story`."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("checkTab")
        self._colours = colours
        self._shown: tuple[Citation | UnreadableRecord, Verdict | None, str | None] | None = None
        self._story: list[str] | None = None
        self.browser = QTextBrowser()
        self.browser.setObjectName("checkPage")
        self.browser.setAccessibleName(self.tr("Check"))
        self.browser.setOpenLinks(False)
        self.browser.setAcceptDrops(False)
        self.browser.document().setDocumentMargin(14)
        self.browser.anchorClicked.connect(self._follow)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.browser)
        self.setFocusProxy(self.browser)

    def show_nothing(self) -> None:
        """Show an empty page."""
        self._shown = None
        self.browser.clear()

    def show_verdict(self, record: Citation | UnreadableRecord, verdict: Verdict | None, source: str | None) -> None:
        """Show a citation's verdict; `source` is the text of its source, None where there is none."""
        if self._shown is None or self._shown[0] is not record or self._shown[1] is not verdict:
            self._story = None
        self._shown = (record, verdict, source)
        # Late: the window draws itself before the core is loaded.
        from citeview.gui.inspector.check_page import CheckPage
        from citeview.gui.inspector.page import Page

        CheckPage(Page(self.browser, self._colours), self._colours).write(record, verdict, source, self._story)

    def show_story(self, lines: list[str]) -> None:
        """Show how the quote check went."""
        self._story = lines
        if self._shown is not None:
            self.show_verdict(*self._shown)
            self.browser.scrollToAnchor("story")

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours
        if self._shown is not None:
            self.show_verdict(*self._shown)

    def _follow(self, link: QUrl) -> None:
        kind, _, place = link.toString().partition(":")
        start, _, end = place.partition(":")
        if kind == "story":
            self.story_asked.emit()
        if kind == "place" and start.isdecimal() and end.isdecimal():
            self.place_asked.emit(int(start), int(end))
