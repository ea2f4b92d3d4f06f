"""The same algorithm with one rate for all rounds: UG√T, which no algorithm betters in two dimensions or more."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
from sympy import Expr, Rational, S, sqrt

from numeric import bounds
from numeric.learners.gradient_descent import project_to_ball
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent._on_the_line import instance, projected
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, READING, SOME, one_round
from proofs.gradient_descent._worst_case_runs import Point, Run
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, PREMISES
from proofs.gradient_descent.ogd_setting import (
    CONVEX, REGRET, ROUND, START, G, T, U, eta, grad, loss, moved, rounds, square, t, u, w,
)  # fmt: skip
from verify.audit import (
    Claim, Conformance, Searched, Theorem, at, combine, eq, fails_as, fails_without, follows, forall, instantiate, le,
    substitute, telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

EVEN = forall(t, eq(moved(t + 1), w(t) - eta * grad(t, w(t))), ROUND)
READING_EVEN = READING + "w(1) = 0, η_t = η in every round, and G is a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T. T ≥ 1."

FIXED = Claim(
    "gradient_descent/ogd-fixed-rate",
    at="after (7), with one rate for all rounds",
    says="R_T(u) ≤ ‖u‖²/(2η) + G²ηT/2 − ‖w_{T+1} − u‖²/(2η), for η_t = η",
    given=[CONVEX, START, EVEN, INSIDE, CLOSEST, COMPARED, BOUNDED, SOME],
    states=le(REGRET, square(u) / (2 * eta) + G**2 * eta * T / 2 - square(w(T + 1) - u) / (2 * eta)),
    rests_on=PREMISES,
    reading=READING_EVEN,
)


@FIXED.proof
def distances_telescope(claim: Claim) -> Theorem:
    """(6) for each round; with one rate nothing is left of the third term of (7), which costs (8) most."""
    goal = le(loss(t, w(t)) - loss(t, u), (square(w(t) - u) - square(w(t + 1) - u)) / (2 * eta) + eta * G**2 / 2)
    step = follows(goal, one_round(eta, EVEN), at(BOUNDED, t), ROUND, using=[at(EVEN, t)])
    return follows(claim.states[0], telescope(step, t, 1, T, square(w(t) - u) / (2 * eta)), SOME, using=[START])


KNOWN_RATE = U / (G * sqrt(T))

KNOWN = Claim(
    "gradient_descent/ogd-known-horizon",
    at="(8), sharper, for a T that is known",
    says="(1/T) Σ ℓ_t(w_t) ≤ (1/T) Σ ℓ_t(u) + UG/√T, for η_t = U/(G√T) in every round",
    given=[substitute(f, {eta: KNOWN_RATE}) for f in FIXED.given],
    states=le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + U * G / sqrt(T)),
    rests_on=["gradient_descent/ogd-fixed-rate"],
    reading=(
        READING_EVEN + " The rate is η = U/(G√T), so that T must be known before the run, as G must be for (8), which "
        "promises √8 times as much. Nothing is lost: from two dimensions on no algorithm does better "
        "(gradient_descent/minimax-regret), and these runs reach the bound for every T."
    ),
)


@KNOWN.proof
def the_best_fixed_rate(claim: Claim) -> Theorem:
    """Both terms are ½UG√T."""
    general = instantiate(FIXED.theorem(FIXED.states[0]), {eta: KNOWN_RATE})
    dropped = G * sqrt(T) / (2 * U) * square(w(T + 1) - u)
    return combine(
        claim.states[0],
        [(1 / T, general), (1 / T, dropped), (G / (2 * U * sqrt(T)), COMPARED)],
        facts=[SOME],
    )


# --- runs that reach it --------------------------------------------------------------------------------------------


class Even(Run):
    """A run of which all rounds have the same rate."""

    @cached_property
    def gradients(self) -> Point:
        """∇ℓ_t = (w(t) − w′(t + 1))/η."""
        return tuple((a - b.subs(t, t + 1)) / self.rate for a, b in zip(self.path, self.moved, strict=True))

    @property
    def comparator(self) -> Point:
        """u, where the run ends."""
        return self.points[-1]


def orthogonal(count: int, rate: Any = None) -> Even:
    """The gradients −e_1, …, −e_T: each is orthogonal to all that was learnt, and u is where the run ends.

    The rate is that of the known horizon, for which u is on the sphere, unless a smaller one is given.
    """
    size = 1 / sqrt(count) if rate is None else rate
    points = tuple(tuple(size if i < n else S.Zero for i in range(count)) for n in range(count + 1))
    return Even(points, rate=size)


def with_rate(run: Even) -> tuple[dict[Any, Any], list[Theorem]]:
    """The instance of a run, with its rate."""
    at, met = run.lossless()
    return at | {eta: run.rate}, met


@FIXED.extremal("T", range(1, 5))
def orthogonal_gradients(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """Orthonormal gradients: the regret is ηT."""
    return with_rate(orthogonal(count))


@FIXED.extremal("η", [Rational(1, 100), Rational(1, 3), Rational(7, 10)])
def orthogonal_gradients_at_a_rate(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Two of them, at any rate for which the run stays in the ball."""
    return with_rate(orthogonal(2, rate))


