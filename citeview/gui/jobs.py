"""Work off the window's thread. The only module that knows threads.

A job is a plain function of the core that takes `cancelled` and returns a value. Its answer arrives in the window's
thread, once, and only if nobody has cancelled it.

Python work holds the interpreter's lock: every call between Qt and Python in the window's thread then waits until the
worker is switched out, and one paint of a table makes hundreds (measured with 10,000 quotes: the window stood still for
10 s, although each took 0.4 ms). So work through many items is done in turns, which the event loop gives when it has
nothing else to do, and the interpreter switches threads ten times as often as it would.
"""

from __future__ import annotations

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QRunnable, QThreadPool, QTimer, Signal, SignalInstance

Cancelled = Callable[[], bool]


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
        self._stop = threading.Event()
        self._discard = discard
        self._arrived.connect(self._deliver)
        self._runner = _Runner(work, self._stop.is_set, self._arrived.emit, discard)

    _arrived = Signal(object, object)

    def start(self, pool: QThreadPool | None = None) -> None:
        """Begin; the answer comes through `done` or `failed`."""
        sys.setswitchinterval(_SWITCH_SECONDS)
        (pool or QThreadPool.globalInstance()).start(self._runner)

    def cancel(self) -> None:
        """Ask the work to stop; neither signal follows."""
        self._stop.set()

    def _deliver(self, value: object, error: object) -> None:
        if self._stop.is_set():
            if self._discard is not None and error is None:
                self._discard(value)
            return
        if error is not None:
            self.failed.emit(error)
        else:
            self.done.emit(value)


class _Runner(QRunnable):
    def __init__(
        self,
        work: Callable[[Cancelled], object],
        cancelled: Cancelled,
        arrived: Callable[[object, object], None],
        discard: Callable[[object], None] | None,
    ) -> None:
        super().__init__()
        self.setAutoDelete(False)  # the job keeps it; two owners would free it twice
        self._work = work
        self._cancelled = cancelled
        self._arrived = arrived
        self._discard = discard

    def run(self) -> None:
        """Do the work; every error is an answer too."""
        try:
            value = self._work(self._cancelled)
        except Exception as error:  # handed to the window, which shows it
            self._report(None, error)
        else:
            self._report(value, None)

    def _report(self, value: object, error: object) -> None:
        try:
            self._arrived(value, error)
        except RuntimeError:
            # The window is gone, and the job with it; nobody is left to tell.
            if self._discard is not None and error is None:
                self._discard(value)


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
        self._work = work
        self._waiting: deque[int] = deque(range(count))
        self._done = bytearray(count)
        self._lock = threading.Lock()
        self._turn = threading.Event()
        self._job: Job | None = None
        self._stopped = False
        self._batch.connect(self._deliver)
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(0)
        self._idle.timeout.connect(self._turn.set)
        self._turn_over.connect(self._idle.start)

    _batch = Signal(list)
    _turn_over = Signal()

    def start(self) -> None:
        """Begin with the first item."""
        self._job = Job(self._run, self)
        self._job.done.connect(self._end)
        self._turn.set()
        self._job.start()

    def prefer(self, numbers: Iterable[int]) -> None:
        """Do these items next, in this order, if they are not done."""
        with self._lock:
            self._waiting.extendleft(number for number in reversed(list(numbers)) if not self._done[number])

    def stop(self) -> None:
        """Stop after the item in work; nothing is delivered any more."""
        self._stopped = True
        if self._job is not None:
            self._job.cancel()
        self._turn.set()

    def _next(self) -> int | None:
        with self._lock:
            while self._waiting:
                number = self._waiting.popleft()
                if not self._done[number]:
                    self._done[number] = 1
                    return number
        return None

    def _run(self, cancelled: Cancelled) -> object:
        batch: list[tuple[int, object]] = []
        sent = begun = time.monotonic()
        # The wait has an end so that a worker whose window is gone without a word does not keep the program alive.
        while not cancelled():
            if not self._turn.wait(_LONGEST_WAIT_SECONDS):
                continue
            if (number := self._next()) is None:
                break
            try:
                batch.append((number, self._work(number)))
            except Exception as error:  # handed to the window, which shows it
                batch.append((number, error))
            now = time.monotonic()
            if now - sent > _BATCH_SECONDS:
                self._tell(self._batch, batch)
                batch, sent = [], now
            if now - begun > _TURN_SECONDS:
                self._turn.clear()
                if not self._tell(self._turn_over):
                    return None
                self._turn.wait(_LONGEST_WAIT_SECONDS)
                begun = time.monotonic()
        if batch:
            self._tell(self._batch, batch)
        return None

    def _tell(self, signal: SignalInstance, *values: object) -> bool:
        try:
            signal.emit(*values)
        except RuntimeError:
            return False  # the window is gone
        return True

    def _deliver(self, batch: list[tuple[int, object]]) -> None:
        if not self._stopped:
            self.ready.emit(batch)

    def _end(self, _value: object) -> None:
        self.finished.emit()


_BATCH_SECONDS = 0.05
_TURN_SECONDS = 0.008
_LONGEST_WAIT_SECONDS = 0.2
_SWITCH_SECONDS = 0.0005
"""How long a thread keeps the interpreter while another wants it; Python's own value is 5 ms."""
