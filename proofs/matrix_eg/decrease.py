"""The dual objective falls in every round with a violation: not with (13) as printed, but with (13) repaired."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import Rational, log

from proofs.matrix_eg._diagonal import DIAGONAL, diagonal_facts
from proofs.matrix_eg._one_round import EDGE, WITHIN, C, a, best_round, level
from proofs.matrix_eg._symmetric import EXPONENTIALS, SPECTRAL_READING, SYMMETRIC, WEIGHED, M, Z, i
from proofs.matrix_eg.approximate_alpha import GIVEN, NAMES, STEP, high, low, printed_step, progress, r, step
from proofs.matrix_eg.rho import STRICT
from verify.audit import Claim, Theorem, assume, combine, fails_as, fails_without, ge, gt, instantiate, lt, ne, witness
from verify.author.kernel import KernelError
from verify.language.terms import Relation
from verify.lemmas.few_rounds import each_round

VIOLATED = gt(r, 0)
COMMON = [SYMMETRIC, *WEIGHED, *WITHIN, EDGE, *GIVEN]
READING = SPECTRAL_READING + (
    "Any round: W_t = exp M/tr exp M, C is the constraint chosen, its eigenvalues are in [λ_min, λ_max], λ_min < 0 < "
    "λ_max, and r = tr(W_tC), λ_min < r < λ_max. The dual objective goes from tr exp M to tr exp(M − α_tC). "
)


def falls(rule: Any) -> Relation:
    """tr exp(M − αC) < tr exp M, for the step of the rule."""
    return lt(Z(M - rule(r, low, high) * C), Z(M))


DECREASE = Claim(
    "matrix_eg/dual-decrease",
    at="after Theorem 4.1",
    printed=(
        "The dual objective is monotonically decreasing, because ρ(r_t) ≤ 1. … Thus the dual objective continues to "
        "decrease until all constraints are satisfied."
    ),
    face_of="matrix_eg/approximate-alpha",
    given=[*COMMON, VIOLATED, gt(-low, r)],
    reconstructed=True,
    where={STEP: printed_step(r, low, high), **EXPONENTIALS},
    states=falls(printed_step),
    reading=READING + "The step is (13) as printed; the constraint is violated, and r < −λ_min, so that it is defined.",
)

DECREASE_REPAIRED = Claim(
    "matrix_eg/dual-decrease.repaired",
    at="after Theorem 4.1",
    says="With (13) repaired, the dual objective falls in every round with r_t ≠ 0",
    given=[*COMMON, ne(r, 0)],
    where=NAMES | EXPONENTIALS,
    states=falls(step),
    repairs="matrix_eg/dual-decrease",
    rests_on=["matrix_eg/rho-strict", "matrix_eg/theorem-4-1.repaired"],
    reading=READING
    + (
        "The step is (13) repaired. With the most violated constraint chosen, r > 0 until all constraints hold. That "
        "they all hold in the limit, where (8) has a positive definite solution, is matrix_eg/theorem-4-1.sharp; where "
        "they contradict each other the dual objective falls without end, matrix_eg/infeasible-dual."
    ),
)


def one_projection(r_: Any, low_: Any, high_: Any, **changes: Any) -> dict[str, Any]:
    """W_t = diag(w, 1 − w) with the violation r of C = diag(λ_min, λ_max), or with other eigenvalues of C, `ends`."""
    r_, low_, high_ = Rational(r_), Rational(low_), Rational(high_)
    first, second = changes.get("ends", (low_, high_))
    weight = changes.get("weight", (high_ - r_) / (high_ - low_))
    at = {**DIAGONAL, M: (log(weight), log(1 - weight)), C: (first, second), low: low_, high: high_, r: r_}
    eigenvalue = (2 - i) * first + (i - 1) * second

    inside = [
        (ge(eigenvalue, low_), lambda n: [((first, second)[n - 1] - low_, 1)]),
        (ge(high_, eigenvalue), lambda n: [(high_ - (first, second)[n - 1], 1)]),
    ]

    def met() -> list[Theorem]:
        found = diagonal_facts()
        for body, slacks in inside:
            with suppress(KernelError):
                found.append(each_round(body, i, slacks))
        return found

    return {"at": at, "discharge": met}


RISES = one_projection(Rational(9, 10), -1, 10)


@DECREASE.counterexample
def it_rises(claim: Claim) -> Theorem:
    """C = diag(−1, 10), r = 9/10: the printed step ln(10.9)/11 takes the dual objective from 1 to 1.0476."""
    return witness(list(claim.given), claim.states[0], RISES["at"], RISES["discharge"]())


@DECREASE_REPAIRED.proof
def below_the_factor(claim: Claim) -> Theorem:
    """Z(M − αC) ≤ ρ(r) Z(M) and ρ(r) < 1."""
    given = list(claim.given)
    signs = [assume(f) for f in (*GIVEN, ne(r, 0)) if f in given]
    rho, taken = progress(r, low, high), step(r, low, high)
    positive = combine(gt(rho, 0), [(1, rho)], facts=signs)
    same = [combine(Relation("=", term, term), [], facts=signs) for term in (rho, taken)]
    bound = instantiate(best_round(), {level: rho, a: taken}, [positive, *same, *signs])
    strict = instantiate(STRICT.theorem(STRICT.states[0]), {}, signs)
    return combine(claim.states[0], [(1, bound), (Z(M), strict)], facts=signs)


fails_as(DECREASE_REPAIRED,
    ("sign", falls(printed_step), "(13) as printed.", RISES),
    ("constant", falls(lambda *ends: 3 * step(*ends)), "Three times the step.",
        one_projection(Rational(9, 10), -1, 10)),
)  # fmt: skip


fails_without(DECREASE_REPAIRED,
    (ne(r, 0), "r may be 0: then nothing moves.", one_projection(0, -1, 2)),
    (WITHIN, "The eigenvalues −9 and 10 are outside [−1, 1].",
        one_projection(Rational(1, 2), -1, 1, ends=(-9, 10), weight=Rational(1, 2))),
    (EDGE, "r may be anything.", one_projection(Rational(-1, 2), -1, 2, weight=Rational(1, 4))),
)  # fmt: skip
