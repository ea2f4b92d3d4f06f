"""DefiniteBoost: Bregman projections of a density matrix onto linear constraints (matrix_eg, section 4).

A constraint is tr(W C) <= epsilon with C symmetric; since tr W = 1 it is tr(W (C - epsilon I)) <= 0, the form
of the paper, and only C - epsilon I matters below: its extreme eigenvalues are `low` < 0 < `high`, and
r = tr(W C) - epsilon is the violation. A projection is W' = exp(log W - alpha (C - epsilon I))/Z (eq. 12).

The printed closed form (13) of alpha has `low` and `high` exchanged: 1 + r/high over 1 + r/low is < 0 for
r > -low. The minimiser of the bound that its Theorem 4.1 states is

    alpha = ln((1 - r/low)/(1 - r/high))/(high - low),

the printed one where low = -high, as in AdaBoost; this is what `approximate_alpha` computes.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, Self

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, spectral
from numeric._exact import Array
from numeric._gibbs import Gibbs
from numeric._special import entropy_term
from numeric.learners._parameter import Described, read_only

Projection = Literal["approximate", "exact"]


def approximate_alpha(r: float, low: float, high: float) -> float:
    """ln((1 - r/low)/(1 - r/high))/(high - low) for low < 0 < high and low < r < high (matrix_eg, eq. 13)."""
    a, b, c = _interval(r, low, high)
    return alpha_of(a, c - a, a - b, b, c)


def printed_alpha(r: float, low: float, high: float) -> float | None:
    """ln((1 + r/high)/(1 + r/low))/(high - low), eq. 13 as printed; None where a logarithm's argument is not > 0.

    Arguments as in `approximate_alpha`; defined for -high < r < -low only, as it is the step of that interval. For the
    experiments, which show it beside the other.
    """
    a, b, c = _interval(r, low, high)
    return alpha_of(a, -b - a, c + a, -c, -b) if -c < a < -b else None


def alpha_of(r: float, above: float, below: float, low: float, high: float) -> float:
    """`approximate_alpha` where high - r and r - low are known more exactly than r; nothing is checked."""
    width = _check.representable_number("high - low", high - low)
    if r >= 0.0:
        return _log1p_of(r, -low, width, above) / width
    return -_log1p_of(-r, high, width, below) / width


def _log1p_of(r: float, end: float, width: float, gap: float) -> float:
    """ln(1 + r width/(end gap)) for r >= 0, also where the fraction is no float."""
    if r == 0.0:
        return 0.0
    with np.errstate(over="ignore"):
        ratio = float(np.float64(r) / end * (np.float64(width) / gap))
    if math.isfinite(ratio):
        return math.log1p(ratio)
    return math.log(r) - math.log(end) + math.log(width) - math.log(gap)


def progress_factor(r: float, low: float, high: float) -> float:
    """The factor rho(r) <= 1 by which the approximate step lessens the dual objective (matrix_eg, Theorem 4.1).

    (1 - r/high)**(high/(high - low)) (1 - r/low)**(-low/(high - low)); arguments as in `approximate_alpha`. The
    exponents of the two factors are h ln(h/(h - r)) - r >= 0 for h = high and h = low in magnitude, so neither
    cancels for small r and the result is never above 1.
    """
    a, b, c = (np.asarray(t) for t in _interval(r, low, high))
    return float(np.exp(-(entropy_term(c, c - a, -a) + entropy_term(-b, a - b, a)) / (c - b)))


def _interval(r: float, low: float, high: float) -> tuple[float, float, float]:
    a, b, c = (float(_check.array(k, v)) for k, v in (("r", r), ("low", low), ("high", high)))
    if not b < 0.0 < c:
        raise ValueError(f"low, high are {b!r}, {c!r}; they must be < 0 and > 0, or no W satisfies the constraint")
    if not b < a < c:
        raise ValueError(f"r is {a!r}; it must lie between low = {b!r} and high = {c!r}")
    return a, b, c


@dataclass(frozen=True, eq=False)
class Constraint:
    """tr(W C) <= epsilon, as tr(W matrix) <= 0."""

    matrix: Array
    """C - epsilon I, shape (n, n)."""
    spectrum: spectral.Spectrum

    @classmethod
    def of(cls, C: npt.ArrayLike, epsilon: float, n: int) -> Self:
        """The constraint of a symmetric C (n, n), and of (n,) for the matrix x x^T; others raise ValueError."""
        A = _check.array("C", C)
        if A.shape == (n,):
            A = np.outer(A, A)
        elif A.shape != (n, n):
            raise ValueError(f"C has shape {A.shape}; it must be ({n},) or ({n}, {n})")
        level = _check.array("epsilon", epsilon)
        if level.ndim != 0:
            raise ValueError(f"epsilon has shape {level.shape}; it must be one number")
        A = spectral.symmetric("C", A) - level * np.eye(n)
        return cls(A, spectral.eigen(A))

    @property
    def low(self) -> float:
        """The smallest eigenvalue."""
        return float(self.spectrum.values[0])

    @property
    def high(self) -> float:
        """The largest eigenvalue."""
        return float(self.spectrum.values[-1])

    def violation(self, W: Array) -> float:
        """The violation r = tr(W C) - epsilon, negative inside."""
        return float(_exact.dot(W.ravel(), self.matrix.ravel()))

    def check_feasible(self, r: float) -> None:
        """Some positive definite W of trace one has tr(W C) = epsilon."""
        if not self.low < 0.0 < self.high and r != 0.0:
            text = f"the eigenvalues of C - epsilon I go from {self.low!r} to {self.high!r}"
            raise ValueError(f"{text}; they must change sign, or no positive definite W has tr(W C) = epsilon")

    def approximate(self, W: Array, interval: tuple[float, float] | None = None) -> float:
        """Alpha of eq. 13, with high - r and r - low as sums of terms >= 0 over the eigenvectors of C."""
        r = self.violation(W)
        self.check_feasible(r)
        if r == 0.0:
            return 0.0
        low, high = (self.low, self.high) if interval is None else interval
        v = self.spectrum
        if not (low <= self.low and self.high <= high):
            text = f"the eigenvalues of C - epsilon I go from {self.low!r} to {self.high!r}"
            raise ValueError(f"{text}; they must lie in the interval ({low!r}, {high!r})")
        mass = np.einsum("ik,ik->k", v.vectors, W @ v.vectors)
        above, below = (float(np.dot(mass, gap)) for gap in (high - v.values, v.values - low))
        if not min(above, below) > 0.0:
            raise ValueError(
                f"tr(W C) - epsilon is {r!r}; it must lie between {low!r} and {high!r}, or no step is finite"
            )
        return alpha_of(r, above, below, low, high)

    def exact(self, L: Array, W: Array) -> float:
        """The alpha with tr(exp(L - alpha (C - epsilon I)) (C - epsilon I)) = 0 (eq. 11), of either sign."""
        if self.violation(W) == 0.0:
            return 0.0
        return root(lambda a: self._derivatives(L, a), self.approximate(W))

    def _derivatives(self, L: Array, alpha: float) -> tuple[float, float]:
        """First derivative, negated, and second derivative of ln tr exp(L - alpha C), C - epsilon I being C.

        In the eigenvectors of the exponent the second is sum_ij C_ij**2 D_ij with C less its mean, and D the
        divided differences of the exponential over its trace.
        """
        g = Gibbs(L - alpha * self.matrix)
        C = g.vectors.T @ self.matrix @ g.vectors
        mean = float(_exact.dot(g.weights, np.diagonal(C)))
        gap = np.abs(g.values[:, None] - g.values)
        ratio = np.where(gap > 0.0, -np.expm1(-gap) / np.where(gap > 0.0, gap, 1.0), 1.0)
        D = np.maximum(g.weights[:, None], g.weights) * ratio
        return mean, float(np.sum((C - mean * np.eye(len(C))) ** 2 * D))


def root(f: Callable[[float], tuple[float, float]], start: float) -> float:
    """The root of a decreasing f, where f(a) gives the value and minus the derivative.

    Newton's method inside a bracket that each value narrows, and bisection where a step leaves it; it ends
    when the bracket or the step is an ulp, or when inside a narrow bracket |f| does not decrease any more, which is
    rounding; the best point seen is returned. `start` has the sign of the root.
    """
    sign = 1.0 if start > 0.0 else -1.0
    near, far, a = 0.0, np.inf, abs(start)
    best, least, stalled = a, np.inf, 0
    for _ in range(400):
        value, slope = f(sign * a)
        value *= sign
        if value > 0.0:
            near = a
        else:
            far = a
        if abs(value) < least:
            best, least, stalled = a, abs(value), 0
        elif far - near <= 1e-6 * far:
            stalled += 1
        if value == 0.0 or stalled > 3:
            break
        step = a + value / slope if slope > 0.0 else np.inf
        if far == np.inf and a > 1.0:  # the steps of Newton's method towards a far root may be all of one length
            step = max(step, 2.0 * a)
        if not near < step < far:
            step = 0.5 * (near + far) if far < np.inf else 2.0 * a
        if abs(step - a) <= 2.0**-53 * a or not np.isfinite(step):
            break
        a = float(step)
    return sign * best


class DefiniteBoost(Described):
    """Projections onto one constraint at a time, the most violated first (matrix_eg, sections 4.1 and 4.2).

    coef_: W, shape (n, n). dual_objective_: ln tr exp(log W_1 - sum alpha_j C_j), eq. 9 without the minimum: it
    never grows, and it has no lower bound where the constraints contradict each other. alpha_: the step of the
    last `learn_one`. After `fit`: alphas_, shape (m,), chosen_ and violations_, one entry a round, the violation
    being the largest before the round.
    """

    def __init__(
        self,
        W: npt.ArrayLike,
        projection: Projection = "approximate",
        *,
        interval: tuple[float, float] | None = None,
    ) -> None:
        """W: the start, positive definite (n, n) of trace 1; projection: "approximate" (eq. 13) or "exact" (eq. 11).

        interval: (low, high) for the approximate step, where the eigenvalues of every C - epsilon I are known to
        lie in it, low < 0 < high; by default their extremes, which makes the longest progress.
        """
        A = spectral.trace_one("W", W)
        if A.ndim != 2:
            raise ValueError(f"W has shape {A.shape}; it must be (n, n)")
        if projection not in ("approximate", "exact"):
            raise ValueError(f'projection is {projection!r}; it must be "approximate" or "exact"')
        self.projection = projection
        self._interval: tuple[float, float] | None = None
        if interval is not None:
            ends = _check.array("interval", interval)
            if ends.shape != (2,) or not ends[0] < 0.0 < ends[1]:
                raise ValueError(f"interval is {interval!r}; it must be (low, high) with low < 0 < high")
            self._interval = (float(ends[0]), float(ends[1]))
        self._gibbs = Gibbs(spectral.logarithm(A))
        self._start = self._gibbs.log_trace
        self.alpha_ = 0.0
        self.alphas_ = np.zeros(0)
        self.chosen_: list[int] = []
        self.violations_: list[float] = []

    @property
    def coef_(self) -> Array:
        """W, read-only."""
        return read_only(self._gibbs.W)

    @property
    def dual_objective_(self) -> float:
        """The logarithm of the dual objective, 0 at the start."""
        return self._gibbs.log_trace - self._start

    def state(self) -> dict[str, Array]:
        """Arrays that `resumed` goes on from with the same bits: W and the dual objective, not what `fit` recorded."""
        return {**self._gibbs.state(), "start": np.array(self._start)}

    @classmethod
    def resumed(
        cls,
        state: Mapping[str, Array],
        projection: Projection = "approximate",
        *,
        interval: tuple[float, float] | None = None,
    ) -> Self:
        """The learner that had this `state`, to go on with the projection given; others raise ValueError."""
        made = cls(np.ones((1, 1)), projection, interval=interval)
        made._gibbs = Gibbs.of_state({name: value for name, value in state.items() if name != "start"})
        made._start = float(_check.array("state['start']", state.get("start", np.nan)))
        return made

    def predict_one(self, C: npt.ArrayLike) -> float:
        """tr(W C) for C (n, n), or x^T W x for a vector x (n,)."""
        return self._constraint(C).violation(self._gibbs.W)

    def loss_one(self, C: npt.ArrayLike, epsilon: float | None = None) -> float:
        """max(tr(W C) - epsilon, 0): by how much the constraint is violated; epsilon None is 0."""
        return max(self._constraint(C, epsilon).violation(self._gibbs.W), 0.0)

    def learn_one(self, C: npt.ArrayLike, epsilon: float | None = None, *, equality: bool = False) -> None:
        """Project onto tr(W C) <= epsilon, or = epsilon; nothing moves where the inequality holds already."""
        c = self._constraint(C, epsilon)
        if not equality and c.violation(self._gibbs.W) <= 0.0:
            self.alpha_ = 0.0
            return
        self.alpha_ = self._alpha(c)
        self._gibbs.add(-self.alpha_ * c.matrix)

    def project(self, C: npt.ArrayLike, epsilon: float | None, alpha: float) -> None:
        """exp(log W - alpha (C - epsilon I))/Z with a given alpha (eq. 12), whatever the violation is."""
        c, step = self._constraint(C, epsilon), _check.array("alpha", alpha)
        if step.ndim != 0:
            raise ValueError(f"alpha has shape {step.shape}; it must be one number")
        self.alpha_ = float(step)
        self._gibbs.add(-self.alpha_ * c.matrix)

    def partial_fit(self, C: npt.ArrayLike, epsilon: npt.ArrayLike = 0.0) -> Self:
        """Project onto tr(W C_t) <= epsilon_t in order: C (T, n, n), or (T, n) for vectors; epsilon (T,) or one."""
        for a, e in self._rows(C, epsilon):
            self.learn_one(a, e)
        return self

    def fit(
        self,
        C: npt.ArrayLike,
        epsilon: npt.ArrayLike = 0.0,
        *,
        rounds: int = 100,
        tolerance: float = 1e-10,
        corrective: bool = False,
    ) -> Self:
        """Project onto the most violated of the constraints, `rounds` times at most, from the current W on.

        C: (m, n, n), or (m, n) for vectors; epsilon: (m,) or one. Stops when no violation exceeds `tolerance`.
        corrective: after each round the multipliers of all constraints chosen so far are made optimal, by exact
        steps in turn that may lessen a multiplier, down to 0, until the chosen ones hold within the tolerance:
        the limit is the Bregman projection of the start onto all constraints (eq. 8).
        """
        least = _check.positive("tolerance", tolerance)
        _check.integer("rounds", rounds, 0)
        constraints = [self._constraint(a, e) for a, e in self._rows(C, epsilon)]
        if not constraints:
            raise ValueError("C has no constraint; it must have at least one")
        stacked = np.stack([c.matrix.ravel() for c in constraints])
        self.alphas_, self.chosen_, self.violations_ = np.zeros(len(constraints)), [], []
        for _ in range(rounds):
            violations = stacked @ self._gibbs.W.ravel()
            j = int(np.argmax(violations))
            if violations[j] <= least:
                break
            self.chosen_.append(j)
            self.violations_.append(float(violations[j]))
            self._move(constraints[j], j, self._alpha(constraints[j]))
            if corrective:
                self._correct(constraints, sorted(set(self.chosen_)), least)
        return self

    def _correct(self, constraints: list[Constraint], chosen: list[int], tolerance: float) -> None:
        for _ in range(1000):
            worst = 0.0
            for j in chosen:
                r = constraints[j].violation(self._gibbs.W)
                if r > tolerance or (r < -tolerance and self.alphas_[j] > 0.0):
                    worst = max(worst, abs(r))
                    step = constraints[j].exact(self._gibbs.log_matrix, self._gibbs.W)
                    self._move(constraints[j], j, max(step, -self.alphas_[j]))
            if worst == 0.0:
                return

    def _move(self, c: Constraint, j: int, alpha: float) -> None:
        self.alphas_[j] += alpha
        self._gibbs.add(-alpha * c.matrix)

    def _alpha(self, c: Constraint) -> float:
        if self.projection == "exact":
            return c.exact(self._gibbs.log_matrix, self._gibbs.W)
        return c.approximate(self._gibbs.W, self._interval)

    def _constraint(self, C: npt.ArrayLike, epsilon: float | None = None) -> Constraint:
        return Constraint.of(C, 0.0 if epsilon is None else epsilon, len(self._gibbs.W))

    @staticmethod
    def _rows(C: npt.ArrayLike, epsilon: npt.ArrayLike) -> list[tuple[Array, float]]:
        rows, level = _check.array("C", C), _check.array("epsilon", epsilon)
        if rows.ndim not in (2, 3) or level.shape not in ((), rows.shape[:1]):
            text = f"C, epsilon have shapes {rows.shape}, {level.shape}"
            raise ValueError(f"{text}; they must be (m, n, n) or (m, n), and (m,) or one number")
        return list(zip(rows, np.broadcast_to(level, rows.shape[:1]).tolist(), strict=True))
