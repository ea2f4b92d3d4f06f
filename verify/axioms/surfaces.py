"""The real line, the flat cylinder and Möbius band, and the hyperbolic plane, in coordinates.

Every pair of numbers names a point, and stands for the vector in each tangent space that has these coordinates in an
orthonormal basis. Functions of the language are continuous and Exp has a value for every vector; so names follow their
points along geodesics, and naming is a covering of the manifold by Rⁿ. Therefore no sphere but the circle can be given
in this way, and no manifold that is not complete.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sympy import Abs, Expr, Integral, Lambda, Min, Symbol, Tuple, acosh, atan, cos, cosh, pi, sin, sqrt

from verify.author.kernel import Axiom, Theorem, cite
from verify.axioms.manifolds import (
    DIST,
    EXP,
    complete,
    lifted,
    nonnegative_curvature,
    nonpositive_curvature,
    simply_connected,
)
from verify.axioms.references import DO_CARMO, LEE
from verify.language.terms import eq, forall, real

_x, _y, _a, _b, _c, _d, _h, _k, _s = real("x y a b c d h k s")

COMPLETE = "complete and connected"
PROPERTIES = {
    "curvature ≥ 0": nonnegative_curvature,
    "curvature ≤ 0": nonpositive_curvature,
    "simply connected": simply_connected,
}
"""What is true of some complete connected manifolds."""


@dataclass(frozen=True)
class Manifold:
    """A complete connected manifold in coordinates: its axioms are that it is one, and its properties, each apart."""

    name: str
    statement: str
    reference: str
    exponential: Lambda
    distance: Lambda
    properties: tuple[str, ...]

    @property
    def values(self) -> Mapping[Symbol, Lambda]:
        """What Exp and dist stand for."""
        return {EXP.head: self.exponential, DIST.head: self.distance}

    @property
    def axioms(self) -> Mapping[str, Axiom]:
        """That it is a complete connected manifold, and has each of its properties."""
        given = (self.exponential, self.distance)
        dimension = len(self.exponential.signature) // 2
        says = {COMPLETE: complete(*given)} | {which: PROPERTIES[which](*given) for which in self.properties}
        return {
            which: Axiom(f"{self.name}: {which}", self.statement, self.reference, (), formula.in_coordinates(dimension))
            for which, formula in says.items()
        }

    def facts(self, *properties: str) -> list[Theorem]:
        """That it is a complete connected manifold, and has these of its properties."""
        return [cite(self.axioms[which]) for which in (COMPLETE, *properties)]


_FLAT = ("curvature ≥ 0", "curvature ≤ 0")

LINE_EXP = Lambda((_x, _y), Tuple(_x + _y))
LINE_DIST = Lambda((_x, _y), Abs(_x - _y))
REAL_LINE = Manifold(
    "the real line",
    "R with its usual metric is complete and simply connected and has curvature 0 (it has no plane to be curved); its "
    "exponential map is v + u, its distance |v − q|.",
    f"{DO_CARMO}, Chapter 3, Example 2.10",
    LINE_EXP,
    LINE_DIST,
    (*_FLAT, "simply connected"),
)

PLANE_EXP = Lambda((_x, _h, _a, _b), Tuple(_x + _a, _h + _b))
"""Exp of the plane, and of what it covers isometrically, by the names of points that it gives them."""


def _angle(x: Any) -> Expr:
    """The distance α of x from the nearest multiple of 2π: tan(α/4) = sin(α/2)/(1 + cos(α/2))."""
    return 4 * atan(Abs(sin(x / 2)) / (1 + Abs(cos(x / 2))))


CYLINDER_DIST = Lambda((_x, _h, _y, _k), sqrt(_angle(_x - _y) ** 2 + (_h - _k) ** 2))
CYLINDER = Manifold(
    "the flat cylinder",
    "The cylinder S¹ × R is R² with (x, h) and (x + 2π, h) identified: complete, connected, of curvature 0. Its "
    "geodesics are the lines; dist((x, h), (y, k))² = α² + (h − k)², where α is the distance of x − y from the nearest "
    "multiple of 2π: tan(α/4) = sin(α/2)/(1 + cos(α/2)), and sin(α/2) = |sin((x − y)/2)|, cos(α/2) = |cos((x − y)/2)|.",
    f"{LEE}, Corollary 2.33 (quotients by isometries)",
    PLANE_EXP,
    CYLINDER_DIST,
    _FLAT,
)


def from_even(x: Any) -> Expr:
    """The distance of a number from the nearest even number."""
    return _angle(pi * x) / pi


MOEBIUS_DIST = Lambda(
    (_x, _h, _y, _k),
    sqrt(Min(from_even(_x - _y) ** 2 + (_h - _k) ** 2, from_even(_x - _y - 1) ** 2 + (_h + _k) ** 2)),
)
MOEBIUS_BAND = Manifold(
    "the flat Möbius band",
    "The Möbius band is R² with (x, h) and (x + 1, −h) identified: complete, connected, of curvature 0. Its geodesics "
    "are the lines; (y, k) has the names (y + n, k) for even n and (y + n, −k) for odd n, and dist((x, h), (y, k)) is "
    "the least distance of (x, h) from these; (4/π) arctan(|sin(πx/2)|/(1 + |cos(πx/2)|)) is the distance of x from "
    "the nearest even number.",
    f"{LEE}, Corollary 2.33 (quotients by isometries)",
    PLANE_EXP,
    MOEBIUS_DIST,
    _FLAT,
)


def sinh_over(r: Any) -> Expr:
    """sinh(r)/r, and 1 at r = 0."""
    return Integral(cosh(_s * r), (_s, 0, 1))


def _third(x: Any, h: Any) -> Expr:
    """The third coordinate of a point of the hyperboloid z² = 1 + x² + h²."""
    return sqrt(1 + x**2 + h**2)


_length, _side = sqrt(_a**2 + _b**2), sqrt(1 + _x**2)
HYPERBOLIC_EXP = Lambda(
    (_x, _h, _a, _b),
    Tuple(
        cosh(_length) * _x + sinh_over(_length) * _a * _side,
        cosh(_length) * _h + sinh_over(_length) * (_a * _x * _h + _b * _third(_x, _h)) / _side,
    ),
)
HYPERBOLIC_DIST = Lambda((_x, _h, _y, _k), acosh(1 + Abs(_third(_x, _h) * _third(_y, _k) - _x * _y - _h * _k - 1)))
HYPERBOLIC_PLANE = Manifold(
    "the hyperbolic plane",
    "The hyperbolic plane of curvature −1 is complete and simply connected. (x, h) is the point (x, h, z) of the "
    "hyperboloid z = √(1 + x² + h²); x is the hyperbolic sine of its signed distance from the line x = 0. The vector "
    "(a, b) is ae₁ + be₂ for the orthonormal e₁ = (c, xh/c, xz/c), across that line, and e₂ = (0, z/c, h/c), c = √(1 + "
    "x²). With r = √(a² + b²) and S = sinh(r)/r, which is the integral of cosh(sr) for 0 ≤ s ≤ 1, Exp goes to cosh r "
    "(x, h, z) + S(ae₁ + be₂). The cosine cosh d = zz′ − xx′ − hh′ of the distance is never less than 1.",
    f"{LEE}, Theorem 3.7 and Proposition 5.28 (the hyperboloid and its geodesics), and {DO_CARMO}, Chapter 8, Section "
    "3",
    HYPERBOLIC_EXP,
    HYPERBOLIC_DIST,
    ("curvature ≤ 0", "simply connected"),
)

MANIFOLDS = (REAL_LINE, CYLINDER, MOEBIUS_BAND, HYPERBOLIC_PLANE)

LINE_LIFTS = Axiom(
    "lifts to the tangent spaces of the real line",
    "The segment from v + U to q lifts, by Exp_v(u) = v + u, to that from U to q − v.",
    f"{DO_CARMO}, Chapter 3, Example 2.10",
    (),
    forall(
        [_x, _a, _y],
        lifted(Tuple(_x), Tuple(_a), Tuple(_y), Tuple(_y - _x), LINE_EXP, LINE_DIST).in_coordinates(1),
    ),
)

CYLINDER_LIFTS = Axiom(
    "lifts to the tangent planes of the flat cylinder",
    "If Exp_v(W) = q and ‖U − W‖ = dist(Exp_v(U), q), the segment from U to W is the lift of a shortest path from "
    "Exp_v(U) to q, as Exp_v keeps the lengths of all paths.",
    f"{LEE}, Corollary 2.33 (quotients by isometries)",
    (),
    forall(
        [_x, _h, _a, _b, _y, _k, _c, _d],
        lifted(Tuple(_x, _h), Tuple(_a, _b), Tuple(_y, _k), Tuple(_c, _d), PLANE_EXP, CYLINDER_DIST).in_coordinates(2),
        [
            eq(CYLINDER_DIST(_x + _c, _h + _d, _y, _k), 0),
            eq((_a - _c) ** 2 + (_b - _d) ** 2, CYLINDER_DIST(_x + _a, _h + _b, _y, _k) ** 2),
        ],
    ),
)

HYPERBOLIC_LIFTS = Axiom(
    "lifts to the tangent planes of the hyperbolic plane",
    "Exp_v is one-to-one, so the lift of a shortest path to q = Exp_v(W) ends at W.",
    f"{DO_CARMO}, Chapter 7, Theorem 3.1 (Cartan–Hadamard)",
    (),
    forall(
        [_x, _h, _a, _b, _y, _k, _c, _d],
        lifted(
            Tuple(_x, _h), Tuple(_a, _b), Tuple(_y, _k), Tuple(_c, _d), HYPERBOLIC_EXP, HYPERBOLIC_DIST
        ).in_coordinates(2),
        [eq(HYPERBOLIC_DIST(*HYPERBOLIC_EXP(_x, _h, _c, _d), _y, _k), 0)],
    ),
)
