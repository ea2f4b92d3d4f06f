"""Implicit update (9): what critical points of U_t satisfy, and that they may be many."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational, acos, cos, pi, sqrt

from numeric.learners.implicit import implicit_scale_invariant
from numeric.manifolds import Sphere
from numeric.reference import implicit as reference
from numeric.reference.sphere import projx
from proofs.spheres.distance_gradient import APART, NOT_ANTIPODAL, UNIT, UNIT_Q, distance, logarithm, p, q
from proofs.spheres.gradient import gradient, loss
from verify.author.kernel import Theorem, assume, certify, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, Conformance, decided_by, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, Inner, eq, field, forall, ge, gt, le, positive, real, vector, vectors
from verify.lemmas.circular import arccosine_is_at_most_pi, arccosine_is_not_negative, arccosine_of_cosine, within_one
from verify.prover.proving import certificate

s, z = real("s z")
V, u, x = vectors("V u x")
eta = positive("η")
L = field("L")


def covariant(p: Any) -> Expr:
    """grad L(p), the part of the flat gradient that is tangent at p."""
    return L.gradient(p) - Inner(L.gradient(p), p) * p


def differential(V: Any) -> Expr:
    """dU_t(p)(V) for U_t = ½ dist(·, p_t)² + η L, with q = p_t and dL(p)(V) = ⟨∇L(p), V⟩."""
    return Deriv(distance(p + s * V, q) ** 2 / 2, s, 0) + eta * Inner(L.gradient(p), V)


CRITICAL = forall(V, eq(differential(V), 0), [eq(Inner(p, V), 0)])
RESIDUAL = logarithm(p, q) - eta * covariant(p)

IMPLICIT_UPDATE = Claim(
    "spheres/implicit-update",
    at="(9)",
    printed="dU_t(p)(V) = … = 0, for any tangent vector V … Let p_{t+1} be a point of minimum of U_t. Then "
    "Exp_{p_{t+1}}⁻¹ p_t = η grad L_t(p_{t+1})",
    given=[UNIT, UNIT_Q, APART, NOT_ANTIPODAL, CRITICAL],
    states=eq(logarithm(p, q), eta * covariant(p)),
    rests_on=["spheres/distance-gradient"],
    reading=(
        "On the unit sphere of any dimension, p = p_{t+1} is a critical point of U_t = ½ dist(·, q)² + ηL, q = p_t, "
        "for a differentiable L that is defined around the sphere: the derivative dU_t(p)(V), that of ½ dist² along p "
        "+ sV and η⟨∇L(p), V⟩, vanishes for every tangent V. Then (9) holds, with Exp_p⁻¹ q of "
        "spheres/distance-gradient and grad L the tangent part of ∇L. p ≠ ±q is a hypothesis: at −q, U_t is not "
        "differentiable. That a minimum is a critical point is Fermat's theorem."
    ),
)


@IMPLICIT_UPDATE.proof
def only_zero_is_orthogonal_to_itself(claim: Claim) -> Theorem:
    """D = Exp⁻¹ − η grad is tangent, and ⟨D, D⟩ = −dU_t(D) = 0."""
    sides = [assume(g) for g in claim.given if g in (APART, NOT_ANTIPODAL)]
    units = [g for g in claim.given if g in (UNIT, UNIT_Q)]
    apart = [*sides, combine(gt(1 - Inner(p, q) ** 2, 0), [(sides[0], sides[-1])])]
    critical = [g for g in claim.given if g == CRITICAL]
    tangent = identity(eq(Inner(p, RESIDUAL), 0), using=units, facts=apart)
    still = [instantiate(assume(g), [RESIDUAL], [tangent, *apart]) for g in critical]
    square = combine(eq(Inner(RESIDUAL, RESIDUAL), 0), [(-1, t) for t in still], using=units, facts=apart)
    nothing = instantiate(cite(DEFINITE), {x: RESIDUAL}, [square, *apart])
    right = eta * covariant(p)
    equal = identity(eq(V + u, V), using=[eq(u, 0)])
    return instantiate(equal, {u: RESIDUAL, V: right}, [nothing, *apart])


# --- not unique -----------------------------------------------------------------------------------------------------

RATE = pi / 4
ROOT = sqrt(2) / 2
PLUS, MINUS = ROOT * (x + u), ROOT * (x - u)
w, W = vectors("w W")


def cost_of_data(w: Any) -> Expr:
    """U_t(w) for the loss ⟨w, x⟩², p_t = x and η = π/4."""
    return distance(w, x) ** 2 / 2 + RATE * loss(w, x)


ORTHONORMAL = [eq(Inner(x, x), 1), eq(Inner(u, u), 1), eq(Inner(x, u), 0)]
ON_SPHERE = eq(Inner(w, w), 1)

ENDS = {vector("p⁺"): PLUS, vector("p⁻"): MINUS}

NOT_UNIQUE = Claim(
    "spheres/implicit-update-not-unique",
    at="section 5, after (10)",
    printed="Note that (9) does not necessarily define p_{t+1} uniquely",
    given=[*ORTHONORMAL, ON_SPHERE],
    where=ENDS,
    states=[
        eq(logarithm(PLUS, x), RATE * gradient(PLUS, x)),
        eq(logarithm(MINUS, x), RATE * gradient(MINUS, x)),
        gt(Inner(PLUS - MINUS, PLUS - MINUS), 0),
        ge(cost_of_data(w), cost_of_data(PLUS)),
        ge(cost_of_data(w), cost_of_data(MINUS)),
    ],
    rests_on=["spheres/implicit-update", "spheres/gradient"],
    reading=(
        "An exact instance in every dimension from 2: the loss (8), p_t = x, η = π/4, u any unit vector orthogonal to "
        "x. p⁺ = (x + u)/√2 and p⁻ = (x − u)/√2 both satisfy (9), differ, and both are minima of U_t over all unit "
        "vectors w. As u is arbitrary, the minima are a whole sphere about p_t from dimension 3."
    ),
)


@NOT_UNIQUE.proof
def an_eighth_of_a_turn(claim: Claim) -> list[Theorem]:
    """At the angle θ from x, (9) reads θ = η sin 2θ, and U_t = ½θ² + η cos² θ; θ = π/4 solves it and is the minimum."""
    first, second, apart, *minima = claim.states
    units = [g for g in claim.given if g in ORTHONORMAL]
    solved = [_solves(goal, end, units) for goal, end in ((first, PLUS), (second, MINUS))]
    differ = combine(apart, [(1, 2)], using=units)
    range_of = [ge(z, 0), le(z, pi)]
    angle = z**2 / 2 + RATE * cos(z) ** 2
    least = certify(certificate(ge(angle, RATE**2 / 2 + RATE / 2), range_of))
    known = [g for g in claim.given if g in (ORTHONORMAL[0], ON_SPHERE)]
    within = within_one(w, x, [assume(g) for g in known])
    bounds = [lemma(Inner(w, x), within) for lemma in (arccosine_is_not_negative, arccosine_is_at_most_pi)]
    everywhere = instantiate(least, {z: distance(w, x)}, [*bounds, *within])
    ends = zip(minima, (PLUS, MINUS), strict=True)
    return [*solved, differ, *(_is_least(goal, end, everywhere, units, within) for goal, end in ends)]


def _eighth(end: Any, units: list[Any]) -> tuple[Theorem, list[Theorem]]:
    """arccos⟨end, x⟩ = π/4, and that |⟨end, x⟩| < 1."""
    cosine = identity(eq(Inner(end, x), cos(pi / 4)), using=units)
    within = [combine(ge(1 + sign * Inner(end, x), 0), [(1, 1 + sign * ROOT), (sign, cosine)]) for sign in (1, -1)]
    known = [*within, combine(gt(1 - Inner(end, x) ** 2, 0), [(1, Rational(1, 2))], using=units)]
    return arccosine_of_cosine(Inner(end, x), pi / 4, [cosine, *known]), known


def _solves(goal: Any, end: Any, units: list[Any]) -> Theorem:
    """The difference of the two sides of (9) has length 0."""
    angle, known = _eighth(end, units)
    rest = goal.lhs - goal.rhs
    square = combine(eq(Inner(rest, rest), 0), [(distance(end, x) - pi / 4, angle)], using=units, facts=known)
    nothing = instantiate(cite(DEFINITE), {vector("x"): rest}, [square, *known])
    equal = identity(eq(V + W, V), using=[eq(W, 0)])
    return instantiate(equal, {W: rest, V: goal.rhs}, [nothing, *known])


def _is_least(goal: Any, end: Any, everywhere: Theorem, units: list[Any], within: list[Theorem]) -> Theorem:
    """U_t(w) ≥ ½(π/4)² + π/8 = U_t(end)."""
    angle, known = _eighth(end, units)
    weight = -(distance(end, x) + pi / 4) / 2
    return combine(goal, [(1, everywhere), (weight, angle)], using=units, facts=[*within, *known])


AXES = {x: (1, 0), u: (0, 1), w: (ROOT, ROOT)}


@NOT_UNIQUE.mutant("constant", at=AXES)
def other_angle(claim: Claim) -> Claim:
    """(3/5)x + (4/5)u, at another angle from x, in the place of (x + u)/√2."""
    wrong = Rational(3, 5) * x + Rational(4, 5) * u
    return claim.replace(states=[eq(logarithm(wrong, x), RATE * gradient(wrong, x)), *claim.states[1:]])


fails_as(NOT_UNIQUE,
    ("sign", [eq(logarithm(PLUS, x), -RATE * gradient(PLUS, x)), *NOT_UNIQUE.states[1:]],
        "The gradient with the other sign.", AXES),
)  # fmt: skip


fails_without(NOT_UNIQUE,
    (ORTHONORMAL[2], "u need not be orthogonal to x.", AXES | {u: (-Rational(3, 5), Rational(4, 5))}),
    (ORTHONORMAL[1], "u need not be a unit vector: it may vanish.", AXES | {u: (0, 0)}),
    (ORTHONORMAL[0], "x need not be a unit vector.", {x: (Rational(1, 2), 0), u: (0, 1), w: (1, 0)}),
)  # fmt: skip


@IMPLICIT_UPDATE.conformance
def code_solves_the_equation() -> Iterator[Conformance]:
    """One implicit step for the loss (8) from random points, against the root of (9) on the great circle."""
    rng, sphere = np.random.default_rng(16), Sphere()
    points = []
    for n in (2, 3, 10):
        for rate in (0.01, 0.3, 2.0):
            points.append((sphere.random_point(rng, n), sphere.random_point(rng, n), rate))
    return conformance(
        points,
        formula=_root_of_nine,
        code=lambda at: implicit_scale_invariant(*at).point,
        reference=lambda at: reference.scale_invariant(*at),
        ulps=8.0,
    )


def _root_of_nine(at: Any) -> Any:
    """The point of the great circle at which Exp⁻¹ = η grad, the two sides of the claim: by its angle from p_t."""
    start, data, rate = at
    old, target = projx(start), projx(data)
    sign = 1 if mp.fdot(old, target) >= 0 else -1
    along = [sign * t for t in target]
    height = mp.asin(mp.fdot(old, along))
    away = projx([t * mp.fdot(old, along) - a for t, a in zip(old, along, strict=True)])

    def at_angle(t: Any) -> list[Any]:
        return [mp.cos(t) * a + mp.sin(t) * b for a, b in zip(old, away, strict=True)]

    def residual(t: Any) -> Any:
        new = at_angle(t)
        values = {p: new, q: old, x: target, eta: rate}
        forward = [mp.cos(t) * b - mp.sin(t) * a for a, b in zip(old, away, strict=True)]
        gap = value(logarithm(p, q) - eta * gradient(p, x), values)
        return mp.fdot(gap, forward)

    return at_angle(mp.findroot(residual, (height / 1000, height), solver="anderson", tol=mp.mpf(10) ** -110))


# --- what the hypotheses of (9) are for ------------------------------------------------------------------------------

SQUARE = {
    p: (ROOT, ROOT),
    q: (1, 0),
    L: Lambda(real("v w"), real("v") ** 2),
    eta: RATE,
}
"""L(v, w) = v², the loss for x = (1, 0), at the solution of above."""


def critical_on_the_circle() -> list[Theorem]:
    """The derivative of U_t along p + sV, (√2 − √2)π V₁/4, vanishes."""
    one, two = real("a b")
    orthogonal = eq(ROOT * one + ROOT * two, 0)
    distance = Deriv(acos(ROOT + s * one) ** 2 / 2, s, 0)
    slope = Deriv(s**2, s, ROOT)
    return [generalize(identity(eq(distance + RATE * slope * one, 0)), [one, two], [orthogonal])]


fails_as(IMPLICIT_UPDATE,
    ("sign", eq(logarithm(p, q), -eta * covariant(p)), "−η grad.", SQUARE, critical_on_the_circle),
    ("constant", eq(logarithm(p, q), 2 * eta * covariant(p)), "2η grad.", SQUARE, critical_on_the_circle),
)  # fmt: skip


fails_without(IMPLICIT_UPDATE,
    (CRITICAL, "p need not be a critical point.", SQUARE | {eta: 1}),
    (UNIT_Q, "q need not be a unit vector: true too, as an identity of the formulas.",
        decided_by(proof=only_zero_is_orthogonal_to_itself)),
)  # fmt: skip
