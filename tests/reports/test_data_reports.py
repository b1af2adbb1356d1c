"""CSV, JSON, W3C annotations and our own records."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from citeview.cli.main import main
from citeview.records.citation import Citation
from citeview.reports.csv_report import COLUMNS, safe, unsafe
from citeview.reports.records import answer_json, citation_json, segment_json
from citeview.session import open_export


def rows(data: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"), newline="")))


FORMULAS = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")


def test_no_cell_begins_a_formula(report: Any, hostile: Path, said: Any, decisions: Any) -> None:
    found = rows(report(hostile, ".csv", decisions=decisions({0: said(note="-2+3", who="@me")})))
    assert not [cell for row in found for cell in row.values() if cell.startswith(FORMULAS)]
    assert found[0]["citationId"] == "'=cmd|' /C calc'!A1"
    assert (found[0]["note"], found[0]["who"]) == ("'-2+3", "'@me")


@given(st.text(st.characters(exclude_categories=())))
def test_a_safe_cell_can_be_turned_back(text: str) -> None:
    assert not safe(text).startswith(FORMULAS)
    assert unsafe(safe(text)) == text


@given(quote=st.text(max_size=40), note=st.text(max_size=20))
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_text_comes_back_from_a_cell(
    report: Any, build: Any, said: Any, decisions: Any, quote: str, note: str
) -> None:
    path = build.case("The quick brown fox.", quote, None)
    data = report(path, ".csv", decisions=decisions({0: said(note=note)}))
    (row,) = rows(data)
    assert (unsafe(row["quote"]), unsafe(row["note"])) == (quote, note)
    assert tuple(row) == COLUMNS


def test_a_row_holds_the_range_in_every_unit(report: Any, build: Any) -> None:
    text = "A🚀|READY."
    path = build.case(text, "READY", build.position(text, "READY", unit="utf16"))
    (row,) = rows(report(path, ".csv"))
    assert {key: row[key] for key in row if key.startswith(("start", "end")) and key != "startAndEnd"} == {
        "startCodepoint": "3",
        "endCodepoint": "8",
        "startUtf8": "6",
        "endUtf8": "11",
        "startUtf16": "4",
        "endUtf16": "9",
        "startGrapheme": "3",
        "endGrapheme": "8",
    }
    assert (row["declaredStart"], row["unit"]) == ("4", "UTF-16 units (declared in the record)")
    assert "decision" not in row


@pytest.mark.parametrize(
    ("declared", "start"),
    [({"unit": "utf8", "start": -5, "end": 3}, "-5"), ({"unit": "utf8", "start": True, "end": 3}, "true"),
     ({"unit": "utf8", "start": "=1", "end": 3}, '"=1"'), ({"unit": "utf8", "end": 3}, "absent")],
)  # fmt: skip
def test_declared_numbers_stand_as_they_came(report: Any, build: Any, declared: Any, start: str) -> None:
    (row,) = rows(report(build.case("The fox.", "fox", declared), ".csv"))
    assert row["declaredStart"] == start


def test_half_a_character_is_an_escape_in_a_cell_and_in_json(report: Any, build: Any) -> None:
    path = build.case("The fox.", "\ud83d fox", None)
    assert rows(report(path, ".csv"))[0]["quote"] == "\\ud83d fox"
    assert json.loads(report(path, ".json"))["citations"][0]["declaredQuote"] == "\ud83d fox"


def test_the_json_report_agrees_with_the_check(report: Any, sample: Path, capsys: Any) -> None:
    found = json.loads(report(sample, ".json"))
    main(["check", str(sample), "--rules", "tok-nfkc-lower@2", "--format", "json"])
    checked = json.loads(capsys.readouterr().out)
    assert len(found["citations"]) == len(checked)
    for one, other in zip(found["citations"], checked, strict=True):
        assert {key: one[key] for key in other} == other
    assert sum(found["summary"]["verdicts"].values()) == found["summary"]["citations"] == len(checked)
    assert found["contract"]["importer"] == "citeview"
    assert {row["status"] for row in found["checklist"]} <= {
        "contained, passes",
        "contained, fails",
        "contained, nothing to compare with",
        "not contained",
    }
    assert "decision" not in found["citations"][0]


def test_the_json_report_holds_decisions_apart(report: Any, build: Any, said: Any, decisions: Any, chosen: Any) -> None:
    path = build.case("The fox.", "fox", None)
    made = decisions({0: said()}, {0: [said(who="Ben")]}, unit=chosen())
    found = json.loads(report(path, ".json", decisions=made))
    (one,) = found["citations"]
    assert one["decision"]["judgement"] == "supports"
    assert one["headline"] == "found"
    assert [old["who"] for old in one["decisionsOnEarlierVersions"]] == ["Ben"]
    assert found["contract"]["choices"][0]["value"] == "utf16"


@pytest.mark.parametrize("ending", [".csv", ".json", ".jsonld", ".jsonl"])
def test_data_is_the_same_every_time(report: Any, sample: Path, ending: str) -> None:
    assert report(sample, ending) == report(sample, ending)


@pytest.mark.parametrize("ending", [".csv", ".json", ".jsonld", ".jsonl", ".html"])
def test_an_empty_export_is_whole_in_every_format(report: Any, build: Any, ending: str) -> None:
    data = report(build.bundle([]), ending)
    if ending in (".json", ".jsonld"):
        assert json.loads(data)
    assert data or ending == ".jsonl"


def annotations(data: bytes) -> list[dict[str, Any]]:
    collection = json.loads(data)
    items: list[dict[str, Any]] = collection["first"]["items"]
    assert collection["@context"][0] == "http://www.w3.org/ns/anno.jsonld"
    assert collection["total"] == len(items)
    return items


def test_a_position_is_written_in_code_points(report: Any, build: Any) -> None:
    text, answer = "A🚀|READY.", "🚀 is READY"
    source = build.snapshot(text)
    record = build.record(
        source=source,
        quote="READY",
        unit="utf16",
        answerId="a 1/x",
        answerSelector={"position": build.position(answer, "READY", unit="utf8")},
    )
    (one,) = annotations(report(build.bundle([record], [build.answer(answer, "a 1/x")], [source]), ".jsonld"))
    assert one["target"]["selector"] == [
        {"type": "TextPositionSelector", "start": 3, "end": 8},
        {"type": "TextQuoteSelector", "exact": "READY"},
    ]
    assert one["target"]["source"] == "https://example.com/page"
    assert one["target"]["state"]["cached"].startswith("ni:///sha-256;")
    assert one["body"]["source"] == "tag:citeview.example,2026:answer/a%201%2Fx"
    assert one["body"]["selector"][0] == {"type": "TextPositionSelector", "start": 5, "end": 10}
    assert one["body"]["selector"][1] == {
        "type": "TextQuoteSelector",
        "exact": "READY",
        "prefix": "🚀 is ",
        "suffix": "",
    }
    assert (one["type"], one["motivation"], one["citeview:citationId"]) == ("Annotation", "linking", "c-1")


@pytest.mark.parametrize(
    "declared",
    [
        {"unit": "codepoint", "start": 3, "end": 99},
        {"unit": "utf8", "start": 2, "end": 9},
        {"start": 3, "end": 8},
        None,
    ],
)
def test_no_position_is_invented(report: Any, build: Any, declared: Any) -> None:
    (one,) = annotations(report(build.case("A🚀|READY.", "READY", declared), ".jsonld"))
    assert [selector["type"] for selector in one["target"]["selector"]] == ["TextQuoteSelector"]


def test_a_range_on_a_chunk_alone_is_no_position_in_the_page(report: Any, build: Any) -> None:
    text = "a chunk of READY"
    record = build.record(selector=build.selector(text, "READY"), chunk={"text": text}, url="https://example.com/p")
    (one,) = annotations(report(build.bundle([record]), ".jsonld"))
    assert [selector["type"] for selector in one["target"]["selector"]] == ["TextQuoteSelector"]


def test_a_decision_is_a_body_of_its_own_and_unreadable_records_are_counted(
    report: Any, build: Any, said: Any, decisions: Any
) -> None:
    source = build.snapshot("The fox.")
    path = build.bundle(["none", build.record(source=source, quote="fox")], snapshots=[source])
    (one,) = annotations(report(path, ".jsonld", decisions=decisions({1: said()})))
    assert one["body"]["purpose"] == "assessing"
    assert one["body"]["creator"] == {"type": "Person", "name": "Ada"}


def verdicts(path: Path, store: Path) -> list[Any]:
    with open_export(path, store=store, rules="tok-nfkc-lower@2") as session:
        return [
            (one.citation_id, one.label, one.range, one.answer_range)
            for one in map(session.verdict, range(len(session)))
        ]


def test_our_own_records_keep_every_verdict_and_every_key(report: Any, sample: Path, tmp_path: Path) -> None:
    out = tmp_path / "again.jsonl"
    out.write_bytes(report(sample, ".jsonl"))
    assert verdicts(out, sample / "snapshots") == verdicts(sample, sample / "snapshots")
    exported = json.loads((sample / "export.json").read_text(encoding="utf-8"))
    lines = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [line for line in lines if "citationId" in line] == exported["citations"]


def test_records_made_from_values_keep_every_verdict(sample: Path, tmp_path: Path) -> None:
    """The way that records of other importers go, walked with records whose verdicts are known."""
    out = tmp_path / "values.jsonl"
    lines = []
    with open_export(sample) as session:
        lines += [answer_json(answer) for answer in session.export.answers.values()]
        waiting: list[Citation] = []
        for record in session.export.citations:
            assert isinstance(record, Citation)
            if waiting and record.segment != waiting[0].segment:
                lines.append(segment_json(str(waiting[0].segment), waiting))
                waiting = []
            if record.segment is not None:
                waiting.append(record)
            else:
                lines.append(citation_json(record))
        if waiting:
            lines.append(segment_json(str(waiting[0].segment), waiting))
    out.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert verdicts(out, sample / "snapshots") == verdicts(sample, sample / "snapshots")


def test_unknown_keys_are_written_back(report: Any, build: Any) -> None:
    record = build.record("c", url="https://example.com", extra={"deep": [1, {"x": None}]}, note="kept")
    data = report(build.bundle([record], [build.answer(mood="good")]), ".jsonl")
    answer, citation = (json.loads(line) for line in data.decode().splitlines())
    assert citation == record
    assert answer["mood"] == "good"
