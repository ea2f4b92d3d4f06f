"""Real data without downloads. What scikit-learn bundles is tested where it is installed."""

from importlib.util import find_spec

import numpy as np
import pytest

from numeric import data, spectral

bundled = pytest.mark.skipif(find_spec("sklearn") is None, reason="needs the extra data (scikit-learn)")


def test_columns_are_centred_and_fill_the_interval():
    X = np.random.default_rng(0).normal(5, 3, (40, 4))
    X[:, 2] = 7.0
    a = data.scaled(X)
    assert np.abs(a).max(axis=0).tolist() == [1.0, 1.0, 0.0, 1.0]
    assert np.abs(a.mean(axis=0)).max() < 1e-15
    assert np.linalg.norm(data.scaled(X, "rows"), axis=1).max() == pytest.approx(1.0, rel=1e-15)
    assert np.allclose(np.linalg.norm(data.scaled(X, "unit"), axis=1), 1.0, rtol=1e-15)


def test_bad_tables_are_refused(refuses):
    refuses("X has shape", data.scaled, [1.0, 2.0])
    refuses("X has shape", data.scaled, np.ones((0, 2)))
    refuses('must be "columns"', data.scaled, np.eye(2), "minmax")
    refuses("the length of X", data.scaled, np.ones((3, 2)), "unit")
    refuses("must not be NaN", data.scaled, [[np.nan, 1.0]])


@pytest.mark.skipif(find_spec("sklearn") is not None, reason="scikit-learn is installed")
@pytest.mark.parametrize("read", [data.diabetes, data.breast_cancer, lambda: data.digits(3, 8)])
def test_without_scikit_learn_the_error_says_what_to_install(refuses, read):
    refuses("must be installed: pip install .[data]", read)


@bundled
@pytest.mark.parametrize(
    ("stream", "shape", "labels"),
    [
        (data.diabetes, (442, 10), None),
        (data.breast_cancer, (569, 30), (212, 357)),
        (lambda **k: data.digits(3, 8, **k), (357, 64), (183, 174)),
    ],
)
def test_the_streams(stream, shape, labels):
    s = stream()
    assert s.X.shape == shape
    assert s.Y.shape == shape[:1]
    assert np.abs(s.X).max() == 1.0
    if labels is None:
        assert (s.Y.min(), s.Y.max()) == (-1.0, 1.0)
    else:
        assert (np.sum(s.Y == -1.0), np.sum(s.Y == 1.0)) == labels
    shuffled = stream(seed=1)
    assert not np.array_equal(shuffled.Y, s.Y)
    assert np.array_equal(np.sort(shuffled.Y), np.sort(s.Y))
    assert np.array_equal(shuffled.X, stream(seed=1).X)
    assert np.allclose(np.linalg.norm(stream(scale="unit").X, axis=1), 1.0)


def test_the_iris_flowers_are_those_of_scikit_learn():
    raw = pytest.importorskip("sklearn.datasets").load_iris()
    kept = np.concatenate([np.flatnonzero(raw.target == k)[:size] for k, size in enumerate((18, 17, 17))])
    x = data.scaled(raw.data)[kept]
    square = np.sum((x[:, None] - x) ** 2, axis=-1)
    K, species = data.iris_kernel()
    assert np.array_equal(species, raw.target[kept])
    assert np.array_equal(K, np.exp(-square / np.median(square[np.triu_indices(52, 1)])) / 52)


def test_the_iris_kernels_exponent_is_a_positive_factor(refuses):
    K, wide = data.iris_kernel()[0], data.iris_kernel(0.5)[0]
    assert np.allclose(52 * wide, np.sqrt(52 * K), rtol=1e-14, atol=0)
    refuses("exponent is 0", data.iris_kernel, 0)


def test_the_iris_kernel_is_a_density_matrix_of_three_classes():
    K, species = data.iris_kernel()
    assert K.shape == (52, 52)
    assert np.array_equal(K, K.T)
    assert np.trace(spectral.trace_one("K", K)) == pytest.approx(1.0, abs=1e-14)
    assert spectral.definite("K", K).values[0] > 1e-9
    assert np.bincount(species).tolist() == [18, 17, 17]
    far = np.diag(K)[:, None] + np.diag(K) - 2 * K
    np.fill_diagonal(far, np.inf)
    assert np.mean(species[np.argmin(far, axis=1)] == species) > 0.9


