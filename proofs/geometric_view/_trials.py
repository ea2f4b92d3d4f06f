"""Trials on a manifold: losses L_t with their gradients, weights w_t, a comparator w⋆, a rate η."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Sum

from verify.axioms import DIST
from verify.language.terms import Tangent, Vec, VecHead, function, ge, integer, point, points, positive

t, k = integer("t k")
eta = positive("η")
loss, w, best, v, q = function("L"), points("w"), point("w⋆"), point("v"), point("q")


def grad(t: Any, v: Any) -> Vec:
    """grad L_t at the point v, a vector of the tangent space there."""
    return Vec(VecHead("grad"), Tangent(v), t, v)


def divergence(u: Any, v: Any) -> Expr:
    """D(u, v) = ½ dist(u, v)² (8)."""
    return DIST(u, v) ** 2 / 2


def trials(term: Any) -> Expr:
    """The sum over the trials t = 0, …, k − 1."""
    return Sum(term, (t, 0, k - 1))


TRIAL = [ge(t, 0), ge(k - 1, t)]
"""That t is one of them."""
