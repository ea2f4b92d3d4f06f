"""Exponential moments, and what they say of a weighted average: Hoeffding's lemma, chords, the second order."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Lambda, Rational, Sum, Symbol, exp, log

from verify.author.following import follows
from verify.author.kernel import Theorem, combine, generalize, instantiate
from verify.author.reasons import listed, proved
from verify.author.steps import decided
from verify.language.terms import Formula, Relation, ge, gt, le, real, substitute
from verify.lemmas import above_tangent, exponential_below_chord, logarithm_above, logarithm_rises, weighted_sum
from verify.lemmas.sums import affine_in_bit

_h, _m, _s, _x = real("h m s x")
_MOMENT = 1 - _m + _m * exp(_h)
_SHARE = [ge(_m, 0), le(_m, 1)]


@cache
def _moment_is_positive() -> Theorem:
    return decided(gt(_MOMENT, 0), _SHARE)


@cache
def _hoeffding() -> Theorem:
    """The gap is 0 with slope 0 at h = 0, and its second derivative is (½ − q)² for a probability q."""
    there = _moment_is_positive()
    before, q = instantiate(there, {_h: _s * _h}), substitute(_m * exp(_h) / _MOMENT, {_h: _s * _h})
    gap = Lambda(_x, _m * _x + _x**2 / 8 - log(substitute(_MOMENT, {_h: _x})))

    def bends(goal: Relation, _: Symbol) -> Theorem:
        return follows(goal, (Rational(1, 2) - q) ** 2, facts=[before])

    above = above_tangent(gap, 0, _h, bends, [generalize(before, [_s]), there])
    return follows(le(log(_MOMENT), _h * _m + _h**2 / 8), above, facts=[there])


def hoeffding(share: Any, rate: Any, between: Sequence[Theorem | Formula]) -> Theorem:
    """ln(1 − p + p·exp(rate)) ≤ rate·p + rate²/8 for the share p, where 0 ≤ p ≤ 1, which `between` says.

    Hoeffding's lemma for what is 1 with probability p, else 0 (W. Hoeffding, Probability inequalities for sums of
    bounded random variables, J. Amer. Statist. Assoc. 58, 1963).

    >>> hoeffding(x, y, [ge(x, 0), le(x, 1)])
    <Theorem x ≥ 0, x ≤ 1 ⊢ log(x*exp(y) + 1 - x) ≤ x*y + y**2/8>
    """
    between = listed(between, "hoeffding", "between")
    values = {_m: share, _h: rate}
    bounds = [follows(substitute(f, values), list(between)) for f in _SHARE]
    there = instantiate(_moment_is_positive(), values, bounds)
    return instantiate(_hoeffding(), values, [*bounds, there])


def exponential_average(
    weight: Any, value: Any, rate: Any, limits: tuple[Symbol, Any, Any], between: Sequence[Theorem | Formula],
    facts: Sequence[Theorem | Formula] = (),
) -> Theorem:  # fmt: skip
    """ln Σ_i w_i·exp(rate·v_i) − ln Σ_i w_i ≤ rate·Σ_i w_i·v_i/Σ_i w_i + rate²/8, by Hoeffding's lemma.

    Args:
        weight: w_i, positive.
        value: v_i, of which `between` says that 0 ≤ v_i ≤ 1.
        rate: a number.
        limits: the index and its bounds.
        between: theorems, or hypotheses at the index.
        facts: what shows that there is an index, and that the weights are positive.

    >>> bounds = [at(forall(i, bound), i) for bound in (ge(g(i), 0), le(g(i), 1))]
    >>> exponential_average(exp(f(i)), g(i), -p, (i, 1, N), bounds, [ge(N, 1)]).hypotheses
    (N ≥ 1, for all i: g(i) ≥ 0, for all i: g(i) ≤ 1)
    """
    between = listed(between, "exponential_average", "between")
    facts = listed(facts, "exponential_average")
    total, after = Sum(weight, limits), Sum(weight * exp(rate * value), limits)
    mean = Sum(weight * value, limits) / total
    values = {_m: mean, _h: rate}
    lower, upper = (follows(f, list(between)) for f in (ge(value, 0), le(value, 1)))
    shares = [
        follows(substitute(f, values), weighted_sum(weight, each, limits, facts), list(facts))
        for f, each in zip(_SHARE, (lower, upper), strict=True)
    ]
    there, bound = instantiate(_moment_is_positive(), values, shares), hoeffding(mean, rate, shares)
    chords = below_chords(weight, value, rate, limits, between, facts)
    falls = combine(le(after, total * substitute(_MOMENT, values)), [(1, chords)], facts=facts)
    rises = logarithm_rises(falls, [there, *facts])
    goal = le(log(after) - log(total), rate * mean + rate**2 / 8)
    return combine(goal, [(1, rises), (1, bound)], facts=[there, *facts])


def below_chords(
    weight: Any, value: Any, rate: Any, limits: tuple[Symbol, Any, Any], between: Sequence[Theorem | Formula],
    facts: Sequence[Theorem | Formula] = (),
) -> Theorem:  # fmt: skip
    """Σ_i w_i·exp(rate·v_i) ≤ Σ_i w_i·(1 − v_i + v_i·exp(rate)), where 0 ≤ v_i ≤ 1.

    The arguments are those of `exponential_average`.

    >>> bounds = [at(forall(i, bound), i) for bound in (ge(g(i), 0), le(g(i), 1))]
    >>> below_chords(exp(f(i)), g(i), -p, (i, 1, N), bounds).hypotheses
    (for all i: g(i) ≥ 0, for all i: g(i) ≤ 1)
    """
    between = listed(between, "below_chords", "between")
    facts = listed(facts, "below_chords")
    ends = [follows(f, list(between)) for f in (ge(value, 0), le(value, 1))]
    chord = 1 - value + value * exp(rate)
    return _below(weight, value, rate, limits, chord, exponential_below_chord(rate, value, ends), facts)


def growth_in_bit(
    before: Any, after: Any, x: Any, rate: Any, grows: Theorem | Formula, is_bit: Theorem | Formula,
    facts: Sequence[Theorem | Formula] = (),
) -> Theorem:  # fmt: skip
    """ln after − ln before ≤ rate·x for a bit x, from after ≤ before·(1 − x + x·exp(rate)).

    Args:
        before: a number that the facts show to be positive.
        after: likewise.
        x: a number.
        rate: a number.
        grows: how much more it is at most.
        is_bit: that x² = x.
        facts: on numbers.

    >>> growth_in_bit(p, q, x, y, le(q, p * (1 - x + x * exp(y))), eq(x**2, x))
    <Theorem q ≤ p*(x*exp(y) + 1 - x), x**2 = x ⊢ log(q) - log(p) ≤ x*y>
    """
    facts, grows = listed(facts, "growth_in_bit"), proved(grows, "growth_in_bit", "grows")
    is_bit = proved(is_bit, "growth_in_bit", "is_bit")
    factor = 1 - x + x * exp(rate)
    there = combine(gt(factor, 0), [(1 / before, grows), (1 / before, after)], facts=facts)
    rises = logarithm_rises(grows, [there, *facts])
    affine = affine_in_bit(log(factor), x, is_bit, [there, *facts])
    return combine(le(log(after) - log(before), rate * x), [(1, rises), (-1, affine)], facts=[there, *facts])


def _below(
    weight: Any, value: Any, rate: Any, limits: tuple[Symbol, Any, Any], bound: Any, below: Theorem,
    facts: Sequence[Theorem | Formula],
) -> Theorem:  # fmt: skip
    """Σ_i w_i·exp(rate·v_i) ≤ Σ_i w_i·b_i, from exp(rate·v_i) ≤ b_i."""
    less = weighted_sum(weight, below, limits, facts)
    return combine(le(Sum(weight * exp(rate * value), limits), Sum(weight * bound, limits)), [(1, less)], facts=facts)


def _average(
    falls: Theorem, weight: Any, limits: tuple[Symbol, Any, Any], facts: Sequence[Theorem | Formula]
) -> Theorem:
    """ln Σ_i a_i − ln Σ_i w_i ≤ Σ_i w_i·b_i/Σ_i w_i − 1, from Σ_i a_i ≤ Σ_i w_i·b_i."""
    total, (larger, smaller) = Sum(weight, limits), (falls.conclusion.lhs, falls.conclusion.rhs)
    grows = le(log(smaller) - log(total), larger / total - 1)
    return combine(grows, [(1, logarithm_above(total / smaller, facts)), (1 / total, falls)], facts=facts)


def chord_average(
    weight: Any, value: Any, rate: Any, limits: tuple[Symbol, Any, Any], between: Sequence[Theorem | Formula],
    facts: Sequence[Theorem | Formula] = (),
) -> Theorem:  # fmt: skip
    """ln Σ_i w_i·exp(rate·v_i) − ln Σ_i w_i ≤ −(1 − exp(rate))·Σ_i w_i·v_i/Σ_i w_i, where 0 ≤ v_i ≤ 1.

    The arguments are those of `exponential_average`.

    >>> bounds = [at(forall(i, bound), i) for bound in (ge(g(i), 0), le(g(i), 1))]
    >>> chord_average(exp(f(i)), g(i), -p, (i, 1, N), bounds, [ge(N, 1)]).hypotheses
    (N ≥ 1, for all i: g(i) ≥ 0, for all i: g(i) ≤ 1)
    """
    between = listed(between, "chord_average", "between")
    facts = listed(facts, "chord_average")
    return _average(below_chords(weight, value, rate, limits, between, facts), weight, limits, facts)


@cache
def _second_order() -> Theorem:
    return decided(le(exp(-_x), 1 - _x + _x**2 / 2), ge(_x, 0))


def second_order_average(
    weight: Any, value: Any, rate: Any, limits: tuple[Symbol, Any, Any], between: Sequence[Theorem | Formula],
    facts: Sequence[Theorem | Formula] = (),
) -> Theorem:  # fmt: skip
    """ln Σ_i w_i·exp(rate·v_i) − ln Σ_i w_i ≤ Σ_i w_i·(rate·v_i + rate²·v_i²/2)/Σ_i w_i, where rate·v_i ≤ 0.

    The arguments are those of `exponential_average`; `between` and `facts` show together that rate·v_i ≤ 0.

    >>> second_order_average(exp(f(i)), g(i), -p, (i, 1, N), [at(forall(i, ge(g(i), 0)), i)], [ge(N, 1)]).hypotheses
    (N ≥ 1, for all i: g(i) ≥ 0)
    """
    between = listed(between, "second_order_average", "between")
    facts = listed(facts, "second_order_average")
    fall = -rate * value
    below = instantiate(_second_order(), {_x: fall}, [follows(ge(fall, 0), list(between), list(facts))])
    falls = _below(weight, value, rate, limits, 1 - fall + fall**2 / 2, below, facts)
    return _average(falls, weight, limits, facts)
