"""The Offsets tab: the declared numbers in every unit, and the readings of them that would select the quote.

It explains and never repairs: a click shows a reading in the pane as a preview, which is drawn like nothing else there.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMenu,
    QPushButton,
    QSplitter,
    QTableView,
    QVBoxLayout,
    QWidget,
)

from citeview.gui.jobs import Cancelled, Job
from citeview.gui.models.rows import RowsModel
from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from citeview.checks.lab.offsets import OffsetRow
    from citeview.checks.lab.readings import Explanation
    from citeview.checks.lab.subjects import Subject
    from citeview.text.units import Span


class OffsetsTab(QWidget):
    """Show one citation's ranges in every unit and under every reading."""

    previewed = Signal(object, bool)
    """The reader asked to see a span (code points) of the source, or of the answer where the flag is set."""
    report_asked = Signal(object, bool)
    """The reader asked for a bug report on a subject, masked or not."""
    code_asked = Signal(object, str)
    """The reader asked for the conversion code of a subject in a language."""

    def __init__(self, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("offsetsTab")
        self._colours = colours
        self._subjects: list[Subject] = []
        self._rows: tuple[OffsetRow, ...] = ()
        self._found: Explanation | None = None
        self._job: Job | None = None
        self.side = QComboBox()
        self.side.setObjectName("offsetsSide")
        self.side.setAccessibleName(self.tr("Which range"))
        self.side.currentIndexChanged.connect(self._show_subject)
        self.words = QLabel()
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setObjectName("offsetsWords")
        self.units = RowsModel(
            [
                self.tr("Read as"),
                self.tr("Selects"),
                self.tr("Against the quote"),
                self.tr("UTF-8"),
                self.tr("Code points"),
                self.tr("UTF-16"),
                self.tr("Graphemes"),
                self.tr("QTextDocument"),
            ],
            self,
        )
        self.readings = RowsModel([self.tr("Reading"), self.tr("Changes"), self.tr("Reproduces the quote")], self)
        self.units_view = self._table(self.units, "offsetUnits", self.tr("Range in every unit"), stretch=2)
        self.readings_view = self._table(self.readings, "offsetReadings", self.tr("Readings"), stretch=0)
        self.units_view.selectionModel().currentRowChanged.connect(self._preview_unit)
        self.readings_view.selectionModel().currentRowChanged.connect(self._preview_reading)
        self._lay_out()

    def show_subjects(self, subjects: list[Subject]) -> None:
        """Show the ranges of a citation."""
        self._subjects = subjects
        self.side.blockSignals(True)
        self.side.clear()
        if subjects:
            from citeview.gui.inspector.lab_rows import side_words

            self.side.addItems([side_words(subject) for subject in subjects])
        self.side.blockSignals(False)
        self.side.setVisible(len(subjects) > 1)
        self._show_subject()

    def show_colours(self, colours: Colours) -> None:
        """Draw in the colours of another scheme."""
        self._colours = colours
        self._fill_units()

    @property
    def subject(self) -> Subject | None:
        """Return the range that is shown."""
        index = max(self.side.currentIndex(), 0)
        return self._subjects[index] if index < len(self._subjects) else None

    def _lay_out(self) -> None:
        bar = QHBoxLayout()
        bar.setContentsMargins(12, 6, 12, 6)
        bar.setSpacing(10)
        bar.addWidget(self.side)
        bar.addWidget(self.words, 1)
        self.buttons: dict[str, QPushButton] = {}
        for name, words, masked in (
            ("report", self.tr("Copy bug report"), False),
            ("masked", self.tr("Copy masked report"), True),
        ):
            button = QPushButton(words)
            button.setObjectName(name)
            button.clicked.connect(partial(self._ask_report, masked))
            self.buttons[name] = button
            bar.addWidget(button)
        code = QPushButton(self.tr("Copy code"))
        code.setObjectName("code")
        self._languages = QMenu(code)
        self._languages.aboutToShow.connect(self._fill_languages)
        code.setMenu(self._languages)
        self.buttons["code"] = code
        bar.addWidget(code)
        tables = QSplitter(Qt.Orientation.Horizontal)
        tables.setHandleWidth(1)
        tables.setChildrenCollapsible(False)
        tables.addWidget(self.units_view)
        tables.addWidget(self.readings_view)
        tables.setStretchFactor(0, 5)
        tables.setStretchFactor(1, 3)
        tables.setSizes([900, 380])
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(bar)
        column.addWidget(tables, 1)
        self.setFocusProxy(self.units_view)

    def _table(self, model: RowsModel, name: str, title: str, *, stretch: int) -> QTableView:
        view = QTableView()
        view.setObjectName(name)
        view.setAccessibleName(title)
        view.setModel(model)
        view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        view.setShowGrid(False)
        view.setWordWrap(False)
        view.setTabKeyNavigation(False)
        view.verticalHeader().hide()
        view.verticalHeader().setDefaultSectionSize(view.fontMetrics().height() + 10)
        header = view.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        # Only a few rows are ever shown, so measuring them all is cheap here.
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(stretch, QHeaderView.ResizeMode.Stretch)
        return view

    def _show_subject(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self._found = None
        self._rows = ()
        subject = self.subject
        self.readings.show_rows([])
        for button in self.buttons.values():
            button.setEnabled(subject is not None)
        if subject is None:
            self.units.show_rows([])
            self.words.setText(self.tr("This citation has no range on a text that is at hand."))
            return
        from citeview.checks.lab.offsets import offset_rows

        self._rows = offset_rows(subject)
        self._fill_units()
        self.words.setText(self.tr("Trying readings …"))
        self._job = Job(partial(_explain, subject), self)
        self._job.done.connect(self._explained)
        self._job.start()

    def _fill_units(self) -> None:
        if not self._rows:
            # Nothing to show must not load the lab: every start of the window comes through here.
            self.units.show_rows([])
            return
        from citeview.gui.inspector.lab_rows import unit_rows

        self.units.show_rows(unit_rows(self._rows, self._colours))

    def _explained(self, found: Explanation) -> None:
        from citeview.gui.inspector.lab_rows import reading_rows, tried_words

        self._found = found
        self.readings.show_rows(reading_rows(found))
        self.words.setText(tried_words(found))

    def _preview_unit(self) -> None:
        row = self.units_view.currentIndex().row()
        if 0 <= row < len(self._rows):
            self._preview(self._rows[row].result.span)

    def _preview_reading(self) -> None:
        row = self.readings_view.currentIndex().row()
        if self._found is not None and row >= 0:
            self._preview((*self._found.exact, *self._found.folded)[row].shown_span)

    def _preview(self, span: Span | None) -> None:
        from citeview.checks.lab.subjects import Side

        subject = self.subject
        if subject is not None and span is not None:
            self.previewed.emit(span, subject.side is Side.ANSWER)

    def _ask_report(self, masked: bool) -> None:  # bound by partial
        if self.subject is not None:
            self.report_asked.emit(self.subject, masked)

    def _fill_languages(self) -> None:
        from citeview.checks.lab.snippets import LANGUAGES

        self._languages.clear()
        for language in LANGUAGES:
            self._languages.addAction(language.title).triggered.connect(partial(self._ask_code, language.name))

    def _ask_code(self, name: str) -> None:
        if self.subject is not None:
            self.code_asked.emit(self.subject, name)


def _explain(subject: Subject, _cancelled: Cancelled) -> Explanation:
    from citeview.checks.lab.readings import explain

    return explain(subject)
