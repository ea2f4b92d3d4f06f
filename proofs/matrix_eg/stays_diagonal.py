"""Section 4.3: where C_j and W_1 are diagonal, so is W_{t+1}, the exponential of a diagonal matrix over its trace."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, KroneckerDelta, Lambda, Rational, Tuple, exp

from proofs.matrix_eg._instances import axes_are_orthonormal, pick
from proofs.matrix_eg._matrices import basis, d, i, k, m, orthonormal, total, x, y
from verify.audit import (
    Claim, Inner, Theorem, assume, cases, combine, eq, fails_as, fails_without, family, forall, ge, generalize, gt,
    instantiate, real, telescope,
)  # fmt: skip
from verify.language.terms import VecHead

a = real("α")
log_weight, entry, gamma = family("L"), family("c"), family("γ")
e, v = basis("e"), basis("v")


def exponent(index: Any) -> Expr:
    """An entry of log W_t − αC_t."""
    return log_weight(index) - a * entry(index)


def product(values: Any, vectors: Any, left: Any, right: Any) -> Expr:
    """leftᵀ A right for A = Σ values(i) vectors(i) vectors(i)ᵀ."""
    return total(values(i) * Inner(vectors(i), left) * Inner(vectors(i), right))


DIAGONAL = forall([x, y], eq(product(gamma, v, x, y), product(exponent, e, x, y)))
PLACES = [ge(k, 1), ge(d, k), ge(m, 1), ge(d, m)]


def entry_after(rule: Any = exp) -> Expr:
    """e_kᵀ exp(log W_t − αC_t) e_m."""
    return product(lambda n: rule(gamma(n)), v, e(k), e(m))


STAYS = Claim(
    "matrix_eg/stays-diagonal",
    at="section 4.3",
    printed="Since C_j and W_1 are diagonal, the matrix W_t stays diagonal after the update",
    given=[*orthonormal(e), *orthonormal(v), DIAGONAL, *PLACES],
    idle={orthonormal(e)[1]: "e is an orthonormal basis, such as the standard one: that it is orthonormal is enough"},
    states=eq(entry_after(), KroneckerDelta(k, m) * exp(exponent(m))),
    rests_on=["matrix_eg/exact-projection"],
    reading=(
        "log W_t = Σ L eeᵀ and C_t = Σ c eeᵀ are diagonal, e being the standard basis of R^d, or any orthonormal one. "
        "log W_t − αC_t = Σ γ vvᵀ in any orthonormal eigenbasis v, which need not be e, where eigenvalues are "
        "multiple; so exp(log W_t − αC_t) = Σ e^γ vvᵀ, of which (12) is the multiple of trace one. Its entry (k, m) "
        "is 0 for k ≠ m, and the exponential of the entry for k = m. From W_1 on, this is so in every round."
    ),
)


@cache
def same_or_nothing() -> Theorem:
    """(e^p − e^q)s = 0 from (p − q)s = 0."""
    p, q, s = real("p q s")
    known, goal = assume(eq((p - q) * s, 0)), eq((exp(p) - exp(q)) * s, 0)
    signs = [gt(s, 0), eq(s, 0), gt(0, s)]
    equal = [combine(eq(p, q), [(1 / s, known)], facts=[sign]) for sign in (signs[0], signs[2])]
    nothing = combine(goal, [(exp(p) - exp(q), assume(signs[1]))])
    first, last = (combine(goal, [], using=[f]) for f in equal)
    return cases([first, nothing, last], signs)


@STAYS.proof
def eigenvectors_of_the_entries(claim: Claim) -> Theorem:
    """γ_i⟨v_i, e_m⟩ = g_m⟨v_i, e_m⟩ for the entry g_m, both being v_iᵀ(log W_t − αC_t)e_m; so with e^γ_i and e^g_m."""
    p, q, s = real("p q s")
    inside = [ge(i, 1), ge(d, i), *PLACES]
    units = [assume(orthonormal(vectors)[0]) for vectors in (e, v)]
    both = instantiate(assume(DIAGONAL), [v(k), e(m)])
    same = eq(gamma(k) * Inner(v(k), e(m)), exponent(m) * Inner(v(k), e(m)))
    spelt = generalize(combine(same, [(1, both)], using=units, facts=PLACES), [k, m], PLACES)
    here = instantiate(spelt, [i, m])
    apart = combine(eq((gamma(i) - exponent(m)) * Inner(v(i), e(m)), 0), [(1, here)], facts=inside)
    grown = instantiate(same_or_nothing(), {p: gamma(i), q: exponent(m), s: Inner(v(i), e(m))}, [apart])
    row = combine(
        eq((exp(gamma(i)) - exp(exponent(m))) * Inner(v(i), e(k)) * Inner(v(i), e(m)), 0), [(Inner(v(i), e(k)), grown)]
    )
    added = telescope(row, i, 1, d)
    half = Rational(1, 2)
    parts = [instantiate(assume(orthonormal(v)[1]), [at]) for at in (e(k) + e(m), e(k), e(m))]
    unit = instantiate(assume(orthonormal(e)[0]), [k, m])
    polar = combine(
        eq(total(Inner(v(i), e(k)) * Inner(v(i), e(m))), KroneckerDelta(k, m)),
        [(-half, parts[0]), (half, parts[1]), (half, parts[2]), (1, unit)],
        facts=PLACES,
    )
    return combine(claim.states[0], [(1, added), (exp(exponent(m)), polar)], facts=PLACES)


AXES = Lambda(i, Tuple(2 - i, i - 1))
COORDINATES = real("X1 X2 Y1 Y2")
PLANE = {
    d: 2,
    a: 1,
    k: 1,
    m: 1,
    log_weight: Lambda(i, pick(0, 1)),
    entry: Lambda(i, pick(1, 0)),
    gamma: Lambda(i, pick(-1, 1)),
    VecHead("e"): AXES,
    VecHead("v"): AXES,
}
"""log W_t = diag(0, 1), C_t = diag(1, 0) and α = 1."""


def on_the_axes() -> list[Theorem]:
    """The axes are orthonormal, and both sides are −X1·Y1 + X2·Y2."""
    first, second, third, last = COORDINATES
    value = -first * third + second * last
    return [*axes_are_orthonormal(), generalize(combine(eq(value, value), []), COORDINATES)]


fails_as(STAYS,
    ("constant", eq(STAYS.states[0].lhs, 2 * STAYS.states[0].rhs), "2e^g on the diagonal.", PLANE, on_the_axes),
    ("sign", eq(entry_after(lambda value: exp(-value)), STAYS.states[0].rhs), "exp(−log W_t + αC_t).", PLANE,
        on_the_axes),
)  # fmt: skip


fails_without(STAYS, (DIAGONAL, "The exponent may be anything: 0.", PLANE | {gamma: Lambda(i, 0)}, on_the_axes))
