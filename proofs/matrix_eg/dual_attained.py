"""When some W satisfies (8): the dual objective is at least exp(−Δ(W, W_1)), and no direction lets it fall for ever.

M = log W_1 − Σ α_jC_j for any multipliers, and Z(M) = tr exp M is the dual objective.

Bounded: W is a positive semidefinite matrix of trace one with tr(WC_j) ≤ 0 for all j, and p_1, …, p_m are its positive
eigenvalues, E_i the projections on their eigenvectors. Then Z(M) ≥ Σ_{i≤m} ⟨exp M, E_i⟩ ≥ Σ p_ie^g(1 − g − ln p_i +
⟨M, E_i⟩), e^x being above its tangent at ln p_i + g. At g = Σ p_i⟨M, E_i⟩ − Σ p_i ln p_i that is e^g, and g is
−Δ(W, W_1) − Σ α_j tr(WC_j) ≥ −Δ(W, W_1).

Constant where it does not rise: W = exp A/Z(A) is positive definite, of trace one, with tr(WC_j) ≤ 0 for all j, and
S = Σ β_jC_j, β_j ≥ 0, a direction with Z(M − sS) ≤ Z(M) for all s ≥ 0. λ_i and E_i are the eigenvalues of S and the
projections on its eigenvectors. Then:

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

from sympy import Expr, Integer, KroneckerDelta, Lambda, Rational, Sum, Tuple, exp, log

from proofs.matrix_eg import _klein
from proofs.matrix_eg._diagonal import DIAGONAL, b1, b2, diagonal_facts
from proofs.matrix_eg._gibbs import at_an_eigenvector, shifted_tangent
from proofs.matrix_eg._gibbs import c as shift
from proofs.matrix_eg._symmetric import (
    COMPLETE, EIGENVALUE, EXPONENTIALS, INDEX, RESOLUTION, SPECTRAL, SPECTRAL_READING, TRACE, UNIT, WEIGHED, A, B, E,
    M, Z, d, exponential_positive, i, lam, mexp,
)  # fmt: skip
from proofs.matrix_eg._symmetric import j as row
from proofs.matrix_eg.approximate_alpha import r
from proofs.matrix_eg.dual import (
    BEST, COMBINED, CONSTRAINTS, FEASIBLE, FIFTHS, HALVED, MULTIPLIERS, READING, START, alpha, combined, constraint,
    j, n, not_negative, one_constraint, over_constraints, violation,
)  # fmt: skip
from proofs.matrix_eg.dual import TOTAL as S
from verify.audit import (
    Claim, Inner, Theorem, assume, at, cases, combine, eq, exponential_above_tangent, fails_as, fails_without, family,
    follows, forall, ge, generalize, gt, instantiate, integer, le, listed, real, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.axioms import SYM
from verify.language.terms import Vec, VecHead
from verify.lemmas.few_rounds import each_round

s, (k, m) = real("s"), integer("k m")
p, g, Q = family("p", positive=True), real("g"), Vec(VecHead("Q"), SYM)


def over_support(term: Any) -> Expr:
    """The sum over the m positive eigenvalues of W."""
    return Sum(term, (i, 1, m))


def trace_with(matrix: Any) -> Expr:
    """tr(WX) for W = Σ_{i≤m} p_iE_i."""
    return over_support(p(i) * Inner(E(i, Q), matrix))


OF_W = over_support(p(i) * log(p(i)))
DISTANCE = OF_W - trace_with(START)
RANK = [ge(m, 1), ge(d, m)]
UNIT_TRACE = eq(over_support(p(i)), 1)
W_IS_FEASIBLE = forall(j, le(trace_with(constraint(j)), 0), CONSTRAINTS)

BOUNDED = Claim(
    "matrix_eg/dual-bounded",
    at="section 4",
    says=(
        "If a positive semidefinite W satisfies (8), then log tr exp(log W_1 − Σ α_jC_j) ≥ −Δ(W, W_1) for all α_j ≥ 0"
    ),
    given=[*WEIGHED, UNIT, COMBINED, MULTIPLIERS, *RANK, UNIT_TRACE, W_IS_FEASIBLE],
    where={real("Δ"): DISTANCE, **EXPONENTIALS},
    states=le(-log(Z(BEST)), DISTANCE),
    rests_on=["matrix_eg/dual"],
    reading=SPECTRAL_READING
    + (
        "L = log W_1 and S = Σ α_jC_j, for every d and n. W is Σ_{i≤m} p(i)E(i, Q), for a symmetric Q: p(1), …, p(m) "
        "are its positive eigenvalues, so that it is singular where m < d. tr W = 1, tr(WC_j) ≤ 0 for all j, and "
        "Δ is Δ(W, W_1) = tr(W log W − W log W_1), where W log W has the eigenvalues p log p, and 0 for 0. Weak "
        "duality: one feasible W, definite or singular, keeps the dual objective at exp(−Δ(W, W_1)) or above, so that "
        "only an infeasible (8) lets it go to 0. That tr W_1 = 1 is not needed."
    ),
)

beta = family("β")
DIRECTION, WEIGHTS = combined(beta), not_negative(beta)
NOT_RISING = forall(s, le(Z(M - s * S), Z(M)), [ge(s, 0)])

ATTAINED = Claim(
    "matrix_eg/dual-attained",
    at="after (9)",
    says=(
        "When a positive definite W satisfies (8), the dual objective is constant in every direction β ≥ 0 in which it "
        "does not rise, since Σ β_jC_j = 0"
    ),
    given=[*SPECTRAL, DIRECTION, WEIGHTS, FEASIBLE, NOT_RISING],
    where=EXPONENTIALS,
    states=[eq(Inner(S, Q), 0), eq(Z(M - r * S), Z(M))],
    reading=READING
    + (
        "Here S = Σ β_jC_j is a direction, β_j ≥ 0, M = log W_1 − Σ α_jC_j for any multipliers, r any real number, "
        "and Q any symmetric matrix: tr(SQ) = 0 for all of them says S = 0. A convex function that is constant in the "
        "directions β ≥ 0 in which it does not rise attains its minimum over the α ≥ 0, as that set is polyhedral (R. "
        "T. Rockafellar, Convex Analysis, Princeton 1970, Theorem 27.3), so that (9) has a minimiser α*, as the text "
        "presupposes, where (8) is feasible by a positive definite W, the kind of matrix that it speaks of. That "
        "theorem is not used and no existence is stated: what is proved is that its hypothesis holds. For singular W "
        "it need not: C = diag(1, 0) is met by W = diag(0, 1) alone, and the dual objective falls for ever, to a "
        "positive number by matrix_eg/dual-bounded, which it does not attain."
    ),
)


def share_of_the_support() -> Theorem:
    """Z(M) = Σ_{i≤d} ⟨exp M, E_i⟩ ≥ Σ_{i≤m} ⟨exp M, E_i⟩: the sum grows from m to d."""

    def first(last: Any) -> Expr:
        return Sum(Inner(mexp(BEST), E(i, Q)), (i, 1, last))

    beyond = [ge(k, m + 1), ge(d, k)]
    above_one = combine(ge(k, 1), [(1, assume(beyond[0])), (1, assume(RANK[0])), (1, 1)])
    added_on = instantiate(exponential_positive(Q, BEST), {row: k}, [above_one])
    grows = combine(ge(first(k), first(k - 1)), [(1, added_on)], facts=[above_one])
    added = telescope(grows, k, m + 1, d, -first(k - 1))
    trace, complete = at(TRACE, BEST), at(COMPLETE, Q, mexp(BEST))
    return combine(ge(Z(BEST), first(m)), [(1, added), (1, trace), (1, complete)], facts=RANK)


@BOUNDED.proof
def tangents_on_the_support(claim: Claim) -> Theorem:
    """Z(M) ≥ e^g for g = tr(WM) − tr(W log W), and tr(WS) ≤ 0."""
    within = combine(ge(d, i), [(1, assume(ge(m, i))), (1, assume(RANK[1]))])
    tangent = instantiate(at_an_eigenvector(), {A: Q, B: BEST, shift: log(p(i)) + g}, [within])
    entry = 1 - g - log(p(i)) + Inner(BEST, E(i, Q))
    term = combine(ge(Inner(mexp(BEST), E(i, Q)), exp(g) * p(i) * entry), [(1, tangent)])
    added = telescope(term, i, 1, m)
    mean = trace_with(BEST) - OF_W
    parts = [(1, share_of_the_support()), (1, added), (exp(g) * (1 - g), UNIT_TRACE)]
    best = instantiate(combine(ge(Z(BEST), exp(g) * (1 - g + mean)), parts), {g: mean})
    above = exponential_above_tangent(mean - log(Z(BEST)))
    each = combine(le(alpha(j) * trace_with(constraint(j)), 0), [(at(MULTIPLIERS, j), at(W_IS_FEASIBLE, j))])
    feasible = telescope(each, j, 1, n)
    return combine(claim.states[0], [(1, above), (1 / Z(BEST), best), (1, feasible), (-1, trace_of_the_sum())])


def trace_of_the_sum() -> Theorem:
    """tr(WS) = Σ α_j tr(WC_j)."""
    product = p(i) * over_constraints(alpha(j) * Inner(constraint(j), E(i, Q)))
    rows = telescope(follows(eq(p(i) * Inner(S, E(i, Q)), product), at(COMBINED, E(i, Q))), i, 1, m)
    entry = Lambda((i, row), p(i) * alpha(row) * Inner(constraint(row), E(i, Q)))
    some = follows(ge(m, 0), RANK)
    swapped = instantiate(_klein.exchanged(), {family("g"): entry, _klein._n: m, d: n}, [some])
    return follows(eq(trace_with(S), over_constraints(alpha(j) * trace_with(constraint(j)))), rows, swapped)


OF_S = lam(i, S)
"""λ_i, the i-th eigenvalue of S."""


def weight(X: Any, index: Any = i) -> Any:
    """⟨exp X, E_i⟩."""
    return Inner(mexp(X), E(index, S))


def share_of_one() -> Theorem:
    """Z(B) = Σ_k ⟨exp B, E_k⟩ ≥ ⟨exp B, E_i⟩ for any B, none of the terms being negative."""
    delta = KroneckerDelta(k, i)
    weighed = instantiate(exponential_positive(S, B), {row: k})
    added = telescope(combine(ge(weight(B, k), delta * weight(B, k)), [(1 - delta, weighed)]), k, 1, d)
    trace, complete = at(TRACE, B), at(COMPLETE, S, mexp(B))
    return combine(ge(Z(B), weight(B)), [(1, added), (1, trace), (1, complete)], facts=INDEX)


def eigenvalues_at_least_zero() -> Theorem:
    """Step 1, λ_i ≥ 0: else Z(M − sS) ≥ 1 + ⟨M, E_i⟩ − sλ_i exceeds Z(M) at s = (Z(M) − ⟨M, E_i⟩)/(−λ_i)."""
    mean, negative = Inner(M, E(i, S)), gt(0, OF_S)
    own = at(EIGENVALUE, i, S)

    def rises(step: Any, known: list[Any]) -> Theorem:
        along = instantiate(at_an_eigenvector(), {A: S, B: M - step * S, shift: 0})
        terms = [(1, instantiate(share_of_one(), {B: M - step * S})), (1, along), (-step, own)]
        return combine(ge(Z(M - step * S), 1 + mean - step * OF_S), terms, facts=known)

    start = combine(gt(Z(M) - mean, 0), [(1, rises(Integer(0), [])), (1, 1)])
    step = (Z(M) - mean) / -OF_S
    facts: list[Any] = [negative, start]
    ahead = combine(ge(step, 0), [(step, 1)], facts=facts)
    bounded = at(NOT_RISING, step, by=[ahead])
    absurd = combine(ge(0, 1), [(1, rises(step, facts)), (1, bounded)], facts=facts)
    at_least = ge(OF_S, 0)
    return cases([assume(at_least), combine(at_least, [(-OF_S, absurd)], facts=[negative])], [at_least, negative])


def weighed_eigenvalue(at_least: Theorem) -> Theorem:
    """Step 2, λ_i⟨exp A, E_i⟩ ≤ Σ_k λ_k⟨exp A, E_k⟩ = Σ β_j⟨exp A, C_j⟩ ≤ 0, none of the terms being negative."""
    other, delta = lam(k, S), KroneckerDelta(k, i)
    there = instantiate(generalize(at_least, [i], INDEX), [k])
    weighed = instantiate(exponential_positive(S, A), {row: k})
    product = combine(ge(other * weight(A, k), 0), [(there, weighed)])
    added = telescope(combine(ge(other * weight(A, k), delta * other * weight(A, k)), [(1 - delta, product)]), k, 1, d)
    resolved = at(RESOLUTION, S, mexp(A))
    each = combine(le(beta(j) * violation(A), 0), [(at(WEIGHTS, j), at(FEASIBLE, j))])
    return follows(
        le(OF_S * weight(A), 0), added, resolved, telescope(each, j, 1, n), at(DIRECTION, mexp(A)), facts=INDEX
    )


def eigenvalue_is_zero() -> Theorem:
    """Step 3, λ_i = 0: ⟨exp A, E_i⟩ ≥ e^a > 0 for a = ⟨A, E_i⟩."""
    at_least, grown = eigenvalues_at_least_zero(), Inner(A, E(i, S))
    above = instantiate(at_an_eigenvector(), {A: S, B: A, shift: grown})
    positive = combine(gt(weight(A), 0), [(1, above), (exp(grown), 1)])
    at_most = combine(le(OF_S, 0), [(1 / weight(A), weighed_eigenvalue(at_least))], facts=[positive])
    return combine(eq(OF_S, 0), [(1, OF_S)], facts=[at_least, at_most])


@ATTAINED.proof
def no_eigenvalue_is_left(claim: Claim) -> list[Theorem]:
    """All λ_i are 0, by steps 1 to 3; so S = 0, and moving along it changes nothing (step 4)."""
    _, constant = claim.states
    zero, moved = eigenvalue_is_zero(), M - r * S

    def product_with(X: Any) -> Theorem:
        part = Inner(E(i, S), X)
        none = telescope(combine(eq(OF_S * part, 0), [(part, zero)]), i, 1, d)
        return combine(eq(Inner(S, X), 0), [(1, none), (1, at(RESOLUTION, S, X))])

    up = instantiate(shifted_tangent(), {A: M, B: moved, shift: 0})
    down = instantiate(shifted_tangent(), {A: moved, B: M, shift: 0})
    larger = combine(ge(Z(moved), Z(M)), [(1, up), (-r, product_with(mexp(M)))])
    smaller = combine(ge(Z(M), Z(moved)), [(1, down), (r, product_with(mexp(moved)))])
    same = combine(constant, [(1, Z(moved) - Z(M))], facts=[larger, smaller])
    return [product_with(Q), same]


# --- mutants: two by two diagonal matrices ---------------------------------------------------------------------------

HALF = Rational(1, 2)


def supported(weights: Any = (HALF, HALF), rank: int = 2, **changes: Any) -> dict[str, Any]:
    """C = diag(−1, 1), W_1 = diag(1/5, 4/5) and α = ln 2, or `changes`; W = diag(p_1, p_2), m = 2, or diag(p_1, 0)."""
    found = one_constraint(**changes)
    trace = sum(weights[index - 1] * (2 * index - 3) for index in range(1, rank + 1))

    def met() -> list[Theorem]:
        theorems = list(found["discharge"]())
        with suppress(KernelError):
            theorems.append(each_round(le(trace, 0), j, lambda _: [(-trace, 1)], 1))
        return theorems

    at = {name: value for name, value in found["at"].items() if name not in (A, k)}
    return {"at": at | {m: rank, p: listed(weights, i, positive=True), Q: (0, 0)}, "discharge": met}


fails_as(BOUNDED,
    ("constant", le(-log(Z(BEST)), DISTANCE / 2), "Δ(W, W_1)/2.", supported()),
    ("sign", le(-log(Z(BEST)), -DISTANCE), "−Δ(W, W_1).", supported()),
)  # fmt: skip
fails_without(BOUNDED,
    (UNIT_TRACE, "W may have any trace: W = I/10.", supported((Rational(1, 10), Rational(1, 10)))),
    (COMBINED, "S may be anything.", supported(total=(1, 2))),
    (MULTIPLIERS, "α_j may be negative.",
        supported((Rational(4, 5), Rational(1, 5)), alpha_=-log(2), total=HALVED[::-1], start=FIFTHS[::-1])),
    (W_IS_FEASIBLE, "W need not meet the constraints: W = W_1.", supported((Rational(1, 5), Rational(4, 5)))),
    (RANK[1], "W may have more positive eigenvalues than rows.",
        supported((Rational(7, 10), Rational(1, 10), Rational(1, 5)), 3)),
)  # fmt: skip


@BOUNDED.instance
def singular() -> tuple[dict[Any, Any], list[Theorem]]:
    """W = diag(1, 0), which is singular and meets the constraint strictly."""
    found = supported((1,), 1)
    return found["at"], found["discharge"]()


@BOUNDED.extremal("w", [Rational(1, 5), Rational(1, 10), Rational(2, 5)])
def projected(weight: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """C = diag(−1, 1), W_1 = diag(w, 1 − w) and W = I/2, with the multiplier of that projection: always attained."""
    step = log((1 - weight) / weight) / 2
    found = supported(alpha_=step, total=(-step, step), start=(log(weight), log(1 - weight)))
    return found["at"], found["discharge"]()


def direction(
    factor: int = 1, entries: Any = (0, 0), total: Any = None, W: Any = (0, 0), **values: Any
) -> dict[str, Any]:
    """One constraint C with the weight β = `factor`, from M = 0, with W = I/2 or other; S is βC, or `total`."""
    combined = tuple(factor * entry for entry in entries) if total is None else total
    at = {
        **DIAGONAL,
        n: 1,
        r: values.get("r", 1),
        beta: Lambda(j, factor),
        S: combined,
        VecHead("C"): Lambda(j, Tuple(*entries)),
        A: W,
        Q: (0, 1),
        M: (0, 0),
    }
    product = eq(combined[0] * b1 + combined[1] * b2, factor * (entries[0] * b1 + entries[1] * b2))
    traces = entries[0] * exp(W[0]) + entries[1] * exp(W[1])
    decay = le(exp(-s * combined[0]) + exp(-s * combined[1]), 2)

    def falling() -> Theorem:
        above = [exponential_above_tangent(s * value) for value in combined]
        slacks = [(exp(-s * value), f) for value, f in zip(combined, above, strict=True)]
        slacks += [(exp(-s * value) * value, s) for value in combined]
        return generalize(combine(decay, slacks, facts=[ge(s, 0)]), [s], [ge(s, 0)])

    def met() -> list[Theorem]:
        found = diagonal_facts()
        attempts: list[Callable[[], Theorem]] = [
            lambda: generalize(combine(product, []), [b1, b2]),
            lambda: each_round(ge(factor, 0), j, lambda _: [(factor, 1)], 1),
            lambda: each_round(le(traces, 0), j, lambda _: [(-traces, 1)], 1),
            falling,
        ]
        for attempt in attempts:
            with suppress(KernelError):
                found.append(attempt())
        return found

    return {"at": at, "discharge": met}


CONSTANT = ATTAINED.states[1]

fails_as(ATTAINED,
    ("constant", {CONSTANT: eq(CONSTANT.lhs, 2 * CONSTANT.rhs)}, "Z(M − rS) = 2Z(M).", direction()),
    ("sign", {CONSTANT: eq(CONSTANT.lhs, -CONSTANT.rhs)}, "Z(M − rS) = −Z(M).", direction()),
)  # fmt: skip
fails_without(ATTAINED,
    (FEASIBLE,
        "No positive definite W need be feasible: C = diag(0, 1) is met by diag(1, 0) alone, and Z(−sC) = 1 + e^(−s).",
        direction(entries=(0, 1))),
    (WEIGHTS, "β_j may be negative.", direction(-1, (0, -1))),
    (NOT_RISING, "The dual objective may rise.", direction(entries=(-1, 1))),
    (DIRECTION, "S may be anything.", direction(total=(0, 1))),
)  # fmt: skip
