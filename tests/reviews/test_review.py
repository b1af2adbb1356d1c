"""Decisions on one export: history, undo, two windows, earlier versions, choices."""

from __future__ import annotations

import sqlite3
import uuid
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeview.records.citation import Citation
from citeview.records.places import Place
from citeview.records.selectors import QuoteSelector, Selector
from citeview.reviews.decision import JUDGEMENTS, DecisionError, Judgement, Kind, Subject, subject_of


def stands(review: Any, *indexes: int) -> list[tuple[str | None, str]]:
    found = [review.state(index, f"c-{index}") for index in indexes]
    return [(one.judgement and one.judgement.value, one.note) if one is not None else (None, "") for one in found]


def test_every_judgement_has_words_and_a_mark_of_its_own() -> None:
    assert set(JUDGEMENTS) == set(Judgement)
    assert len({row.mark for row in JUDGEMENTS.values()}) == len(Judgement)


def test_a_decision_is_stamped(desk: Any, say: Any) -> None:
    (kept,) = desk.review().decide([say(3, "partly", "half of it", spent_ms=1200)], who="Ada")
    assert (kept.judgement, kept.note, kept.who, kept.headline, kept.rules) == (
        Judgement.PARTLY,
        "half of it",
        "Ada",
        "found",
        "tok-nfkc-lower@2",
    )
    assert kept.app.startswith("citeview ")
    assert kept.time == "2026-11-05T14:00:00.000Z"
    assert (kept.export_digest, kept.index, kept.citation_id, kept.spent_ms) == ("sha256:1", 3, "c-3", 1200)


def test_a_change_is_a_new_row_and_the_old_one_stays(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(0, "supports")], who="Ada")
    review.decide([say(0, "unsure", "asked Ben")], who="Ada")
    assert [row.judgement for row in review.history(0, "c-0")] == [Judgement.SUPPORTS, Judgement.UNSURE]
    assert stands(review, 0) == [("unsure", "asked Ben")]
    again = desk.review()
    assert again.history(0, "c-0") == review.history(0, "c-0")


def test_rows_are_never_changed_nor_deleted(desk: Any, say: Any) -> None:
    desk.review().decide([say(0, "supports")], who="Ada")
    connection = desk.database().connection
    for statement in ("UPDATE decisions SET judgement = 'unsure'", "DELETE FROM decisions"):
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute(statement)


def test_undo_and_redo_go_over_any_number_of_steps(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(0, "supports")], who="Ada")
    review.decide([say(0, "partly", "n")], who="Ada")
    review.decide([say(1, "unsure")], who="Ada")
    seen = [stands(review, 0, 1)]
    for _ in range(3):
        assert review.undo(who="Ada")
        seen.append(stands(review, 0, 1))
    none = (None, "")
    assert seen == [
        [("partly", "n"), ("unsure", "")],
        [("partly", "n"), none],
        [("supports", ""), none],
        [none, none],
    ]
    assert review.undo(who="Ada") == ()
    back = []
    for _ in range(3):
        assert review.redo(who="Ada")
        back.append(stands(review, 0, 1))
    assert back == seen[-2::-1]
    assert review.redo(who="Ada") == ()
    assert [row.kind for row in review.history(1, "c-1")] == [Kind.DECIDE, Kind.UNDO, Kind.REDO]


def test_undo_outlives_the_program(desk: Any, say: Any) -> None:
    first = desk.review()
    first.decide([say(0, "supports")], who="Ada")
    first.decide([say(0, "partly")], who="Ada")
    first.undo(who="Ada")
    second = desk.review()
    assert [row.judgement for row in second.next_redo] == [Judgement.PARTLY]
    second.undo(who="Ben")
    assert stands(second, 0) == [(None, "")]
    assert second.history(0, "c-0")[-1].who == "Ben"


def test_a_decision_after_an_undo_ends_the_line_of_redo(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(0, "supports")], who="Ada")
    review.undo(who="Ada")
    review.decide([say(1, "partly")], who="Ada")
    assert review.redo(who="Ada") == ()
    assert review.next_redo == ()
    review.undo(who="Ada")
    assert stands(review, 0, 1) == [(None, ""), (None, "")]


