"""Goals beside a surface that each ray meets once are shown by forms."""

import pytest
from sympy import Poly, simplify

from tests.prover.goals import asked
from verify.balls.arithmetic import Arb
from verify.prover.alarm import worked
from verify.prover.certificate import Certificate, check, reduce
from verify.prover.core_certificates import core_accepts
from verify.prover.goal import Goal, Inequality
from verify.prover.search import rays
from verify.prover.search.proving import Search
from verify.prover.search.samples import Samples

NONNEGATIVE = "a >= 0, b >= 0, c >= 0"
SURFACE = f"{NONNEGATIVE}, a^2 + b^2 + c^2 + a*b*c = 4"
TWICE = f"{NONNEGATIVE}, a*b*c = a + b + c + 2"


@pytest.mark.parametrize(
    ("relation", "where", "power"),
    [
        ("a + b + c <= 3", SURFACE, 1),
        ("a + b + c >= 6", TWICE, 0),
        ("a*b + b*c + c*a >= 12", f"{NONNEGATIVE}, a^2*b^2*c^2 = 48 + (a*b + b*c + c*a)/4 + a^2 + b^2 + c^2 + 1", 0),
    ],
)
def test_what_is_beyond_is_a_form_and_a_rest(relation, where, power):
    goal, samples = asked(relation, where)
    ((split, contradiction),) = rays.turned_around(goal, samples)
    failing = reduce(goal, *split, Arb)[1]
    (left,) = reduce(failing, *contradiction, Arb)
    ((rule, data),) = rays.beyond(left, Samples(left))
    assert rule == "sum"
    form, rest = data["terms"]
    assert simplify(form + rest - left.shows.expr) == 0
    assert core_accepts(left, rule, data, reduce(left, rule, data, Arb))
    parts = Goal(left.variables, left.given, Inequality(form, False))
    moves = list(rays.forms(parts, Samples(parts)))
    assert [m[0] for m in moves] == ["product" if power else "rewrite"]
    if power:
        ((whole, one, _), (_, minus, _)) = moves[0][1]["factors"]
        assert (one, minus) == (1, -power)
        assert Poly(whole, *goal.variables).is_homogeneous


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a + b + c < 3 + a*b*c", SURFACE),  # no form beside a number
        ("a + b + c < 4", SURFACE),  # strict
        ("a + b <= 3", f"{NONNEGATIVE}, a^2 + b^2 = 4 + a*b"),  # terms of one degree and both signs
        ("a + b <= 3", "a >= 0, -1 < b, a^2 + b^2 + a^3 = 4"),  # a variable that may be negative
        ("a + b + c >= 3", f"{NONNEGATIVE}, a*b + b*c + c*a + a*b*c = 4"),  # which would be divided by a + b + c
    ],
)
def test_other_goals_are_left(relation, where):
    assert list(rays.turned_around(*asked(relation, where))) == []


@pytest.mark.parametrize(("relation", "where"), [("a + b + c <= 3", SURFACE), ("a + b + c >= 6", TWICE)])
def test_they_are_shown_at_once(relation, where):
    goal, _ = asked(relation, where)
    step = Search(worked() + 60).at_once(goal)
    assert [step.rule, step.parts[1].rule] == ["split", "contradiction"]
    check(Certificate(goal, step))
