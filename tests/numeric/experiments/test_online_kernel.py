"""Figure 2 of matrix_eg in small: the loss stays below the bound, a run goes on with the same bits, and its facts."""

import dataclasses
import io

import mpmath as mp
import numpy as np
import pytest

from numeric import data, spectral
from numeric.experiments import online_kernel
from numeric.experiments.nearest_neighbour import half_squared_distances
from numeric.experiments.online_kernel import Settings, advance, iris, start
from numeric.learners.matrix_eg import MatrixEG, learning_rate, realizable_bound, realizable_rate, relative_loss_bound
from numeric.reference import matrix_eg as reference


def small(every=20, **settings):
    """A run on six objects of two classes."""
    x = np.random.default_rng(0).standard_normal((6, 6)) + 2.0 * np.repeat(np.eye(2), 3, axis=0).repeat(3, axis=1)
    K = x @ x.T
    return start(K / np.trace(K), np.repeat([0, 1], 3), Settings(every=every, **settings))


def finished(run, trials):
    while run.done < trials:
        run = advance(run, trials)
    return run


def through_a_file(state):
    file = io.BytesIO()
    np.savez(file, **state)
    file.seek(0)
    with np.load(file, allow_pickle=False) as read:
        return {name: read[name] for name in read.files}


def same(a, b):
    return a.state().keys() == b.state().keys() and all(np.array_equal(v, b.state()[k]) for k, v in a.state().items())


# The run


@pytest.mark.parametrize("eta", [2.0, 0.5])
def test_at_every_record_the_loss_is_at_most_what_the_divergence_has_lost_over_the_rate(eta):
    run = finished(small(eta=eta), 400)
    assert np.all(np.diff(run.total_losses) >= 0.0)
    assert np.all(run.total_losses <= (run.divergences[0] - run.divergences) / eta + 1e-13)
    assert run.divergences[-1] < 0.5 * run.divergences[0]


@pytest.mark.slow
def test_on_the_iris_kernel_the_loss_is_below_the_bound_and_the_kernel_learns():
    run = finished(start(*iris(), Settings(every=100)), 600)
    assert run.bound == pytest.approx(1.2195987, abs=1e-6)
    assert 0.04 < run.total_losses[-1] < 0.09
    assert run.errors[0] > 0.5
    assert run.errors[-1] < run.errors[0]
    assert run.target_error < 0.05
    assert run.trials.tolist() == [0, 100, 200, 300, 400, 500, 600]
    assert np.array_equal(run.kernel, run.kernel.T)
    assert np.trace(run.kernel) == pytest.approx(1.0, abs=1e-14)


@pytest.mark.slow
def test_small_steps_take_almost_twice_what_the_lemma_promises():
    """s(yhat - y) - s**2 yhat (1 - yhat)/2 with s = 4 (yhat - y): nearly 4 times the loss where yhat is near 1/52."""
    run = finished(start(*iris(), Settings(every=100)), 400)
    ratio = 0.5 * (run.divergences[0] - run.divergences[1:]) / run.total_losses[1:]
    assert np.allclose(ratio, 2.0 * (1.0 - 2.0 / 52 * (51 / 52)), rtol=0.02)
    at_a_half = MatrixEG(np.eye(2) / 2, 2.0)  # the lemma's case: the prediction is 1/2
    U = np.array([[0.5, 0.001], [0.001, 0.5]])
    X, y = data.distance_instance(2, 0, 1), 0.499
    before, loss = spectral.von_neumann_divergence(at_a_half.coef_, U), at_a_half.loss_one(X, y)
    at_a_half.learn_one(X, y)
    assert (before - spectral.von_neumann_divergence(at_a_half.coef_, U)) / (2.0 * loss) == pytest.approx(1.0, abs=1e-3)


def test_the_recorded_divergence_is_that_of_the_kernels():
    run = finished(small(), 100)
    want = spectral.von_neumann_divergence(run.kernel, run.target)
    assert run.divergences[-1] == pytest.approx(float(want), abs=1e-12)


def test_the_run_is_the_learner_on_the_same_pairs():
    run = finished(small(every=10), 15)
    learner, total = MatrixEG(np.eye(6) / 6, 2.0), 0.0
    for chunk, count in ((0, 10), (1, 5)):
        X, Y = data.kernel_distances(run.target, 10, seed=(0, chunk))
        for x, y in zip(X[:count], Y[:count], strict=True):
            total += learner.loss_one(x, y)
            learner.learn_one(x, y)
    assert np.array_equal(learner.coef_, run.kernel)
    assert run.total_losses[-1] == pytest.approx(total, rel=1e-14)


def test_the_same_seed_gives_the_same_bits_and_another_one_does_not():
    assert same(finished(small(seed=5), 60), finished(small(seed=5), 60))
    assert not np.array_equal(finished(small(seed=5), 60).kernel, finished(small(seed=6), 60).kernel)


