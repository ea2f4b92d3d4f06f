"""The sphere of any radius in R^n (spheres, sections 3.2 and 5; geometric_view, Example 2).

A float64 vector is hardly ever exactly of length R. A point p of length within 1e-10 R of R therefore stands
for R p/|p|, and a tangent vector v for its tangent part (what is removed may be 1e-10 max(|v|, R) long).
Every function is right for the exact values of the floats read that way. In particular the distance of
2 atan2(|x-y|, |x+y|) is kept free of the difference of the two lengths, which at d = 1e-12 is already worth
1e-8 of the distance.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array
from numeric.manifolds._arguments import count, finite

_LONGEST = 1e150


@dataclass(frozen=True)
class Sphere:
    """The sphere of radius R about 0 in R^n, n >= 2, with the metric of R^n.

    radius: R, from 1e-100 to 1e100. Points and vectors have shape (..., n); leading axes broadcast. Every
    method raises ValueError for a wrong shape, NaN or infinity, for a point off the sphere by more than
    1e-10 R and for a vector off the tangent space by more than 1e-10 max(|v|, R).
    """

    radius: float = 1.0

    def __post_init__(self) -> None:
        r = _check.positive("radius", self.radius)
        if not 1e-100 <= r <= 1e100:
            raise ValueError(f"radius is {r!r}; it must be from 1e-100 to 1e100")
        object.__setattr__(self, "radius", r)

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The end of the geodesic from p with velocity v, shape (..., n) (spheres, eq. 12).

        p cos(t) + v sin(t)/t with t = |v|/R; the paper's V/|V| is undefined at V = 0, where the geodesic
        stays: v = 0 gives back p, bit for bit. Otherwise the result is scaled to length R, so steps do not
        drift. Error: below 3 ulp of R, and 1e-31 |v|: t is kept in doubled precision, for long v.
        ValueError for |v| > 1e150 R.
        """
        x = self._point("p", p)
        u = self._tangent("v", x, v)
        x, u = np.broadcast_arrays(x, u)
        length = _exact.norm(x)
        with np.errstate(over="ignore", invalid="ignore"):
            r, rest = _exact.norm_pair(u, _exact.dot(x, u) / length)
            t = r / self.radius
        _check.holds("the norm of v", r, t <= _LONGEST, f"must be <= {_LONGEST * self.radius!r}")
        hi, lo = _exact.two_product(t, np.asarray(self.radius))
        low = (((r - hi) - lo) + rest) / self.radius
        cos, sin, cos_low, sin_low = np.cos(t), np.sin(t), np.cos(low), np.sin(low)
        moving = t > 0.0
        sinc = np.divide(sin * cos_low + sin_low * cos, t + low, out=np.ones_like(t), where=moving)
        c = (cos * cos_low - sin_low * sin) * (self.radius / length)
        w = x * np.asarray(c)[..., None] + _exact.reject(x, u) * sinc[..., None]
        return np.where(np.any(u != 0.0, axis=-1)[..., None], self._scaled(w), x)

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """The velocity at p of the shortest geodesic from p to q, shape (..., n) (the inverse of eq. 12).

        Its direction is that of the tangent part of q - p, or of q + p where that is the shorter, so it is
        right for close points and near antipodes. q = -p, up to length, has no unique direction: ValueError.
        """
        x, y = self._points(p, q)
        c, chord, t = self._split(x, y)
        s = self._unique(x, c, chord, t)
        length = self._arc(s, c / np.asarray(_exact.norm(x)))
        return _direction(t) * length[..., None]

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """The length of the shortest arc from p to q, from 0 to pi R, shape (...).

        R times the angle of the two rays, the 2 atan2(|x-y|, |x+y|) of the points exactly on the sphere.
        Computed as R atan2(|tangent part of q at p|, <p,q>/|p|) with that part taken from q - p or q + p.
        """
        x, y = self._points(p, q)
        c, _, t = self._split(x, y)
        return self._arc(np.asarray(_exact.norm(t)), c / np.asarray(_exact.norm(x)))[()]

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """<u, v> for u, v tangent at p, shape (...)."""
        x = self._point("p", p)
        a, b = self._tangent("u", x, u), self._tangent("v", x, v)
        _check.same_length(p=x, u=a, v=b)
        with np.errstate(over="ignore"):
            product = np.asarray(_exact.dot(np.broadcast_arrays(x, a)[1], b))
        return finite("the inner product of u and v", product)[()]

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """|v| for v tangent at p, shape (...)."""
        x = self._point("p", p)
        u = self._tangent("v", x, v)
        with np.errstate(over="ignore"):
            return finite("the norm of v", np.asarray(_exact.norm(np.broadcast_arrays(x, u)[1])))[()]

    def projx(self, x: npt.ArrayLike) -> Array:
        """R x/|x|, the nearest point of the sphere, shape (..., n); x = 0 has none: ValueError."""
        a = _check.vector("x", x, least=2)
        _check.holds("x", np.max(np.abs(a), axis=-1), np.any(a != 0.0, axis=-1), "must have a length > 0")
        return self._scaled(a)

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """The tangent part x - <p,x>/<p,p> p, shape (..., n).

        Error: a few ulp of itself, not of x, down to a length of 1e-15 |x|.
        """
        a = self._point("p", p)
        b = _check.vector("x", x, least=2)
        _check.same_length(p=a, x=b)
        with np.errstate(over="ignore"):
            return finite("proju(p, x)", _exact.reject(a, b))

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """The tangent part of g, the partial derivatives of a function: its gradient (spheres, Example 6)."""
        return self.proju(p, g)

    def transport(self, p: npt.ArrayLike, q: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """v - <q, v>/(R**2 + <p, q>) (p + q), the vector at q parallel to v along the shorter arc, shape (..., n).

        With the unit tangent e of the arc, a its angle: v - <e, v> ((1 - cos a) e + sin a p/R), which neither cancels
        nor divides by a small number near antipodes. Error: below 6 ulp of |v|. q = -p raises ValueError, as in `log`.
        """
        x, y = self._points(p, q)
        u = self._tangent("v", x, v)
        _check.same_length(p=x, q=y, v=u)
        x, y, u = np.broadcast_arrays(x, y, u)
        c, chord, t = self._split(x, y)
        s = self._unique(x, c, chord, t)
        return parallel(x, u, t, s, c / np.asarray(_exact.norm(x)))

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """A point with the uniform distribution, shape (n,), n >= 2."""
        return self.projx(rng.standard_normal(count(n, 2)))

    def _scaled(self, x: Array) -> Array:
        e = _exact.binary_exponent(x)[..., None]
        x = np.ldexp(x, -e)
        return np.asarray(x / np.asarray(_exact.norm(x))[..., None] * self.radius)

    def _arc(self, s: Array, c: Array) -> Array:
        """R times the angle whose sine and cosine are as s and c; a small angle alone might underflow."""
        small = s < 1e-9 * c
        return np.where(small, s * (self.radius / np.where(small, c, 1.0)), self.radius * np.arctan2(s, c))

    def _split(self, x: Array, y: Array) -> tuple[Array, Array, Array]:
        x, y = np.broadcast_arrays(x, y)
        c = np.asarray(_exact.dot(x, y))
        chord = np.where(c[..., None] < 0.0, y + x, y - x)
        return c, chord, _exact.reject(x, chord)

    def _unique(self, x: Array, c: Array, chord: Array, t: Array) -> Array:
        s = np.asarray(_exact.norm(t))
        lost = (c < 0.0) & (s <= 4 * np.finfo(float).eps * np.asarray(_exact.norm(chord)))
        angle = np.arctan2(s, c / _exact.norm(x))
        must = "must be < pi radius: q = -p is the antipode and no direction is unique"
        _check.holds("the distance from p to q", self.radius * angle, ~lost, must)
        return s

    def _points(self, p: npt.ArrayLike, q: npt.ArrayLike) -> tuple[Array, Array]:
        x, y = self._point("p", p), self._point("q", q)
        _check.same_length(p=x, q=y)
        return x, y

    def _point(self, name: str, value: npt.ArrayLike) -> Array:
        x = _check.vector(name, value, least=2)
        length = np.asarray(_exact.norm(x))
        good = np.abs(length - self.radius) <= _check.TOLERANCE * self.radius
        _check.holds(
            f"the length of {name}", length, good, f"must be within 1e-10 of the radius {self.radius!r}: see projx"
        )
        return x

    def _tangent(self, name: str, x: Array, value: npt.ArrayLike) -> Array:
        u = _check.vector(name, value, least=2)
        _check.same_length(p=x, **{name: u})
        normal = np.asarray(_exact.dot(x / np.asarray(_exact.norm(x))[..., None], u))
        with np.errstate(over="ignore"):
            room = _check.TOLERANCE * np.maximum(_exact.norm(u), self.radius)
        must = "must be 0 within 1e-10 max(length, radius): it is no tangent vector at p"
        _check.holds(f"the part of {name} along p", normal, np.abs(normal) <= room, must)
        return u


def parallel(x: Array, u: Array, t: Array, s: Array, c: Array) -> Array:
    """The vector parallel to the tangent part of u along the arc from x towards t; (c, s) ~ (cos, sin) of its angle.

    t: a tangent vector at x, of length s; 0 where the arc is a point. Nothing is checked.
    """
    u = _exact.reject(x, u)
    h = np.hypot(c, s)
    sin, cos = s / h, c / h
    rise = np.where(c > 0.0, sin * sin / (1.0 + np.abs(cos)), 1.0 - cos)  # 1 - cos
    e = _direction(t)
    along = np.asarray(_exact.dot(e, u))
    radial = x / np.asarray(_exact.norm(x))[..., None] * np.asarray(along * sin)[..., None]
    return np.asarray(u - (e * np.asarray(along * rise)[..., None] + radial))


def _direction(t: Array) -> Array:
    """t over its length, 0 for 0; a quotient of subnormal numbers would not have length 1."""
    t = np.ldexp(t, -_exact.binary_exponent(t)[..., None])
    s = np.asarray(_exact.norm(t))[..., None]
    return np.divide(t, s, out=np.zeros_like(t), where=s > 0.0)
