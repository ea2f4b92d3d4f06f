"""Section 4: what projections onto one constraint after the other reach: the nearest for equalities, not for (8)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from sympy import exp, log

from proofs.matrix_eg._gibbs import FAR, NAMES, gibbs, relative_entropy
from proofs.matrix_eg._symmetric import SPECTRAL, A, B, Z, mexp
from proofs.matrix_eg.dual import BEST, COMBINED, CONSTRAINTS, READING, START, TOTAL, TRACE_ONE, alpha, j, n, violation
from proofs.matrix_eg.dual import one_constraint as multiplied
from proofs.matrix_eg.global_convergence import GLOBAL, MOST, TWO_ROUNDS
from verify.audit import (
    Claim, Inner, Theorem, assume, at, combine, eq, fails_as, fails_without, forall, ge, instantiate, telescope,
    witness,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.lemmas.few_rounds import each_round

SEQUENTIAL = Claim(
    "matrix_eg/sequential-projections",
    at="section 4",
    printed=(
        "It is well known that the Bregman projection into the intersection of convex regions can be solved by "
        "sequential projections to each region [1]"
    ),
    given=[f for f in GLOBAL.given if f != MOST],
    reconstructed=True,
    states=GLOBAL.states[0],
    face_of="matrix_eg/global-convergence",
    rests_on=["matrix_eg/exact-projection"],
    reading=(
        "Read for diagonal matrices, the w(t, i) being the entries of W_t, c(k, i) those of C_k, and Δ(W, W_1) Σ "
        "w_i(log w_i − log w(1, i)). In round t the constraint C_j(t) is taken up, in any order, in turn for example: "
        "W_{t+1} = exp(log W_t − α_tC_j(t)) over its trace with α_t ≥ 0 and tr(W_{t+1}C_j(t)) = 0 is the exact "
        "projection of W_t onto the region tr(WC_j(t)) ≤ 0, matrix_eg/exact-projection. After T rounds all "
        "constraints are met. Solved: the last matrix is the one nearest to W_1 in the intersection, no feasible "
        "diag(p) is nearer. For half-spaces the method that is well known also takes back, in part, what an earlier "
        "round did for the same constraint; for regions tr(WC_j) = 0 nothing needs to be taken back."
    ),
)


@SEQUENTIAL.counterexample
def one_after_the_other(claim: Claim) -> Theorem:
    """C_1 = diag(2, 2, −10), then C_2 = diag(1, −1, −1), from W_1 ∝ (98304, 4096, 3645): (1/2, 1/12, 5/12).

    Both constraints then hold, and (1/2, 1/4, 1/4), which meets both too, is nearer to W_1: 0.7950… > 0.6542….
    """
    return witness(list(claim.given), claim.states[0], TWO_ROUNDS)


ENDS = forall(j, eq(violation(BEST), 0), CONSTRAINTS)
MET = forall(j, eq(violation(A), 0), CONSTRAINTS)

EQUALITIES = Claim(
    "matrix_eg/sequential-projections.repaired",
    at="section 4",
    says="For constraints tr(WC_j) = 0, a W reached by steps of either sign that meets them all is the nearest to W_1",
    given=[*SPECTRAL, TRACE_ONE, COMBINED, ENDS, MET],
    where=NAMES,
    states=[eq(FAR(A, START), FAR(A, BEST) + FAR(BEST, START)), ge(FAR(A, BEST), 0)],
    repairs="matrix_eg/sequential-projections",
    rests_on=["matrix_eg/dual"],
    reading=READING
    + (
        "The regions are tr(WC_j) = 0. α_j, of either sign, is the sum of the steps on C_j, in whatever order they are "
        "taken, and W_α = exp(log W_1 − Σ α_jC_j)/Z(α) is what they reach. If it is in all regions, none in them is "
        "nearer to W_1. That exact projections in turn converge to such a matrix is not stated here."
    ),
)


@EQUALITIES.proof
def nothing_to_take_back(claim: Claim) -> list[Theorem]:
    """Δ(W, W_1) − Δ(W, W_α) − Δ(W_α, W_1) = tr(W_αS) − tr(WS) = 0."""
    apart, _ = claim.states
    none = {}
    for schema, X in ((ENDS, BEST), (MET, A)):
        held = [at(schema, j)]
        terms = [combine(eq(alpha(j) * violation(X), 0), [(alpha(j), f)]) for f in held]
        there = [at(COMBINED, mexp(X))]
        none[X] = combine(eq(Inner(TOTAL, mexp(X)), 0), [(1, telescope(terms[0], j, 1, n)), *((1, f) for f in there)])
    whole = combine(apart, [(1 / Z(BEST), none[BEST]), (-1 / Z(A), none[A])], using=[assume(TRACE_ONE)])
    return [whole, instantiate(gibbs(), {B: BEST})]


def one_constraint(W: Any = None, **changes: Any) -> dict[str, Any]:
    """C = diag(−1, 1), W_1 = diag(1/5, 4/5), and the step ln 2 to I/2, or `changes`; W is I/2, or other."""
    found = multiplied(W=W, **changes)
    best = tuple(a - b for a, b in zip(found["at"][START], found["at"][TOTAL], strict=True))

    def met() -> list[Theorem]:
        theorems = list(found["discharge"]())
        for entries in (found["at"][A], best):
            first, second = map(exp, entries)
            with suppress(KernelError):
                theorems.append(each_round(eq((9 * j - 10) * first + (9 * j - 8) * second, 0), j, last=1))
        return theorems

    return {"at": found["at"], "discharge": met}


fails_as(EQUALITIES, *(
    (change, {EQUALITIES.states[0]: eq(relative_entropy(A, START), relative_entropy(A, BEST) + part)}, words,
        one_constraint())
    for change, part, words in (
        ("constant", 2 * relative_entropy(BEST, START), "Δ(W_α, W_1) twice."),
        ("sign", -relative_entropy(BEST, START), "−Δ(W_α, W_1)."),
    )
))  # fmt: skip


fails_without(EQUALITIES,
    (ENDS, "W_α need not be in the regions.", one_constraint(alpha_=1, total=(-1, 1), W=(0, 0))),
    (MET, "W need not be in the regions.", one_constraint(W=(0, log(3)))),
)  # fmt: skip
