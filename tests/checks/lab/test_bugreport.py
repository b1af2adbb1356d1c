"""A report carries the least text that still fails in the same way, and a fixture that reproduces it."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from citeview.checks.lab.bugreport import BugReport, NoReportError, bug_report
from citeview.checks.lab.cutting import failure_of
from citeview.checks.lab.masking import Mask
from citeview.checks.lab.readings import explain
from citeview.checks.lab.subjects import Side, Subjects
from citeview.cli.main import main
from citeview.quote.rules import rules
from citeview.session import open_export

CASES = Path(__file__).parents[2] / "data" / "cases"
RULES = rules("tok-nfkc-lower@2")
FILLER = [
    "A",
    "cache",
    "keeps",
    "copies",
    "near",
    "the",
    "reader,",
    "and",
    "each",
    "edge",
    "answers",
    "what",
    "it",
    "can.",
    "",
]


def rows(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (CASES / name).read_bytes().splitlines()]


def report_on(folder: Path, **more: Any) -> tuple[BugReport, Any]:
    """Report on the first citation of a bundle."""
    with open_export(folder, rules=RULES.name) as session:
        verdict = session.verdict(0)
        (subject,) = Subjects(session).of(0)
        return bug_report(subject, verdict, RULES, **more), verdict


def checked(path: Path) -> Any:
    with open_export(path, rules=RULES.name) as session:
        return session.verdict(0)


CASES_WITH_A_RANGE = [
    *(row for row in rows("offset-reports.jsonl") if row["declared"]),
    *(
        {**row, "kind": row["id"], "declared": {key: row[key] for key in ("unit", "start", "end")}}
        for row in rows("reported-ranges.jsonl")
        if row["expected"] != "match"
    ),
]


@pytest.mark.parametrize("masked", [False, True], ids=["plain", "masked"])
@pytest.mark.parametrize("case", CASES_WITH_A_RANGE, ids=lambda case: case["kind"])
def test_every_reported_case_is_reproduced(build: Any, tmp_path: Path, case: dict[str, Any], masked: bool) -> None:
    report, verdict = report_on(
        build.case(case["source"], case["quote"], case["declared"]), masked=masked, secret=b"secret"
    )
    assert len(report.fixture.text) <= len(case["source"])
    path = tmp_path / "fixture.json"
    path.write_text(report.json, encoding="utf-8")
    for found in (checked(path), checked(report.write(tmp_path / "bundle"))):
        assert found.label == verdict.label
        assert failure_of(found, Side.SOURCE, None) == failure_of(verdict, Side.SOURCE, None)
    assert json.loads(report.json)["report"]["verdict"] == verdict.label


def long_source(rng: random.Random, quote: str, extra: str) -> str:
    words = [rng.choice([*FILLER, extra]) for _ in range(3_000)]
    words[2_000] = quote
    return " ".join(words) + "\r\n" + " ".join(FILLER * 20)


@pytest.mark.parametrize(
    ("count", "unit", "sentence"),
    [
        (lambda text: len(text.encode("utf-16-le")) // 2, "codepoint", "read as UTF-16 units"),
        (len, "utf16", "read as code points"),
        (lambda text: len(text.encode()), "codepoint", "read as UTF-8 bytes"),
        (lambda text: len(text) + 1, "codepoint", "read counted from 1"),
    ],
)
@pytest.mark.parametrize("masked", [False, True], ids=["plain", "masked"])
def test_a_long_source_is_cut_down_and_still_fails_for_the_same_reason(
    build: Any, count: Any, unit: str, sentence: str, masked: bool
) -> None:
    quote = "the origin serves only one"
    source = long_source(random.Random(4), quote, "🚀")  # noqa: S311  # the same on every run
    at = source.index(quote)
    declared = {"unit": unit, "start": count(source[:at]), "end": count(source[: at + len(quote)])}
    report, verdict = report_on(build.case(source, quote, declared), masked=masked)
    assert len(report.fixture.text) < 80
    assert report.whole == len(source)
    assert report.verdict.label == verdict.label
    explained = explain(report.fixture.subject())
    assert explained.best is not None
    assert explained.best.sentence == sentence
    assert json.loads(report.json)["report"]["explanation"] == sentence
    assert (quote in report.fixture.text) != masked
    assert (quote in report.markdown) != masked


def test_what_no_reading_explains_keeps_its_selection(build: Any) -> None:
    source = " ".join(FILLER * 50) + " the origin serves one. " + " ".join(FILLER * 50)
    at = source.index("the origin serves one")
    declared = {"unit": "utf8", "start": at + 3, "end": at + 17}
    report, verdict = report_on(build.case(source, "the origin serves one", declared))
    assert report.verdict.selection.text == verdict.selection.text
    assert len(report.fixture.text) < 40


@pytest.mark.parametrize(
    "declared",
    [
        {"unit": "codepoint", "start": -1, "end": 4},
        {"unit": "codepoint", "start": True, "end": "4"},
        {"unit": "codepoint", "start": 10**9, "end": 10**9 + 5},
        {"unit": "codepoint", "start": 30, "end": 3},
        {"start": 30, "end": 3},
        {"unit": "chars", "start": 700, "end": 705},
        {"unit": "utf16", "start": 0, "end": 5, "origin": 1, "endConvention": "inclusive"},
    ],
    ids=str,
)
def test_odd_numbers_are_kept_as_they_are_given(build: Any, tmp_path: Path, declared: dict[str, Any]) -> None:
    source = " ".join(FILLER * 10) + " READY " + " ".join(FILLER * 10)
    report, verdict = report_on(build.case(source, "READY", declared))
    path = tmp_path / "fixture.json"
    path.write_text(report.json, encoding="utf-8")
    assert checked(path).label == verdict.label
    assert len(report.fixture.text) < 200
    position = json.loads(report.json)["citations"][0]["selector"]["position"]
    assert position.get("unit") == declared.get("unit")
    if type(declared["start"]) is not int or declared["start"] < 0:
        assert (position["start"], position["end"]) == (declared["start"], declared["end"])


def test_the_command_reproduces_the_verdict(build: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    report, verdict = report_on(build.case("A🚀|READY is the word.", "READY", {"unit": "utf16", "start": 3, "end": 8}))
    found = re.search(r"```json\n(\{\n \"citations.*?\n\})\n```", report.markdown, re.DOTALL)
    assert found is not None
    path = tmp_path / "fixture.json"
    path.write_text(found.group(1), encoding="utf-8")
    command = re.search(r"citeview (check fixture\.json.*)`", report.markdown)
    assert command is not None
    words = [str(path) if word == "fixture.json" else word for word in command.group(1).split()]
    assert main([*words, "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["label"] == verdict.label


def test_what_the_markdown_says(build: Any) -> None:
    report, _ = report_on(build.case("A🚀|READY is the word.", "READY", {"unit": "utf16", "start": 3, "end": 8}))
    for line in (
        "# Range does not select the quote",
        "- Declared: start 3, end 8 in UTF-16 units, counted from 0, end excluded, in the source",
        "- Explanation: read as code points",
        ' "expected": "READY",',
        ' "selected": "|READ"',
        "| UTF-16 units | 3, 8 | [3, 8) | [4, 9) |",
    ):
        assert line in report.markdown.splitlines()
    assert "◀ declared start" in report.markdown
    assert "Cut down from 21 to 8 code points" in report.markdown


def test_untrusted_text_cannot_leave_its_code_block(build: Any) -> None:
    source = "x `````\n# Not a heading | <script> \u202e READY 😀 end"
    report, _ = report_on(build.case(source, "READY 😀 end", {"unit": "codepoint", "start": 0, "end": 48}))
    fences = re.findall(r"^(`{3,})", report.markdown, re.MULTILINE)
    assert len(fences) % 2 == 0
    assert "\u202e" not in report.markdown.split("To reproduce")[0].split("Characters around")[0]


def test_an_answer_range(build: Any, tmp_path: Path) -> None:
    text = "Résumé: " + "😀 " * 30 + "the claim stands here. " + "More words. " * 30
    record = build.record(
        answerId="a-1",
        answerSelector={
            "position": {**build.position(text, "the claim", unit="utf16"), "unit": "codepoint"},
            "quote": {"exact": "the claim"},
        },
    )
    report, verdict = report_on(build.bundle([record], [build.answer(text)]))
    assert report.fixture.side is Side.ANSWER
    assert len(report.fixture.text) < 60
    path = tmp_path / "fixture.json"
    path.write_text(report.json, encoding="utf-8")
    found = checked(path)
    assert failure_of(found, Side.ANSWER, None) == failure_of(verdict, Side.ANSWER, None)
    assert checked(report.write(tmp_path / "bundle")).answer_range.outcome == verdict.answer_range.outcome


def test_a_chunk_that_is_not_at_its_origin(build: Any, tmp_path: Path) -> None:
    source = build.snapshot("In front. The chunk says READY.")
    record = build.record(
        source=source,
        chunk={"id": "k", "text": "The chunk says READY.", "origin": {"unit": "codepoint", "offset": 3}},
        selector={"position": {"unit": "codepoint", "start": 15, "end": 20}, "quote": {"exact": "READY"}},
    )
    report, verdict = report_on(build.bundle([record], [], [source]))
    assert verdict.label == "Range is invalid: chunk not at its origin"
    path = tmp_path / "fixture.json"
    path.write_text(report.json, encoding="utf-8")
    assert checked(path).label == verdict.label
    assert checked(report.write(tmp_path / "bundle")).label == verdict.label


def test_a_range_in_a_chunk_is_reported_on_the_chunk_alone(build: Any) -> None:
    source = build.snapshot("In front. The 😀 chunk says READY.")
    record = build.record(
        source=source,
        chunk={"id": "k", "text": "The 😀 chunk says READY.", "origin": {"unit": "codepoint", "offset": 10}},
        selector={"position": {"unit": "codepoint", "start": 18, "end": 23}, "quote": {"exact": "READY"}},
    )
    report, verdict = report_on(build.bundle([record], [], [source]))
    assert report.verdict.label == verdict.label
    assert "front" not in report.fixture.text


def test_a_lone_surrogate_stays_in_the_export(build: Any, tmp_path: Path) -> None:
    text = "cut \ud83d here READY"
    record = build.record(
        chunk={"text": text},
        selector={
            "position": {"unit": "codepoint", "start": 10, "end": 15, "base": "document"},
            "quote": {"exact": "READY"},
        },
    )
    report, verdict = report_on(build.bundle([record]))
    bundle = report.write(tmp_path / "bundle")
    assert checked(bundle).label == verdict.label
    with pytest.raises(FileExistsError):
        report.write(bundle)


def test_no_report_on_a_failure_of_another_kind(build: Any) -> None:
    source = build.snapshot("The origin serves READY.")
    record = build.record(source=source, quote="READY", hashes={"text": build.digest("something else")})
    with pytest.raises(NoReportError, match=r"^The range does not fail in the same way"):
        report_on(build.bundle([record], [], [source]))


CANNOT = r"^The text cannot be masked so that the range fails in the same way\.$"


@pytest.mark.parametrize(
    "mask",
    [
        lambda text: text.replace("READY", "READ"),
        lambda text: text if len(text) == 5 else text.replace("READY", "RÆADY"),
    ],
    ids=["another length", "another verdict"],
)
def test_a_mask_that_changes_the_failure_is_never_handed_out(
    build: Any, monkeypatch: pytest.MonkeyPatch, mask: Any
) -> None:
    monkeypatch.setattr(Mask, "apply", lambda self, text: mask(text))
    folder = build.case("A🚀|READY is the word.", "READY", {"unit": "utf16", "start": 3, "end": 8})
    with pytest.raises(NoReportError, match=CANNOT):
        report_on(folder, masked=True)


def test_letter_by_letter_where_words_are_not_enough(build: Any) -> None:
    # The quote is a part of a word, so it is the same word's part only if each letter is masked alike everywhere.
    folder = build.case("It is READYMADE.", "READY", {"unit": "codepoint", "start": 5, "end": 10})
    report, verdict = report_on(folder, masked=True, secret=b"secret")
    assert report.verdict.label == verdict.label
    assert "READY" not in report.fixture.text
    assert report.fixture.quote is not None
    assert report.fixture.quote in report.fixture.text
