"""When no W satisfies (8), for several constraints: some tr(WC_j) > 0 for every W, and the dual objective goes to 0.

S = Σ β_jC_j, β_j ≥ 0, has the eigenvalues λ_i, and E_i are the projections on its eigenvectors. Let all λ_i ≥ c > 0.
A symmetric X puts the weights p_i(X) = ⟨exp X, E_i⟩ ≥ 0 on them, with the sum Z(X) = tr exp X. Then:

1. Σ β_j⟨exp A, C_j⟩ = ⟨exp A, S⟩ = Σ λ_ip_i(A) ≥ cZ(A): for W = exp A/Z(A), Σ β_j tr(WC_j) ≥ c (`mean_eigenvalue`).
2. So what bounds all tr(WC_j) from above is positive: some constraint is violated, whatever W is (`some_is_violated`).
3. Z(M − sS) ≤ ⟨exp M, exp(−sS)⟩ = Σ e^(−sλ_i)p_i(M) ≤ e^(−cs)Z(M) for s ≥ 0, by Golden–Thompson (`decay_along`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Tuple, exp

from numeric.learners.definite_boost import DefiniteBoost
from proofs.matrix_eg._diagonal import DIAGONAL, b1, b2, diagonal_facts
from proofs.matrix_eg._symmetric import (
    COMPLETE, EXPONENTIAL, EXPONENTIALS, INDEX, RESOLUTION, SYMMETRIC, TRACE, WEIGHED, A, E, M, Z, d,
    exponential_positive, golden_thompson, i, lam, mexp, over_eigenvectors,
)  # fmt: skip
from proofs.matrix_eg._symmetric import j as row
from proofs.matrix_eg.dual import CONSTRAINTS, READING, combined, j, n, not_negative, over_constraints, violation
from proofs.matrix_eg.dual import TOTAL as S
from verify.audit import (
    Claim, Inner, Searched, Theorem, assume, at, cases, combine, eq, exponential_above_tangent, fails_as, fails_without,
    family, follows, forall, ge, generalize, gt, holds_at, instantiate, le, real, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import VecHead
from verify.lemmas.few_rounds import each_round

c, s, m = real("c s m")
beta = family("β")
DIRECTION, WEIGHTS = combined(beta), not_negative(beta)

EIGENVALUE = lam(i, S)
"""λ_i, the i-th eigenvalue of S."""

SMALLEST = forall(i, ge(EIGENVALUE, c), INDEX)
LARGEST_VIOLATION = forall(j, ge(m * Z(A), violation(A)), CONSTRAINTS)
"""No tr(WC_j) is larger than m, for W = exp A/Z(A)."""

DIVERGES = Claim(
    "matrix_eg/infeasible-dual",
    at="section 4",
    says=(
        "If Σ β_jC_j ≥ cI with c > 0 and all β_j ≥ 0, the largest tr(WC_j) is positive for every W, and the dual "
        "objective goes to 0 (its logarithm to −∞)"
    ),
    given=[
        SYMMETRIC,
        *WEIGHED,
        DIRECTION,
        WEIGHTS,
        SMALLEST,
        LARGEST_VIOLATION,
        gt(c, 0),
        ge(s, 0),
    ],
    where=EXPONENTIALS,
    states=[
        gt(m, 0),
        ge(m * over_constraints(beta(j)), c),
        le(Z(M - s * S), exp(-c * s) * Z(M)),
    ],
    reading=READING
    + (
        "Here S = Σ β_jC_j has weights β_j ≥ 0, and its smallest eigenvalue is at least c > 0. m is any number that "
        "bounds all tr(WC_j), W = exp A/tr exp A, from above: then it is positive, and at least c/Σ β_j, so that the "
        "constraints contradict each other. Along the multipliers sβ, s ≥ 0, the dual objective is at most e^(−cs) "
        "times its value: (9) has no minimiser, and a W* as in the text does not exist. That constraints which no "
        "positive semidefinite W of trace one meets always have such β is a theorem of the alternative (by the "
        "minimax theorem; for diagonal matrices it is Ville's), and not used."
    ),
)


def weight(X: Any) -> Expr:
    """p_i(X) = ⟨exp X, E_i⟩."""
    return Inner(mexp(X), E(i, S))


def weight_at_least_zero(X: Any) -> Theorem:
    """p_i(X) ≥ 0."""
    return instantiate(exponential_positive(S, X), {row: i})


def sum_of_weights(X: Any) -> Theorem:
    """Z(X) = Σ p_i(X), as the E_i add up to I."""
    trace, complete = at(TRACE, X), at(COMPLETE, S, mexp(X))
    return combine(eq(Z(X), over_eigenvectors(weight(X))), [(1, trace), (1, complete)])


def mean_eigenvalue() -> Theorem:
    """Step 1, Σ β_j⟨exp A, C_j⟩ = Σ λ_ip_i(A) ≥ cZ(A): Σ (λ_i − c)p_i(A) ≥ 0."""
    above = combine(ge(weight(A) * (EIGENVALUE - c), 0), [(weight_at_least_zero(A), at(SMALLEST, i))])
    return follows(
        ge(over_constraints(beta(j) * violation(A)), c * Z(A)),
        telescope(above, i, 1, d), at(RESOLUTION, S, mexp(A)), sum_of_weights(A), at(DIRECTION, mexp(A)),
    )  # fmt: skip


def some_is_violated() -> list[Theorem]:
    """Step 2, m > 0 and m Σ β_j ≥ c: the mean is at most m Σ β_j, and m ≤ 0 would make that at most 0 < c."""
    whole, margin = over_constraints(beta(j)), gt(c, 0)
    below_m = combine(ge(beta(j) * (m * Z(A) - violation(A)), 0), [(at(WEIGHTS, j), at(LARGEST_VIOLATION, j))])
    enough = follows(ge(m * whole, c), telescope(below_m, j, 1, n), mean_eigenvalue())
    sum_of_signs = follows(ge(whole, 0), telescope(at(WEIGHTS, j), j, 1, n))
    positive, zero, negative = on = [gt(m, 0), eq(m, 0), gt(0, m)]
    absurd = combine(gt(0, 0), [(1, enough), (1, margin)], using=[zero])
    share = combine(gt(-2 * m / c, 0), [(2 / c, negative)], facts=[margin])
    none = combine(ge(-2, 0), [(2 / c, enough), (share, sum_of_signs)], facts=[margin])
    if_negative = combine(positive, [(assume(negative), none), (1, negative)])
    if_zero = combine(positive, [(1, absurd)], using=[zero])
    return [cases([assume(positive), if_zero, if_negative], on), enough]


def decay_along(goal: Any) -> Theorem:
    """Step 3, Z(M − sS) ≤ e^(−cs)Z(M): e^(−sλ_i) ≤ e^(−cs) for each eigenvalue, by e^x ≥ 1 + x at x = s(λ_i − c)."""
    forward, scale, shrunk = [ge(s, 0)], exp(-c * s), exp(-s * EIGENVALUE)
    tangent = exponential_above_tangent(s * (EIGENVALUE - c))
    falls = combine(ge(scale - shrunk, 0), [(shrunk, tangent), (shrunk * s, at(SMALLEST, i))], facts=forward)
    each = telescope(combine(ge(weight(M) * (scale - shrunk), 0), [(weight_at_least_zero(M), falls)]), i, 1, d)
    spelt, golden = at(EXPONENTIAL, -s, S, mexp(M)), golden_thompson(M, -s * S)
    return combine(goal, [(1, each), (1, golden), (-1, spelt), (scale, sum_of_weights(M))], facts=forward)


@DIVERGES.proof
def smallest_eigenvalue(claim: Claim) -> list[Theorem]:
    """Both S and exp(−sS) are compared with multiples of I, eigenvalue by eigenvalue: steps 1 and 2, and step 3."""
    return [*some_is_violated(), decay_along(claim.states[2])]


# --- mutants: two by two diagonal matrices -------------------------------------------------------------------------


def contradiction(
    entries: Any = (1, 2), rate: Any = 1, time: Any = 1, total: Any = None, weight: int = 1, largest: Any = 2
) -> dict[str, Any]:
    """One constraint C = diag(1, 2) or other `entries`, with β = `weight`, from M = A = 0; S = βC, or `total`.

    c is `rate`, s is `time` and m is `largest`.
    """
    combined = tuple(weight * entry for entry in entries) if total is None else total
    at = {
        **DIAGONAL,
        n: 1,
        c: rate,
        s: time,
        m: largest,
        beta: Lambda(j, weight),
        S: combined,
        VecHead("C"): Lambda(j, Tuple(*entries)),
        A: (0, 0),
        M: (0, 0),
    }
    product = eq(combined[0] * b1 + combined[1] * b2, weight * (entries[0] * b1 + entries[1] * b2))
    room = 2 * Rational(largest) - sum(entries)
    smallest = ge((2 - i) * combined[0] + (i - 1) * combined[1], rate)

    def met() -> list[Theorem]:
        found = diagonal_facts()
        attempts: list[Callable[[], Theorem]] = [
            lambda: generalize(combine(product, []), [b1, b2]),
            lambda: each_round(smallest, i, lambda k: [(combined[k - 1] - rate, 1)]),
            lambda: each_round(ge(weight, 0), j, lambda _: [(weight, 1)], 1),
            lambda: each_round(ge(2 * largest, sum(entries)), j, lambda _: [(room, 1)], 1),
        ]
        for attempt in attempts:
            with suppress(KernelError):
                found.append(attempt())
        return found

    return {"at": at, "discharge": met}


def decay(factor: Any) -> Any:
    """Z(M − sS) ≤ exp(factor·cs) Z(M)."""
    return le(Z(M - s * S), exp(factor * c * s) * Z(M))


ALL_MET, MARGIN, FALLING = DIVERGES.states

fails_as(DIVERGES,
    ("constant", {FALLING: decay(-2)}, "e^(−2cs).", contradiction((1, 1))),
    ("constant", {MARGIN: ge(MARGIN.lhs, 2 * MARGIN.rhs)}, "m Σ β_j ≥ 2c: for C = diag(1, 2) and W = I/2 it is 3c/2.",
        contradiction(rate=1, largest=Rational(3, 2))),
    ("sign", {ALL_MET: gt(0, m)}, "All tr(WC_j) < 0.", contradiction()),
)  # fmt: skip
holds_at(DIVERGES, ("Both entries are c.", *contradiction((1, 1), largest=1).values()))


fails_without(DIVERGES,
    (WEIGHTS, "β_j may be negative: C = −diag(2, 1) is met by every W, and β = −1.",
        contradiction((-2, -1), total=(2, 1), weight=-1, largest=-1)),
    (LARGEST_VIOLATION, "m may be anything.", contradiction(largest=-1)),
    (SMALLEST, "S may have eigenvalues below c.", contradiction((-1, 0))),
    (gt(c, 0), "c may be negative.", contradiction((-1, 0), -1, largest=-Rational(1, 2))),
    (ge(s, 0), "s may be negative.", contradiction(time=-1)),
    (DIRECTION, "S may be anything.", contradiction((-1, -1), total=(1, 1), largest=-1)),
)  # fmt: skip


@DIVERGES.search
def contradicting_constraints() -> Iterator[Searched]:
    """DefiniteBoost on pairs with C_1 + C_2 ≥ cI: the least multiples of e^(−cs) that its dual objective allows.

    Its multipliers are seldom equal; with s the lesser of the two, the rest is a multiplier of one constraint.
    """
    rng = np.random.default_rng(4)
    worst, where, cases = 0.0, "", 0
    for size in (2, 3, 5):
        for _ in range(10):
            C = rng.normal(size=(size, size))
            C = C + C.T
            gap = float(rng.uniform(0.1, 0.5))
            pair = np.stack([C, gap * np.eye(size) - C])
            if not np.linalg.eigvalsh(C)[0] < 0.0 < gap < np.linalg.eigvalsh(C)[-1]:
                continue
            learner = DefiniteBoost(np.eye(size) / size).fit(pair, rounds=60)
            equal = float(np.min(learner.alphas_))
            alone = DefiniteBoost(np.eye(size) / size)
            for number in (0, 1):
                alone.project(pair[number], 0.0, float(learner.alphas_[number]) - equal)
            found = float(np.exp(learner.dual_objective_ - alone.dual_objective_ + gap * equal))
            cases += 1
            if found > worst:
                worst, where = found, f"d = {size}, c = {gap:.3f}, s = {equal:.3f}"
    yield Searched("dual objective over e^(−cs) times that without the common part", cases, worst, where, 1 + 1e-9)
