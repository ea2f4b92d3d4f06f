"""Learning the model of a signal from its Hankel columns, online and at once."""

import pytest

from numeric.experiments.hankel import learn_model


@pytest.mark.spread(3)
@pytest.mark.parametrize("seed", range(3))
def test_without_noise_both_learners_find_the_zero_eigenvector(seed):
    run = learn_model(T=300, seed=seed)
    assert max(run.geodesic, run.heuristic, run.singular) < 1e-12


def test_a_moving_average_part_keeps_the_model_from_being_the_eigenvector():
    run = learn_model(T=300, noise=0.1)
    assert run.singular > 1e-4
    assert run.geodesic > 1e-4


def test_with_more_rows_than_the_model_has_the_eigenvector_is_not_unique():
    run = learn_model(n=5, T=300)
    assert run.geodesic_loss < 1.0
    assert run.singular > 0.1


def test_near_the_edge_of_its_rates_the_heuristic_loses_more():
    run = learn_model(T=300, eta=0.9)
    assert run.heuristic_loss > 1.5 * run.geodesic_loss


def test_the_same_seed_gives_the_same_run():
    assert learn_model(T=50, seed=4) == learn_model(T=50, seed=4)
    assert learn_model(T=50, seed=4) != learn_model(T=50, seed=5)


@pytest.mark.parametrize("arguments", [{"eta": 0.0}, {"n": 2}, {"T": 0}, {"noise": -1.0}])
def test_arguments_out_of_range_are_refused(arguments):
    with pytest.raises(ValueError, match="must"):
        learn_model(**arguments)
