"""Section 7: it matters how far from the true parameter the algorithm starts; at distance π/2 it never gets closer."""

from __future__ import annotations

from sympy import Rational

from proofs.spheres.single_step import next_parameter
from verify.claims import Claim
from verify.kernel import Theorem, identity
from verify.terms import Inner, eq, positive, vectors

p, x, best = vectors("p x p⋆")
eta = positive("η")

SOLVES, RIGHT_ANGLE = eq(Inner(best, x), 0), eq(Inner(p, best), 0)

STARTING_POINT = Claim(
    "spheres/starting-point",
    at="section 7",
    printed="it matters how far from the true parameter the algorithm starts (the exceptional distance π/2)",
    given=[SOLVES, RIGHT_ANGLE],
    states=eq(Inner(next_parameter(p, x, eta), best), 0),
    rests_on=["spheres/update-everywhere"],
    reading=(
        "p⋆ predicts the trial exactly, ⟨p⋆, x⟩ = 0. From a p at distance π/2, ⟨p, p⋆⟩ = 0, every update leads "
        "to a point at "
        "distance π/2 again, for every η > 0 and any dimension: a run that starts there never gets closer, while "
        "by Lemma 9 "
        "one that starts within π/3 has a bounded loss. Closer starts have smaller bounds: they grow with "
        "dist(p_0, p⋆)²."
    ),
)


@STARTING_POINT.proof
def both_directions_are_orthogonal(claim: Claim) -> Theorem:
    """The update is a combination of p and x."""
    return identity(claim.states[0], using=list(claim.given))


AT_A_RIGHT_ANGLE = {p: (1, 0, 0), x: (Rational(3, 5), Rational(4, 5), 0), best: (0, 0, 1), eta: Rational(1, 2)}


@STARTING_POINT.mutant("constant", at=AT_A_RIGHT_ANGLE)
def product_one(claim: Claim) -> Claim:
    """⟨p_{t+1}, p⋆⟩ = 1."""
    return claim.replace(states=eq(claim.states[0].lhs, 1))


@STARTING_POINT.mutant("hypothesis", at={**AT_A_RIGHT_ANGLE, best: (0, 1, 0)})
def with_a_loss(claim: Claim) -> Claim:
    """p⋆ may have a loss."""
    return claim.replace(given=[RIGHT_ANGLE])


@STARTING_POINT.mutant("hypothesis", at={**AT_A_RIGHT_ANGLE, best: (Rational(4, 5), Rational(-3, 5), 0)})
def closer(claim: Claim) -> Claim:
    """p may be at another distance."""
    return claim.replace(given=[SOLVES])
