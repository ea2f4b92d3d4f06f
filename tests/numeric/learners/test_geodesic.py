import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric import reference as ref
from numeric.learners import SphereLearner, explicit_update, gradient, gradient_norm, implicit_update_line, run
from numeric.manifolds import Euclidean, Simplex, Sphere

# An update is as right as the step: its bound grows with the length eta |V| of a step beyond 1.
# Measured worst: gradient_norm 3.1, gradient 2.7, updates 1.6, implicit 1.4 ulp.
NORM, GRADIENT, UPDATE, IMPLICIT = 4.0, 3.0, 3.0, 3.0


def angles():
    rng = np.random.default_rng(1)
    s = Sphere()
    for k in range(16):
        for d in (10.0**-k, math.pi / 2 - 10.0**-k, math.pi - 10.0**-k):
            p = s.random_point(rng, 6)
            t = s.proju(p, rng.standard_normal(6))
            yield p, s.exp(p, t / s.norm(p, t) * d)


def test_gradient_near_parallel_and_near_orthogonal(errors):
    for p, x in angles():
        want = ref.geodesic.gradient_norm(p, x, dps=100)
        errors.check("gradient_norm", errors.relative(gradient_norm(p, x), want), NORM, p=p, x=x)
        want = ref.geodesic.gradient(p, x, dps=100)
        errors.check("gradient", errors.vector(gradient(p, x), want), GRADIENT, p=p, x=x)


@pytest.mark.parametrize("eta", [1e-9, 0.3, 1.0, 7.0])
def test_learner_step(errors, eta):
    for p, x in angles():
        learner = SphereLearner(p, eta)
        assert (
            errors.relative(
                learner.predict_one(x),
                ref.sphere.dot(ref.sphere.projx(p, dps=60), ref.sphere.projx(x, dps=60)),
            )
            <= 2.0
        )
        learner.learn_one(x)
        want = ref.geodesic.sphere_update(p, x, eta)
        errors.check("step", errors.vector(learner.coef_, want, 1), UPDATE * max(1, eta), p=p, x=x, eta=eta)


def test_where_the_gradient_vanishes_the_point_stays():
    for x in ([1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]):
        learner = SphereLearner([1.0, 0.0, 0.0], 0.5)
        learner.learn_one(x)
        assert learner.coef_.tolist() == [1.0, 0.0, 0.0]


def test_no_drift():
    rng = np.random.default_rng(2)
    learner = SphereLearner([1.0, 0.0, 0.0], 0.5)
    for _ in range(2000):
        learner.learn_one(Sphere().random_point(rng, 3))
    assert abs(math.hypot(*learner.coef_) - 1.0) <= 2 * 2.0**-52


def test_explicit_update_is_the_learner_step_and_widrow_hoff():
    p, x, eta = np.array([0.6, 0.8, 0.0]), np.array([0.0, 0.6, 0.8]), 0.4
    learner = SphereLearner(p, eta)
    learner.learn_one(x)
    c = float(p @ x)
    assert explicit_update(Sphere(), p, 2 * c * x, eta) == pytest.approx(learner.coef_, abs=5e-16)
    assert explicit_update(Euclidean(), [1.0, 2.0], [4.0, -8.0], 0.25).tolist() == [0.0, 4.0]


def test_explicit_update_against_the_reference(errors):
    rng = np.random.default_rng(3)
    for _ in range(20):
        w, g = Sphere(2.5).random_point(rng, 5), rng.standard_normal(5)
        got = explicit_update(Sphere(2.5), w, g, 0.7)
        want = ref.geodesic.explicit_update_sphere(w, g, 0.7, radius=2.5)
        errors.check("sphere", errors.vector(got, want, 2.5), UPDATE, w=w, g=g)
        p = rng.dirichlet(np.ones(5)) * 0.9 + 0.02
        p /= p.sum()
        got, want = explicit_update(Simplex(), p, g, 0.05), ref.geodesic.explicit_update_simplex(p, g, 0.05)
        errors.check("simplex", errors.vector(got, want), UPDATE, p=p, g=g)


