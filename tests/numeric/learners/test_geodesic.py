import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric import reference as ref
from numeric.learners import SphereLearner, explicit_update, gradient, gradient_norm, implicit_update_line, run
from numeric.learners.geodesic import GeodesicLearner, ScaleInvariantLoss
from numeric.learners.losses import DistanceLoss, MatchingLoss, SquaredLoss
from numeric.manifolds import Euclidean, Simplex, Sphere
from numeric.matching import Identity, Logistic
from tests.sampling import drawn

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


@pytest.mark.slow
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


# Any manifold, any loss

seeds = st.integers(0, 2**32 - 1)


@drawn(120)
@given(seeds, st.integers(2, 6), st.floats(-290, 0.7), st.sampled_from([1.0, 2.5, 1e-30, 1e30]))
def test_explicit_steps_of_every_length_on_the_sphere(errors, seed, n, k, radius):
    rng, s = np.random.default_rng(seed), Sphere(radius)
    w, g = s.random_point(rng, n), rng.standard_normal(n)
    eta = 10.0**k * radius
    got, want = explicit_update(s, w, g, eta), ref.geodesic.explicit_update_sphere(w, g, eta, radius=radius)
    bound = UPDATE * max(1.0, eta / radius * float(np.linalg.norm(g)))
    errors.check("sphere", errors.vector(got, want, radius), bound, w=w, g=g, eta=eta)


def margin(p, g, eta):
    """The least of cos(t) - (g_i - mean) sin(t)/|V| with t = eta |V|/2: below 0 the step has left the simplex."""
    h = g - p @ g
    length = float(np.sqrt(p @ h**2))
    t = 0.5 * eta * length
    return math.cos(t) - float(h.max()) * math.sin(t) / length if t < math.pi else -1.0


@drawn(120)
@given(seeds, st.lists(st.floats(-290, 0), min_size=2, max_size=5), st.floats(-290, 0.3))
def test_explicit_steps_in_the_simplex_in_every_weight(errors, refuses, seed, exponents, k):
    rng = np.random.default_rng(seed)
    p = 10.0 ** np.array([*exponents, 0.0])
    p, g, eta = p / math.fsum(p), rng.standard_normal(len(exponents) + 1), 10.0**k
    left = margin(p, g, eta)
    assume(abs(left) > 1e-6)
    if left < 0.0:
        refuses("left the simplex", explicit_update, Simplex(), p, g, eta)
        return
    got = explicit_update(Simplex(), p, g, eta)
    want = ref.geodesic.explicit_update_simplex(p, g, eta, dps=700)
    # sqrt(p_i) (cos - (g_i - mean) sin): where this is small against sqrt(p_i), the bracket has cancelled.
    bounds = [UPDATE * 4.0 * max(1.0, float(np.sqrt(s / t))) for s, t in zip(p, got, strict=True)]
    for a, b, bound in zip(got, want, bounds, strict=True):
        errors.check("simplex", errors.relative(a, b), bound, p=p, g=g, eta=eta)


@drawn(60)
@given(seeds, st.floats(-6, 1), st.floats(-2, 2))
def test_the_learner_with_the_squared_loss(errors, seed, k, y):
    rng, eta = np.random.default_rng(seed), 10.0**k
    x = rng.standard_normal(4)
    for manifold, w, scale in (
        (Euclidean(), rng.standard_normal(4), 1.0),
        (Sphere(2.5), Sphere(2.5).random_point(rng, 4), 2.5),
        (Simplex(), rng.dirichlet(np.ones(4)) * 0.9 + 0.025, 1.0),
    ):
        learner = GeodesicLearner(manifold, SquaredLoss(), w, eta)
        with mp.workdps(60):
            gap = mp.fdot(zip(w, x, strict=True)) - mp.mpf(y)
            g = [2 * gap * mp.mpf(t) for t in x]
        errors.check("prediction", errors.vector([learner.predict_one(x)], [gap + mp.mpf(y)], 1), 8.0, w=w, x=x)
        errors.check("loss", errors.vector([learner.loss_one(x, y)], [gap**2], gap**2 + abs(gap)), 8.0, w=w, x=x, y=y)
        length = eta * float(np.linalg.norm([float(t) for t in g]))
        if isinstance(manifold, Simplex) and margin(w, np.array([float(t) for t in g]), eta) < 1e-6:
            continue
        learner.learn_one(x, y)
        if isinstance(manifold, Euclidean):
            want = [mp.mpf(s) - mp.mpf(eta) * t for s, t in zip(w, g, strict=True)]
            size = float(np.linalg.norm(w)) + length
        elif isinstance(manifold, Sphere):
            want, size = ref.geodesic.explicit_update_sphere(w, g, eta, radius=2.5), scale * max(1.0, length)
        else:
            want, size = ref.geodesic.explicit_update_simplex(w, g, eta), max(1.0, length)
        errors.check("step", errors.vector(learner.coef_, want, size), 8.0, w=w, x=x, y=y, eta=eta)


def test_the_scale_invariant_loss_makes_it_the_sphere_learner():
    rng, s = np.random.default_rng(6), Sphere()
    X = s.projx(rng.standard_normal((50, 4)))
    a = GeodesicLearner(s, ScaleInvariantLoss(), [1.0, 0.0, 0.0, 0.0], 0.4)
    b = SphereLearner([1.0, 0.0, 0.0, 0.0], 0.4)
    for x in X:
        assert a.predict_one(x) == b.predict_one(x)
        assert a.loss_one(x) == b.loss_one(x, 0)
        a.learn_one(x)
        b.learn_one(x)
        assert np.array_equal(a.coef_, b.coef_)
    assert ScaleInvariantLoss().partials([1.0, 0.0], [0.6, 0.8]) == pytest.approx([0.72, 0.96])