@KNOWN.extremal("T", range(1, 5))
def orthogonal_gradients_to_the_sphere(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same, at the rate with which they end on the sphere."""
    at, met = with_rate(orthogonal(count))
    del at[eta]
    return at, met


# --- changed claims ------------------------------------------------------------------------------------------------

TWICE = {"at": with_rate(orthogonal(2))[0], "discharge": lambda: orthogonal(2).schemas}


def fixed_bound(distance: Any, gradients: Any) -> Any:
    """The bound with other constants in the place of ½ and ½."""
    last = square(w(T + 1) - u) / (2 * eta)
    return le(REGRET, distance * square(u) / eta + gradients * G**2 * eta * T - last)


def average(factor: Any) -> Any:
    """The bound with a constant in the place of 1."""
    return le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + factor * U * G / sqrt(T))


def standing(goal: Any, **numbers: Any) -> dict[Any, Any]:
    """Ten rounds at 0 with the gradient 1, whatever w′ is."""
    return instance(path=[0] * 11, before=[goal] * 11, **numbers)


HALF = Rational(1, 2)

fails_as(FIXED,
    ("constant", fixed_bound(Rational(49, 100), HALF), "49/100 in place of the first ½.", TWICE),
    ("constant", fixed_bound(HALF, Rational(49, 100)), "49/100 in place of the second ½.", TWICE),
    ("sign", fixed_bound(-HALF, HALF), "−‖u‖²/(2η).", TWICE),
)  # fmt: skip

fails_without(FIXED,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (START, "w(1) may be any point of the ball.", instance(slope=-1, path=[-1, 0], eta=1, u=1)),
    (COMPARED, "u may be outside the ball: the projection leads away from it.",
        projected(1, 2, [0, -1], [0, -2], eta=2, u=-5)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.",
        projected(5, 1, [0, -1], [0, -5], eta=1)),
    (CLOSEST, "w(t + 1) may be any point of the ball, and stay at 0 whatever w′(t + 1) is.", standing(-1, eta=1)),
    (EVEN, "The algorithm may stay where it is: ten rounds cost 10.", standing(0, eta=1)),
)  # fmt: skip

TEN = 1 / sqrt(10)

fails_as(KNOWN,
    ("constant", average(Rational(99, 100)), "99/100 in place of 1.", TWICE),
    ("sign", average(-1), "−UG/√T.", TWICE),
)  # fmt: skip

fails_without(KNOWN,
    (CONVEX, "The losses need not be convex.", instance(value=10)),
    (START, "w(1) may be any point of the ball.", instance(slope=-1, path=[-1, 0], u=1)),
    (COMPARED, "u may be outside the ball.", instance(u=-5)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.", projected(5, 1, [0, -1], [0, -5])),
    (CLOSEST, "w(t + 1) may be any point of the ball, and stay at 0 whatever w′(t + 1) is.", standing(-TEN)),
    (substitute(EVEN, {eta: KNOWN_RATE}), "The algorithm may stay where it is: ten rounds cost 10.", standing(0)),
)  # fmt: skip


# --- runs ----------------------------------------------------------------------------------------------------------


@FIXED.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """U²/(2η) + G²ηT/2, the bound for u on the sphere, as a function of U, G, η and T."""
    rng = np.random.default_rng(15)
    rows = rng.uniform(0.1, 9, (12, 3))
    formula: Expr = U**2 / (2 * eta) + G**2 * eta * T / 2
    return conformance(
        [(*map(float, row), int(last)) for row, last in zip(rows, range(1, 40, 3), strict=False)],
        formula=lambda case: value(formula, dict(zip((U, G, eta, T), case, strict=True))),
        code=lambda case: bounds.fixed_rate_regret_bound(*case),
        reference=lambda case: reference_bounds.fixed_rate_regret_bound(*case),
        ulps=4.0,
    )


@KNOWN.search
def linear_losses() -> Searched:
    """Regret against UG√T: random gradients of length G, some of them turned against the predictor."""
    rng = np.random.default_rng(17)
    worst, where, cases = 0.0, "no run", 0
    for trial in range(60):
        dimension, last = int(rng.integers(1, 6)), int(rng.integers(1, 40))
        radius, slope = (float(x) for x in rng.uniform(0.5, 2, 2))
        weights, total, cost = np.zeros(dimension), np.zeros(dimension), 0.0
        for _ in range(last):
            gradient = rng.standard_normal(dimension)
            gradient *= slope / np.linalg.norm(gradient)
            if trial % 2 and gradient @ weights < 0:
                gradient = -gradient
            cost, total = cost + float(gradient @ weights), total + gradient
            weights = project_to_ball(weights - radius / (slope * np.sqrt(last)) * gradient, radius)
        cases += 1
        promise = last * bounds.known_horizon_regret_bound(radius, slope, last)
        ratio = (cost + radius * float(np.linalg.norm(total))) / promise
        if ratio > worst:
            worst, where = ratio, f"T = {last}, {dimension} dimensions"
    return Searched("regret over the bound, linear losses", cases, worst, where)
