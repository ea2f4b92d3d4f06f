"""Diagonal 2 × 2 matrices as vectors of R², at which `witness` reads the hypotheses of `_symmetric`."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import exp

from proofs.matrix_eg._symmetric import Z, d, lam, one, s
from verify.audit import Theorem, cite, combine, eq, generalize, real
from verify.axioms import DIAGONAL_EIGENVALUES, DIAGONAL_MATRICES, DIAGONAL_PROJECTIONS, DIAGONAL_TRACE_EXP, PROJECTIONS

a1, a2, b1, b2 = real("a1 a2 b1 b2")


DIAGONAL: dict[Any, Any] = {
    d: 2,
    one: (1, 1),
    Z: DIAGONAL_TRACE_EXP,
    lam: DIAGONAL_EIGENVALUES,
    PROJECTIONS: DIAGONAL_PROJECTIONS,
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
    ]
    return (cite(DIAGONAL_MATRICES), *(generalize(combine(body, []), variables) for body, variables in spelt))


def diagonal_facts() -> list[Theorem]:
    """What `witness` does not see by itself: that they are symmetric matrices, traces of products, and exp."""
    return list(_facts())
