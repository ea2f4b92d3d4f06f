"""An inequality seen otherwise: searches leave what comes to the same on both sides because nothing happens."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from verify.hunt.again import seen_otherwise
from verify.hunt.space import Coordinate, Score, spaces
from verify.hunt.spaces.views import views
from verify.hunt.trials import Trials
from verify.language.terms import eq, ge, gt, le, real
from verify.tasks import seeded

a, b, c, d = real("a b c d")


class Line:
    """Numbers from -10 to 10 with a ratio, and another one for the other view."""

    name, samples = "line", 0
    coordinates = (Coordinate("x", -10.0, 10.0),)

    def __init__(self, ratio: Any, other: Any = None) -> None:
        self.ratio, self.other = ratio, other

    def score(self, values: Any) -> Score:
        return Score(self.ratio(values[0]), np.zeros(values.shape[1]))

    def views(self) -> list[Line]:
        return [Line(self.other)]


def flat(x: Any) -> Any:
    return np.where(np.abs(x - np.pi) < 1e-6, 1.1, 0.99)


def sloping(x: Any) -> Any:
    return np.where(np.abs(x - np.pi) < 1e-6, 1.1, 0.9 - np.abs(x - np.pi) / 100)


LINE: Any = Line(flat, sloping)


def trials(ratio: float) -> Trials:
    return Trials(1, 1, np.array([[0.5]]), np.array([ratio]))


def test_what_one_view_does_not_show_is_found_in_another() -> None:
    found = seen_otherwise(LINE, trials(0.99), seeded(0), 4096, 120)
    assert found.ratio[0] == pytest.approx(1.1)
    assert found.values[0, 0] == pytest.approx(np.pi, abs=1e-5)
    assert found.cases > 1000


@pytest.mark.parametrize("ratio", [0.5, 1.2])
def test_no_other_view_is_taken_far_from_an_equality_and_beyond(ratio: float) -> None:
    assert seen_otherwise(LINE, trials(ratio), seeded(0), 4096, 120).cases == 1


def test_each_part_of_a_promise_is_a_view() -> None:
    assert list(views(le(a, b + c))) == [ge(b, a - c), ge(c, a - b)]
    assert list(views(gt(b, a))) == []
    assert list(views(eq(a, b + c))) == []


def test_a_view_is_above_one_at_the_same_instances() -> None:
    space = next(iter(spaces(SimpleNamespace(id="toy", given=[], states=[le(a, b + c * d)]))))
    values = np.random.default_rng(0).uniform(0.5, 3, (4, 200))
    broken = space.score(values).ratio > 1
    assert 0 < broken.sum() < 200
    for view in space.views():
        assert ((view.score(values).ratio > 1) == broken).all()
