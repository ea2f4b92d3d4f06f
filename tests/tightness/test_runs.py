"""Runs that are known by formulas show how sharp a bound is, where theorems say that they meet its hypotheses."""

import re

import pytest
from sympy import Rational, S, Sum

from verify.audit import Claim, Runs, at, eq, family, follows, forall, ge, generalize, gt, integer, le, telescope
from verify.author.kernel import assume, combine
from verify.tightness import sweep
from verify.tightness.records import ends

q, t, T = integer("q t T")
a = family("a")

LONG, HORIZON = ge(q, 100), eq(T, q)
ONES = forall(t, eq(a(t), 1), [ge(t, 1), ge(q, t)])
AT_MOST_ONE = forall(t, le(a(t), 1), [ge(t, 1), ge(T, t)])


@pytest.fixture
def claim(registry):
    """Σ a(t) ≤ T + 1, where each a(t) is at most 1: too much by one."""
    assert registry is not None
    return bound()


def bound(proved=True):
    """The claim, with a proof or without one."""
    total = Sum(a(t), (t, 1, T))
    made = Claim("toy/bound", at="1", given=[ge(T, 1), AT_MOST_ONE], states=le(total, T + 1), reading="r")
    if proved:
        made.proof(added_up)
    return made


def added_up(claim):
    """Each is at most 1."""
    total = telescope(combine(le(a(t), 1), [(1, at(AT_MOST_ONE, t))]), t, 1, T)
    return follows(claim.states[0], total, ge(T, 1))


def one():
    """a(t) = 1 for t ≤ T."""
    return at(ONES, t, by=[ge(t, 1), follows(ge(q, t), ge(T, t), HORIZON)])


def reaches(share):
    """q > share·(q + 1)."""
    total = telescope(one(), t, 1, T)
    goal = gt(Sum(a(t), (t, 1, T)), share * (T + 1))
    return combine(goal, [(1, total), (1 - share, LONG), (100 * (1 - share) - share, 1)], using=[HORIZON])


def runs(**changes):
    """The runs, with what is given changed."""
    share = changes.pop("share", Rational(98, 100))
    met = generalize(combine(AT_MOST_ONE.body, [], using=[one()]), [t], list(AT_MOST_ONE.given))
    meets = [follows(ge(T, 1), HORIZON, LONG), met]
    plain = {"family": [LONG, HORIZON, ONES], "numbers": {q: 100}, "meets": meets, "share": share}
    return Runs(**(plain | {"reaches": reaches(Rational(98, 100))} | changes))


def point(claim, made):
    claim.extremal("q", [100])(lambda _: made)
    (step,) = sweep.families(claim)
    return sweep.point(claim, step, 100)


def test_the_share_is_certified_for_runs_of_every_length_from_there_on(claim):
    found = point(claim, runs())
    assert not found["message"]
    assert (found["found"], found["attained"], found["value"]) == ("0.98", False, "100")
    assert found["assignment"] == {"T": "q", "a(t) for all t with 1 ≤ t ≤ q": "1"}
    bracket = ends({"parameter": "q", "formula": 0, "points": [found]}, proved=True)
    assert not bracket.is_sharp
    assert bracket.above == "1"


ENOUGH = gt(Sum(a(t), (t, 1, T)), Rational(98, 100) * (T + 1))

WRONG = {
    "more than the theorem says": ({"share": Rational(99, 100)}, "proves"),
    "a share that is all of it": ({"share": S.One}, "the share must be a fraction between 0 and 1, not 1"),
    "formulas that contradict each other": (
        {"family": [LONG, HORIZON, ONES, eq(a(3), 0)]}, r"such runs is not seen: .*a\(3\) is defined twice"),
    "theorems of something else": ({"meets": [follows(ge(q, 1), LONG)]}, "no theorem shows that the runs meet T ≥ 1"),
    "a hypothesis that no theorem meets": ({"meets": []}, "no theorem shows that the runs meet T ≥ 1"),
    "a theorem that assumes more": ({"reaches": assume(ENOUGH)}, "proves"),
    "a number that is too small": ({"numbers": {q: 99}}, "it is not shown to hold for these numbers"),
}  # fmt: skip


@pytest.mark.parametrize(("changes", "says"), WRONG.values(), ids=WRONG)
def test_what_is_not_shown_gives_no_bracket(claim, changes, says):
    found = point(claim, runs(**changes))
    assert "found" not in found
    assert re.search(says, found["message"]), found["message"]


def test_a_bound_that_is_not_proved_may_promise_less_than_nothing(registry):
    assert registry is not None
    found = point(bound(proved=False), runs())
    assert "found" not in found
    assert "no proof of it" in found["message"]
