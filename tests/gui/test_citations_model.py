"""The list's model: Qt's own tester, plain text, verdicts that arrive."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from citeview.checks.verdict import Headline
from citeview.gui.models.citations import CitationsModel, Column, VerdictRole, cell
from citeview.gui.theme import LIGHT
from citeview.session import open_export

TEXT = "The origin serves 1 request in 10. READY. READY."


@pytest.fixture
def session(build: Any) -> Any:
    snapshot = build.snapshot(TEXT)
    records = [
        build.record("c-1", source=snapshot, quote="READY", title="<b>bold</b>"),
        build.record("c-2", source=snapshot, selector={"quote": {"exact": "a\u202e<img src=x>\nb\ud83d"}}),
        {"citationId": "c-3", "url": 5},
        build.record("c-4", url="https://example.com"),
    ]
    return open_export(build.bundle(records, snapshots=[snapshot]))


def shown(model: CitationsModel, row: int, column: Column) -> str:
    return str(model.data(model.index(row, column)))


def test_qts_own_tester_finds_nothing(qtbot: Any, session: Any) -> None:
    model = CitationsModel(LIGHT)
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    model.show_session(session)
    model.take([(row, session.verdict(row)) for row in range(4)])
    model.show_session(None)
    assert tester.model() is model


def test_rows_say_what_they_are(qtbot: Any, session: Any) -> None:
    model = CitationsModel(LIGHT)
    model.show_session(session)
    assert shown(model, 0, Column.VERDICT) == "… checking"
    assert shown(model, 0, Column.SOURCE) == "<b>bold</b>"
    assert shown(model, 3, Column.QUOTE) == "(URL only)"
    assert "expected text" in shown(model, 2, Column.QUOTE)
    assert "citations[2].url" in shown(model, 2, Column.SOURCE)
    assert shown(model, 1, Column.QUOTE) == "a⟨U+202E⟩<img src=x> b⟨U+D83D⟩"


def test_verdicts_arrive_with_mark_words_and_counts(qtbot: Any, session: Any) -> None:
    model = CitationsModel(LIGHT)
    model.show_session(session)
    with qtbot.waitSignals([model.dataChanged, model.counted]):
        model.take([(0, session.verdict(0)), (3, session.verdict(3))])
    assert shown(model, 0, Column.VERDICT) == "✓ Quote found ×2"
    assert model.data(model.index(0, 0), VerdictRole) == "found"
    assert model.data(model.index(0, 0), Qt.ItemDataRole.ForegroundRole).name() == LIGHT.good
    assert model.counts[Headline.FOUND] == 1
    assert model.attention == 0


def test_a_cell_is_one_short_line() -> None:
    assert cell("a\n\n b\r\n\tc") == "a b c"
    assert len(cell("x" * 10_000)) <= 200
