"""Condition (9): what minima of U_t satisfy, that they may be many, and that a strictly convex U_t may have none."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, acos, cos, exp, pi, sin, sqrt

from proofs.spheres.distance_gradient import APART, NOT_ANTIPODAL, UNIT, UNIT_Q, distance, logarithm, p, q
from proofs.spheres.implicit_update import NOT_UNIQUE, covariant
from proofs.spheres.lemma_7 import within_one
from verify.axioms import DEFINITE, SLOPE_AT_THE_END
from verify.claims import Claim
from verify.kernel import Theorem, assume, cases, cite, combine, generalize, identity, instantiate, witness
from verify.terms import (
    Deriv,
    Inner,
    eq,
    field,
    forall,
    function,
    ge,
    gt,
    le,
    ne,
    norm,
    positive,
    real,
    substitute,
    vector,
    vectors,
)

s, t, c = real("s t c")
eta, delta = positive("η δ")
V, u = vectors("V u")
L = field("L")


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[h for h in claim.given if h not in hypotheses])


# --- on the sphere --------------------------------------------------------------------------------------------------


def cost(x: Any) -> Expr:
    """U_t(x) = ½ dist(x, q)² + ηL(x), q = w_t, (7) with (8)."""
    return distance(x, q) ** 2 / 2 + eta * L(x)


def geodesic(s: Any) -> Expr:
    """The great circle of unit speed from p with velocity V."""
    return p * cos(s) + V * sin(s)


DIRECTION = [eq(Inner(V, V), 1), eq(Inner(p, V), 0)]
NEAR = [ge(s, 0), ge(delta, s)]
MINIMUM = forall([V, s], ge(cost(geodesic(s)), cost(p)), [*DIRECTION, *NEAR])
SIDES = [APART, NOT_ANTIPODAL]
RESIDUAL = logarithm(p, q) - eta * covariant(p)

STATIONARITY = Claim(
    "geometric_view/stationarity",
    at="(9)",
    printed="dD(w, w_t) = −Exp_w⁻¹w_t; the necessary condition for w_{t+1} to be a point of local minimum of U_t is "
    "Exp⁻¹_{w_{t+1}} w_t = η grad L_t(w_{t+1})",
    given=[UNIT, UNIT_Q, *SIDES, *DIRECTION, MINIMUM],
    states=[
        eq(Deriv(distance(geodesic(s), q) ** 2 / 2, s, 0), -Inner(logarithm(p, q), V)),
        eq(logarithm(p, q), eta * covariant(p)),
    ],
    rests_on=["spheres/distance-gradient"],
    reading=(
        "On the unit sphere of any dimension. p = w_{t+1} is a local minimum of U_t = ½ dist(·, q)² + ηL, q = w_t: U_t "
        "is not less than U_t(p) on the great circles from p up to some length δ > 0. L is differentiable and defined "
        "around the sphere, and grad L(p) = ∂L − ⟨∂L, p⟩p. Then (9) holds, with Exp_p⁻¹ q = θ(q − cos θ p)/sin θ, θ = "
        "dist(p, q) (spheres/distance-gradient). p ≠ ±q is a hypothesis: at q the formula for Exp⁻¹ is 0/0, at −q "
        "there is no one Exp⁻¹ and D is not differentiable, though the text says that it is."
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
    line = instantiate(cite(SLOPE_AT_THE_END), {function("f"): Lambda(s, gap)}, [level, *everywhere, *apart])
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


@STATIONARITY.proof
def along_the_residual(claim: Claim) -> list[Theorem]:
    """V = R/‖R‖ for R = Exp⁻¹ − η grad would give ‖R‖ ≤ 0."""
    slope, equal = claim.states
    units, apart = _known(claim)
    tangent = identity(eq(Inner(p, RESIDUAL), 0), using=units, facts=apart)
    square = Inner(RESIDUAL, RESIDUAL)
    moving = gt(square, 0)
    unit = RESIDUAL / norm(RESIDUAL)
    one = identity(eq(Inner(unit, unit), 1), facts=[moving, *apart])
    across = combine(eq(Inner(p, unit), 0), [(1 / norm(RESIDUAL), tangent)], facts=[moving, *apart])
    down = instantiate(_slope_is_not_negative(claim), {V: unit}, [one, across, assume(moving), *apart, *_defined(claim)])
    length = combine(le(norm(RESIDUAL), 0), [(1, down)], facts=[moving, *apart])
    small = combine(le(square, 0), [(norm(RESIDUAL), length)], facts=apart)
    between = combine(eq(c, 0), [(1, c)], facts=[ge(c, 0), le(c, 0)])
    large = combine(ge(square, 0), [(1, square)], facts=apart)
    never = instantiate(between, {c: square}, [small, large, *apart])
    still = instantiate(between, {c: square}, [large, *apart])
    none = instantiate(cases([never, still], [moving, le(square, 0)]), {}, [*apart, *_defined(claim)])
    zero = instantiate(cite(DEFINITE), {vector("x"): RESIDUAL}, [none, *apart])
    same = identity(eq(V + u, V), using=[eq(u, 0)])
    differs = [h for h in claim.given if h in (UNIT, UNIT_Q)]
    differential = identity(slope, using=[*differs, *DIRECTION], facts=apart)
    return [
        differential,
        instantiate(same, {u: RESIDUAL, V: equal.rhs}, [zero, *apart, *_defined(claim)]),
    ]
