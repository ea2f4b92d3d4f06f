"""Random runs of the general additive algorithm, in floats: how near its bounds they come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from numeric.learners.general_additive import (
    AbsoluteOf, ClippedGeneralAdditive, GeneralAdditive, LossGeneralAdditive, best_learning_rate, clipped_loss_bound,
    learning_rate, other_loss_bound, tuned_learning_rate,
)  # fmt: skip
from numeric.matching import Identity, Softmax
from verify.audit import Searched

Array = npt.NDArray[np.float64]
PAIRS: dict[str, tuple[Any, Any]] = {
    "gradient descent": (Identity(), Identity()),
    "gradient descent, softmax outputs": (Identity(), Softmax()),
    "exponentiated gradient": (Softmax(), Identity()),
    "exponentiated gradient, softmax outputs": (Softmax(), Softmax()),
}
ROUNDING = 1e-9


@dataclass(frozen=True)
class Run:
    """What a run gave: losses, the divergences to the comparator, the moves, the constants and the rate."""

    loss: float
    compared: float
    start: float
    end: float
    moved: float
    b: float
    c: float
    eta: float

    @property
    def slow(self) -> float:
        """bcη."""
        return self.b * self.c * self.eta


Rate = Callable[[np.random.Generator, float, float, float], float]
"""The learning rate, from bc, the comparator's loss and Δ_ψ(Θ_1, Θ⋆)."""


def _divergence(psi: Any, first: Array, second: Array) -> float:
    return float(sum(np.sum(psi.divergence(u, v)) for u, v in zip(first, second, strict=True)))


def _run(psi: Any, phi: Any, rng: np.random.Generator, rate: Rate, noise: float) -> Run:
    k, n, trials = 2, int(rng.integers(2, 5)), int(rng.integers(1, 7))
    best = rng.standard_normal((k, n))
    first = best + rng.standard_normal((k, n)) * 10.0 ** rng.uniform(-2, 0.5)
    inputs = rng.choice([-1.0, 0.0, 1.0], size=(trials, n)) + 0.1 * rng.standard_normal((trials, n))
    weights = np.array([psi.transfer(row) for row in best])
    goals = [phi.transfer(weights @ x) for x in inputs]
    outcomes = [_outcome(phi, goal, noise * rng.standard_normal(k)) for goal in goals]
    compared = float(sum(np.sum(phi.matching_loss(y, goal)) for y, goal in zip(outcomes, goals, strict=True)))
    start, b, c = _divergence(psi, first, best), float(psi.b(inputs).value), float(phi.c(k).value)
    eta = rate(rng, b * c, compared, start)
    learner = GeneralAdditive(psi, phi, first, eta)
    loss = moved = 0.0
    for x, y in zip(inputs, outcomes, strict=True):
        loss += learner.loss_one(x, y)
        before = np.array(learner.theta_)
        learner.learn_one(x, y)
        moved += _divergence(psi, np.array(learner.theta_), before)
    return Run(loss, compared, start, _divergence(psi, np.array(learner.theta_), best), moved, b, c, eta)


def _outcome(phi: Any, goal: Array, shift: Array) -> Array:
    if isinstance(phi, Identity):
        return np.asarray(goal + shift)
    return np.asarray(phi.transfer(np.log(goal) + shift))


def slowly(rng: np.random.Generator, bc: float, *_: float) -> float:
    """bcη spread over (0, 1)."""
    return float(rng.uniform(0.02, 0.98)) / bc


def swiftly(rng: np.random.Generator, bc: float, *_: float) -> float:
    """bcη spread over (0, 2)."""
    return float(rng.uniform(0.02, 1.98)) / bc


def at_a_fast_rate(rng: np.random.Generator, bc: float, *_: float) -> float:
    """bcη spread over [1, 2)."""
    return float(rng.uniform(1.0, 1.98)) / bc


def half_way(_: np.random.Generator, bc: float, *__: float) -> float:
    """1/(2bc), the rate of (30)."""
    return learning_rate(bc, 1.0)


