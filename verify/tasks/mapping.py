"""The map itself: hands tasks out, redoes what was lost, keeps what is done."""

from __future__ import annotations

import json
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from verify.store.entries import Absent
from verify.tasks.calls import Function, answer, call, name_of
from verify.tasks.crews import Crew, Where
from verify.tasks.keeping import Kept
from verify.tasks.processes import Local

AHEAD = 256
"""Tasks begun beyond the first unfinished one, where results are wanted in order."""

MOST_LOSSES = 2
"""Processes that one task may lose; then it is taken for what ended them."""

LOST = "its process ended without a result"

_ONE_JOB = Local()


@dataclass(frozen=True)
class Share:
    """One task that is done: its result, or one line on why it has none."""

    index: int
    task: Any
    result: Any = None
    failure: str = ""
    traceback: str = ""
    kept: bool = False
    overdue: bool = False

    @property
    def lost(self) -> bool:
        """Whether its process ended, each time that it was tried, or was ended because it took too long."""
        return self.failure == LOST or self.overdue

    def __str__(self) -> str:
        text = json.dumps(self.task, ensure_ascii=False)
        return f"task {self.index}, {text if len(text) <= 80 else text[:79] + '…'}"


class TasksFailed(RuntimeError):
    """Some tasks have no result; `shares` are all, in order, with the results of the others."""

    def __init__(self, function: str, shares: Sequence[Share]) -> None:
        self.shares = list(shares)
        first, *others = [share for share in shares if share.failure]
        more = f" ({len(others)} more of {len(shares)} tasks failed)" if others else ""
        super().__init__(f"{function}: {first}: {first.failure}{more}")


def run(
    function: Function,
    tasks: Iterable[Any],
    *,
    where: Where = _ONE_JOB,
    kept: Kept | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Any]:
    """The results of all tasks, in their order; after an interruption the next call does what is missing.

    Args:
        function: one that a module defines under its own name, from one task to its result.
        tasks: plain JSON data each; the function sees them as JSON reads them back (tuples are lists), and so is what
            it returns seen here.
        where: on this machine, by default in this process, or on a cluster.
        kept: where results are kept as soon as they are there, if they are.
        progress: called with the number of tasks that are done.

    Raises:
        TasksFailed: when a function raised an exception or ended its process; all the others are done first.
        ValueError: for a function or task that cannot travel; as WhereError, when the work cannot be done there.
        OSError: when a result cannot be kept.
    """
    found: dict[int, Share] = {}
    with closing(as_done(function, tasks, where=where, kept=kept)) as shares:
        for share in shares:
            found[share.index] = share
            if progress:
                progress(len(found))
    ordered = [found[index] for index in sorted(found)]
    if any(share.failure for share in ordered):
        raise TasksFailed(name_of(function), ordered)
    return [share.result for share in ordered]


def in_order(
    function: Function,
    tasks: Iterable[Any],
    *,
    where: Where = _ONE_JOB,
    kept: Kept | None = None,
    until: float | None = None,
) -> Generator[Share, None, None]:
    """What `as_done` gives, in the order of the tasks: nothing that is decided from it depends on which was quicker."""
    return _ordered(_Run(name_of(function), tasks, where, kept, until, AHEAD).shares())


def as_done(
    function: Function,
    tasks: Iterable[Any],
    *,
    where: Where = _ONE_JOB,
    kept: Kept | None = None,
    until: float | None = None,
) -> Generator[Share, None, None]:
    """Every task as soon as it is done, failed ones too; `run` says what the arguments are.

    Tasks are taken from the iterable as they are begun, so it need not end. When the generator is closed, what is under
    way is given up; what is done has been kept.

    Args:
        until: when to give up what is not done, in the seconds of `time.monotonic`; a task in this process is not
            broken off.
    """
    return _Run(name_of(function), tasks, where, kept, until).shares()


def _ordered(shares: Generator[Share, None, None]) -> Generator[Share, None, None]:
    early: dict[int, Share] = {}
    due = 0
    with closing(shares):
        for share in shares:
            early[share.index] = share
            while due in early:
                yield early.pop(due)
                due += 1


@dataclass
class _Task:
    index: int
    data: Any
    text: str
    losses: int = 0


class _Run:
    """One map: tasks that wait, tasks under way by the seat that has them, and the crew once there is work for it."""

    def __init__(
        self,
        function: str,
        tasks: Iterable[Any],
        where: Where,
        kept: Kept | None,
        until: float | None,
        ahead: int | None = None,
    ) -> None:
        self.function, self.where, self.kept, self.until, self.ahead = function, where, kept, until, ahead
        self.source = enumerate(tasks)
        self.taken = 0
        self.waiting: deque[_Task] = deque()
        self.flying: dict[str, _Task] = {}
        self.crew: Crew | None = None

    def shares(self) -> Generator[Share, None, None]:
        """The shares as they come."""
        try:
            while True:
                yield from self._hand_out()
                left = None if self.until is None else self.until - time.monotonic()
                if not (self.flying or self.waiting) or (left is not None and left <= 0):
                    return
                yield from self._collect(left)
        finally:
            if self.crew:
                self.crew.end()

    def _hand_out(self) -> Iterator[Share]:
        """Gives every idle seat a task; those that are kept are done already."""
        while self.until is None or time.monotonic() < self.until:
            if not self.waiting:
                task = self._take()
                if task is None:
                    return
                if share := self._kept(task):
                    yield share
                    continue
                self.waiting.append(task)
            self.crew = self.crew or self.where.crew()
            seats = self.crew.idle()
            if not seats:
                return
            task = self.waiting.popleft()
            self.flying[seats[0]] = task
            self.crew.start(seats[0], call(self.function, task.text))

    def _take(self) -> _Task | None:
        first = min((task.index for task in self.flying.values()), default=self.taken)
        if self.ahead is not None and self.taken >= first + self.ahead:
            return None
        for index, data in self.source:
            self.taken = index + 1
            try:
                text = json.dumps(data)
            except (TypeError, ValueError) as error:
                raise ValueError(f"task {index} must be plain JSON data: {error}") from None
            return _Task(index, json.loads(text), text)
        return None

    def _kept(self, task: _Task) -> Share | None:
        if self.kept is None:
            return None
        try:
            return Share(task.index, task.data, self.kept.get(self.function, task.data), kept=True)
        except Absent:
            return None

    def _collect(self, seconds: float | None) -> list[Share]:
        """What has come; all of it is kept before any of it is handed on."""
        assert self.crew is not None
        shares = []
        for seat, line in self.crew.wait(seconds):
            task = self.flying.pop(seat)
            if line is not None:
                got = answer(line)
                if self.kept and not got.failure:
                    self.kept.put(self.function, task.data, got.result)
                share = Share(task.index, task.data, got.result, got.failure, got.traceback, overdue=got.overdue)
                shares.append(share)
                continue
            task.losses += 1
            if task.losses < MOST_LOSSES:
                self.waiting.appendleft(task)
            else:
                shares.append(Share(task.index, task.data, failure=LOST))
        return shares
