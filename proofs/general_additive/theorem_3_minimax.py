"""Theorem 3, sharpness: no algorithm has a smaller bound than gradient descent at its best rate, even for one trial."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Expr, Rational, sqrt

from proofs.general_additive._line import HALF

from verify.audit import (
    Claim, Inner, Theorem, assume, combine, eq, fails_as, fails_without, forall, ge, generalize, instantiate, le,
    nonnegative, positive, real, vectors,
)  # fmt: skip
from verify.author.kernel import KernelError

K, R = nonnegative("K R")
b, c = positive("b c")
most, p, w, y = real("B ŷ w y")
u, x, start = vectors("u x θ_1")

INPUT = eq(Inner(x, x), b)


def loss(outcome: Any, prediction: Any) -> Expr:
    """(y − ŷ)²/(2c), the matching loss of φ(a) = ca."""
    return (outcome - prediction) ** 2 / (2 * c)


def nearby(parameters: Any, outcome: Any) -> list[Any]:
    """What K and R allow: the comparator's loss, and its distance to the start."""
    away = parameters - start
    return [le(loss(outcome, c * Inner(parameters, x)), K), le(Inner(away, away) / 2, R)]


PROMISE = forall([u, y], le(loss(y, p), most), nearby(u, y))
VALUE = K + 2 * sqrt(K) * sqrt(b * c * R) + b * c * R

MINIMAX = Claim(
    "general_additive/theorem-3-minimax",
    at="(32), sharpness",
    says=(
        "no algorithm has a bound below (√K + √(bcR))² for all outcomes and all comparators with Loss(θ⋆, S) ≤ K and "
        "½‖θ_1 − θ⋆‖² ≤ R, whatever it predicts and whatever it knows of the input, K, R and θ_1 in advance"
    ),
    given=[INPUT, PROMISE],
    states=le(VALUE, most),
    rests_on=["general_additive/theorem-3-best-rate"],
    reading=(
        "One output, φ(a) = ca, whose matching loss is (y − ŷ)²/(2c), and ψ the identity, so that Δ_ψ(θ_1, θ⋆) is "
        "½‖θ_1 − θ⋆‖² and b = ‖x‖² for the one input x, in R^n for every n ≥ 1. The algorithm predicts a number ŷ "
        "before it sees the outcome y, and B is a bound of its loss for every y and every θ⋆ = u that K and R allow; "
        "trials with the input 0 and the outcome 0 may come before and after. For all K ≥ 0, R ≥ 0, b > 0 and c > 0. "
        "Since gradient descent at the rate √(bcR)/(bc(√K + √(bcR))) loses no more than this in any number of trials, "
        "by general_additive/theorem-3-best-rate, it is the best algorithm for these constants, and (√K + √(bcR))² "
        "the value of the game."
    ),
)


@MINIMAX.proof
def two_outcomes(claim: Claim) -> Theorem:
    """θ_1 ± √(2R/b)·x and outcomes √(2cK) beyond them: one of both is at least c√(2bR) + √(2cK) from ŷ."""
    both = []
    for sign in (1, -1):
        there = start + sign * sqrt(2 * R / b) * x
        outcome = c * Inner(start, x) + sign * (c * sqrt(2 * b * R) + sqrt(2 * c * K))
        near = [combine(f, [], using=[INPUT]) for f in nearby(there, outcome)]
        both.append(instantiate(assume(PROMISE), [there, outcome], near))
    middle = c * Inner(start, x) - p
    return combine(claim.states[0], [(HALF, both[0]), (HALF, both[1]), (1 / (2 * c), middle**2)])


# --- on the line, with x = 1, θ_1 = 0, ŷ = 0 and c = 1 ---------------------------------------------------------------


def on_the_line(least: Any, quotient: Any, most_lost: Any, curvature: Any = 1) -> dict[str, Any]:
    """K = `least` and R = λ²K for the quotient λ; what is promised holds if B ≥ (1 + λ)²K."""
    far, root = quotient**2 * least, sqrt(Rational(quotient))

    def met() -> list[Theorem]:
        near = [ge(least, (y - w) ** 2 / 2), ge(far, w**2 / 2)]
        goal = ge(most_lost, y**2 / 2)
        balance = (root * (y - w) - w / root) ** 2 / 2
        terms = [(1 + quotient, assume(near[0])), (1 + 1 / quotient, assume(near[1])), (1, balance)]
        with suppress(KernelError):
            return [generalize(combine(goal, [*terms, (most_lost - (1 + quotient) ** 2 * least, 1)]), [w, y], near)]
        return []

    at = {K: least, R: far, b: curvature, c: 1, x: 1, start: 0, p: 0, most: most_lost}
    return {"at": at, "discharge": met}


def value(quotient: Any) -> dict[str, Any]:
    """The value of the game for K = 2 and R = λ²K."""
    return on_the_line(2, Rational(quotient), 2 * (1 + Rational(quotient)) ** 2)


EVEN = value(1)
"""K = R = 2, and B = 8."""


fails_as(MINIMAX,
    ("constant", le(Rational(101, 100) * VALUE, most), "101/100 of the bound.", EVEN),
    ("constant", le(K + 2 * sqrt(K) * sqrt(b * c * R) + Rational(101, 100) * b * c * R, most), "101/100 of bcR.", EVEN),
    ("sign", le(most, VALUE), "No algorithm is worse.", on_the_line(2, Rational(1), 9)),
)  # fmt: skip


fails_without(MINIMAX,
    (INPUT, "b may be anything.", on_the_line(2, Rational(1), 8, curvature=4)),
    (PROMISE, "B may be anything.", on_the_line(2, Rational(1), 0)),
)  # fmt: skip


@MINIMAX.extremal("√(R/K)", [Rational(1, 10), HALF, 1, 3])
def the_prediction_in_the_middle(quotient: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """ŷ = 0 for θ_1 = 0 and x = 1: no outcome that K and R allow costs more than the bound."""
    found = value(quotient)
    return found["at"], found["discharge"]()
