"""Section 5: the differential of ½ dist(·, q)² at p is −⟨Exp_p⁻¹ q, ·⟩, on the sphere and in Rⁿ."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Tuple, acos, cos, pi, sin, sqrt

from numeric.manifolds import Sphere
from numeric.reference import sphere as reference
from numeric.reference.sphere import projx
from proofs.spheres.exponential_map import ENDPOINT, EXPONENTIAL_MAP, V, great_circle
from proofs.spheres.lemma_7_sign import sine_is_positive, z
from verify.author.kernel import Theorem, assume, cases, cite, combine, identity, instantiate, witness
from verify.axioms import DEFINITE, sphere_exp
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, Formula, Inner, Vec, VecHead, eq, ge, gt, le, lt, norm, real, vector, vectors
from verify.lemmas.circular import arccosine_is_positive, arccosine_of_cosine

s, w = real("s w")
p, q = vectors("p q")
EUCLID = p.args[1]


def curve(s: Any) -> Vec:
    """γ(s), any differentiable curve of the ambient space."""
    return Vec(VecHead("γ"), EUCLID, s)


VELOCITY = Deriv(curve(s), s, 0)
"""γ′(0)."""


def distance(p: Any, q: Any) -> Expr:
    """The distance arccos⟨p, q⟩ of two unit vectors on the sphere."""
    return acos(Inner(p, q))


def logarithm(p: Any, q: Any) -> Expr:
    """Exp_p⁻¹ q = θ (q − cos θ p)/sin θ with θ = arccos⟨p, q⟩, for 0 < θ < π."""
    theta = distance(p, q)
    return theta / sin(theta) * (q - cos(theta) * p)


AT_START = [gt(1 - Inner(curve(0), q), 0), gt(1 + Inner(curve(0), q), 0)]
UNIT, UNIT_Q = eq(Inner(p, p), 1), eq(Inner(q, q), 1)
APART, NOT_ANTIPODAL = gt(1 - Inner(p, q), 0), gt(1 + Inner(p, q), 0)
STARTS, TANGENT = eq(curve(0), p), eq(Inner(p, VELOCITY), 0)

DIFFERENTIAL = "dU_t(p)(V) = dΔ(p, p_t)(V) + η dL_t(p)(V) = ⟨−Exp_p⁻¹ p_t, V⟩_g + η⟨grad L_t(p), V⟩_g = 0, for any "
"tangent vector V"
"""What section 5 prints of the differential of Δ = ½ dist²."""

DISTANCE_GRADIENT = Claim(
    "spheres/distance-gradient",
    at="section 5",
    printed=DIFFERENTIAL,
    given=[UNIT, UNIT_Q, APART, NOT_ANTIPODAL, STARTS, TANGENT],
    where={vector("L"): logarithm(p, q)},
    states=[
        eq(Deriv(distance(curve(s), q) ** 2 / 2, s, 0), -Inner(logarithm(p, q), VELOCITY)),
        eq(Inner(logarithm(p, q), p), 0),
        eq(Inner(logarithm(p, q), logarithm(p, q)), distance(p, q) ** 2),
        eq(sphere_exp(p, logarithm(p, q)), q),
    ],
    rests_on=["spheres/exponential-map"],
    reading=(
        "The first terms of the sums: dΔ(p, p_t)(V) = ⟨−Exp_p⁻¹ p_t, V⟩, Δ = ½ dist². "
        "On the unit sphere of any dimension, q = p_t ≠ ±p. Along every differentiable curve from p with velocity "
        "γ′(0) tangent at p, ½ dist(·, q)² has the derivative −⟨L, γ′(0)⟩, with L = θ(q − cos θ p)/sin θ, θ = dist(p, "
        "q), which the formula writes with cos θ = ⟨p, q⟩ and sin θ = √(1 − ⟨p, q⟩²). This L is "
        "Exp_p⁻¹ q: it is tangent, of length θ < π, and Exp_p(L) = q. At q = −p there is no one L "
        "(spheres/distance-gradient-antipode); at q = p both sides are 0, and the formula for L is 0/0. Other "
        "manifolds are not decided here, but Rⁿ is (spheres/distance-gradient-euclid)."
    ),
)

DISTANCE_GRADIENT_EUCLID = Claim(
    "spheres/distance-gradient-euclid",
    at="section 5, M = Rⁿ",
    printed=DIFFERENTIAL,
    given=[STARTS],
    states=eq(Deriv(Inner(curve(s) - q, curve(s) - q) / 2, s, 0), -Inner(q - p, VELOCITY)),
    reading=(
        "The first terms of the sums, dΔ(p, p_t)(V) = ⟨−Exp_p⁻¹ p_t, V⟩, in Rⁿ, where Exp_p(V) = p + V and so "
        "Exp_p⁻¹ p_t = p_t − p: for all p and q = p_t, along every differentiable curve from p."
    ),
)


@DISTANCE_GRADIENT.proof
def arccosine_rule(claim: Claim) -> list[Theorem]:
    """d arccos⟨γ, q⟩ = −⟨T, q⟩/sin θ, and ⟨p, T⟩ = 0; (12) at L has the angle ‖L‖ = θ."""
    slope, tangency, length = claim.states[:3]
    sides = [assume(g) for g in claim.given if g in (APART, NOT_ANTIPODAL)]
    units = [g for g in claim.given if g in (UNIT, UNIT_Q)]
    through = [g for g in claim.given if g in (STARTS, TANGENT)]
    apart = [*sides, combine(gt(1 - Inner(p, q) ** 2, 0), [(sides[0], sides[-1])])]
    start = [g for g in through if g == STARTS]
    moved = [combine(g, [(1, t)], using=start) for g, t in zip(AT_START, sides * (2 // len(sides)), strict=True)]
    differential = identity(slope, using=[*through, *units], facts=[*apart, *moved])
    tangent = identity(tangency, using=units, facts=apart)
    square = identity(length, using=units, facts=apart)
    log, theta = logarithm(p, q), distance(p, q)
    positive = arccosine_is_positive(Inner(p, q), apart)
    moving = combine(gt(Inner(log, log), 0), [(positive, positive), (1, square)], facts=apart)
    printed = assume(eq(sphere_exp(p, V), great_circle(p, V, 1)))
    by_angle = identity(
        eq(sphere_exp(p, V), p * cos(w) + V * sin(w) / w),
        using=[printed, eq(Inner(V, V), w**2)],
        facts=[gt(w, 0)],
    )
    endpoint = instantiate(EXPONENTIAL_MAP.theorem(ENDPOINT), {V: log}, [tangent, moving, *apart, *map(assume, units)])
    end = instantiate(by_angle, {V: log, w: theta}, [endpoint, square, moving, positive, *apart])
    return [differential, tangent, square, end]


@DISTANCE_GRADIENT_EUCLID.proof
def product_rule(claim: Claim) -> Theorem:
    """d‖γ − q‖² = 2⟨γ − q, γ′⟩."""
    return identity(claim.states[0], using=list(claim.given))


BENT = {
    p: (1, 0),
    q: (Rational(3, 5), Rational(4, 5)),
    VecHead("γ"): Lambda(s, Tuple(cos(s), sin(s))),
}
"""The unit circle from p = (1, 0), towards q = (3/5, 4/5)."""


fails_as(DISTANCE_GRADIENT,
    ("sign", [eq(DISTANCE_GRADIENT.states[0].lhs, Inner(logarithm(p, q), VELOCITY)), *DISTANCE_GRADIENT.states[1:]],
        "The differential is +⟨L, γ′(0)⟩.", BENT),
)  # fmt: skip


@DISTANCE_GRADIENT.mutant("constant", at=BENT)
def without_half(claim: Claim) -> Claim:
    """dist² in place of ½ dist²."""
    whole = Deriv(distance(curve(s), q) ** 2, s, 0)
    return claim.replace(states=[eq(whole, claim.states[0].rhs), *claim.states[1:]])


fails_without(DISTANCE_GRADIENT,
    (UNIT, "p need not be a unit vector.",
        BENT | {p: (2, 0), q: (Rational(7, 25), Rational(24, 25)), VecHead("γ"): Lambda(s, Tuple(2, s))}),
    (UNIT_Q, "q need not be a unit vector.", BENT | {q: (Rational(3, 5), 0)}),
    (TANGENT, "γ need not leave tangent to the sphere.", BENT | {VecHead("γ"): Lambda(s, Tuple(1 + s, s))}),
    (STARTS, "γ need not start at p.", BENT | {VecHead("γ"): Lambda(s, Tuple(Rational(1, 2), s))}),
)  # fmt: skip


fails_as(DISTANCE_GRADIENT_EUCLID,
    ("sign", eq(DISTANCE_GRADIENT_EUCLID.states[0].lhs, Inner(q - p, VELOCITY)),
        "The differential is +⟨q − p, γ′(0)⟩.", {p: (0,), q: (1,), VecHead("γ"): Lambda(s, Tuple(s))}),
    ("constant", eq(2 * DISTANCE_GRADIENT_EUCLID.states[0].lhs, DISTANCE_GRADIENT_EUCLID.states[0].rhs),
        "dist² in place of ½ dist².", {p: (0,), q: (1,), VecHead("γ"): Lambda(s, Tuple(s))}),
)  # fmt: skip


fails_without(DISTANCE_GRADIENT_EUCLID,
    (STARTS, "γ need not start at p.", {p: (0,), q: (1,), VecHead("γ"): Lambda(s, Tuple(3 + s))}),
)  # fmt: skip


# --- where Exp⁻¹ is not one vector ----------------------------------------------------------------------------------

first, second, u = vectors("U W u")
NOT_LONG = [le(Inner(v, v), pi**2) for v in (first, second)]
TANGENTS = [f for v in (first, second) for f in (eq(Inner(p, v), 0), gt(Inner(v, v), 0))]
REACH = [eq(q, great_circle(p, v, 1)) for v in (first, second)]

ANTIPODE = Claim(
    "spheres/distance-gradient-antipode",
    weight="gap",
    slip=(
        "From a point to its antipode there are many shortest geodesics, so the inverse of Exp is no "
        "single vector and U_t is not smooth there. Off the cut locus the derivation stands."
    ),
    at="section 5",
    printed="the inverse Exp_p⁻¹ p_t denotes the velocity vector of the geodesic from p to p_t calculated at p",
    given=[UNIT, *TANGENTS, *NOT_LONG, *REACH],
    states=eq(first, second),
    reading=(
        "On the unit sphere, that Exp_p⁻¹ q is one vector: two tangent vectors at p, not zero and no longer than a "
        "shortest geodesic can be (π), whose geodesics (12) both end at q, are equal. So U_t is said to be smooth at p."
    ),
)

ANTIPODE_REPAIRED = Claim(
    "spheres/distance-gradient-antipode.repaired",
    at="section 5",
    says="off the antipode, Exp_p⁻¹ p_t is one vector",
    given=[UNIT, NOT_ANTIPODAL, *TANGENTS, *NOT_LONG, *REACH],
    states=eq(first, second),
    repairs="spheres/distance-gradient-antipode",
    reading=(
        "The same for q ≠ −p, that is ⟨p, q⟩ > −1: U = W. That there is such a vector for q ≠ ±p is "
        "spheres/distance-gradient; for q = p it is 0 (spheres/exponential-map-zero), and none that is not 0."
    ),
)


@ANTIPODE.counterexample
def both_ways_round(claim: Claim) -> Theorem:
    """p = (1, 0), q = (−1, 0): U = (0, π) and W = (0, −π) both lead to q; ½ dist(·, q)² has a kink at p."""
    return witness(claim.given, claim.states[0], {p: (1, 0), q: (-1, 0), first: (0, pi), second: (0, -pi)})


@ANTIPODE_REPAIRED.proof
def length_then_direction(claim: Claim) -> Theorem:
    """⟨p, q⟩ = cos‖U‖ = cos‖W‖ gives the length, and then ⟨U, u⟩ sin‖U‖/‖U‖ = ⟨q − cos‖U‖ p, u⟩ the vector."""
    ends = [_end(claim, n) for n in (0, 1)]
    theta, other = ends
    agree = combine(eq(norm(second), norm(first)), [(-1, theta), (1, other)])
    square = combine(eq(Inner(second, second), norm(first) ** 2), [(norm(first) + norm(second), agree)])
    long = _positive_length(claim, 0)
    apart = first - second
    along = [
        instantiate(_component(claim, n), {w: norm(first), u: apart}, [long, *([square] if n else [])]) for n in (0, 1)
    ]
    away = [assume(g) for g in claim.given if g == NOT_ANTIPODAL]
    before = [combine(gt(1 + cos(norm(first)), 0), [(1, g), (-1, _cosine(claim, 0))]) for g in away]
    short = instantiate(below_pi(), {z: norm(first)}, [_at_most_pi(claim, 0), *before])
    sine = instantiate(sine_is_positive(), {z: norm(first)}, [long, short])
    ratio = norm(first) / sin(norm(first))
    gap = combine(eq(Inner(apart, apart), 0), [(ratio, along[1]), (-ratio, along[0])], facts=[sine, long])
    nothing = instantiate(cite(DEFINITE), {vector("x"): apart}, [gap])
    equal = identity(eq(second + u, second), using=[eq(u, 0)])
    return instantiate(equal, {u: apart}, [nothing])


def _hypotheses(claim: Claim, n: int) -> tuple[list[Formula], list[Formula]]:
    """The claim's equations, and its inequalities, on the first or the second vector."""
    equations = [g for g in claim.given if g in (UNIT, TANGENTS[2 * n], REACH[n])]
    return equations, [g for g in claim.given if g == TANGENTS[2 * n + 1]]


