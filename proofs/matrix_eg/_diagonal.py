"""Diagonal 2 × 2 matrices as vectors of R², at which `witness` reads the hypotheses of `_symmetric`."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Lambda, Tuple, exp

from proofs.matrix_eg._symmetric import Z, d, lam, one, s
from verify.kernel import Theorem, combine, generalize
from verify.terms import VecHead, eq, ge, integer, real

a1, a2, b1, b2 = real("a1 a2 b1 b2")
_k = integer("k")


def eigenvalue(i: Any, first: Any, second: Any) -> Any:
    """The first diagonal entry for i = 1, the second for i = 2."""
    return (2 - i) * first + (i - 1) * second


DIAGONAL: dict[Any, Any] = {
    d: 2,
    one: (1, 1),
    Z: Lambda((a1, a2), exp(a1) + exp(a2)),
    lam: Lambda((_k, a1, a2), eigenvalue(_k, a1, a2)),
    VecHead("E"): Lambda((_k, a1, a2), Tuple(2 - _k, _k - 1)),
}
"""Two by two diagonal matrices: d, I, tr exp, eigenvalues and projections."""


@cache
def _facts() -> tuple[Theorem, ...]:
    product, scaled = a1 * b1 + a2 * b2, exp(s * a1) * b1 + exp(s * a2) * b2
    spelt = [
        (eq(product, product), [a1, a2, b1, b2]),
        (eq(b1 + b2, b1 + b2), [a1, a2, b1, b2]),
        (eq(scaled, scaled), [s, a1, a2, b1, b2]),
        (eq(exp(a1) + exp(a2), exp(a1) + exp(a2)), [a1, a2]),
        (ge(exp(a1) * exp(b1) + exp(a2) * exp(b2), exp(a1 + b1) + exp(a2 + b2)), [a1, a2, b1, b2]),
    ]
    return tuple(generalize(combine(body, []), variables) for body, variables in spelt)


def diagonal_facts() -> list[Theorem]:
    """What `witness` does not see by itself: traces of products, exp, and the Golden–Thompson inequality."""
    return list(_facts())
