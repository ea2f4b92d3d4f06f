"""Lemma 5 over many trials: for every rate below 2/(bc) the comparator's loss counts at most 4/(2 − bcη)² times."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from sympy import Expr, Integer, Rational

from proofs.general_additive._line import HALF, gradient_descent, halving
from proofs.general_additive._moves import (
    B_BOUND, COMPARED_LOSS, CONVEX_PSI, C_BOUND, LOSS, READING, RULES, SLOW, STABLE, away_at_the_end,
    away_at_the_start, b, c, move_of_all_rows,
)  # fmt: skip
from proofs.general_additive._needed import case, hypotheses_are_needed
from proofs.general_additive._runs import runs, swiftly, worst
from proofs.general_additive.algorithm import (
    NAMES, Phi, a, away, desired, eta, length, matching_loss, t, target,
)  # fmt: skip
from proofs.general_additive.lemma_4 import one_trial
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, assume, combine, fails_as, follows, ge, gt, instantiate, le,
    listed, telescope, witness,
)  # fmt: skip

LEFT = 2 - b * c * eta


def bound(compared: Any = 1, start: Any = 1) -> Expr:
    """4Loss⋆/(2 − bcη)² + 2Δ/(η(2 − bcη)), with factors on both terms."""
    return compared * 4 * COMPARED_LOSS / LEFT**2 + start * 2 * away(1) / (eta * LEFT)


GAIN = Claim(
    "general_additive/lemma-5-gain",
    at="Lemma 5, (34), over many trials",
    says="Loss(GA, S) ≤ 4 Loss(ψ(Θ⋆), S)/(2 − bcη)² + 2Δ_ψ(Θ_1, Θ⋆)/(η(2 − bcη)), for 0 < η < 2/(bc)",
    given=[*RULES, CONVEX_PSI, B_BOUND, C_BOUND, STABLE],
    where=NAMES,
    states=le(LOSS, bound()),
    rests_on=["general_additive/lemma-4"],
    reading=READING
    + "For rates up to 2/(bc), twice as far as (34) goes. At 2/(bc) gradient descent on the line may go to and fro for "
    "ever at a distance, so that no such bound holds there. Neither factor can be lessened, and that of Loss⋆ not even "
    "beside a larger one of Δ: general_additive/lemma-5-to-and-fro.",
    sharpens=["general_additive/lemma-5.repaired", "general_additive/lemma-5-ratio"],
)


def printed(factor: Any = 1) -> Expr:
    """The right-hand side of (34), with a factor."""
    return factor * (COMPARED_LOSS / (1 - b * c * eta) + away(1) / (eta - b * c * eta**2))


SHARE = 4 * (1 - b * c * eta) / LEFT**2

RATIO = Claim(
    "general_additive/lemma-5-ratio",
    at="Lemma 5, (34), over many trials",
    says="Loss(GA, S) ≤ 4(1 − r)/(2 − r)² (Loss(ψ(Θ⋆), S)/(1 − r) + Δ_ψ(Θ_1, Θ⋆)/(η − rη)), for r = bcη < 1",
    given=[*RULES, CONVEX_PSI, B_BOUND, C_BOUND, SLOW],
    where=NAMES,
    states=le(LOSS, printed(SHARE)),
    rests_on=["general_additive/lemma-5-gain"],
    reading=READING
    + "How much of the right-hand side of (34) can be lost at a rate: runs to and fro come as near as you like to this "
    "part, by general_additive/lemma-5-to-and-fro, and it is less than 1.",
    sharpens="general_additive/lemma-5.repaired",
)


def paid_in_each_trial() -> Theorem:
    """4Loss⋆_t/(2 − r)² + 2(Δ_t − Δ_{t+1})/(η(2 − r)) ≥ L_t for r = bcη: what is left is ‖rp + (2 − r)q‖²/(2c(2 − r)²).

    p = φ(a⋆_t) − y_t, whose square is at most 2c times the comparator's loss, and q = φ(a⋆_t) − ŷ_t, whose square is
    at most 2cΔ_φ(a⋆_t, â_t); ‖p − q‖² is at most 2c times the algorithm's loss, and the move costs ½bη²‖p − q‖².
    """
    rate = b * c * eta
    p, q = (Phi.gradient(target(t)) - Phi.gradient(other) for other in (desired(t), a(t)))
    own, compared, apart = (
        instantiate(assume(C_BOUND), pair) for pair in ([a(t), desired(t)], [target(t), desired(t)], [target(t), a(t)])
    )
    left = rate * p + LEFT * q
    progress = 2 * (away(t) - away(t + 1)) / (eta * LEFT)
    goal = ge(4 * matching_loss(target(t), t) / LEFT**2 + progress, matching_loss(a(t), t))
    terms = [
        (-2 / (eta * LEFT), one_trial()),
        (2 / (eta * LEFT), move_of_all_rows()),
        (rate / (2 * c * LEFT), own),
        (rate / (c * LEFT**2), compared),
        (1 / (c * LEFT), apart),
        (1 / (2 * c * LEFT**2), Inner(left, left)),
    ]
    return combine(goal, terms, facts=[STABLE])


@GAIN.proof
def every_trial_pays(claim: Claim) -> Theorem:
    """The trials are added up, and Δ_ψ(Θ_{ℓ+1}, Θ⋆) ≥ 0."""
    summed = telescope(paid_in_each_trial(), t, 1, length, 2 * away(t) / (eta * LEFT))
    return follows(claim.states[0], summed, away_at_the_end(), ge(length, 0), STABLE)


@RATIO.proof
def the_start_counts_less(claim: Claim) -> Theorem:
    """2/(η(2 − r)) is 4/(η(2 − r)²) less 2r/(η(2 − r)²)."""
    stable = follows(STABLE, SLOW)
    there = instantiate(GAIN.theorem(GAIN.states[0]), discharge=[stable])
    room = follows(gt(eta - b * c * eta**2, 0), SLOW)
    terms = [(1, there), (2 * b * c / LEFT**2, away_at_the_start())]
    return combine(claim.states[0], terms, facts=[stable, SLOW, room])


# --- runs to and fro -------------------------------------------------------------------------------------------------


def fading(rate: Any, trials: int) -> dict[Any, Any]:
    """Gradient descent from 1 to and fro about the comparator 0, nearer by 1/ℓ in each trial."""
    path = [Integer(-1) ** n * (1 - n / Integer(trials)) for n in range(trials + 1)]
    outcomes = [here - (here - then) / rate for here, then in pairwise(path)]
    return gradient_descent(listed(path, t), 0, rate, trials, desired=listed(outcomes, t))


fails_as(GAIN,
    ("constant", le(LOSS, bound(compared=Rational(9, 10))), "9/10 of 4Loss⋆/(2 − bcη)².", case(fading(HALF, 6))),
    ("constant", le(LOSS, bound(start=Rational(9, 10))), "9/10 of 2Δ/(η(2 − bcη)).", case(fading(HALF, 6))),
    ("sign", le(LOSS, bound(start=-1)), "−2Δ/(η(2 − bcη)).", case(fading(HALF, 2))),
)  # fmt: skip


hypotheses_are_needed(GAIN, case(gradient_descent(halving, 0), 6))


fails_as(RATIO,
    ("constant", le(LOSS, printed(Rational(9, 10) * SHARE)),
        "9/10 of the factor, which is ⅘ in place of 8/9 for r = ½.", case(fading(HALF, 6))),
    ("sign", le(LOSS, printed(-SHARE)), "−4(1 − r)/(2 − r)².", case(fading(HALF, 6))),
)  # fmt: skip


hypotheses_are_needed(RATIO, case(gradient_descent(halving, 0), 20))


@GAIN.extremal("η", [Rational(1, 10), HALF, 1, Rational(3, 2), Rational(19, 10)])
def six_trials(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Six trials to and fro: the promise is more than the loss by 1/(12(2 − η)²)."""
    found = case(fading(rate, 6))
    return found["at"], found["discharge"]()


