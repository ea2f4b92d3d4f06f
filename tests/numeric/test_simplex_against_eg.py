"""The simplex algorithm against exponentiated gradient: neither is at least as good on every stream."""

import numpy as np
import pytest

from numeric.experiments.simplex_against_eg import RATES, compare, eg_step, random_stream, simplex_step, total_loss
from numeric.learners.exponentiated_gradient import eg_update
from numeric.manifolds import Simplex

TWO_TRIALS = (np.array([[0.0, 1.0, 3.0], [1.0, 0.0, 0.0]]), np.array([5 / 6, 1.0]))


def test_the_steps_are_those_of_the_library():
    rng = np.random.default_rng(0)
    p, x, y = rng.dirichlet(np.ones(5)), rng.standard_normal(5), 0.25
    egrad = 2.0 * (p @ x - y) * x
    assert eg_step(p, egrad, 0.5) == pytest.approx(eg_update(p, x, y, 0.5), rel=1e-13)
    manifold = Simplex()
    there = manifold.exp(p, -0.05 * manifold.egrad2rgrad(p, egrad))
    assert simplex_step(p, egrad, 0.05) == pytest.approx(there, rel=1e-12)


def test_on_the_counterexample_every_rate_of_the_simplex_algorithm_loses_to_eg_at_two():
    eg = total_loss(eg_step, *TWO_TRIALS, 2.0)
    assert eg == pytest.approx(0.2646, abs=1e-4)
    assert min(total_loss(simplex_step, *TWO_TRIALS, float(eta)) for eta in RATES) >= 0.25 + 4 / 49 - 1e-12 > eg


def test_at_their_best_rates_each_wins_some_streams():
    streams = [random_stream(n, 60, seed=n + m, sparsity=m) for n in (5, 20) for m in (1, 2, 5)]
    ratios = [run.simplex / run.eg for run in (compare(*stream) for stream in streams)]
    assert min(ratios) < 1.0 < max(ratios)


@pytest.mark.parametrize("arguments", [(1, 5), (5, 0)])
def test_streams_out_of_range_are_refused(arguments):
    with pytest.raises(ValueError, match="must be"):
        random_stream(*arguments)


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="eta"):
        simplex_step([0.5, 0.5], [1.0, 2.0], 0.0)
    with pytest.raises(ValueError, match="egrad"):
        simplex_step([0.5, 0.5], [1.0], 1.0)
    with pytest.raises(ValueError, match="p"):
        simplex_step([-0.5, 1.5], [1.0, 2.0], 1.0)
    with pytest.raises(ValueError, match="rows"):
        total_loss(eg_step, [1.0], [1.0], 1.0)
    with pytest.raises(ValueError, match="noise"):
        random_stream(5, 5, noise=-1.0)


def test_at_rest():
    assert simplex_step([0.25, 0.75], [2.0, 2.0], 1.0).tolist() == [0.25, 0.75]
