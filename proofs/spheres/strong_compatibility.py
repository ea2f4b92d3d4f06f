"""Definition 2, strong compatibility: the solution set is totally geodesic, on both examples."""

from __future__ import annotations

from proofs.spheres.compatibility import CURVE, MOVES
from proofs.spheres.regular_values import TANGENT, UNIT
from verify.author.kernel import Theorem, identity
from verify.claims import Claim, decided_by, fails_as, fails_without
from verify.language.terms import EUCLIDEAN, Inner, Vec, VecHead, eq, real, vectors

s, y = real("s y")
p, x, V = vectors("p x V")

STRONG = Claim(
    "spheres/strong-compatibility",
    at="section 4",
    printed=(
        "the solution set is the equator of the sphere with respect to the data point x_t … Thus, the PMC"
        " and loss function are strongly compatible"
    ),
    given=[UNIT, TANGENT, MOVES, eq(Inner(p, x), 0), eq(Inner(V, x), 0)],
    where={Vec(VecHead("γ"), EUCLIDEAN, s): CURVE},
    states=eq(Inner(CURVE, x), 0),
    rests_on=["spheres/exponential-map", "spheres/compatibility-sphere"],
    reading=(
        "Totally geodesic: a geodesic of the sphere that starts in the equator {⟨p, x⟩ = 0} with a velocity "
        "tangent to it "
        "stays in it for all s, in every dimension."
    ),
)

STRONG_EUCLID = Claim(
    "spheres/strong-compatibility-euclid",
    at="section 4",
    printed=(
        "In the Euclidean example, Section 3.1, the solution set is a hyper-plane and is clearly a "
        "totally geodesic submanifold"
    ),
    given=[eq(Inner(p, x), y), eq(Inner(V, x), 0)],
    states=eq(Inner(p + s * V, x), y),
    reading="A line that starts in {⟨p, x⟩ = y} with a velocity orthogonal to x stays in it.",
)


@STRONG.proof
def both_directions_are_orthogonal(claim: Claim) -> Theorem:
    """γ is a combination of p and V."""
    return identity(
        claim.states[0], using=[f for f in claim.given if f.op == "="], facts=[f for f in claim.given if f == MOVES]
    )


@STRONG_EUCLID.proof
def linear(claim: Claim) -> Theorem:
    """⟨p + sV, x⟩ = ⟨p, x⟩ + s⟨V, x⟩."""
    return identity(claim.states[0], using=list(claim.given))


EQUATOR = {p: (1, 0, 0), V: (0, 1, 0), x: (0, 0, 1), s: 1}


fails_as(STRONG, ("constant", eq(Inner(CURVE, x), 1), "⟨γ, x⟩ = 1.", EQUATOR))


fails_without(STRONG,
    (eq(Inner(V, x), 0), "V need not be tangent to the equator.", {**EQUATOR, V: (0, 0, 1)}),
    (eq(Inner(p, x), 0), "p need not be on the equator.", {**EQUATOR, x: (1, 0, 0)}),
    (UNIT, "p need not be a unit vector: true too, of the curve.", decided_by(proof=both_directions_are_orthogonal)),
    (TANGENT, "V need not be tangent to the sphere: true too, of the curve.",
        decided_by(proof=both_directions_are_orthogonal)),
)  # fmt: skip


fails_as(STRONG_EUCLID,
    ("constant", eq(STRONG_EUCLID.states[0].lhs, 2 * y), "⟨p + sV, x⟩ = 2y.", {p: 1, V: 0, x: 1, y: 1, s: 1}),
    ("sign", eq(STRONG_EUCLID.states[0].lhs, -y), "⟨p + sV, x⟩ = −y.", {p: 1, V: 0, x: 1, y: 1, s: 1}),
)  # fmt: skip


fails_without(STRONG_EUCLID, (eq(Inner(V, x), 0), "V need not be orthogonal to x.", {p: 1, V: 1, x: 1, y: 1, s: 1}))
