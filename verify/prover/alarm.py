"""A time limit on code that does not look at the clock itself, such as one large exact computation.

Searches are limited in the processor's time of their process: what else the machine does has no part in what they find.
"""

from __future__ import annotations

import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NamedTuple

SHORTEST = 1e-2
"""Seconds; an interval timer takes 0 for none, and the alarm of a block around is not to come while one is left."""


AGAIN = 1.0
"""Seconds after which a block that goes on is stopped again: Python ignores what is raised in some callbacks."""


class OutOfTime(BaseException):
    """The time is over; no handler of ordinary errors is to take it for one."""


def worked() -> float:
    """Seconds of the processor that this process has had: the clock of searches."""
    return time.process_time()


class _Timer(NamedTuple):
    """What keeps a kind of time: names in `signal`, which not every system has, and the clock that it goes by."""

    alarm: str
    timer: str
    now: Callable[[], float]


_WORK = _Timer("SIGPROF", "ITIMER_PROF", worked)
_WAIT = _Timer("SIGALRM", "ITIMER_REAL", time.monotonic)


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raises OutOfTime inside of the block after so many seconds of the processor, or those of a block around it.

    Only the main thread of a process on a system with interval timers can be stopped so; elsewhere nothing is limited.
    """
    with _stopped(_WORK, seconds):
        yield


@contextmanager
def waiting(seconds: float) -> Iterator[None]:
    """The same with seconds that pass, for a block that waits for other processes."""
    with _stopped(_WAIT, seconds):
        yield


@contextmanager
def _stopped(by: _Timer, seconds: float) -> Iterator[None]:
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    alarm, timer = getattr(signal, by.alarm), getattr(signal, by.timer)
    over = False

    def stop(signum: int, frame: FrameType | None) -> None:
        if not over:  # what comes while the block is left must not keep the alarm from being taken off
            raise OutOfTime

    def ignored(what: sys.UnraisableHookArgs) -> None:
        if what.exc_type is not OutOfTime:  # which Python took back in a callback, and would print
            shown(what)

    shown, sys.unraisablehook = sys.unraisablehook, ignored
    before, began = signal.signal(alarm, stop), by.now()
    around, _ = signal.getitimer(timer)
    signal.setitimer(timer, max(min(seconds, around or seconds), SHORTEST), AGAIN)
    try:
        yield
    finally:
        over = True
        sys.unraisablehook = shown
        left = max(around - (by.now() - began), SHORTEST) if around else 0.0
        signal.setitimer(timer, 0.0)
        signal.signal(alarm, before)
        signal.setitimer(timer, left, AGAIN if around else 0.0)