def test_digits_that_are_none_are_refused(refuses):
    refuses("negative is 10", data.digits, 10, 3)
    refuses("positive is '3'", data.digits, 1, "3")
    refuses("must not be equal", data.digits, 3, 3)


def test_a_distance_instance_measures_half_the_squared_distance():
    x = np.random.default_rng(1).standard_normal((5, 3))
    X = data.distance_instance(5, 1, 3)
    assert np.vdot(x @ x.T, X) == pytest.approx(0.5 * np.sum((x[1] - x[3]) ** 2), rel=1e-14)
    assert np.allclose(np.linalg.eigvalsh(X), [0, 0, 0, 0, 1])
    K = x @ x.T
    many, values = data.kernel_distances(K, 50, seed=2)
    assert np.allclose(np.einsum("tij,ij->t", many, K), values, rtol=1e-12)
    assert all(np.count_nonzero(m) == 4 for m in many)
    assert np.array_equal(values, data.kernel_distances(K, 50, seed=2)[1])


def test_bad_distances_are_refused(refuses):
    refuses("must be different", data.distance_instance, 3, 1, 1)
    refuses("must be different", data.distance_instance, 3, 0, 3)
    refuses("K has shape", data.kernel_distances, [[1.0]], 3, seed=0)
    refuses("T is 0", data.kernel_distances, np.eye(3), 0, seed=0)


@pytest.mark.parametrize(("n", "ar"), [(3, (1.6, -1.0)), (5, (1.6, -1.0)), (4, (0.5, 0.3, -0.2))])
def test_without_noise_the_target_is_the_zero_eigenvector_of_the_hankel_columns(n, ar):
    h = data.arma_hankel(n, 60 if ar[-1] == -1.0 else 20, seed=3, ar=ar)
    assert h.columns.shape == ((60 if ar[-1] == -1.0 else 20), n)
    assert np.allclose(np.linalg.norm(h.columns, axis=1), 1.0)
    assert np.linalg.norm(h.target) == pytest.approx(1.0)
    assert np.abs(h.columns @ h.target).max() < 1e-14
    assert np.allclose(h.signal[2 : 2 + n] / np.linalg.norm(h.signal[2 : 2 + n]), h.columns[2], rtol=1e-15)
    values = np.linalg.svd(h.columns, compute_uv=False)
    assert np.sum(values < 1e-12 * values[0]) == n - len(ar)


def test_noise_and_moving_averages_follow_the_recurrence_and_the_seed():
    a, b = (data.arma_hankel(4, 200, seed=5, ar=[0.7], ma=[0.4], noise=s) for s in (0.0, 1e-3))
    assert np.abs(a.columns @ a.target).max() < 1e-15
    assert np.abs(b.columns @ b.target).max() > 1e-3
    assert np.array_equal(b.signal, data.arma_hankel(4, 200, seed=5, ar=[0.7], ma=[0.4], noise=1e-3).signal)
    assert not np.array_equal(b.signal, data.arma_hankel(4, 200, seed=6, ar=[0.7], ma=[0.4], noise=1e-3).signal)
    e = b.signal[1:] - 0.7 * b.signal[:-1]
    correlation = np.corrcoef(e[1:], e[:-1])[0, 1]
    assert 0.15 < correlation < 0.55  # 0.4/(1 + 0.4**2) = 0.34


def test_bad_signals_are_refused(refuses):
    refuses("n is 2; it must be greater than the order 2", data.arma_hankel, 2, 5, seed=0)
    refuses("noise is -1", data.arma_hankel, 3, 5, seed=0, noise=-1)
    refuses("overflows", data.arma_hankel, 3, 5000, seed=0, ar=[3.0])
    refuses("T is 0", data.arma_hankel, 3, 0, seed=0)
    refuses("ar, ma have shapes", data.arma_hankel, 3, 5, seed=0, ar=[[1.0]])
    refuses("died out", data.arma_hankel, 2, 20000, seed=0, ar=[1e-3])
