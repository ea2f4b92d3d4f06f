"""Section 5: the constraints of the projection are those of twice the threshold."""

from __future__ import annotations

from sympy import Lambda

from proofs.matrix_eg import LOST
from proofs.matrix_eg.distance_instance import (
    HALF, HALVES, INSTANCE_REPAIRED, OBJECTS, PAIR, PLACES, i, mass, squared_distance, trace,
)  # fmt: skip
from verify.audit import Claim, Theorem, assume, combine, eq, fails_as, fails_without, le, real, witness
from verify.language.terms import VecHead

eps = real("ε")

CONSTRAINT = Claim(
    "matrix_eg/projection-constraint",
    face_of="matrix_eg/distance-instance",
    at="section 5",
    printed=(
        "the inequality constraints are constructed as ‖x_a − x_b‖ ≤ ε … If X_j is defined as in the "
        "previous section and C_j = X_j − εI, the inequalities are then rewritten as tr(WC_j) ≤ 0"
    ),
    given=[*OBJECTS, eq(mass(), 1), le(trace() - eps * mass(), 0)],
    reconstructed=True,
    states=le(squared_distance(), eps),
    reading=LOST
    + (
        "tr W = Σ ‖x_i‖² = 1 and tr(WC_j) = tr(WX_j) − ε tr W, with the printed X_j. The text shows no square, and the "
        "formula has one, ‖x_a − x_b‖² ≤ ε, as the distance values of the paragraph before have: without it the two "
        "sides differ in more than a factor, and the statement fails at the same instance."
    ),
)

CONSTRAINT_REPAIRED = Claim(
    "matrix_eg/projection-constraint.repaired",
    at="section 5",
    says="tr(WC_j) = ½‖x_a − x_b‖² − ε, and so tr(WC_j) ≤ 0 means ‖x_a − x_b‖² ≤ 2ε",
    given=[*PLACES, eq(mass(), 1)],
    states=eq(trace() - eps * mass(), squared_distance() / 2 - eps),
    repairs="matrix_eg/projection-constraint",
    rests_on=["matrix_eg/distance-instance.repaired"],
    reading=(
        "[W]_ij = ⟨x_i, x_j⟩, tr W = Σ ‖x_i‖² = 1, a and b are two of the d objects, and C_j = X_j − εI with the "
        "printed X_j: the constraints are those of twice the threshold. For every d."
    ),
)


@CONSTRAINT.counterexample
def two_of_two_points(claim: Claim) -> Theorem:
    """W = I/2, x_1 = e_1/√2 and x_2 = e_2/√2, ε = ½: tr(WC) = ½ − ½ = 0, but ‖x_1 − x_2‖² = 1 > ½."""
    return witness(list(claim.given), claim.states[0], {**HALVES, eps: HALF})


@CONSTRAINT_REPAIRED.proof
def half_less_epsilon(claim: Claim) -> Theorem:
    """tr(WX_j) is half the squared distance, tr W is one."""
    unit = [f for f in claim.given if f == eq(mass(), 1)]
    half = INSTANCE_REPAIRED.theorem(INSTANCE_REPAIRED.states[0])
    return combine(claim.states[0], [(1, half), *((-eps, assume(f)) for f in unit)])


fails_as(CONSTRAINT_REPAIRED,
    ("constant", eq(trace() - eps * mass(), squared_distance() / 2 - 2 * eps), "2ε in place of ε.",
        {**PAIR, VecHead("x"): Lambda(i, i - 1), eps: 1}),
    ("sign", eq(trace() - eps * mass(), squared_distance() / 2 + eps), "ε is added.",
        {**PAIR, VecHead("x"): Lambda(i, i - 1), eps: 1}),
)  # fmt: skip
fails_without(CONSTRAINT_REPAIRED, (CONSTRAINT_REPAIRED.given[4], "W may have any trace.", {**PAIR, eps: 1}))
