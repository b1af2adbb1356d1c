"""Fill the two panes for the chosen citation: the text and its marks, or the words that say why there is no text."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from citeview.checks.headlines import Role
from citeview.checks.verdict import IntegrityOutcome, IntegrityResult, Verdict
from citeview.gui.panes.evidence import answer_marks, landing, source_marks
from citeview.gui.panes.marks import Mark, MarkKind
from citeview.gui.panes.pane import TextPane
from citeview.records.citation import Citation, UnreadableRecord
from citeview.records.selectors import Selector
from citeview.session import Session
from citeview.text.units import Span


def fill_answer(pane: TextPane, session: Session, row: int, preview: Span | None = None) -> None:
    """Show the answer part that a citation stands in, or say why there is none; `preview` as for the source."""
    record = session.citation(row)
    view = session.answer(row)
    if view is None:
        pane.header.detail.show_text("")
        pane.band.say("")
        pane.show_empty(_why_no_answer(session, record))
        return
    unit = _unit_words(record.answer_selector) if isinstance(record, Citation) else ""
    parts = _tr("part {part} of {parts}").format(part=view.part + 1, parts=view.parts) if view.parts > 1 else ""
    pane.header.detail.show_text(" · ".join(filter(None, (parts, unit))), view.title or view.answer_id)
    pane.view.show_representation(view.representation)
    pane.show_text()
    marks = answer_marks(session, row)
    _show_marks(pane, marks, preview)
    has_range = any(mark.kind is MarkKind.CURRENT for mark in marks)
    words = "" if has_range else _tr("No usable range in the answer is declared for this citation.")
    pane.band.say(words, Role.NEUTRAL)


def fill_source(
    pane: TextPane, session: Session, row: int, verdict: Verdict | None, preview: Span | None = None
) -> None:
    """Show the source of a citation, or say why there is no text.

    `preview` is a place that the reader asked to see, in code points; it is marked beside the citation's own marks.
    """
    record = session.citation(row)
    if isinstance(record, UnreadableRecord):
        pane.header.detail.show_text("")
        pane.band.say("")
        pane.show_empty(_unreadable(record))
        return
    view = session.source(row)
    integrity = session.integrity(row)
    if view.representation is None:
        pane.header.detail.show_text("", record.title or record.url or "")
        pane.band.say("")
        why = [_tr("There is no stored text of this source."), integrity.message]
        pane.show_empty("\n".join([*why, "", record.url] if record.url else why))
        return
    fetched = record.fetched_at or (view.snapshot.fetched_at if view.snapshot is not None else None)
    pane.header.detail.show_text(_source_facts(record, integrity, fetched), record.title or record.url or "")
    pane.view.show_representation(view.representation)
    pane.show_text()
    mismatch = integrity.outcome is IntegrityOutcome.MISMATCH
    if mismatch:
        words = _tr("This is not the text that was recorded, so nothing was checked on it.")
        pane.band.say(f"✗ {words} {integrity.message}", Role.BAD)
    elif integrity.outcome is IntegrityOutcome.NOT_RECORDED:
        pane.band.say(f"? {integrity.message}", Role.NEUTRAL)
    else:
        pane.band.say("")
    marks = [] if mismatch else source_marks(session, row, verdict)
    _show_marks(pane, marks, preview)


def _show_marks(pane: TextPane, marks: list[Mark], preview: Span | None) -> None:
    if preview is not None:
        marks = [*marks, Mark(preview, MarkKind.PREVIEW)]
    pane.view.show_marks(marks)
    span = preview or landing(marks)
    if span is not None:
        pane.view.reveal(span)


def _source_facts(record: Citation, integrity: IntegrityResult, fetched: str | None) -> str:
    digest = f"{record.snapshot_id[:11]}…{record.snapshot_id[-4:]}" if record.snapshot_id else ""
    mark = "✓ " if integrity.outcome is IntegrityOutcome.VERIFIED else ""
    when = _tr("fetched {day}").format(day=fetched[:10]) if fetched else ""
    state = f"{digest} {mark}{integrity.outcome}".strip()
    facts = (state, when, _unit_words(record.selector))
    return " · ".join(filter(None, facts))


def _why_no_answer(session: Session, record: Citation | UnreadableRecord) -> str:
    if isinstance(record, UnreadableRecord):
        return _unreadable(record)
    if record.answer_id is None:
        return _tr("The export does not say which answer this citation belongs to.")
    if record.answer_id in session.export.answers:
        return _tr("The export does not say which part of the answer this citation belongs to.")
    return _tr("The export does not hold the answer {name}.").format(name=record.answer_id)


def _unreadable(record: UnreadableRecord) -> str:
    return _tr("This record cannot be read.") + f"\n\n{record.place}\n{record.problem}"


def _unit_words(selector: Selector | None) -> str:
    if selector is None or selector.position is None:
        return ""
    unit = selector.position.unit
    return _tr("unit not declared") if unit is None else _tr("declared unit: {unit}").format(unit=unit.label)


def _tr(words: str) -> str:
    return QCoreApplication.translate("Panes", words)
