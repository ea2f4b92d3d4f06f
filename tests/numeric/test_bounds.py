"""Both sides of the papers' inequalities against their defining formulas at many digits."""

import math
import random

import mpmath as mp
import numpy as np
import pytest

from numeric import bounds
from numeric.reference import bounds as reference

HALF_PI = math.pi / 2
NEAR = [10.0**-k for k in range(1, 16)]


def pairs():
    """Angles anywhere, close to each other, close to pi/2, small, and of both signs."""
    rng = random.Random(1)
    for _ in range(200):
        yield rng.uniform(-1.57, 1.57), rng.uniform(-1.57, 1.57)
    for t in NEAR:
        for c in (0.1, 0.7, -1.2, 1.4):
            yield c * (1 + t), c
            yield -c, c * (1 - t)
        yield 0.3, HALF_PI - t
        yield HALF_PI - t, 0.3
        yield HALF_PI - t, HALF_PI - 2 * t
        yield HALF_PI - t, -(HALF_PI - 3 * t)
        yield t, 2 * t
        yield 0.0, t


def test_the_cosine_gain_holds_to_a_few_ulp(errors):
    for a, c in pairs():
        want = reference.cosine_gain(a, c, dps=100)
        if abs(want) > 1e-290:
            errors.check("cosine_gain", errors.relative(bounds.cosine_gain(a, c), want), 8.0, a=a, c=c)


def test_the_squared_distance_gain_holds_to_a_few_ulp(errors):
    for a, c in pairs():
        want = reference.squared_distance_gain(a, c, dps=100)
        errors.check("squared_distance_gain", errors.relative(bounds.squared_distance_gain(a, c), want), 4.0, a=a, c=c)


@pytest.mark.parametrize("gain", [bounds.cosine_gain, bounds.squared_distance_gain])
def test_equal_angles_gain_nothing(gain):
    for c in (0.0, 0.3, -1.2, 1.57):
        assert gain(c, c) == 0.0
        assert gain(-c, c) == 0.0


@pytest.mark.parametrize("gain", [bounds.cosine_gain, bounds.squared_distance_gain])
def test_gains_broadcast_and_keep_scalars(gain):
    a, c = np.linspace(-1.0, 1.0, 5), np.linspace(-1.5, 1.5, 4)
    table = gain(a[:, None], c)
    assert table.shape == (5, 4)
    assert all(table[i, j] == gain(a[i], c[j]) for i in range(5) for j in range(4))
    assert np.ndim(gain(0.1, 0.2)) == 0


@pytest.mark.parametrize("bad", [HALF_PI, -HALF_PI, 2.0, [0.1, 1.6]])
def test_angles_from_a_right_angle_on_are_refused(refuses, bad):
    refuses("must be less than pi/2 in magnitude", bounds.cosine_gain, 0.1, bad)
    refuses("must be less than pi/2 in magnitude", bounds.cosine_gain, bad, 0.1)


@pytest.mark.parametrize("gain", [bounds.cosine_gain, bounds.squared_distance_gain])
@pytest.mark.parametrize("bad", [math.nan, math.inf, "0.1", None, 1j, [0.1, math.nan]])
def test_what_is_no_number_is_refused(refuses, gain, bad):
    refuses("a", gain, bad, 0.1)
    refuses("c", gain, 0.1, bad)


def runs():
    rng = np.random.default_rng(2)
    for k in (1, 2, 10, 200):
        for eta in (1e-3, 0.5, 20.0):
            yield eta, rng.uniform(0, 2, k), np.sort(rng.uniform(0, 3, k + 1))[::-1], rng.uniform(0, 1, k)


def test_the_implicit_bound_is_the_formula(errors):
    for eta, comparator, to_best, moved in runs():
        want = reference.implicit_bound(eta, comparator, to_best, moved)
        with mp.workdps(60):
            size = mp.fsum(comparator) + (mp.mpf(to_best[0]) ** 2 + mp.fsum(m**2 for m in moved)) / mp.mpf(eta)
        got = bounds.implicit_bound(eta, list(comparator), list(to_best), list(moved))
        errors.check("implicit_bound", errors.vector([got], [want], size), 32.0, k=len(moved), eta=eta)


