"""`citeview decisions export | import | history`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeview.cli.main import main
from citeview.reviews.database import open_database
from citeview.reviews.decision import reviewed_export, subject_of
from citeview.reviews.review import Review
from citeview.session import open_export


class Case:
    """One export, and a database for each of two people."""

    def __init__(self, build: Any, say: Any, folder: Path, capsys: Any) -> None:
        self.path = build.case("The quick brown fox.", "quick", None)
        self.mine, self.theirs = folder / "mine.sqlite3", folder / "theirs.sqlite3"
        self.lines = folder / "lines.jsonl"
        self._say = say
        self._capsys = capsys

    def decide(self, database: Path, judgement: str, note: str, who: str) -> None:
        with open_export(self.path) as session, open_database(database) as opened:
            subject = subject_of(0, session.citation(0))
            Review(opened, reviewed_export(session.export)).decide(
                [self._say(0, judgement, note, subject=subject)], who=who
            )

    def run(self, action: str, database: Path, *more: str) -> tuple[int, str, str]:
        code = main(["decisions", action, str(self.path), "--database", str(database), *more])
        out, err = self._capsys.readouterr()
        assert "Traceback" not in err
        return code, out, err


@pytest.fixture
def case(build: Any, say: Any, tmp_path: Path, capsys: Any) -> Case:
    return Case(build, say, tmp_path, capsys)


def test_out_and_in(case: Case) -> None:
    case.decide(case.theirs, "partly", "half \x1b[31m", "Ben")
    code, out, err = case.run("export", case.theirs, "--out", str(case.lines))
    assert (code, out) == (0, "")
    assert err.startswith("1 decision of ")
    code, out, _ = case.run("export", case.theirs)
    assert (code, out) == (0, case.lines.read_text(encoding="utf-8"))
    code, _, err = case.run("import", case.mine, str(case.lines))
    assert (code, err.strip()) == (0, "1 brought in")
    code, _, err = case.run("import", case.mine, str(case.lines))
    assert (code, err.strip()) == (0, "1 known already")
    code, out, _ = case.run("history", case.mine)
    assert code == 0
    assert all(word in out for word in ("Ben", "c-1", "import", "Partly"))
    assert "\x1b" not in out


def test_two_opinions_are_shown_side_by_side(case: Case) -> None:
    case.decide(case.theirs, "supports", "it is there", "Ben")
    case.decide(case.mine, "does not support", "it is not", "Ada")
    case.run("export", case.theirs, "--out", str(case.lines))
    code, out, err = case.run("import", case.mine, str(case.lines))
    assert (code, err.strip()) == (1, "1 differ")
    for word in ("Does not support (Ada)", "it is not", "Supports (Ben)", "it is there"):
        assert word in out
    code, out, _ = case.run("history", case.mine, "--format", "json", "--citation", "c-1")
    assert [row["who"] for row in json.loads(out)] == ["Ada"]
    code, _, err = case.run("import", case.mine, str(case.lines), "--take", "theirs")
    assert (code, err.strip()) == (0, "1 brought in, 1 differ")
    _, out, _ = case.run("history", case.mine, "--format", "json")
    assert [(row["who"], row["kind"]) for row in json.loads(out)] == [("Ada", "decide"), ("Ben", "import")]


def test_what_cannot_be_read_is_one_sentence(case: Case, tmp_path: Path) -> None:
    case.lines.write_text("{broken\n", encoding="utf-8")
    assert case.run("import", case.mine, str(case.lines))[0] == 2
    assert case.run("import", case.mine, str(tmp_path / "nowhere.jsonl"))[0] == 2
    case.mine.unlink()
    case.mine.write_bytes(b"no database")
    code, out, err = case.run("history", case.mine)
    assert (code, out, len(err.strip().splitlines())) == (2, "", 1)
