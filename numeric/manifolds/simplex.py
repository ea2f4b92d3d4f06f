"""The open probability simplex with the Fisher metric (geometric_view, Example 3).

The scale is that of the isometry f(p) = 2 sqrt(p) onto the positive orthant of the sphere of radius 2, so
<u, v>_p = sum u_i v_i / p_i, the Fisher information of the multinomial. A point p with a sum within 1e-10
of 1 stands for p / sum(p). The simplex is not complete: a geodesic reaches the boundary in finite time, and
what lies beyond is undefined (the paper's update squares it back); `exp` raises ValueError there.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _pairs
from numeric._exact import Array
from numeric.manifolds._arguments import count, finite
from numeric.manifolds.sphere import Sphere, parallel

_SPHERE = Sphere(2.0)


@dataclass(frozen=True)
class Simplex:
    """The open simplex {p in R^n : p_i > 0, sum p_i = 1}, n >= 2, with the Fisher metric at f(p) = 2 sqrt(p).

    Points and vectors have shape (..., n); leading axes broadcast. Full accuracy down to coordinates of
    2.3e-308 (below, float64 itself loses digits). Every method raises ValueError for a wrong shape, NaN or
    infinity, for a p with a coordinate <= 0 or a sum off 1 by more than 1e-10, and for a v with
    |sum v| > 1e-10 max(norm of v, 1).
    """

    def isometry(self, p: npt.ArrayLike) -> Array:
        """f(p) = 2 sqrt(p), on the sphere of radius 2, shape (..., n)."""
        return 2.0 * np.sqrt(self._point("p", p))

    def inverse_isometry(self, w: npt.ArrayLike) -> Array:
        """w_i**2 / |w|**2, the p with f(p) = w, shape (..., n).

        ValueError for a w off the radius-2 sphere by more than 2e-10 or with a coordinate <= 0, or one so
        small (below 2e-162) that its p_i would be 0.
        """
        x = _check.vector("w", w, least=2)
        length = np.asarray(_exact.norm(x))
        good = np.abs(length - 2.0) <= 2.0 * _check.TOLERANCE
        _check.holds("the length of w", length, good, "must be within 2e-10 of 2")
        _check.within("w", x, lambda t: t > 0.0, "must be > 0")
        y = x / length[..., None]
        return _check.within("w**2/4", y * y, lambda t: t > 0.0, "must not underflow")

    def push_forward(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """v_i / sqrt(p_i): the image of v on the sphere, tangent at f(p), shape (..., n)."""
        x = self._point("p", p)
        return self._pushed(x, self._tangent("v", x, v))

    def push_forward_gradient(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """sqrt(p_i) (g_i - sum_j p_j g_j): the gradient carried to the sphere, shape (..., n) (Example 3).

        g: the partial derivatives of the loss at p.
        """
        x, h, e = self._centred(p, g)
        return np.asarray(np.ldexp(np.sqrt(x) * h, e))

    def gradient_norm(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """The length of the gradient, sqrt(sum_i p_i (g_i - sum_j p_j g_j)**2), shape (...) (Example 3).

        The paper's difference sum p g**2 - (sum p g)**2 is the same number but cancels.
        """
        return _exact.norm(self.push_forward_gradient(p, g))

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """p_i (g_i - sum_j p_j g_j): the gradient in the simplex, shape (..., n) (Example 3)."""
        x, h, e = self._centred(p, g)
        return np.asarray(np.ldexp(x * h, e))

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """Sum u_i v_i / p_i, shape (...)."""
        x = self._point("p", p)
        a, b = self._tangent("u", x, u), self._tangent("v", x, v)
        _check.same_length(p=x, u=a, v=b)
        with np.errstate(over="ignore"):
            product = np.asarray(_exact.dot(self._pushed(x, a), self._pushed(x, b)))
        return finite("the inner product of u and v", product)[()]

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """sqrt(sum v_i**2 / p_i), shape (...)."""
        with np.errstate(over="ignore"):
            return finite("the norm of v", np.asarray(_exact.norm(self.push_forward(p, v))))[()]

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """The tangent part x - p sum(x), orthogonal in the metric at p, shape (..., n)."""
        a = self._point("p", p)
        b = _check.vector("x", x, least=2)
        _check.same_length(p=a, x=b)
        a, b = np.broadcast_arrays(a, b)
        b, e = _moderate(b, 900)
        for _ in range(2):
            hi, lo = _exact.two_product(a, np.asarray(_exact.total(b))[..., None])
            b = (b - hi) - lo
        with np.errstate(over="ignore"):
            return finite("proju(p, x)", np.ldexp(b, e))

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """2 arccos sum sqrt(p_i q_i), from 0 to pi, shape (...); zero coordinates are allowed here.

        From the chord sqrt(q) - sqrt(p) written as (q - p)/(sqrt(p) + sqrt(q)), so close points keep
        their digits; lengths are divided out as on the sphere.
        """
        x, y, t = self._arc(self._closed("p", p), self._closed("q", q))
        return np.asarray(2.0 * np.arctan2(_exact.norm(t), _exact.dot(x, y) / _exact.norm(x)))[()]

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The end of the geodesic from p with velocity v, shape (..., n): through f on the sphere (eq. 11).

        v = 0 gives back p / sum(p). ValueError when the geodesic has left the open simplex by then.
        """
        x = self._point("p", p)
        u = self._tangent("v", x, v)
        pushed = self._pushed(x, u)
        with np.errstate(over="ignore"):
            length = np.asarray(_exact.norm(pushed))
        _check.holds("the norm of v", length, length < 2.0 * np.pi, "must be < 2 pi: the geodesic left the simplex")
        w = _SPHERE.exp(2.0 * np.sqrt(x), pushed)
        _check.holds("2 sqrt(exp(p, v))", w, w > 0.0, "must be > 0: the geodesic left the simplex, shorten v")
        return np.where(np.any(u != 0.0, axis=-1)[..., None], self.inverse_isometry(w), x)

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """The velocity at p of the geodesic from p to q, shape (..., n); q may have zero coordinates.

        v_i = c sqrt(p_i) (sqrt(q_i) - cos(a) sqrt(p_i)) with c = 2 a/sin(a), 2 a = dist(p, q). Error, coordinate by
        coordinate: below 8 ulp of the terms c sqrt(p_i) (sqrt(q_i) + cos(a) sqrt(p_i)) where cos(a) <= 1/2, and of
        c sqrt(p_i) (|sqrt(q_i) - sqrt(p_i)| + a**2 sqrt(p_i)) otherwise, which is less for close points; and besides
        1e-31 p_i |sum(q) - sum(p)|, what is not kept of the sums.
        """
        x, y, t = self._arc(self._open("p", p), self._closed("q", q))
        s, size = np.asarray(_exact.norm(t)), np.asarray(_exact.norm(x))
        angle = np.arctan2(s, _exact.dot(x, y) / size)
        stretch = np.divide(2.0 * angle, s * size, out=np.zeros_like(s), where=s > 0.0)
        return np.asarray(x * t * stretch[..., None])

    def transport(self, p: npt.ArrayLike, q: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The vector at q parallel to v along the geodesic from p, through f on the sphere, shape (..., n).

        Error: below 8 ulp of norm(v) sqrt(q_i), coordinate by coordinate: the length of f's push-forward of it.
        """
        a, b = self._open("p", p), self._open("q", q)
        u = self._tangent("v", self._point("p", p), v)
        _check.same_length(p=a, q=b, v=u)
        a, b, u = np.broadcast_arrays(a, b, u)
        x, y, t = self._arc(a, b)
        size = np.asarray(_exact.norm(x))
        pushed = self._pushed(a, u)
        moved = parallel(x, pushed, t, np.asarray(_exact.norm(t)), np.asarray(_exact.dot(x, y)) / size)
        return np.asarray(np.sqrt(b) * moved * (size / np.asarray(_exact.norm(y)))[..., None])

    def projx(self, x: npt.ArrayLike) -> Array:
        """x / sum(x), for which 2 sqrt(p) is the point of the sphere nearest to 2 sqrt(x), shape (..., n).

        ValueError for a coordinate <= 0, and for one so small beside the others that its p_i would be 0.
        """
        a = _check.within("x", _check.vector("x", x, least=2), lambda t: t > 0.0, "must be > 0")
        a = np.ldexp(a, -_exact.binary_exponent(a)[..., None])
        p = a / np.asarray(_exact.total(a))[..., None]
        return _check.within("x/sum(x)", p, lambda t: t > 0.0, "must not underflow")

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """A point with the Dirichlet(1, ..., 1) distribution, uniform for the volume of R^n, shape (n,), n >= 2."""
        return self.projx(rng.standard_exponential(count(n, 2)))

    def _arc(self, a: Array, b: Array) -> tuple[Array, Array, Array]:
        """x = sqrt(a), y = sqrt(b), and the part of y orthogonal to x, all times 2**300, to be far from underflow.

        For points with cos >= 1/2 it is d + |d|**2/(2 |x||y|) x with the chord d = y - c x, c = |y|/|x|, from the
        exact b - c**2 a, so that a coordinate keeps its digits whatever the others and the sums are.
        """
        _check.same_length(p=a, q=b)
        a, b = (np.ldexp(t, 600) for t in np.broadcast_arrays(a, b))
        x, y = np.sqrt(a), np.sqrt(b)
        sum_a, sum_b = _exact.total_pair(a), _exact.total_pair(b)
        r, rest = _pairs.over(_exact.total_pair(b - a), sum_a)
        hi, lo = _exact.two_product(a, r[..., None])
        ratio = np.sqrt(sum_b[0] / sum_a[0])
        below = y + x * ratio[..., None]
        difference = ((b - a) - hi) - (lo + a * rest[..., None])
        chord = np.divide(difference, below, out=np.zeros_like(x), where=below > 0.0)
        c = np.asarray(_exact.dot(x, y)) / sum_a[0]
        k = 0.5 * np.square(_exact.norm(chord)) / (ratio * sum_a[0])
        return x, y, np.where(c[..., None] > 0.5, chord + k[..., None] * x, y - c[..., None] * x)

    def _pushed(self, x: Array, u: Array) -> Array:
        with np.errstate(over="ignore"):
            return finite("f_* v", u / np.sqrt(x))

    def _centred(self, p: npt.ArrayLike, g: npt.ArrayLike) -> tuple[Array, Array, npt.NDArray[np.int32]]:
        """P, g less its mean and divided by 2**e, and e."""
        x = self._point("p", p)
        h = _check.vector("g", g, least=2)
        _check.same_length(p=x, g=h)
        h, e = _moderate(np.broadcast_arrays(x, h)[1], 1020)
        sum_x = _exact.total(x)
        for _ in range(3):  # the first leaves ulps of g, the second those of the weighted mean
            h = h - np.asarray(_exact.dot(x, h) / sum_x)[..., None]
        return x, h, e

    def _closed(self, name: str, value: npt.ArrayLike) -> Array:
        x = _check.vector(name, value, least=2)
        _check.within(name, x, lambda t: t >= 0.0, "must be >= 0")
        s = np.asarray(_exact.total(x))
        _check.is_one(f"the sum of {name}", s)
        return x

    def _open(self, name: str, value: npt.ArrayLike) -> Array:
        return _check.within(name, self._closed(name, value), lambda t: t > 0.0, "must be > 0")

    def _point(self, name: str, value: npt.ArrayLike) -> Array:
        x = self._open(name, value)
        return x / np.asarray(_exact.total(x))[..., None]

    def _tangent(self, name: str, x: Array, value: npt.ArrayLike) -> Array:
        u = _check.vector(name, value, least=2)
        _check.same_length(p=x, **{name: u})
        s = np.asarray(_exact.total(u))
        with np.errstate(over="ignore"):
            room = _check.TOLERANCE * np.maximum(_exact.norm(self._pushed(x, u)), 1.0)
        _check.holds(f"the sum of {name}", s, np.abs(s) <= room, "must be 0 within 1e-10 max(norm, 1)")
        return u


def _moderate(x: Array, most: int) -> tuple[Array, npt.NDArray[np.int32]]:
    """x over 2**e, e >= 0, below 2**most, so that nothing formed of it overflows, and e, shape (..., 1)."""
    e = np.maximum(_exact.binary_exponent(x) - most, 0)[..., None]
    return np.ldexp(x, -e), e
