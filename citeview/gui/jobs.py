"""Work off the window's thread. The only module that knows threads.

A job is a plain function of the core that takes `cancelled` and returns a value. Its answer arrives in the window's
thread, once, and only if nobody has cancelled it.

No worker holds a Qt object: one that another thread speaks to may be destroyed, by its parent or by Python, in the
middle of that. Everything that workers say goes through one dispatcher, which lives as long as the application and
knows to whom it belongs and whether that one is still there.

Python work holds the interpreter's lock: every call between Qt and Python in the window's thread then waits until the
worker is switched out, and one paint of a table makes hundreds (measured with 10,000 quotes: the window stood still for
10 s, although each took 0.4 ms). So work through many items is done in turns, which the event loop gives when it has
nothing else to do, and the interpreter switches threads ten times as often as it would.
"""

from __future__ import annotations

import sys
import threading
import time
import weakref
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial
from typing import Protocol, cast

from PySide6.QtCore import QCoreApplication, QObject, QThreadPool, QTimer, Signal
from shiboken6 import isValid

Cancelled = Callable[[], bool]
_Say = Callable[[str, object], None]


class Job(QObject):
    """Run one function and report its end. Lives in the window's thread; keep a reference until it has ended."""

    done = Signal(object)
    failed = Signal(object)

    def __init__(
        self,
        work: Callable[[Cancelled], object],
        parent: QObject | None = None,
        *,
        discard: Callable[[object], None] | None = None,
    ) -> None:
        """Prepare the job; `discard` is given a value that nobody wants any more, for example to close a file."""
        super().__init__(parent)
        self._work = work
        self._stop = threading.Event()
        self._discard = discard

    def start(self) -> None:
        """Begin; the answer comes through `done` or `failed`."""
        _start(self._work, self._stop.is_set, _dispatcher().address(self, self._discard))

    def cancel(self) -> None:
        """Ask the work to stop; neither signal follows."""
        self._stop.set()

    def hear(self, what: str, value: object) -> None:
        """Take what the worker says."""
        if self._stop.is_set():
            if self._discard is not None and what == "done":
                self._discard(value)
        elif what == "done":
            self.done.emit(value)
        else:
            self.failed.emit(value)


class Background(QObject):
    """Work through numbered items off the window's thread, the ones that are looked at first.

    `ready` brings batches of (number, value) to the window's thread, at most about twenty times a second. An item
    whose work fails brings the exception as its value. The worker stops after each turn of a few milliseconds until
    the event loop, having done what waited, gives it the next one.
    """

    ready = Signal(list)
    finished = Signal()

    def __init__(self, work: Callable[[int], object], count: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._queue = _Queue(work, count)
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._give_turn)
        self.destroyed.connect(partial(_end, self._queue))

    def start(self) -> None:
        """Begin with the first item."""
        self._queue.turn.set()
        say = _dispatcher().address(self)
        _start(partial(self._queue.work_through, say), self._queue.stop.is_set, say)

    def prefer(self, numbers: Iterable[int]) -> None:
        """Do these items next, in this order, if they are not done."""
        self._queue.prefer(numbers)

    def stop(self) -> None:
        """Stop after the item in work; nothing is delivered any more."""
        self._queue.end()

    def _give_turn(self) -> None:
        # Not connected to the event itself: Qt would drop that connection in the thread in which the event dies, which
        # may be the worker's, and crash there (6.11.3).
        self._queue.turn.set()

    def hear(self, what: str, value: object) -> None:
        """Take what the worker says."""
        if self._queue.stop.is_set():
            return
        if what == "turn over":
            self._idle.start()
        elif what == "batch":
            self.ready.emit(value)
        elif what == "done":
            self.finished.emit()


