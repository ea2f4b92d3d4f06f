"""The Perceptron's mistake bound (1), for any stream."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from sympy import Rational, sqrt

from proofs.gradient_descent._orthonormal import orthonormal_run
from proofs.gradient_descent._perceptron import COUNT, HINGES, READING, M, X, u
from proofs.gradient_descent._perceptron_line import attained, fails_without_each, instance
from proofs.gradient_descent._streams import Run, search
from proofs.gradient_descent.perceptron_lower import LOWER_REPAIRED
from proofs.gradient_descent.perceptron_norm import NORM
from verify.audit import Claim, Searched, Sharpness, Theorem, fails_as, follows, le, norm

MISTAKES = Claim(
    "gradient_descent/perceptron-1",
    at="(1)",
    printed="Combining upper and lower bound we obtain M ≤ Σ_{i=1}^M [1 − y_{t_i} uᵀx_{t_i}]₊ + ‖u‖X√M",
    given=NORM.given,
    states=le(M, HINGES + norm(u) * X * sqrt(M)),
    rests_on=["gradient_descent/perceptron-norm", "gradient_descent/perceptron-lower.repaired"],
    reading=READING + "u is any vector, X ≥ 0 at least every ‖x(m)‖, and a mistake means y⟨w, x⟩ ≤ 0.",
)


@MISTAKES.proof
def above_and_below(claim: Claim) -> Theorem:
    """M − Σ hinge ≤ ‖w_M‖‖u‖ ≤ X√M‖u‖."""
    upper, lower = NORM.theorem(NORM.states[0]), LOWER_REPAIRED.theorem(LOWER_REPAIRED.states[0])
    return follows(claim.states[0], lower, upper, COUNT)


fails_as(MISTAKES,
    ("constant", le(M, HINGES + Rational(9, 10) * norm(u) * X * sqrt(M)), "Nine tenths of ‖u‖X√M.", instance()),
    ("sign", le(M, norm(u) * X * sqrt(M) - HINGES), "The hinge losses are subtracted.", instance(comparator=0)),
)  # fmt: skip

fails_without_each(MISTAKES)


@MISTAKES.sharp
def first_bound_is_attained() -> Sharpness:
    """M = Σ hinge + ‖u‖X√M."""
    words = "1, for every M: M orthonormal examples and u = c w(M), 0 ≤ c ≤ 1"
    return Sharpness("the largest M/(Σ hinge + ‖u‖X√M)", words, [attained(0), attained(3)])


@MISTAKES.extremal("M", range(1, 5))
def orthonormal_mistakes(count: int) -> dict[Any, Any]:
    """M orthonormal examples, each a mistake, and u = w(M)."""
    return orthonormal_run(count)


@MISTAKES.search
def first_bound_on_streams() -> Iterator[Searched]:
    """M over the right-hand side of (1)."""

    def ratio(stream: Run) -> float:
        promised = float(stream.hinges[stream.wrong].sum()) + stream.size * math.sqrt(stream.mistakes)
        return stream.mistakes / promised

    return search("M / (Σ hinge + ‖u‖X√M)", ratio, 3)
