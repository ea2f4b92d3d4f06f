"""Corollary 11: curvature zero alone gives no link function: the cylinder is complete and flat, and has none."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, pi, sqrt

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
from verify.exists import NOTHING_EXISTS, exists
from verify.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, witness
from verify.terms import eq, forall, function, ge, gt, point, points, real

s, t = real("s t")
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
HAS_A_LINK = exists([first, second, c11, c12, c21, c22], LINK)

COROLLARY_11 = Claim(
    "geometric_view/corollary-11",
    at="Corollary 11, if",
    printed="The preferential structure g on M admits a link function if and only if its sectional curvature is zero "
    "everywhere",
    weight="gap",
    slip=(
        "The theorem that the paper quotes just before is for complete and simply connected manifolds. That M is "
        "complete is supposed throughout section 6; simply connected is nowhere supposed of M and is not in the "
        "corollary, and on a cylinder there is no link function."
    ),
    given=[FLAT],
    states=HAS_A_LINK,
    rests_on=["geometric_view/prop-10"],
    reading=(
        "The half “if”, for complete connected surfaces, as section 6 assumes complete. A link function f = (f₁, f₂) "
        "is an isometry onto R² (Proposition 10), so it takes the geodesics from o to lines, with f⋆e₁, f⋆e₂ "
        "orthonormal; no more is asked of it here. The circle is the same for n = 1, where there are no planes to have "
        "a curvature."
    ),
)

REPAIRED = Claim(
    "geometric_view/corollary-11.repaired",
    at="Corollary 11, if",
    says="g admits a link function if (M, g) is complete and simply connected and its curvature is zero everywhere.",
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
    printed="The preferential structure g on M admits a link function if and only if its sectional curvature is zero "
    "everywhere",
    given=[link_of(), KEEPS_LENGTHS],
    states=flat_space(),
    reading="The half “only if”. M is then complete and simply connected as well, as it is isometric to Rⁿ.",
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
    """On the cylinder x² + y² = 1 in R³ there is no f: Exp_o(2π e₁) = o, so 2π f⋆e₁ = 0, and ‖f⋆e₁‖ would be 1."""
    at = {**NOTHING_EXISTS, o: (1, 0, 0), points("Exp").head: CYLINDER_EXP}
    return witness(list(claim.given), claim.states[0], at, discharge=[cite(FLAT_CYLINDER), no_link_on_the_cylinder()])


# --- without completeness -------------------------------------------------------------------------------------------

q, r, u, v = real("q r u v")
link = function("f")
KEEPS_DISTANCES = forall([q, r], eq((link(q) - link(r)) ** 2, (q - r) ** 2), [gt(q, 0), gt(r, 0)])
POSITIVE = [gt(t, 0), gt(u, 0), gt(v, 0)]
RISES = eq(link(u), link(t) + 2 * t)

INCOMPLETE = Claim(
    "geometric_view/corollary-11-incomplete",
    at="Corollary 11, without completeness",
    says="Completeness, which section 6 supposes, is needed: (0, ∞) is simply connected and flat and has no link "
    "function.",
    given=[KEEPS_DISTANCES, *POSITIVE, RISES],
    states=[eq(link(v), link(t) + v - t), gt(link(v), link(t) - t)],
    reading=(
        "f keeps the distances of (0, ∞) with the metric of R. If it were onto R, it would take the value f(t) + 2t at "
        "some u; but then all its values are above f(t) − t, so that it is not onto: no isometry of (0, ∞) onto R "
        "exists, and the corollary would not hold of manifolds that are not complete."
    ),
)


@INCOMPLETE.proof
def only_a_half_line(claim: Claim) -> list[Theorem]:
    """(u − t)² = 4t² and u > 0 give u = 3t; the distances of f(v) to f(t) and f(u) then leave f(v) = f(t) + v − t."""
    exact, above = claim.states
    facts = [h for h in claim.given if h in POSITIVE]
    signs = {h: assume(h) for h in facts}
    rises = [assume(h) for h in claim.given if h == RISES]

    def apart(a: Any, b: Any) -> list[Theorem]:
        sides = [signs[h] for h in (gt(a, 0), gt(b, 0)) if h in signs]
        return [instantiate(assume(h), [a, b], sides) for h in claim.given if h == KEEPS_DISTANCES]

    way = link(u) - link(t) + 2 * t
    third = combine(
        eq(u, 3 * t),
        [*((-1 / (u + t), h) for h in apart(u, t)), *((way / (u + t), h) for h in rises)],
        facts=[combine(gt(u + t, 0), [(1, signs[h]) for h in facts if h in POSITIVE[:2]])],
    )
    gap, more, far = link(v) - link(t), link(u) - link(t) - 2 * t, u - 3 * t
    terms = [
        *((1, h) for h in apart(v, t)),
        *((-1, h) for h in apart(v, u)),
        *((more - 2 * (gap - 2 * t), h) for h in rises),
        (2 * (v - 3 * t) - far, third),
    ]
    value = combine(exact, [(factor / (4 * t), h) for factor, h in terms], facts=facts)
    return [value, combine(above, [(1, value), *((1, signs[h]) for h in facts if h == POSITIVE[2])], facts=facts)]


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[h for h in claim.given if h not in hypotheses])


def points_of(value: Any, *places: Any) -> dict[Any, Any]:
    """A function of R, with t, u and v."""
    return {link: Lambda(r, value), **dict(zip((t, u, v), places, strict=True))}


def keeps() -> list[Theorem]:
    """f(r) = r keeps distances, and so does −r."""
    inside = list(KEEPS_DISTANCES.given)
    squares = [eq((sign * q - sign * r) ** 2, (q - r) ** 2) for sign in (1, -1)]
    return [generalize(identity(square), [q, r], inside) for square in squares]


FORWARD = points_of(r, 1, 3, Rational(1, 2))


@INCOMPLETE.mutant("constant", at=FORWARD, discharge=keeps)
def above_the_first_value(claim: Claim) -> Claim:
    """f(v) > f(t)."""
    return claim.replace(states=[claim.states[0], gt(link(v), link(t))])


@INCOMPLETE.mutant("sign", at=FORWARD, discharge=keeps)
def falls(claim: Claim) -> Claim:
    """f(v) = f(t) − (v − t)."""
    return claim.replace(states=[eq(link(v), link(t) - v + t), claim.states[1]])


@INCOMPLETE.mutant("hypothesis", at=points_of(r**2, 1, sqrt(3), 2))
def any_function(claim: Claim) -> Claim:
    """f need not keep distances."""
    return without(claim, KEEPS_DISTANCES)


@INCOMPLETE.mutant("hypothesis", at=points_of(-r, 1, 1, 3), discharge=keeps)
def never_so_high(claim: Claim) -> Claim:
    """f need not take the value f(t) + 2t."""
    return without(claim, RISES)


@INCOMPLETE.mutant("hypothesis", at=points_of(r, 1, 3, -1), discharge=keeps)
def on_the_whole_line(claim: Claim) -> Claim:
    """v may be any real number."""
    return without(claim, POSITIVE[2])


@INCOMPLETE.mutant("hypothesis", at=points_of(-r, 1, -1, 3), discharge=keeps)
def taken_elsewhere(claim: Claim) -> Claim:
    """u may be any real number."""
    return without(claim, POSITIVE[1])