class _Queue:
    """Hold what is still to be done. Shared by both threads; knows no Qt object."""

    def __init__(self, work: Callable[[int], object], count: int) -> None:
        self.stop = threading.Event()
        self.turn = threading.Event()
        self._work = work
        self._waiting: deque[int] = deque(range(count))
        self._done = bytearray(count)
        self._lock = threading.Lock()

    def end(self) -> None:
        self.stop.set()
        self.turn.set()

    def prefer(self, numbers: Iterable[int]) -> None:
        with self._lock:
            self._waiting.extendleft(number for number in reversed(list(numbers)) if not self._done[number])

    def work_through(self, say: _Say, cancelled: Cancelled) -> None:
        batch: list[tuple[int, object]] = []
        sent = begun = time.monotonic()
        while not cancelled():
            self.turn.wait()
            if cancelled():
                return
            if (number := self._next()) is None:
                break
            try:
                batch.append((number, self._work(number)))
            except Exception as error:  # handed to the window, which shows it
                batch.append((number, error))
            now = time.monotonic()
            if now - sent > _BATCH_SECONDS:
                say("batch", batch)
                batch, sent = [], now
            if now - begun > _TURN_SECONDS:
                self.turn.clear()
                # Asked after the clearing: `end` sets the one before the other, so a stop is never cleared away.
                if cancelled():
                    return
                say("turn over", None)
                self.turn.wait()
                begun = time.monotonic()
        if batch:
            say("batch", batch)

    def _next(self) -> int | None:
        with self._lock:
            while self._waiting:
                number = self._waiting.popleft()
                if not self._done[number]:
                    self._done[number] = 1
                    return number
        return None


def _end(queue: _Queue, _gone: object = None) -> None:
    queue.end()


class _Listener(Protocol):
    def hear(self, what: str, value: object) -> None: ...


class _Dispatcher(QObject):
    """Bring what workers say to the window's thread, and there to the one that it is for."""

    _said = Signal(object, str, object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._addresses: dict[object, tuple[weakref.ref[QObject], Callable[[object], None] | None]] = {}
        self._said.connect(self._deliver)

    def address(self, listener: QObject, discard: Callable[[object], None] | None = None) -> _Say:
        """Return what a worker calls to be heard by `listener`; its last words are `done` or `failed`."""
        key = object()
        self._addresses[key] = (weakref.ref(listener), discard)
        return partial(self._say, key)

    def _say(self, key: object, what: str, value: object) -> None:
        try:
            self._said.emit(key, what, value)
        except RuntimeError:
            return  # the application is gone, and with it everybody who could listen

    def _deliver(self, key: object, what: str, value: object) -> None:
        last = what in ("done", "failed")
        known, discard = self._addresses.pop(key) if last else self._addresses[key]
        listener = known()
        if listener is not None and isValid(listener):
            cast("_Listener", listener).hear(what, value)
        elif discard is not None and what == "done":
            discard(value)


def _dispatcher() -> _Dispatcher:
    """Return the application's dispatcher; it is made at first use, in the window's thread."""
    application = QCoreApplication.instance()
    if application is None:
        raise RuntimeError("work off the window's thread needs an application")
    found = _known.get(application)
    if found is None or not isValid(found):
        found = _known[application] = _Dispatcher(application)
    return found


_known: weakref.WeakKeyDictionary[QCoreApplication, _Dispatcher] = weakref.WeakKeyDictionary()


def _start(work: Callable[[Cancelled], object], cancelled: Cancelled, say: _Say) -> None:
    sys.setswitchinterval(_SWITCH_SECONDS)
    QThreadPool.globalInstance().start(partial(_run, work, cancelled, say))


def _run(work: Callable[[Cancelled], object], cancelled: Cancelled, say: _Say) -> None:
    """Do the work; every error is an answer too."""
    try:
        value = work(cancelled)
    except Exception as error:  # handed to the window, which shows it
        say("failed", error)
    else:
        say("done", value)


def wait_for_workers(milliseconds: int) -> bool:
    """Wait until no worker is left; say whether that happened in time."""
    return QThreadPool.globalInstance().waitForDone(milliseconds)


_BATCH_SECONDS = 0.05
_TURN_SECONDS = 0.008
_SWITCH_SECONDS = 0.0005
"""How long a thread keeps the interpreter while another wants it; Python's own value is 5 ms."""
