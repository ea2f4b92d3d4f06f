"""Lemma 5 and Theorem 3, sharper, for outcomes on the boundary of the transfer function's range, as one of classes."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from proofs.general_additive._line import HALF, gradient_descent, halving
from proofs.general_additive._moves import B_BOUND, SLOW, b, c
from proofs.general_additive._moves import C_BOUND as PREDICTIONS
from proofs.general_additive._needed import RATES, one_step
from proofs.general_additive.algorithm import away, eta
from proofs.general_additive.boundary_outcomes import COMPARED_LOSS, C_BOUND, LOSS, LOSS_NAMES
from proofs.general_additive.boundary_theorem import WITHIN, factor_2, tuned
from proofs.general_additive.lemma_5_every_rate import ABOUT, COMMON, RATE, case, traded, v
from proofs.general_additive.theorem_3 import SLOWER, K, R, at_rate
from proofs.general_additive.theorem_3_sharp import BEST_RATE, ROOT_K, ROOT_R
from verify.audit import (
    Claim, Theorem, assume, combine, fails_as, fails_without, follows, gt, instantiate, le,
)  # fmt: skip


def bound(compared: Any = 1, start: Any = 1) -> Any:
    """Loss⋆/(1 − bcη) + Δ/η, with factors on both terms."""
    return le(LOSS, compared * COMPARED_LOSS / (1 - RATE) + start * away(1) / eta)


LEMMA_5 = Claim(
    "general_additive/lemma-5-boundary.sharp",
    at="Lemma 5, (34), sharper",
    says="Loss(GA, S) ≤ Loss(ψ(Θ⋆), S)/(1 − bcη) + Δ_ψ(Θ_1, Θ⋆)/η for y_t in the closure of V_φ and 0 < η < 1/(bc)",
    given=[*COMMON, SLOW],
    where=LOSS_NAMES,
    states=bound(),
    rests_on=["general_additive/lemma-5-every-rate"],
    sharpens=["general_additive/lemma-5-boundary", "general_additive/lemma-5.sharp"],
    reading=ABOUT + "general_additive/lemma-5.sharp for such outcomes; in (34) the last denominator is η − bcη².",
)

FACTOR_2 = Claim(
    "general_additive/theorem-3-factor-2-boundary.sharp",
    at="(30), sharper",
    says="η = 1/(2bc): Loss(GA, S) ≤ 2 Loss(ψ(Θ⋆), S) + 2bcΔ_ψ(Θ_1, Θ⋆) for y_t in the closure of V_φ",
    given=at_rate(COMMON, SLOWER),
    where=LOSS_NAMES,
    states=factor_2(2, 2),
    rests_on=["general_additive/lemma-5-boundary.sharp"],
    sharpens=["general_additive/theorem-3-factor-2-boundary", "general_additive/theorem-3-factor-2.sharp"],
    reading=ABOUT + "The rate is that of (30), with 2 in the place of 4.",
)

BEST = Claim(
    "general_additive/theorem-3-best-rate-boundary",
    at="(31), (32), sharper",
    says=("η = √(bcR)/(bc(√K + √(bcR))): Loss(GA, S) ≤ Loss(ψ(Θ⋆), S) + 2√(KbcR) + bcR for y_t in the closure of V_φ"),
    given=at_rate([*COMMON, *WITHIN], BEST_RATE),
    where=LOSS_NAMES,
    states=tuned(2, 1),
    rests_on=["general_additive/lemma-5-boundary.sharp"],
    sharpens=["general_additive/theorem-3-tuned-boundary", "general_additive/theorem-3-best-rate"],
    reading=(
        ABOUT + "K > 0 and R > 0 bound the comparator's loss and Δ_ψ(Θ_1, Θ⋆). Another rate than (31), and 1 in the "
        "place of 4: where Loss⋆ = K the bound is (√K + √(bcR))², which no algorithm can lessen, by "
        "general_additive/theorem-3-minimax."
    ),
)


@LEMMA_5.proof
def the_slowest_trade(claim: Claim) -> Theorem:
    """The bound at p = 1/(1 − bcη)."""
    share = 1 - RATE
    slow = assume(SLOW)
    within = [slow, follows(le(share, 1), RATE), follows(le(1, share + RATE))]
    return combine(claim.states[0], [(1, instantiate(traded(), {v: share}, within))], facts=[slow])


@FACTOR_2.proof
def half_way_to_the_edge(claim: Claim) -> Theorem:
    """The sharper (34) at η = 1/(2bc), where 1 − bcη = ½."""
    slow = follows(gt(1 - b * c * SLOWER, 0))
    there = instantiate(LEMMA_5.theorem(LEMMA_5.states[0]), {eta: SLOWER}, discharge=[slow])
    return follows(claim.states[0], there)


@BEST.proof
def both_terms_in_balance(claim: Claim) -> Theorem:
    """r = bcη = √(bcR)/(√K + √(bcR)): Kr/(1 − r) and R/η − bcR are both √(KbcR)."""
    slow = follows(gt(1 - b * c * BEST_RATE, 0), ROOT_K)
    there = instantiate(LEMMA_5.theorem(LEMMA_5.states[0]), {eta: BEST_RATE}, discharge=[slow])
    within = [(ROOT_R / ROOT_K, assume(WITHIN[0])), (1 / BEST_RATE, assume(WITHIN[1]))]
    return combine(claim.states[0], [(1, there), *within], facts=[slow])


# --- instances: one trial on the line, from θ_1 = 1 with x = 1 and y = 0 ---------------------------------------------


def reached(rate: Any) -> dict[str, Any]:
    """The comparator is θ_2 = 1 − η."""
    return case(gradient_descent(one_step(rate), 1 - rate, rate))


def at_its_rate(run: dict[Any, Any], *constants: Any, **values: Any) -> dict[str, Any]:
    """A run at a rate that the claim has instead of η, with values of K and R."""
    found = case(run, *constants)
    named = {{"K": K, "R": R}[name]: value for name, value in values.items()}
    return found | {"at": {key: value for key, value in found["at"].items() if key != eta} | named}


def balanced(rate: Any) -> dict[str, Any]:
    """θ⋆ = θ_2 = 1 − η, with K = (1 − η)²/2 and R = η²/2, for which the rate is η."""
    comparator = 1 - Rational(rate)
    run = gradient_descent(one_step(rate), comparator, rate)
    return at_its_rate(run, K=comparator**2 / 2, R=Rational(rate) ** 2 / 2)


HALF_WAY = at_its_rate(gradient_descent(halving, HALF))
FLIPPING = gradient_descent(lambda t: 3 - 2 * t, HALF, 2)


fails_as(LEMMA_5,
    ("constant", bound(compared=Rational(99, 100)), "99/100 of Loss⋆/(1 − bcη).", reached(HALF)),
    ("constant", bound(start=Rational(99, 100)), "99/100 of Δ/η.", reached(HALF)),
    ("sign", bound(start=-1), "−Δ/η.", reached(HALF)),
)  # fmt: skip


fails_without(LEMMA_5,
    (SLOW, "Any η > 0.", case(gradient_descent(halving, HALF), 4)),
    (B_BOUND, "b may be anything.", case(gradient_descent(halving, Rational(2, 3)), HALF)),
    ([C_BOUND, PREDICTIONS], "c may be anything.", case(gradient_descent(halving, Rational(2, 3)), 1, HALF)),
)  # fmt: skip


@LEMMA_5.extremal("η", RATES)
def the_comparator_that_is_reached(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """θ⋆ = θ_2: attained."""
    found = reached(rate)
    return found["at"], found["discharge"]()


fails_as(FACTOR_2,
    ("constant", factor_2(2, Rational(199, 100)), "199/100 in place of the factor 2 of bcΔ.", HALF_WAY),
    ("constant", factor_2(Rational(199, 100), 2), "199/100 in place of the factor 2 of Loss⋆.", HALF_WAY),
    ("sign", factor_2(2, -2), "−2bcΔ.", HALF_WAY),
)  # fmt: skip


fails_without(FACTOR_2,
    (B_BOUND, "b may be anything.", at_its_rate(FLIPPING, Rational(1, 4))),
    ([C_BOUND, PREDICTIONS], "c may be anything.", at_its_rate(FLIPPING, 1, Rational(1, 4))),
)  # fmt: skip


@FACTOR_2.extremal("θ⋆", [Rational(1, 4), HALF, Rational(3, 4)])
def comparators(comparator: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Attained at θ⋆ = ½."""
    found = at_its_rate(gradient_descent(halving, comparator))
    return found["at"], found["discharge"]()


fails_as(BEST,
    ("constant", tuned(Rational(199, 100), 1), "199/100 in place of the factor 2 of √(KbcR).",
        balanced(Rational(1, 3))),
    ("constant", tuned(2, Rational(99, 100)), "99/100 of bcR.", balanced(Rational(1, 3))),
    ("sign", tuned(-2, 1), "−2√(KbcR).", balanced(Rational(1, 3))),
)  # fmt: skip


fails_without(BEST,
    (WITHIN, "Δ_ψ(Θ_1, Θ⋆) may be larger than R, and the comparator's loss larger than K.",
        at_its_rate(gradient_descent(halving, HALF), K=Rational(1, 200), R=Rational(1, 200))),
)  # fmt: skip


@BEST.extremal("bcη", [Rational(1, 100), Rational(1, 3), HALF, Rational(9, 10)])
def balanced_trials(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """For each K/R: attained."""
    found = balanced(rate)
    return found["at"], found["discharge"]()
