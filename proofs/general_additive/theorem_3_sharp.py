"""Theorem 3, sharper: 2Loss⋆ + 2bcΔ for (30), and (√Loss⋆ + √(bcΔ))² at another rate for (32), both attained."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Rational, sqrt

from numeric.learners.general_additive import best_rate_loss_bound
from proofs.general_additive._line import HALF, halving
from proofs.general_additive._moves import B_BOUND, COMPARED_LOSS, C_BOUND, LOSS, b, c
from proofs.general_additive._needed import one_step
from proofs.general_additive._runs import best, half_way, runs, worst
from proofs.general_additive.algorithm import NAMES, away, eta
from proofs.general_additive.lemma_5_sharp import LEMMA_5_SHARP
from proofs.general_additive.theorem_3 import COMMON, FACTOR_2, READING, SLOWER, WITHIN, K, R, at_rate, case, flipping
from verify.audit import (
    Claim, Searched, Sharpness, Theorem, assume, combine, fails_as, fails_without, follows, gt, instantiate, le,
    witness,
)  # fmt: skip


def half_way_bound(compared: Any, start: Any) -> Any:
    """(30) with other factors of Loss⋆ and bcΔ."""
    return le(LOSS, compared * COMPARED_LOSS + start * b * c * away(1))


FACTOR_2_SHARP = Claim(
    "general_additive/theorem-3-factor-2.sharp",
    at="(30), sharper",
    says="η = 1/(2bc): Loss(GA, S) ≤ 2 Loss(ψ(Θ⋆), S) + 2bcΔ_ψ(Θ_1, Θ⋆)",
    given=FACTOR_2.given,
    where=NAMES,
    states=half_way_bound(2, 2),
    rests_on=["general_additive/lemma-5.sharp"],
    reading=READING + "The rate is that of (30), with 2 in the place of 4.",
    sharpens="general_additive/theorem-3-factor-2",
)

ROOT_K, ROOT_R = sqrt(K), sqrt(b * c * R)
BEST_RATE = ROOT_R / (b * c * (ROOT_K + ROOT_R))


def best_bound(root: Any, linear: Any) -> Any:
    """Loss⋆ + root·√(KbcR) + linear·bcR."""
    return le(LOSS, COMPARED_LOSS + root * sqrt(K * b * c * R) + linear * b * c * R)


BEST = Claim(
    "general_additive/theorem-3-best-rate",
    at="(31), (32), sharper",
    says="η = √(bcR)/(bc(√K + √(bcR))): Loss(GA, S) ≤ Loss(ψ(Θ⋆), S) + 2√(KbcR) + bcR",
    given=at_rate([*COMMON, *WITHIN], BEST_RATE),
    where=NAMES,
    states=best_bound(2, 1),
    rests_on=["general_additive/lemma-5.sharp"],
    reading=(
        READING + "K > 0 and R > 0 bound the comparator's loss and Δ_ψ(Θ_1, Θ⋆). Another rate than (31), and 1 in the "
        "place of 4: where Loss⋆ = K the bound is (√K + √(bcR))²."
    ),
    sharpens="general_additive/theorem-3-tuned.sharp",
)


@FACTOR_2_SHARP.proof
def half_way_to_the_edge(claim: Claim) -> Theorem:
    """The sharper (34) at η = 1/(2bc), where 1 − bcη = ½."""
    slow = follows(gt(1 - b * c * SLOWER, 0))
    there = instantiate(LEMMA_5_SHARP.theorem(LEMMA_5_SHARP.states[0]), {eta: SLOWER}, discharge=[slow])
    return follows(claim.states[0], there)


@BEST.proof
def both_terms_in_balance(claim: Claim) -> Theorem:
    """r = bcη = √(bcR)/(√K + √(bcR)): Kr/(1 − r) and R/η − bcR are both √(KbcR)."""
    slow = follows(gt(1 - b * c * BEST_RATE, 0), ROOT_K)
    there = instantiate(LEMMA_5_SHARP.theorem(LEMMA_5_SHARP.states[0]), {eta: BEST_RATE}, discharge=[slow])
    weights = {WITHIN[0]: ROOT_R / ROOT_K, WITHIN[1]: 1 / BEST_RATE}
    within = [(weights[f], assume(f)) for f in WITHIN]
    return combine(claim.states[0], [(1, there), *within], facts=[slow])


# --- how each is decided ---------------------------------------------------------------------------------------------

HALF_WAY = case(halving, HALF, HALF)
"""One trial from θ_1 = 1 to θ_2 = ½ = θ⋆."""


fails_as(FACTOR_2_SHARP,
    ("constant", half_way_bound(2, Rational(199, 100)), "199/100 in place of the factor 2 of bcΔ.", HALF_WAY),
    ("constant", half_way_bound(Rational(199, 100), 2), "199/100 in place of the factor 2 of Loss⋆.", HALF_WAY),
    ("sign", half_way_bound(2, -2), "−2bcΔ.", HALF_WAY),
)  # fmt: skip


fails_without(FACTOR_2_SHARP,
    (C_BOUND, "c may be anything.", case(flipping, HALF, 2, c=Rational(1, 4))),
    (B_BOUND, "b may be anything.", case(flipping, HALF, 2, b=Rational(1, 4))),
)  # fmt: skip


def balanced(rate: Any) -> dict[str, Any]:
    """One trial from θ_1 = 1 to θ_2 = 1 − η = θ⋆, with K = (1 − η)²/2 and R = η²/2: the rate is η."""
    comparator = 1 - Rational(rate)
    return case(one_step(rate), comparator, rate, K=comparator**2 / 2, R=Rational(rate) ** 2 / 2)


fails_as(BEST,
    ("constant", best_bound(Rational(199, 100), 1), "199/100 in place of the factor 2 of √(KbcR).",
        balanced(Rational(1, 3))),
    ("constant", best_bound(2, Rational(99, 100)), "99/100 of bcR.", balanced(Rational(1, 3))),
    ("sign", best_bound(-2, 1), "−2√(KbcR).", balanced(Rational(1, 3))),
)  # fmt: skip


fails_without(BEST,
    ([WITHIN[0], WITHIN[1]], "Δ_ψ(Θ_1, Θ⋆) may be larger than R, and the comparator's loss larger than K.",
        case(halving, HALF, HALF, K=Rational(1, 200), R=Rational(1, 200))),
)  # fmt: skip


# --- sharp instances -------------------------------------------------------------------------------------------------


@FACTOR_2_SHARP.extremal("θ⋆", [Rational(1, 4), HALF, Rational(3, 4), 1])
def comparators(comparator: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial from θ_1 = 1 with x = 1 and y = 0: attained at θ⋆ = ½."""
    found = case(halving, comparator, HALF)
    return found["at"], found["discharge"]()


