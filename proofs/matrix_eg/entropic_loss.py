"""Footnote 3: the step (13) is that of an on-line algorithm with an entropic loss and learning rate one."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, log

from proofs.matrix_eg import LOST
from proofs.matrix_eg.approximate_alpha import GIVEN, high, low, printed_step, progress, r, step
from verify.claims import Claim
from verify.kernel import Theorem, combine
from verify.terms import Deriv, eq, real

q = real("q")
WIDTH = high - low
PREDICTED, LABEL = (r - low) / WIDTH, -low / WIDTH


def entropic_loss(first: Any, second: Any) -> Expr:
    """first ln(first/second) + (1 − first) ln((1 − first)/(1 − second))."""
    return first * log(first / second) + (1 - first) * log((1 - first) / (1 - second))


def slope(taken: Any, rate: Any = 1) -> Any:
    """The learning rate times the derivative of the loss at ŷ is (λ_max − λ_min)α, for the step α."""
    return eq(rate * Deriv(entropic_loss(q, LABEL), q, PREDICTED), WIDTH * taken(r, low, high))


ENTROPIC = Claim(
    "matrix_eg/entropic-loss",
    at="footnote 3",
    printed=(
        "The approximate Bregman projection (with α_t as in (13) can also be motivated as an online algorithm based on "
        "an entropic loss and learning rate one (following Section 3 and [4])"
    ),
    given=GIVEN,
    states=[slope(step), eq(-log(progress(r, low, high)), entropic_loss(LABEL, PREDICTED))],
    rests_on=["matrix_eg/approximate-alpha.repaired"],
    reconstructed=True,
    reading=LOST
    + (
        "(13) is (13) repaired. The instance is A = (C − λ_minI)/(λ_max − λ_min), with eigenvalues from 0 to 1, the "
        "prediction ŷ = tr(WA) = (r − λ_min)/(λ_max − λ_min), and the label y = −λ_min/(λ_max − λ_min), which is what "
        "ŷ is where the constraint holds with equality. The loss is L(ŷ) = ŷ ln(ŷ/y) + (1 − ŷ) ln((1 − ŷ)/(1 − y)), "
        "with the gradient L′(ŷ)A at W; so exp(log W − ηL′(ŷ)A) with η = 1 is exp(log W − αC) up to a factor where "
        "L′(ŷ) = (λ_max − λ_min)α, the first formula; for the step as printed it is false. The second: what the round "
        "gains, −ln ρ(r), is the same loss with y and ŷ exchanged."
    ),
)


@ENTROPIC.proof
def difference_of_logits(claim: Claim) -> list[Theorem]:
    """L′(ŷ) = ln(ŷ/(1 − ŷ)) − ln(y/(1 − y)), and the powers in ρ are y and 1 − y."""
    return [combine(f, [], facts=list(claim.given)) for f in claim.states]


AT = {low: -1, high: 2, r: Rational(1, 2)}


@ENTROPIC.mutant("sign", at=AT)
def as_printed(claim: Claim) -> Claim:
    """(13) as printed."""
    return claim.replace(states=[slope(printed_step), claim.states[1]])


@ENTROPIC.mutant("constant", at=AT)
def half_the_rate(claim: Claim) -> Claim:
    """The learning rate ½."""
    return claim.replace(states=[slope(step, Rational(1, 2)), claim.states[1]])


@ENTROPIC.mutant("constant", at=AT)
def loss_as_the_gain(claim: Claim) -> Claim:
    """The gain is the loss itself."""
    first, second = claim.states
    return claim.replace(states=[first, eq(second.lhs, entropic_loss(PREDICTED, LABEL))])
