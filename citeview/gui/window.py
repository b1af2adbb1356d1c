"""The window: joins the list, the two texts and the inspector, and decides nothing that they show."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QSettings, QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QLabel, QMainWindow, QStatusBar, QTabWidget, QWidget

from citeview.gui.settings import Settings
from citeview.gui.theme import Scheme, Theme

if TYPE_CHECKING:
    from PySide6.QtGui import QAction, QCloseEvent, QDragEnterEvent, QDropEvent, QPaintEvent

    from citeview.checks.verdict import Verdict
    from citeview.gui.jobs import Cancelled, Job
    from citeview.gui.palette import Palette
    from citeview.records.citation import Citation, UnreadableRecord
    from citeview.reviews.database import Database
    from citeview.session import Session
    from citeview.text.units import Span

_SAID_MS = 5_000
_FIRST_PICTURE_MS = 30


class Window(QMainWindow):
    """Show one export. A *number* is a citation's place in it, from 0."""

    opened = Signal()
    """An export has been opened and its first citation is shown."""
    checked = Signal()
    """Every verdict of the export is known."""

    def __init__(
        self,
        theme: Theme,
        settings: QSettings,
        *,
        open_session: Callable[[Path], Session] | None = None,
        open_decisions: Callable[[], Database] | None = None,
        ask_name: Callable[[], str | None] | None = None,
        late: bool = False,
    ) -> None:
        """Make the window.

        Args:
            theme: the colours.
            settings: what is remembered between two runs.
            open_session: opens an export; raises `ExportError`.
            open_decisions: opens the decision database; raises `DecisionError`.
            ask_name: asks for the name that decisions are kept under.
            late: show an empty frame first and build the rest after it has been painted, for a quick start.
        """
        super().__init__()
        self.setObjectName("window")
        self._theme = theme
        self._settings = Settings(settings)
        self._open_session = open_session or _open_export
        self._open_decisions = open_decisions or _open_decisions
        self._ask_name = ask_name or self._ask_name_in_dialog
        self._session: Session | None = None
        self._job: Job | None = None
        self._preview: Span | None = None
        self._waiting_path: Path | None = None
        self._painted = False
        self.presentation: QWidget | None = None
        self.setAcceptDrops(True)
        self.setWindowTitle("citeview")
        self.resize(QSize(1440, 900).boundedTo(self.screen().availableSize()))
        geometry = self._settings.layout("window")
        if geometry is not None:
            self.restoreGeometry(geometry)
        self._built = False
        if late:
            opening = QLabel(self.tr("Opening …"))
            opening.setAlignment(Qt.AlignmentFlag.AlignCenter)
            self.setCentralWidget(opening)
        else:
            self._build()

    def _build(self) -> None:
        """Make everything in the window; the imports stand here because they are most of what a start takes."""
        from citeview.gui.inspector.check_tab import CheckTab
        from citeview.gui.inspector.record_tab import RecordTab
        from citeview.gui.inspector.transformations_tab import TransformationsTab
        from citeview.gui.menus import make_menus
        from citeview.gui.panes.pane import Band, TextPane
        from citeview.gui.parts.arrangement import Arrangement
        from citeview.gui.parts.caret_line import CaretLine
        from citeview.gui.parts.checking import Checking
        from citeview.gui.parts.copies import Copies
        from citeview.gui.parts.deciding import Deciding
        from citeview.gui.parts.lab import Lab
        from citeview.gui.parts.listing import Listing
        from citeview.gui.parts.reporting import Reporting
        from citeview.gui.parts.work_bar import WorkBar

        self._built = True
        self._theme.dress()
        theme, colours = self._theme, self._theme.colours
        self.listing = Listing(colours)
        self.deciding = Deciding(self.listing, colours, self._open_decisions, self._name, self)
        self.lab = Lab(theme, self)
        self.copies = Copies(self.record, self)
        self.reporting = Reporting(self._open_decisions, self.deciding.notes_tab.save, self)
        self.answer_pane = TextPane(self.tr("AI answer"), "answerPane", colours)
        self.source_pane = TextPane(self.tr("Source snapshot"), "sourcePane", colours)
        self.check_tab = CheckTab(colours)
        self.record_tab = RecordTab()
        self.transformations_tab = TransformationsTab()
        self.inspector = QTabWidget()
        self.inspector.setObjectName("inspector")
        self.inspector.setDocumentMode(True)
        for tab, words in (
            (self.check_tab, self.tr("Check")),
            (self.lab.offsets_tab, self.tr("Offsets")),
            (self.lab.characters_tab, self.tr("Characters")),
            (self.record_tab, self.tr("Record")),
            (self.transformations_tab, self.tr("Transformations")),
            (self.deciding.notes_tab, self.tr("Notes")),
        ):
            self.inspector.addTab(tab, words)
        self.error_band = Band(colours)
        self.error_band.setObjectName("errorBand")
        self.caret_label = CaretLine(self.source_pane, self.answer_pane)
        self.work_bar = WorkBar()
        self.checking = Checking(self)
        columns = (self.listing, self.answer_pane, self.source_pane)
        self._arrangement = Arrangement(self.error_band, columns, self.inspector)
        self.setCentralWidget(self._arrangement)
        self.menus = make_menus(self, theme.scheme)
        self.actions_by_name: dict[str, QAction] = self.menus.actions
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
    def number(self) -> int | None:
        """Return the number of the chosen citation."""
        return self.listing.number

    @property
    def recent(self) -> list[str]:
        """Return the exports opened last, the latest first."""
        return self._settings.recent

    def record(self) -> Citation | UnreadableRecord | None:
        """Return the chosen citation's record."""
        number = self.number
        return self._session.citation(number) if self._session is not None and number is not None else None

    def show_session(self, session: Session) -> None:
        """Show an export that has been opened."""
        self._let_go()
        self._session = session
        self.error_band.say("")
        self.setWindowTitle(f"{session.path.name} — citeview")
        self.listing.show_session(session)
        self.deciding.open(session)
        self.lab.open(session)
        self.reporting.open(session)
        if session.export.problems:
            more = len(session.export.problems) - 1
            tail = self.tr(" (and {count} more)").format(count=more) if more else ""
            self.error_band.say_quietly(session.export.problems[0] + tail)
        self.choose(0)
        self.listing.focus_citations()
        if self.number is None:
            self._say_nothing(self.tr("This export holds no citations."))
        # The first picture of the texts must not wait for verdicts, which share the interpreter with it.
        QTimer.singleShot(_FIRST_PICTURE_MS, partial(self._start_checks, session))
        self.opened.emit()

    def open_path(self, path: str | Path) -> None:
        """Open an export off the window's thread; what cannot be opened is said in place."""
        from citeview.gui.jobs import Job

        path = Path(path)
        if self._job is not None:
            self._job.cancel()
        words = self.tr("Opening {name} …").format(name=path.name)
        if self._session is None:
            self._say_nothing(words)
        self.work_bar.begin(words)
        self._job = Job(partial(_open, self._open_session, path), self, discard=_close_session)
        self._job.done.connect(self._open_done)
        self._job.failed.connect(partial(self._open_failed, path))
        self._job.start()

    def open_after_first_paint(self, path: str | Path) -> None:
        """Open an export once the empty window has been painted."""
        self._waiting_path = Path(path)
        if self._built:
            self._say_nothing(self.tr("Opening {name} …").format(name=self._waiting_path.name))

    def choose(self, number: int) -> None:
        """Choose a citation; one that is filtered out is not chosen."""
        self.listing.choose(number)

    def choose_citation(self, citation_id: str) -> bool:
        """Choose the first citation of that id; say whether there is one."""
        return self.listing.choose_id(citation_id)

    def choose_scheme(self, scheme: Scheme) -> None:
        """Let another scheme decide the colours, now and at the next start."""
        self._settings.scheme = scheme
        self._theme.choose(scheme)

    # Commands, by the names of the table in `actions`

    def choose_file(self) -> None:
        """Ask for a file and open it."""
        from PySide6.QtWidgets import QFileDialog

        kinds = self.tr("Exports (*.json *.jsonl *.ndjson *.citeview *.zip);;All files (*)")
        path, _ = QFileDialog.getOpenFileName(self, self.tr("Open an export"), "", kinds)
        if path:
            self.open_path(path)

    def choose_folder(self) -> None:
        """Ask for a folder and open it."""
        from PySide6.QtWidgets import QFileDialog

        path = QFileDialog.getExistingDirectory(self, self.tr("Open an export's folder"))
        if path:
            self.open_path(path)

    def present(self) -> None:
        """Show the citations one by one, large, on the whole screen."""
        if self._session is None or self.number is None:
            return
        from citeview.gui.present import Present

        numbers = list(self.listing.model.numbers)
        presentation = Present(self._session, numbers, self.number, self._theme.colours)
        presentation.left.connect(self.choose)
        self.presentation = presentation
        presentation.showFullScreen()

    def close_export(self) -> None:
        """Show no export."""
        self._let_go()
        self.listing.show_session(None)
        self.setWindowTitle("citeview")
        self.error_band.say("")
        self._say_nothing(self.tr("Open an export, or drop one here: a file, a folder or a .citeview bundle."))

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

    def next_match(self) -> None:
        """Show the next place of a quote that stands in the source more than once."""
        number = self.number
        verdict = self.listing.model.verdict(number) if number is not None else None
        if verdict is None or verdict.quote is None or not verdict.quote.matches:
            self._say(self.tr("The quote stands nowhere in the source."))
            return
        matches = verdict.quote.matches
        after = self._preview.start if self._preview is not None else -1
        place = next((match for match in matches if match.start > after), matches[0])
        self._show_place(place.start, place.end)
        words = self.tr("Place {number} of {count}").format(number=matches.index(place) + 1, count=len(matches))
        self._say(words)

    def zoom_in(self) -> None:
        """Make both texts larger."""
        self.source_pane.view.zoom(1)

    def zoom_out(self) -> None:
        """Make both texts smaller."""
        self.source_pane.view.zoom(-1)

    def zoom_reset(self) -> None:
        """Make both texts their usual size."""
        self.source_pane.view.zoom(0)

    def show_palette(self) -> None:
        """Offer every command by its words."""
        from citeview.gui.palette import Palette

        palette = Palette(list(self.actions_by_name.values()), self)
        palette.finished.connect(partial(self._palette_done, palette))
        palette.open()
        palette.activateWindow()
        palette.words.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_keys(self) -> None:
        """Show the keys and what the verdicts mean."""
        from citeview.gui.key_sheet import KeySheet

        sheet = KeySheet(self._theme.colours, self)
        sheet.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        sheet.open()

    # Qt's own events

    def paintEvent(self, event: QPaintEvent) -> None:
        """Do what waits for the first picture of the window."""
        super().paintEvent(event)
        if not self._painted:
            self._painted = True
            QTimer.singleShot(0, self._finish_start)

    def _finish_start(self) -> None:
        if not self._built:
            self._build()
        path, self._waiting_path = self._waiting_path, None
        if path is not None:
            self.open_path(path)

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
        if not self._built:
            super().closeEvent(event)
            return
        self._arrangement.keep(self._settings)
        self._let_go()
        super().closeEvent(event)

    # Making

    def _make_status(self) -> None:
        status = QStatusBar()
        self.setStatusBar(status)
        status.addWidget(self.caret_label, 1)
        status.addPermanentWidget(self.deciding.progress)
        status.addPermanentWidget(self.work_bar)

    def _connect(self) -> None:
        self.listing.chosen.connect(self._chosen)
        self.listing.counted.connect(self._show_attention)
        self.check_tab.place_asked.connect(self._show_place)
        self.check_tab.story_asked.connect(self._tell_story)
        self.inspector.currentChanged.connect(self._tab_changed)
        self.deciding.failed.connect(self.show_error)
        self.deciding.notes_asked.connect(partial(self.inspector.setCurrentWidget, self.deciding.notes_tab))
        self.lab.previewed.connect(self._show_preview)
        self.lab.citation_asked.connect(self.choose)
        self.lab.tab_asked.connect(partial(self.inspector.setCurrentWidget, self.lab.offsets_tab))
        self.reporting.begun.connect(self.work_bar.begin)
        self.reporting.ended.connect(self.work_bar.end)
        self.reporting.failed.connect(self.show_error)
        self.reporting.noted.connect(self.error_band.say_quietly)
        for part in (self.listing, self.deciding, self.lab, self.copies, self.reporting):
            part.said.connect(self._say)
        for pane in (self.answer_pane, self.source_pane):
            pane.view.mark_clicked.connect(self.choose)
            pane.view.zoomed.connect(self._zoomed)
        self.work_bar.stopped.connect(self._cancel)
        self.checking.arrived.connect(self._take)
        self.checking.failed.connect(self.show_error)
        self.checking.finished.connect(self._checks_done)
        self._theme.changed.connect(self._show_colours)

    def _restore(self) -> None:
        self._arrangement.restore(self._settings)
        points = self._settings.points
        if points is not None:
            self._zoomed(points)
        self._show_colours()

    # Showing

    def _chosen(self, number: int) -> None:
        self._preview = None
        if self.listing.model.verdict(number) is None:
            self.checking.want(number)
        self.deciding.leave()
        self._show(number)

    def _show(self, number: int) -> None:
        session = self._session
        if session is None:
            return
        # Late: the window draws itself before the core is loaded.
        from citeview.gui.panes import filling

        record = session.citation(number)
        verdict = self.listing.model.verdict(number)
        filling.fill_answer(self.answer_pane, session, number)
        filling.fill_source(self.source_pane, session, number, verdict, self._preview)
        self.check_tab.show_verdict(record, verdict, session.source(number).text)
        self.record_tab.show_record(record)
        self.deciding.show(number)
        self.lab.show(number, self.inspector.currentWidget())
        self._show_transformations()
        self.caret_label.tell_soon()

    def _tab_changed(self) -> None:
        self.lab.fill(self.inspector.currentWidget())
        self._show_transformations()

    def _show_transformations(self) -> None:
        """Follow the cited place to the stored bytes, if that is looked at: it reads the raw bytes again."""
        session, number = self._session, self.number
        if self.inspector.currentWidget() is not self.transformations_tab or session is None or number is None:
            return
        verdict = self.listing.model.verdict(number)
        span = verdict.highlight if verdict is not None else session.source_span(number)
        self.transformations_tab.show_trace(session.citation(number), session.trace(number), span)

    def _tell_story(self) -> None:
        from citeview.gui.copying import quote_of
        from citeview.quote.explain import explain
        from citeview.quote.rules import rules

        session, number = self._session, self.number
        if session is not None and number is not None and session.source(number).text is not None:
            prepared = session.source(number).prepared(rules(session.rules))
            story = explain(quote_of(session.citation(number)), prepared, rules=session.rules)
            self.check_tab.show_story(story.lines())

    def _show_place(self, start: int, end: int) -> None:
        from citeview.gui.panes import filling
        from citeview.text.units import Span

        self._preview = Span(start, end)
        number = self.number
        if number is not None and self._session is not None:
            verdict = self.listing.model.verdict(number)
            filling.fill_source(self.source_pane, self._session, number, verdict, self._preview)

    def _show_preview(self, span: Span, in_answer: bool) -> None:  # a signal's argument
        from citeview.gui.panes import filling

        if in_answer and self._session is not None and self.number is not None:
            filling.fill_answer(self.answer_pane, self._session, self.number, span)
        else:
            self._show_place(span.start, span.end)

    def _say_nothing(self, words: str) -> None:
        for pane in (self.answer_pane, self.source_pane):
            pane.header.detail.show_text("")
            pane.band.say("")
            pane.show_empty("")
        self.answer_pane.show_empty(words)
        self.check_tab.show_nothing()
        self.record_tab.show_record(None)
        self.transformations_tab.show_nothing()
        self.caret_label.clear()

    def _say(self, words: str) -> None:
        self.statusBar().showMessage(words, _SAID_MS)

    def show_error(self, sentence: str) -> None:
        """Show in place what went wrong."""
        if self._built:
            self.error_band.say(f"✗ {sentence}")

    def _show_attention(self) -> None:
        action = self.actions_by_name["next_attention"]
        action.setIconText(self.tr("Needs attention ({count})").format(count=self.listing.attention))
        action.setEnabled(self.listing.attention > 0)

    def _show_colours(self) -> None:
        colours = self._theme.colours
        for part in (self.listing, self.error_band, self.answer_pane, self.source_pane, self.check_tab):
            part.show_colours(colours)
        self.deciding.notes_tab.show_colours(colours)
        self.lab.show_colours()

    def _zoomed(self, points: float) -> None:
        for pane in (self.answer_pane, self.source_pane):
            pane.view.set_points(points)
        self._settings.points = points

    # Doing

    def _name(self) -> str | None:
        if not self._settings.who:
            self._settings.who = (self._ask_name() or "").strip()
        return self._settings.who or None

    def _ask_name_in_dialog(self) -> str | None:
        from PySide6.QtWidgets import QInputDialog

        words = self.tr("Decisions are kept under your name. What is it?")
        name, given = QInputDialog.getText(self, self.tr("Your name"), words)
        return name if given else None

    def _palette_done(self, palette: Palette, _result: int) -> None:
        action = palette.chosen
        palette.deleteLater()
        if action is not None:
            action.trigger()

    def _open_done(self, session: object) -> None:
        self._job = None
        self.work_bar.end()
        opened = cast("Session", session)
        self._settings.add_recent(opened.path)
        self.show_session(opened)

    def _open_failed(self, path: Path, error: object) -> None:
        self._job = None
        self.work_bar.end()
        if self._session is None:
            self.close_export()
        from citeview.records.places import ExportError

        self.show_error(str(error) if isinstance(error, ExportError) else f"{path}: {error!r}")

    def _cancel(self) -> None:
        self.work_bar.end()
        if self._job is not None:
            self._job.cancel()
            self._job = None
            if self._session is None:
                self.close_export()
        elif self.reporting.busy:
            self.reporting.stop()
        else:
            self.checking.stop()
            self._say(self.tr("Stopped. A citation is checked when it is chosen."))
            if self.number is not None and self.listing.model.verdict(self.number) is None:
                self.checking.want(self.number)

    def _start_checks(self, session: Session) -> None:
        from citeview.gui.parts.work_bar import PATIENCE_MS

        if session is self._session:
            self.work_bar.begin(self.tr("Checking …"), 5 * PATIENCE_MS)
            self.checking.begin(session, self.number)

    def _take(self, verdicts: list[tuple[int, Verdict]]) -> None:
        self.listing.model.take(verdicts)
        if not self.checking.stopped:
            total = len(self._session) if self._session is not None else 0
            self.work_bar.advance(sum(self.listing.model.counts.values()), total)
        chosen = self.number
        if chosen is not None and any(number == chosen for number, _ in verdicts):
            self._show(chosen)

    def _checks_done(self) -> None:
        self.work_bar.end()
        self.checked.emit()

    def _let_go(self) -> None:
        self.work_bar.end()
        if self._job is not None:
            self._job.cancel()
            self._job = None
        self.checking.close()
        self.reporting.close()
        # First the note that is being written: keeping it asks the export for the verdict that was seen.
        self.deciding.close()
        self.lab.close()
        if self._session is not None:
            self._session.close()
            self._session = None


def _open_export(path: Path) -> Session:
    from citeview.session import open_export

    return open_export(path)


def _open_decisions() -> Database:
    from citeview.reviews.database import open_database

    return open_database()


def _open(open_session: Callable[[Path], Session], path: Path, _cancelled: Cancelled) -> Session:
    return open_session(path)


def _close_session(session: object) -> None:
    cast("Session", session).close()


def _dropped(event: QDropEvent) -> Path | None:
    urls = event.mimeData().urls()
    return Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
