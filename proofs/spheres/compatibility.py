"""Definition 2, compatibility: geodesics orthogonal to one level set are orthogonal to all, on both examples."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational

from proofs.spheres.exponential_map import great_circle
from proofs.spheres.regular_values import TANGENT, UNIT, tangential
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, forall, gt, real, vector, vectors

s, c, k, r = real("s c k r")
p, q, x, V, U, W = vectors("p q x V U W")

MOVES = gt(Inner(V, V), 0)
CURVE = great_circle(p, V, s)


def speed(at: Any) -> Expr:
    """γ̇(at) of the great circle."""
    return Deriv(great_circle(p, V, r), r, at)


ORTHOGONAL = forall(U, eq(Inner(V, U), 0), [eq(Inner(U, p), 0), eq(Inner(U, x), 0)])
LEVEL = gt(Inner(tangential(p), tangential(p)), 0)

NORMAL = Claim(
    "spheres/compatibility-normal",
    at="Definition 2",
    says="a tangent vector at p that is orthogonal to the level set through p is a multiple of x − ⟨p, x⟩p",
    given=[UNIT, TANGENT, LEVEL, ORTHOGONAL],
    states=eq(V, Inner(V, x) / Inner(tangential(p), tangential(p)) * tangential(p)),
    reading=(
        "The level set of (8) through a point p of the sphere where x − ⟨p, x⟩p ≠ 0 is a parallel of the sphere "
        "with the "
        "tangent vectors U at p that are orthogonal to p and to x. A tangent vector V orthogonal to all of them is a "
        "multiple of x − ⟨p, x⟩p. (On the equator the square has no gradient, the level set of f is meant.)"
    ),
)

ALONG = eq(x, c * p + k * V)

COMPATIBLE_SPHERE = Claim(
    "spheres/compatibility-sphere",
    at="section 4",
    printed=(
        "In both the examples posed, Section 3.1 and 3.2, the PMC and the loss function are compatible … In the case "
        "of the sphere, the geodesics are great circles while the level sets of the loss function are small circles"
    ),
    given=[UNIT, TANGENT, MOVES, ALONG],
    where={Vec(VecHead("γ"), EUCLIDEAN, s): CURVE},
    states=eq(x - Inner(CURVE, x) * CURVE, Inner(speed(s), x) / Inner(V, V) * speed(s)),
    rests_on=["spheres/exponential-map", "spheres/compatibility-normal", "spheres/weak-compatibility"],
    reading=(
        "A geodesic γ of the sphere starts at p with velocity V ≠ 0 orthogonal to the level set through p: x − "
        "⟨p, x⟩p is a "
        "multiple kV of V (spheres/compatibility-normal), or p is a pole, where the level set is one point and "
        "every V is "
        "orthogonal to it (k = 0). Then at every s the gradient x − ⟨γ, x⟩γ of the level sets is a multiple of "
        "γ̇(s): γ̇(s) is "
        "orthogonal to the level set through γ(s), also where that is a pole. Every dimension, all s. Weak "
        "compatibility, which Definition 2 asks for besides, is spheres/weak-compatibility."
    ),
)

NORMAL_EUCLID = forall(U, eq(Inner(V, U), 0), [eq(Inner(U, x), 0)])

ACROSS_THE_LEVEL = eq(Inner(W, x), 0)

COMPATIBLE_EUCLID = Claim(
    "spheres/compatibility-euclid",
    at="section 4",
    printed=(
        "In both the examples posed, Section 3.1 and 3.2, the PMC and the loss function are compatible. This is clear "
        "in the Euclidean case as both the geodesics and the level sets of the loss function are straight lines"
    ),
    given=[NORMAL_EUCLID, ACROSS_THE_LEVEL],
    states=eq(Inner(Deriv(p + r * V, r, s), W), 0),
    rests_on=["spheres/weak-compatibility-euclid"],
    reading=(
        "In Rⁿ, for x ≠ 0, a level set of (7), {(⟨p, x⟩ − y)² = c}, is one hyperplane for c = 0 and two parallel "
        "hyperplanes for c > 0 (straight lines in R² only); at each of its points it has the same tangent vectors, "
        "those orthogonal to x. Geodesics are lines p + rV. A line that starts orthogonal to the level set, ⟨V, U⟩ = 0 "
        "for every U orthogonal to x, is orthogonal at every s to every tangent vector W of the level set that it "
        "meets there. For x = 0 the only level set is Rⁿ, V = 0, and the line is a point. That the least level set is "
        "the solution set, which Definition 2 asks for besides, is spheres/weak-compatibility-euclid."
    ),
)


@NORMAL.proof
def nothing_is_left(claim: Claim) -> Theorem:
    """The rest of V is orthogonal to p and x, hence to V, hence to itself."""
    given = list(claim.given)
    equations = [f for f in given if f in (UNIT, TANGENT)]
    level = [f for f in given if f == LEVEL]
    size = Inner(tangential(p), tangential(p))
    rest = V - Inner(V, x) / size * tangential(p)
    across = [identity(eq(Inner(rest, other), 0), using=equations, facts=level) for other in (p, x)]
    product = [instantiate(assume(f), [rest], across) for f in given if f == ORTHOGONAL]
    along = identity(eq(Inner(V, rest), Inner(rest, rest)), using=equations, facts=level)
    square = combine(eq(Inner(rest, rest), 0), [*((1, t) for t in product), (-1, along)], facts=level)
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square, *(assume(f) for f in level)])
    equal = identity(eq(U, q), using=[assume(eq(U - q, 0))])
    return instantiate(equal, {U: V, q: V - rest}, [zero, *(assume(f) for f in level)])


@COMPATIBLE_SPHERE.proof
def x_is_in_the_plane(claim: Claim) -> Theorem:
    """x, γ and γ̇ are in the plane of p and V, where x = ⟨x, γ⟩γ + ⟨x, γ̇⟩γ̇/‖V‖²."""
    equations = [f for f in claim.given if f in (UNIT, TANGENT, ALONG)]
    return identity(claim.states[0], using=equations, facts=[f for f in claim.given if f == MOVES])


@COMPATIBLE_EUCLID.proof
def the_velocity_is_constant(claim: Claim) -> Theorem:
    """d/ds (p + sV) = V."""
    level = [assume(f) for f in claim.given if f == ACROSS_THE_LEVEL]
    orthogonal = [(1, instantiate(assume(f), [W], level)) for f in claim.given if f == NORMAL_EUCLID]
    return combine(claim.states[0], orthogonal)


OFF_THE_EQUATOR = {p: (1, 0), x: (Rational(3, 5), Rational(4, 5)), V: (0, 1), s: 1}


def orthogonal_in_the_plane() -> list[Theorem]:
    """In the plane U ⟂ p = (1, 0) and U ⟂ x = (3/5, 4/5) leave U = 0."""
    first, second = eq(c, 0), eq(Rational(3, 5) * c + Rational(4, 5) * k, 0)
    product = combine(eq(k, 0), [(Rational(5, 4), assume(second)), (Rational(-3, 4), assume(first))])
    return [generalize(product, [c, k], [first, second])]


fails_as(NORMAL,
    ("constant", eq(V, NORMAL.states[0].rhs / 2), "Half the multiple.", OFF_THE_EQUATOR, orthogonal_in_the_plane),
    ("sign", eq(V, -NORMAL.states[0].rhs), "The opposite multiple.", OFF_THE_EQUATOR, orthogonal_in_the_plane),
)  # fmt: skip


fails_without(NORMAL,
    (ORTHOGONAL, "V need not be orthogonal to the level set.", {p: (1, 0, 0), x: (0, 1, 0), V: (0, 0, 1)}),
)  # fmt: skip


MERIDIAN = {p: (1, 0), V: (0, 1), x: (Rational(3, 5), Rational(4, 5)), c: Rational(3, 5), k: Rational(4, 5), s: 1}


fails_as(COMPATIBLE_SPHERE,
    ("constant", eq(COMPATIBLE_SPHERE.states[0].lhs, 2 * COMPATIBLE_SPHERE.states[0].rhs), "Twice the multiple.",
        MERIDIAN),
    ("sign", eq(COMPATIBLE_SPHERE.states[0].lhs, -COMPATIBLE_SPHERE.states[0].rhs), "The opposite multiple.",
        MERIDIAN),
)  # fmt: skip


OBLIQUE = {p: (1, 0, 0), V: (0, 0, 1), x: (Rational(3, 5), Rational(4, 5), 0), c: 1, k: 1, s: 1}


fails_without(COMPATIBLE_SPHERE,
    (ALONG, "V need not be orthogonal to the level set.", OBLIQUE),
    (UNIT, "p need not be a unit vector.", {**MERIDIAN, p: (2, 0), c: Rational(3, 10)}),
    (TANGENT, "V need not be tangent.", {p: (1, 0), V: (1, 1), x: (1, 2), c: -1, k: 2, s: 1}),
)  # fmt: skip


ALONG_X = {p: (0, 3), x: (1, 0), V: (2, 0), W: (0, 1), s: 1}


def orthogonal_to_x() -> list[Theorem]:
    """U₁ = 0 gives 2U₁ = 0."""
    level = eq(c, 0)
    return [generalize(combine(eq(2 * c, 0), [(2, assume(level))]), [c, k], [level])]


fails_without(COMPATIBLE_EUCLID,
    (NORMAL_EUCLID, "V may be any vector.", {**ALONG_X, V: (0, 1)}),
    (ACROSS_THE_LEVEL, "W need not be tangent to the level set.", {**ALONG_X, W: (1, 0)}, orthogonal_to_x),
)  # fmt: skip


fails_as(COMPATIBLE_EUCLID,
    ("constant", eq(COMPATIBLE_EUCLID.states[0].lhs, 1), "The product is 1.", ALONG_X, orthogonal_to_x),
)  # fmt: skip
