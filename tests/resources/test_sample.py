"""The sample export: what its script makes, every headline, and the verdicts that are promised."""

from __future__ import annotations

import filecmp
import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

from citeview.checks.verdict import Headline
from citeview.quote.rules import rule_sets
from citeview.session import open_export

SAMPLE = Path(__file__).parents[2] / "resources" / "sample"


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("make_sample", SAMPLE / "make_sample.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_files_are_what_the_script_makes(script: ModuleType, tmp_path: Path) -> None:
    script.make(tmp_path)
    made = sorted(path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file())
    kept = sorted(
        path.relative_to(SAMPLE) for path in SAMPLE.rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"}
    )
    assert made == kept
    _, different, unreadable = filecmp.cmpfiles(tmp_path, SAMPLE, [str(path) for path in made], shallow=False)
    assert (different, unreadable) == ([], [])


@pytest.mark.parametrize(("rules", "column"), [("tok-nfkc-lower@2", 0), ("citeview@1", 1)])
def test_every_citation_gets_the_promised_headline(script: ModuleType, rules: str, column: int) -> None:
    assert rules in rule_sets()
    with open_export(SAMPLE, rules=rules) as session:
        found = {verdict.citation_id: verdict.headline for verdict in map(session.verdict, range(len(session)))}
    assert found == {citation: expected[column] for citation, expected in script.EXPECTED.items()}


def test_every_headline_is_there(script: ModuleType) -> None:
    shown = {headline for pair in script.EXPECTED.values() for headline in pair}
    assert shown == {headline.value for headline in Headline}
