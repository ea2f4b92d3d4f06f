"""Work on a cluster of dask.distributed, an extra that is imported when it is used."""

from __future__ import annotations

import asyncio
import contextlib
import importlib
import queue
import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from verify.claims.remedies import one_line
from verify.store.sources import project
from verify.tasks import remote
from verify.tasks.crews import Crew, WhereError

MISSING = "A cluster needs dask.distributed: pip install '.[cluster]'"

SECONDS_TO_ANSWER = 5.0
"""For the scheduler."""

SECONDS_WITHOUT_WORKERS = 30.0
"""A worker that was lost is started again within less, where something does that."""

SECONDS_BETWEEN_LOOKS = 1.0
"""After which a worker that is gone is missed."""


@dataclass(frozen=True)
class Cluster:
    """The workers of a dask scheduler, of the address that it shows when it starts (tcp://host:8786).

    Every worker must have this project and its libraries installed in the versions that this process has.
    """

    address: str

    def crew(self) -> Crew:
        """One seat a worker.

        Raises:
            WhereError: when dask.distributed is not installed, or no scheduler answers within a few seconds.
        """
        return Workers(self.address)


class Workers:
    """One seat a worker process, whatever its threads; the task itself runs in a fresh process beside it.

    Each task is bound to one worker, so that it is known which worker a task has lost. Workers may come and go.
    """

    def __init__(self, address: str) -> None:
        try:
            distributed = importlib.import_module("distributed")
        except ImportError:
            raise WhereError(MISSING) from None
        self._address = address
        try:
            found = asyncio.run(asyncio.wait_for(_kind(distributed, address), SECONDS_TO_ANSWER))
        except Exception as error:  # whatever it is that answers there, in whatever protocol
            said = f"no dask scheduler answers at {address} within {SECONDS_TO_ANSWER:g} s"
            raise WhereError(f"{said} ({one_line(error)})") from None
        if found != "Scheduler":
            raise WhereError(f"no dask scheduler answers at {address}, but a {found}")
        self._client: Any = distributed.Client(address, timeout=SECONDS_TO_ANSWER, set_as_default=False)
        self._killed: type[Exception] = distributed.KilledWorker
        self._run = remote.Run(uuid.uuid4().hex, project())
        self._events: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self._futures: dict[str, Any] = {}
        self._workers: Sequence[str] = ()
        self._used: set[str] = set()
        self._looked = -SECONDS_BETWEEN_LOOKS
        self._seen = time.monotonic()

    def idle(self) -> Sequence[str]:
        """Workers without a task of this run."""
        self._look()
        return [worker for worker in self._workers if worker not in self._futures]

    def start(self, seat: str, call: str) -> None:
        """Sends the call to the worker."""
        future = self._client.submit(
            remote.answered, self._run, call, workers=[seat], allow_other_workers=False, pure=False
        )
        self._futures[seat] = future
        self._used.add(seat)
        future.add_done_callback(lambda done: self._events.put((seat, done)))

    def wait(self, seconds: float | None) -> list[tuple[str, str | None]]:
        """Answers, and workers that are gone; none when nothing has happened for a while."""
        limit = SECONDS_BETWEEN_LOOKS if seconds is None else min(seconds, SECONDS_BETWEEN_LOOKS)
        found: list[tuple[str, str | None]] = []
        with contextlib.suppress(queue.Empty):
            seat, future = self._events.get(timeout=limit)
            if self._futures.get(seat) is future:
                del self._futures[seat]
                found.append((seat, self._line(seat, future)))
        self._look()
        for seat in [seat for seat in self._futures if seat not in self._workers]:
            future = self._futures.pop(seat)
            if future.status == "finished":
                found.append((seat, self._line(seat, future)))
            else:
                future.cancel()
                found.append((seat, None))
        return found

    def end(self) -> None:
        """Ends what is under way on the workers too, and leaves the cluster."""
        with contextlib.suppress(Exception):  # a scheduler that is gone has nothing to give up
            if self._client.status == "running":
                self._client.cancel(list(self._futures.values()))
                there = [worker for worker in self._client.nthreads() if worker in self._used]
                self._client.run(remote.stop, self._run, workers=there, on_error="ignore")
        self._futures.clear()
        self._client.close(timeout=SECONDS_TO_ANSWER)

    def _line(self, seat: str, future: Any) -> str | None:
        """What the task gave, or None when its worker or its process was lost."""
        if future.status in ("cancelled", "lost"):
            return None
        error = future.exception() if future.status == "error" else None
        if isinstance(error, self._killed):
            return None
        if error is not None:
            raise WhereError(f"the worker {seat} of {self._address} cannot do the work: {one_line(error)}")
        answer = self._fetched(seat, future)
        if answer is None:
            return None
        if answer.refusal:
            raise WhereError(f"the worker {seat} of {self._address} cannot do the work: {answer.refusal}")
        return answer.line

    def _fetched(self, seat: str, future: Any) -> remote.Answer | None:
        """The result from the worker that holds it, or None when that is gone; its task would wait for it for ever."""
        while True:
            try:
                answer: remote.Answer = future.result(timeout=SECONDS_BETWEEN_LOOKS)
            except TimeoutError:
                self._look()
                if seat not in self._workers:
                    future.cancel()
                    return None
            except (self._killed, asyncio.CancelledError):
                return None
            else:
                return answer

    def _look(self) -> None:
        """Sees which workers there are, now and then."""
        now = time.monotonic()
        if now - self._looked < SECONDS_BETWEEN_LOOKS:
            return
        self._looked = now
        try:
            self._workers = list(self._client.nthreads())
        except Exception as error:  # of many kinds, from the layers below
            raise WhereError(f"the scheduler at {self._address} does not answer any more ({one_line(error)})") from None
        if self._workers:
            self._seen = now
        elif now - self._seen > SECONDS_WITHOUT_WORKERS:
            raise WhereError(f"the cluster at {self._address} has had no worker for {SECONDS_WITHOUT_WORKERS:g} s")


async def _kind(distributed: Any, address: str) -> str:
    """What answers there; a client of its own would wait for ever where something listens and says nothing."""
    security = distributed.Security().get_connection_args("client")
    async with distributed.rpc(address, connection_args=security) as other:
        return str((await other.identity())["type"])
