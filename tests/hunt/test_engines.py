"""The two engines and the way to exact numbers, on spaces made for it: what is drawn, what is found, what is kept."""

import time
from functools import partial

import numpy as np
import pytest
from hypothesis.errors import FlakyStrategyDefinition
from sympy import Integer, Rational, acos, pi

from verify.hunt.climb import _within, climb, draw
from verify.hunt.exact import arcs, candidates, complexity, confirm, cost, roundings, simple_numbers, simplified
from verify.hunt.space import Coordinate, Score
from verify.hunt.spaces.coordinates import coordinates
from verify.hunt.spaces.solving import Plan
from verify.hunt.strategies import neighbours, search
from verify.hunt.trials import Best, merit
from verify.language.terms import real
from verify.prover.alarm import worked
from verify.tasks import seeded


class Toy:
    """Numbers from -10 to 10, a ratio, and a slack where there is a hypothesis."""

    name = "toy"
    samples = 0

    def __init__(self, count, ratio, slack=None, **how):
        self.coordinates = tuple(Coordinate(f"x{k}", -10.0, 10.0, **how) for k in range(count))
        self.ratio, self.slack = ratio, slack
        self.asked = []

    def score(self, values):
        assert values.shape[0] == len(self.coordinates)
        return Score(self.ratio(values), np.zeros(values.shape[1]) if self.slack is None else self.slack(values))

    def confirm(self, values):
        self.asked.append(values)


def spike(values):
    """Above 1 by 1e-6, on a curved ridge, and nowhere on small fractions."""
    return 1 + 1e-6 - (values[0] - np.pi / 5) ** 2 - 100 * (values[1] - values[0] ** 2) ** 2


def bowl(values):
    """At most 1, at (1, 1)."""
    return 1 - ((values[0] - 1) ** 2 + (values[1] - values[0] ** 2) ** 2) / 100


def disc(values):
    """The slack of x² + y² ≤ 1."""
    return 1 - (values[0] ** 2 + values[1] ** 2)


climbing = partial(climb, trials=4096, generations=100)


class TestClimb:
    def test_a_tiny_violation_on_a_ridge_is_climbed(self):
        space = Toy(2, spike)
        random = Best(space, 1)
        random.score(draw(space.coordinates, np.random.default_rng(0), 4096))
        assert random.merits[0] < 1.0
        assert climbing(space, seeded(0, 0)).ratio[0] == pytest.approx(1 + 1e-6, abs=1e-9)

    def test_nothing_is_found_where_there_is_nothing(self):
        found = climbing(Toy(2, bowl), seeded(0, 0))
        assert 1 - 1e-6 < found.ratio[0] <= 1.0

    def test_the_edge_of_the_hypotheses_is_kept(self):
        found = climbing(Toy(2, lambda v: (v[0] + v[1]) / np.sqrt(2), disc), seeded(0, 0))
        assert 1 - 1e-6 < found.ratio[0] <= 1 + 1e-12
        assert found.met < found.cases
        assert (disc(found.values) >= 0).all()

    def test_hypotheses_that_are_hard_to_meet_are_climbed_to(self):
        found = climbing(
            Toy(2, lambda v: v[0] - v[0] + 2.0, lambda v: 1e-3 - np.hypot(v[0] - np.e, v[1] + np.pi)), seeded(1)
        )
        assert found.met > 0

    def test_the_seed_decides(self):
        one, again, other = (climbing(Toy(3, spike), seeded(*seed)) for seed in ((0, 1), (0, 1), (0, 2)))
        assert (one.values == again.values).all()
        assert one.values.shape != other.values.shape or (one.values != other.values).any()

    def test_every_number_is_in_its_range(self):
        coordinates = (Coordinate("n", 1.0, 4.0, integral=True), Coordinate("x", 0.5, 0.75, near=(Integer(0), pi / 5)))
        values = draw(coordinates, np.random.default_rng(0), 10_000)
        assert set(values[0]) == {1.0, 2.0, 3.0, 4.0}
        assert values[1].min() == 0.5
        assert values[1].max() == 0.75
        assert (values[1] == float(pi / 5)).any()

    def test_the_simplest_numbers_and_opposites_are_drawn_often(self):
        near = tuple(map(Integer, (1, 0, -1, 2, -2, 3, -3, 4, -4, 5, -5)))
        values = draw((Coordinate("x", -6.0, 6.0, near=near),) * 3, np.random.default_rng(0), 10_000)
        assert np.isin(values[0], (1.0, 0.0, -1.0)).mean() > 2 * np.isin(values[0], (2.0, -2.0, 3.0)).mean()
        assert ((values[0] == -values[1]) & (np.abs(values[0]) % 1 != 0)).mean() > 0.01

    def test_a_space_without_numbers_is_one_case(self):
        found = climbing(Toy(0, lambda v: np.full(v.shape[1], 2.0)), seeded(0))
        assert (found.cases, found.met, found.ratio.tolist()) == (1, 1, [2.0])

    def test_cases_are_counted_where_the_space_counts_them(self):
        counted = []
        found = climbing(Toy(2, lambda v: counted.append(v.shape[1]) or bowl(v)), seeded(0))
        assert found.cases == sum(counted) > 4096


