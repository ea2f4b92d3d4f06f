"""Projected online gradient descent: the bound before the sum of the step sizes is bounded."""

from __future__ import annotations

from typing import Any

from sympy import Rational, sqrt

from proofs.gradient_descent._on_the_line import HALF, instance
from proofs.gradient_descent._projected import COMPARED, SOME
from proofs.gradient_descent._worst_case_runs import EXTREMAL, NEAR
from proofs.gradient_descent.ogd_bound_eta import (
    FIRST_STEP, FROM_ZERO, GIVEN, LONG_RUNS, PREMISES, READING_ETA, added_up, long_runs, with_rate,
)  # fmt: skip
from proofs.gradient_descent.ogd_setting import CONVEX, REGRET, START, G, T, U, eta, rounds, square, t, u, w
from proofs.gradient_descent.sums import SQRT_SUM_SHARP
from verify.audit import Claim, Runs, Theorem, fails_as, fails_without, follows, le

ROOTS = Claim(
    "gradient_descent/ogd-bound-roots",
    at="after (7), before the sum of the step sizes is bounded",
    printed="≤ 2U²√T/η + (G²η/2) Σ_{t=1}^T 1/√t ≤ 2U²√T/η + G²η√T where we used the upper bound Σ_{t=1}^T 1/√t ≤ 2√T",
    given=GIVEN,
    states=le(REGRET, 2 * U**2 * sqrt(T) / eta + G**2 * eta / 2 * rounds(1 / sqrt(t))),
    rests_on=PREMISES,
    idle={START: FROM_ZERO},
    reading=READING_ETA + " What (7) gives for these step sizes, U²/(2η_1) and −2U²/η_1 dropped together.",
)


@ROOTS.proof
def last_distance_dropped(claim: Claim) -> Theorem:
    """As for the sharper bound, with the sum of the step sizes left as it is, and ‖w_{T+1} − u‖² ≥ 0."""
    return follows(claim.states[0], added_up(), sqrt(T) * square(w(T + 1) - u), SOME)


@ROOTS.extremal("T", range(1, 5))
def worst_runs_under_the_sum(count: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same runs."""
    return with_rate((EXTREMAL | NEAR)[count])


@ROOTS.extremal("q", [LONG_RUNS])
def long_runs_under_the_sum(_: Any) -> Runs:
    """The same runs."""
    sum_of_roots = SQRT_SUM_SHARP.theorem(SQRT_SUM_SHARP.states[0])
    return long_runs(ROOTS.states[0], 1 / sqrt(2), (U * G / sqrt(2), sum_of_roots))


def roots_bound(distance: Any, gradients: Any) -> Any:
    """The bound by the sum with other constants in the place of 2 and ½."""
    return le(REGRET, distance * U**2 * sqrt(T) / eta + gradients * G**2 * eta * rounds(1 / sqrt(t)))


fails_as(ROOTS,
    ("constant", roots_bound(Rational(1, 4), HALF), "¼ in place of the factor 2.", FIRST_STEP),
    ("sign", roots_bound(-2, HALF), "−2U²√T/η.", FIRST_STEP),
)  # fmt: skip

fails_without(ROOTS,
    (CONVEX, "The losses need not be convex.", instance(value=10, eta=1)),
    (COMPARED, "u may be outside the ball.", instance(eta=1, u=-5)),
)  # fmt: skip
