"""Example 5: one implicit step on the square loss shrinks the loss by (1 + 2η‖x‖²)²."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Rational

from proofs.geometric_view._square import eta, of, square
from verify.author.kernel import Theorem, combine, identity
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, eq, ge, le, real, vectors

HALF = Rational(1, 2)
y = real("y")
p, q, x = vectors("p q x")


def square_loss(v: Any) -> Expr:
    """(⟨v, x⟩ − y)²."""
    return (Inner(v, x) - y) ** 2


STEP = eq(p, q + eta * 2 * (Inner(q, x) - y) * x)

CONTRACTION_SHARP = Claim(
    "geometric_view/example-5-contraction.sharp",
    at="Example 5",
    says="L_t(w_{t+1}) = L_t(w_t)/(1 + 2η‖x_t‖²)².",
    given=[STEP],
    states=eq(square_loss(q), square_loss(p) / (1 + 2 * eta * square(x)) ** 2),
    reading="p = w_t and q = w_{t+1}, with p − q = η∂L(q) as (9) asks.",
    sharpens="geometric_view/example-5-contraction",
)

CONTRACTION = Claim(
    "geometric_view/example-5-contraction",
    at="Example 5",
    printed="0 ≤ L_t(w_{t+1}) ≤ L_t(w_t)/(1 + 4η‖x_t‖²)",
    given=[STEP],
    states=[ge(square_loss(q), 0), le(square_loss(q), square_loss(p) / (1 + 4 * eta * square(x)))],
    rests_on=["geometric_view/example-5-contraction.sharp"],
    reading="p = w_t and q = w_{t+1}, with p − q = η∂L(q) as (9) asks. The exact factor is (1 + 2η‖x_t‖²)².",
)


@CONTRACTION_SHARP.proof
def error_shrinks(claim: Claim) -> Theorem:
    """⟨p, x⟩ − y = (1 + 2η‖x‖²)(⟨q, x⟩ − y)."""
    return identity(claim.states[0], using=of(claim, STEP))


@CONTRACTION.proof
def smaller_factor(claim: Claim) -> list[Theorem]:
    """(1 + 2η‖x‖²)² = 1 + 4η‖x‖² + 4η²‖x‖⁴."""
    above, below = claim.states
    growth = eta * square(x)
    rest = [(4 * growth**2 / (1 + 4 * growth), square_loss(q))]
    return [
        combine(above, [(1, square_loss(q))], facts=of(claim, STEP)),
        combine(below, rest, using=of(claim, STEP)),
    ]


HALVED = {p: 1, q: HALF, x: 1, y: 0, eta: HALF}


fails_as(CONTRACTION_SHARP,
    ("constant", eq(square_loss(q), square_loss(p) / (1 + eta * square(x)) ** 2), "1 + η‖x‖².", HALVED),
    ("sign", eq(square_loss(q), square_loss(p) / (1 - 2 * eta * square(x)) ** 2), "1 − 2η‖x‖².",
        HALVED | {q: 2, eta: Rational(1, 4), p: 3}),
)  # fmt: skip


fails_without(CONTRACTION_SHARP, (STEP, "q may be anything.", HALVED | {q: 3}))


fails_as(CONTRACTION,
    ("constant", [CONTRACTION.states[0], le(square_loss(q), square_loss(p) / (1 + 8 * eta * square(x)))],
        "1 + 8η‖x‖².", HALVED),
    ("sign", [CONTRACTION.states[0], le(square_loss(q), -square_loss(p) / (1 + 4 * eta * square(x)))],
        "L(w_{t+1}) ≤ −L(w_t)/(1 + 4η‖x‖²).", {**HALVED, p: 3, q: 2, eta: Rational(1, 4), x: 1}),
)  # fmt: skip


fails_without(CONTRACTION, (STEP, "q may be anything.", HALVED | {q: 3}))


@CONTRACTION.sharp
def the_exact_factor() -> Iterator[Sharpness]:
    """The loss after the update, exactly; 1 + 4η‖x‖² is its expansion to first order."""
    theorem = CONTRACTION_SHARP.theorem(CONTRACTION_SHARP.states[0])
    yield Sharpness("L_t(w_t)/L_t(w_{t+1})", "(1 + 2η‖x_t‖²)²", theorem)


@CONTRACTION.extremal("η", [Rational(1, 16), Rational(1, 4), HALF, 1], formula=1)
def rates(rate: Any) -> dict[Any, Any]:
    """x = 1 and y = 0, from 1 + 2η to 1: the ratio (1 + 4η)/(1 + 2η)² tends to 1 as η does to 0."""
    return {p: 1 + 2 * rate, q: 1, x: 1, y: 0, eta: rate}
