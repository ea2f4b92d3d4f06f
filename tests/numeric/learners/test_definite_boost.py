"""DefiniteBoost: the closed-form step, exact projections to the last digit, and the corrective limit."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric import spectral
from numeric.learners.definite_boost import DefiniteBoost, approximate_alpha, printed_alpha, progress_factor, root
from numeric.reference import definite_boost as reference
from numeric.reference import spectral as reference_spectral
from tests.sampling import drawn

EPS = 2.0**-52
# In ulp. Measured worst: alpha 1.5, rho 1.3; for dense matrices alpha 1.4 and exact alpha 1.0 times its condition, as
# written in the tests, and W 2 for steps of length 1.
ALPHA, RHO, EXACT, STEP = 4.0, 4.0, 4.0, 4.0

seeds = st.integers(0, 2**32 - 1)


def density(rng, n):
    q = np.linalg.qr(rng.standard_normal((n, n)))[0]
    v = rng.uniform(0.1, 1.0, n)
    A = (q * (v / v.sum())) @ q.T
    return 0.5 * (A + A.T)


def symmetric(rng, n):
    A = rng.uniform(-1, 1, (n, n))
    return 0.5 * (A + A.T)


def feasible(seed, n, m, slack=0.02):
    """Constraints that a random density matrix satisfies with some slack."""
    rng = np.random.default_rng(seed)
    U = density(rng, n)
    C = np.stack([symmetric(rng, n) for _ in range(m)])
    return U, C, np.einsum("tij,ij->t", C, U) + slack


# The closed form


@st.composite
def intervals(draw):
    """low < r < high with low < 0 < high, each of any magnitude, r of either sign and near either end."""
    low, high = (s * 10.0 ** draw(st.floats(-100, 100)) for s in (-1.0, 1.0))
    at = draw(st.sampled_from(["small", "high", "low"]))
    t = 10.0 ** draw(st.floats(-100, -0.01))
    r = {"small": draw(st.sampled_from([low, high])) * t, "high": high * (1 - t), "low": low * (1 - t)}[at]
    assume(low < r < high)
    return r, low, high


@drawn(400)
@given(intervals())
def test_the_closed_form_and_its_progress(errors, interval):
    want = reference.approximate_alpha(*interval, dps=400)
    errors.check("alpha", errors.relative(approximate_alpha(*interval), want), ALPHA, interval=interval)
    want = reference.progress_factor(*interval, dps=400)
    got = progress_factor(*interval)
    assert 0.0 <= got <= 1.0
    size = 1 + abs(mp.log(want))
    errors.check("rho", errors.relative(got, want) / float(size), RHO, interval=interval)


def test_the_textbook_quotient_has_no_digit_for_a_small_violation(errors):
    r, low, high = 1e-17, -0.4, 0.7
    want = reference.approximate_alpha(r, low, high)
    assert errors.relative(np.log((1 - r / low) / (1 - r / high)) / (high - low), want) > 0.5 / EPS
    assert errors.relative(approximate_alpha(r, low, high), want) <= ALPHA


@drawn(40)
@given(st.floats(-3, 3), st.floats(-3, 3), st.floats(0.01, 0.99))
def test_the_closed_form_is_the_minimiser_of_the_bound_and_rho_its_minimum(a, b, t):
    low, high = -(10.0**a), 10.0**b
    r = t * high
    with mp.workdps(60):
        alpha = reference.approximate_alpha(r, low, high)
        least = reference.chord_bound(alpha, r, low, high)
        assert abs(least - reference.progress_factor(r, low, high)) < mp.mpf(10) ** -45
        for k in ("0.999", "1.001"):
            assert reference.chord_bound(alpha * mp.mpf(k), r, low, high) > least


def test_the_printed_closed_form_is_the_same_for_a_symmetric_interval_only():
    r, low, high = 0.3, -1.0, 1.0
    assert abs(reference.printed_alpha(r, low, high) - reference.approximate_alpha(r, low, high)) < 1e-50
    assert abs(reference.printed_alpha(0.03, -0.05, 0.95) - reference.approximate_alpha(0.03, -0.05, 0.95)) > 0.1
    assert mp.im(reference.printed_alpha(0.1, -0.05, 0.95)) != 0  # section 5: eigenvalues 1 - epsilon and -epsilon


@drawn(200)
@given(intervals())
def test_the_printed_closed_form_where_it_is_defined(errors, interval):
    r, low, high = interval
    got = printed_alpha(*interval)
    if -high < r < -low:
        want = reference.printed_alpha(*interval, dps=400)
        errors.check("printed alpha", errors.relative(got, want), ALPHA, interval=interval)
    else:
        assert got is None


# One projection


@drawn(60)
@given(st.integers(2, 5), seeds)
def test_the_approximate_projection(errors, n, seed):
    rng = np.random.default_rng(seed)
    W, C = density(rng, n), symmetric(rng, n)
    v = np.linalg.eigvalsh(C)
    r = float(np.vdot(W, C))
    assume(v[0] < 0 < r < v[-1])
    learner = DefiniteBoost(W)
    learner.learn_one(C)
    with mp.workdps(60):
        a, b = reference_spectral.matrix(W.tolist()), reference_spectral.matrix(C.tolist())
        ends = mp.eigsy(b, eigvals_only=True)
        edge = reference_spectral.inner(a, b) / reference_spectral.trace(a)
        want = reference.approximate_alpha(edge, min(ends), max(ends))
    condition = float(max(abs(v)) / abs(r)) + 1.0 / min(abs(v[0]), abs(v[-1]))
    errors.check("alpha", errors.relative(learner.alpha_, want), ALPHA * condition, W=W, C=C)
    moved = reference.project(W.tolist(), C.tolist(), learner.alpha_)
    errors.check("W", difference(learner.coef_, moved), STEP * (1 + abs(learner.alpha_)), W=W, C=C)


@drawn(40)
@given(st.integers(2, 4), seeds, st.floats(-12, 0))
def test_the_exact_projection_is_exact_to_the_last_digit(errors, n, seed, exponent):
    """epsilon moves the target level from near the present value, where the step is 1e-12, to well beyond it."""
    rng = np.random.default_rng(seed)
    W, C = density(rng, n), symmetric(rng, n)
    now, low = float(np.vdot(W, C)), np.linalg.eigvalsh(C)[0]
    epsilon = now - 10.0**exponent * (now - low) * 0.9
    learner = DefiniteBoost(W, "exact")
    learner.learn_one(C, epsilon)
    D = C - epsilon * np.eye(n)
    want = reference.exact_alpha(W.tolist(), D.tolist(), learner.alpha_, dps=50)
    r = float(np.vdot(W, D))
    width = np.ptp(np.linalg.eigvalsh(D))
    # d alpha is the error of the edge over its derivative, and both shrink with what is left to move.
    slack = 1.0 + width / abs(r) + abs(learner.alpha_) * width**2 / max(variance(learner.coef_, D), 1e-300)
    errors.check("alpha", errors.relative(learner.alpha_, want), EXACT * slack, W=W, C=C, epsilon=epsilon)
    assert abs(learner.predict_one(C) - epsilon) <= EXACT * EPS * (1.0 + abs(learner.alpha_))


def variance(W, C):
    mean = np.vdot(W, C)
    return float(np.trace(W @ C @ C) - mean**2)


def difference(A, B):
    n = len(A)
    with mp.workdps(40):
        return float(max(abs(mp.mpf(float(A[i, j])) - B[i, j]) for i in range(n) for j in range(n))) / EPS


def test_plain_newton_loses_the_root_where_the_weights_saturate():
    """From alpha = 0 its first step is 2.5e8, where the derivative has underflowed; the bracket holds."""
    w, c = np.array([1.0 - 1e-9, 1e-9]), np.array([1.0, -1.0])
    a = np.float64(0.0)
    with np.errstate(all="ignore"):
        for _ in range(20):
            p = w * np.exp(-a * c - np.max(-a * c))
            p = p / p.sum()
            a += (p @ c) / (p @ c**2 - (p @ c) ** 2)
    assert not abs(a - 10.36) < 1.0
    learner = DefiniteBoost(np.diag(w), "exact")
    learner.learn_one(np.diag(c))
    assert learner.alpha_ == pytest.approx(0.5 * math.log(w[0] / w[1]), rel=1e-14)


def test_equalities_move_both_ways_and_inequalities_only_down():
    W, C = np.eye(2) / 2, np.diag([1.0, -1.0])
    for epsilon in (-0.5, 0.5):
        learner = DefiniteBoost(W, "exact")
        learner.learn_one(C, epsilon, equality=True)
        assert learner.predict_one(C) == pytest.approx(epsilon, rel=1e-15)
        assert learner.alpha_ == pytest.approx(math.atanh(-epsilon), rel=1e-14)
    learner = DefiniteBoost(W, "exact")
    before = learner.coef_
    learner.learn_one(C, 0.5)
    assert learner.alpha_ == 0.0
    assert np.array_equal(learner.coef_, before)


def test_the_exact_projection_is_the_nearest_matrix_that_satisfies_the_constraint():
    rng = np.random.default_rng(3)
    W, C = density(rng, 3), symmetric(rng, 3)
    learner = DefiniteBoost(W, "exact")
    learner.learn_one(C, float(np.vdot(W, C)) - 0.1)
    far = spectral.von_neumann_divergence(W, learner.coef_)
    for _ in range(100):
        U = density(rng, 3)
        if np.vdot(U, C) <= np.vdot(W, C) - 0.1:
            # Pythagoras: the detour over the projection is never longer.
            rest = spectral.von_neumann_divergence(learner.coef_, U)
            assert spectral.von_neumann_divergence(W, U) >= far + rest - 1e-13


@pytest.mark.parametrize("alpha", [0.7, -0.3, 0.0])
def test_a_projection_with_a_given_step(errors, alpha):
    rng = np.random.default_rng(4)
    W, C = density(rng, 3), symmetric(rng, 3)
    learner = DefiniteBoost(W)
    learner.project(C, 0.1, alpha)
    want = reference.project(W.tolist(), (C - 0.1 * np.eye(3)).tolist(), alpha)
    errors.check("W", difference(learner.coef_, want), STEP * (1 + abs(alpha)))
    assert learner.alpha_ == alpha


def test_a_learner_goes_on_from_its_state_with_the_same_bits():
    _, C, epsilon = feasible(2, 4, 9)
    for projection in ("approximate", "exact"):
        whole = DefiniteBoost(np.eye(4) / 4, projection).partial_fit(C, epsilon)
        half = DefiniteBoost(np.eye(4) / 4, projection).partial_fit(C[:5], epsilon[:5])
        resumed = DefiniteBoost.resumed(half.state(), projection).partial_fit(C[5:], epsilon[5:])
        assert all(np.array_equal(value, resumed.state()[name]) for name, value in whole.state().items())
        assert resumed.dual_objective_ == whole.dual_objective_


def test_bad_states_and_steps_are_refused(refuses):
    state = DefiniteBoost(np.eye(2) / 2).state()
    refuses("state must hold", DefiniteBoost.resumed, {"start": 0.0})
    refuses("state['start'] is nan", DefiniteBoost.resumed, {k: v for k, v in state.items() if k != "start"})
    refuses("projection is", DefiniteBoost.resumed, state, "best")
    refuses("interval is", DefiniteBoost.resumed, state, interval=(1.0, 2.0))
    refuses("alpha has shape", DefiniteBoost(np.eye(2) / 2).project, np.eye(2), 0.0, [1.0])
    refuses("alpha is nan", DefiniteBoost(np.eye(2) / 2).project, np.eye(2), 0.0, float("nan"))


# The loop


@pytest.mark.parametrize("projection", ["approximate", "exact"])
def test_the_dual_objective_falls_by_rho_at_least_until_all_constraints_hold(projection):
    _, C, epsilon = feasible(1, 5, 12)
    learner = DefiniteBoost(np.eye(5) / 5, projection)
    last = 0.0
    for _ in range(60):
        before = learner.coef_
        learner.fit(C, epsilon, rounds=1)
        if not learner.chosen_:
            break
        j = learner.chosen_[0]
        v = np.linalg.eigvalsh(C[j] - epsilon[j] * np.eye(5))
        rho = progress_factor(learner.violations_[0], v[0], v[-1])
        assert learner.dual_objective_ - last <= math.log(rho) + 1e-13
        assert learner.violations_[0] == pytest.approx(np.vdot(before, C[j]) - epsilon[j], abs=1e-14)
        last = learner.dual_objective_
    learner.fit(C, epsilon, rounds=5000)
    assert max(learner.loss_one(c, e) for c, e in zip(C, epsilon, strict=True)) <= 1.1e-10


def test_the_corrective_limit_is_the_projection_onto_all_constraints():
    """Optimality: feasible, multipliers >= 0, and 0 where the constraint is slack; then the duality gap closes."""
    for seed in range(4):
        _, C, epsilon = feasible(seed, 4, 8)
        W = density(np.random.default_rng(seed + 50), 4)
        learner = DefiniteBoost(W, "exact").fit(C, epsilon, corrective=True, tolerance=1e-12)
        edges = np.einsum("tij,ij->t", C, learner.coef_) - epsilon
        assert edges.max() <= 1e-11
        assert np.all(learner.alphas_ >= 0.0)
        assert np.abs(learner.alphas_ * edges).max() <= 1e-10
        gap = spectral.von_neumann_divergence(W, learner.coef_) + learner.dual_objective_
        assert abs(gap) <= 1e-10


def test_the_weights_are_the_exponential_of_the_multipliers():
    _, C, epsilon = feasible(2, 4, 6)
    learner = DefiniteBoost(np.eye(4) / 4).fit(C, epsilon, rounds=200)
    L = -np.einsum("t,tij->ij", learner.alphas_, C - epsilon[:, None, None] * np.eye(4))
    assert np.allclose(spectral.exp_trace_normalised(L), learner.coef_, atol=1e-13)
    assert spectral.log_trace_exp(L) - math.log(4) == pytest.approx(learner.dual_objective_, abs=1e-13)


def test_contradicting_constraints_send_the_dual_objective_down_without_end():
    C = np.stack([np.diag([1.0, -1.0]), np.diag([-1.0, 1.0])])
    learner = DefiniteBoost(np.eye(2) / 2).fit(C, -0.1, rounds=2000)
    assert len(learner.chosen_) == 2000
    assert learner.dual_objective_ < -5.0


def test_online_projections_of_vectors_and_matrices_are_the_same():
    X = np.random.default_rng(9).standard_normal((6, 3))
    a = DefiniteBoost(np.eye(3) / 3).partial_fit(X, 0.3)
    b = DefiniteBoost(np.eye(3) / 3).partial_fit(np.einsum("ti,tj->tij", X, X), np.full(6, 0.3))
    assert np.array_equal(a.coef_, b.coef_)


# Refusals


def test_constraints_that_no_positive_definite_matrix_satisfies_are_refused(refuses):
    for projection in ("approximate", "exact"):
        learner = DefiniteBoost(np.eye(2) / 2, projection)
        refuses("must change sign", learner.learn_one, np.diag([1.0, 0.5]))
        refuses("must change sign", learner.learn_one, np.diag([1.0, 0.0]))
        refuses("must change sign", learner.learn_one, np.diag([1.0, 0.5]), 0.2)


def test_bad_arguments_are_refused(refuses):
    refuses("low, high are 0.1, 1.0", approximate_alpha, 0.3, 0.1, 1.0)
    refuses("r is 1.0; it must lie between", approximate_alpha, 1.0, -1.0, 1.0)
    refuses("r is nan", progress_factor, math.nan, -1.0, 1.0)
    refuses("trace of W", DefiniteBoost, np.eye(2))
    refuses("must be (n, n)", DefiniteBoost, np.stack([np.eye(2) / 2] * 2))
    refuses("projection is 'newton'", DefiniteBoost, np.eye(2) / 2, "newton")
    refuses("interval", DefiniteBoost, np.eye(2) / 2, interval=(0.0, 1.0))
    learner = DefiniteBoost(np.eye(2) / 2)
    refuses("C has shape (3,)", learner.learn_one, [1.0, 2.0, 3.0])
    refuses("max|A|", learner.predict_one, [[1.0, 2.0], [0.0, 1.0]])
    refuses("epsilon", learner.learn_one, np.diag([1.0, -1.0]), math.nan)
    refuses("rounds is -1", learner.fit, np.ones((1, 2)), 0.0, rounds=-1)
    refuses("tolerance", learner.fit, np.ones((1, 2)), 0.0, tolerance=0.0)
    refuses("C, epsilon have shapes", learner.fit, np.ones((3, 2)), np.ones(2))
    refuses("at least one", learner.fit, np.ones((0, 2)))
    narrow = DefiniteBoost(np.diag([0.7, 0.3]), interval=(-0.5, 0.5))
    refuses("must lie in the interval", narrow.learn_one, np.diag([1.0, -1.0]))


def test_the_root_finder_ends_at_the_last_digit_from_any_start():
    for start in (1e-9, 0.1, 3.0, 1e6):
        assert root(lambda a: (1.0 - a * a, 2.0 * a), start) == pytest.approx(1.0, rel=EPS)
        assert root(lambda a: (-2.0 - a, 1.0), -start) == -2.0
