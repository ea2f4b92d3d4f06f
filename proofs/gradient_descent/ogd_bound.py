"""Projected online gradient descent: the final regret bound (8), at the best rate."""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Rational, sqrt

from numeric import bounds
from proofs.gradient_descent._on_the_line import instance
from proofs.gradient_descent._projected import CLOSEST, COMPARED, SOME
from proofs.gradient_descent._worst_case_runs import EXTREMAL, NEAR
from proofs.gradient_descent.ogd_bound_eta import (
    BOUNDED, DECREASING, ETA, FROM_ZERO, GIVEN, READING_ETA, STANDING, sliding, to_the_edge, worst_regret,
)  # fmt: skip
from proofs.gradient_descent.ogd_setting import CONVEX, START, G, T, U, eta, loss, rounds, t, u, w
from verify.audit import (
    Claim, Searched, Theorem, decided_by, fails_as, fails_without, follows, instantiate, le, substitute,
)  # fmt: skip

BEST_RATE = sqrt(2) * U / G

BOUND = Claim(
    "gradient_descent/ogd-bound",
    at="(8)",
    printed=(
        "Choosing η = (U/G)√2 and dividing everything by T we obtain the final regret bound (1/T) Σ ℓ_t(w_t) ≤ "
        "min_{u: ‖u‖ ≤ U} (1/T) Σ ℓ_t(u) + UG√(8/T)"
    ),
    given=[substitute(f, {eta: BEST_RATE}) for f in GIVEN],
    states=le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + U * G * sqrt(8 / T)),
    rests_on=["gradient_descent/ogd-bound-eta"],
    idle={START: FROM_ZERO},
    reading=READING_ETA
    + (
        " η = (U/G)√2, so that G must be known before the run; for every u of the ball, so for the best one if "
        "there is "
        "one (a continuous loss has one on a ball in R^d)."
    ),
)


@BOUND.proof
def the_best_rate(claim: Claim) -> Theorem:
    """Both terms are √2 UG√T."""
    return follows(claim.states[0], instantiate(ETA.theorem(ETA.states[0]), {eta: BEST_RATE}), SOME)


@BOUND.extremal("T", range(1, 5))
def worst_runs(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The runs of the exact worst cases up to T = 3, and close to them up to T = 8."""
    return (EXTREMAL | NEAR)[count].lossless()


def average(factor: Any) -> Any:
    """(8) with another constant in the place of √8."""
    return le(rounds(loss(t, w(t))) / T, rounds(loss(t, u)) / T + factor * U * G / sqrt(T))


SHORT_STEP = {"step": sqrt(2) / 2, "G": 2}

fails_as(BOUND,
    ("constant", average(Rational(2, 5)), "2/5 in place of √8: one round with half the largest gradient costs ½UG.",
        instance(**SHORT_STEP)),
    ("sign", average(-sqrt(8)), "−√8.", instance(**SHORT_STEP)),
)  # fmt: skip

fails_without(BOUND,
    (CONVEX, "The losses need not be convex.", instance(**SHORT_STEP, value=10)),
    (COMPARED, "u may be outside the ball.", instance(**SHORT_STEP, u=-7)),
    (BOUNDED, "G may be anything: with a gradient of length 5 one round costs 5.", to_the_edge(sqrt(2))),
    (CLOSEST, "w(t + 1) may be any point of the ball, and stay at 0 whatever w′(t + 1) is: ten rounds cost 10.",
        sliding(sqrt(2))),
    (substitute(DECREASING, {eta: BEST_RATE}), "The algorithm may stay where it is.", STANDING),
    (START, "w(1) may be any point of the ball: true too.", decided_by(proof=the_best_rate)),
)  # fmt: skip


@BOUND.search
def linear_losses_at_the_best_rate() -> Searched:
    """Regret against √8 UG√T at η = √2 U/G; an adversary can force 1/√8 of it."""

    def promise(radius: float, slope: float, _: float, length: int) -> float:
        return length * bounds.tuned_projected_regret_bound(radius, slope, length)

    return worst_regret(lambda radius, slope: float(np.sqrt(2.0)) * radius / slope, promise)
