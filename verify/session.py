"""Examines many claims: from the cache or anew, in turn or in several processes, with progress on stderr."""

from __future__ import annotations

import importlib
import multiprocessing
import signal
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import TextIO

from verify import registry
from verify.cache import Cache, key
from verify.claims import Claim
from verify.registry import one_line
from verify.search.kept import with_hunts
from verify.verdicts import Outcome, examine, unfinished


class Session:
    """One run over some claims; `outcomes` holds what has finished, also after an interruption."""

    def __init__(
        self,
        claims: Sequence[Claim],
        *,
        cache: Cache,
        fresh: bool = False,
        jobs: int = 1,
        stream: TextIO | None = None,
    ) -> None:
        self.claims = list(claims)
        self.cache = cache
        self.fresh = fresh
        self.jobs = jobs
        self.stream = stream or sys.stderr
        self.outcomes: dict[str, Outcome] = {}

    def run(self) -> dict[str, Outcome]:
        """Examines every claim, and returns the outcomes in the order of the claims."""
        missing = []
        for claim in self.claims:
            kept = None if self.fresh else self.cache.get(claim)
            if kept:
                self._finish(claim, kept)
            else:
                missing.append(claim)
        keys = {claim.id: key(claim) for claim in missing}
        several = self.jobs > 1 and len(missing) > 1
        for claim, outcome in _in_processes(missing, self.jobs) if several else self._in_turn(missing):
            self._keep(claim, outcome, keys[claim.id])
            self._finish(claim, outcome)
        return {claim.id: self.outcomes[claim.id] for claim in self.claims}

    def _in_turn(self, claims: Sequence[Claim]) -> Iterator[tuple[Claim, Outcome]]:
        for claim in claims:
            if self.stream.isatty():
                self.stream.write(f"{self._label(claim)} …")
                self.stream.flush()
            yield claim, _examined(claim)

    def _keep(self, claim: Claim, outcome: Outcome, before: str) -> None:
        try:
            self.cache.put(claim, outcome, before)
        except OSError as error:
            self.stream.write(f"not kept in {self.cache.folder}: {error.strerror}\n")

    def _finish(self, claim: Claim, outcome: Outcome) -> None:
        label = self._label(claim)
        outcome = with_hunts(claim, outcome, self.cache.folder)
        self.outcomes[claim.id] = outcome
        took = "cached" if outcome.cached else f"{outcome.seconds:.1f} s"
        flaw = "" if outcome.ok else f", {len(outcome.failures)} failed"
        start = "\r" if self.stream.isatty() else ""
        self.stream.write(f"{start}{label} … {outcome.verdict}{flaw} {took}\n")
        self.stream.flush()

    def _label(self, claim: Claim) -> str:
        total = str(len(self.claims))
        return f"[{len(self.outcomes) + 1:>{len(total)}}/{total}] {claim.id}"


def _in_processes(claims: Sequence[Claim], jobs: int) -> Iterator[tuple[Claim, Outcome]]:
    """Outcomes as they come; a claim whose process dies is tried once more, alone, before it is given up."""
    left = {claim.id: claim for claim in claims}
    with _Pool(jobs) as pool:
        running = {pool.submit(_examine, claim.source.module, claim.id): claim for claim in claims}
        try:
            for future in as_completed(running):
                claim = running[future]
                outcome = future.result()
                del left[claim.id]
                yield claim, outcome
        except BrokenProcessPool:
            pass
    for claim in left.values():
        with _Pool(1) as pool:
            try:
                yield claim, pool.submit(_examine, claim.source.module, claim.id).result()
            except BrokenProcessPool:
                yield claim, unfinished(claim, "its process ended without a result")


class _Pool:
    """Fresh processes (the arithmetic has process-wide settings), ended at once when the work is given up."""

    def __init__(self, jobs: int) -> None:
        self.before = set(multiprocessing.active_children())
        context = multiprocessing.get_context("spawn")
        self.executor = ProcessPoolExecutor(jobs, mp_context=context, initializer=_leave_interrupts_to_the_parent)

    def __enter__(self) -> ProcessPoolExecutor:
        return self.executor

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if kind is not None:
            for child in set(multiprocessing.active_children()) - self.before:
                child.terminate()
        self.executor.shutdown(wait=True, cancel_futures=True)


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _examine(module: str, id: str) -> Outcome:
    importlib.import_module(module)
    return _examined(registry.current().claim(id))


def _examined(claim: Claim) -> Outcome:
    try:
        return examine(claim)
    except Exception as error:
        raise RuntimeError(f"examining {claim.id}: {one_line(error)}") from error
