"""Subjects in one line."""

from __future__ import annotations

from typing import Any

import pytest

from citeview.checks.lab.subjects import Subject, source_subject
from citeview.records.selectors import Base, Chunk, DeclaredRange, EndConvention, QuoteSelector
from citeview.text.representation import Representation
from citeview.text.units import Unit


def make_subject(
    source: str,
    quote: str | None,
    start: object,
    end: object,
    unit: str | None = "codepoint",
    *,
    origin: int = 0,
    convention: str = "exclusive",
    chunk: Chunk | None = None,
    base: str = "document",
    index: int = 0,
    **more: Any,
) -> Subject:
    declared = DeclaredRange(
        start,
        end,
        Unit(unit) if unit is not None else None,
        origin=origin,
        end_convention=EndConvention(convention),
        base=Base(base),
    )
    selector = QuoteSelector(quote) if quote is not None else None
    more.setdefault("citation_id", f"c-{index}")
    return source_subject(declared, selector, Representation(source, "text"), chunk, index=index, **more)


@pytest.fixture(scope="session")
def subject() -> Any:
    """Give `subject(source, quote, start, end, unit, …)`."""
    return make_subject
