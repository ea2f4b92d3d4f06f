"""The Perceptron's mistake bound (1), from below: ‖w_M‖‖u‖ is at least M less the hinge losses."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from proofs.gradient_descent._perceptron import (
    COUNT, HINGES, LABELS, READING, START, UPDATE, WRONG, M, hinge, hinge_is_larger, hinge_is_not_negative, m, u, w, x,
    y,
)  # fmt: skip
from proofs.gradient_descent._perceptron_line import attained, instance
from proofs.gradient_descent._streams import Run, search
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, at, cases, cauchy_schwarz, decided_by, fails_as, fails_without, follows,
    ge, gt, norm, telescope, witness,
)  # fmt: skip

LOWER = Claim(
    "gradient_descent/perceptron-lower",
    at="page 2, before (1)",
    printed="Iterating M times we get ‖w_M‖‖u‖ ≥ M + Σ_{i=1}^M [1 − y_{t_i} uᵀx_{t_i}]₊",
    given=[START, UPDATE, WRONG, LABELS, COUNT],
    states=ge(norm(w(M)) * norm(u), M + HINGES),
    weight="misprint",
    slip="The chain of inequalities above it subtracts the hinge losses, and (1) follows from the sum subtracted only.",
    reading=READING + "u is any vector; the sign of the sum is as printed.",
)

LOWER_REPAIRED = Claim(
    "gradient_descent/perceptron-lower.repaired",
    at="page 2, before (1)",
    says="‖w_M‖‖u‖ ≥ M − Σ [1 − y⟨u, x⟩]₊ over the mistaken rounds",
    given=[START, UPDATE, COUNT],
    states=ge(norm(w(M)) * norm(u), M - HINGES),
    repairs="gradient_descent/perceptron-lower",
    reading=READING + "u is any vector; the sum is subtracted, as the chain of inequalities above it and (1) have it.",
)


@LOWER.counterexample
def zero_comparator(claim: Claim) -> Theorem:
    """One mistake with x = y = 1, and u = 0: 0 ≥ 1 + 1."""
    return witness(list(claim.given), claim.states[0], instance(comparator=0))


@LOWER_REPAIRED.proof
def margins_add_up(claim: Claim) -> Theorem:
    """⟨w(m), u⟩ = ⟨w(m−1), u⟩ + y⟨u, x⟩ ≥ ⟨w(m−1), u⟩ + 1 − [1 − y⟨u, x⟩]₊, and Cauchy–Schwarz."""
    margin, before = y(m) * Inner(u, x(m)), Inner(w(m - 1), u)
    gain = ge(Inner(w(m), u), before + 1 - hinge(margin))
    added = telescope(follows(gain, hinge_is_larger(margin), using=[at(UPDATE, m)]), m, 1, M, -before)
    return follows(claim.states[0], added, cauchy_schwarz(w(M), u), COUNT, using=[START])


def without_any_mistake(claim: Claim) -> Theorem:
    """For M < 0 the sum is empty, and ‖w_M‖‖u‖ ≥ 0 > M."""
    losses = telescope(hinge_is_not_negative(y(m) * Inner(u, x(m))), m, 1, M)
    negative = follows(claim.states[0], norm(w(M)) * norm(u), losses, gt(0, M))
    return cases([LOWER_REPAIRED.theorem(LOWER_REPAIRED.states[0]), negative], [COUNT, gt(0, M)])


@LOWER_REPAIRED.extremal("u", [1])
def one_mistake(comparator: Any) -> dict[Any, Any]:
    """One mistake with x = y = 1, and u along it."""
    return instance(comparator=comparator)


fails_as(LOWER_REPAIRED,
    ("constant", ge(norm(w(M)) * norm(u), 2 * M - HINGES), "2M in place of M.", instance()),
    ("sign", ge(norm(w(M)) * norm(u), M + HINGES), "The sum is added.", instance(comparator=0)),
)  # fmt: skip


fails_without(LOWER_REPAIRED,
    (START, "w(0) may be anything.", instance(start=-1)),
    (UPDATE, "The weights may be anything.", instance(slope=0)),
    (COUNT, "M may be any integer.", decided_by(proof=without_any_mistake)),
)  # fmt: skip


@LOWER_REPAIRED.sharp
def product_is_attained() -> Sharpness:
    """‖w_M‖‖u‖ = M − Σ hinge."""
    words = "1, for every M: M orthonormal examples and u = c w(M), 0 ≤ c ≤ 1"
    return Sharpness("the largest (M − Σ hinge)/(‖w_M‖‖u‖)", words, [attained(0), attained(2)])


@LOWER_REPAIRED.search
def product_on_streams() -> Iterator[Searched]:
    """M over ‖w_M‖‖u‖ + Σ hinge."""

    def ratio(stream: Run) -> float:
        product = float(np.linalg.norm(stream.w) * np.linalg.norm(stream.u))
        return stream.mistakes / (product + float(stream.hinges[stream.wrong].sum()))

    return search("M / (‖w_M‖‖u‖ + Σ hinge)", ratio, 2)
