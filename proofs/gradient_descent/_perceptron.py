"""The Perceptron's run that its claims speak of: the mistaken rounds, numbered 1, …, M."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Max, Rational, Sum

from verify.audit import (
    Inner, Theorem, combine, eq, family, forall, ge, integer, magnitude_bounds, nonnegative, vectors,
)  # fmt: skip

m, M = integer("m M")
y = family("y")
X = nonnegative("X")
u, w, x = vectors("u w x")
"""Any vector; the weights after m mistakes; and the instance of the m-th mistake."""


def hinge(z: Any) -> Expr:
    """The hinge loss [1 − z]₊."""
    return Max(0, 1 - z)


def mistakes(term: Any) -> Expr:
    """The sum over the mistakes m = 1, …, M."""
    return Sum(term, (m, 1, M))


MISTAKE = [ge(m, 1), ge(M, m)]
START = eq(w(0), 0)
UPDATE = forall(m, eq(w(m), w(m - 1) + y(m) * x(m)), MISTAKE)
WRONG = forall(m, ge(0, y(m) * Inner(w(m - 1), x(m))), MISTAKE)
LABELS = forall(m, eq(y(m) ** 2, 1), MISTAKE)
BOUNDED = forall(m, ge(X**2, Inner(x(m), x(m))), MISTAKE)
COUNT = ge(M, 0)
HINGES = mistakes(hinge(y(m) * Inner(u, x(m))))

READING = (
    "The M mistaken rounds are numbered 1, …, M: x(m) and y(m) ∈ {−1, 1} are the example of the m-th mistake and "
    "w(m) the "
    "weights after it, w(m) = w(m − 1) + y(m)x(m), from w(0) = 0, in any dimension. "
)


def hinge_is_larger(z: Any) -> Theorem:
    """[1 − z]₊ ≥ 1 − z."""
    return combine(ge(hinge(z), 1 - z), [(Rational(1, 2), magnitude_bounds(1 - z, -1))])


def hinge_is_not_negative(z: Any) -> Theorem:
    """[1 − z]₊ ≥ 0."""
    return combine(ge(hinge(z), 0), [(Rational(1, 2), magnitude_bounds(1 - z, 1))])
