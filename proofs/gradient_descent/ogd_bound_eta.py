"""Projected online gradient descent: the regret bounds after (7), for the rates η/√t."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, S, sqrt

from numeric import bounds
from numeric.learners.gradient_descent import projected_step
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent._on_the_line import HALF, instance, projected
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE, READING, SOME, one_round
from proofs.gradient_descent._worst_case_runs import EXTREMAL, NEAR, Run, two_rounds
from proofs.gradient_descent.ogd_setting import (
    CONVEX, REGRET, ROUND, START, G, T, U, eta, grad, loss, moved, square, t, u, w,
)  # fmt: skip
from proofs.gradient_descent.sums import SQRT_SUM_SHARP
from verify.audit import (
    Claim, Conformance, Runs, Searched, Theorem, at, combine, decided_by, eq, fails_as, fails_without, follows, forall,
    ge, le, telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Relation

DECREASING = forall(t, eq(moved(t + 1), w(t) - eta / sqrt(t) * grad(t, w(t))), ROUND)
BOUNDED = forall(t, ge(G**2, square(grad(t, w(t)))), ROUND)
GIVEN = [CONVEX, START, DECREASING, INSIDE, CLOSEST, COMPARED, BOUNDED, SOME]
FROM_ZERO = "the algorithm starts at 0; the bound holds from every point of the ball"
PREMISES = ["gradient_descent/projection.sharp", "gradient_descent/first-order", "gradient_descent/step-identity"]
READING_ETA = READING + (
    "w(1) = 0, η_t = η/√t with η > 0, and G is a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T. Regret against u; T ≥ 1."
)

SHARP = Claim(
    "gradient_descent/ogd-bound-eta.sharp",
    at="after (7), sharper",
    says="R_T(u) ≤ √T(4U² − ‖w_{T+1} − u‖²)/(2η) + (G²η/2)(2√T − 1)",
    given=GIVEN,
    states=le(REGRET, sqrt(T) * (4 * U**2 - square(w(T + 1) - u)) / (2 * eta) + G**2 * eta / 2 * (2 * sqrt(T) - 1)),
    rests_on=[*PREMISES, "gradient_descent/sqrt-sum.sharp"],
    idle={START: FROM_ZERO},
    reading=READING_ETA + " The last distance is kept, and Σ 1/√t ≤ 2√T − 1.",
    sharpens="gradient_descent/ogd-bound-eta",
)

ETA = Claim(
    "gradient_descent/ogd-bound-eta",
    at="after (7)",
    printed="R_T(u) ≤ 2U²√T/η + G²η√T",
    given=GIVEN,
    states=le(REGRET, 2 * U**2 * sqrt(T) / eta + G**2 * eta * sqrt(T)),
    rests_on=["gradient_descent/ogd-bound-eta.sharp"],
    idle={START: FROM_ZERO},
    reading=READING_ETA,
)


def room(t: Any) -> Expr:
    """E_t = 4U² − ‖w_t − u‖²."""
    return 4 * U**2 - square(w(t) - u)


def added_up() -> Theorem:
    """R_T(u) ≤ √T E_{T+1}/(2η) + (ηG²/2) Σ 1/√t."""
    within = follows(ge(room(t), 0), at(INSIDE, t), COMPARED, square(w(t) + u))
    rising = combine(ge(sqrt(t) - sqrt(t - 1), 0), [(1 / (sqrt(t) + sqrt(t - 1)), 1)], facts=ROUND)
    spare = combine(ge((sqrt(t) - sqrt(t - 1)) * room(t), 0), [(rising, within)], facts=ROUND)
    progress = (sqrt(t) * room(t + 1) - sqrt(t - 1) * room(t)) / (2 * eta)
    goal = le(loss(t, w(t)) - loss(t, u), progress + eta * G**2 / (2 * sqrt(t)))
    one = one_round(eta / sqrt(t), DECREASING)
    step = follows(goal, one, spare, at(BOUNDED, t), ROUND, using=[at(DECREASING, t)])
    return telescope(step, t, 1, T, -sqrt(t - 1) * room(t) / (2 * eta))


@SHARP.proof
def room_up_to_the_diameter(claim: Claim) -> Theorem:
    """E_t ≥ 0, so the round costs at most (√t E_{t+1} − √(t−1) E_t)/(2η) + ηG²/(2√t), which telescopes."""
    return follows(claim.states[0], added_up(), SQRT_SUM_SHARP.theorem(SQRT_SUM_SHARP.states[0]), SOME)


@ETA.proof
def dropping_the_last_distance(claim: Claim) -> Theorem:
    """‖w_{T+1} − u‖² ≥ 0, and 2√T − 1 ≤ 2√T."""
    return follows(claim.states[0], SHARP.theorem(SHARP.states[0]), sqrt(T) * square(w(T + 1) - u), G**2 * eta, SOME)


def with_rate(run: Run) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same, with the rate of the run."""
    at, met = run.lossless()
    return at | {eta: run.rate}, met


