"""Hyperbolic space, the sheet -x_0**2 + x_1**2 + ... = -R**2, x_0 > 0, of the hyperboloid in R^n.

The spatial coordinates x_1, ... decide: a point stands for (sqrt(R**2 + |x|**2), x), and a tangent vector (v_0, v) at
it for (<x, v>/x_0, v); the time coordinates are checked, within 1e-10, and not used. Far from the origin they carry
no information: at distance 19 R the float x_0 equals the float |x|.

<p, q> = -x_0 y_0 + <x, y> cancels by a factor exp(2 r/R) at distance r from the origin, so it is formed nowhere. With
X = |x| = R sinh(r/R), the part t of y orthogonal to x, and the angle a of x and y, in which X Y sin a = X |t|,

    sinh(d/2R)**2 = sinh((r - s)/2R)**2 + (X Y/R**2) sin(a/2)**2,
    sinh((r - s)/R) = <x - y, x + y>/(X y_0 + Y x_0),

where both terms are >= 0 and t keeps its digits down to 1e-32 |y|. A tangent vector is held by its components in an
orthonormal frame, the radial one and the rest v - <x, v> x/|x|**2, which has the length it has in R^n.

Conditioning. All results are right for the floats given. But a float point at distance r from the origin stands for
every point within its rounding, 1e-16 R in the radial direction and 1e-16 R sinh(r/R) across it: from r = 37 R on, the
floats across, off the axes, are more than R/2 apart. The same holds for vectors: a coordinate of size
cosh(r/R) rounds to more than a unit vector across. No formula and no other coordinates in R^n change that.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _pairs
from numeric._exact import Array
from numeric._pairs import Pair
from numeric.manifolds._arguments import count, finite, vectors

_FARTHEST = 1e250
_LONGEST = 700.0


@dataclass(frozen=True)
class Hyperbolic:
    """The hyperboloid of radius R in R^n, n >= 2, of curvature -1/R**2 and dimension n - 1; time first, as in geoopt.

    radius: R, from 1e-30 to 1e30; geoopt's Lorentz has k = R**2. Points and vectors have shape (..., n); leading axes
    broadcast. The range is |x| <= 1e250 R, distance 576 R from the origin, and |v| <= 700 R in `exp`. Every method
    raises ValueError for a wrong shape, NaN or infinity, outside that range, for a point whose time coordinate is off
    by more than 1e-10 of it, and for a vector whose time coordinate is off by more than 1e-10 max(|v|, R).
    Numbers below 1e-290 max(R, 1) in size, but for 0, lose digits.
    """

    radius: float = 1.0

    def __post_init__(self) -> None:
        r = _check.positive("radius", self.radius)
        if not 1e-30 <= r <= 1e30:
            raise ValueError(f"radius is {r!r}; it must be from 1e-30 to 1e30")
        object.__setattr__(self, "radius", r)

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """The end of the geodesic from p with velocity v, shape (..., n): p cosh t + v sinh(t)/t, t = |v|/R.

        Error: below 8 ulp of the time coordinate of the result (of |x| + |v| where those are < R). v = 0 gives back p,
        with its time coordinate from the others. Towards the origin p cosh t and v sinh(t)/t cancel, up to e**2t
        times; there the radial part comes from E = e**(t - r/R) as R (1/E - E)/2 and a correction >= 0.
        """
        x, u = np.broadcast_arrays(*self._at("p", p, v=v))
        f = _Frame(x, self.radius)
        w, across = f.split(u)
        size = _pairs.hypot(w, _pairs.norm(across))
        t, low = _pairs.over(size, _pairs.of(np.full(size[0].shape, self.radius)))
        _check.holds("the norm of v", size[0], t <= _LONGEST, f"must be <= {_LONGEST * self.radius!r}, 700 radii")
        cosh, sinh = np.cosh(t), np.sinh(t)
        cosh, sinh = cosh + low * sinh, sinh + low * cosh
        sinhc = np.divide(sinh, t, out=np.ones_like(t), where=t > 0.0)[..., None]
        # cos, sin: of the angle between v and the outward radius.
        cos, sin = (np.divide(a, size[0], out=np.zeros_like(t), where=t > 0.0) for a in (w[0], _pairs.norm(across)[0]))
        with np.errstate(over="ignore", invalid="ignore"):  # in the branch not taken
            e = np.exp(t) * (1.0 + low) / (f.length / self.radius + f.cosh)
            into = cos < 0.0
            gap = (f.cosh * sin) * (sinh * sin) / np.where(into, 1.0 - cos, 1.0)
            inward = self.radius * (0.5 * (1.0 / e - e) + gap)
            inward = f.unit * inward[..., None] + across[0] * sinhc
            outward = f.x * cosh[..., None] + u * sinhc
        return self._point_of(np.where((into & (t > 1.0))[..., None], inward, outward), "exp(p, v)")

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """The velocity at p of the geodesic from p to q, shape (..., n): length dist(p, q), 0 for q = p.

        Error: below 8 ulp of the distance times x_0/R, the largest coordinate that a vector of that length has.
        """
        g = _Two(*self._two(p, q), self.radius)
        d = g.distance
        return g.p.join(d * g.radial, g.normal * np.asarray(d * g.across)[..., None])

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """2 R arcsinh(|p - q|/2R), the length of the geodesic from p to q, from 0 to 1152 R, shape (...).

        Error: below 8 ulp, for any two points.
        """
        return np.asarray(_Two(*self._two(p, q), self.radius).distance)[()]

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """-u_0 v_0 + <u, v>, shape (...); error: a few ulp of norm(u) norm(v)."""
        x, a, b = self._at("p", p, u=u, v=v)
        x, a, b = np.broadcast_arrays(x, a, b)
        f = _Frame(x, self.radius)
        (ra, ca), (rb, cb) = f.split(a), f.split(b)
        columns = [np.concatenate([np.asarray(r[0])[..., None], c[0]], axis=-1) for r, c in ((ra, ca), (rb, cb))]
        with np.errstate(over="ignore"):
            return finite("the inner product of u and v", np.asarray(_exact.dot(*columns)))[()]

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """sqrt(inner(p, v, v)), shape (...); error: a few ulp."""
        x, u = self._at("p", p, v=v)
        w, across = _Frame(x, self.radius).split(u)
        return np.asarray(_pairs.hypot(w, _pairs.norm(across))[0])[()]

    def projx(self, x: npt.ArrayLike) -> Array:
        """(sqrt(R**2 + |x|**2), x): the spatial coordinates of x kept, its first one ignored, shape (..., n)."""
        a = _check.vector("x", x, least=2)
        return self._point_of(a[..., 1:], "x")

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """The tangent part x + <p, x> p/R**2, shape (..., n), for x_0 and |x| below 1e280.

        Error: a few ulp of its norm times p_0/R, while the radial part of x and x_0 |p|/p_0 do not agree to 1e-15.
        """
        b = vectors(2, p=p, x=x)[1]
        a = self._x("p", p)
        _check.within("x", b, lambda t: np.abs(t) <= 1e280, "must be from -1e280 to 1e280")
        return self._projected(a, b[..., 0], b[..., 1:])

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """The tangent part of (-g_0, g_1, ...), shape (..., n), g being the partial derivatives of a function."""
        h = _check.vector("g", g, least=2).copy()
        h[..., 0] *= -1.0
        return self.proju(p, h)

    def transport(self, p: npt.ArrayLike, q: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """v + <q, v>/(R**2 - <p, q>) (p + q), the vector at q parallel to v along the geodesic, shape (..., n).

        As a rotation in the plane of x and y, by the difference of the angles that the geodesic has with the two
        radii. Error: below 8 ulp of the norm of v times y_0/R.
        """
        vectors(2, p=p, q=q, v=v)
        x, y, u = np.broadcast_arrays(*self._two(p, q), self._at("p", p, v=v)[1])
        g, back = _Two(x, y, self.radius), _Two(y, x, self.radius)
        w, across = g.p.split(u)
        along, rest = g.components(across)
        # The geodesic in the frame at p, (a, b), and in the frame at q, (c, d): a rotation takes one to the other.
        a, b, c, d = g.radial, g.across, -back.radial, back.across
        cos, sin = a * c + b * d, a * d - b * c
        apart = (a != 0.0) | (b != 0.0)
        radial = np.where(apart, cos * w[0] - sin * along, w[0])
        across_q = np.where(apart, sin * w[0] + cos * along, along)
        return g.q.join(radial, rest + g.turned * np.asarray(across_q)[..., None], g.unit_q)

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """exp at (R, 0, ..., 0) of a normal vector with standard deviation R, shape (n,), n >= 2."""
        v = np.concatenate([[0.0], self.radius * rng.standard_normal(count(n, 2) - 1)])
        return self.exp(np.concatenate([[self.radius], np.zeros(n - 1)]), v)

    def to_ball(self, p: npt.ArrayLike) -> Array:
        """R x/(R + x_0), shape (..., n - 1): the point of the Poincare ball of radius R (geoopt: c = 1/R**2).

        The ball ends at distance 38 R, about where |x|/(R + x_0) rounds to 1: ValueError from there on.
        """
        x = self._x("p", p)
        f = _Frame(x, self.radius)
        y = x / np.asarray(1.0 + f.cosh)[..., None]
        size = np.asarray(_exact.norm(y))
        _check.holds("the length of p in the ball", size, size < self.radius, "must be < radius: p is too far")
        return y

    def from_ball(self, y: npt.ArrayLike) -> Array:
        """The point (R (R**2 + |y|**2), 2 R**2 y)/(R**2 - |y|**2) for |y| < R, shape (..., n)."""
        a = _check.vector("y", y)
        z, rest = _exact.norm_pair(a)
        _check.holds("the length of y", z, z < self.radius, "must be < radius")
        room = ((self.radius - z) - rest) * (self.radius + z) / self.radius
        return self._point_of(a * np.asarray(2.0 * self.radius / room)[..., None], "y")

    def _projected(self, x: Array, first: Array, rest: Array) -> Array:
        x, rest = np.broadcast_arrays(x, rest)
        f = _Frame(x, self.radius)
        radial, across = f.components(rest)
        e = np.frexp(np.maximum(np.abs(first), np.abs(radial[0])))[1]
        time, radial = _pairs.of(np.ldexp(np.broadcast_to(first, e.shape), -e)), _pairs.shifted(radial, -e)
        minus = _pairs.times((-f.sinh_pair[0], -f.sinh_pair[1]), time)
        with np.errstate(over="ignore"):
            w = finite("proju(p, x)", np.ldexp(_pairs.plus(_pairs.times(f.cosh_pair, radial), minus)[0], e))
        return f.join(w, across[0])

    def _at(self, name: str, p: npt.ArrayLike, **tangents: npt.ArrayLike) -> list[Array]:
        all_ = vectors(2, **{name: p}, **tangents)
        x = self._x(name, p)
        velocity = x / self._time(x)[..., None]
        out = [x]
        for key, u in zip(tangents, all_[1:], strict=True):
            _check.within(key, u, lambda t: np.abs(t) <= 1e280, "must be from -1e280 to 1e280")
            time = np.asarray(_exact.dot(velocity, u[..., 1:]))
            room = _check.TOLERANCE * np.maximum(_exact.norm(u[..., 1:]), self.radius)
            must = "must be <x, v>/x_0 within 1e-10 max(length, radius): it is no tangent vector at p"
            first = np.broadcast_to(u[..., 0], time.shape)
            _check.holds(f"{key}_0", first, np.abs(first - time) <= room, must)
            out.append(u[..., 1:])
        return out

    def _two(self, p: npt.ArrayLike, q: npt.ArrayLike) -> tuple[Array, Array]:
        vectors(2, p=p, q=q)
        return self._x("p", p), self._x("q", q)

    def _x(self, name: str, value: npt.ArrayLike) -> Array:
        a = _check.vector(name, value, least=2)
        x = a[..., 1:]
        _check.within(name, x, lambda t: np.abs(t) <= _FARTHEST * self.radius, "must be at most 1e250 radii")
        time = self._time(x)
        must = f"must be sqrt(R**2 + |x|**2) within 1e-10 of it, R = {self.radius!r} (see projx)"
        _check.holds(f"{name}_0", a[..., 0], np.abs(a[..., 0] - time) <= _check.TOLERANCE * time, must)
        return x

    def _time(self, x: Array) -> Array:
        return np.hypot(self.radius, np.asarray(_exact.norm(x)))

    def _point_of(self, x: Array, name: str) -> Array:
        must = f"must be at most {_FARTHEST * self.radius!r}, 1e250 radii, in its spatial coordinates"
        _check.within(name, x, lambda t: np.abs(t) <= _FARTHEST * self.radius, must)
        return np.concatenate([self._time(x)[..., None], x], axis=-1)


class _Frame:
    """At a point x: the unit radial direction, with x/X in R^n, and everything across."""

    def __init__(self, x: Array, radius: float) -> None:
        self.x, self.radius = x, radius
        e = _exact.binary_exponent(x)
        self.scaled = np.ldexp(x, -e[..., None])
        length = _pairs.norm(_pairs.of(self.scaled))
        self.scaled_length = length
        self.length = np.ldexp(length[0], e)
        self.unit = self.scaled / np.where(length[0] > 0.0, length[0], 1.0)[..., None]
        self.sinh_pair = _pairs.shifted(_pairs.over(length, _pairs.of(np.full(length[0].shape, radius))), e)
        z = self.sinh_pair
        # 1 + z**2 leaves the range of the floats for large z, where the root is z + 1/2z to 1e-44.
        large = z[0] > 1e11
        z_near = np.where(large, 1.0, z[0]), np.where(large, 0.0, z[1])
        near = _pairs.root(_pairs.plus(_pairs.of(np.ones_like(z[0])), _pairs.times(z_near, z_near)))
        far = _pairs.plus(z, _pairs.of(0.5 / np.where(large, z[0], 1.0)))
        self.cosh_pair = np.where(large, far[0], near[0]), np.where(large, far[1], near[1])
        self.cosh = self.cosh_pair[0]

    def components(self, u: Array) -> tuple[Pair, Pair]:
        """<x, u>/X, and u without its part along x; all of u where x = 0."""
        x, u = np.broadcast_arrays(self.scaled, u)
        e = _exact.binary_exponent(u)
        u = np.ldexp(u, -e[..., None])
        radial = _pairs.over(_pairs.dot(x, u), self.scaled_length)
        across = _pairs.reject(x, u)
        return _pairs.shifted(radial, e), (np.ldexp(across[0], e[..., None]), np.ldexp(across[1], e[..., None]))

    def split(self, u: Array) -> tuple[Pair, Pair]:
        """The radial component in the metric, <x, u> R/(X x_0), and what is across."""
        radial, across = self.components(u)
        e = np.frexp(radial[0])[1]
        return _pairs.shifted(_pairs.over(_pairs.shifted(radial, -e), self.cosh_pair), e), across

    def join(self, radial: Array, across: Array, unit: Array | None = None) -> Array:
        """The vector with the radial component in the metric, and what is across, shape (..., n)."""
        direction = self.unit if unit is None else unit
        with np.errstate(over="ignore"):
            time = finite("the vector", np.asarray(radial * self.sinh_pair[0]))
            rest = finite("the vector", across + direction * np.asarray(radial * self.cosh)[..., None])
        return np.concatenate([time[..., None], rest], axis=-1)


class _Two:
    """Two points: their distance, and the unit tangent of the geodesic at the first, in its frame."""

    def __init__(self, x: Array, y: Array, radius: float) -> None:
        x, y = np.broadcast_arrays(x, y)
        self.p, self.q = _Frame(x, radius), _Frame(y, radius)
        X, Y = self.p.length, self.q.length
        # A point at the origin takes the radial direction of the other.
        at_origin = X[..., None] == 0.0
        self.p.unit = np.where(at_origin, self.q.unit, self.p.unit)
        self.p.scaled = np.where(at_origin, self.q.scaled, self.p.scaled)
        one, other = self.p.scaled_length, self.q.scaled_length
        self.p.scaled_length = np.where(X == 0.0, other[0], one[0]), np.where(X == 0.0, other[1], one[1])
        # The part of y across x: its direction, and the sine and cosine of the angle.
        t = _pairs.reject(self.p.scaled, self.q.scaled)[0]
        length = np.asarray(_exact.norm(t))
        both = (X > 0.0) & (Y > 0.0)
        yes = both & (length > 0.0)
        self.normal = np.where(yes[..., None], t / np.where(yes, length, 1.0)[..., None], 0.0)
        end = np.where(both, other[0], 1.0)
        sin = np.where(yes, length / end, 0.0)
        product = _pairs.dot(self.p.scaled, self.q.scaled)[0]
        cos = np.where(both, product / np.where(both, one[0] * end, 1.0), 1.0)
        acute = cos >= 0.0
        root = np.sqrt(0.5 + 0.5 * np.abs(cos))  # of the half angle, the larger of cosine and sine
        sin_half, cos_half = (np.where(acute == k, 0.5 * sin / root, root) for k in (True, False))
        # The frame at y in terms of the one at x.
        self.unit_q = np.where((Y > 0.0)[..., None], self.q.unit, self.p.unit)
        self.turned = self.normal * cos[..., None] - self.p.unit * sin[..., None]
        # sinh of the difference of the radii, homogeneous in x and y, then of its half.
        z, w = X / radius, Y / radius
        e = np.clip(np.frexp(np.maximum(X, Y))[1], -1000, 1000)
        xs, ys = (np.ldexp(a, -e[..., None]) for a in (x, y))
        xl, yl = np.ldexp(X, -e), np.ldexp(Y, -e)
        x0, y0 = (np.ldexp(radius * f.cosh, -e) for f in (self.p, self.q))
        with np.errstate(over="ignore", invalid="ignore"):
            rise = np.where((X > 0) | (Y > 0), np.asarray(_exact.dot(ys - xs, ys + xs)) / (xl * y0 + yl * x0), 0.0)
        half = rise / np.sqrt(2.0 + 2.0 * np.hypot(1.0, rise))
        swing = np.sqrt(z) * np.sqrt(w) * sin_half
        h = np.hypot(half, swing)
        self.distance = 2.0 * radius * np.arcsinh(h)
        some = h > 0.0
        h = np.where(some, h, 1.0)
        cosh = np.hypot(1.0, h)
        radial = (0.5 * rise / h - self.p.cosh * (sin_half * (sin_half * w / h))) / cosh
        across = (sin_half * w / h) * cos_half / cosh
        size = np.hypot(radial, across)
        size = np.where(size > 0.0, size, 1.0)
        self.radial, self.across = (np.where(some, a / size, 0.0) for a in (radial, across))

    def components(self, across: Pair) -> tuple[Array, Array]:
        """The component of a vector across x in the plane of x and y, and the rest of it."""
        n, u = np.broadcast_arrays(self.normal, across[0])
        along = np.asarray(_exact.dot(n, u))
        return along, u - n * along[..., None]
