"""What is not there is given up soon: the work is left for what comes after."""

import numpy as np
from sympy import S

from verify.prover.allowance import Allowance
from verify.prover.polynomial import bernstein
from verify.prover.polynomial.semidefinite import solve
from verify.prover.search import covering
from verify.prover.statement import parse_statement


def goal_of(relation, *where):
    return parse_statement(relation, where).goals[0]


def test_a_tree_at_a_zero_inside_is_given_up_without_the_boxes_elsewhere():
    allowed = Allowance(1.0)
    domain = [f"0 <= {x} <= 1" for x in "xyz"]
    assert bernstein.propose(goal_of("(3*x - 2)^2 + (3*y - 2)^2 + (3*z - 2)^2 >= 0", *domain), allowed) is None
    assert allowed.left > 0.8
    assert bernstein.propose(goal_of("(3*x - 2)^2 + (3*y - 2)^2 + 1/1000 >= 0", *domain[:2]), allowed)


def test_matrices_that_are_far_from_positive_are_given_up_before_the_centre_is_sharp():
    allowed = Allowance(1.0)
    sizes, constant, directions = [1] * 4, np.array([-1.0, -1.0, 1.0, 1.0]), np.array([[1.0, -1.0, 0.0, 0.0]])
    found = solve(sizes, constant, directions, allowed)  # x − 1 and −x − 1
    assert -1.1 < found.least < -0.9
    assert allowed.left > 0.98


def test_matrices_that_are_nearly_positive_are_not_given_up():
    found = solve([1, 1], np.array([1e-3, -1e-3]), np.array([[1.0, -1.0]]), Allowance(1.0))  # both are 0 at best
    assert abs(found.least) < 1e-8
    assert len(found.duals) == 2


def test_matrices_for_which_too_little_is_left_cost_nothing():
    draw = np.random.default_rng(1)
    rows = [m + m.T for m in draw.normal(size=(60, 12, 12))]
    allowed = Allowance(0.01)
    assert solve([12], np.eye(12).ravel(), np.array([m.ravel() for m in rows]), allowed) is None
    assert allowed.left == 0.01


def test_exact_taylor_coefficients_that_grow_too_long_are_not_made_further(monkeypatch):
    """They all vanish, of which none that is made further says more."""
    orders, taylor = [], covering.taylor

    def remembered(*asked):
        orders.append(asked[-1])
        return taylor(*asked)

    monkeypatch.setattr(covering, "taylor", remembered)
    goal = goal_of("sin(2*x) - 2*sin(x)*cos(x) >= 0", "0 < x <= 1")
    ((x,), f) = goal.variables, goal.shows.expr
    for largest, last in ((1, 0), (10_000, 12)):
        monkeypatch.setattr(covering, "_LARGEST", largest)
        orders.clear()
        assert covering.vanishing_order(goal, (x,), f, x, S.One) == 0
        assert max(orders) == last
    assert covering.vanishing_order(goal, (x,), (x - 1) ** 7, x, S.One) == 7
