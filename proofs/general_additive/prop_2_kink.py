"""Proposition 2 where φ has a kink: a convex potential with the gradient max(a, 0), and no point of the segment."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Rational

from verify.audit import (
    Claim, Deriv, Theorem, assume, cases, combine, eq, fails_as, fails_without, forall, ge, generalize, gt, identity,
    instantiate, le, real,
)  # fmt: skip

r, s, p, x, theta = real("r s p x θ")
HALF = Rational(1, 2)


def transfer(a: Any) -> Expr:
    """φ(a) = max(a, 0)."""
    return (a + Abs(a)) / 2


def potential(a: Any) -> Expr:
    """P(a) = ½max(a, 0)²."""
    return (a**2 + a * Abs(a)) / 4


def moved(theta: Any, x: Any) -> Expr:
    """Δ_φ(θ + x, θ)."""
    return potential(theta + x) - potential(theta) - x * transfer(theta)


def form(theta: Any, x: Any, s: Any, function: Any = transfer) -> Expr:
    """½xφ′(θ + sx)x."""
    return x**2 * Deriv(function(r), r, theta + s * x) / 2


THERE, END = theta + s * (-2 * theta), p + x
SHARE = [ge(s, 0), ge(1, s)]
SMOOTH, LEFT = gt(THERE**2, 0), gt(0, theta)
MOVED, FORM = moved(theta, -2 * theta), form(theta, -2 * theta, s)
TANGENT, CLOSE = (forall([p, x], f) for f in (ge(moved(p, x), 0), le(moved(p, x), x**2 / 2)))

KINK = Claim(
    "general_additive/prop-2-kink",
    at="Proposition 2",
    says="φ(a) = max(a, 0), θ < 0, x = −2θ: Δ_φ(θ + x, θ) = ½xφ′(θ + sx)x for no 0 ≤ s ≤ 1 at which φ has a derivative",
    given=[LEFT, *SHARE, SMOOTH],
    states=[TANGENT, CLOSE, eq(MOVED, theta**2 / 2), gt((FORM - MOVED) ** 2, 0)],
    idle=dict.fromkeys(SHARE, "the segment of the proposition; it holds for every other s too"),
    rests_on=["general_additive/prop-2"],
    reading=(
        "max(a, 0) is written (a + |a|)/2, with the potential P(a) = (a² + a|a|)/4: 0 ≤ P(p + x) − P(p) − xφ(p) ≤ ½x² "
        "says that P is convex and that φ is its derivative, also at 0. φ has a derivative where θ + sx ≠ 0; it is 0 "
        "or 1, and half the form 0 or 2θ², where the divergence is ½θ². So the assumption of section 2 that P_φ is "
        "twice differentiable is needed; with it the proposition is general_additive/prop-2."
    ),
)


def on_both_sides(goal: Any, *terms: list[tuple[Any, Any]]) -> Theorem:
    """A formula for all p and x, from what is left of it where p and q = p + x are ≥ 0 or < 0, in the four cases."""
    first, second = [ge(p, 0), gt(0, p)], [ge(END, 0), gt(0, END)]
    left = iter(terms)
    parts = [[combine(goal.body, next(left), facts=[side, other]) for other in second] for side in first]
    return generalize(cases([cases(part, second) for part in parts], first), [p, x])


def potential_of_the_kink() -> list[Theorem]:
    """On each side of 0 the potential is ½a² or 0."""
    whole, squares = [(HALF, x**2)], [[(HALF, p**2)], [(HALF, END**2)]]
    tangent = on_both_sides(TANGENT, whole, [(-END, p), *squares[0]], squares[1], [])
    close = on_both_sides(CLOSE, [], squares[1], [(-p, END), *squares[0]], whole)
    return [tangent, close]


@KINK.proof
def either_side(claim: Claim) -> list[Theorem]:
    """φ′ is 0 on the left of 0 and 1 on the right."""
    height, apart = claim.states[2:]
    low = identity(height, facts=[LEFT])
    sides, on = [], [gt(0, THERE), gt(THERE, 0)]
    for slope, side in enumerate([gt(0, r), gt(r, 0)]):
        general = identity(eq(Deriv(transfer(s), s, r), slope), facts=[side])
        value = instantiate(general, {r: THERE})
        gap = theta**2 * (2 * slope - HALF)
        both = FORM - MOVED + gap
        terms = [(2 * theta**2 * both, value), (-both, low), ((2 * slope - HALF) ** 2, theta**4)]
        sides.append(combine(apart, terms, facts=[LEFT]))
    kink = eq(THERE, 0)
    smooth = [(1, assume(SMOOTH))]
    sides.append(combine(apart, [*smooth, (-THERE, assume(kink)), ((FORM - MOVED) ** 2, 1)]))
    return [*potential_of_the_kink(), low, cases(sides, [*on, kink])]


LEFTMOST = {theta: -1, s: 0}


fails_as(KINK,
    ("constant", [*KINK.states[:2], eq(MOVED, theta**2), KINK.states[3]], "The divergence is θ².", LEFTMOST),
    ("sign", [*KINK.states[:3], le((FORM - MOVED) ** 2, 0)], "The divergence is half the form at every such s.",
        LEFTMOST),
)  # fmt: skip


fails_without(KINK, (LEFT, "θ may be positive.", {theta: 1, s: 0}))
