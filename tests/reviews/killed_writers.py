"""Fork writers on one decision database and kill each at a moment of its own; print what they said was saved.

Run by a test in a process of its own: `python killed_writers.py DATABASE KILLS`. Forking keeps a hundred kills within
seconds, because each writer would otherwise import the program again.
"""

from __future__ import annotations

import os
import random
import signal
import sys
from pathlib import Path
from typing import TextIO

from citeview.reviews.database import open_database
from citeview.reviews.decision import Judgement, ReviewedExport, Seen, Subject
from citeview.reviews.review import Review, Statement

AT_ONCE = 2


def write(path: Path, run: int, out: int) -> None:
    """Decide on one citation after the other, and say so each time, until killed."""
    review = Review(open_database(path), ReviewedExport("sha256:1", "/export.json", "export.json"))
    number = 0
    while True:
        index = run * 100_000 + number
        statement = Statement(Subject(index, f"c-{index}"), Judgement.PARTLY, Seen("found", "rules"), f"note {index}")
        review.decide([statement], who="Ada")
        os.write(out, f"{index}\n".encode())
        number += 1


def start(path: Path, run: int) -> tuple[int, TextIO]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            write(path, run, writing)
        finally:
            os._exit(1)
    os.close(writing)
    return child, os.fdopen(reading, encoding="ascii")


def main() -> None:
    path, kills = Path(sys.argv[1]), int(sys.argv[2])
    chance = random.Random(7)  # noqa: S311  # moments to kill at, not secrets
    for first in range(0, kills, AT_ONCE):
        writers = [start(path, run) for run in range(first, first + AT_ONCE)]
        for child, out in writers:
            for _ in range(chance.randint(1, 4)):
                print(out.readline().strip())
            os.kill(child, signal.SIGKILL)
        for child, out in writers:
            print(*[line.strip() for line in out], sep="\n")
            out.close()
            _, status = os.waitpid(child, 0)
            print("killed" if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL else f"ended {status}")


if __name__ == "__main__":
    main()
