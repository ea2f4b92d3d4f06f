"""Cubes cut into simplices by the order of the variables."""

import pytest

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.certificate import reduce
from verify.prover.proving import prove
from verify.prover.search import chambers
from verify.prover.search.samples import Samples

HALVES = "0 < x <= 1/2, 0 < y <= 1/2, 0 < z <= 1/2"
KY_FAN = "x*y*z*(3 - x - y - z)^3 <= (1 - x)*(1 - y)*(1 - z)*(x + y + z)^3"
IN_TURN = "x^2*y + y^2*z + z^2*x <= x^3 + y^3 + z^3"


def simplices(goal):
    """The goals that are left when all is in order, with the rules on the way."""
    (move,) = chambers.by_order(goal, Samples(goal))
    parts = reduce(goal, *move, Arb)
    if move[0] == "rewrite":
        return [(parts[-1], ("rewrite",))]
    found = [(leaf, rules) for part in parts if part.shows == goal.shows for leaf, rules in simplices(part)]
    return [(leaf, (move[0], *rules)) for leaf, rules in found]


@pytest.mark.parametrize(("relation", "count"), [(KY_FAN, 2), (IN_TURN, 6)])
def test_the_cube_is_cut_into_simplices(relation, count):
    goal, _ = asked(relation, HALVES)
    found = simplices(goal)
    assert len(found) == count
    assert all(len(leaf.given) == 4 for leaf, _ in found)


def test_of_variables_that_may_be_exchanged_one_order_is_enough():
    goal, samples = asked(KY_FAN, HALVES)
    assert [rule for rule, _ in chambers.by_order(goal, samples)] == ["order"]
    goal, samples = asked(IN_TURN, HALVES)
    assert [rule for rule, _ in chambers.by_order(goal, samples)] == ["split"]


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("x + y + z <= 2", HALVES),  # it vanishes nowhere
        (KY_FAN, "0 < x <= 1/2, 0 < y <= 1/2, 0 < z <= 1/3"),
        (KY_FAN, HALVES + ", x + y >= z"),
        (IN_TURN, "x > 0, y > 0, z > 0"),
    ],
)
def test_no_move(relation, where):
    assert list(chambers.by_order(*asked(relation, where))) == []


@pytest.mark.parametrize(
    "relation",
    [KY_FAN, "root(x*y*z, 3)/root((1 - x)*(1 - y)*(1 - z), 3) <= (x + y + z)/(3 - x - y - z)"],
)
def test_is_proved(relation):
    assert prove(relation, HALVES, budget=30.0).verdict == "proved"
