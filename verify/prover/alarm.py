"""A time limit on code that does not look at the clock itself, such as one large exact computation."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class OutOfTime(BaseException):
    """The time is over; no handler of ordinary errors is to take it for one."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises OutOfTime inside of the block after this many seconds.

    Only the main thread of a process on a system with interval timers can be stopped so; elsewhere nothing is limited.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def stop(signum: int, frame: FrameType | None) -> None:
        raise OutOfTime

    before = signal.signal(signal.SIGALRM, stop)
    left, _ = signal.setitimer(signal.ITIMER_REAL, max(seconds, 1e-3))
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, left)
        signal.signal(signal.SIGALRM, before)
