"""Section 4: the sectional curvatures of Rⁿ, of spheres and of the simplex, from the spreading of geodesics."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Symbol, cos, sin

from verify.claims import Claim
from verify.kernel import Theorem, combine, identity
from verify.terms import Deriv, Inner, eq, ge, positive, real, vectors

s, phi = real("s φ")
a, b, c, d, e = real("a b c d e")
radius = positive("R")
p, u, v = vectors("p u v")


def direction(phi: Any) -> Expr:
    """u cos φ + v sin φ, a unit vector of the plane of u and v."""
    return u * cos(phi) + v * sin(phi)


def on_sphere(s: Any, phi: Any) -> Expr:
    """The great circle from p with this direction, after the length s, on the sphere of radius R."""
    return p * cos(s / radius) + radius * sin(s / radius) * direction(phi)


def on_plane(s: Any, phi: Any) -> Expr:
    """The line from p with this direction, after the length s."""
    return p + s * direction(phi)


def spread(geodesic: Any, s: Symbol) -> Expr:
    """‖J(s)‖², J = ∂/∂φ of the geodesics at φ = 0: how fast those from p in the plane of u and v part."""
    field = Deriv(geodesic(s, phi), phi, 0)
    return Inner(field, field)


def fourth_derivative(geodesic: Any) -> Expr:
    """d⁴‖J‖²/ds⁴ at s = 0."""
    first = Deriv(spread(geodesic, a), a, b)
    return Deriv(Deriv(Deriv(first, b, c), c, d), d, 0)


def sectional_curvature(geodesic: Any) -> Expr:
    """K = −⅛ d⁴‖J‖²/ds⁴ at s = 0, as ‖J(s)‖² = s² − ⅓Ks⁴ + o(s⁴)."""
    return -fourth_derivative(geodesic) / 8


ON_SPHERE = eq(Inner(p, p), radius**2)
TANGENT = [eq(Inner(p, u), 0), eq(Inner(p, v), 0)]
ORTHONORMAL = [eq(Inner(u, u), 1), eq(Inner(v, v), 1), eq(Inner(u, v), 0)]
PLANE, SPHERE = sectional_curvature(on_plane), sectional_curvature(on_sphere)


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[h for h in claim.given if h not in hypotheses])


CURVATURE = Claim(
    "geometric_view/nonnegative-curvature",
    at="section 4",
    printed="Riemannian spaces of non-negative sectional curvature. The spaces considered so far: Euclidean space Rⁿ, "
    "the unit sphere Sⁿ and the probability simplex Δⁿ, are examples of such spaces",
    given=[ON_SPHERE, *TANGENT, *ORTHONORMAL],
    states=[
        eq(spread(on_plane, s), s**2),
        eq(spread(on_sphere, s), radius**2 * sin(s / radius) ** 2),
        eq(PLANE, 0),
        eq(SPHERE, 1 / radius**2),
        ge(PLANE, 0),
        ge(SPHERE, 0),
    ],
    rests_on=["spheres/exponential-map", "geometric_view/example-1-geodesics", "geometric_view/simplex-isometry"],
    reading=(
        "The sectional curvature K at p of the plane of two orthonormal tangent vectors u and v is the number with "
        "‖J(s)‖² = s² − ⅓Ks⁴ + o(s⁴), where J = ∂/∂φ at φ = 0 of the geodesics from p with the velocities u cos φ + v "
        "sin φ (do Carmo, Riemannian Geometry, Chapter 5, Proposition 2.7 and Corollary 2.9): K = −⅛ d⁴‖J‖²/ds⁴ at "
        "0. Lines and great "
        "circles give K = 0 for Rⁿ and K = 1/R² for the sphere of radius R, for every plane, in every dimension: 1 for "
        "Sⁿ. Δⁿ is isometric to an open part of the sphere of radius 2 (geometric_view/simplex-isometry), and "
        "isometries keep geodesics and lengths, so K = ¼ there. In dimension 1 there is no plane and nothing to show."
    ),
)


@CURVATURE.proof
def spreading_of_geodesics(claim: Claim) -> list[Theorem]:
    """J = s v on the plane, R sin(s/R) v on the sphere."""
    known = list(claim.given)
    first, second, flat, round_, *signs = claim.states
    values = [identity(goal, using=known) for goal in (first, second, flat, round_)]
    return [
        *values,
        combine(signs[0], [(1, values[2])]),
        combine(signs[1], [(1, values[3]), (1, 1 / radius**2)]),
    ]


AXES = {p: (1, 0, 0), u: (0, 1, 0), v: (0, 0, 1), radius: 1, s: 1}


@CURVATURE.mutant("constant", at=AXES | {p: (2, 0, 0), radius: 2})
def of_the_unit_sphere(claim: Claim) -> Claim:
    """K = 1 for every radius."""
    return claim.replace(states=[*claim.states[:3], eq(SPHERE, 1), *claim.states[4:]])


@CURVATURE.mutant("sign", at=AXES)
def negative(claim: Claim) -> Claim:
    """K = −1/R²."""
    return claim.replace(states=[*claim.states[:3], eq(SPHERE, -1 / radius**2), *claim.states[4:]])


@CURVATURE.mutant("hypothesis", at=AXES | {v: (0, 0, 2)})
def not_a_unit_vector(claim: Claim) -> Claim:
    """v need not be a unit vector."""
    return without(claim, ORTHONORMAL[1])


@CURVATURE.mutant("hypothesis", proof=spreading_of_geodesics)
def first_of_any_length(claim: Claim) -> Claim:
    """u need not be a unit vector: true too, but s is then not the length of the geodesic."""
    return without(claim, ORTHONORMAL[0])


@CURVATURE.mutant("hypothesis", proof=spreading_of_geodesics)
def not_orthogonal(claim: Claim) -> Claim:
    """v need not be orthogonal to u: true too of the formulas, but s is then not the length for φ ≠ 0."""
    return without(claim, ORTHONORMAL[2])


@CURVATURE.mutant("hypothesis", proof=spreading_of_geodesics)
def off_the_sphere(claim: Claim) -> Claim:
    """p may be anywhere: true too of the formulas, but the curves are then not on the sphere."""
    return without(claim, ON_SPHERE)


@CURVATURE.mutant("hypothesis", proof=spreading_of_geodesics)
def not_tangent(claim: Claim) -> Claim:
    """u and v need not be tangent: true too of the formulas, but the curves are then not on the sphere."""
    return without(claim, *TANGENT)
