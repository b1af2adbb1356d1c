"""`citeview check`: the JSON contract, exit codes, one sentence for what cannot be read."""

from __future__ import annotations

from typing import Any

import pytest

KEYS = {"citationId", "headline", "label", "integrity", "range", "selection", "quote", "warnings"}
TEXT = "A🚀|READY. Twice: READY. The origin serves only 1 request in 10."


@pytest.fixture
def bundle(build: Any) -> Any:
    snapshot = build.snapshot(TEXT)
    records = [
        build.record("c-1", source=snapshot, quote="READY"),
        build.record("c-2", source=snapshot, selector={"quote": {"exact": "the origin serves only 2 request in 10"}}),
        "not a record",
        build.record("c-4", url="https://example.com"),
    ]
    return build.bundle(records, snapshots=[snapshot])


def test_json_is_one_object_per_citation_in_order(run: Any, bundle: Any) -> None:
    ran = run("check", bundle, "--rules", "tok-nfkc-lower@2", "--format", "json")
    assert ran.code == 1
    assert [verdict["headline"] for verdict in ran.json] == ["found", "closest", "could-not-check", "no-range"]
    assert [verdict["citationId"] for verdict in ran.json][:2] == ["c-1", "c-2"]
    assert all(set(verdict) >= KEYS for verdict in ran.json)
    assert "4 citations" in ran.err
    assert "Traceback" not in ran.err


def test_a_found_citation_carries_its_span_in_every_unit(run: Any, bundle: Any) -> None:
    first = run("check", bundle, "--rules", "tok-nfkc-lower@2", "--format", "json").json[0]
    span = {key: first["range"][key] for key in ("outcome", "codepoint", "utf8", "utf16", "grapheme", "document")}
    assert span == {
        "outcome": "valid",
        "codepoint": [3, 8],
        "utf8": [6, 11],
        "utf16": [4, 9],
        "grapheme": [3, 8],
        "document": [4, 9],
    }
    assert first["selection"]["outcome"] == "equal"
    assert first["selection"]["text"] == "READY"
    assert first["quote"]["matches"] == [[3, 8], [17, 22]]
    assert first["label"] == "Quote found ×2"
    assert first["integrity"] == "verified"


def test_the_closest_passage_counts_its_words(run: Any, bundle: Any) -> None:
    second = run("check", bundle, "--rules", "tok-nfkc-lower@2", "--format", "json").json[1]
    assert second["label"] == "Closest passage in the source:"
    closest = second["quote"]["closest"]
    assert (closest["matching"], closest["total"]) == (7, 8)
    assert closest["text"] == "The origin serves only 1 request in 10"
    assert TEXT[closest["start"] : closest["end"]] == closest["text"]


def test_an_unreadable_record_is_listed_with_its_place(run: Any, bundle: Any) -> None:
    third = run("check", bundle, "--format", "json").json[2]
    assert third["label"].startswith("Could not check the source. ")
    assert "citations[2]" in third["label"]


def test_all_found_exits_with_0(run: Any, build: Any) -> None:
    snapshot = build.snapshot(TEXT)
    ran = run("check", build.bundle([build.record(source=snapshot, quote="READY")], snapshots=[snapshot]))
    assert ran.code == 0
    assert "Quote found" in ran.out


def test_nothing_to_check_is_not_a_pass(run: Any, build: Any) -> None:
    assert run("check", build.bundle([])).code == 1


@pytest.mark.parametrize("data", [b"", b"{", b"not json", b"\xff\xfe{\x00}\x00", b'{"citations": 5}'])
def test_what_cannot_be_read_is_one_sentence_and_2(run: Any, build: Any, data: bytes) -> None:
    path = build.export_file(data)
    ran = run("check", path)
    assert ran.code == 2
    assert ran.out == ""
    assert str(path) in ran.err
    assert len(ran.err.strip().splitlines()) == 1
    assert "Traceback" not in ran.err


def test_a_missing_file_is_one_sentence_and_2(run: Any, tmp_path: Any) -> None:
    ran = run("check", tmp_path / "nowhere.json")
    assert (ran.code, "Traceback" in ran.err) == (2, False)


def test_columns_line_up_whatever_a_quote_holds(run: Any, build: Any) -> None:
    odd = [
        build.record(f"c-{n}", quote=quote, title="Source")
        for n, quote in enumerate(("plain", "\ud83d half", "a\u202eb"))
    ]
    lines = run("check", build.bundle(odd)).out.splitlines()
    assert len({line.index("Source") for line in lines if "Source" in line}) == 1
    assert "\\ud83d half" in "\n".join(lines)
    assert "a\\u202eb" in "\n".join(lines)


def test_a_terminal_is_never_handed_the_files_escape_sequences(run: Any, build: Any) -> None:
    snapshot = build.snapshot(TEXT)
    record = build.record("c\x1b[31m", source=snapshot, selector={"quote": {"exact": "a\x1b]0;title\x07b"}})
    ran = run("check", build.bundle([record], snapshots=[snapshot]))
    assert "\x1b" not in ran.out + ran.err


def test_half_a_character_reaches_the_json_as_it_came(run: Any, build: Any) -> None:
    snapshot = build.snapshot(TEXT)
    record = build.record(source=snapshot, selector={"quote": {"exact": "\ud83d READY"}})
    ran = run("check", build.bundle([record], snapshots=[snapshot]), "--format", "json")
    assert "\\ud83d" not in ran.err
    assert ran.json[0]["headline"] != "found" or any(w["code"] == "lone-surrogate" for w in ran.json[0]["warnings"])


def test_qt_is_not_loaded(run: Any, bundle: Any, tmp_path: Any) -> None:
    blocker = tmp_path / "blocked" / "PySide6"
    blocker.mkdir(parents=True)
    (blocker / "__init__.py").write_text("raise ImportError('Qt cannot load here')", encoding="utf-8")
    ran = run("check", bundle, "--format", "json", PYTHONPATH=str(blocker.parent))
    assert len(ran.json) == 4


@pytest.fixture(scope="module")
def large(build: Any) -> Any:
    snapshots = [build.snapshot(f"{TEXT} number {n} of many.") for n in range(7)]
    records = [
        build.record(f"c-{n}", source=snapshots[n % 7], quote=["READY", "many", "READY"][n % 3], nth=1)
        for n in range(999)
    ]
    records[500] = 7
    return build.bundle(records, snapshots=snapshots)


@pytest.mark.parametrize("form", ["json", "table"])
def test_several_processes_give_the_same_bytes(run: Any, large: Any, form: str) -> None:
    one = run("check", large, "--format", form)
    two = run("check", large, "--format", form, "--jobs", 2)
    assert one.out == two.out
    assert one.err == two.err
    assert (one.code, two.code) == (1, 1)
    assert "c-998" in one.out


def test_several_processes_share_no_place_in_a_zip(run: Any, build: Any) -> None:
    snapshots = [build.snapshot(f"{TEXT} zip {n}. " + "filler " * 3_000) for n in range(40)]
    records = [build.record(f"c-{n}", source=snapshots[n % 40], quote="READY") for n in range(800)]
    path = build.zip(records, snapshots=snapshots)
    assert run("check", path, "--format", "json", "--jobs", 3).code == 0


@pytest.mark.parametrize("jobs", ["0", "-1", "x", "1000"])
def test_a_number_of_processes_is_a_whole_number(run: Any, large: Any, jobs: str) -> None:
    assert run("check", large, "--jobs", jobs).code == 2
