"""Online gradient descent for σ-strongly convex losses: quadratic losses make the bound an equation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Rational

from proofs.gradient_descent._projected import SOME
from proofs.gradient_descent._strong import TO_ONE, G, a, b, distance, on_the_line, sigma, target
from proofs.gradient_descent.ogd_setting import ROUND, T, rounds, square, t, u, w
from proofs.gradient_descent.sums import HARMONIC_SUM
from verify.audit import (
    Claim, Inner, Theorem, at, combine, eq, fails_as, fails_without, forall, generalize, identity, telescope,
)  # fmt: skip


def quadratic(t: Any, at: Any) -> Any:
    """σ/2 ‖v − z(t)‖²."""
    return sigma / 2 * square(at - target(t))


AVERAGES = forall(t, eq(w(t + 1), w(t) - sigma * (w(t) - target(t)) / (sigma * t)), ROUND)
STEEP = forall(t, eq(sigma**2 * square(w(t) - target(t)), G**2), ROUND)
LAST = eq(u, w(T + 1))

TIGHT = Claim(
    "gradient_descent/strong-tight",
    at="last page",
    says="R_T(u) = (G²/(2σ)) Σ 1/t, for quadratic losses with minima at the distance G/σ and u = w_{T+1}",
    given=[AVERAGES, STEEP, LAST, SOME],
    states=[
        forall(
            [t, a, b],
            eq(
                quadratic(t, a) - quadratic(t, b),
                Inner(sigma * (a - target(t)), a - b) - sigma / 2 * square(b - a),
            ),
        ),
        eq(rounds(quadratic(t, w(t)) - quadratic(t, u)), G**2 / (2 * sigma) * HARMONIC_SUM),
    ],
    reading=(
        "How sharp the bound is: ℓ_t(v) = (σ/2)‖v − z(t)‖² with ∇ℓ_t(v) = σ(v − z(t)) meets (9) with "
        "equality. An adversary puts z(t) at the distance G/σ from w(t), in any direction and whatever the start; then "
        "the regret against the last predictor, the mean of the z(t) from round 1 on, is exactly (G²/(2σ)) Σ 1/t."
    ),
)


@TIGHT.proof
def no_inequality_is_strict(claim: Claim) -> list[Theorem]:
    """Each round costs exactly (σ/2)((t−1)‖w_t − u‖² − t‖w_{t+1} − u‖²) + G²/(2σt)."""
    nine, exact = claim.states
    before, after = (t - 1) * distance(t), t * distance(t + 1)
    cost = sigma / 2 * (before - after) + G**2 / (2 * sigma * t)
    goal = eq(cost, quadratic(t, w(t)) - quadratic(t, u))
    step = combine(goal, [(-1 / (2 * sigma * t), at(STEEP, t))], using=[at(AVERAGES, t)], facts=ROUND)
    added = telescope(step, t, 1, T, sigma / 2 * before)
    total = combine(exact, [(-1, added)], using=[LAST], facts=[SOME])
    return [generalize(identity(nine.body), [t, a, b]), total]


EXACTLY = TIGHT.states[1]

fails_as(TIGHT,
    ("constant", {EXACTLY: eq(EXACTLY.lhs, Rational(9, 10) * EXACTLY.rhs)}, "Nine tenths of (G²/(2σ)) Σ 1/t.",
        on_the_line()),
    ("sign", {EXACTLY: eq(EXACTLY.lhs, -EXACTLY.rhs)}, "−(G²/(2σ)) Σ 1/t.", on_the_line()),
)  # fmt: skip

fails_without(TIGHT,
    (AVERAGES, "The predictors may be anything.", on_the_line(TO_ONE) | {u: 1}),
    (STEEP, "z(t) may be anywhere.", on_the_line() | {G: 2}),
    (LAST, "u may be anything.", on_the_line() | {u: 0}),
)  # fmt: skip

EXACT = "1, for every T: quadratic losses with their minima at the distance G/σ from the predictors, and u = w(T + 1)"


def tight() -> Iterator[Theorem]:
    """The claim on quadratic losses."""
    yield from (TIGHT.theorem(formula) for formula in TIGHT.states)
