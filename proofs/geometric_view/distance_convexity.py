"""After (8): where the half squared distance is convex, for curvature ≤ 0."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, acos, cos, pi

from verify.axioms import (
    COVERING,
    DIST,
    DISTANCE_AT_MOST_LENGTH,
    DISTANCE_NOT_NEGATIVE,
    EXP,
    HINGE,
    LIFT,
    LINE_DIST,
    LINE_EXP,
    LINE_LIFT,
    REAL_LINE,
    lift,
    nonpositive_curvature,
)
from verify.claims import Claim, Sharpness
from verify.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, witness
from verify.terms import Inner, Tangent, Vec, VecHead, eq, forall, ge, le, norm, point, real, vectors

s, t, r, a, b = real("s t r a b")


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[h for h in claim.given if h not in hypotheses])


# --- curvature ≤ 0 --------------------------------------------------------------------------------------------------

angle, height, turn, rise, at_angle, at_height = real("α h τ ρ β k")
SEGMENT = [ge(s, 0), ge(1, s)]


def cylinder(x: Any, y: Any) -> Expr:
    """½ dist² from (cos x, sin x, y) to (cos β, sin β, k) on the cylinder S¹ × R."""
    return (acos(cos(x - at_angle)) ** 2 + (y - at_height) ** 2) / 2


FLAT = Claim(
    "geometric_view/distance-convexity",
    at="after (8)",
    printed=(
        "In spaces of non-positive curvature, for example Euclidean space Rⁿ and hyperbolic spaces Hⁿ, D is convex "
        "everywhere"
    ),
    weight="gap",
    slip=(
        "True of the two examples and of every complete, simply connected such space "
        "(geometric_view/distance-convexity.repaired); complete and simply connected are left out, and on the flat "
        "cylinder, which is complete, D is not convex."
    ),
    given=SEGMENT,
    states=le(
        cylinder(angle + s * turn, height + s * rise),
        (1 - s) * cylinder(angle, height) + s * cylinder(angle + turn, height + rise),
    ),
    reading=(
        "The cylinder S¹ × R is complete with curvature 0. Its geodesics are (α + sτ, h + sρ) in the angle and the "
        "height, its distance is that of the circle, arccos cos of the difference of angles, together with that of the "
        "heights. D(·, q) convex along geodesics, q any point, says that its values between 0 and 1 are below the "
        "chord. (A closed geodesic is enough to spoil this: no periodic function but a constant is convex.)"
    ),
)

HALF_WAY_ROUND = {angle: pi / 2, turn: pi, height: 0, rise: 0, at_angle: 0, at_height: 0, s: Rational(1, 2)}


@FLAT.counterexample
def over_the_antipode(claim: Claim) -> Theorem:
    """From α = π/2 to 3π/2 round the back of q = (1, 0, 0): ½π² half-way, ⅛π² at the ends."""
    return witness(claim.given, claim.states[0], HALF_WAY_ROUND)


middle, centre = point("m"), point("q")
U = Vec(VecHead("U"), Tangent(middle))
FIRST, SECOND = Vec(VecHead("U₁"), Tangent(middle)), Vec(VecHead("U₂"), Tangent(middle))
CURVATURE = nonpositive_curvature()
ONE_TO_ONE = forall([FIRST, SECOND], eq(FIRST, SECOND), [eq(EXP(middle, FIRST), EXP(middle, SECOND))])


def half_square(x: Any) -> Expr:
    """D(x, q) = ½ dist(x, q)²."""
    return DIST(x, centre) ** 2 / 2


BACK, AHEAD = -s * U, (1 - s) * U

FLAT_REPAIRED = Claim(
    "geometric_view/distance-convexity.repaired",
    at="after (8)",
    says="In complete, simply connected spaces of non-positive curvature D is convex, even ½-convex, everywhere.",
    given=[CURVATURE, ONE_TO_ONE, *SEGMENT],
    states=le(
        half_square(middle),
        (1 - s) * half_square(EXP(middle, BACK)) + s * half_square(EXP(middle, AHEAD)) - s * (1 - s) / 2 * Inner(U, U),
    ),
    repairs="geometric_view/distance-convexity",
    reading=(
        "m is the point γ(s), 0 ≤ s ≤ 1, of any geodesic γ; the ends γ(0) and γ(1) are Exp_m(−sU) and Exp_m((1 − s)U) "
        "for U = γ′(s). D(·, q) at m is below the chord, by at least ½s(1 − s)‖U‖², so that D∘γ − ½r² is convex in the "
        "arc length r. With curvature ≤ 0 and completeness, simply connected means that Exp_m is one-to-one "
        "(Cartan–Hadamard), which is the hypothesis. Convex in one argument; Rⁿ and Hⁿ are examples."
    ),
)


@FLAT_REPAIRED.proof
def two_hinges(claim: Claim) -> Theorem:
    """The hinges at m towards both ends have the same third corner Exp_m⁻¹ q, and add up."""
    rules = [h for h in claim.given if h == ONE_TO_ONE]
    ends = [lift(middle, side, centre) for side in (BACK, AHEAD)]
    place: dict[Any, Any] = {point("v"): middle, point("q"): centre}
    hinges, arrive = [], []
    for side in (BACK, AHEAD):
        values: dict[Any, Any] = {**place, VecHead("U"): side}
        hinges.append(instantiate(cite(HINGE), values))
        arrive.append(instantiate(cite(COVERING), values))
    meet = identity(eq(EXP(middle, ends[0]), EXP(middle, ends[1])), using=arrive)
    same = [instantiate(assume(h), ends, [meet]) for h in rules]
    length = instantiate(cite(DISTANCE_AT_MOST_LENGTH), {point("v"): middle, VecHead("U"): ends[1]})
    reach = DIST(middle, centre)
    longer = combine(ge(norm(ends[1]), reach), [(1, length)], using=arrive[1:])
    not_negative = instantiate(cite(DISTANCE_NOT_NEGATIVE), place)
    square = combine(ge(Inner(ends[1], ends[1]), reach**2), [(longer, norm(ends[1])), (longer, not_negative)])
    inside = [h for h in claim.given if h in SEGMENT]
    terms = [((1 - s) / 2, hinges[0]), (s / 2, hinges[1]), (Rational(1, 2), square)]
    return combine(claim.states[0], terms, using=same, facts=inside)


LINE = {
    EXP.head: LINE_EXP,
    DIST.head: LINE_DIST,
    LIFT: LINE_LIFT,
    middle: 1,
    centre: 0,
    VecHead("U"): 2,
    s: Rational(1, 2),
}


def on_the_line() -> list[Theorem]:
    """R is flat, and 1 + U₁ = 1 + U₂ only for U₁ = U₂."""
    same = eq(1 + a, 1 + b)
    return [cite(REAL_LINE), generalize(combine(eq(a, b), [(1, assume(same))]), [a, b], [same])]


@FLAT_REPAIRED.mutant("constant", at=LINE, discharge=on_the_line)
def two_convex(claim: Claim) -> Claim:
    """2-convex."""
    more = claim.states[0].lhs - s * (1 - s) / 2 * Inner(U, U)
    return claim.replace(states=ge(more, claim.states[0].rhs))


@FLAT_REPAIRED.mutant("sign", at=LINE, discharge=on_the_line)
def concave(claim: Claim) -> Claim:
    """Above the chord."""
    ends = (1 - s) * half_square(EXP(middle, BACK)) + s * half_square(EXP(middle, AHEAD))
    return claim.replace(states=ge(half_square(middle), ends))


BENT = LINE | {DIST.head: Lambda((a, b), 1), VecHead("U"): 2}


@FLAT_REPAIRED.mutant("hypothesis", at=BENT, discharge=on_the_line)
def any_curvature(claim: Claim) -> Claim:
    """Any curvature: any distance."""
    return without(claim, CURVATURE)


@FLAT_REPAIRED.sharp
def equality_in_space() -> Sharpness:
    """In Rⁿ the gap is ½s(1 − s)‖U‖² exactly."""
    m, q, u = vectors("m q U")
    first, last = m - s * u - q, m + (1 - s) * u - q
    gap = (1 - s) * Inner(first, first) / 2 + s * Inner(last, last) / 2 - Inner(m - q, m - q) / 2
    return Sharpness(
        "the best λ for which D is λ-convex (λs(1 − s)‖U‖²) in all these spaces",
        "½, exactly: equality in Rⁿ",
        [identity(eq(gap, s * (1 - s) / 2 * Inner(u, u)))],
    )