def _positive_length(claim: Claim, n: int) -> Theorem:
    v = (first, second)[n]
    moving = [assume(g) for g in claim.given if g == TANGENTS[2 * n + 1]]
    return combine(gt(norm(v), 0), [(1 / norm(v), t) for t in moving], facts=moving)


def _at_most_pi(claim: Claim, n: int) -> Theorem:
    v = (first, second)[n]
    return combine(ge(pi, norm(v)), [(1 / (pi + norm(v)), assume(g)) for g in claim.given if g == NOT_LONG[n]])


@cache
def below_pi() -> Theorem:
    """z < π where z ≤ π and cos z > −1."""
    within, end = le(z, pi), ge(z, pi)
    half_way = combine(eq(z, pi), [(1, z - pi)], facts=[within, end])
    never = combine(lt(z, pi), [(1, assume(gt(1 + cos(z), 0)))], using=[half_way])
    return cases([assume(lt(z, pi)), never], [lt(z, pi), end])


def _cosine(claim: Claim, n: int) -> Theorem:
    """⟨p, q⟩ = cos‖v‖."""
    equations, sizes = _hypotheses(claim, n)
    return identity(eq(Inner(p, q), cos(norm((first, second)[n]))), using=equations, facts=sizes)


def _end(claim: Claim, n: int) -> Theorem:
    """arccos⟨p, q⟩ = ‖v‖."""
    v, cosine = (first, second)[n], _cosine(claim, n)
    long, short = _positive_length(claim, n), _at_most_pi(claim, n)
    within = [combine(ge(1 + sign * Inner(p, q), 0), _half(sign, norm(v), cosine)) for sign in (1, -1)]
    found = arccosine_of_cosine(Inner(p, q), norm(v), [cosine, long, short, *within])
    return combine(eq(norm(v), distance(p, q)), [(-1, found)], facts=within)