class TestMerit:
    def test_order(self):
        score = Score(np.array([2.0, 0.5, np.nan, 9.0, 9.0, 0.5]), np.array([0.0, 1.0, 1.0, -0.1, -2.0, np.nan]))
        assert merit(score).tolist() == [2.0, 0.5, -np.inf, -1.1, -3.0, -np.inf]

    def test_a_ratio_to_nearly_nothing_is_not_climbed(self):
        score = Score(np.array([99.0, 1e6, 1e300]), np.zeros(3))
        assert merit(score).tolist() == [99.0, 100.0, 100.0]

    def test_a_coefficient_is_zero_or_of_some_size(self):
        """Below its least size it counts as zero: a quadratic with 1e-9 in it is no other shape than a linear one."""
        x, a = real("x a")
        plain, coefficient = coordinates(Plan(), [x, a], [], False, coefficients=[a])
        assert (plain.least, coefficient.least) == (0.0, 0.1)
        values = np.array([[0.05, -0.05, 0.2], [0.05, -0.05, 0.2]])
        assert _within((plain, coefficient), values).tolist() == [[0.05, -0.05, 0.2], [0.0, 0.0, 0.2]]

    def test_the_best_are_kept_once_each(self):
        best = Best(Toy(1, lambda v: v[0]), 3)
        best.score(np.array([[1.0, 3.0, 3.0, 2.0]]))
        best.score(np.array([[3.0, 2.5, 0.0]]))
        assert best.values.tolist() == [[3.0, 2.5, 2.0]]
        assert (best.cases, best.met) == (7, 7)

    def test_of_equal_ones_the_simple_are_kept(self):
        best = Best(Toy(2, lambda v: 1.5 + 0 * v[0]), 2)
        best.score(np.array([[0.1, 0.5, 1.0, 0.3], [0.7, 0.7, -2.0, 0.25]]))
        assert best.values.T.tolist() == [[1.0, -2.0], [0.5, 0.7]]


class TestHypothesis:
    def test_it_shrinks_to_the_simplest_numbers(self):
        space = Toy(3, lambda v: np.where((v[0] > 2.3) & (v[1] < -0.4) & (v[2] != 0), 1.5, 0.5))
        _, shrunk = search(space, 0, 50)
        assert shrunk == (3, -1, 1)

    def test_nothing_is_found_where_there_is_nothing(self):
        found, shrunk = search(Toy(2, bowl), 0, 20)
        assert shrunk is None
        assert found.ratio[0] == 1.0  # (1, 1) is among the first
        assert found.cases >= 20 * 4096

    def test_the_target_is_climbed(self, monkeypatch):
        space = Toy(6, lambda v: 1.0 - np.abs(v - np.arange(1, 7)[:, None]).sum(axis=0) / 60)
        climbed = search(space, 3, 60)[0].ratio[0]
        monkeypatch.setattr("verify.hunt.strategies.target", lambda value, label: None)
        assert climbed > search(space, 3, 60)[0].ratio[0]

    def test_a_time_limit_that_strikes_while_a_number_is_drawn_ends_the_search(self, monkeypatch):
        """To Hypothesis it may seem that drawing is random: it says so once the limit is over."""

        def interrupted(strategy, breaks, **how):
            raise FlakyStrategyDefinition("the same choices gave other numbers")

        monkeypatch.setattr("verify.hunt.strategies.first_falsified", interrupted)
        assert search(Toy(6, bowl), 3, 60)[1] is None

    def test_the_seed_decides(self):
        def bases(seed):
            drawn = []
            search(Toy(6, lambda v: drawn.append(v[:, 0].tolist()) or v.sum(axis=0) / 100), seed, 10)
            return drawn

        assert bases(5) == bases(5) != bases(6)

    def test_what_is_drawn_does_not_depend_on_the_modules_that_are_loaded(self, monkeypatch):
        from hypothesis.internal.conjecture import providers  # noqa: PLC0415

        monkeypatch.setattr(providers, "_get_local_constants", lambda: pytest.fail("it reads the modules"))
        search(Toy(6, lambda v: v.sum(axis=0) / 100), 0, 30)

    def test_the_instances_of_an_example_differ_from_it_in_two_numbers_at_most(self):
        around = neighbours((200, 5, 7))
        assert (around[:, 0] == -1).all()
        assert ((around >= 0).sum(axis=0) <= 2).all()
        for row, size in enumerate((200, 5, 7)):
            alone = around[row, (around >= 0).sum(axis=0) == 1]
            assert set(alone[alone >= 0]) == set(range(size))


