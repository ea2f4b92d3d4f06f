"""Online gradient descent for σ-strongly convex losses: one step."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Rational, S

from numeric.learners.gradient_descent import strongly_convex_step
from numeric.reference import gradient_descent as reference
from proofs.gradient_descent._strong import (
    BOTH, READING, STILL, STRONG_LOSSES, TO_ONE, UPDATE, a, b, on_the_line, sigma,
)  # fmt: skip
from proofs.gradient_descent.ogd_setting import ROUND, loss, rate, square, t, u, w
from verify.audit import Claim, Conformance, Theorem, at, fails_as, fails_without, follows, ge, le
from verify.claims.concrete import value
from verify.claims.conformance import conformance

STEP = Claim(
    "gradient_descent/strong-step",
    at="last page",
    printed="ℓ_t(w_t) − ℓ_t(u) ≤ (1/η_t)(½‖w_t − u‖² − ½‖w_{t+1} − u‖² + ½‖w_{t+1} − w_t‖²) − (σ/2)‖u − w_t‖²",
    given=[STRONG_LOSSES, UPDATE, *ROUND],
    states=le(
        loss(t, w(t)) - loss(t, u),
        sigma * t * (square(w(t) - u) / 2 - square(w(t + 1) - u) / 2 + square(w(t + 1) - w(t)) / 2)
        - sigma / 2 * square(u - w(t)),
    ),
    reading=READING + "η_t = 1/(σt); for each round t.",
)


@STEP.proof
def identity_five(claim: Claim) -> Theorem:
    """(9) at w_t against u, and the identity (5)."""
    return follows(claim.states[0], at(STRONG_LOSSES, t, w(t), u), ROUND, using=[at(UPDATE, t)])


fails_as(STEP,
    ("constant", ge(STEP.states[0].lhs - sigma / 2 * square(u - w(t)), STEP.states[0].rhs),
        "σ‖u − w_t‖² in place of its half.", on_the_line() | {u: 1}),
    ("sign", ge(STEP.states[0].lhs - sigma * t * square(w(t + 1) - w(t)), STEP.states[0].rhs),
        "½‖w_{t+1} − w_t‖² is subtracted.", on_the_line() | {u: 1}),
)  # fmt: skip

fails_without(STEP,
    (STRONG_LOSSES, "The losses may be anything.", on_the_line(bend=10, slope=1)),
    (UPDATE, "The predictors may be anything.", on_the_line(STILL) | {u: 1}),
    (ROUND[0], "t may be smaller than 1.", on_the_line() | {t: 0, u: 2}),
    (ROUND[1], "t may be larger than T.", on_the_line(TO_ONE, BOTH) | {t: 3, u: 2}),
)  # fmt: skip


@STEP.extremal("t", [1, 2])
def one_round(number: int) -> dict[Any, Any]:
    """A quadratic loss."""
    run = {k: v for k, v in on_the_line().items() if k != rate}
    return run | {t: number, u: Rational(1, 2) if number == 1 else S.Zero}


@STEP.conformance
def code_follows_the_step() -> Iterator[Conformance]:
    """w − g/(σt) at random points, over many orders of σ, t and g."""
    rng = np.random.default_rng(21)
    points = []
    for _ in range(60):
        n = int(rng.integers(1, 9))
        start, step, strength = rng.standard_normal(n), int(rng.integers(1, 10**6)), 10.0 ** rng.uniform(-5, 5)
        points.append((start, 10.0 ** rng.uniform(-3, 3) * strength * step * rng.standard_normal(n), strength, step))
    yield from conformance(
        points,
        formula=lambda at: value(a - b / (sigma * t), {a: list(at[0]), b: list(at[1]), sigma: at[2], t: at[3]}),
        code=lambda at: strongly_convex_step(*at),
        reference=lambda at: reference.strongly_convex_step(*at),
        ulps=16.0,
    )
