"""Lemma 5, sharper: a bound for every damping 0 ≤ μ ≤ 1, from one trial (μ = 0) to runs without end (μ = 1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

from sympy import Expr, Rational

from proofs.general_additive._line import HALF, gradient_descent, halving
from proofs.general_additive._moves import (
    B_BOUND, COMPARED_LOSS, CONVEX_PSI, C_BOUND, LOSS, READING, RULES, away_at_the_end, b, c, move_of_all_rows,
)  # fmt: skip
from proofs.general_additive._needed import case
from proofs.general_additive._runs import runs, swiftly, worst
from proofs.general_additive.algorithm import NAMES, Phi, a, away, desired, eta, length, matching_loss, t, target
from proofs.general_additive.lemma_4 import one_trial
from verify.audit import (
    Claim, Inner, Searched, Theorem, assume, combine, fails_as, fails_without, follows, ge, gt, instantiate, le,
    listed, real, telescope,
)  # fmt: skip

mu = real("μ")
RATE = b * c * eta
WITHIN, LEFT = 1 + mu - RATE, 1 + mu - mu * RATE
DAMPED, REACH = [ge(mu, 0), ge(1, mu)], gt(WITHIN, 0)


def bound(compared: Any = 1, start: Any = 1) -> Expr:
    """(1 + μ)²Loss⋆/((1 + μ − r)(1 + μ − μr)) + (1 + μ)Δ/(η(1 + μ − μr)) for r = bcη, with factors on both terms."""
    return compared * (1 + mu) ** 2 * COMPARED_LOSS / (WITHIN * LEFT) + start * (1 + mu) * away(1) / (eta * LEFT)


FAMILY = Claim(
    "general_additive/lemma-5-family",
    at="Lemma 5, (34), sharper",
    says=(
        "Loss(GA, S) ≤ (1 + μ)² Loss(ψ(Θ⋆), S)/((1 + μ − r)(1 + μ − μr)) + (1 + μ)Δ_ψ(Θ_1, Θ⋆)/(η(1 + μ − μr)), for r "
        "= bcη < 1 + μ and 0 ≤ μ ≤ 1"
    ),
    given=[*RULES, CONVEX_PSI, B_BOUND, C_BOUND, *DAMPED, REACH],
    where=NAMES,
    states=le(LOSS, bound()),
    rests_on=["general_additive/lemma-4"],
    reading=READING
    + "μ may be chosen after the run. For r < 1 it trades the factor of Loss⋆, falling from 1/(1 − r) at μ = 0 (that "
    "of general_additive/lemma-5.sharp) to 4/(2 − r)² at μ = 1 (general_additive/lemma-5-gain), for that of Δ, "
    "rising from 1/η to 2/(η(2 − r)). In runs on the line with θ_{t+1} = −μθ_t the two sides differ by the factor "
    "of Δ times the divergence at the end, which tends to 0 for μ < 1.",
    sharpens=["general_additive/lemma-5.sharp", "general_additive/lemma-5-gain"],
)


def room() -> Theorem:
    """1 + μ − μr > 0: it is 1 + μ − r and (1 − μ)r."""
    return combine(gt(LEFT, 0), [(1, assume(REACH)), (RATE, assume(DAMPED[1]))])


@cache
def paid_in_each_trial() -> Theorem:
    """The bound for one trial, with Δ_t − Δ_{t+1}: what is left is a multiple of ‖rp + (1 + μ − r)q‖².

    p = φ(a⋆_t) − y_t, whose square is at most 2c times the comparator's loss, and q = φ(a⋆_t) − ŷ_t, whose square is
    at most 2cΔ_φ(a⋆_t, â_t); ‖p − q‖² is at most 2c times the algorithm's loss, and the move costs ½bη²‖p − q‖².
    """
    p, q = (Phi.gradient(target(t)) - Phi.gradient(other) for other in (desired(t), a(t)))
    own, compared, apart = (
        instantiate(assume(C_BOUND), pair) for pair in ([a(t), desired(t)], [target(t), desired(t)], [target(t), a(t)])
    )
    left = RATE * p + WITHIN * q
    start, both = (1 + mu) / LEFT, WITHIN * LEFT
    progress = start * (away(t) - away(t + 1)) / eta
    goal = ge((1 + mu) ** 2 * matching_loss(target(t), t) / both + progress, matching_loss(a(t), t))
    terms = [
        (-start / eta, one_trial()),
        (start / eta, move_of_all_rows()),
        (mu * RATE / (2 * c * LEFT), own),
        ((1 + mu) * RATE / (2 * c * both), compared),
        (start / (2 * c), apart),
        (1 / (2 * c * both), Inner(left, left)),
    ]
    return combine(goal, terms, facts=[room(), REACH, *DAMPED])


@FAMILY.proof
def every_trial_pays(claim: Claim) -> Theorem:
    """The trials are added up, and Δ_ψ(Θ_{ℓ+1}, Θ⋆) ≥ 0."""
    facts = [room(), ge(length, 0), REACH, *DAMPED]
    start = (1 + mu) / (eta * LEFT)
    summed = instantiate(telescope(paid_in_each_trial(), t, 1, length, start * away(t)), {}, [room()])
    return follows(claim.states[0], summed, away_at_the_end(), facts)


# --- damped runs -----------------------------------------------------------------------------------------------------


def damped(rate: Any, damping: Any, trials: int) -> dict[Any, Any]:
    """Gradient descent on the line with θ_{t+1} = −μθ_t from θ_1 = 1, and the comparator 0."""
    path = [(-damping) ** n for n in range(trials + 1)]
    outcomes = [here - (here - then) / rate for here, then in pairwise(path)]
    run = gradient_descent(listed(path, t), 0, rate, trials, desired=listed(outcomes, t))
    return run | {mu: damping}


fails_as(FAMILY,
    ("constant", le(LOSS, bound(compared=Rational(97, 100))), "97/100 of the term with Loss⋆.",
        case(damped(HALF, HALF, 3))),
    ("constant", le(LOSS, bound(start=Rational(97, 100))), "97/100 of the term with Δ.", case(damped(HALF, HALF, 3))),
    ("sign", le(LOSS, bound(start=-1)), "The term with Δ is subtracted.", case(damped(HALF, HALF, 3))),
)  # fmt: skip


fails_without(FAMILY,
    (B_BOUND, "b may be anything.", case(damped(HALF, HALF, 3), Rational(1, 4))),
    (C_BOUND, "c may be anything.", case(damped(HALF, HALF, 3), 1, Rational(1, 4))),
    (REACH, "Any η > 0.", case(gradient_descent(halving, 0) | {mu: 1}, 6)),
)  # fmt: skip


@FAMILY.extremal("μ", [0, Rational(1, 4), HALF, Rational(3, 4), 1])
def four_trials(damping: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """Four trials at η = ½: the promise is more than the loss by μ⁸(1 + μ)/(1 + μ/2)."""
    found = case(damped(HALF, Rational(damping), 4))
    return found["at"], found["discharge"]()


@FAMILY.search
def random_runs() -> Iterator[Searched]:
    """Losses against the least of these bounds over μ, for rates with bcη < 2."""

    def promise(run: Any) -> float:
        r, eta = float(run.slow), float(run.eta)
        dampings = [n / 50 for n in range(51) if n / 50 > r - 0.999]
        return min(
            (1 + m) ** 2 * float(run.compared) / ((1 + m - r) * (1 + m - m * r))
            + (1 + m) * float(run.start) / (eta * (1 + m - m * r))
            for m in dampings
        )

    return worst(runs(swiftly), promise)
