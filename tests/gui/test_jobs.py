"""Work off the window's thread: answers arrive once, in the window's thread; nothing of a cancelled job is lost."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any

import pytest
from PySide6.QtCore import QObject, QThread, QTimer

from citeview.gui import jobs
from citeview.gui.jobs import Background, Job, wait_for_workers


def test_an_answer_arrives_in_the_windows_thread(qtbot: Any, qapp: Any) -> None:
    worked: list[QThread] = []
    told: list[QThread] = []
    job = Job(lambda _cancelled: worked.append(QThread.currentThread()) or 42)
    job.done.connect(lambda _value: told.append(QThread.currentThread()))
    with qtbot.waitSignal(job.done) as done:
        job.start()
    assert done.args == [42]
    assert told == [qapp.thread()]
    assert worked[0] is not qapp.thread()


def test_an_error_is_an_answer(qtbot: Any) -> None:
    def fail(_cancelled: Callable[[], bool]) -> None:
        raise OSError("disk on fire")

    job = Job(fail)
    with qtbot.waitSignal(job.failed) as failed:
        job.start()
    assert isinstance(failed.args[0], OSError)


def test_what_a_cancelled_job_brings_is_discarded_and_not_delivered(qtbot: Any) -> None:
    begun, gate = threading.Event(), threading.Event()
    delivered: list[object] = []
    discarded: list[object] = []

    def work(_cancelled: Callable[[], bool]) -> str:
        begun.set()
        gate.wait(10)
        return "an open file"

    job = Job(work, discard=discarded.append)
    job.done.connect(delivered.append)
    job.start()
    assert begun.wait(10)
    job.cancel()
    gate.set()
    qtbot.waitUntil(lambda: discarded == ["an open file"])
    assert delivered == []


def test_a_job_sees_that_it_is_cancelled(qtbot: Any) -> None:
    begun, seen = threading.Event(), threading.Event()

    def work(cancelled: Callable[[], bool]) -> None:
        begun.set()
        while not cancelled():
            pass
        seen.set()

    job = Job(work)
    job.start()
    assert begun.wait(10)
    job.cancel()
    assert seen.wait(10)


def test_every_item_is_worked_on_once_and_preferred_ones_first(qtbot: Any) -> None:
    order: list[int] = []
    background = Background(lambda number: order.append(number) or number * number, 200)
    background.prefer([150, 151])
    arrived: dict[int, object] = {}
    background.ready.connect(lambda batch: arrived.update(batch))
    with qtbot.waitSignal(background.finished):
        background.start()
    assert order[:3] == [150, 151, 0]
    assert sorted(order) == list(range(200))
    assert arrived == {number: number * number for number in range(200)}


def test_an_item_that_fails_hides_no_other(qtbot: Any) -> None:
    arrived: dict[int, object] = {}
    background = Background(lambda number: 1 // (number - 3), 6)
    background.ready.connect(lambda batch: arrived.update(batch))
    with qtbot.waitSignal(background.finished):
        background.start()
    assert isinstance(arrived.pop(3), ZeroDivisionError)
    assert len(arrived) == 5


@pytest.mark.parametrize("count", [0, 1])
def test_few_items_end_too(qtbot: Any, count: int) -> None:
    background = Background(lambda number: number, count)
    with qtbot.waitSignal(background.finished):
        background.start()


def test_nothing_arrives_after_a_stop(qtbot: Any) -> None:
    begun, gate = threading.Event(), threading.Event()
    worked: list[int] = []

    def work(number: int) -> int:
        begun.set()
        gate.wait(10)
        worked.append(number)
        return number

    arrived: list[object] = []
    background = Background(work, 1_000)
    background.ready.connect(arrived.append)
    background.start()
    assert begun.wait(10)
    background.stop()
    gate.set()
    qtbot.waitUntil(lambda: bool(worked))
    later = Job(lambda _cancelled: None)
    with qtbot.waitSignal(later.done):
        later.start()
    assert arrived == []
    assert len(worked) == 1


def test_the_worker_waits_for_turns_that_the_event_loop_gives(qtbot: Any) -> None:
    """Without the event loop, the worker stops after its first turn of some milliseconds."""
    worked: list[int] = []

    def work(number: int) -> int:
        end = time.perf_counter() + 0.005
        while time.perf_counter() < end:
            pass
        worked.append(number)
        return number

    background = Background(work, 200)
    background.start()
    stopped = 0
    # No events are handled here, so nobody gives a second turn; the count must come to a stand.
    for _ in range(100):
        threading.Event().wait(0.01)
        if worked and len(worked) == stopped:
            break
        stopped = len(worked)
    assert 0 < len(worked) < 200
    with qtbot.waitSignal(background.finished, timeout=60_000):
        QTimer.singleShot(0, lambda: None)
    assert len(worked) == 200


def test_threads_take_short_turns_at_the_interpreter(qtbot: Any) -> None:
    job = Job(lambda _cancelled: None)
    with qtbot.waitSignal(job.done):
        job.start()
    assert sys.getswitchinterval() <= 0.001


LISTENERS_THAT_DIE = """
import gc, sys, threading
from PySide6.QtCore import QCoreApplication, QObject
from citeview.gui.jobs import Background, Job, wait_for_workers
application = QCoreApplication([])
for number in range(1_500):
    background = Background(lambda item: item, 50)
    background.start()
    if number % 3 == 0:
        application.processEvents()
    if number % 2:
        background.stop()
    del background
    parent = QObject()
    child = Job(lambda cancelled: 1, parent)
    child.start()
    del child, parent
    if number % 5 == 0:
        application.processEvents()
        gc.collect()