def test_several_citations_are_one_step(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(index, "unsure") for index in range(5)], who="Ada")
    assert len(review.next_undo) == 5
    assert len(review.undo(who="Ada")) == 5
    assert review.progress().decided == 0


def test_one_step_says_one_thing_about_a_citation(desk: Any, say: Any) -> None:
    review = desk.review()
    with pytest.raises(DecisionError, match="only once"):
        review.decide([say(0, "unsure"), say(0, "partly")], who="Ada")
    assert review.history(0, "c-0") == ()


def test_ids_that_stand_twice_are_decided_alone(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(0, "supports", subject=Subject(4, "c")), say(0, "partly", subject=Subject(9, "c"))], who="Ada")
    assert [review.state(index, "c").judgement.value for index in (4, 9)] == ["supports", "partly"]
    assert review.state(5, "c") is None


def test_a_note_alone_is_kept_and_is_no_decision(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(0, None, "look again")], who="Ada")
    progress = review.progress()
    assert (progress.decided, progress.notes) == (0, 1)
    assert stands(review, 0) == [(None, "look again")]


def test_progress_counts_what_stands_and_adds_the_time(desk: Any, say: Any) -> None:
    review = desk.review()
    review.decide([say(0, "supports", spent_ms=500)], who="Ada")
    review.decide([say(1, "supports", spent_ms=700)], who="Ada")
    review.decide([say(0, "does not support", "no", spent_ms=300)], who="Ada")
    review.undo(who="Ada")
    progress = review.progress()
    assert progress.decided == 2
    assert {key.value: count for key, count in progress.counts.items()} == {
        "supports": 2,
        "partly": 0,
        "does not support": 0,
        "unsure": 0,
    }
    assert (progress.notes, progress.spent_ms) == (0, 1500)
    assert desk.review().progress() == progress


def test_two_windows_see_each_others_decisions(desk: Any, say: Any) -> None:
    here, there = desk.review(), desk.review()
    assert there.changed_since() == ()
    here.decide([say(2, "partly"), say(7, "unsure")], who="Ada")
    assert there.changed_since() == (2, 7)
    assert there.changed_since() == ()
    assert here.changed_since() == ()
    assert stands(there, 2) == [("partly", "")]
    there.undo(who="Ben")
    assert here.changed_since() == (2, 7)
    assert stands(here, 2, 7) == [(None, ""), (None, "")]
    assert here.progress() == there.progress()


def test_a_decision_on_another_export_is_no_change_here(desk: Any, say: Any) -> None:
    here, other = desk.review(), desk.review("sha256:2", "/exports/other.json")
    other.decide([say(2, "partly")], who="Ada")
    assert here.changed_since() == ()
    assert here.state(2, "c-2") is None


def test_what_was_read_while_deciding_is_still_told(desk: Any, say: Any) -> None:
    here, there = desk.review(), desk.review()
    there.decide([say(5, "partly")], who="Ben")
    (own,) = here.decide([say(6, "supports")], who="Ada")
    assert own.index == 6
    assert here.changed_since() == (5,)
    assert [row.index for row in here.next_undo] == [6]
    here.undo(who="Ada")
    assert [row.index for row in here.undo(who="Ada")] == [5]


def test_an_earlier_version_is_shown_and_never_carried_over(desk: Any, say: Any) -> None:
    old = desk.review("sha256:old")
    old.decide([say(0, "supports"), say(1, "partly"), say(2, "unsure")], who="Ada")
    old.decide([say(2, None)], who="Ada")
    new = desk.review("sha256:new")
    assert new.progress().decided == 0
    assert new.state(0, "c-0") is None
    moved = new.earlier(Subject(17, "c-0", "sha256:another quote"))
    assert [(one.export_digest, one.judgement) for one in moved] == [("sha256:old", Judgement.SUPPORTS)]
    assert new.earlier(Subject(2, "c-2", "sha256:quote-2")) == ()
    assert new.earlier_count() == 2
    elsewhere = desk.review("sha256:copy", "/mail/attachment.json")
    assert [one.judgement for one in elsewhere.earlier(Subject(1, "c-1", "sha256:quote-1"))] == [Judgement.PARTLY]
    assert elsewhere.earlier(Subject(1, "c-1", "sha256:another quote")) == ()
    assert elsewhere.earlier(Subject(1, "c-1")) == ()
    assert elsewhere.earlier_count() == 0


