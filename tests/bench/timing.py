"""How long work takes, for the benches beside it."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def median(work: Callable[[], object], runs: int = 5) -> float:
    return statistics.median(seconds(work) for _ in range(runs))
