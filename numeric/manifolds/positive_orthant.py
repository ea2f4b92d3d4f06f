"""The positive orthant with the metric of the logarithm, isometric to R^n by f(p) = ln p (geometric_view, Example 7).

What f(p) would round away is kept: ln p is known to an ulp of itself only, which is |ln p| ulp of p, so the methods
take logarithms of quotients.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array, two_product
from numeric._special import log_ratio, times_exp
from numeric.manifolds._arguments import count, finite, vectors


@dataclass(frozen=True)
class PositiveOrthant:
    """{p in R^n : p_i > 0}, n >= 1, with <u, v>_p = sum u_i v_i / p_i**2: flat and complete.

    Points and vectors have shape (..., n); leading axes broadcast. Full accuracy from 2.3e-308 to 1.8e308. ValueError
    for a wrong shape, NaN or infinity, for a point with a coordinate <= 0, and where a result is no positive float,
    or no float at all.
    """

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """p exp(v/p), shape (..., n); error: below 5 ulp a coordinate, for v/p of any size.

        v/p is kept in doubled precision, since its rounding alone is |v/p| ulp of the result.
        """
        x, u = self._point("p", p, v=v)
        (m, i), (w, j) = np.frexp(x), np.frexp(u)
        t = w / m
        h, e = two_product(t, m)
        with np.errstate(over="ignore", under="ignore", invalid="ignore"):
            t, low = (np.ldexp(a, j - i) for a in (t, ((w - h) - e) / m))
            q = times_exp(x, t) * (1.0 + np.where(np.abs(t) < 1500.0, low, 0.0))
        return self._reached("exp(p, v)", q)

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """p ln(q/p), shape (..., n); error: below 4 ulp a coordinate."""
        x, y = self._point("p", p, q=q)
        self._point("q", q)
        with np.errstate(over="ignore"):
            return finite("log(p, q)", x * log_ratio(x, y))

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """|ln(q/p)|, shape (...); error: below 5 ulp."""
        x, y = self._point("p", p, q=q)
        self._point("q", q)
        return _exact.norm(log_ratio(x, y))

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """Sum u_i v_i / p_i**2, shape (...); error: a few ulp of norm(u) norm(v)."""
        x, a, b = self._point("p", p, u=u, v=v)
        (a, i), (b, j) = _quotients(a, x), _quotients(b, x)
        with np.errstate(over="ignore"):
            product = np.ldexp(_exact.dot(a, b), i + j)
        return finite("the inner product of u and v", np.asarray(product))[()]

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """|v/p|, shape (...); error: below 2 ulp."""
        x, u = self._point("p", p, v=v)
        a, e = _quotients(u, x)
        with np.errstate(over="ignore"):
            return finite("the norm of v", np.asarray(np.ldexp(_exact.norm(a), e)))[()]

    def projx(self, x: npt.ArrayLike) -> Array:
        """x itself; the orthant is open, so outside it no point is nearest: ValueError for a coordinate <= 0."""
        return self._point("x", x)[0]

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """x itself, broadcast to the shape (..., n) of both."""
        a, b = self._point("p", p, x=x)
        return np.broadcast_arrays(a, b)[1].copy()

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """p**2 g, shape (..., n); error: an ulp a coordinate."""
        x, h = self._point("p", p, g=g)
        with np.errstate(over="ignore"):
            return finite("p**2 g", x * (x * h))

    def transport(self, p: npt.ArrayLike, q: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """v q/p, shape (..., n); error: an ulp a coordinate."""
        x, y, u = self._point("p", p, q=q, v=v)
        self._point("q", q)
        (m, i), (w, j), (t, k) = np.frexp(x), np.frexp(y), np.frexp(u)
        with np.errstate(over="ignore"):
            return finite("transport(p, q, v)", np.ldexp(t * w / m, j + k - i))

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """A log-normal point, exp of a standard normal one, shape (n,), n >= 1."""
        return np.exp(rng.standard_normal(count(n, 1)))

    def _point(self, name: str, value: npt.ArrayLike, **others: npt.ArrayLike) -> list[Array]:
        arrays = vectors(**{name: value}, **others)
        _check.within(name, arrays[0], lambda t: t > 0.0, "must be > 0")
        return arrays

    def _reached(self, name: str, q: Array) -> Array:
        return _check.representable_positive(name, q, "shorten v")


def _quotients(u: Array, p: Array) -> tuple[Array, npt.NDArray[np.int32]]:
    """u/p over 2**e, the largest between 1/2 and 2, and e, shape (...): no quotient over- or underflows that counts."""
    (m, i), (w, j) = np.frexp(p), np.frexp(u)
    exponents = np.where(w == 0.0, -5000, j - i)
    e = np.max(exponents, axis=-1)
    return np.ldexp(w / m, exponents - e[..., None]), e
