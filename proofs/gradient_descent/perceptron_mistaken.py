"""The Perceptron's analysis charges the hinge loss of the mistaken rounds only: (1), and the display after it."""

from __future__ import annotations

from typing import Any

from sympy import Rational, sqrt

from proofs.gradient_descent._perceptron import X, hinge, hinge_is_larger, hinge_is_not_negative, of, u, y
from proofs.gradient_descent.perceptron_rounds import (
    ALWAYS,
    BOUNDED,
    COUNTED,
    INDICATOR,
    LABELS,
    MISTAKEN,
    ROUND,
    SIZE,
    SOME,
    START,
    UPDATE,
    H,
    M,
    T,
    line,
    rounds,
    t,
    w,
    wrong,
    x,
)
from verify.author.kernel import Theorem, assume, combine, instantiate, telescope
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, ge, le, norm
from verify.lemmas import at_most_by_squares, cauchy_schwarz

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


def at_each(claim: Claim, schema: Any) -> list[Theorem]:
    """A hypothesis on all rounds, for round t, where the claim has it."""
    return [instantiate(assume(f), [t]) for f in of(claim, schema)]


@ONLY.proof
def flags_as_weights(claim: Claim) -> list[Theorem]:
    """⟨w, u⟩ grows by I(t)y⟨u, x⟩ ≥ I(t)(1 − h_t), ‖w‖² by at most I(t)X², and I(t)h_t ≤ h_t."""
    lower, upper, first, fewer = claim.states
    start, counted, some = of(claim, START), of(claim, COUNTED), of(claim, SOME)
    moves, flags = at_each(claim, UPDATE), at_each(claim, INDICATOR)
    flag, facts = wrong(t), [*ROUND, *some]
    positive = combine(ge(flag, 0), [(1, flag**2), *((-1, f) for f in flags)])
    at_most_one = combine(ge(1, flag), [(1, (1 - flag) ** 2), *((-1, f) for f in flags)])

    gain = combine(
        ge(Inner(w(t + 1), u), Inner(w(t), u) + flag - flag * hinge(MARGIN)),
        [(positive, hinge_is_larger(MARGIN))],
        using=moves,
        facts=facts,
    )
    gained = telescope(gain, t, 1, T, -Inner(w(t), u))
    number = [(-1, assume(f)) for f in counted]
    below = combine(lower, [(1, gained), (1, cauchy_schwarz(w(T + 1), u)), *number], using=start, facts=some)

    before, after, length = (Inner(z, z) for z in (w(t), w(t + 1), x(t)))
    slacks = [
        *((2, f) for f in at_each(claim, MISTAKEN)),
        *((-(y(t) ** 2) * length, f) for f in flags),
        *((-flag * length, f) for f in at_each(claim, LABELS)),
        *((positive, f) for f in at_each(claim, BOUNDED)),
    ]
    added = telescope(combine(ge(before + flag * X**2, after), slacks, using=moves), t, 1, T, before)
    totals = [(X**2, assume(f)) for f in counted]
    squares = combine(ge((X * sqrt(M)) ** 2, norm(w(T + 1)) ** 2), [(1, added), *totals], using=start, facts=some)
    above = combine(upper, [(norm(u), at_most_by_squares(norm(w(T + 1)), X * sqrt(M), squares))])

    kept = ge(hinge(MARGIN) - flag * hinge(MARGIN), 0)
    others = telescope(combine(kept, [(at_most_one, hinge_is_not_negative(MARGIN))]), t, 1, T)
    return [below, above, combine(first, [(1, below), (1, above)]), combine(fewer, [(1, others)])]


def on_the_line(**changed: Any) -> dict[str, Any]:
    """Two rounds with x = 1, of which the first is a mistake."""
    found = line(**changed)
    return {"at": {name: value for name, value in found["at"].items() if name != H}, "discharge": found["discharge"]}


def restated(claim: Claim, losses: Any, root: Any = 1) -> Claim:
    """(1) with other losses or another factor on the root."""
    return claim.replace(states=[*claim.states[:2], le(M, losses + root * SIZE * sqrt(M)), claim.states[3]])


@ONLY.mutant("constant", **on_the_line())
def nine_tenths_of_the_root(claim: Claim) -> Claim:
    """Nine tenths of ‖u‖X√M."""
    return restated(claim, MISTAKEN_ONLY, Rational(9, 10))


@ONLY.mutant("sign", **on_the_line(comparator=0))
def loss_subtracted(claim: Claim) -> Claim:
    """The hinge losses are subtracted."""
    return restated(claim, -MISTAKEN_ONLY)


fails_as(ONLY, ("sign", [*ONLY.states[:3], le(ALL, MISTAKEN_ONLY)], "≥ in the display.", on_the_line(comparator=0)))


fails_without(ONLY,
    (START, "w(1) may be anything.", on_the_line(path=t - 6, flags=ALWAYS)),
    (UPDATE, "The weights may be anything.", on_the_line(path=0 * ALWAYS, flags=ALWAYS)),
    (INDICATOR, "I(t) may be any number.", on_the_line(path=4 * (t - 1) * (4 - t) / 2, flags=4 * (2 - t))),
    (MISTAKEN, "It moves also where it is right.", on_the_line(path=t - 1, flags=ALWAYS)),
    (LABELS, "Labels of any size.", on_the_line(path=(t - 1) * (4 - t), label=2, comparator=Rational(1, 2))),
    (BOUNDED, "X may be anything.", on_the_line(X=Rational(1, 2))),
    (COUNTED, "M may be anything.", on_the_line(M=9)),
)  # fmt: skip
