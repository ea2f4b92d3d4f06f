"""Classical theorems whose properties are among the hypotheses: what they say, and only where all are met."""

import pytest
from sympy import Abs, Sum, sqrt

from verify.author import kernel
from verify.axioms import (
    DIST,
    EXP,
    complete,
    determinant,
    nonnegative_curvature,
    nonpositive_curvature,
    same_point,
    simply_connected,
)
from verify.claims.claim import Claim
from verify.claims.registry import Registry, using
from verify.discover.cited import cited
from verify.discover.discovering import Search, discover
from verify.discover.facts import Context
from verify.language.terms import (
    Inner,
    Tangent,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    ge,
    integer,
    norm,
    point,
    positive,
    real,
)  # fmt: skip
from verify.prover.alarm import worked

i, j, l, n = integer("i j l n")
a, c = real("a c")
s = positive("s")
A, B, C = family("A"), family("B"), family("M")
IN = [ge(i, 1), ge(n, i), ge(j, 1), ge(n, j)]
p, q, r = point("p"), point("q"), point("r")
U, W = (Vec(VecHead(name), Tangent(p)) for name in "UW")
SHORTEST = [same_point(EXP(p, W), q), eq(Inner(W, W), DIST(p, q) ** 2)]


def product(left, right):
    return forall([i, j], eq(C(i, j), Sum(left(l, i) * right(l, j), (l, 1, n))), IN)


def proved(given, goal, seconds=20.0):
    with using(Registry()):
        claim = Claim("toy/claim", at="1", given=given, states=goal, reading="R.", open_because="Nothing decides it.")
    found = discover(claim, seconds)
    if found.is_proved:
        kernel.proves(found.facts[0].theorem, given, goal)
    return found.is_proved


SQUARE = [ge(n, 1), determinant(A, n, a), determinant(C, n, c)]


@pytest.mark.parametrize(
    ("given", "goal", "true"),
    [
        ([*SQUARE, product(A, A)], eq(c, a**2), True),
        ([*SQUARE, product(A, A)], eq(sqrt(c), Abs(a)), True),
        ([ge(n, 1), determinant(A, n, s), determinant(C, n, c), product(A, A)], eq(sqrt(c), s), True),
        ([*SQUARE, product(A, A)], eq(sqrt(c), a), False),
        ([*SQUARE[1:], product(A, A)], eq(c, a**2), False),
        ([*SQUARE, product(A, B)], eq(c, a**2), False),
    ],
)
def test_determinants_of_products(given, goal, true):
    assert proved(given, goal, 10.0) == true


HINGE = ge(Inner(U, U) + Inner(W, W) - 2 * Inner(U, W), DIST(EXP(p, U), q) ** 2)


@pytest.mark.parametrize(
    ("given", "true"),
    [
        ([complete(), nonnegative_curvature(), *SHORTEST], True),
        ([complete(), nonpositive_curvature(), *SHORTEST], False),
        ([nonnegative_curvature(), *SHORTEST], False),
        ([complete(), nonnegative_curvature(), SHORTEST[0]], False),
    ],
)
def test_hinges_need_their_curvature_and_a_shortest_side(given, true):
    assert proved(given, HINGE, 10.0) == true


def test_what_one_axiom_gives_another_may_suppose():
    wide = [complete(), nonpositive_curvature(), simply_connected()]
    goal = ge(DIST(EXP(p, U), q) ** 2, Inner(U, U) + Inner(W, W) - 2 * Inner(U, W))
    assert proved([*wide, SHORTEST[0]], goal)
    assert not proved([*wide[:2], SHORTEST[0]], goal, 5.0)


def test_the_end_of_a_geodesic_may_have_its_name_by_an_equation():
    given = [complete(), nonpositive_curvature(), simply_connected(), eq(EXP(p, U), r)]
    assert proved(given, eq(norm(U), DIST(p, r)))


def test_without_properties_nothing_is_cited():
    assert not list(cited(Context.of([ge(a, 1), product(A, A)])))
    assert Search(worked() + 5).prove(eq(c, a**2), Context.of([product(A, A)]), 0) is None
