"""Link functions, which are isometries onto Euclidean space, and flat manifolds."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Tuple

from verify.author.kernel import Axiom
from verify.axioms.manifolds import EXP, EXPONENTIAL_MAP
from verify.axioms.references import DO_CARMO, LEE
from verify.axioms.surfaces import LINE_EXP
from verify.language.exists import AT_LEAST_NOTHING, exists
from verify.language.terms import (
    EUCLIDEAN,
    Inner,
    Predicate,
    Property,
    Tangent,
    Vec,
    VecHead,
    eq,
    forall,
    ne,
    point,
    real,
)

_x1, _x2 = real("x y")
_at = point("v")
_tangent = Vec(VecHead("U"), Tangent(_at))

_link, _push = VecHead("f"), VecHead("Df")
_LINK = ("point ↦ E", "point, tangent ↦ E", EXPONENTIAL_MAP)
DIFFEOMORPHISM = Property(
    "a diffeomorphism of a complete Riemannian manifold onto Euclidean space, with its differential", *_LINK
)
_ISOMETRY = Property(
    "an isometry of a complete Riemannian manifold onto the Euclidean space of its dimension, with its differential",
    *_LINK,
)
_FLAT = Property("a complete simply connected Riemannian manifold of sectional curvature zero", EXPONENTIAL_MAP)
_NO_CURVATURE = Property("a Riemannian manifold of sectional curvature zero", EXPONENTIAL_MAP)


def link_of(f: Any = _link, differential: Any = _push, exponential: Any = EXP.head) -> Predicate:
    """The formula: f is a diffeomorphism, with this differential, of a complete manifold with this Exp onto E."""
    return DIFFEOMORPHISM(f, differential, exponential)


_pushed = Vec(_push, EUCLIDEAN, _at, _tangent)
ISOMETRIES_KEEP_GEODESICS = Axiom(
    "isometries take geodesics to geodesics",
    "If the differential of a diffeomorphism f of a complete Riemannian manifold onto Euclidean space keeps the length "
    "of every tangent vector, then f(Exp_v(U)) = f(v) + Df(v)U.",
    f"{LEE}, Proposition 5.20 (naturality of the exponential map) and Example 5.17 (geodesics of Rⁿ)",
    (link_of(), forall([_at, _tangent], eq(Inner(_pushed, _pushed), Inner(_tangent, _tangent)))),
    eq(Vec(_link, EUCLIDEAN, EXP(_at, _tangent)), Vec(_link, EUCLIDEAN, _at) + _pushed),
)

_c = real("c")
SCALED_LINE = Axiom(
    "scaling is a diffeomorphism of the real line",
    "For c ≠ 0 the map v ↦ cv is a diffeomorphism of the real line, complete with Exp_v(u) = v + u, onto itself, and "
    "its differential is u ↦ cu.",
    f"{DO_CARMO}, Chapter 3, Example 2.10",
    (ne(_c, 0),),
    link_of(Lambda(_x1, Tuple(_c * _x1)), Lambda((_x1, _x2), Tuple(_c * _x2)), LINE_EXP).in_coordinates(1),
)


def flat_space(exponential: Any = EXP.head) -> Predicate:
    """The formula: Exp is the exponential map of a complete, simply connected manifold of curvature zero."""
    return _FLAT(exponential)


def isometric_link(f: Any = _link, differential: Any = _push, exponential: Any = EXP.head) -> Predicate:
    """The formula: f is an isometry, with this differential, of a complete n-manifold with this Exp onto Rⁿ."""
    return _ISOMETRY(f, differential, exponential)


KEEPS_LENGTHS = ISOMETRIES_KEEP_GEODESICS.hypotheses[1]
KILLING_HOPF = Axiom(
    "Killing–Hopf, curvature zero",
    "A complete, simply connected n-manifold of curvature zero is isometric to Rⁿ: what follows from any isometry onto "
    "Rⁿ holds.",
    f"{LEE}, Theorem 12.4 (uniqueness of constant-curvature metrics), and {DO_CARMO}, Chapter 8, Theorem 4.1",
    (flat_space(), exists([_link, _push], [isometric_link()]).promise),
    AT_LEAST_NOTHING,
)

FLATNESS_IS_KEPT = Axiom(
    "curvature is invariant under isometries",
    "A manifold that a diffeomorphism whose differential keeps lengths maps onto Rⁿ is complete, simply connected and "
    "of curvature zero, as Rⁿ is.",
    f"{LEE}, Proposition 7.6 (local isometry invariance of the curvature tensor)",
    (link_of(), KEEPS_LENGTHS),
    flat_space(),
)


def curvature_zero(exponential: Any = EXP.head) -> Predicate:
    """The formula: Exp is the exponential map of a manifold of curvature zero."""
    return _NO_CURVATURE(exponential)


LIKE_EUCLIDEAN_SPACE = Axiom(
    "what is diffeomorphic to Rⁿ is simply connected",
    "A complete manifold of curvature zero that a diffeomorphism maps onto Rⁿ is simply connected, as Rⁿ is.",
    "J. M. Lee, Introduction to Topological Manifolds, 2nd ed., Springer 2011, Chapter 7 (the fundamental group is a "
    "topological invariant, and that of Rⁿ is trivial)",
    (link_of(), curvature_zero()),
    flat_space(),
)

LINE_HAS_NO_CURVATURE = Axiom(
    "the real line has no curvature",
    "In dimension 1 there is no plane that could have another sectional curvature than 0.",
    "definition of the sectional curvature",
    (),
    curvature_zero(LINE_EXP).in_coordinates(1),
)

FLAT_LINE = Axiom(
    "the real line is complete and simply connected",
    "R with its usual metric is complete, simply connected and of curvature zero, with Exp_v(u) = v + u.",
    f"{DO_CARMO}, Chapter 3, Example 2.10",
    (),
    flat_space(LINE_EXP).in_coordinates(1),
)