for number in range(500):
    worked = threading.Event()
    job = Job(lambda cancelled: worked.set())
    job.start()
    worked.wait()
    del job
if not wait_for_workers(60_000):
    sys.exit("a worker outlives its window")
"""


def test_listeners_may_die_while_their_workers_speak() -> None:
    """In a process of its own, because what goes wrong here is a crash of the interpreter."""
    ended = subprocess.run(
        [sys.executable, "-c", LISTENERS_THAT_DIE],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    assert ended.returncode == 0, ended.stderr[-2_000:]


def held_objects(thing: object) -> list[QObject]:
    """Return every Qt object that can be reached from a worker's function without going through a Qt object."""
    found: list[QObject] = []
    seen: set[int] = set()
    waiting = [thing]
    while waiting:
        one = waiting.pop()
        if id(one) in seen or isinstance(one, type | ModuleType):
            continue
        seen.add(id(one))
        if isinstance(one, QObject):
            found.append(one)
        elif isinstance(one, FunctionType):
            waiting += one.__closure__ or ()  # and not its globals, in which everything is
        else:
            waiting += gc.get_referents(one)
    return found


def test_no_worker_holds_a_qt_object_that_may_die(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[object] = []
    monkeypatch.setattr("citeview.gui.jobs._start", lambda *what: started.append(what))
    job, background = Job(str), Background(str, 5)
    job.start()
    background.start()
    assert len(started) == 2
    assert {type(held).__name__ for held in held_objects(started)} == {"_Dispatcher"}


def test_qt_does_not_watch_what_both_threads_share(qtbot: Any) -> None:
    """A signal connected to a bound method watches its object, and is cut off in the thread where that dies."""
    background = Background(str, 5)
    queue = background._queue
    for shared in (queue, queue.turn, queue.stop):
        assert weakref.getweakrefcount(shared) == 0


def test_a_worker_that_is_stopped_in_the_middle_of_an_item_ends(qtbot: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stop must not be lost where it comes just before the worker's turn is over."""
    monkeypatch.setattr(jobs, "_TURN_SECONDS", -1)
    background = Background(lambda _number: background.stop(), 10)
    background.start()
    assert wait_for_workers(10_000)


def test_a_worker_ends_with_its_window(qtbot: Any) -> None:
    """It waits for a turn that nobody gives any more."""
    background = Background(lambda number: threading.Event().wait(0.02), 1_000)
    background.start()
    qtbot.waitSignal(background.ready).wait()
    del background
    assert wait_for_workers(30_000)
