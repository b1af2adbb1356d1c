"""The reference rule set answers as its vectors say, field by field."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from citeview.quote.results import QuoteOutcome, QuoteResult
from citeview.quote.rules import RuleSet
from citeview.text.units import Span

VECTORS = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "quote" / "vectors.jsonl").read_bytes().splitlines()
]


def test_all_vectors_are_there() -> None:
    assert len(VECTORS) == 719
    assert len({vector["id"] for vector in VECTORS}) == 719


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["id"])
def test_vector(vector: dict[str, Any], reference: RuleSet) -> None:
    result = reference.check(vector["quote"], reference.prepare(vector["source"]))
    assert _answer(result, vector["source"]) == {key: vector[key] for key in _FIELDS}


_FIELDS = (
    *("found", "start", "end", "start_cp", "end_cp", "start_utf8", "end_utf8"),
    *("matches", "original", "reason", "closest", "quote_tokens"),
)


def _answer(result: QuoteResult, source: str) -> dict[str, Any]:
    found = result.outcome is QuoteOutcome.FOUND
    span = result.matches[0] if found else Span(0, 0)
    utf16 = [len(source[:at].encode("utf-16-le", "surrogatepass")) // 2 for at in span]
    # The vectors count no bytes in a text that has no UTF-8 form.
    whole = not any("\ud800" <= character <= "\udfff" for character in source)
    utf8 = [len(source[:at].encode()) if whole else None for at in span]
    window = result.window
    return {
        "found": found,
        "start": utf16[0] if found else None,
        "end": utf16[1] if found else None,
        "start_cp": span.start if found else None,
        "end_cp": span.end if found else None,
        "start_utf8": utf8[0] if found else None,
        "end_utf8": utf8[1] if found else None,
        "matches": len(result.matches) if found else None,
        "original": source[slice(*span)] if found else None,
        "reason": result.reason,
        "closest": window
        and {"score": window.num / window.den, "num": window.num, "den": window.den, "text": window.text},
        "quote_tokens": result.quote_tokens,
    }
