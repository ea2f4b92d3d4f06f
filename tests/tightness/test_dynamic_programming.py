"""Values of games with a budget: enclosures that hold exact and float values, and refuse what is not shown."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from sympy import Rational, log, pi, sympify

from numeric.learners import SphereLearner
from numeric.worst_case import sphere_losses
from verify.author.kernel import KernelError, Theorem, assume, combine
from verify.language.terms import gt, real
from verify.tightness.dynamic_programming import Game, Majorant, NotShown, Steps, bends_upwards, total_gain

x = real("x")
INSIDE = [gt(x, 0), gt(1, x)]
SQUARE, LINE = x**2, x


def convex(term) -> Theorem:
    """The second derivative of a polynomial with non-negative coefficients is not negative."""
    second = term.diff(x, 2)
    return combine(bends_upwards(term, x), [(1, second)], facts=INSIDE)


def squares() -> Steps:
    """A gain x costs x² and needs x."""
    return Steps(x, SQUARE, LINE, (convex(SQUARE), convex(LINE)), lambda left: min(left, 1.0))


def exact(count: int, budget: float) -> float:
    """The value of `squares`, on a fine grid."""
    value, grid = np.zeros(2001), np.linspace(0.0, budget, 2001)
    for _ in range(count):
        value = np.array(
            [max(g + np.interp(s - g * g, grid, value) for g in np.linspace(0.0, s, 400)) for s in grid[::20]]
        )
        value = np.interp(grid, grid[::20], value)
    return float(value[-1])


def test_one_step_gains_what_the_budget_allows() -> None:
    found = Game(squares(), Rational(1, 2)).value(1)
    assert found.lower <= Fraction(1, 2) <= found.upper
    assert found.upper - found.lower < 1e-12


@pytest.mark.parametrize("count", [2, 3])
def test_the_enclosure_holds_what_a_grid_finds(count: int) -> None:
    found = Game(squares(), Rational(1, 2)).value(count)
    assert found.upper - found.lower < 1e-10
    assert float(found.lower) == pytest.approx(exact(count, 0.5), abs=2e-3)


def test_a_majorant_bounds_the_value_from_every_budget() -> None:
    steps = squares()
    majorant = Game(steps, Rational(1, 2)).value(5).majorant
    for budget in (Rational(1, 10), Rational(1, 4), Rational(9, 10)):
        assert majorant.at(steps, budget) >= Game(steps, budget).value(5).lower


def test_any_multipliers_give_a_bound() -> None:
    steps = squares()
    worst = Game(steps, Rational(1, 2)).value(2).lower
    for price in (Fraction(1, 3), Fraction(1), Fraction(5)):
        rough = Majorant(((1, price, Fraction(1, 2)), (1, price, Fraction(1, 3))))
        assert rough.at(steps, Rational(1, 2)) >= worst


@pytest.mark.parametrize(
    "part",
    [(1, Fraction(-1), Fraction(1, 2)), (1, Fraction(1), Fraction(1)), (2, Fraction(1), Fraction(1, 2))],
)
def test_a_multiplier_that_bounds_nothing_is_refused(part: tuple[int, Fraction, Fraction]) -> None:
    with pytest.raises(NotShown):
        Majorant((part,)).at(squares(), sympify(1))


def test_a_run_that_overspends_is_refused() -> None:
    steps = squares()
    gains = Game(steps, Rational(1, 2)).value(3).gains
    assert total_gain(steps, Rational(1, 2), gains) == sum(gains)
    with pytest.raises(NotShown, match="step 2"):
        total_gain(steps, Rational(1, 2), [*gains[:2], gains[2] * Fraction(1000001, 1000000)])


def test_a_run_is_refused_where_the_steps_cost_more() -> None:
    steps, dearer = squares(), SQUARE * Rational(1001, 1000)
    gains = Game(steps, Rational(1, 2)).value(3).gains
    shifted = replace(steps, cost=dearer, convex=(convex(dearer), convex(LINE)), _known={})
    with pytest.raises(NotShown):
        total_gain(shifted, Rational(1, 2), gains)


def test_a_convexity_that_is_not_proved_is_refused() -> None:
    assumed = assume(bends_upwards(log(1 + x), x))
    with pytest.raises(KernelError):
        Steps(x, log(1 + x), LINE, (assumed, convex(LINE)), lambda left: left)
    with pytest.raises(KernelError):
        Steps(x, LINE, SQUARE, (convex(LINE), convex(LINE)), lambda left: left)


def test_no_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="count is 0"):
        Game(squares(), Rational(1, 2)).value(0)


# --- the explicit update on the sphere ------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def sphere():
    return pytest.importorskip("proofs.spheres._worst_losses")


@pytest.mark.slow
def test_the_first_loss_is_at_most_the_squared_sine(sphere) -> None:
    (found,) = sphere.worst_losses(Rational(1, 2), [1])
    assert found.lower <= 0.75 <= found.upper < 0.75 + 1e-12
    assert found.plane[0] <= 0.75 <= found.plane[1]


@pytest.mark.slow
@pytest.mark.parametrize("rate", [Rational(1, 10), Rational(1, 2), Rational(9, 10)])
def test_float_dynamic_programming_falls_just_below(sphere, rate: Rational) -> None:
    for found in sphere.worst_losses(rate, [2, 6]):
        floats = float(sphere_losses(float(pi / 3), float(rate), found.trials, states=300)[1].max())
        assert found.upper - found.lower < 1e-11
        assert floats <= found.upper + 1e-12
        assert floats == pytest.approx(found.lower, rel=3e-2)


@pytest.mark.slow
@pytest.mark.parametrize("rate", [Rational(1, 10), Rational(9, 10)])
def test_the_bounds_of_lemma_9_and_the_limit_hold(sphere, rate: Rational) -> None:
    found = list(sphere.worst_losses(rate, [1, 3, 10, 100]))
    limit = float(log(2) / (2 * rate * (1 - rate)))
    assert all(f.upper < f.first < f.second and f.upper < limit for f in found)
    assert [f.lower for f in found] == sorted(f.lower for f in found)
    assert all(f.plane[0] <= f.upper for f in found)


@pytest.mark.slow
@pytest.mark.parametrize("rate", [Rational(1, 5), Rational(4, 5)])
def test_in_the_plane_the_learner_has_the_loss_of_the_orbit(sphere, rate: Rational) -> None:
    learner = SphereLearner(np.array([0.5, np.sqrt(0.75)]), float(rate))
    losses = []
    for _ in range(12):
        losses.append(learner.loss_one(np.array([0.0, 1.0])))
        learner.learn_one(np.array([0.0, 1.0]))
    for count in (1, 4, 12):
        low, high = sphere.plane_loss(rate, count)
        assert high - low < 1e-12
        assert sum(losses[:count]) == pytest.approx(low, abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize("start", [sympify(0), pi / 2, sympify(-1)])
def test_a_start_out_of_range_is_refused(sphere, start) -> None:
    with pytest.raises(ValueError, match="start is"):
        list(sphere.worst_losses(Rational(1, 2), [1], start))


@pytest.mark.slow
@pytest.mark.parametrize("rate", [0.5, Rational(0), Rational(3, 2)])
def test_a_rate_out_of_range_is_refused(sphere, rate) -> None:
    with pytest.raises(ValueError, match="rate is"):
        list(sphere.worst_losses(rate, [1]))
