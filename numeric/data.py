"""Real data that needs no download, as streams for the learners.

The streams are sets bundled with scikit-learn, which only this module uses: install the extra `data`. Without it
each function that reads one raises ValueError. The rest needs numpy alone: the iris flowers (R. A. Fisher, The use of
multiple measurements in taxonomic problems, 1936, with scikit-learn's values) are in `iris.csv` beside this module.
Everything is deterministic: the order is the set's own, or drawn from the seed.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, spectral
from numeric._exact import Array
from numeric.errors import Unrepresentable

Scale = Literal["columns", "rows", "unit"]


@dataclass(frozen=True, eq=False)
class Stream:
    """T instances with their labels, in order."""

    name: str
    X: Array
    """Shape (T, n)."""
    Y: Array
    """Shape (T,)."""


def scaled(X: npt.ArrayLike, scale: Scale = "columns") -> Array:
    """X (T, n) brought to the size that bounds and manifolds ask for, shape (T, n).

    "columns": each column less its mean, over its largest magnitude, so entries lie in [-1, 1]; a constant column
    becomes 0. "rows": that, with all rows over the largest length, so lengths are <= 1. "unit": that, with every
    row over its own length, which must not be 0: points of the sphere.
    """
    a = _check.array("X", X)
    if a.ndim != 2 or a.size == 0:
        raise ValueError(f"X has shape {a.shape}; it must be (T, n) with T, n >= 1")
    if scale not in ("columns", "rows", "unit"):
        raise ValueError(f'scale is {scale!r}; it must be "columns", "rows" or "unit"')
    constant = np.ptp(a, axis=0) == 0.0
    a = np.where(constant, 0.0, a - a.mean(axis=0))
    size = np.max(np.abs(a), axis=0)
    a = a / np.where(size > 0.0, size, 1.0)
    if scale == "columns":
        return np.asarray(a)
    length = np.asarray(_exact.norm(a))
    if scale == "rows":
        top = float(np.max(length))
        return np.asarray(a / top) if top > 0.0 else a
    _check.holds("the length of X", length, length > 0.0, 'must be > 0 for scale "unit"')
    return np.asarray(a / length[:, None])


def diabetes(scale: Scale = "columns", *, seed: int | None = None) -> Stream:
    """Regression: 442 patients, 10 measurements, the progress of the disease brought to [-1, 1].

    seed: shuffles the order; None keeps the set's.
    """
    raw = _bundled("diabetes")
    y = np.asarray(raw.target, dtype=np.float64)
    middle, half = 0.5 * (y.max() + y.min()), 0.5 * (y.max() - y.min())
    return _stream("diabetes", scaled(raw.data, scale), (y - middle) / half, seed)


def breast_cancer(scale: Scale = "columns", *, seed: int | None = None) -> Stream:
    """Classification: 569 tumours, 30 measurements, -1 malignant and 1 benign; `seed` as in `diabetes`."""
    raw = _bundled("breast_cancer")
    return _stream("breast cancer", scaled(raw.data, scale), 2.0 * np.asarray(raw.target) - 1.0, seed)


def digits(negative: int, positive: int, scale: Scale = "columns", *, seed: int | None = None) -> Stream:
    """Classification: images of two digits, 64 grey values, -1 for `negative` and 1 for `positive`, 0 to 9."""
    for name, value in (("negative", negative), ("positive", positive)):
        if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= 9:
            raise ValueError(f"{name} is {value!r}; it must be a digit from 0 to 9")
    if negative == positive:
        raise ValueError(f"positive is {positive}; it must not be equal to negative")
    raw = _bundled("digits")
    target = np.asarray(raw.target)
    kept = (target == negative) | (target == positive)
    y = np.where(target[kept] == positive, 1.0, -1.0)
    return _stream(f"digits {negative}, {positive}", scaled(raw.data[kept], scale), y, seed)


def iris_kernel(exponent: float = 1.0) -> tuple[Array, npt.NDArray[np.int64]]:
    """A 52 x 52 positive definite kernel of trace one among flowers of three species, and the species 0, 1, 2.

    In the place of the 52 proteins of three bacteria that matrix_eg, section 5, uses and that are not public. The
    first 18, 17 and 17 flowers of each species; exp(-|x - z|**2/m) of the four measurements, each brought to [-1, 1]
    over the whole set, m the median squared distance, over 52. exponent: > 0, a factor of the Gaussian's exponent;
    others raise ValueError.
    """
    factor = _check.positive("exponent", exponent)
    rows = [line.split(",") for line in Path(__file__).with_name("iris.csv").read_text("utf-8").splitlines()[1:]]
    species = np.unique([row[-1] for row in rows], return_inverse=True)[1]
    kept = np.concatenate([np.flatnonzero(species == k)[:size] for k, size in enumerate((18, 17, 17))])
    x = scaled(np.array([[float(cell) for cell in row[:-1]] for row in rows]))[kept]
    square = np.sum((x[:, None] - x) ** 2, axis=-1)
    K = np.exp(-factor * square / np.median(square[np.triu_indices(len(x), 1)])) / len(x)
    return K, species[kept].astype(np.int64)


def distance_instance(n: int, a: int, b: int) -> Array:
    """The instance (n, n) with tr(W X) = |x_a - x_b|**2/2 for the kernel W (matrix_eg, section 5).

    1/2 at (a, a) and (b, b), -1/2 at (a, b) and (b, a). The paper calls tr(W X) the squared distance; it is half of
    it. The eigenvalues are 1 and 0. a, b: different, from 0 to n - 1.
    """
    if not (0 <= a < n and 0 <= b < n and a != b):
        raise ValueError(f"a, b are {a!r}, {b!r}; they must be different, from 0 to {n - 1}")
    X = np.zeros((n, n))
    X[a, a] = X[b, b] = 0.5
    X[a, b] = X[b, a] = -0.5
    return X


def kernel_distances(K: npt.ArrayLike, T: int, *, seed: int | Sequence[int]) -> tuple[Array, Array]:
    """T instances (T, n, n) of pairs drawn with the seed, and their values tr(K X_t), (T,), under the kernel K.

    seed: an integer, or several, as numpy's `default_rng` takes them.
    """
    A = spectral.symmetric("K", K)
    if A.ndim != 2 or len(A) < 2:
        raise ValueError(f"K has shape {A.shape}; it must be (n, n) with n >= 2")
    _count("T", T)
    rng = np.random.default_rng(seed)
    a = rng.integers(len(A), size=T)
    b = (a + rng.integers(1, len(A), size=T)) % len(A)
    X = np.zeros((T, len(A), len(A)))
    t = np.arange(T)
    X[t, a, a] = X[t, b, b] = 0.5
    X[t, a, b] = X[t, b, a] = -0.5
    return X, 0.5 * (A[a, a] + A[b, b]) - A[a, b]


@dataclass(frozen=True, eq=False)
class Hankel:
    """The columns of a signal's Hankel matrix, and the recurrence that they satisfy."""

    signal: Array
    """Shape (T + n - 1,)."""
    columns: Array
    """Shape (T, n): row t is (s_t, ..., s_{t+n-1}) over its length, a point of the sphere."""
    target: Array
    """Shape (n,): the unit vector of the recurrence; orthogonal to every column where the noise is 0."""


