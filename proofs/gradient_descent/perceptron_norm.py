"""The Perceptron's mistake bound (1), from above: ‖w_M‖ is at most X√M."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Rational, sqrt

from proofs.gradient_descent._orthonormal import orthonormal_run
from proofs.gradient_descent._perceptron import BOUNDED, COUNT, LABELS, READING, START, UPDATE, WRONG, M, X, m, w
from proofs.gradient_descent._perceptron_line import ATTAINED, attained, instance
from proofs.gradient_descent._streams import Run, search
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, at, at_most_by_squares, fails_as, fails_without, follows, ge, le, norm,
    telescope,
)  # fmt: skip

NORM = Claim(
    "gradient_descent/perceptron-norm",
    at="page 1",
    printed="‖w_M‖‖u‖ ≤ ‖u‖(max_{t=1,…,m} ‖x_t‖)√M",
    given=[START, UPDATE, WRONG, LABELS, BOUNDED, COUNT],
    states=le(norm(w(M)), X * sqrt(M)),
    reading=(
        READING
        + "A mistake means y⟨w, x⟩ ≤ 0; X ≥ 0 is at least every ‖x(m)‖. Without the factor ‖u‖ of both sides, which "
        "may be 0; the maximum, printed up to an m that nothing names, is over the examples of the stream."
    ),
)


@NORM.proof
def squares_add_up(claim: Claim) -> Theorem:
    """‖w(m)‖² = ‖w(m−1)‖² + 2y⟨w(m−1), x⟩ + ‖x‖² ≤ ‖w(m−1)‖² + X²."""
    length = Inner(w(m - 1), w(m - 1))
    goal = ge(length + X**2, Inner(w(m), w(m)))
    step = follows(goal, at(WRONG, m), at(LABELS, m), at(BOUNDED, m), using=[at(UPDATE, m)])
    added = telescope(step, m, 1, M, length)
    squares = follows(ge((X * sqrt(M)) ** 2, norm(w(M)) ** 2), added, COUNT, using=[START])
    return at_most_by_squares(norm(w(M)), X * sqrt(M), squares, facts=[COUNT])


fails_as(NORM,
    ("constant", le(norm(w(M)), Rational(9, 10) * X * sqrt(M)), "Nine tenths of the bound.", instance()),
    ("sign", le(norm(w(M)), -X * sqrt(M)), "−X√M.", instance()),
)  # fmt: skip

fails_without(NORM,
    (START, "w(0) may be anything.", instance(start=-5)),
    (UPDATE, "The weights may be anything.", instance(slope=5)),
    (WRONG, "The update is made also where the prediction is right.", instance(count=2)),
    (LABELS, "Labels of any size.", instance(slope=2, label=2)),
    (BOUNDED, "X may be anything.", instance() | {X: Rational(1, 2)}),
)  # fmt: skip


@NORM.sharp
def norm_is_attained() -> Sharpness:
    """‖w_M‖ = X√M."""
    return Sharpness("the largest ‖w_M‖/(X√M)", ATTAINED, [attained(0), attained(1)])


@NORM.extremal("M", range(1, 5))
def orthonormal_examples(count: int) -> dict[Any, Any]:
    """M orthonormal examples."""
    return orthonormal_run(count)


@NORM.search
def norm_on_streams() -> Iterator[Searched]:
    """‖w_M‖ over X√M."""

    def ratio(stream: Run) -> float:
        return float(np.linalg.norm(stream.w)) / (stream.longest * math.sqrt(stream.mistakes))

    return search("‖w_M‖ / (X√M)", ratio, 1)
