"""The acceptance checklist: each case contained and passing, contained and failing, lacking."""

from __future__ import annotations

from typing import Any

import pytest

from citeview.reports.checklist import CASES, MISSING_AND_EMPTY, SEVERAL_REFERENCES, CaseRow
from citeview.reports.content import Options, entries
from citeview.reports.tally import Tally
from citeview.session import open_export


def rows_of(path: Any) -> dict[str, CaseRow]:
    tally = Tally()
    with open_export(path, rules="tok-nfkc-lower@2") as session:
        for _ in entries(session, Options(), tally):
            pass
    return {row.name: row for row in tally.checklist.rows()}


def of_source(build: Any, text: str, quote: str, *, shift: int = 0, nth: int = 1) -> dict[str, CaseRow]:
    declared = build.position(text, quote, nth=nth)
    declared["start"] += shift
    declared["end"] += shift
    return rows_of(build.case(text, quote, declared))


ONE_CASE = [
    # text, quote (its nth occurrence), the cases that it is
    ("The quick fox runs.", "quick fox", 1, {"Ordinary English"}),
    ("The quick fox runs", "fox runs", 1, {"Ordinary English", "A range that ends at the end"}),
    ("说明：缓存命中率，很高。", "缓存命中率", 1, {"Chinese"}),
    ("これはキャッシュです。", "キャッシュ", 1, set()),
    ("Los 🚀 goes the rocket.", "rocket", 1, {"An emoji before the citation"}),
    ("The rocket goes 🚀.", "rocket", 1, {"Ordinary English"}),
    ("© 2026 and # 5 the rocket goes.", "rocket", 1, set()),
    ("One.\n\nThe second paragraph here.", "second", 1, {"Ordinary English", "Several paragraphs"}),
    ("One.\r\n \r\nThe second here.", "second", 1, {"Ordinary English", "Several paragraphs"}),
    ("One line.\nThe second line.", "second", 1, {"Ordinary English"}),
    ("Status READY and then READY.", "READY", 2, {"Ordinary English", "Repeated wording"}),
    ("The fox runs. It is quick. Yes.", "fox runs. It is quick", 1, {"Ordinary English", "More than one sentence"}),
    ("It takes approx. ten days.", "approx. ten days", 1, {"Ordinary English"}),
    ("缓存命中。它很高。", "缓存命中。它很高", 1, {"Chinese", "More than one sentence"}),
    ("यह एक है। वह दो है।", "एक है। वह", 1, {"More than one sentence"}),
]


@pytest.mark.parametrize(("text", "quote", "nth", "expected"), ONE_CASE)
def test_a_case_is_recognised_and_passes(build: Any, text: str, quote: str, nth: int, expected: set[str]) -> None:
    rows = of_source(build, text, quote, nth=nth)
    assert {name for name, row in rows.items() if row.status == "contained, passes"} == expected
    assert all(rows[name].passed == 1 for name in expected)
    lacking = {case.name for case in CASES} - expected
    assert {rows[name].status.value for name in lacking} <= {"not contained"}


def test_a_range_that_misses_its_quote_fails_its_case(build: Any) -> None:
    rows = of_source(build, "Los 🚀 goes the rocket.", "rocket", shift=1)
    row = rows["An emoji before the citation"]
    assert (row.status.value, row.failed, row.detail) == ("contained, fails", 1, "1 range: 1 failed.")


def test_an_invalid_range_fails_the_case_that_its_quote_is(build: Any) -> None:
    rows = rows_of(build.case("Los 🚀 rocket", "rocket", {"unit": "codepoint", "start": 6, "end": 99}))
    assert rows["An emoji before the citation"].failed == 1
    assert rows["A range that ends at the end"].failed == 1
    assert rows["Chinese"].status == "not contained"


def test_a_range_without_a_quote_is_no_pass(build: Any) -> None:
    rows = rows_of(build.case("Los 🚀 rocket", None, {"unit": "codepoint", "start": 6, "end": 9}))
    row = rows["An emoji before the citation"]
    assert (row.status.value, row.passed, row.not_compared) == ("contained, nothing to compare with", 0, 1)


def test_the_answers_side_counts_alone(build: Any) -> None:
    answer = "Chinese: 缓存命中率."
    record = build.record("c", answerId="a-1", answerSelector=build.selector(answer, "缓存命中率"))
    rows = rows_of(build.bundle([record], [build.answer(answer)]))
    assert rows["Chinese"].passed == 1
    record["answerSelector"]["position"]["end"] -= 1
    rows = rows_of(build.bundle([record], [build.answer(answer)]))
    assert rows["Chinese"].failed == 1


EMPTY = {"position": {"unit": "codepoint", "start": 3, "end": 3}}
WHOLE = {"position": {"unit": "codepoint", "start": 0, "end": 3}}


@pytest.mark.parametrize(
    ("source", "answer", "status", "detail"),
    [
        (None, EMPTY, "contained, passes", "1 missing range, 1 empty range."),
        (EMPTY, None, "contained, passes", "1 missing range, 1 empty range."),
        (None, None, "not contained", "2 missing ranges, 0 empty ranges: only one of the two is there."),
        (EMPTY, WHOLE, "not contained", "0 missing ranges, 1 empty range: only one of the two is there."),
        (WHOLE, WHOLE, "not contained", "0 missing ranges, 0 empty ranges: neither kind is there."),
    ],
)
def test_missing_and_empty(build: Any, source: Any, answer: Any, status: str, detail: str) -> None:
    stored = build.snapshot("The quick fox.")
    record = build.record(source=stored, selector=source, answerId="a-1", answerSelector=answer)
    row = rows_of(build.bundle([record], [build.answer()], [stored]))[MISSING_AND_EMPTY]
    assert (row.status.value, row.detail) == (status, detail)


def test_several_references_pass_when_all_do(build: Any) -> None:
    good, other = build.snapshot("The fox is quick."), build.snapshot("A quick fox it is.")

    def bundle(quote: str) -> Any:
        references = [
            build.record("x", source=good, quote="fox"),
            {**build.record("y", source=other), "selector": {"quote": {"exact": quote}}},
        ]
        record = {"citationId": "c", "answerId": "a-1", "references": references}
        return build.bundle([record], [build.answer()], [good, other])

    row = rows_of(bundle("quick fox"))[SEVERAL_REFERENCES]
    assert (row.status.value, row.detail) == ("contained, passes", "1 segment: 1 passed.")
    row = rows_of(bundle("slow hedgehog"))[SEVERAL_REFERENCES]
    assert (row.status.value, row.failed) == ("contained, fails", 1)


def test_citations_on_the_same_range_of_the_answer_are_one_segment(build: Any) -> None:
    source = build.snapshot("The fox is quick.")
    claim = {"position": {"unit": "codepoint", "start": 4, "end": 7}}
    elsewhere = {"position": {"unit": "codepoint", "start": 0, "end": 3}}
    records = [
        build.record(f"c-{number}", source=source, quote="fox", answerId="a-1", part=0, answerSelector=selector)
        for number, selector in enumerate([claim, claim, elsewhere])
    ]
    row = rows_of(build.bundle(records, [build.answer()], [source]))[SEVERAL_REFERENCES]
    assert (row.contained, row.passed) == (1, 1)


def test_an_unreadable_record_is_no_missing_range(build: Any) -> None:
    row = rows_of(build.bundle(["no record"]))[MISSING_AND_EMPTY]
    assert row.detail == "0 missing ranges, 0 empty ranges: neither kind is there."
