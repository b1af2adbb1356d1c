"""Ask the strict rules one question."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from citeview.quote.results import QuoteResult
from citeview.quote.strict.check import RULES

Check = Callable[[str, str], QuoteResult]


@pytest.fixture(scope="session")
def check() -> Check:
    """Return a function that checks a quote on a source."""

    def ask(quote: str, source: str) -> QuoteResult:
        return RULES.check(quote, RULES.prepare(source))

    return ask
