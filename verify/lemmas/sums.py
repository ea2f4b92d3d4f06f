"""Sums that bounds on regret end with, and what follows of them at once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Rational, S, Sum, Symbol, log, sqrt

from verify.author.following import follows
from verify.author.kernel import Theorem, cases, combine, instantiate, telescope
from verify.author.reasons import as_theorem, listed
from verify.author.steps import by_induction
from verify.language.terms import Formula, eq, ge, gt, integer, le
from verify.lemmas import exponential_above_tangent

_t, _T = integer("t T")
_SOME = ge(_T, 1)


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
    facts = listed(facts, "affine_in_bit")
    start, end = (S(term).xreplace({x: S(value)}) for value in (0, 1))
    goal = eq(term, start + x * (end - start))
    half = Rational(1, 2)
    beyond = combine(eq(x, 1), [(1 / x, as_theorem(is_bit))], facts=[gt(x, half)])
    below = combine(eq(x, 0), [(1 / (x - 1), as_theorem(is_bit))], facts=[le(x, half)])
    ends = [(beyond, eq(x, 1)), (below, eq(x, 0))]
    parts = [instantiate(combine(goal, [], using=[there], facts=facts), {}, [at_end]) for at_end, there in ends]
    return instantiate(cases(parts, [gt(x, half), le(x, half)]), {}, [as_theorem(f) for f in facts])
