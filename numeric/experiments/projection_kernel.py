"""Learning a kernel from pairs that are close, by Bregman projections (matrix_eg, section 5, Figure 3).

The constraints are tr(W X_j) <= epsilon for pairs that are as close as that under a target kernel U, so that U
satisfies them all. Each round projects onto the most violated one, the first of those that tie (`numeric._ties`), from
I/n on, by one of three rules for alpha:

- "repaired": the minimiser of the bound that Theorem 4.1 states, `approximate_alpha`;
- "printed": eq. 13 as printed. With the eigenvalues 1 - epsilon and -epsilon of a constraint it is the logarithm of a
  negative number while the violation exceeds epsilon; in such a round "repaired" steps in, and the round is recorded;
- "exact": the exact projection, eq. 11.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, Self, get_args

import numpy as np
import numpy.typing as npt

from numeric import _check, _ties, data, spectral
from numeric._exact import Array
from numeric.experiments.nearest_neighbour import Indices, divisions, half_squared_distances, nearest_neighbour_error
from numeric.learners.definite_boost import DefiniteBoost, printed_alpha, progress_factor

Rule = Literal["repaired", "printed", "exact"]
RULES: tuple[Rule, ...] = get_args(Rule)


@dataclass(frozen=True)
class Settings:
    """What a run depends on, beside its kernel."""

    rule: Rule = "repaired"
    seed: int = 0
    """Of the divisions, >= 0."""
    level: float = 0.2
    """n times epsilon, > 0: the paper has epsilon = 0.2/d."""
    pairs: int | None = None
    """Where given: this many closest pairs, >= 1, and epsilon half-way to the next one, in the place of `level`."""
    divisions: int = 10
    """How many random halves the error is averaged over."""
    tolerance: float = 1e-10
    """A run ends when no violation exceeds it."""

    def __post_init__(self) -> None:
        if self.rule not in RULES:
            raise ValueError(f"rule is {self.rule!r}; it must be one of {', '.join(RULES)}")
        _check.positive("level", self.level)
        _check.positive("tolerance", self.tolerance)
        for name, least in (("seed", 0), ("divisions", 1), *([("pairs", 1)] if self.pairs is not None else [])):
            value = getattr(self, name)
            if isinstance(value, bool) or not isinstance(value, int) or value < least:
                raise ValueError(f"{name} is {value!r}; it must be an integer >= {least}")


@dataclass(frozen=True, eq=False)
class ProjectionRun:
    """A run so far: `advance` makes the next one of it. Arrays have one entry a round, those of records one more."""

    target: Array
    """U, shape (n, n)."""
    classes: Indices
    """Shape (n,)."""
    settings: Settings
    epsilon: float
    pairs: Indices
    """The pairs of the constraints, shape (m, 2)."""
    dual_objectives: Array
    """tr exp(log W_1 - sum_j alpha_j C_j) before each round and at the end; 1 at the start."""
    bounds: Array
    """The products of rho(r_t), which Theorem 4.1 says to be at least that."""
    errors: Array
    """The nearest-neighbour error of W, before each round and at the end."""
    violations: Array
    """The largest violation r, before each round and at the end."""
    chosen: Indices
    """Which pair each round projected onto."""
    alphas: Array
    """The step of each round."""
    undefined: npt.NDArray[np.bool_]
    """The rounds in which eq. 13 as printed is not defined, whatever the rule."""
    learner: Mapping[str, Array]
    """What `DefiniteBoost.resumed` goes on from."""

    @property
    def done(self) -> int:
        """The rounds done."""
        return len(self.alphas)

    @property
    def converged(self) -> bool:
        """Whether all constraints hold within the tolerance."""
        return bool(self.violations[-1] <= self.settings.tolerance)

    @property
    def kernel(self) -> Array:
        """W, shape (n, n)."""
        return self.learner["W"]

    @cached_property
    def target_error(self) -> float:
        """The nearest-neighbour error of U over the same divisions."""
        return nearest_neighbour_error(self.target, self.classes, _orders(self))

    @cached_property
    def least_objective(self) -> float:
        """exp(-Delta(U, W_1)): no dual objective is below it, since U satisfies the constraints."""
        n = len(self.target)
        return float(np.exp(-spectral.von_neumann_divergence(np.eye(n) / n, self.target)))

    def increases(self, tolerance: float = 1e-12) -> int:
        """How many rounds raised the dual objective, relatively by more than the tolerance (rounding)."""
        return int(np.sum(np.diff(self.dual_objectives) > tolerance * self.dual_objectives[:-1]))

    def state(self) -> dict[str, Array]:
        """The arrays that `resumed` goes on from with the same bits."""
        records = {name: np.asarray(getattr(self, name)) for name in _RECORDS}
        return records | {f"learner.{name}": value for name, value in self.learner.items()}

    def resumed(self, state: Mapping[str, Array]) -> Self:
        """The run with the kernel and the settings of this one that had this `state`."""
        learner = {name.removeprefix("learner."): a for name, a in state.items() if name.startswith("learner.")}
        records = {name: a for name, a in state.items() if not name.startswith("learner.")}
        DefiniteBoost.resumed(learner)
        return replace(self, **records, learner=learner)  # type: ignore[arg-type]


_RECORDS = ("dual_objectives", "bounds", "errors", "violations", "chosen", "alphas", "undefined")


def constraint_matrix(n: int, a: int, b: int, epsilon: float) -> Array:
    """C = X - epsilon I, shape (n, n), of the pair a, b; its eigenvalues are 1 - epsilon once, and -epsilon.

    a, b: different, from 0 to n - 1. epsilon: a finite number.
    """
    level = _check.array("epsilon", epsilon)
    if level.ndim != 0:
        raise ValueError(f"epsilon has shape {level.shape}; it must be one number")
    return np.asarray(data.distance_instance(n, a, b) - level * np.eye(n))


def start(target: npt.ArrayLike, classes: npt.ArrayLike, settings: Settings | None = None) -> ProjectionRun:
    """The run before its first round, at W = I/n.

    target: U, positive semi-definite (n, n) of trace 1, n >= 2. classes: integers (n,). Others, and settings under
    which no pair is close enough, raise ValueError.
    """
    U, labels = spectral.trace_one("target", target), np.asarray(classes)
    if U.ndim != 2 or len(U) < 2:
        raise ValueError(f"target has shape {U.shape}; it must be (n, n) with n >= 2")
    spectral.density("target", U)
    n = len(U)
    if labels.shape != (n,) or labels.dtype.kind not in "iu":
        raise ValueError(f"classes must be {n} integers, one for each object of the target")
    chosen = settings or Settings()
    epsilon, pairs = _constraints(U, chosen)
    learner = DefiniteBoost(np.eye(n) / n)
    none, no_index = np.zeros(0), np.zeros(0, np.int64)
    run = ProjectionRun(
        U, labels.astype(np.int64), chosen, epsilon, pairs, none, np.ones(1), none, none, no_index, none,
        np.zeros(0, np.bool_), {},
    )  # fmt: skip
    return _recorded(run, learner)


def advance(run: ProjectionRun, rounds: int) -> ProjectionRun:
    """The run after one more round; the same run where all constraints hold, or `rounds` have been done.

    Raises:
        ValueError: when rounds is not an integer >= 1.
    """
    if isinstance(rounds, bool) or not isinstance(rounds, int) or rounds < 1:
        raise ValueError(f"rounds is {rounds!r}; it must be an integer >= 1")
    if run.converged or run.done >= rounds:
        return run
    n, epsilon = len(run.target), run.epsilon
    learner = DefiniteBoost.resumed(run.learner, "exact" if run.settings.rule == "exact" else "approximate")
    violations = _violations(run, run.kernel)
    violated = np.where(violations > run.settings.tolerance, violations, -np.inf)
    j = _ties.first_largest(violated, float(np.max(np.abs(run.kernel))))
    r, low, high = float(violations[j]), -epsilon, 1.0 - epsilon
    C, printed = data.distance_instance(n, *map(int, run.pairs[j])), printed_alpha(r, low, high)
    if run.settings.rule == "printed" and printed is not None:
        learner.project(C, epsilon, printed)
    else:
        learner.learn_one(C, epsilon)
    return _recorded(
        replace(
            run,
            bounds=np.append(run.bounds, run.bounds[-1] * progress_factor(r, low, high)),
            chosen=np.append(run.chosen, j),
            alphas=np.append(run.alphas, learner.alpha_),
            undefined=np.append(run.undefined, printed is None),
        ),
        learner,
    )


def _constraints(U: Array, settings: Settings) -> tuple[float, Indices]:
    a, b = np.triu_indices(len(U), 1)
    values = half_squared_distances(U)[a, b]
    if settings.pairs is None:
        epsilon = settings.level / len(U)
    elif settings.pairs < len(values):
        ordered = np.sort(values)
        epsilon = float(0.5 * (ordered[settings.pairs - 1] + ordered[settings.pairs]))
    else:
        raise ValueError(f"pairs is {settings.pairs}; it must be less than the number of all pairs, {len(values)}")
    close = values < epsilon
    if not epsilon < 1.0 or not np.any(close):
        raise ValueError(f"epsilon is {epsilon!r}; it must be < 1, and above the distance of some pair")
    return epsilon, np.stack([a[close], b[close]], axis=1).astype(np.int64)


def _violations(run: ProjectionRun, W: Array) -> Array:
    return np.asarray(half_squared_distances(W)[run.pairs[:, 0], run.pairs[:, 1]] - run.epsilon)


def _recorded(run: ProjectionRun, learner: DefiniteBoost) -> ProjectionRun:
    W = learner.coef_
    return replace(
        run,
        dual_objectives=np.append(run.dual_objectives, np.exp(learner.dual_objective_)),
        errors=np.append(run.errors, nearest_neighbour_error(W, run.classes, _orders(run))),
        violations=np.append(run.violations, np.max(_violations(run, W))),
        learner=learner.state(),
    )


def _orders(run: ProjectionRun) -> Indices:
    return divisions(len(run.target), run.settings.divisions, seed=run.settings.seed)
