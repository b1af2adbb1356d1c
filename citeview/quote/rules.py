"""The rule sets by name: what a rule set is, and which ones this program holds.

Knows names. Must not know how any of them decides; a rule set's module is imported when it is asked for.
"""

from __future__ import annotations

from importlib import import_module
from typing import Protocol, cast

from citeview.quote.prepared import PreparedSource
from citeview.quote.results import QuoteResult
from citeview.text.units import Span

__all__ = ["DEFAULT_RULES", "PreparedSource", "RuleSet", "UnknownRulesError", "rule_sets", "rules"]


class RuleSet(Protocol):
    """Decide whether a quote stands in a text."""

    @property
    def name(self) -> str:
        """Name and version, as a record's `normalizer` gives them, such as `tok-nfkc-lower@2`."""
        ...

    @property
    def unicode(self) -> str:
        """Version of Unicode that the rule set's tables are of."""
        ...

    def prepare(self, text: str) -> PreparedSource:
        """Make the tokens of a source, once for all quotes."""
        ...

    def check(
        self, quote: str, source: PreparedSource, *, within: Span | None = None, passage: bool = True
    ) -> QuoteResult:
        """Check one quote on a source that this rule set has prepared.

        Args:
            quote: the quote as declared.
            source: the prepared source.
            within: where to look for the closest passage, in code points of the source (the cited chunk). Matches are
                looked for in the whole source.
            passage: whether to look for the closest passage at all.

        """
        ...


class UnknownRulesError(ValueError):
    """Refuse the name of a rule set that this program does not hold."""

    def __init__(self, name: str) -> None:
        super().__init__(f"unknown rule set {name!r}; this program holds {', '.join(_MODULES)}")
        self.name = name


# Name of the rule set -> the module whose RULES is it.
_MODULES = {
    "tok-nfkc-lower@2": "citeview.quote.reference",
    "citeview@1": "citeview.quote.strict.check",
}

DEFAULT_RULES = "citeview@1"
"""The rule set that decides the headline where nothing else is asked for."""


def rule_sets() -> tuple[str, ...]:
    """Return the names of the rule sets that this program holds."""
    return tuple(_MODULES)


def rules(name: str) -> RuleSet:
    """Return a rule set by name.

    Raises:
        UnknownRulesError: this program holds no rule set of that name.

    """
    module = _MODULES.get(name)
    if module is None:
        raise UnknownRulesError(name)
    return cast("RuleSet", import_module(module).RULES)
