"""The distance loss of section 4: its closed form on the sphere, and the conjecture on all compatible losses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Lambda, Rational, asin, cos, pi, sin, sqrt

from numeric.learners import geodesic
from numeric.reference import geodesic as reference
from proofs.spheres.gradient import at_unit_vectors, pairs_of_unit_vectors
from verify.axioms import ZERO_DERIVATIVE
from verify.claims import Claim, Conformance
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import (
    Theorem,
    assume,
    cases,
    certify,
    cite,
    combine,
    generalize,
    identity,
    instantiate,
    witness,
)  # fmt: skip
from verify.lemmas import at_most_by_squares, cauchy_schwarz
from verify.prover.proving import certificate
from verify.terms import Deriv, Inner, eq, field, forall, function, ge, gt, le, lt, norm, partial, real, vectors

s, r, c, y = real("s r c y")
delta, psi = real("δ ψ")
p, q, x, U = vectors("p q x U")
L = field("L")

UNITS = [eq(Inner(p, p), 1), eq(Inner(q, q), 1), eq(Inner(x, x), 1)]
SOLVES = eq(Inner(q, x), 0)
DISTANCE = [ge(delta, 0), ge(pi, delta), eq(cos(delta), Inner(p, q))]
HEIGHT = [ge(psi, 0), gt(pi / 2, psi), eq(sin(psi), Inner(p, x))]

DISTANCE_LOSS = Claim(
    "spheres/distance-loss",
    at="section 4",
    says="L_t(p_t) = min over p in S_t(0) of dist(p, p_t)²",
    given=[*UNITS, SOLVES, *DISTANCE, *HEIGHT],
    states=ge(delta**2, psi**2),
    reading=(
        "On the unit sphere, unit data x and y = 0: δ ∈ [0, π] is the distance of p to a point q of the solution "
        "set (the "
        "equator of x), cos δ = ⟨p, q⟩, and ψ = arcsin⟨p, x⟩ the height of p above it, taken on the side of x where "
        "⟨p, x⟩ ≥ 0 (x and −x have the same equator). No point is closer than ψ; that one is so close is "
        "spheres/distance-loss-attained, so the loss is arcsin²⟨p, x⟩. ψ < π/2: at the pole all of the equator "
        "is at π/2."
    ),
)

ATTAINED = Claim(
    "spheres/distance-loss-attained",
    at="section 4",
    says="for 0 ≤ ⟨p, x⟩ < 1 a point of the equator S_t(0) is at the distance arcsin⟨p, x⟩ from p",
    given=[UNITS[0], UNITS[2], *HEIGHT],
    states=[
        eq(Inner((p - sin(psi) * x) / cos(psi), (p - sin(psi) * x) / cos(psi)), 1),
        eq(Inner((p - sin(psi) * x) / cos(psi), x), 0),
        eq(Inner(p, (p - sin(psi) * x) / cos(psi)), cos(psi)),
    ],
    reading="The point (p − ⟨p, x⟩x)/cos ψ of the equator is a unit vector at distance ψ from p, in every dimension.",
)


def cosine_falls() -> Theorem:
    """cos a − cos b > 0 for 0 ≤ a < b ≤ π/2."""
    a, b = real("a b")
    return certify(certificate(gt(cos(a) - cos(b), 0), [ge(a, 0), gt(b, a), ge(pi / 2, b)]))


def cosine_is_positive() -> Theorem:
    """cos ψ > 0 for 0 ≤ ψ < π/2."""
    return certify(certificate(gt(cos(psi), 0), HEIGHT[:2]))


@DISTANCE_LOSS.proof
def no_closer_than_the_height(claim: Claim) -> Theorem:
    """⟨p, q⟩ = ⟨p − ⟨p, x⟩x, q⟩ ≤ √(1 − ⟨p, x⟩²) = cos ψ; a smaller δ would have a larger cosine."""
    given = list(claim.given)
    equations = [f for f in given if f in (*UNITS, SOLVES)]
    height = [combine(eq(Inner(p, x), sin(psi)), [(-1, assume(f))]) for f in given if f == HEIGHT[2]]
    away = [combine(eq(Inner(p, q), cos(delta)), [(-1, assume(f))]) for f in given if f == DISTANCE[2]]
    ranges = [f for f in given if f in (*DISTANCE[:2], *HEIGHT[:2])]
    rest = p - Inner(p, x) * x
    positive = instantiate(cosine_is_positive(), {}, [assume(f) for f in ranges if f in HEIGHT])
    squares = combine(ge(cos(psi) ** 2, norm(rest) ** 2), [], using=[*equations, *height])
    short = at_most_by_squares(norm(rest), cos(psi), squares, facts=[positive])
    product = combine(ge(norm(rest), Inner(rest, q)), [(1, cauchy_schwarz(rest, q))], using=equations[1:2])
    cosines = combine(ge(cos(psi), cos(delta)), [(1, short), (1, product)], using=[*equations, *away])
    closer, further = lt(delta, psi), ge(delta - psi, 0)
    angles = [ge(delta, 0), gt(psi, delta), ge(pi / 2, psi)]
    at_most = combine(angles[2], [(1, assume(HEIGHT[1]))])
    names = dict(zip(real("a b"), (delta, psi), strict=True))
    falls = instantiate(cosine_falls(), names, [*(assume(f) for f in ranges), assume(closer), at_most])
    gap = combine(ge(psi**2 - delta**2, 0), [(assume(closer), psi + delta)], facts=ranges)
    between = cos(delta) - cos(psi)
    absurd = combine(ge(-(between**2), 0), [(falls, cosines)])
    impossible = combine(claim.states[0], [((psi**2 - delta**2) / between**2, absurd)], facts=[falls, gap])
    plain = combine(claim.states[0], [(assume(further), delta + psi)], facts=ranges)
    return cases([plain, impossible], [further, closer])


@ATTAINED.proof
def the_foot_of_the_height(claim: Claim) -> list[Theorem]:
    """‖p − sin ψ x‖² = 1 − sin² ψ."""
    given = list(claim.given)
    positive = instantiate(cosine_is_positive(), {}, [assume(f) for f in given if f in HEIGHT[:2]])
    height = [assume(f) for f in given if f == HEIGHT[2]]
    swapped = [combine(eq(Inner(p, x), sin(psi)), [(-1, f)]) for f in height]
    equations = [f for f in given if f in UNITS]
    return [identity(f, using=[*equations, *swapped], facts=[positive]) for f in claim.states]


QUARTER = {p: (0, 1), x: (0, 1), q: (1, 0)}
SLANTED = {
    p: (1 / sqrt(2), 1 / sqrt(2)),
    x: (0, 1),
    q: (1, 0),
    delta: pi / 4,
    psi: pi / 4,
}


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


@DISTANCE_LOSS.mutant("constant", at=SLANTED)
def farther(claim: Claim) -> Claim:
    """At least 11/10 of ψ²."""
    return claim.replace(states=ge(delta**2, Rational(11, 10) * psi**2))


@DISTANCE_LOSS.mutant("sign", at={**SLANTED, q: (-1, 0), delta: 3 * pi / 4})
def at_most(claim: Claim) -> Claim:
    """At most ψ²."""
    return claim.replace(states=le(delta**2, psi**2))


@DISTANCE_LOSS.mutant("hypothesis", at={**SLANTED, q: (1 / sqrt(2), 1 / sqrt(2)), delta: 0})
def not_a_solution(claim: Claim) -> Claim:
    """q may be anywhere on the sphere."""
    return without(claim, SOLVES)


@DISTANCE_LOSS.mutant("hypothesis", at={**SLANTED, delta: 0})
def another_number(claim: Claim) -> Claim:
    """δ need not be the distance."""
    return without(claim, DISTANCE[2])


@DISTANCE_LOSS.mutant("hypothesis", at={**SLANTED, psi: pi / 3})
def another_height(claim: Claim) -> Claim:
    """ψ need not be the height."""
    return without(claim, HEIGHT[2])


@DISTANCE_LOSS.mutant("hypothesis", at={**SLANTED, q: (2, 0), delta: 0})
def a_longer_solution(claim: Claim) -> Claim:
    """q need not be a unit vector, nor δ its distance."""
    return without(claim, UNITS[1], DISTANCE[2])


@ATTAINED.mutant("constant", at={p: SLANTED[p], x: (0, 1), psi: pi / 4})
def half_the_cosine(claim: Claim) -> Claim:
    """⟨p, q⟩ = ½ cos ψ."""
    return claim.replace(states=[*claim.states[:2], eq(claim.states[2].lhs, cos(psi) / 2)])


@ATTAINED.mutant("sign", at={p: SLANTED[p], x: (0, 1), psi: pi / 4})
def opposite_point(claim: Claim) -> Claim:
    """⟨p, q⟩ = −cos ψ."""
    return claim.replace(states=[*claim.states[:2], eq(claim.states[2].lhs, -cos(psi))])


@ATTAINED.mutant("hypothesis", at={p: (0, 1), x: (0, 1), psi: pi / 4})
def of_another_height(claim: Claim) -> Claim:
    """ψ need not be the height of p."""
    return without(claim, HEIGHT[2])


@ATTAINED.mutant("hypothesis", at={p: (2, Rational(1, 2)), x: (0, 1), psi: pi / 6})
def off_the_sphere(claim: Claim) -> Claim:
    """p need not be a unit vector."""
    return without(claim, UNITS[0])


@DISTANCE_LOSS.conformance
def code_follows_the_arcsine() -> Iterator[Conformance]:
    """The distance loss and its reference against arcsin²⟨p, x⟩."""
    return conformance(
        pairs_of_unit_vectors(),
        formula=lambda pair: value(asin(Inner(p, x)) ** 2, at_unit_vectors(pair)),
        code=lambda pair: geodesic.distance_loss(*pair),
        reference=lambda pair: reference.distance_loss(*pair),
        ulps=6.0,
    )


# --- the conjecture ------------------------------------------------------------------------------------------------

g = function("g")
ZERO, POSITIVE = eq(g(0), 0), forall(s, gt(g(s), 0), [gt(s**2, 0)])
EQUALLY_FAR = eq(Inner(p, x) ** 2, Inner(q, x) ** 2)
LOPSIDED = Lambda(s, s**2 + s**3 + s**4)

CONJECTURE = Claim(
    "spheres/compatibility-conjecture",
    weight="error",
    slip=(
        "A loss may rise at different rates on the two sides of the solution set and still be compatible,"
        " so scalings of the squared distance are not all compatible losses. The paper calls it a "
        "conjecture; it has to be given up or restricted."
    ),
    at="section 4",
    printed="The authors conjecture that this characterises the possible compatible loss functions for a given PMC",
    given=[ZERO, POSITIVE, EQUALLY_FAR],
    states=eq(g(Inner(p, x)), g(Inner(q, x))),
    rests_on=["spheres/compatibility-euclid"],
    reading=(
        "In Rⁿ, with y = 0: every compatible loss is a scaling of the squared distance to the solution set, so "
        "parameters "
        "equally far from it, ⟨p, x⟩² = ⟨q, x⟩², have the same loss. A loss g(⟨p, x⟩) with g(0) = 0 and g > 0 "
        "elsewhere is "
        "compatible: its least level set is the solution set, and its level sets are made of the hyperplanes "
        "that lines "
        "along x cross orthogonally."
    ),
)

CONJECTURE_SPHERE = Claim(
    "spheres/compatibility-conjecture-sphere",
    face_of="spheres/compatibility-conjecture",
    at="section 4",
    printed="The authors conjecture that this characterises the possible compatible loss functions for a given PMC",
    given=[*UNITS, ZERO, POSITIVE, EQUALLY_FAR],
    states=eq(g(Inner(p, x)), g(Inner(q, x))),
    rests_on=["spheres/compatibility-sphere"],
    reading=(
        "The same on the unit sphere, where the level sets are parallels and the geodesics that cross them meridians."
    ),
)

CONJECTURE_REPAIRED = Claim(
    "spheres/compatibility-conjecture.repaired",
    at="section 4",
    says="the compatible losses are the functions of the signed distance to the solution set",
    given=[forall([p, U], eq(Inner(L.gradient(p), U), 0), [eq(Inner(U, x), 0)]), eq(Inner(p, x), Inner(q, x))],
    states=eq(L(p), L(q)),
    repairs="spheres/compatibility-conjecture",
    reading=(
        "In Rⁿ: a differentiable loss whose gradient is everywhere orthogonal to the hyperplanes ⟨p, x⟩ = const "
        "has the same "
        "value at any two points of one, so it is a function of ⟨p, x⟩, the signed distance times ‖x‖. It need "
        "not have the "
        "same values on both sides."
    ),
)


def lopsided_is_positive() -> list[Theorem]:
    """s² + s³ + s⁴ = s²((s + ½)² + ¾)."""
    apart = gt(s**2, 0)
    factor = combine(gt(1 + s + s**2, 0), [(1, (s + Rational(1, 2)) ** 2), (1, Rational(3, 4))])
    return [generalize(combine(gt(LOPSIDED(s), 0), [(assume(apart), factor)]), [s], [apart])]


@CONJECTURE.counterexample
def steeper_on_one_side(claim: Claim) -> Theorem:
    """g(s) = s² + s³ + s⁴ on the real line, x = 1: 3 at p = 1 and 1 at q = −1."""
    return witness(list(claim.given), claim.states[0], {g: LOPSIDED, p: 1, q: -1, x: 1}, lopsided_is_positive())


@CONJECTURE_SPHERE.counterexample
def steeper_on_one_hemisphere(claim: Claim) -> Theorem:
    """g(s) = s² + s³ + s⁴ on the circle, x = (1, 0): 3 at p = x and 1 at q = −x."""
    at = {g: LOPSIDED, p: (1, 0), q: (-1, 0), x: (1, 0)}
    return witness(list(claim.given), claim.states[0], at, lopsided_is_positive())


@CONJECTURE_REPAIRED.proof
def constant_along_the_segment(claim: Claim) -> Theorem:
    """The derivative of the loss along the segment from p to q is ⟨∇L, q − p⟩ = 0."""
    across, level = claim.given if len(claim.given) == 2 else (claim.given[0], claim.given[0])
    along = p + s * (q - p)
    in_level = combine(eq(Inner(q - p, x), 0), [(-1, assume(level))])
    still = instantiate(assume(across), [along, q - p], [in_level])
    slope = combine(eq(Deriv(L(p + r * (q - p)), r, s), 0), [(1, still)])
    axiom = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): Lambda(s, L(along))})
    constant = instantiate(axiom, {}, [generalize(slope, [s], [ge(s, 0), ge(1, s)])])
    return combine(claim.states[0], [(-1, constant)])


HEIGHT_FIELD = {L: Lambda((r, s), r**2), x: (1, 0), p: (1, 0), q: (1, 5)}


def gradient_along_x() -> list[Theorem]:
    """∇r² = (2r, 0) is orthogonal to every U with U₁ = 0."""
    b, c1, c2 = real("b c₁ c₂")
    across = eq(c1, 0)
    return [generalize(combine(eq(2 * r * c1, 0), [(2 * r, assume(across))]), [r, b, c1, c2], [across])]


@CONJECTURE_REPAIRED.mutant("constant", at=HEIGHT_FIELD, discharge=gradient_along_x)
def twice_the_loss(claim: Claim) -> Claim:
    """L(p) = 2L(q)."""
    return claim.replace(states=eq(L(p), 2 * L(q)))


@CONJECTURE_REPAIRED.mutant("hypothesis", at={**HEIGHT_FIELD, q: (2, 0)}, discharge=gradient_along_x)
def on_different_levels(claim: Claim) -> Claim:
    """p and q may be on different hyperplanes."""
    return claim.replace(given=claim.given[:1])


@CONJECTURE_REPAIRED.mutant("hypothesis", at={**HEIGHT_FIELD, L: Lambda((r, s), s**2)})
def any_gradient(claim: Claim) -> Claim:
    """The gradient may point anywhere."""
    return claim.replace(given=claim.given[1:])
