"""Indexed sums for every range: what follows, and what does not, also for an empty range."""

from itertools import product

import pytest
from sympy import Abs, Integer, KroneckerDelta, Pow, Rational, S, Sum, exp, log, oo

from verify.claims.concrete import value
from verify.language.terms import IllFormed, eq, family, forall, function, ge, integer, le, positive, real
from verify.normal_forms.normalizer import is_zero

a, b = real("a b")
c = positive("c")
i, j, k, m, n = integer("i j k m n")
p, q = family("p"), family("q")
w = family("w", positive=True)
f = function("f")


def over(term, index=i, lo=1, hi=n):
    return Sum(term, (index, lo, hi))


INSIDE = [ge(k, 1), le(k, n)]

TRUE = [
    # linearity, free factors
    (over(p(i) + q(i)), over(p(i)) + over(q(i)), []), (over(a * p(i)), a * over(p(i)), []),
    (over(p(i) / c), over(p(j), j) / c, []),
    (over((p(i) + a) ** 2), over(p(i) ** 2) + 2 * a * over(p(i)) + a**2 * over(1), []), (over(p(i) - p(i)), 0, []),
    (over(p(i)), over(p(j), j), []),
    (over(a + b), a * over(1) + b * over(1), []), (over(a), a * n, [ge(n, 0)]), (over(a), a * n, [ge(n, 1)]),
    (over(a, lo=m), a * (n - m + 1), [ge(n, m - 1)]),
    # products and nested sums
    (over(p(i)) * over(q(j), j), over(over(p(i) * q(j)), j), []), (over(p(i)) ** 2, over(over(p(i) * p(j)), j), []),
    (over(over(p(i) * q(j), j)), over(q(i)) * over(p(i)), []),
    (over(over(p(i) + q(j), j)), n * over(p(i)) + n * over(q(i)), [ge(n, 0)]),
    (Sum(p(i) * q(j), (i, 1, n), (j, 1, m)), over(p(i)) * over(q(j), j, 1, m), []),
    (over(over(p(i), i, 1, m), j), n * over(p(i), i, 1, m), [ge(n, 0)]),
    (over(p(i) * over(q(j), j)), over(p(i)) * over(q(i)), []),
    # deltas
    (over(KroneckerDelta(i, k) * p(i)), p(k), INSIDE), (over(KroneckerDelta(k, i)), 1, INSIDE),
    (over(over(KroneckerDelta(i, j) * p(i) * q(j), j)), over(p(i) * q(i)), []),
    (over(KroneckerDelta(i, k) ** 2 * p(i)), p(k), INSIDE),
    (over((p(i) - KroneckerDelta(i, k)) ** 2), over(p(i) ** 2) - 2 * p(k) + 1, INSIDE),
    (over(p(i) * (KroneckerDelta(i, k) - p(k))), p(k) * (1 - over(p(i))), INSIDE),
    (over(KroneckerDelta(i, 1) * p(i)), p(1), [ge(n, 1)]),
    (over(exp(KroneckerDelta(i, k) * a)), n - 1 + exp(a), [*INSIDE, ge(n, 0)]),
    (KroneckerDelta(i, j) * p(i), KroneckerDelta(i, j) * KroneckerDelta(j, i) * p(i), []),
    # ends
    (over(p(i), hi=n + 1), over(p(i)) + p(n + 1), [ge(n, 0)]),
    (over(p(i), hi=n + 2) - p(n + 2) - p(n + 1), over(p(i)), [ge(n, 0)]),
    (over(p(i)), over(p(i), hi=n - 1) + p(n), [ge(n, 1)]),
    (over(p(i), lo=m, hi=n + 1), over(p(i), lo=m) + p(n + 1), [ge(n, m - 1)]),
    # concrete bounds
    (over(p(i), hi=3), p(1) + p(2) + p(3), []), (over(i**2, hi=10), 385, []), (over(p(i), lo=5, hi=4), 0, []),
    (over(p(i), lo=-1, hi=1), p(-1) + p(0) + p(1), []),
    (over(over(i * j, i, 1, j), j, 1, 3), 25, []),
    # functions of the summand
    (over(log(w(i) * c)), over(log(w(i))) + log(c) * over(1), []), (over(exp(a + p(i))), exp(a) * over(exp(p(i))), []),
    (over(Abs(w(i))), over(w(i)), []), (over(f(p(i) + a)), over(f(a + p(j)), j), []),
    (over(w(i) * log(w(i) / c)), over(w(i) * log(w(i))) - log(c) * over(w(i)), []),
    (over(1 / (c * w(i))), over(1 / w(i)) / c, []),
]  # fmt: skip
FALSE = [
    (Abs(over(KroneckerDelta(2 * k, 2 * i) - Rational(1, 2), hi=2)), 1, []),
    (over(p(i) * q(i)), over(p(i)) * over(q(i)), []), (over(p(i) ** 2), over(p(i)) ** 2, []), (over(p(i)), p(1), []),
    (over(a), a * n, []), (over(a), a * n, [ge(n, -3)]), (over(1), n, []),
    (over(a, lo=m), a * (n - m + 1), [ge(n, m - 2)]), (over(KroneckerDelta(i, k) * p(i)), p(k), []),
    (over(KroneckerDelta(i, k) * p(i)), p(k), [ge(k, 1)]), (over(KroneckerDelta(i, k) * p(i)), p(k), [le(k, n)]),
    (over(KroneckerDelta(i, k)), 0, []), (over(KroneckerDelta(i, 0) * p(i)), p(0), [ge(n, 1)]),
    (over(p(i), hi=n + 1), over(p(i)) + p(n + 1), []), (over(p(i), hi=n + 1), over(p(i)) + p(n + 1), [ge(n, -1)]),
    (over(p(i)), over(p(i), hi=n - 1) + p(n), [ge(n, 0)]), (over(p(i), hi=n + 1), over(p(i)), [ge(n, 0)]),
    (over(p(i)), over(p(i), lo=0), []), (over(p(i)), over(q(i)), []),
    (over(over(p(i) + q(j), j)), over(p(i)) + over(q(i)), [ge(n, 0)]),
    (over(over(KroneckerDelta(i, j), j)), n**2, [ge(n, 0)]), (over(exp(p(i))), exp(over(p(i))), []),
    (over(p(i), hi=3), p(1) + p(2), []), (over(i * p(i)), n * over(p(i)), [ge(n, 0)]),
    (over(1 / w(i)), 1 / over(w(i)), []),
    (over(p(i) * over(q(j), j, 1, i)), over(p(i)) * over(q(j), j), []), (over(p(i + 1)), over(p(i)), []),
    (over(exp(KroneckerDelta(i, k) * a)), n - 1 + exp(a), []), (KroneckerDelta(i, j) * p(i), p(i), []),
]  # fmt: skip


