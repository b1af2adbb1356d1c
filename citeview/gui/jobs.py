"""Work off the window's thread. The only module that knows threads.

A job is a plain function of the core that takes `cancelled` and returns a value. Its answer arrives in the window's
thread, once, and only if nobody has cancelled it. Python work holds the interpreter's lock, so a long job must ask
`cancelled` often.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QRunnable, QThreadPool, Signal

Cancelled = Callable[[], bool]


class Job(QObject):
    """Run one function and report its end. Lives in the window's thread; keep a reference until it has ended."""

    done = Signal(object)
    failed = Signal(object)

    def __init__(self, work: Callable[[Cancelled], object], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._stop = threading.Event()
        self._arrived.connect(self._deliver)
        self._runner = _Runner(work, self._stop.is_set, self._arrived.emit)

    _arrived = Signal(object, object)

    def start(self, pool: QThreadPool | None = None) -> None:
        """Begin; the answer comes through `done` or `failed`."""
        (pool or QThreadPool.globalInstance()).start(self._runner)

    def cancel(self) -> None:
        """Ask the work to stop; neither signal follows."""
        self._stop.set()

    def _deliver(self, value: object, error: object) -> None:
        if self._stop.is_set():
            return
        if error is not None:
            self.failed.emit(error)
        else:
            self.done.emit(value)


class _Runner(QRunnable):
    def __init__(
        self, work: Callable[[Cancelled], object], cancelled: Cancelled, arrived: Callable[[object, object], None]
    ) -> None:
        super().__init__()
        self.setAutoDelete(False)  # the job keeps it; two owners would free it twice
        self._work = work
        self._cancelled = cancelled
        self._arrived = arrived

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
            return


class Background(QObject):
    """Work through numbered items off the window's thread, the ones that are looked at first.

    `ready` brings batches of (number, value) to the window's thread, at most about twenty times a second. An item
    whose work fails brings the exception as its value.
    """

    ready = Signal(list)
    finished = Signal()

    def __init__(self, work: Callable[[int], object], count: int, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._waiting: deque[int] = deque(range(count))
        self._done = bytearray(count)
        self._lock = threading.Lock()
        self._job: Job | None = None
        self._batch.connect(self._deliver)
        self._stopped = False

    _batch = Signal(list)

    def start(self) -> None:
        """Begin with the first item."""
        self._job = Job(self._run, self)
        self._job.done.connect(self._end)
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
        sent = time.monotonic()
        while not cancelled() and (number := self._next()) is not None:
            try:
                batch.append((number, self._work(number)))
            except Exception as error:  # handed to the window, which shows it
                batch.append((number, error))
            if time.monotonic() - sent > _BATCH_SECONDS:
                self._send(batch)
                batch, sent = [], time.monotonic()
        self._send(batch)
        return None

    def _send(self, batch: list[tuple[int, object]]) -> None:
        if not batch:
            return
        try:
            self._batch.emit(batch)
        except RuntimeError:
            return  # the window is gone

    def _deliver(self, batch: list[tuple[int, object]]) -> None:
        if not self._stopped:
            self.ready.emit(batch)

    def _end(self, _value: object) -> None:
        self.finished.emit()


_BATCH_SECONDS = 0.05
