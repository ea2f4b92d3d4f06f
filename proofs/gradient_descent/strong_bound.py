"""Online gradient descent for σ-strongly convex losses: the regret bound (G²/(2σ))(1 + ln T)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Lambda, Rational, log

from numeric import bounds
from numeric.reference import bounds as reference_bounds
from proofs.gradient_descent._projected import SOME
from proofs.gradient_descent._quadratic_runs import Run, harmonic_number, searched
from proofs.gradient_descent._strong import (
    BOUNDED, READING, REGRET, STRONG_LOSSES, UPDATE, G, distance, fails_each, on_the_line, r, scaled, sigma,
)  # fmt: skip
from proofs.gradient_descent.ogd_setting import ROUND, START, T, grad, loss, rounds, square, t, u, w
from proofs.gradient_descent.strong_step import STEP
from proofs.gradient_descent.strong_tight import EXACT, tight
from proofs.gradient_descent.sums import HARMONIC, HARMONIC_SHARP, HARMONIC_SUM
from verify.audit import (
    Claim, Conformance, Searched, Sharpness, Theorem, assume, at, cases, combine, decided_by, fails_as, fails_without,
    follows, ge, gt, le, listed, telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

SHARP = Claim(
    "gradient_descent/strong-bound.sharp",
    at="last page, nothing dropped",
    says="R_T(u) ≤ (G²/(2σ)) Σ 1/t − (σT/2)‖w_{T+1} − u‖²",
    given=[STRONG_LOSSES, UPDATE, BOUNDED, SOME],
    states=le(REGRET, G**2 / (2 * sigma) * HARMONIC_SUM - sigma * T / 2 * square(w(T + 1) - u)),
    rests_on=["gradient_descent/strong-step"],
    reading=READING + "G is a bound on ‖∇ℓ_t(w(t))‖ for t ≤ T. w(1) may be any vector.",
    sharpens="gradient_descent/strong-bound",
)

BOUND = Claim(
    "gradient_descent/strong-bound",
    at="last page",
    printed=(
        "R_T(u) ≤ (G²/(2σ)) Σ_{t=1}^T 1/t ≤ (G²/(2σ))(1 + ln T) … This gives the final result (1/T) Σ ℓ_t(w_t) ≤ "
        "min_{u ∈ R^d} (1/T) Σ ℓ_t(u) + (G²/(2σ))(1 + ln T)/T"
    ),
    given=[STRONG_LOSSES, UPDATE, BOUNDED, START, SOME],
    states=[
        le(REGRET, G**2 / (2 * sigma) * HARMONIC_SUM),
        le(REGRET, G**2 / (2 * sigma) * (1 + log(T))),
        le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + G**2 / (2 * sigma) * (1 + log(T)) / T),
    ],
    rests_on=["gradient_descent/strong-bound.sharp", "gradient_descent/harmonic"],
    idle={START: "the algorithm starts at 0; the first distance has the weight 1/η_1 − σ = 0"},
    reading=(
        READING
        + "w(1) = 0, and G bounds ‖∇ℓ_t(w(t))‖ for t ≤ T, the gradients that the run meets: no hypothesis bounds them "
        "before it. For every u of R^d, so for the best one (a sum of strongly convex losses has one)."
    ),
)


def round_by_round() -> Theorem:
    """The step is at most (σ/2)((t−1)‖w_t − u‖² − t‖w_{t+1} − u‖²) + G²/(2σt)."""
    before, after = (t - 1) * square(w(t) - u), t * square(w(t + 1) - u)
    goal = le(loss(t, w(t)) - loss(t, u), sigma / 2 * (before - after) + G**2 / (2 * sigma * t))
    one = STEP.theorem(STEP.states[0])
    return telescope(follows(goal, one, at(BOUNDED, t), ROUND, using=[at(UPDATE, t)]), t, 1, T, sigma / 2 * before)


@SHARP.proof
def distances_telescope(claim: Claim) -> Theorem:
    """The rounds add up: (σ/2)(t−1)‖w_t − u‖² telescopes."""
    return follows(claim.states[0], round_by_round(), SOME)


@BOUND.proof
def harmonic_sum(claim: Claim) -> list[Theorem]:
    """The last distance is dropped; Σ 1/t ≤ 1 + ln T; and all is divided by T."""
    by_sum, by_logarithm, average = claim.states
    first = follows(by_sum, SHARP.theorem(SHARP.states[0]), sigma * T * square(w(T + 1) - u), SOME)
    second = follows(by_logarithm, first, HARMONIC.theorem(HARMONIC.states[0]))
    return [first, second, follows(average, second, SOME)]


fails_each(SHARP, UPDATE)

fails_each(BOUND, UPDATE)


def also_without_rounds(claim: Claim) -> Theorem:
    """T = 0 is no exception; for T < 0 there is no round, and −T is positive."""
    none_or_more, below = ge(T, 0), gt(0, T)
    counted = follows(claim.states[0], round_by_round(), none_or_more)
    cost = loss(t, w(t)) - loss(t, u)
    never = combine(ge(0, 1), [(1, assume(f)) for f in (*ROUND, below)])
    apart = [(1, cost**2), (1, 1), (never, (cost + Rational(1, 2)) ** 2), (never, Rational(3, 4))]
    none = telescope(combine(ge(0, cost), apart), t, 1, T)
    parts = [(G**2 / (2 * sigma), HARMONIC_SUM), (sigma * distance(T + 1) / 2, assume(below))]
    return cases([counted, combine(claim.states[0], [(1, none), *parts])], [none_or_more, below])


fails_without(SHARP, (SOME, "T may be any integer: true too.", decided_by(proof=also_without_rounds)))

fails_as(SHARP,
    ("constant", ge(SHARP.states[0].lhs - sigma * T / 2 * distance(T + 1), SHARP.states[0].rhs),
        "σT‖w_{T+1} − u‖² in place of its half.", on_the_line() | {u: 0}),
)  # fmt: skip

fails_as(BOUND,
    ("constant", scaled(BOUND, Rational(4, 5), 1), "Four fifths of (G²/(2σ))(1 + ln T).", on_the_line()),
)  # fmt: skip

fails_without(BOUND,
    (START, "w(1) may be anything: true too, the first distance has the weight 1/η_1 − σ = 0.",
        decided_by(proof=harmonic_sum)),
)  # fmt: skip


# --- how sharp the bounds are -----------------------------------------------------------------------------------------


@SHARP.extremal("T", range(1, 5))
@BOUND.extremal("T", range(1, 5), formula=1)
def marching(count: int) -> dict[Any, Any]:
    """Quadratic losses with their minima one ahead of the predictors: w(t + 1) = 1 + ½ + … + 1/t, u = w(T + 1)."""
    path = [sum((Rational(1, k) for k in range(1, n)), Rational(0)) for n in range(1, count + 2)]
    run = listed(path, t)
    ahead = run(t) + 1
    losses = {loss: Lambda((t, r), (r - ahead) ** 2 / 2), grad: Lambda((t, r), r - ahead)}
    return {T: count, sigma: 1, G: 1, u: path[-1], w: run, **losses}


@SHARP.sharp
def nothing_is_lost() -> Sharpness:
    """Quadratic losses make it an equation."""
    return Sharpness("the largest ratio of the regret to the bound", EXACT, [*tight()])


@BOUND.sharp
def what_the_logarithm_loses() -> Iterator[Sharpness]:
    """The first formula is attained; 1 + ln T is larger than the harmonic sum from T = 2 on."""
    yield Sharpness("the largest ratio of the regret to (G²/(2σ)) Σ 1/t", EXACT, [*tight()])
    yield Sharpness(
        "a smaller bound than 1 + ln T in its place",
        "1 + ln((2T + 1)/3), which is as simple",
        [HARMONIC_SHARP.theorem(HARMONIC_SHARP.states[0])],
    )


# --- code and searches in floats --------------------------------------------------------------------------------------


@BOUND.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """(G²/(2σ))(1 + ln T) at random G, σ and T."""
    rng = np.random.default_rng(22)
    points = [
        (10.0 ** rng.uniform(-9, 9), 10.0 ** rng.uniform(-9, 9), int(10.0 ** rng.uniform(0, 9))) for _ in range(60)
    ]
    yield from conformance(
        points,
        formula=lambda at: value(G**2 / (2 * sigma) * (1 + log(T)), {G: at[0], sigma: at[1], T: at[2]}),
        code=lambda at: bounds.strongly_convex_regret_bound(*at),
        reference=lambda at: reference_bounds.strongly_convex_regret_bound(*at),
        ulps=4.0,
    )


@SHARP.search
def regret_with_the_last_distance() -> Searched:
    """The regret and (σT/2)‖w_{T+1} − u‖² over (G²/(2σ)) Σ 1/t."""

    def ratio(run: Run) -> float:
        return 2.0 * (run.regret + run.rounds / 2.0 * run.last) / (run.steepest**2 * harmonic_number(run.rounds))

    return searched("(R_T + (σT/2)‖w_{T+1} − u‖²) / ((G²/(2σ)) Σ 1/t)", ratio, 23)


@BOUND.search
def regret_of_runs() -> Searched:
    """The regret over (G²/(2σ))(1 + ln T)."""

    def ratio(run: Run) -> float:
        return run.regret / bounds.strongly_convex_regret_bound(run.steepest, 1.0, run.rounds)

    return searched("R_T / ((G²/(2σ))(1 + ln T))", ratio, 24)
