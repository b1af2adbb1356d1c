"""The lab in the window: the Offsets and Characters tabs, bug reports, code, the whole export, the playground."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QWidget

from citeview.gui.inspector.characters_tab import CharactersTab
from citeview.gui.inspector.offsets_tab import OffsetsTab
from citeview.gui.theme import Theme

if TYPE_CHECKING:
    from citeview.checks.lab.subjects import Subject, Subjects
    from citeview.session import Session


class Lab(QObject):
    """Explain the ranges of the chosen citation. Trying readings is work, so it is done only where it is looked at."""

    previewed = Signal(object, bool)
    """A span (code points) that the reader asked to see: in the source, or in the answer where the flag is set."""
    citation_asked = Signal(int)
    said = Signal(str)
    tab_asked = Signal()
    """Show the Offsets tab."""

    def __init__(self, theme: Theme, window: QWidget) -> None:
        super().__init__(window)
        self._theme = theme
        self._window = window
        self._session: Session | None = None
        self._subjects: Subjects | None = None
        self._number: int | None = None
        self._filled: int | None = None
        self.offsets_tab = OffsetsTab(theme.colours)
        self.characters_tab = CharactersTab(theme.colours)
        self.offsets_tab.previewed.connect(self.previewed)
        self.offsets_tab.report_asked.connect(self.copy_report)
        self.offsets_tab.code_asked.connect(self.copy_code)

    def open(self, session: Session) -> None:
        """Explain another export."""
        self.close()
        self._session = session

    def close(self) -> None:
        """Explain nothing."""
        self._session = self._subjects = self._number = self._filled = None
        self.offsets_tab.show_subjects([])
        self.characters_tab.show_subjects([])

    def show(self, number: int, looked_at: QWidget | None) -> None:
        """Explain a citation, now or as soon as one of the tabs is looked at."""
        self._number = number
        self._filled = None
        self.fill(looked_at)

    def fill(self, looked_at: QWidget | None) -> None:
        """Fill the tabs for the chosen citation if one of them is looked at."""
        number = self._number
        if self._session is None or number is None or self._filled == number:
            return
        if looked_at not in (self.offsets_tab, self.characters_tab):
            return
        from citeview.checks.lab.subjects import Subjects

        if self._subjects is None:
            self._subjects = Subjects(self._session)
        found = self._subjects.of(number)
        self._filled = number
        self.offsets_tab.show_subjects(found)
        self.characters_tab.show_subjects(found)

    def show_colours(self) -> None:
        """Draw in the colours of another scheme."""
        self.offsets_tab.show_colours(self._theme.colours)
        self.characters_tab.show_colours(self._theme.colours)

    def copy_report(self, subject: Subject, masked: bool) -> None:  # a signal's argument
        """Copy a bug report about a range, as Markdown with its fixture."""
        from citeview.checks.lab.bugreport import NoReportError, bug_report
        from citeview.quote.rules import rules

        if self._session is None or self._number is None:
            return
        try:
            report = bug_report(subject, self._session.verdict(self._number), rules(self._session.rules), masked=masked)
        except NoReportError as error:
            self.said.emit(str(error))
            return
        QApplication.clipboard().setText(report.markdown)
        self.said.emit(self.tr("The bug report has been copied, as Markdown with its fixture."))

    def copy_code(self, subject: Subject, language: str) -> None:
        """Copy code that converts a range to a language's own index."""
        from citeview.checks.lab.snippets import LANGUAGES, NoSnippetError, snippet

        wanted = next(one for one in LANGUAGES if one.name == language)
        try:
            code = snippet(wanted, subject.declared)
        except NoSnippetError as error:
            self.said.emit(str(error))
            return
        QApplication.clipboard().setText(code)
        self.said.emit(self.tr("The code for {language} has been copied.").format(language=wanted.title))

    # Commands, by the names of the table in `actions`

    def copy_bug_report(self) -> None:
        """Copy a bug report about the range in the source, else about the one in the answer."""
        self.tab_asked.emit()
        if self.offsets_tab.subject is not None:
            self.copy_report(self.offsets_tab.subject, masked=False)

    def show_diagnosis(self) -> None:
        """Try every reading on every range of the export."""
        if self._session is None:
            return
        from citeview.gui.diagnosis_window import DiagnosisWindow

        shown = DiagnosisWindow(self._session, self._theme.colours, self._window)
        shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown.citation_asked.connect(self.citation_asked)
        shown.show()

    def show_playground(self) -> None:
        """Open a window to try ranges on texts."""
        from citeview.gui.playground import Playground

        shown = Playground(self._theme.colours, self._window)
        shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        shown.offsets.code_asked.connect(self.copy_code)
        shown.show()
