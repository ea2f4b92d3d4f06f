"""Experiments run to their end, with what they have reached kept on disk beside the claims' outcomes."""

from __future__ import annotations

import hashlib
import io
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from verify.claims.claim import Claim
from verify.claims.experiments import Extent, Result, Stage, State, finish
from verify.claims.steps import Step
from verify.session.cache import Cache, key
from verify.store import entries

SECONDS_BETWEEN = 5.0
"""A run that is killed loses about as much."""


def experiment(claim: Claim) -> Step | None:
    """The claim's experiment, if it has one."""
    return next((step for step in claim.steps if step.kind == "experiment"), None)


def extent(step: Step) -> Extent:
    """How long the experiment runs."""
    assert step.extent is not None, step.name
    return step.extent


class KeptRuns:
    """One claim's experiment with one seed; what was kept from other sources, or is unreadable, counts as absent."""

    def __init__(self, claim: Claim, seed: int = 0, folder: Path | None = None) -> None:
        step = experiment(claim)
        if step is None:
            raise ValueError(f"{claim.id} has no experiment")
        self.step, self.seed = step, seed
        self._key = hashlib.sha256(f"{key(claim)}\n{seed}".encode()).hexdigest()
        self._stem = Cache(folder).of(claim) / f"{claim.id}.seed-{seed}"

    def result(self, steps: int | None = None) -> Result | None:
        """What a finished run of so many steps gave; by default, of as many as the paper has."""
        file = self._result_file(extent(self.step).steps if steps is None else steps)
        try:
            return Result.from_json(entries.read(file, self._key))
        except (entries.Absent, ValueError, KeyError, TypeError):
            return None

    def run(self, steps: int, progress: Callable[[int], None], fresh: bool = False) -> Result:
        """Runs it to the end, from where an interrupted or shorter run got to, and keeps the result.

        Args:
            steps: of the whole run.
            progress: called with the steps done so far.
            fresh: start from the beginning.

        Raises:
            OSError: when nothing can be kept.
        """
        saved, state = (0, None) if fresh else self._reached()
        reached = Stage(saved, state) if saved <= steps else Stage(0)
        last = time.monotonic()
        progress(reached.done)

        def each(stage: Stage) -> None:
            nonlocal reached, saved, last
            if stage.state is not None:
                reached = stage
            progress(stage.done)
            if reached.done > saved and time.monotonic() - last > SECONDS_BETWEEN:
                self._keep(reached)
                saved, last = reached.done, time.monotonic()

        try:
            result = finish(self.step.function, steps, self.seed, reached.state, each)
        finally:
            if reached.done > saved:
                self._keep(reached)
        result = result.of(steps, extent(self.step))
        entries.keep(self._result_file(steps), self._key, result.to_json())
        return result

    def _reached(self) -> tuple[int, State | None]:
        try:
            raw = self._state_file.read_bytes()
            if raw[:64].decode() != hashlib.sha256(raw[64:]).hexdigest():
                return 0, None
            with np.load(io.BytesIO(raw[64:]), allow_pickle=False) as file:
                arrays = {name: file[name] for name in file.files}
            done = int(arrays.pop("done"))
            return (done, arrays) if str(arrays.pop("key")) == self._key else (0, None)
        except (OSError, ValueError, KeyError, TypeError):
            return 0, None

    def _keep(self, stage: Stage) -> None:
        assert stage.state is not None
        buffer = io.BytesIO()
        np.savez_compressed(buffer, done=np.array(stage.done), key=np.array(self._key), **stage.state)  # type: ignore[arg-type]
        raw = buffer.getvalue()
        entries.write(self._state_file, hashlib.sha256(raw).hexdigest().encode() + raw)

    @property
    def folder(self) -> Path:
        """Where it is kept."""
        return self._stem.parent

    @property
    def _state_file(self) -> Path:
        return self._stem.with_name(f"{self._stem.name}.state")

    def _result_file(self, steps: int) -> Path:
        return self._stem.with_name(f"{self._stem.name}.steps-{steps}.json")
