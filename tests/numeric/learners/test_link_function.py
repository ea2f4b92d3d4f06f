"""Updates through link functions: every weight to the last digits, and which geodesic update they are."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric import matching
from numeric.learners.link_function import LinkFunctionLearner, additive_update, reparametrised_update
from numeric.learners.losses import MatchingLoss, SquaredLoss
from numeric.manifolds import Artanh, Identity, Linear, Log, Logit, SimplexLog
from numeric.reference import link_function as reference
from numeric.reference import links
from tests.sampling import drawn

# In ulp; componentwise for log, logit and the simplex, of 1 for artanh. A step of d in f(w) is known to |d| ulp.
# Measured worst: log 1.4, logit 0.8, artanh 1.0, simplex 1.7, updates 4.0.
STEP, UPDATE = 4.0, 6.0

LINKS = {"identity": Identity(), "log": Log(), "logit": Logit(), "artanh": Artanh()}
seeds = st.integers(0, 2**32 - 1)
steps = st.builds(lambda s, k: s * 10.0**k, st.sampled_from([-1.0, 1.0]), st.floats(-300, 2.5))


def worst(errors, got, want):
    return max(errors.relative(a, b) for a, b in zip(got, want, strict=True))


@drawn(200)
@given(st.lists(st.tuples(st.floats(-150, 150), steps), min_size=1, max_size=4))
def test_the_logarithm_in_every_weight(errors, pairs):
    w, d = (np.array(t) for t in zip(*[(10.0**k, s) for k, s in pairs], strict=True))
    want = links.moved("log", w, d, dps=400)
    assume(all(1e-290 < t < 1e300 for t in want))
    errors.check("w e**d", worst(errors, Log().moved(w, d), want), STEP, w=w, d=d)


@drawn(200)
@given(st.floats(-290, -0.01), steps, st.booleans())
def test_the_logit_in_every_weight(errors, k, d, upper):
    w = 1.0 - 10.0**k if upper else 10.0**k
    want = links.moved("logit", [w], [d], dps=700) if 0.0 < w < 1.0 else [0.0]
    assume(1e-290 < want[0] < 1 - 1e-16)
    errors.check("logit", worst(errors, Logit().moved([w], [d]), want), STEP, w=w, d=d)


@pytest.mark.slow
@drawn(200)
@given(st.floats(-300, 0), steps, st.sampled_from([-1.0, 1.0]))
def test_the_artanh_to_an_ulp_of_one(errors, k, d, sign):
    w = sign * (1.0 - 1e-9 - 0.99 * (1.0 - 10.0**k))
    for v in (w, sign * 0.9 * 10.0**k):
        want = links.moved("artanh", [v], [d], dps=500)
        assume(abs(want[0]) < 1 - 1e-16)
        errors.check("artanh", errors.vector(Artanh().moved([v], [d]), want, 1), STEP, w=v, d=d)


@drawn(200)
@given(st.lists(st.tuples(st.floats(-300, 0), steps), min_size=2, max_size=5))
def test_the_simplex_in_every_weight(errors, pairs):
    w, d = (np.array(t) for t in zip(*[(10.0**k, s) for k, s in pairs], strict=True))
    w = w / math.fsum(w)
    assume(w.min() > 1e-290)
    want = links.moved("simplex", w, d, dps=500)
    got = SimplexLog().moved(w, d)
    errors.check("largest", errors.vector(got, want, 1), STEP, w=w, d=d)
    rows = [(a, b) for a, b in zip(got, want, strict=True) if b > 1e-290]
    errors.check("each", max(errors.relative(a, b) for a, b in rows), STEP, w=w, d=d)


def test_the_textbook_steps_lose_the_digits_of_the_logarithm(errors):
    w, d = 10.0 ** -np.linspace(200.0, 290.0, 12), np.linspace(-0.3, 0.4, 12)
    want = links.moved("log", w, d, dps=400)
    assert worst(errors, np.exp(np.log(w) + d), want) > 10 * STEP
    errors.check("log", worst(errors, Log().moved(w, d), want), STEP)
    want = links.moved("logit", w, d, dps=700)
    assert worst(errors, 1.0 / (1.0 + np.exp(-(np.log(w / (1.0 - w)) + d))), want) > 10 * STEP
    errors.check("logit", worst(errors, Logit().moved(w, d), want), STEP)
    v = np.append(w, 1.0)
    want = links.moved("simplex", v, [*d, 0.1], dps=700)
    e = np.exp(np.log(v) + np.array([*d, 0.1]))
    assert worst(errors, e / e.sum(), want) > 10 * STEP
    errors.check("simplex", worst(errors, SimplexLog().moved(v, [*d, 0.1]), want), STEP)


@drawn(100)
@given(seeds, st.floats(-8, 0.3), st.sampled_from(sorted(LINKS)))
def test_both_updates(errors, seed, k, name):
    rng, eta = np.random.default_rng(seed), 10.0**k
    w, g = rng.uniform(0.05, 0.95, 4), rng.standard_normal(4)
    link = LINKS[name]
    # The product eta g, and Df**-T g, are rounded: an ulp of the step.
    bound = UPDATE + 4.0 * eta * float(np.abs(g).max())
    want = reference.additive_update(name, w, g, eta)
    errors.check("additive", errors.vector(additive_update(link, w, g, eta), want, 1), bound, w=w, g=g, eta=eta)
    want = reference.reparametrised_update(name, w, g, eta)
    errors.check("reparametrised", errors.vector(reparametrised_update(link, w, g, eta), want, 1), bound, w=w, g=g)


@pytest.mark.parametrize("name", sorted(LINKS))
def test_the_links_and_their_inverses(name):
    w, link = np.array([0.05, 0.3, 0.5, 0.7, 0.95]), LINKS[name]
    assert link.inverse(link.forward(w)) == pytest.approx(w, rel=1e-15)
    assert link.moved(w, np.zeros(5)).tolist() == w.tolist()
    h = 1e-6
    slope = (link.forward(w + h) - link.forward(w - h)) / (2.0 * h)
    assert link.push_forward_partials(w, np.ones(5)) == pytest.approx(1.0 / slope, rel=1e-8)


def test_the_linear_link():
    A = np.array([[2.0, 0.5], [0.5, 1.0]])
    link, w, g = Linear(A), np.array([1.0, -1.0]), np.array([0.3, 0.7])
    assert link.inverse(link.forward(w)) == pytest.approx(w, rel=1e-15)
    assert additive_update(link, w, g, 0.5) == pytest.approx(w - 0.5 * np.linalg.solve(A, g), rel=1e-15)
    want = w - 0.5 * np.linalg.solve(A, np.linalg.solve(A, g))
    assert reparametrised_update(link, w, g, 0.5) == pytest.approx(want, rel=1e-15)


def test_the_simplex_link_is_exponentiated_gradient_and_has_no_derivative_to_invert(refuses):
    w, x, y, eta = np.array([0.2, 0.3, 0.5]), np.array([1.0, -1.0, 0.5]), 0.3, 0.7
    learner = LinkFunctionLearner(SimplexLog(), SquaredLoss(), w, eta)
    learner.learn_one(x, y)
    e = w * np.exp(-2.0 * eta * (w @ x - y) * x)
    assert learner.coef_ == pytest.approx(e / e.sum(), rel=1e-14)
    refuses("invertible derivative", reparametrised_update, SimplexLog(), w, x, eta)
    wrong = LinkFunctionLearner(SimplexLog(), SquaredLoss(), w, eta, "reparametrised")
    refuses("invertible derivative", wrong.learn_one, x, y)


def test_the_reparametrised_logarithm_is_the_natural_exponentiated_gradient():
    """geometric_view, eq. 22: ln w' = ln w - eta L' x w."""
    w, x, y, eta = np.array([0.5, 2.0]), np.array([0.3, -0.2]), 1.0, 0.4
    learner = LinkFunctionLearner(Log(), SquaredLoss(), w, eta, "reparametrised")
    learner.learn_one(x, y)
    slope = 2.0 * (w @ x - y)
    assert learner.coef_ == pytest.approx(w * np.exp(-eta * slope * x * w), rel=1e-14)


def test_it_is_gradient_descent_on_the_loss_as_a_function_of_theta():
    w, x, y, eta, h = np.array([0.2, 0.6]), np.array([1.0, -0.4]), 0.3, 0.05, 1e-6
    loss = SquaredLoss()
    for link in (Log(), Logit(), Artanh(), Linear(np.array([[2.0, 0.5], [0.5, 1.0]]))):
        theta = link.forward(w)
        ends = [loss.value(link.inverse(theta + s * h * e), x, y) for e in np.eye(2) for s in (1.0, -1.0)]
        slope = np.array([(ends[0] - ends[1]), (ends[2] - ends[3])]) / (2.0 * h)
        learner = LinkFunctionLearner(link, loss, w, eta, "reparametrised")
        learner.learn_one(x, y)
        assert learner.theta_ == pytest.approx(theta - eta * slope, rel=1e-8)


def test_log_weights_come_back_from_an_underflow_that_sticks_in_products(errors):
    learner = LinkFunctionLearner(Log(), MatchingLoss(matching.Identity()), [1.0, 1.0], 1.0)
    theta = learner.theta_ - 740.0
    w = np.ones(2) * 5e-324 * round(float(np.exp(-740.0)) / 5e-324)
    assert learner.link.inverse(theta).tolist() == w.tolist()
    assert learner.link.inverse(theta + 740.0).tolist() == [1.0, 1.0]
    assert abs(Log().moved(w, [740.0, 740.0])[0] - 1.0) > 1e-4


def test_a_long_run_keeps_the_sum_of_its_steps(errors):
    """theta after 2000 steps against the sum of the same steps at 60 digits; a plain sum drifts."""
    rng = np.random.default_rng(1)
    learner = LinkFunctionLearner(Log(), SquaredLoss(), [0.5, 0.25], 0.01)
    plain, exact = learner.theta_.copy(), [[t] for t in learner.theta_]
    for x, y in zip(rng.standard_normal((2000, 2)), rng.standard_normal(2000), strict=True):
        g = learner.loss.partials(learner.coef_, x, y)
        learner.learn_one(x, y)
        plain = plain - 0.01 * g
        for terms, t in zip(exact, g, strict=True):
            terms.append(-0.01 * float(t))
    want = [math.fsum(terms) for terms in exact]
    assert worst(errors, learner.theta_, want) <= 20.0
    assert worst(errors, learner.theta_, want) <= worst(errors, plain, want)


def test_bad_input(refuses):
    w, g = [0.5, 0.5], [1.0, 1.0]
    for link in (Log(), Logit(), SimplexLog()):
        refuses("p[0] is 0.0", link.moved, [0.0, 1.0], g)
    refuses("p[0] is 1.0", Artanh().forward, [1.0, 0.0])
    refuses("p[1] is 1.0", Logit().push_forward_partials, [0.5, 1.0], g)
    refuses("the sum of p is 1.5", SimplexLog().forward, [0.5, 1.0])
    refuses("p e**d[0]", Log().moved, w, [1e4, 0.0])
    refuses("p e**d[0]", Log().moved, w, [-1e4, 0.0])
    refuses("w[0] is 710.0", Log().inverse, [710.0])
    refuses("f**-1(f(p) + d)[0]", Logit().moved, w, [800.0, 0.0])
    refuses("tanh w[0]", Artanh().inverse, [30.0])
    refuses("they must both be", additive_update, Identity(), [1.0], g, 0.1)
    refuses("w[0] is 0.0", additive_update, Log(), [0.0, 1.0], g, 0.1)
    refuses("w[0] is 2.0", reparametrised_update, Logit(), [2.0, 0.5], g, 0.1)
    refuses("the sum of w is 1.5", LinkFunctionLearner, SimplexLog(), SquaredLoss(), [0.5, 1.0], 0.1)
    refuses("eta is 0", additive_update, Identity(), w, g, 0.0)
    refuses("eta is -1", reparametrised_update, Identity(), w, g, -1.0)
    refuses("egrad[0] is inf", additive_update, Identity(), w, [math.inf, 0.0], 0.1)
    refuses("A has shape", Linear, np.ones((2, 3)))
    refuses("positive definite", Linear, [[1.0, 2.0], [2.0, 1.0]])
    refuses("update is", LinkFunctionLearner, Log(), SquaredLoss(), w, 0.1, "both")
    learner = LinkFunctionLearner(Log(), SquaredLoss(), w, 0.1)
    refuses("y is nan", learner.learn_one, g)
    refuses("w, x have shapes", learner.predict_one, [1.0])
    refuses("must be finite", learner.learn_one, [1e200, 1.0], 1e200)
    assert learner.coef_.tolist() == w