def test_the_implicit_bound_keeps_small_progress(errors):
    for t in NEAR:
        first, last = 3.0, 3.0 * (1 - t)
        want = reference.implicit_bound(0.5, [0.0], [first, last], [0.0])
        got = bounds.implicit_bound(0.5, [0.0], [first, last], [0.0])
        errors.check("implicit_bound", errors.relative(got, want), 4.0, t=t)


def test_no_rounds_give_no_loss():
    assert bounds.implicit_bound(0.5, [], [1.0], []) == 0.0


@pytest.mark.parametrize("eta", [0.0, -1.0, math.nan, math.inf, "1", [1.0, 2.0]])
def test_the_step_must_be_positive(refuses, eta):
    refuses("eta", bounds.implicit_bound, eta, [0.1], [1.0, 0.5], [0.5])


@pytest.mark.parametrize("lengths", [(1, 1, 1), (2, 2, 1), (1, 2, 2), (0, 2, 1), (1, 3, 1), (0, 0, 0)])
def test_the_lengths_must_agree(refuses, lengths):
    comparator, to_best, moved = ([0.5] * n for n in lengths)
    refuses("must have k + 1 and k entries", bounds.implicit_bound, 0.5, comparator, to_best, moved)


def test_the_softmax_constant_is_one_half():
    assert bounds.C_SOFTMAX == 0.5


@pytest.mark.parametrize("k", range(-100, 101, 20))
def test_the_bounds_of_the_lecture_notes_are_their_formulas(errors, k):
    rng = random.Random(k)
    a, b, c = (10.0 ** (k * s) * rng.uniform(1, 10) for s in (0.3, 0.2, -0.1))
    for T in (1, 7, 10**9):
        for name, arguments in (
            ("perceptron_bound", (a, b, c)),
            ("projected_regret_bound", (a, b, c, T)),
            ("tuned_projected_regret_bound", (a, b, T)),
            ("line_projected_regret_bound", (a, b, T)),
            ("fixed_rate_regret_bound", (a, b, c, T)),
            ("known_horizon_regret_bound", (a, b, T)),
            ("dual_averaging_regret_bound", (a, b, c, T)),
            ("strongly_convex_regret_bound", (a, b, T)),
        ):
            want = getattr(reference, name)(*arguments)
            got = getattr(bounds, name)(*arguments)
            errors.check(name, errors.relative(got, want), 4.0, arguments=arguments)


def test_the_tuned_rate_makes_the_projected_bound_least():
    u, g, T = 3.0, 0.7, 500
    least = bounds.projected_regret_bound(u, g, math.sqrt(2.0) * u / g, T)
    assert least / T == pytest.approx(bounds.tuned_projected_regret_bound(u, g, T), rel=1e-15)
    assert all(bounds.projected_regret_bound(u, g, s * math.sqrt(2.0) * u / g, T) > least for s in (0.9, 1.1))


def test_the_rate_of_a_known_horizon_makes_the_bound_at_one_rate_least():
    u, g, T = 3.0, 0.7, 500
    rate = u / (g * math.sqrt(T))
    least = bounds.fixed_rate_regret_bound(u, g, rate, T)
    assert least / T == pytest.approx(bounds.known_horizon_regret_bound(u, g, T), rel=1e-15)
    assert all(bounds.fixed_rate_regret_bound(u, g, s * rate, T) > least for s in (0.9, 1.1))


def test_bad_arguments_of_the_lecture_notes_bounds(refuses):
    refuses("hinge_loss is -1.0", bounds.perceptron_bound, -1.0, 1.0, 1.0)
    refuses("length", bounds.perceptron_bound, 1.0, math.nan, 1.0)
    refuses("radius", bounds.projected_regret_bound, 0.0, 1.0, 1.0, 1)
    refuses("eta", bounds.projected_regret_bound, 1.0, 1.0, 0.0, 1)
    refuses("T", bounds.tuned_projected_regret_bound, 1.0, 1.0, 0)
    refuses("T is 0.5; it must be >= 1", bounds.line_projected_regret_bound, 1.0, 1.0, 0.5)
    refuses("radius", bounds.fixed_rate_regret_bound, 0.0, 1.0, 1.0, 1)
    refuses("eta", bounds.fixed_rate_regret_bound, 1.0, 1.0, -1.0, 1)
    refuses("T", bounds.fixed_rate_regret_bound, 1.0, 1.0, 1.0, -1)
    refuses("gradient", bounds.known_horizon_regret_bound, 1.0, -1.0, 1)
    refuses("T", bounds.known_horizon_regret_bound, 1.0, 1.0, 0)
    refuses("radius", bounds.dual_averaging_regret_bound, -1.0, 1.0, 1.0, 1)
    refuses("T is 0.5; it must be >= 1", bounds.dual_averaging_regret_bound, 1.0, 1.0, 1.0, 0.5)
    refuses("T is 0.5; it must be >= 1", bounds.strongly_convex_regret_bound, 1.0, 1.0, 0.5)
    refuses("sigma", bounds.strongly_convex_regret_bound, 1.0, -1.0, 3)


