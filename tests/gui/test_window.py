"""The window on the sample export and on exports that are wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QTableView, QTabWidget

from citeview.checks.verdict import HEADLINES
from citeview.gui.panes.marks import MarkKind
from citeview.gui.window import Window

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"


def choose(window: Window, citation_id: str) -> None:
    assert window.choose_citation(citation_id)


def marked(window: Window, kind: MarkKind, *, answer: bool = False) -> list[str]:
    view = window.answer_pane.view if answer else window.source_pane.view
    assert view.representation is not None
    return [view.representation.text[slice(*mark.span)] for mark in view.marks if mark.kind is kind]


def check_page(window: Window) -> str:
    return window.check_tab.browser.toPlainText()


def test_every_row_of_the_sample_gets_its_headline_in_the_list(sample: Window) -> None:
    session = sample.session
    assert session is not None
    table = sample.findChild(QTableView, "citations")
    assert table is not None
    assert table.model().rowCount() == len(session)
    for row in range(len(session)):
        verdict = session.verdict(row)
        assert HEADLINES[verdict.headline].short in table.model().index(row, 0).data()
    assert "found" in sample.listing.header.detail.whole


def test_choosing_a_citation_moves_both_panes(sample: Window) -> None:
    choose(sample, "c-01")
    words = "the origin serves only 1 request in 10"
    assert marked(sample, MarkKind.CURRENT, answer=True) == [words]
    assert marked(sample, MarkKind.CURRENT) == [words]
    for pane in (sample.answer_pane, sample.source_pane):
        mark = next(mark for mark in pane.view.marks if mark.kind is MarkKind.CURRENT)
        assert pane.view.viewport().rect().intersects(pane.view.span_rect(mark.span))
    assert "“the origin serves only 1 request in 10”" in check_page(sample)


def test_a_failed_quote_loses_its_quotation_marks(sample: Window) -> None:
    choose(sample, "c-02")
    page = check_page(sample)
    assert "Closest passage in the source:" in page
    assert "7 of 8 words match" in page
    assert "“" not in page
    assert marked(sample, MarkKind.CHANGED) == ["1"]
    assert marked(sample, MarkKind.PASSAGE) == ["the origin serves only 1 request in 10"]
    assert marked(sample, MarkKind.CURRENT) == []


def test_differing_tokens_are_marked_by_more_than_colour(sample: Window) -> None:
    choose(sample, "c-02")
    document = sample.check_tab.browser.document()
    struck, underlined = [], []
    block = document.begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            if fragment.charFormat().fontStrikeOut():
                struck.append(fragment.text())
            if fragment.charFormat().fontUnderline() and not fragment.charFormat().isAnchor():
                underlined.append(fragment.text())
            fragments += 1
        block = block.next()
    assert struck == ["2"]
    assert underlined == ["1"]


def test_a_number_weighs_more_than_an_article_and_moved_words_look_moved(
    show: Callable[[Any], Window], build: Any
) -> None:
    snapshot = build.snapshot(
        "On a cold morning the harbour office sold 12 tickets to the ferry and closed early at noon."
    )
    quote = "On the cold morning the harbour office closed early at noon sold 15 tickets to the ferry and"
    selector = {"quote": {"exact": quote}}
    window = show(build.bundle([build.record(source=snapshot, selector=selector)], snapshots=[snapshot]))
    looks: dict[str, Any] = {}
    block = window.check_tab.browser.document().begin()
    while block.isValid():
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            looks.setdefault(fragment.text().strip(), fragment.charFormat())
            fragments += 1
        block = block.next()
    assert looks["15"].fontWeight() > looks["the"].fontWeight()
    assert looks["15"].fontStrikeOut()
    assert looks["closed early at noon"].fontItalic()


def test_a_range_that_disagrees_lists_the_places_and_jumps_nowhere(sample: Window) -> None:
    choose(sample, "c-04")
    assert marked(sample, MarkKind.CURRENT) == ["|READ"]
    assert marked(sample, MarkKind.MATCH) == []
    assert "Range does not select the quote" in check_page(sample)
    assert "The quote stands at" in check_page(sample)
    sample.check_tab.browser.anchorClicked.emit(QUrl("place:12:17"))
    assert marked(sample, MarkKind.PREVIEW) == ["READY"]
    assert marked(sample, MarkKind.CURRENT) == ["|READ"], "the declared range stays marked as what is cited"


def test_an_invalid_range_names_the_character_and_marks_nothing(sample: Window) -> None:
    choose(sample, "c-05")
    page = check_page(sample)
    assert "Range is invalid: cuts a character" in page
    assert "Nearest valid offsets" in page
    assert "GRINNING FACE" in page
    assert marked(sample, MarkKind.CURRENT) == []


def test_states_without_a_text_have_words(sample: Window) -> None:
    choose(sample, "c-17")
    assert sample.source_pane.is_empty
    assert "no stored text" in sample.source_pane.empty.text()
    choose(sample, "c-23")
    assert sample.source_pane.is_empty
    assert "https://example.com/purge" in sample.source_pane.empty.text()
    assert "No range supplied" in check_page(sample)


def test_a_digest_that_does_not_match_shows_the_text_and_says_so(sample: Window) -> None:
    choose(sample, "c-18")
    assert not sample.source_pane.is_empty
    assert sample.source_pane.band.isVisible()
    assert "nothing was checked" in sample.source_pane.band.text()
    assert "✓" not in sample.source_pane.header.detail.whole
    assert marked(sample, MarkKind.CURRENT) == []


def test_two_references_on_one_segment_are_two_rows_on_one_place(sample: Window) -> None:
    choose(sample, "c-19#1")
    first = marked(sample, MarkKind.CURRENT, answer=True)
    choose(sample, "c-19#2")
    assert marked(sample, MarkKind.CURRENT, answer=True) == first == ["rarely needed"]


def test_parts_of_an_answer_keep_their_own_text(sample: Window) -> None:
    choose(sample, "c-12")
    assert "part 2 of 2" in sample.answer_pane.header.detail.whole
    assert marked(sample, MarkKind.CURRENT, answer=True) == ["status READY"]


def test_the_keyboard_walks(sample: Window, qtbot: Any) -> None:
    sample.choose(0)
    sample.listing.focus_citations()
    for key, row in ((Qt.Key.Key_J, 1), (Qt.Key.Key_J, 2), (Qt.Key.Key_K, 1), (Qt.Key.Key_Down, 2), (Qt.Key.Key_Up, 1)):
        qtbot.keyClick(sample.listing.table, key)
        assert sample.number == row
    qtbot.keyClick(sample, Qt.Key.Key_N)
    session = sample.session
    assert session is not None
    assert sample.number is not None
    assert HEADLINES[session.verdict(sample.number).headline].attention
    for method in (sample.focus_answer, sample.focus_source, sample.focus_inspector, sample.listing.focus_citations):
        method()
        assert sample.focusWidget() is not None


def test_the_keyboard_walks_from_the_panes_too(sample: Window, qtbot: Any) -> None:
    sample.choose(0)
    sample.focus_source()
    qtbot.keyClick(sample.source_pane.view, Qt.Key.Key_J)
    assert sample.number == 1


def test_the_status_line_gives_the_caret_in_every_unit(sample: Window, qtbot: Any) -> None:
    choose(sample, "c-08")
    qtbot.waitUntil(lambda: "LETTER R" in sample.caret_label.text())
    words = sample.caret_label.text()
    assert "U+0052 LATIN CAPITAL LETTER R" in words
    for unit in ("byte", "code point", "UTF-16", "grapheme", "document"):
        assert unit in words


@pytest.mark.parametrize("data", [b"", b"{", b"nonsense", b'{"citations": 5}'])
def test_an_unreadable_file_is_said_in_place(
    make_window: Callable[..., Window], qtbot: Any, build: Any, data: bytes
) -> None:
    path = build.export_file(data)
    window = make_window()
    window.open_path(path)
    qtbot.waitUntil(lambda: window.error_band.isVisible())
    assert path.name in window.error_band.text()
    assert window.session is None


def test_an_unreadable_record_is_a_row_with_its_place(show: Callable[[Any], Window], build: Any) -> None:
    window = show(build.bundle([{"citationId": "bad", "url": 7}, build.record("good", url="https://example.com")]))
    choose(window, "bad")
    assert "cannot be read" in window.source_pane.empty.text()
    assert "citations[0]" in window.source_pane.empty.text()
    assert "Could not check the source." in check_page(window)
    assert window.listing.model.rowCount() == 2


def test_an_empty_export_says_so(make_window: Callable[..., Window], qtbot: Any, build: Any) -> None:
    window = make_window()
    window.open_path(build.bundle([]))
    qtbot.waitUntil(lambda: "no citations" in window.answer_pane.empty.text())


def test_a_dropped_folder_opens(make_window: Callable[..., Window], qtbot: Any) -> None:
    window = make_window()
    mime = QMimeData()
    mime.setUrls([QUrl.fromLocalFile(str(SAMPLE))])
    event = QDropEvent(
        QPointF(QPoint(5, 5)), Qt.DropAction.CopyAction, mime, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    )
    with qtbot.waitSignal(window.checked, timeout=60_000):
        window.dropEvent(event)
    assert window.session is not None


def test_recent_exports_are_remembered_and_missing_ones_say_so(
    make_window: Callable[..., Window], qtbot: Any, build: Any
) -> None:
    gone = build.bundle([build.record(url="https://example.com")])
    window = make_window()
    for path in (gone, SAMPLE):
        with qtbot.waitSignal(window.checked, timeout=60_000):
            window.open_path(path)
    (gone / "export.json").unlink()
    gone.rmdir()
    window.menus.recent.aboutToShow.emit()
    entries = [(action.text(), action.isEnabled()) for action in window.menus.recent.actions()]
    assert entries[0] == ("sample", True)
    assert entries[1][1] is False
    assert "no longer there" in entries[1][0]


def test_text_from_a_file_stays_plain_everywhere(show: Callable[[Any], Window], build: Any) -> None:
    hostile = "<b>bold</b> <img src='http://example.com/x.png'>"
    snapshot = build.snapshot(hostile)
    record = build.record("<i>c</i>", source=snapshot, quote=hostile, title=hostile, answerId="a-1")
    window = show(build.bundle([record], [build.answer(hostile)], [snapshot]))
    assert "<b>bold</b>" in check_page(window)
    assert "<b>bold</b>" in window.record_tab.text.toPlainText()
    assert window.source_pane.header.detail.whole.startswith("<b>bold</b>")
    assert window.answer_pane.view.document().characterAt(0) == "<"
    tip = window.source_pane.header.detail.toolTip()
    assert "<b>" not in tip


def test_links_open_only_for_http(sample: Window, monkeypatch: pytest.MonkeyPatch, build: Any) -> None:
    opened: list[str] = []
    monkeypatch.setattr("PySide6.QtGui.QDesktopServices.openUrl", lambda url: opened.append(url.toString()))
    choose(sample, "c-01")
    sample.copies.open_link()
    assert opened == ["https://example.com/cdn"]
    for address in ("file:///etc/passwd", "javascript:alert(1)", "example", "ftp://example.com/x"):
        from citeview.session import open_export

        with open_export(build.bundle([build.record(url=address)])) as session:
            sample.show_session(session)
            sample.copies.open_link()
    assert opened == ["https://example.com/cdn"]


def test_zoom_changes_both_texts_and_is_remembered(
    sample: Window, make_window: Callable[..., Window], qtbot: Any
) -> None:
    before = sample.source_pane.view.font().pointSizeF()
    sample.zoom_in()
    assert sample.answer_pane.view.font().pointSizeF() == sample.source_pane.view.font().pointSizeF() == before + 1
    sample.close()
    assert make_window().source_pane.view.font().pointSizeF() == before + 1


def test_controls_have_names(sample: Window) -> None:
    for kind in (QTableView, QTabWidget, QLineEdit, QComboBox):
        for widget in sample.findChildren(kind):
            assert widget.accessibleName() or widget.objectName()
    for button in sample.findChildren(QAbstractButton):
        if button.isVisible() and button.objectName() != "qt_toolbar_ext_button":
            assert button.text() or button.toolTip() or button.accessibleName()


def test_errors_in_slots_are_shown(sample: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    from citeview.gui.app import show_errors_in

    monkeypatch.setattr(sys, "excepthook", sys.excepthook)
    show_errors_in(sample)
    error = RuntimeError("a <b>broken</b> slot")
    sys.excepthook(RuntimeError, error, None)
    assert "a <b>broken</b> slot" in sample.error_band.text()
    assert sample.error_band.isVisible()


def test_the_way_back_to_the_bytes_is_shown_step_by_step(show: Callable[[Any], Window], build: Any) -> None:
    text = "A\U0001f680|READY."
    window = show(build.case(text, "READY", {"unit": "codepoint", "start": 3, "end": 8}))
    window.inspector.setCurrentWidget(window.transformations_tab)
    steps = window.transformations_tab.steps
    rows = [[str(steps.index(row, column).data()) for column in range(6)] for row in range(steps.rowCount())]
    assert rows
    assert rows[-1][2:4] == ["3", "8"]
    assert "READY" in rows[-1][5]


def test_a_citation_without_a_snapshot_has_no_way_back(sample: Window) -> None:
    choose(sample, "c-17")
    sample.inspector.setCurrentWidget(sample.transformations_tab)
    assert "no stored source" in sample.transformations_tab.words.text()
