"""The time of an update: the fit is exact on powers, and bad input is refused; no time is asserted."""

import itertools

import numpy as np
import pytest

from numeric.experiments.update_cost import dimensions, exponent, seconds


def test_a_power_has_its_exponent():
    n = np.array([10.0, 20.0, 50.0, 300.0])
    assert exponent(n, 1e-7 * n**3) == pytest.approx(3.0, abs=1e-13)
    assert exponent(n, np.full(4, 2.0)) == pytest.approx(0.0, abs=1e-13)


def test_the_dimensions_span_a_factor_of_eight():
    found = dimensions(512)
    assert (found[0], found[-1], len(found)) == (64, 512, 8)
    assert dimensions(16, 2) == [2, 16]


def test_the_least_time_is_taken():
    ticks = itertools.accumulate([5.0, 3.0, 1.0, 2.0, 1.0, 4.0])
    assert seconds(3, updates=3, clock=lambda: next(ticks)) == 2.0


def test_bad_arguments_are_refused():
    for refused in (
        lambda: dimensions(15),
        lambda: dimensions(64, 1),
        lambda: seconds(0),
        lambda: seconds(3, 0),
        lambda: exponent([1.0, 2.0], [1.0, 0.0]),
        lambda: exponent([1.0, 1.0], [1.0, 2.0]),
        lambda: exponent([1.0, 2.0], [1.0, 2.0, 3.0]),
    ):
        with pytest.raises(ValueError, match=r"must be"):
            refused()