@pytest.mark.parametrize(("left", "right", "facts"), TRUE, ids=str)
def test_it_follows(left, right, facts):
    assert is_zero(left - right, facts)
    assert is_zero(right - left, facts)


@pytest.mark.parametrize(("left", "right", "facts"), FALSE, ids=str)
def test_it_does_not_follow(left, right, facts):
    assert not is_zero(left - right, facts)


def difference_at(left, right, at):
    return abs(value(S(left), at) - value(S(right), at))


def assignments(facts):
    """Small ranges, empty ones too, that meet the facts."""
    families = {p: lambda t: t**2 - 3, q: lambda t: 2 * t + 1, w: lambda t: t**2 + 1, f: lambda t: t**3 - t}
    for low, high, inner in product((-1, 0, 1, 2, 3), (-1, 0, 1, 2, 4), (-1, 0, 1, 2, 4)):
        at = {m: low, n: high, k: inner, i: 1, j: 2, a: Rational(-3, 2), b: Rational(1, 3), c: 2}
        if all((fact.lhs - fact.rhs).subs(at) >= 0 for fact in facts):
            yield families | {s: int(v) if v == int(v) else float(v) for s, v in at.items()}


@pytest.mark.parametrize(("left", "right", "facts"), TRUE, ids=str)
def test_true_ones_hold_for_small_ranges(left, right, facts):
    ranges = list(assignments(facts))
    assert len(ranges) >= 5
    for at in ranges[:: max(1, len(ranges) // 20)]:
        assert difference_at(left, right, at) < 1e-40, at


def nonempty(term):
    """Where the term divides by a sum, the sum is not empty."""
    return [ge(n, 1)] if any(e.exp == -1 for e in S(term).atoms(Pow)) else []


@pytest.mark.parametrize(("left", "right", "facts"), FALSE, ids=str)
def test_false_ones_fail_for_some_small_range(left, right, facts):
    assert any(difference_at(left, right, at) > 1e-6 for at in assignments([*facts, *nonempty(right)]))


def test_an_equation_for_a_sum_is_used():
    simplex = [eq(over(w(i)), 1)]
    assert is_zero(over(2 * w(j), j) - 2, equations=simplex)
    assert is_zero(over((w(i) - a) * 3) - 3 + 3 * a * n, [ge(n, 0)], simplex)
    assert not is_zero(over(w(i), hi=m) - 1, equations=simplex)
    assert not is_zero(over(w(i) ** 2) - 1, equations=simplex)


def test_a_schema_is_used_under_the_sum():
    rule = forall(i, eq(p(i), q(i) + 1), [ge(i, 1), le(i, n)])
    assert is_zero(over(p(i)) - over(q(i)) - n, [ge(n, 0)], [rule])
    assert not is_zero(over(p(i), hi=m) - over(q(i), hi=m) - m, [ge(m, 0)], [rule])


def test_an_equation_at_one_index_is_not_used_at_the_others():
    assert not is_zero(over(p(i)) - over(q(i)), equations=[eq(p(i), q(i))])


def test_a_fact_about_the_name_of_the_index_is_not_about_the_index():
    assert not is_zero(over(Abs(p(i))) - over(p(i)), [ge(p(i), 0)])
    assert is_zero(over(Abs(p(i))) - over(p(i)), [forall(i, ge(p(i), 0))])
    assert not is_zero(over(Abs(i), lo=m) - over(i, lo=m), [ge(i, 0)])
    assert is_zero(over(Abs(i)) - over(i))


def test_an_infinite_sum_is_refused():
    with pytest.raises((IllFormed, ValueError)):
        is_zero(Sum(p(i), (i, 1, oo)) - 1)


def test_a_long_concrete_sum_is_not_written_out():
    assert is_zero(over(p(i), hi=Integer(10) ** 6) - over(p(j), j, hi=Integer(10) ** 6))
    assert is_zero(over(a, hi=Integer(10) ** 6) - a * 10**6)