def test_sphere_bounds_name_what_they_reject():
    for eta, start, end, trials, named in [
        (0.0, 1.0, 0.5, 1, "eta"),
        (1.0, 1.0, 0.5, 1, "eta"),
        (0.5, 4.0, 0.5, 1, "start"),
        (0.5, 1.0, -0.5, 1, "end"),
        (0.5, 1.0, 1.5, 1, "start - end"),
        (0.5, 1.0, 0.5, 0, "trials"),
        (0.5, 1.0, 0.5, 1.5, "trials"),
    ]:
        with pytest.raises(ValueError, match=named):
            bounds.sphere_loss_bound(eta, start, end, trials)
    with pytest.raises(ValueError, match="loss"):
        bounds.sphere_progress(1.5, 0.5)
    with pytest.raises(ValueError, match="eta"):
        bounds.sphere_progress(0.5, 1.5)


def test_the_sphere_bound_by_cosines_names_what_it_rejects():
    for eta, start, end, trials, named in [
        (0.0, 1.0, 0.5, 1, "eta"),
        (1.1, 1.0, 0.5, 1, "eta"),
        (1.0, 1.58, 0.5, 1, "start"),
        (1.0, 1.0, 1.5, 1, "start - end"),
        (1.0, 1.0, 0.5, 0, "trials"),
    ]:
        with pytest.raises(ValueError, match=named):
            bounds.sphere_loss_bound_by_cosines(eta, start, end, trials)


def test_the_noisy_sphere_bound_names_what_it_rejects():
    for eta, start, end, comparator, named in [
        (1.0, 1.0, 0.5, 0.1, "eta"),
        (0.5, 1.6, 0.5, 0.1, "start"),
        (0.5, 1.0, -0.5, 0.1, "end"),
        (0.5, 1.0, 0.5, -0.1, "comparator"),
        (0.5, 1.0, 0.5, 0.3, "must be positive"),
        (0.5, 1.0, 1.5, 0.01, "too far"),
    ]:
        with pytest.raises(ValueError, match=named):
            bounds.noisy_sphere_loss_bound(eta, start, end, comparator)


def test_without_noise_the_noisy_sphere_bound_is_a_gain_in_cosine():
    for eta, start, end in ((0.5, 1.0, 0.25), (0.1, 0.5, 0.4), (0.9, 1.5, 1.5)):
        want = bounds.cosine_gain(end, start) / (2 * eta * (1 - eta))
        assert bounds.noisy_sphere_loss_bound(eta, start, end, 0.0) == pytest.approx(want, rel=1e-14, abs=1e-300)


def test_at_rate_one_the_sphere_bound_is_a_square_root():
    for start, end, trials in ((1.5, 0.25, 1), (1.0, 0.5, 100), (0.5, 0.5, 7)):
        gained = math.log(math.cos(end) / math.cos(start))
        want = math.sqrt(trials * gained / math.log(3))
        assert bounds.sphere_loss_bound_by_cosines(1.0, start, end, trials) == pytest.approx(want, rel=1e-15)


def test_sphere_progress_is_that_of_the_reference():
    for loss, eta in [(0.3, 0.7), (1e-9, 1e-3), (1.0, 1.0), (0.75, 1 - 1e-9)]:
        assert float(reference.sphere_progress(loss, eta)) == pytest.approx(
            float(bounds.sphere_progress(loss, eta)), rel=1e-15
        )


