"""Spherical triangles: shapes, degenerate sides, bad input."""

import numpy as np
import pytest

from numeric.triangle import opposite_side, progress_terms


def test_sides_broadcast() -> None:
    assert opposite_side(np.ones((3, 1)), np.ones(4), 0.5).shape == (3, 4)
    assert progress_terms(np.ones((3, 1)), np.ones(4), 0.5, 0.1).shape == (3, 4, 3)


def test_a_closed_angle_leaves_the_difference_of_the_sides() -> None:
    assert opposite_side(1.0, 1.0 + 1e-9, 0.0) == pytest.approx(1e-9, rel=1e-6)
    assert opposite_side(1.0, 1.0, 0.0) == 0.0


def test_an_open_angle_adds_the_sides() -> None:
    assert opposite_side(1.0, 0.5, np.pi) == pytest.approx(1.5, rel=1e-15)


def test_terms_add_up_to_the_progress() -> None:
    b, d, e, beta = 0.3, 0.7, 1.1, 2.0
    a, c = opposite_side(b + d, e, beta), opposite_side(d, e, beta)
    assert progress_terms(b, d, e, beta).sum() == pytest.approx(np.sin(c) ** 2 - np.sin(a) ** 2, rel=1e-13)


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_numbers_must_be_finite(bad: float) -> None:
    with pytest.raises(ValueError, match="beta"):
        opposite_side(1.0, 1.0, bad)
    with pytest.raises(ValueError, match="e"):
        progress_terms(1.0, 1.0, bad, 1.0)


def test_angles_whose_sums_overflow_are_refused_by_name(refuses):
    refuses("d - e is inf", opposite_side, 1.7e308, -1.7e308, 0.5)
    refuses("b + 2d is inf", progress_terms, 0.5, 1.7e308, 0.5, 0.5)
    refuses("2e is -inf", progress_terms, 0.5, 0.5, -1.7e308, 0.5)