@SHARP.extremal("T", range(1, 5))
@ETA.extremal("T", range(1, 5))
def worst_runs_at_the_best_rate(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same runs: η = √2 is √2 U/G for them."""
    return with_rate((EXTREMAL | NEAR)[count])


LONG_RUNS = 150
"""From this q on the runs of gradient_descent/ogd-best-constant-plane come within a hundredth of what is promised."""


def long_runs(bound: Relation, constant: Any, *terms: tuple[Any, Any], per: Any = S.One) -> Runs:
    """These runs, as `_plane_runs.runs` has them."""
    from proofs.gradient_descent import _plane_runs  # noqa: PLC0415  # of runs of which a claim about these bounds speaks

    return _plane_runs.runs(bound, constant, *terms, per=per)


@SHARP.extremal("q", [LONG_RUNS])
def long_runs_in_the_plane(_: Any) -> Runs:
    """T = 2q² − 1 rounds, from this q on: the runs of gradient_descent/ogd-best-constant-plane."""
    return long_runs(SHARP.states[0], 1 / sqrt(2))


RATES = [Rational(1, 4), Rational(1, 2), Rational(3, 4), 1, sqrt(2), 8 * sqrt(2) / 5, 8 * sqrt(2) / 3]


@SHARP.extremal("η", RATES)
@ETA.extremal("η", RATES)
def worst_of_two_rounds(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The two rounds with the largest regret that there is at this rate, for U = G = 1."""
    return with_rate(two_rounds(rate))


# --- what happens when something is changed ---------------------------------------------------------------------------


def eta_bound(distance: Any, gradients: Any) -> Any:
    """The bound with other constants in the place of 2 and 1."""
    return le(REGRET, distance * U**2 * sqrt(T) / eta + gradients * G**2 * eta * sqrt(T))


FIRST_STEP = instance(step=HALF, eta=HALF)
STANDING = instance(path=[0] * 11, eta=1)
"""Ten rounds in which nothing moves."""


def to_the_edge(step: Any, **other: Any) -> Any:
    """One round with a gradient of length 5, of which the step ends outside the ball, at −5 times the rate."""
    return projected(5, step, [0, -1], [0, -5 * step], **other)


def sliding(step: Any) -> dict[Any, Any]:
    """Ten rounds with gradient 1 in which w stays at 0 whatever w′ is."""
    return STANDING | {moved: Lambda(t, -step / sqrt(t - 1))}


fails_as(ETA,
    ("constant", eta_bound(Rational(1, 5), 1), "1/5 in place of the factor 2.", FIRST_STEP),
    ("sign", eta_bound(-2, 1), "−2U²√T/η.", FIRST_STEP),
)  # fmt: skip

fails_without(ETA,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (COMPARED, "u may be outside the ball.", instance(eta=1, u=-5)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.", to_the_edge(1, eta=1)),
    (CLOSEST, "w(t + 1) may be any point of the ball, and stay at 0 whatever w′(t + 1) is: as if no step were made.",
        sliding(1)),
    (DECREASING, "The algorithm may stay where it is: ten rounds cost 10, and 3√10 is less.", STANDING),
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=dropping_the_last_distance)),
)  # fmt: skip

FIRST_TERM = sqrt(T) * (4 * U**2 - square(w(T + 1) - u)) / (2 * eta)


def room_bound(factor: Any) -> Any:
    """The sharper bound with a factor on its first term."""
    return le(REGRET, factor * FIRST_TERM + G**2 * eta / 2 * (2 * sqrt(T) - 1))


fails_as(SHARP,
    ("constant", room_bound(Rational(1, 10)), "A tenth of the first term.", FIRST_STEP),
    ("sign", room_bound(-1), "The first term is subtracted.", FIRST_STEP),
)  # fmt: skip

fails_without(SHARP,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=room_up_to_the_diameter)),
    (COMPARED, "u may be outside the ball.", instance(eta=1, u=-5)),
    (DECREASING, "The algorithm may stay where it is.", STANDING),
)  # fmt: skip


# --- runs -------------------------------------------------------------------------------------------------------------


def _settings() -> list[Any]:
    """Radius, gradient bound, rate and number of rounds."""
    rng = np.random.default_rng(15)
    return [
        (*map(float, row), int(rounds))
        for row, rounds in zip(rng.uniform(0.1, 9, (12, 3)), range(1, 40, 3), strict=False)
    ]


@ETA.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """2U²√T/η + G²η√T as a function of U, G, η and T."""
    formula = ETA.states[0].lhs
    return conformance(
        _settings(),
        formula=lambda case: value(formula, dict(zip((U, G, eta, T), case, strict=True))),
        code=lambda case: bounds.projected_regret_bound(*case),
        reference=lambda case: reference_bounds.projected_regret_bound(*case),
        ulps=4.0,
    )


def worst_regret(
    rate_of: Callable[[float, float], float], promise: Callable[[float, float, float, int], float]
) -> Searched:
    """Linear losses of length G: random, constant, alternating, and with ⟨g, w⟩ ≥ 0 by an adversary."""
    rng = np.random.default_rng(16)
    worst, where, cases = 0.0, "no run", 0
    for trial in range(60):
        dimension, length = int(rng.integers(1, 6)), int(rng.integers(1, 40))
        radius, slope = float(rng.uniform(0.5, 2)), float(rng.uniform(0.5, 2))
        step = rate_of(radius, slope)
        weights, total, cost = np.zeros(dimension), np.zeros(dimension), 0.0
        for k in range(1, length + 1):
            gradient = rng.standard_normal(dimension) if trial % 4 else np.ones(dimension)
            if trial % 4 == 2:
                gradient = np.ones(dimension) * (-1.0) ** k
            gradient *= slope / np.linalg.norm(gradient)
            if trial % 4 == 3 and gradient @ weights < 0:
                gradient = -gradient
            cost, total = cost + float(gradient @ weights), total + gradient
            weights = projected_step(weights, gradient, step, k, radius)
        cases += 1
        ratio = (cost + radius * float(np.linalg.norm(total))) / promise(radius, slope, step, length)
        if ratio > worst:
            worst, where = ratio, f"T = {length}, {dimension} dimensions, kind {trial % 4}"
    return Searched("regret over the bound, linear losses", cases, worst, where)


@ETA.search
def linear_losses_at_any_rate() -> Searched:
    """Regret against 2U²√T/η + G²η√T at η = 1."""
    return worst_regret(lambda *_: 1.0, bounds.projected_regret_bound)
