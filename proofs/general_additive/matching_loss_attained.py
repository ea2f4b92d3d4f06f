"""After (1): the logistic loss of one trial with the outcome 1 has no minimum; outcomes inside are left open."""

from __future__ import annotations

from typing import Any

from sympy import Expr, exp, log

from proofs.general_additive._increasing import INCREASING
from proofs.general_additive.c_softmax import ratio_inequality
from proofs.general_additive.c_softmax import u as ratio
from proofs.general_additive.matching_loss_convex import u
from proofs.general_additive.matching_loss_minimum import READING, minimal
from verify.claims import Claim
from verify.kernel import Theorem, assume, combine, generalize, instantiate, witness
from verify.terms import forall, ge, gt, positive, real

w, v, z = real("w v z")
p = positive("p")


def loss_at_one(weight: Any) -> Expr:
    """L_φ(1, φ(ωx)) = ln(1 + e^{−ω}) for the logistic φ and x = 1, the limit of Σ y ln(y/ŷ) as y → (1, 0)."""
    return log(1 + exp(-weight))


MINIMUM = forall(w, ge(loss_at_one(w), loss_at_one(v)))

EXISTS = Claim(
    "general_additive/matching-loss-minimum-exists",
    at="(1)",
    printed="Σ_t L_φ(y_t, φ(ω·x_t)) is convex and thus, in particular, has one single minimum",
    given=[forall(v, ge(z, 0), [MINIMUM])],
    states=ge(z, 0),
    reading=(
        "Read as existence, with outcomes in the closed range of φ, to which section 2 extends the loss: the logistic "
        "function, one weight, one trial with x = 1 and y = 1. That a minimum v exists is written: whatever z ≥ 0 "
        "follows from a minimum v holds."
    ),
)

INSIDE = Claim(
    "general_additive/matching-loss-minimum-exists.repaired",
    at="(1)",
    printed="for outcomes y_t in the range of φ, Σ_t L_φ(y_t, φ(ω·x_t)) has a minimum",
    given=[INCREASING, forall(u, ge(z, 0), [minimal(u)])],
    states=ge(z, 0),
    repairs="general_additive/matching-loss-minimum-exists",
    reading=READING + "That a minimum u exists is written: whatever z ≥ 0 follows from a minimum u holds.",
    open_because=(
        "It is true by hand: the loss of a trial grows at least linearly in |⟨ω, x_t⟩ − a_t|, so on the span of the "
        "inputs the sum has bounded sublevel sets and a minimum, and it is constant across the span. What is missing "
        "is that a continuous function on a compact subset of R^n attains its minimum, and orthogonal projection onto "
        "the span of the inputs, for which the language has no terms yet."
    ),
)


@EXISTS.counterexample
def further_is_better(claim: Claim) -> Theorem:
    """z = −1: no v is a minimum, as the loss at v + 1 is less than at v."""
    return witness(list(claim.given), claim.states[0], {z: -1}, discharge=[no_minimum()])


def no_minimum() -> Theorem:
    """From a minimum v follows −1 ≥ 0."""
    nearer = instantiate(assume(MINIMUM), [v + 1])
    gap = loss_at_one(v) - loss_at_one(v + 1)
    falls = combine(gt(gap, 0), [(1, instantiate(logarithm_rises(), {p: exp(-v)}))])
    square = combine(ge(-(gap**2), 0), [(falls, nearer)])
    absurd = combine(ge(-1, 0), [(1 / gap**2, square)])
    return generalize(instantiate(absurd, {}, discharge=[falls]), [v], [MINIMUM])


def logarithm_rises() -> Theorem:
    """ln(1 + p) > ln(1 + p/e), for p > 0: r ln r ≥ r − 1 at their quotient r."""
    quotient = (1 + p) / (1 + p / exp(1))
    bound = instantiate(ratio_inequality(), {ratio: quotient})
    spare = 3 * (quotient - 1) ** 2 / (2 * (quotient + 2))
    above = p * (1 - exp(-1)) / (1 + p / exp(1))
    terms = [(1 / quotient, bound), (1 / quotient, spare), (1 / quotient, above)]
    return combine(gt(log(1 + p) - log(1 + p / exp(1)), 0), terms)
