"""Measure reports and decisions: `python tests/bench/bench_reports.py [CITATIONS]`.

Goals: a report of 100,000 citations in bounded memory (its peak is printed beside that of opening the export alone);
a decision on the disk within 20 ms; a review of 100,000 decisions opened within 3 s.
"""

from __future__ import annotations

import hashlib
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from citeview.reports.content import Options
from citeview.reports.report import write_report
from citeview.reviews.database import open_database
from citeview.reviews.decision import Judgement, ReviewedExport, Seen, Subject
from citeview.reviews.review import Review, Statement
from citeview.session import open_export

WORDS = "the origin serves one request in ten when a cache hit ratio of 90 percent holds 缓存命中率 🚀 é data".split()  # noqa: SIM905


def make_export(folder: Path, citations: int, sources: int = 200) -> Path:
    rng = random.Random(3)  # noqa: S311  # the same export in every run, not a secret
    ids, texts = [], []
    for _ in range(sources):
        text = " ".join(rng.choice(WORDS) for _ in range(600)) + "."
        name = hashlib.sha256(text.encode()).hexdigest()
        place = folder / "snapshots" / "sha256" / name[:2] / name[2:]
        place.mkdir(parents=True)
        for file in ("raw", "text"):
            (place / file).write_bytes(text.encode())
        (place / "snapshot.json").write_text(json.dumps({"snapshotId": f"sha256:{name}"}), encoding="utf-8")
        ids.append(f"sha256:{name}")
        texts.append(text)
    with (folder / "export.jsonl").open("w", encoding="utf-8") as out:
        for number in range(citations):
            source = number * sources // citations
            start = rng.randrange(2000)
            quote = texts[source][start : start + 60]
            shift = rng.choice((0, 0, 0, 1))
            selector = {
                "position": {"unit": "codepoint", "start": start + shift, "end": start + shift + 60},
                "quote": {"exact": quote},
            }
            record = {
                "citationId": f"c-{number}",
                "snapshotId": ids[source],
                "url": "https://example.com/x",
                "selector": selector,
            }
            out.write(json.dumps(record) + "\n")
    return folder


def peak_mib() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def measure(path: Path, ending: str) -> None:
    """Run in a process of its own, because a peak never goes down."""
    started = time.perf_counter()
    with open_export(path) as session:
        opened, before = time.perf_counter() - started, peak_mib()
        if not ending:
            for index in range(len(session)):
                session.verdict(index, keep=False)
            print(f"  checks alone: {time.perf_counter() - started - opened:6.1f} s, peak {peak_mib():5.0f} MiB")
            return
        out = path / f"report{ending}"
        write_report(session, out, Options())
    took = time.perf_counter() - started - opened
    size = out.stat().st_size / 2**20
    print(
        f"  {ending:<7} {took:6.1f} s, {size:6.1f} MiB, peak {peak_mib():5.0f} MiB (opening alone: {before:5.0f} MiB)"
    )


def decisions(folder: Path, count: int) -> None:
    path = folder / "decisions.sqlite3"
    export = ReviewedExport("sha256:1", "/export.json", "export.json")
    seen = Seen("found", "rules")
    with open_database(path) as database:
        review = Review(database, export)
        step = [Statement(Subject(n, f"c-{n}", f"sha256:{n}"), Judgement.PARTLY, seen) for n in range(count)]
        started = time.perf_counter()
        review.decide(step, who="Ada")
        print(f"{count:,} decisions in one step: {time.perf_counter() - started:5.2f} s")
        times = []
        for _ in range(200):
            started = time.perf_counter()
            review.decide(step[:1], who="Ada")
            times.append(time.perf_counter() - started)
        times.sort()
        print(f"one decision on the disk: median {times[100] * 1000:.1f} ms, slowest {times[-1] * 1000:.1f} ms")
        started = time.perf_counter()
        for _ in range(10_000):
            review.changed_since()
        print(f"one look for other windows' decisions: {(time.perf_counter() - started) * 100:.1f} µs")
    started = time.perf_counter()
    with open_database(path) as database:
        opened = time.perf_counter() - started
        Review(database, export)
    print(f"opened: {opened:5.2f} s with the integrity check, {time.perf_counter() - started:5.2f} s with every row")


def main() -> None:
    if len(sys.argv) == 4:
        measure(Path(sys.argv[2]), sys.argv[3].removeprefix("-"))
        return
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        decisions(folder, count)
        make_export(folder, count)
        print(f"{count:,} citations")
        for ending in ("-", ".csv", ".json", ".html", ".jsonld", ".jsonl"):
            subprocess.run([sys.executable, __file__, "measure", name, ending], check=True)
    with tempfile.TemporaryDirectory() as name:
        make_export(Path(name), 500, 20)
        print("500 citations")
        subprocess.run([sys.executable, __file__, "measure", name, ".pdf"], check=True)


if __name__ == "__main__":
    main()
