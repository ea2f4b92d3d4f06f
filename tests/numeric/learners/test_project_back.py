"""The project-back heuristic: the flat step, the nearest point, and how far it is from the geodesic step."""

import math

import mpmath as mp
import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from numeric.learners.geodesic import GeodesicLearner, ScaleInvariantLoss, explicit_update
from numeric.learners.losses import SquaredLoss
from numeric.learners.project_back import ProjectBackLearner, project_back_update
from numeric.manifolds import Euclidean, Sphere
from numeric.reference import sphere as reference_sphere
from tests.sampling import drawn

EPS = 2.0**-52
# In ulp of the radius. Measured worst: 0.7.
UPDATE = 3.0

seeds = st.integers(0, 2**32 - 1)


def reference(w, g, eta, radius):
    """R s/|s| with s = w - eta g."""
    with mp.workdps(700):
        s = [mp.mpf(a) - mp.mpf(eta) * mp.mpf(b) for a, b in zip(w, g, strict=True)]
    return reference_sphere.projx(s, radius=radius, dps=100)


@drawn(200)
@given(seeds, st.floats(-200, 200), st.floats(-80, 80), st.sampled_from([1.0, 2.5, 1e-40, 1e40]))
def test_the_update_on_the_sphere(errors, seed, k, m, radius):
    rng, s = np.random.default_rng(seed), Sphere(radius)
    w, g, eta = s.random_point(rng, 4), rng.standard_normal(4) * 10.0**m, 10.0**k
    got = project_back_update(s, w, g, eta)
    errors.check("update", errors.vector(got, reference(w, g, eta, radius), radius), UPDATE, w=w, g=g, eta=eta)


@drawn(100)
@given(seeds, st.floats(-15, -1), st.floats(-3, 3))
def test_a_step_that_nearly_ends_at_the_centre_keeps_its_digits(errors, seed, k, m):
    """w - eta g of length 10**k: the products are exact and nothing but the inputs cancels."""
    rng, s, eta = np.random.default_rng(seed), Sphere(), 10.0**m
    w = s.random_point(rng, 3)
    g = (w + 10.0**k * rng.standard_normal(3)) / eta
    errors.check(
        "update", errors.vector(project_back_update(s, w, g, eta), reference(w, g, eta, 1), 1), UPDATE, w=w, g=g
    )


def test_the_textbook_step_has_lost_them(errors):
    rng, eta = np.random.default_rng(1), 0.3
    w = Sphere().random_point(rng, 3)
    g = (w + 1e-12 * rng.standard_normal(3)) / eta
    s = w - eta * g
    want = reference(w, g, eta, 1)
    assert errors.vector(s / np.linalg.norm(s), want, 1) > 1e3
    errors.check("update", errors.vector(project_back_update(Sphere(), w, g, eta), want, 1), UPDATE)


@drawn(50)
@given(seeds, st.floats(-4, -1))
def test_it_agrees_with_the_geodesic_step_to_second_order_and_not_further(seed, k):
    """For a tangent step of length t the angles are arctan t and t, which differ by t**3/3; along w also by t."""
    rng, s, t = np.random.default_rng(seed), Sphere(), 10.0**k
    w = s.random_point(rng, 4)
    u = s.proju(w, rng.standard_normal(4))
    u /= np.linalg.norm(u)
    gap = float(s.dist(project_back_update(s, w, u, t), explicit_update(s, w, u, t)))
    assert abs(gap - (t - math.atan(t))) <= 4 * EPS


def test_in_flat_space_it_is_the_explicit_update():
    w, g = [1.0, 2.0], [4.0, -8.0]
    assert np.array_equal(project_back_update(Euclidean(), w, g, 0.25), explicit_update(Euclidean(), w, g, 0.25))


def test_batches():
    s, rng = Sphere(), np.random.default_rng(2)
    w, g = s.projx(rng.standard_normal((3, 1, 4))), rng.standard_normal((5, 4))
    got = project_back_update(s, w, g, 0.3)
    assert got.shape == (3, 5, 4)
    assert np.array_equal(got[1, 2], project_back_update(s, w[1, 0], g[2], 0.3))


def test_the_learner_lowers_its_loss_beside_the_geodesic_one():
    rng, s = np.random.default_rng(3), Sphere()
    learners = [
        make(s, ScaleInvariantLoss(), s.projx([1.0, 1.0, 1.0]), 0.2) for make in (ProjectBackLearner, GeodesicLearner)
    ]
    X = np.array([s.projx(np.append(rng.standard_normal(2), 0.0)) for _ in range(300)])
    for learner in learners:
        learner.partial_fit(X)
        assert abs(math.hypot(*learner.coef_) - 1.0) <= 2 * EPS
        assert abs(learner.coef_[2]) > 1.0 - 1e-9
    learner = ProjectBackLearner(s, SquaredLoss(), [1.0, 0.0], 0.1)
    before = learner.loss_one([0.0, 1.0], 1.0)
    learner.learn_one([0.0, 1.0], 1.0)
    assert learner.loss_one([0.0, 1.0], 1.0) < before
    assert learner.predict_one([0.0, 1.0]) == learner.coef_[1]


def test_bad_input(refuses):
    s, p = Sphere(), [1.0, 0.0]
    refuses("must have a length > 0", project_back_update, s, p, [2.0, 0.0], 0.5)
    refuses("eta is -1", project_back_update, s, p, p, -1.0)
    refuses("the length of p", project_back_update, s, [1.0, 1.0], p, 0.1)
    refuses("egrad[0] is nan", project_back_update, s, p, [math.nan, 0.0], 0.1)
    refuses("last axis", project_back_update, s, p, [1.0, 0.0, 0.0], 0.1)
    refuses("must be finite", project_back_update, s, p, [1e308, 0.0], 1e10)
    refuses("eta is 0", ProjectBackLearner, s, SquaredLoss(), p, 0.0)
    refuses("the length of p", ProjectBackLearner, s, SquaredLoss(), [1.0, 1.0], 0.1)
    learner = ProjectBackLearner(s, SquaredLoss(), p, 0.1)
    refuses("X has shape", learner.partial_fit, p, [1.0])
