"""Examines many claims: from the cache or anew, in turn, in processes or on a cluster, with progress on stderr."""

from __future__ import annotations

import importlib
import io
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, redirect_stderr
from typing import Final, TextIO

from verify.claims import registry
from verify.claims.claim import Claim
from verify.claims.remedies import one_line
from verify.language.words import so_many
from verify.session.cache import Cache, Roots, key
from verify.session.kept_hunts import with_hunts
from verify.session.kept_rocq import with_rocq
from verify.tasks import Local, Where, as_done
from verify.tasks.calls import after
from verify.verdicts import dependencies
from verify.verdicts.rows import OutcomeRow
from verify.verdicts.verdict import Outcome, examine, unfinished

SLOW: Final = 60.0
"""Seconds after which a claim that is still examined is named."""

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
        self.tracebacks: list[str] = []
        """Of errors of the engine itself: their claims are open, and the others go on."""
        self._aside = False

    def run(self) -> dict[str, Outcome]:
        """Examines every claim, and returns the outcomes in the order of the claims."""
        kept = {} if self.fresh else as_kept(self.claims, self.cache)
        self.outcomes |= kept
        missing = [claim for claim in self.claims if claim.id not in kept]
        if kept:
            self.stream.write(f"{len(kept)} of {so_many(len(self.claims), 'claim')} kept from earlier runs\n")
        roots = Roots()
        keys = {claim.id: key(claim, roots) for claim in missing}
        here = isinstance(self.where, Local) and (self.where.in_this_process or _alone(self.where, missing))
        for claim, outcome in self._in_turn(missing) if here else self._shared(missing, keys):
            self._keep(claim, outcome, keys[claim.id])
            self._finish(claim, outcome, "" if here and not self._aside else f"{self._label(claim)} …")
        return {claim.id: self.outcomes[claim.id] for claim in self.claims}

    @property
    def under_way(self) -> list[str]:
        """The claims that are examined now, or will be next: as many as this machine has places for them."""
        places = self.where.jobs if isinstance(self.where, Local) else 0
        return [claim.id for claim in self.claims if claim.id not in self.outcomes][:places]

    def _in_turn(self, claims: Sequence[Claim]) -> Iterator[tuple[Claim, Outcome]]:
        for claim in claims:
            self.stream.write(f"{self._label(claim)} …")  # first, as a claim may end this process
            self.stream.flush()
            beside = Aside(self.stream)
            try:
                with redirect_stderr(beside), told_while_slow(claim.id):
                    outcome = self._examined(claim)
            except BaseException:
                beside.end_line()
                raise
            self._aside = beside.has_written
            if self._aside:
                beside.end_line()
            yield claim, outcome

    def _examined(self, claim: Claim) -> Outcome:
        try:
            return examine(claim)
        except Exception as error:
            return self._broken(claim, one_line(error), traceback.format_exc())

    def _shared(self, claims: Sequence[Claim], keys: Mapping[str, str]) -> Iterator[tuple[Claim, Outcome]]:
        """Outcomes as they come; a claim that ends its process each time that it is tried has none."""
        tasks = [[claim.source.module, claim.id, keys[claim.id]] for claim in claims]
        with closing(as_done(_examine, tasks, where=self.where)) as shares:
            for share in shares:
                claim = claims[share.index]
                if share.lost:
                    yield claim, unfinished(claim, share.failure)
                elif share.failure:
                    yield claim, self._broken(claim, share.failure, share.traceback)
                else:
                    yield claim, Outcome.from_json(share.result)

    def _broken(self, claim: Claim, failure: str, traceback: str) -> Outcome:
        """The outcome of a claim at which the engine fails: it has no verdict, and takes no other claim with it."""
        self.tracebacks.append(traceback)
        return unfinished(claim, f"internal error: {failure} (--debug shows where)")

    def _keep(self, claim: Claim, outcome: Outcome, before: str) -> None:
        try:
            self.cache.put(claim, outcome, before)
        except OSError as error:
            self.stream.write(f"not kept in {self.cache.of(claim)}: {error.strerror}\n")

    def _finish(self, claim: Claim, outcome: Outcome, start: str) -> None:
        outcome = self.outcomes[claim.id] = _with_all(claim, outcome, self.cache)
        flaw = "" if outcome.ok else f", {len(outcome.failures)} failed"
        self.stream.write(f"{start} {outcome.said}{flaw} {outcome.seconds:.1f} s\n")
        self.stream.flush()

    def _label(self, claim: Claim) -> str:
        total = str(len(self.claims))
        return f"[{len(self.outcomes) + 1:>{len(total)}}/{total}] {claim.id}"


class Aside(io.TextIOBase):
    """What others write while a line of the stream is not finished: on lines of their own."""

    def __init__(self, stream: TextIO) -> None:
        self._stream, self._last = stream, ""

    @property
    def has_written(self) -> bool:
        """Whether anything was written."""
        return bool(self._last)

    def write(self, text: str) -> int:
        """Writes it, after the unfinished line was ended."""
        if text:
            self._stream.write(text if self._last else f"\n{text}")
            self._last = text[-1]
        return len(text)

    def end_line(self) -> None:
        """Leaves no half line behind."""
        if self._last != "\n":
            self._stream.write("\n")

    def flush(self) -> None:
        """Flushes the stream."""
        self._stream.flush()

    def fileno(self) -> int:
        """That of the stream, for processes that inherit it."""
        return self._stream.fileno()


def _alone(where: Local, missing: Sequence[Claim]) -> bool:
    """Whether another process would only cost its start."""
    return len(missing) <= 1 and where.seconds is None


def as_kept(claims: Sequence[Claim], cache: Cache) -> dict[str, Outcome]:
    """The outcomes that are kept, without examining a claim."""
    roots = Roots()
    kept = ((claim, cache.get(claim, roots)) for claim in claims)
    return {claim.id: _with_all(claim, outcome, cache) for claim, outcome in kept if outcome}


def _with_all(claim: Claim, outcome: Outcome, cache: Cache) -> Outcome:
    """The outcome with what hunts and Rocq found, which are kept beside it, and with what is wrong among claims."""
    outcome = with_rocq(claim, with_hunts(claim, outcome, cache.folder), cache.folder)
    return dependencies.with_others(registry.current(), claim, outcome)


def _load(task: Sequence[str]) -> None:
    """Imports the module of the claim, and reads its sources."""
    module, id, _ = task
    importlib.import_module(module)
    key(registry.current().claim(id))


@after(_load)
def _examine(task: Sequence[str]) -> OutcomeRow:
    module, id, sources = task
    importlib.import_module(module)
    claim = registry.current().claim(id)
    if key(claim) != sources:  # of a package outside this project, on another machine
        return unfinished(claim, "it is not made from the same sources where it was to be examined").to_json()
    with told_while_slow(id):
        row = examine(claim).to_json()
    registry.keep_for_good()
    return row


@contextmanager
def told_while_slow(what: str, seconds: float = SLOW) -> Iterator[None]:
    """Says on stderr that something is still under way, after so long, twice, four times … as long."""
    over = threading.Event()

    def tell() -> None:
        after = seconds
        while not over.wait(after / 2 if after > seconds else after):
            print(f"{what}: under way for {after:g} s", file=sys.stderr, flush=True)
            after *= 2

    threading.Thread(target=tell, daemon=True).start()
    try:
        yield
    finally:
        over.set()
