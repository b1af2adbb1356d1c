"""The file: damaged, newer, another program's, locked, full, read-only, from version 1, killed."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from citeview.reviews import database as database_module
from citeview.reviews.database import default_decisions_path, open_database
from citeview.reviews.decision import DecisionError, Judgement, ReviewedExport
from citeview.reviews.review import Review
from citeview.reviews.schema import APPLICATION_ID, VERSION


def test_the_users_own_file_is_made_with_its_folder(own_folders: Path) -> None:
    path = default_decisions_path()
    assert path.is_relative_to(own_folders)
    with open_database() as database:
        assert database.path == path
        assert database.rows("PRAGMA journal_mode")[0][0] == "wal"
        assert database.rows("PRAGMA synchronous")[0][0] == 2
        assert database.rows("PRAGMA user_version")[0][0] == VERSION
        assert database.rows("PRAGMA application_id")[0][0] == APPLICATION_ID
    assert path.exists()


def refused(path: Path) -> str:
    before = path.read_bytes()
    with pytest.raises(DecisionError) as caught:
        open_database(path)
    assert path.read_bytes() == before
    sentence = str(caught.value)
    assert str(path) in sentence
    assert "\n" not in sentence
    return sentence


def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "decisions.sqlite3"
    path.write_bytes(b"not a database at all")
    assert "damaged, or is no decision database" in refused(path)
    path.write_bytes(b"SQLite format 3\x00" + b"\xff" * 4000)
    assert "damaged" in refused(path)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "places.sqlite"
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE bookmarks (url TEXT)")
    connection.close()
    assert "another program's" in refused(path)


def test_a_newer_version_is_refused(desk: Any, say: Any) -> None:
    desk.review().decide([say(0, "supports")], who="Ada")
    connection = desk.database().connection
    connection.execute("PRAGMA user_version = 99")
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    desk.close()
    assert "newer version of citeview" in refused(desk.path)


def test_a_damaged_page_is_noticed_on_open(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(index, "supports", "n" * 200) for index in range(200)], who="Ada")
    desk.database().connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    desk.close()
    data = bytearray(desk.path.read_bytes())
    data[8192 : len(data) - 4096] = os.urandom(len(data) - 4096 - 8192)
    desk.path.write_bytes(data)
    assert "damaged" in refused(desk.path)


def test_an_empty_file_becomes_a_database(tmp_path: Path) -> None:
    path = tmp_path / "decisions.sqlite3"
    path.touch()
    with open_database(path) as database:
        assert database.rows("SELECT count(*) FROM decisions")[0][0] == 0


def test_a_folder_in_the_way_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "decisions.sqlite3").mkdir()
    with pytest.raises(DecisionError, match="cannot be opened"):
        open_database(tmp_path / "decisions.sqlite3")
    (tmp_path / "file").touch()
    with pytest.raises(DecisionError, match="cannot be opened"):
        open_database(tmp_path / "file" / "decisions.sqlite3")


def test_version_1_is_brought_to_this_version_with_every_row(tmp_path: Path, data: Path, say: Any) -> None:
    path = tmp_path / "decisions.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript((data / "decisions-v1.sql").read_text(encoding="utf-8"))
    connection.close()
    with open_database(path) as database:
        assert database.rows("PRAGMA user_version")[0][0] == VERSION
        review = Review(database, ReviewedExport("sha256:aa", "/exports/export.json", "export.json"))
        kept = review.state(0, "c-1")
        assert kept is not None
        assert (kept.judgement, kept.note, kept.who) == (Judgement.PARTLY, "nur zur Hälfte", "Ada")
        assert [row.judgement for row in review.next_undo] == [Judgement.PARTLY]
        review.choose("unit", "utf8", who="Ada")
        review.undo(who="Ada")
        assert review.state(0, "c-1").judgement is Judgement.SUPPORTS  # type: ignore[union-attr]  # None fails as well
        assert review.choices()["unit"].value == "utf8"


def test_a_migration_that_fails_leaves_the_old_version(
    tmp_path: Path, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "decisions.sqlite3"
    connection = sqlite3.connect(path)
    connection.executescript((data / "decisions-v1.sql").read_text(encoding="utf-8"))
    connection.close()
    broken = (database_module.MIGRATIONS[0], "CREATE TABLE choices (a);\nCREATE TABLE choices (a);\n")
    with monkeypatch.context() as patch:
        patch.setattr(database_module, "MIGRATIONS", broken)
        with pytest.raises(DecisionError):
            open_database(path)
    connection = sqlite3.connect(path)
    assert connection.execute("PRAGMA user_version").fetchone() == (1,)
    assert connection.execute("SELECT name FROM sqlite_schema WHERE name = 'choices'").fetchall() == []
    connection.close()
    with open_database(path) as database:
        assert database.rows("SELECT count(*) FROM decisions")[0][0] == 2


def test_a_full_disk_is_one_sentence_and_changes_nothing(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(0, "supports")], who="Ada")
    connection = review._database.connection
    pages = connection.execute("PRAGMA page_count").fetchone()[0]
    connection.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(DecisionError, match=r"^The decision was not saved: the disk is full") as caught:
        review.decide([say(index, "partly", "x" * 5000) for index in range(1, 40)], who="Ada")
    assert "\n" not in str(caught.value)
    assert review.progress().decided == 1
    connection.execute("PRAGMA max_page_count = 100000")
    review.decide([say(1, "partly")], who="Ada")
    assert desk.review().progress() == review.progress()


def test_a_read_only_database_can_be_read_and_says_that_it_cannot_be_written(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(0, "supports")], who="Ada")
    review._database.connection.execute("PRAGMA query_only = ON")
    with pytest.raises(DecisionError, match="cannot be written"):
        review.decide([say(1, "supports")], who="Ada")
    assert review.state(0, "c-0") is not None
    assert review.state(1, "c-1") is None


def test_a_locked_database_is_waited_for_and_then_one_sentence(
    desk: Any, say: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = desk.database()
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.05)
    review = desk.review()
    with other.writing(), pytest.raises(DecisionError, match="locked"):
        review.decide([say(0, "supports")], who="Ada")
    assert review.decide([say(0, "supports")], who="Ada")
    assert other.rows("SELECT count(*) FROM decisions")[0][0] == 1


def test_a_failure_in_the_middle_takes_everything_back(desk: Any, say: Any) -> None:
    database = desk.database()
    review = desk.review()

    def write() -> None:
        with database.writing() as connection:
            connection.execute("INSERT INTO choices VALUES (1, 'u', 'd', 'p', 'n', 'unit', 'utf8', '', 'A', 't', 'a')")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write()
    assert review.choices() == {}
    assert review.decide([say(0, "supports")], who="Ada")


def test_killed_a_hundred_times_nothing_that_was_saved_is_lost(tmp_path: Path) -> None:
    path = tmp_path / "decisions.sqlite3"
    open_database(path).close()
    script = Path(__file__).with_name("killed_writers.py")
    ran = subprocess.run(
        [sys.executable, str(script), str(path), "100"], capture_output=True, text=True, check=True, timeout=120
    )
    lines = ran.stdout.split()
    assert ran.stderr == ""
    assert lines.count("killed") == 100
    saved = [int(line) for line in lines if line != "killed"]
    assert len(saved) >= 100
    with open_database(path) as database:
        review = Review(database, ReviewedExport("sha256:1", "/export.json", "export.json"))
        notes = {decision.index: decision.note for decision in review.decisions()}
    assert [index for index in saved if notes.get(index) != f"note {index}"] == []
