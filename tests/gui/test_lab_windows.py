"""The playground and the diagnosis of a whole export."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QUrl

from citeview.gui.diagnosis_window import DiagnosisWindow
from citeview.gui.playground import EXAMPLES, Playground
from citeview.gui.theme import LIGHT
from citeview.gui.window import Window


@pytest.fixture
def playground(qtbot: Any) -> Playground:
    made = Playground(LIGHT)
    qtbot.addWidget(made)
    made.show()
    return made


def test_it_opens_on_the_range_that_is_one_early(playground: Playground) -> None:
    assert playground.verdict.whole == "Selects “|READ”: differs"
    assert playground.offsets.units.index(1, 2).data() == "✓ selects the quote"


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_every_example_shows_its_point(playground: Playground, number: int) -> None:
    playground.examples.setCurrentIndex(number)
    words = playground.verdict.whole
    expected = {1: "differs", 4: "cuts"}.get(number, "equal")
    assert expected in words
    assert playground.characters.view.cell >= 0


def test_typing_is_followed(playground: Playground, qtbot: Any) -> None:
    playground.start.setText("4")
    playground.end.setText("9")
    qtbot.waitUntil(lambda: playground.verdict.whole == "Selects “READY”: equal")
    playground.text.setPlainText("")
    qtbot.waitUntil(lambda: "✂" in playground.verdict.whole)
    playground.start.setText("no number")
    qtbot.waitUntil(lambda: "whole number" in playground.verdict.whole)


def test_the_whole_export_is_diagnosed(show: Callable[[Any], Window], build: Any, qtbot: Any) -> None:
    text = "🚀 " + " ".join(f"word{n}" for n in range(40))
    snapshot = build.snapshot(text)
    records = []
    for n in range(30):
        start = text.index(f"word{n} ")
        declared = {"unit": "utf16", "start": start, "end": start + len(f"word{n}")}
        selector = {"position": declared, "quote": {"exact": f"word{n}"}}
        records.append(build.record(f"c-{n}", source=snapshot, selector=selector))
    window = show(build.bundle(records, snapshots=[snapshot]))
    window.lab.show_diagnosis()
    shown = window.findChild(DiagnosisWindow)
    assert shown is not None
    qtbot.waitUntil(lambda: shown.diagnosis is not None, timeout=30_000)
    assert "30" in shown.page.toPlainText()
    assert "code points" in shown.page.toPlainText()
    shown.page.anchorClicked.emit(QUrl("citation:7"))
    assert window.number == 7
    assert "Range ≠ quote" in window.listing.model.index(7, 0).data()
    shown.close()
