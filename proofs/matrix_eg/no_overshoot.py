"""The step (13) repaired never goes beyond the exact projection, so that it too brings W_t nearer to what is feasible.

The bound of one round holds for every step β, Z(M − βC) ≤ bound(β, r)Z(M), also backwards, from N = M − αC with the
violation m = tr(W_{t+1}C) to M = N + αC:

1. Z(N) ≤ ρ(r)Z(M), as α is the step at which bound(·, r) is least.
2. Z(M) ≤ bound(−α, m)Z(N).
3. bound(−α, 0)·ρ(r) = 1, and bound(−α, m) = bound(−α, 0) + m(e^(αλ_max) − e^(αλ_min))/(λ_max − λ_min).
4. So bound(−α, 0) ≤ Z(M)/Z(N) ≤ bound(−α, m), and m ≥ 0, for α > 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Rational, exp, log

from numeric.learners.definite_boost import DefiniteBoost
from numeric.spectral import von_neumann_divergence
from proofs.matrix_eg._gibbs import FAR, gibbs, relative_entropy, shifted_tangent
from proofs.matrix_eg._gibbs import NAMES as ENTROPIES
from proofs.matrix_eg._gibbs import c as shift
from proofs.matrix_eg._one_round import EDGE, WITHIN, C, a, best_round, level, one_round
from proofs.matrix_eg._symmetric import SPECTRAL, SPECTRAL_READING, SYMMETRIC, A, B, M, Z, mexp
from proofs.matrix_eg.approximate_alpha import (
    GIVEN, NAMES, REPAIRED, WEIGHTS, chord_bound, factor, high, in_eigenvalues, low, p, printed_step, progress, q, r,
    step, w,
)  # fmt: skip
from proofs.matrix_eg.decrease import one_projection
from proofs.matrix_eg.equal_rounds import VIOLATED, positive_step
from verify.audit import (
    Claim, Inner, Searched, Theorem, assume, cases, combine, eq, exponential_above_tangent, fails_as, fails_without,
    forall, ge, generalize, gt, instantiate, le, real,
)  # fmt: skip

s = real("s")
TAKEN = step(r, low, high)
NEXT = M - TAKEN * C
"""log W_t − α_tC_t."""


def trace_with(M: Any) -> Expr:
    """tr(WC) tr exp M for W = exp M/tr exp M."""
    return Inner(mexp(M), C)


LATE = ge(TAKEN, s)
NOT_MET, FEASIBLE = ge(r, 0), le(trace_with(A), 0)
INTERVAL = [f for f in GIVEN if f != gt(r, low)]

BEFORE = Claim(
    "matrix_eg/no-overshoot",
    at="(13), sharper",
    says="With (13) repaired, a constraint that W_t violates is not yet met strictly by W_{t+1}: tr(W_{t+1}C_t) ≥ 0",
    given=[SYMMETRIC, *SPECTRAL, *WITHIN, EDGE, *INTERVAL, NOT_MET],
    where=NAMES | ENTROPIES,
    states=[ge(trace_with(NEXT), 0), forall(s, ge(Z(M - s * C), Z(NEXT)), [LATE])],
    rests_on=["matrix_eg/approximate-alpha-minimises.repaired"],
    reading=SPECTRAL_READING
    + (
        "Any round: W_t = exp M/tr exp M, C is the constraint chosen, its eigenvalues are in [λ_min, λ_max], λ_min < 0 "
        "< λ_max, and r = tr(W_tC), 0 ≤ r < λ_max. W_{t+1} = exp(M − αC)/tr exp(M − αC), with (13) repaired as α. As "
        "tr(W_sC), for the step s, does not rise with s and is 0 at the exact projection (10), the approximate step is "
        "at most the exact one. The Golden–Thompson inequality is an axiom."
    ),
)

NEARER = Claim(
    "matrix_eg/approximate-projection",
    at="section 4.2, Figure 1, sharper",
    says=(
        "With (13) repaired, Δ(W, W_t) ≥ Δ(W, W_{t+1}) + Δ(W_{t+1}, W_t) for every W with tr(WC_t) ≤ 0, as for exact "
        "projections"
    ),
    given=[*BEFORE.given, FEASIBLE],
    where=NAMES | ENTROPIES,
    states=[ge(FAR(A, M), FAR(A, NEXT) + FAR(NEXT, M)), ge(FAR(NEXT, M), 0)],
    rests_on=["matrix_eg/no-overshoot"],
    reading=BEFORE.reading
    + (
        " W = exp A/tr exp A is any positive definite matrix of trace one, Δ(A, M) is Δ(W, W_t), the divergence (1), "
        "and W meets the constraint. For exact projections this is matrix_eg/exact-projection; the approximate ones "
        "come nearer to every feasible W too, by what they move at least."
    ),
)


IS_STEP, IS_FACTOR = eq(a, TAKEN), eq(level, progress(r, low, high))
WIDE = gt(high - low, 0)


def back_again() -> Theorem:
    """bound(−α, 0)·ρ(r) = 1, in the weights: λ_max = qw, λ_min = −(1 − q)w and r = (q − p)w."""
    back = log((1 - p) * q / (p * (1 - q))) / w
    bound = chord_bound(-back, 0, -(1 - q) * w, q * w)
    return combine(eq(bound * factor(), 1), [], facts=[gt(w, 0), *WEIGHTS])


def backward() -> Theorem:
    """Z(M) ≤ bound(−α, m)Z(M − αC), m = tr(W_{t+1}C): one round from M − αC with the step −α."""
    there = trace_with(M - a * C) / Z(M - a * C)
    same = combine(eq(trace_with(M - a * C), there * Z(M - a * C)), [])
    return instantiate(one_round(), {M: M - a * C, a: -a, r: there}, [same])


def forth_and_back() -> Theorem:
    """m(e^(αλ_max) − e^(αλ_min))/(λ_max − λ_min) = bound(−α, m) − bound(−α, 0) ≥ 0."""
    at_zero = chord_bound(-a, 0, low, high)
    returned = in_eigenvalues(back_again(), GIVEN)
    unit = combine(eq(at_zero * level, 1), [(1, returned)], using=[IS_STEP, IS_FACTOR], facts=GIVEN)
    rise = (exp(a * high) - exp(a * low)) * trace_with(M - a * C) / (high - low)
    terms = [(1, backward()), (at_zero, best_round()), (-Z(M), unit)]
    return combine(ge(rise, 0), terms, facts=[*GIVEN, WIDE])


def where_violated() -> Theorem:
    """m ≥ 0 where r > 0, as then e^(αλ_max) > e^(αλ_min)."""
    apart = exponential_above_tangent(a * (high - low))
    rise = exp(a * high) - exp(a * low)
    ahead = combine(gt(a, 0), [(1, positive_step())], using=[IS_STEP], facts=[*GIVEN, VIOLATED])
    rises = combine(gt(rise, 0), [(exp(a * low), apart), (exp(a * low) * (high - low), ahead)], facts=[*GIVEN, WIDE])
    return combine(ge(trace_with(M - a * C), 0), [((high - low) / rise, forth_and_back())], facts=[rises, WIDE])


def where_nothing_moves() -> Theorem:
    """m = 0 where r = 0, as then α = 0."""
    still = combine(eq(r, 0), [(1, r)], facts=[NOT_MET, le(r, 0)])
    none = combine(eq(a, 0), [(1, IS_STEP)], using=[still], facts=GIVEN)
    return combine(ge(trace_with(M - a * C), 0), [(1, EDGE)], using=[none, still])


@cache
def not_yet_met() -> Theorem:
    """m ≥ 0, for the step and the factor as they are."""
    rho, known = progress(r, low, high), list(map(assume, GIVEN))
    positive = [combine(gt(rho, 0), [(1, rho)], facts=known), combine(WIDE, [(1, high), (1, -low)], facts=known)]
    same = [combine(eq(term, term), [], facts=known) for term in (rho, TAKEN)]
    found = cases([where_violated(), where_nothing_moves()], [VIOLATED, le(r, 0)])
    return inside(instantiate(found, {level: rho, a: TAKEN}, [*positive, *same, *known]))


def inside(theorem: Theorem) -> Theorem:
    """The theorem, with λ_min < r settled by λ_min < 0 ≤ r."""
    return instantiate(theorem, {}, [combine(gt(r, low), [(1, NOT_MET), (1, gt(0, low))])])


@BEFORE.proof
def no_overshoot(claim: Claim) -> list[Theorem]:
    """By `not_yet_met`, and Z(M − sC) ≥ Z(M − αC) + (α − s)tr(W_{t+1}C)Z(M − αC)."""
    _, falling = claim.states
    tangent = instantiate(shifted_tangent(), {A: NEXT, B: M - s * C, shift: 0})
    later = combine(falling.body, [(1, tangent), (LATE, not_yet_met())], facts=GIVEN)
    return [not_yet_met(), generalize(inside(later), [s], falling.given)]


@NEARER.proof
def both_sides_of_the_constraint(claim: Claim) -> list[Theorem]:
    """Δ(W, W_t) − Δ(W, W_{t+1}) − Δ(W_{t+1}, W_t) = α(tr(W_{t+1}C) − tr(WC))."""
    nearer, apart = claim.states
    forward = REPAIRED.theorem(REPAIRED.states[1])
    after = combine(ge(TAKEN * trace_with(NEXT), 0), [(forward, not_yet_met())], facts=GIVEN)
    before = combine(ge(-TAKEN * trace_with(A), 0), [(forward, FEASIBLE)], facts=GIVEN)
    whole = combine(nearer, [(1 / Z(NEXT), after), (1 / Z(A), before)], facts=GIVEN)
    return [inside(whole), inside(combine(apart, [(1, instantiate(gibbs(), {A: NEXT, B: M}))], facts=GIVEN))]


# --- two by two diagonal matrices ------------------------------------------------------------------------------------


MEETS = (log(2), 0)


def one_round_to(W: Any = MEETS, **changes: Any) -> dict[str, Any]:
    """The round of `one_projection`, C = diag(−1, 2) and r = 1/2 unless `changes` say so, and W = exp A/tr exp A."""
    r_ = changes.pop("r_", Rational(1, 2))
    found = one_projection(r_, -1, changes.pop("upper", 2), **changes)
    return found | {"at": found["at"] | {A: W}}


def alone(**changes: Any) -> dict[str, Any]:
    """The same without W."""
    found = one_round_to(**changes)
    return found | {"at": {name: value for name, value in found["at"].items() if name != A}}


HALF, NOT_YET = Rational(1, 2), BEFORE.states[0]
INNER = alone(ends=(-1, 1), weight=Rational(1, 4))
"""C = diag(−1, 1), in the interval [−1, 2], and W_t = diag(1/4, 3/4): tr(W_{t+1}C) > 0."""

fails_as(BEFORE,
    ("sign", {NOT_YET: le(NOT_YET.lhs, 0)}, "The constraint is met.", INNER),
    ("constant", {NOT_YET: ge(trace_with(M - Rational(11, 10) * TAKEN * C), 0)}, "11/10 of the step.", alone()),
    ("sign", {NOT_YET: ge(trace_with(M - printed_step(r, low, high) * C), 0)}, "(13) as printed.", alone()),
)  # fmt: skip
fails_without(BEFORE,
    (NOT_MET, "The constraint may hold: C = diag(−1, 1), W_t = diag(3/4, 1/4).",
        alone(r_=-HALF, ends=(-1, 1), weight=Rational(3, 4))),
    (WITHIN, "The eigenvalues −4 and 5 are outside [−1, 1].", alone(upper=1, ends=(-4, 5), weight=HALF)),
    (EDGE, "r may be anything.", alone(weight=Rational(3, 4))),
)  # fmt: skip

CLOSER = NEARER.states[0]

fails_as(NEARER,
    ("constant", {CLOSER: ge(relative_entropy(A, M), relative_entropy(A, NEXT) + 2 * relative_entropy(NEXT, M))},
        "Δ(W_{t+1}, W_t) twice.", one_round_to()),
    ("sign", {CLOSER: le(CLOSER.lhs, CLOSER.rhs)}, "≤ in place of ≥.", one_round_to((log(3), 0))),
)  # fmt: skip
fails_without(NEARER,
    (FEASIBLE, "W need not meet the constraint.", one_round_to((0, 0))),
    (NOT_MET, "W_t may meet the constraint.", one_round_to((log(3), 0), r_=-HALF)),
    (EDGE, "r may be anything.", one_round_to(weight=Rational(3, 4))),
)  # fmt: skip


@NEARER.extremal("r", [Rational(1, 10), HALF, Rational(19, 10)])
def both_ends(violation: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """C = diag(−1, 2) and W = diag(2/3, 1/3), which just meets it: an equation for every violation."""
    found = one_round_to(r_=violation)
    return found["at"], found["discharge"]()


@NEARER.search
def random_rounds() -> Iterator[Searched]:
    """(Δ(W, W_{t+1}) + Δ(W_{t+1}, W_t))/Δ(W, W_t) for dense C and W that do not commute, tr(WC) ≤ 0 < tr(W_tC)."""
    rng = np.random.default_rng(21)
    worst, where, found = 0.0, "", 0
    while found < 120:
        size = int(rng.integers(2, 6))
        raw = rng.normal(size=(3, size, size))
        start, target = (m @ m.T / np.trace(m @ m.T) for m in raw[:2])
        C = raw[2] + raw[2].T
        C -= np.vdot(target, C) * np.eye(size)
        learner = DefiniteBoost(start)
        if not (learner.predict_one(C) > 0.0 and np.linalg.eigvalsh(C)[0] < 0.0):
            continue
        learner.learn_one(C)
        far, left, moved = (
            float(von_neumann_divergence(W, U))
            for U, W in ((target, start), (target, learner.coef_), (learner.coef_, start))
        )
        found += 1
        if (left + moved) / far > worst:
            worst, where = (left + moved) / far, f"d = {size}, Δ(W, W_t) = {far:.3g}"
    yield Searched("(Δ(W, W_{t+1}) + Δ(W_{t+1}, W_t))/Δ(W, W_t)", found, worst, where, 1 + 1e-9)
