"""Condition (9): what minima of U_t satisfy, on any manifold, on the sphere and in Rⁿ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, acos, cos, pi, sin

from numeric.manifolds import Sphere
from numeric.reference import sphere as reference
from proofs.spheres.distance_gradient import APART, NOT_ANTIPODAL, UNIT, UNIT_Q, distance, logarithm, p, q
from proofs.spheres.implicit_update import covariant
from verify.author.kernel import Theorem, assume, cases, certify, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE, SLOPE_AT_THE_END
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import (
    Deriv, Inner, eq, field, forall, ge, gt, le, lt, norm, partial, positive, real, substitute, vector, vectors,
)  # fmt: skip
from verify.lemmas.circular import arccosine_of_cosine, within_one
from verify.prover.proving import certificate

s, t, c = real("s t c")
eta, delta = positive("η δ")
V, u, x = vectors("V u x")
HALF = Rational(1, 2)
L = field("L")


UNIT_SPEED = eq(Inner(V, V), 1)
NEAR = [ge(s, 0), ge(delta, s)]


def without_a_fall(*across: Any) -> Theorem:
    """x = 0, if ⟨x, V⟩ ≤ 0 for every V with ‖V‖ = 1 and ⟨a, V⟩ = 0 for each a of `across`, and ⟨a, x⟩ = 0."""
    square, unit = Inner(x, x), x / norm(x)
    moving, tangent = gt(square, 0), [eq(Inner(a, V), 0) for a in across]
    no_fall = forall(V, le(Inner(x, V), 0), [UNIT_SPEED, *tangent])
    one = identity(eq(Inner(unit, unit), 1), facts=[moving])
    flat = [combine(eq(Inner(a, unit), 0), [(1 / norm(x), assume(eq(Inner(a, x), 0)))], facts=[moving]) for a in across]
    down = instantiate(assume(no_fall), [unit], [one, *flat])
    small = combine(le(square, 0), [(norm(x), down)], facts=[moving])
    between = combine(eq(c, 0), [(1, c)], facts=[ge(c, 0), le(c, 0)])
    large = combine(ge(square, 0), [(1, square)])
    still = instantiate(between, {c: square}, [large])
    none = cases([instantiate(still, {}, [small]), still], [moving, le(square, 0)])
    return instantiate(cite(DEFINITE), {vector("x"): x}, [none])


def equal_by_difference(goal: Any, zero: Theorem) -> Theorem:
    """a = b, from a − b = 0, for vectors."""
    same = identity(eq(V + u, V), using=[eq(u, 0)])
    return instantiate(same, {u: goal.lhs - goal.rhs, V: goal.rhs}, [zero])


# --- on any manifold ------------------------------------------------------------------------------------------------

toward, G = vectors("X G")
near, along = field("d"), field("ℓ")


def along_curves(u: Any) -> Expr:
    """U_t at the end of the curve with velocity u: D(χ(u), w_t) + ηL(χ(u))."""
    return near(u) + eta * along(u)


SLOPE_OF_D = forall(V, eq(Deriv(near(s * V), s, 0), -Inner(toward, V)))
SLOPE_OF_L = forall(V, eq(Deriv(along(s * V), s, 0), Inner(G, V)))
LEAST = forall([V, s], ge(along_curves(s * V), along_curves(0 * V)), [UNIT_SPEED, *NEAR])

STATIONARITY = Claim(
    "geometric_view/stationarity",
    at="(9)",
    printed="the necessary condition for w_{t+1} to be a point of local minimum of U_t is given by Exp⁻¹_{w_{t+1}} "
    "w_t = η grad L_t(w_{t+1})",
    given=[SLOPE_OF_D, SLOPE_OF_L, LEAST],
    states=eq(toward, eta * G),
    reading=(
        "On any manifold. χ(sV) = Exp_w(sV), or any other curves from w = w_{t+1} with the velocities V; d(u) = "
        "D(χ(u), w_t) and ℓ(u) = L_t(χ(u)) are differentiable. X = Exp_w⁻¹w_t is the velocity of the geodesic from w "
        "to w_t; that dD(w, w_t)(V) = −⟨X, V⟩ is a hypothesis, as the text cites it (Karcher, 1977) for D "
        "differentiable, which it is where w_t is off the cut locus of w; on the sphere and in Rⁿ it is computed in "
        "geometric_view/stationarity-sphere and geometric_view/stationarity-euclid. G = grad L_t(w). U_t = D(·, w_t) "
        "+ ηL_t, (7), is not less than at w on the curves with ‖V‖ = 1 up to some s = δ > 0, so within the distance δ "
        "of w: a local minimum; η > 0."
    ),
)


@STATIONARITY.proof
def no_slope_at_a_minimum(claim: Claim) -> Theorem:
    """The slope of U_t along V is ⟨ηG − X, V⟩ ≥ 0, for V = R/‖R‖ too, R = X − ηG, so that −‖R‖ ≥ 0."""
    inside = [ge(s, 0), ge(1, s)]
    short = [combine(ge(delta * s, 0), [(delta, assume(inside[0]))])]
    short.append(combine(ge(delta, delta * s), [(delta, assume(inside[1]))]))
    gap = along_curves(delta * s * V) - along_curves(0 * V)
    reached = [instantiate(assume(h), [V, delta * s], [assume(UNIT_SPEED), *short]) for h in claim.given if h == LEAST]
    level = generalize(combine(ge(gap, 0), [(1, h) for h in reached]), [s], inside)
    line = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(s, gap)})
    rises = instantiate(line, {}, [level, identity(eq(substitute(gap, {s: 0}), 0))])
    first = [instantiate(assume(h), [V]) for h in claim.given if h == SLOPE_OF_D]
    second = [instantiate(assume(h), [V]) for h in claim.given if h == SLOPE_OF_L]
    terms = [(1 / delta, rises), *((-1, h) for h in first), *((-eta, h) for h in second)]
    rest = toward - eta * G
    down = generalize(combine(le(Inner(rest, V), 0), terms), [V], [UNIT_SPEED])
    return equal_by_difference(claim.states[0], instantiate(without_a_fall(), {x: rest}, [down]))


r = real("r")
ONLY_NEARBY = {
    near: Lambda(r, (r - 1) ** 2 / 2),
    along: Lambda(r, r - r**4),
    **{toward: 1, G: 1, eta: 1, delta: HALF},
}
"""M = R, w_t = 1, L(w) = w − w⁴, η = 1: U_t = ½ + ½w² − w⁴ has a local minimum at w = 0, and is −12 + ½ at 2."""


def lowest_nearby() -> Theorem:
    """½(sv − 1)² + sv − (sv)⁴ ≥ ½ for v = ±1 and 0 ≤ s ≤ ½: the difference is s²(½ − s²)."""
    unit, inside = eq(r**2, 1), [ge(s, 0), ge(HALF, s)]
    short = combine(ge(HALF - s**2, 0), [(HALF + s, assume(inside[1])), (1, Rational(1, 4))], facts=inside)
    value = (s * r - 1) ** 2 / 2 + s * r - (s * r) ** 4
    both = [(s**2 * r**2, short), (-(s**4) * r**2, assume(unit))]
    return generalize(combine(ge(value, HALF), both), [r, s], [unit, *inside])


def slopes() -> list[Theorem]:
    """½(sv − 1)² has the slope −v and sv − (sv)⁴ the slope v."""
    first = identity(eq(Deriv(ONLY_NEARBY[near](s * r), s, 0), -r))
    second = identity(eq(Deriv(ONLY_NEARBY[along](s * r), s, 0), r))
    return [generalize(first, [r]), generalize(second, [r]), lowest_nearby()]


fails_as(STATIONARITY,
    ("constant", eq(toward, eta * G / 2), "½η.", ONLY_NEARBY, slopes),
    ("sign", eq(toward, -eta * G), "−η.", ONLY_NEARBY, slopes),
)  # fmt: skip


fails_without(STATIONARITY,
    (SLOPE_OF_D, "X may be anything.", ONLY_NEARBY | {toward: 3}, slopes),
    (SLOPE_OF_L, "G may be anything.", ONLY_NEARBY | {G: 3}, slopes),
    (LEAST, "w need not be a minimum.", ONLY_NEARBY | {eta: HALF}, slopes),
)  # fmt: skip


# --- on the sphere --------------------------------------------------------------------------------------------------


def cost(x: Any) -> Expr:
    """U_t(x) = ½ dist(x, q)² + ηL(x), q = w_t, (7) with (8)."""
    return distance(x, q) ** 2 / 2 + eta * L(x)


def geodesic(s: Any) -> Expr:
    """The great circle of unit speed from p with velocity V."""
    return p * cos(s) + V * sin(s)


DIRECTION = [UNIT_SPEED, eq(Inner(p, V), 0)]
MINIMUM = forall([V, s], ge(cost(geodesic(s)), cost(p)), [*DIRECTION, *NEAR])
SIDES = [APART, NOT_ANTIPODAL]
RESIDUAL = logarithm(p, q) - eta * covariant(p)

STATIONARITY_SPHERE = Claim(
    "geometric_view/stationarity-sphere",
    at="(9), M = Sⁿ",
    says="On the unit sphere dD(w, w_t) = −Exp_w⁻¹w_t, and where U_t has a local minimum Exp⁻¹_{w_{t+1}} w_t = "
    "η grad L_t(w_{t+1})",
    given=[UNIT, UNIT_Q, *SIDES, *DIRECTION, MINIMUM],
    states=[
        eq(Deriv(distance(geodesic(s), q) ** 2 / 2, s, 0), -Inner(logarithm(p, q), V)),
        eq(logarithm(p, q), eta * covariant(p)),
    ],
    rests_on=["spheres/distance-gradient"],
    reading=(
        "On the unit sphere of any dimension, with dD computed and not cited. p = w_{t+1} is a local minimum of U_t = "
        "½ dist(·, q)² + ηL, q = w_t: U_t is not less than U_t(p) on the great circles from p up to some length δ > 0. "
        "L is differentiable and defined around the sphere, and grad L(p) = ∂L − ⟨∂L, p⟩p. Then (9) holds, with "
        "Exp_p⁻¹ q = θ(q − cos θ p)/sin θ, θ = dist(p, q) (spheres/distance-gradient). p ≠ ±q is a hypothesis: at q "
        "the formula for Exp⁻¹ is 0/0, at −q there is no one Exp⁻¹ and D is not differentiable, though the text says "
        "that it is."
    ),
)


def _known(claim: Claim) -> tuple[list[Any], list[Theorem]]:
    """That p and q are unit vectors, and that −1 < ⟨p, q⟩ < 1."""
    sides = [assume(h) for h in claim.given if h in SIDES]
    strict = combine(gt(1 - Inner(p, q) ** 2, 0), [(sides[0], sides[-1])])
    return [h for h in claim.given if h in (UNIT, UNIT_Q)], [*sides, strict]


def _slope_is_not_negative(claim: Claim) -> Theorem:
    """⟨Exp⁻¹ − η grad, V⟩ ≤ 0 for unit tangent vectors V: U_t does not fall along γ(δs)."""
    units, apart = _known(claim)
    place = geodesic(delta * s)
    gap = cost(place) - cost(p)
    length = identity(eq(Inner(place, place), 1), using=[*units, *DIRECTION])
    within = within_one(place, q, [length, *(assume(h) for h in units if h == UNIT_Q)])
    inside = [ge(s, 0), ge(1, s)]
    near = [combine(ge(delta * s, 0), [(delta, assume(inside[0]))])]
    near.append(combine(ge(delta, delta * s), [(delta, assume(inside[1]))]))
    direction = [assume(h) for h in DIRECTION]
    schemas = [h for h in claim.given if h == MINIMUM]
    reached = [instantiate(assume(h), [V, delta * s], [*direction, *near, *within, *apart]) for h in schemas]
    never = combine(ge(gap, 0), [(1, h) for h in reached], facts=[*within, *apart])
    level = generalize(never, [s], inside)
    everywhere = [generalize(h, [s], inside) for h in within]
    line = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(s, gap)}, [level, *everywhere, *apart])
    nothing = identity(eq(substitute(gap, {s: 0}), 0), facts=apart)
    rises = instantiate(line, {}, [nothing, level, *everywhere, *apart])
    goal = le(Inner(RESIDUAL, V), 0)
    falls = combine(goal, [(1 / delta, rises)], using=[*units, *DIRECTION], facts=apart)
    return instantiate(falls, {}, _defined(claim))


def _defined(claim: Claim) -> list[Theorem]:
    """U_t is defined on all the great circles."""
    units = [h for h in claim.given if h in (UNIT, UNIT_Q)]
    there = identity(eq(Inner(geodesic(s), geodesic(s)), 1), using=[*units, *DIRECTION])
    within = within_one(geodesic(s), q, [there, *(assume(h) for h in units if h == UNIT_Q)])
    return [generalize(h, [V, s], [*DIRECTION, *NEAR]) for h in within]


@STATIONARITY_SPHERE.proof
def along_the_residual(claim: Claim) -> list[Theorem]:
    """V = R/‖R‖ for R = Exp⁻¹ − η grad would give ‖R‖ ≤ 0."""
    slope, equal = claim.states
    units, apart = _known(claim)
    tangent = identity(eq(Inner(p, RESIDUAL), 0), using=units, facts=apart)
    down = generalize(_slope_is_not_negative(claim), [V], DIRECTION)
    zero = instantiate(without_a_fall(p), {x: RESIDUAL}, [down, tangent, *apart, *_defined(claim)])
    differential = identity(slope, using=[*units, *DIRECTION], facts=apart)
    return [differential, equal_by_difference(equal, zero)]


QUARTER = {p: (0, 1), q: (1, 0), V: (1, 0), eta: 1, delta: 1}


ABOVE_THE_POLE = QUARTER | {L: Lambda((s, t), pi / 2 * s)}
"""q = (1, 0), and L(a, b) = πa/2, which balances ½ dist² at p = (0, 1)."""


def least_at_the_pole() -> list[Theorem]:
    """V = (±1, 0): ½(π/2 ∓ s)² ± (π/2) sin s ≥ π²/8 for 0 ≤ s ≤ 1."""
    one, two = real("V₁ V₂")
    square, level, inside = eq(one**2 + two**2, 1), eq(two, 0), [ge(s, 0), ge(1, s)]
    height = one * sin(s)
    goals = [ge(acos(height) ** 2 / 2 + pi / 2 * height, pi**2 / 8), ge(1 - height, 0), ge(1 + height, 0)]
    parts = [_on_one_side(sign, [eq(one, sign), square, level], goals) for sign in (1, -1)]
    whole = [cases(pair, [ge(one, 0), le(one, 0)]) for pair in zip(*parts, strict=True)]
    defined = whole[1:]
    return [generalize(instantiate(h, {}, defined), [one, two, s], [square, level, *inside]) for h in whole]


def _on_one_side(sign: int, fixes: list[Any], goals: list[Any]) -> list[Theorem]:
    """The goals where V₁ has this sign, so is ±1; arccos(± sin s) = π/2 ∓ s."""
    fix, square, level = fixes
    one, inside = fix.lhs, [ge(s, 0), ge(1, s)]
    away = combine(gt(1 + sign * one, 0), [(1, 1), (1, assume(ge(sign * one, 0)))])
    fixed = combine(fix, [(1 / (one + sign), assume(square))], using=[level], facts=[away, *_nonzero(sign, one, away)])
    sines = [certify(certificate(ge(1 - k * sign * sin(s), 0), inside)) for k in (1, -1)]
    short = combine(ge(pi / 2 - s, 0), [(1, pi / 2 - 1), (1, assume(inside[1]))])
    long = combine(ge(pi / 2 + s, 0), [(1, pi / 2), (1, assume(inside[0]))])
    first, last = (short, long) if sign == 1 else (long, short)
    angle = pi / 2 - sign * s
    ends = [combine(ge(angle, 0), [(1, first)]), combine(ge(pi, angle), [(1, last)])]
    cosine = identity(eq(sign * sin(s), cos(angle)))
    found = arccosine_of_cosine(sign * sin(s), angle, [cosine, *ends, *sines])
    least = certify(certificate(ge(angle**2 / 2 + sign * pi / 2 * sin(s), pi**2 / 8), inside))
    factor = (acos(sign * sin(s)) + angle) / 2
    whole = combine(goals[0], [(1, least), (factor, found)], using=[fixed], facts=sines)
    return [whole, *(combine(goal, [(1, h)], using=[fixed]) for goal, h in zip(goals[1:], sines, strict=True))]


def _nonzero(sign: int, one: Any, away: Theorem) -> list[Theorem]:
    """±1 + V₁ ≠ 0."""
    return [combine((gt if sign == 1 else lt)(one + sign, 0), [(1, away)])]


fails_as(STATIONARITY_SPHERE,
    ("sign", [STATIONARITY_SPHERE.states[0], eq(logarithm(p, q), -eta * covariant(p))], "Exp⁻¹ = −η grad.",
        ABOVE_THE_POLE, least_at_the_pole),
    ("constant", [
            eq(2 * STATIONARITY_SPHERE.states[0].lhs, STATIONARITY_SPHERE.states[0].rhs),
            STATIONARITY_SPHERE.states[1],
        ], "D = dist².", ABOVE_THE_POLE, least_at_the_pole),
)  # fmt: skip


fails_without(STATIONARITY_SPHERE, (MINIMUM, "p need not be a minimum.", QUARTER | {L: Lambda((s, t), s)}))


# --- in Rⁿ ----------------------------------------------------------------------------------------------------------

w, old = vectors("w o")


def flat_cost(x: Any) -> Expr:
    """½‖x − w_t‖² + ηL(x)."""
    return Inner(x - old, x - old) / 2 + eta * L(x)


FLAT_MINIMUM = forall([V, s], ge(flat_cost(w + s * V), flat_cost(w)), [UNIT_SPEED, *NEAR])

STATIONARITY_EUCLID = Claim(
    "geometric_view/stationarity-euclid",
    at="(9), M = Rⁿ",
    says="In Rⁿ, where U_t has a local minimum, w_t − w_{t+1} = η ∂L_t(w_{t+1})",
    given=[FLAT_MINIMUM],
    states=[
        eq(Deriv(Inner(w + s * V - old, w + s * V - old) / 2, s, 0), -Inner(old - w, V)),
        eq(old - w, eta * L.gradient(w)),
    ],
    reading=(
        "The same in Rⁿ, every n, for a differentiable L: if U_t = ½‖· − w_t‖² + ηL is not less than at w = w_{t+1} in "
        "the ball of some radius δ > 0 around w, the points w + sV with ‖V‖ = 1 and 0 ≤ s ≤ δ, then w_t − w = η∂L(w); "
        "o = w_t."
    ),
)


@STATIONARITY_EUCLID.proof
def against_the_residual(claim: Claim) -> list[Theorem]:
    """The slope of U_t along V is ⟨w − w_t + η∂L, V⟩ ≥ 0, for V = R/‖R‖ too, R = w_t − w − η∂L."""
    slope, equal = claim.states
    inside = [ge(s, 0), ge(1, s)]
    near = [combine(ge(delta * s, 0), [(delta, assume(inside[0]))])]
    near.append(combine(ge(delta, delta * s), [(delta, assume(inside[1]))]))
    gap = flat_cost(w + delta * s * V) - flat_cost(w)
    speed = assume(UNIT_SPEED)
    reached = [instantiate(assume(h), [V, delta * s], [speed, *near]) for h in claim.given if h == FLAT_MINIMUM]
    level = generalize(combine(ge(gap, 0), [(1, h) for h in reached]), [s], inside)
    line = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): Lambda(s, gap)})
    rises = instantiate(line, {}, [level, identity(eq(substitute(gap, {s: 0}), 0))])
    rest = old - w - eta * L.gradient(w)
    down = generalize(combine(le(Inner(rest, V), 0), [(1 / delta, rises)]), [V], [UNIT_SPEED])
    return [identity(slope), equal_by_difference(equal, instantiate(without_a_fall(), {x: rest}, [down]))]


BELOW_ONE = {w: 0, old: 1, eta: 1, delta: HALF, L: Lambda(r, r - r**4), V: 1}
"""The instance of geometric_view/stationarity: a minimum nearby, and not of the whole line."""


def lowest_around() -> list[Theorem]:
    """As on any manifold."""
    return [lowest_nearby()]


fails_as(STATIONARITY_EUCLID,
    ("constant", [STATIONARITY_EUCLID.states[0], eq(old - w, 2 * eta * L.gradient(w))], "2η.", BELOW_ONE,
        lowest_around),
    ("sign", [STATIONARITY_EUCLID.states[0], eq(old - w, -eta * L.gradient(w))], "−η.", BELOW_ONE, lowest_around),
)  # fmt: skip


fails_without(STATIONARITY_EUCLID, (FLAT_MINIMUM, "w need not be a minimum.", BELOW_ONE | {old: 2}))


@STATIONARITY_SPHERE.conformance
def code_follows_the_logarithm() -> Iterator[Conformance]:
    """Exp_p⁻¹ q on the unit sphere in 2 to 50 dimensions, far and close."""
    rng, sphere = np.random.default_rng(9), Sphere()
    points = [(sphere.random_point(rng, n), sphere.random_point(rng, n)) for n in (2, 3, 10, 50) for _ in range(4)]
    return conformance(
        points,
        formula=lambda pair: value(logarithm(p, q), dict(zip((p, q), map(reference.projx, pair), strict=True))),
        code=lambda pair: sphere.log(*pair),
        reference=lambda pair: reference.log(*pair),
        ulps=16.0,
    )
