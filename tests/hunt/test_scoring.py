"""What floats say of schemas, and what more digits say of a statement that floats cannot tell."""

from __future__ import annotations

import time
from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from sympy import Max, Rational, exp, log

from verify.hunt.exact import confirm
from verify.hunt.space import spaces
from verify.hunt.spaces.families import rule
from verify.hunt.spaces.grounding import is_polynomial
from verify.language.terms import Inner, forall, ge, gt, real, vectors

a, b, c, r, s = real("a b c r s")
u, v = vectors("u v")


def score(given: Any, *numbers: float, dimension: int = 1) -> Any:
    """The slack of an instance that has these numbers, in reading order."""
    claim = SimpleNamespace(id="planted", given=tuple(given), states=(ge(a, a + 1),))
    space = next(islice(spaces(claim), dimension - 1, None))  # type: ignore[arg-type]
    return space.score(np.array(numbers).reshape(-1, 1)).slack[0]


class TestSchemas:
    HINGE = forall([r], ge(Max(0, 1 - r), Max(0, 1 - b) + a * (r - b)))

    @pytest.mark.parametrize(("slope", "place", "holds"), [(-1, 0, True), (0, 5, True), (6, 5, False), (0.2, 5, False)])
    def test_a_slope_too_steep_is_seen_far_out(self, slope, place, holds):
        assert (score([self.HINGE], slope, place) >= 0) == holds

    def test_what_overflows_or_vanishes_far_out_says_nothing(self):
        convex = forall([r, s], gt(exp(r) + a * 0, exp(s) * (1 + r - s)), [gt((r - s) ** 2, 0)])
        assert score([convex, ge(a, 0)], 1) >= 0

    @pytest.mark.parametrize("dimension", [1, 2, 3])
    def test_a_ball_is_looked_at_inside(self, dimension):
        bounded = forall([v], ge(a, Inner(v, v)), [ge(b**2, Inner(v, v))])
        assert score([bounded], 1.0, 1e-2, dimension=dimension) >= 0
        assert score([bounded], 0.99e-4, 1e-2, dimension=dimension) < 0


def test_only_sums_products_and_natural_powers_are_polynomial():
    assert is_polynomial((a + b) ** 2 * exp(b) + a, a)
    assert not is_polynomial(exp(a) + a, a)
    assert not is_polynomial(1 / a, a)


def test_values_of_a_family_that_are_not_rational_stand_alone():
    made = rule({(1,): log(2), (2,): exp(log(3) / 7), (3,): log(5)}, 1, False)
    assert [made(n) for n in (1, 2, 3)] == [log(2), exp(log(3) / 7), log(5)]
    assert made.expr.is_Add
    assert rule({(1,): Rational(1), (2,): Rational(4), (3,): Rational(9)}, 1, False).expr.is_Pow


def test_the_kernel_is_not_asked_where_more_digits_show_that_the_statement_holds():
    claim = SimpleNamespace(id="planted", given=(gt(a, 0),), states=(gt((1 + a) ** 2 - 1 - 2 * a, 0),))
    space: Any = next(iter(spaces(claim)))  # type: ignore[arg-type]
    tiny = Rational(1, 10**9)
    assert space.score(np.array([[float(tiny)]])).ratio[0] > 1.0
    assert space._certainly_holds(0, (tiny,))
    assert space.confirm((tiny,)) is None


def test_an_instance_that_takes_too_long_is_left():
    class Slow:
        coordinates = ()
        asked = 0

        def confirm(self, values: Any) -> None:
            self.asked += 1
            time.sleep(5.0)

    space: Any = Slow()
    began = time.monotonic()
    assert confirm(space, [(), (), ()], 3, lambda theorem: True, seconds=0.2) is None
    assert time.monotonic() - began < 2.0
    assert space.asked == 2
