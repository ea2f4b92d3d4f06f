"""Section 4.3: training samples, their weights and what hypotheses say of them, as diagonal matrices."""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Expr, Rational, Sum, exp

from proofs.matrix_eg import LOST
from proofs.matrix_eg.approximate_alpha import r
from verify.audit import eq, family, forall, ge, integer, real

i, j, k, d, n = integer("i j k d n")
a, beta = real("α β")
alpha, label, guess, weight = family("α"), family("y"), family("h"), family("w", positive=True)
log_weight = family("L")
HALF = Rational(1, 2)
SAMPLE = [ge(i, 1), ge(d, i)]
SOME = ge(d, 1)


def over_samples(term: Any) -> Expr:
    """The sum over the d training samples."""
    return Sum(term, (i, 1, d))


def trace_exp(exponent: Any) -> Expr:
    """tr exp diag(…): the sum of the exponentials of the diagonal entries."""
    return over_samples(exp(exponent))


DIAGONAL = LOST + "The exponential and the logarithm of a diagonal matrix are those of its entries. "


def margin(i: Any) -> Expr:
    """y_ih(x_i), the entry i of C_t."""
    return label(i) * guess(i)


NORMALISED = eq(over_samples(weight(i)), 1)
EDGE = eq(r, over_samples(weight(i) * label(i) * guess(i)))
BINARY = [forall(i, eq(label(i) ** 2, 1), SAMPLE), forall(i, eq(guess(i) ** 2, 1), SAMPLE)]

ONE = {d: 1, n: 1, i: 1, k: 1, a: 1, alpha: [1], label: [1], weight: [1]}


def rounds() -> list[Any]:
    """Weights, margins in [−1, 1] and a step, for 2 to 50 samples."""
    rng = np.random.default_rng(43)
    found = []
    for size in (2, 5, 50):
        for kind in (1.0, 0.3, 1e-6):
            weights = rng.dirichlet(np.ones(size))
            margins = np.clip(rng.normal(kind, 1.0, size), -1.0, 1.0)
            if margins @ weights > 0:
                found.append((weights / weights.sum(), margins))
    return found
