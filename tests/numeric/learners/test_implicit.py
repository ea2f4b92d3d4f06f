"""The implicit geodesic update: its equation, its last digits, and what it says where it has no one answer."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from numeric.learners.geodesic import GeodesicLearner, ScaleInvariantLoss
from numeric.learners.implicit import ImplicitLearner, implicit_scale_invariant, implicit_update, solve
from numeric.learners.losses import DistanceLoss, MatchingLoss, SquaredLoss
from numeric.manifolds import Euclidean, Simplex, Sphere
from numeric.matching import Logistic, Tanh
from numeric.reference import implicit as reference
from numeric.reference import sphere as reference_sphere
from tests.sampling import drawn

EPS = 2.0**-52
# In ulp of the natural scale: the radius, 1 in the simplex, |w| + |move| in R^n.
# Measured worst: circle 1.6, towards 3.4, line 0.4, general 1.3 times 1 + eta |x|**2.
CIRCLE, TOWARDS, LINE, GENERAL = 3.0, 4.0, 2.0, 6.0

seeds = st.integers(0, 2**32 - 1)
rates = st.one_of(
    st.floats(-300, 300).map(lambda k: 10.0**k),
    st.floats(-2, 2).map(lambda k: 10.0**k),
    st.builds(lambda k, s: 0.5 + s * 10.0**k, st.floats(-17, -1), st.sampled_from([-1.0, 1.0])),
)


@st.composite
def circles(draw, n=4):
    """Unit vectors p, x: nearly parallel, nearly orthogonal or neither, to 1e-16 by angles and to 1e-250 exactly."""
    rng = np.random.default_rng(draw(seeds))
    kind = draw(st.sampled_from(["any", "parallel", "orthogonal", "tiny angle", "tiny cosine"]))
    p, small = Sphere().random_point(rng, n), 10.0 ** draw(st.floats(-250, -1))
    if kind == "tiny angle":
        return np.eye(n)[0], np.append(1.0, np.append(small, np.zeros(n - 2)))
    if kind == "tiny cosine":
        return np.eye(n)[0], np.append(-small, np.append(1.0, np.zeros(n - 2)))
    t = Sphere().proju(p, rng.standard_normal(n))
    k = 10.0 ** draw(st.floats(-16, 0))
    d = {"any": 3.0 * k, "parallel": k, "orthogonal": 0.5 * math.pi - k}[kind]
    return p, draw(st.sampled_from([-1.0, 1.0])) * Sphere().exp(p, t / np.linalg.norm(t) * d)


@drawn(80)
@given(circles(), rates)
def test_the_scale_invariant_step_on_the_sphere(errors, circle, eta):
    p, x = circle
    x = Sphere().projx(x)
    found = implicit_scale_invariant(p, x, eta)
    assume(found.converged and float(ScaleInvariantLoss().value(p, x)) > 0.0)
    want = reference.scale_invariant(p, x, eta, dps=45)
    errors.check("step", errors.vector(found.point, want, 1), CIRCLE, p=p, x=x, eta=eta)


@drawn(30)
@given(circles(), rates)
def test_every_solution_solves_the_equation_and_the_point_costs_least(circle, eta):
    p, x = circle
    assume(1e-9 < eta < 1e6)
    x = Sphere().projx(x)
    loss, s = ScaleInvariantLoss(), Sphere()
    found = implicit_scale_invariant(p, x, eta)
    assert np.array_equal(found.solutions[0], found.point)
    assert found.unique == (len(found.solutions) == 1) or not found.converged

    def cost(w):
        return 0.5 * float(s.dist(p, w)) ** 2 + eta * loss.value(w, x)

    for w in found.solutions:
        assert np.linalg.norm(eta * loss.gradient(w, x) - s.log(w, p)) <= 1e-13 * (1.0 + eta)
    if found.converged:
        assert found.residual <= 8.0 * EPS * (1.0 + eta)
        trials = [s.exp(p, t * s.proju(p, v)) for v in (x, *np.eye(len(p))) for t in np.linspace(-3.0, 3.0, 9)]
        assert cost(found.point) <= min(cost(w) for w in [*trials, *found.solutions]) + 4.0 * EPS * (1.0 + eta)


@pytest.mark.parametrize("eta", [0.1, 0.49, 0.51, 1.0, 2.0, 3.0, 10.0, 40.0])
def test_the_solutions_on_the_circle_are_all_there(eta):
    """Counted by the sign changes of the equation on a fine grid of the circle."""
    for polar in (0.3, 1.0, 1.5):
        p, x = np.array([math.cos(polar), math.sin(polar), 0.0]), np.array([1.0, 0.0, 0.0])
        t = np.linspace(-math.pi + 1e-6, math.pi - 1e-6, 400001)
        h = t - eta * np.sin(2.0 * (t + polar))
        assert len(implicit_scale_invariant(p, x, eta).solutions) == np.count_nonzero(np.diff(np.sign(h)))


def test_the_textbook_iterations_fail_where_the_bracketed_root_holds(errors):
    """Fixed-point iteration w <- exp_p(-eta P grad L(w)) and Newton from p in the angle."""
    p, x, eta = np.array([math.cos(1.0), math.sin(1.0)]), np.array([1.0, 0.0]), 5.0
    s = 0.5 * math.pi - 1.0
    want = reference.scale_invariant(p, x, eta)
    fixed = newton = s
    for _ in range(50):
        fixed = s - eta * math.sin(2.0 * fixed)
    assert abs(fixed - float(mp.asin(want[0]))) > 0.1
    p = np.array([math.cos(0.1), math.sin(0.1)])
    want = reference.scale_invariant(p, x, 1.0)
    s = newton = 0.5 * math.pi - 0.1
    newton -= (newton - s + math.sin(2.0 * newton)) / (1.0 + 2.0 * math.cos(2.0 * newton))
    assert newton > s  # it leaves the bracket [0, s]
    errors.check("step", errors.vector(implicit_scale_invariant(p, x, 1.0).point, want, 1), CIRCLE, p=p)


def test_near_the_pole_at_eta_one_half_the_plain_equation_loses_digits(errors):
    """t - d = eta sin 2t with t to 1e-3: the difference 1 - 2 eta and 2t - sin 2t decide."""
    d, eta = 1e-9, 0.4999999999
    p, x = np.array([math.cos(d), math.sin(d)]), np.array([1.0, 0.0])
    found, want = implicit_scale_invariant(p, x, eta), reference.scale_invariant(p, x, eta, dps=80)
    errors.check("step", errors.vector(found.point, want, 1), CIRCLE)
    s, low, high = 0.5 * math.pi - d, 0.0, 0.5 * math.pi - d
    for _ in range(200):
        m = 0.5 * (low + high)
        low, high = (m, high) if m - s + eta * math.sin(2.0 * m) < 0.0 else (low, m)
    plain = [math.sin(low), math.cos(low)]
    assert errors.vector(plain, want, 1) > 100 * CIRCLE


# Non-uniqueness and failure


def test_orthogonal_vectors_have_further_solutions_for_a_large_rate_and_say_so():
    p, x = [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]
    calm, wild = implicit_scale_invariant(p, x, 1.0), implicit_scale_invariant(p, x, 3.0)
    assert calm.unique
    assert calm.converged
    assert wild.converged
    assert not wild.unique
    assert len(wild.solutions) == 5
    assert wild.point.tolist() == p  # the loss and the move are 0, so p is the one minimiser


def test_parallel_vectors_have_a_sphere_of_minimisers_from_one_half_on(refuses):
    p = [0.6, 0.8, 0.0]
    for x in (p, [-0.6, -0.8, 0.0]):
        assert implicit_scale_invariant(p, x, 0.5).unique
        assert not implicit_scale_invariant(p, x, 0.51).converged
        learner = ImplicitLearner(Sphere(), ScaleInvariantLoss(), p, 0.51)
        refuses("every direction", learner.learn_one, x)
        assert learner.coef_.tolist() == p


def test_the_general_solver_reports_the_same_tie():
    p = np.array([1.0, 0.0, 0.0])
    loss = ScaleInvariantLoss()
    found = solve(Sphere(), p, lambda z: loss.gradient(z, p), lambda z: loss.value(z, p), 2.0)
    assert not found.converged
    assert found.reason
    assert found.point.tolist() == p.tolist()


def test_two_equal_minimisers_are_reported(refuses):
    """A double well on the line between (0, 0) and two targets at the same distance."""

    class TwoWells:
        def predict(self, w, x):
            return float(w[0])

        def value(self, w, x, y=None):
            return (float(w[0]) ** 2 - 1.0) ** 2 + float(w[1]) ** 2

        def partials(self, w, x, y=None):
            return np.array([4.0 * w[0] * (w[0] ** 2 - 1.0), 2.0 * w[1]])

    found = implicit_update(Euclidean(), TwoWells(), [0.0, 0.3], [0.0, 0.0], None, 5.0)
    assert not found.converged
    assert "equally good" in found.reason
    assert len(found.solutions) >= 2
    refuses("equally good", ImplicitLearner(Euclidean(), TwoWells(), [0.0, 0.3], 5.0).learn_one, [0.0, 0.0])
    aside = implicit_update(Euclidean(), TwoWells(), [0.2, 0.3], [0.0, 0.0], None, 5.0)
    assert aside.converged
    assert not aside.unique
    assert aside.point[0] > 0.9


def test_a_loss_without_a_minimum_is_a_failure():
    class Downhill:
        def predict(self, w, x):
            return float(w[0])

        def value(self, w, x, y=None):
            return -float(np.sum(np.minimum(np.abs(w), 1e50) ** 4))

        def partials(self, w, x, y=None):
            return -4.0 * np.clip(w, -1e50, 1e50) ** 3

    found = implicit_update(Euclidean(), Downhill(), [2.0, 1.0], [0.0, 0.0], None, 1.0)
    assert not found.converged
    assert found.point.tolist() == [2.0, 1.0]


# Distance loss


@drawn(60)
@given(circles(), st.floats(-6, 6))
def test_the_distance_loss_divides_the_geodesic(errors, circle, k):
    p, x = circle
    x, eta = Sphere().projx(x), 10.0**k
    assume(Sphere().dist(p, x) < 3.1)
    found = implicit_update(Sphere(), DistanceLoss(Sphere()), p, x, None, eta)
    want = reference.towards_on_sphere(p, x, eta, dps=600)
    errors.check("step", errors.vector(found.point, want, 1), TOWARDS, p=p, x=x, eta=eta)
    for w in found.solutions if Sphere().dist(p, x) > 0.1 else []:  # the antipode spoils the log of the others
        rest = eta * Sphere().log(w, x) + Sphere().log(w, p)
        assert np.linalg.norm(rest) <= 1e-13 * (1.0 + eta)


def test_the_long_way_round_is_a_second_solution_for_middle_rates():
    p, x = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    assert [
        implicit_update(Sphere(), DistanceLoss(Sphere()), p, x, None, e).unique
        for e in (0.1, 1.0, 1.9, 2.1, 0.51, 0.49)
    ] == [True, False, False, True, False, True]
    assert implicit_update(Euclidean(), DistanceLoss(Euclidean()), p, x, None, 1.0).point.tolist() == [0.5, 0.5]


# R^n


@drawn(40)
@given(seeds, st.floats(-100, 100), st.floats(-6, 3), st.floats(0, 1), st.sampled_from(["logistic", "tanh"]))
def test_convex_losses_on_a_line(errors, seed, k, e, y, name):
    rng = np.random.default_rng(seed)
    scale, eta = 10.0**k, 10.0**e
    w, x = rng.standard_normal(3) / scale, rng.standard_normal(3) * scale
    eta /= scale**2
    phi = Logistic() if name == "logistic" else Tanh()
    found = implicit_update(Euclidean(), MatchingLoss(phi), w, x, y, eta)
    f = (lambda a: 1 / (1 + mp.exp(-a))) if name == "logistic" else mp.tanh
    want = reference.on_a_line(w, x, lambda a: f(a) - mp.mpf(y), eta, 4.0 * eta, dps=100)
    size = float(np.linalg.norm(w) + eta * np.linalg.norm(x))
    # One ulp of <w,x> is an error of |x| ulp(<w,x>)/|x|**2 in w' at most.
    size += (float(np.abs(w) @ np.abs(x)) + 1.0) / float(np.linalg.norm(x))
    errors.check("line", errors.vector(found.point, want, size), LINE, w=w, x=x, y=y, eta=eta)
    assert found.unique
    assert found.converged


def test_the_squared_loss_has_its_closed_form_and_the_general_solver_agrees():
    w, x, y, eta = np.array([1.0, -2.0, 0.5]), np.array([0.3, 0.1, -0.7]), 0.4, 2.0
    found, loss = implicit_update(Euclidean(), SquaredLoss(), w, x, y, eta), SquaredLoss()
    again = solve(Euclidean(), w, lambda z: loss.partials(z, x, y), lambda z: loss.value(z, x, y), eta)
    assert again.converged
    assert not again.unique  # it knows no bounds of the loss, so it proves nothing
    assert not again.certified
    assert np.max(np.abs(found.point - again.point)) <= 8 * EPS
    assert found.residual <= 8 * EPS


# The general solver


@settings(max_examples=8)
@given(seeds, st.floats(-3, 0.5), st.floats(-1, 1), st.sampled_from([1.0, 2.5, 1e-30, 1e30]))
def test_the_squared_loss_on_the_sphere(errors, seed, k, y, radius):
    rng, s = np.random.default_rng(seed), Sphere(radius)
    w, x, eta = s.random_point(rng, 3), rng.standard_normal(3) / radius, 10.0**k * radius**2
    found = implicit_update(s, SquaredLoss(), w, x, y, eta)
    if not found.converged:
        assert found.reason
        return

    def partials(at):
        gap = mp.fdot(at, [mp.mpf(t) for t in x]) - mp.mpf(y)
        return [2 * gap * mp.mpf(t) for t in x]

    want = reference.on_sphere(w, partials, eta, found.point, radius=radius)
    condition = 1.0 + eta * 2.0 * float(x @ x)
    errors.check("sphere", errors.vector(found.point, want, radius), GENERAL * condition, w=w, x=x, y=y, eta=eta)


@settings(max_examples=8)
@given(seeds, st.floats(-4, 1), st.floats(-1, 1))
def test_the_squared_loss_in_the_simplex(errors, seed, k, y):
    rng = np.random.default_rng(seed)
    p, x, eta = rng.dirichlet(np.ones(3)), rng.standard_normal(3), 10.0**k
    found = implicit_update(Simplex(), SquaredLoss(), p, x, y, eta)
    if not found.converged:
        assert "left the open simplex" in found.reason or "no minimiser" in found.reason
        return

    def partials(at):
        gap = mp.fdot(at, [mp.mpf(t) for t in x]) - mp.mpf(y)
        return [2 * gap * mp.mpf(t) for t in x]

    want = reference.in_simplex(p, partials, eta, found.point)
    condition = 1.0 + eta * float(x @ x)
    errors.check("simplex", errors.vector(found.point, want, 1), GENERAL * condition, p=p, x=x, y=y, eta=eta)


def test_no_step_leaves_the_simplex_where_the_explicit_one_does(refuses):
    """In sphere coordinates the loss is even in each, so it does not push across the boundary."""
    p, x = [0.01, 0.49, 0.5], [1.0, 0.0, 0.0]
    refuses("left the simplex", GeodesicLearner(Simplex(), SquaredLoss(), p, 100.0).learn_one, x, -5.0)
    found = implicit_update(Simplex(), SquaredLoss(), p, x, -5.0, 100.0)
    assert found.converged
    assert 0.0 < found.point[0] < 1e-7


class Orthant:
    """Positive vectors with the metric that makes ln w an isometry."""

    def exp(self, p, v):
        return p * np.exp(v / p)

    def log(self, p, q):
        return p * np.log(q / p)

    def dist(self, p, q):
        return np.linalg.norm(np.log(q / p), axis=-1)

    def inner(self, p, u, v):
        return np.sum(u * v / p**2, axis=-1)

    def norm(self, p, v):
        return np.sqrt(self.inner(p, v, v))

    def proju(self, p, x):
        return np.broadcast_arrays(p, x)[1].copy()

    def egrad2rgrad(self, p, g):
        return p * p * g


@settings(max_examples=10)
@given(seeds, st.floats(-3, 1), st.floats(0, 3), st.floats(-30, 30))
def test_the_squared_loss_in_the_positive_orthant(errors, seed, k, y, scale):
    """The logarithms are right to an ulp of their size, which is what the scale of the weights costs."""
    rng, eta = np.random.default_rng(seed), 10.0**k
    w, x = np.exp(rng.standard_normal(3)) * 10.0**scale, rng.standard_normal(3) / 10.0**scale
    found = implicit_update(Orthant(), SquaredLoss(), w, x, y, eta)
    if not found.converged:
        assert found.reason
        return

    def partials(at):
        gap = mp.fdot(at, [mp.mpf(t) for t in x]) - mp.mpf(y)
        return [2 * gap * mp.mpf(t) for t in x]

    want = reference.in_orthant(w, partials, eta, found.point)
    each = max(errors.relative(a, b) for a, b in zip(found.point, want, strict=True))
    condition = 1.0 + eta * float(np.max(np.abs(found.point * x)) ** 2 + abs(y))
    errors.check("orthant", each, GENERAL * condition, w=w, x=x, y=y, eta=eta)


class Hyperboloid:
    """{p : <p,p> = -1, p_0 > 0} with <u,v> = -u_0 v_0 + sum u_i v_i, by the textbook formulas."""

    def inner(self, p, u, v):
        return np.sum(u * v, axis=-1) - 2.0 * u[..., 0] * v[..., 0]

    def norm(self, p, v):
        return np.sqrt(np.maximum(self.inner(p, v, v), 0.0))

    def proju(self, p, x):
        return x + self.inner(p, p, x)[..., None] * p

    def egrad2rgrad(self, p, g):
        return self.proju(p, g * np.array([-1.0, 1.0, 1.0]))

    def exp(self, p, v):
        t = self.norm(p, v)[..., None]
        return p * np.cosh(t) + v * np.where(t > 0.0, np.sinh(t) / np.where(t > 0.0, t, 1.0), 1.0)

    def dist(self, p, q):
        return 2.0 * np.arcsinh(0.5 * self.norm(p, q - p))

    def log(self, p, q):
        u = self.proju(p, q - p)
        t = self.norm(p, u)[..., None]
        return u * np.where(t > 0.0, self.dist(p, q)[..., None] / np.where(t > 0.0, t, 1.0), 1.0)


@pytest.mark.parametrize("eta", [0.01, 0.3, 4.0])
def test_the_squared_loss_on_the_hyperboloid_costs_least(eta):
    rng, h, loss = np.random.default_rng(5), Hyperboloid(), SquaredLoss()
    v, x = rng.standard_normal(2), rng.standard_normal(3)
    w = np.append(math.sqrt(1.0 + v @ v), v)
    found = implicit_update(h, loss, w, x, 0.3, eta)
    assert found.converged
    rest = eta * h.egrad2rgrad(found.point, loss.partials(found.point, x, 0.3)) - h.log(found.point, w)
    assert h.norm(found.point, rest) <= 1e-13 * (1.0 + eta)

    def cost(p):
        return 0.5 * float(h.dist(p, w)) ** 2 + eta * loss.value(p, x, 0.3)

    around = [
        h.exp(found.point, s * h.proju(found.point, u)) for s in (1e-4, 0.1, 2.0) for u in rng.standard_normal((20, 3))
    ]
    assert all(cost(found.point) <= cost(p) for p in around)


def test_the_special_forms_agree_with_the_general_solver():
    rng, s, loss = np.random.default_rng(3), Sphere(), ScaleInvariantLoss()
    for eta in (0.1, 0.5, 2.0):
        p, x = s.random_point(rng, 4), s.random_point(rng, 4)
        found = solve(s, p, lambda z, x=x: loss.gradient(z, x), lambda z, x=x: loss.value(z, x), eta)
        assert found.converged
        assert np.max(np.abs(found.point - implicit_scale_invariant(p, x, eta).point)) <= 8 * EPS


# Learner and arguments


def test_a_run_on_the_sphere_never_raises_its_own_loss_and_stays_on_it():
    rng = np.random.default_rng(4)
    learner = ImplicitLearner(Sphere(), ScaleInvariantLoss(), [1.0, 0.0, 0.0], 2.0)
    for _ in range(200):
        x = Sphere().random_point(rng, 3)
        before = learner.loss_one(x)
        learner.learn_one(x)
        assert learner.loss_one(x) <= before
    assert abs(math.hypot(*learner.coef_) - 1.0) <= 2 * EPS
    X = [Sphere().random_point(rng, 3) for _ in range(3)]
    assert learner.partial_fit(X) is learner
    assert learner.step_.converged


def test_the_reference_sphere_solver_and_the_reference_circle_agree():
    p, x, eta = [0.6, 0.8, 0.0], [0.0, 0.6, 0.8], 0.7
    want = reference.scale_invariant(p, x, eta)

    def partials(at):
        b = reference_sphere.projx(x)
        return [2 * mp.fdot(at, b) * t for t in b]

    got = reference.on_sphere(p, partials, eta, [float(t) for t in want])
    assert max(abs(s - t) for s, t in zip(got, want, strict=True)) < mp.mpf(10) ** -40


def test_bad_input(refuses):
    p = [1.0, 0.0]
    refuses("eta is 0", ImplicitLearner, Sphere(), ScaleInvariantLoss(), p, 0.0)
    refuses("eta is -1", implicit_update, Euclidean(), SquaredLoss(), p, p, 0.0, -1.0)
    refuses("the length of p", ImplicitLearner, Sphere(), ScaleInvariantLoss(), [1.0, 1.0], 0.1)
    refuses("they must both be", ImplicitLearner, Sphere(), SquaredLoss(), [p, p], 0.1)
    refuses("Sphere(1.0)", implicit_update, Sphere(2.0), ScaleInvariantLoss(), [2.0, 0.0], p, None, 0.1)
    refuses("the length of x", implicit_scale_invariant, p, [2.0, 0.0], 0.1)
    refuses("y is 1.0", implicit_update, Sphere(), ScaleInvariantLoss(), p, p, 1.0, 0.1)
    refuses("y is 1.0", implicit_update, Sphere(), DistanceLoss(Sphere()), p, p, 1.0, 0.1)
    refuses("that of the loss", implicit_update, Euclidean(), DistanceLoss(Sphere()), p, p, None, 0.1)
    refuses("y is nan", implicit_update, Euclidean(), SquaredLoss(), p, p, math.nan, 0.1)
    refuses("y is 1.5", implicit_update, Euclidean(), MatchingLoss(Logistic()), p, p, 1.5, 0.1)
    refuses("overflows", implicit_update, Euclidean(), MatchingLoss(Logistic()), p, [1e200, 0.0], 1.0, 0.1)
    learner = ImplicitLearner(Sphere(), ScaleInvariantLoss(), p, 0.1)
    refuses("X has shape", learner.partial_fit, p)
    refuses("Y has shape", learner.partial_fit, [p], [0.0, 0.0])
