"""Piecewise linear statements: cases and combinations, for proofs with few parts; nothing for what is false."""

from dataclasses import replace

import pytest
from sympy import Add, Mul, Rational

from tests.prover.goals import asked
from verify.prover.certificate import Certificate, check
from verify.prover.goal import Inequality
from verify.prover.proving import prove
from verify.prover.search import proving
from verify.prover.search.piecewise import cases

LINE = "-oo < x < oo"
PLANE = f"{LINE}, -oo < y < oo"
SPACE = f"{PLANE}, -oo < z < oo"
FOUR = f"{SPACE}, -oo < w < oo"
TRUE = (
    ("abs(abs(x) - abs(y)) <= abs(x - y)", PLANE),
    ("abs(x + y) + abs(x - y) >= abs(x) + abs(y)", PLANE),
    ("abs(x - z) <= abs(x - y) + abs(y - z)", SPACE),
    ("abs(x) + abs(y) + abs(z) + abs(x + y + z) >= abs(x + y) + abs(y + z) + abs(z + x)", SPACE),
    ("abs(max(x, 0) - max(y, 0)) <= abs(x - y)", PLANE),
    ("abs(min(max(x, -1), 1) - min(max(y, -1), 1)) <= abs(x - y)", PLANE),
    ("min(max(x, y), max(y, z), max(x, z)) >= min(x, y, z)", SPACE),
    ("abs(min(x, y) - min(z, w)) <= max(abs(x - z), abs(y - w))", FOUR),
    ("max(x + y, z + w) <= max(x, z) + max(y, w)", FOUR),
    ("abs(x - z) < 3", f"{SPACE}, abs(x - y) < 1, abs(y - z) <= 2"),
    ("x + y <= 6", f"{PLANE}, max(x, y) <= 3"),
    ("max(x, -x, y) >= 1", f"{PLANE}, abs(x) >= 1"),
    ("abs(x) + y > 1", f"{PLANE}, x + y > 1"),
    ("2*x - 3*y > z", f"{SPACE}, x > 2*y, x >= y + z, y < 0, z < 0"),
)
FALSE = (
    ("abs(x - z) <= abs(x - y) + abs(y - z) - 1/1000", SPACE),
    ("abs(max(x, 0) - max(y, 0)) < abs(x - y)", PLANE),
    ("abs(x - z) < 3", f"{SPACE}, abs(x - y) <= 1, abs(y - z) <= 2"),
    ("min(x, y) >= min(x, y, z) + 1/100", SPACE),
)


@pytest.mark.parametrize(("relation", "where"), TRUE)
def test_cases_and_combinations_prove_what_is_piecewise_linear(relation, where, monkeypatch):
    goal, _ = asked(relation, where)
    step = cases(goal)
    check(Certificate(goal, step))
    monkeypatch.setattr(proving, "_plausible", lambda *_: pytest.fail("something else is tried"))
    assert prove(relation, where).verdict == "proved"


def test_a_sum_that_nobody_has_worked_out_is_a_number():
    goal, _ = asked("x + y >= 0", PLANE)
    x, y = goal.variables
    half = Mul(Rational(1, 2), x + y, evaluate=False)
    goal = replace(goal, shows=Inequality(Add(-x / 2, -y / 2, half), strict=False))
    check(Certificate(goal, cases(goal)))


@pytest.mark.parametrize(("relation", "where"), FALSE)
def test_nothing_is_found_for_what_is_false(relation, where):
    assert cases(asked(relation, where)[0]) is None


def test_only_what_bends_the_wrong_way_is_told_apart():
    goal, _ = asked("abs(max(x, y) - max(z, w)) <= max(abs(x - z), abs(y - w))", FOUR)
    apart = [step for step in cases(goal).walk() if any(part.rule in ("unfold", "sum") for part in step.parts)]
    assert sum(step.rule == "unfold" for step in apart) == 3


@pytest.mark.parametrize("relation", ["abs(x*y) <= x^2 + y^2", "abs(x) >= sqrt(2)*x - y^2", "x^2 >= 0"])
def test_other_terms_are_left_to_others(relation):
    assert cases(asked(relation, PLANE)[0]) is None
