"""Section 5: spheres are complete; a proper open subset of Rⁿ is not."""

from __future__ import annotations

from sympy import Lambda, Rational

from proofs.spheres.exponential_map import (
    ENDPOINT, EXP_IS_ABSTRACT, EXPONENTIAL_MAP, GEODESIC, MOVING, ON_THE_SPHERE, STARTS_AT_P, STARTS_WITH_V, TANGENT,
    UNIT, V, great_circle, p, s,
)  # fmt: skip
from proofs.spheres.lemma_7 import without
from verify.author.kernel import Theorem, assume, combine, generalize, instantiate
from verify.claims import Claim, decided_by, fails_as, fails_without
from verify.language.terms import Inner, eq, field, forall, ge, gt, le, real, vectors

SPHERE_COMPLETENESS = Claim(
    "spheres/sphere-completeness",
    at="section 5, before Proposition 4",
    printed="For example a sphere Sⁿ⁻¹ is a complete manifold",
    given=[UNIT, TANGENT, MOVING],
    states=[forall(s, ON_THE_SPHERE), STARTS_AT_P, STARTS_WITH_V, GEODESIC, ENDPOINT],
    rests_on=["spheres/exponential-map", "spheres/exponential-map-zero"],
    reading=(
        "For every unit vector p and every tangent V ≠ 0 the great circle from p with velocity V is on the sphere and "
        "a geodesic for all real s, so that Exp_p(V) = γ(1) is defined (V = 0: spheres/exponential-map-zero). Any "
        "dimension. That this is metric completeness as well is the theorem of Hopf and Rinow, which is not used."
    ),
)


@SPHERE_COMPLETENESS.proof
def great_circles_do_not_end(claim: Claim) -> list[Theorem]:
    """(12) holds for every s."""
    others = claim.states[1:]
    known = [*map(assume, claim.given)]
    everywhere = generalize(instantiate(EXPONENTIAL_MAP.theorem(ON_THE_SPHERE), {}, known), [s])
    names = (STARTS_AT_P, STARTS_WITH_V, GEODESIC, ENDPOINT)
    return [everywhere, *(instantiate(EXPONENTIAL_MAP.theorem(name), {}, known) for name in names[: len(others)])]


@SPHERE_COMPLETENESS.mutant("hypothesis", at={p: (2, 0), V: (0, 1)}, discharge=list)
def off_the_sphere(claim: Claim) -> Claim:
    """p need not be a unit vector."""
    return without(claim, UNIT).replace(states=[eq(Inner(great_circle(p, V, 1), great_circle(p, V, 1)), 1)])


@SPHERE_COMPLETENESS.mutant("hypothesis", at={p: (1, 0), V: (1, 0)})
def not_tangent(claim: Claim) -> Claim:
    """V need not be tangent."""
    return without(claim, TANGENT).replace(states=[eq(Inner(great_circle(p, V, 1), great_circle(p, V, 1)), 1)])


fails_as(SPHERE_COMPLETENESS,
    ("constant", [*SPHERE_COMPLETENESS.states[:4], eq(ENDPOINT.lhs, great_circle(p, V, Rational(1, 2)))],
        "Exp_p(V) is reached at s = 1/2.", decided_by(undecided=EXP_IS_ABSTRACT)),
    ("sign", [*SPHERE_COMPLETENESS.states[:2], eq(STARTS_WITH_V.lhs, -V), *SPHERE_COMPLETENESS.states[3:]],
        "The curve starts with velocity −V.", {p: (1, 0), V: (0, 1)}),
)  # fmt: skip


# --- open subsets of Rⁿ ---------------------------------------------------------------------------------------------

f = field("f")
a, b, v, U = vectors("a b v U")

COMPLETE = forall([v, U, s], gt(f(v + s * U), 0), [gt(f(v), 0), ge(s, 0), le(s, 1)])
INHABITED = gt(f(a), 0)

SETTING = (
    "An open subset O of Rⁿ, any n, is {x: f(x) > 0} for a continuous function f (the distance to the complement). Its "
    "geodesics are segments, so O is complete when with v and for every U all v + sU, 0 ≤ s ≤ 1, are in O. A proper "
    "subset leaves out some b: that O is not complete is read as: if it were, every b would be in it. "
)

OPEN_SUBSET = Claim(
    "spheres/open-subset-completeness",
    at="section 5, before Proposition 4",
    printed="any proper open subset of Rⁿ with Euclidean metric is not",
    given=[COMPLETE, INHABITED],
    states=gt(f(b), 0),
    reading=SETTING + "As a parameter set it is not empty: it contains a point a. That it is open is not used.",
)


one, other = real("v U")
EMPTY = {f: Lambda(one, -1), b: 0}


def nothing_leaves() -> list[Theorem]:
    """For all v, U and 0 ≤ s ≤ 1 with −1 > 0: −1 > 0."""
    never = gt(-1, 0)
    return [generalize(assume(never), [one, other, s], [never, ge(s, 0), le(s, 1)])]


@OPEN_SUBSET.proof
def the_segment_to_a_point_left_out(claim: Claim) -> Theorem:
    """a + s(b − a) would be in O up to s = 1, which is b."""
    schema, *inside = claim.given if claim.given[0] == COMPLETE else (COMPLETE, *claim.given)
    ends = [ge(1, 0), le(1, 1)]
    return instantiate(
        assume(schema), [a, b - a, 1], [*map(assume, inside), *(combine(e, [(1, e.lhs - e.rhs)]) for e in ends)]
    )


def _all_inside() -> list[Theorem]:
    """For all v, U and 0 ≤ s ≤ 1 with 1 > 0: 1 > 0."""
    sure = combine(gt(1, 0), [(1, 1)])
    return [generalize(sure, [one, other, s], [gt(1, 0), ge(s, 0), le(s, 1)])]


fails_without(OPEN_SUBSET,
    (COMPLETE, "O need not be complete: a half-line.", {f: Lambda(one, one), a: 1, b: -1}),
    (INHABITED, "O may be empty.", EMPTY, nothing_leaves),
)  # fmt: skip


fails_as(OPEN_SUBSET,
    ("sign", gt(0, f(b)), "No b is in O.", {f: Lambda(one, 1), a: 0, b: 0}, _all_inside),
    ("constant", gt(f(b), 1), "f > 1 at every b.", {f: Lambda(one, 1), a: 0, b: 0}, _all_inside),
)  # fmt: skip
