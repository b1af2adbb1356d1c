"""Check many citations: in this process or in several, always in order, the lines made where the verdict is made.

Each further process opens the export's files for itself, because a shared file has one position for all who read it;
what was parsed is inherited where the system can fork, and parsed again where it cannot.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from citeview.checks.headlines import Headline

if TYPE_CHECKING:
    from citeview.checks.verdict import Verdict
    from citeview.session import Session

CHUNK = 200
"""Citations that one process checks at a time."""

Lines = tuple[list[Headline], list[object]]
Made = Callable[["Session", int, "Verdict"], object]


def check_all(
    session: Session, made: Made, jobs: int, reopen: Callable[[], Session]
) -> Iterator[tuple[Headline, object]]:
    """Yield each citation's headline and what `made` makes of its verdict, in the order of the export.

    Args:
        session: the open export.
        made: a function at the top level of a module, so that it can travel to another process.
        jobs: how many processes.
        reopen: opens the export anew in another process.
    """
    chunks = [range(start, min(start + CHUNK, len(session))) for start in range(0, len(session), CHUNK)]
    if jobs <= 1 or len(chunks) <= 1:
        for chunk in chunks:
            yield from _paired(_check(session, made, chunk))
        return
    fork = "fork" in multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if fork else "spawn")
    inherited = session if fork else None
    with context.Pool(min(jobs, len(chunks)), _begin, (inherited, reopen, made)) as pool:
        for answer in pool.imap(_work, chunks):
            yield from _paired(answer)


def _paired(answer: Lines) -> Iterator[tuple[Headline, object]]:
    yield from zip(*answer, strict=True)


def _check(session: Session, made: Made, numbers: range) -> Lines:
    headlines, lines = [], []
    for number in numbers:
        verdict = session.verdict(number, keep=False)
        headlines.append(verdict.headline)
        lines.append(made(session, number, verdict))
    return headlines, lines


_here: dict[str, object] = {}
"""What this process works with; a pool's workers have no other place for it."""


def _begin(inherited: Session | None, reopen: Callable[[], Session], made: Made) -> None:
    _here["session"] = inherited.reopened() if inherited is not None else reopen()
    _here["made"] = made


def _work(numbers: range) -> Lines:
    return _check(_here["session"], _here["made"], numbers)  # type: ignore[arg-type]  # put there by _begin


def reopening(file: str, store: Path | None, rules: str) -> Callable[[], Session]:
    """Return a function that opens an export anew; it can travel to another process."""
    from functools import partial

    from citeview.session import open_export

    return partial(open_export, file, store=store, rules=rules)
