"""What happens when (8) is infeasible, or feasible by singular matrices only."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Integer, KroneckerDelta, Lambda, Rational, Tuple, exp, log

from numeric.learners.definite_boost import DefiniteBoost
from proofs.matrix_eg import LOST
from proofs.matrix_eg._diagonal import DIAGONAL, b1, b2, diagonal_facts
from proofs.matrix_eg._gibbs import at_an_eigenvector, relative_entropy, shifted_tangent
from proofs.matrix_eg._gibbs import c as shift
from proofs.matrix_eg._symmetric import (
    COMPLETE,
    EIGENVALUE,
    EXPONENTIAL,
    INDEX,
    RESOLUTION,
    SPECTRAL,
    SYMMETRIC,
    TRACE,
    WEIGHED,
    A,
    B,
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
from proofs.matrix_eg.approximate_alpha import (
    exponential_above_tangent,
    high,
    logarithm_above,
    low,
    printed_ratio,
    printed_step,
    r,
    x,
)
from proofs.matrix_eg.dual import (
    BEST,
    COMBINED,
    CONSTRAINTS,
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
from verify.kernel import KernelError, Theorem, assume, cases, combine, generalize, instantiate, telescope, witness
from verify.terms import Inner, VecHead, eq, forall, ge, gt, integer, le, real

c, s = real("c s")
k = integer("k")

INFEASIBLE = Claim(
    "matrix_eg/infeasible",
    at="section 4.2",
    printed="Since the most unsatisfied constraint is chosen, r_t ≥ 0 and thus α_t ≥ 0",
    given=[gt(low, 0), gt(high, low), gt(r, low), gt(high, r)],
    reconstructed=True,
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
    states=[gt(printed_ratio(r, low, high), 0), ge(printed_step(r, low, high), 0)],
    repairs="matrix_eg/infeasible",
    reading=LOST
    + (
        "A constraint that some positive definite matrices meet strictly and others violate has eigenvalues of both "
        "signs. r_t ≥ 0 holds as long as not all constraints hold strictly, and is supposed here; r_t < −λ_min is what "
        "(13) as printed needs to be a number, matrix_eg/approximate-alpha. The repaired (13) needs neither: "
        "matrix_eg/approximate-alpha.repaired."
    ),
)

m = real("m")
SMALLEST = forall(i, ge(lam(i, TOTAL), c), INDEX)
LARGEST_VIOLATION = forall(j, ge(m * Z(A), violation(A)), CONSTRAINTS)
"""No tr(WC_j) is larger than m."""

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
        COMBINED,
        MULTIPLIERS,
        SMALLEST,
        LARGEST_VIOLATION,
        gt(c, 0),
        ge(s, 0),
    ],
    states=[
        gt(m, 0),
        ge(m * over_constraints(alpha(j)), c),
        le(Z(M - s * TOTAL), exp(-c * s) * Z(M)),
    ],
    reading=READING
    + (
        "Here α_j are weights β_j ≥ 0, and the smallest eigenvalue of S = Σ β_jC_j is at least c > 0: the constraints "
        "contradict each other, since whatever bounds all tr(WC_j) from above, W = exp A/tr exp A, is positive and at "
        "least c/Σ β_j. Along the multipliers sβ, s ≥ 0, the dual objective is at most e^(−cs) times its value: (9) "
        "has no minimiser, and a W* as in the text does not exist. That contradicting constraints always have such β "
        "is Gordan's theorem, and not used."
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

NOT_RISING = forall(s, le(Z(M - s * TOTAL), Z(M)), [ge(s, 0)])

ATTAINED = Claim(
    "matrix_eg/dual-attained",
    at="after (9)",
    says=(
        "When a positive definite W satisfies (8), the dual objective is constant in every direction β ≥ 0 in which it "
        "does not rise, since Σ β_jC_j = 0"
    ),
    given=[*SPECTRAL, COMBINED, MULTIPLIERS, FEASIBLE, NOT_RISING],
    states=[eq(Inner(TOTAL, B), 0), eq(Z(M - r * TOTAL), Z(M))],
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


def someone_is_violated(weighted: Theorem, claim: Claim) -> tuple[Theorem, Theorem]:
    """m > 0 and m Σ β_j ≥ c, from Σ β_j tr(WC_j) ≥ c: the violations are at most m, and Σ β_j ≥ 0."""
    signs = [instantiate(assume(f), [j]) for f in of(claim, MULTIPLIERS)]
    most = [instantiate(assume(f), [j]) for f in of(claim, LARGEST_VIOLATION)]
    rate = [assume(f) for f in of(claim, gt(c, 0))]
    whole = over_constraints(alpha(j))
    term = combine(ge(alpha(j) * (m * Z(A) - violation(A)), 0), [(a, b) for a in signs for b in most])
    bounded = telescope(term, j, 1, n)
    scaled = combine(ge(m * whole, c), [(1 / Z(A), bounded), (1 / Z(A), weighted)])
    weights = combine(ge(whole, 0), [(1, telescope(f, j, 1, n)) for f in signs])
    positive, zero, negative = on = [gt(m, 0), eq(m, 0), gt(0, m)]
    absurd = combine(gt(0, 0), [(1, scaled), *((1, f) for f in rate)], using=[zero])
    share = combine(gt(-2 * m / c, 0), [(2 / c, assume(negative))], facts=rate)
    none = combine(ge(-2, 0), [(2 / c, scaled), (share, weights)], facts=rate)
    below = combine(positive, [(assume(negative), none), (1, assume(negative))])
    found = cases([assume(positive), combine(positive, [(1, absurd)], using=[zero]), below], on)
    return found, scaled


@DIVERGES.proof
def smallest_eigenvalue(claim: Claim) -> list[Theorem]:
    """⟨exp A, S⟩ ≥ cZ(A), and ⟨exp M, exp(−sS)⟩ ≤ e^(−cs)Z(M), eigenvalue by eigenvalue."""
    _, _, small = claim.states
    positive = ge(over_constraints(alpha(j) * violation(A)), c * Z(A))
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
    return [*someone_is_violated(first, claim), second]


def eigenvalues_at_least_zero() -> Theorem:
    """λ_i(S) ≥ 0: else Z(M − sS) ≥ 1 + ⟨M, E_i⟩ − sλ_i exceeds Z(M) for some s ≥ 0."""
    eigenvalue, mean = lam(i, TOTAL), Inner(M, E(i, TOTAL))
    negative = gt(0, eigenvalue)
    own = instantiate(assume(EIGENVALUE), [i, TOTAL])

    def rises(step: Any, known: list[Any]) -> Theorem:
        X = M - step * TOTAL
        along = instantiate(at_an_eigenvector(), {A: TOTAL, B: X, shift: 0})
        one = instantiate(largest_share(), {B: X})
        goal = ge(Z(X), 1 + mean - step * eigenvalue)
        return combine(goal, [(1, one), (1, along), (-step, own)], facts=known)

    start = combine(gt(Z(M) - mean, 0), [(1, rises(Integer(0), [])), (1, 1)])
    step = (Z(M) - mean) / -eigenvalue
    facts: list[Any] = [negative, start]
    ahead = combine(ge(step, 0), [(step, 1)], facts=facts)
    bounded = instantiate(assume(NOT_RISING), [step], [ahead])
    absurd = combine(ge(0, 1), [(1, rises(step, facts)), (1, bounded)], facts=facts)
    at_least = ge(eigenvalue, 0)
    return cases([assume(at_least), combine(at_least, [(-eigenvalue, absurd)], facts=[negative])], [at_least, negative])


def largest_share() -> Theorem:
    """Z(B) = Σ_k ⟨exp B, E_k⟩ ≥ ⟨exp B, E_i⟩, for the eigenvectors of S."""
    mass, delta = Inner(mexp(B), E(k, TOTAL)), KroneckerDelta(k, i)
    weight = instantiate(exponential_positive(TOTAL, B), {_row: k})
    added = telescope(combine(ge(mass, delta * mass), [(1 - delta, weight)]), k, 1, d)
    trace = instantiate(assume(TRACE), [B])
    complete = instantiate(assume(COMPLETE), [TOTAL, mexp(B)])
    goal = ge(Z(B), Inner(mexp(B), E(i, TOTAL)))
    return combine(goal, [(1, added), (1, trace), (1, complete)], facts=INDEX)


@ATTAINED.proof
def no_eigenvalue_is_left(claim: Claim) -> list[Theorem]:
    """S ≥ 0, and Σ λ_i⟨exp A, E_i⟩ = ⟨exp A, S⟩ ≤ 0 with positive weights: all λ_i are 0."""
    _, constant = claim.states
    eigenvalue, mass = lam(i, TOTAL), Inner(mexp(A), E(i, TOTAL))
    at_least = eigenvalues_at_least_zero()
    other, share, delta = lam(k, TOTAL), Inner(mexp(A), E(k, TOTAL)), KroneckerDelta(k, i)
    there = instantiate(generalize(at_least, [i], INDEX), [k])
    weight = instantiate(exponential_positive(TOTAL, A), {_row: k})
    product = combine(ge(other * share, 0), [(there, weight)])
    added = telescope(combine(ge(other * share, delta * other * share), [(1 - delta, product)]), k, 1, d)
    resolved = instantiate(assume(RESOLUTION), [TOTAL, mexp(A)])
    signs = [instantiate(assume(f), [j]) for f in of(claim, MULTIPLIERS)]
    met = [instantiate(assume(f), [j]) for f in of(claim, FEASIBLE)]
    term = combine(le(alpha(j) * violation(A), 0), [(a, b) for a in signs for b in met])
    combined = [(1, instantiate(assume(f), [mexp(A)])) for f in of(claim, COMBINED)]
    small = combine(
        le(eigenvalue * mass, 0),
        [(1, added), (1, resolved), (1, telescope(term, j, 1, n)), *((-f, t) for f, t in combined)],
        facts=INDEX,
    )
    grown = Inner(A, E(i, TOTAL))
    above = instantiate(at_an_eigenvector(), {A: TOTAL, B: A, shift: grown})
    positive = combine(gt(mass, 0), [(1, above), (exp(grown), 1)])
    at_most = combine(le(eigenvalue, 0), [(1 / mass, small)], facts=[positive])
    zero = combine(eq(eigenvalue, 0), [(1, eigenvalue)], facts=[at_least, at_most])

    def product_with(X: Any) -> Theorem:
        part = Inner(E(i, TOTAL), X)
        none = telescope(combine(eq(eigenvalue * part, 0), [(part, zero)]), i, 1, d)
        return combine(eq(Inner(TOTAL, X), 0), [(1, none), (1, instantiate(assume(RESOLUTION), [TOTAL, X]))])

    moved = M - r * TOTAL
    up = instantiate(shifted_tangent(), {A: M, B: moved, shift: 0})
    down = instantiate(shifted_tangent(), {A: moved, B: M, shift: 0})
    larger = combine(ge(Z(moved), Z(M)), [(1, up), (-r, product_with(mexp(M)))])
    smaller = combine(ge(Z(M), Z(moved)), [(1, down), (r, product_with(mexp(moved)))])
    same = combine(constant, [(1, Z(moved) - Z(M))], facts=[larger, smaller])
    return [product_with(B), same]


@BOUNDED.proof
def weak_duality(claim: Claim) -> Theorem:
    """The Lagrangian is at least its least value, and at most Δ(W, W_1) where the constraints hold."""
    least = DUAL.theorem(DUAL.states[0])
    met = [instantiate(assume(f), [j]) for f in of(claim, FEASIBLE)]
    signs = [instantiate(assume(f), [j]) for f in of(claim, MULTIPLIERS)]
    term = combine(le(alpha(j) * violation(A), 0), [(m, f) for m in signs for f in met])
    return combine(claim.states[0], [(1, least), (1 / Z(A), telescope(term, j, 1, n))])


# --- two by two diagonal matrices ------------------------------------------------------------------------------------


def contradiction(
    entries: Any = (1, 2), rate: Any = 1, time: Any = 1, total: Any = None, weight: int = 1, largest: Any = 2
) -> dict[str, Any]:
    """One constraint C = diag(1, 2) or other, with the weight 1, from M = A = 0, and m = 2; S is C, or `total`."""
    S = tuple(weight * entry for entry in entries) if total is None else total
    at = {
        **DIAGONAL,
        n: 1,
        c: rate,
        s: time,
        m: largest,
        alpha: Lambda(j, weight),
        TOTAL: S,
        VecHead("C"): Lambda(j, Tuple(*entries)),
        A: (0, 0),
        M: (0, 0),
    }
    product = eq(S[0] * b1 + S[1] * b2, weight * (entries[0] * b1 + entries[1] * b2))
    room = 2 * Rational(largest) - sum(entries)
    smallest = ge((2 - i) * S[0] + (i - 1) * S[1], rate)

    def met() -> list[Theorem]:
        found = diagonal_facts()
        attempts: list[Callable[[], Theorem]] = [
            lambda: generalize(combine(product, []), [b1, b2]),
            lambda: each_round(smallest, i, lambda k: [(S[k - 1] - rate, 1)]),
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
    return le(Z(M - s * TOTAL), exp(factor * c * s) * Z(M))


@DIVERGES.mutant("constant", **contradiction((1, 1)))
def faster(claim: Claim) -> Claim:
    """e^(−2cs)."""
    return claim.replace(states=[*claim.states[:2], decay(-2)])


@DIVERGES.mutant("constant", **contradiction(rate=1, largest=Rational(3, 2)))
def twice_the_margin(claim: Claim) -> Claim:
    """m Σ β_j ≥ 2c: for C = diag(1, 2) and W = I/2 it is 3c/2."""
    first, second, third = claim.states
    return claim.replace(states=[first, ge(second.lhs, 2 * second.rhs), third])


@DIVERGES.mutant("sign", **contradiction())
def none_is_violated(claim: Claim) -> Claim:
    """All tr(WC_j) < 0."""
    return claim.replace(states=[gt(0, m), *claim.states[1:]])


@DIVERGES.mutant("hypothesis", **contradiction((-2, -1), total=(2, 1), weight=-1, largest=-1))
def negative_weights(claim: Claim) -> Claim:
    """β_j may be negative: C = −diag(2, 1) is met by every W, and β = −1."""
    return without(claim, MULTIPLIERS)


@DIVERGES.mutant("hypothesis", **contradiction(largest=-1))
def any_bound(claim: Claim) -> Claim:
    """m may be anything."""
    return without(claim, LARGEST_VIOLATION)


@DIVERGES.mutant("hypothesis", **contradiction((-1, 0)))
def not_positive(claim: Claim) -> Claim:
    """S may have eigenvalues below c."""
    return without(claim, SMALLEST)


@DIVERGES.mutant("hypothesis", **contradiction((-1, 0), -1, largest=-Rational(1, 2)))
def no_margin(claim: Claim) -> Claim:
    """c may be negative."""
    return without(claim, gt(c, 0))


@DIVERGES.mutant("hypothesis", **contradiction(time=-1))
def backwards(claim: Claim) -> Claim:
    """s may be negative."""
    return without(claim, ge(s, 0))


@DIVERGES.mutant("hypothesis", **contradiction((-1, -1), total=(1, 1), largest=-1))
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


def direction(
    weight: int = 1, entries: Any = (0, 0), total: Any = None, W: Any = (0, 0), **values: Any
) -> dict[str, Any]:
    """One constraint C with the weight β, from M = 0, with W = I/2 or other; S is βC, or `total`; B = diag(0, 1)."""
    S = tuple(weight * entry for entry in entries) if total is None else total
    at = {
        **DIAGONAL,
        n: 1,
        r: values.get("r", 1),
        alpha: Lambda(j, weight),
        TOTAL: S,
        VecHead("C"): Lambda(j, Tuple(*entries)),
        A: W,
        B: (0, 1),
        M: (0, 0),
    }
    product = eq(S[0] * b1 + S[1] * b2, weight * (entries[0] * b1 + entries[1] * b2))
    traces = entries[0] * exp(W[0]) + entries[1] * exp(W[1])
    decay = le(exp(-s * S[0]) + exp(-s * S[1]), 2)

    def falling() -> Theorem:
        above = [instantiate(exponential_above_tangent(), {x: s * value}) for value in S]
        slacks = [(exp(-s * value), f) for value, f in zip(S, above, strict=True)]
        slacks += [(exp(-s * value) * value, s) for value in S]
        return generalize(combine(decay, slacks, facts=[ge(s, 0)]), [s], [ge(s, 0)])

    def met() -> list[Theorem]:
        found = diagonal_facts()
        attempts: list[Callable[[], Theorem]] = [
            lambda: generalize(combine(product, []), [b1, b2]),
            lambda: each_round(ge(weight, 0), j, lambda _: [(weight, 1)], 1),
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


CHANGES_SIGN = {low: -1, high: 2, r: Rational(1, 2)}


@INFEASIBLE_REPAIRED.mutant("sign", at=CHANGES_SIGN)
def negative_step(claim: Claim) -> Claim:
    """α ≤ 0."""
    return claim.replace(states=[claim.states[0], le(claim.states[1].lhs, 0)])


@INFEASIBLE_REPAIRED.mutant("constant", at=CHANGES_SIGN)
def at_least_one(claim: Claim) -> Claim:
    """α ≥ 1."""
    return claim.replace(states=[claim.states[0], ge(claim.states[1].lhs, 1)])


@INFEASIBLE_REPAIRED.mutant("hypothesis", at={low: -1, high: 2, r: Rational(3, 2)})
def larger_violation(claim: Claim) -> Claim:
    """r may be −λ_min or more."""
    return without(claim, gt(-low, r))


@INFEASIBLE_REPAIRED.mutant("hypothesis", at={low: -1, high: 2, r: -Rational(1, 2)})
def constraint_met(claim: Claim) -> Claim:
    """r may be negative."""
    return without(claim, ge(r, 0))
