"""Rule sets are known by name."""

from __future__ import annotations

import subprocess
import sys

import pytest

from citeview.quote.rules import DEFAULT_RULES, UnknownRulesError, rule_sets, rules


def test_every_rule_set_has_its_name() -> None:
    assert "tok-nfkc-lower@2" in rule_sets()
    assert DEFAULT_RULES in rule_sets()
    for name in rule_sets():
        held = rules(name)
        assert held.name == name
        assert held.unicode.count(".") >= 1


@pytest.mark.parametrize("name", ["", "tok-nfkc-lower", "tok-nfkc-lower@1", "TOK-NFKC-LOWER@2"])
def test_unknown_name_is_refused_with_the_names_held(name: str) -> None:
    with pytest.raises(UnknownRulesError, match="tok-nfkc-lower@2") as refusal:
        rules(name)
    assert refusal.value.name == name
    assert isinstance(refusal.value, ValueError)


def test_names_cost_no_tables() -> None:
    code = (
        "import sys, citeview.quote.rules; print(any('reference' in name or name == 'regex' for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
