"""What a repair says of what another one says: all of it only where it implies it."""

import pytest
from sympy import Abs, Rational

from tests.benchmarks import repairs
from tests.benchmarks.repairs import ALL, ANOTHER, PART, says_as_much
from verify.audit import Claim, eq, ge, gt, le, real
from verify.claims.registry import Registry, using

a, b, x, y = real("a b x y")


def claim(given, states):
    with using(Registry()):
        return Claim("toy/claim", at="1", given=given, states=states, reading="R.", open_because="Nothing decides it.")


SQUARES = claim([], gt(a**2 + b**2, 2 * a * b))


def judged(original, one, other):
    return says_as_much(original, claim(*one), claim(*other))


def test_a_repair_that_says_the_same_says_all():
    assert judged(SQUARES, ([], ge(a**2 + b**2, 2 * a * b)), ([], ge(a**2 + b**2, 2 * a * b))) == ALL
    assert judged(SQUARES, ([], ge((a - b) ** 2, 0)), ([], ge(a**2 + b**2, 2 * a * b))) == ALL


def test_weaker_hypotheses_and_a_stronger_conclusion_say_all():
    false = claim([], le(x, y))
    assert judged(false, ([ge(y, x)], le(x, y)), ([ge(y, x + 1)], le(x, y))) == ALL
    assert judged(false, ([], le(x, y - 1)), ([], le(x, y))) == ALL
    assert judged(false, ([], le(x, y + a**2)), ([], le(x, y + 2 * a**2))) == ALL


def test_stronger_hypotheses_or_a_weaker_conclusion_do_not(monkeypatch):
    monkeypatch.setattr(repairs, "COMPARING", 0.5)  # as nothing is to be found, all of it is spent
    false = claim([], le(x, y))
    assert judged(false, ([ge(y, x + 1)], le(x, y)), ([ge(y, x)], le(x, y))) == ANOTHER
    assert judged(false, ([], le(x, y + 1)), ([], le(x, y))) != ALL
    assert judged(false, ([], le(x, y + 2 * a**2)), ([], le(x, y + a**2))) != ALL


def test_what_the_other_one_says_besides_has_to_follow():
    """In the place of the equation stands an inequality; that a square is not negative needs no repair."""
    false = claim([], eq(Abs(a + b), Abs(a) + Abs(b)))
    triangle = le(Abs(a + b), Abs(a) + Abs(b))
    assert judged(false, ([], triangle), ([], [triangle, ge((a - b) ** 2, 0)])) == ALL
    assert judged(false, ([], triangle), ([], [triangle, le(x, y)])) == PART
    assert judged(false, ([], ge((a - b) ** 2, 0)), ([], [triangle, le(x, y)])) != ALL


def test_what_stays_may_stand_beside_something_that_follows():
    false = claim([], ge(a * b, b))
    more = ([ge(a, 1), ge(b, 0)], [ge(a * b, b), ge(2 * a * b, 2 * b)])
    assert judged(false, ([ge(a, 1), ge(b, 0)], ge(a * b, b)), more) == ALL
    assert judged(false, ([ge(a, 1), ge(b, 0)], ge(a * b, b)), (more[0], [*more[1], le(x, y)])) == PART
    assert judged(false, ([ge(b, 2), ge(a, 1)], ge(a * b, b)), more) == ANOTHER


@pytest.mark.parametrize("other", [eq(a, b), ge(a, b + 1)])
def test_what_follows_from_the_other_one_is_a_part_of_it(other):
    assert judged(claim([], gt(a, b + 2)), ([], ge(a, b)), ([], other)) == PART


def test_every_false_formula_has_to_be_replaced():
    false = claim([], [gt(a**2, 0), gt(b**2, 0)])
    both = ([], [ge(a**2, 0), ge(b**2, 0)])
    assert judged(false, both, both) == ALL
    assert judged(false, ([], [ge(a**2, 0)]), both) == PART
    assert judged(false, ([], [ge(a**2, Rational(-1))]), both) != ALL


def test_a_part_may_follow_with_the_hypotheses_of_both():
    """a = 2b says with b ≤ x, which the paper does not suppose, that a ≤ 2x."""
    false = claim([le(b, x)], le(a, x))
    assert judged(false, ([le(b, x)], le(a, 2 * x)), ([], eq(a, 2 * b))) == PART


def test_what_leaves_out_the_false_formula_alone_says_a_part(monkeypatch):
    monkeypatch.setattr(repairs, "COMPARING", 0.5)
    false = claim([], [ge(a**2, 0), ge(a, b)])
    paper = ([], [ge(a**2, 0), ge(a, b - 1)])
    assert judged(false, ([], [ge(a**2, 0)]), paper) == PART
    assert judged(false, ([], [ge(b**2, 0)]), paper) == ANOTHER
