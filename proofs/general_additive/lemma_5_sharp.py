"""Lemma 5 (34), sharper: the start counts 1/η times, not 1/(η − bcη²) times, and then nothing is lost in one trial."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Expr, Rational

from proofs.general_additive._line import HALF, gradient_descent, halving
from proofs.general_additive._moves import (
    COMPARED_LOSS, C_BOUND, LOSS, READING, SLOW, away_at_the_end, b, c, move_of_all_rows,
)  # fmt: skip
from proofs.general_additive._needed import RATES, case, hypotheses_are_needed, one_step
from proofs.general_additive._runs import runs, slowly, worst
from proofs.general_additive.algorithm import NAMES, Phi, a, away, desired, eta, length, matching_loss, t, target
from proofs.general_additive.lemma_4 import one_trial
from proofs.general_additive.lemma_5 import LEMMA_5_REPAIRED
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, assume, at, combine, fails_as, follows, ge, le, telescope, witness,
)  # fmt: skip


def bound(compared: Any = 1, start: Any = 1) -> Expr:
    """Loss⋆/(1 − bcη) + Δ/η, with factors on both terms."""
    return compared * COMPARED_LOSS / (1 - b * c * eta) + start * away(1) / eta


LEMMA_5_SHARP = Claim(
    "general_additive/lemma-5.sharp",
    at="Lemma 5, (34), sharper",
    says="Loss(GA, S) ≤ Loss(ψ(Θ⋆), S)/(1 − bcη) + Δ_ψ(Θ_1, Θ⋆)/η, for 0 < η < 1/(bc)",
    given=LEMMA_5_REPAIRED.given,
    where=NAMES,
    states=le(LOSS, bound()),
    rests_on=["general_additive/lemma-4"],
    reading=READING
    + "In (34) the last denominator is η − bcη². Attained for every bcη < 1, so neither term can be lessened alone.",
    sharpens="general_additive/lemma-5.repaired",
)


@cache
def paid_in_each_trial() -> Theorem:
    """Loss⋆_t/(1 − r) + (Δ_t − Δ_{t+1})/η ≥ L_t for r = bcη: what is left is ‖rp + (1 − r)q‖²/(2c(1 − r)).

    p = φ(a⋆_t) − y_t, whose square is at most 2c times the comparator's loss, and q = φ(a⋆_t) − ŷ_t, whose square is
    at most 2cΔ_φ(a⋆_t, â_t), which Lemma 4 leaves out; the move costs at most bη²‖p − q‖²/2.
    """
    slow, rate = assume(SLOW), b * c * eta
    p, q = (Phi.gradient(target(t)) - Phi.gradient(other) for other in (desired(t), a(t)))
    compared, apart = (at(C_BOUND, target(t), other) for other in (desired(t), a(t)))
    left = rate * p + (1 - rate) * q
    goal = ge(matching_loss(target(t), t) / (1 - rate) + (away(t) - away(t + 1)) / eta, matching_loss(a(t), t))
    terms = [
        (-1 / eta, one_trial()),
        (1 / eta, move_of_all_rows()),
        (b * eta / (2 * (1 - rate)), compared),
        (1 / (2 * c), apart),
        (1 / (2 * c * (1 - rate)), Inner(left, left)),
    ]
    return combine(goal, terms, facts=[slow])


@LEMMA_5_SHARP.proof
def nothing_left_out(claim: Claim) -> Theorem:
    """The trials are added up, and Δ_ψ(Θ_{ℓ+1}, Θ⋆) ≥ 0."""
    summed = telescope(paid_in_each_trial(), t, 1, length, away(t) / eta)
    return follows(claim.states[0], summed, away_at_the_end(), ge(length, 0), SLOW)


def reached(rate: Any, comparator: Any = None) -> dict[str, Any]:
    """One trial of gradient descent, x = 1, y = 0, θ_1 = 1, with b = c = 1, and θ⋆ = 1 − η = θ_2."""
    return case(gradient_descent(one_step(rate), 1 - rate if comparator is None else comparator, rate))


fails_as(LEMMA_5_SHARP,
    ("constant", le(LOSS, bound(compared=Rational(99, 100))), "99/100 of Loss⋆/(1 − bcη).", reached(Rational(1, 2))),
    ("constant", le(LOSS, bound(start=Rational(99, 100))), "99/100 of Δ/η.", reached(Rational(1, 2))),
    ("sign", le(LOSS, bound(start=-1)), "−Δ/η.", reached(Rational(1, 2))),
)  # fmt: skip


hypotheses_are_needed(LEMMA_5_SHARP, case(gradient_descent(halving, HALF), 4))


@LEMMA_5_SHARP.extremal("η", RATES)
def the_comparator_that_is_reached(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial and θ⋆ = θ_2 = 1 − η: attained."""
    found = reached(rate)
    return found["at"], found["discharge"]()


@LEMMA_5_SHARP.sharp
def attained() -> Iterator[Sharpness]:
    """At η = ½ and θ⋆ = ½ both sides are ½."""
    for label, less in (("Loss⋆/(1 − bcη)", bound(compared=Rational(999, 1000))),
                        ("Δ/η", bound(start=Rational(999, 1000)))):  # fmt: skip
        found = reached(Rational(1, 2))
        fails = witness(list(LEMMA_5_SHARP.given), le(LOSS, less), found["at"], found["discharge"]())
        yield Sharpness(f"best factor of {label} beside the other term (one thousandth less fails)", "1", fails)


@LEMMA_5_SHARP.search
def random_runs() -> Iterator[Searched]:
    """Losses against the sharper bound, for rates with bcη < 1."""

    def promise(run: Any) -> float:
        return float(run.compared) / (1.0 - float(run.slow)) + float(run.start) / float(run.eta)

    return worst(runs(slowly), promise)
