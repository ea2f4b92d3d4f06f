"""Ways in which the zero test and the signs proved what is false: each step that was false is refused.

Beside it, where there is one at hand, a neighbour that is true is accepted.
"""

from __future__ import annotations

from fractions import Fraction

from tests.attacks.steps import (
    A,
    P,
    S,
    combine,
    delta,
    eq,
    every,
    fn,
    ge,
    given,
    gt,
    head,
    identity,
    instantiate,
    less,
    ne,
    neg,
    over,
    plus,
    real,
    times,
    whole,
)
from tests.attacks.test_readings import accepted, refused
from verify.core.polynomials import canonical, product, total
from verify.core.signs import NEGATIVE, POSITIVE, Facts

x, y, v, w = (real(c) for c in "xyvw")
i, j, k, m, n = map(whole, "ijkmn")
f, g = head("f"), head("g")

INSIDE = plus(y, times(0, i))
"""y, in a sum over i: it need not be positive if the range is empty."""
SOME_POSITIVE = every(i, gt(INSIDE), ge(i, 1), ge(n, i))


def test_two_monomials_that_are_spelled_alike_are_both_counted():
    """exp(A·B + A¹·B¹) was exp(A·B), where A·B is an atom as it is too long, and A¹·B¹ a monomial of two atoms."""

    def long(start):
        return total(plus(1), *(fn("sin", Fraction(1, start + count)) for count in range(4001)))

    first, second = long(10**9), long(2 * 10**9)
    twice = fn("exp", plus(product(first, second), times(P(first, 1), P(second, 1))))
    once = fn("exp", product(first, second))
    assert canonical(twice) is not canonical(once)
    assert Facts().signs(less(twice, 4)) == POSITIVE
    assert Facts().signs(less(once, 4)) == NEGATIVE
    accepted(instantiate(given(gt(x)), {x: less(twice, 4)}, gt(less(twice, 4))))
