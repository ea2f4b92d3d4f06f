"""Link functions: one-to-one maps f from weights to parameters, with their derivatives.

They make a manifold of their domain (`PulledBack`) and an update of their parameters
(`numeric.learners.link_function`). A step f**-1(f(p) + d) and a difference f(q) - f(p) are taken without forming f(p),
since ln p is known to an ulp of itself only, and that is an error of |ln p| ulp in p. The digits of numbers below
2.3e-308, of which float64 itself has fewer, are not kept.
"""

from dataclasses import dataclass, field
from typing import NoReturn, Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _softmax
from numeric._exact import Array, two_sum
from numeric._semidefinite import Semidefinite, definite
from numeric._special import log_ratio, logistic, logit, times_exp
from numeric.manifolds._arguments import finite, vectors
from numeric.manifolds.euclidean import Euclidean


@runtime_checkable
class Link(Protocol):
    """A link function f on R^n or a part of it. Arrays have shape (..., n); leading axes broadcast.

    ValueError for a wrong shape, NaN or infinity, outside the domain of f or its inverse, and for results that
    over- or underflow there.
    """

    def domain(self, name: str, p: Array) -> Array:
        """P itself, which is in the domain of f; the ValueError for another calls it by the name."""
        ...

    def forward(self, p: npt.ArrayLike) -> Array:
        """f(p)."""
        ...

    def inverse(self, w: npt.ArrayLike) -> Array:
        """The p with f(p) = w."""
        ...

    def push_forward(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """f_* v = Df(p) v, the image at f(p) of the tangent vector v at p."""
        ...

    def pull_back(self, p: npt.ArrayLike, u: npt.ArrayLike) -> Array:
        """The v with f_* v = u, Df(p)**-1 u."""
        ...

    def push_forward_partials(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """Df(p)**-T g: the partial derivatives at f(p) of L o f**-1, where L has g at p."""
        ...

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """f(q) - f(p), without the cancellation."""
        ...

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """f**-1(f(p) + d), without the rounding of f(p)."""
        ...


def check_link(link: object) -> None:
    """ValueError unless it is a link function."""
    _check.has_methods("link", link, (Link,), "a link function, such as Log()")


@dataclass(frozen=True)
class Identity:
    """f(p) = p on R^n: gradient descent (geometric_view, Example 6)."""

    def domain(self, name: str, p: Array) -> Array:
        """`p`, any vector."""
        return _check.vector(name, p)

    def forward(self, p: npt.ArrayLike) -> Array:
        """p."""
        return _check.vector("p", p)

    def inverse(self, w: npt.ArrayLike) -> Array:
        """w."""
        return _check.vector("w", w)

    def push_forward(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """v."""
        return np.broadcast_arrays(*vectors(p=p, v=v))[1].copy()

    def pull_back(self, p: npt.ArrayLike, u: npt.ArrayLike) -> Array:
        """u."""
        return np.broadcast_arrays(*vectors(p=p, u=u))[1].copy()

    def push_forward_partials(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """g."""
        return np.broadcast_arrays(*vectors(p=p, g=g))[1].copy()

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """q - p."""
        return Euclidean().log(p, q)

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """p + d."""
        x, u = vectors(p=p, d=d)
        return Euclidean().exp(x, u)


class _Entrywise:
    """A link function entry by entry, with Df diagonal."""

    def push_forward(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """v_i f'(p_i)."""
        x, u = self._inside("p", p, v=v)
        with np.errstate(over="ignore"):
            return finite("f_* v", u / self._inverse_slope(x))

    def pull_back(self, p: npt.ArrayLike, u: npt.ArrayLike) -> Array:
        """u_i / f'(p_i)."""
        x, w = self._inside("p", p, u=u)
        with np.errstate(over="ignore"):
            return finite("the vector pulled back", w * self._inverse_slope(x))

    def push_forward_partials(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """g_i / f'(p_i)."""
        x, h = self._inside("p", p, g=g)
        with np.errstate(over="ignore"):
            return finite("Df**-T g", h * self._inverse_slope(x))

    def _inside(self, name: str, p: npt.ArrayLike, **others: npt.ArrayLike) -> list[Array]:
        arrays = vectors(**{name: p}, **others)
        self.domain(name, arrays[0])
        return arrays

    def domain(self, name: str, p: Array) -> Array:
        """`p` itself, which is in the domain of f."""
        raise NotImplementedError

    def _inverse_slope(self, p: Array) -> Array:
        raise NotImplementedError


@dataclass(frozen=True)
class Log(_Entrywise):
    """f(p) = ln p, p_i > 0: the natural exponentiated gradient (geometric_view, Example 7)."""

    def forward(self, p: npt.ArrayLike) -> Array:
        """Ln p."""
        return np.log(self.domain("p", _check.vector("p", p)))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """e**w, for w from -745 to 709."""
        x = _check.vector("w", w)
        _check.within("w", x, lambda t: (t >= -745.0) & (t <= 709.0), "must be from -745 to 709, or e**w is no float")
        return np.exp(x)

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """ln(q/p), to 3 ulp."""
        x, y = self._inside("p", p, q=q)
        self.domain("q", y)
        return log_ratio(x, y)

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """p e**d, to 3 ulp."""
        x, u = self._inside("p", p, d=d)
        return _check.representable_positive("p e**d", times_exp(x, u), "shorten the step")

    def domain(self, name: str, p: Array) -> Array:
        """`p`, whose entries are > 0."""
        return _check.within(name, p, lambda t: t > 0.0, "must be > 0")

    def _inverse_slope(self, p: Array) -> Array:
        return p


@dataclass(frozen=True)
class Logit(_Entrywise):
    """f(p) = ln(p/(1 - p)), 0 < p_i < 1; its inverse is the logistic function."""

    def forward(self, p: npt.ArrayLike) -> Array:
        """ln(p/(1 - p)), to 3 ulp."""
        return logit(self.domain("p", _check.vector("p", p)))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """1/(1 + e**-w), for w from -745 to 36."""
        return self.domain("the logistic function of w", logistic(_check.vector("w", w)))

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """ln(q/p) - ln((1 - q)/(1 - p)): both of one sign, to 4 ulp."""
        x, y = self._inside("p", p, q=q)
        self.domain("q", y)
        # Close points: 1 - q and 1 - p are rounded, q - p is not.
        close = np.abs(y - x) <= 0.5 * (1.0 - x)
        other = np.where(close, -np.log1p(np.where(close, (x - y) / (1.0 - x), 0.0)), log_ratio(1.0 - y, 1.0 - x))
        return log_ratio(x, y) + other

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """p e**d/(1 - p + p e**d), to 4 ulp."""
        x, u = self._inside("p", p, d=d)
        e = np.exp(-np.abs(u))
        up, down = np.where(u >= 0.0, x, x * e), np.where(u >= 0.0, (1.0 - x) * e, 1.0 - x)
        return self.domain("f**-1(f(p) + d)", up / (up + down))

    def domain(self, name: str, p: Array) -> Array:
        """`p`, whose entries are > 0 and < 1."""
        return _check.within(name, p, lambda t: (t > 0.0) & (t < 1.0), "must be > 0 and < 1")

    def _inverse_slope(self, p: Array) -> Array:
        return p * (1.0 - p)


@dataclass(frozen=True)
class Artanh(_Entrywise):
    """f(p) = artanh p, -1 < p_i < 1; its inverse is tanh."""

    def forward(self, p: npt.ArrayLike) -> Array:
        """Artanh p."""
        return np.arctanh(self.domain("p", _check.vector("p", p)))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """Tanh w, for |w| < 19."""
        return self.domain("tanh w", np.tanh(_check.vector("w", w)))

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """artanh((q - p)/(1 - p q)), where that quotient t is > 1/2 by (1 + t)/(1 - t) from 1 + p, 1 - p, ..."""
        x, y = self._inside("p", p, q=q)
        self.domain("q", y)
        # 1 - p q = (1 - p)(1 + p) + p (p - q), which does not cancel for close points.
        t = (y - x) / ((1.0 - x) * (1.0 + x) + x * (x - y))
        far = 0.5 * (log_ratio(1.0 + x, 1.0 + y) + log_ratio(1.0 - y, 1.0 - x))
        near = np.abs(t) <= 0.5
        return np.where(near, np.arctanh(np.where(near, t, 0.0)), far)

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """(p + tanh d)/(1 + p tanh d), for |d| > 1/2 from the distances 1 - p and 1 + p to the ends."""
        x, u = self._inside("p", p, d=d)
        t = np.tanh(np.clip(u, -0.5, 0.5))
        e, side = np.square(np.exp(-np.abs(u))), np.where(u < 0.0, -1.0, 1.0)
        a, b = 1.0 + side * x, (1.0 - side * x) * e
        q = np.where(np.abs(u) > 0.5, side * (a - b) / (a + b), (x + t) / (1.0 + x * t))
        return self.domain("f**-1(f(p) + d)", q)

    def domain(self, name: str, p: Array) -> Array:
        """`p`, whose entries are > -1 and < 1."""
        return _check.within(name, p, lambda t: np.abs(t) < 1.0, "must be > -1 and < 1")

    def _inverse_slope(self, p: Array) -> Array:
        return (1.0 - p) * (1.0 + p)


@dataclass(frozen=True)
class Sqrt(_Entrywise):
    """f(p) = 2 sqrt(p), p_i > 0: the simplex onto the positive orthant of Sphere(2.0) (geometric_view, Example 3)."""

    def forward(self, p: npt.ArrayLike) -> Array:
        """2 sqrt(p)."""
        return 2.0 * np.sqrt(self.domain("p", _check.vector("p", p)))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """w**2/4, for w_i > 0."""
        x = _check.within("w", _check.vector("w", w), lambda t: t > 0.0, "must be > 0")
        with np.errstate(over="ignore"):
            q = np.square(0.5 * x)
        return _check.representable_positive("w**2/4", q, "w must be of another size")

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """2 (q - p)/(sqrt(q) + sqrt(p)), to 2 ulp."""
        x, y = self._inside("p", p, q=q)
        self.domain("q", y)
        return np.asarray(2.0 * ((y - x) / (np.sqrt(y) + np.sqrt(x))))

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """(sqrt(p) + d/2)**2, where that root is > 0."""
        x, u = self._inside("p", p, d=d)
        return self.inverse(2.0 * np.sqrt(x) + u)

    def domain(self, name: str, p: Array) -> Array:
        """`p`, whose entries are > 0."""
        return _check.within(name, p, lambda t: t > 0.0, "must be > 0")

    def _inverse_slope(self, p: Array) -> Array:
        return np.sqrt(p)


@dataclass(frozen=True, eq=False)
class Linear:
    """f(p) = A p on R^n with A symmetric positive definite (n, n).

    Its inverse is right to a few ulp of the longest part while the condition number of A, after its diagonal is scaled
    to 1, is below about 1e13; from 1e15 on it raises ValueError.
    """

    A: Array
    _solver: Semidefinite = field(init=False, repr=False)

    def __post_init__(self) -> None:
        solver = definite("A", self.A)
        object.__setattr__(self, "A", solver.A)
        object.__setattr__(self, "_solver", solver)

    def domain(self, name: str, p: Array) -> Array:
        """`p`, of shape (..., n)."""
        if p.shape[-1] != len(self.A):
            raise ValueError(f"{name} has shape {p.shape}; it must be (..., {len(self.A)})")
        return p

    def forward(self, p: npt.ArrayLike) -> Array:
        """A p."""
        x = self.domain("p", _check.vector("p", p))
        with np.errstate(over="ignore"):
            return finite("A p", np.asarray(_exact.dot(self.A, x[..., None, :])))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """A**-1 w."""
        x = self.domain("w", _check.vector("w", w))
        z, low = self._solver.solve(x, np.zeros_like(x))
        return finite("A**-1 w", z + low)

    def push_forward(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """A v."""
        return self.forward(self._broadcast(p=p, v=v))

    def pull_back(self, p: npt.ArrayLike, u: npt.ArrayLike) -> Array:
        """A**-1 u."""
        return self.inverse(self._broadcast(p=p, u=u))

    def push_forward_partials(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """A**-1 g."""
        return self.inverse(self._broadcast(p=p, g=g))

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """A (q - p), to an ulp unless it cancels by more than 1e16."""
        x, y = vectors(p=p, q=q)
        A = np.concatenate([self.A, self.A], axis=-1)
        with np.errstate(over="ignore", invalid="ignore"):
            high, low = two_sum(y, -self.domain("p", x))
            gap = _exact.dot(A, np.concatenate([high, low], axis=-1)[..., None, :])
        return finite("A (q - p)", np.asarray(gap))

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """p + A**-1 d."""
        x, u = vectors(p=p, d=d)
        with np.errstate(over="ignore"):
            return finite("p + A**-1 d", self.domain("p", x) + self.inverse(u))

    def _broadcast(self, **both: npt.ArrayLike) -> Array:
        """The second, in the shape of both."""
        x, y = vectors(**both)
        self.domain("p", x)
        return np.broadcast_arrays(x, y)[1]


@dataclass(frozen=True)
class SimplexLog:
    """f(p) = ln p on the open simplex, with softmax for its inverse: EG (spheres, section 1).

    f maps onto a surface of R^n, and softmax is not one-to-one: Df has no inverse, so what needs it raises ValueError.
    """

    def domain(self, name: str, p: Array) -> Array:
        """`p`, whose entries are > 0 and sum to 1 within 1e-10."""
        _check.within(name, p, lambda t: t > 0.0, "must be > 0")
        s = np.asarray(_exact.total(p))
        _check.is_one(f"the sum of {name}", s)
        return p

    def forward(self, p: npt.ArrayLike) -> Array:
        """Ln p."""
        return np.log(self.domain("p", _check.vector("p", p)))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """The softmax of w."""
        return _softmax.softmax(_check.vector("w", w))

    def push_forward(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """v_i/p_i."""
        x, u = vectors(p=p, v=v)
        with np.errstate(over="ignore"):
            return finite("f_* v", u / self.domain("p", x))

    def pull_back(self, p: npt.ArrayLike, u: npt.ArrayLike) -> NoReturn:
        """Always ValueError."""
        raise _no_inverse_derivative()

    def push_forward_partials(self, p: npt.ArrayLike, g: npt.ArrayLike) -> NoReturn:
        """Always ValueError."""
        raise _no_inverse_derivative()

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """ln(q/p), to 3 ulp."""
        x, y = vectors(p=p, q=q)
        return log_ratio(self.domain("p", x), self.domain("q", y))

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """p_i e**d_i / sum_j p_j e**d_j, each to 4 ulp."""
        x, u = vectors(p=p, d=d)
        return _softmax.tilted(self.domain("p", x), u)


def _no_inverse_derivative() -> ValueError:
    return ValueError("link is SimplexLog(); it must have an invertible derivative for the reparametrised update")
