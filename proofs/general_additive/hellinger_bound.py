"""After (35), with the Hellinger loss: three trials of gradient descent lose more than the bound of GA_L."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, exp, log, sqrt

from proofs.general_additive.hellinger import loss, prediction_is_below_one
from verify.claims import Claim
from verify.kernel import Theorem, certify, combine, generalize, identity, instantiate, witness
from verify.prover.proving import certificate
from verify.terms import Deriv, eq, forall, ge, gt, le, positive, real

a, q, r, x, y = real("a q r x y")
first, second, third, best = real("θ_1 θ_2 θ_3 θ⋆")
Z = positive("Z")


def slope(y: Any, at: Any) -> Expr:
    """∂L(y, φ(a))/∂a at an activation."""
    return Deriv(loss(y, r), r, at)


STEEP = forall(a, ge(Z, slope(y, a)))
STEEP_DOWN = forall(a, ge(Z, -slope(y, a)))
RATE = (best - first) / (sqrt(3) * Z)

BOUND = Claim(
    "general_additive/ga-l-hellinger-bound",
    face_of="general_additive/ga-l-hellinger",
    at="after (35)",
    says="for the Hellinger loss with the logistic function: Loss(GA_L, S) ≤ Loss(ψ(θ⋆), S) + Z√(2ℓΔ_ψ(θ_1, θ⋆)b)",
    given=[
        gt(y, 0),
        gt(1, y),
        STEEP,
        STEEP_DOWN,
        gt(best, first),
        eq(second, first - RATE * slope(y, first)),
        eq(third, second - RATE * slope(y, second)),
    ],
    states=le(loss(y, first) + loss(y, second) + loss(y, third), 3 * loss(y, best) + Z * sqrt(3) * (best - first)),
    reading=(
        "What would follow if the Hellinger loss were convex in the activation of the logistic function, for gradient "
        "descent on the line: ψ the identity, so that Δ_ψ(θ_1, θ⋆) = ½(θ_1 − θ⋆)², the input 1, so that b = 1, and the "
        "outcome 0 < y < 1 in each of ℓ = 3 trials. Z bounds the slope of the loss at every activation, and the rate "
        "is the printed one, √(2Δ/(ℓb))/Z = |θ⋆ − θ_1|/(√3 Z)."
    ),
)

AT = Rational(9, 10)
STEEPEST = Rational(3, 20)
"""A bound of the slope for y = 9/10, whose largest value is 0.1436…"""


def slope_in_outputs(x: Any) -> Expr:
    """The slope where the prediction is x."""
    return (sqrt(1 - AT) * x * sqrt(1 - x) - sqrt(AT) * sqrt(x) * (1 - x)) / 2


def not_steep() -> list[Theorem]:
    """Both hypotheses on the slope."""
    x_there = exp(a) / (1 + exp(a))
    facts = prediction_is_below_one()
    same = identity(eq(slope(AT, a), slope_in_outputs(x_there)), facts=facts)
    found = []
    for sign in (1, -1):
        goal = ge(STEEPEST, sign * slope_in_outputs(x))
        least = certify(certificate(goal, [ge(x, 0), ge(1, x)]))
        inside = [combine(ge(x_there, 0), [(x_there, 1)]), combine(ge(1, x_there), [(1, facts[1])])]
        there = instantiate(least, {x: x_there}, inside)
        found.append(generalize(combine(ge(STEEPEST, sign * slope(AT, a)), [(1, there), (-sign, same)]), [a]))
    return found


@BOUND.counterexample
def slow_at_first(claim: Claim) -> Theorem:
    """y = 9/10, θ_1 = −ln 99, θ⋆ = 0, Z = 3/20: the losses add up to 1.58…, and the bound is 1.51…."""
    start = -log(99)
    step = log(99) / (sqrt(3) * STEEPEST)
    after = start - step * slope_in_outputs(1 / (1 + exp(-start)))
    last = after - step * slope_in_outputs(1 / (1 + exp(-after)))
    values = {y: AT, Z: STEEPEST, first: start, second: after, third: last, best: 0}
    return witness(list(claim.given), claim.states[0], values, not_steep())
