"""Lemma 5, sharper: for each rate below 2/(bc) and each factor of the comparator's loss, the least one of the start."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
from sympy import Expr, Integer, Lambda, Rational, log, sqrt

from numeric.learners.general_additive import every_rate_loss_bound
from proofs.general_additive import _logistic
from proofs.general_additive._line import DESIRED, HALF, gradient_descent, halving, met, q, r
from proofs.general_additive._moves import B_BOUND, CONVEX_PSI, STABLE, away_at_the_end, b, c
from proofs.general_additive._moves import C_BOUND as PREDICTIONS
from proofs.general_additive._needed import RISING
from proofs.general_additive._runs import runs, swiftly, worst
from proofs.general_additive._trials import progress
from proofs.general_additive.algorithm import Phi, a, away, eta, length, t, target
from proofs.general_additive.boundary_outcomes import (
    COMPARED_LOSS, C_BOUND, LOSS, LOSS_NAMES, READING, RULES, UPDATE, error, loss, offset, y,
)  # fmt: skip
from verify.audit import (
    Claim, Deriv, Inner, Searched, Theorem, assume, at, at_most_by_squares, combine, fails_as,
    fails_without, follows, ge, generalize, gt, instantiate, le, listed, positive, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import VecHead

p, v = positive("p v")
RATE = b * c * eta
LEFT = 2 - RATE
ROOT = sqrt(LEFT**2 - 4 / p)
FACTORS = [STABLE, ge(p * LEFT**2, 4), ge(1, p * (1 - RATE))]
COMMON = [*RULES, CONVEX_PSI, B_BOUND, C_BOUND, PREDICTIONS]
ABOUT = (
    READING
    + "b > 0 bounds ⟨Dψ(w)x_t, x_t⟩ for every trial and every w in R^n (28), and c > 0 is at least c_φ: it bounds "
    "‖ŷ − y_t‖²/(2L_φ(y_t, ŷ)) for the outcomes of the trials and ‖φ(u) − φ(v)‖²/(2Δ_φ(u, v)), both as in (29). "
)


def bound(compared: Any = 1, start: Any = 1) -> Expr:
    """p·Loss⋆ + 2Δ/(η(2 − r + √((2 − r)² − 4/p))) for r = bcη, with factors on both terms."""
    return compared * p * COMPARED_LOSS + start * 2 * away(1) / (eta * (LEFT + ROOT))


EVERY = Claim(
    "general_additive/lemma-5-every-rate",
    at="Lemma 5, (34), sharper",
    says=(
        "Loss(GA, S) ≤ p Loss(ψ(Θ⋆), S) + 2Δ_ψ(Θ_1, Θ⋆)/(η(2 − r + √((2 − r)² − 4/p))), for every rate with r = bcη < "
        "2 and every p ≥ 4/(2 − r)², where p ≤ 1/(1 − r) if r < 1"
    ),
    given=[*COMMON, *FACTORS],
    where=LOSS_NAMES,
    states=le(LOSS, bound()),
    rests_on=["general_additive/lemma-4-boundary"],
    sharpens=["general_additive/lemma-5-boundary.sharp", "general_additive/lemma-5-family"],
    reading=ABOUT
    + "One bound for each rate and each p, for all n, k and ℓ; p may be chosen after the run. With p = 1/(1 − r), for "
    "r < 1, the factor of Δ is 1/η where (34) has 1/(η − bcη²): general_additive/lemma-5.sharp; with the least p it "
    "is 2/(η(2 − r)): general_additive/lemma-5-gain. For 1 ≤ r < 2, where (34) says nothing, it falls to 1/(η(2 − r)) "
    "as p grows. No smaller factor of Δ will do, at any rate and for any of these p: general_additive/lemma-5-damped. "
    "Larger p are for the square loss, general_additive/square-loss-every-rate: with the logistic function they fail.",
)


@cache
def traded() -> Theorem:
    """(2 − r − v)Loss ≤ Loss⋆/v + Δ/η for 1 − r ≤ v ≤ 1 and v > 0: in each trial ‖vQ + (1 − v)P‖²/(2cv) is left.

    P = φ(a⋆_t) − y_t, whose square is at most 2c times the comparator's loss, and Q = φ(a⋆_t) − ŷ_t, whose square is
    at most 2cΔ_φ(a⋆_t, â_t), which Lemma 4 drops; ‖P − Q‖² is at most 2c times the algorithm's loss.
    """
    within = [ge(v + RATE, 1), ge(1, v)]
    beyond, apart = (Phi.gradient(target(t)) - other for other in (y(t), Phi.gradient(a(t))))
    left = v * apart + (1 - v) * beyond
    smaller = follows(ge(1 / v - 1, 0), within[1])
    goal = ge(loss(target(t), t) / v + (away(t) - away(t + 1)) / eta, (LEFT - v) * loss(a(t), t))
    terms = [
        (1 / eta, progress(error)),
        ((RATE + v - 1) / (2 * c), at(C_BOUND, t, a(t))),
        ((1 / v - 1) / (2 * c), at(C_BOUND, t, target(t))),
        (1 / (2 * c), at(PREDICTIONS, target(t), a(t))),
        (1 / (2 * c * v), Inner(left, left)),
    ]
    each = combine(goal, terms, facts=[*within, smaller])
    whole = ge(COMPARED_LOSS / v + away(1) / eta, (LEFT - v) * LOSS)
    return follows(whole, telescope(each, t, 1, length, away(t) / eta), away_at_the_end(), within, ge(length, 0))


def with_factor(goal: Any, trades: Theorem) -> Theorem:
    """Loss ≤ p·Loss⋆ + qΔ, from (2 − r − v)Loss ≤ Loss⋆/v + Δ/η at v = (2 − r − √((2 − r)² − 4/p))/2.

    Then v(2 − r − v) = 1/p, and v is at most 1 as r > 0, and at least 1 − r as p(1 − r) ≤ 1.
    """
    share, rest = (LEFT - ROOT) / 2, (LEFT + ROOT) / 2
    stable, least, most = FACTORS
    real_root = follows(ge(LEFT**2 - 4 / p, 0), least)
    more = combine(gt(rest, 0), [(HALF, assume(stable)), (HALF, ROOT)], facts=[real_root])
    some = combine(gt(share, 0), [(1 / (p * rest), 1)], facts=[more, real_root])
    slow = at_most_by_squares(ROOT, RATE, combine(ge(RATE**2, ROOT**2), [(4 / p, most)], facts=[real_root]))
    within = [
        combine(ge(share + RATE, 1), [(HALF, slow)], facts=[real_root]),
        combine(ge(1, share), [(HALF, ROOT), (HALF, RATE)], facts=[real_root]),
    ]
    there = instantiate(trades, {v: share}, [some, *within])
    return combine(goal, [(1 / rest, there)], facts=[more, some, real_root, stable])


@EVERY.proof
def one_trade_for_each_factor(claim: Claim) -> Theorem:
    """Each factor p has its v, by which the errors of the comparator and of the algorithm are traded in every trial."""
    return with_factor(claim.states[0], traded())


# --- instances: gradient descent on the line, with θ_{t+1} = −μθ_t ---------------------------------------------------


def case(run: dict[Any, Any], b_value: Any = 1, c_value: Any = 1, factor: Any = None) -> dict[str, Any]:
    """A run of gradient descent on the line, whose desired activations are its outcomes, as an instance."""
    outcome = run[DESIRED]
    place = {VecHead("y"): outcome, offset: Lambda(t, outcome(t) ** 2 / 2), b: b_value, c: c_value}
    if factor is not None:
        place[p] = factor

    def close() -> Theorem:
        """2c·½(u − y_t)² ≥ (u − y_t)²."""
        bend, miss = Deriv(r**2 / 2, r, q), q - outcome(t)
        loss = q**2 / 2 - q * outcome(t) + outcome(t) ** 2 / 2
        goal = ge(2 * c_value * loss, (bend - outcome(t)) ** 2)
        return generalize(combine(goal, [(c_value - 1, miss**2)]), [t, q], [ge(t, 1), ge(run[length], t)])

    def discharge() -> list[Theorem]:
        theorems = met(run, b_value, c_value)()
        with suppress(KernelError):
            theorems.append(close())
        return theorems

    return {"at": run | place, "discharge": discharge}


def damped(rate: Any, damping: Any, trials: int) -> dict[Any, Any]:
    """Gradient descent on the line with θ_{t+1} = −μθ_t from θ_1 = 1, and the comparator 0."""
    path = [(-damping) ** n for n in range(trials + 1)]
    outcomes = [here - (here - then) / rate for here, then in pairwise(path)]
    return gradient_descent(listed(path, t), 0, rate, trials, desired=listed(outcomes, t))


def factor(rate: Any, damping: Any) -> Any:
    """The p for which the factor of Δ is (1 + μ)/(η(1 + μ − μr)), with b = c = 1."""
    return (1 + damping) ** 2 / ((1 + damping - rate) * (1 + damping - damping * rate))


def near(rate: Any, damping: Any, trials: int = 4) -> dict[str, Any]:
    """A damped run with its p."""
    return case(damped(rate, damping, trials), factor=factor(rate, damping))


IN_THE_MIDDLE = near(HALF, HALF)
"""Four trials at η = ½ with μ = ½: the promise is more than the loss by μ⁸(1 + μ)/(1 + μ/2)."""


fails_as(EVERY,
    ("constant", le(LOSS, bound(compared=Rational(98, 100))), "98/100 of the term with Loss⋆.", IN_THE_MIDDLE),
    ("constant", le(LOSS, bound(start=Rational(98, 100))), "98/100 of the term with Δ.", IN_THE_MIDDLE),
    ("sign", le(LOSS, bound(start=-1)), "The term with Δ is subtracted.", IN_THE_MIDDLE),
)  # fmt: skip


def lowered(run: dict[Any, Any], by: Any) -> dict[str, Any]:
    """The instance with other numbers h_t, so that every loss is smaller."""
    found = case(run, factor=factor(HALF, HALF))
    above = found["at"][offset]
    return found | {"at": found["at"] | {offset: Lambda(t, above(t) - by)}}


def logistic_trials(factor: Any = None) -> dict[str, Any]:
    """Three trials with the logistic function, r = ½ and no comparator's loss."""
    more = {VecHead("y"): Lambda(t, HALF), offset: Lambda(t, -log(2)), b: 1, c: Rational(1, 4)}
    if factor is not None:
        more[p] = factor
    return {"at": _logistic.run() | more, "discharge": _logistic.rules}


