"""Which free numbers are angles: half turns are tried for them first."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from sympy import Symbol, cos, pi, sin

from verify.hunt.space import Coordinate, Score
from verify.hunt.spaces.coordinates import angles
from verify.hunt.spaces.finding import _is_met
from verify.hunt.spaces.solving import Plan

x, y, z, c = (Symbol(name, real=True) for name in "xyzc")
eta = Symbol("η", positive=True)

TERMS = {
    "an angle": (sin(x + pi / 3), {x}),
    "a difference of two": (cos(x / 2 - y / 2) + z, {x, y}),
    "a product is none": (sin(x * y), set()),
    "a sum with one is none": (sin(x + y * z), set()),
    "what a step gives": (sin(x - z), {x, c}),
}


@pytest.mark.parametrize("name", TERMS)
def test_what_circular_functions_are_taken_of_are_angles(name: str) -> None:
    term, found = TERMS[name]
    plan = Plan()
    plan.define(z, x + eta * (c + x * y))
    assert angles([term], plan) == found


class Strip:
    """Six numbers that are to be near 2.3."""

    samples = 0
    coordinates = tuple(Coordinate(f"x{n}", -6.0, 6.0) for n in range(6))

    def __init__(self, width: float) -> None:
        self.width = width

    def score(self, values: np.ndarray) -> Score:
        return Score(np.zeros(values.shape[1]), np.min(self.width - np.abs(values - 2.3), axis=0))


def test_hypotheses_that_few_instances_meet_are_met_after_an_ascent() -> None:
    strips: Any = Strip(1.0), Strip(-1.0)
    assert [_is_met(strip) for strip in strips] == [True, False]
