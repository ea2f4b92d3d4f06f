"""The Perceptron's analysis charges the hinge loss of the mistaken rounds only: (1), and the display after it."""

from __future__ import annotations

from typing import Any

from sympy import Rational, sqrt

from proofs.gradient_descent._perceptron import hinge, hinge_is_larger, hinge_is_not_negative, u, y
from proofs.gradient_descent.perceptron_rounds import (
    BOUNDED, COUNTED, INDICATOR, LABELS, MISTAKEN, ROUND, SIZE, SOME, START, UPDATE, M, T, line, longest, not_a_run,
    rounds, t, w, wrong, x,
)  # fmt: skip
from verify.audit import (
    Claim, Inner, Theorem, at, bit, cauchy_schwarz, combine, fails_as, follows, ge, le, norm, telescope,
)  # fmt: skip

MARGIN = y(t) * Inner(u, x(t))
ALL = rounds(hinge(MARGIN))
MISTAKEN_ONLY = rounds(wrong(t) * hinge(MARGIN))

ONLY = Claim(
    "gradient_descent/perceptron-mistaken-rounds",
    at="page 2, (1) and the display after it",
    printed=(
        "Combining upper and lower bound we obtain M ≤ Σ_{i=1}^M [1 − y_{t_i}uᵀx_{t_i}]₊ + ‖u‖X√M … Because "
        "{t_1, …, t_M} ⊆ {1, …, T}, Σ_{i=1}^M h_{t_i}(u) ≤ Σ_{t=1}^T h_t(u)"
    ),
    given=[START, UPDATE, INDICATOR, MISTAKEN, LABELS, BOUNDED, COUNTED, SOME],
    states=[
        le(M - MISTAKEN_ONLY, norm(w(T + 1)) * norm(u)),
        le(norm(w(T + 1)) * norm(u), SIZE * sqrt(M)),
        le(M, MISTAKEN_ONLY + SIZE * sqrt(M)),
        le(MISTAKEN_ONLY, ALL),
    ],
    rests_on=["gradient_descent/perceptron-1"],
    reading=(
        "The algorithm over all rounds t = 1, …, T, as in gradient_descent/perceptron-rounds: I(t) ∈ {0, 1} says "
        "whether it moves in round t, and it moves only where y⟨w, x⟩ ≤ 0. The rounds with I(t) = 1 are t_1, …, t_M, "
        "so that M = Σ I(t), w(T + 1) is w_M, and a sum over them is Σ I(t)h_t(u) over all rounds. The lower and the "
        "upper bound on ‖w_M‖‖u‖, (1), and the display. T may be 0."
    ),
)


@ONLY.proof
def flags_as_weights(claim: Claim) -> list[Theorem]:
    """⟨w, u⟩ grows by I(t)y⟨u, x⟩ ≥ I(t)(1 − h_t), ‖w‖² by at most I(t)X², and I(t)h_t ≤ h_t."""
    lower, upper, first, fewer = claim.states
    flag, before = wrong(t), Inner(w(t), u)
    positive, at_most_one = bit(flag, at(INDICATOR, t))
    goal = ge(Inner(w(t + 1), u), before + flag - flag * hinge(MARGIN))
    gain = combine(goal, [(positive, hinge_is_larger(MARGIN))], using=[at(UPDATE, t)], facts=ROUND)
    gained = telescope(gain, t, 1, T, -before)
    terms = [(1, gained), (1, cauchy_schwarz(w(T + 1), u)), (-1, COUNTED)]
    below = combine(lower, terms, using=[START], facts=[SOME])
    above = combine(upper, [(norm(u), longest())])
    kept = combine(ge(hinge(MARGIN) - flag * hinge(MARGIN), 0), [(at_most_one, hinge_is_not_negative(MARGIN))])
    return [below, above, follows(first, below, above), follows(fewer, telescope(kept, t, 1, T))]


def restated(losses: Any, root: Any = 1) -> Any:
    """(1) with other losses or another factor on the root."""
    return {ONLY.states[2]: le(M, losses + root * SIZE * sqrt(M))}


@ONLY.extremal("u", [1], formula=2)
def one_mistake(margin: Any) -> dict[Any, Any]:
    """One mistake, and u with margin 1."""
    return line(comparator=margin)


@ONLY.extremal("u", [0], formula=3)
def losses_of_mistaken_rounds_only(margin: Any) -> dict[Any, Any]:
    """One round, with a mistake: all losses are of mistaken rounds."""
    return line((0, 1), (1,), comparator=margin) | {T: 1, x: [1]}


fails_as(ONLY,
    ("constant", restated(MISTAKEN_ONLY, Rational(9, 10)), "Nine tenths of ‖u‖X√M.", line()),
    ("sign", restated(-MISTAKEN_ONLY), "The hinge losses are subtracted.", line(comparator=0)),
    ("sign", {ONLY.states[3]: le(ALL, MISTAKEN_ONLY)}, "≥ in the display.", line(comparator=0)),
)  # fmt: skip

not_a_run(ONLY)