@pytest.mark.parametrize("scale", [1e-100, 1e-8, 1.0, 1e8, 1e100])
def test_implicit_update(errors, scale):
    rng = np.random.default_rng(4)
    for _ in range(8):
        w, x = rng.standard_normal(4), rng.standard_normal(4) * scale
        y, eta = float(rng.standard_normal()) * scale, float(10.0 ** rng.uniform(-3, 3))
        want = ref.geodesic.implicit_update_line(w, x, y, eta, dps=300)
        size = float(np.linalg.norm(w)) + abs(float(w @ x) - y) / float(np.linalg.norm(x))
        error = errors.vector(implicit_update_line(w, x, y, eta), want, size)
        errors.check("implicit", error, IMPLICIT, w=w, x=x, y=y, eta=eta)


@settings(derandomize=True, deadline=None)
@given(st.lists(st.floats(-5, 5), min_size=6, max_size=6), st.floats(-5, 5), st.floats(1e-3, 100))
def test_implicit_update_solves_its_equation(z, y, eta):
    w, x = np.array(z[:3]), np.array(z[3:])
    new = implicit_update_line(w, x, y, eta)
    size = 1.0 + eta * float(x @ x)
    assert np.max(np.abs(new - (w - 2 * eta * (new @ x - y) * x))) <= 1e-13 * size, (w, x, y, eta)


def test_implicit_update_in_batches():
    w, x = np.ones((3, 1, 2)), np.arange(8.0).reshape(4, 2)
    got = implicit_update_line(w, x, [0.0, 1.0, 2.0, 3.0], 0.5)
    assert got.shape == (3, 4, 2)
    assert np.array_equal(got[1, 2], implicit_update_line([1.0, 1.0], x[2], 2.0, 0.5))


class Mean:
    """Predicts the mean of the labels so far."""

    def __init__(self):
        self.seen = []

    def predict_one(self, x):
        return sum(self.seen) / len(self.seen) if self.seen else 0.0

    def loss_one(self, x, y=None):
        return (self.predict_one(x) - y) ** 2

    def learn_one(self, x, y=None):
        self.seen.append(y)


def test_run_with_labels():
    trace = run(Mean(), np.zeros((3, 1)), [2.0, 4.0, 3.0])
    assert trace.predictions.tolist() == [0.0, 2.0, 3.0]
    assert trace.losses.tolist() == [4.0, 4.0, 0.0]
    assert trace.cumulative_losses.tolist() == [4.0, 8.0, 8.0]
    assert trace.cumulative_loss == 8.0


def test_run_of_the_sphere_learner_lowers_the_loss():
    rng = np.random.default_rng(5)
    X = np.array([Sphere().projx(np.append(rng.standard_normal(2), 0.0)) for _ in range(300)])
    learner = SphereLearner(Sphere().projx([1.0, 1.0, 1.0]), 0.5)
    trace = run(learner, X)
    assert trace.losses == pytest.approx(trace.predictions**2, rel=1e-15)
    assert trace.cumulative_loss == pytest.approx(math.fsum(trace.losses), rel=2e-16)
    assert abs(learner.coef_[2]) == pytest.approx(1.0, abs=1e-12)
    assert run(learner, np.zeros((0, 3))).cumulative_loss == 0.0


def test_bad_input(refuses):
    p = [1.0, 0.0]
    refuses("eta is 0", SphereLearner, p, 0.0)
    refuses("eta is -1", explicit_update, Euclidean(), p, p, -1.0)
    refuses("eta", implicit_update_line, p, p, 0.0, math.nan)
    refuses("the length of p", SphereLearner, [1.0, 1.0], 0.1)
    refuses("p has shape", SphereLearner, [p, p], 0.1)
    learner = SphereLearner(p, 0.1)
    refuses("the length of x", learner.learn_one, [2.0, 0.0])
    refuses("x has shape", learner.predict_one, [1.0, 0.0, 0.0])
    refuses("y is 1.0", learner.learn_one, p, 1.0)
    refuses("X has shape", run, learner, p)
    refuses("Y has shape", run, learner, [p], [0.0, 0.0])
    refuses("last axis", implicit_update_line, p, [1.0], 0.0, 0.1)
    refuses("broadcast", implicit_update_line, [p, p], [p, p], [0.0, 0.0, 0.0], 0.1)
    refuses("must be finite", implicit_update_line, p, [1e200, 0.0], 0.0, 0.1)
