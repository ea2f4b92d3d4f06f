"""When a round of Theorem 4.1 loses nothing: with no other eigenvalues than λ_min and λ_max, and only then."""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from typing import Any

from sympy import Expr, KroneckerDelta, Rational, exp

from proofs.matrix_eg._gibbs import at_an_eigenvector
from proofs.matrix_eg._gibbs import c as shift
from proofs.matrix_eg._one_round import EDGE, WITHIN, C, chord
from proofs.matrix_eg._one_round import c as value
from proofs.matrix_eg._symmetric import (
    COMPLETE, EXPONENTIAL, EXPONENTIALS, INDEX, RESOLUTION, SPECTRAL_READING, SYMMETRIC, TRACE, UNIT, WEIGHED, A, B,
    E, M, Z, d, exponential_positive, golden_thompson, i, lam, mexp,
)  # fmt: skip
from proofs.matrix_eg._symmetric import j as row
from proofs.matrix_eg.approximate_alpha import (
    ABOVE, BELOW, CHORD, GIVEN, INSIDE, MINIMISES, NAMES, chord_bound, high, logarithm_above, low, progress, r, ratio,
    step, x,
)  # fmt: skip
from proofs.matrix_eg.decrease import one_projection
from verify.audit import (
    Claim, Inner, Theorem, assume, at, cases, combine, eq, exponential_above_tangent, fails_as, fails_without, forall,
    ge, gt, instantiate, integer, lt, real, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.lemmas.few_rounds import each_round

k = integer("k")
a = real("α")
IN_RANGE = [ge(k, 1), ge(d, k)]
BETWEEN = [gt(lam(k, C), low), gt(high, lam(k, C))]
VIOLATED = gt(r, 0)
TAKEN = step(r, low, high)

STRICT_ROUND = Claim(
    "matrix_eg/theorem-4-1-strict",
    at="Theorem 4.1, (14)",
    says=(
        "Where C_t has an eigenvalue strictly between λ_min and λ_max and r_t > 0, tr exp(log W_1 − Σ α_jC_j) becomes "
        "less than ρ(r_t) times what it was before the round"
    ),
    given=[*WEIGHED, UNIT, SYMMETRIC, *WITHIN, EDGE, BELOW, ABOVE, INSIDE[1], VIOLATED, *IN_RANGE, *BETWEEN],
    where=NAMES | EXPONENTIALS,
    states=lt(Z(M - TAKEN * C), progress(r, low, high) * Z(M)),
    rests_on=["matrix_eg/theorem-4-1.repaired"],
    reading=SPECTRAL_READING
    + (
        "One round, with (13) repaired: W_t = exp M/tr exp M, C is the constraint chosen, with its eigenvalues in "
        "[λ_min, λ_max], λ_min < 0 < λ_max, and r = tr(W_tC), 0 < r < λ_max. λ(k, C) is the eigenvalue inside. (14) "
        "multiplies the bounds of the rounds, so it is an equation only if each of them is: only if, where r_t > 0, "
        "C_t has no other eigenvalues than λ_min and λ_max. That W_t and C_t have to commute too is "
        "matrix_eg/theorem-4-1-commutes. That (14) is attained for two eigenvalues and diagonal "
        "matrices is shown at matrix_eg/theorem-4-1.repaired."
    ),
)


ENDS_ONLY = forall(i, eq((high - lam(i, C)) * (lam(i, C) - low), 0), INDEX)

TWO_EIGENVALUES = Claim(
    "matrix_eg/approximate-alpha-attained",
    at="(13)",
    says=(
        "Where C_t has no other eigenvalues than λ_min and λ_max, tr(W_t exp(−αC_t)) is equal to the bound that (13) "
        "repaired minimises, for every α"
    ),
    given=[RESOLUTION, COMPLETE, EXPONENTIAL, TRACE, EDGE, gt(high, low), WITHIN[0], ENDS_ONLY],
    where={CHORD(a): chord_bound(a, r, low, high), **EXPONENTIALS},
    states=eq(Inner(mexp(-a * C), mexp(M)), CHORD(a) * Z(M)),
    rests_on=["matrix_eg/approximate-alpha-minimises.repaired"],
    reading=SPECTRAL_READING
    + (
        "W_t = exp M/tr exp M and r = tr(W_tC), for every d; the eigenvalues may be multiple, and W_t and C need not "
        "commute. So (13) repaired is then the exact minimiser of tr(W_t exp(−αC_t)), and of the dual (11) where W_t "
        "and C_t commute; where they do not, what is left between the two is the Golden–Thompson inequality."
    ),
)


def mass(index: Any) -> Expr:
    """⟨exp M, E_i⟩, the weight of an eigenvalue of C."""
    return Inner(mexp(M), E(index, C))


def gap(index: Any) -> Expr:
    """The chord less e^(−αλ), at an eigenvalue λ of C."""
    return chord_bound(a, lam(index, C), low, high) - exp(-a * lam(index, C))


@cache
def chord_above(index: Any) -> Theorem:
    """The chord is above e^(−αλ), at an eigenvalue of C."""
    inside = [at(f, index, by=[assume(g) for g in IN_RANGE] if index == k else []) for f in WITHIN]
    known = [combine(ge(f.conclusion.lhs - f.conclusion.rhs, 0), [(1, f)]) for f in inside]
    below = instantiate(chord(), {value: lam(index, C)}, known)
    return combine(ge(gap(index), 0), [(1, below)])


@cache
def one_eigenvalue() -> Theorem:
    """chord(r)Z(M) − Z(M − αC) ≥ ⟨exp M, E_k⟩ times the gap at λ_k: the other eigenvalues add nothing negative."""
    delta = KroneckerDelta(i, k)
    weight = instantiate(exponential_positive(C, M), {row: i})
    product = combine(ge(mass(i) * gap(i), 0), [(weight, chord_above(i))])
    added = telescope(combine(ge(mass(i) * gap(i), delta * mass(i) * gap(i)), [(1 - delta, product)]), i, 1, d)
    width = high - low
    slope = (exp(-a * high) - exp(-a * low)) / width
    level = (high * exp(-a * low) - low * exp(-a * high)) / width
    spelt = at(EXPONENTIAL, -a, C, mexp(M))
    trace = at(TRACE, M)
    complete, resolved = (at(f, C, mexp(M)) for f in (COMPLETE, RESOLUTION))
    return combine(
        ge(chord_bound(a, r, low, high) * Z(M) - Z(M - a * C), mass(k) * gap(k)),
        [
            (1, added),
            (1, golden_thompson(M, -a * C)),
            (-1, spelt),
            (level, trace),
            (level, complete),
            (slope, resolved),
            (-slope, assume(EDGE)),
        ],
        facts=[gt(high - low, 0), *IN_RANGE],
    )


@cache
def strictly_above() -> Theorem:
    """The gap is positive at λ_min < c < λ_max and α > 0: e^y ≥ (1 + y/2)² for y = α(c − λ_min), and e^x ≥ 1 + x."""
    known = [gt(value, low), gt(high, value), gt(a, 0)]
    first, second, width = a * (value - low), a * (high - value), high - low
    half = exponential_above_tangent(first / 2)
    ahead = combine(gt(first, 0), [(a, value - low)], facts=known)
    square = combine(
        ge(exp(first), (1 + first / 2) ** 2), [(exp(first / 2) + 1 + first / 2, half)], facts=[*known, ahead]
    )
    other = exponential_above_tangent(-second)
    scale = exp(-a * value) / width
    wide = combine(gt(width, 0), [(1, high - value), (1, value - low)], facts=known)
    terms = [
        (scale * (high - value), square),
        (scale * (value - low), other),
        (scale * (high - value) * first**2 / 4, 1),
    ]
    goal = gt(chord_bound(a, value, low, high) - exp(-a * value), 0)
    return combine(goal, terms, facts=[*known, ahead, wide])


def positive_step() -> Theorem:
    """α_t > 0, by ln u ≥ 1 − 1/u."""
    known = [*GIVEN, VIOLATED]
    u = ratio(r, low, high)
    defined = combine(gt(u, 0), [(high * (r - low) / (-low * (high - r)), 1)], facts=known)
    above = instantiate(logarithm_above(), {x: u}, [defined])
    return combine(
        gt(TAKEN, 0), [(1 / (high - low), above), (r / (high * (r - low)), 1)], facts=[*known, *wide_enough()]
    )


def wide_enough() -> list[Theorem]:
    """λ_max − λ_min > 0."""
    return [combine(gt(high - low, 0), [(1, high), (1, -low)], facts=GIVEN)]


@STRICT_ROUND.proof
def one_eigenvalue_between(claim: Claim) -> Theorem:
    """The bound on the round is the chord at each eigenvalue, exact at the ends alone, and all weights are positive."""
    grown = Inner(M, E(k, C))
    above = instantiate(at_an_eigenvector(), {A: C, B: M, shift: grown, i: k}, [assume(f) for f in IN_RANGE])
    weight = combine(gt(mass(k), 0), [(1, above), (exp(grown), 1)])
    between = [assume(f) for f in claim.given if f in BETWEEN]
    there = instantiate(strictly_above(), {value: lam(k, C)}, between)
    room = instantiate(combine(gt(mass(k) * gap(k), 0), [(weight, there)]), {a: TAKEN}, [positive_step()])
    best = instantiate(one_eigenvalue(), {a: TAKEN}, wide_enough())
    least = MINIMISES.theorem(MINIMISES.states[1])
    return combine(claim.states[0], [(Z(M), least), (1, best), (1, room)], facts=GIVEN)


def round_of(violation: Any, *interval: Any, **changes: Any) -> dict[str, Any]:
    """A round with C = diag(λ_min, λ_max), or other `ends`; the eigenvalue spoken of is the first."""
    found = one_projection(violation, *interval, **changes)
    return {**found, "at": found["at"] | {k: 1}}


HALF = Rational(1, 2)
INSIDE_ONLY = round_of(HALF, -4, 4, ends=(HALF, HALF))
"""C = I/2, in the interval [−4, 4]."""


fails_as(STRICT_ROUND,
    ("constant", lt(Z(M - TAKEN * C), progress(r, low, high) * Z(M) / 2), "½ρ(r).", INSIDE_ONLY),
    ("sign", gt(Z(M - TAKEN * C), progress(r, low, high) * Z(M)), "More than ρ(r) times.", INSIDE_ONLY),
)  # fmt: skip


fails_without(STRICT_ROUND,
    (BETWEEN, "The eigenvalue may be an end: C = diag(−1, 2) attains the bound.", round_of(HALF, -1, 2)),
    (VIOLATED, "r may be 0: then nothing moves.", round_of(0, -1, 1, ends=(0, 0))),
)  # fmt: skip


def gap_is_zero() -> Theorem:
    """The chord is e^(−αλ) at λ = λ_min and at λ = λ_max."""
    here, goal = lam(i, C), eq(gap(i), 0)
    above = at(WITHIN[0], i)
    lower, beyond = ge(low, here), gt(here, low)
    at_low = combine(eq(here, low), [(1, here - low)], facts=[above, lower])
    product = at(ENDS_ONLY, i)
    at_high = combine(eq(here, high), [(-1 / (here - low), product)], facts=[beyond])
    wide = [gt(high, low)]
    first = combine(goal, [], using=[at_low], facts=wide)
    second = combine(goal, [], using=[at_high], facts=wide)
    return cases([first, second], [lower, beyond])


@TWO_EIGENVALUES.proof
def chord_at_both_ends(claim: Claim) -> Theorem:
    """Σ e^(−αλ_i)⟨exp M, E_i⟩, with the chord in the place of the exponential at each eigenvalue."""
    width = high - low
    slope = (exp(-a * high) - exp(-a * low)) / width
    level = (high * exp(-a * low) - low * exp(-a * high)) / width
    added = telescope(combine(eq(mass(i) * gap(i), 0), [(mass(i), gap_is_zero())]), i, 1, d)
    spelt = at(EXPONENTIAL, -a, C, mexp(M))
    trace = at(TRACE, M)
    complete, resolved = (at(f, C, mexp(M)) for f in (COMPLETE, RESOLUTION))
    terms = [(1, spelt), (-1, added), (-level, trace), (-level, complete), (-slope, resolved), (slope, assume(EDGE))]
    return combine(claim.states[0], terms, facts=[gt(high, low)])


def two_entries(violation: Any, *ends: Any, **changes: Any) -> dict[str, Any]:
    """A round with α = 1 and C = diag(λ_min, λ_max), or what `changes` say."""
    found = one_projection(violation, *ends, **changes)
    entries = changes.get("ends", ends)

    def met() -> list[Theorem]:
        theorems = list(found["discharge"]())
        eigenvalue = (2 - i) * entries[0] + (i - 1) * entries[1]
        with suppress(KernelError):
            theorems.append(each_round(eq((ends[1] - eigenvalue) * (eigenvalue - ends[0]), 0), i))
        return theorems

    return {"at": found["at"] | {a: 1}, "discharge": met}


fails_as(TWO_EIGENVALUES,
    ("constant", eq(TWO_EIGENVALUES.states[0].lhs, TWO_EIGENVALUES.states[0].rhs / 2), "Half of the bound.",
        two_entries(HALF, -1, 2)),
    ("sign", eq(Inner(mexp(a * C), mexp(M)), TWO_EIGENVALUES.states[0].rhs), "tr(W_t exp(αC_t)).",
        two_entries(HALF, -1, 2)),
)  # fmt: skip


fails_without(TWO_EIGENVALUES,
    (ENDS_ONLY, "C may have other eigenvalues: C = I/2, in the interval [−4, 4].",
        two_entries(HALF, -4, 4, ends=(HALF, HALF))),
)  # fmt: skip
