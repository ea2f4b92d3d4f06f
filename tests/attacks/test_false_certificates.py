"""Ways in which certificates proved what is false: each is refused, and a neighbour that is true is accepted."""

from __future__ import annotations

from fractions import Fraction
from itertools import compress
from itertools import product as choices

import pytest

from tests.attacks.steps import P, fn, ge, gt, inv, less, ne, neg, plus, real, sqrt, term, times
from tests.attacks.test_readings import accepted, of_terms, refused
from verify.core.constants import is_zero
from verify.core.nodes import Refused
from verify.core.obligations import holds
from verify.core.polynomials import canonical, light, product, total
from verify.core.terms import mul

x, y = real("x"), real("y")


def waves(first, count):
    return (fn("sin", Fraction(1, first + k)) for k in range(count))


def test_constants_that_are_spelled_alike_are_both_counted():
    """(A·B + 1)·√2 − √2 has the monomial (A·B)·√2; A·B·√2, too long to be multiplied out, is an atom spelled so too."""
    roots = [sqrt(p) for p in (2, 3, 5, 7, 11, 13)]
    monomials = [product(*compress(roots, chosen)) for chosen in choices((0, 1), repeat=6)]
    first, second = (total(*(product(term(k % n + 1), m) for k, m in enumerate(monomials))) for n in (3, 5))
    long = mul(first, second)
    once = product(long, sqrt(2))
    again = mul(*reversed(once.args))
    hidden = less(times(plus(long, 1), sqrt(2)), sqrt(2))
    assert len(light(hidden)) == len(light(once)) == 1
    assert light(hidden) != light(once)
    assert again is not once
    for whole, step in ((plus(hidden, neg(once), again), refused), (plus(hidden, neg(again)), accepted)):
        assert is_zero(whole) == (step is accepted)
        step(of_terms(ge(neg(whole)), "obvious", {}))


def test_monomials_that_become_one_as_they_are_multiplied_are_both_counted():
    """exp u − ½·exp u, with u written in two ways, was −½·exp u: −2 times that is not positive."""
    size = fn("abs", y)
    first = plus(size, times(P(y, 2), inv(size)), *waves(10, 61))  # |y| times it has a monomial less
    long = times(first, plus(*waves(100, 64)))
    slope = plus(long, 1)
    u, v = times(x, slope, size), times(slope, size, x)
    assert canonical(once := canonical(times(slope, size))) is not once
    given = [ge(less(x, 1)), ge(less(y, 1)), ge(less(2, y))]
    data = {"variable": x, "from": term(1), "precision": 64, "order": 2, "bounds": [[y, term(1), term(2)]]}
    for factor, step in ((-2, refused), (2, accepted)):
        whole = times(factor, plus(fn("exp", u), times(Fraction(-1, 2), fn("exp", v))))
        step(of_terms(gt(whole), "beyond", data, given))


def test_what_is_not_zero_where_it_is_defined_need_not_be_defined():
    """1/x vanishes nowhere, as x·y does where y = 0: that y > 0 says nothing of where 1/x has a value."""
    assert not holds(ne(inv(x)), (gt(y),))
    assert holds(ne(inv(x)), (ne(x), gt(y)))
    assert holds(ne(x), (ne(times(x, y)),))


def test_the_line_of_sturm_is_no_constant():
    """√2 as the axis would be eliminated from 1 − √2, which were shown to be positive by the sample 0."""
    root = less(sqrt(2), 1)
    for goal in (ge(neg(root)), gt(neg(root)), ge(root)):
        with pytest.raises(Refused, match="constants, and no variable"):
            of_terms(goal, "polynomial", {"method": "sturm", "data": {"digits": 20}}).run()
    accepted(of_terms(ge(plus(P(x, 2), root)), "polynomial", {"method": "sturm", "data": {"digits": 20}}))
