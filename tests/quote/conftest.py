"""Fixtures of the quote check's tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from citeview.quote.results import QuoteResult
from citeview.quote.rules import RuleSet, rules


@pytest.fixture(scope="session")
def reference() -> RuleSet:
    """Give the reference rule set."""
    return rules("tok-nfkc-lower@2")


@pytest.fixture(scope="session")
def check(reference: RuleSet) -> Callable[..., QuoteResult]:
    """Check a quote on a text by the reference rule set."""
    return lambda quote, source, **options: reference.check(quote, reference.prepare(source), **options)
