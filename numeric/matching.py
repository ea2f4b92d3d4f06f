"""Transfer functions with their potentials, matching losses and divergences (general_additive, section 2).

A transfer function phi has a convex potential P with phi = grad P. Two losses of the same number:

- `divergence(a_hat, a)` = Delta(a_hat, a) = P(a_hat) - P(a) - (a_hat - a).phi(a) (eq. 19), of activations,
- `matching_loss(y, yhat)` = L(y, yhat) (eq. 11 and 16), of outputs, where y = phi(a), yhat = phi(a_hat).

Both are computed as sums of terms >= 0, so they keep their digits when the arguments are close. Where phi
is one-to-one, `inverse_matching_loss(phi, a_hat, a)` is the loss of phi's inverse, from the potential of
the inverse by its defining difference: the third side of the duality (eq. 15 and 18).

`Identity`, `Logistic`, `Exponential` and `Tanh` act on numbers: arrays of any shape, elementwise, one loss an
entry (the loss of k independent outputs is the sum of the k). `Softmax` and `Rho` act on vectors in the last
axis, one loss a vector. Leading axes broadcast. A wrong shape, NaN, or an output outside the closed range
raises ValueError. Conventions 0 ln 0 = 0 and y ln(y/0) = inf for y > 0 (general_additive, Example 2).
"""

from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _softmax
from numeric._exact import Array, two_sum
from numeric._special import entropy_term, exp_rest

_LN2 = float(np.log(2.0))


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


