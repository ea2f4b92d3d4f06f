"""What is to be above nested maxima is to be above each of their branches."""

import pytest

from tests.prover.goals import asked
from verify.prover.alarm import worked
from verify.prover.certificate import Certificate, check
from verify.prover.search import caps
from verify.prover.search.proving import Search

PLANE = "-oo < x < oo, -oo < y < oo"
NESTED = "max(abs(x), max(abs(y), abs(x + y))) <= 2*sqrt(x^2 + y^2)"


def test_the_outer_node_is_told_apart_first():
    goal, _ = asked(NESTED, PLANE)
    ((rule, data),) = caps.moves(goal)
    assert rule == "unfold"
    assert data["node"] in goal.shows.expr.args[0].atoms(type(data["node"]))
    assert len(data["node"].args) == 2


def test_conditions_of_branches_are_forgotten():
    goal, _ = asked("sqrt(x^2 + y^2) >= abs(x)", "-oo < x < oo, abs(y) <= 1, y >= -2")
    ((rule, data),) = caps.moves(goal)
    assert rule == "rewrite"
    assert [str(term) for term, _ in data["given"]] == ["y + 2"]


@pytest.mark.parametrize(
    "relation",
    [
        "max(abs(x), abs(y)) >= x*y",  # above it is what is known
        "abs(x)*abs(abs(y) - 1) <= 2 + x^2*y^2",  # no multiple of it is subtracted
        "abs(x) <= 1 + x^2",  # it is not nested
    ],
)
def test_other_nodes_are_left(relation):
    assert list(caps.moves(asked(relation, PLANE)[0])) == []


def test_one_absolute_value_is_a_root_to_polynomials():
    assert caps.is_one_value(asked("abs(x - y) <= 1 + x^2 + y^2", PLANE)[0])
    assert not caps.is_one_value(asked("abs(x) + abs(y) <= 1 + x^2 + y^2", PLANE)[0])
    assert not caps.is_one_value(asked("max(x, y) <= 1 + x^2 + y^2", PLANE)[0])
    assert not caps.is_one_value(asked("abs(x - y) >= x - y", PLANE)[0])


def test_a_branch_is_shown_once():
    goal, _ = asked(NESTED, PLANE)
    step = Search(worked() + 60).at_once(goal)
    assert sum(part.rule == "unfold" for part in step.walk()) == 2
    assert [part.data for part in step.walk() if part.rule == "rewrite"] == [{"given": []}] * 2
    check(Certificate(goal, step))
