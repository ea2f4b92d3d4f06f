"""Section 4.3, diagonal matrices: (12) is AdaBoost's update of the weights."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, exp

from numeric.learners.adaboost import AdaBoost
from numeric.reference import adaboost as reference
from proofs.matrix_eg._adaboost import (
    DIAGONAL, ONE, SAMPLE, SOME, a, d, guess, i, k, label, log_weight, margin, over_samples, rounds, trace_exp, weight,
)  # fmt: skip
from verify.audit import (
    Claim, Conformance, Theorem, at, combine, eq, fails_as, fails_without, follows, forall, ge, gt, telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance


def reweighted(i: Any, sign: int = -1) -> Expr:
    """w_i exp(−α y_ih(x_i))."""
    return weight(i) * exp(sign * a * margin(i))


LOGARITHM = forall(i, eq(exp(log_weight(i)), weight(i)), SAMPLE)
"""log W_t is the diagonal matrix whose exponential is W_t."""

UPDATE = Claim(
    "matrix_eg/adaboost-update",
    at="section 4.3",
    printed="the updating formula (12) becomes the AdaBoost update: w_{t+1,i} = w_{ti} exp(−α_ty_ih_t(x_i))/Z_t(α_t)",
    given=[SOME, LOGARITHM, ge(k, 1), ge(d, k)],
    reconstructed=True,
    states=eq(
        exp(log_weight(k) - a * margin(k)) / trace_exp(log_weight(i) - a * margin(i)),
        reweighted(k) / over_samples(reweighted(i)),
    ),
    reading=DIAGONAL
    + (
        "W_t = diag(w) with w > 0, log W_t = diag(L) with e^L = w, and C_t = diag(y_ih(x_i)). The k-th entry of (12), "
        "exp(log W_t − αC_t) over its trace, is AdaBoost's new weight of the k-th sample."
    ),
)


@UPDATE.proof
def weights_come_out(claim: Claim) -> Theorem:
    """exp(L − s) = w exp(−s) entry by entry, and so the sums agree."""

    def entry(index: Any) -> Theorem:
        return follows(eq(exp(log_weight(index) - a * margin(index)), reweighted(index)), at(LOGARITHM, index))

    here, sums = exp(log_weight(k) - a * margin(k)), telescope(entry(i), i, 1, d)
    before, after = trace_exp(log_weight(i) - a * margin(i)), over_samples(reweighted(i))
    positive = [follows(gt(total, 0), total, SOME) for total in (before, after)]
    return combine(claim.states[0], [(1 / after, entry(k)), (-here / (before * after), sums)], facts=positive)


UNEQUAL = {**ONE, d: 2, k: 2, label: [1, 1], weight: [1, 1], guess: [1, 2]}

UPDATE_IS = UPDATE.states[0]

fails_as(UPDATE,
    ("constant", eq(UPDATE_IS.lhs, 2 * UPDATE_IS.rhs), "The new weight is doubled.",
        {**ONE, log_weight: [0], guess: [1]}),
    ("sign", eq(UPDATE_IS.lhs, reweighted(k, 1) / over_samples(reweighted(i, 1))), "exp(+αyh).",
        {**UNEQUAL, log_weight: [0, 0]}),
)  # fmt: skip
fails_without(UPDATE, (LOGARITHM, "L need not be the logarithm of w.", {**UNEQUAL, log_weight: [1, 2]}))


@UPDATE.conformance
def code_follows_the_update() -> Iterator[Conformance]:
    """The weights after one round with the step of the code."""

    def learner(case: Any) -> AdaBoost:
        made = AdaBoost(case[0])
        made.learn_one(case[1])
        return made

    def formula(case: Any) -> list[Any]:
        weights, margins = case
        at = {
            weight: [*map(float, weights)],
            guess: [*map(float, margins)],
            label: [1] * len(weights),
            a: learner(case).alpha_,
            d: len(weights),
        }
        return [value(UPDATE.states[0].rhs, {**at, k: number + 1}) for number in range(len(weights))]

    return conformance(
        rounds(),
        formula=formula,
        code=lambda case: learner(case).coef_,
        reference=lambda case: reference.update(case[0], case[1], learner(case).alpha_),
        ulps=4.0,
    )
