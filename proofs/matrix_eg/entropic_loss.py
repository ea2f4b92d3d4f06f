"""Footnote 3: the step (13) is that of an on-line algorithm with an entropic loss and learning rate one."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, log

from proofs.matrix_eg import LOST
from proofs.matrix_eg.approximate_alpha import GIVEN, high, low, printed_step, progress, r, step
from verify.audit import Claim, Deriv, Theorem, combine, eq, fails_as, gt, real, witness

q = real("q")
WIDTH = high - low
PREDICTED, LABEL = (r - low) / WIDTH, -low / WIDTH


def entropic_loss(first: Any, second: Any) -> Expr:
    """first ln(first/second) + (1 − first) ln((1 − first)/(1 − second))."""
    return first * log(first / second) + (1 - first) * log((1 - first) / (1 - second))


def slope(taken: Any, rate: Any = 1) -> Any:
    """The learning rate times the derivative of the loss at ŷ is (λ_max − λ_min)α, for the step α."""
    return eq(rate * Deriv(entropic_loss(q, LABEL), q, PREDICTED), WIDTH * taken(r, low, high))


y_hat, y = real("ŷ y")
WHERE = {y_hat: PREDICTED, y: LABEL}
READING = LOST + (
    "The instance is A = (C − λ_minI)/(λ_max − λ_min), with eigenvalues from 0 to 1, the prediction ŷ = tr(WA) = (r − "
    "λ_min)/(λ_max − λ_min), and the label y = −λ_min/(λ_max − λ_min), which is what ŷ is where the constraint is an "
    "equation. The loss is L(ŷ) = ŷ ln(ŷ/y) + (1 − ŷ) ln((1 − ŷ)/(1 − y)), with the gradient L′(ŷ)A at W; so exp(log "
    "W − ηL′(ŷ)A) with η = 1 is exp(log W − αC) up to a factor where L′(ŷ) = (λ_max − λ_min)α. λ_min < r < λ_max, as "
    "W is positive definite and C neither λ_minI nor λ_maxI; where r is an end, as it may be for a W of smaller rank, "
    "ŷ is 0 or 1, L is finite and its slope is not. "
)

PRINTED = Claim(
    "matrix_eg/entropic-loss",
    at="footnote 3",
    printed=(
        "The approximate Bregman projection (with α_t as in (13) can also be motivated as an online algorithm based on "
        "an entropic loss and learning rate one (following Section 3 and [4])"
    ),
    given=[*GIVEN, gt(-low, r)],
    states=slope(printed_step),
    where=WHERE,
    face_of="matrix_eg/approximate-alpha",
    rests_on=["matrix_eg/approximate-alpha.repaired"],
    reconstructed=True,
    reading=READING + "α is (13) as printed, and r < −λ_min, so that it is defined.",
)

ENTROPIC = Claim(
    "matrix_eg/entropic-loss.repaired",
    at="footnote 3",
    says=(
        "(13) repaired is the step of an on-line algorithm with an entropic loss and learning rate one; what the round "
        "gains, −ln ρ(r), is the same loss with the label and the prediction exchanged"
    ),
    given=GIVEN,
    states=[slope(step), eq(-log(progress(r, low, high)), entropic_loss(LABEL, PREDICTED))],
    where=WHERE,
    repairs="matrix_eg/entropic-loss",
    rests_on=["matrix_eg/approximate-alpha.repaired"],
    reading=READING + "α is (13) repaired in the first formula.",
)

AT = {low: -1, high: 2, r: Rational(1, 2)}


@PRINTED.counterexample
def another_slope(claim: Claim) -> Theorem:
    """λ = −1 and 2, r = 1/2: y = 1/3 and ŷ = 1/2, so L′(ŷ) = ln 2, and (λ_max − λ_min)α = ln(5/2)."""
    return witness(list(claim.given), claim.states[0], AT)


@ENTROPIC.proof
def difference_of_logits(claim: Claim) -> list[Theorem]:
    """L′(ŷ) = ln(ŷ/(1 − ŷ)) − ln(y/(1 − y)), and the powers in ρ are y and 1 − y."""
    return [combine(f, [], facts=list(claim.given)) for f in claim.states]


GAIN = ENTROPIC.states[1]

fails_as(ENTROPIC,
    ("sign", [slope(printed_step), GAIN], "(13) as printed.", AT),
    ("constant", [slope(step, Rational(1, 2)), GAIN], "The learning rate ½.", AT),
    ("constant", {GAIN: eq(GAIN.lhs, entropic_loss(PREDICTED, LABEL))}, "The gain is the loss itself.", AT),
)  # fmt: skip
