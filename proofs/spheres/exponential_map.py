"""Exponential map (12): great circles are the geodesics of the unit sphere, in every dimension."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, S, Symbol, cos, sin

from numeric.manifolds import Sphere
from numeric.reference import sphere as reference
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import SPHERE_GEODESIC, sphere_exp
from verify.claims import Claim, Conformance, decided_by, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, Formula, Inner, eq, forall, gt, norm, real, vector, vectors
from verify.lemmas import at_value

h, s, q, r = real("h s q r")
p, V = vectors("p V")


def great_circle(p: Any, V: Any, s: Any) -> Expr:
    """γ(s) = p cos(s‖V‖) + V/‖V‖ sin(s‖V‖); Exp_p(V) as printed in (12) is γ(1)."""
    return p * cos(s * norm(V)) + V / norm(V) * sin(s * norm(V))


EXP_IS_ABSTRACT = (
    "Exp_p(V) is a constant of the language that an axiom speaks of; an exact instance cannot interpret it. The mutant "
    "contradicts the claim wherever the two right-hand sides differ."
)


def velocity(curve: Expr, s: Symbol, at: Any) -> Expr:
    """γ′(at)."""
    return Deriv(curve, s, at)


def acceleration(curve: Expr, s: Symbol, at: Any) -> Expr:
    """γ″(at)."""
    return Deriv(Deriv(curve, s, r), r, at)


UNIT, TANGENT, MOVING = eq(Inner(p, p), 1), eq(Inner(p, V), 0), gt(Inner(V, V), 0)
CIRCLE = great_circle(p, V, q)
U = vector("U")

ON_THE_SPHERE = eq(Inner(great_circle(p, V, s), great_circle(p, V, s)), 1)
STARTS_AT_P = forall(h, eq(great_circle(p, V, h), p), [eq(h, 0)])
STARTS_WITH_V = eq(velocity(CIRCLE, q, 0), V)
SPEED = eq(Inner(velocity(CIRCLE, q, s), velocity(CIRCLE, q, s)), Inner(V, V))
GEODESIC = forall([h, U], eq(Inner(acceleration(CIRCLE, q, h), U), 0), [eq(Inner(U, great_circle(p, V, h)), 0)])
ENDPOINT = eq(sphere_exp(p, V), great_circle(p, V, 1))

EXPONENTIAL_MAP = Claim(
    "spheres/exponential-map",
    at="(12)",
    says="Exp_p(V) = p cos‖V‖ + V/‖V‖ sin‖V‖ for any p in the unit sphere and V ≠ 0 in its tangent space at p",
    given=[UNIT, TANGENT, MOVING],
    states=[ON_THE_SPHERE, STARTS_AT_P, STARTS_WITH_V, SPEED, GEODESIC, ENDPOINT],
    reading=(
        "p is a unit vector and V a vector orthogonal to it, of an inner-product space of any finite dimension. The "
        "curve γ(s) = p cos(s‖V‖) + V/‖V‖ sin(s‖V‖) is on the sphere for all real s, starts at γ(0) = p with velocity "
        "V, has constant speed ‖V‖ (so a unit V gives unit speed) and is a geodesic: its acceleration is orthogonal "
        "to every tangent vector. Exp_p(V) is the end γ(1) of that geodesic. The printed formula is 0/0 at V = 0, "
        "so V ≠ 0 is a hypothesis here; see spheres/exponential-map-zero."
    ),
)


@EXPONENTIAL_MAP.proof
def great_circles_are_geodesics(claim: Claim) -> list[Theorem]:
    """Each part is an identity of bilinear forms; the axiom on geodesics of a sphere then gives Exp."""
    *parts, geodesic, endpoint = claim.states
    facts = [g for g in claim.given if g not in (UNIT, TANGENT)]
    equations = [g for g in claim.given if g in (UNIT, TANGENT)]
    known = [at_value(part, using=equations, facts=facts) for part in parts]
    known.append(_acceleration_is_normal(geodesic, equations, facts))
    on_sphere, _, with_v, _, normal = known
    axiom = instantiate(cite(SPHERE_GEODESIC), {vector("γ"): Lambda(q, CIRCLE)})
    reached = instantiate(axiom, {}, discharge=[generalize(on_sphere, [s]), normal, with_v])
    return [*known, identity(endpoint, using=[reached], facts=facts)]


def _acceleration_is_normal(goal: Any, equations: list[Formula], facts: list[Formula]) -> Theorem:
    """γ″ = −⟨V, V⟩ γ, so its product with a tangent vector vanishes."""
    (tangent,), product = goal.given, goal.body
    circle = great_circle(p, V, h)
    inward = identity(eq(Inner(acceleration(CIRCLE, q, h), U), -Inner(V, V) * Inner(U, circle)), equations, facts)
    vanishes = combine(product, [(1, inward), (-Inner(V, V), assume(tangent))])
    return generalize(vanishes, [h, U], [tangent])


@EXPONENTIAL_MAP.mutant("sign", at={p: (1, 0), V: (0, 1), s: 0})
def backwards(claim: Claim) -> Claim:
    """The curve that leaves with velocity −V."""
    wrong = p * cos(s * norm(V)) - V / norm(V) * sin(s * norm(V))
    return claim.replace(states=[*claim.states[:2], eq(velocity(wrong, s, 0), V), *claim.states[3:]])


fails_as(EXPONENTIAL_MAP,
    ("constant", [*EXPONENTIAL_MAP.states[:5], eq(sphere_exp(p, V), great_circle(p, V, Rational(1, 2)))],
        "Exp is reached at s = 1/2.", decided_by(undecided=EXP_IS_ABSTRACT)),
)  # fmt: skip


fails_without(EXPONENTIAL_MAP,
    (TANGENT, "V need not be orthogonal to p.", {p: (1, 0), V: (1, 1), s: 1}),
    (UNIT, "p need not be of length one.", {p: (2, 0), V: (0, 1), s: 0}),
)  # fmt: skip


EXPONENTIAL_MAP_ZERO = Claim(
    "spheres/exponential-map-zero",
    at="(12), V = 0",
    says="Exp_p(0) = p, where (12), stated for any tangent vector V, reads p + (0/0)·0",
    given=[UNIT],
    states=eq(sphere_exp(p, 0), p),
    reading="What (12) must mean at V = 0, where V/‖V‖ is undefined: the constant curve is the geodesic, Exp_p(0) = p.",
)


@EXPONENTIAL_MAP_ZERO.proof
def constant_curve(claim: Claim) -> Theorem:
    """The constant curve has no acceleration."""
    goal = claim.states[0]
    still = Lambda(q, p)
    axiom = instantiate(cite(SPHERE_GEODESIC), {vector("γ"): still, V: S.Zero})
    on_sphere = generalize(identity(eq(Inner(p, p), 1), using=list(claim.given)), [s])
    normal = generalize(identity(eq(Inner(acceleration(p, q, s), U), 0)), [s, U], [eq(Inner(U, p), 0)])
    at_rest = identity(eq(velocity(p, q, 0), 0))
    reached = instantiate(axiom, {}, discharge=[on_sphere, normal, at_rest])
    return identity(goal, using=[reached])


@EXPONENTIAL_MAP_ZERO.instance
def a_unit_vector() -> dict[Any, Any]:
    """p = (1, 0)."""
    return {p: (1, 0)}


fails_as(EXPONENTIAL_MAP_ZERO,
    ("constant", eq(sphere_exp(p, 0), -p), "Exp_p(0) is −p.", decided_by(undecided=EXP_IS_ABSTRACT)),
)  # fmt: skip


fails_without(EXPONENTIAL_MAP_ZERO, (UNIT, "p need not be on the sphere.", decided_by(undecided=EXP_IS_ABSTRACT)))


@EXPONENTIAL_MAP.conformance
def code_follows_great_circles() -> Iterator[Conformance]:
    """Random points in 2 to 50 dimensions, steps of length 1e-9 to 100."""
    rng, sphere = np.random.default_rng(8), Sphere()
    points = []
    for n in (2, 3, 10, 50):
        for size in (1e-9, 1e-3, 1.0, 3.0, 100.0):
            at = sphere.random_point(rng, n)
            points.append((at, size * sphere.projx(sphere.proju(at, rng.standard_normal(n)))))
    return conformance(
        points,
        formula=lambda x: value(great_circle(p, V, 1), _tangent_pair(*x)),
        code=lambda x: sphere.exp(*x),
        reference=lambda x: reference.exp(*x),
        ulps=3.0,
    )


def _tangent_pair(at: Any, step: Any) -> dict[Any, Any]:
    """The float point read as the unit vector, and the float step as the tangent vector, that they stand for."""
    unit = reference.projx(at)
    return {p: unit, V: reference.proju(unit, step)}