class TestExact:
    def test_simple_numbers_come_first_and_lie_in_the_range(self):
        numbers = simple_numbers(Coordinate("x", 0.1, 3.5, near=(pi, pi / 4, Integer(9))))
        assert numbers[:2] == (1, 2)
        assert all(0.1 <= float(n) <= 3.5 for n in numbers)
        assert {pi, pi / 4, Rational(1, 2), Rational(7, 2)} <= set(numbers)
        assert simple_numbers(Coordinate("n", 1.0, 4.0, integral=True)) == (1, 2, 3, 4)

    def test_complexity_orders_as_a_reader_would(self):
        ordered = [
            Integer(0),
            Integer(1),
            Integer(-1),
            Integer(2),
            Rational(1, 2),
            Rational(2, 3),
            pi / 4,
            Rational(7, 12),
        ]
        weights = [complexity(n) for n in ordered]
        assert weights == sorted(weights)

    def test_a_positive_number_is_not_rounded_to_zero(self):
        found = list(roundings(Coordinate("x", 1e-6, 24.0), 2e-5))
        assert all(x > 0 for x in found)
        assert found[-2:] == [Rational(1, 50_000), Rational(2e-5)]
        assert 0 in roundings(Coordinate("x", 0.0, 24.0), 2e-5)

    def test_roundings_are_ever_finer_and_end_with_the_float_itself(self):
        found = list(roundings(Coordinate("x", 0.0, 4.0, near=(pi / 4,)), 0.785))
        assert found[0] == found[3] == pi / 4  # what the coordinate names goes first
        assert float(found[-1]) == 0.785
        errors = [abs(float(n) - 0.785) for n in found if n != pi / 4]
        assert errors == sorted(errors, reverse=True)

    def test_candidates_keep_the_violation_and_the_hypotheses(self):
        space = Toy(2, lambda v: (v[0] + v[1]) / 1.41, disc)
        found = candidates(space, np.array([0.70710678, 0.70710678]))
        values = np.array([[float(x) for x in c] for c in found]).T
        assert (space.score(values).ratio > 1).all()
        assert (space.score(values).slack >= 0).all()
        assert all(x.is_Rational for c in found for x in c)

    def test_a_violation_of_fair_size_is_made_simple(self):
        space = Toy(2, lambda v: 1.5 - 0.1 * (np.abs(v[0] - 0.6666) + np.abs(v[1] - 3.1)))
        assert candidates(space, np.array([0.66661, 3.10002]))[0] == (0, 0)
        assert simplified(space, (Rational(2, 3), Rational(31, 10)), 0.5 - 1e-4) == (Rational(2, 3), Rational(31, 10))

    def test_angles_are_rounded_to_arc_cosines_too(self):
        angle = Coordinate("d", 0.0, 4.0, angular=True)
        found = list(arcs(angle, 1.6957))
        assert acos(Rational(-1, 8)) in found
        assert abs(float(found[-1]) - 1.6957) < 1e-12
        beyond = list(arcs(angle, 3.5))
        assert any(x.has(acos) and abs(float(x) - 3.5) < 1e-3 for x in beyond)
        assert all(x.is_Rational for x in arcs(Coordinate("x", 0.0, 4.0), 1.6957))

    def test_an_instance_that_takes_long_waits_for_the_others(self, monkeypatch):
        class Slow(Toy):
            def confirm(self, values):
                self.asked.append(values)
                end = time.monotonic() + (10 if values == (Integer(9),) and len(self.asked) == 1 else 0)
                while time.monotonic() < end:
                    pass
                return object() if values in ((Integer(9),), (Integer(8),)) else None

        monkeypatch.setattr("verify.hunt.exact.SOON", 0.1)
        space = Slow(1, lambda v: v[0])
        instances = [(Integer(n),) for n in (9, 7)]
        assert confirm(space, instances, 4, lambda theorem: True).values == (9,)
        assert space.asked[:3] == [(9,), (7,), (9,)]
        space = Slow(1, lambda v: v[0])
        assert confirm(space, [*instances, (Integer(8),)], 4, lambda theorem: True).values == (8,)

    def test_nothing_near_means_no_candidates(self):
        on_a_curve = Toy(2, lambda v: np.where(v[0] * v[0] == 2.0, 2.0, 0.5))
        assert candidates(on_a_curve, np.array([1.4142135623730951, 0.3])) == []

    def test_no_more_instances_than_allowed_are_put_to_the_kernel(self):
        space = Toy(1, lambda v: v[0])
        assert confirm(space, [(Integer(n),) for n in range(9)], 4, lambda theorem: True) is None
        assert len(space.asked) == 4


def test_an_angle_is_made_simple_as_an_angle():
    angle, number = Coordinate("x", -10.0, 10.0, near=(2 * pi / 3,), angular=True), Coordinate("x", -10.0, 10.0)
    assert simple_numbers(angle)[:2] == (0, 2 * pi / 3)
    assert cost(angle, 2 * pi / 3) < cost(angle, Integer(2))
    assert cost(number, 2 * pi / 3) > cost(number, Integer(2))


def test_an_instance_that_takes_long_is_left_for_the_next():
    class Slow(Toy):
        def confirm(self, values):
            until = worked() + (10 if values == (Integer(1),) else 0)
            while worked() < until:
                pass
            return "a theorem"

    space, began = Slow(1, lambda values: 2 + values[0]), time.monotonic()
    found = confirm(space, [(Integer(1),), (Integer(0),)], 2, lambda theorem: True, seconds=0.2)
    assert found.values == (0,)
    assert time.monotonic() - began < 5