def test_the_bounds_of_the_geometric_view_name_what_they_reject(refuses):
    refuses("length is -1.0", bounds.prediction_regret_bound, -1.0, 1.0, 1.0, 1.0, 1)
    refuses("eta", bounds.prediction_regret_bound, 1.0, 1.0, 1.0, 0.0, 1)
    refuses("k is -1", bounds.tuned_prediction_regret_bound, 1.0, 1.0, 1.0, -1)
    refuses("slope", bounds.natural_eg_regret_bound, 1.0, 1.0, 1.0, -2.0, 1)
    refuses("weights", bounds.natural_eg_regret_bound, 1.0, math.inf, 1.0, 1.0, 1)
    refuses("at most the length", bounds.slow_prediction_regret_bound, 1.0, 1.0, 1.0, 0.5, 3)
    refuses("compared is -1.0", bounds.implicit_square_loss_bound, -1.0, 1.0, 1.0, 1.0)
    refuses("eta", bounds.implicit_square_loss_bound, 1.0, 1.0, 1.0, 0.0)
    refuses("eta X", bounds.solved_implicit_square_loss_bound, 1.0, 1.0, 1.0, 0.8)
    refuses("distance", bounds.tuned_implicit_square_loss_bound, 1.0, -1.0, 1.0)
    refuses("radius", bounds.realizable_implicit_square_loss_bound, 1.0, math.nan, 1.0)


def test_the_tuned_rate_makes_the_prediction_bound_least():
    u, r, z, k = 3.0, 0.7, 2.0, 50
    rate = u / (r * z * math.sqrt(k))
    least = bounds.prediction_regret_bound(u, r, z, rate, k)
    assert least == pytest.approx(bounds.tuned_prediction_regret_bound(u, r, z, k), rel=1e-15)
    assert all(bounds.prediction_regret_bound(u, r, z, s * rate, k) > least for s in (0.9, 1.1))


def test_the_tuned_rate_makes_the_implicit_bound_least():
    k, u, x = 3.0, 0.7, 2.0
    rate = u / (2.0 * x * math.sqrt(k))
    least = bounds.implicit_square_loss_bound(k, u, x, rate)
    assert least == pytest.approx(bounds.tuned_implicit_square_loss_bound(k, u, x), rel=1e-15)
    assert all(bounds.implicit_square_loss_bound(k, u, x, s * rate) > least for s in (0.9, 1.1))


def test_without_a_loss_of_the_comparator_the_implicit_bound_falls_to_that_of_full_corrections():
    u, x = 0.7, 2.0
    falling = [bounds.realizable_implicit_square_loss_bound(u, x, rate) for rate in (0.1, 1.0, 10.0, 1e9)]
    assert falling == sorted(falling, reverse=True)
    assert falling[-1] == pytest.approx((u * x) ** 2, rel=1e-15)
    assert all(
        bounds.realizable_implicit_square_loss_bound(u, x, rate) < bounds.implicit_square_loss_bound(0.0, u, x, rate)
        for rate in (0.1, 1.0, 10.0)
    )


def test_at_slow_rates_the_prediction_bound_is_smaller_until_the_comparator_is_reached():
    u, r, z, k = 3.0, 0.7, 2.0, 50
    last = u / (r * z * k)
    for rate in (0.1 * last, 0.5 * last, 0.9 * last):
        assert bounds.slow_prediction_regret_bound(u, r, z, rate, k) < bounds.prediction_regret_bound(u, r, z, rate, k)
    want = bounds.prediction_regret_bound(u, r, z, last, k)
    assert bounds.slow_prediction_regret_bound(u, r, z, last, k) == pytest.approx(want, rel=1e-14)


def test_the_solved_bound_of_the_implicit_update_is_at_most_the_others_and_touches_them():
    k, u, x = 3.0, 0.7, 2.0
    for rate in (0.01, 0.1, 0.17):
        solved = bounds.solved_implicit_square_loss_bound(k, u, x, rate)
        assert solved < bounds.implicit_square_loss_bound(k, u, x, rate)
        realizable = bounds.realizable_implicit_square_loss_bound(u, x, rate)
        assert bounds.solved_implicit_square_loss_bound(0.0, u, x, rate) == pytest.approx(realizable, rel=1e-14)
    best = u / (2.0 * x * math.sqrt(k))
    want = bounds.tuned_implicit_square_loss_bound(k, u, x)
    assert bounds.solved_implicit_square_loss_bound(k, u, x, best) == pytest.approx(want, rel=1e-14)