def test_the_same_file_under_another_path_is_the_same_export(desk: Any, say: Any) -> None:
    desk.review("sha256:1", "/a/export.json").decide([say(0, "supports")], who="Ada")
    assert stands(desk.review("sha256:1", "/b/renamed.json"), 0) == [("supports", "")]


def test_a_choice_is_kept_changed_and_taken_back(desk: Any) -> None:
    review = desk.review()
    review.choose("unit", "utf16", who="Ada", evidence="UTF-16 units reproduce 37 of 37 quoted segments")
    review.choose("unit", "codepoint", who="Ben")
    review.choose("unit:answer", "utf8", who="Ben")
    review.choose("unit:answer", None, who="Ben")
    again = desk.review()
    assert {field: choice.value for field, choice in again.choices().items()} == {"unit": "codepoint"}
    assert [(one.value, one.who) for one in again.choice_history("unit")] == [("utf16", "Ada"), ("codepoint", "Ben")]
    assert again.choice_history("unit")[0].evidence.startswith("UTF-16 units")
    assert desk.review("sha256:2").choices() == {}


def test_half_a_character_can_be_decided_on_and_noted(desk: Any, say: Any) -> None:
    review = desk.review()
    subject = subject_of(
        0, Citation("c\ud83d", Place("x"), selector=Selector(quote=QuoteSelector("a\ud83d", None, None)))
    )
    review.decide([say(0, "partly", "note \udc00\x00", subject=subject)], who="A\ud800")
    kept = desk.review().state(0, "c\ud83d")
    assert kept is not None
    assert (kept.note, kept.who) == ("note \\udc00\x00", "A\\ud800")


def test_a_quote_is_part_of_what_a_citation_is() -> None:
    def digest(exact: str | None) -> str | None:
        selector = Selector(quote=QuoteSelector(exact)) if exact is not None else None
        return subject_of(0, Citation("c", Place("x"), selector=selector)).quote_digest

    assert digest(None) is None
    assert digest("") is not None
    assert len({digest(""), digest("a"), digest("b")}) == 3


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("decide"), st.integers(0, 3), st.sampled_from([*Judgement, None])),
        st.tuples(st.sampled_from(["undo", "redo"]), st.just(0), st.none()),
    ),
    max_size=30,
)


@given(steps=STEPS, writers=st.lists(st.integers(0, 1), min_size=30, max_size=30))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_two_windows_and_a_plain_list_of_states_agree(
    desk: Any, say: Any, steps: list[tuple[str, int, Judgement | None]], writers: list[int]
) -> None:
    """Undo and redo over states kept whole, the plainest way there is, is what both connections must show."""
    digest = f"sha256:{uuid.uuid4().hex}"  # the database is the same for every example
    windows = [desk.review(digest), desk.review(digest)]
    states: list[dict[int, str]] = [{}]
    at = 0
    for (kind, index, judgement), writer in zip(steps, writers, strict=False):
        if kind == "decide":
            windows[writer].decide([say(index, judgement)], who="Ada")
            after = {key: value for key, value in states[at].items() if key != index}
            if judgement is not None:
                after[index] = judgement.value
            states[at + 1 :] = [after]
            at += 1
        else:
            getattr(windows[writer], kind)(who="Ada")
            at = max(at - 1, 0) if kind == "undo" else min(at + 1, len(states) - 1)
    for window in (*windows, desk.review(digest)):
        window.changed_since()
        found = {index: window.state(index, f"c-{index}") for index in range(4)}
        assert {key: one.judgement.value for key, one in found.items() if one is not None} == states[at]
        assert window.progress().decided == len(states[at])
    desk.close()
