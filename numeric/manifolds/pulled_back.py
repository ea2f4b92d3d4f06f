"""A manifold pulled back through a link function (geometric_view, section 6).

A link function f maps M one-to-one onto N, or onto an open part of it, and M gets the pullback metric
g(u, v) = <f_* u, f_* v>, the preferential structure with the matrix Df^T Df for N = R^n (Proposition 10). Then f is an
isometry: it takes geodesics to geodesics, distances to distances and gradients to gradients, so every method is that
of N between f and its inverse. With N = R^n, the explicit geodesic update on it is the update through the link
function (eq. 5), `numeric.learners.link_function.reparametrised_update`.
"""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array
from numeric.manifolds._arguments import finite, vectors
from numeric.manifolds.base import Manifold
from numeric.manifolds.euclidean import Euclidean
from numeric.manifolds.positive_orthant import log_ratio


class Link(Protocol):
    """A link function f on R^n or a part of it. Arrays have shape (..., n); leading axes broadcast.

    ValueError for a wrong shape, NaN or infinity, outside the domain of f or its inverse, and for results that
    over- or underflow there.
    """

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


@dataclass(frozen=True)
class PulledBack:
    """M with the metric that makes the link function an isometry of it onto `manifold`, or onto a part of that.

    link: f. manifold: N, R^n unless given. Points and vectors have the shapes that f takes; ValueError where f, its
    inverse or N raise one, in the names of N at f(p).

    Onto R^n the differences f(q) - f(p) are taken whole: dist and log have a few ulp, and exp has a few and |f_* v|
    times the condition number |1/(w Df(w))| of the inverse at its end w. Onto another N, f(p) is rounded first, an ulp
    of |f(p)| in every distance: for the simplex and the positive orthant, `Simplex` and `PositiveOrthant` have less.
    """

    link: Link
    manifold: Manifold = field(default_factory=Euclidean)

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """f**-1(Exp_f(p)(f_* v)), shape (..., n); v = 0 gives back p."""
        x, u = vectors(p=p, v=v)
        pushed = self.link.push_forward(x, u)
        if isinstance(self.manifold, Euclidean):
            return self.link.moved(x, pushed)
        end = self.link.inverse(self.manifold.exp(self.link.forward(x), pushed))
        return np.where(np.any(u != 0.0, axis=-1)[..., None], end, x)

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """(f_*)**-1 Log_f(p)(f(q)), shape (..., n)."""
        x, y = vectors(p=p, q=q)
        if isinstance(self.manifold, Euclidean):
            return self.link.pull_back(x, self.link.difference(x, y))
        return self.link.pull_back(x, self.manifold.log(self.link.forward(x), self.link.forward(y)))

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """dist(f(p), f(q)), shape (...)."""
        x, y = vectors(p=p, q=q)
        if isinstance(self.manifold, Euclidean):
            return _exact.norm(self.link.difference(x, y))
        return self.manifold.dist(self.link.forward(x), self.link.forward(y))

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """<f_* u, f_* v>, shape (...)."""
        f = self.link
        return self.manifold.inner(f.forward(p), f.push_forward(p, u), f.push_forward(p, v))

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """|f_* v|, shape (...)."""
        return self.manifold.norm(self.link.forward(p), self.link.push_forward(p, v))

    def projx(self, x: npt.ArrayLike) -> Array:
        """f**-1 of what stands for f(x) in N, shape (..., n); x itself for N = R^n."""
        w = self.link.forward(x)
        if isinstance(self.manifold, Euclidean):
            return _check.vector("x", x)
        return self.link.inverse(self.manifold.projx(w))

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """(f_*)**-1 of the tangent part of f_* x, shape (..., n); x itself for N = R^n."""
        a, b = vectors(p=p, x=x)
        if isinstance(self.manifold, Euclidean):
            self.link.forward(a)
            return np.broadcast_arrays(a, b)[1].copy()
        part = self.manifold.proju(self.link.forward(a), self.link.push_forward(a, b))
        return self.link.pull_back(a, part)

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """(f_*)**-1 grad(L o f**-1), shape (..., n); Df**-1 Df**-T g for N = R^n (Proposition 10)."""
        f = self.link
        return f.pull_back(p, self.manifold.egrad2rgrad(f.forward(p), f.push_forward_partials(p, g)))

    def transport(self, p: npt.ArrayLike, q: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """(f_*)**-1 at q of the transport of f_* v, shape (..., n)."""
        f = self.link
        return f.pull_back(q, self.manifold.transport(f.forward(p), f.forward(q), f.push_forward(p, v)))

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """f**-1 of a random point of N, drawn again while it is outside the image of f, shape (n,).

        ValueError after 1000 draws: the positive orthant of the sphere has 2**-n of it.
        """
        for _ in range(1000):
            w = self.manifold.random_point(rng, n)
            try:
                return self.link.inverse(w)
            except ValueError:
                continue
        raise ValueError(f"n is {n!r}; the image of {self.link!r} must have more of the manifold: 1000 draws missed it")


@dataclass(frozen=True)
class Identity:
    """f(p) = p on R^n: gradient descent (geometric_view, Example 6)."""

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
        self._domain(name, arrays[0])
        return arrays

    def _domain(self, name: str, p: Array) -> Array:
        raise NotImplementedError

    def _inverse_slope(self, p: Array) -> Array:
        raise NotImplementedError


@dataclass(frozen=True)
class Log(_Entrywise):
    """f(p) = ln p, p_i > 0: the natural exponentiated gradient (geometric_view, Example 7)."""

    def forward(self, p: npt.ArrayLike) -> Array:
        """Ln p."""
        return np.log(self._domain("p", _check.vector("p", p)))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """e**w, for w from -745 to 709."""
        x = _check.vector("w", w)
        _check.within("w", x, lambda t: (t >= -745.0) & (t <= 709.0), "must be from -745 to 709, or e**w is no float")
        return np.exp(x)

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """ln(q/p), to 3 ulp."""
        x, y = self._inside("p", p, q=q)
        self._domain("q", y)
        return log_ratio(x, y)

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """p e**d, to 3 ulp."""
        x, u = self._inside("p", p, d=d)
        half = np.exp(np.clip(0.5 * u, -750.0, 709.0))  # e**d is no float in cases where p e**d is one
        with np.errstate(over="ignore", under="ignore"):
            q = x * half * half
        return _check.within("p e**d", q, lambda t: (t > 0.0) & np.isfinite(t), "must be > 0 and finite: shorten v")

    def _domain(self, name: str, p: Array) -> Array:
        return _check.within(name, p, lambda t: t > 0.0, "must be > 0")

    def _inverse_slope(self, p: Array) -> Array:
        return p


@dataclass(frozen=True)
class Logit(_Entrywise):
    """f(p) = ln(p/(1 - p)), 0 < p_i < 1; its inverse is the logistic function."""

    def forward(self, p: npt.ArrayLike) -> Array:
        """ln(p/(1 - p)), to 3 ulp."""
        x = self._domain("p", _check.vector("p", p))
        middle = np.abs(x - 0.5) <= 0.25
        near = np.log1p(np.where(middle, (2.0 * x - 1.0) / (1.0 - x), 0.0))
        return np.where(middle, near, np.log(x) - np.log1p(-x))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """1/(1 + e**-w), for w from -745 to 36."""
        x = _check.vector("w", w)
        e = np.exp(-np.abs(x))
        return self._domain("the logistic function of w", np.where(x >= 0.0, 1.0, e) / (1.0 + e))

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """ln(q/p) - ln((1 - q)/(1 - p)): both of one sign, to 4 ulp."""
        x, y = self._inside("p", p, q=q)
        self._domain("q", y)
        # Close points: 1 - q and 1 - p are rounded, q - p is not.
        close = np.abs(y - x) <= 0.5 * (1.0 - x)
        other = np.where(close, -np.log1p(np.where(close, (x - y) / (1.0 - x), 0.0)), log_ratio(1.0 - y, 1.0 - x))
        return log_ratio(x, y) + other

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """p e**d/(1 - p + p e**d), to 4 ulp."""
        x, u = self._inside("p", p, d=d)
        e = np.exp(-np.abs(u))
        up, down = np.where(u >= 0.0, x, x * e), np.where(u >= 0.0, (1.0 - x) * e, 1.0 - x)
        return self._domain("exp(p, v)", up / (up + down))

    def _domain(self, name: str, p: Array) -> Array:
        return _check.within(name, p, lambda t: (t > 0.0) & (t < 1.0), "must be > 0 and < 1")

    def _inverse_slope(self, p: Array) -> Array:
        return p * (1.0 - p)


@dataclass(frozen=True)
class Artanh(_Entrywise):
    """f(p) = artanh p, -1 < p_i < 1; its inverse is tanh."""

    def forward(self, p: npt.ArrayLike) -> Array:
        """Artanh p."""
        return np.arctanh(self._domain("p", _check.vector("p", p)))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """Tanh w, for |w| < 19."""
        return self._domain("tanh w", np.tanh(_check.vector("w", w)))

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """artanh((q - p)/(1 - p q)), where that quotient t is > 1/2 by (1 + t)/(1 - t) from 1 + p, 1 - p, ..."""
        x, y = self._inside("p", p, q=q)
        self._domain("q", y)
        # 1 - p q = (1 - p)(1 + p) + p (p - q), which does not cancel for close points.
        t = (y - x) / ((1.0 - x) * (1.0 + x) + x * (x - y))
        far = 0.5 * (log_ratio(1.0 + x, 1.0 + y) + log_ratio(1.0 - y, 1.0 - x))
        near = np.abs(t) <= 0.5
        return np.where(near, np.arctanh(np.where(near, t, 0.0)), far)

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """(p + tanh d)/(1 + p tanh d), for |d| > 1/2 from the distances 1 - p and 1 + p to the ends."""
        x, u = self._inside("p", p, d=d)
        t = np.tanh(np.clip(u, -0.5, 0.5))
        e, side = np.exp(-2.0 * np.abs(u)), np.where(u < 0.0, -1.0, 1.0)
        a, b = 1.0 + side * x, (1.0 - side * x) * e
        q = np.where(np.abs(u) > 0.5, side * (a - b) / (a + b), (x + t) / (1.0 + x * t))
        return self._domain("exp(p, v)", q)

    def _domain(self, name: str, p: Array) -> Array:
        return _check.within(name, p, lambda t: np.abs(t) < 1.0, "must be > -1 and < 1")

    def _inverse_slope(self, p: Array) -> Array:
        return (1.0 - p) * (1.0 + p)


@dataclass(frozen=True)
class Sqrt(_Entrywise):
    """f(p) = 2 sqrt(p), p_i > 0: the simplex onto the positive orthant of Sphere(2.0) (geometric_view, Example 3)."""

    def forward(self, p: npt.ArrayLike) -> Array:
        """2 sqrt(p)."""
        return 2.0 * np.sqrt(self._domain("p", _check.vector("p", p)))

    def inverse(self, w: npt.ArrayLike) -> Array:
        """w**2/4, for w_i > 0."""
        x = _check.within("w", _check.vector("w", w), lambda t: t > 0.0, "must be > 0")
        with np.errstate(over="ignore"):
            q = np.square(0.5 * x)
        return _check.within("w**2/4", q, lambda t: (t > 0.0) & np.isfinite(t), "must be > 0 and finite")

    def difference(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """2 (q - p)/(sqrt(q) + sqrt(p)), to 2 ulp."""
        x, y = self._inside("p", p, q=q)
        self._domain("q", y)
        return np.asarray(2.0 * ((y - x) / (np.sqrt(y) + np.sqrt(x))))

    def moved(self, p: npt.ArrayLike, d: npt.ArrayLike) -> Array:
        """(sqrt(p) + d/2)**2, where that root is > 0."""
        x, u = self._inside("p", p, d=d)
        return self.inverse(2.0 * np.sqrt(x) + u)

    def _domain(self, name: str, p: Array) -> Array:
        return _check.within(name, p, lambda t: t > 0.0, "must be > 0")

    def _inverse_slope(self, p: Array) -> Array:
        return np.sqrt(p)
