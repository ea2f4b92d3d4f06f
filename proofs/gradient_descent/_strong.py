"""Online gradient descent for σ-strongly convex losses: what is given, and two rounds on the line."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, S

from proofs.gradient_descent.ogd_setting import ROUND, T, U, grad, loss, rate, rounds, square, t, u, w
from verify.audit import (
    Claim, Inner, eq, fails_as, fails_without, forall, ge, le, listed, nonnegative, positive, real, vectors,
)  # fmt: skip
from verify.language.terms import Formula

C, sigma = positive("C σ")
G = nonnegative("G")
a, b = vectors("a b")
STRONG_LOSSES = forall(
    [t, a, b],
    le(loss(t, a) - loss(t, b), Inner(grad(t, a), a - b) - sigma / 2 * square(b - a)),
    ROUND,
)
UPDATE = forall(t, eq(w(t + 1), w(t) - grad(t, w(t)) / (sigma * t)), ROUND)
BOUNDED = forall(t, ge(G**2, square(grad(t, w(t)))), ROUND)
REGRET = rounds(loss(t, w(t)) - loss(t, u))
READING = (
    "Every ℓ(t, ·) is differentiable and σ-strongly convex (9) on R^d, w(t + 1) = w(t) − ∇ℓ_t(w(t))/(σt) without a "
    "projection, and u is any vector. "
)


def distance(t: Any) -> Any:
    """‖w_t − u‖²."""
    return square(w(t) - u)


(target,) = vectors("z")
"""The minimum of the loss of round t."""

r = real("r")


def on_the_line(
    path: Any = (0, 1, S.Half), minima: Any = (1, 0), bend: Any = 1, slope: Any = None
) -> dict[Any, Any]:  # fmt: skip
    """ℓ_t(v) = bend·(v − z(t))²/2 with ∇ℓ_t(v) = slope·(v − z(t)), σ = 1, T = 2, and predictors w(1), w(2), w(3).

    As they stand, every gradient that is met has length G = 1.
    """
    low, slope = listed(minima, t)(t), bend if slope is None else slope
    losses = {loss: Lambda((t, r), bend * (r - low) ** 2 / 2), grad: Lambda((t, r), slope * (r - low))}
    sizes = {T: 2, t: 1, sigma: 1, G: 1, U: 1, u: Rational(1, 2), rate: [1, Rational(1, 2), Rational(1, 3)]}
    return {**sizes, **losses, target: [*minima], w: [*path]}


def scaled(claim: Claim, by: Any, place: int = 0) -> dict[Any, Any]:
    """The bound at one place multiplied."""
    bound = claim.states[place]
    return {bound: ge(by * bound.lhs, bound.rhs)}


STILL = (0, 0, 0)
TO_ONE, BOTH = (0, 1, 1), (1, 1)
"""Predictors that go to 1, where both losses have their minima."""


def fails_each(bound: Claim, update: Formula) -> None:
    """Changed claims of a bound on the regret: fewer hypotheses, less of the bound, and its other sign."""
    fails_without(bound,
        (STRONG_LOSSES, "The losses may be anything.", on_the_line(bend=3, slope=1)),
        (update, "The predictors may be anything.", on_the_line(STILL, BOTH) | {u: 1}),
        (BOUNDED, "G may be anything.", on_the_line() | {G: 0}),
    )  # fmt: skip
    fails_as(bound,
        ("constant", scaled(bound, Rational(4, 5)), "Four fifths of the bound.", on_the_line()),
        ("sign", scaled(bound, -1), "The bound with the other sign.", on_the_line()),
    )  # fmt: skip
