"""Corollary 11: a flat metric on what is diffeomorphic to Rⁿ has a link function; on a cylinder there is none."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational, cos, pi, sin, sqrt

from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import (
    EXP, FLAT_LINE, FLATNESS_IS_KEPT, KEEPS_LENGTHS, KILLING_HOPF, LIKE_EUCLIDEAN_SPACE, LINE_EXP,
    LINE_HAS_NO_CURVATURE, SCALED_LINE, curvature_zero, flat_space, isometric_link, link_of,
)  # fmt: skip
from verify.claims import Claim, decided_by, fails_as, fails_without
from verify.language.exists import ANYTHING, exists
from verify.language.terms import VecHead, eq, forall, function, ge, gt, real

link, push, other, other_push = (VecHead(name) for name in ("f", "Df", "h", "Dh"))
SENTENCE = (
    "The preferential structure g on M admits a link function if and only if its sectional curvature is zero everywhere"
)
SECTION_6 = link_of(other, other_push)
FLAT = curvature_zero()


COROLLARY_11 = Claim(
    "geometric_view/corollary-11",
    at="Corollary 11, if",
    printed=SENTENCE,
    given=[SECTION_6, FLAT],
    states=exists([link, push], [isometric_link(link, push)]),
    rests_on=["geometric_view/prop-10", "geometric_view/flat-manifolds"],
    reading=(
        "The half “if”. M is what section 6 begins with, “a complete Riemannian n-manifold” with “a diffeomorphism "
        "from M to Rⁿ”, here h, which need not keep distances: so M is simply connected, and the theorem that the "
        "paper quotes just before is about M. A link function of g is a diffeomorphism f of M onto Rⁿ that is an "
        "isometry (Proposition 10): Df keeps the lengths of tangent vectors. Without a diffeomorphism onto Rⁿ, on a "
        "cylinder, there is none (geometric_view/corollary-11-not-simply-connected), and none without completeness "
        "(geometric_view/corollary-11-incomplete)."
    ),
)

STANDARD = Claim(
    "geometric_view/flat-manifolds",
    at="before Corollary 11",
    printed="complete and simply connected Riemannian n-manifold (M, g) is isometric to Rⁿ if and only if sectional "
    "curvature of g is zero everywhere",
    given=[flat_space()],
    states=exists([link, push], [isometric_link(link, push)]),
    reading=(
        "The half “if”, the theorem of Killing and Hopf, for M complete, simply connected and of curvature zero; n is "
        "its dimension. The other half is geometric_view/corollary-11-only-if."
    ),
)

ONLY_IF = Claim(
    "geometric_view/corollary-11-only-if",
    at="Corollary 11, only if",
    printed=SENTENCE,
    given=[link_of(), KEEPS_LENGTHS],
    states=flat_space(),
    reading=(
        "The half “only if”: f is a diffeomorphism of M, complete as section 6 has it, onto Rⁿ, and an isometry. Then "
        "M has curvature zero, and is simply connected as well, as Rⁿ is."
    ),
)


@STANDARD.cited
def killing_and_hopf(_: Claim) -> Theorem:
    """The theorem of Killing and Hopf."""
    return cite(KILLING_HOPF)


@COROLLARY_11.proof
def simply_connected_like_euclidean_space(_: Claim) -> Theorem:
    """What is diffeomorphic to Rⁿ is simply connected."""
    flat = instantiate(cite(LIKE_EUCLIDEAN_SPACE), {link: other, push: other_push})
    return instantiate(STANDARD.theorem(STANDARD.states[0]), {}, [flat])


@ONLY_IF.cited
def invariance_of_curvature(_: Claim) -> Theorem:
    """Isometries keep the curvature."""
    return cite(FLATNESS_IS_KEPT)


x, y = real("x y")
LINE = {ANYTHING: 0, EXP.head: LINE_EXP, other: Lambda(x, 2 * x), other_push: Lambda((x, y), 2 * y)}
"""M = R and the diffeomorphism x ↦ 2x."""
SOMETHING = generalize(combine(ge(0, 0), []), [link, push])


@COROLLARY_11.instance
def stretched_line() -> tuple[dict[Any, Any], list[Theorem]]:
    """R, with the diffeomorphism x ↦ 2x."""
    return LINE, [cite(LINE_HAS_NO_CURVATURE), instantiate(cite(SCALED_LINE), {real("c"): 2}), SOMETHING]


@STANDARD.instance
def flat_line() -> tuple[dict[Any, Any], list[Theorem]]:
    """R."""
    return {ANYTHING: 0, EXP.head: LINE_EXP}, [cite(FLAT_LINE), SOMETHING]


fails_without(COROLLARY_11,
    (SECTION_6, "M need not be diffeomorphic to Rⁿ.", decided_by(
            undecided=("It is false on the cylinder (geometric_view/corollary-11-not-simply-connected), but an "
                "exact instance cannot say of a manifold that nothing is an isometry of it.")
        )),
)  # fmt: skip


# --- a cylinder -------------------------------------------------------------------------------------------------------

s, t = real("s t")
c11, c12, c21, c22 = real("c₁₁ c₁₂ c₂₁ c₂₂")
first, second = function("f₁"), function("f₂")


def straight(component: Any, along: Any, up: Any) -> Any:
    """f(Exp_o(s e₁ + t e₂)) = f(o) + s f⋆e₁ + t f⋆e₂, in one component."""
    return forall([s, t], eq(component(cos(s), sin(s), t), component(1, 0, 0) + along * s + up * t))


STRAIGHT = [straight(first, c11, c12), straight(second, c21, c22)]

CYLINDER = Claim(
    "geometric_view/corollary-11-not-simply-connected",
    at="Corollary 11, on a cylinder",
    says="That M is diffeomorphic to Rⁿ, which section 6 supposes, is needed: the cylinder is complete and flat and "
    "has no link function",
    given=STRAIGHT,
    states=[eq(c11, 0), eq(c21, 0)],
    reading=(
        "The cylinder x² + y² = 1 in R³, on which Exp_o(s e₁ + t e₂) = (cos s, sin s, t) at o = (1, 0, 0), e₁ and e₂ "
        "orthonormal; it is complete, connected and flat (the plane, rolled up). An isometry "
        "f = (f₁, f₂) onto R² would take the geodesics from o to lines, f(o) + s f⋆e₁ + t f⋆e₂ with f⋆e₁ = "
        "(c₁₁, c₂₁); then f⋆e₁ = 0, which is not of length 1. For n = 1 it is the same with a circle."
    ),
)


@CYLINDER.proof
def once_around(claim: Claim) -> list[Theorem]:
    """Exp_o(2π e₁) = o, so 2π f⋆e₁ = 0."""
    components = [[h for h in claim.given if h == line] for line in STRAIGHT]
    turns = [[instantiate(assume(h), [2 * pi, 0]) for h in lines] for lines in components]
    return [combine(goal, [(-1 / (2 * pi), h) for h in hs]) for goal, hs in zip(claim.states, turns, strict=True)]


z = real("z")
UPWARDS = {first: Lambda((x, y, z), z), second: Lambda((x, y, z), 0), c11: 0, c12: 1, c21: 0, c22: 0}


def upwards() -> list[Theorem]:
    """f(x, y, z) = (z, 0)."""
    return [generalize(identity(eq(a, b)), [s, t]) for a, b in ((t, 0 * s + t), (0, 0 * s + 0 * t))]


fails_as(CYLINDER, ("constant", [eq(c11, 1), CYLINDER.states[1]], "f⋆e₁ = (1, 0).", UPWARDS, upwards))


fails_without(CYLINDER,
    (STRAIGHT[0], "f₁ need not take the geodesics to lines.", UPWARDS | {c11: 1}, upwards),
    (STRAIGHT[1], "f₂ need not take the geodesics to lines.", UPWARDS | {c21: 1}, upwards),
)  # fmt: skip


# --- without completeness -------------------------------------------------------------------------------------------

q, r, u, v = real("q r u v")
image = function("f")
KEEPS_DISTANCES = forall([q, r], eq((image(q) - image(r)) ** 2, (q - r) ** 2), [gt(q, 0), gt(r, 0)])
POSITIVE = [gt(t, 0), gt(u, 0), gt(v, 0)]
RISES = eq(image(u), image(t) + 2 * t)

INCOMPLETE = Claim(
    "geometric_view/corollary-11-incomplete",
    at="Corollary 11, without completeness",
    says="Completeness, which section 6 supposes, is needed: (0, ∞) is simply connected and flat and has no link "
    "function.",
    given=[KEEPS_DISTANCES, *POSITIVE, RISES],
    states=[eq(image(v), image(t) + v - t), gt(image(v), image(t) - t)],
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

    way = image(u) - image(t) + 2 * t
    third = combine(
        eq(u, 3 * t),
        [*((-1 / (u + t), h) for h in apart(u, t)), *((way / (u + t), h) for h in rises)],
        facts=[combine(gt(u + t, 0), [(1, signs[h]) for h in facts if h in POSITIVE[:2]])],
    )
    gap, more, far = image(v) - image(t), image(u) - image(t) - 2 * t, u - 3 * t
    terms = [
        *((1, h) for h in apart(v, t)),
        *((-1, h) for h in apart(v, u)),
        *((more - 2 * (gap - 2 * t), h) for h in rises),
        (2 * (v - 3 * t) - far, third),
    ]
    value = combine(exact, [(factor / (4 * t), h) for factor, h in terms], facts=facts)
    return [value, combine(above, [(1, value), *((1, signs[h]) for h in facts if h == POSITIVE[2])], facts=facts)]


def points_of(value: Any, *places: Any) -> dict[Any, Any]:
    """A function of R, with t, u and v."""
    return {image: Lambda(r, value), **dict(zip((t, u, v), places, strict=True))}


def keeps() -> list[Theorem]:
    """f(r) = r keeps distances, and so does −r."""
    inside = list(KEEPS_DISTANCES.given)
    squares = [eq((sign * q - sign * r) ** 2, (q - r) ** 2) for sign in (1, -1)]
    return [generalize(identity(square), [q, r], inside) for square in squares]


FORWARD = points_of(r, 1, 3, Rational(1, 2))


fails_as(INCOMPLETE,
    ("constant", [INCOMPLETE.states[0], gt(image(v), image(t))], "f(v) > f(t).", FORWARD, keeps),
    ("sign", [eq(image(v), image(t) - v + t), INCOMPLETE.states[1]], "f(v) = f(t) − (v − t).", FORWARD, keeps),
)  # fmt: skip


fails_without(INCOMPLETE,
    (KEEPS_DISTANCES, "f need not keep distances.", points_of(r**2, 1, sqrt(3), 2)),
    (RISES, "f need not take the value f(t) + 2t.", points_of(-r, 1, 1, 3), keeps),
    (POSITIVE[2], "v may be any real number.", points_of(r, 1, 3, -1), keeps),
    (POSITIVE[1], "u may be any real number.", points_of(-r, 1, -1, 3), keeps),
)  # fmt: skip
