"""A decision database of its own for every test, and one-line decisions."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from citeview.reviews.database import Database, open_database
from citeview.reviews.decision import Judgement, ReviewedExport, Seen, Subject
from citeview.reviews.review import Review, Statement

SEEN = Seen("found", "tok-nfkc-lower@2")


class Desk:
    """Reviews on one database file, each through a connection of its own."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._seconds = itertools.count()
        self._open: list[Database] = []

    def clock(self) -> str:
        return f"2026-11-05T14:00:{next(self._seconds) % 60:02}.000Z"

    def database(self) -> Database:
        database = open_database(self.path)
        self._open.append(database)
        return database

    def review(self, digest: str = "sha256:1", path: str = "/exports/export.json") -> Review:
        return Review(self.database(), ReviewedExport(digest, path, Path(path).name), clock=self.clock)

    def close(self) -> None:
        for database in self._open:
            database.close()


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    made = Desk(tmp_path / "decisions.sqlite3")
    yield made
    made.close()


def say(index: int, judgement: str | None, note: str = "", **more: Any) -> Statement:
    subject = more.pop("subject", None) or Subject(index, f"c-{index}", f"sha256:quote-{index}")
    return Statement(subject, Judgement(judgement) if judgement is not None else None, SEEN, note, **more)


@pytest.fixture(name="say")
def say_fixture() -> Callable[..., Statement]:
    return say