def arma_hankel(
    n: int,
    T: int,
    *,
    seed: int,
    ar: npt.ArrayLike = (1.6, -1.0),
    ma: npt.ArrayLike = (),
    noise: float = 0.0,
) -> Hankel:
    """The T Hankel columns with n rows of an ARMA signal (spheres, section 3.2).

    s_t = sum_i ar_i s_{t-i} + e_t + sum_j ma_j e_{t-j}, with e_t normal of standard deviation `noise` >= 0 and a
    normal start, both drawn from the seed. The target is (..., 0, -ar_p, ..., -ar_1, 1) over its length, and needs
    n > p. Without noise it is the zero eigenvector that the paper speaks of: unique for n = p + 1. The default,
    with roots on the unit circle, is a sampled sine. A column of length 0 or a signal that overflows raises
    ValueError.
    """
    a, m = _check.vector("ar", ar), _check.array("ma", ma)
    if a.ndim != 1 or m.ndim != 1:
        raise ValueError(f"ar, ma have shapes {a.shape}, {m.shape}; they must be (p,) with p >= 1, and (q,)")
    p = len(a)
    _count("n", n)
    _count("T", T)
    if n <= p:
        raise ValueError(f"n is {n}; it must be greater than the order {p} of ar")
    size = _check.array("noise", noise)
    if size.ndim != 0 or size < 0.0:
        raise ValueError(f"noise is {noise!r}; it must be one number >= 0")
    rng = np.random.default_rng(seed)
    length = T + n - 1
    s = np.zeros(length)
    s[: min(p, length)] = rng.standard_normal(p)[:length]
    e = float(size) * rng.standard_normal(length + len(m))
    moving = np.convolve(e, np.concatenate([[1.0], m]))[len(m) : len(m) + length]
    with np.errstate(over="ignore", invalid="ignore"):
        for t in range(p, length):
            s[t] = np.dot(a, s[t - p : t][::-1]) + moving[t]
    if not np.all(np.isfinite(s)):
        raise Unrepresentable(f"the signal overflows; the roots of ar {a.tolist()} must lie nearer to the circle")
    columns = np.lib.stride_tricks.sliding_window_view(s, n)
    norms = np.asarray(_exact.norm(columns))
    _check.holds("the length of a column", norms, norms > 0.0, "must be > 0; the signal has died out")
    target = np.concatenate([np.zeros(n - p - 1), -a[::-1], [1.0]])
    return Hankel(s, columns / norms[:, None], target / _exact.norm(target))


def _stream(name: str, X: Array, Y: Array, seed: int | None) -> Stream:
    if seed is not None:
        order = np.random.default_rng(seed).permutation(len(Y))
        X, Y = X[order], Y[order]
    return Stream(name, X, np.asarray(Y, dtype=np.float64))


def _bundled(name: str) -> Any:
    try:
        sets = import_module("sklearn.datasets")
    except ImportError:
        raise ValueError(f"the set {name!r} is scikit-learn's; it must be installed: pip install .[data]") from None
    return getattr(sets, f"load_{name}")()


def _count(name: str, value: int) -> None:
    _check.integer(name, value, 1)