def _half(sign: int, length: Any, cosine: Theorem) -> list[Any]:
    """1 ± cos ℓ as twice a square of half the angle."""
    square = cos(length / 2) ** 2 if sign > 0 else sin(length / 2) ** 2
    return [(2, square), (sign, cosine)]


def _component(claim: Claim, n: int) -> Theorem:
    """⟨q, u⟩ = cos w ⟨p, u⟩ + sin w/w ⟨v, u⟩ where ⟨v, v⟩ = w², w > 0."""
    v = (first, second)[n]
    equations, _ = _hypotheses(claim, n)
    reaches = [g for g in equations if g == REACH[n]]
    goal = eq(Inner(q, u), cos(w) * Inner(p, u) + sin(w) / w * Inner(v, u))
    return identity(goal, using=[*reaches, eq(Inner(v, v), w**2)], facts=[gt(w, 0)])


TWO_WAYS = {p: (1, 0), q: (-1, 0), first: (0, pi), second: (0, -pi)}
ONE_WAY = {p: (1, 0), q: (0, 1), first: (0, pi / 2), second: (0, pi / 2)}


fails_without(ANTIPODE_REPAIRED, (NOT_ANTIPODAL, "q may be −p.", TWO_WAYS))


@ANTIPODE_REPAIRED.mutant("constant", at=ONE_WAY | {second: (0, -3 * pi / 2)})
def longer_than_half_a_circle(claim: Claim) -> Claim:
    """Lengths up to 3π/2."""
    longer = [le(Inner(v, v), (3 * pi / 2) ** 2) for v in (first, second)]
    return claim.replace(given=[*(g for g in claim.given if g not in NOT_LONG), *longer])


