"""Examines many claims: from the cache or anew, in turn, in processes or on a cluster, with progress on stderr."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from typing import Any, TextIO

from verify.claims import registry
from verify.claims.claim import Claim
from verify.claims.registry import one_line
from verify.session.cache import Cache, key
from verify.session.kept_hunts import with_hunts
from verify.session.kept_rocq import with_rocq
from verify.tasks import Local, Where, as_done
from verify.verdicts import dependencies
from verify.verdicts.verdict import Outcome, examine, unfinished

_IN_TURN = Local()


class Session:
    """One run over some claims; `outcomes` holds what has finished, also after an interruption."""

    def __init__(
        self,
        claims: Sequence[Claim],
        *,
        cache: Cache,
        fresh: bool = False,
        where: Where = _IN_TURN,
        stream: TextIO | None = None,
    ) -> None:
        self.claims = list(claims)
        self.cache = cache
        self.fresh = fresh
        self.where = where
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
        local = isinstance(self.where, Local) and min(self.where.jobs, len(missing)) <= 1
        for claim, outcome in self._in_turn(missing) if local else _shared(missing, keys, self.where):
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
        outcome = _with_all(claim, outcome, self.cache)
        self.outcomes[claim.id] = outcome
        took = "cached" if outcome.cached else f"{outcome.seconds:.1f} s"
        flaw = "" if outcome.ok else f", {len(outcome.failures)} failed"
        start = "\r" if self.stream.isatty() else ""
        self.stream.write(f"{start}{label} … {outcome.said}{flaw} {took}\n")
        self.stream.flush()

    def _label(self, claim: Claim) -> str:
        total = str(len(self.claims))
        return f"[{len(self.outcomes) + 1:>{len(total)}}/{total}] {claim.id}"


def as_kept(claims: Sequence[Claim], cache: Cache) -> dict[str, Outcome]:
    """The outcomes that are kept, without examining a claim."""
    kept = ((claim, cache.get(claim)) for claim in claims)
    return {claim.id: _with_all(claim, outcome, cache) for claim, outcome in kept if outcome}


def _with_all(claim: Claim, outcome: Outcome, cache: Cache) -> Outcome:
    """The outcome with what hunts and Rocq found, which are kept beside it, and with what is wrong among claims."""
    outcome = with_rocq(claim, with_hunts(claim, outcome, cache.folder), cache.folder)
    return dependencies.without_circles(registry.current(), claim, outcome)


def _shared(claims: Sequence[Claim], keys: Mapping[str, str], where: Where) -> Iterator[tuple[Claim, Outcome]]:
    """Outcomes as they come; a claim that ends its process each time that it is tried has none."""
    tasks = [[claim.source.module, claim.id, keys[claim.id]] for claim in claims]
    with closing(as_done(_examine, tasks, where=where)) as shares:
        for share in shares:
            claim = claims[share.index]
            if share.lost:
                yield claim, unfinished(claim, share.failure)
            elif share.failure:
                error = RuntimeError(f"examining {claim.id}: {share.failure}")
                error.add_note(share.traceback)
                raise error
            else:
                yield claim, Outcome.from_json(share.result)


def _examine(task: Sequence[str]) -> dict[str, Any]:
    module, id, sources = task
    importlib.import_module(module)
    claim = registry.current().claim(id)
    if key(claim) != sources:  # of a package outside this project, on another machine
        return unfinished(claim, "it is not made from the same sources where it was to be examined").to_json()
    return examine(claim).to_json()


def _examined(claim: Claim) -> Outcome:
    try:
        return examine(claim)
    except Exception as error:
        raise RuntimeError(f"examining {claim.id}: {one_line(error)}") from error
