"""Figure 3 of matrix_eg: DefiniteBoost on close pairs with (13) as printed and repaired, and with exact projections."""

import io

import numpy as np
import pytest

from numeric.experiments.nearest_neighbour import half_squared_distances
from numeric.experiments.online_kernel import iris
from numeric.experiments.projection_kernel import RULES, Settings, advance, constraint_matrix, start
from numeric.learners.definite_boost import DefiniteBoost, printed_alpha

EPSILON = 0.2 / 52


def small(rule="repaired", **settings):
    """A run on six objects of two classes."""
    x = np.random.default_rng(0).standard_normal((6, 6)) + 2.0 * np.repeat(np.eye(2), 3, axis=0).repeat(3, axis=1)
    K = x @ x.T
    return start(K / np.trace(K), np.repeat([0, 1], 3), Settings(rule, **{"level": 0.6} | settings))


def finished(run, rounds):
    while not run.converged and run.done < rounds:
        run = advance(run, rounds)
    return run


# The runs


@pytest.mark.slow
@pytest.mark.parametrize("rule", ["repaired", "exact"])
def test_the_dual_objective_falls_in_every_round_and_stays_between_its_bounds(rule):
    run = finished(start(*iris(), Settings(rule)), 60)
    assert run.done == 60
    assert np.all(np.diff(run.dual_objectives) < 0.0)
    assert run.increases() == 0
    assert np.all(run.dual_objectives <= run.bounds * (1.0 + 1e-13))
    assert run.dual_objectives[-1] > run.least_objective
    assert run.dual_objectives[0] == pytest.approx(1.0, abs=1e-14)
    assert run.errors[-1] < 0.3 < run.errors[0]


def test_on_the_iris_kernel_298_pairs_are_as_close_as_the_papers_level():
    run = start(*iris())
    assert run.epsilon == EPSILON
    assert len(run.pairs) == 298
    assert np.all(half_squared_distances(run.target)[run.pairs[:, 0], run.pairs[:, 1]] < EPSILON)
    many = start(*iris(), Settings(pairs=980))
    assert len(many.pairs) == 980
    assert many.epsilon * 52 == pytest.approx(0.868, abs=1e-3)


def test_the_step_as_printed_is_not_defined_in_the_first_rounds():
    repaired, printed = (finished(start(*iris(), Settings(rule)), 5) for rule in ("repaired", "printed"))
    assert repaired.undefined.all()
    assert printed.undefined.all()
    assert np.array_equal(printed.alphas, repaired.alphas)  # the repair steps in


def test_where_the_step_as_printed_is_defined_it_can_raise_the_dual_objective():
    run = finished(small("printed", level=0.6), 60)
    assert not run.undefined.all()
    assert run.increases() > 0
    assert finished(small("repaired", level=0.6), 60).increases() == 0


def test_exact_projections_end_where_all_constraints_hold():
    run = finished(small("exact"), 300)
    assert run.converged
    assert advance(run, 1000) is run
    values = half_squared_distances(run.kernel)[run.pairs[:, 0], run.pairs[:, 1]]
    assert np.all(values <= run.epsilon + run.settings.tolerance)


@pytest.mark.parametrize(("rule", "projection"), [("repaired", "approximate"), ("exact", "exact")])
def test_the_run_is_the_learner_on_the_most_violated_pairs(rule, projection):
    run, learner = finished(small(rule), 12), DefiniteBoost(np.eye(6) / 6, projection)
    C = np.stack([constraint_matrix(6, a, b, run.epsilon) for a, b in run.pairs.tolist()])
    for t, j in enumerate(run.chosen):
        violations = np.einsum("jab,ab->j", C, learner.coef_)
        assert violations[j] == pytest.approx(violations.max(), abs=1e-15)
        assert violations[j] == pytest.approx(run.violations[t], abs=1e-15)
        learner.learn_one(C[j])
        assert learner.alpha_ == pytest.approx(run.alphas[t], rel=1e-10)
    assert np.allclose(learner.coef_, run.kernel, rtol=0, atol=1e-13)
    assert np.exp(learner.dual_objective_) == pytest.approx(run.dual_objectives[-1], rel=1e-12)


@pytest.mark.parametrize("rule", RULES)
def test_a_run_goes_on_from_its_state_with_the_same_bits(rule):
    file = io.BytesIO()
    np.savez(file, **finished(small(rule), 7).state())
    file.seek(0)
    with np.load(file, allow_pickle=False) as read:
        resumed = finished(small(rule).resumed(dict(read)), 20)
    whole = finished(small(rule), 20).state()
    assert all(np.array_equal(value, whole[name]) for name, value in resumed.state().items())


# What section 5 says of its constraints


@pytest.mark.parametrize(("n", "epsilon"), [(2, 0.1), (5, 0.3), (52, EPSILON)])
def test_the_eigenvalues_of_a_constraint_are_one_less_epsilon_and_minus_epsilon(n, epsilon):
    values = np.linalg.eigvalsh(constraint_matrix(n, 0, 1, epsilon))
    assert np.allclose(values, [-epsilon] * (n - 1) + [1.0 - epsilon], atol=1e-15)


@pytest.mark.parametrize("n", [3, 52, 1000])
def test_with_the_papers_level_the_first_step_as_printed_has_no_logarithm_whatever_the_kernel(n):
    """The distances of I/n are 1/n, so r = 0.8/n > epsilon = 0.2/n, and 1 + r/low = -3."""
    epsilon = 0.2 / n
    r = 1.0 / n - epsilon
    assert 1.0 + r / -epsilon == pytest.approx(-3.0)
    assert printed_alpha(r, -epsilon, 1.0 - epsilon) is None


# Refusals


def test_bad_arguments_are_refused(refuses):
    U, classes = iris()
    refuses("rule is 'best'", Settings, "best")
    refuses("level is 0", Settings, level=0)
    refuses("tolerance is -1", Settings, tolerance=-1)
    refuses("seed is -1", Settings, seed=-1)
    refuses("pairs is 0", Settings, pairs=0)
    refuses("divisions is True", Settings, divisions=True)
    refuses("the trace of target", start, 2 * U, classes)
    refuses("target has shape", start, [[1.0]], [0])
    refuses("classes must be 52 integers", start, U, classes[:3])
    refuses("above the distance of some pair", start, U, classes, Settings(level=1e-9))
    refuses("it must be < 1", start, U, classes, Settings(level=60))
    refuses("less than the number of all pairs, 1326", start, U, classes, Settings(pairs=1326))
    for rounds in (0, -1, True, 2.0):
        refuses(f"rounds is {rounds}", advance, small(), rounds)
    refuses("state must hold", small().resumed, {"learner.W": np.eye(2)})
    refuses("a, b are", constraint_matrix, 3, 1, 1, 0.1)
    refuses("epsilon has shape", constraint_matrix, 3, 0, 1, [0.1])
