"""Online gradient descent on a ball: the vectors, losses and rates that its claims speak of."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Sum

from verify.language.terms import (
    EUCLIDEAN,
    Inner,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    function,
    ge,
    integer,
    positive,
    vector,
    vectors,
)

t, T = integer("t T")
eta, G, U = positive("η G U")
rate = family("η", positive=True)
loss = function("ℓ")
u = vector("u")
a, b, v = vectors("a b v")


def w(t: Any) -> Vec:
    """The predictor of round t."""
    return Vec(VecHead("w"), EUCLIDEAN, t)


def moved(t: Any) -> Vec:
    """w′_t, before the projection."""
    return Vec(VecHead("w′"), EUCLIDEAN, t)


def grad(t: Any, at: Any) -> Vec:
    """∇ℓ_t at a point."""
    return Vec(VecHead("∇ℓ"), EUCLIDEAN, t, at)


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


def rounds(term: Any, last: Any = T) -> Expr:
    """The sum over the rounds t = 1, …, T."""
    return Sum(term, (t, 1, last))


ROUND = [ge(t, 1), ge(T, t)]
START = eq(w(1), 0)
CONVEX = forall([t, a, b], ge(loss(t, a), loss(t, b) + Inner(grad(t, b), a - b)), ROUND)
REGRET = rounds(loss(t, w(t)) - loss(t, u))
