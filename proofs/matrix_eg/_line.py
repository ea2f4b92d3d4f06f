"""Exact instances for the mutants: 1 × 1 matrices, and diagonal 2 × 2 matrices."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, KroneckerDelta, Lambda

from proofs.matrix_eg._matrices import d, i, j
from verify.kernel import Theorem, combine, generalize
from verify.terms import eq, ge, real

_X = real("X")
PAIR = [ge(i, 1), ge(1, i), ge(j, 1), ge(1, j)]


def one_dimension(vectors: Any, length: Any = 1) -> dict[Any, Any]:
    """R^1 with the basis vector `length`, as the family `vectors`, without further indices."""
    return {d: 1, vectors(i).args[0]: Lambda(i, length)}


def orthonormal_in_one_dimension() -> list[Theorem]:
    """1·1 = δ(i, j) for i = j = 1, and X² = X²."""
    one: Expr = Integer(1)
    only = [combine(eq(n, 1), [(1, n - 1)], facts=[ge(n, 1), ge(1, n)]) for n in (i, j)]
    return [
        generalize(combine(eq(one, KroneckerDelta(i, j)), [], using=only), [i, j], PAIR),
        generalize(combine(eq(_X**2, _X**2), []), [_X]),
    ]
