"""Transfer functions of one number, elementwise on arrays of any shape."""

from dataclasses import dataclass
from typing import ClassVar, Protocol

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _softmax
from numeric._exact import Array, two_sum
from numeric._special import binary_entropy_terms, entropy_term, exp_rest, logistic, logit, xlogx
from numeric.entropy import unit
from numeric.matching.base import Supremum, instances, largest, number_of

_LN2 = float(np.log(2.0))


class _OfNumbers(Protocol):
    steepest: ClassVar[Supremum]

    def transfer(self, a: npt.ArrayLike) -> Array: ...
    def inverse_potential(self, y: npt.ArrayLike) -> Array: ...


class _Entrywise:
    """What follows from phi, Q and the supremum of phi'."""

    steepest: ClassVar[Supremum]
    """sup phi', at 0 where it is attained."""

    def inverse_matching_loss(self: _OfNumbers, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """See `numeric.matching.inverse_matching_loss`."""
        u, v = _two("a_hat", a_hat, "a", a)
        y, yhat = self.transfer(v), self.transfer(u)
        with np.errstate(over="ignore"):
            product = _check.representable("(y - yhat) a_hat", np.asarray((y - yhat) * u))
        return np.asarray(self.inverse_potential(y) - self.inverse_potential(yhat) - product)[()]

    def b(self: _OfNumbers, X: npt.ArrayLike) -> Supremum:
        """sup phi' times the largest x.x: sum_i phi'(a_i) x_i**2 with every a_i where phi' is steepest."""
        x = instances(X)
        square = largest(_exact.dot(x, x))
        return Supremum(0.0, True) if square == 0.0 else Supremum(self.steepest.value * square, self.steepest.attained)

    def c(self: _OfNumbers, outputs: int) -> Supremum:
        """sup phi', which y, yhat approach together where phi is steepest (general_additive, Example 6)."""
        number_of(outputs)
        return Supremum(self.steepest.value, isinstance(self, Identity))


@dataclass(frozen=True)
class Identity(_Entrywise):
    """phi(a) = a on R, P(a) = a**2/2, L(y, yhat) = (y - yhat)**2/2. Elementwise."""

    steepest: ClassVar[Supremum] = Supremum(1.0, True)

    def transfer(self, a: npt.ArrayLike) -> Array:
        """a itself."""
        return _check.array("a", a)[()]

    def inverse(self, y: npt.ArrayLike) -> Array:
        """y itself."""
        return _check.array("y", y)[()]

    def potential(self, a: npt.ArrayLike) -> Array:
        """a**2/2."""
        return _half_square("a**2/2", _check.array("a", a))

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """y**2/2."""
        return _half_square("y**2/2", _check.array("y", y))

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """(y - yhat)**2/2."""
        u, v = _two("y", y, "yhat", yhat)
        return _half_square("(y - yhat)**2/2", _difference("y - yhat", u, v))

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """(a_hat - a)**2/2."""
        u, v = _two("a_hat", a_hat, "a", a)
        return _half_square("(a_hat - a)**2/2", _difference("a_hat - a", u, v))


@dataclass(frozen=True)
class Logistic(_Entrywise):
    """phi(a) = 1/(1 + e**-a) on R, range (0, 1), P(a) = ln(1 + e**a), elementwise.

    L is the binary relative entropy.
    """

    steepest: ClassVar[Supremum] = Supremum(0.25, True)

    def transfer(self, a: npt.ArrayLike) -> Array:
        """1/(1 + e**-a); at a < -745 the float64 nearest to it is 0."""
        return logistic(_check.array("a", a))[()]

    def inverse(self, y: npt.ArrayLike) -> Array:
        """ln(y/(1 - y)) for 0 < y < 1."""
        x = _check.within("y", _check.array("y", y), lambda t: (t > 0.0) & (t < 1.0), "must be > 0 and < 1")
        return logit(x)[()]

    def potential(self, a: npt.ArrayLike) -> Array:
        """ln(1 + e**a) = max(a, 0) + ln(1 + e**-|a|)."""
        x = _check.array("a", a)
        return np.maximum(x, 0.0) + np.log1p(np.exp(-np.abs(x)))

    def inverse_potential(self, y: npt.ArrayLike) -> Array:
        """y ln y + (1 - y) ln(1 - y) for 0 <= y <= 1."""
        x = unit("y", _check.array("y", y))
        return xlogx(x) + _xlogx_of_complement(x)

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """y ln(y/yhat) + (1 - y) ln((1 - y)/(1 - yhat)) for y, yhat in [0, 1]."""
        u, v = _two("y", y, "yhat", yhat)
        return binary_entropy_terms(unit("y", u), unit("yhat", v))[()]

    def matching_loss_at(self, y: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """L(y, phi(a)) for y in [0, 1], also where phi(a) is rounded to 0 or 1."""
        u, v = _two("y", y, "a", a)
        far = _loss_at(unit("y", u), 1.0 - u, v)
        return np.where(np.abs(v) > 2.0, far, binary_entropy_terms(u, logistic(v)))[()]

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Delta of `Softmax` at (a_hat, 0) and (a, 0)."""
        u, v = _two("a_hat", a_hat, "a", a)
        near = _softmax.divergence(_softmax.with_zero(u[..., None]), _softmax.with_zero(v[..., None]))
        s = np.where(v > 0.0, -1.0, 1.0)  # the same at (-a_hat, -a); both far below 0, phi is e**a
        far = _divergence_of_exponentials(np.minimum(s * u, 0.0), s * v)
        return np.where((s * u < -700.0) & (s * v < -700.0), far, near)[()]


@dataclass(frozen=True)
class Exponential(_Entrywise):
    """phi(a) = e**a on R, range (0, inf), P = phi, elementwise; a above 709 raises ValueError.

    L(y, yhat) = y ln(y/yhat) - y + yhat.
    """

    steepest: ClassVar[Supremum] = Supremum(np.inf, False)

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
        with np.errstate(over="ignore"):
            return _check.representable("y ln y - y", xlogx(x) - x)

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> Array:
        """y ln(y/yhat) - y + yhat for y, yhat >= 0, infinite where only yhat is 0."""
        u, v = _two("y", y, "yhat", yhat)
        _check.within("y", u, lambda t: t >= 0.0, "must be >= 0")
        _check.within("yhat", v, lambda t: t >= 0.0, "must be >= 0")
        loss = entropy_term(u, v)
        _check.representable("y ln(y/yhat) - y + yhat", np.where(v > 0.0, loss, 0.0))
        return loss[()]

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """e**a (e**z - 1 - z) with z = a_hat - a."""
        u, v = _two("a_hat", a_hat, "a", a)
        _exponent("a_hat", u)
        _exponent("a", v)
        return _divergence_of_exponentials(u, v)[()]


@dataclass(frozen=True)
class Tanh(_Entrywise):
    """phi(a) = tanh a on R, range (-1, 1), P(a) = ln cosh a. Elementwise.

    L(y, yhat) = (1+y)/2 ln((1+y)/(1+yhat)) + (1-y)/2 ln((1-y)/(1-yhat)).
    """

    steepest: ClassVar[Supremum] = Supremum(1.0, True)

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

    def matching_loss_at(self, y: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """L(y, tanh a) for y in [-1, 1], also where tanh a is rounded to -1 or 1: that of `Logistic` at 2a."""
        u, v = _two("y", y, "a", a)
        _symmetric("y", u)
        with np.errstate(over="ignore"):
            far = _loss_at(0.5 * (1.0 + u), 0.5 * (1.0 - u), v, 2.0)
        loss = np.where(np.abs(v) > 1.0, far, self.matching_loss(u, np.tanh(v)))
        return _check.representable("L(y, tanh a)", loss)[()]

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """Delta of `Logistic` at (2 a_hat, 2 a), since ln cosh a = ln(1 + e**(2a)) - a - ln 2."""
        u, v = _two("a_hat", a_hat, "a", a)
        with np.errstate(over="ignore"):
            u, v = _check.representable("2 a_hat", 2.0 * u), _check.representable("2 a", 2.0 * v)
        return Logistic().divergence(u, v)


def _divergence_of_exponentials(u: Array, v: Array) -> Array:
    """e**u - e**v - (u - v) e**v for u, v <= 709."""
    z, rest = two_sum(u, -v)
    low = np.minimum(z, 30.0)
    near = np.exp(v) * (exp_rest(low) + rest * np.expm1(low))
    out = np.where(z > 30.0, np.exp(u) - np.exp(v) * (1.0 + z), near)
    faint = (v < -690.0) & (z < -30.0)  # e**v underflows where its product with z does not
    down = np.where(faint, -z, 1.0)
    return np.where(faint, np.exp(v + np.log(down)) * (1.0 - 1.0 / down), out)


def _difference(name: str, u: Array, v: Array) -> Array:
    with np.errstate(over="ignore"):
        return _check.representable(name, np.asarray(u - v))


def _half_square(name: str, x: Array) -> Array:
    with np.errstate(over="ignore"):
        return _check.representable(name, np.asarray(0.5 * x * x))[()]


def _loss_at(p: Array, q: Array, half: Array, times: float = 1.0) -> Array:
    """p ln(p/s) + q ln(q/r) with a = times half, s = 1/(1 + e**-a), r = 1 - s, p + q = 1, p and q each right."""
    a = times * half
    s, r = logistic(a), logistic(-a)
    d = np.where(a > 0.0, q - r, s - p)  # s - p, from the end that is near
    near = entropy_term(p, s, d) + entropy_term(q, r, -d)
    # ln(1 + e**-|a|) is nothing beside |a| there
    far = times * (np.abs(half) * np.where(a > 0.0, q, p)) + xlogx(p) + xlogx(q)
    return np.where(np.abs(a) > 700.0, far, near)


def _xlogx_of_complement(x: Array) -> Array:
    """(1 - x) ln(1 - x) for x <= 1."""
    return (1.0 - x) * np.log1p(np.where(x < 1.0, -x, 0.0))


def _two(a: str, x: npt.ArrayLike, b: str, y: npt.ArrayLike) -> tuple[Array, Array]:
    u, v = _check.array(a, x), _check.array(b, y)
    _check.broadcastable(**{a: u, b: v})
    return u, v


def _symmetric(name: str, x: Array) -> Array:
    return _check.within(name, x, lambda t: np.abs(t) <= 1.0, "must be from -1 to 1")


def _exponent(name: str, x: Array) -> Array:
    return _check.within(name, x, lambda t: t <= 709.0, "must be <= 709, where e**a overflows")
