"""Section 4: on the sphere the loss (8) is an increasing function of the distance loss."""

from __future__ import annotations

from sympy import Rational, asin, pi, sin, sqrt

from proofs.spheres.distance_loss import UNITS
from proofs.spheres.gradient import loss
from proofs.spheres.lemma_7_sign import z
from verify.author.kernel import Theorem, assume, cases, certify, combine, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, ge, gt, le, real, vectors
from verify.lemmas.circular import within_one
from verify.prover.proving import certificate

r, w, y = real("r w y")
p, x = vectors("p x")

HEIGHT = asin(Inner(p, x)) ** 2
ORDER = [gt(r, w), ge(w, 0), le(r, pi / 2)]

SPHERE = Claim(
    "spheres/distance-loss-compatible-sphere",
    at="section 4",
    says="on the sphere the loss (8) is an increasing function of the distance loss, and so has the same level sets",
    given=[UNITS[0], UNITS[2], *ORDER],
    states=[
        eq(loss(p, x), sin(sqrt(HEIGHT)) ** 2),
        le(HEIGHT, pi**2 / 4),
        gt(sin(r) ** 2, sin(w) ** 2),
    ],
    rests_on=[
        "spheres/distance-loss",
        "spheres/distance-loss-attained",
        "spheres/distance-loss-scaled",
        "spheres/compatibility-sphere",
    ],
    reading=(
        "Section 3.2: the distance loss is D = arcsin²⟨p, x⟩ (spheres/distance-loss), between 0 and π²/4, and the "
        "loss (8) is sin² √D, which rises there with D. So both have the same level sets and the same least one "
        "(spheres/distance-loss-scaled), and the distance loss is compatible by spheres/compatibility-sphere. Any "
        "dimension. At p = ±x, where D is largest, it has a peak and no gradient: spheres/distance-loss-peak."
    ),
)


@SPHERE.proof
def sine_of_the_height(claim: Claim) -> list[Theorem]:
    """sin² is even and rises on [0, π/2]."""
    same, bounded, _ = claim.states
    even = [identity(eq(sin(sqrt(z**2)) ** 2, sin(z) ** 2), facts=[side]) for side in (ge(z, 0), le(z, 0))]
    plain = cases(even, [ge(z, 0), le(z, 0)])
    units = [h for h in claim.given if h in UNITS]
    within = within_one(p, x, units)
    first = combine(same, [(-1, instantiate(plain, {z: asin(Inner(p, x))}, within))], facts=within)
    most = certify(certificate(le(asin(z) ** 2, pi**2 / 4), [ge(z, -1), le(z, 1)]))
    second = combine(bounded, [(1, instantiate(most, {z: Inner(p, x)}, within))], facts=within)
    angles = certify(certificate(gt(sin(z) ** 2, sin(y) ** 2), [gt(z, y), ge(y, 0), le(z, pi / 2)]))
    third = instantiate(angles, {z: r, y: w}, [assume(h) for h in claim.given if h in ORDER])
    return [first, second, third]


DIAGONAL = {p: (1 / sqrt(2), 1 / sqrt(2)), x: (0, 1), r: 1, w: Rational(1, 2)}


fails_as(SPHERE,
    ("constant", [eq(SPHERE.states[0].lhs, SPHERE.states[0].rhs / 2), *SPHERE.states[1:]], "Half of sin² √D.",
        DIAGONAL),
)  # fmt: skip


@SPHERE.mutant("sign", at=DIAGONAL)
def falls(claim: Claim) -> Claim:
    """sin² √D falls."""
    last = claim.states[2]
    return claim.replace(states=[*claim.states[:2], gt(last.rhs, last.lhs)])


fails_without(SPHERE,
    (ORDER[2], "√D may be more than π/2.", DIAGONAL | {r: pi, w: pi / 2}),
    (ORDER[1], "The smaller value may be negative.", DIAGONAL | {w: -pi / 2}),
    (ORDER[0], "The two values need not differ.", DIAGONAL | {w: 1}),
)  # fmt: skip
