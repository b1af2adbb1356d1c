"""The sample export: what its script makes, with the verdicts that its table states."""

from __future__ import annotations

import json
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from citeview.checks.verdict import HEADLINES
from citeview.quote.rules import rule_sets
from citeview.session import open_export
from citeview.snapshots.writing import write_bundle_zip

RESOURCES = Path(__file__).parents[2] / "resources"
SAMPLE = RESOURCES / "sample"
RULES = ("tok-nfkc-lower@2", "citeview@1")
"""The columns of the script's table."""


@pytest.fixture(scope="module")
def script() -> dict[str, Any]:
    return runpy.run_path(str(SAMPLE / "make_sample.py"), run_name="make_sample")


@pytest.fixture(scope="module")
def citations() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((SAMPLE / "export.json").read_bytes())["citations"]
    return found


def files_below(folder: Path) -> dict[str, bytes]:
    made = {path for path in folder.rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"}}
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in made}


def test_the_script_makes_exactly_the_files_that_are_here(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-B", SAMPLE / "make_sample.py", tmp_path], capture_output=True, check=False, text=True
    )
    assert done.returncode == 0, done.stderr
    assert files_below(tmp_path) == files_below(SAMPLE)


def test_every_rule_set_has_its_column() -> None:
    assert set(rule_sets()) <= set(RULES)


@pytest.mark.parametrize("rules", rule_sets())
def test_every_citation_gets_the_headline_of_the_table(script: dict[str, Any], rules: str) -> None:
    column = RULES.index(rules)
    expected = {citation: headlines[column] for citation, headlines in script["EXPECTED"].items()}
    with open_export(SAMPLE, rules=rules) as session:
        verdicts = [session.verdict(row) for row in range(len(session))]
    assert {verdict.citation_id: verdict.headline.value for verdict in verdicts} == expected


def test_every_headline_has_a_citation(script: dict[str, Any]) -> None:
    assert {headline for row in script["EXPECTED"].values() for headline in row} == set(HEADLINES)


def test_the_closest_passage_is_the_known_one() -> None:
    with open_export(SAMPLE, rules=RULES[0]) as session:
        passage = session.verdict(1).quote
    assert passage is not None
    assert passage.passage is not None
    assert (passage.passage.matching, passage.passage.total) == (7, 8)
    assert passage.passage.text == "the origin serves only 1 request in 10"


def test_the_worked_examples_have_their_numbers() -> None:
    with open_export(SAMPLE, rules=RULES[0]) as session:
        verdicts = [session.verdict(row) for row in range(len(session))]
    selected = {verdict.citation_id: verdict.selection.text for verdict in verdicts}
    # READY behind A🚀|: right as UTF-16 4 to 9, one character early as 3 to 8, which are its code points.
    assert (selected["c-26"], selected["c-27"], selected["c-08"], selected["c-21"]) == ("READY",) * 4
    assert selected["c-04"] == "|READ"
    # A😀B.: UTF-16 3 to 4, UTF-8 5 to 5; 2 to 4 cuts the face, 5 to 99 is out of bounds.
    assert (selected["c-20"], selected["c-28"]) == ("B", "")
    faults = {verdict.citation_id: verdict.range for verdict in verdicts}
    assert faults["c-05"].cuts == "😀"
    assert faults["c-05"].nearest == (1, 5)
    assert faults["c-13"].outcome.value == "out of bounds"


def test_every_unit_is_used_and_once_none(citations: list[dict[str, Any]]) -> None:
    positions = [(record.get("selector") or {}).get("position") for record in citations]
    units = {position.get("unit") for position in positions if position is not None}
    assert units == {"utf8", "codepoint", "utf16", "grapheme", None}


def test_scripts_line_ends_parts_and_references_vary(citations: list[dict[str, Any]]) -> None:
    with open_export(SAMPLE) as session:
        texts = [session.source(row).text or "" for row in range(len(session))]
        answers = {view.answer_id: view.parts for row in range(len(session)) if (view := session.answer(row))}
        segments = [session.in_same_answer(row) for row in range(len(session))]
    everything = "".join(texts)
    for name, first, last in (
        ("Han", "一", "鿿"),
        ("Devanagari", "ऀ", "ॿ"),
        ("Hebrew", "א", "ת"),
        ("emoji", "🌀", "🫿"),
    ):
        assert any(first <= character <= last for character in everything), name
    assert any("\r\n" in text for text in texts)
    assert max(answers.values()) == 2
    assert any(len(record.get("references", ())) == 2 for record in citations)
    assert any(len(rows) > 5 for rows in segments)


def test_addresses_are_reserved_for_examples(citations: list[dict[str, Any]]) -> None:
    addresses = [record["url"] for record in citations if "url" in record]
    assert addresses
    assert all(address.startswith(("https://example.com/", "https://example.org/")) for address in addresses)


def test_a_zip_of_the_sample_is_the_same_export(tmp_path: Path) -> None:
    write_bundle_zip(SAMPLE, tmp_path / "sample.citeview")
    with open_export(SAMPLE) as folder, open_export(tmp_path / "sample.citeview") as packed:
        assert [packed.verdict(row).label for row in range(len(packed))] == [
            folder.verdict(row).label for row in range(len(folder))
        ]
