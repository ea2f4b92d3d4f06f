"""What a transfer function has."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array


@dataclass(frozen=True)
class Supremum:
    """A least upper bound, and whether something attains it."""

    value: float
    attained: bool


class Transfer(Protocol):
    """A transfer function with a convex potential."""

    def transfer(self, a: npt.ArrayLike) -> Array:
        """phi(a)."""
        ...

    def potential(self, a: npt.ArrayLike) -> Array:
        """p(a), with phi = grad P."""
        ...

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """L(y, yhat) >= 0."""
        ...

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Delta(a_hat, a) = L(phi(a), phi(a_hat)) >= 0."""
        ...

    def b(self, X: npt.ArrayLike) -> Supremum:
        """sup x.Dphi(a) x over all a and the instances x, the rows of X (T, n) (general_additive, eq. 28)."""
        ...

    def c(self, outputs: int) -> Supremum:
        """sup |y - yhat|**2/(2 L(y, yhat)) over pairs of the closed range (general_additive, eq. 29).

        L is the sum over the outputs where phi acts on numbers; 0 where the range is a point.
        """
        ...


@runtime_checkable
class _Map(Protocol):
    """What predictions need; maps without a potential have no more, and refuse to learn."""

    def transfer(self, a: npt.ArrayLike) -> Array: ...
    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array: ...


def check_transfer(name: str, phi: object) -> None:
    """ValueError unless it predicts and has a matching loss, or says that it has none."""
    _check.has_methods(name, phi, (_Map,), "a transfer function, such as Logistic()")


class InvertibleTransfer(Transfer, Protocol):
    """A transfer function that is one-to-one."""

    def inverse(self, y: npt.ArrayLike) -> Array:
        """The a with phi(a) = y, for y in the open range."""
        ...

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """q(y) with grad Q = the inverse of phi, for y in the closed range."""
        ...

    def inverse_matching_loss(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """The matching loss of the inverse of phi."""
        ...


@runtime_checkable
class _AtActivations(Protocol):
    def matching_loss_at(self, y: npt.ArrayLike, a: npt.ArrayLike) -> Array: ...


def matching_loss_at(phi: Transfer, y: npt.ArrayLike, a: npt.ArrayLike) -> Array:
    """L(y, phi(a)), by what phi knows of it where phi(a) is rounded to an end of its range."""
    if isinstance(phi, _AtActivations):
        return phi.matching_loss_at(y, a)
    return np.asarray(phi.matching_loss(y, phi.transfer(a)))


def inverse_matching_loss(phi: InvertibleTransfer, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
    """The matching loss of the inverse of phi at (a_hat, a): Q(y) - Q(yhat) - (y - yhat).a_hat.

    y = phi(a), yhat = phi(a_hat), Q the potential of the inverse; equal to phi.matching_loss(y, yhat)
    (general_additive, eq. 15 and 18). Computed as that difference, to stand on its own: right to a few ulp of
    the largest of Q(y), Q(yhat), y a_hat and yhat a_hat, so use `divergence` for the number itself.
    """
    return phi.inverse_matching_loss(a_hat, a)


def instances(X: npt.ArrayLike) -> Array:
    """X as an array (T, n) of at least one instance."""
    a = _check.vector("X", X)
    if a.ndim != 2 or len(a) == 0:
        raise ValueError(f"X has shape {a.shape}; it must be (T, n), T >= 1")
    return a


def number_of(outputs: int, least: int = 1) -> int:
    """`outputs`, an integer >= least."""
    return _check.integer("outputs", outputs, least)


def largest(values: Array) -> float:
    """The largest entry."""
    return float(np.max(values))


def two_vectors(a: str, x: npt.ArrayLike, b: str, y: npt.ArrayLike) -> tuple[Array, Array]:
    """Two arrays (..., k) whose leading axes broadcast."""
    u, v = _check.vector(a, x), _check.vector(b, y)
    _check.same_length(**{a: u, b: v})
    return u, v


class _OnVectors(Protocol):
    def transfer(self, a: npt.ArrayLike) -> Array: ...
    def inverse_potential(self, y: npt.ArrayLike) -> Array: ...


def by_inverse_potential(phi: _OnVectors, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
    """Q(y) - Q(yhat) - (y - yhat).a_hat of vectors."""
    u, v = two_vectors("a_hat", a_hat, "a", a)
    y, yhat = phi.transfer(v), phi.transfer(u)
    q = phi.inverse_potential(y) - phi.inverse_potential(yhat)
    return np.asarray(q - _exact.dot(y - yhat, u))[()]
