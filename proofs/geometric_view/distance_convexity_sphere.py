"""After (8): where the half squared distance on the sphere is convex, in one point and in both."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Rational, acos, cos, sin, sqrt

from proofs.geometric_view.distance_convexity import r, t
from proofs.spheres.distance_gradient import distance
from verify.author.kernel import Theorem, assume, certify, combine, identity, instantiate
from verify.claims import Claim, decided_by, fails_as, fails_without
from verify.language.terms import Deriv, Inner, eq, ge, gt, le, lt, real, vectors
from verify.lemmas.circular import arccosine_is_positive
from verify.prover.proving import certificate

p, V, q = vectors("p V q")
z = real("z")
ORTHONORMAL = [eq(Inner(p, p), 1), eq(Inner(p, V), 0), eq(Inner(V, V), 1)]
UNIT_Q = eq(Inner(q, q), 1)
APART, NOT_ANTIPODAL = gt(1 - Inner(p, q), 0), gt(1 + Inner(p, q), 0)
CLOSE, QUARTER, FAR = gt(Inner(p, q), 0), ge(Inner(p, q), 0), lt(Inner(p, q), 0)
GIVEN = [*ORTHONORMAL, UNIT_Q]
ACROSS = eq(Inner(V, q), 0)
ON_THE_SPHERE = dict.fromkeys(GIVEN, "it makes the curve a great circle and q a point; the formulas hold without it")


def geodesic(s: Any) -> Expr:
    """The great circle of unit speed from p with velocity V."""
    return p * cos(s) + V * sin(s)


def along(s: Any) -> Expr:
    """D(γ(s), q) = ½ arccos⟨γ(s), q⟩²."""
    return distance(geodesic(s), q) ** 2 / 2


BENDING = Deriv(Deriv(along(t), t, r), r, 0)
"""The second derivative of D(γ(s), q) at s = 0."""

SETTING = (
    "Unit sphere of any dimension; D(·, q) = ½ dist(·, q)² as a function of one argument along the great circles of "
    "unit speed through a point p ≠ ±q, d = dist(p, q) = arccos⟨p, q⟩, V any unit tangent vector at p; convex says "
    "that the second derivative is not negative (at q itself it is 1, as D is ½s² there). "
)

SPHERE = Claim(
    "geometric_view/distance-convexity-sphere",
    at="after (8)",
    printed="D is convex only when points are close (less than π/2 apart for the unit sphere)",
    given=[*GIVEN, APART, CLOSE],
    states=gt(BENDING, 0),
    idle=ON_THE_SPHERE,
    rests_on=["spheres/exponential-map"],
    reading=SETTING
    + "For 0 < d < π/2, which is ⟨p, q⟩ > 0, D is strictly convex in every direction. That it is not convex beyond "
    "is geometric_view/distance-convexity-far.",
)

SPHERE_SHARP = Claim(
    "geometric_view/distance-convexity-sphere.sharp",
    at="after (8)",
    says="On the unit sphere D is convex also where the points are exactly π/2 apart.",
    given=[*GIVEN, APART, QUARTER],
    states=ge(BENDING, 0),
    idle=ON_THE_SPHERE,
    reading=SETTING + "For 0 < d ≤ π/2: the closed hemisphere about q.",
    sharpens="geometric_view/distance-convexity-sphere",
)

SPHERE_FAR = Claim(
    "geometric_view/distance-convexity-far",
    at="after (8)",
    printed="D is convex only when points are close (less than π/2 apart for the unit sphere)",
    given=[*GIVEN, NOT_ANTIPODAL, FAR, ACROSS],
    states=lt(BENDING, 0),
    idle=ON_THE_SPHERE,
    rests_on=["geometric_view/distance-convexity-sphere"],
    reading=SETTING
    + "For π/2 < d < π D is not convex: the second derivative is d cot d < 0 in every direction V orthogonal to q, of "
    "which there are some from dimension 2 of the sphere (on the circle, with d′ = ±1, D is convex up to π).",
)

cosine, slope = Inner(p, q), Inner(V, q)
theta = distance(p, q)
SINE = sqrt(1 - cosine**2)


def _second_derivative(sides: list[Theorem]) -> tuple[Theorem, list[Theorem]]:
    """⟨V, q⟩²(sin d − d cos d)/sin³ d + d cot d, and what it needs."""
    known = [*sides, combine(gt(1 - cosine**2, 0), [(sides[0], sides[1])])]
    bent = slope**2 * (SINE - theta * cosine) / SINE**3 + theta * cosine / SINE
    return identity(eq(BENDING, bent), facts=known), known


def _sides(claim: Claim) -> list[Theorem]:
    """⟨p, q⟩ is between −1 and 1."""
    near = [h for h in claim.given if h in (CLOSE, QUARTER, FAR)]
    made = []
    for wanted in (APART, NOT_ANTIPODAL):
        if wanted in claim.given:
            made.append(assume(wanted))
        else:
            made.append(combine(wanted, [(1, 1), *((1, assume(h)) for h in near)]))
    return made


@cache
def _sine_exceeds() -> Theorem:
    """sin d ≥ d cos d for 0 < d ≤ π/2, with z = cos d."""
    return certify(certificate(ge(sqrt(1 - z**2), z * acos(z)), [ge(z, 0), lt(z, 1)]))


def _close(claim: Claim) -> Theorem:
    """Both parts are not negative up to π/2; the second is positive before."""
    sides = _sides(claim)
    second, known = _second_derivative(sides)
    near = [assume(h) for h in claim.given if h in (CLOSE, QUARTER)]
    weakly = [combine(ge(cosine, 0), [(1, h)]) for h in near]
    positive = arccosine_is_positive(cosine, sides)
    exceeds = instantiate(_sine_exceeds(), {z: cosine}, [*weakly, *known])
    terms = [(1, second), (slope**2 / SINE**3, exceeds), *((h, theta / SINE) for h in near)]
    return instantiate(combine(claim.states[0], terms, facts=[*known, positive]), {}, known)


@SPHERE.proof
def two_positive_parts(claim: Claim) -> Theorem:
    """⟨V, q⟩²(sin d − d cos d)/sin³ d + d cot d."""
    return _close(claim)


@SPHERE_SHARP.proof
def two_parts_not_negative(claim: Claim) -> Theorem:
    """The same with cos d ≥ 0."""
    return _close(claim)


@SPHERE_FAR.proof
def across_the_meridian(claim: Claim) -> Theorem:
    """⟨V, q⟩ = 0, and d cot d < 0."""
    sides = _sides(claim)
    second, known = _second_derivative(sides)
    positive = arccosine_is_positive(cosine, sides)
    far = [assume(h) for h in claim.given if h == FAR]
    straight = [h for h in claim.given if h == ACROSS]
    terms = [(-1, second), *((h, theta / SINE) for h in far)]
    return instantiate(combine(claim.states[0], terms, using=straight, facts=[*known, positive]), {}, known)


THREE, FOUR = Rational(3, 5), Rational(4, 5)
NORTH = {p: (1, 0, 0), V: (0, 1, 0), q: (THREE, 0, FOUR)}
SOUTH = NORTH | {q: (-THREE, 0, FOUR)}


fails_as(SPHERE,
    ("constant", gt(BENDING, 1), "The second derivative is more than 1.", NORTH),
    ("sign", lt(BENDING, 0), "D is concave.", NORTH),
)  # fmt: skip


fails_without(SPHERE,
    (CLOSE, "The points may be further apart.", SOUTH),
    ([*GIVEN],
        ("p, V and q may be any vectors: true too of the formulas, but the curve is then not on the " "sphere."),
        decided_by(proof=two_positive_parts)),
)  # fmt: skip


fails_as(SPHERE_SHARP,
    ("constant", gt(BENDING, 0), "Strictly convex at π/2.", NORTH | {q: (0, 0, 1)}),
    ("sign", le(BENDING, 0), "D is concave.", NORTH),
)  # fmt: skip


fails_without(SPHERE_SHARP,
    (QUARTER, "The points may be further apart.", SOUTH),
    ([*GIVEN],
        ("p, V and q may be any vectors: true too of the formulas, but the curve is then not on the " "sphere."),
        decided_by(proof=two_parts_not_negative)),
)  # fmt: skip


fails_as(SPHERE_FAR,
    ("constant", lt(BENDING, -2), "Below −2.", SOUTH),
    ("sign", gt(BENDING, 0), "D is convex.", SOUTH),
)  # fmt: skip


fails_without(SPHERE_FAR,
    (FAR, "The points may be close.", NORTH),
    (ACROSS, "V may point to q.", SOUTH | {q: (-THREE, FOUR, 0)}),
    ([*GIVEN],
        ("p, V and q may be any vectors: true too of the formulas, but the curve is then not on the " "sphere."),
        decided_by(proof=across_the_meridian)),
)  # fmt: skip


# --- both points moving ---------------------------------------------------------------------------------------------

W = vectors("W")[0]
BOTH = [eq(Inner(q, W), 0), eq(Inner(W, W), 1)]


def both(s: Any) -> Expr:
    """D(γ(s), σ(s)) for the great circles from p with velocity V and from q with velocity W."""
    return distance(geodesic(s), q * cos(s) + W * sin(s)) ** 2 / 2


JOINT = Claim(
    "geometric_view/distance-convexity-joint",
    at="after (8)",
    says="On the unit sphere D: M × M → R, as a function of both points, is convex near no pair of distinct points.",
    given=[*ORTHONORMAL, *BOTH, UNIT_Q, eq(V, W), APART, NOT_ANTIPODAL],
    states=lt(Deriv(Deriv(both(t), t, r), r, 0), 0),
    idle={UNIT_Q: "without it the second curve is not on the sphere; the formulas hold all the same"},
    rests_on=["geometric_view/distance-convexity-sphere"],
    reading=(
        "Why the sentence after (8) is read of one argument, as U_t uses D: for all p ≠ ±q on the unit sphere, however "
        "close, both points moving with the same velocity V = W, orthogonal to both (from dimension 2 of the sphere "
        "there is one), the second derivative of D(γ(s), σ(s)) is negative at 0. Convexity in one of the points is "
        "geometric_view/distance-convexity-sphere."
    ),
)

MERIDIANS = {p: (1, 0, 0), V: (0, 0, 1), q: (Rational(1, 2), sqrt(3) / 2, 0), W: (0, 0, 1)}
"""Two points of the equator, π/3 apart, that both move north."""


@JOINT.proof
def parallel_start(claim: Claim) -> Theorem:
    """⟨γ, σ⟩ = ⟨p, q⟩cos² s + sin² s, so the second derivative is −2d(1 − cos d)/sin d."""
    sides = _sides(claim)
    known = [*sides, combine(gt(1 - cosine**2, 0), [(sides[0], sides[1])])]
    plain = [h for h in claim.given if h in (eq(V, W), *ORTHONORMAL, *BOTH)]
    moved = [h for h in plain if h == eq(V, W)]
    others = [_in_terms_of_w(h, moved) for h in plain if h not in moved]
    positive = arccosine_is_positive(cosine, sides)
    bent = identity(eq(claim.states[0].rhs, -2 * theta * (1 - cosine) / SINE), using=[*moved, *others], facts=known)
    term = combine(gt(theta * (1 - cosine), 0), [(positive, sides[0])])
    return instantiate(combine(claim.states[0], [(-1, bent), (2 / SINE, term)], facts=known), {}, known)


def _in_terms_of_w(formula: Any, moved: list[Any]) -> Theorem:
    """The formula with W for V."""
    changed = formula.xreplace({V: W}) if moved else formula
    return combine(changed, [(1, assume(formula))], using=moved)


fails_as(JOINT,
    ("constant", lt(JOINT.states[0].rhs, -10), "Below −10.", MERIDIANS),
    ("sign", gt(JOINT.states[0].rhs, 0), "Positive.", MERIDIANS),
)  # fmt: skip


fails_without(JOINT,
    (eq(V, W), "V and W may differ: both points move along the equator.",
        MERIDIANS | {V: (0, 1, 0), W: (-sqrt(3) / 2, Rational(1, 2), 0)}),
    ([ORTHONORMAL[2], BOTH[1]], "The velocities need not be unit vectors.", MERIDIANS | {V: (0, 0, 0), W: (0, 0, 0)}),
    ([ORTHONORMAL[0], UNIT_Q],
        "p and q may be any vectors: true too of the formulas, but the curves are then not on the sphere.",
        decided_by(proof=parallel_start)),
    (ORTHONORMAL[1], "The velocity need not be orthogonal to p.",
        decided_by(undecided="it seems true too: 1 < d(2 − cos d)/sin d for 0 < d < π")),
    (BOTH[0], "The velocity need not be orthogonal to q.", decided_by(undecided="it seems true too, as for p")),
)  # fmt: skip
