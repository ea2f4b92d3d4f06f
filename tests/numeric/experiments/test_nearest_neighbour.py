"""The nearest-neighbour error of a kernel over random halves."""

import numpy as np

from numeric.experiments.nearest_neighbour import divisions, half_squared_distances, nearest_neighbour_error


def test_the_distances_are_those_of_the_feature_space():
    x = np.random.default_rng(0).standard_normal((6, 4))
    want = 0.5 * np.sum((x[:, None] - x) ** 2, axis=-1)
    assert np.allclose(half_squared_distances(x @ x.T), want, rtol=0, atol=1e-14)


def test_the_divisions_are_orders_that_depend_on_the_seed_alone():
    orders = divisions(7, 20, seed=3)
    assert orders.shape == (20, 7)
    assert np.array_equal(np.sort(orders), np.tile(range(7), (20, 1)))
    assert np.array_equal(orders, divisions(7, 20, seed=3))
    assert np.array_equal(orders[:5], divisions(7, 5, seed=3))
    assert not np.array_equal(orders, divisions(7, 20, seed=4))


def test_separated_classes_are_told_apart_and_shuffled_ones_are_not():
    classes = np.repeat([0, 1, 2], 10)
    x = 100.0 * np.eye(3)[classes] + np.random.default_rng(1).standard_normal((30, 3))
    orders = divisions(30, 10, seed=0)
    assert nearest_neighbour_error(x @ x.T, classes, orders) == 0.0
    assert nearest_neighbour_error(x @ x.T, np.arange(30) % 3, orders) > 0.4
    assert 0.5 < nearest_neighbour_error(np.eye(30) / 30, classes, divisions(30, 500, seed=0)) < 0.8


def test_one_division_by_hand():
    """Objects at 0, 1, 5, 6 on the line; 0 and 2 train; 1 is nearest to 0, and 3 to 2."""
    x = np.array([0.0, 1.0, 5.0, 6.0])
    K = np.outer(x, x)
    assert nearest_neighbour_error(K, [0, 0, 1, 1], [[0, 2, 1, 3]]) == 0.0
    assert nearest_neighbour_error(K, [0, 1, 1, 1], [[0, 2, 1, 3]]) == 0.5
    assert (
        nearest_neighbour_error(np.zeros((4, 4)), [0, 0, 1, 1], [[2, 0, 1, 3]]) == 0.5
    )  # the first, at equal distance


def test_bad_arguments_are_refused(refuses):
    K, classes, orders = np.eye(3), [0, 1, 2], divisions(3, 2, seed=0)
    refuses("K has shape", half_squared_distances, np.ones((2, 3)))
    refuses("K has shape", half_squared_distances, np.ones((2, 3, 3)))
    refuses("n is 1", divisions, 1, 2, seed=0)
    refuses("count is 0", divisions, 3, 0, seed=0)
    refuses("count is 2.0", divisions, 3, 2.0, seed=0)
    refuses("classes has shape (2,)", nearest_neighbour_error, K, [0, 1], orders)
    refuses("orders must be permutations of 0 to 2", nearest_neighbour_error, K, classes, [[0, 1, 1]])
    refuses("orders must be permutations", nearest_neighbour_error, K, classes, [0, 1, 2])
    refuses("orders must be permutations", nearest_neighbour_error, K, classes, np.zeros((0, 3)))
