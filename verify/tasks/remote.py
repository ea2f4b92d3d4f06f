"""What happens on a worker of a cluster: a fresh process for each run, which does one call after the other.

The worker itself computes nothing: its threads share the settings of the arithmetic, and could not be interrupted.
"""

from __future__ import annotations

import json
import queue
import threading
from dataclasses import dataclass

from verify.store.sources import project
from verify.tasks.calls import answer, call
from verify.tasks.processes import BEGUN, Child


@dataclass(frozen=True)
class Run:
    """One run, and the digest of the sources that its results are to be made from."""

    id: str
    sources: str


@dataclass(frozen=True)
class Answer:
    """What a process answered; None when it ended without. A refusal is one line on why no call can be done here."""

    line: str | None = None
    refusal: str = ""


def sources(_: object) -> str:
    """What the process that this is called in would make results from."""
    return project()


def answered(run: Run, line: str) -> Answer:
    """Does a call in the run's process on this worker, which is started with the run's first call."""
    with _one_at_a_time:
        process = _current(run)
        if run.id in _ended:  # meanwhile
            process.end()
            return Answer()
        return process.answered(line)


def stop(run: Run) -> None:
    """Ends the run's process, whatever it is at; it is not waited for."""
    _ended.add(run.id)
    if _process is not None and _process.run == run:
        _process.end()


class _Process:
    def __init__(self, run: Run) -> None:
        self.run = run
        self.refusal = ""
        self._events: queue.SimpleQueue[tuple[Child, str | None]] = queue.SimpleQueue()
        self._child = Child(self._events)
        self.lost = False
        self._compare()

    def _compare(self) -> None:
        line = self._ask(call(f"{sources.__module__}:{sources.__qualname__}", json.dumps(None)))
        found = answer(line) if line else None
        if found is None or found.failure:
            self.refusal = f"a process does not start there: {found.failure if found else 'it ended'}"
        elif found.result != self.run.sources:
            self.refusal = "it has other sources or versions of Python and of the libraries installed"

    def answered(self, line: str) -> Answer:
        return Answer(refusal=self.refusal) if self.refusal else Answer(self._ask(line))

    def end(self) -> None:
        self.lost = True
        self._child.end()

    def _ask(self, line: str) -> str | None:
        self._child.ask(line)
        found: str | None = BEGUN
        while found == BEGUN:
            _, found = self._events.get()
        self.lost = found is None
        return found


def _current(run: Run) -> _Process:
    global _process  # noqa: PLW0603
    if _process is None or _process.run != run or _process.lost:
        if _process is not None:
            _process.end()
        _process = _Process(run)
    return _process


_one_at_a_time = threading.Lock()
_process: _Process | None = None
_ended: set[str] = set()
