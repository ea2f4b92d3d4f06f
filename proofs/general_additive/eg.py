"""(8): the exponentiated gradient algorithm is the general additive algorithm with the softmax function as ψ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Abs, Expr, Lambda, Rational, exp, log

from numeric.learners.exponentiated_gradient import eg_update
from numeric.learners.general_additive import GeneralAdditive
from numeric.matching import Identity, Softmax
from numeric.reference import exponentiated_gradient as reference
from numeric.reference import general_additive as additive_reference
from numeric.reference.entropy import softmax as softmax_reference
from proofs.general_additive.entropy_radius import over_inputs, softmax
from verify.audit import (
    Claim, Conformance, Theorem, eq, fails_as, fails_without, family, follows, forall, ge, generalize, identity,
    integer, real,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

i, j, n = integer("i j n")
eta, predicted, outcome = real("η ŷ y")
theta, after, x = family("θ"), family("θ₊"), family("x")
weight = family("ω", positive=True)


def factor(i: Any) -> Expr:
    """e^{−η(ŷ − y)x_i}."""
    return exp(-eta * (predicted - outcome) * x(i))


def updated(weight: Any, i: Any) -> Expr:
    """ω_i e^{−η(ŷ − y)x_i}/Z, (8)."""
    return weight(i) * factor(i) / over_inputs(weight(j) * factor(j), j)


STEP = forall(i, eq(after(i), theta(i) - eta * (predicted - outcome) * x(i)), [ge(i, 1), ge(n, i)])
ROW = [ge(i, 1), ge(n, i)]
DISTRIBUTION = eq(over_inputs(weight(j), j), 1)

EG = Claim(
    "general_additive/eg",
    at="(8), (9)",
    printed="The exponentiated gradient update (8) is obtained by using ψ = σ where σ is the softmax function",
    given=[STEP, *ROW],
    states=eq(softmax(after, i), updated(lambda j: softmax(theta, j), i)),
    reading=(
        "θ₊ = θ − η(ŷ − y)x is (9); ω = σ(θ) before and σ(θ₊) after the update, for any prediction and outcome, every "
        "n ≥ i ≥ 1 and every η. That every weight vector of EG is such a σ(θ) is general_additive/eg-start."
    ),
)

EG_START = Claim(
    "general_additive/eg-start",
    at="(8)",
    says="every weight vector of EG is σ(θ) for some θ, and the update keeps the sum of the weights",
    given=[DISTRIBUTION, *ROW],
    states=[eq(softmax(lambda j: log(weight(j)), i), weight(i)), eq(over_inputs(updated(weight, i)), 1)],
    reading=(
        "Positive weights with sum one, as EG starts with, are σ(θ) for θ_i = ln ω_i, and (8) keeps their sum, so that "
        "the two algorithms have the same runs."
    ),
)


def some_input() -> Theorem:
    """n ≥ 1, from n ≥ i ≥ 1."""
    return follows(ge(n, 1), ROW)


@EG.proof
def totals_cancel(claim: Claim) -> Theorem:
    """Both are e^{θ_i − η(ŷ − y)x_i} over its sum."""
    return identity(claim.states[0], using=[STEP], facts=[*ROW, some_input()])


@EG_START.proof
def logarithms(claim: Claim) -> list[Theorem]:
    """Σ e^{ln ω_j} = 1, and Z cancels."""
    facts: list[Any] = [*ROW, some_input()]
    return [identity(state, using=[DISTRIBUTION], facts=facts) for state in claim.states]


APART = {n: 2, i: 1, eta: 1, predicted: log(2), outcome: 0, x: Lambda(i, i), theta: Lambda(i, 0)}
"""θ = 0 and e^{−η(ŷ − y)x_i} = 2^{−i}: the weights after the step are 2/3 and 1/3."""
STEPPED = {**APART, after: Lambda(i, -log(2) * i)}


def step_is_met() -> list[Theorem]:
    """θ₊ = −x ln 2."""
    return [generalize(identity(eq(-log(2) * i, -log(2) * i)), [i], [ge(i, 1), ge(2, i)])]


fails_as(EG,
    ("constant", eq(EG.states[0].lhs, softmax(theta, i) * factor(i) ** 2 / over_inputs(softmax(theta,
        j) * factor(j) ** 2, j)), "2η in the exponent.", STEPPED, step_is_met),
    ("sign", eq(EG.states[0].lhs, softmax(theta, i) / factor(i) / over_inputs(softmax(theta, j) / factor(j), j)),
        "e^{η(ŷ − y)x_i}.", STEPPED, step_is_met),
    ("constant", eq(EG.states[0].lhs, softmax(theta, i) * factor(i)), "Without the division by Z.", STEPPED,
        step_is_met),
)  # fmt: skip


fails_without(EG, (STEP, "θ₊ may be anything.", {**STEPPED, after: Lambda(i, 0)}))


BENT = Lambda(i, Abs(i - 2) + i - 2)
"""Zero for i ≤ 2, and 2 for i = 3."""


def bent_step_is_met() -> list[Theorem]:
    """θ₊ = θ − x ln 2 for i ≤ 2."""
    row = [ge(i, 1), ge(2, i)]
    return [generalize(identity(eq(-log(2) * i, BENT(i) - log(2) * i), facts=row), [i], row)]


fails_without(EG, (ROW[1], "i may be larger than n.", {**STEPPED, i: 3, theta: BENT}, bent_step_is_met))


EVEN = {n: 2, i: 1, weight: Lambda(i, Rational(1, 2)), eta: 1, predicted: 0, outcome: 0, x: Lambda(i, 0)}


fails_as(EG_START,
    ("constant", [eq(EG_START.states[0].lhs, 2 * weight(i)), EG_START.states[1]], "2ω_i.", EVEN),
    ("sign", [eq(EG_START.states[0].lhs, -weight(i)), EG_START.states[1]], "−ω_i.", EVEN),
)  # fmt: skip


fails_without(EG_START, (DISTRIBUTION, "The weights need not have the sum one.", {**EVEN, weight: Lambda(i, 1)}))


# --- the code ------------------------------------------------------------------------------------------------------

RATE = 0.25


def examples() -> list[tuple[Any, Any, float]]:
    """Parameters, inputs and outcomes for 2 to 30 inputs, some inputs large."""
    rng = np.random.default_rng(8)
    sizes = [(n, scale) for n in (2, 5, 30) for scale in (1.0, 4.0)] * 3
    return [(rng.normal(0, 1, n), rng.normal(0, scale, n), float(rng.normal())) for n, scale in sizes]


def eq_8(example: Any) -> list[Any]:
    """(8) for the weights σ(θ), with the identity as transfer function."""
    parameters, data, label = example
    start = softmax_reference(parameters)
    guess = sum(s * v for s, v in zip(start, data, strict=True))
    at = {weight: start, x: [*map(mp.mpf, data)], predicted: guess, outcome: label, eta: RATE, n: len(data)}
    return [value(updated(weight, i), {**at, i: index}) for index in range(1, len(data) + 1)]


def _learned(example: Any) -> Any:
    parameters, data, label = example
    learner = GeneralAdditive(Softmax(), Identity(), parameters, RATE)
    learner.learn_one(data, label)
    return learner.coef_


def _reference(example: Any) -> Any:
    parameters, data, label = example
    (after,) = additive_reference.update("softmax", "identity", [parameters], data, [label], RATE)
    return softmax_reference(after)


@EG.conformance
def code_follows_eg() -> Iterator[Conformance]:
    """The learner with ψ = σ against (8)."""
    yield from conformance(examples(), eq_8, _learned, _reference, ulps=16.0)


@EG_START.conformance
def code_follows_eq_8() -> Iterator[Conformance]:
    """The EG update of the loss (y − ω·x)², whose rate is half of η, from weights in floats, against (8)."""
    points = [(np.exp(s) / np.exp(s).sum(), data, label) for s, data, label in examples()]

    def formula(point: Any) -> list[Any]:
        start, data, label = point
        guess = mp.fdot(zip(map(mp.mpf, start), map(mp.mpf, data), strict=True))
        at = {weight: [*map(mp.mpf, start)], x: [*map(mp.mpf, data)], predicted: guess, outcome: label, eta: RATE}
        at[n] = len(data)
        return [value(updated(weight, i), {**at, i: index}) for index in range(1, len(data) + 1)]

    yield from conformance(
        points,
        formula,
        lambda point: eg_update(point[0], point[1], point[2], RATE / 2),
        lambda point: reference.eg_update(point[0], point[1], point[2], RATE / 2),
        ulps=16.0,
    )
