"""Lemma 5 over many trials, sharpness: gradient descent that goes to and fro about the comparator, ever nearer."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Any

from sympy import Expr, Integer, Lambda, S, Sum

from verify.audit import (
    Claim, Theorem, at, eq, fails_as, fails_without, family, follows, forall, ge, gt, identity, integer, listed,
    positive, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.lemmas.few_rounds import each_round

t, length = integer("t ℓ")
eta = positive("η")
theta, y, sign = family("θ"), family("y"), family("s")

TRIAL = [ge(t, 1), ge(length, t)]
SOME, STABLE = ge(length, 1), gt(2 - eta, 0)
SIGN = forall(t, eq(sign(t) ** 2, 1), TRIAL)
TURN = forall(t, eq(sign(t + 1), -sign(t)), TRIAL)
UPDATE = forall(t, eq(theta(t + 1), theta(t) - eta * (theta(t) - y(t))), TRIAL)


def distance(t: Any) -> Expr:
    """1 − (t − 1)/ℓ, from 1 to 0."""
    return 1 - (t - 1) / length


PATH = forall(t, eq(theta(t), sign(t) * distance(t)), [ge(t, 1), ge(length + 1, t)])
LOSS, COMPARED = (Sum(loss**2 / 2, (t, 1, length)) for loss in (theta(t) - y(t), y(t)))


def gap(compared: Any, start: Any) -> Expr:
    """compared·Loss⋆ + start·Δ − Loss, where Δ = ½."""
    return compared * COMPARED + start / 2 - LOSS


GAIN = 4 / (2 - eta) ** 2

TO_AND_FRO = Claim(
    "general_additive/lemma-5-to-and-fro",
    at="Lemma 5, (34), over many trials",
    says=(
        "there are runs in which 4 Loss⋆/(2 − η)² + 2Δ/(η(2 − η)) exceeds the loss by 1/(2ℓ(2 − η)²), and "
        "4(1 − η)/(2 − η)² times (34) by (2ℓ + 1)/(2ℓ(2 − η)²), while the loss grows beyond all bounds with ℓ"
    ),
    given=[SOME, STABLE, SIGN, TURN, PATH, UPDATE],
    states=[
        eq(LOSS, (4 * length**2 - 1) / (6 * length * eta**2)),
        eq(gap(GAIN, 2 / (eta * (2 - eta))), 1 / (2 * length * (2 - eta) ** 2)),
        eq(gap(GAIN, GAIN / eta), (2 * length + 1) / (2 * length * (2 - eta) ** 2)),
    ],
    rests_on=["general_additive/lemma-5-gain", "general_additive/lemma-5-ratio"],
    reading=(
        "Gradient descent on the line with square loss, so that b = c = 1: all inputs are 1, the comparator is 0, and "
        "the outcomes are such that θ_t = s_t(1 − (t − 1)/ℓ) with the signs s_t = ±1 in turn; Δ = ½. For every ℓ ≥ 1 "
        "and every 0 < η < 2. For fixed η the loss grows like 2ℓ/(3η²) and the second difference tends to 0, so that "
        "both factors of general_additive/lemma-5-gain are the least; the third is at most 3/(2(2 − η)²), so that for "
        "η < 1 the loss comes as near as you like to 4(1 − η)/(2 − η)² times (34), and for η = ½ to 8/9 times (30)."
    ),
)


def one_trial() -> tuple[list[Theorem], Theorem]:
    """θ_t and y_t as multiples of s_t, and s_t² = 1."""
    turn, squared, moves, here = (at(f, t) for f in (TURN, SIGN, UPDATE, PATH))
    outcome = eq(y(t), sign(t) * (distance(t) - (distance(t) + distance(t + 1)) / eta))
    return [here, follows(outcome, moves, here, at(PATH, t + 1), turn, SOME)], squared


@TO_AND_FRO.proof
def sums_of_squares(claim: Claim) -> list[Theorem]:
    """The errors are s_t(2 − (2t − 1)/ℓ)/η, and what is left in a trial is 1/(2ℓ²(2 − η)²)."""
    facts, (multiples, squared) = [SOME, STABLE], one_trial()
    error = (distance(t) + distance(t + 1)) / eta
    outcome = distance(t) - error
    losses = []
    for term, factor in ((theta(t) - y(t), error), (y(t), outcome)):
        made = identity(eq(term**2 / 2, sign(t) ** 2 * factor**2 / 2), using=multiples, facts=facts)
        losses.append(follows(eq(term**2 / 2, factor**2 / 2), made, squared, facts))
    odd = 2 * length - 2 * t + 1
    below = (odd + 2) * (odd + 1) * odd / (12 * length**2 * eta**2)
    own = follows(eq((theta(t) - y(t)) ** 2 / 2, below - below.subs(t, t + 1)), losses[0], facts)
    loss = follows(claim.states[0], telescope(own, t, 1, length, -below), facts)
    progress = distance(t) ** 2 / (eta * (2 - eta))
    paid = eq(
        GAIN * y(t) ** 2 / 2 - (theta(t) - y(t)) ** 2 / 2 + progress - progress.subs(t, t + 1),
        1 / (2 * length**2 * (2 - eta) ** 2),
    )
    left = follows(paid, losses[0], losses[1], facts)
    near = follows(claim.states[1], telescope(left, t, 1, length, progress), facts)
    return [loss, near, follows(claim.states[2], near, facts)]


# --- two trials ------------------------------------------------------------------------------------------------------


def two_trials(path: Sequence[Any], signs: Sequence[Any] = (1, -1, 1), rate: Any = 1) -> dict[str, Any]:
    """Two trials along a path, with the outcomes that the update asks for; what does not hold is left out."""
    outcomes = [here - (here - then) / rate for here, then in pairwise(path)]
    at = {length: 2, eta: rate, theta: listed(path, t), y: listed(outcomes, t), sign: listed(signs, t)}
    where, outcome, which = (at[f] for f in (theta, y, sign))
    bodies = [
        (eq(which(t) ** 2, 1), 2),
        (eq(which(t + 1), -which(t)), 2),
        (eq(where(t), which(t) * (1 - (t - 1) / Integer(2))), 3),
        (eq(where(t + 1), where(t) - rate * (where(t) - outcome(t))), 2),
    ]

    def met() -> list[Theorem]:
        found = []
        for body, last in bodies:
            with suppress(KernelError):
                found.append(each_round(body, t, last=last))
        return found

    return {"at": at, "discharge": met}


TWO = [S.One, -S.Half, S.Zero]


fails_as(TO_AND_FRO,
    ("constant", {TO_AND_FRO.states[0]: eq(LOSS, 2 * TO_AND_FRO.states[0].rhs)}, "The loss is (4ℓ² − 1)/(3ℓη²).",
        two_trials(TWO)),
    ("constant", {TO_AND_FRO.states[1]: eq(TO_AND_FRO.states[1].lhs, 0)}, "The bound is attained.", two_trials(TWO)),
    ("sign", {TO_AND_FRO.states[1]: eq(TO_AND_FRO.states[1].lhs, -TO_AND_FRO.states[1].rhs)},
        "The loss exceeds the bound.", two_trials(TWO)),
)  # fmt: skip


fails_without(TO_AND_FRO,
    (SIGN, "s_t need not be a sign.", two_trials([0, 0, 0], signs=(0, 0, 0))),
    (TURN, "The signs need not change.", two_trials([1, S.Half, 0], signs=(1, 1, 1))),
    (PATH, "θ_t may be anything.", two_trials([0, 0, 0])),
    (UPDATE, "The outcomes may be anything.", {**two_trials(TWO)["at"], y: Lambda(t, 0)},
        two_trials(TWO)["discharge"]),
)  # fmt: skip