fails_without(EVERY,
    (B_BOUND, "b may be anything.", case(damped(HALF, HALF, 4), b_value=Rational(1, 4), factor=Rational(8, 7))),
    ([C_BOUND, PREDICTIONS], "c may be anything.",
        case(damped(HALF, HALF, 4), c_value=Rational(1, 4), factor=Rational(8, 7))),
    (C_BOUND, "The numbers h_t may be smaller.", lowered(damped(HALF, HALF, 4), 10)),
    (STABLE, "Any η > 0.", case(gradient_descent(halving, 0), b_value=6, factor=4)),
    (FACTORS[-1], "p may be larger.", logistic_trials(10**6)),
    (UPDATE, "The parameters may be anything.", case(gradient_descent(lambda _: Integer(1), 0, HALF, 20), factor=2)),
    (CONVEX_PSI, "Ψ need not be convex.", case(RISING, factor=2)),
)  # fmt: skip


@EVERY.extremal("μ", [0, Rational(1, 4), HALF, Rational(5, 8)])
def damped_runs(damping: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials at η = ½ with θ_{t+1} = −μθ_t, and p from 1/(1 − r) on: within μ¹²."""
    found = near(HALF, Rational(damping), 6)
    return found["at"], found["discharge"]()


@EVERY.extremal("bcη", [1, Rational(5, 4), Rational(3, 2)])
def beyond_the_printed_rates(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials with μ = 5/8, at rates for which (34) says nothing."""
    found = near(Rational(rate), Rational(5, 8), 6)
    return found["at"], found["discharge"]()


@EVERY.search
def random_runs() -> Iterator[Searched]:
    """Losses against the least of these bounds over p, for rates with bcη < 2."""

    def promise(run: Any) -> float:
        left = 2.0 - float(run.slow)
        factors = 4.0 / left**2 * (1.0 + np.geomspace(1e-12, 1e12, 200))
        allowed = [float(p) for p in factors if p * (left - 1.0) <= 1.0 - 1e-12]
        return min(every_rate_loss_bound(run.compared, run.start, run.b, run.c, run.eta, p) for p in allowed)

    return worst(runs(swiftly), promise)
