"""The dual objective of (9) is the logarithm of that of (14): the bound for it is the sum of the ln ρ(r_t)."""

from __future__ import annotations

from sympy import Rational, Sum, exp, log

from proofs.matrix_eg._symmetric import EXPONENTIALS
from proofs.matrix_eg.approximate_alpha import step, x
from proofs.matrix_eg.rho import logarithm_below_tangent
from proofs.matrix_eg.theorem_4_1 import (
    BOUND, COMMON, PRODUCT, READING, REPAIRED, SOME, STEP, TRACE_ONE, T, logarithms, objective, one_projection, rho,
    t,
)  # fmt: skip
from verify.audit import (
    Claim, Theorem, combine, eq, fails_as, fails_without, gt, instantiate, le, lt, positive, witness,
)  # fmt: skip

value = positive("z")
TOTAL = Sum(log(rho(t)), (t, 1, T))
LAST = objective(T + 1)

SAME = Claim(
    "matrix_eg/dual-logarithm",
    at="Theorem 4.1, (9) and (14)",
    printed="The dual objective (9) is bounded as tr exp(log W_1 − Σ α_jC_j) ≤ Π_{t≤T} ρ(r_t)",
    given=[],
    reconstructed=True,
    states=eq(log(value), value),
    weight="misprint",
    slip=(
        "(9) minimises the logarithm of tr exp(…), and (14) bounds tr exp(…) itself; section 4.3 calls the latter the "
        "dual objective (14). The minimisers are the same, the values are not."
    ),
    reading=(
        "z = tr exp(log W_1 − Σ α_jC_j), a positive number: that the dual objective (9), which is ln z, is what (14) "
        "bounds, which is z."
    ),
)

LOGARITHM = Claim(
    "matrix_eg/dual-logarithm.repaired",
    at="Theorem 4.1, (9) and (14)",
    says="log tr exp(log W_1 − Σ α_jC_j) ≤ Σ_{t≤T} log ρ(r_t), and it is less than Π_{t≤T} ρ(r_t)",
    given=[*COMMON, STEP],
    where=EXPONENTIALS,
    states=[le(log(LAST), TOTAL), lt(log(LAST), PRODUCT)],
    repairs="matrix_eg/dual-logarithm",
    rests_on=["matrix_eg/theorem-4-1.repaired"],
    reading=READING
    + (
        " The step is (13) repaired. The first formula is (14) for the dual objective of (9), with the logarithm on "
        "both sides; the second is (14) with the logarithm on the left alone, as its words can be read: true and weak, "
        "as the product is positive and the logarithm at most 0."
    ),
)


@SAME.counterexample
def at_the_start(claim: Claim) -> Theorem:
    """At the start, all α_j = 0, tr W_1 = 1 and its logarithm is 0."""
    return witness(list(claim.given), claim.states[0], {value: 1})


@LOGARITHM.proof
def round_by_round(claim: Claim) -> list[Theorem]:
    """The sum of the logarithms, from ln 1 = 0; and ln z ≤ z − 1."""
    added, weak = claim.states
    below = instantiate(logarithm_below_tangent(), {x: LAST}, [combine(gt(LAST, 0), [(1, LAST)])])
    product = REPAIRED.theorem(BOUND)
    return [
        combine(added, [(1, logarithms())], using=[TRACE_ONE], facts=[SOME]),
        combine(weak, [(1, below), (1, product), (1, 1)], facts=[SOME]),
    ]


HALF = Rational(1, 2)


fails_as(LOGARITHM,
    ("constant", {LOGARITHM.states[0]: le(log(LAST), 2 * TOTAL)},
        "Twice the sum: the bound is attained where C has no other eigenvalues than λ_min and λ_max.",
        one_projection(step, HALF)),
    ("sign", {LOGARITHM.states[1]: lt(log(LAST), -exp(TOTAL))}, "Less than −Π ρ(r_t).", one_projection(step, HALF)),
)  # fmt: skip
fails_without(LOGARITHM,
    (STEP, "α(t) may be anything.", one_projection(step, HALF, taken=3)),
    (TRACE_ONE, "W_1 may have the trace 2.", one_projection(step, HALF, mass=2)),
)  # fmt: skip
