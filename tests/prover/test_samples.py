"""Points of domains: they meet the conditions, and goals under the same conditions share them."""

import mpmath
import pytest
from sympy import Abs

from tests.prover.goals import asked
from verify.prover.alarm import worked
from verify.prover.search import proving
from verify.prover.search.compiled import in_mpmath
from verify.prover.search.proving import Search
from verify.prover.search.samples import Sampled
from verify.prover.statement import parse_statement


@pytest.mark.parametrize(
    "where", ["x > 1, y < -2, x*y > -5", "0 < x < y, y <= 1", "x - y = 1, x > y^2", "x > 1, y > 1, 1/x + 1/y = 1"]
)
def test_points_meet_the_conditions(where):
    goal, samples = asked("x + y > 0", where)
    assert len(samples.points) == 60
    with mpmath.workdps(60):
        for g in goal.given:
            values = [in_mpmath(g.expr, goal.variables)(*point) for point in samples.points]
            assert min(values) > (0 if g.strict else -(mpmath.mpf(10) ** -45))


def test_goals_under_the_same_conditions_are_looked_at_at_the_same_points():
    where = "x > 0, y > x"
    (first, alone), (second, other) = asked("x + y > 0", where), asked("y > 2*x", where)
    samples = Sampled()
    assert samples.of(first) is samples.of(first)
    assert samples.of(first).points is samples.of(second).points
    for term in (first.shows.expr, second.shows.expr):
        assert samples.of(second).signs(term) == alone.signs(term) == other.signs(term)
    assert samples.of(asked("x + y > 0", "x > 0, y > 2*x")[0]).points is not samples.of(first).points


def test_points_are_drawn_where_nothing_bends_any_more(monkeypatch):
    drawn = []
    monkeypatch.setattr(proving, "_plausible", lambda goal, _: drawn.append(goal) or True)
    (goal,) = parse_statement("2*abs(x)*y <= x^2 + y^2", "-oo < x < oo, -oo < y < oo").goals
    assert Search(worked() + 60).at_once(goal) is not None
    assert drawn
    assert not any(g.shows.expr.has(Abs) for g in drawn)
