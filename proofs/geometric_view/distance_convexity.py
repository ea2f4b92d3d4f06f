"""After (8): where the half squared distance is convex, for curvature ≤ 0."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, pi

from verify.author.kernel import Theorem, assume, cite, combine, identity, instantiate, witness
from verify.axioms import (
    CYLINDER, DIST, EXP, HINGE, HYPERBOLIC_PLANE, MINIMISING_GEODESIC, ONE_LIFT, REAL_LINE, complete,
    nonpositive_curvature, simply_connected,
)  # fmt: skip
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, Tangent, Vec, VecHead, eq, ge, le, point, real, vectors
from verify.lemmas import with_some

s, t, r, a, b = real("s t r a b")


# --- curvature ≤ 0 --------------------------------------------------------------------------------------------------

middle, centre = point("m"), point("q")
U = Vec(VecHead("U"), Tangent(middle))
W = Vec(VecHead("W"), Tangent(middle))
MANIFOLD, CURVATURE, SIMPLY = complete(), nonpositive_curvature(), simply_connected()
SEGMENT = [ge(s, 0), ge(1, s)]
BACK, AHEAD = -s * U, (1 - s) * U


def half_square(x: Any) -> Expr:
    """D(x, q) = ½ dist(x, q)²."""
    return DIST(x, centre) ** 2 / 2


CHORD = (1 - s) * half_square(EXP(middle, BACK)) + s * half_square(EXP(middle, AHEAD))
SETTING = (
    "m is the point γ(s), 0 ≤ s ≤ 1, of any geodesic γ; the ends γ(0) and γ(1) are Exp_m(−sU) and Exp_m((1 − s)U) for "
    "U = γ′(s). D(·, q), q any point, is "
)

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
    given=[MANIFOLD, CURVATURE, *SEGMENT],
    states=le(half_square(middle), CHORD),
    reading=SETTING
    + "convex along geodesics: at m it is below the chord. Complete and connected is granted, as the text supposes it "
    "where it uses this. (A closed geodesic is enough to spoil it: no periodic function but a constant is convex.)",
)

HALF_WAY_ROUND = {
    **CYLINDER.values,
    middle: (pi, 0),
    centre: (0, 0),
    VecHead("U"): (pi, 0),
    s: Rational(1, 2),
}
"""On the cylinder, unrolled: from π/2 to 3π/2 over the back of q = (0, 0)."""


@FLAT.counterexample
def over_the_antipode(claim: Claim) -> Theorem:
    """From the angle π/2 to 3π/2 round the back of q, which is at the angle 0: ½π² half-way, ⅛π² at the ends."""
    return witness(list(claim.given), claim.states[0], HALF_WAY_ROUND, CYLINDER.facts("curvature ≤ 0"))


FLAT_REPAIRED = Claim(
    "geometric_view/distance-convexity.repaired",
    at="after (8)",
    says="In complete, simply connected spaces of non-positive curvature D(·, q) is convex everywhere, even ½-convex, "
    "for every q.",
    given=[MANIFOLD, CURVATURE, SIMPLY, *SEGMENT],
    states=le(half_square(middle), CHORD - s * (1 - s) / 2 * Inner(U, U)),
    repairs="geometric_view/distance-convexity",
    reading=SETTING
    + "at m below the chord, by at least ½s(1 − s)‖U‖², so that D∘γ − ½r² is convex in the arc length r. Convex in one "
    "argument, as U_t uses D (of both points together D is convex, too, but not ½-convex: it is 0 on the diagonal); Rⁿ "
    "and Hⁿ are examples. Where the curvature is positive it fails, as on the sphere: "
    "geometric_view/distance-convexity-sphere.",
)


@FLAT_REPAIRED.proof
def two_hinges(claim: Claim) -> Theorem:
    """The hinges at m towards both ends have the same third corner Exp_m⁻¹ q, and add up."""
    place: dict[Any, Any] = {point("v"): middle, point("q"): centre, VecHead("W"): W}
    hinges = []
    for side in (BACK, AHEAD):
        values = {**place, VecHead("U"): side}
        hinges.append(instantiate(cite(HINGE), values, [instantiate(cite(ONE_LIFT), values)]))
    shortest = assume(eq(Inner(W, W), DIST(middle, centre) ** 2))
    inside = [h for h in claim.given if h in SEGMENT]
    terms = [((1 - s) / 2, hinges[0]), (s / 2, hinges[1]), (Rational(1, 2), shortest)]
    below = combine(claim.states[0], terms, facts=inside)
    return with_some(MINIMISING_GEODESIC, {point("v"): middle, point("q"): centre}, W, below)


LINE = {**REAL_LINE.values, middle: 1, centre: 0, VecHead("U"): 2, s: Rational(1, 2)}


def on_the_line() -> list[Theorem]:
    """R is flat and simply connected."""
    return REAL_LINE.facts("curvature ≤ 0", "simply connected")


fails_as(FLAT_REPAIRED,
    ("constant", le(half_square(middle), CHORD - s * (1 - s) * Inner(U, U)), "2-convex.", LINE, on_the_line),
    ("sign", ge(half_square(middle), CHORD), "Above the chord.", LINE, on_the_line),
)  # fmt: skip


fails_without(FLAT_REPAIRED,
    ([MANIFOLD, CURVATURE, SIMPLY], "Exp and dist may be anything.", LINE | {DIST.head: Lambda((a, b), 1)}),
    (SIMPLY, "The manifold need not be simply connected.", HALF_WAY_ROUND, lambda: CYLINDER.facts("curvature ≤ 0")),
)  # fmt: skip


@FLAT_REPAIRED.instance
def a_curved_plane() -> tuple[dict[Any, Any], list[Theorem]]:
    """The hyperbolic plane."""
    values = {**HYPERBOLIC_PLANE.values, middle: (1, 0), centre: (0, 1), VecHead("U"): (2, 1), s: Rational(1, 2)}
    return values, HYPERBOLIC_PLANE.facts("curvature ≤ 0", "simply connected")


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


@FLAT_REPAIRED.extremal("s", [Rational(1, 4), Rational(1, 2), Rational(3, 4)])
def points_of_a_line(part: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """m = 1, q = 0 and U = 2 on the real line: attained for every s."""
    return LINE | {s: part}, on_the_line()
