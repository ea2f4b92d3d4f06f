"""Example 5 (19): the bound of the implicit update on the square loss, for the loss after the updates."""

from __future__ import annotations

from typing import Any

import numpy as np
from sympy import Abs, Expr, Lambda, Rational, S, sqrt

from numeric.learners.geodesic import implicit_update_line
from proofs.geometric_view._searches import regressions
from proofs.geometric_view._square import (
    EVEN_NONE, SOME, TRIAL, best, cauchy_schwarz_of_sums, data, error, eta, from_zero, gradient, k, label, loss, of,
    product_at_most_magnitudes, square, t, trials, w,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, combine, instantiate, telescope, witness
from verify.claims import Claim, Searched, fails_as, fails_without
from verify.language.terms import VecHead, eq, forall, ge, le, real

X = real("X")
UPDATE = forall(t, eq(w(t), w(t + 1) + eta * gradient(t, w(t + 1))), TRIAL)
LONG = forall(t, ge(square(data(t)), X**2), TRIAL)
START = eq(w(0), 0)
LOSS, AFTER, COMPARED = trials(loss(t, w(t))), trials(loss(t, w(t + 1))), trials(loss(t, best))
PRODUCT = sqrt(COMPARED) * sqrt(AFTER)
FROM_START = square(best - w(0)) / (2 * eta)
NAMES = {real("Loss_A"): LOSS, real("Loss_A⁺"): AFTER, real("Loss_w⋆"): COMPARED}
READING = (
    "Weights and instances are vectors of R^n, labels are real, ‖x_t‖² ≥ X² for each of the k ≥ 1 trials, η > 0, w⋆ is "
    "any vector, and w_t − w_{t+1} = η∂L_t(w_{t+1}) (9). Loss(A) is the loss before, Loss(A⁺) after each update. "
)


def promise(growth: Any = 2) -> Expr:
    """The right-hand side of (19)."""
    return FROM_START - (1 + growth * eta * X**2) * AFTER + 2 * PRODUCT


BOUND = Claim(
    "geometric_view/example-5-bound",
    at="Example 5, (19)",
    printed="Let X ≤ ‖x_t‖, for all 0 ≤ t ≤ k − 1, and let Loss(A), Loss(A⁺) and Loss(w⋆) denote cumulative losses of "
    "L_t(w_t), L_t(w_{t+1}) and L_t(w⋆) … Then by the Cauchy-Schwarz inequality Loss(A) ≤ (1/2η)‖w⋆ − w_0‖² − (1 + "
    "2ηX²)Loss(A⁺) + 2(Loss(w⋆))^½(Loss(A⁺))^½",
    face_of="geometric_view/theorem-8",
    given=[UPDATE, LONG, SOME],
    where=NAMES,
    states=le(LOSS, promise()),
    reading=READING + "It inherits Loss(A) in the place of Loss(A⁺) from (17).",
)

BOUND_REPAIRED = Claim(
    "geometric_view/example-5-bound.repaired",
    at="Example 5, (19)",
    says="Loss(A⁺) ≤ (1/2η)‖w⋆ − w_0‖² − (1 + 2ηX²)Loss(A⁺) + 2√Loss(w⋆)√Loss(A⁺), and Loss(A⁺) ≤ Loss(A)/(1 + 4ηX²).",
    given=[UPDATE, LONG, SOME],
    where=NAMES,
    states=[le(AFTER, promise()), le(AFTER, LOSS / (1 + 4 * eta * X**2))],
    repairs="geometric_view/example-5-bound",
    rests_on=["geometric_view/example-5-contraction"],
    reading=READING
    + "The loss is taken after the updates; the second formula is the line after (19), true as printed.",
)


def run(start: Any, end: Any, **values: Any) -> dict[Any, Any]:
    """One trial on the line from `start` to `end`, with w⋆, x, y, X and η."""
    found = {"best": 1, "x": 1, "y": 1, "X": 1, "rate": 1, "trials": 1} | values
    return {
        k: found["trials"],
        VecHead("w"): Lambda(t, start + t * (end - start)),
        best: found["best"],
        VecHead("x"): Lambda(t, found["x"]),
        label: Lambda(t, found["y"]),
        X: found["X"],
        eta: found["rate"],
    }


LEARNS = run(0, Rational(2, 3))
"""w_0 = 0, w_1 = ⅔ towards w⋆ = x = y = X = 1 with η = 1: the loss is 1 before, 1/9 after."""


@BOUND.counterexample
def loss_before(claim: Claim) -> Theorem:
    """w_0 = 0, w⋆ = x = y = X = η = 1, one trial: 1 against ½ − 3/9 = 1/6."""
    return witness(list(claim.given), claim.states[0], LEARNS)


def one_trial(claim: Claim) -> Theorem:
    """(‖w⋆ − w_t‖² − ‖w⋆ − w_{t+1}‖²)/(4η) + |r||s| ≥ (1 + ηX²)L_t(w_{t+1}), with the errors r and s."""
    step = [instantiate(assume(f), [t]) for f in of(claim, UPDATE)]
    longer = [instantiate(assume(f), [t]) for f in of(claim, LONG)]
    r, s = error(t, best), error(t, w(t + 1))
    covered = (square(best - w(t)) - square(best - w(t + 1))) / (4 * eta)
    products = product_at_most_magnitudes(r, s)
    goal = ge(covered + Abs(r) * Abs(s), (1 + eta * X**2) * s**2)
    return combine(goal, [(1, products), *((eta * s**2, f) for f in longer)], using=step)


def quadratic(claim: Claim) -> Theorem:
    """(1 + ηX²)Loss(A⁺) − √Loss(w⋆)√Loss(A⁺) ≤ ‖w⋆ − w_0‖²/(4η)."""
    summed = telescope(one_trial(claim), t, 0, k - 1, square(best - w(t)) / (4 * eta))
    products = cauchy_schwarz_of_sums(Abs(error(t, best)), Abs(error(t, w(t + 1))))
    goal = ge(square(best - w(0)) / (4 * eta), (1 + eta * X**2) * AFTER - PRODUCT)
    dropped = (1 / (4 * eta), square(best - w(k)))
    return combine(goal, [(1, summed), (1, products), dropped], facts=of(claim, SOME, EVEN_NONE))


@BOUND_REPAIRED.proof
def errors_after_the_update(claim: Claim) -> list[Theorem]:
    """‖w⋆ − w_t‖² − ‖w⋆ − w_{t+1}‖² = 4ηs(s − r) + 4η²s²‖x_t‖² for the errors s of w_{t+1} and r of w⋆; telescope."""
    bound, contraction = claim.states
    step = [instantiate(assume(f), [t]) for f in of(claim, UPDATE)]
    longer = [instantiate(assume(f), [t]) for f in of(claim, LONG)]
    growth, after = eta * square(data(t)), loss(t, w(t + 1))
    goal = ge(loss(t, w(t)), (1 + 4 * eta * X**2) * after)
    shrinks = combine(goal, [(4 * growth**2, after), *((4 * eta * after, f) for f in longer)], using=step)
    summed = telescope(shrinks, t, 0, k - 1)
    return [
        combine(bound, [(2, quadratic(claim))], facts=of(claim, SOME, EVEN_NONE)),
        combine(contraction, [(1 / (1 + 4 * eta * X**2), summed)], facts=of(claim, SOME, EVEN_NONE)),
    ]


AFAR = run(0, 5)
OFF = run(4, 2)
SHORT = run(0, Rational(2, 3), X=3)


fails_as(BOUND_REPAIRED,
    ("constant", [le(AFTER, promise(4)), BOUND_REPAIRED.states[1]], "1 + 4ηX² in place of 1 + 2ηX².", LEARNS),
    ("constant", [le(AFTER, promise() - FROM_START / 2), BOUND_REPAIRED.states[1]],
        "(1/4η)‖w⋆ − w_0‖² in place of (1/2η)‖w⋆ − w_0‖².", LEARNS),
    ("constant", [le(AFTER, promise() - PRODUCT), BOUND_REPAIRED.states[1]], "√√ in place of 2√√.",
        run(0, Rational(2, 3), best=0)),
    ("constant", [BOUND_REPAIRED.states[0], le(AFTER, LOSS / (1 + 9 * eta * X**2))], "1 + 9ηX² in place of 1 + 4ηX².",
        LEARNS),
    ("sign", [le(LOSS, promise()), BOUND_REPAIRED.states[1]], "The print: Loss(A).", LEARNS),
)  # fmt: skip


fails_without(BOUND_REPAIRED,
    (UPDATE, "The weights may move as they like.", AFAR),
    (LONG, "The instances may be shorter than X.", SHORT),
)  # fmt: skip


@BOUND_REPAIRED.mutant("hypothesis", proof=errors_after_the_update)
def no_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


def implicit_loss(rows: Any, labels: Any, rate: float) -> float:
    """Loss(A⁺) of the implicit update from w_0 = 0, in floats."""
    weights, lost = np.zeros(rows.shape[1]), 0.0
    for row, aim in zip(rows, labels, strict=True):
        weights = implicit_update_line(weights, row, aim, rate)
        lost += float(weights @ row - aim) ** 2
    return lost


@BOUND_REPAIRED.search
def random_regressions() -> Searched:
    """The implicit update on random streams."""

    def ratio(rows: Any, labels: Any, target: Any, rate: float) -> float:
        lost, least = implicit_loss(rows, labels, rate), float(np.min(np.linalg.norm(rows, axis=1)))
        missed = float(np.linalg.norm(rows @ target - labels))
        promised = float(target @ target) / (2.0 * rate) + 2.0 * missed * np.sqrt(lost)
        return float((2.0 + 2.0 * rate * least**2) * lost / promised)

    return regressions(ratio, "(2 + 2ηX²)Loss(A⁺) over the rest of (19)")


def repeated(trials: int, rate: Any = 1) -> dict[Any, Any]:
    """w⋆ = x = y = X = 1 in every trial, from 0: w_t = 1 − (1 + 2η)^−t."""
    return {**run(0, 0, rate=rate, trials=trials), VecHead("w"): Lambda(t, 1 - (1 + 2 * S(rate)) ** (-t))}


RATES = [Rational(1, 16), Rational(1, 4), 1, 4]


@BOUND_REPAIRED.extremal("η", RATES)
def landing(rate: Any, **values: Any) -> dict[Any, Any]:
    """One trial on the line from 0 to w_1 = w⋆ = 1 with x = X = 1: the errors of w_1 and w⋆ are both −1/(2η)."""
    return run(0, 1, **({"y": 1 + 1 / (2 * S(rate)), "rate": rate} | values))


@BOUND_REPAIRED.extremal("k", range(1, 4), formula=1)
def the_same_example_again(trials: int) -> dict[Any, Any]:
    """The contraction, with η = 1/100: 1/(1 + 4η) for 1/(1 + 2η)²."""
    return repeated(trials, Rational(1, 100))
