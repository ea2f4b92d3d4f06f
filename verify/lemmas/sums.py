"""Sums that bounds on regret end with, and what follows of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Lambda, Rational, S, Sum, Symbol, log, sqrt

from verify.author.following import follows
from verify.author.kernel import Theorem, cases, combine, instantiate, telescope
from verify.author.reasons import as_theorem, listed, proved
from verify.author.steps import by_induction
from verify.language.terms import Formula, eq, family, ge, gt, integer, le, real
from verify.lemmas import exponential_above_tangent

_t, _T = integer("t T")
_SOME = ge(_T, 1)
_a, _b = real("a b")


@cache
def _harmonic() -> Theorem:
    rises = exponential_above_tangent(log(_T) - log(_T + 1))
    return by_induction(le(Sum(1 / _t, (_t, 1, _T)), 1 + log(_T)), _T, 1, step=[rises])


def harmonic_sum(last: Any, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """Σ_{t=1}^T 1/t ≤ 1 + ln T, for an integer T ≥ 1; that it is one is a hypothesis unless the facts say so.

    >>> harmonic_sum(T)
    <Theorem T ≥ 1 ⊢ Σ_{t=1..T} (1/t) ≤ log(T) + 1>
    """
    facts = listed(facts, "harmonic_sum")
    return instantiate(_harmonic(), {_T: last}, [follows(ge(last, 1), list(facts))] if facts else [])


@cache
def _inverse_roots() -> Theorem:
    step = (sqrt(_T + 1) - sqrt(_T)) ** 2
    return by_induction(le(Sum(1 / sqrt(_t), (_t, 1, _T)), 2 * sqrt(_T)), _T, 1, base=[1], step=[step])


def inverse_roots_sum(last: Any, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """Σ_{t=1}^T 1/√t ≤ 2√T, for an integer T ≥ 1; that it is one is a hypothesis unless the facts say so.

    >>> inverse_roots_sum(T, [ge(T, 2)])
    <Theorem T ≥ 2 ⊢ Σ_{t=1..T} (1/sqrt(t)) ≤ 2*sqrt(T)>
    """
    facts = listed(facts, "inverse_roots_sum")
    return instantiate(_inverse_roots(), {_T: last}, [follows(ge(last, 1), list(facts))] if facts else [])


def logarithm_is_positive(number: Any, facts: Sequence[Theorem | Formula]) -> Theorem:
    """ln x > 0, where the facts show that x > 1 by a combination of them, such as N ≥ 2.

    >>> logarithm_is_positive(p, [ge(p, 2)])
    <Theorem p ≥ 2 ⊢ log(p) > 0>
    """
    facts = listed(facts, "logarithm_is_positive")
    beyond = follows(gt(number, 1), list(facts))
    rises = instantiate(exponential_above_tangent(-log(number)), {}, [beyond])
    return follows(gt(log(number), 0), rises, beyond)


def sum_is_not_negative(term: Any, limits: tuple[Symbol, Any, Any], facts: Sequence[Any] = ()) -> Theorem:
    """Σ_i f_i ≥ 0, where the facts, reasons as for `follows`, show for each i from low to high that f_i ≥ 0.

    >>> sum_is_not_negative(p * f(i) ** 2, (i, 1, N))
    <Theorem ⊢ Σ_{i=1..N} (p*f(i)**2) ≥ 0>
    """
    facts = listed(facts, "sum_is_not_negative")
    i, low, high = limits
    each = follows(ge(term, 0), list(facts), facts=[ge(i, low), ge(high, i)])
    return telescope(each, i, low, high)


@cache
def _squares_of_mixtures() -> tuple[Any, Theorem]:
    t, low, high = integer("t m n")
    p, q = family("p"), family("q")
    whole = [Sum(term, (t, low, high)) for term in (p(t) ** 2, p(t) * q(t), q(t) ** 2)]
    squares = sum_is_not_negative((_a * p(t) - _b * q(t)) ** 2, (t, low, high))
    mixed = ge(_a**2 * whole[0] - 2 * _a * _b * whole[1] + _b**2 * whole[2], 0)
    return (low, high, p, q, whole), combine(mixed, [(1, squares)])


@cache
def _cauchy_schwarz() -> tuple[tuple[Any, ...], Theorem]:
    """By Σ (ap − bq)² ≥ 0: where both sums are positive with a² = Σ q², b² = Σ p², where one is 0 with all a or b."""
    (low, high, p, q, (first, both, second)), mixed = _squares_of_mixtures()
    goal, away, none = ge(sqrt(first) * sqrt(second), both), gt(both, 0), le(both, 0)
    apart = instantiate(mixed, {_a: sqrt(second), _b: sqrt(first)})
    moving = [gt(first, 0), gt(second, 0)]
    theorem = combine(goal, [(1 / (2 * sqrt(first) * sqrt(second)), apart)], facts=moving)
    for vanishing, other, order in ((first, second, (_a, _b)), (second, first, (_b, _a))):
        zero = combine(eq(vanishing, 0), [(1, vanishing)], facts=[le(vanishing, 0)])
        far = instantiate(mixed, dict(zip(order, ((other + 1) / (2 * both), S.One), strict=True)))
        absurd = combine(ge(-1, 0), [(1, far)], using=[zero], facts=[away])
        beyond = combine(goal, [(both, absurd)], using=[zero], facts=[away])
        ends = cases([beyond, combine(goal, [(1, none)], using=[zero])], [away, none])
        theorem = cases([theorem, ends], [gt(vanishing, 0), le(vanishing, 0)])
    return (low, high, p, q), theorem


def cauchy_schwarz_of_sums(first: Any, second: Any, limits: tuple[Symbol, Any, Any]) -> Theorem:
    """√(Σ p_t²)√(Σ q_t²) ≥ Σ p_t q_t, for terms p and q in t, from one end of a range to the other.

    >>> cauchy_schwarz_of_sums(f(i), -p, (i, 1, N))
    <Theorem ⊢ sqrt(Σ_{t=1..N} (p**2))*sqrt(Σ_{t=1..N} (f(t)**2)) ≥ Σ_{t=1..N} (-p*f(t))>
    """
    (low, high, p, q), theorem = _cauchy_schwarz()
    i, start, end = limits
    return instantiate(theorem, {low: start, high: end, p: Lambda(i, first), q: Lambda(i, second)})


def bit(term: Any, is_bit: Theorem | Formula) -> tuple[Theorem, Theorem]:
    """0 ≤ x and x ≤ 1, for a bit: x² = x.

    >>> bit(x, eq(x**2, x))[1]
    <Theorem x**2 = x ⊢ x ≤ 1>
    """
    return follows(ge(term, 0), term**2, is_bit), follows(le(term, 1), (1 - term) ** 2, is_bit)


def affine_in_bit(term: Any, x: Any, is_bit: Theorem | Formula, facts: Sequence[Theorem | Formula] = ()) -> Theorem:
    """A term is what it is at x = 0, and x times the difference to what it is at x = 1, for a bit: x² = x.

    >>> affine_in_bit(2**x, x, eq(x**2, x))
    <Theorem x**2 = x ⊢ 2**x = x + 1>
    """
    facts, is_bit = listed(facts, "affine_in_bit"), proved(is_bit, "affine_in_bit", "is_bit")
    start, end = (S(term).xreplace({x: S(value)}) for value in (0, 1))
    goal = eq(term, start + x * (end - start))
    half = Rational(1, 2)
    beyond = combine(eq(x, 1), [(1 / x, is_bit)], facts=[gt(x, half)])
    below = combine(eq(x, 0), [(1 / (x - 1), is_bit)], facts=[le(x, half)])
    ends = [(beyond, eq(x, 1)), (below, eq(x, 0))]
    parts = [instantiate(combine(goal, [], using=[there], facts=facts), {}, [at_end]) for at_end, there in ends]
    return instantiate(cases(parts, [gt(x, half), le(x, half)]), {}, [as_theorem(f) for f in facts])
