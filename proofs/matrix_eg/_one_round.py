"""One round of DefiniteBoost: tr exp(M − αC) is at most the chord bound times tr exp M."""

from __future__ import annotations

from functools import cache

from sympy import exp

from proofs.matrix_eg._symmetric import (
    COMPLETE, EXPONENTIAL, INDEX, RESOLUTION, TRACE, E, M, Z, d, exponential_positive, golden_thompson, i, j, lam,
    mexp,
)  # fmt: skip
from proofs.matrix_eg.approximate_alpha import MINIMISES, chord_bound, high, low, progress, r, step
from verify.audit import (
    Inner, Theorem, assume, at, combine, eq, exponential_above_tangent, forall, ge, gt, instantiate, positive, real,
    telescope,
)  # fmt: skip
from verify.axioms import SYM
from verify.language.terms import Vec, VecHead

C = Vec(VecHead("C"), SYM)
a, c = real("α c")
WITHIN = [forall(i, ge(lam(i, C), low), INDEX), forall(i, ge(high, lam(i, C)), INDEX)]
EDGE = eq(Inner(mexp(M), C), r * Z(M))


def chord() -> Theorem:
    """e^(−αc) is at most its chord over [λ_min, λ_max], by its tangent at c."""
    known = [gt(high - low, 0), ge(c - low, 0), ge(high - c, 0)]
    ends = [(low, high - c), (high, c - low)]
    above = [(weight / (high - low) * exp(-a * c), exponential_above_tangent(a * (c - end))) for end, weight in ends]
    return combine(ge(chord_bound(a, c, low, high), exp(-a * c)), above, facts=known)


@cache
def one_round() -> Theorem:
    """Z(M − αC) ≤ ⟨exp M, exp(−αC)⟩ = Σ e^(−αλ_i)⟨E_i, exp M⟩, and the chord for each eigenvalue λ_i of C."""
    eigenvalue = lam(i, C)
    within = [at(f, i) for f in WITHIN]
    inside = [combine(ge(f.conclusion.lhs - f.conclusion.rhs, 0), [(1, f)]) for f in within]
    below = instantiate(chord(), {c: eigenvalue}, inside)
    weight = instantiate(exponential_positive(C, M), {j: i})
    mass = Inner(mexp(M), E(i, C))
    term = combine(ge(mass * (chord_bound(a, eigenvalue, low, high) - exp(-a * eigenvalue)), 0), [(weight, below)])
    added = telescope(term, i, 1, d)
    width = high - low
    slope = (exp(-a * high) - exp(-a * low)) / width
    level = (high * exp(-a * low) - low * exp(-a * high)) / width
    golden = golden_thompson(M, -a * C)
    expanded = at(EXPONENTIAL, -a, C, mexp(M))
    trace = at(TRACE, M)
    complete = at(COMPLETE, C, mexp(M))
    resolved = at(RESOLUTION, C, mexp(M))
    return combine(
        ge(chord_bound(a, r, low, high) * Z(M), Z(M - a * C)),
        [
            (1, added),
            (1, golden),
            (-1, expanded),
            (level, trace),
            (level, complete),
            (slope, resolved),
            (-slope, assume(EDGE)),
        ],
        facts=[gt(high - low, 0)],
    )


level = positive("ρ")


@cache
def best_round() -> Theorem:
    """Z(M − αC) ≤ ρ Z(M) for the step and the factor of one round: the chord bound at its minimiser is ρ."""
    place = {a: step(r, low, high)}
    known = [gt(high, 0), gt(0, low), gt(r, low), gt(high, r)]
    wide = combine(gt(high - low, 0), [(1, assume(f)) for f in known[:2]])
    bound = instantiate(one_round(), place, [wide, *map(assume, known)])
    factor = assume(eq(level, progress(r, low, high)))
    least = MINIMISES.theorem(MINIMISES.states[1])
    before, after = Z(M), Z(M - place[a] * C)
    best = combine(ge(level * before, after), [(1, bound), (before, least), (before, factor)], facts=known)
    taken = assume(eq(a, place[a]))
    return combine(ge(level * before, Z(M - a * C)), [(1, best)], using=[taken], facts=known)
