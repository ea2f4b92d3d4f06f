"""Signs of sines by the ranges of their angles, and of products of two; none where an angle may leave its half turn."""

import pytest
from sympy import S, pi, sin

from verify.audit import Claim
from verify.author import kernel
from verify.claims.registry import Registry, using
from verify.discover.discovering import Search, discover
from verify.discover.facts import Context
from verify.discover.module import module
from verify.discover.sines import by_signs_of_sines, of_sines
from verify.language.terms import ge, gt, lt, ne, positive, real
from verify.lemmas.circular import sign_of_sine
from verify.prover.alarm import worked

d, x, y = real("d x y")
eta = positive("η")


@pytest.mark.parametrize(
    ("given", "angle", "sign"),
    [
        ([gt(x, 0), lt(x, 1)], 3 * x, 1),
        ([gt(x, -1), lt(x, 0)], 3 * x, -1),
        ([gt(x, 4), lt(x, 6)], x, -1),
        ([gt(x, 0), lt(x, 1)], 4 * x, 0),
        ([ge(x, 0), lt(x, 1)], x, 0),
        ([gt(x, 0)], x, 0),
    ],
)
def test_a_sine_has_the_sign_of_the_half_turn_that_its_angle_is_in(given, angle, sign):
    found = list(of_sines(gt(sin(angle, evaluate=False) * y, 0), Context.of(given)))
    assert [f.conclusion for f in found] == ([gt(sign * sin(angle, evaluate=False), 0)] if sign else [])
    for fact in found:
        kernel.proves(fact.theorem, given, fact.conclusion)


def test_the_lemma_says_so_of_the_half_turns_in_turn():
    assert sign_of_sine(x, 0).conclusion == gt(sin(x), 0)
    assert sign_of_sine(x, 1).hypotheses == (gt(x, pi), lt(x, 2 * pi))
    assert sign_of_sine(x, 1).conclusion == gt(S.NegativeOne * sin(x), 0)


INSIDE = [gt(x, 0), lt(x, 3), gt(y, -3), lt(y, 0)]


@pytest.mark.parametrize(("goal", "true"), [(lt(sin(x) * sin(y), 0), True), (gt(sin(x) * sin(y), 0), False)])
def test_a_product_of_two_has_the_product_of_their_signs(goal, true):
    found = by_signs_of_sines(goal, Context.of(INSIDE))
    assert (found is not None) == true
    if found is not None:
        kernel.proves(found.theorem, INSIDE, goal)


def test_either_side_of_a_right_angle_is_looked_at_before_the_prover():
    """2d is in another half turn on either side of π/2."""
    given = [gt(d, 0), lt(d, pi), ne(d, pi / 2), lt(eta, 1)]
    goal = gt(sin(eta * sin(2 * d)) * sin(2 * d), 0)
    with using(Registry()):
        claim = Claim("toy/c", at="1", given=given, states=goal, reading="R.", open_because="Nothing decides it.")
    found = discover(claim, 20)
    assert found.is_proved
    made = module(claim, list(found.facts))
    assert "sign_of_sine(" in made.text
    names = [tactic.name for tactic in Search(worked() + 9)._tactics(goal, Context.of(given), 2)]
    assert names.index("either side of what differs") < names.index("the prover")
    assert names.count("either side of what differs") == 1
