"""The dynamic programme over the distance against runs of the learner and a direct search."""

import numpy as np
import pytest

from numeric.learners.geodesic import SphereLearner
from numeric.manifolds import Sphere
from numeric.worst_case import sphere_losses, sphere_turn


def test_the_turn_is_that_of_the_learner():
    rng, sphere = np.random.default_rng(3), Sphere()
    for rate in (0.1, 0.5, 1.0):
        target, p = sphere.random_point(rng, 4), sphere.random_point(rng, 4)
        x = sphere.projx(sphere.proju(target, rng.standard_normal(4)))
        learner = SphereLearner(p, rate)
        loss = learner.loss_one(x)
        learner.learn_one(x)
        assert learner.coef_ @ target == pytest.approx((p @ target) * sphere_turn(loss, rate), rel=1e-12)


def test_one_trial_is_found_directly():
    start, rate = 1.0, 0.5
    distances, losses = sphere_losses(start, rate, 1, states=200)
    lost = np.sin(start) ** 2 * np.linspace(0.0, 1.0, 100001)
    ends = np.arccos(np.cos(start) * sphere_turn(lost, rate))
    reached = np.isfinite(losses)
    assert np.allclose(losses[reached], np.interp(-distances[reached], -ends, lost), atol=1e-4)


def test_more_trials_lose_no_less():
    _, once = sphere_losses(1.0, 0.5, 1, states=100)
    _, twice = sphere_losses(1.0, 0.5, 2, states=100)
    assert np.all(twice >= once)


@pytest.mark.parametrize(("start", "eta", "trials"), [(0.0, 0.5, 1), (2.0, 0.5, 1), (1.0, 1.5, 1), (1.0, 0.5, -1)])
def test_bad_arguments_are_named(start, eta, trials):
    with pytest.raises(ValueError, match=r"start|eta|trials"):
        sphere_losses(start, eta, trials)
    with pytest.raises(ValueError, match="loss"):
        sphere_turn(2.0, 0.5)
