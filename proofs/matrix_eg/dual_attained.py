"""When some W satisfies (8): the dual objective stays above exp(−Δ(W, W_1)), and no direction lets it fall for ever.

W = exp A/Z(A), Z(A) = tr exp A, is a positive definite matrix of trace one with tr(WC_j) ≤ 0 for all j, and
S = Σ β_jC_j, β_j ≥ 0, a direction; M = log W_1 − Σ α_jC_j for any multipliers, so that Z(M − sS) is the dual objective
along S. λ_i and E_i are the eigenvalues of S and the projections on its eigenvectors.

Bounded: the Lagrangian Δ(W, W_1) + Σ α_j tr(WC_j) is at least its least value −ln Z, and at most Δ(W, W_1).

Constant where it does not rise: let Z(M − sS) ≤ Z(M) for all s ≥ 0. Then:

1. All λ_i ≥ 0. Z(M − sS) ≥ ⟨exp(M − sS), E_i⟩ ≥ 1 + ⟨M, E_i⟩ − sλ_i, which for λ_i < 0 grows beyond Z(M)
   (`share_of_one`, `eigenvalues_at_least_zero`).
2. Σ λ_i⟨exp A, E_i⟩ = ⟨exp A, S⟩ = Σ β_j⟨exp A, C_j⟩ ≤ 0, as W is feasible (`weighed_eigenvalue`).
3. The weights ⟨exp A, E_i⟩ are positive, W being definite; so all λ_i are 0 (`eigenvalue_is_zero`).
4. So ⟨S, X⟩ = Σ λ_i⟨E_i, X⟩ = 0 for every X, and Z(M − rS) = Z(M) for every r, as the tangents of Z at both say.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from sympy import Integer, KroneckerDelta, Lambda, Rational, Tuple, exp, log

from proofs.matrix_eg._diagonal import DIAGONAL, b1, b2, diagonal_facts
from proofs.matrix_eg._gibbs import at_an_eigenvector, relative_entropy, shifted_tangent
from proofs.matrix_eg._gibbs import c as shift
from proofs.matrix_eg._symmetric import (
    COMPLETE,
    EIGENVALUE,
    INDEX,
    RESOLUTION,
    SPECTRAL,
    TRACE,
    A,
    B,
    E,
    M,
    Z,
    d,
    exponential_positive,
    i,
    lam,
    mexp,
)
from proofs.matrix_eg._symmetric import j as row
from proofs.matrix_eg.approximate_alpha import exponential_above_tangent, r, x
from proofs.matrix_eg.dual import (
    BEST,
    COMBINED,
    DUAL,
    FEASIBLE,
    FIFTHS,
    HALVED,
    MULTIPLIERS,
    READING,
    START,
    TRACE_ONE,
    alpha,
    j,
    n,
    of,
    one_constraint,
    violation,
    without,
)
from proofs.matrix_eg.dual import TOTAL as S
from verify.claims import Claim
from verify.few_rounds import each_round
from verify.kernel import KernelError, Theorem, assume, cases, combine, generalize, instantiate, telescope
from verify.terms import Inner, VecHead, eq, forall, ge, gt, integer, le, real

s, k = real("s"), integer("k")

BOUNDED = Claim(
    "matrix_eg/dual-bounded",
    at="section 4",
    says="If W satisfies (8), then log tr exp(log W_1 − Σ α_jC_j) ≥ −Δ(W, W_1) for all α_j ≥ 0",
    given=[*SPECTRAL, TRACE_ONE, COMBINED, MULTIPLIERS, FEASIBLE],
    states=ge(log(Z(BEST)), -relative_entropy(A, START)),
    rests_on=["matrix_eg/dual"],
    reading=READING
    + (
        "Weak duality: one feasible positive definite W keeps the dual objective above exp(−Δ(W, W_1)), so that only "
        "an infeasible (8), or one with singular W only, lets it go to 0."
    ),
)

NOT_RISING = forall(s, le(Z(M - s * S), Z(M)), [ge(s, 0)])

ATTAINED = Claim(
    "matrix_eg/dual-attained",
    at="after (9)",
    says=(
        "When a positive definite W satisfies (8), the dual objective is constant in every direction β ≥ 0 in which it "
        "does not rise, since Σ β_jC_j = 0"
    ),
    given=[*SPECTRAL, COMBINED, MULTIPLIERS, FEASIBLE, NOT_RISING],
    states=[eq(Inner(S, B), 0), eq(Z(M - r * S), Z(M))],
    reading=READING
    + (
        "Here α_j are the β_j of a direction, M = log W_1 − Σ α_jC_j for any multipliers, r any real number, and B any "
        "symmetric matrix: tr(SB) = 0 for all of them says S = 0. A convex function that is constant in the directions "
        "in which it does not rise attains its minimum (Rockafellar, Convex Analysis, theorem 27.1), so that (9) has a "
        "minimiser α*, as the text presupposes, where (8) is feasible by a positive definite W, the kind of matrix "
        "that it speaks of. That theorem is not used and no existence is stated: what is proved is that its "
        "hypothesis holds. For singular W it need not: C = diag(1, 0) is met by W = diag(0, 1) alone, and the dual "
        "objective falls for ever."
    ),
)


@BOUNDED.proof
def weak_duality(claim: Claim) -> Theorem:
    """The Lagrangian is at least its least value, and at most Δ(W, W_1) where the constraints hold."""
    least = DUAL.theorem(DUAL.states[0])
    met = [instantiate(assume(f), [j]) for f in of(claim, FEASIBLE)]
    signs = [instantiate(assume(f), [j]) for f in of(claim, MULTIPLIERS)]
    term = combine(le(alpha(j) * violation(A), 0), [(m, f) for m in signs for f in met])
    return combine(claim.states[0], [(1, least), (1 / Z(A), telescope(term, j, 1, n))])


OF_S = lam(i, S)
"""λ_i, the i-th eigenvalue of S."""


def weight(X: Any, index: Any = i) -> Any:
    """⟨exp X, E_i⟩."""
    return Inner(mexp(X), E(index, S))


def share_of_one() -> Theorem:
    """Z(B) = Σ_k ⟨exp B, E_k⟩ ≥ ⟨exp B, E_i⟩ for any B, none of the terms being negative."""
    delta = KroneckerDelta(k, i)
    not_negative = instantiate(exponential_positive(S, B), {row: k})
    added = telescope(combine(ge(weight(B, k), delta * weight(B, k)), [(1 - delta, not_negative)]), k, 1, d)
    trace, complete = instantiate(assume(TRACE), [B]), instantiate(assume(COMPLETE), [S, mexp(B)])
    return combine(ge(Z(B), weight(B)), [(1, added), (1, trace), (1, complete)], facts=INDEX)


def eigenvalues_at_least_zero() -> Theorem:
    """Step 1, λ_i ≥ 0: else Z(M − sS) ≥ 1 + ⟨M, E_i⟩ − sλ_i exceeds Z(M) at s = (Z(M) − ⟨M, E_i⟩)/(−λ_i)."""
    mean, negative = Inner(M, E(i, S)), gt(0, OF_S)
    own = instantiate(assume(EIGENVALUE), [i, S])

    def rises(step: Any, known: list[Any]) -> Theorem:
        along = instantiate(at_an_eigenvector(), {A: S, B: M - step * S, shift: 0})
        terms = [(1, instantiate(share_of_one(), {B: M - step * S})), (1, along), (-step, own)]
        return combine(ge(Z(M - step * S), 1 + mean - step * OF_S), terms, facts=known)

    start = combine(gt(Z(M) - mean, 0), [(1, rises(Integer(0), [])), (1, 1)])
    step = (Z(M) - mean) / -OF_S
    facts: list[Any] = [negative, start]
    ahead = combine(ge(step, 0), [(step, 1)], facts=facts)
    bounded = instantiate(assume(NOT_RISING), [step], [ahead])
    absurd = combine(ge(0, 1), [(1, rises(step, facts)), (1, bounded)], facts=facts)
    at_least = ge(OF_S, 0)
    return cases([assume(at_least), combine(at_least, [(-OF_S, absurd)], facts=[negative])], [at_least, negative])


def weighed_eigenvalue(claim: Claim, at_least: Theorem) -> Theorem:
    """Step 2, λ_i⟨exp A, E_i⟩ ≤ Σ_k λ_k⟨exp A, E_k⟩ = Σ β_j⟨exp A, C_j⟩ ≤ 0, none of the terms being negative."""
    other, delta = lam(k, S), KroneckerDelta(k, i)
    there = instantiate(generalize(at_least, [i], INDEX), [k])
    not_negative = instantiate(exponential_positive(S, A), {row: k})
    product = combine(ge(other * weight(A, k), 0), [(there, not_negative)])
    added = telescope(combine(ge(other * weight(A, k), delta * other * weight(A, k)), [(1 - delta, product)]), k, 1, d)
    resolved = instantiate(assume(RESOLUTION), [S, mexp(A)])
    signs = [instantiate(assume(f), [j]) for f in of(claim, MULTIPLIERS)]
    met = [instantiate(assume(f), [j]) for f in of(claim, FEASIBLE)]
    feasible = combine(le(alpha(j) * violation(A), 0), [(f, g) for f in signs for g in met])
    combined = [(-1, instantiate(assume(f), [mexp(A)])) for f in of(claim, COMBINED)]
    terms = [(1, added), (1, resolved), (1, telescope(feasible, j, 1, n)), *combined]
    return combine(le(OF_S * weight(A), 0), terms, facts=INDEX)


def eigenvalue_is_zero(claim: Claim) -> Theorem:
    """Step 3, λ_i = 0: ⟨exp A, E_i⟩ ≥ e^a > 0 for a = ⟨A, E_i⟩."""
    at_least, grown = eigenvalues_at_least_zero(), Inner(A, E(i, S))
    above = instantiate(at_an_eigenvector(), {A: S, B: A, shift: grown})
    positive = combine(gt(weight(A), 0), [(1, above), (exp(grown), 1)])
    at_most = combine(le(OF_S, 0), [(1 / weight(A), weighed_eigenvalue(claim, at_least))], facts=[positive])
    return combine(eq(OF_S, 0), [(1, OF_S)], facts=[at_least, at_most])


@ATTAINED.proof
def no_eigenvalue_is_left(claim: Claim) -> list[Theorem]:
    """All λ_i are 0, by steps 1 to 3; so S = 0, and moving along it changes nothing (step 4)."""
    _, constant = claim.states
    zero, moved = eigenvalue_is_zero(claim), M - r * S

    def product_with(X: Any) -> Theorem:
        part = Inner(E(i, S), X)
        none = telescope(combine(eq(OF_S * part, 0), [(part, zero)]), i, 1, d)
        return combine(eq(Inner(S, X), 0), [(1, none), (1, instantiate(assume(RESOLUTION), [S, X]))])

    up = instantiate(shifted_tangent(), {A: M, B: moved, shift: 0})
    down = instantiate(shifted_tangent(), {A: moved, B: M, shift: 0})
    larger = combine(ge(Z(moved), Z(M)), [(1, up), (-r, product_with(mexp(M)))])
    smaller = combine(ge(Z(M), Z(moved)), [(1, down), (r, product_with(mexp(moved)))])
    same = combine(constant, [(1, Z(moved) - Z(M))], facts=[larger, smaller])
    return [product_with(B), same]


# --- mutants: two by two diagonal matrices ---------------------------------------------------------------------------


@BOUNDED.mutant("constant", **one_constraint())
def half_the_distance(claim: Claim) -> Claim:
    """−Δ(W, W_1)/2."""
    return claim.replace(states=ge(log(Z(BEST)), -relative_entropy(A, START) / 2))


@BOUNDED.mutant("sign", **one_constraint())
def distance_added(claim: Claim) -> Claim:
    """+Δ(W, W_1)."""
    return claim.replace(states=ge(log(Z(BEST)), relative_entropy(A, START)))


@BOUNDED.mutant("hypothesis", **one_constraint(start=(log(Rational(1, 10)), log(Rational(2, 5)))))
def any_trace(claim: Claim) -> Claim:
    """W_1 may have any trace."""
    return without(claim, TRACE_ONE)


@BOUNDED.mutant("hypothesis", **one_constraint(total=(1, 2), W=(0, 0)))
def any_multipliers(claim: Claim) -> Claim:
    """S may be anything."""
    return without(claim, COMBINED)


@BOUNDED.mutant("hypothesis", **one_constraint(-log(2), HALVED[::-1], FIFTHS[::-1], FIFTHS[::-1]))
def negative_multipliers(claim: Claim) -> Claim:
    """α_j may be negative."""
    return without(claim, MULTIPLIERS)


@BOUNDED.mutant("hypothesis", **one_constraint(W=(0, log(4))))
def not_feasible(claim: Claim) -> Claim:
    """W need not meet the constraints."""
    return without(claim, FEASIBLE)


def direction(
    beta: int = 1, entries: Any = (0, 0), total: Any = None, W: Any = (0, 0), **values: Any
) -> dict[str, Any]:
    """One constraint C with the weight β, from M = 0, with W = I/2 or other; S is βC, or `total`; B = diag(0, 1)."""
    combined = tuple(beta * entry for entry in entries) if total is None else total
    at = {
        **DIAGONAL,
        n: 1,
        r: values.get("r", 1),
        alpha: Lambda(j, beta),
        S: combined,
        VecHead("C"): Lambda(j, Tuple(*entries)),
        A: W,
        B: (0, 1),
        M: (0, 0),
    }
    product = eq(combined[0] * b1 + combined[1] * b2, beta * (entries[0] * b1 + entries[1] * b2))
    traces = entries[0] * exp(W[0]) + entries[1] * exp(W[1])
    decay = le(exp(-s * combined[0]) + exp(-s * combined[1]), 2)

    def falling() -> Theorem:
        above = [instantiate(exponential_above_tangent(), {x: s * value}) for value in combined]
        slacks = [(exp(-s * value), f) for value, f in zip(combined, above, strict=True)]
        slacks += [(exp(-s * value) * value, s) for value in combined]
        return generalize(combine(decay, slacks, facts=[ge(s, 0)]), [s], [ge(s, 0)])

    def met() -> list[Theorem]:
        found = diagonal_facts()
        attempts: list[Callable[[], Theorem]] = [
            lambda: generalize(combine(product, []), [b1, b2]),
            lambda: each_round(ge(beta, 0), j, lambda _: [(beta, 1)], 1),
            lambda: each_round(le(traces, 0), j, lambda _: [(-traces, 1)], 1),
            falling,
        ]
        for attempt in attempts:
            with suppress(KernelError):
                found.append(attempt())
        return found

    return {"at": at, "discharge": met}


@ATTAINED.mutant("constant", **direction())
def twice_the_value(claim: Claim) -> Claim:
    """Z(M − rS) = 2Z(M)."""
    first, second = claim.states
    return claim.replace(states=[first, eq(second.lhs, 2 * second.rhs)])


@ATTAINED.mutant("sign", **direction())
def value_negated(claim: Claim) -> Claim:
    """Z(M − rS) = −Z(M)."""
    first, second = claim.states
    return claim.replace(states=[first, eq(second.lhs, -second.rhs)])


@ATTAINED.mutant("hypothesis", **direction(entries=(0, 1)))
def only_singular_matrices(claim: Claim) -> Claim:
    """No positive definite W need be feasible: C = diag(0, 1) is met by diag(1, 0) alone, and Z(−sC) = 1 + e^(−s)."""
    return without(claim, FEASIBLE)


@ATTAINED.mutant("hypothesis", **direction(-1, (0, -1)))
def negative_direction(claim: Claim) -> Claim:
    """β_j may be negative."""
    return without(claim, MULTIPLIERS)


@ATTAINED.mutant("hypothesis", **direction(entries=(-1, 1)))
def rising_direction(claim: Claim) -> Claim:
    """The dual objective may rise."""
    return without(claim, NOT_RISING)


@ATTAINED.mutant("hypothesis", **direction(total=(0, 1)))
def another_direction(claim: Claim) -> Claim:
    """S may be anything."""
    return without(claim, COMBINED)
