"""Lemma 5 for rates below 1/(bc), sharper: the best of the bounds over the factors of the comparator's loss."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Lambda, Rational, sqrt

from numeric.learners.general_additive import square_loss_bound
from proofs.general_additive import _balance as balance
from proofs.general_additive._balance import balanced_above, largest
from proofs.general_additive._line import HALF, gradient_descent
from proofs.general_additive._moves import B_BOUND, SLOW, away_at_the_start
from proofs.general_additive._moves import C_BOUND as PREDICTIONS
from proofs.general_additive._runs import runs, slowly, worst
from proofs.general_additive.algorithm import a, away, eta, length, t, target
from proofs.general_additive.boundary_outcomes import COMPARED_LOSS, C_BOUND, LOSS, LOSS_NAMES
from proofs.general_additive.lemma_5_every_rate import (
    ABOUT,
    COMMON,
    LEFT,
    RATE,
    case,
    damped,
    logistic_trials,
    traded,
    v,
)
from proofs.general_additive.lemma_5_fast import not_negative
from verify.audit import (
    Claim, Searched, Theorem, assume, fails_as, fails_without, follows, ge, generalize, gt, instantiate, le,
)  # fmt: skip

REACHES = le((1 - RATE) * sqrt(COMPARED_LOSS + LEFT * away(1) / eta), sqrt(COMPARED_LOSS))

CLAIM = Claim(
    "general_additive/lemma-5-slow",
    at="Lemma 5, (34), sharper",
    says=(
        "√Loss(GA, S) ≤ (√L⋆ + √(L⋆ + (2 − r)Δ_ψ(Θ_1, Θ⋆)/η))/(2 − r) with L⋆ = Loss(ψ(Θ⋆), S), for every rate with "
        "r = bcη < 1 for which √L⋆ ≥ (1 − r)√(L⋆ + (2 − r)Δ_ψ(Θ_1, Θ⋆)/η)"
    ),
    given=[*COMMON, SLOW, REACHES],
    where=LOSS_NAMES,
    states=le(LOSS, largest(COMPARED_LOSS, away(1) / eta, LEFT)),
    rests_on=["general_additive/lemma-5-every-rate"],
    reading=ABOUT
    + "The least over p of the bounds of general_additive/lemma-5-every-rate, for every n, k and ℓ, where it is not at "
    "the end p = 1/(1 − r), whose bound is general_additive/lemma-5-boundary.sharp; with r ≥ 1 there is no such end: "
    "general_additive/lemma-5-fast. So one of the three is the least at each rate and for each Loss⋆ and Δ. For the "
    "square loss the condition is not needed, by general_additive/square-loss-every-rate.",
)


@CLAIM.proof
def the_best_trade(claim: Claim) -> Theorem:
    """The best v is (2 − r)√L⋆/(√L⋆ + √(L⋆ + (2 − r)Δ/η)), which is at least 1 − r."""
    start = follows(ge(away(1) / eta, 0), away_at_the_start())
    signs = [not_negative(a(t)), not_negative(target(t)), start]
    enough = follows(ge(v + RATE, 1), ge(v, 1 - RATE))
    trades = generalize(instantiate(traded(), {}, [enough]), [v], [ge(1, v), ge(v, 1 - RATE)])
    values = {balance.loss: LOSS, balance.compared: COMPARED_LOSS, balance.start: away(1) / eta}
    slow = [assume(SLOW), follows(gt(1, 1 - RATE), RATE), assume(REACHES)]
    there = instantiate(balanced_above(), values | {balance.floor: 1 - RATE}, [trades, *signs, *slow])
    return follows(claim.states[0], there, signs, ge(length, 0))


# --- how each is decided ---------------------------------------------------------------------------------------------


def near(rate: Any, damping: Any, trials: int = 6) -> dict[str, Any]:
    """A run with θ_{t+1} = −μθ_t, without p."""
    return case(damped(Rational(rate), Rational(damping), trials))


def bound(compared: Any, start: Any) -> Any:
    """The bound with other factors of √Loss⋆ and Δ."""
    return le(LOSS, largest(compared**2 * COMPARED_LOSS, start * away(1) / eta, LEFT))


def opposite() -> Any:
    """The bound with −√Loss⋆."""
    roots = sqrt(COMPARED_LOSS + LEFT * away(1) / eta) - sqrt(COMPARED_LOSS)
    return le(LOSS, (roots / LEFT) ** 2)


TURNING = near(HALF, HALF)


fails_as(CLAIM,
    ("constant", bound(Rational(98, 100), 1), "98/100 of √Loss⋆.", TURNING),
    ("constant", bound(1, Rational(98, 100)), "98/100 of Δ.", TURNING),
    ("sign", opposite(), "−√Loss⋆.", TURNING),
)  # fmt: skip


fails_without(CLAIM,
    (REACHES, "Loss⋆ may be smaller.", logistic_trials()),
    (SLOW, "Any η > 0.", case(gradient_descent(lambda t: 7 - 6 * t, 0, 3, desired=Lambda(t, -1)))),
    (B_BOUND, "b may be anything.", case(damped(HALF, 1, 4), b_value=Rational(1, 4))),
    ([C_BOUND, PREDICTIONS], "c may be anything.", case(damped(HALF, 1, 4), c_value=Rational(1, 4))),
)  # fmt: skip


@CLAIM.extremal("μ", [0, Rational(1, 4), HALF, Rational(5, 8)])
def damped_runs(damping: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials at η = ½: at each μ another ratio of Loss⋆ to Δ."""
    found = near(HALF, damping)
    return found["at"], found["discharge"]()


@CLAIM.extremal("bcη", [Rational(1, 10), HALF, Rational(9, 10)])
def rates(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials with μ = 5/8."""
    found = near(rate, Rational(5, 8))
    return found["at"], found["discharge"]()


@CLAIM.search
def random_runs() -> Iterator[Searched]:
    """Losses against the bound where it holds, and else against that with p = 1/(1 − r)."""

    def promise(run: Any) -> float:
        root = np.sqrt(run.compared + (2.0 - run.slow) * run.start / run.eta)
        if np.sqrt(run.compared) >= (1.0 - run.slow) * root:
            return square_loss_bound(run.compared, run.start, run.b * run.c, run.eta)
        return float(run.compared / (1.0 - run.slow) + run.start / run.eta)

    return worst(runs(slowly), promise)
