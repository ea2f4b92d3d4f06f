"""What the lemmas on arccos and on unit vectors say, and what they need."""

import pytest
from sympy import Basic, acos, cos, pi, sin

from verify.language.terms import Inner, eq, ge, gt, le, lt, real, vectors
from verify.lemmas.circular import (
    arccosine_decreases,
    arccosine_does_not_increase,
    arccosine_is_acute,
    arccosine_is_at_most_pi,
    arccosine_is_not_negative,
    arccosine_is_positive,
    arccosine_of_cosine,
    within_one,
)

x, y = real("x y")
u, v = vectors("u v")


@pytest.mark.parametrize(
    ("lemma", "of", "says", "needs"),
    [
        (arccosine_is_not_negative, (x,), ge(acos(x), 0), [ge(x, -1), le(x, 1)]),
        (arccosine_is_at_most_pi, (x,), ge(pi, acos(x)), [ge(x, -1), le(x, 1)]),
        (arccosine_is_positive, (x,), gt(acos(x), 0), [ge(x, -1), lt(x, 1)]),
        (arccosine_is_acute, (x,), gt(pi / 2, acos(x)), [gt(x, 0), le(x, 1)]),
        (arccosine_decreases, (x, y), gt(acos(x), acos(y)), [ge(x, -1), lt(x, y), le(y, 1)]),
        (arccosine_does_not_increase, (x, y), ge(acos(x), acos(y)), [ge(x, -1), le(x, y), le(y, 1)]),
        (arccosine_of_cosine, (x, y), eq(acos(x), y), [eq(x, cos(y)), ge(y, 0), le(y, pi)]),
    ],
    ids=lambda item: item.__name__ if callable(item) and not isinstance(item, Basic) else "",
)
def test_it_says_so_of_terms_in_the_range(lemma, of, says, needs):
    made = lemma(*of)
    assert made.conclusion == says
    assert set(needs) <= set(made.hypotheses)


def test_facts_meet_what_is_needed():
    assert set(arccosine_is_positive(x, [ge(x, 0), lt(x, 1)]).hypotheses) == {ge(x, 0), lt(x, 1)}
    there = arccosine_of_cosine(sin(x), pi / 2 - x, [ge(x, 0), le(x, pi / 2)])
    assert there.conclusion == eq(acos(sin(x)), pi / 2 - x)


def test_another_branch_is_left_as_what_cannot_be():
    assert le(2 * pi, pi) in arccosine_of_cosine(1, 2 * pi).hypotheses


def test_an_inner_product_of_unit_vectors_is_within_one():
    units = [eq(Inner(u, u), 1), eq(Inner(v, v), 1)]
    below, above = within_one(u, v, units)
    assert (below.conclusion, above.conclusion) == (ge(1 - Inner(u, v), 0), ge(1 + Inner(u, v), 0))
    assert set(below.hypotheses) == set(above.hypotheses) == set(units)