def inverse_matching_loss(phi: InvertibleTransfer, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
    """The matching loss of the inverse of phi at (a_hat, a): Q(y) - Q(yhat) - (y - yhat).a_hat.

    y = phi(a), yhat = phi(a_hat), Q the potential of the inverse; equal to phi.matching_loss(y, yhat)
    (general_additive, eq. 15 and 18). Computed as that difference, to stand on its own: right to a few ulp of
    the largest of the three terms, so use `divergence` for the number itself.
    """
    return phi.inverse_matching_loss(a_hat, a)


@dataclass(frozen=True)
class Identity:
    """phi(a) = a on R, P(a) = a**2/2, L(y, yhat) = (y - yhat)**2/2. Elementwise."""

    def transfer(self, a: npt.ArrayLike) -> Array:
        """a itself."""
        return _check.array("a", a)[()]

    def inverse(self, y: npt.ArrayLike) -> Array:
        """y itself."""
        return _check.array("y", y)[()]

    def potential(self, a: npt.ArrayLike) -> Array:
        """a**2/2."""
        x = _check.array("a", a)
        return 0.5 * x * x

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """y**2/2."""
        x = _check.array("y", y)
        return 0.5 * x * x

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """(y - yhat)**2/2."""
        u, v = _two("y", y, "yhat", yhat)
        return 0.5 * (u - v) ** 2

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """(a_hat - a)**2/2."""
        u, v = _two("a_hat", a_hat, "a", a)
        return 0.5 * (u - v) ** 2

    def inverse_matching_loss(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """See `inverse_matching_loss` of the module."""
        return _by_inverse_potential(self, *_two("a_hat", a_hat, "a", a))


@dataclass(frozen=True)
class Logistic:
    """phi(a) = 1/(1 + e**-a) on R, range (0, 1), P(a) = ln(1 + e**a), elementwise.

    L is the binary relative entropy.
    """

    def transfer(self, a: npt.ArrayLike) -> Array:
        """1/(1 + e**-a); at a < -745 the float64 nearest to it is 0."""
        x = _check.array("a", a)
        e = np.exp(-np.abs(x))
        return np.asarray(np.where(x >= 0.0, 1.0, e) / (1.0 + e))[()]

    def inverse(self, y: npt.ArrayLike) -> Array:
        """ln(y/(1 - y)) for 0 < y < 1; near 1/2 as log1p((2y - 1)/(1 - y))."""
        x = _check.within("y", _check.array("y", y), lambda t: (t > 0.0) & (t < 1.0), "must be > 0 and < 1")
        middle = np.abs(x - 0.5) <= 0.25
        t = np.where(middle, (2.0 * x - 1.0) / (1.0 - x), 0.0)
        return np.where(middle, np.log1p(t), np.log(x / (1.0 - x)))[()]

    def potential(self, a: npt.ArrayLike) -> Array:
        """ln(1 + e**a) = max(a, 0) + ln(1 + e**-|a|)."""
        x = _check.array("a", a)
        return np.maximum(x, 0.0) + np.log1p(np.exp(-np.abs(x)))

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """y ln y + (1 - y) ln(1 - y) for 0 <= y <= 1."""
        x = _unit("y", _check.array("y", y))
        return _xlogx(x) + _xlogx_of_complement(x)

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """y ln(y/yhat) + (1 - y) ln((1 - y)/(1 - yhat)) for y, yhat in [0, 1]."""
        u, v = _two("y", y, "yhat", yhat)
        _unit("y", u)
        _unit("yhat", v)
        d = v - u
        return np.asarray(entropy_term(u, v, d) + entropy_term(1.0 - u, 1.0 - v, -d))[()]

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Delta of `Softmax` at (a_hat, 0) and (a, 0)."""
        u, v = _two("a_hat", a_hat, "a", a)
        return _softmax.divergence(_softmax.with_zero(u[..., None]), _softmax.with_zero(v[..., None]))

    def inverse_matching_loss(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """See `inverse_matching_loss` of the module."""
        return _by_inverse_potential(self, *_two("a_hat", a_hat, "a", a))


@dataclass(frozen=True)
class Exponential:
    """phi(a) = e**a on R, range (0, inf), P = phi, elementwise; a above 709 raises ValueError.

    L(y, yhat) = y ln(y/yhat) - y + yhat.
    """

    def transfer(self, a: npt.ArrayLike) -> Array:
        """e**a."""
        return np.exp(_exponent("a", _check.array("a", a)))

    def inverse(self, y: npt.ArrayLike) -> Array:
        """ln y for y > 0."""
        return np.log(_check.within("y", _check.array("y", y), lambda t: t > 0.0, "must be > 0"))

    def potential(self, a: npt.ArrayLike) -> Array:
        """e**a."""
        return self.transfer(a)

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """y ln y - y for y >= 0."""
        x = _check.within("y", _check.array("y", y), lambda t: t >= 0.0, "must be >= 0")
        return _xlogx(x) - x

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """y ln(y/yhat) - y + yhat for y, yhat >= 0."""
        u, v = _two("y", y, "yhat", yhat)
        _check.within("y", u, lambda t: t >= 0.0, "must be >= 0")
        _check.within("yhat", v, lambda t: t >= 0.0, "must be >= 0")
        return entropy_term(u, v)[()]

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """e**a (e**z - 1 - z) with z = a_hat - a."""
        u, v = _two("a_hat", a_hat, "a", a)
        _exponent("a_hat", u)
        _exponent("a", v)
        z, rest = two_sum(u, -v)
        low = np.minimum(z, 30.0)
        near = np.exp(v) * (exp_rest(low) + rest * np.expm1(low))
        return np.where(z > 30.0, np.exp(u) - np.exp(v) * (1.0 + z), near)[()]

    def inverse_matching_loss(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """See `inverse_matching_loss` of the module."""
        return _by_inverse_potential(self, *_two("a_hat", a_hat, "a", a))


@dataclass(frozen=True)
class Tanh:
    """phi(a) = tanh a on R, range (-1, 1), P(a) = ln cosh a. Elementwise.

    L(y, yhat) = (1+y)/2 ln((1+y)/(1+yhat)) + (1-y)/2 ln((1-y)/(1-yhat)).
    """

    def transfer(self, a: npt.ArrayLike) -> Array:
        """tanh a."""
        return np.tanh(_check.array("a", a))

    def inverse(self, y: npt.ArrayLike) -> Array:
        """artanh y for -1 < y < 1."""
        return np.arctanh(_check.within("y", _check.array("y", y), lambda t: np.abs(t) < 1.0, "must be > -1 and < 1"))

    def potential(self, a: npt.ArrayLike) -> Array:
        """ln cosh a = ln(1 + 2 sinh(a/2)**2)."""
        x = np.abs(_check.array("a", a))
        s = np.sinh(0.5 * np.minimum(x, 20.0))
        return np.where(x < 20.0, np.log1p(2.0 * s * s), x - _LN2)[()]

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """((1+y) ln(1+y) + (1-y) ln(1-y))/2 for -1 <= y <= 1."""
        x = _symmetric("y", _check.array("y", y))
        one = np.ones_like(x)  # each term is (1 +- y) ln(1 +- y) -+ y >= 0, so nothing cancels near y = 0
        return np.asarray(0.5 * (entropy_term(1.0 + x, one, -x) + entropy_term(1.0 - x, one, x)))[()]

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """The loss of the class, for y, yhat in [-1, 1]."""
        u, v = _two("y", y, "yhat", yhat)
        _symmetric("y", u)
        _symmetric("yhat", v)
        d = v - u
        return np.asarray(0.5 * (entropy_term(1.0 + u, 1.0 + v, d) + entropy_term(1.0 - u, 1.0 - v, -d)))[()]

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Delta of `Logistic` at (2 a_hat, 2 a), since ln cosh a = ln(1 + e**(2a)) - a - ln 2."""
        u, v = _two("a_hat", a_hat, "a", a)
        return Logistic().divergence(2.0 * u, 2.0 * v)

    def inverse_matching_loss(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """See `inverse_matching_loss` of the module."""
        return _by_inverse_potential(self, *_two("a_hat", a_hat, "a", a))


@dataclass(frozen=True)
class Softmax:
    """phi_i(a) = e**a_i / sum_j e**a_j on R^k, P(a) = ln sum_j e**a_j, L the relative entropy (eq. 4 and 5).

    Not one-to-one (adding a constant to a changes nothing), so there is no inverse; see `Rho`.
    """

    def transfer(self, a: npt.ArrayLike) -> Array:
        """The softmax over the last axis, shape (..., k)."""
        return _softmax.softmax(_check.vector("a", a))

    def potential(self, a: npt.ArrayLike) -> Array:
        """ln sum_j e**a_j, shape (...)."""
        return _softmax.log_sum_exp(_check.vector("a", a))

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """Sum_j y_j ln(y_j/yhat_j), shape (...), for y, yhat in the closed simplex within 1e-10.

        Computed as sum_j (y_j ln(y_j/yhat_j) - y_j + yhat_j), the same for equal sums and never < 0.
        """
        u, v = _distribution("y", y), _distribution("yhat", yhat)
        _check.same_length(y=u, yhat=v)
        return _softmax.total(entropy_term(u, v))

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Sum_j phi_j(a) ln(phi_j(a)/phi_j(a_hat)), shape (...)."""
        u, v = _check.vector("a_hat", a_hat), _check.vector("a", a)
        _check.same_length(a_hat=u, a=v)
        return _softmax.divergence(u, v)


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
        near = np.log1p(np.where(middle, ((x - hi) - lo) / hi, 0.0))
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
        x = _part("y", y)
        return np.asarray(_softmax.total(_xlogx(x)) + _xlogx(np.maximum(_softmax.rest_pair(x)[0], 0.0)))[()]

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """The relative entropy of (y, 1 - sum y) to (yhat, 1 - sum yhat), shape (...)."""
        u, v = _part("y", y), _part("yhat", yhat)
        _check.same_length(y=u, yhat=v)
        u, v = np.broadcast_arrays(u, v)
        last_u, last_v = np.maximum(_softmax.rest_pair(u)[0], 0.0), np.maximum(_softmax.rest_pair(v)[0], 0.0)
        last_difference = _exact.total(np.concatenate([u, -v], axis=-1))
        last = entropy_term(np.asarray(last_u), np.asarray(last_v), np.asarray(last_difference))
        return _softmax.total(np.concatenate([entropy_term(u, v), last[..., None]], axis=-1))

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Delta of `Softmax` at (a_hat, 0) and (a, 0), shape (...)."""
        u, v = _check.vector("a_hat", a_hat), _check.vector("a", a)
        _check.same_length(a_hat=u, a=v)
        return _softmax.divergence(_softmax.with_zero(u), _softmax.with_zero(v))

    def inverse_matching_loss(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """See `inverse_matching_loss` of the module."""
        u, v = _check.vector("a_hat", a_hat), _check.vector("a", a)
        _check.same_length(a_hat=u, a=v)
        y, yhat = self.transfer(v), self.transfer(u)
        q = self.inverse_potential(y) - self.inverse_potential(yhat)
        return np.asarray(q - _exact.dot(y - yhat, u))[()]


class _OfNumbers(Protocol):
    def transfer(self, a: npt.ArrayLike) -> Array: ...
    def inverse_potential(self, y: npt.ArrayLike) -> Array: ...


def _by_inverse_potential(phi: _OfNumbers, a_hat: Array, a: Array) -> Array:
    y, yhat = phi.transfer(a), phi.transfer(a_hat)
    return np.asarray(phi.inverse_potential(y) - phi.inverse_potential(yhat) - (y - yhat) * a_hat)[()]


def _xlogx(x: Array) -> Array:
    return x * np.log(np.where(x > 0.0, x, 1.0))


def _xlogx_of_complement(x: Array) -> Array:
    """(1 - x) ln(1 - x) for x <= 1."""
    return (1.0 - x) * np.log1p(np.where(x < 1.0, -x, 0.0))


def _two(a: str, x: npt.ArrayLike, b: str, y: npt.ArrayLike) -> tuple[Array, Array]:
    u, v = _check.array(a, x), _check.array(b, y)
    _check.broadcastable(**{a: u, b: v})
    return u, v


def _unit(name: str, x: Array) -> Array:
    return _check.within(name, x, lambda t: (t >= 0.0) & (t <= 1.0), "must be from 0 to 1")


def _symmetric(name: str, x: Array) -> Array:
    return _check.within(name, x, lambda t: np.abs(t) <= 1.0, "must be from -1 to 1")


def _exponent(name: str, x: Array) -> Array:
    return _check.within(name, x, lambda t: t <= 709.0, "must be <= 709, where e**a overflows")


def _part(name: str, value: npt.ArrayLike) -> Array:
    x = _check.within(name, _check.vector(name, value), lambda t: t >= 0.0, "must be >= 0")
    s = np.asarray(_exact.total(x))
    _check.holds(f"the sum of {name}", s, s <= 1.0 + _check.TOLERANCE, "must be <= 1 within 1e-10")
    return x


def _distribution(name: str, value: npt.ArrayLike) -> Array:
    x = _part(name, value)
    s = np.asarray(_exact.total(x))
    _check.holds(f"the sum of {name}", s, s >= 1.0 - _check.TOLERANCE, "must be 1 within 1e-10")
    return x
