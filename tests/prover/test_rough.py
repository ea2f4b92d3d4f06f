"""Places in floats: they meet the conditions, and tell which side of a root may be the larger one."""

import math

import pytest

from tests.prover.goals import asked
from verify.prover.allowance import Allowance
from verify.prover.polynomial import prove, roots
from verify.prover.polynomial.reading import read
from verify.prover.polynomial.rough import is_negative, places

PLANE = "-oo < x < oo, -oo < y < oo"


def test_places_meet_the_conditions_and_roots_have_their_values():
    system = read(asked("sqrt(x + y) + pi*y >= 0", "x >= y, y >= 1/10, x*y <= 4")[0])
    found = places(system, Allowance(math.inf))
    assert len(found) > 8
    for place in found:
        values = dict(zip(map(str, system.meanings), place, strict=True))
        assert values["x"] >= values["y"] >= 0.1
        assert values["x"] * values["y"] <= 4
        assert values["sqrt(x + y)"] == pytest.approx(math.sqrt(values["x"] + values["y"]))
        assert values["pi"] == pytest.approx(math.pi)


def test_a_sum_that_cancels_is_not_taken_for_negative():
    system = read(asked("x^2 - 2*x*y + y^2 - x >= 0", "x > 0, y > 0")[0])
    for x, is_so in ((1e10, False), (0.25, True)):
        assert is_negative(system.shows, [x, x]) == is_so


@pytest.mark.parametrize(
    ("relation", "likely"),
    [
        ("x + 1/x >= sqrt(2 + x^2)", ["rest"]),
        ("sqrt(1 + x^2) > x", ["root", "root if needed"]),
        ("sqrt(1 + x^2) > x - 3", ["root if needed"]),
        ("sqrt(1 + x^2) > 2*x", []),
    ],
)
def test_only_sides_that_may_be_the_larger_one_are_tried(relation, likely):
    where = "x > 0"
    system = read(asked(relation, where)[0])
    (root,) = system.radicands
    assert roots._likely(system, root, Allowance(math.inf)) == likely


def test_nothing_is_tried_for_a_root_that_is_too_small(monkeypatch):
    goal, _ = asked("sqrt(1 + x^2*y^2) >= x + y", PLANE)
    monkeypatch.setattr(roots, "_parts", lambda *_: pytest.fail("it was tried"))
    assert prove(goal, Allowance(0.01)) is None
