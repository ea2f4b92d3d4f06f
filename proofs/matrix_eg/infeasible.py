"""What happens when (8) is infeasible, or feasible by singular matrices only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Lambda, Rational, Tuple, exp, log

from numeric.learners.definite_boost import DefiniteBoost
from proofs.matrix_eg import LOST, frame
from proofs.matrix_eg._diagonal import DIAGONAL, b1, b2, diagonal_facts
from proofs.matrix_eg._gibbs import relative_entropy
from proofs.matrix_eg._symmetric import (
    COMPLETE,
    EXPONENTIAL,
    INDEX,
    RESOLUTION,
    SPECTRAL,
    SYMMETRIC,
    TRACE,
    A,
    E,
    M,
    Z,
    d,
    exponential_positive,
    golden_thompson,
    i,
    lam,
    mexp,
)
from proofs.matrix_eg._symmetric import j as _row
from proofs.matrix_eg.approximate_alpha import exponential_above_tangent, high, low, printed_step, r, x
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
    TOTAL,
    TRACE_ONE,
    alpha,
    j,
    n,
    of,
    one_constraint,
    over_constraints,
    violation,
    without,
)
from verify.claims import Claim, Searched
from verify.few_rounds import each_round
from verify.kernel import KernelError, Theorem, assume, combine, generalize, instantiate, telescope, witness
from verify.terms import Inner, VecHead, eq, forall, ge, gt, le, real

c, s, z = real("c s z")
p, q, w, c1, c2, a = real("p q w c_1 c_2 α")

INFEASIBLE = Claim(
    "matrix_eg/infeasible",
    weight="gap",
    slip=(
        "Where a constraint cannot be met its eigenvalues have one sign, and (13) needs λ_min < 0 < "
        "λ_max: there it is negative as printed, and undefined as meant (matrix_eg/approximate-alpha.repaired)."
    ),
    at="section 4.2",
    printed="Since the most unsatisfied constraint is chosen, r_t ≥ 0 and thus α_t ≥ 0",
    given=[gt(low, 0), gt(high, low), gt(r, low), gt(high, r)],
    reconstructed=True,
    states=ge(printed_step(r, low, high), 0),
    reading=LOST
    + (
        "Of a constraint that no W meets, as (8) may be infeasible: all eigenvalues of C are positive, in [λ_min, "
        "λ_max]. Then r > 0 for every W, and (13) as printed is defined."
    ),
)

SMALLEST = forall(i, ge(lam(i, TOTAL), c), INDEX)
DIVERGES = Claim(
    "matrix_eg/infeasible-dual",
    at="section 4",
    says="If Σ β_jC_j ≥ cI with c > 0, no W satisfies (8), and the dual objective goes to 0 (its logarithm to −∞)",
    given=[SYMMETRIC, *SPECTRAL, COMBINED, SMALLEST, gt(c, 0), ge(s, 0)],
    idle=frame([SYMMETRIC, *SPECTRAL, COMBINED, SMALLEST, gt(c, 0), ge(s, 0)], 5, 6),
    states=[
        gt(over_constraints(alpha(j) * violation(A)), 0),
        le(Z(M - s * TOTAL), exp(-c * s) * Z(M)),
    ],
    reading=READING
    + (
        "Here α_j are weights β_j, and the smallest eigenvalue of S = Σ β_jC_j is at least c > 0: then "
        "Σ β_j tr(WC_j) > 0 for every W = exp A/tr exp A, so that with β_j ≥ 0, which only this needs, one of the "
        "constraints is violated: they contradict each other. "
        "Along the multipliers sβ, s ≥ 0, the dual objective is at most e^(−cs) times its value: (9) has "
        "no minimiser, and a W* as in the text does not exist. That contradicting constraints always have such β is "
        "Gordan's theorem, and not used."
    ),
)

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


@INFEASIBLE.counterexample
def wrong_way(claim: Claim) -> Theorem:
    """C = diag(1, 2), r = 3/2: α = ln(7/10) < 0, a step that raises the dual objective."""
    return witness(list(claim.given), claim.states[0], {low: 1, high: 2, r: Rational(3, 2)})


@DIVERGES.proof
def smallest_eigenvalue(claim: Claim) -> list[Theorem]:
    """⟨exp A, S⟩ ≥ cZ(A), and ⟨exp M, exp(−sS)⟩ ≤ e^(−cs)Z(M), eigenvalue by eigenvalue."""
    positive, small = claim.states
    rate, forward = of(claim, gt(c, 0)), of(claim, ge(s, 0))
    eigenvalue = lam(i, TOTAL)
    least = [instantiate(assume(f), [i]) for f in of(claim, SMALLEST)]

    def weight(X: Any) -> Theorem:
        return instantiate(exponential_positive(TOTAL, X), {_row: i})

    def known(X: Any) -> tuple[Theorem, Theorem, Theorem]:
        trace = instantiate(assume(TRACE), [X])
        complete, resolved = (instantiate(assume(f), [TOTAL, mexp(X)]) for f in (COMPLETE, RESOLUTION))
        return trace, complete, resolved

    above = combine(ge(Inner(mexp(A), E(i, TOTAL)) * (eigenvalue - c), 0), [(weight(A), f) for f in least])
    trace, complete, resolved = known(A)
    combined = [instantiate(assume(f), [mexp(A)]) for f in of(claim, COMBINED)]
    first = combine(
        positive,
        [
            (1, telescope(above, i, 1, d)),
            (c * Z(A), 1),
            (1, resolved),
            (-c, complete),
            (-c, trace),
            *((-1, f) for f in combined),
        ],
        facts=rate,
    )
    tangent = instantiate(exponential_above_tangent(), {x: s * (eigenvalue - c)})
    shrunk = exp(-s * eigenvalue)
    falls = combine(ge(exp(-c * s) - shrunk, 0), [(shrunk, tangent), *((shrunk * s, f) for f in least)], facts=forward)
    mass = Inner(mexp(M), E(i, TOTAL))
    row = telescope(combine(ge(mass * (exp(-c * s) - shrunk), 0), [(weight(M), falls)]), i, 1, d)
    trace, complete, _ = known(M)
    golden = golden_thompson(M, -s * TOTAL)
    spelt = instantiate(assume(EXPONENTIAL), [-s, TOTAL, mexp(M)])
    scale = exp(-c * s)
    second = combine(small, [(1, row), (1, golden), (-1, spelt), (scale, complete), (scale, trace)], facts=forward)
    return [first, second]


@BOUNDED.proof
def weak_duality(claim: Claim) -> Theorem:
    """The Lagrangian is at least its least value, and at most Δ(W, W_1) where the constraints hold."""
    least = DUAL.theorem(DUAL.states[0])
    met = [instantiate(assume(f), [j]) for f in of(claim, FEASIBLE)]
    signs = [instantiate(assume(f), [j]) for f in of(claim, MULTIPLIERS)]
    term = combine(le(alpha(j) * violation(A), 0), [(m, f) for m in signs for f in met])
    return combine(claim.states[0], [(1, least), (1 / Z(A), telescope(term, j, 1, n))])


# --- two by two diagonal matrices ------------------------------------------------------------------------------------


def contradiction(entries: Any = (1, 2), rate: Any = 1, time: Any = 1, total: Any = None) -> dict[str, Any]:
    """One constraint C = diag(1, 2) or other, with the weight 1, from M = 0; S is C, or `total`."""
    S = entries if total is None else total
    at = {
        **DIAGONAL,
        n: 1,
        c: rate,
        s: time,
        alpha: Lambda(j, 1),
        TOTAL: S,
        VecHead("C"): Lambda(j, Tuple(*entries)),
        A: (0, 0),
        M: (0, 0),
    }
    product = eq(S[0] * b1 + S[1] * b2, entries[0] * b1 + entries[1] * b2)
    smallest = ge((2 - i) * S[0] + (i - 1) * S[1], rate)

    def met() -> list[Theorem]:
        found = diagonal_facts()
        attempts: list[Callable[[], Theorem]] = [
            lambda: generalize(combine(product, []), [b1, b2]),
            lambda: each_round(smallest, i, lambda k: [(S[k - 1] - rate, 1)]),
        ]
        for attempt in attempts:
            with suppress(KernelError):
                found.append(attempt())
        return found

    return {"at": at, "discharge": met}


def decay(factor: Any) -> Any:
    """Z(M − sS) ≤ exp(factor·cs) Z(M)."""
    return le(Z(M - s * TOTAL), exp(factor * c * s) * Z(M))


@DIVERGES.mutant("constant", **contradiction((1, 1)))
def faster(claim: Claim) -> Claim:
    """e^(−2cs)."""
    return claim.replace(states=[claim.states[0], decay(-2)])


@DIVERGES.mutant("sign", **contradiction())
def met_on_average(claim: Claim) -> Claim:
    """Σ β_j tr(WC_j) ≤ 0."""
    return claim.replace(states=[le(claim.states[0].lhs, 0), claim.states[1]])


@DIVERGES.mutant("hypothesis", **contradiction((-1, 0)))
def not_positive(claim: Claim) -> Claim:
    """S may have eigenvalues below c."""
    return without(claim, SMALLEST)


@DIVERGES.mutant("hypothesis", **contradiction((-1, 0), -1))
def no_margin(claim: Claim) -> Claim:
    """c may be negative."""
    return without(claim, gt(c, 0))


@DIVERGES.mutant("hypothesis", **contradiction(time=-1))
def backwards(claim: Claim) -> Claim:
    """s may be negative."""
    return without(claim, ge(s, 0))


@DIVERGES.mutant("hypothesis", **contradiction((-1, -1), total=(1, 1)))
def any_combination(claim: Claim) -> Claim:
    """S may be anything."""
    return without(claim, COMBINED)


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
