"""Symmetric positive semi-definite matrices to multiply and to solve with, products and solutions as pairs."""

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array, two_product, two_sum

_STEPS = 12


class Semidefinite:
    """A symmetric matrix A as D**-1 B D**-1, D of powers of two, B with a diagonal between 1/2 and 4 or 0.

    The scaling rounds nothing, and what A's rows differ in size is no part of B's condition number. Nothing is checked.

    A: the matrix. lowest, highest: the extreme eigenvalues of B. threshold: eigenvalues of B up to it are read as 0.
    rank: how many are not.
    """

    def __init__(self, A: Array, *, regular: bool = False) -> None:
        """A: exactly symmetric, (n, n), its diagonal >= 0.

        regular: A is known to be definite, so the threshold is 0, and not 16 n 2**-52 times the largest eigenvalue,
        which rounding makes of 0.
        """
        self.A = A
        d = np.diagonal(A)
        self._scale = -(np.frexp(d)[1] // 2)
        self._B = np.ldexp(A, self._scale[:, None] + self._scale[None, :])
        values, vectors = np.linalg.eigh(self._B)
        self.lowest, self.highest = float(values[0]), float(values[-1])
        self.threshold = 0.0 if regular else 16.0 * len(A) * 2.0**-52 * self.highest
        some = values > self.threshold
        self.rank = int(np.count_nonzero(some))
        self._values, self._vectors, self._kernel = values[some], vectors[:, some], vectors[:, ~some]
        # The null space of A is D times that of B.
        self._null = np.linalg.qr(np.ldexp(self._kernel, self._scale[:, None]))[0]

    def form(self, z: Array, low: Array) -> Array:
        """x.Ax >= 0, shape (...), for x = z + low, |low| about an ulp of z, shape (..., n); to a few ulp."""
        z, low = (np.ldexp(t, -self._scale) for t in (z, low))
        e = _exact.binary_exponent(z)
        z, low = (np.ldexp(t, -e[..., None]) for t in (z, low))
        p, rest = two_product(self._B, z[..., :, None])
        left = np.stack([p, rest, 2.0 * p], axis=-3)
        right = np.stack([np.broadcast_to(t[..., None, :], p.shape) for t in (z, z, low)], axis=-3)
        s = _exact.dot(left.reshape(*z.shape[:-1], -1), right.reshape(*z.shape[:-1], -1))
        return np.asarray(np.ldexp(np.maximum(s, 0.0), 2 * e), dtype=np.float64)

    def outside(self, y: Array) -> Array:
        """How far y is from the range of A, relatively, after the scaling, shape (...)."""
        b = np.ldexp(np.ldexp(y, -_exact.binary_exponent(y)[..., None]), self._scale)
        b = np.ldexp(b, -_exact.binary_exponent(b)[..., None])
        size = np.linalg.norm(b, axis=-1)
        return np.asarray(np.linalg.norm(b @ self._kernel, axis=-1) / np.where(size > 0.0, size, 1.0))

    def solve(self, y: Array, low: Array) -> tuple[Array, Array]:
        """x with A x = y + low, as a pair, shape (..., n), for y + low in the range of A.

        By the eigenvectors of B, refined with residuals in doubled precision: more than float64's digits while the
        condition number of B on its range is below about 1e13. Where the solution overflows, it is infinite.
        """
        e = _exact.binary_exponent(y)[..., None]
        b = np.ldexp(y, self._scale - e)
        b_low = np.ldexp(low, self._scale - e)
        z, rest = np.zeros_like(b), np.zeros_like(b)
        B = np.broadcast_to(self._B, (*b.shape[:-1], *self._B.shape))
        for _ in range(_STEPS):
            x = np.broadcast_to(np.concatenate([-z, -rest], axis=-1)[..., None, :], (*B.shape[:-1], 2 * b.shape[-1]))
            right = np.concatenate([x, np.stack([b, b_low], axis=-1)], axis=-1)
            residual = _exact.dot(np.concatenate([B, B, np.ones((*b.shape, 2))], axis=-1), right)
            step = (residual @ self._vectors / self._values) @ self._vectors.T
            s, t = two_sum(z, step)
            z, rest = two_sum(s, t + rest)
            if np.max(np.abs(step), initial=0.0) <= 1e-20 * np.min(
                np.max(np.abs(z), axis=-1, initial=0.0), initial=1e300
            ):
                break
        with np.errstate(over="ignore"):
            z, rest = np.ldexp(z, self._scale + e), np.ldexp(rest, self._scale + e)
        return z, np.where(np.isfinite(z), rest, 0.0)

    def without_null_part(self, x: Array) -> Array:
        """The part of x in the range of A, shape (..., n)."""
        return x - (x @ self._null) @ self._null.T if self._null.shape[1] else x


def definite(name: str, value: npt.ArrayLike) -> Semidefinite:
    """The solver of a symmetric positive definite matrix (n, n), of condition below 1e15 after its scaling.

    Anything else raises ValueError in one line with the name.
    """
    A = _check.array(name, value)
    if A.ndim != 2 or A.shape[0] != A.shape[1] or A.size == 0:
        raise ValueError(f"{name} has shape {A.shape}; it must be (n, n)")
    text = f"must be > 0: {name} is not positive definite"
    _check.within(f"the diagonal of {name}", np.diagonal(A), lambda t: t > 0.0, text)
    size = float(np.abs(A).max())
    skew = A - A.T
    _check.within(
        f"{name} - {name}^T", skew, lambda t: np.abs(t) <= _check.TOLERANCE * size, f"must be <= 1e-10 max|{name}|"
    )
    solver = Semidefinite(0.5 * A + 0.5 * A.T, regular=True)
    if not solver.lowest > 0.0:
        raise ValueError(f"{name} must be positive definite, and it is not in float64")
    if solver.highest > 1e15 * solver.lowest:
        raise ValueError(f"the condition number of {name} must be below 1e15 after its diagonal is scaled to 1")
    return solver


def pairing(y: Array, y_low: Array, x: Array, x_low: Array) -> Array:
    """<y + y_low, x + x_low> over the last axis, rounded once."""
    y, y_low, x, x_low = np.broadcast_arrays(y, y_low, x, x_low)
    return _exact.dot(np.concatenate([y, y, y_low], axis=-1), np.concatenate([x, x_low, x], axis=-1))
