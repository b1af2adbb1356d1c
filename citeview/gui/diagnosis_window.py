"""The whole export under every reading: one sentence, the readings that explain most, causes, contradictions."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtWidgets import (
    QDialog,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from citeview.gui.jobs import Cancelled, Job
from citeview.gui.theme import Colours

if TYPE_CHECKING:
    from PySide6.QtGui import QCloseEvent

    from citeview.checks.lab.diagnosis import Diagnosis
    from citeview.session import Session

_MOST = 12


class DiagnosisWindow(QDialog):
    """Diagnose an export off the window's thread, with progress and cancel, and show what came of it."""

    citation_asked = Signal(int)
    """Number of a citation that the reader wants to see."""
    diagnosed = Signal()
    _progressed = Signal(int, int)

    def __init__(self, session: Session, colours: Colours, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("diagnosis")
        self.setWindowTitle(self.tr("Why ranges fail, over the whole export"))
        self.resize(820, 600)
        self._colours = colours
        self.diagnosis: Diagnosis | None = None
        self.page = QTextBrowser()
        self.page.setObjectName("diagnosisPage")
        self.page.setAccessibleName(self.tr("Diagnosis"))
        self.page.setOpenLinks(False)
        self.page.document().setDocumentMargin(14)
        self.page.anchorClicked.connect(self._follow)
        self.words = QLabel(self.tr("Trying every reading on every range …"))
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.cancel = QPushButton(self.tr("Cancel"))
        self.cancel.clicked.connect(self.reject)
        bottom = QHBoxLayout()
        bottom.addWidget(self.words, 1)
        bottom.addWidget(self.bar)
        bottom.addWidget(self.cancel)
        column = QVBoxLayout(self)
        column.addWidget(self.page, 1)
        column.addLayout(bottom)
        self._progressed.connect(self._show_progress)
        self._job = Job(partial(_diagnose, session, self._progressed.emit), self)
        self._job.done.connect(self._show)
        self._job.failed.connect(self._fail)
        self._job.start()

    def reject(self) -> None:
        """Stop the work and close."""
        self._job.cancel()
        super().reject()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Stop the work."""
        self._job.cancel()
        super().closeEvent(event)

    def _show_progress(self, done: int, total: int) -> None:
        self.bar.setRange(0, total)
        self.bar.setValue(done)

    def _fail(self, error: object) -> None:
        self.words.setText(str(error))
        self.bar.hide()

    def _show(self, diagnosis: Diagnosis) -> None:
        from citeview.gui.inspector.page import Page, Style

        self.diagnosis = diagnosis
        self.bar.hide()
        self.cancel.setText(self.tr("Close"))
        self.words.setText(self.tr("This explains; no verdict changes."))
        page = Page(self.page, self._colours)
        page.line().write(diagnosis.sentence, Style.STRONG, larger=True)
        if diagnosis.readings:
            page.line(above=12).write(self.tr("Readings"), Style.STRONG)
            for row in diagnosis.readings[:_MOST]:
                page.line(above=2, indent=12).write(f"{row.explains:,}  ", Style.MONO).write(row.sentence)
                if row.breaks:
                    broken = self.tr("breaks {count} that pass as declared").format(count=row.breaks)
                    page.write(f"  {broken}", Style.MUTED)
        self._list(page, self.tr("Causes that fit"), [cause.sentence for cause in diagnosis.causes])
        self._list(page, self.tr("Contradictions"), [one.sentence for one in diagnosis.contradictions])
        found = [f"{finding.count:,} × {finding.example}" for finding in diagnosis.findings]
        self._list(page, self.tr("What else was seen"), found)
        groups = [f"{group.kind} {group.name}: {group.sentence}" for group in diagnosis.groups if group.failing]
        self._list(page, self.tr("By source and extractor"), groups)
        if diagnosis.unexplained:
            page.line(above=12).write(self.tr("No reading explains"), Style.STRONG)
            page.line(indent=12)
            for number in diagnosis.unexplained[:_MOST]:
                ref = diagnosis.ranges[number]
                page.write(ref.citation_id, link=f"citation:{ref.index}").write("  ")
        page.finish()
        self.diagnosed.emit()

    def _list(self, page: object, title: str, lines: list[str]) -> None:
        from citeview.gui.inspector.page import Page, Style

        assert isinstance(page, Page)  # noqa: S101  # made above; the type is imported late
        if lines:
            page.line(above=12).write(title, Style.STRONG)
            for line in lines[:_MOST]:
                page.line(above=2, indent=12).write(line)

    def _follow(self, link: QUrl) -> None:
        kind, _, number = link.toString().partition(":")
        if kind == "citation" and number.isdecimal():
            self.citation_asked.emit(int(number))


def _diagnose(session: Session, progress: object, cancelled: Cancelled) -> Diagnosis:
    from citeview.checks.lab.diagnosis import diagnose
    from citeview.checks.lab.subjects import Subjects

    subjects = Subjects(session)
    return diagnose(
        subjects,
        importer=session.export.format_name,
        citations=len(session),
        other_quotes=subjects.other_quotes,
        cancelled=cancelled,
        progress=progress if callable(progress) else None,
    )