def test_a_run_goes_on_from_its_state_with_the_same_bits():
    whole, half = finished(small(), 130), finished(small(), 60)
    assert half.resumable
    resumed = finished(small().resumed(through_a_file(half.state())), 130)
    assert same(resumed, whole)
    assert np.array_equal(whole.total_losses[:4], half.total_losses)


def test_a_run_that_ends_between_two_records_is_not_to_be_resumed(refuses):
    run = finished(small(), 50)
    assert not run.resumable
    assert run.trials.tolist() == [0, 20, 40, 50]
    assert advance(run, 50) is run
    refuses("must be started anew", advance, run, 60)


def test_a_run_is_frozen():
    run = small()
    before = run.state()
    finished(run, 40)
    assert all(np.array_equal(run.state()[name], value) for name, value in before.items())
    with pytest.raises(dataclasses.FrozenInstanceError):
        run.trials = np.zeros(1)


# What section 5 says of its instances and its rate


def test_the_instance_of_a_pair_gives_half_the_squared_distance_of_their_images():
    U = iris()[0]
    s = spectral.spectrum("U", U)
    images = s.vectors * np.sqrt(s.values)  # row a is x_a, since U = images images^T
    for a, b in ((0, 1), (3, 40), (51, 0)):
        square = np.sum((images[a] - images[b]) ** 2)
        assert np.vdot(U, data.distance_instance(52, a, b)) == pytest.approx(0.5 * square, abs=1e-16)
        assert half_squared_distances(U)[a, b] == pytest.approx(0.5 * square, abs=1e-16)


@pytest.mark.parametrize("n", [2, 3, 52])
def test_the_eigenvalues_of_an_instance_are_one_and_zero(n):
    values = np.linalg.eigvalsh(data.distance_instance(n, 0, n - 1))
    assert np.allclose(values, [0.0] * (n - 1) + [1.0], atol=1e-15)
    assert np.ptp(values) == pytest.approx(online_kernel.SPREAD, abs=1e-15)


def test_with_the_whole_squared_distance_at_a_quarter_of_the_rate_nothing_but_the_scale_changes():
    U = iris()[0]
    X, Y = data.kernel_distances(U, 30, seed=2)
    one, doubled = MatrixEG(np.eye(52) / 52, 2.0), MatrixEG(np.eye(52) / 52, realizable_rate(2.0))
    for x, y in zip(X, Y, strict=True):
        assert doubled.loss_one(2 * x, 2 * y) == pytest.approx(4.0 * one.loss_one(x, y), rel=1e-9, abs=1e-18)
        one.learn_one(x, y)
        doubled.learn_one(2 * x, 2 * y)
    assert np.allclose(one.coef_, doubled.coef_, rtol=0, atol=1e-16)
    assert realizable_bound(1.0, 2.0) == 4.0 * realizable_bound(1.0, 1.0)


@pytest.mark.parametrize("r", [0.3, 1.0, 2.0])
def test_without_comparator_loss_the_bound_falls_in_c_to_a_limit_that_no_c_attains(r):
    far = 2.4
    values = [float(reference.relative_loss_bound(0, far, r, mp.mpf(10) ** k)) for k in range(-3, 13)]
    assert values == sorted(values, reverse=True)
    assert relative_loss_bound(0.0, far, r, 1e12) > realizable_bound(far, r)
    assert values[-1] == pytest.approx(realizable_bound(far, r), rel=1e-11)
    assert learning_rate(r, 1e6) < realizable_rate(r)
    assert learning_rate(r, 1e12) == pytest.approx(realizable_rate(r), rel=1e-11)
    assert realizable_rate(1.0) == 2.0


# Refusals


def test_bad_arguments_are_refused(refuses):
    U, classes = iris()
    refuses("the trace of target", start, 2 * U, classes)
    refuses("target has shape", start, [[1.0]], [0])
    refuses("target has shape", start, np.stack([U, U]), classes)
    refuses("not positive semi-definite", start, np.diag([1.5, -0.5]), [0, 1])
    refuses("classes must be 52 integers", start, U, classes[:3])
    refuses("classes must be 52 integers", start, U, classes + 0.5)
    refuses("eta is 0", Settings, eta=0)
    refuses("seed is -1", Settings, seed=-1)
    refuses("every is 0", Settings, every=0)
    refuses("divisions is 1.5", Settings, divisions=1.5)
    for trials in (0, -1, True, 2.0):
        refuses(f"trials is {trials}", advance, small(), trials)
    refuses("state must hold", small().resumed, {"learner.W": np.eye(2)})
    refuses("r is 0", realizable_rate, 0.0)
    refuses("divergence is -1", realizable_bound, -1.0, 1.0)
