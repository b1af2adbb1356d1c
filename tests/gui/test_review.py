"""Reviewing by keyboard: decisions, notes, undo, filters, search, the palette; no mouse, and nothing lost."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QComboBox

from citeview.gui.key_sheet import KeySheet
from citeview.gui.models.citations import Column
from citeview.gui.palette import Palette
from citeview.gui.window import Window
from citeview.reviews.database import open_database
from citeview.reviews.decision import Judgement, reviewed_export
from citeview.reviews.review import Review
from citeview.session import open_export

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"
TEXT = "The origin serves 1 request in 10. READY. " + " ".join(f"word{n}" for n in range(120))


@pytest.fixture
def export(build: Any) -> Path:
    snapshot = build.snapshot(TEXT)
    records = [
        build.record(f"c-{n}", source=snapshot, quote=f"word{n}", title="Even" if n % 2 == 0 else "Odd")
        for n in range(100)
    ]
    records += [build.record("absent", source=snapshot, selector={"quote": {"exact": "Linus"}})]
    return build.bundle(records, snapshots=[snapshot])  # type: ignore[no-any-return]


def stored(tmp_path: Path, export: Path) -> Review:
    with open_export(export) as session:
        return Review(open_database(tmp_path / "decisions.sqlite3"), reviewed_export(session.export))


def test_a_hundred_decisions_need_no_mouse(
    show: Callable[[Any], Window], qtbot: Any, export: Path, tmp_path: Path
) -> None:
    window = show(export)
    window.listing.focus_citations()
    for number in range(100):
        assert window.number == number
        qtbot.keyClick(window.listing.table, str(number % 4 + 1))
        qtbot.keyClick(window.listing.table, Qt.Key.Key_Space if number % 2 else Qt.Key.Key_Return)
    review = stored(tmp_path, export)
    assert review.progress().decided == 100
    judgements = [decision.judgement for decision in review.decisions()]
    assert judgements == [list(Judgement)[number % 4] for number in range(100)]
    assert {decision.who for decision in review.decisions()} == {"Ada"}
    assert review.decisions()[0].headline == "found"
    assert "100 of 101 decided" in window.deciding.progress.text()


def test_a_decision_shows_in_list_and_tab_and_is_undone_anywhere(
    show: Callable[[Any], Window], qtbot: Any, export: Path
) -> None:
    window = show(export)
    window.listing.focus_citations()
    qtbot.keyClick(window.listing.table, "1")
    window.choose(5)
    qtbot.keyClick(window.listing.table, "3")
    assert window.listing.model.index(0, Column.DECISION).data() == "▲ Supports"
    assert window.listing.model.index(5, Column.DECISION).data() == "▼ Does not support"
    assert window.deciding.notes_tab.buttons["does not support"].isChecked()
    window.choose(20)
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.number == 5
    assert window.listing.model.index(5, Column.DECISION).data() == "—"
    qtbot.keyClick(window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert window.listing.model.index(0, Column.DECISION).data() == "—"
    qtbot.keyClick(window, Qt.Key.Key_Y, Qt.KeyboardModifier.ControlModifier)
    assert window.listing.model.index(0, Column.DECISION).data() == "▲ Supports"
    window.choose(0)
    assert "undo" in window.deciding.notes_tab.history.toPlainText()


def test_a_note_is_kept_when_the_reader_goes_on(
    show: Callable[[Any], Window], qtbot: Any, export: Path, tmp_path: Path
) -> None:
    window = show(export)
    window.listing.focus_citations()
    qtbot.keyClick(window.listing.table, "M")
    qtbot.keyClicks(window.deciding.notes_tab.note, "see page 12: jk")
    assert window.number == 0, "letters in a note are no commands"
    window.choose(1)
    assert window.deciding.notes_tab.note.toPlainText() == ""
    window.choose(0)
    assert window.deciding.notes_tab.note.toPlainText() == "see page 12: jk"
    decision = stored(tmp_path, export).state(0, "c-0")
    assert decision is not None
    assert (decision.note, decision.judgement) == ("see page 12: jk", None)


def test_a_note_is_kept_when_the_window_is_closed(
    show: Callable[[Any], Window], qtbot: Any, export: Path, tmp_path: Path
) -> None:
    window = show(export)
    window.deciding.write_note()
    qtbot.keyClicks(window.deciding.notes_tab.note, "last words")
    window.close()
    decision = stored(tmp_path, export).state(0, "c-0")
    assert decision is not None
    assert decision.note == "last words"


def test_two_windows_see_each_others_decisions(show: Callable[[Any], Window], qtbot: Any, export: Path) -> None:
    one, two = show(export), show(export)
    one.deciding.decide_partly()
    qtbot.waitUntil(lambda: two.listing.model.index(0, Column.DECISION).data() == "◐ Partly", timeout=10_000)


def test_decisions_of_an_earlier_version_are_shown_and_not_carried_over(
    show: Callable[[Any], Window], export: Path
) -> None:
    show(export).deciding.decide_supports()
    file = export / "export.json"
    file.write_text(file.read_text("utf-8").replace('"Even"', '"Changed"'), encoding="utf-8")
    window = show(export)
    assert window.listing.model.index(0, Column.DECISION).data() == "—"
    assert "earlier version" in window.deciding.notes_tab.history.toPlainText()


def test_no_name_no_decision(make_window: Callable[..., Window], qtbot: Any, export: Path) -> None:
    window = make_window(ask_name=lambda: None)
    with qtbot.waitSignal(window.checked, timeout=60_000):
        window.show_session(open_export(export))
    window.deciding.decide_supports()
    assert window.listing.model.index(0, Column.DECISION).data() == "—"
    assert "needs a name" in window.error_band.text()


def test_a_database_that_cannot_be_opened_is_said_and_the_rest_works(
    make_window: Callable[..., Window], qtbot: Any, export: Path, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.sqlite3"
    broken.write_bytes(b"this is no database, and long enough to be looked at" * 50)
    window = make_window(open_decisions=lambda: open_database(broken))
    with qtbot.waitSignal(window.checked, timeout=60_000):
        window.show_session(open_export(export))
    assert "damaged" in window.error_band.text()
    assert window.listing.model.rowCount() == 101
    window.deciding.decide_supports()
    assert window.listing.model.index(0, Column.DECISION).data() == "—"


class TestFinding:
    def shown(self, window: Window) -> list[int]:
        return list(window.listing.model.numbers)

    def test_by_words(self, show: Callable[[Any], Window], qtbot: Any, export: Path) -> None:
        window = show(export)
        qtbot.keyClick(window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
        qtbot.keyClicks(window.listing.filter_bar.words, "word9 odd")
        qtbot.keyClick(window.listing.filter_bar.words, Qt.Key.Key_Return)
        assert self.shown(window) == [9, 91, 93, 95, 97, 99]
        assert window.listing.table.hasFocus()
        assert "6 of 101 shown" in window.listing.header.detail.whole
        window.listing.clear_filter()
        qtbot.waitUntil(lambda: len(self.shown(window)) == 101)

    def test_by_verdict_decision_and_source(self, show: Callable[[Any], Window], export: Path) -> None:
        window = show(export)
        bar = window.listing.filter_bar
        bar.verdict.setCurrentIndex(bar.verdict.findData("absent"))
        assert self.shown(window) == [100]
        bar.verdict.setCurrentIndex(0)
        window.choose(3)
        window.deciding.decide_unsure()
        bar.decision.setCurrentIndex(bar.decision.findData("unsure"))
        assert self.shown(window) == [3]
        bar.decision.setCurrentIndex(bar.decision.findData("undecided"))
        assert 3 not in self.shown(window)
        bar.decision.setCurrentIndex(0)
        bar.source.setCurrentIndex(bar.source.findData("Odd"))
        assert self.shown(window) == list(range(1, 100, 2))

    def test_a_note_is_found(self, show: Callable[[Any], Window], qtbot: Any, export: Path) -> None:
        window = show(export)
        window.choose(7)
        window.deciding.reviewing.note(7, "Ask the editor")
        window.listing.filter_bar.words.setText("EDITOR")
        qtbot.waitUntil(lambda: self.shown(window) == [7])

    def test_the_keyboard_walks_through_what_is_shown(
        self, show: Callable[[Any], Window], qtbot: Any, export: Path
    ) -> None:
        window = show(export)
        window.listing.filter_bar.source.setCurrentIndex(window.listing.filter_bar.source.findData("Odd"))
        window.listing.focus_citations()
        first = window.number
        qtbot.keyClick(window.listing.table, Qt.Key.Key_J)
        assert first == 1
        assert window.number == 3

    def test_a_click_on_a_title_sorts_then_turns_then_lets_go(
        self, show: Callable[[Any], Window], export: Path
    ) -> None:
        window = show(export)
        header = window.listing.table.horizontalHeader()
        header.sectionClicked.emit(int(Column.SOURCE))
        assert [number % 2 for number in self.shown(window)[:50]] == [0] * 50
        header.sectionClicked.emit(int(Column.SOURCE))
        assert self.shown(window)[0] % 2 == 1
        header.sectionClicked.emit(int(Column.SOURCE))
        assert self.shown(window) == list(range(101))


def test_the_palette_does_what_is_typed(show: Callable[[Any], Window], qtbot: Any, export: Path) -> None:
    window = show(export)
    qtbot.keyClick(window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    palette = window.findChild(Palette)
    assert palette is not None
    qtbot.waitUntil(lambda: QApplication.focusWidget() is palette.words)
    qtbot.keyClicks(palette.words, "does not")
    qtbot.keyClick(palette.words, Qt.Key.Key_Return)
    qtbot.waitUntil(
        lambda: window.listing.model.index(0, Column.DECISION).data() == "▼ Does not support", timeout=30_000
    )


def test_the_palette_is_walked_with_the_arrows(sample: Window, qtbot: Any) -> None:
    sample.show_palette()
    palette = sample.findChild(Palette)
    assert palette is not None
    count = palette.list.topLevelItemCount()
    for key, row in ((Qt.Key.Key_Up, count - 1), (Qt.Key.Key_Down, 0), (Qt.Key.Key_Down, 1)):
        qtbot.keyClick(palette.words, key)
        assert palette.list.currentIndex().row() == row
    assert [palette.list.topLevelItem(1).text(column) for column in (0, 1)] == ["Open folder…", "Ctrl+Shift+O"]
    qtbot.keyClicks(palette.words, "no such command")
    qtbot.keyClick(palette.words, Qt.Key.Key_Down)
    qtbot.keyClick(palette.words, Qt.Key.Key_Return)
    assert palette.isVisible()
    palette.close()


def test_the_filters_say_what_they_show_and_wait_for_an_export(make_window: Callable[..., Window]) -> None:
    window = make_window()
    boxes = window.listing.filter_bar.findChildren(QComboBox)
    everything = ["Every verdict", "Decided or not", "Every source", "Every answer"]
    assert [box.currentText() for box in boxes] == everything
    assert not window.listing.filter_bar.isEnabled()
    for _ in range(2):
        window.show_session(open_export(SAMPLE))
        assert window.listing.filter_bar.isEnabled()
        assert [box.itemText(0) for box in boxes] == everything
        assert all(box.count() == len({box.itemText(row) for row in range(box.count())}) > 1 for box in boxes)


def test_the_key_sheet_lists_every_key(sample: Window) -> None:
    sample.show_keys()
    sheet = sample.findChild(KeySheet)
    assert sheet is not None
    text = sheet.page.toPlainText()
    for words in ("Next that needs attention", "Does not support", "Quote found with edits:", "Ctrl+K"):
        assert words in text
    # The words stand below each other.
    assert text.index("Open…") - text.index("Ctrl+O ") == text.index("Open folder…") - text.index("Ctrl+Shift+O ")
    sheet.close()


def test_copies(sample: Window) -> None:
    assert sample.choose_citation("c-01")
    sample.copies.copy_quote()
    assert QApplication.clipboard().text() == "the origin serves only 1 request in 10"
    sample.copies.copy_link()
    assert QApplication.clipboard().text() == (
        "https://example.com/cdn#:~:text=the%20origin%20serves%20only%201%20request%20in%2010"
    )
    sample.copies.copy_record()
    assert '"citationId": "c-01"' in QApplication.clipboard().text()


def test_the_next_place_of_a_repeated_quote(sample: Window) -> None:
    assert sample.choose_citation("c-08")
    view = sample.source_pane.view
    places = []
    for _ in range(5):
        sample.next_match()
        places.append(next(mark.span for mark in view.marks if mark.kind.name == "PREVIEW"))
    assert len(set(places)) == 4
    assert places[4] == places[0]
