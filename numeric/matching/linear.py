"""The linear transfer function of a symmetric positive semi-definite matrix (general_additive, Examples 1, 5 and 6)."""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, spectral
from numeric._exact import Array, two_sum
from numeric._semidefinite import Semidefinite, pairing
from numeric.matching.base import Supremum, by_inverse_potential, instances, largest, number_of, two_vectors


@dataclass(frozen=True, eq=False)
class Linear:
    """phi(a) = A a on R^k, P(a) = a.Aa/2, L(y, yhat) = (y - yhat).A* (y - yhat)/2 on the range of A.

    A: symmetric positive semi-definite, (k, k), symmetric within 1e-10 max|A|, entries from 1e-140 to 1e140 or 0. It
    may be singular: after its rows and columns are scaled to a diagonal near 1, eigenvalues up to 16 k 2**-52 times
    the largest are read as 0, `rank` is the number of the others, and `inverse` and the losses are for outputs in the
    range of A within 1e-10, where A* is the inverse of A.

    The losses are sums of squares that are rounded once: 4 ulp while the condition number of the scaled A on its range
    is below 1e13, whatever it is there. ValueError for anything else.
    """

    A: Array
    _solver: Semidefinite = field(init=False, repr=False)

    def __post_init__(self) -> None:
        A = spectral.symmetric("A", self.A)
        if A.ndim != 2:
            raise ValueError(f"A has shape {A.shape}; it must be (k, k)")
        size = np.abs(A)
        _check.holds("A", A, (size == 0.0) | ((size >= 1e-140) & (size <= 1e140)), "must be 0 or from 1e-140 to 1e140")
        text = "must be >= 0: A is not positive semi-definite"
        _check.holds("the diagonal of A", np.diagonal(A), np.diagonal(A) >= 0.0, text)
        solver = Semidefinite(A)
        low = np.asarray(solver.lowest)
        _check.holds("the smallest eigenvalue of the scaled A", low, low >= -solver.threshold, text)
        object.__setattr__(self, "A", A)
        object.__setattr__(self, "_solver", solver)

    @property
    def rank(self) -> int:
        """The dimension of the range of A."""
        return self._solver.rank

    def transfer(self, a: npt.ArrayLike) -> Array:
        """A a, shape (..., k), each entry to an ulp unless its sum cancels by more than 1e16."""
        x = self._vector("a", a)
        with _silent():
            return _check.representable("A a", np.asarray(_exact.dot(self.A, x[..., None, :])))

    def inverse(self, y: npt.ArrayLike) -> Array:
        """The a in the range of A with A a = y, shape (..., k), for y in the range of A.

        2 ulp of the longest part of it after scaling for a regular A.
        """
        x = self._output("y", y)
        with _silent():
            z, low = self._solver.solve(x, np.zeros_like(x))
            return _check.representable("A* y", self._solver.without_null_part(z + low))

    def potential(self, a: npt.ArrayLike) -> Array:
        """a.Aa/2, shape (...)."""
        x = self._vector("a", a)
        return self._form("a.Aa/2", x, np.zeros_like(x))

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """y.A* y/2, shape (...), for y in the range of A."""
        x = self._output("y", y)
        return self._inverse_form(x, np.zeros_like(x))

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """(y - yhat).A* (y - yhat)/2, shape (...), for y and yhat in the range of A."""
        u, v = self._output("y", y), self._output("yhat", yhat)
        _check.same_length(y=u, yhat=v)
        return self._inverse_form(*_apart(u, v))

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """(a_hat - a).A (a_hat - a)/2, shape (...)."""
        u, v = two_vectors("a_hat", self._vector("a_hat", a_hat), "a", self._vector("a", a))
        return self._form("(a_hat - a).A (a_hat - a)/2", *_apart(u, v))

    def inverse_matching_loss(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """See `numeric.matching.inverse_matching_loss`."""
        return by_inverse_potential(self, a_hat, a)

    def b(self, X: npt.ArrayLike) -> Supremum:
        """The largest x.Ax, the same for every a; at most the largest eigenvalue times x.x (Example 5)."""
        x = self._vector("X", instances(X))
        return Supremum(largest(2.0 * self._form("x.Ax/2", x, np.zeros_like(x))), True)

    def c(self, outputs: int) -> Supremum:
        """The largest eigenvalue of A, attained where y - yhat is its eigenvector (Example 6); 0 for A = 0."""
        if number_of(outputs) != len(self.A):
            raise ValueError(f"outputs is {outputs!r}; it must be {len(self.A)}, the size of A")
        return Supremum(max(0.0, float(np.linalg.eigvalsh(self.A)[-1])), self.rank > 0)

    def _inverse_form(self, y: Array, low: Array) -> Array:
        with _silent():
            form = np.asarray(0.5 * np.maximum(pairing(y, low, *self._solver.solve(y, low)), 0.0))
        return _check.representable("y.A* y/2", form)[()]

    def _form(self, name: str, x: Array, low: Array) -> Array:
        with _silent():
            form = np.asarray(0.5 * self._solver.form(x, low))
        return _check.representable(name, form)[()]

    def _vector(self, name: str, value: npt.ArrayLike) -> Array:
        x = _check.vector(name, value)
        if x.shape[-1] != len(self.A):
            raise ValueError(f"{name} has shape {x.shape}; it must be (..., {len(self.A)})")
        return x

    def _output(self, name: str, value: npt.ArrayLike) -> Array:
        x = self._vector(name, value)
        far = np.asarray(self._solver.outside(x))
        text = "must be <= 1e-10: the output is no value of A a"
        _check.holds(f"the part of {name} outside the range of A, relatively,", far, far <= _check.TOLERANCE, text)
        return x


def _apart(u: Array, v: Array) -> tuple[Array, Array]:
    """The difference as a pair; infinite where it overflows, which is told of what is made of it."""
    with _silent():
        return two_sum(u, -v)


def _silent() -> np.errstate:
    return np.errstate(over="ignore", invalid="ignore")
