"""After (8): the half squared distance on the sphere is not differentiable at the antipode, where it has a ridge."""

from __future__ import annotations

from typing import Any

from sympy import Rational, acos, cos, pi, sin

from proofs.geometric_view.distance_convexity import s, without
from proofs.geometric_view.distance_convexity_sphere import V, geodesic, p
from proofs.spheres.collinear import arccosine_of_cosine
from proofs.spheres.distance_gradient import distance
from proofs.spheres.lemma_7_sign import z
from verify.claims import Claim
from verify.kernel import Theorem, assume, combine, identity, instantiate
from verify.terms import Inner, eq, ge, le, real

UNIT, TANGENT = eq(Inner(p, p), 1), eq(Inner(p, V), 0)
WITHIN = [ge(s, 0), le(s, pi)]


def opposite(s: Any) -> Any:
    """D(γ(s), −p) = ½ arccos⟨γ(s), −p⟩², where γ(0) = p is the antipode."""
    return distance(geodesic(s), -p) ** 2 / 2


RIDGE = Claim(
    "geometric_view/distance-ridge",
    at="after (8)",
    says="At the antipode of q the function D(·, q) has a ridge: along every great circle through −q it is "
    "½(π − |s|)², so that it is not differentiable there.",
    given=[UNIT, TANGENT, *WITHIN],
    states=[
        eq(opposite(s), (pi - s) ** 2 / 2),
        eq(opposite(-s), (pi - s) ** 2 / 2),
        ge(2 * opposite(0) - opposite(s) - opposite(-s), pi * s),
    ],
    rests_on=["spheres/exponential-map"],
    reading=(
        "The text calls D differentiable. Where two points have several shortest geodesics between them it is not, and "
        "Exp⁻¹ in (9) and (10) is not defined. Here q = −p, and γ is the great circle from p with the velocity V, "
        "of unit speed where V is a unit vector. A function with a derivative at 0 has 2D(0) − D(s) − D(−s) = o(s); "
        "here that is at least πs up to s = π."
    ),
)


def _half_square(claim: Claim, side: Any) -> tuple[Theorem, list[Theorem]]:
    """arccos⟨γ(s), −p⟩ = arccos cos(π − s) = π − s, and that the product is between −1 and 1."""
    plain = [h for h in claim.given if h in (UNIT, TANGENT)]
    angle, product = pi - s, Inner(geodesic(side), -p)
    same = identity(eq(product, -cos(s)), using=plain)
    ends = [
        combine(goal, [(1, assume(h)) for h in claim.given if h == bound])
        for goal, bound in ((ge(pi, angle), WITHIN[0]), (ge(angle, 0), WITHIN[1]))
    ]
    reached = instantiate(arccosine_of_cosine(), {real("w"): product, z: angle}, [same, *ends])
    above = combine(ge(1 + product, 0), [(1, same), (2, sin(s / 2) ** 2)])
    below = combine(ge(1 - product, 0), [(-1, same), (2, cos(s / 2) ** 2)])
    bounds = [above, below]
    half = combine(eq(opposite(side), angle**2 / 2), [((acos(product) + angle) / 2, reached)], facts=bounds)
    return instantiate(half, {}, bounds), bounds


@RIDGE.proof
def straight_on_both_sides(claim: Claim) -> list[Theorem]:
    """D is ½(π − s)² on both sides and ½π² between them: the gap is s(2π − s)."""
    (ahead, here), (behind, there) = (_half_square(claim, side) for side in (s, -s))
    after, before = ([assume(h) for h in claim.given if h == bound] for bound in WITHIN)
    nought = [h for h in claim.given if h == UNIT]
    start = identity(eq(opposite(0), pi**2 / 2), using=nought)
    room = combine(ge(pi * s, s**2), [(s, h) for h in before], facts=after)
    gap = combine(claim.states[2], [(2, start), (-1, ahead), (-1, behind), (1, room)], facts=[*here, *there])
    return [ahead, behind, instantiate(gap, {}, [*here, *there])]


QUARTER = {p: (1, 0), V: (0, 1), s: pi / 2}


@RIDGE.mutant("constant", at=QUARTER)
def twice_the_gap(claim: Claim) -> Claim:
    """At least 2πs."""
    return claim.replace(states=[*claim.states[:2], ge(claim.states[2].lhs, 2 * pi * s)])


@RIDGE.mutant("sign", at=QUARTER)
def away_from_the_ridge(claim: Claim) -> Claim:
    """½(π + s)²."""
    return claim.replace(states=[eq(opposite(s), (pi + s) ** 2 / 2), *claim.states[1:]])


@RIDGE.mutant("hypothesis", at=QUARTER | {p: (Rational(1, 2), 0), s: pi / 3})
def off_the_sphere(claim: Claim) -> Claim:
    """p need not be a unit vector."""
    return without(claim, UNIT)


@RIDGE.mutant("hypothesis", at=QUARTER | {V: (1, 0), s: pi / 2})
def not_tangent(claim: Claim) -> Claim:
    """V need not be tangent."""
    return without(claim, TANGENT)


@RIDGE.mutant("hypothesis", at=QUARTER | {s: 3 * pi / 2})
def past_the_point(claim: Claim) -> Claim:
    """s may be more than π."""
    return without(claim, WITHIN[1])


@RIDGE.mutant("hypothesis", at=QUARTER | {s: -pi / 2})
def on_the_other_side(claim: Claim) -> Claim:
    """s may be negative."""
    return without(claim, WITHIN[0])