@RATIO.extremal("ℓ", [1, 2, 4, 6])
def more_and_more_trials(trials: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """To and fro at η = ½: the ratio is 1/(1 + 1/(6ℓ − 3)), which tends to 1."""
    found = case(fading(HALF, trials))
    return found["at"], found["discharge"]()


@GAIN.sharp
def both_factors() -> Iterator[Sharpness]:
    """Six trials to and fro at η = ½ come within 1/27 of the bound."""
    found = case(fading(HALF, 6))
    for label, less in (("4Loss⋆/(2 − bcη)²", bound(compared=Rational(99, 100))),
                        ("2Δ/(η(2 − bcη))", bound(start=Rational(97, 100)))):  # fmt: skip
        fails = witness(list(GAIN.given), le(LOSS, less), found["at"], found["discharge"]())
        yield Sharpness(f"best factor of {label} beside the other term (one that is 3/100 less fails)", "1", fails)


@GAIN.search
def random_runs() -> Iterator[Searched]:
    """Losses against the bound, for rates with bcη < 2."""

    def promise(run: Any) -> float:
        left = 2.0 - float(run.slow)
        return 4.0 * float(run.compared) / left**2 + 2.0 * float(run.start) / (float(run.eta) * left)

    return worst(runs(swiftly), promise)
