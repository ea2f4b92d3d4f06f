"""A time limit on code that does not look at the clock itself, such as one large exact computation."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

SHORTEST = 1e-2
"""Seconds; an interval timer takes 0 for none, and the alarm of a block around is not to come while one is left."""


AGAIN = 1.0
"""Seconds after which a block that goes on is stopped again: Python ignores what is raised in some callbacks."""


class OutOfTime(BaseException):
    """The time is over; no handler of ordinary errors is to take it for one."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises OutOfTime inside of the block after this many seconds, or when the time of a block around it is over.

    Only the main thread of a process on a system with interval timers can be stopped so; elsewhere nothing is limited.
    """
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    over = False

    def stop(signum: int, frame: FrameType | None) -> None:
        if not over:  # what comes while the block is left must not keep the alarm from being taken off
            raise OutOfTime

    before, began = signal.signal(signal.SIGALRM, stop), time.monotonic()
    around, _ = signal.getitimer(signal.ITIMER_REAL)
    signal.setitimer(signal.ITIMER_REAL, max(min(seconds, around or seconds), SHORTEST), AGAIN)
    try:
        yield
    finally:
        over = True
        left = max(around - (time.monotonic() - began), SHORTEST) if around else 0.0
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, left, AGAIN if around else 0.0)
