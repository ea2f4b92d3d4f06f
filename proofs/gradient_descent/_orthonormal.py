"""The Perceptron on M orthonormal examples with the label 1, each a mistake: exact instances, in R^M."""

from __future__ import annotations

from typing import Any

from sympy import Add, KroneckerDelta, Lambda, Rational, Tuple

from proofs.gradient_descent._perceptron import M, X, m, u, w, x, y


def orthonormal_run(count: int, margin: Any = 1) -> dict[Any, Any]:
    """w(m) = e_1 + … + e_m, x(m) = e_m and u = margin·w(M), for 0 ≤ margin ≤ 1."""
    seen = [Add(*(KroneckerDelta(m, k) for k in range(i, count + 1))) for i in range(1, count + 1)]
    inputs = [KroneckerDelta(m, i) for i in range(1, count + 1)]
    comparator = Tuple(*[Rational(margin)] * count)
    return {
        M: count,
        X: 1,
        w: Lambda(m, Tuple(*seen)),
        x: Lambda(m, Tuple(*inputs)),
        y: Lambda(m, 1),
        u: comparator,
    }