def test_the_tangent_part_of_the_partials_is_worse_than_the_gradient_near_the_pole(errors):
    """2 <p,x> x rounded, then projected: its rounding is an ulp of x and not of its tangent part."""
    p = np.array([0.6, 0.8, 0.0])
    x = Sphere().projx(p + [0.0, 0.0, 1e-12] + 1e-13)
    want = ref.geodesic.gradient(p, x, dps=100)
    errors.check("gradient", errors.vector(gradient(p, x), want), GRADIENT, x=x)
    plain = 2.0 * (p @ x) * (x - (p @ x) * p)
    assert errors.vector(plain, want) > 100 * GRADIENT


def test_the_distance_loss_moves_towards_the_instance_by_the_share_eta():
    for manifold, w, x in (
        (Sphere(), [1.0, 0.0, 0.0], [0.0, 0.6, 0.8]),
        (Euclidean(), [1.0, 2.0], [3.0, -1.0]),
    ):
        loss = DistanceLoss(manifold)
        learner = GeodesicLearner(manifold, loss, w, 0.25)
        far = learner.predict_one(x)
        assert learner.loss_one(x) == 0.5 * far**2
        learner.learn_one(x)
        assert learner.predict_one(x) == pytest.approx(0.75 * far, rel=1e-15)
        assert manifold.dist(w, learner.coef_) == pytest.approx(0.25 * far, rel=1e-15)


def test_matching_losses_have_half_the_gradient_of_the_square():
    w, x, y = [1.0, -2.0], [0.5, 0.25], 3.0
    half, whole = MatchingLoss(Identity()), SquaredLoss()
    assert half.value(w, x, y) == 0.5 * whole.value(w, x, y)
    assert half.partials(w, x, y).tolist() == (0.5 * whole.partials(w, x, y)).tolist()
    assert half.slope(1.0, 0.0) == 0.5 * whole.slope(1.0, 0.0)
    logistic = MatchingLoss(Logistic())
    assert logistic.predict(w, x) == 0.5
    assert logistic.value(w, x, 1.0) == pytest.approx(math.log(2.0), rel=1e-15)
    assert logistic.partials(w, x, 1.0).tolist() == [-0.25, -0.125]


def test_a_step_that_leaves_the_simplex_says_so_and_nothing_moves(refuses):
    learner = GeodesicLearner(Simplex(), SquaredLoss(), [0.01, 0.49, 0.5], 1.0)
    refuses("the geodesic left the simplex", learner.learn_one, [1.0, 0.0, 0.0], -5.0)
    assert learner.coef_.tolist() == [0.01, 0.49, 0.5]


def test_partial_fit_is_learn_one_in_order():
    rng = np.random.default_rng(7)
    X, Y = rng.standard_normal((10, 3)), rng.standard_normal(10)
    a, b = (GeodesicLearner(Sphere(), SquaredLoss(), [1.0, 0.0, 0.0], 0.1) for _ in range(2))
    assert a.partial_fit(X, Y) is a
    for x, y in zip(X, Y, strict=True):
        b.learn_one(x, y)
    assert np.array_equal(a.coef_, b.coef_)
    trace = run(GeodesicLearner(Sphere(), SquaredLoss(), [1.0, 0.0, 0.0], 0.1), X, Y)
    assert trace.losses[0] == (X[0, 0] - Y[0]) ** 2


def test_bad_input_of_the_learner(refuses):
    p = [1.0, 0.0]
    refuses("eta is 0", GeodesicLearner, Sphere(), SquaredLoss(), p, 0.0)
    refuses("the length of p", GeodesicLearner, Sphere(), SquaredLoss(), [1.0, 1.0], 0.1)
    refuses("they must both be", GeodesicLearner, Sphere(), SquaredLoss(), [p, p], 0.1)
    refuses("the sum of p", GeodesicLearner, Simplex(), SquaredLoss(), [0.5, 0.6], 0.1)
    learner = GeodesicLearner(Sphere(), SquaredLoss(), p, 0.1)
    refuses("w, x have shapes", learner.learn_one, [1.0], 0.0)
    refuses("y is nan", learner.learn_one, p)
    refuses("y has shape", learner.loss_one, p, [1.0])
    refuses("x[0] is nan", learner.predict_one, [math.nan, 0.0])
    refuses("must be finite", learner.learn_one, [1e200, 0.0], -1e200)
    refuses("X has shape", learner.partial_fit, p)
    refuses("Y has shape", learner.partial_fit, [p], [0.0, 0.0])
    refuses("is 1.5; it must be from 0 to 1", MatchingLoss(Logistic()).partials, p, p, 1.5)
    refuses("y is 1.0", ScaleInvariantLoss().value, p, p, 1.0)
    refuses("the length of x", ScaleInvariantLoss().gradient, p, [2.0, 0.0])
    refuses("antipode", GeodesicLearner(Sphere(), DistanceLoss(Sphere()), p, 0.1).learn_one, [-1.0, 0.0])
    refuses("that of the loss", GeodesicLearner(Euclidean(), DistanceLoss(Sphere()), p, 0.1).learn_one, p)
    refuses("it must be a manifold", DistanceLoss, object())
    refuses("no label", DistanceLoss(Sphere()).value, p, p, 1.0)
