"""Work on this machine: in this process, or in several fresh ones."""

from __future__ import annotations

import atexit
import contextlib
import functools
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from verify.tasks.calls import answered, overdue
from verify.tasks.crews import Crew, WhereError
from verify.threads import ONE_THREAD

MOST_STILLBORN = 3
"""Processes in turn that end before they can take a call."""

_BOOT = (
    "import json, os, signal, sys; signal.signal(signal.SIGINT, signal.SIG_IGN); lines = os.fdopen(os.dup(0), 'rb'); "
    "sys.path[:] = json.loads(lines.readline()); from verify.tasks.processes import serve; serve(lines)"
)
_READY = "ready"
BEGUN = "begun"
"""What a process says when it has loaded what a call needs."""


@dataclass(frozen=True)
class Local:
    """This machine. One job is done in this process unless it is to be apart, several are done in that many others.

    A task that ends its process takes this one with it when it is done in it.

    Args:
        jobs: how many tasks are done at a time.
        apart: whether one job, too, is done in another process.
        seconds: after which a task is ended, which needs another process; None for no limit. They count from when it
            begins: until a process has started and loaded what the task needs, it is waited for.
    """

    jobs: int = 1
    apart: bool = False
    seconds: float | None = None

    def __post_init__(self) -> None:
        if self.jobs < 1:
            raise ValueError(f"jobs must be 1 or more, not {self.jobs}")

    @property
    def in_this_process(self) -> bool:
        """Whether the work is done in this process."""
        return self.jobs == 1 and not self.apart and self.seconds is None

    def crew(self) -> Crew:
        """One that works in turn, or one of processes."""
        return InTurn() if self.in_this_process else Processes(self.jobs, self.seconds)


class InTurn:
    """One seat in this process; the work is done while its answer is waited for."""

    def __init__(self) -> None:
        self._call: str | None = None

    def idle(self) -> Sequence[str]:
        """The seat, unless it has a call."""
        return [] if self._call else ["this process"]

    def start(self, seat: str, call: str) -> None:
        """Notes the call."""
        self._call = call

    def wait(self, seconds: float | None) -> list[tuple[str, str | None]]:
        """Does the work, however long it takes."""
        assert self._call is not None
        line = answered(self._call)
        self._call = None
        return [("this process", line)]

    def end(self) -> None:
        """There is nothing to give up."""


class Processes:
    """Seats with a process each, started with the first call; the arithmetic has process-wide settings."""

    def __init__(self, jobs: int, seconds: float | None = None) -> None:
        self._seconds = seconds
        self._begun: dict[str, float] = {}
        self._seats = [str(number) for number in range(jobs)]
        self._children: dict[str, Child] = {}
        self._calls: dict[str, str] = {}
        self._events: queue.SimpleQueue[tuple[Child, str | None]] = queue.SimpleQueue()
        self._stillborn = 0
        atexit.register(self.end)

    def idle(self) -> Sequence[str]:
        """Seats without a call."""
        return [seat for seat in self._seats if seat not in self._calls]

    def start(self, seat: str, call: str) -> None:
        """Hands the call to the seat's process."""
        self._calls[seat] = call
        if seat not in self._children:
            self._children[seat] = Child(self._events)
        self._children[seat].ask(call)

    def wait(self, seconds: float | None) -> list[tuple[str, str | None]]:
        """At least one answer, unless the time is over; of a call that took too long, that it was ended."""
        if ended := self._ended():
            return ended
        try:
            child, line = self._events.get(timeout=self._until_one_is_due(seconds))
        except queue.Empty:
            return []
        seat = next((seat for seat, other in self._children.items() if other is child), None)
        if seat is None:
            return []
        if line == BEGUN:
            self._begun[seat] = time.monotonic()
            return []
        self._begun.pop(seat, None)
        if line is None:
            del self._children[seat]
            child.end()
            if not child.ready:
                self._replace(seat, child)
                return []
        self._stillborn = 0
        del self._calls[seat]
        return [(seat, line)]

    def _until_one_is_due(self, seconds: float | None) -> float | None:
        if self._seconds is None or not self._begun:
            return seconds
        left = max(0.0, min(self._begun.values()) + self._seconds - time.monotonic())
        return left if seconds is None else min(seconds, left)

    def _ended(self) -> list[tuple[str, str | None]]:
        """Ends the processes whose calls take too long."""
        if self._seconds is None:
            return []
        now = time.monotonic()
        found = [seat for seat, begun in self._begun.items() if now - begun >= self._seconds]
        for seat in found:
            del self._calls[seat], self._begun[seat]
            self._children.pop(seat).end()
        return [(seat, overdue(self._seconds)) for seat in found]

    def _replace(self, seat: str, child: Child) -> None:
        """Tries once more what cannot be the call's fault."""
        self._stillborn += 1
        if self._stillborn >= MOST_STILLBORN:
            raise WhereError(f"no Python process could be started: {sys.executable} ended with {child.status}")
        self.start(seat, self._calls[seat])

    def end(self) -> None:
        """Ends the processes at once."""
        atexit.unregister(self.end)
        for child in self._children.values():
            child.end()
        self._children.clear()


class Child:
    """A fresh process of this Python that answers one call at a time; its answers, and its end, are events.

    It inherits nothing of the calling process but the path that modules are found on, so that no result depends on the
    rest. It ends with the calling process, however that ends.
    """

    def __init__(self, events: queue.SimpleQueue[tuple[Child, str | None]]) -> None:
        self.ready = False
        self._tell: Callable[[str | None], None] = lambda line: events.put((self, line))
        self._process = subprocess.Popen(
            [sys.executable, "-c", _BOOT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=ONE_THREAD | os.environ
        )
        self._write(json.dumps(sys.path))
        threading.Thread(target=self._listen, daemon=True).start()

    def ask(self, call: str) -> None:
        """Hands over a call; that the process has ended is an event of its own."""
        self._write(call)

    @property
    def status(self) -> str:
        """How the process ended."""
        code = self._process.wait()
        return f"exit status {code}" if code >= 0 else signal.Signals(-code).name

    def end(self) -> None:
        """Ends it at once."""
        self._process.kill()
        self._process.wait()
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):  # a call that was not read any more
            self._process.stdin.close()

    def _write(self, line: str) -> None:
        assert self._process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self._process.stdin.write(f"{line}\n".encode())
            self._process.stdin.flush()

    def _listen(self) -> None:
        assert self._process.stdout is not None
        with self._process.stdout as answers:
            for raw in answers:
                line = raw.decode()
                if line.rstrip() == _READY:
                    self.ready = True
                elif line.rstrip() == BEGUN:
                    self._tell(BEGUN)
                elif line.endswith("\n"):  # else it ended while it wrote
                    self._tell(line)
        self._tell(None)


def serve(lines: BinaryIO) -> None:
    """What a process does: calls come as lines, answers leave on what was its standard output.

    Whatever the functions print goes to standard error, and they find nothing on standard input. The process ends with
    the lines, whatever it is at.
    """
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    calls: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_forward, args=(lines, calls), daemon=True).start()
    begins = functools.partial(print, BEGUN, file=answers, flush=True)
    print(_READY, file=answers, flush=True)
    while True:
        print(answered(calls.get(), begins), file=answers, flush=True)


def _forward(lines: BinaryIO, calls: queue.SimpleQueue[str]) -> None:
    for line in lines:
        calls.put(line.decode())
    os._exit(1)