@BEST.extremal("bcη", [Rational(1, 100), Rational(1, 3), HALF, Rational(9, 10)])
def balanced_trials(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial, for each K/R: attained."""
    found = balanced(rate)
    return found["at"], found["discharge"]()


@FACTOR_2_SHARP.sharp
def reached() -> Iterator[Sharpness]:
    """θ_1 = 1 and θ⋆ = ½: both sides are ½."""
    for label, less in (("Loss⋆", half_way_bound(Rational(1999, 1000), 2)),
                        ("bcΔ", half_way_bound(2, Rational(1999, 1000)))):  # fmt: skip
        fails = witness(list(FACTOR_2_SHARP.given), less, HALF_WAY["at"], HALF_WAY["discharge"]())
        yield Sharpness(f"best factor of {label} beside the other term (1999/1000 fails)", "2", fails)


@BEST.sharp
def reached_at_the_best_rate() -> Iterator[Sharpness]:
    """η = ⅓, K = 2/9 and R = 1/18: both sides are ½."""
    found = balanced(Rational(1, 3))
    for label, less, factor in (("√(KbcR)", best_bound(Rational(1999, 1000), 1), "2"),
                                ("bcR", best_bound(2, Rational(999, 1000)), "1")):  # fmt: skip
        fails = witness(list(BEST.given), less, found["at"], found["discharge"]())
        yield Sharpness(f"best factor of {label} beside the other terms (one thousandth less fails)", factor, fails)


@FACTOR_2_SHARP.search
def random_runs() -> Iterator[Searched]:
    """Losses against 2Loss⋆ + 2bcΔ."""
    return worst(runs(half_way), lambda run: 2.0 * run.compared + 2.0 * run.b * run.c * run.start)


@BEST.search
def random_runs_at_the_best_rate() -> Iterator[Searched]:
    """Losses against Loss⋆ + 2√(KbcR) + bcR, with K = Loss⋆ and R = Δ."""
    return worst(runs(best), lambda run: best_rate_loss_bound(run.compared, run.compared, run.start, run.b, run.c))
