"""Softmax, and rho, which is softmax made one-to-one, over the last axis."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _softmax
from numeric._exact import Array
from numeric._special import entropy_term, xlogx
from numeric.entropy import distribution, log_sum_exp, part, softmax
from numeric.matching.base import Supremum, by_inverse_potential, instances, largest, number_of, two_vectors


@dataclass(frozen=True)
class Softmax:
    """phi_i(a) = e**a_i / sum_j e**a_j on R^k, P(a) = ln sum_j e**a_j, L the relative entropy (eq. 4 and 5).

    Not one-to-one (adding a constant to a changes nothing), so there is no inverse; see `Rho`.
    """

    def transfer(self, a: npt.ArrayLike) -> Array:
        """The softmax over the last axis, shape (..., k)."""
        return softmax(a)

    def potential(self, a: npt.ArrayLike) -> Array:
        """ln sum_j e**a_j, shape (...)."""
        return log_sum_exp(a)

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """Sum_j y_j ln(y_j/yhat_j), shape (...), for y, yhat in the closed simplex within 1e-10.

        Computed as sum_j (y_j ln(y_j/yhat_j) - y_j + yhat_j), the same for equal sums and never < 0.
        """
        u, v = distribution("y", y), distribution("yhat", yhat)
        _check.same_length(y=u, yhat=v)
        return _softmax.relative_entropy(u, v)

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Sum_j phi_j(a) ln(phi_j(a)/phi_j(a_hat)), shape (...)."""
        u, v = two_vectors("a_hat", a_hat, "a", a)
        return _divergence(u, v)

    def b(self, X: npt.ArrayLike) -> Supremum:
        """The largest (max x - min x)**2/4: half of the mass on a largest entry of x, half on a smallest (Example 5).

        Every entry has some mass, so it is attained where x has no entry between the two.
        """
        return _half_range(instances(X))

    def c(self, outputs: int) -> Supremum:
        """1/2, as y and yhat approach two outputs of 1/2 each; 0 for one output, where the range is a point.

        L >= |y - yhat|_1**2/2 >= |y - yhat|**2, since y - yhat sums to 0. Example 6 has 1/4 instead.
        """
        return Supremum(0.5 if number_of(outputs) > 1 else 0.0, False)


@dataclass(frozen=True)
class Rho:
    """phi_i(a) = e**a_i / (1 + sum_j e**a_j) on R^(k-1), P(a) = ln(1 + sum_j e**a_j) (Example 3).

    The first k-1 entries of the softmax of (a, 0). One-to-one onto the open set {y_i > 0, sum y_i < 1}; the
    paper writes the closed set, which phi does not reach. L is the relative entropy of the k entries.
    """

    def transfer(self, a: npt.ArrayLike) -> Array:
        """Rho(a), shape (..., k-1)."""
        return _softmax.softmax(_softmax.with_zero(_check.vector("a", a)))[..., :-1]

    def inverse(self, y: npt.ArrayLike) -> Array:
        """ln y_i - ln(1 - sum_j y_j), shape (..., k-1), for y_i > 0 and sum y_j < 1."""
        x = _check.within("y", _check.vector("y", y), lambda t: t > 0.0, "must be > 0")
        hi, lo = (np.asarray(t)[..., None] for t in _softmax.rest_pair(x))
        _check.holds("1 - sum(y)", hi[..., 0], hi[..., 0] > 0.0, "must be > 0")
        ratio = x / hi
        middle = (ratio >= 0.5) & (ratio <= 2.0)
        apart = np.asarray((x - hi) - lo)
        for at in np.argwhere(middle & (np.abs(apart) < 1e-12 * hi)):  # they cancel beyond what a pair holds
            row = x[tuple(at[:-1])]
            apart[tuple(at)] = math.fsum([row[at[-1]], *row, -1.0])
        near = np.log1p(np.where(middle, apart / hi, 0.0))
        far = np.where(
            (ratio > 1e-300) & (ratio < 1e300),
            np.log(np.where(ratio > 0.0, ratio, 1.0)),
            np.log(x) - np.log(hi),
        )
        return np.where(middle, near, far)

    def potential(self, a: npt.ArrayLike) -> Array:
        """ln(1 + sum_j e**a_j), shape (...)."""
        return _softmax.log_sum_exp(_softmax.with_zero(_check.vector("a", a)))

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """Sum_j y_j ln y_j + (1 - s) ln(1 - s) with s = sum_j y_j, shape (...)."""
        x = part("y", y)
        s, rest = np.asarray(_exact.total(x)), np.maximum(_softmax.rest_pair(x)[0], 0.0)
        near = s < 0.5  # where 1 - s hardly has the digits of s
        last = np.where(near, (1.0 - s) * np.log1p(np.where(near, -s, 0.0)), xlogx(rest))
        return np.asarray(_softmax.total(xlogx(x)) + last)[()]

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """The relative entropy of (y, 1 - sum y) to (yhat, 1 - sum yhat), shape (...)."""
        u, v = part("y", y), part("yhat", yhat)
        _check.same_length(y=u, yhat=v)
        u, v = np.broadcast_arrays(u, v)
        last_u, last_v = np.maximum(_softmax.rest_pair(u)[0], 0.0), np.maximum(_softmax.rest_pair(v)[0], 0.0)
        last_difference = _exact.total(np.concatenate([u, -v], axis=-1))
        last = entropy_term(np.asarray(last_u), np.asarray(last_v), np.asarray(last_difference))
        return _softmax.total(np.concatenate([entropy_term(u, v), last[..., None]], axis=-1))

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Delta of `Softmax` at (a_hat, 0) and (a, 0), shape (...)."""
        u, v = two_vectors("a_hat", a_hat, "a", a)
        return _divergence(_softmax.with_zero(u), _softmax.with_zero(v))

    def inverse_matching_loss(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """See `numeric.matching.inverse_matching_loss`."""
        return by_inverse_potential(self, a_hat, a)

    def b(self, X: npt.ArrayLike) -> Supremum:
        """The `Softmax` one of the instances (x, 0)."""
        return _half_range(_softmax.with_zero(instances(X)))

    def c(self, outputs: int) -> Supremum:
        """1/2, as for `Softmax`; of one output 1/4, where rho is the logistic function."""
        return Supremum(0.5 if number_of(outputs) > 1 else 0.25, False)


def _divergence(a_hat: Array, a: Array) -> Array:
    with np.errstate(over="ignore", invalid="ignore"):
        return _check.representable("the divergence", np.asarray(_softmax.divergence(a_hat, a)))[()]


def _half_range(x: Array) -> Supremum:
    top, low = np.max(x, axis=-1, keepdims=True), np.min(x, axis=-1, keepdims=True)
    half = 0.5 * (top - low)[:, 0]
    best = half == np.max(half)
    extreme = np.all((x == top) | (x == low), axis=-1)
    return Supremum(largest(half) ** 2, bool(np.any(best & extreme)))
