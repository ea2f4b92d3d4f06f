"""Section 4: on the sphere the distance loss is not differentiable at the poles ±x."""

from __future__ import annotations

from sympy import Rational, acos, asin, cos, pi, sin

from proofs.spheres.distance_loss import complement
from proofs.spheres.lemma_7_sign import sine_is_not_negative, z
from verify.author.kernel import Theorem, assume, cases, combine, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, ge, le, real, vector, vectors
from verify.lemmas.circular import arccosine_of_cosine

s, y = real("s y")
v, x = vectors("v x")

ACROSS_THE_POLE = [eq(Inner(x, x), 1), eq(Inner(x, v), 0), eq(Inner(v, v), 1)]
CIRCLE = cos(s) * x + sin(s) * v
SHORT = [ge(s, 0), le(s, pi)]

PEAK = Claim(
    "spheres/distance-loss-peak",
    at="section 4",
    says="on the sphere the distance loss is not differentiable at p = ±x: along every geodesic it has the one-sided "
    "slopes ∓π there",
    given=[*ACROSS_THE_POLE, *SHORT],
    where={vector("γ"): CIRCLE},
    states=eq(asin(Inner(CIRCLE, x)) ** 2, (pi / 2 - s) ** 2),
    rests_on=["spheres/distance-loss", "spheres/distance-loss-attained"],
    reading=(
        "γ(s) = cos s x + sin s V is the unit-speed geodesic from x in any direction V, and 0 ≤ s ≤ π. The loss is "
        "(π/2 − s)² along it: π²/4 at x, and smaller by s(π − s), so that it falls with the slope −π in every "
        "direction, where a differentiable function with a maximum would have the slope 0. Section 2 asks of a loss "
        "to be continuously differentiable; the loss (8) is. The same holds at −x."
    ),
)


@PEAK.proof
def distance_to_the_equator(claim: Claim) -> Theorem:
    """⟨γ, x⟩ = cos s, and |arcsin cos s| = arccos sin s = |π/2 − s|."""
    equations = [h for h in claim.given if h in ACROSS_THE_POLE]
    within = [assume(h) for h in claim.given if h in SHORT]
    cosine = identity(eq(Inner(CIRCLE, x), cos(s)), using=equations)
    sine = instantiate(sine_is_not_negative(), {z: s}, within)
    range_ = [
        combine(ge(1 - sign * function, 0), [(Rational(1, 2), (1 - sign * function) ** 2), (Rational(1, 2), other**2)])
        for function, other in ((cos(s), sin(s)), (sin(s), cos(s)))
        for sign in (1, -1)
    ]
    whole = identity(eq(sin(s) ** 2 + cos(s) ** 2, 1))
    height = instantiate(complement(), {real("w"): sin(s), real("z"): cos(s)}, [whole, sine, *range_])
    goal, sides = eq(acos(sin(s)) ** 2, (pi / 2 - s) ** 2), [le(s, pi / 2), ge(s, pi / 2)]
    known = []
    for side, angle, limit in zip(sides, (pi / 2 - s, s - pi / 2), SHORT, strict=True):
        ends = [combine(ge(angle, 0), [(1, assume(side))]), combine(le(angle, pi), [(1, assume(limit)), (1, pi / 2)])]
        same = identity(eq(sin(s), cos(angle)))
        arc = arccosine_of_cosine(sin(s), angle, [same, *ends, *range_])
        known.append(combine(goal, [(acos(sin(s)) + angle, arc)], facts=range_))
    arccosine = cases(known, sides)
    found = combine(
        eq(asin(y) ** 2, (pi / 2 - s) ** 2), [(-1, height), (1, arccosine)], using=[eq(y, cos(s))], facts=range_
    )
    there = [
        combine(ge(1 - sign * Inner(CIRCLE, x), 0), [(1, t), (-sign, cosine)])
        for sign, t in zip((1, -1), range_[:2], strict=True)
    ]
    return instantiate(found, {y: Inner(CIRCLE, x)}, [cosine, *there, *range_])


EIGHTH_TURN = {x: (1, 0), v: (0, 1), s: pi / 4}


fails_as(PEAK,
    ("constant", eq(PEAK.states[0].lhs, (pi - s) ** 2), "(π − s)².", EIGHTH_TURN),
    ("sign", eq(PEAK.states[0].lhs, (pi / 2 + s) ** 2), "(π/2 + s)².", EIGHTH_TURN),
)  # fmt: skip


fails_without(PEAK,
    (SHORT[0], "s may be negative.", EIGHTH_TURN | {s: -pi / 4}),
    (SHORT[1], "s may be more than π.", EIGHTH_TURN | {s: 5 * pi / 4}),
    (ACROSS_THE_POLE[1], "V need not be orthogonal to x.", EIGHTH_TURN | {v: (1, 0), s: pi / 2}),
)  # fmt: skip
