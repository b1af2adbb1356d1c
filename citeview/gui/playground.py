"""The playground: a text, a range and a unit to play with, and everything the lab says about them, live."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QFont
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QFormLayout,
    QHBoxLayout,
    QLineEdit,
    QPlainTextEdit,
    QSplitter,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from citeview.gui.inspector.characters_tab import CharactersTab
from citeview.gui.inspector.offsets_tab import OffsetsTab
from citeview.gui.panes.pane import ElidedLabel
from citeview.gui.theme import Colours, reading_font

if TYPE_CHECKING:
    from citeview.checks.lab.subjects import Subject

_PAUSE_MS = 150


@dataclass(frozen=True, slots=True)
class Example:
    """Hold a text with a range that is worth looking at."""

    words: str
    text: str
    unit: str
    start: str
    end: str
    quote: str


EXAMPLES: tuple[Example, ...] = (
    Example("READY behind A|: every unit agrees", "A|READY", "codepoint", "2", "7", "READY"),
    Example("READY behind A🚀|: one early in UTF-16", "A🚀|READY", "utf16", "3", "8", "READY"),
    Example("READY behind A🚀e\u0301|: four answers", "A🚀e\u0301|READY", "grapheme", "4", "9", "READY"),
    Example("READY behind A🚀\u00e9|: one code point for é", "A🚀\u00e9|READY", "utf8", "8", "13", "READY"),
    Example("A😀B.: a byte range that cuts a character", "A😀B.", "utf8", "2", "6", "B"),
)


class Playground(QDialog):
    """Let a person try a range on a text."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("playground")
        self.setWindowTitle(self.tr("Playground"))
        self.resize(1280, 700)
        self.examples = QComboBox()
        self.examples.setObjectName("examples")
        self.examples.addItems([example.words for example in EXAMPLES])
        self.text = QPlainTextEdit()
        self.text.setObjectName("playText")
        self.text.setAccessibleName(self.tr("Text"))
        self.text.setFont(reading_font(13))
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.unit = QComboBox()
        self.unit.setObjectName("playUnit")
        self.start, self.end, self.quote = QLineEdit(), QLineEdit(), QLineEdit()
        for edit, name in ((self.start, "playStart"), (self.end, "playEnd"), (self.quote, "playQuote")):
            edit.setObjectName(name)
        self.verdict = ElidedLabel()
        self.verdict.setObjectName("playVerdict")
        bold = QFont(self.verdict.font())
        bold.setBold(True)
        self.verdict.setFont(bold)
        self.offsets = OffsetsTab(colours)
        self.characters = CharactersTab(colours)
        self.characters.show_colours(colours)
        for name in ("report", "masked"):
            self.offsets.buttons[name].hide()
        tabs = QTabWidget()
        tabs.setDocumentMode(True)
        tabs.addTab(self.offsets, self.tr("Offsets"))
        tabs.addTab(self.characters, self.tr("Characters"))
        form = QFormLayout()
        form.addRow(self.tr("Example"), self.examples)
        form.addRow(self.tr("Unit"), self.unit)
        form.addRow(self.tr("Start"), self.start)
        form.addRow(self.tr("End, exclusive"), self.end)
        form.addRow(self.tr("Expected quote"), self.quote)
        top = QWidget()
        row = QHBoxLayout(top)
        row.addWidget(self.text, 3)
        row.addLayout(form, 2)
        parts = QSplitter(Qt.Orientation.Vertical)
        parts.addWidget(top)
        parts.addWidget(tabs)
        parts.setSizes([230, 360])
        column = QVBoxLayout(self)
        column.addWidget(parts, 1)
        column.addWidget(self.verdict)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self._show)
        self._fill_units()
        self.examples.currentIndexChanged.connect(self._take_example)
        self.text.textChanged.connect(self._timer.start)
        self.unit.currentIndexChanged.connect(self._timer.start)
        for edit in (self.start, self.end, self.quote):
            edit.textChanged.connect(self._timer.start)
        self.examples.setCurrentIndex(1)

    def subject(self) -> Subject:
        """Return the text and the range as they stand in the fields."""
        from citeview.checks.lab.subjects import source_subject
        from citeview.records.selectors import ABSENT, DeclaredRange, QuoteSelector
        from citeview.text.representation import Representation
        from citeview.text.units import Unit

        def number(edit: QLineEdit) -> object:
            given = edit.text()
            digits = given.removeprefix("-")
            return int(given) if digits.isascii() and digits.isdecimal() else given or ABSENT

        unit = Unit(self.unit.currentData())
        quote = QuoteSelector(self.quote.text()) if self.quote.text() else None
        # A text that a person types comes from the widget; there is no other place that it could be read from.
        text = Representation(self.text.toPlainText(), "playground")
        return source_subject(DeclaredRange(number(self.start), number(self.end), unit), quote, text)

    def _fill_units(self) -> None:
        from citeview.text.units import Unit

        for unit in Unit:
            self.unit.addItem(unit.label, unit.value)

    def _take_example(self, number: int) -> None:
        example = EXAMPLES[number]
        self.text.setPlainText(example.text)
        self.unit.setCurrentIndex(self.unit.findData(example.unit))
        self.start.setText(example.start)
        self.end.setText(example.end)
        self.quote.setText(example.quote)
        self._timer.stop()
        self._show()

    def _show(self) -> None:
        from citeview.checks.ranges import check_range
        from citeview.checks.selection import check_selection
        from citeview.text.characters import visible

        subject = self.subject()
        self.offsets.show_subjects([subject])
        self.characters.show_subjects([subject])
        result = check_range(subject.declared, subject.shown)
        if result.span is None:
            self.verdict.show_text(f"✂ {result.message}")
            return
        selection = check_selection(result.span, subject.shown, subject.quote)
        self.verdict.show_text(
            self.tr("Selects “{text}”: {outcome}").format(text=visible(selection.text or ""), outcome=selection.outcome)
        )