fails_as(ANTIPODE_REPAIRED, ("sign", eq(first, -second), "The vectors are opposite.", ONE_WAY))


fails_without(ANTIPODE_REPAIRED,
    (NOT_LONG[1], "The second vector may be longer than π.", ONE_WAY | {second: (0, -3 * pi / 2)}),
    (NOT_LONG[0], "The first vector may be longer than π.", ONE_WAY | {first: (0, -3 * pi / 2)}),
    (REACH[0], "The first geodesic need not end at q.", ONE_WAY | {first: (0, 1)}),
    (REACH[1], "The second geodesic need not end at q.", ONE_WAY | {second: (0, 1)}),
    (UNIT, "p need not be on the sphere.", {p: 0, q: sqrt(3) / 2, first: pi / 3, second: 2 * pi / 3}),
)  # fmt: skip


SIXTH = {p: (1, 0), q: (Rational(1, 2), sqrt(3) / 2)}
OBLIQUE, ALONG_THE_CIRCLE = (pi / 4, sqrt(3) * pi / 4), (0, pi / 3)
"""(12) leads from p to q with both, of which the first, of the length π/2, is not tangent."""


fails_without(ANTIPODE_REPAIRED,
    (TANGENTS[0], "The first vector need not be tangent.", {**SIXTH, first: OBLIQUE, second: ALONG_THE_CIRCLE}),
    (TANGENTS[2], "The second vector need not be tangent.", {**SIXTH, first: ALONG_THE_CIRCLE, second: OBLIQUE}),
)  # fmt: skip


@DISTANCE_GRADIENT.conformance
def code_follows_the_logarithm() -> Iterator[Conformance]:
    """Exp_p⁻¹ q of random points in 2 to 50 dimensions, some as close as 1e-6, some nearly antipodal."""
    rng, sphere = np.random.default_rng(15), Sphere()
    pairs = []
    for n in (2, 3, 10, 50):
        for _ in range(4):
            at, other = sphere.random_point(rng, n), sphere.random_point(rng, n)
            across = sphere.projx(sphere.proju(at, other))
            pairs += [(at, other), (at, sphere.exp(at, 1e-6 * across)), (at, sphere.exp(at, 3.1 * across))]
    return conformance(
        pairs,
        formula=lambda pair: value(logarithm(p, q), {p: projx(pair[0]), q: projx(pair[1])}),
        code=lambda pair: sphere.log(*pair),
        reference=lambda pair: reference.log(*pair),
        ulps=8.0,
    )
