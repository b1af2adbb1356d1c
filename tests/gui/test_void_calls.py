"""PySide6 6.12.0 on Python 3.11 drops a reference to None at every void call, until the interpreter aborts."""

from __future__ import annotations

import sys
from typing import Any

import PySide6
from PySide6.QtCore import QObject
from PySide6.QtWidgets import QLabel


def test_void_calls_keep_none(qtbot: Any) -> None:
    label = QLabel()
    qtbot.addWidget(label)
    thing = QObject()
    before = sys.getrefcount(None)
    for number in range(2_000):
        thing.setObjectName(str(number))
        label.setText(str(number))
        label.update()
    assert abs(sys.getrefcount(None) - before) < 500


def test_the_broken_release_is_not_the_one_in_use() -> None:
    assert (PySide6.__version_info__[:3], sys.version_info[:2]) != ((6, 12, 0), (3, 11))
