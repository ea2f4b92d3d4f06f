"""Section 4: in Rⁿ the distance loss is a multiple of the loss (7)."""

from __future__ import annotations

from proofs.spheres.distance_loss_compatible import squared_distance
from verify.author.kernel import Theorem, combine, identity
from verify.claims import Claim, fails_without
from verify.language.terms import Inner, eq, ge, gt, le, real, vector, vectors

y = real("y")
p, q, x = vectors("p q x")

SOME_DATA = gt(Inner(x, x), 0)
FOOT = p - (Inner(p, x) - y) / Inner(x, x) * x

EUCLID = Claim(
    "spheres/distance-loss-euclid",
    at="section 4",
    says="in Rⁿ the distance loss is the loss (7) divided by ‖x‖², and so has the same level sets",
    given=[SOME_DATA, eq(Inner(q, x), y)],
    where={vector("q⁰"): FOOT},
    states=[
        ge(squared_distance(q, p), (Inner(p, x) - y) ** 2 / Inner(x, x)),
        eq(Inner(FOOT, x), y),
        eq(squared_distance(FOOT, p), (Inner(p, x) - y) ** 2 / Inner(x, x)),
    ],
    rests_on=["spheres/compatibility-euclid", "spheres/distance-loss-scaled"],
    reading=(
        "Section 3.1: no solution q, ⟨q, x⟩ = y, is nearer to p than q⁰, so the distance loss is (⟨p, x⟩ − y)²/‖x‖², a "
        "multiple of the loss (7), with the same level sets and the same least one: compatible by "
        "spheres/compatibility-euclid. Any dimension, x ≠ 0."
    ),
)


@EUCLID.proof
def part_along_the_data(claim: Claim) -> list[Theorem]:
    """‖q − p‖² = ‖q − q⁰‖² + ‖q⁰ − p‖², as q − q⁰ is orthogonal to x."""
    least, solves, attained = claim.states
    solution = [h for h in claim.given if h != SOME_DATA]
    facts = [h for h in claim.given if h == SOME_DATA]
    closer = combine(least, [(1, squared_distance(q, FOOT))], using=solution, facts=facts)
    return [closer, identity(solves, facts=facts), identity(attained, facts=facts)]


ON_THE_LINE = {x: (2, 0), p: (3, 1), y: 2, q: (1, 0)}


@EUCLID.mutant("constant", at=ON_THE_LINE | {q: (1, 1)})
def twice_as_large(claim: Claim) -> Claim:
    """Twice the loss."""
    least, *others = claim.states
    return claim.replace(states=[ge(least.lhs, 2 * least.rhs), *others])


@EUCLID.mutant("sign", at=ON_THE_LINE)
def at_most(claim: Claim) -> Claim:
    """At most the loss."""
    least, *others = claim.states
    return claim.replace(states=[le(least.lhs, least.rhs), *others])


fails_without(EUCLID, (eq(Inner(q, x), y), "q need not be a solution.", ON_THE_LINE | {q: (3, 1)}))
