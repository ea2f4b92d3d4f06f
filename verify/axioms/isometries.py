"""Isometries and geodesics, where the exponential map may be defined for some vectors only."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Tuple

from verify.author.kernel import Axiom
from verify.axioms.manifolds import EXPONENTIAL_MAP
from verify.axioms.references import DO_CARMO, LEE
from verify.axioms.surfaces import LINE_EXP
from verify.language.terms import Constant, Predicate, Property, Vec, VecHead, eq, forall, point, points, real, vector

_x1, _x2, _x3 = real("x y z")

OTHER_TANGENT = Constant("F")
"""The tangent space at φ(w) of the second manifold; the default space is that at w of the first."""


_ISOMETRY = Property(
    "an isometry onto another Riemannian manifold, at a point, with its differential there and both Exp",
    *("point ↦ point", "point", "E ↦ F", EXPONENTIAL_MAP, EXPONENTIAL_MAP),
)
_REACHES = Property("Exp, from a point with a velocity, is defined and is", EXPONENTIAL_MAP, "point", "vector", "point")


def isometry_at(phi: Any, base: Any, differential: Any, first: Any, second: Any) -> Predicate:
    """The formula: φ is an isometry between manifolds with these exponential maps, with this differential at a point.

    The exponential maps may be defined for some vectors only; what they are elsewhere is not spoken of.
    """
    return _ISOMETRY(phi, base, differential, first, second)


def reaches(exponential: Any, base: Any, velocity: Any, end: Any) -> Predicate:
    """The formula: the geodesic from a point with a velocity is defined up to the time 1, and there at the end."""
    return _REACHES(exponential, base, velocity, end)


_phi, _first, _second = points("φ"), points("Exp₁"), points("Exp₂")
_w, _end, _other = point("w"), point("q"), point("z")
_direction = vector("U")
_pushed = Vec(VecHead("V"), OTHER_TANGENT)
_differential = VecHead("φ⋆")

NATURALITY = Axiom(
    "isometries map geodesics to geodesics",
    "If the geodesic from w with velocity U is defined up to time 1 and ends at q, and φ is an isometry, then the "
    "geodesic from φ(w) with velocity φ⋆U is defined up to time 1 and ends at φ(q).",
    f"{LEE}, Corollary 5.14 (naturality of geodesics) and Proposition 5.20 (of the exponential map)",
    (
        isometry_at(_phi.head, _w, _differential, _first.head, _second.head),
        eq(_pushed, Vec(_differential, OTHER_TANGENT, _direction)),
        reaches(_first.head, _w, _direction, _end),
    ),
    reaches(_second.head, _phi(_w), _pushed, _phi(_end)),
)

ONE_END = Axiom(
    "a geodesic is determined by its initial point and velocity",
    "If Exp_w(V) is defined and is q, and is z, then z = q.",
    f"{LEE}, Theorem 4.27 (existence and uniqueness of geodesics) and Corollary 4.28",
    (reaches(_second.head, _w, _pushed, _end), reaches(_second.head, _w, _pushed, _other)),
    eq(_other, _end),
)

LINE_REACHES = Axiom(
    "geodesics of the real line",
    "On R the geodesic from w with velocity u ends at w + u.",
    f"{DO_CARMO}, Chapter 3, Example 2.10",
    (),
    forall([_x1, _x2], reaches(LINE_EXP, Tuple(_x1), Tuple(_x2), Tuple(_x1 + _x2)).in_coordinates(1)),
)

_REFLECTION = Lambda(_x1, Tuple(-_x1))
LINE_REFLECTION = Axiom(
    "a reflection of the real line is an isometry",
    "x ↦ −x maps R isometrically onto R, with the differential u ↦ −u at every point.",
    "definition of an isometry",
    (),
    forall(_x3, isometry_at(_REFLECTION, Tuple(_x3), _REFLECTION, LINE_EXP, LINE_EXP).in_coordinates(1)),
)
