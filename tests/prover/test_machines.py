"""The same call finds the same on a slow and on a fast machine: what is searched is bounded by work, not by time."""

import json
import time

import pytest

from verify.prover.alarm import worked
from verify.prover.allowance import Allowance
from verify.prover.files import answer_to_json
from verify.prover.proving import prove

STATEMENTS = [
    ("a^4 + b^4 + c^4 + d^4 >= 4*a*b*c*d", "-oo < a < oo, -oo < b < oo, -oo < c < oo, -oo < d < oo"),  # squares
    ("x^2*y + y^2*z + z^2*x <= 3", "0 <= x <= 1, 0 <= y <= 1, 0 <= z <= 1"),
    ("sqrt(x + y) <= sqrt(x) + sqrt(y)", "x >= 0, y >= 0"),
    ("a/(b + c) + b/(c + a) + c/(a + b) >= 3/2", "a > 0, b > 0, c > 0"),
    ("x*y + y*z + z*x <= 1/3", "x >= 0, y >= 0, z >= 0, x + y + z >= 1, x + y + z <= 1"),  # on a plane
    ("sin(x)*cos(y) < x + 1/100 + y^2", "0 <= x <= 1, 0 <= y <= 1"),  # boxes
    ("4*x^2 - 21/10*x^4 + x^6/3 + x*y - 4*y^2 + 4*y^4 >= -103/100", "-3 <= x <= 3, -2 <= y <= 2"),  # false
    ("x^y >= y^x", "x > 1, y > x"),
    ("log(1 + x) <= x - x^2/2 + 0.33*x^3", "0 < x < 1"),
]


def found(relation, where, budget):
    return json.dumps(answer_to_json(prove(relation, where, budget=budget)))


@pytest.mark.spread(3, 2)
@pytest.mark.parametrize(("relation", "where"), STATEMENTS, ids=[relation for relation, _ in STATEMENTS])
def test_a_clock_that_runs_five_times_faster_changes_nothing(monkeypatch, relation, where):
    budget, clock = 20, time.process_time
    usual = found(relation, where, budget)
    assert json.loads(usual)["verdict"] in ("proved", "refuted")
    monkeypatch.setattr(time, "process_time", lambda: 5 * clock())
    assert found(relation, where, 5 * budget) == usual


def test_what_is_spent_of_a_part_is_spent_of_the_whole_and_no_part_has_more_than_is_left():
    whole = Allowance(2.0)
    half = whole.part(0.5)
    half.spend(0.75)
    assert (half.left, whole.left) == (0.25, 1.25)
    assert whole.at_most(5.0).left == 1.25
    whole.spend(1.25)
    assert half.is_over
    assert whole.is_over
    assert whole.beyond(0.5).left == 0.5


def test_a_time_that_is_over_ends_what_work_is_left():
    late = Allowance(1.0, worked() - 1)
    assert late.is_over
    assert late.part(0.5).is_over
    assert not late.beyond(1.0).is_over  # what was found is made simpler, whatever the time
