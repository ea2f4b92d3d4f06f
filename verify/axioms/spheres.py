"""Geodesics on the unit sphere, as a submanifold of Euclidean space."""

from __future__ import annotations

from typing import Any

from verify.author.kernel import Axiom
from verify.axioms.references import LEE
from verify.language.terms import Constant, Deriv, Inner, Vec, VecHead, eq, forall, real, vector

_q, _r, _s = real("q r s")

SPHERE_EXP = Constant("Exp")


def sphere_exp(p: Any, v: Any) -> Vec:
    """Exp_p(v) on the unit sphere, as a vector of the ambient space."""
    return Vec(SPHERE_EXP, vector("p").args[1], p, v)


def _curve(s: Any) -> Vec:
    return Vec(VecHead("γ"), vector("p").args[1], s)


_p, _V, _U = vector("p"), vector("V"), vector("U")
SPHERE_GEODESIC = Axiom(
    "geodesics of a sphere",
    "A curve on the unit sphere whose acceleration is normal to the sphere (its product with every tangent vector "
    "vanishes) is a geodesic; the one with γ(0) = p and γ′(0) = V is unique, and Exp_p(V) = γ(1).",
    f"{LEE}, Corollary 5.2 (geodesics of a submanifold) and Theorem 4.27 (existence and uniqueness)",
    (
        forall(_s, eq(Inner(_curve(_s), _curve(_s)), 1)),
        forall(
            [_s, _U],
            eq(Inner(Deriv(Deriv(_curve(_q), _q, _r), _r, _s), _U), 0),
            [eq(Inner(_U, _curve(_s)), 0)],
        ),
        eq(_curve(0), _p),
        eq(Deriv(_curve(_q), _q, 0), _V),
    ),
    eq(sphere_exp(_p, _V), _curve(1)),
)