def tuned(_: np.random.Generator, bc: float, compared: float, start: float) -> float:
    """(31) with K = Loss⋆ and R = Δ."""
    return tuned_learning_rate(compared, start, bc, 1.0)


def best(_: np.random.Generator, bc: float, compared: float, start: float) -> float:
    """The best rate with K = Loss⋆ and R = Δ."""
    return best_learning_rate(compared, start, bc, 1.0)


@cache
def runs(rate: Rate, noise: float = 1.0, count: int = 50) -> dict[str, list[Run]]:
    """Runs of each pair of transfer functions, with the noise of the outcomes spread over four orders of magnitude."""
    rng = np.random.default_rng(33)
    return {
        name: [_run(psi, phi, rng, rate, noise * 10.0 ** rng.uniform(-3, 0.5)) for _ in range(count)]
        for name, (psi, phi) in PAIRS.items()
    }


def worst(found: dict[str, list[Run]], promise: Callable[[Run], float]) -> Iterator[Searched]:
    """The largest ratio of the loss to what is promised, for each pair."""
    for name, some in found.items():
        ratios = [run.loss / max(promise(run), 1e-300) for run in some]
        place = int(np.argmax(ratios))
        run = some[place]
        where = f"bcη = {run.slow:.3g}, Loss⋆ = {run.compared:.3g}, bcΔ = {run.b * run.c * run.start:.3g}"
        yield Searched(name, len(some), float(ratios[place]), where, allowed=1.0 + ROUNDING)


def one_output(clipped: bool, count: int = 150) -> Iterator[Searched]:
    """Runs of GA^Y, or of GA_L with the absolute loss, against their bounds at a rate, for both ψ."""
    rng = np.random.default_rng(35)
    for name, psi in (("gradient descent", Identity()), ("exponentiated gradient", Softmax())):
        ratios, places = [], []
        for _ in range(count):
            n, trials, eta = int(rng.integers(2, 5)), int(rng.integers(1, 7)), 10.0 ** rng.uniform(-2, 0.5)
            best = rng.standard_normal(n)
            first = best + rng.standard_normal(n) * 10.0 ** rng.uniform(-2, 0.5)
            inputs, goals = rng.choice([-1.0, 0.0, 1.0], size=(trials, n)), rng.choice([-1.0, 1.0], size=trials)
            far, b = _divergence(psi, first[None], best[None]), float(psi.b(inputs).value)
            if b == 0.0:
                continue
            phi = Identity()
            if clipped:
                learner: GeneralAdditive = ClippedGeneralAdditive(psi, phi, first, eta, 1.0)
            else:
                learner = LossGeneralAdditive(psi, phi, first, eta, AbsoluteOf())
            loss = 0.0
            for x, y in zip(inputs, goals, strict=True):
                loss += learner.loss_one(x, y)
                learner.learn_one(x, y)
            gaps = np.abs(inputs @ psi.transfer(best) - goals)
            compared = float(np.sum(gaps**2 / 2.0 if clipped else gaps))
            bound = clipped_loss_bound if clipped else other_loss_bound
            ratios.append(loss / bound(compared, far, b, 1.0, trials, eta))
            places.append(f"η = {eta:.3g}, {trials} trials, Loss⋆ = {compared:.3g}, Δ = {far:.3g}, b = {b:.3g}")
        place = int(np.argmax(ratios))
        yield Searched(name, len(ratios), float(ratios[place]), places[place], allowed=1.0 + ROUNDING)


def to_and_fro(rate: float, trials: int) -> tuple[float, float]:
    """The losses of gradient descent on the line and of the comparator 0, for θ_t = ±1 in turn, with b = c = 1."""
    theta, loss, compared = 1.0, 0.0, 0.0
    for _ in range(trials):
        outcome = -theta * (2.0 / rate - 1.0)
        loss, compared = loss + (theta - outcome) ** 2 / 2.0, compared + outcome**2 / 2.0
        theta -= rate * (theta - outcome)
    return loss, compared
