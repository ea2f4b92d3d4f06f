"""Corollary 11: curvature zero alone gives no link function: the cylinder is complete and flat, and has none."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, pi

from verify.axioms import (
    CYLINDER_EXP,
    FLAT_CYLINDER,
    FLATNESS_IS_KEPT,
    KEEPS_LENGTHS,
    KILLING_HOPF,
    flat_space,
    flat_surface,
    link_of,
)
from verify.claims import Claim
from verify.kernel import Theorem, assume, cite, combine, generalize, instantiate, witness
from verify.terms import eq, forall, function, ge, gt, point, points, real

s, t, z = real("s t z")
c11, c12, c21, c22 = real("c₁₁ c₁₂ c₂₁ c₂₂")
o = point("o")
first, second = function("f₁"), function("f₂")


def reached(s: Any, t: Any) -> Any:
    """Exp_o(s e₁ + t e₂), for an orthonormal basis of the tangent plane at o."""
    return points("Exp")(o, s, t)


def straight(component: Any, along: Any, up: Any) -> Any:
    """f(Exp_o(s e₁ + t e₂)) = f(o) + s f⋆e₁ + t f⋆e₂, in one component."""
    return forall([s, t], eq(component(reached(s, t)), component(o) + along * s + up * t))


LINK = [
    straight(first, c11, c12),
    straight(second, c21, c22),
    eq(c11**2 + c21**2, 1),
    eq(c12**2 + c22**2, 1),
    eq(c11 * c12 + c21 * c22, 0),
]
FLAT = flat_surface(points("Exp"), o)
HAS_A_LINK = forall([first, second, c11, c12, c21, c22], ge(z, 0), LINK)

COROLLARY_11 = Claim(
    "geometric_view/corollary-11",
    at="Corollary 11, if",
    printed="the preferential structure g on M admits a link function if its sectional curvature is zero everywhere",
    given=[FLAT, HAS_A_LINK],
    states=ge(z, 0),
    rests_on=["geometric_view/prop-10"],
    reading=(
        "For complete connected surfaces, as section 6 assumes complete. That a link function f = (f₁, f₂) exists is "
        "read: whatever z ≥ 0 follows from one holds. A link function is an isometry onto R² (Proposition 10), so it "
        "takes the geodesics from o to lines, with f⋆e₁, f⋆e₂ orthonormal; no more is asked of it here. The circle is "
        "the same for n = 1, where there are no planes to have a curvature."
    ),
)

REPAIRED = Claim(
    "geometric_view/corollary-11.repaired",
    at="Corollary 11, if",
    printed="g admits a link function if (M, g) is complete and simply connected and its curvature is zero everywhere",
    given=list(KILLING_HOPF.hypotheses),
    states=KILLING_HOPF.conclusion,
    repairs="geometric_view/corollary-11",
    reading=(
        "What the sentence before the corollary says: M complete and simply connected, of the dimension n of E. That a "
        "link function exists is read: whatever z ≥ 0 follows from a diffeomorphism onto Rⁿ that keeps lengths holds. "
        "Without simple connectedness only every point has a neighbourhood with an isometry into Rⁿ."
    ),
)

ONLY_IF = Claim(
    "geometric_view/corollary-11-only-if",
    at="Corollary 11, only if",
    printed="g admits a link function only if its sectional curvature is zero everywhere",
    given=[link_of(), KEEPS_LENGTHS],
    states=flat_space(),
    reading="M is then complete and simply connected as well, as it is isometric to Rⁿ.",
)


@REPAIRED.cited
def killing_and_hopf(_: Claim) -> Theorem:
    """The Killing–Hopf theorem."""
    return cite(KILLING_HOPF)


@ONLY_IF.cited
def invariance_of_curvature(_: Claim) -> Theorem:
    """Isometries keep the curvature."""
    return cite(FLATNESS_IS_KEPT)


def no_link_on_the_cylinder() -> Theorem:
    """Once around, Exp(2π e₁) = o: so f⋆e₁ = 0, which is not of length 1."""
    components = [Lambda(CYLINDER_EXP.signature, part) for part in CYLINDER_EXP.expr]
    here = (1, 0, 0)

    def along(component: Any, rate: Any, other: Any) -> Any:
        there = [part(*here, s, t) for part in components]
        return forall([s, t], eq(component(*there), component(*here) + rate * s + other * t))

    lines = [along(first, c11, c12), along(second, c21, c22)]
    given = [*lines, *LINK[2:]]
    around = [instantiate(assume(line), [2 * pi, 0]) for line in lines]
    still = [combine(eq(rate, 0), [(-1 / (2 * pi), turn)]) for rate, turn in zip((c11, c21), around, strict=True)]
    absurd = combine(ge(-1, 0), [(1, assume(LINK[2])), (-c11, still[0]), (-c21, still[1])])
    return generalize(absurd, [first, second, c11, c12, c21, c22], given)


@COROLLARY_11.counterexample
def the_cylinder(claim: Claim) -> Theorem:
    """The cylinder x² + y² = 1 in R³: Exp_o(2π e₁) = o, so f⋆e₁ would be 0."""
    at = {z: -1, o: (1, 0, 0), points("Exp").head: CYLINDER_EXP}
    return witness(list(claim.given), claim.states[0], at, discharge=[cite(FLAT_CYLINDER), no_link_on_the_cylinder()])


# --- without completeness -------------------------------------------------------------------------------------------

q, r = real("q r")
link, inverse = function("f"), function("f⁻¹")
ONTO = [
    forall(r, gt(inverse(r), 0)),
    forall(r, eq(link(inverse(r)), r)),
    forall([q, r], eq((link(q) - link(r)) ** 2, (q - r) ** 2), [gt(q, 0), gt(r, 0)]),
]

INCOMPLETE = Claim(
    "geometric_view/corollary-11-incomplete",
    at="Corollary 11, without completeness",
    printed="a simply connected (M, g) of curvature zero, complete or not, admits a link function",
    given=[forall([link, inverse], ge(z, 0), ONTO)],
    states=ge(z, 0),
    reading=(
        "Section 6 assumes M complete and the corollary does not repeat it. M = (0, ∞) with the metric of R is simply "
        "connected and flat. That a link function f exists is read: whatever z ≥ 0 follows from a map f of (0, ∞) onto "
        "R, with inverse f⁻¹, that keeps distances holds."
    ),
)


def no_link_on_the_half_line() -> Theorem:
    """With c = f⁻¹(0): both f⁻¹(2c) and f⁻¹(−2c) are 2c away from c and positive, so 3c; they are 4c apart."""
    positive_image, undone, keeps = (assume(f) for f in ONTO)
    c = inverse(0)

    def at(number: Any) -> Theorem:
        return instantiate(positive_image, [number])

    def apart(a: Any, b: Any) -> Theorem:
        kept = instantiate(keeps, [inverse(a), inverse(b)], discharge=[at(a), at(b)])
        back = [instantiate(undone, [number]) for number in (a, b)]
        return combine(eq((inverse(a) - inverse(b)) ** 2, (a - b) ** 2), [(-1, kept)], using=back)

    ends = []
    for number in (2 * c, -2 * c):
        here = inverse(number)
        away = combine(gt(here + c, 0), [(1, at(number)), (1, at(0))])
        ends.append(combine(eq(here, 3 * c), [(1 / (here + c), apart(number, 0))], facts=[away]))
    far = apart(2 * c, -2 * c)
    one, other = ends
    gap = inverse(2 * c) - inverse(-2 * c)
    nothing = combine(eq(16 * c**2, 0), [(-1, far), (gap, one), (-gap, other)])
    absurd = combine(ge(-1, 0), [(-1 / (16 * c**2), nothing)], facts=[at(0)])
    return generalize(absurd, [link, inverse], ONTO)


@INCOMPLETE.counterexample
def the_half_line(claim: Claim) -> Theorem:
    """(0, ∞) with the metric of R: an isometry of it reaches a half-line only."""
    return witness(list(claim.given), claim.states[0], {z: -1}, discharge=[no_link_on_the_half_line()])
