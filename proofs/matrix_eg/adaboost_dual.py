"""Section 4.3, diagonal matrices: the dual objective is the exponential loss."""

from __future__ import annotations

from sympy import Lambda, Sum, exp, log

from proofs.matrix_eg._adaboost import (
    DIAGONAL, ONE, SAMPLE, SOME, alpha, d, guess, i, j, label, log_weight, n, over_samples, trace_exp,
)  # fmt: skip
from verify.audit import Claim, Theorem, at, eq, fails_as, fails_without, follows, forall, telescope

UNIFORM = forall(i, eq(exp(log_weight(i)), 1 / d), SAMPLE)
"""log W_1 is the diagonal matrix whose exponential is I/d."""

DUAL = Claim(
    "matrix_eg/adaboost-dual",
    at="section 4.3",
    printed="Setting W_1 = I/d, the dual objective (14) is rewritten as Σ_i (1/d) exp(−y_i Σ_j α_jh_j(x_i))",
    given=[SOME, UNIFORM],
    reconstructed=True,
    states=eq(
        trace_exp(log_weight(i) - Sum(alpha(j) * label(i) * guess(j, i), (j, 1, n))),
        over_samples(exp(-label(i) * Sum(alpha(j) * guess(j, i), (j, 1, n))) / d),
    ),
    reading=DIAGONAL
    + (
        "The dual objective is that of (14), tr exp(log W_1 − Σ α_jC_j), with log W_1 = diag(L), e^L = 1/d, and C_j = "
        "diag(y_ih_j(x_i)). It is the exponential loss over d. For all real α, y and h, every d ≥ 1 and n."
    ),
)


@DUAL.proof
def entry_by_entry(claim: Claim) -> Theorem:
    """exp(L − s) = exp(−s)/d, entry by entry."""
    margins = Sum(alpha(j) * label(i) * guess(j, i), (j, 1, n))
    entry = follows(eq(exp(log_weight(i) - margins), exp(-margins) / d), at(UNIFORM, i), SOME)
    return follows(claim.states[0], telescope(entry, i, 1, d))


RIGHT = {**ONE, log_weight: Lambda(i, 0), guess: Lambda((j, i), 1)}

DUAL_IS = DUAL.states[0]

fails_as(DUAL,
    ("constant", eq(DUAL_IS.lhs, d * DUAL_IS.rhs), "The factor 1/d is lost.",
        {**RIGHT, d: 2, label: [1, 1], log_weight: Lambda(i, -log(2))}),
    ("sign", eq(DUAL_IS.lhs, over_samples(exp(label(i) * Sum(alpha(j) * guess(j, i), (j, 1, n))) / d)), "exp(+y Σ αh).",
        RIGHT),
)  # fmt: skip
fails_without(DUAL, (UNIFORM, "W_1 may be anything.", {**RIGHT, log_weight: Lambda(i, 1)}))
