"""Decisions out and in as JSON Lines: round trip, conflicts side by side, broken lines."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeview.records.places import ExportError
from citeview.reviews.decision import Judgement
from citeview.reviews.exchange import decision_lines, merge, read_decisions
from citeview.reviews.review import Review


def lines_of(review: Review) -> bytes:
    return "".join(line + "\n" for line in decision_lines(review.decisions())).encode()


def read(data: bytes) -> Any:
    return read_decisions(io.BytesIO(data), "colleague.jsonl")


@pytest.fixture
def line(desk: Any, say: Any) -> dict[str, Any]:
    review = desk.review()
    review.decide([say(0, "supports", "yes", spent_ms=77)], who="Ben")
    found: dict[str, Any] = json.loads(lines_of(review))
    return found


def test_a_line_says_what_stands_and_nothing_private(line: dict[str, Any]) -> None:
    assert line.pop("id")
    assert line.pop("app").startswith("citeview ")
    assert line == {
        "format": "citeview-decision@1",
        "export": "sha256:1",
        "exportName": "export.json",
        "index": 0,
        "citationId": "c-0",
        "quoteDigest": "sha256:quote-0",
        "judgement": "supports",
        "note": "yes",
        "who": "Ben",
        "time": "2026-11-05T14:00:00.000Z",
        "verdict": "found",
        "rules": "tok-nfkc-lower@2",
    }
    assert "/exports" not in json.dumps(line)


def test_a_colleagues_decisions_keep_their_name_and_time(desk: Any, say: Any, tmp_path: Any) -> None:
    theirs = type(desk)(tmp_path / "theirs.sqlite3")
    theirs.review().decide([say(0, "supports"), say(1, "partly", "n")], who="Ben")
    found = read(lines_of(theirs.review()))
    theirs.close()
    here = desk.review()
    merged = merge(here, found.decisions)
    assert (len(merged.fresh), merged.conflicts, merged.agreeing, merged.known) == (2, (), 0, 0)
    here.take(merged.fresh)
    kept = desk.review().state(1, "c-1")
    assert (kept.judgement, kept.note, kept.who, kept.time) == (
        Judgement.PARTLY,
        "n",
        "Ben",
        "2026-11-05T14:00:00.000Z",
    )
    again = merge(here, found.decisions)
    assert (again.fresh, again.known) == ((), 2)
    here.undo(who="Ada")
    assert here.progress().decided == 0
    assert merge(here, found.decisions).known == 2


def test_what_differs_is_set_side_by_side_and_nothing_is_overwritten(desk: Any, say: Any, tmp_path: Any) -> None:
    theirs = type(desk)(tmp_path / "theirs.sqlite3")
    theirs.review().decide([say(0, "supports"), say(1, "partly"), say(2, "unsure")], who="Ben")
    found = read(lines_of(theirs.review()))
    theirs.close()
    here = desk.review()
    here.decide([say(0, "does not support", "no"), say(1, "partly")], who="Ada")
    merged = merge(here, found.decisions)
    assert [(one.mine.judgement, one.theirs.judgement) for one in merged.conflicts] == [
        (Judgement.DOES_NOT_SUPPORT, Judgement.SUPPORTS)
    ]
    assert (merged.agreeing, [one.index for one in merged.fresh]) == (1, [2])
    assert here.state(0, "c-0").who == "Ada"
    here.take([merged.conflicts[0].theirs])
    assert here.state(0, "c-0").who == "Ben"
    assert [row.who for row in here.history(0, "c-0")] == ["Ada", "Ben"]


def test_another_version_is_never_carried_over(desk: Any, line: dict[str, Any]) -> None:
    merged = merge(desk.review("sha256:new"), read(json.dumps(line).encode()).decisions)
    assert (merged.fresh, merged.elsewhere) == ((), 1)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"judgement": "maybe"}, "judgement: expected one of supports, partly, does not support, unsure or null"),
        ({"format": "something@1"}, "format: expected citeview-decision@1"),
        ({"index": -1}, "index: expected a whole number that is not negative"),
        ({"index": True}, "index: expected a whole number"),
        ({"judgement": None, "note": ""}, "neither a judgement nor a note"),
        ({"id": ""}, "id: expected text that is not empty"),
        ({"who": 5}, "who: expected text, got the number 5"),
        ({"note": "x" * 100_001}, "note: is longer than 100,000 characters"),
    ],
)
def test_a_line_that_cannot_be_read_hides_no_other(line: dict[str, Any], change: dict[str, Any], said: str) -> None:
    bad = json.dumps({**line, "id": "other", **change})
    found = read(f"{json.dumps(line)}\n{bad}\n".encode())
    assert len(found.decisions) == 1
    (problem,) = found.problems
    assert problem.startswith("colleague.jsonl, line 2: ")
    assert said in problem


def test_broken_lines_doubles_and_files_that_hold_nothing(line: dict[str, Any]) -> None:
    whole = json.dumps(line)
    found = read(f"{whole}\n{{broken\n{whole}\n\n".encode())
    assert len(found.decisions) == 1
    assert ["line 2" in found.problems[0], "stands twice" in found.problems[1]] == [True, True]
    for data in (b"", b"\n \n", b"{broken\n{again\n", b'{"some": "thing"}', b"\xff\xfe"):
        with pytest.raises(ExportError):
            read(data)


NOTES = st.text(st.characters(exclude_categories=()), max_size=50)


@given(note=NOTES, judgement=st.sampled_from(list(Judgement)))
@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_note_survives_the_way_out_and_in(desk: Any, say: Any, note: str, judgement: Judgement) -> None:
    review = desk.review()
    (kept,) = review.decide([say(0, judgement.value, note)], who=note)
    (found,) = read(lines_of(review)).decisions
    assert (found.note, found.who, found.judgement, found.uid) == (kept.note, kept.who, judgement, kept.uid)
