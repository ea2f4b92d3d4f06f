"""On a great circle the squared distance to p⋆ is a concave function of the squared position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, Symbol, acos, cos, pi, sin, sqrt

from proofs.spheres.lemma_7_sign import sine_is_below, sine_is_positive, z
from verify.author.kernel import Theorem, assume, cases, certify, cite, combine, generalize, instantiate
from verify.axioms import NONNEGATIVE_DERIVATIVE
from verify.language.terms import Deriv, Relation, eq, ge, gt, le, lt, partial, positive, real
from verify.lemmas import above_tangent
from verify.prover.proving import certificate

r, s, v, w = real("r s v w")
mu, sigma, tau, h = positive("μ σ τ h")


def curvature(x: Any) -> Expr:
    """(1/x − cot x) cot x, which falls from 1/3 at 0 to 0 at π/2."""
    return (1 / x - cos(x) / sin(x)) * cos(x) / sin(x)


@cache
def slope_sign() -> Theorem:
    """z sin z − 2z² cos z + cos z sin² z ≥ 0 for 0 ≤ z ≤ π/2: −z² sin³ z times the slope of `curvature`."""
    return certify(certificate(ge(z * sin(z) - 2 * z**2 * cos(z) + cos(z) * sin(z) ** 2, 0), [ge(z, 0), le(z, pi / 2)]))


@cache
def curvature_slope() -> Theorem:
    """The derivative of −curvature at z is not negative, for 0 < z < π/2."""
    inside = [gt(z, 0), lt(z, pi / 2)]
    below = combine(lt(z, pi), [(1, assume(inside[1])), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {}, [below])
    return combine(ge(Deriv(-curvature(w), w, z), 0), [(1 / (z**2 * sin(z) ** 3), slope_sign())], facts=[*inside, sine])


@cache
def curvature_falls() -> Theorem:
    """curvature(v) ≥ curvature(r) for 0 < v ≤ r < π/2."""
    inside = [gt(v, 0), le(v, r), lt(r, pi / 2)]
    here = v + s * (r - v)
    share = [ge(s, 0), ge(1, s)]
    above = combine(gt(here, 0), [(1, assume(inside[0])), (s, assume(inside[1]))], facts=share)
    below = combine(lt(here, pi / 2), [(1, assume(inside[2])), (assume(share[1]), assume(inside[1]))])
    below_pi = combine(lt(here, pi), [(1, below), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {z: here}, [above, below_pi])
    rises = instantiate(curvature_slope(), {z: here}, [above, below, sine])
    return instantiate(
        cite(NONNEGATIVE_DERIVATIVE),
        {partial("f"): Lambda(w, -curvature(w)), real("a"): v, real("b"): r},
        [generalize(known, [s], share) for known in (above, sine, rises)],
    )


def height(x: Any) -> Expr:
    """The distance to p⋆ of the point at x on a great circle whose nearest point has cosine μ: arccos(μ cos x)."""
    return acos(mu * cos(x))


def concave(q: Any) -> Expr:
    """−arccos²(μ cos √q)."""
    return -(height(sqrt(q)) ** 2)


@cache
def by_cosines() -> Theorem:
    """r ≥ v where cos v ≥ cos r, 0 ≤ r and v ≤ π: a smaller r would have a larger cosine."""
    goal, apart = ge(r, v), gt(v - r, 0)
    falls = certify(certificate(gt(cos(r), cos(v)), [ge(r, 0), lt(r, v), le(v, pi)]))
    less = instantiate(falls, {}, [combine(lt(r, v), [(1, assume(apart))])])
    weight = (v - r) / (cos(r) - cos(v))
    heavy = combine(gt(weight, 0), [(weight, 1)], facts=[less, apart])
    never = combine(goal, [(heavy, assume(ge(cos(v), cos(r))))])
    return cases([combine(goal, [(1, assume(le(v - r, 0)))]), never], [le(v - r, 0), apart])


@cache
def on_the_circle() -> list[Theorem]:
    """For 0 < z < π/2 and 0 < μ ≤ 1: sin z, cos z, μ cos z, 1 ± μ cos z > 0, and z ≤ arccos(μ cos z) < π/2."""
    inside = [gt(z, 0), lt(z, pi / 2), le(mu, 1)]
    cosine = instantiate(certify(certificate(gt(cos(z), 0), [ge(z, 0), lt(z, pi / 2)])), {}, [assume(inside[0])])
    below = combine(lt(z, pi), [(1, assume(inside[1])), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {}, [below])
    inner = mu * cos(z)
    forward = combine(gt(inner, 0), [(mu, cosine)])
    squares = combine(
        gt(1 - inner**2, 0), [(1, sin(z) ** 2), ((1 - mu) * (1 + mu), cos(z) ** 2)], facts=[*inside, sine]
    )
    above = combine(gt(1 + inner, 0), [(1, forward), (1, 1)])
    less = combine(gt(1 - inner, 0), [(1 / (1 + inner), squares)], facts=[above])
    smaller = combine(ge(cos(z), inner), [(assume(inside[2]), cosine)])
    arc = instantiate(certify(certificate(ge(acos(v), 0), [ge(v, -1), le(v, 1)])), {v: inner}, [above, less])
    wider = combine(ge(cos(z), cos(height(z))), [(1, smaller)], facts=[above, less])
    beyond = instantiate(by_cosines(), {r: height(z), v: z}, [wider, arc, below, above, less])
    acute = certify(certificate(gt(pi / 2, acos(v)), [gt(v, 0), le(v, 1)]))
    within = instantiate(acute, {v: inner}, [forward, less])
    return [cosine, sine, forward, squares, above, less, beyond, within]


def on_the_circle_at(x: Any, known: Sequence[Theorem]) -> list[Theorem]:
    """The same at x, for which it is known that 0 < x < π/2 and μ ≤ 1."""
    found: list[Theorem] = []
    for theorem in on_the_circle():
        found.append(instantiate(theorem, {z: x}, [*known, *found]))
    return found


@cache
def bends() -> Theorem:
    """The second derivative of −arccos²(μ cos √q) at q = w > 0 is not negative, for √w < π/2 and μ ≤ 1."""
    x = sqrt(w)
    known = [gt(w, 0), lt(x, pi / 2), le(mu, 1)]
    root = combine(gt(x, 0), [(1, x)], facts=[known[0]])
    circle = on_the_circle_at(x, [root, *map(assume, known)])
    _, sine, _, _, above, less, beyond, within = circle
    far = height(x)
    positive_far = combine(gt(far, 0), [(1, beyond), (1, root)], facts=[above, less])
    below_pi = combine(lt(far, pi), [(1, within), (1, pi / 2)], facts=[above, less])
    far_sine = instantiate(sine_is_positive(), {z: far}, [positive_far, below_pi, above, less])
    falls = instantiate(
        curvature_falls(), {v: x, r: far}, [root, beyond, within, sine, far_sine, above, less, positive_far]
    )
    goal = ge(Deriv(Deriv(concave(s), s, r), r, w), 0)
    slope = far * mu * sin(x) / (sin(far) * x)
    weight = slope * sin(x) / cos(x) / (2 * x)
    facts: list[Any] = [*known, *circle, positive_far, far_sine, root]
    return instantiate(combine(goal, [(weight, falls)], facts=facts), {}, [*map(assume, known), *circle])


@cache
def below_tangent() -> Theorem:
    """R(σ)² − R(τ)² ≥ (R(σ)/sin R(σ)) μ (sin σ/σ)(σ² − τ²), R(x) = arccos(μ cos x), 0 < τ ≤ σ < π/2, 0 < μ ≤ 1.

    R² is a concave function of x², and below its tangent at σ².
    """
    inside = [le(tau, sigma), lt(sigma, pi / 2), le(mu, 1)]
    squares = combine(ge(sigma**2, tau**2), [(sigma + tau, assume(inside[0]))])

    here = sigma**2 + s * (tau**2 - sigma**2)
    share = [ge(s, 0), ge(1, s)]
    some = combine(gt(here, 0), [(1, tau**2), (assume(share[1]), squares)])
    most = combine(gt(pi**2 / 4, here), [(pi / 2 + sigma, assume(inside[1])), (s, squares)], facts=share)
    below = combine(gt(pi / 2, sqrt(here)), [(1 / (pi / 2 + sqrt(here)), most)], facts=[some])
    root = combine(gt(sqrt(here), 0), [(1, sqrt(here))], facts=[some])
    between = [some, below, root, *on_the_circle_at(sqrt(here), [root, below, some, assume(inside[2])])]

    def convex(goal: Relation, _: Symbol) -> Theorem:
        return combine(goal, [(1, instantiate(bends(), {w: here}, between))], facts=between)

    short = combine(lt(tau, pi / 2), [(1, assume(inside[0])), (1, assume(inside[1]))])
    known = [*map(assume, inside), short]
    points = [*on_the_circle_at(sigma, known), *on_the_circle_at(tau, known)]
    defined = [generalize(t, [s], share) for t in between]
    tangent = above_tangent(Lambda(w, concave(w)), sigma**2, tau**2, convex, discharge=[*points, *defined])
    far = height(sigma)
    above_zero = combine(gt(far, 0), [(1, points[6]), (1, sigma)], facts=points)
    below_pi = combine(lt(far, pi), [(1, points[7]), (1, pi / 2)], facts=points)
    sine = instantiate(sine_is_positive(), {z: far}, [above_zero, below_pi, *points])
    slope = far / sin(far) * mu * sin(sigma) / sigma
    goal = ge(far**2 - height(tau) ** 2, slope * (sigma**2 - tau**2))
    return combine(goal, [(1, tangent)], facts=[*points, sine, above_zero])


TURN = h * sin(2 * sigma)
REST = sqrt(sigma**2 - 2 * sigma * (1 - h) * TURN)
"""τ with σ² − τ² = 2σ(1 − η)b: at least |σ − b|, and positive."""
RATE, QUARTER = le(h, 1), lt(sigma, pi / 2)


@cache
def rest() -> list[Theorem]:
    """0 < τ ≤ σ and cos(σ − b) ≥ cos τ, for 0 < σ < π/2 and η ≤ 1: b ≤ 2ησ."""
    doubled = 2 * sigma
    below_pi = combine(lt(doubled, pi), [(2, assume(QUARTER))])
    sine = instantiate(sine_is_positive(), {z: doubled}, [below_pi])
    short = instantiate(sine_is_below(), {z: doubled})
    radicand = REST**2
    some = combine(gt(radicand, 0), [(sigma / 2, short), (2 * sigma * (h - Rational(1, 2)) ** 2, sine)])
    positive_rest = combine(gt(REST, 0), [(1, REST)], facts=[some])
    squares = combine(ge(sigma**2, radicand), [(2 * sigma * h * sin(doubled), assume(RATE))], facts=[sine])
    at_most = combine(le(REST, sigma), [(1 / (sigma + REST), squares)], facts=[some])
    less = combine(ge(2 * h * sigma, TURN), [(h, short)])
    inner = combine(ge(radicand, (sigma - TURN) ** 2), [(TURN, less)], facts=[sine])
    rest_below = combine(le(REST, pi), [(1, at_most), (1, assume(QUARTER)), (1, pi / 2)], facts=[some])
    sides = []
    for sign, case in ((1, ge(sigma - TURN, 0)), (-1, le(sigma - TURN, 0))):
        side = sign * (sigma - TURN)
        not_negative = combine(ge(side, 0), [(1, assume(case))])
        total = combine(gt(REST + side, 0), [(1, positive_rest), (1, not_negative)], facts=[some])
        within = combine(ge(REST, side), [(1 / (REST + side), inner)], facts=[some, total])
        falls = instantiate(cosine_falls(), {v: side, r: REST}, [not_negative, within, rest_below, some])
        sides.append(combine(ge(cos(sigma - TURN), cos(REST)), [(1, falls)], facts=[some]))
    closer = cases(sides, [ge(sigma - TURN, 0), le(sigma - TURN, 0)])
    return [some, positive_rest, at_most, instantiate(closer, {}, [some])]


@cache
def cosine_falls() -> Theorem:
    """cos v ≥ cos r for 0 ≤ v ≤ r ≤ π."""
    return certify(certificate(ge(cos(v), cos(r)), [ge(v, 0), le(v, r), le(r, pi)]))


@cache
def advance() -> Theorem:
    """√(1 − z²)(arccos² z − arccos² v) ≥ 4η(1 − η) z arccos z sin² σ, where v cos σ = z cos(σ − b), 0 < z ≤ cos σ.

    z and v are the cosines of the distances to p⋆ before and after the step b = η sin 2σ, sin² σ is the loss.
    """
    some, positive_rest, at_most, closer = rest()
    given = [gt(z, 0), le(z, cos(sigma)), eq(v * cos(sigma), z * cos(sigma - TURN)), le(v, 1)]
    cosine = combine(gt(cos(sigma), 0), [(1, assume(given[0])), (1, assume(given[1]))])
    sine = instantiate(sine_is_positive(), {z: sigma}, [combine(lt(sigma, pi), [(1, assume(QUARTER)), (1, pi / 2)])])
    squares = combine(
        gt(1 - z**2, 0), [(1, sin(sigma) ** 2), (cos(sigma) + z, assume(given[1]))], facts=[*given, cosine, sine]
    )
    above = combine(gt(1 + z, 0), [(1, assume(given[0])), (1, 1)])
    less = combine(gt(1 - z, 0), [(1 / (1 + z), squares)], facts=[above])
    ratio = z / cos(sigma)
    forward = combine(gt(ratio, 0), [(assume(given[0]), 1 / cos(sigma))], facts=[cosine])
    flat = combine(le(ratio, 1), [(1 / cos(sigma), assume(given[1]))], facts=[cosine])
    known = [forward, flat, cosine, some, positive_rest, at_most, above, less, squares, assume(QUARTER)]
    below_pi = combine(lt(sigma, pi), [(1, assume(QUARTER)), (1, pi / 2)])
    slower = instantiate(cosine_falls(), {v: REST, r: sigma}, [positive_rest, at_most, below_pi, some])
    end = z * cos(REST) / cos(sigma)
    kept = combine(ge(end, z), [(ratio, slower)], facts=known)
    reached = combine(ge(v, end), [(1 / cos(sigma), assume(given[2])), (ratio, closer)], facts=known)
    end_below = combine(le(end, 1), [(1, reached), (1, assume(given[3]))], facts=known)
    end_above = combine(ge(end, -1), [(1, kept), (1, above)], facts=known)
    after_above = combine(ge(v, -1), [(1, reached), (1, end_above)], facts=known)
    known += [end_below, end_above, after_above, assume(given[3])]
    tangent = instantiate(below_tangent(), {mu: ratio, tau: REST}, known)
    order = certify(certificate(ge(acos(r), acos(v)), [ge(r, -1), le(r, v), le(v, 1)]))
    nearer = instantiate(order, {r: end}, [*known, reached])
    arc = certify(certificate(ge(acos(v), 0), [ge(v, -1), le(v, 1)]))
    arcs = [instantiate(arc, {v: at}, known) for at in (end, v)]
    total = combine(ge(acos(end) + acos(v), 0), [(1, arcs[0]), (1, arcs[1])], facts=known)
    length = sqrt(1 - z**2)
    goal = ge(length * (acos(z) ** 2 - acos(v) ** 2), 4 * h * (1 - h) * z * acos(z) * sin(sigma) ** 2)
    return combine(goal, [(length, tangent), (length * (acos(end) + acos(v)), nearer)], facts=[*known, total])
