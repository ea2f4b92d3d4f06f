"""Section 4: the sectional curvatures of Rⁿ, of spheres and of the simplex, from the spreading of geodesics."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, cos, pi, sin

from verify.author.kernel import Theorem, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import (
    EUCLIDEAN, Constant, Deriv, Inner, Vec, VecHead, eq, positive, real, substitute, vectors,
)  # fmt: skip

s, r, phi = real("s r φ")
inner = real("s₁ s₂ s₃")
radius = positive("R")
o, X, Y = vectors("o X Y")
AROUND = Constant("F")
"""The space around the sphere, of any dimension, beside the default one, Rⁿ."""
p, u, v = (Vec(VecHead(name), AROUND) for name in "puv")


def direction(x: Any, y: Any, phi: Any) -> Expr:
    """x cos φ + y sin φ, a unit vector of the plane of x and y."""
    return x * cos(phi) + y * sin(phi)


def line(s: Any, phi: Any) -> Expr:
    """The line from o with this direction, after the length s."""
    return o + s * direction(X, Y, phi)


def circle(s: Any, phi: Any) -> Expr:
    """The great circle from p with this direction, after the length s, on the sphere of radius R."""
    return p * cos(s / radius) + radius * sin(s / radius) * direction(u, v, phi)


def square(x: Any) -> Expr:
    """‖x‖²."""
    return Inner(x, x)


def parting(geodesic: Any, s: Any) -> Deriv:
    """J(s) = ∂/∂φ of the geodesics at φ = 0: how those from one point part in a plane."""
    return Deriv(geodesic(s, phi), phi, 0)


def speed(geodesic: Any) -> Expr:
    """‖∂/∂s‖² of the geodesic in the direction φ."""
    return square(Deriv(geodesic(r, phi), r, s))


def sectional_curvature(geodesic: Any) -> Expr:
    """K = −⅛ d⁴‖J‖²/ds⁴ at s = 0, as ‖J(s)‖² = s² − ⅓Ks⁴ + o(s⁴)."""
    value = square(parting(geodesic, r))
    for variable, at in zip((r, *inner), (*inner, 0), strict=True):
        value = Deriv(value, variable, at)
    return -value / 8


def orthonormal(x: Any, y: Any) -> list[Any]:
    """Two orthogonal vectors of length 1."""
    return [eq(square(x), 1), eq(square(y), 1), eq(Inner(x, y), 0)]


def on_sphere(radius: Any) -> list[Any]:
    """A point of the sphere with this radius, and two orthonormal vectors that are tangent to it there."""
    return [eq(square(p), radius**2), eq(Inner(p, u), 0), eq(Inner(p, v), 0), *orthonormal(u, v)]


FLAT, ROUND = orthonormal(X, Y), on_sphere(radius)
PLANE, SPHERE = sectional_curvature(line), sectional_curvature(circle)
J, J_ROUND = Vec(VecHead("J"), EUCLIDEAN, s), Vec(VecHead("J_S"), AROUND, s)


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[h for h in claim.given if h not in hypotheses])


CURVATURE = Claim(
    "geometric_view/nonnegative-curvature",
    at="section 4",
    printed="Riemannian spaces of non-negative sectional curvature. The spaces considered so far: Euclidean space Rⁿ, "
    "the unit sphere Sⁿ and the probability simplex Δⁿ, are examples of such spaces",
    given=[*FLAT, *ROUND],
    where={
        real("K"): PLANE,
        real("K_S"): SPHERE,
        J: parting(line, s),
        J_ROUND: parting(circle, s),
        Vec(VecHead("γ"), EUCLIDEAN, s, phi): line(s, phi),
        Vec(VecHead("γ_S"), AROUND, s, phi): circle(s, phi),
    },
    states=[
        eq(speed(line), 1),
        eq(square(parting(line, s)), s**2),
        eq(PLANE, 0),
        eq(square(circle(s, phi)), radius**2),
        eq(speed(circle), 1),
        eq(square(parting(circle, s)), radius**2 * sin(s / radius) ** 2),
        eq(SPHERE, 1 / radius**2),
    ],
    rests_on=["spheres/exponential-map", "geometric_view/example-1-geodesics", "geometric_view/simplex-isometry"],
    reading=(
        "The sectional curvature K at a point of the plane of two orthonormal tangent vectors is the number with "
        "‖J(s)‖² = s² − ⅓Ks⁴ + o(s⁴), where J = ∂/∂φ at φ = 0 of the geodesics γ(s, φ) from the point whose velocities "
        "are the first vector times cos φ and the second times sin φ (do Carmo, Riemannian Geometry, Chapter 5, "
        "Proposition 2.7 and Corollary 2.9): K = −⅛ d⁴‖J‖²/ds⁴ at 0. In Rⁿ these are lines, and K = 0 at every o for "
        "every plane, of X and Y. On the sphere of radius R in a Euclidean space of any dimension they are great "
        "circles of speed 1, and K = 1/R² at every p for every tangent plane, of u and v: 1 for Sⁿ. Δⁿ is isometric to "
        "an open part of the sphere of radius 2 (geometric_view/simplex-isometry), so K = ¼ there "
        "(geometric_view/nonnegative-curvature-simplex). In dimension 1 there is no plane and nothing to show."
    ),
)


def circle_of_two(s: Any, phi: Any) -> Expr:
    """The great circle on the sphere of radius 2."""
    return substitute(circle(s, phi), {radius: 2})


SIMPLEX = Claim(
    "geometric_view/nonnegative-curvature-simplex",
    at="section 4, M = Δⁿ",
    says="Δⁿ, isometric to an open part of the sphere of radius 2, has the sectional curvature ¼",
    given=on_sphere(2),
    where={
        real("K_S"): sectional_curvature(circle_of_two),
        J_ROUND: parting(circle_of_two, s),
        Vec(VecHead("γ_S"), AROUND, s, phi): circle_of_two(s, phi),
    },
    states=[
        eq(square(circle_of_two(s, phi)), 4),
        eq(speed(circle_of_two), 1),
        eq(square(parting(circle_of_two, s)), 4 * sin(s / 2) ** 2),
        eq(sectional_curvature(circle_of_two), Rational(1, 4)),
    ],
    rests_on=["geometric_view/nonnegative-curvature", "geometric_view/simplex-isometry"],
    reading=(
        "As in geometric_view/nonnegative-curvature, on the sphere of radius 2: γ_S are great circles of speed 1, and "
        "K_S is the sectional curvature at any point p, so at 2√q, the image of q ∈ Δⁿ under the isometry of Example "
        "3, for every tangent plane. Isometries keep geodesics and lengths, so curvature."
    ),
)


@CURVATURE.proof
def spreading_of_geodesics(claim: Claim) -> list[Theorem]:
    """J = sY along lines, R sin(s/R) v along great circles."""
    flat, round_ = ([h for h in claim.given if h in hypotheses] for hypotheses in (FLAT, ROUND))
    needed = [flat, flat[1:2], flat[1:2], round_, round_, [h for h in round_ if h == ROUND[4]]]
    return [identity(goal, using=known) for goal, known in zip(claim.states, [*needed, needed[-1]], strict=True)]


@SIMPLEX.proof
def radius_two(claim: Claim) -> list[Theorem]:
    """R = 2."""
    return [instantiate(CURVATURE.theorem(goal), {radius: 2}) for goal in CURVATURE.states[3:]]


AXES = {
    **{o: (0, 0, 0), X: (1, 0, 0), Y: (0, 1, 0), p: (0, 0, 2), u: (1, 0, 0), v: (0, 1, 0)},
    **{radius: 2, s: pi, phi: 0},
}
"""Lines from 0 in space, and the sphere of radius 2 at a pole."""


fails_as(CURVATURE,
    ("constant", {CURVATURE.states[6]: eq(SPHERE, 1)}, "K = 1 for every radius.", AXES),
    ("constant", {CURVATURE.states[2]: eq(PLANE, 1)}, "K = 1 for Rⁿ.", AXES),
    ("sign", {CURVATURE.states[6]: eq(SPHERE, -1 / radius**2)}, "K = −1/R².", AXES),
)  # fmt: skip


def dropped(name: str, words: str, hypothesis: Any, change: dict[Any, Any]) -> None:
    """A changed claim without one hypothesis, and what changes in the instance."""

    def changed(claim: Claim) -> Claim:
        return without(claim, hypothesis)

    changed.__name__, changed.__doc__ = name, words
    CURVATURE.mutant("hypothesis", at=AXES | change)(changed)


dropped("first_of_any_length", "X need not be a unit vector.", FLAT[0], {X: (2, 0, 0)})
dropped("second_of_any_length", "Y need not be a unit vector.", FLAT[1], {Y: (0, 2, 0)})
dropped("at_any_angle", "X and Y need not be orthogonal.", FLAT[2], {Y: (1, 0, 0), phi: pi / 4})
dropped("off_the_sphere", "p may be anywhere.", ROUND[0], {p: (0, 0, 1), s: 0})
dropped("first_not_tangent", "u need not be tangent.", ROUND[1], {u: (0, 0, 1), s: pi / 2})
dropped("second_not_tangent", "v need not be tangent.", ROUND[2], {v: (0, 0, 1), phi: pi / 2, s: pi / 2})
dropped("tangent_of_any_length", "u need not be a unit vector.", ROUND[3], {u: (2, 0, 0)})
dropped("other_tangent_of_any_length", "v need not be a unit vector.", ROUND[4], {v: (0, 2, 0)})
dropped("tangents_at_any_angle", "u and v need not be orthogonal.", ROUND[5], {v: (1, 0, 0), phi: pi / 4})


fails_as(SIMPLEX,
    ("constant", {SIMPLEX.states[3]: eq(SIMPLEX.states[3].lhs, 1)}, "K = 1.", AXES),
    ("sign", {SIMPLEX.states[3]: eq(SIMPLEX.states[3].lhs, -Rational(1, 4))}, "K = −¼.", AXES),
)  # fmt: skip


fails_without(SIMPLEX, (on_sphere(2)[4], "v need not be a unit vector.", AXES | {v: (0, 2, 0)}))
