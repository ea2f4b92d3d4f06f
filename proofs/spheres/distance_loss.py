"""The distance loss of section 4: its closed form on the sphere, and the conjecture on all compatible losses."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Lambda, Rational, acos, asin, pi, sin, sqrt

from numeric.learners import geodesic
from numeric.reference import geodesic as reference
from proofs.spheres.gradient import at_unit_vectors, pairs_of_unit_vectors
from proofs.spheres.lemma_7_sign import sine_is_positive
from verify.author.kernel import (
    Theorem, assume, cases, certify, cite, combine, generalize, identity, instantiate, witness,
)  # fmt: skip
from verify.axioms import ZERO_DERIVATIVE
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import (
    Deriv, Inner, eq, field, forall, function, ge, gt, le, lt, partial, real, vector, vectors,
)  # fmt: skip
from verify.lemmas import vanishes_with_its_square
from verify.lemmas.circular import within_one
from verify.prover.proving import certificate

s, r, c, y = real("s r c y")
delta, psi, w, z = real("δ ψ w z")
IN_RANGE = [ge(z, -1), le(z, 1)]
p, q, v, x, U = vectors("p q v x U")
L = field("L")

UNITS = [eq(Inner(p, p), 1), eq(Inner(q, q), 1), eq(Inner(x, x), 1)]
SOLVES = eq(Inner(q, x), 0)
HEIGHT, DISTANCE = asin(Inner(p, x)), acos(Inner(p, q))
NOT_THE_POLE = lt(Inner(p, x) ** 2, 1)
FOOT = (p - Inner(p, x) * x) / sqrt(1 - Inner(p, x) ** 2)

DISTANCE_LOSS = Claim(
    "spheres/distance-loss",
    at="section 4",
    says="on the sphere, where S_t(0) is the equator of x_t, no p in S_t(0) has dist(p, p_t)² < arcsin²⟨p_t, x_t⟩",
    given=[*UNITS, SOLVES],
    states=le(HEIGHT**2, DISTANCE**2),
    reading=(
        "The loss min dist(p, p_t)² over the p in S_t(0), on the unit sphere of any dimension with unit data x and "
        "y = 0, where S_t(0) is the equator of x. Here p is p_t and q a point of the equator, at the distance "
        "arccos⟨p, q⟩. No point is closer than |arcsin⟨p, x⟩|; that one is so close is spheres/distance-loss-attained, "
        "so the loss is arcsin²⟨p, x⟩."
    ),
)

ATTAINED = Claim(
    "spheres/distance-loss-attained",
    at="section 4",
    says="but for p_t = ±x_t a point of the equator S_t(0) is at the distance |arcsin⟨p_t, x_t⟩| from p_t",
    given=[UNITS[0], UNITS[2], NOT_THE_POLE],
    where={vector("q⁰"): FOOT},
    states=[
        eq(Inner(FOOT, FOOT), 1),
        eq(Inner(FOOT, x), 0),
        eq(acos(Inner(p, FOOT)) ** 2, HEIGHT**2),
    ],
    reading=(
        "The point q⁰ = (p − ⟨p, x⟩x)/√(1 − ⟨p, x⟩²) of the equator is a unit vector at the distance |arcsin⟨p, x⟩| "
        "from p, in every dimension. At p = ±x, left out here, all of the equator is at π/2, and so is arcsin 1."
    ),
)


@cache
def arcs() -> list[Theorem]:
    """−π/2 ≤ arcsin z ≤ π/2 and 0 ≤ arccos z, for −1 ≤ z ≤ 1."""
    bounds = [ge(asin(z), -pi / 2), le(asin(z), pi / 2), ge(acos(z), 0)]
    return [certify(certificate(f, IN_RANGE)) for f in bounds]


@cache
def sines_order_angles() -> Theorem:
    """ψ² ≤ δ² for |ψ| ≤ π/2 and δ ≥ 0 with sin² ψ ≤ sin² δ, as sin² ψ − sin² δ = sin(ψ − δ) sin(ψ + δ)."""
    order = ge(sin(delta) ** 2, sin(psi) ** 2)
    goal, upwards = ge(delta**2, psi**2), [ge(psi, 0), le(psi, pi / 2), ge(delta, 0)]
    further, closer = ge(delta, psi), gt(psi, delta)
    plain = combine(goal, [(assume(further), delta + psi)], facts=upwards)
    rest = combine(gt(pi, psi - delta), [(1, assume(upwards[1])), (1, assume(upwards[2])), (1, pi / 2)])
    apart = [combine(gt(psi - delta, 0), [(1, assume(closer))]), rest]
    total = combine(gt(psi + delta, 0), [(1, assume(closer)), (2, assume(upwards[2]))])
    short = combine(gt(pi, psi + delta), [(2, assume(upwards[1])), (1, assume(closer))])
    sines = [
        instantiate(sine_is_positive(), {z: psi - delta}, apart),
        instantiate(sine_is_positive(), {z: psi + delta}, [total, short]),
    ]
    gap = combine(gt(psi**2 - delta**2, 0), [(apart[0], total)])
    weight = (psi**2 - delta**2) / (sin(psi - delta) * sin(psi + delta))
    impossible = combine(goal, [(weight, assume(order))], facts=[*sines, gap])
    above = cases([plain, impossible], [further, closer])
    mirrored = combine(goal, [(1, instantiate(above, {psi: -psi}))])
    return cases([above, mirrored], [ge(psi, 0), lt(psi, 0)])


@DISTANCE_LOSS.proof
def no_closer_than_the_height(claim: Claim) -> Theorem:
    """⟨p, x⟩² + ⟨p, q⟩² ≤ 1 for orthogonal x and q: sin² of the height is at most sin² of the distance."""
    equations: list[Any] = [f for f in claim.given if f in (*UNITS, SOLVES)]
    first, second = Inner(p, x), Inner(p, q)
    rest = p - first * x - second * q
    bessel = combine(ge(1, first**2 + second**2), [(1, Inner(rest, rest))], using=equations)
    ranges = {first: within_one(p, x, [UNITS[0], UNITS[2]]), second: within_one(p, q, UNITS[:2])}
    bounds = [instantiate(bound, {z: first}, ranges[first]) for bound in arcs()[:2]]
    bounds.append(instantiate(arcs()[2], {z: second}, ranges[second]))
    inside = [*ranges[first], *ranges[second]]
    squares = combine(ge(sin(DISTANCE) ** 2, sin(HEIGHT) ** 2), [(1, bessel)], facts=inside)
    return instantiate(sines_order_angles(), {psi: HEIGHT, delta: DISTANCE}, [*bounds, squares, *inside])


@cache
def complement() -> Theorem:
    """arccos² w = arcsin² z for 0 ≤ w ≤ 1 with w² + z² = 1: the sines of both have the square z²."""
    sizes, whole = [ge(w, 0), le(w, 1), *IN_RANGE], eq(w**2 + z**2, 1)
    lowest, highest, _ = arcs()
    end = instantiate(arcs()[2], {z: w}, [combine(ge(w, -1), [(1, assume(sizes[0])), (1, 1)])])
    early = instantiate(certify(certificate(le(acos(z), pi / 2), [ge(z, 0), le(z, 1)])), {z: w})
    order = [(1, assume(whole)), (-1, assume(whole))]
    first = combine(ge(sin(acos(w)) ** 2, sin(asin(z)) ** 2), [order[1]], facts=sizes)
    second = combine(ge(sin(asin(z)) ** 2, sin(acos(w)) ** 2), [order[0]], facts=sizes)
    nearer = instantiate(sines_order_angles(), {psi: asin(z), delta: acos(w)}, [lowest, highest, end, first])
    start = combine(ge(acos(w), -pi / 2), [(1, end), (1, pi / 2)], facts=sizes)
    sides = []
    for side, sign in ((ge(asin(z), 0), 1), (lt(asin(z), 0), -1)):
        forward = combine(ge(sign * asin(z), 0), [(1, assume(side))], facts=sizes)
        values = {psi: acos(w), delta: sign * asin(z)}
        farther = instantiate(sines_order_angles(), values, [start, early, forward, second])
        sides.append(combine(ge(asin(z) ** 2, acos(w) ** 2), [(1, farther)], facts=sizes))
    other = cases(sides, [ge(asin(z), 0), lt(asin(z), 0)])
    gap = acos(w) ** 2 - asin(z) ** 2
    nothing = combine(ge(0, gap**2), [(nearer, other)], facts=sizes)
    square = combine(eq(gap**2, 0), [(1, gap**2)], facts=[nothing, *sizes])
    zero = instantiate(vanishes_with_its_square(s, assume(eq(s**2, 0))), {s: gap}, [square])
    return combine(eq(acos(w) ** 2, asin(z) ** 2), [(1, zero)], facts=sizes)


@ATTAINED.proof
def the_foot_of_the_height(claim: Claim) -> list[Theorem]:
    """‖p − ⟨p, x⟩x‖² = 1 − ⟨p, x⟩² = ⟨p, q⟩² for this point q."""
    unit, level, _ = claim.states
    equations, facts = [f for f in claim.given if f in UNITS], [f for f in claim.given if f == NOT_THE_POLE]
    size = [combine(gt(1 - Inner(p, x) ** 2, 0), [(1, assume(f))]) for f in facts]
    cosine = Inner(p, FOOT)
    exact = identity(eq(cosine, sqrt(1 - Inner(p, x) ** 2)), using=equations, facts=size)
    forward = combine(ge(cosine, 0), [(1, sqrt(1 - Inner(p, x) ** 2)), (1, exact)], facts=size)
    whole = identity(eq(cosine**2 + Inner(p, x) ** 2, 1), using=equations, facts=size)
    found = [identity(f, using=equations, facts=size) for f in (unit, level)]
    below = [*within_one(p, x, [UNITS[0], UNITS[2]]), within_one(p, FOOT, [UNITS[0], found[0]])[0]]
    return [*found, instantiate(complement(), {w: cosine, z: Inner(p, x)}, [forward, whole, *below, *size])]


SLANTED = {p: (1 / sqrt(2), 1 / sqrt(2)), x: (0, 1), q: (1, 0)}


@DISTANCE_LOSS.mutant("constant", at=SLANTED)
def farther(claim: Claim) -> Claim:
    """At least 11/10 of the square of the height."""
    return claim.replace(states=ge(DISTANCE**2, Rational(11, 10) * HEIGHT**2))


fails_as(DISTANCE_LOSS,
    ("sign", le(DISTANCE**2, HEIGHT**2), "At most the square of the height.", {**SLANTED, q: (-1, 0)}),
)  # fmt: skip


fails_without(DISTANCE_LOSS,
    (SOLVES, "q may be anywhere on the sphere.", {**SLANTED, q: (1 / sqrt(2), 1 / sqrt(2))}),
    (UNITS[1], "q need not be a unit vector.", {**SLANTED, q: (sqrt(2), 0)}),
    (UNITS[0], "p need not be a unit vector.", {**SLANTED, p: (1, 1)}),
    (UNITS[2], "x need not be a unit vector.", {**SLANTED, x: (0, sqrt(2))}),
)  # fmt: skip


fails_without(ATTAINED,
    (UNITS[2], "x need not be a unit vector.", {p: (sqrt(3) / 2, Rational(1, 2)), x: (0, Rational(3, 2))}),
)  # fmt: skip


fails_as(ATTAINED,
    ("constant", [*ATTAINED.states[:2], eq(ATTAINED.states[2].lhs, HEIGHT**2 / 4)], "Half the height.", SLANTED),
    ("sign", [*ATTAINED.states[:2], eq(acos(Inner(p, -1 * FOOT)) ** 2, HEIGHT**2)],
        "The opposite point of the equator.", SLANTED),
)  # fmt: skip


fails_without(ATTAINED, (UNITS[0], "p need not be a unit vector.", {p: (1, Rational(1, 2)), x: (0, 1)}))


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
        "elsewhere, differentiable and constant on no interval, is compatible: its least level set is the solution "
        "set, and its level sets are made of the hyperplanes that lines along x cross orthogonally."
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

REACHED = forall(
    [v, U, s], eq(Inner(L.gradient(v), U), 0), [eq(Inner(U, x), 0), eq(Inner(v + s * L.gradient(v), x), y)]
)
"""Where the line from v along ∇L(v) meets the solution set, it is orthogonal to it."""
NOT_ALONG = forall([v, U], eq(Inner(L.gradient(v), U), 0), [eq(Inner(U, x), 0), eq(Inner(L.gradient(v), x), 0)])
"""A gradient without a component along x is zero, or a multiple of x."""
ONE_LEVEL = eq(Inner(p, x), Inner(q, x))

CONJECTURE_REPAIRED = Claim(
    "spheres/compatibility-conjecture.repaired",
    at="section 4",
    says="in Rⁿ a compatible loss whose gradient is nowhere parallel to the solution set is a function of the signed "
    "distance to it",
    given=[REACHED, NOT_ALONG, ONE_LEVEL],
    states=eq(L(p), L(q)),
    repairs="spheres/compatibility-conjecture",
    rests_on=["spheres/compatibility-euclid"],
    reading=(
        "The solution set is the hyperplane ⟨p, x⟩ = y, and L is differentiable. The geodesic from v orthogonal to the "
        "level set of L is the line v + s∇L(v); compatible says of its points on the solution set, a level set of L, "
        "that it is orthogonal to that too: ⟨∇L(v), U⟩ = 0 for all U along the hyperplane. A line meets the hyperplane "
        "unless ∇L(v) is parallel to it, which is excluded (∇L(v) = 0 is not). So L has one value on each hyperplane "
        "⟨p, x⟩ = const, and is a function of ⟨p, x⟩ − y, the signed distance times ‖x‖. It need not have the same "
        "values on both sides."
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
    """∇L is a multiple of x everywhere, so the derivative of L along the segment from p to q is ⟨∇L, q − p⟩ = 0."""
    across = _gradient_across(claim)
    along = p + s * (q - p)
    in_level = [combine(eq(Inner(q - p, x), 0), [(-1, assume(f))]) for f in claim.given if f == ONE_LEVEL]
    still = instantiate(across, {v: along, U: q - p}, in_level)
    slope = combine(eq(Deriv(L(p + r * (q - p)), r, s), 0), [(1, still)])
    axiom = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): Lambda(s, L(along))})
    constant = instantiate(axiom, {}, [generalize(slope, [s], [ge(s, 0), ge(1, s)])])
    return combine(claim.states[0], [(-1, constant)])


def _gradient_across(claim: Claim) -> Theorem:
    """⟨∇L(v), U⟩ = 0 for ⟨U, x⟩ = 0: v + s∇L(v) is a solution for s = (y − ⟨v, x⟩)/⟨∇L(v), x⟩."""
    gradient, level = L.gradient(v), assume(eq(Inner(U, x), 0))
    rise = Inner(gradient, x)
    known = [assume(f) for f in claim.given]
    reached, not_along = ([t for t in known if t.conclusion == f] for f in (REACHED, NOT_ALONG))
    goal, sides = eq(Inner(gradient, U), 0), [gt(rise, 0), eq(rise, 0), lt(rise, 0)]
    ways = []
    for side in (sides[0], sides[2]):
        way = (y - Inner(v, x)) / rise
        arrives = identity(eq(Inner(v + way * gradient, x), y), facts=[side])
        ways.append([instantiate(t, [v, U, way], [level, arrives, assume(side)]) for t in reached] or [assume(goal)])
    level_line = [instantiate(t, [v, U], [level, assume(sides[1])]) for t in not_along] or [assume(goal)]
    return cases([ways[0][0], level_line[0], ways[1][0]], sides)


HEIGHT_FIELD = {L: Lambda((r, s), r**2), x: (1, 0), y: 0, p: (1, 0), q: (1, 5)}


def gradient_along_x() -> list[Theorem]:
    """∇r² = (2r, 0) is orthogonal to every U with U₁ = 0."""
    a, b, c1, c2 = real("a b c₁ c₂")
    across, reaches, level = eq(c1, 0), eq(r + a * 2 * r, 0), eq(2 * r, 0)
    product = combine(eq(2 * r * c1, 0), [(2 * r, assume(across))])
    return [
        generalize(product, [r, b, c1, c2, a], [across, reaches]),
        generalize(product, [r, b, c1, c2], [across, level]),
    ]


fails_as(CONJECTURE_REPAIRED,
    ("constant", eq(L(p), 2 * L(q)), "L(p) = 2L(q).", HEIGHT_FIELD, gradient_along_x),
    ("sign", eq(L(p), -L(q)), "L(p) = −L(q).", HEIGHT_FIELD, gradient_along_x),
)  # fmt: skip


fails_without(CONJECTURE_REPAIRED,
    (ONE_LEVEL, "p and q may be on different hyperplanes.", {**HEIGHT_FIELD, q: (2, 0)}, gradient_along_x),
)  # fmt: skip


def slanted_gradient() -> list[Theorem]:
    """∇(r + s) = (1, 1) has a component along x: 1 = 0 nowhere."""
    b, c1, c2 = real("b c₁ c₂")
    never, across = eq(1, 0), eq(c1, 0)
    return [generalize(combine(eq(c1 + c2, 0), [(c1 + c2, assume(never))]), [r, b, c1, c2], [across, never])]


def nothing_to_meet() -> list[Theorem]:
    """⟨v + s∇L(v), x⟩ = 0 is never y = 1."""
    b, never = real("b"), eq(0, 1)
    return [generalize(combine(eq(b, 0), [(-b, assume(never))]), [r, b, s], [eq(0, 0), never])]


fails_without(CONJECTURE_REPAIRED,
    (NOT_ALONG, "The lines may miss the solution set: x = 0 and y = 1, which has no solution.",
        {L: Lambda(r, r), x: 0, y: 1, p: 1, q: 2}, nothing_to_meet),
    (REACHED, "The line may meet the solution set at any angle.", {**HEIGHT_FIELD, L: Lambda((r, s), r + s)},
        slanted_gradient),
)  # fmt: skip
