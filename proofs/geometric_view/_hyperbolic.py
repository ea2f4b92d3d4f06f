"""The hyperbolic plane in coordinates: L = x², with arsinh x the distance from a line, is convex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Abs, Expr, Integer, Lambda, Rational, Tuple, acosh, cosh, sinh, sqrt

from proofs.geometric_view._trials import best, eta, loss, t, w
from proofs.geometric_view._trials import k as trials
from verify.author.kernel import Theorem, assume, cases, certify, cite, combine, generalize, identity, instantiate
from verify.axioms import FUNDAMENTAL_THEOREM, HYPERBOLIC_DIST, HYPERBOLIC_EXP, HYPERBOLIC_PLANE, between, sinh_over
from verify.language.terms import Deriv, Formula, VecHead, eq, ge, gt, le, partial, real
from verify.lemmas import exponential_above_tangent, vanishes_with_its_square
from verify.prover.proving import certificate

x, h, a, b, y, k = real("x h a b y k")
r, s, m, p, z = real("r s m p z")
HALF = Rational(1, 2)
LENGTH = sqrt(a**2 + b**2)
SLOPE = 2 * x * sqrt(1 + x**2)
"""The derivative of x² by the length along the perpendicular."""


@cache
def mean_of_cosh() -> Theorem:
    """The integral of cosh(sr) for 0 ≤ s ≤ 1 is sinh(r)/r, for r > 0."""
    primitive, integrand = Lambda(p, sinh(p * r) / r), Lambda(p, cosh(p * r))
    derivative = identity(eq(Deriv(primitive(z), z, m), integrand(m)), facts=[gt(r, 0)])
    functions = {partial("F"): primitive, partial("f"): integrand, real("u"): Integer(0), real("v"): Integer(1)}
    met = generalize(derivative, [m], [between(m, 0, 1)])
    found = instantiate(cite(FUNDAMENTAL_THEOREM), functions, [met])
    return combine(eq(sinh_over(r), sinh(r) / r), [(1, found)], facts=[gt(r, 0)])


@cache
def squares_above_tangent() -> Theorem:
    """(x cosh r + y sinh(r)/r)² ≥ x² + 2xy, for r > 0, as |cosh(r) sinh(r)/r − 1| ≤ sinh(r)²/r."""
    ratio, moving = sinh(r) / r, [gt(r, 0)]
    mixed, square = cosh(r) * ratio - 1, ratio**2 * r
    above = combine(ge(square + mixed, 0), [(1 / (2 * r), exponential_above_tangent(2 * r))], facts=moving)
    below = combine(ge(square - mixed, 0), [(1 / (2 * r), exponential_above_tangent(-2 * r))], facts=moving)
    both = combine(ge(square**2 - mixed**2, 0), [(above, below)])
    goal = ge((cosh(r) * x + ratio * y) ** 2, x**2 + 2 * x * y)
    terms = [(1 / ratio**2, (ratio**2 * y + mixed * x) ** 2), (x**2 / ratio**2, both)]
    return combine(goal, terms, facts=moving)


@cache
def convex() -> Theorem:
    """x′² ≥ x² + 2xa√(1 + x²), for the end of the geodesic from (x, h) with velocity (a, b)."""
    size, beside = a**2 + b**2, sqrt(1 + x**2)
    end = HYPERBOLIC_EXP(x, h, a, b)[0]
    goal = ge(end**2, x**2 + SLOPE * a)
    moves, stays = gt(size, 0), le(size, 0)
    long = combine(gt(LENGTH, 0), [(1 / LENGTH, assume(moves))], facts=[moves])
    mean = instantiate(mean_of_cosh(), {r: LENGTH}, [long])
    square = instantiate(squares_above_tangent(), {r: LENGTH, y: a * beside}, [long])
    moving = combine(goal, [(1, square)], using=[mean])
    nothing = combine(eq(a**2, 0), [(1, a**2)], facts=[combine(le(a**2, 0), [(1, assume(stays)), (1, b**2)])])
    still = vanishes_with_its_square(a, nothing)
    resting = combine(goal, [(sinh(LENGTH) ** 2, x**2)], using=[still])
    return cases([moving, resting], [moves, stays])


@cache
def no_distance() -> Theorem:
    """z = 0, where arcosh(1 + |z|) = 0."""
    size = Abs(z)
    grown = identity(eq(cosh(p), 1), using=[eq(p, 0)])
    cosh_of = combine(eq(m, 1), [(1, instantiate(grown, {p: acosh(m)}))], facts=[ge(m, 1)])
    least = combine(ge(1 + size, 1), [(1, size)])
    one = instantiate(cosh_of, {m: 1 + size}, [assume(eq(acosh(1 + size), 0)), least])
    return vanishes_with_its_square(z, combine(eq(z**2, 0), [(size, one)]))


@cache
def one_name() -> Theorem:
    """y = x, where (x, h) and (y, k) have the distance 0."""
    first, second, flat = sqrt(1 + x**2 + h**2), sqrt(1 + y**2 + k**2), 1 + x * y + h * k
    apart = assume(eq(HYPERBOLIC_DIST(x, h, y, k), 0))
    level = instantiate(no_distance(), {z: first * second - flat}, [apart])
    terms = [(-(first * second + flat), level), (1, (h - k) ** 2), (1, (x * k - y * h) ** 2)]
    least = combine(le((x - y) ** 2, 0), terms)
    nothing = combine(eq((x - y) ** 2, 0), [(1, (x - y) ** 2)], facts=[least])
    return combine(eq(y, x), [(-1, vanishes_with_its_square(x - y, nothing))])


def convex_along_geodesics(trial: Sequence[Formula]) -> Theorem:
    """L_t(q) ≥ L_t(v) + ⟨grad L_t(v), U⟩ for L = x² in the trials, where Exp_v(U) is q = (y, k)."""
    end = HYPERBOLIC_EXP(x, h, a, b)
    there = instantiate(one_name(), dict(zip((x, h), end, strict=True)))
    above = combine(ge(y**2, x**2 + SLOPE * a), [(1, convex())], using=[there])
    return generalize(above, [t, x, h, a, b, y, k], [*trial, eq(HYPERBOLIC_DIST(*end, y, k), 0)])


# --- one step of length 1 along a perpendicular -----------------------------------------------------------------------


def end(start: Any, beside: Any, sign: int) -> Expr:
    """The first coordinate after a step of length 1 along the perpendicular, where √(1 + x²) was `beside`."""
    return cosh(1) * start + sign * sinh(1) * beside


@cache
def side_after(start: Any, beside: Any, sign: int) -> Theorem:
    """√(1 + x²) = cosh(1) `beside` ± sinh(1) `start` after the step."""
    there, after = end(start, beside, sign), end(beside, start, sign)
    root = sqrt(1 + there**2)
    positive = certify(certificate(gt(after, 0)))
    square = identity(eq(1 + there**2, after**2))
    return combine(eq(root, after), [(1 / (root + after), square)], facts=[positive])


@cache
def unit_step(start: Any, beside: Any, sign: int) -> Theorem:
    """Exp of a unit vector goes there."""
    there = end(start, beside, sign)
    return identity(eq(HYPERBOLIC_EXP(start, 0, sign, 0)[0], there), using=[mean_at_one()])


@cache
def step_back(start: Any, beside: Any, sign: int) -> Theorem:
    """Exp of the opposite vector goes back to the start."""
    there, mean = end(start, beside, sign), mean_at_one()
    back = HYPERBOLIC_EXP(there, 0, -sign, 0)[0]
    return combine(eq(back, start), [(-sign * mean.conclusion.lhs, side_after(start, beside, sign))], using=[mean])


@cache
def mean_at_one() -> Theorem:
    """The integral of cosh s for 0 ≤ s ≤ 1 is sinh 1."""
    return instantiate(mean_of_cosh(), {r: 1}, [combine(gt(1, 0), [(1, 1)])])


# --- one trial, across the line ---------------------------------------------------------------------------------------

START, BESIDE = Rational(19, 180), Rational(181, 180)
"""x and √(1 + x²) before the step."""
ACROSS = {
    **HYPERBOLIC_PLANE.values,
    loss: Lambda((t, x, h), x**2),
    VecHead("grad"): Lambda((t, x, h), Tuple(SLOPE, 0)),
    w.head: Lambda(t, Tuple(START + t * (end(START, BESIDE, -1) - START), 0)),
    best: (0, 1),
    eta: 1 / (2 * START * BESIDE),
    trials: 1,
}
"""L = x², w_0 = (19/180, 0), w_1 = (−1.02…, 0), w⋆ = (0, 1), and η such that the step is of length 1."""


def across_met() -> list[Theorem]:
    """What meets the schemas of Theorem 6 at this trial."""
    convex = convex_along_geodesics([ge(t, 0), ge(0, t)])
    return [*HYPERBOLIC_PLANE.facts("curvature ≤ 0"), convex, unit_step(START, BESIDE, -1)]


APPROACH = {**ACROSS, w.head: Lambda(t, Tuple(START + (1 - t) * (end(START, BESIDE, 1) - START), 0))}
"""The implicit update for the same loss and rate: a step of length 1 that ends at w_1 = (19/180, 0)."""


def approach_met() -> list[Theorem]:
    """What meets the schemas of Theorem 8 at this trial."""
    convex = convex_along_geodesics([ge(t, 0), ge(0, t)])
    return [*HYPERBOLIC_PLANE.facts("curvature ≤ 0"), convex, unit_step(START, BESIDE, 1)]
