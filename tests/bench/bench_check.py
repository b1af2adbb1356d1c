"""What `citeview check` costs on a large export: `python tests/bench/bench_check.py [CITATIONS]`."""

from __future__ import annotations

import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from citeview.snapshots.writing import write_snapshot

WORDS = [
    "the",
    "origin",
    "serves",
    "requests",
    "when",
    "cache",
    "keeps",
    "objects",
    "near",
    "readers",
    "and",
    "edge",
    "answers",
    "most",
    "of",
    "them",
    "while",
    "purge",
    "removes",
    "what",
    "expired",
    "before",
    "noon",
    "in",
    "storm",
    "after",
    "40",
    "percent",
    "of",
    "1,200",
    "links",
    "fell",
    "by",
    "3.5",
    "ms",
    "—",
    "“quoted”",
    "café",
    "naïve",
    "READY",
]
SNAPSHOTS = 1_000
BYTES = 20_000


def make(folder: Path, citations: int) -> None:
    chooser = random.Random(3)  # noqa: S311  # the same export in every run, not a secret
    texts, ids = [], []
    for _ in range(SNAPSHOTS):
        text = ""
        while len(text) < BYTES:
            text += " ".join(chooser.choices(WORDS, k=12)) + ". "
        texts.append(text)
        ids.append(write_snapshot(folder / "snapshots", text.encode(), text, {}).snapshot_id)
    with (folder / "export.jsonl").open("w", encoding="utf-8") as out:
        for number in range(citations):
            which = chooser.randrange(SNAPSHOTS)
            words = texts[which].split(" ")
            at = chooser.randrange(len(words) - 14)
            quote = " ".join(words[at : at + 12])
            if number % 10 == 0:
                quote = quote.replace("the", "a").replace("and", "or")
            record = {
                "citationId": f"c-{number}",
                "snapshotId": ids[which],
                "url": f"https://example.com/{which}",
                "hashes": {"raw": ids[which]},
                "selector": {"quote": {"exact": quote}},
            }
            out.write(json.dumps(record, ensure_ascii=False) + "\n")


def main() -> None:
    citations = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        make(folder, citations)
        for jobs in ("1", "2"):
            started = time.perf_counter()
            command = [sys.executable, "-m", "citeview", "check", str(folder), "--format", "json", "--jobs", jobs]
            done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, text=True)
            taken = time.perf_counter() - started
            peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
            print(f"{citations:,} citations, {jobs} process(es): {taken:.1f} s (bound 60 s for one)")
            print(f"  at most {peak:.0f} MB in one process (bound 600 MB)")
            print(f"  {done.stderr.strip().splitlines()[-1]}")


if __name__ == "__main__":
    main()
