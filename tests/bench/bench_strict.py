"""What the strict rules cost: `python tests/bench/bench_strict.py`; `bench_quote.py citeview@1` has the rest.

Goals: `citeview quote --jsonl` answers 10,000 tiny pairs in 1.5 s of CPU beyond its start-up; four times the text takes
about four times the time, whatever is in it, edits and refusals included.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable

from citeview.quote.rules import rules

RULES = rules("citeview@1")

SOURCES: dict[str, tuple[str, Callable[[int], str]]] = {
    "dashes and a letter": ("x", lambda n: "-" * n + "x"),
    "ampersands": ("a b", lambda n: "&" * n),
    "entities beside matches": ("x", lambda n: "x &amp; " * (n // 8)),
    "emphasis never closed": ("a b", lambda n: "**a " * (n // 4)),
    "emphasis in every match": ("bold x", lambda n: "**bold** x " * (n // 11)),
    "hyphen at every line end": ("international", lambda n: "inter-\nnational " * (n // 17)),
    "struck out everywhere": ("not free", lambda n: "~~not~~ free " * (n // 13)),
    "comments never closed": ("a b", lambda n: "<!--" * (n // 4)),
    "tags never closed": ("a b", lambda n: "<del>a b" * (n // 8)),
    "an ellipsis in a repeated text": ("a b … a b", lambda n: "a b " * (n // 4)),
    "part of a run in every run": ("可能", lambda n: "不可能 " * (n // 4)),
    "one run of one character": ("可", lambda n: "可" * n),
    "direction never closed": ("a b", lambda n: "\u202ea b " * (n // 5)),
    "case in every match": ("US a", lambda n: "us a " * (n // 5)),
    "note marks in every match": ("a b", lambda n: "a[1] b " * (n // 7)),
    "list marks": ("5 a", lambda n: "- 5 a\n" * (n // 6)),
    "numbers without spaces": ("5", lambda n: "5→" * (n // 2)),
    "a long quote": ("x " * 15_000, lambda n: "y " * (n // 2)),
}


def cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def taken(quote: str, text: str) -> float:
    return min(cpu(lambda: RULES.check(quote, RULES.prepare(text))) for _ in range(3))


def hostile() -> None:
    for name, (quote, make) in SOURCES.items():
        once, fourfold = taken(quote, make(50_000)), taken(quote, make(200_000))
        print(f"{name}: {once * 1000:.1f} ms, four times the text {fourfold / once:.1f} x")


def stream() -> None:
    chooser = random.Random(1)  # noqa: S311  # the same text in every run
    held = ["".join(chooser.choices("abcdefghijklmnopqrstuvwxyz", k=chooser.randint(2, 10))) for _ in range(8_000)]
    lines = []
    for number in range(10_000):
        source = chooser.choices(held, k=25)
        quote = source[5:14]
        if number % 2:
            quote[chooser.randrange(9)] = "altered"
        lines.append(json.dumps({"quote": " ".join(quote), "source": " ".join(source)}))
    given = "\n".join(lines).encode()
    nothing, everything = (child_cpu(data) for data in (b"", given))
    print(
        f"10,000 tiny pairs through the command line: {everything - nothing:.2f} s of CPU beyond start-up (bound 1.5)"
    )


def child_cpu(data: bytes) -> float:
    before = os.times()
    command = [sys.executable, "-m", "citeview", "quote", "--jsonl", "--rules", "citeview@1"]
    subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


if __name__ == "__main__":
    stream()
    hostile()
