"""Learning a kernel online from distances, one pair a trial (matrix_eg, section 5, Figure 2).

A target kernel U, a density matrix, gives the label tr(U X_t) of a random pair's instance X_t; MEG starts at I/n with
the rate that the noise-free bound asks for. The kernel of 52 proteins in the paper is not public: `iris` makes one of
52 flowers of three species.

    run = start(*iris())
    while run.done < 200_000:
        run = advance(run, 200_000)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Self

import numpy as np
import numpy.typing as npt

from numeric import _check, data, spectral
from numeric._exact import Array
from numeric.experiments.nearest_neighbour import Indices, divisions, nearest_neighbour_error
from numeric.learners.matrix_eg import MatrixEG, realizable_bound, realizable_rate
from numeric.learners.run import run as run_learner

SPREAD = 1.0
"""Largest less smallest eigenvalue of an instance: they are 1 and 0."""


def iris(exponent: float = 1.0) -> tuple[Array, Indices]:
    """The target kernel (52, 52) of trace one, and its three classes (52,); `exponent` as `data.iris_kernel` has it."""
    return data.iris_kernel(exponent)


@dataclass(frozen=True)
class Settings:
    """What a run depends on, beside its kernel."""

    seed: int = 0
    """Of the pairs and of the divisions, >= 0."""
    eta: float = realizable_rate(SPREAD)
    """The learning rate, > 0."""
    every: int = 500
    """Trials between two records."""
    divisions: int = 10
    """How many random halves the error is averaged over."""

    def __post_init__(self) -> None:
        _check.positive("eta", self.eta)
        for name, least in (("seed", 0), ("every", 1), ("divisions", 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{name} is {value!r}; it must be an integer >= {least}")


@dataclass(frozen=True, eq=False)
class OnlineRun:
    """A run so far: `advance` makes the next one of it. All arrays have one entry a record, the first at trial 0."""

    target: Array
    """U, shape (n, n)."""
    classes: Indices
    """Shape (n,)."""
    settings: Settings
    trials: Indices
    """The trials done at each record, ascending from 0."""
    total_losses: Array
    """The losses (tr(W_t X_t) - y_t)**2 of all trials before the record."""
    errors: Array
    """The nearest-neighbour error of W."""
    divergences: Array
    """Delta(U, W)."""
    learner: Mapping[str, Array]
    """What `MatrixEG.resumed` goes on from."""

    @property
    def done(self) -> int:
        """The trials done."""
        return int(self.trials[-1])

    @property
    def bound(self) -> float:
        """r**2 Delta(U, W_1)/2, which no total loss exceeds at the rate 2/r**2, with r = 1."""
        return realizable_bound(float(self.divergences[0]), SPREAD)

    @property
    def kernel(self) -> Array:
        """W, shape (n, n)."""
        return self.learner["W"]

    @cached_property
    def target_error(self) -> float:
        """The nearest-neighbour error of U over the same divisions."""
        return nearest_neighbour_error(self.target, self.classes, _orders(self))

    @property
    def resumable(self) -> bool:
        """Whether the last record stands on the grid: from elsewhere a run goes on with other sums."""
        return self.done % self.settings.every == 0

    def state(self) -> dict[str, Array]:
        """The arrays that `resumed` goes on from with the same bits."""
        records = {name: getattr(self, name) for name in ("trials", "total_losses", "errors", "divergences")}
        return records | {f"learner.{name}": value for name, value in self.learner.items()}

    def resumed(self, state: Mapping[str, Array]) -> Self:
        """The run with the kernel and the settings of this one that had this `state`."""
        learner = {name.removeprefix("learner."): a for name, a in state.items() if name.startswith("learner.")}
        records = {name: a for name, a in state.items() if not name.startswith("learner.")}
        MatrixEG.resumed(learner, self.settings.eta)
        return replace(self, **records, learner=learner)  # type: ignore[arg-type]


def start(target: npt.ArrayLike, classes: npt.ArrayLike, settings: Settings | None = None) -> OnlineRun:
    """The run before its first trial, at W = I/n.

    target: U, positive semi-definite (n, n) of trace 1, n >= 2. classes: integers (n,). Others raise ValueError.
    """
    U, labels = spectral.trace_one("target", target), np.asarray(classes)
    if U.ndim != 2 or len(U) < 2:
        raise ValueError(f"target has shape {U.shape}; it must be (n, n) with n >= 2")
    spectral.density("target", U)
    if labels.shape != (len(U),) or labels.dtype.kind not in "iu":
        raise ValueError(f"classes must be {len(U)} integers, one for each object of the target")
    chosen = settings or Settings()
    learner = MatrixEG(np.eye(len(U)) / len(U), chosen.eta)
    empty = np.zeros(0)
    run = OnlineRun(U, labels.astype(np.int64), chosen, np.zeros(0, np.int64), empty, empty, empty, learner.state())
    return _recorded(run, learner, 0, 0.0)


def advance(run: OnlineRun, trials: int) -> OnlineRun:
    """The run after its next record: `settings.every` trials later, or at `trials` in all where that comes first."""
    if isinstance(trials, bool) or not isinstance(trials, int) or trials < 1:
        raise ValueError(f"trials is {trials!r}; it must be an integer >= 1")
    if run.done >= trials:
        return run
    if not run.resumable:
        raise ValueError(f"the run ended at {run.done} trials, between two records; it must be started anew")
    every = run.settings.every
    # The pairs of a chunk depend on the seed and the chunk alone: a longer run begins as a shorter one does.
    X, Y = data.kernel_distances(run.target, every, seed=(run.settings.seed, run.done // every))
    count = min(every, trials - run.done)
    learner = MatrixEG.resumed(run.learner, run.settings.eta)
    trace = run_learner(learner, X[:count], Y[:count])
    return _recorded(run, learner, run.done + count, float(run.total_losses[-1]) + trace.cumulative_loss)


def _recorded(run: OnlineRun, learner: MatrixEG, trials: int, total: float) -> OnlineRun:
    return replace(
        run,
        trials=np.append(run.trials, trials),
        total_losses=np.append(run.total_losses, total),
        errors=np.append(run.errors, nearest_neighbour_error(learner.coef_, run.classes, _orders(run))),
        divergences=np.append(run.divergences, _divergence(run.target, learner)),
        learner=learner.state(),
    )


def _divergence(U: Array, learner: MatrixEG) -> float:
    """tr(U log U) - tr(U log W) by the log-matrix, which has the small eigenvalues of W that W itself may lack."""
    L = learner.log_coef_
    log_trace = float(spectral.log_trace_exp(L))
    return float(-spectral.von_neumann_entropy(U) - np.vdot(U, L) + log_trace)


def _orders(run: OnlineRun) -> Indices:
    return divisions(len(run.target), run.settings.divisions, seed=run.settings.seed)
