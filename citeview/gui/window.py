"""The window: joins the list, the two texts and the inspector, and decides nothing that they show."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import (
    QCoreApplication,
    QDate,
    QItemSelectionModel,
    QModelIndex,
    QSettings,
    Qt,
    QTimer,
    QUrl,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QActionGroup,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QKeySequence,
    QPaintEvent,
)
from PySide6.QtWidgets import (
    QAbstractItemView,
    QApplication,
    QHBoxLayout,
    QHeaderView,
    QLabel,
    QMainWindow,
    QMenu,
    QProgressBar,
    QPushButton,
    QSplitter,
    QStatusBar,
    QTableView,
    QTabWidget,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from citeview.checks.headlines import HEADLINES, Headline, Role
from citeview.gui.actions import COMMANDS, MENUS
from citeview.gui.filter_bar import FilterBar
from citeview.gui.inspector.characters_tab import CharactersTab
from citeview.gui.inspector.check_tab import CheckTab
from citeview.gui.inspector.notes_tab import NotesTab
from citeview.gui.inspector.offsets_tab import OffsetsTab
from citeview.gui.inspector.record_tab import RecordTab
from citeview.gui.jobs import Background, Cancelled, Job
from citeview.gui.key_sheet import KeySheet
from citeview.gui.models.citations import CitationsModel, Column
from citeview.gui.palette import Palette
from citeview.gui.panes.pane import Band, PaneHeader, TextPane
from citeview.gui.reviewing import Reviewing
from citeview.gui.settings import Settings
from citeview.gui.theme import Scheme, Theme

if TYPE_CHECKING:
    from citeview.checks.lab.subjects import Subject, Subjects
    from citeview.records.citation import Citation, UnreadableRecord
    from citeview.reviews.database import Database
    from citeview.reviews.decision import Judgement
    from citeview.reviews.finding import Finder
    from citeview.session import Session
    from citeview.text.units import Span

_PATIENCE_MS = 100
"""Work that takes longer than this shows its progress."""


class Window(QMainWindow):
    """Show one export."""

    opened = Signal()
    """An export has been opened and its first citation is shown."""
    checked = Signal()
    """Every verdict of the export is known."""
    reported = Signal()
    """A report has been written."""

    def __init__(
        self,
        theme: Theme,
        settings: QSettings,
        *,
        open_session: Callable[[Path], Session] | None = None,
        open_decisions: Callable[[], Database] | None = None,
        ask_name: Callable[[], str | None] | None = None,
    ) -> None:
        super().__init__()
        self.setObjectName("window")
        self._theme = theme
        self._settings = Settings(settings)
        self._open_session = open_session or _open_export
        self._ask_name = ask_name or self._ask_name_in_dialog
        self._open_decisions = open_decisions or _open_decisions
        self.reviewing = Reviewing(self._open_decisions, self._name, self)
        self._report_job: Job | None = None
        self.presentation: QWidget | None = None
        self._finder: Finder | None = None
        self._sorted_by: tuple[int, bool] | None = None
        self._session: Session | None = None
        self._background: Background | None = None
        self._job: Job | None = None
        self._preview: Span | None = None
        self._waiting_path: Path | None = None
        self._noted: int | None = None
        self._subjects: Subjects | None = None
        self._lab_row: int | None = None
        self.setAcceptDrops(True)
        self.setWindowTitle("citeview")
        self.resize(1440, 900)

        colours = theme.colours
        self.model = CitationsModel(colours, self)
        self.table = self._make_table()
        self.citations_header = PaneHeader(self.tr("Citations"))
        self.answer_pane = TextPane(self.tr("AI answer"), "answerPane", colours)
        self.source_pane = TextPane(self.tr("Source snapshot"), "sourcePane", colours)
        self.check_tab = CheckTab(colours)
        self.offsets_tab = OffsetsTab(colours)
        self.characters_tab = CharactersTab(colours)
        self.record_tab = RecordTab()
        self.notes_tab = NotesTab(colours)
        self.filter_bar = FilterBar()
        self.progress_label = QLabel()
        self.progress_label.setObjectName("reviewProgress")
        self.progress_label.setTextFormat(Qt.TextFormat.PlainText)
        self.inspector = QTabWidget()
        self.inspector.setObjectName("inspector")
        self.inspector.setDocumentMode(True)
        self.inspector.addTab(self.check_tab, self.tr("Check"))
        self.inspector.addTab(self.offsets_tab, self.tr("Offsets"))
        self.inspector.addTab(self.characters_tab, self.tr("Characters"))
        self.inspector.addTab(self.record_tab, self.tr("Record"))
        self.inspector.addTab(self.notes_tab, self.tr("Notes"))
        self.error_band = Band(colours)
        self.error_band.setObjectName("errorBand")
        self.actions_by_name: dict[str, QAction] = {}
        self._lay_out()
        self._make_actions()
        self._make_status()
        self._connect()
        self._restore()
        self.close_export()

    # What is shown

    @property
    def session(self) -> Session | None:
        """Return the open export."""
        return self._session

    @property
    def row(self) -> int | None:
        """Return the number of the chosen citation in the export, from 0."""
        index = self.table.currentIndex()
        return self.model.number(index.row()) if index.isValid() else None

    def show_session(self, session: Session) -> None:
        """Show an export that has been opened."""
        self._let_go()
        self._session = session
        self.model.show_session(session)
        self.error_band.say("")
        self.setWindowTitle(f"{session.path.name} — citeview")
        self._open_review(session)
        if session.export.problems:
            more = len(session.export.problems) - 1
            tail = self.tr(" (and {count} more)").format(count=more) if more else ""
            self.error_band.say(session.export.problems[0] + tail, Role.NEUTRAL)
        self.choose_row(0)
        self.focus_citations()
        if self.row is None:
            self._say_nothing(self.tr("This export holds no citations."))
        # The first picture of the window must not wait for verdicts.
        QTimer.singleShot(0, self._start_checks)
        self.opened.emit()

    def open_path(self, path: str | Path) -> None:
        """Open an export off the window's thread; what cannot be opened is said in place."""
        path = Path(path)
        if self._job is not None:
            self._job.cancel()
        self._progress_timer.start(_PATIENCE_MS)
        self._progress_words.setText(self.tr("Opening {name} …").format(name=path.name))
        self._job = Job(partial(_open, self._open_session, path), self)
        self._job.done.connect(self._open_done)
        self._job.failed.connect(partial(self._open_failed, path))
        self._job.start()

    def open_path_now(self, path: str | Path) -> None:
        """Open an export before returning, for a start that has nothing else to do; errors are said in place."""
        from citeview.records.places import ExportError

        try:
            self._open_done(self._open_session(Path(path)))
        except ExportError as error:
            self._open_failed(Path(path), error)

    def open_after_first_paint(self, path: str | Path) -> None:
        """Open an export once the empty window has been painted."""
        self._waiting_path = Path(path)
        self._say_nothing(self.tr("Opening {name} …").format(name=self._waiting_path.name))

    def choose_row(self, row: int) -> None:
        """Choose a citation by its number; one that is filtered out is not chosen."""
        place = self.model.row_of(row)
        if place is None:
            return
        index = self.model.index(place, 0)
        if index.isValid():
            flags = QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            self.table.selectionModel().setCurrentIndex(index, flags)
            self.table.scrollTo(index)

    def choose_citation(self, citation_id: str) -> bool:
        """Choose the first citation of that id; say whether there is one."""
        if self._session is not None:
            for row in range(len(self._session)):
                if self._session.citation(row).citation_id == citation_id:
                    self.choose_row(row)
                    return True
        return False

    # Commands, by the names of the table in `actions`

    def choose_file(self) -> None:
        """Ask for a file and open it."""
        from PySide6.QtWidgets import QFileDialog

        path, _ = QFileDialog.getOpenFileName(
            self,
            self.tr("Open an export"),
            "",
            self.tr("Exports (*.json *.jsonl *.ndjson *.citeview *.zip);;All files (*)"),
        )
        if path:
            self.open_path(path)

    def choose_folder(self) -> None:
        """Ask for a folder and open it."""
        from PySide6.QtWidgets import QFileDialog

        path = QFileDialog.getExistingDirectory(self, self.tr("Open an export's folder"))
        if path:
            self.open_path(path)

    def save_report(self) -> None:
        """Ask where the report goes, and write it."""
        if self._session is None:
            return
        from PySide6.QtWidgets import QFileDialog

        from citeview.reports.report import FORMATS

        kinds = ";;".join(f"{one.title} (*{one.ending})" for one in FORMATS)
        path, _ = QFileDialog.getSaveFileName(self, self.tr("Write a report"), f"{self._session.path.stem}.html", kinds)
        if path:
            self.write_report(Path(path))

    def write_report(self, out: Path) -> None:
        """Write a report, decisions included, in the format that the file's ending names."""
        if self._session is None:
            return
        from citeview.gui import report_job

        self.notes_tab.save()
        today = QDate.currentDate().toString(Qt.DateFormat.ISODate)
        self._progress_words.setText(self.tr("Writing {name} …").format(name=out.name))
        self._progress_timer.start(_PATIENCE_MS)
        self._report_job = Job(partial(report_job.write, self._session, out, self._open_decisions, today), self)
        self._report_job.done.connect(self._report_done)
        self._report_job.failed.connect(self._report_failed)
        self._report_job.start()

    def present(self) -> None:
        """Show the citations one by one, large, on the whole screen."""
        if self._session is None or self.row is None:
            return
        from citeview.gui.present import Present

        self.presentation = Present(self._session, list(self.model.numbers), self.row, self._theme.colours)
        self.presentation.left.connect(self.choose_row)
        self.presentation.showFullScreen()

    def close_export(self) -> None:
        """Show no export."""
        self._let_go()
        self.model.show_session(None)
        self.setWindowTitle("citeview")
        self.error_band.say("")
        self._say_nothing(self.tr("Open an export, or drop one here: a file, a folder or a .citeview bundle."))

    def next_citation(self) -> None:
        """Choose the citation below."""
        self._step(1)

    def previous_citation(self) -> None:
        """Choose the citation above."""
        self._step(-1)

    def next_attention(self) -> None:
        """Choose the next citation whose verdict needs attention, going round at the end."""
        self._step_to_attention(1)

    def previous_attention(self) -> None:
        """Choose the previous citation whose verdict needs attention, going round at the top."""
        self._step_to_attention(-1)

    def focus_citations(self) -> None:
        """Give the keyboard to the list."""
        self.table.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_answer(self) -> None:
        """Give the keyboard to the answer."""
        self.answer_pane.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_source(self) -> None:
        """Give the keyboard to the source."""
        self.source_pane.view.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def focus_inspector(self) -> None:
        """Give the keyboard to the inspector."""
        page = self.inspector.currentWidget()
        if page is not None:
            page.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def open_link(self) -> None:
        """Open the source's address in the reader's browser; only http and https."""
        record = self._record()
        from PySide6.QtGui import QDesktopServices

        address = QUrl(getattr(record, "url", None) or "", QUrl.ParsingMode.StrictMode)
        if address.scheme() in {"http", "https"} and address.host():
            QDesktopServices.openUrl(address)
        else:
            self.statusBar().showMessage(self.tr("This citation has no http or https address."), 5000)

    def zoom_in(self) -> None:
        """Make both texts larger."""
        self._zoom(1)

    def zoom_out(self) -> None:
        """Make both texts smaller."""
        self._zoom(-1)

    def zoom_reset(self) -> None:
        """Make both texts their usual size."""
        self._zoom(0)

    # Deciding

    def decide_supports(self) -> None:
        """Decide that the source supports the claim."""
        self._decide_by_name("SUPPORTS")

    def decide_partly(self) -> None:
        """Decide that the source supports a part of the claim."""
        self._decide_by_name("PARTLY")

    def decide_does_not_support(self) -> None:
        """Decide that the source does not support the claim."""
        self._decide_by_name("DOES_NOT_SUPPORT")

    def decide_unsure(self) -> None:
        """Decide that it cannot be told."""
        self._decide_by_name("UNSURE")

    def decide_nothing(self) -> None:
        """Take the decision away; the note stays."""
        self._decide(None)

    def confirm(self) -> None:
        """Move on to the next citation that is not decided, else to the next one."""
        self.notes_tab.save()
        if not self._step_to(1, self._undecided):
            self._step(1)

    def next_undecided(self) -> None:
        """Choose the next citation that is not decided, going round at the end."""
        if not self._step_to(1, self._undecided):
            self.statusBar().showMessage(self.tr("Every citation that is shown is decided."), 5_000)

    def write_note(self) -> None:
        """Give the keyboard to the note."""
        self.inspector.setCurrentWidget(self.notes_tab)
        self.notes_tab.note.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def undo_decision(self) -> None:
        """Take back the latest decision, and show the citation that it was about."""
        self._show_turned(self.reviewing.undo(), self.tr("There is nothing to undo."))

    def redo_decision(self) -> None:
        """Bring back the decision that was taken back last, and show its citation."""
        self._show_turned(self.reviewing.redo(), self.tr("There is nothing to redo."))

    # Finding and copying

    def search(self) -> None:
        """Give the keyboard to the search."""
        self.filter_bar.words.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_bar.words.selectAll()

    def clear_filter(self) -> None:
        """Show every citation."""
        self.filter_bar.clear()

    def next_match(self) -> None:
        """Show the next place of a quote that stands in the source more than once."""
        verdict = self.model.verdict(self.row) if self.row is not None else None
        if verdict is None or verdict.quote is None or not verdict.quote.matches:
            self.statusBar().showMessage(self.tr("The quote stands nowhere in the source."), 5_000)
            return
        matches = verdict.quote.matches
        after = self._preview.start if self._preview is not None else -1
        place = next((match for match in matches if match.start > after), matches[0])
        self._show_place(place.start, place.end)
        number = matches.index(place) + 1
        self.statusBar().showMessage(
            self.tr("Place {number} of {count}").format(number=number, count=len(matches)), 5_000
        )

    def copy_quote(self) -> None:
        """Copy the quote as the export gives it."""
        from citeview.gui.copying import quote_of

        self._copy(quote_of(self._record()), self.tr("The quote has been copied."))

    def copy_link(self) -> None:
        """Copy the source's address with a text fragment that points to the quote."""
        from citeview.gui.copying import link_of

        self._copy(link_of(self._record()), self.tr("The address has been copied."))

    def copy_record(self) -> None:
        """Copy the record as JSON."""
        from citeview.gui.copying import json_of

        self._copy(json_of(self._record()), self.tr("The record has been copied."))

    def copy_bug_report(self) -> None:
        """Copy a bug report about the range in the source, else about the one in the answer."""
        self.inspector.setCurrentWidget(self.offsets_tab)
        if self.offsets_tab.subject is not None:
            self._copy_report(self.offsets_tab.subject, masked=False)

    def show_diagnosis(self) -> None:
        """Try every reading on every range of the export."""
        if self._session is None:
            return
        from citeview.gui.diagnosis_window import DiagnosisWindow

        shown = DiagnosisWindow(self._session, self._theme.colours, self)
        shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown.citation_asked.connect(self.choose_row)
        shown.show()

    def show_playground(self) -> None:
        """Open a window to try ranges on texts."""
        from citeview.gui.playground import Playground

        shown = Playground(self._theme.colours, self)
        shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown.offsets.code_asked.connect(self._copy_code)
        shown.show()

    def show_palette(self) -> None:
        """Offer every command by its words."""
        palette = Palette(list(self.actions_by_name.values()), self)
        palette.finished.connect(partial(self._palette_done, palette))
        palette.open()

    def show_keys(self) -> None:
        """Show the keys and what the verdicts mean."""
        sheet = KeySheet(self._theme.colours, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()

    # Qt's own events

    def paintEvent(self, event: QPaintEvent) -> None:
        """Open what waits for the first picture of the window."""
        super().paintEvent(event)
        if self._waiting_path is not None:
            QTimer.singleShot(0, partial(self.open_path_now, self._waiting_path))
            self._waiting_path = None

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Take one file or folder."""
        if _dropped(event) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Open what was dropped."""
        path = _dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.open_path(path)

    def closeEvent(self, event: QCloseEvent) -> None:
        """Remember the layout and let go of the export."""
        self._settings.keep_layout("window", self.saveGeometry())
        self._settings.keep_layout("columns", self._columns.saveState())
        self._settings.keep_layout("rows", self._rows.saveState())
        self._let_go()
        super().closeEvent(event)

    # Making

    def _make_table(self) -> QTableView:
        table = QTableView()
        table.setObjectName("citations")
        table.setAccessibleName(self.tr("Citations"))
        table.setModel(self.model)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.setTabKeyNavigation(False)
        table.verticalHeader().hide()
        table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 14)
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setSectionsClickable(True)
        header.sectionClicked.connect(self._sort)
        header.setSectionResizeMode(Column.QUOTE, QHeaderView.ResizeMode.Stretch)
        for column, width in ((Column.VERDICT, 140), (Column.SOURCE, 90), (Column.DECISION, 80)):
            table.setColumnWidth(column, width)
        return table

    def _lay_out(self) -> None:
        left = QWidget()
        column = QVBoxLayout(left)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.citations_header)
        column.addWidget(self.filter_bar)
        column.addWidget(self.table, 1)
        self._columns = QSplitter(Qt.Orientation.Horizontal)
        self._columns.setObjectName("columns")
        self._rows = QSplitter(Qt.Orientation.Vertical)
        self._rows.setObjectName("rows")
        for splitter in (self._columns, self._rows):
            splitter.setHandleWidth(1)
            splitter.setChildrenCollapsible(False)
        for part, stretch in ((left, 4), (self.answer_pane, 5), (self.source_pane, 5)):
            self._columns.addWidget(part)
            self._columns.setStretchFactor(self._columns.count() - 1, stretch)
        self._columns.setSizes([450, 470, 520])
        self._rows.addWidget(self._columns)
        self._rows.addWidget(self.inspector)
        self._rows.setStretchFactor(0, 3)
        self._rows.setStretchFactor(1, 1)
        self._rows.setSizes([560, 280])
        whole = QWidget()
        column = QVBoxLayout(whole)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.error_band)
        column.addWidget(self._rows, 1)
        self.setCentralWidget(whole)

    def _make_actions(self) -> None:
        menus: dict[str, QMenu] = {}
        for name, words in MENUS:
            menus[name] = self.menuBar().addMenu(QCoreApplication.translate("Window", words))
        bar = QToolBar(self.tr("Tools"))
        bar.setObjectName("tools")
        bar.setMovable(False)
        bar.setFloatable(False)
        self.addToolBar(bar)
        for command in COMMANDS:
            words = QCoreApplication.translate("Window", command.words)
            action = QAction(words, self)
            action.setObjectName(command.name)
            action.setShortcuts([QKeySequence(keys) for keys in command.keys])
            keys = (
                QKeySequence(command.keys[0]).toString(QKeySequence.SequenceFormat.NativeText) if command.keys else ""
            )
            action.setToolTip(f"{words} ({keys})" if keys else words)
            action.triggered.connect(getattr(self, command.name))
            menus[command.menu].addAction(action)
            if command.name == "confirm":
                # Space and Enter mean something of their own in buttons, links and notes.
                action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
                for widget in (self.table, self.answer_pane, self.source_pane):
                    widget.addAction(action)
            if command.toolbar:
                bar.addAction(action)
            self.actions_by_name[command.name] = action
        self._recent_menu = QMenu(self.tr("Open recent"), self)
        self._recent_menu.aboutToShow.connect(self._fill_recent)
        menus["file"].insertMenu(self.actions_by_name["close_export"], self._recent_menu)
        menus["view"].addSeparator()
        group = QActionGroup(self)
        for scheme, words in (
            (Scheme.SYSTEM, self.tr("Colours of the system")),
            (Scheme.LIGHT, self.tr("Light")),
            (Scheme.DARK, self.tr("Dark")),
        ):
            action = menus["view"].addAction(words)
            action.setObjectName(f"scheme_{scheme.value}")
            action.setCheckable(True)
            action.setChecked(self._theme.scheme is scheme)
            action.triggered.connect(partial(self._choose_scheme, scheme))
            group.addAction(action)

    def _make_status(self) -> None:
        status = QStatusBar()
        self.setStatusBar(status)
        self.caret_label = QLabel()
        self.caret_label.setObjectName("caret")
        self.caret_label.setTextFormat(Qt.TextFormat.PlainText)
        status.addWidget(self.caret_label, 1)
        status.addPermanentWidget(self.progress_label)
        self._progress = QWidget()
        row = QHBoxLayout(self._progress)
        row.setContentsMargins(0, 0, 0, 0)
        self._progress_words = QLabel()
        self._progress_words.setTextFormat(Qt.TextFormat.PlainText)
        self._progress_bar = QProgressBar()
        self._progress_bar.setMaximumWidth(160)
        self._progress_bar.setTextVisible(False)
        cancel = QPushButton(self.tr("Cancel"))
        cancel.setObjectName("cancel")
        cancel.clicked.connect(self._cancel)
        row.addWidget(self._progress_words)
        row.addWidget(self._progress_bar)
        row.addWidget(cancel)
        self._progress.hide()
        status.addPermanentWidget(self._progress)
        self._caret: tuple[TextPane, int] | None = None
        self._caret_timer = QTimer(self)
        self._caret_timer.setSingleShot(True)
        self._caret_timer.timeout.connect(self._tell_caret)
        self._progress_timer = QTimer(self)
        self._progress_timer.setSingleShot(True)
        self._progress_timer.timeout.connect(self._show_progress)

    def _connect(self) -> None:
        self.table.selectionModel().currentRowChanged.connect(self._row_changed)
        self.model.counted.connect(self._show_counts)
        self.check_tab.place_asked.connect(self._show_place)
        self.check_tab.story_asked.connect(self._tell_story)
        self.inspector.currentChanged.connect(self._fill_lab)
        self.reviewing.changed.connect(self._decisions_changed)
        self.reviewing.failed.connect(self._say_error)
        self.notes_tab.decided.connect(self._decide)
        self.notes_tab.noted.connect(self._note)
        self.filter_bar.changed.connect(self._apply_filter)
        self.filter_bar.left.connect(self.focus_citations)
        self.offsets_tab.previewed.connect(self._show_preview)
        self.offsets_tab.report_asked.connect(self._copy_report)
        self.offsets_tab.code_asked.connect(self._copy_code)
        for pane in (self.answer_pane, self.source_pane):
            pane.view.mark_clicked.connect(self.choose_row)
            pane.view.zoomed.connect(self._zoomed)
        self.answer_pane.view.caret_moved.connect(partial(self._show_caret, self.answer_pane))
        self.source_pane.view.caret_moved.connect(partial(self._show_caret, self.source_pane))
        self._theme.changed.connect(self._show_colours)

    def _restore(self) -> None:
        geometry = self._settings.layout("window")
        if geometry is not None:
            self.restoreGeometry(geometry)
        for name, splitter in (("columns", self._columns), ("rows", self._rows)):
            state = self._settings.layout(name)
            if state is not None:
                splitter.restoreState(state)
        points = self._settings.points
        if points is not None:
            self._zoomed(points)
        self._show_colours()

    # Showing

    def _row_changed(self, current: QModelIndex, _previous: QModelIndex) -> None:
        self._preview = None
        if self._session is None or not current.isValid():
            return
        if self._background is not None:
            self._background.prefer([self.model.number(current.row())])
        self.notes_tab.save()
        self.reviewing.looked_at()
        self._show_row(self.model.number(current.row()))

    def _show_row(self, row: int) -> None:
        session = self._session
        if session is None:
            return
        # Late: the window draws itself before the core is loaded.
        from citeview.gui.panes import filling

        record = session.citation(row)
        verdict = self.model.verdict(row)
        filling.fill_answer(self.answer_pane, session, row)
        filling.fill_source(self.source_pane, session, row, verdict, self._preview)
        self.check_tab.show_verdict(record, verdict, session.source(row).text)
        self.record_tab.show_record(record)
        self._show_decision(row)
        self._lab_row = None
        self._fill_lab()

    def _fill_lab(self) -> None:
        """Fill the lab's tabs for the chosen citation, when one of them is looked at: trying readings is work."""
        row, shown = self.row, self.inspector.currentWidget()
        if (
            self._session is None
            or row is None
            or self._lab_row == row
            or shown not in (self.offsets_tab, self.characters_tab)
        ):
            return
        from citeview.checks.lab.subjects import Subjects

        if self._subjects is None:
            self._subjects = Subjects(self._session)
        found = self._subjects.of(row)
        self._lab_row = row
        self.offsets_tab.show_subjects(found)
        self.characters_tab.show_subjects(found)

    def _tell_story(self) -> None:
        from citeview.gui.copying import quote_of
        from citeview.quote.explain import explain
        from citeview.quote.rules import rules

        session, number = self._session, self.row
        if session is not None and number is not None and session.source(number).text is not None:
            prepared = session.source(number).prepared(rules(session.rules))
            story = explain(quote_of(session.citation(number)), prepared, rules=session.rules)
            self.check_tab.show_story(story.lines())

    def _show_preview(self, span: Span, in_answer: bool) -> None:  # a signal's argument
        from citeview.gui.panes import filling

        if in_answer and self._session is not None and self.row is not None:
            filling.fill_answer(self.answer_pane, self._session, self.row, span)
        else:
            self._show_place(span.start, span.end)

    def _copy_report(self, subject: Subject, masked: bool) -> None:  # a signal's argument
        from citeview.checks.lab.bugreport import NoReportError, bug_report
        from citeview.quote.rules import rules

        session, row = self._session, self.row
        if session is None or row is None:
            return
        try:
            report = bug_report(subject, session.verdict(row), rules(session.rules), masked=masked)
        except NoReportError as error:
            self.statusBar().showMessage(str(error), 10_000)
            return
        QApplication.clipboard().setText(report.markdown)
        self.statusBar().showMessage(self.tr("The bug report has been copied, as Markdown with its fixture."), 5_000)

    def _copy_code(self, subject: Subject, language: str) -> None:
        from citeview.checks.lab.snippets import LANGUAGES, NoSnippetError, snippet

        wanted = next(one for one in LANGUAGES if one.name == language)
        try:
            code = snippet(wanted, subject.declared)
        except NoSnippetError as error:
            self.statusBar().showMessage(str(error), 10_000)
            return
        QApplication.clipboard().setText(code)
        self.statusBar().showMessage(
            self.tr("The code for {language} has been copied.").format(language=wanted.title), 5_000
        )

    def _say_nothing(self, words: str) -> None:
        for pane in (self.answer_pane, self.source_pane):
            pane.header.detail.show_text("")
            pane.band.say("")
            pane.show_empty("")
        self.answer_pane.show_empty(words)
        self.check_tab.show_nothing()
        self.offsets_tab.show_subjects([])
        self.characters_tab.show_subjects([])
        self.record_tab.show_record(None)
        self.caret_label.clear()

    def _show_counts(self) -> None:
        total = len(self._session) if self._session is not None else 0
        shown, known = self.model.rowCount(), sum(self.model.counts.values())
        found = self.model.counts[Headline.FOUND]
        attention = self.model.attention
        words = [str(total)] if self._session is not None else []
        if shown < total:
            words = [self.tr("{shown} of {total} shown").format(shown=shown, total=total)]
        if known:
            words.append(self.tr("{count} found").format(count=found))
            words.append(self.tr("{count} need attention").format(count=attention))
        if 0 < known < total:
            words.append(self.tr("{count} still to check").format(count=total - known))
        self.citations_header.detail.show_text(" · ".join(words))
        action = self.actions_by_name.get("next_attention")
        if action is not None:
            action.setIconText(self.tr("Needs attention ({count})").format(count=attention))
            action.setEnabled(attention > 0)

    def _show_place(self, start: int, end: int) -> None:
        from citeview.gui.panes import filling
        from citeview.text.units import Span

        self._preview = Span(start, end)
        row = self.row
        if row is not None and self._session is not None:
            filling.fill_source(self.source_pane, self._session, row, self.model.verdict(row), self._preview)

    def _show_caret(self, pane: TextPane, codepoint: int) -> None:
        # Later, because a caret that moves ten times in a row needs its facts once, and the first picture needs none.
        self._caret = (pane, codepoint)
        self._caret_timer.start()

    def _tell_caret(self) -> None:
        if self._caret is None:
            return
        pane, codepoint = self._caret
        representation = pane.view.representation
        if representation is None or codepoint > len(representation):
            return
        if pane.view.hasFocus() or pane is self.source_pane:
            from citeview.gui.caret import caret_facts

            self.caret_label.setText(caret_facts(representation, codepoint))

    def _show_colours(self) -> None:
        colours = self._theme.colours
        self.model.show_colours(colours)
        self.citations_header.show_colours(colours)
        self.error_band.show_colours(colours)
        for pane in (self.answer_pane, self.source_pane):
            pane.show_colours(colours)
        self.check_tab.show_colours(colours)
        self.offsets_tab.show_colours(colours)
        self.notes_tab.show_colours(colours)
        self.characters_tab.show_colours(colours)

    # Doing

    def _record(self) -> Citation | UnreadableRecord | None:
        row = self.row
        return self._session.citation(row) if self._session is not None and row is not None else None

    def _step(self, by: int) -> None:
        place = self.table.currentIndex().row() + by
        if self.row is not None and 0 <= place < self.model.rowCount():
            self.choose_row(self.model.number(place))

    def _step_to_attention(self, by: int) -> None:
        self._step_to(by, self._needs_attention)

    def _step_to(self, by: int, wanted: Callable[[int], bool]) -> bool:
        """Choose the next citation that is wanted, going round; say whether there is one."""
        total, place = self.model.rowCount(), self.table.currentIndex().row()
        for step in range(1, total + 1) if place >= 0 else ():
            number = self.model.number((place + by * step) % total)
            if wanted(number):
                self.choose_row(number)
                return True
        return False

    def _decide_by_name(self, name: str) -> None:
        from citeview.reviews.decision import Judgement

        self._decide(Judgement[name])

    def _decide(self, judgement: Judgement | None) -> None:
        number = self.row
        if number is not None and self.reviewing.decide(number, judgement):
            from citeview.reviews.decision import JUDGEMENTS

            words = JUDGEMENTS[judgement].label if judgement is not None else self.tr("No decision")
            self.statusBar().showMessage(self.tr("Saved: {words}").format(words=words), 3_000)

    def _note(self, note: str) -> None:
        if self._noted is not None:
            self.reviewing.note(self._noted, note)

    def _name(self) -> str | None:
        if not self._settings.who:
            self._settings.who = (self._ask_name() or "").strip()
        return self._settings.who or None

    def _ask_name_in_dialog(self) -> str | None:
        from PySide6.QtWidgets import QInputDialog

        words = self.tr("Decisions are kept under your name. What is it?")
        name, given = QInputDialog.getText(self, self.tr("Your name"), words)
        return name if given else None

    def _open_review(self, session: Session) -> None:
        from citeview.reviews.finding import Finder

        self._finder = Finder(session)
        self.filter_bar.show_choices(self._finder.sources(), self._finder.answers())
        self.notes_tab.make_buttons()
        self.reviewing.open(session)
        self._show_progress_of_review()

    def _decisions_changed(self, numbers: list[int]) -> None:
        self.model.take_decisions({number: self.reviewing.state(number) for number in numbers})
        self._show_progress_of_review()
        if self.row in numbers:
            self._show_decision(self.row)

    def _show_decision(self, number: int | None) -> None:
        self._noted = number
        if number is not None:
            self.notes_tab.show_decision(
                self.reviewing.state(number), self.reviewing.history(number), self.reviewing.earlier(number)
            )

    def _show_progress_of_review(self) -> None:
        review = self.reviewing.review
        if review is None or self._session is None:
            self.progress_label.clear()
            return
        progress = review.progress()
        words = self.tr("{decided} of {total} decided").format(decided=progress.decided, total=len(self._session))
        if progress.decided and progress.spent_ms:
            seconds = progress.spent_ms / progress.decided / 1000
            words += " · " + self.tr("{seconds} s each").format(seconds=f"{seconds:.0f}")
        self.progress_label.setText(words)

    def _show_turned(self, number: int | None, nothing: str) -> None:
        if number is None:
            self.statusBar().showMessage(nothing, 5_000)
        else:
            self.choose_row(number)

    def _say_error(self, sentence: str) -> None:
        self.error_band.say(f"✗ {sentence}")

    def _copy(self, text: str, words: str) -> None:
        if text:
            QApplication.clipboard().setText(text)
            self.statusBar().showMessage(words, 3_000)
        else:
            self.statusBar().showMessage(self.tr("This citation has nothing of the kind."), 5_000)

    def _report_done(self, answer: tuple[Path, tuple[str, ...]]) -> None:
        self._end_progress()
        out, notes = answer
        self.statusBar().showMessage(self.tr("Written: {name}").format(name=out.name), 10_000)
        if notes:
            self.error_band.say(" ".join(notes), Role.NEUTRAL)
        self.reported.emit()

    def _report_failed(self, error: object) -> None:
        self._end_progress()
        self._say_error(str(error))

    def _palette_done(self, palette: Palette, _result: int) -> None:
        action = palette.chosen
        palette.deleteLater()
        if action is not None:
            action.trigger()

    def _apply_filter(self) -> None:
        session, finder, before = self._session, self._finder, self.row
        if session is None or finder is None:
            return
        wanted = self.filter_bar.filter()
        numbers: Sequence[int] = (
            range(len(session)) if wanted.empty else finder.find(wanted, self.model.verdict, self.model.decision)
        )
        if self._sorted_by is not None:
            column, descending = self._sorted_by
            numbers = self.model.sorted_numbers(numbers, column, descending=descending)
        self.model.show_numbers(numbers)
        self._show_counts()
        if before is not None and self.model.row_of(before) is not None:
            self.choose_row(before)
        elif numbers:
            self.choose_row(numbers[0])

    def _sort(self, column: int) -> None:
        descending = self._sorted_by == (column, False)
        back = self._sorted_by == (column, True)
        self._sorted_by = None if back else (column, descending)
        header = self.table.horizontalHeader()
        header.setSortIndicatorShown(not back)
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        header.setSortIndicator(column, order)
        self._apply_filter()

    def _needs_attention(self, number: int) -> bool:
        verdict = self.model.verdict(number)
        return verdict is not None and HEADLINES[verdict.headline].attention

    def _undecided(self, number: int) -> bool:
        decision = self.model.decision(number)
        return decision is None or decision.judgement is None

    def _zoom(self, steps: int) -> None:
        self.source_pane.view.zoom(steps)

    def _zoomed(self, points: float) -> None:
        for pane in (self.answer_pane, self.source_pane):
            pane.view.set_points(points)
        self._settings.points = points

    def _choose_scheme(self, scheme: Scheme) -> None:
        self._settings.scheme = scheme
        self._theme.choose(scheme)

    def _fill_recent(self) -> None:
        self._recent_menu.clear()
        for entry in self._settings.recent:
            path = Path(entry)
            there = path.exists()
            words = path.name if there else self.tr("{name} (no longer there)").format(name=path.name)
            action = self._recent_menu.addAction(words.replace("&", "&&"))
            action.setStatusTip(entry)
            action.setEnabled(there)
            action.triggered.connect(partial(self.open_path, entry))
        if self._recent_menu.isEmpty():
            self._recent_menu.addAction(self.tr("Nothing yet")).setEnabled(False)

    def _open_done(self, session: object) -> None:
        self._end_progress()
        opened = cast("Session", session)
        self._settings.add_recent(opened.path)
        self.show_session(opened)

    def _open_failed(self, path: Path, error: object) -> None:
        self._end_progress()
        from citeview.records.places import ExportError

        self.error_band.say(f"✗ {error}" if isinstance(error, ExportError) else f"✗ {path}: {error!r}")

    def _cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()
            self._job = None
        if self._background is not None:
            self._background.stop()
        self._end_progress()

    def _end_progress(self) -> None:
        self._progress_timer.stop()
        self._progress.hide()

    def _show_progress(self) -> None:
        self._progress_bar.setRange(0, 0)
        self._progress.show()

    def _start_checks(self) -> None:
        session = self._session
        if session is None or self._background is not None:
            return
        self._background = Background(session.verdict, len(session), self)
        self._background.ready.connect(self._take)
        self._background.finished.connect(self._checks_done)
        if self.row is not None:
            self._background.prefer([self.row])
        self._progress_words.setText(self.tr("Checking …"))
        self._progress_timer.start(5 * _PATIENCE_MS)
        self._background.start()

    def _take(self, batch: list[tuple[int, object]]) -> None:
        from citeview.checks.verdict import Verdict

        verdicts = [(row, value) for row, value in batch if isinstance(value, Verdict)]
        self.model.take(verdicts)
        for _, value in batch:
            if isinstance(value, Exception):
                self.error_band.say(f"✗ {value!r}")
        total = len(self._session) if self._session is not None else 0
        self._progress_bar.setRange(0, total)
        self._progress_bar.setValue(sum(self.model.counts.values()))
        row = self.row
        if row is not None and any(number == row for number, _ in verdicts):
            self._show_row(row)

    def _checks_done(self) -> None:
        self._end_progress()
        self.checked.emit()

    def _let_go(self) -> None:
        if self._background is not None:
            self._background.stop()
            self._background = None
        if self._session is not None:
            self._session.close()
            self._session = None
        self.notes_tab.save()
        self.reviewing.close()
        self._finder = None
        self._subjects = None
        self._lab_row = None


def _open_export(path: Path) -> Session:
    from citeview.session import open_export

    return open_export(path)


def _open_decisions() -> Database:
    from citeview.reviews.database import open_database

    return open_database()


def _open(open_session: Callable[[Path], Session], path: Path, _cancelled: Cancelled) -> Session:
    return open_session(path)


def _dropped(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
