"""The updates (6), (7) and (10) as gradient steps on the matching loss, and the sign of such a step before (35)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational

from numeric.learners.general_additive import GeneralAdditive
from numeric.learners.gradient_descent import lms_update
from numeric.matching import Identity, Logistic, Softmax
from numeric.reference import general_additive as reference
from numeric.reference import gradient_descent as lms_reference
from proofs.general_additive.algorithm import NAMES, OUTPUTS
from proofs.general_additive.divergence import divergence
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, eq, fails_as, fails_without, field, function, identity, real, vector,
    vectors, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Vec, VecHead

r, s, y, guess, eta = real("r s y ŷ η")
desired, activation = Vec(VecHead("a"), OUTPUTS), Vec(VecHead("â"), OUTPUTS)
e = Vec(VecHead("e"), OUTPUTS)
w, x, v = vectors("ω x v")
new, theta = vector("θ₊"), vector("θ")
level = real("a")
P, Phi = function("P"), field("Φ")


def loss_on_the_line(at: Any, base: Any) -> Expr:
    """L_φ(φ(a), φ(â)) = P(â) − P(a) − (â − a)φ(a), for φ = P′ on the real line."""
    return P(at) - P(base) - (at - base) * P.prime(base)


def slope(term: Expr) -> Expr:
    """The derivative at s = 0."""
    return Deriv(term, s, 0)


def downhill(weights: Any, predicted: Any, outcome: Any, rate: Any, data: Any = x) -> Expr:
    """ω − η(ŷ − y)x, (7); a row of (10) for the components of ŷ and y."""
    return weights - rate * (predicted - outcome) * data


SQUARED = slope((y - Inner(w + s * v, x)) ** 2 / 2)
MATCHING = slope(loss_on_the_line(Inner(w + s * v, x), level))

LMS = Claim(
    "general_additive/lms",
    at="(6), (7)",
    printed=(
        "(6) can be interpreted as a gradient descent step for ω in minimizing the loss (y_t − ω·x_t)²/2 … "
        "the gradient of the matching loss L_φ(y, φ(ω·x)) with respect to the weight vector ω is given by (ŷ "
        "− y)x where ŷ = φ(ω·x)"
    ),
    given=[],
    states=[
        eq(eta * SQUARED, Inner(w - downhill(w, Inner(w, x), y, eta), v)),
        eq(eta * MATCHING, Inner(w - downhill(w, P.prime(Inner(w, x)), P.prime(level), eta), v)),
    ],
    reading=(
        "φ = P′ for any twice differentiable P on the line, increasing or not; y = φ(a) is in its range and ŷ = "
        "φ(⟨ω, x⟩). The gradient in ω is read as in general_additive/gradient: its product with every v is the "
        "derivative along v. Then ω less the printed right-hand side is η times the gradient. Any dimension, any η."
    ),
)


@LMS.proof
def chain_rule(claim: Claim) -> list[Theorem]:
    """The derivative of ⟨ω + sv, x⟩ is ⟨v, x⟩."""
    return [identity(state) for state in claim.states]


SQUARE = Lambda(r, r**2 / 2)
LINE = {w: 2, x: 1, v: 1, y: 1, eta: 1, level: 1, P: SQUARE}


fails_as(LMS,
    ("constant", [eq(2 * eta * SQUARED, LMS.states[0].rhs), LMS.states[1]], "(y − ω·x)² in place of half of it.",
        LINE),
    ("sign", [LMS.states[0], eq(LMS.states[1].lhs, -LMS.states[1].rhs)], "ω + η(ŷ − y)x.", LINE),
)  # fmt: skip


OUTPUT_LOSS = divergence(Phi, activation + s * Inner(v, x) * e, desired)
PREDICTED, OUTCOME = Inner(Phi.gradient(activation), e), Inner(Phi.gradient(desired), e)

GA = Claim(
    "general_additive/ga",
    at="(9), (10), (20), Fig. 5",
    printed="θ_{t+1,j} = θ_{t,j} − η(ŷ_{t,j} − y_{t,j})x_t … θ_{t+1} = θ_t − η(∇_ω L_φ(y_t, φ(ω·x_t)))_{ω=ω_t}",
    given=[],
    where=NAMES,
    states=eq(eta * slope(OUTPUT_LOSS), Inner(theta - downhill(theta, PREDICTED, OUTCOME, eta), v)),
    reading=(
        "â = Ωx in R^k for a weight matrix Ω, and e is the j-th vector of the standard basis: moving the j-th row of "
        "Ω by sv moves â by s⟨v, x⟩e. y = φ(a) and ŷ = φ(â) for φ = ∇Φ, with components ⟨y, e⟩ and ⟨ŷ, e⟩. Then what "
        "(20) takes away from the j-th row of Θ is η times the gradient of the loss in the j-th row of Ω, for every n, "
        "k and j, at any Ω, so also at ψ(Θ). With k = 1 it is (9); the print has the k-th row for the j-th in Figure 5 "
        "and in section 3 ψ: R^n → R^k, for R^n → R^n as in Theorem 3."
    ),
)


@GA.proof
def chain_rule_in_a_row(claim: Claim) -> Theorem:
    """∇Φ(â) − ∇Φ(a) is the gradient in the activation, (3)."""
    return identity(claim.states[0])


ROW = {Phi: SQUARE, activation: 2, desired: 1, e: 1, theta: 3, x: 1, v: 1, eta: 1}


fails_as(GA,
    ("constant", eq(GA.states[0].lhs, 2 * GA.states[0].rhs), "2η in place of η.", ROW),
    ("sign", eq(GA.states[0].lhs, -GA.states[0].rhs), "θ + η(ŷ − y)x.", ROW),
)  # fmt: skip


CHANGE = eq(new, theta + eta * (P.prime(level) - P.prime(Inner(w, x))) * x)

STEP_SIGN = Claim(
    "general_additive/gradient-step-sign",
    weight="misprint",
    slip="The sign is lost; (35), which follows from it, has it.",
    at="before (35)",
    printed=(
        "the change θ_{t+1} − θ_t = η(y_t − ŷ_t)x_t in the parameter vector … can by (3) be written as η∇_ω L(y_t, "
        "φ(ω·x_t)) with the gradient evaluated at ω = ψ(θ_t)"
    ),
    given=[CHANGE],
    states=eq(Inner(new - theta, v), eta * MATCHING),
    rests_on=["general_additive/lms"],
    reading=(
        "L = L_φ for φ = P′ on the line, y_t = φ(a), ŷ_t = φ(⟨ω, x⟩); the gradient is read as in "
        "general_additive/gradient, against every direction v, at any weights ω."
    ),
)

STEP_SIGN_REPAIRED = Claim(
    "general_additive/gradient-step-sign.repaired",
    at="before (35)",
    says="the change θ_{t+1} − θ_t = η(y_t − ŷ_t)x_t is −η∇_ω L(y_t, φ(ω·x_t)) at ω = ψ(θ_t)",
    given=[CHANGE],
    states=eq(Inner(new - theta, v), -eta * MATCHING),
    repairs="general_additive/gradient-step-sign",
    reading="As printed, with the minus sign that (35) has.",
)

STANDING = {**LINE, theta: 2, new: 1}


@STEP_SIGN.counterexample
def one_step(claim: Claim) -> Theorem:
    """φ the identity, ω = 2, x = 1, y = 1, η = 1: the change is −1, the gradient 1."""
    return witness(list(claim.given), claim.states[0], {k: c for k, c in STANDING.items() if k is not y})


@STEP_SIGN_REPAIRED.proof
def against_the_gradient(claim: Claim) -> Theorem:
    """The gradient is (ŷ − y)x."""
    return identity(claim.states[0], using=list(claim.given))


fails_as(STEP_SIGN_REPAIRED,
    ("sign", STEP_SIGN.states, "+η∇L.", STANDING),
    ("constant", eq(STEP_SIGN_REPAIRED.states[0].lhs, STEP_SIGN_REPAIRED.states[0].rhs / 2), "−½η∇L.", STANDING),
)  # fmt: skip


fails_without(STEP_SIGN_REPAIRED, (CHANGE, "θ_{t+1} may be anything.", {**STANDING, new: 2}))


# --- the code ------------------------------------------------------------------------------------------------------

RATE = Rational(1, 4)


def examples(outcomes: Any) -> list[tuple[Any, ...]]:
    """Parameters, inputs and outcomes for k = 1 to 5 outputs and n = 1 to 20 inputs; `outcomes(rng, k)` draws y."""
    rng = np.random.default_rng(20)
    shapes = [(k, n) for k in (1, 2, 5) for n in (1, 3, 20)] * 2
    return [(rng.normal(0, 1, (k, n)), rng.normal(0, 1, n), outcomes(rng, k)) for k, n in shapes]


def by_rows(psi: str, phi: str, example: Any) -> list[Any]:
    """(10) row by row, one row after the other."""
    rows, data, outcome = example
    predicted = reference.predict(psi, phi, rows, data)
    found: list[Any] = []
    for row, guessed, wanted in zip(rows, predicted, outcome, strict=True):
        at = {theta: row, x: data, guess: guessed, y: wanted, eta: RATE}
        found += value(downhill(theta, guess, y, eta), {**at, eta: float(RATE)})
    return found


def _updated(psi: str, phi: str, example: Any) -> list[Any]:
    rows, data, outcome = example
    return list(chain.from_iterable(reference.update(psi, phi, rows, data, outcome, float(RATE))))


@GA.conformance
def code_follows_the_rows() -> Iterator[Conformance]:
    """One step of the learner with k outputs, for several ψ and φ, against (10)."""
    kinds = (
        ("identity", Identity(), "softmax", Softmax(), lambda rng, k: rng.dirichlet(np.ones(k))),
        ("softmax", Softmax(), "identity", Identity(), lambda rng, k: rng.normal(0, 1, k)),
        ("identity", Identity(), "logistic", Logistic(), lambda rng, k: rng.uniform(0, 1, k)),
    )
    for psi, weights, phi, transfer, outcomes in kinds:

        def learned(example: Any, weights: Any = weights, transfer: Any = transfer) -> Any:
            learner = GeneralAdditive(weights, transfer, example[0], float(RATE))
            learner.learn_one(example[1], example[2])
            return learner.theta_.ravel()

        yield from conformance(
            examples(outcomes),
            formula=partial(by_rows, psi, phi),
            code=learned,
            reference=partial(_updated, psi, phi),
            ulps=8.0,
        )


@LMS.conformance
def code_follows_the_steps() -> Iterator[Conformance]:
    """(6): the LMS update of the loss (y − ω·x)², whose rate is half of η, and the learner with identities."""
    rate = float(RATE)
    points = [(rows[0], data, outcome[0]) for rows, data, outcome in examples(lambda rng, k: rng.normal(0, 1, k))]

    def formula(point: Any) -> Any:
        return value(downhill(w, Inner(w, x), y, eta), {w: point[0], x: point[1], y: point[2], eta: rate})

    def learned(point: Any) -> Any:
        learner = GeneralAdditive(Identity(), Identity(), point[0], rate)
        learner.learn_one(point[1], point[2])
        return learner.coef_

    def updated(point: Any) -> Any:
        return lms_update(point[0], point[1], point[2], rate / 2)

    def reference_step(point: Any) -> Any:
        return lms_reference.lms_update(point[0], point[1], point[2], rate / 2)

    for code in (updated, learned):
        yield from conformance(points, formula, code, reference_step, ulps=8.0)
