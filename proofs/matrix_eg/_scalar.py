"""Inequalities of one variable that the bounds rest on: the exponential above its tangents, below its chords."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sympy import Expr, Lambda, Rational, exp, log

from verify.audit import (
    Theorem,
    above_tangent,
    assume,
    cases,
    combine,
    ge,
    generalize,
    gt,
    instantiate,
    le,
    positive,
    real,
)
from verify.language.terms import Relation

_a, _p, _s, _w = real("a p s w")
_q, _z = positive("q z")


def tangent(at: Any) -> Theorem:
    """e^x ≥ 1 + x, at a term."""

    def convex(goal: Relation, s: Any) -> Theorem:
        return combine(goal, [(exp(s * _w), 1)])

    above = above_tangent(Lambda(_s, exp(_s)), 0, _w, convex)
    return instantiate(combine(ge(exp(_w), 1 + _w), [(1, above)]), {_w: at})


def chord(low: Any, high: Any, share: Any, at_least: Theorem, at_most: Theorem) -> Theorem:
    """e^{ρ₁a + ρ₂(1−a)} ≤ a e^{ρ₁} + (1 − a) e^{ρ₂}, for ρ₁ = high, ρ₂ = low and a = share between 0 and 1."""
    mean = high * share + low * (1 - share)
    right, left = tangent((1 - share) * (high - low)), tangent(-share * (high - low))
    return combine(
        le(exp(mean), share * exp(high) + (1 - share) * exp(low)),
        [(exp(mean) * share, right), (exp(mean) * (1 - share), left)],
        facts=[at_least, at_most],
    )


def logarithm_keeps_order(smaller: Any, larger: Any, ordered: Theorem, positive: Sequence[Theorem] = ()) -> Theorem:
    """log smaller ≤ log larger for positive terms, from smaller ≤ larger: log q ≤ q − 1 for q = smaller/larger."""
    ratio = tangent(log(_q / _z))
    theorem = combine(le(log(_q), log(_z)), [(1, ratio), (1 / _z, assume(ge(_z, _q)))])
    return instantiate(theorem, {_q: smaller, _z: larger}, [ordered, *positive])


def mixed(p: Any, s: Any) -> Expr:
    """1 − p + p e^s, the mean of an exponential over two points."""
    return 1 - p + p * exp(s)


def mixed_is_positive(s: Any) -> Theorem:
    """1 − p + p e^s > 0 for 0 ≤ p ≤ 1."""
    small, large = le(_p, Rational(1, 2)), gt(_p, Rational(1, 2))
    goal, ends = gt(mixed(_p, s), 0), [ge(_p, 0), ge(1, _p)]
    positive_p = combine(gt(_p, 0), [(1, assume(large)), (Rational(1, 2), 1)])
    first = combine(goal, [(1, assume(small)), (Rational(1, 2), 1), (_p, exp(s))], facts=[*ends, small])
    second = combine(goal, [(1, assume(ends[1])), (_p, exp(s))], facts=[*ends, large, positive_p])
    return cases([first, second], [small, large])


def mixed_is_positive_at(p: Any, s: Any, at_least: Theorem, at_most: Theorem) -> Theorem:
    """1 − p + p e^s > 0 at terms, for 0 ≤ p ≤ 1."""
    return instantiate(mixed_is_positive(_s), {_p: p, _s: s}, [at_least, at_most])


def hoeffding() -> Theorem:
    """0 ≤ p ≤ 1 ⊢ log(1 − p + p e^s) ≤ p s + s²/8: the second derivative of the right minus the left is a square."""
    gap = Lambda(_s, _p * _s + _s**2 / 8 - log(mixed(_p, _s)))

    def convex(goal: Relation, s: Any) -> Theorem:
        there = s * _a
        return combine(
            goal,
            [(1 / (4 * mixed(_p, there) ** 2), (1 - _p - _p * exp(there)) ** 2)],
            facts=[mixed_is_positive(there)],
        )

    above = above_tangent(gap, 0, _a, convex)
    defined = [generalize(mixed_is_positive(_s * _a), [_s], [ge(_s, 0), ge(1, _s)]), mixed_is_positive(_a)]
    return combine(
        le(log(mixed(_p, _a)), _p * _a + _a**2 / 8), [(1, instantiate(above, {}, defined))], facts=defined[1:]
    )


def hoeffding_at(p: Any, s: Any, at_least: Theorem, at_most: Theorem) -> Theorem:
    """log(1 − p + p e^s) ≤ p s + s²/8 at terms, for 0 ≤ p ≤ 1."""
    positive_mean = mixed_is_positive_at(p, s, at_least, at_most)
    return instantiate(hoeffding(), {_p: p, _a: s}, [at_least, at_most, positive_mean])
