"""Write a report of an export in one line; decisions without a database."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from citeview.reports.content import Options
from citeview.reports.decided import Decisions
from citeview.reports.report import write_report
from citeview.session import open_export


@dataclass(frozen=True)
class Said:
    judgement: str | None = "supports"
    label: str = "Supports"
    note: str = "seen <b>twice</b>"
    who: str = "Ada"
    time: str = "2026-11-05T14:02:11.000Z"
    headline: str = "found"
    rules: str = "tok-nfkc-lower@2"
    export_name: str = "export.json"


@dataclass(frozen=True)
class Chosen:
    value: str = "utf16"
    evidence: str = "UTF-16 units reproduce 37 of 37 quoted segments"
    who: str = "Ada"
    time: str = "2026-11-05T14:02:11.000Z"


@pytest.fixture
def said() -> Callable[..., Said]:
    return Said


@pytest.fixture
def decisions() -> Callable[..., Decisions]:
    def make(of: dict[int, Any], earlier: dict[int, Any] | None = None, **choices: Chosen) -> Decisions:
        return Decisions(
            of=lambda index, citation_id: of.get(index),
            earlier=lambda index, record: (earlier or {}).get(index, ()),
            choices=choices,
        )

    return make


@pytest.fixture
def chosen() -> Callable[..., Chosen]:
    return Chosen


@pytest.fixture
def report(tmp_path: Path) -> Callable[..., bytes]:
    """Write a report and return its bytes: `report(bundle, ".html", date=…)`."""

    def write(path: Path, ending: str, **options: Any) -> bytes:
        out = tmp_path / f"report{ending}"
        with open_export(path, rules="tok-nfkc-lower@2") as session:
            write_report(session, out, Options(**options))
        return out.read_bytes()

    return write


@pytest.fixture(scope="session")
def sample() -> Path:
    """Give the sample export that comes with the program."""
    return Path(__file__).parents[2] / "resources" / "sample"


@pytest.fixture(scope="session")
def hostile(build: Any) -> Path:
    """Give an export whose every text tries something."""
    source = build.snapshot("<script>alert(1)</script> Total =1+1 \u202eevil\u202c and more.", title="<img src=x>")
    script = build.record("=cmd|' /C calc'!A1", source=source, quote="<script>alert(1)</script>")
    markup = {"quote": {"exact": "</script><b onclick=alert(1)>\u202eevil\ud83d \x00\x07 &amp; {{ 7 * 7 }}"}}
    return build.bundle(
        [
            {**script, "title": "</title><script>x</script>", "url": "javascript:alert(1)"},
            build.record('"><svg onload=alert(1)>', source=source, selector=markup, url="https://a.example/?q=<b>&x='"),
            build.record("+1", source=source, quote="Total", url="https://bank.example@evil.example/"),
            build.record("@x", source=source, quote="more", transformations=["<i>", {"k": "\u2066"}]),
            "<li>not a record",
        ],
        [build.answer("<h1>Answer</h1>", "a</td>")],
        [source],
    )
