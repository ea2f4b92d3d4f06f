"""When no W satisfies (8), for one constraint: the step (13) may have the wrong sign.

Where all eigenvalues of C are positive, tr(WC) > 0 for every W: then (13) as printed is negative. For λ_min < 0 < λ_max
and 0 ≤ r < −λ_min it is a number, and at least 0, as the fraction in it is at least 1 and ln x ≥ 1 − 1/x.
"""

from __future__ import annotations

from sympy import Rational

from proofs.matrix_eg import LOST
from proofs.matrix_eg.approximate_alpha import STEP, high, logarithm_above, low, printed_ratio, printed_step, r, x
from verify.audit import Claim, Theorem, combine, fails_as, fails_without, ge, gt, instantiate, le, witness

INFEASIBLE = Claim(
    "matrix_eg/infeasible",
    at="section 4.2",
    printed="Since the most unsatisfied constraint is chosen, r_t ≥ 0 and thus α_t ≥ 0",
    given=[gt(low, 0), gt(high, low), gt(r, low), gt(high, r)],
    reconstructed=True,
    where={STEP: printed_step(r, low, high)},
    states=ge(printed_step(r, low, high), 0),
    weight="gap",
    slip=(
        "That α_t ≥ 0 needs λ_min < 0 < λ_max, of which the paper says nothing, and nothing in section 4.2 excludes an "
        "infeasible (8) with a positive definite C_t: there (13) as printed is negative, and (13) repaired no number."
    ),
    reading=LOST
    + (
        "Of a constraint that no W meets, as (8) may be infeasible: all eigenvalues of C are positive, in [λ_min, "
        "λ_max]. Then r > 0 for every W, and (13) as printed is defined."
    ),
)

INFEASIBLE_REPAIRED = Claim(
    "matrix_eg/infeasible.repaired",
    at="section 4.2",
    says="If λ_min < 0 < λ_max and 0 ≤ r_t < −λ_min, then (13) as printed is defined and α_t ≥ 0",
    given=[gt(0, low), gt(high, 0), ge(r, 0), gt(-low, r)],
    where={STEP: printed_step(r, low, high)},
    states=[gt(printed_ratio(r, low, high), 0), ge(printed_step(r, low, high), 0)],
    repairs="matrix_eg/infeasible",
    reading=LOST
    + (
        "A constraint that some positive definite matrices meet strictly and others violate has eigenvalues of both "
        "signs. r_t ≥ 0 holds as long as not all constraints hold strictly, and is supposed here; r_t < −λ_min is "
        "what (13) as printed needs to be a number, matrix_eg/approximate-alpha. The repaired (13) needs r_t ≥ 0 too, "
        "and in the place of r_t < −λ_min only r_t < λ_max: matrix_eg/approximate-alpha.repaired."
    ),
)


@INFEASIBLE.counterexample
def wrong_way(claim: Claim) -> Theorem:
    """C = diag(1, 2), r = 3/2: α = ln(7/10) < 0, a step that raises the dual objective."""
    return witness(list(claim.given), claim.states[0], {low: 1, high: 2, r: Rational(3, 2)})


@INFEASIBLE_REPAIRED.proof
def ratio_above_one(claim: Claim) -> list[Theorem]:
    """(1 + r/λ_max)/(1 + r/λ_min) = (λ_max + r)(−λ_min)/(λ_max(−λ_min − r)) ≥ 1, and ln x ≥ 1 − 1/x."""
    defined, not_negative = claim.states
    known = list(claim.given)
    below = combine(gt(1 + r / low, 0), [((-low - r) / -low, 1)], facts=known)
    first = combine(defined, [((high + r) * -low / (high * (-low - r)), 1)], facts=[*known, below])
    above = instantiate(logarithm_above(), {x: printed_ratio(r, low, high)}, [first])
    excess = r * (high - low) / ((high + r) * -low)
    width = high - low
    return [first, combine(not_negative, [(1 / width, above), (excess / width, 1)], facts=[*known, below])]


CHANGES_SIGN = {low: -1, high: 2, r: Rational(1, 2)}


fails_as(INFEASIBLE_REPAIRED,
    ("sign", [INFEASIBLE_REPAIRED.states[0], le(INFEASIBLE_REPAIRED.states[1].lhs, 0)], "α ≤ 0.", CHANGES_SIGN),
    ("constant", [INFEASIBLE_REPAIRED.states[0], ge(INFEASIBLE_REPAIRED.states[1].lhs, 1)], "α ≥ 1.", CHANGES_SIGN),
)  # fmt: skip


fails_without(INFEASIBLE_REPAIRED,
    (gt(-low, r), "r may be −λ_min or more.", {low: -1, high: 2, r: Rational(3, 2)}),
    (ge(r, 0), "r may be negative.", {low: -1, high: 2, r: -Rational(1, 2)}),
)  # fmt: skip
