"""Writing a report: whole or not at all; `citeview report`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeview.cli.main import main
from citeview.reports import report as report_module
from citeview.reports.content import PROGRESS_EVERY, Options, ReportCancelledError, ReportError
from citeview.reports.report import FORMATS, format_of, write_report
from citeview.reviews.database import open_database
from citeview.reviews.decision import Judgement, Seen, reviewed_export, subject_of
from citeview.reviews.review import Review, Statement
from citeview.session import open_export


@pytest.fixture
def many(build: Any) -> Path:
    source = build.snapshot("The fox.")
    records = [build.record(f"c-{n}", source=source, quote="fox") for n in range(2 * PROGRESS_EVERY + 7)]
    path: Path = build.bundle(records, snapshots=[source])
    return path


def test_every_ending_names_one_format() -> None:
    assert len({one.ending for one in FORMATS}) == len({one.name for one in FORMATS}) == len(FORMATS)
    for one in FORMATS:
        assert format_of(Path(f"X{one.ending.upper()}")) is one
        assert format_of(Path("x"), one.name) is one


@pytest.mark.parametrize(("path", "name"), [("x.docx", None), ("x", None), ("x.html", "docx")])
def test_an_unknown_format_is_one_sentence_that_lists_the_others(path: str, name: str | None) -> None:
    with pytest.raises(ReportError, match=r"\.html .*\.csv .*\.json ") as caught:
        format_of(Path(path), name)
    assert "\n" not in str(caught.value)


def test_progress_goes_from_nothing_to_all(many: Path, tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    with open_export(many) as session:
        write_report(session, tmp_path / "r.csv", Options(progress=lambda done, total: told.append((done, total))))
    total = 2 * PROGRESS_EVERY + 7
    assert told == [(0, total), (PROGRESS_EVERY, total), (2 * PROGRESS_EVERY, total), (total, total)]


@pytest.mark.parametrize("one", FORMATS)
def test_a_stopped_report_leaves_the_old_file_and_nothing_else(one: Any, many: Path, tmp_path: Path) -> None:
    out = tmp_path / f"r{one.ending}"
    out.write_text("the old report", encoding="utf-8")
    with open_export(many) as session, pytest.raises(ReportCancelledError):
        write_report(session, out, Options(cancelled=lambda: True))
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    assert out.read_text(encoding="utf-8") == "the old report"


def test_a_report_that_cannot_be_written_is_one_sentence(many: Path, tmp_path: Path) -> None:
    with open_export(many) as session, pytest.raises(ReportError, match="cannot be written") as caught:
        write_report(session, tmp_path / "no folder" / "r.csv", Options())
    assert "\n" not in str(caught.value)


def test_a_full_disk_leaves_nothing(many: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(report_module.os, "fsync", full)
    with open_export(many) as session, pytest.raises(ReportError, match="No space left"):
        write_report(session, tmp_path / "r.csv", Options())
    assert list(tmp_path.iterdir()) == []


def test_verdicts_are_not_kept(many: Path, tmp_path: Path) -> None:
    with open_export(many) as session:
        write_report(session, tmp_path / "r.html", Options())
        assert session.counts().total() == 0


@pytest.mark.parametrize("ending", [".html", ".csv", ".json", ".jsonld", ".jsonl"])
def test_the_command_writes_the_sample(ending: str, sample: Path, tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / f"r{ending}"
    assert main(["report", str(sample), "--out", str(out)]) == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.endswith(f"citations written to {out}\n")
    assert out.stat().st_size > 1000


def test_the_command_says_what_is_wrong_in_one_sentence(sample: Path, tmp_path: Path, capsys: Any) -> None:
    for words in (
        ["report", str(sample), "--out", str(tmp_path / "r.docx")],
        ["report", str(tmp_path / "nowhere"), "--out", str(tmp_path / "r.html")],
        ["report", str(sample), "--out", str(tmp_path / "no folder" / "r.html")],
        ["report", str(sample), "--out", str(tmp_path / "r.html"), "--database", str(sample / "export.json")],
    ):
        assert main(words) == 2
        captured = capsys.readouterr()
        assert (captured.out, len(captured.err.strip().splitlines())) == ("", 1)
    assert list(tmp_path.iterdir()) == []


def test_the_command_adds_decisions(build: Any, tmp_path: Path) -> None:
    path = build.case("The fox.", "fox", None)
    database = tmp_path / "decisions.sqlite3"
    with open_export(path) as session, open_database(database) as opened:
        review = Review(opened, reviewed_export(session.export))
        subject = subject_of(0, session.citation(0))
        review.decide([Statement(subject, Judgement.PARTLY, Seen("found", "r"), "half")], who="Ada")
        review.choose("unit", "utf16", who="Ada")
    out = tmp_path / "r.json"
    words = ["report", str(path), "--out", str(out), "--date", "today"]
    assert main([*words, "--database", str(database)]) == 0
    found = json.loads(out.read_text(encoding="utf-8"))
    assert found["date"] == "today"
    assert found["citations"][0]["decision"]["judgement"] == "partly"
    assert found["contract"]["choices"][0]["value"] == "utf16"
    assert main(words) == 0
    assert "decision" not in json.loads(out.read_text(encoding="utf-8"))["citations"][0]
