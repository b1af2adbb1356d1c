"""The lab of sixty quotes: thirty stand in their document and thirty do not, and plain substring search cannot tell."""

from __future__ import annotations

import json
from pathlib import Path

from citeview.quote.results import QuoteOutcome
from citeview.quote.rules import RuleSet

LAB = Path(__file__).parents[1] / "data" / "quote" / "lab"
CASES = [json.loads(line) for line in (LAB / "lab60.jsonl").read_bytes().splitlines()]


def _document(case: dict[str, str]) -> str:
    return (LAB / case["file"]).read_bytes().decode()


def test_thirty_are_found_and_thirty_refused(reference: RuleSet) -> None:
    found = {
        case["id"]
        for case in CASES
        if reference.check(case["quote"], reference.prepare(_document(case))).outcome is QuoteOutcome.FOUND
    }
    assert found == {case["id"] for case in CASES if case["expect"]}
    assert len(found) == 30
    assert len(CASES) == 60


def test_substring_search_refuses_ten_true_ones_and_passes_no_false_one() -> None:
    exact = [case for case in CASES if case["quote"] in _document(case)]
    assert sum(case["expect"] for case in exact) == 20
    assert all(case["expect"] for case in exact)
