"""Online gradient descent on a ball: the vectors, losses and rates that its claims speak of."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Sum

from verify.audit import Inner, eq, family, forall, function, ge, integer, positive, vectors

t, T = integer("t T")
eta, G, U = positive("η G U")
rate = family("η", positive=True)
loss = function("ℓ")
u, a, b, v = vectors("u a b v")
w, moved, grad = vectors("w w′ ∇ℓ")
"""The predictor w_t of round t; w′_t, before the projection; and ∇ℓ_t at a point."""


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
