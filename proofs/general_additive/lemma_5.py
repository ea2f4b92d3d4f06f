"""Lemma 5 (34): the loss bound of the general additive algorithm for a learning rate below 1/(bc)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Integer, Rational

from proofs.general_additive._line import gradient_descent, halving, met
from proofs.general_additive._moves import (
    B_BOUND, COMPARED_LOSS, CONVEX_PSI, C_BOUND, LOSS, READING, RULES, SLOW, away_at_the_end, b, c, move_of_all_rows,
    u, v,
)  # fmt: skip
from proofs.general_additive._needed import RATES, case, hypotheses_are_needed
from proofs.general_additive._runs import runs, slowly, to_and_fro, worst
from proofs.general_additive.algorithm import CONVEX, NAMES, Phi, a, away, desired, eta, length, matching_loss, moved, t
from proofs.general_additive.lemma_4 import LEMMA_4
from proofs.general_additive.lemma_5_gain import RATIO, fading
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, assume, at, combine, eq, fails_as, follows, ge, generalize, gt,
    instantiate, le, telescope, witness,
)  # fmt: skip


def bound(comparator: Any, start: Any, rate: Any) -> Expr:
    """The right-hand side of (34)."""
    return comparator / (1 - b * c * rate) + start / (rate - b * c * rate**2)


LEMMA_5 = Claim(
    "general_additive/lemma-5",
    weight="gap",
    slip=(
        "Beyond η = 1/(bc) the factors change their signs, and the bound is negative; the theorem that "
        "uses the lemma stays below."
    ),
    at="Lemma 5, (34)",
    printed=(
        "For any initial parameter matrix Θ_1 ∈ R^{k×n} and learning rate η we have Loss_φ(GA(ψ, φ, Θ_1, η), "
        "S) ≤ Loss_φ(ψ(Θ⋆), S)/(1 − bcη) + Δ_ψ(Θ_1, Θ⋆)/(η − bcη²) (34) for all parameter matrices Θ⋆ ∈ "
        "R^{k×n}"
    ),
    given=[*RULES, CONVEX_PSI, B_BOUND, C_BOUND],
    where=NAMES,
    states=le(LOSS, bound(COMPARED_LOSS, away(1), eta)),
    rests_on=["general_additive/lemma-4"],
    reading=READING + "As printed, for any η > 0: beyond 1/(bc) the right-hand side is negative.",
)

LEMMA_5_REPAIRED = Claim(
    "general_additive/lemma-5.repaired",
    at="Lemma 5, (34)",
    says="Loss(GA, S) ≤ Loss(ψ(Θ⋆), S)/(1 − bcη) + Δ_ψ(Θ_1, Θ⋆)/(η − bcη²), for 0 < η < 1/(bc)",
    given=[*LEMMA_5.given, SLOW],
    where=NAMES,
    states=LEMMA_5.states[0],
    rests_on=["general_additive/lemma-4"],
    repairs="general_additive/lemma-5",
    reading=READING + "With the hypothesis bcη < 1, by which the proof divides. How much of this bound can be "
    "lost is said by general_additive/lemma-5-ratio, and what is true up to bcη < 2 by general_additive/lemma-5-gain.",
)

THERE_AND_BACK = gradient_descent(lambda t: 3 - 2 * t, 0, 2)


@LEMMA_5.counterexample
def beyond_the_edge(claim: Claim) -> Theorem:
    """Gradient descent, x = 1, y = 0, θ_1 = 1, θ⋆ = 0, η = 2, with b = c = 1: loss ½, bound −¼."""
    return witness(list(claim.given), claim.states[0], {**THERE_AND_BACK, b: 1, c: 1}, met(THERE_AND_BACK)())


@LEMMA_5_REPAIRED.proof
def movement_is_paid_for_by_the_loss(claim: Claim) -> Theorem:
    """Σ_j (ŷ_{t,j} − y_{t,j})² = ‖ŷ_t − y_t‖² ≤ 2cL_t, so that the movement is at most bcη² times the loss."""
    by_loss = at(C_BOUND, a(t), desired(t))
    here = follows(ge(b * c * eta**2 * matching_loss(a(t), t), moved(t + 1, t)), move_of_all_rows(), by_loss)
    summed = telescope(here, t, 1, length)
    tangent = at(C_BOUND, u, v)
    squared = Inner(Phi.gradient(u) - Phi.gradient(v), Phi.gradient(u) - Phi.gradient(v))
    convex = follows(CONVEX.body, tangent, squared)
    lemma = instantiate(LEMMA_4.theorem(LEMMA_4.states[0]), discharge=[generalize(convex, [u, v])])
    scaled = follows(
        ge(COMPARED_LOSS + away(1) / eta, (1 - b * c * eta) * LOSS), lemma, summed, away_at_the_end(), ge(length, 0)
    )
    slow = assume(SLOW)
    room = follows(gt(eta - b * c * eta**2, 0), slow)
    return follows(claim.states[0], scaled, slow, room)


fails_as(LEMMA_5_REPAIRED,
    ("constant", le(LOSS, COMPARED_LOSS + away(1) / (eta - b * c * eta**2)),
        "The comparator's loss is not divided by 1 − bcη.", case(gradient_descent(halving, Rational(4, 5)))),
    ("constant", le(LOSS, bound(COMPARED_LOSS, away(1) / 4, eta)), "A quarter of the term with Δ_ψ(Θ_1, Θ⋆).",
        case(gradient_descent(halving, Rational(1, 3)))),
    ("sign", le(LOSS, bound(COMPARED_LOSS, -away(1), eta)), "The term with Δ_ψ(Θ_1, Θ⋆) is subtracted.",
        case(gradient_descent(halving, Rational(1, 3)))),
)  # fmt: skip


hypotheses_are_needed(LEMMA_5_REPAIRED)


@LEMMA_5_REPAIRED.search
def random_runs() -> Iterator[Searched]:
    """Losses against (34), for rates with bcη < 1."""

    def promise(run: Any) -> float:
        return float(run.compared + run.start / run.eta) / (1.0 - float(run.slow))

    return worst(runs(slowly), promise)


@LEMMA_5_REPAIRED.search
def many_trials() -> Iterator[Searched]:
    """θ_t = ±1 in turn, with the comparator 0: the ratio tends to 4(1 − η)/(2 − η)²."""
    trials = 1000
    for rate in (0.1, 0.5, 0.9):
        loss, compared = to_and_fro(rate, trials)
        promised = (compared + 0.5 / rate) / (1.0 - rate)
        yield Searched(f"η = {rate}", 1, loss / promised, f"{trials} trials to and fro")


def pinned(rate: Any) -> list[Any]:
    """b = c = 1 and this rate."""
    return [eq(b, 1), eq(c, 1), eq(eta, rate)]


def share(rate: Any) -> tuple[Any, Theorem]:
    """4(1 − η)/(2 − η)² for b = c = 1, by general_additive/lemma-5-ratio."""
    factor = 4 * (1 - rate) / (2 - rate) ** 2
    there = RATIO.theorem(RATIO.states[0])
    goal = le(LOSS, factor * bound(COMPARED_LOSS, away(1), eta))
    return factor, combine(goal, [(1, there)], using=pinned(rate), facts=[SLOW])


@LEMMA_5_REPAIRED.extremal("η", RATES, above=share, pinned=pinned)
def six_trials(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials to and fro: near the largest ratio over any number of trials, 4(1 − η)/(2 − η)² for b = c = 1."""
    found = case(fading(rate, 6))
    return found["at"], found["discharge"]()


@LEMMA_5_REPAIRED.sharp
def nearly_attained() -> Iterator[Sharpness]:
    """One trial, x = 1, y = 0, θ_1 = 1, θ⋆ = 1/(1 + η): the quotient 1 − η² tends to 1 as η → 0."""
    found = case(gradient_descent(lambda t: 1 - (t - 1) / Integer(10), Rational(10, 11), Rational(1, 10)))
    less = le(LOSS, Rational(98, 100) * bound(COMPARED_LOSS, away(1), eta))
    fails = witness(list(LEMMA_5_REPAIRED.given), less, found["at"], found["discharge"]())
    yield Sharpness("best factor of the right-hand side for all η (98/100 fails at η = 1/10)", "1", fails)
