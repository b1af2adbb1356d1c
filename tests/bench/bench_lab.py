"""Measure the offset lab: `python tests/bench/bench_lab.py`.

Goals: 2,000 readings on a text of 1 MB within 0.3 s after the first; 10,000 ranges of an export within 30 s.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

from citeview.checks.lab.diagnosis import diagnose
from citeview.checks.lab.readings import explain
from citeview.checks.lab.subjects import Subject, source_subject
from citeview.records.selectors import DeclaredRange, QuoteSelector
from citeview.text.representation import Representation
from citeview.text.units import Unit

WORDS = [
    "the",
    "origin",
    "serves",
    "one",
    "request",
    "cache",
    "café",
    "naïve",
    "🚀",
    "日本",
    "data",
    "READY",
    "**edge**",
    "&amp;",
    "😀",
    "hit",
    "<b>ratio</b>",
    "é",
]


def text(rng: random.Random, length: int) -> str:
    lines = []
    size = 0
    while size < length:
        line = " ".join(rng.choice(WORDS) for _ in range(12))
        lines.append(line)
        size += len(line) + 2
    return "\r\n".join(lines)[:length]


def subject(rng: random.Random, shown: Representation, index: int) -> Subject:
    at = rng.randrange(len(shown) - 80)
    quote = shown.text[at : at + 60]
    declared = DeclaredRange(at, at + 60, Unit.UTF16)
    return source_subject(
        declared, QuoteSelector(quote), shown, index=index, source_id=shown.name, source_name=shown.name
    )


def readings(length: int) -> None:
    rng = random.Random(1)  # noqa: S311  # the same text in every run, not a secret
    shown = Representation(text(rng, length), "text")
    started = time.perf_counter()
    explain(subject(rng, shown, 0))
    first = time.perf_counter() - started
    tried = 0
    started = time.perf_counter()
    while tried < 2_000:
        tried += explain(subject(rng, shown, 0)).tried
    rest = time.perf_counter() - started
    print(f"{length:>12,} code points: first {first:6.3f} s, then {tried:,} readings {rest:6.3f} s")


def export(ranges: int, per_source: int, length: int) -> None:
    def subjects() -> Iterator[Subject]:
        rng = random.Random(2)  # noqa: S311  # the same text in every run, not a secret
        shown = Representation("", "")
        for index in range(ranges):
            if index % per_source == 0:
                shown = Representation(text(rng, length), f"source {index // per_source}")
            yield subject(rng, shown, index)

    started = time.perf_counter()
    diagnosis = diagnose(subjects(), importer="bench", citations=ranges)
    took = time.perf_counter() - started
    print(f"{ranges:,} ranges, {per_source} a source of {length:,} code points: {took:6.2f} s; {diagnosis.sentence}")


def main() -> None:
    readings(100_000)
    readings(1_000_000)
    export(10_000, 500, 20_000)
    export(10_000, 20, 5_000)
    if "--all" in sys.argv:
        readings(5_000_000)
        export(10_000, 1, 1_000)


if __name__ == "__main__":
    main()
