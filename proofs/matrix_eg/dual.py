"""The dual (9) of the projection (8) onto linear constraints, and the form of its solution."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational, Sum, Tuple, exp, log

from numeric.learners.definite_boost import DefiniteBoost
from numeric.reference import spectral
from proofs.matrix_eg._diagonal import DIAGONAL, b1, b2, diagonal_facts
from proofs.matrix_eg._gibbs import FAR, NAMES, gibbs, relative_entropy
from proofs.matrix_eg._symmetric import SPECTRAL, SPECTRAL_READING, A, B, Z, mexp
from proofs.matrix_eg._symmetric import family as matrices
from verify.audit import (
    Claim, Conformance, Inner, Theorem, assume, at, cite, combine, eq, fails_as, fails_without, family, follows,
    forall, ge, generalize, identity, instantiate, integer, le, partial, real, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.axioms import SLOPE_AT_THE_END, SYM
from verify.claims.concrete import DIGITS, ConcreteField, value
from verify.claims.conformance import conformance
from verify.language.terms import Vec, VecHead
from verify.lemmas.few_rounds import each_round

j, k, n = integer("j k n")
s, q = real("s q")
alpha = family("α")
constraint = matrices("C")
START, TOTAL = Vec(VecHead("L"), SYM), Vec(VecHead("S"), SYM)
BEST = START - TOTAL
"""log W_1 − Σ α_jC_j."""


def over_constraints(term: Any) -> Expr:
    """The sum over the n constraints."""
    return Sum(term, (j, 1, n))


def violation(A: Any, j: Any = j) -> Expr:
    """tr(WC_j) tr exp A for W = exp A/tr exp A: of the sign of tr(WC_j)."""
    return Inner(mexp(A), constraint(j))


CONSTRAINTS, ONE_OF_THEM = [ge(j, 1), ge(n, j)], [ge(k, 1), ge(n, k)]


def combined(weights: Any) -> Any:
    """S = Σ weights(j) C_j, said by its product with every matrix."""
    return forall(B, eq(Inner(TOTAL, B), over_constraints(weights(j) * Inner(constraint(j), B))))


def not_negative(weights: Any) -> Any:
    """weights(j) ≥ 0 for every constraint."""
    return forall(j, ge(weights(j), 0), CONSTRAINTS)


COMBINED, MULTIPLIERS = combined(alpha), not_negative(alpha)
TRACE_ONE = eq(Z(START), 1)
FEASIBLE = forall(j, le(violation(A), 0), CONSTRAINTS)
MINIMAL = forall([j, s], ge(Z(BEST - s * constraint(j)), Z(BEST)), [*CONSTRAINTS, ge(s, -alpha(j))])
SOME = ge(n, 0)
READING = SPECTRAL_READING + (
    "A positive definite W of trace one is exp A/tr exp A for a symmetric A, so log W = A − (ln tr exp A) I, and "
    "Δ(A, B) is tr(W log W − W log W′) for such W and W′. L = log W_1, tr W_1 = 1 and S = Σ α_jC_j. For every d and n. "
)

DUAL = Claim(
    "matrix_eg/dual",
    at="(9)",
    printed="let us derive the dual problem of (8) … α* = argmin log tr exp(log W_1 − Σ α_jC_j), α_j ≥ 0",
    given=[*SPECTRAL, TRACE_ONE, COMBINED],
    reconstructed=True,
    where=NAMES,
    states=[
        ge(FAR(A, START) + over_constraints(alpha(j) * violation(A)) / Z(A), -log(Z(BEST))),
        eq(FAR(BEST, START) + over_constraints(alpha(j) * violation(BEST)) / Z(BEST), -log(Z(BEST))),
    ],
    reading=READING
    + (
        "The Lagrangian Δ(W, W_1) + Σ α_j tr(WC_j) has, over the positive definite W of trace one, the minimum −log tr "
        "exp(log W_1 − Σ α_jC_j), attained at W = exp(log W_1 − Σ α_jC_j)/Z(α): so the dual problem is to maximise "
        "that over α_j ≥ 0, which is (9)."
    ),
)

SOLUTION = Claim(
    "matrix_eg/dual-solution",
    at="after (9)",
    printed="When (8) is feasible, the optimal solution is described as W* = exp(log W_1 − Σ α*_jC_j)/Z(α*)",
    given=[*SPECTRAL, TRACE_ONE, COMBINED, MULTIPLIERS, MINIMAL, FEASIBLE, *ONE_OF_THEM],
    reconstructed=True,
    where=NAMES,
    states=[
        le(violation(BEST, k), 0),
        ge(FAR(A, START), FAR(A, BEST) + FAR(BEST, START)),
        ge(FAR(A, BEST), 0),
        eq(FAR(BEST, START), -log(Z(BEST))),
    ],
    rests_on=["matrix_eg/dual", "matrix_eg/dual-attained"],
    reading=READING
    + (
        "α* is a minimiser of (9): no change of one α_j to another number ≥ 0 lessens the dual objective. Then W* "
        "meets all constraints, the k-th among them, no feasible W is nearer to W_1 (by at least Δ(W, W*), which "
        "vanishes at W = W* alone: that is not proved here), and the two optimal values agree. That (9) has a "
        "minimiser is supposed, as its argmin does."
    ),
)


SLACK = forall(j, eq(alpha(j) * violation(BEST), 0), CONSTRAINTS)

CONVERGED = Claim(
    "matrix_eg/global-convergence.repaired",
    at="Figure 1",
    says="Where the constraints with α_j > 0 hold with equality in the end, no feasible W is nearer to W_1",
    given=[*SPECTRAL, COMBINED, MULTIPLIERS, SLACK, FEASIBLE],
    where=NAMES,
    states=[ge(FAR(A, START), FAR(A, BEST) + FAR(BEST, START)), ge(FAR(A, BEST), 0)],
    rests_on=["matrix_eg/dual"],
    repairs="matrix_eg/global-convergence",
    reading=READING
    + (
        "α_j is the sum of the steps on C_j, all of them at least 0, and W_{T+1} = exp(log W_1 − Σ α_jC_j)/Z(α). What "
        "the counterexample to matrix_eg/global-convergence lacks: there a constraint with α_j > 0 holds strictly in "
        "the end. W is any positive definite matrix that meets the constraints."
    ),
)


@DUAL.proof
def gibbs_principle(claim: Claim) -> list[Theorem]:
    """Δ(W, W_1) + tr(WS) = Δ(W, W_α) − ln Z(α), and Δ ≥ 0."""
    lower, attained = claim.states
    apart = instantiate(gibbs(), {B: BEST})
    return [
        follows(lower, apart, at(COMBINED, mexp(A)), using=[TRACE_ONE]),
        follows(attained, at(COMBINED, mexp(BEST)), using=[TRACE_ONE]),
    ]


def slope(direction: Any, not_below: Theorem) -> Theorem:
    """⟨exp M, V⟩ ≥ 0 from Z(M + sV) ≥ Z(M) for 0 ≤ s ≤ 1, M = L − S."""
    rise = Lambda(s, Z(BEST + s * direction) - Z(BEST))
    starts = identity(eq(rise(0), 0))
    grows = generalize(not_below, [s], [ge(s, 0), ge(1, s)])
    axiom = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): rise}, [starts, grows])
    return combine(ge(Inner(mexp(BEST), direction), 0), [(1, axiom)])


def optimality() -> tuple[Theorem, Theorem]:
    """⟨exp M, C_j⟩ ≤ 0, and α_j⟨exp M, C_j⟩ ≥ 0: the slopes of the dual objective at its minimiser."""
    here, multiplier = constraint(j), at(MULTIPLIERS, j)
    up = at(MINIMAL, j, s, by=[follows(ge(s, -alpha(j)), ge(s, 0), multiplier)])
    down = at(MINIMAL, j, -s * alpha(j), by=[combine(ge(-s * alpha(j), -alpha(j)), [(assume(ge(1, s)), multiplier)])])
    outward = follows(ge(Z(BEST + s * (-here)) - Z(BEST), 0), up)
    inward = follows(ge(Z(BEST + s * (alpha(j) * here)) - Z(BEST), 0), down)
    return slope(-here, outward), slope(alpha(j) * here, inward)


@CONVERGED.proof
def complementary_slackness(claim: Claim) -> list[Theorem]:
    """Δ(W, W_1) = Δ(W, W_α) + Δ(W_α, W_1) − Σ α_j tr(WC_j), as Σ α_j tr(W_αC_j) = 0."""
    none = telescope(at(SLACK, j), j, 1, n)
    total = follows(eq(Inner(TOTAL, mexp(BEST)), 0), none, at(COMBINED, mexp(BEST)))
    return [nearest(claim.states[0], total), instantiate(gibbs(), {B: BEST})]


def nearest(goal: Any, total: Theorem) -> Theorem:
    """Δ(W, W_1) ≥ Δ(W, W_α) + Δ(W_α, W_1) for a feasible W, from tr(W_αS) = 0."""
    each = combine(le(alpha(j) * violation(A), 0), [(at(MULTIPLIERS, j), at(FEASIBLE, j))])
    return follows(goal, telescope(each, j, 1, n), at(COMBINED, mexp(A)), total)


@SOLUTION.proof
def slopes_at_the_minimiser(claim: Claim) -> list[Theorem]:
    """Feasible and complementary slack, by the slopes; then Δ(W, W_1) = Δ(W, W*) + Δ(W*, W_1) − Σ α_j tr(WC_j)."""
    feasible, nearer, _, least = claim.states
    outward, inward = optimality()
    met = follows(feasible, instantiate(generalize(outward, [j], CONSTRAINTS), [k]))
    product = alpha(j) * violation(BEST)
    at_most = combine(le(product, 0), [(at(MULTIPLIERS, j), outward)])
    slack = combine(eq(product, 0), [(1, product)], facts=[inward, at_most])
    total = follows(eq(Inner(TOTAL, mexp(BEST)), 0), telescope(slack, j, 1, n), at(COMBINED, mexp(BEST)))
    same_value = follows(least, total, using=[TRACE_ONE])
    return [met, nearest(nearer, total), instantiate(gibbs(), {B: BEST}), same_value]


# --- two by two diagonal matrices ------------------------------------------------------------------------------------

LN_2 = log(2)
FIFTHS = (log(Rational(1, 5)), log(Rational(4, 5)))
HALVED = (-LN_2, LN_2)


def one_constraint(
    alpha_: Any = LN_2, total: Any = HALVED, start: Any = FIFTHS, W: Any = None, index: int = 1
) -> dict[str, Any]:
    """C_1 = diag(−1, 1) from W_1 = diag(1/5, 4/5): the projection I/2 has the multiplier ln 2. W is that, or other.

    C_2 = diag(8, 10) is no constraint, as n = 1; `index` is the k of the statement.
    """
    entries = (9 * j - 10, 9 * j - 8)
    best = tuple(a - b for a, b in zip(start, total, strict=True))
    at = {
        **DIAGONAL,
        n: 1,
        k: index,
        alpha: Lambda(j, alpha_),
        START: start,
        TOTAL: total,
        VecHead("C"): Lambda(j, Tuple(*entries)),
        A: best if W is None else W,
    }
    first, second = map(exp, best)

    def met() -> list[Theorem]:
        found = diagonal_facts()
        product = eq(total[0] * b1 + total[1] * b2, alpha_ * (b2 - b1))
        minimal = ge(first * exp(-s * entries[0]) + second * exp(-s * entries[1]), first + second)
        square = [(first, (exp(s / 2) - exp(-s / 2)) ** 2)]
        ratio = at[A]
        left = alpha_ * (entries[0] * first + entries[1] * second)
        feasible = le(entries[0] * exp(ratio[0]) + entries[1] * exp(ratio[1]), 0)
        attempts: list[Callable[[], Theorem]] = [
            lambda: generalize(combine(product, []), [b1, b2]),
            lambda: each_round(minimal, j, lambda _: square, 1, [s], [ge(s, -alpha_)]),
            lambda: each_round(feasible, j, lambda _: [(exp(ratio[0]) - exp(ratio[1]), 1)], 1),
            lambda: each_round(ge(alpha_, 0), j, lambda _: [(alpha_, 1)], 1),
            lambda: each_round(eq(left, 0), j, last=1),
        ]
        for attempt in attempts:
            with suppress(KernelError):
                found.append(attempt())
        return found

    return {"at": at, "discharge": met}


UNIT_STEP = one_constraint(1, (-1, 1))


BELOW, EQUAL = DUAL.states
SUBTRACTED = relative_entropy(BEST, START) - over_constraints(alpha(j) * violation(BEST)) / Z(BEST)

fails_as(DUAL,
    ("constant", {BELOW: ge(BELOW.lhs, BELOW.rhs + Rational(1, 10))}, "1/10 more than −log Z.", UNIT_STEP),
    ("sign", {EQUAL: eq(SUBTRACTED, -log(Z(BEST)))}, "−Σ α_j tr(WC_j).", UNIT_STEP),
)  # fmt: skip
fails_without(DUAL,
    (TRACE_ONE, "W_1 may have any trace.", one_constraint(1, (-1, 1), (0, 0))),
    (COMBINED, "S may be anything.", one_constraint(1, (1, 1))),
)  # fmt: skip


FURTHER = relative_entropy(A, BEST) + 2 * relative_entropy(BEST, START)

fails_as(SOLUTION,
    ("constant", {SOLUTION.states[1]: ge(relative_entropy(A, START), FURTHER)}, "Δ(W*, W_1) twice.", one_constraint()),
    ("sign", {SOLUTION.states[3]: eq(relative_entropy(BEST, START), log(Z(BEST)))}, "Δ(W*, W_1) = log Z.",
        one_constraint()),
)  # fmt: skip
fails_without(SOLUTION,
    (TRACE_ONE, "W_1 may have any trace.", one_constraint(start=(0, log(4)))),
    (COMBINED, "S may be anything.", one_constraint(total=(1 - log(2), 1 + log(2)))),
    (MULTIPLIERS, "α_j may be negative.", one_constraint(-log(2), HALVED[::-1], FIFTHS[::-1], FIFTHS[::-1])),
    (MINIMAL, "α may be any multipliers.", one_constraint(0, (0, 0), W=(0, 0))),
    (FEASIBLE, "W need not meet the constraints.", one_constraint(W=(0, log(3)))),
    ([*ONE_OF_THEM], "C_k need not be a constraint.", one_constraint(index=2)),
)  # fmt: skip


fails_as(CONVERGED,
    ("constant", {CONVERGED.states[0]: ge(relative_entropy(A, START), FURTHER)}, "Δ(W_α, W_1) twice.",
        one_constraint()),
)  # fmt: skip
fails_without(CONVERGED,
    (SLACK, "A constraint with α_j > 0 may hold strictly: after the step 1 in the place of ln 2.",
        one_constraint(1, (-1, 1), W=(-LN_2, -LN_2))),
    (MULTIPLIERS, "α_j may be negative: W_1 = diag(4/5, 1/5) meets the constraint, and the step −ln 2 leads to I/2.",
        one_constraint(-LN_2, HALVED[::-1], FIFTHS[::-1], FIFTHS[::-1])),
    (COMBINED, "S may be anything: without a step on C_1, diag(−5, 5).", one_constraint(0, (-5, 5), W=(0, 0))),
    (FEASIBLE, "W need not meet the constraints.", one_constraint(W=(0, log(3)))),
)  # fmt: skip


# --- code ------------------------------------------------------------------------------------------------------------


@DUAL.conformance
def code_follows_the_dual_objective() -> Iterator[Conformance]:
    """ln tr exp(log W_1 − Σ α_jC_j) after steps that are given, for dense matrices with d from 2 to 8."""
    rng = np.random.default_rng(9)
    cases = []
    for size in (2, 3, 8):
        matrices_ = rng.normal(size=(3, size, size))
        start = np.diag(rng.integers(1, 9, size).astype(float))
        cases.append((start / np.trace(start), matrices_ + matrices_.transpose(0, 2, 1), rng.uniform(0, 1, 3)))

    def in_code(case: Any) -> float:
        learner = DefiniteBoost(case[0])
        for C, step in zip(case[1], case[2], strict=True):
            learner.project(C, 0.0, float(step))
        return learner.dual_objective_

    def exponent(case: Any) -> list[Any]:
        total = spectral.logarithm(case[0], dps=DIGITS)
        for C, step in zip(case[1], case[2], strict=True):
            total -= mp.mpf(float(step)) * spectral.matrix(C)
        return list(total)

    def trace_exp(flat: Any) -> Any:
        size = int(mp.sqrt(len(flat)))
        return spectral.trace(spectral.exponential(mp.matrix(_square(flat, size)), dps=DIGITS))

    def formula(case: Any) -> Any:
        start = list(spectral.logarithm(case[0], dps=DIGITS))
        total = [a - b for a, b in zip(start, exponent(case), strict=True)]
        scale = mp.log(mp.fsum(mp.mpf(float(x)) for x in np.diag(case[0])))
        at = {START: start, TOTAL: total, Z: ConcreteField(trace_exp, lambda _: [])}
        return value(log(Z(BEST)), at) - scale

    return conformance(
        cases,
        formula=formula,
        code=in_code,
        reference=lambda case: (
            spectral.log_trace_exp(mp.matrix(_square(exponent(case), len(case[0]))))
            - mp.log(mp.fsum(mp.mpf(float(x)) for x in np.diag(case[0])))
        ),
        ulps=64.0,
    )


def _square(flat: Any, size: int) -> list[list[Any]]:
    """The rows of a matrix that is given as a list of its entries."""
    return [list(flat[row * size : (row + 1) * size]) for row in range(size)]
