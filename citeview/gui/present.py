"""Present: one citation at a time, large, full screen, with nothing private on it: no paths, no names, no notes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QEasingCurve, QPropertyAnimation, QRect, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QStyle, QTextBrowser, QVBoxLayout, QWidget

from citeview.gui.theme import Colours, reading_font

if TYPE_CHECKING:
    from citeview.checks.verdict import Verdict
    from citeview.gui.inspector.page import Page
    from citeview.session import Session

MOTION_MS = 150
_CONTEXT = 130
_NEXT = frozenset(
    {Qt.Key.Key_Right, Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_Space, Qt.Key.Key_J, Qt.Key.Key_Return}
)
_BACK = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up, Qt.Key.Key_PageUp, Qt.Key.Key_Backspace, Qt.Key.Key_K})


class Present(QWidget):
    """Show citations one by one, for an audience."""

    left = Signal(int)
    """Number of the citation that was shown last."""

    def __init__(self, session: Session, numbers: Sequence[int], first: int, colours: Colours) -> None:
        super().__init__(None)
        self.setObjectName("present")
        self.setWindowTitle("citeview")
        self._session = session
        self._numbers = numbers
        self._place = numbers.index(first) if first in numbers else 0
        self._colours = colours
        self.setStyleSheet(f"QWidget#present {{ background: {colours.base}; }}")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.count = self._label(14)
        self.count.setObjectName("presentCount")
        self.headline = self._label(30, bold=True)
        self.headline.setObjectName("presentHeadline")
        self.meaning = self._label(15)
        self.meaning.setObjectName("presentMeaning")
        self.claim = self._browser("presentClaim", self.tr("Answer"))
        self.source = self._browser("presentSource", self.tr("Source"))
        column = QVBoxLayout(self)
        column.setContentsMargins(72, 48, 72, 40)
        column.setSpacing(18)
        column.addWidget(self.headline)
        column.addWidget(self.claim, 1)
        column.addWidget(self.source, 1)
        column.addWidget(self.meaning)
        column.addWidget(self.count)
        self._bar = QFrame(self)
        self._bar.setStyleSheet(f"background: {colours.current};")
        self._bar.hide()
        self._motion = QPropertyAnimation(self._bar, b"geometry", self)
        self._motion.setDuration(MOTION_MS)
        self._motion.setEasingCurve(QEasingCurve.Type.OutCubic)
        self._motion.finished.connect(self._bar.hide)
        self._show()

    @property
    def number(self) -> int:
        """Return the number of the citation that is shown."""
        return self._numbers[self._place]

    @property
    def moves(self) -> bool:
        """Whether the system lets things move."""
        return self.style().styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration, None, self) > 0

    def step(self, by: int) -> None:
        """Show the next or the previous citation; at an end, stay."""
        place = min(max(self._place + by, 0), len(self._numbers) - 1)
        if place != self._place:
            self._place = place
            self._show()
            self._move()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Walk with the arrows, the space bar or a clicker; leave with Escape or F5."""
        key = Qt.Key(event.key())
        if key in _NEXT:
            self.step(1)
        elif key in _BACK:
            self.step(-1)
        elif key in (Qt.Key.Key_Escape, Qt.Key.Key_F5):
            self.left.emit(self.number)
            self.close()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the type to the screen."""
        super().resizeEvent(event)
        points = max(14.0, min(self.width(), self.height() * 1.6) / 62)
        for browser in (self.claim, self.source):
            browser.setFont(reading_font(points))

    def _show(self) -> None:
        from citeview.gui.inspector.page import Page
        from citeview.records.citation import UnreadableRecord

        session, number = self._session, self.number
        verdict = session.verdict(number)
        record = session.citation(number)
        self.count.setText(f"{self._place + 1} / {len(self._numbers)}")
        # A record that cannot be read is named by its file, which is nobody's business here.
        label = verdict.row.short if isinstance(record, UnreadableRecord) else verdict.label
        self.headline.setText(f"{verdict.row.mark} {label}")
        self.headline.setStyleSheet(f"color: {self._colours.role(verdict.row.role)};")
        self.meaning.setText(verdict.row.help)
        self.meaning.setStyleSheet(f"color: {self._colours.muted};")
        self.count.setStyleSheet(f"color: {self._colours.muted};")
        self._write_claim(Page(self.claim, self._colours), number)
        self._write_source(Page(self.source, self._colours), verdict, number)

    def _write_claim(self, page: Page, number: int) -> None:
        from citeview.gui.inspector.page import Style

        view, span = self._session.answer(number), self._session.answer_span(number)
        page.line()
        if view is None or span is None:
            page.write(self.tr("The export names no place in the answer."), Style.MUTED).finish()
            return
        _in_context(page, view.text, span.start, span.end)

    def _write_source(self, page: Page, verdict: Verdict, number: int) -> None:
        from citeview.gui.inspector.page import Style

        text, span = self._session.source(number).text, verdict.highlight
        page.line()
        if text is None or span is None:
            page.write(self.tr("There is no place of the source to show."), Style.MUTED).finish()
            return
        _in_context(page, text, span.start, span.end)

    def _move(self) -> None:
        """Let a bar travel from the answer to the source, or nothing at all where the system asks for no motion."""
        if not self.moves:
            return
        start, end = self.claim.geometry(), self.source.geometry()
        self._motion.stop()
        self._motion.setStartValue(QRect(start.left(), start.bottom() - 6, 180, 6))
        self._motion.setEndValue(QRect(end.left(), end.top(), 180, 6))
        self._bar.show()
        self._bar.raise_()
        self._motion.start()

    def _label(self, points: int, *, bold: bool = False) -> QLabel:
        label = QLabel()
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        font = QFont(label.font())
        font.setPointSize(points)
        font.setBold(bold)
        label.setFont(font)
        return label

    def _browser(self, name: str, title: str) -> QTextBrowser:
        browser = QTextBrowser()
        browser.setObjectName(name)
        browser.setAccessibleName(title)
        browser.setOpenLinks(False)
        browser.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        browser.setFrameShape(QFrame.Shape.NoFrame)
        return browser


def _in_context(page: Page, text: str, start: int, end: int) -> None:
    from citeview.gui.inspector.page import Style

    before, after = (
        " ".join(text[max(0, start - _CONTEXT) : start].split()),
        " ".join(text[end : end + _CONTEXT].split()),
    )
    page.write(("…" if start > _CONTEXT else "") + before + (" " if before else ""), Style.MUTED)
    page.write(" ".join(text[start:end].split()) or "│", Style.SELECTED)
    page.write(
        (" " if text[end : end + 1].isspace() else "") + after + ("…" if end + _CONTEXT < len(text) else ""),
        Style.MUTED,
    )
    page.finish()
