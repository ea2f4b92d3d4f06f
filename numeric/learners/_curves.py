"""Curves of one number that contain all minimisers of U(w') = dist(w, w')**2/2 + eta l(<w',x>), in balls.

A minimiser of U is, of all points with its <w',x>, one nearest to w. These points lie on few curves:

- the sphere and the hyperboloid: the geodesic from w along the gradient of <.,x>, since the points of one <w',x> are
  what a rotation about the axis x makes of one another;
- the simplex: with u = sqrt(p), u has the largest <u, sqrt(w)> for its sum u_i**2 x_i, so that u_i is proportional to
  sqrt(w_i)/d_i with d affine in x_i and positive (Lagrange): d = (1 - t)(x_i - min x) + t (max x - x_i), 0 < t < 1;
- the positive orthant: s = ln(w'/w) satisfies s_i = -m x_i w_i e**s_i with one m, that is -s_i = W(m x_i w_i) on one
  of two branches of Lambert's function. Where two s_i exceed 1 the second derivative of U has a negative direction,
  so at most one is on the lower branch.
"""

from collections.abc import Sequence

import numpy as np
from flint import arb

from numeric._exact import Array
from numeric.learners._certified import BITS, Convex, Curve, Jet, exp_between
from numeric.manifolds.base import Manifold
from numeric.manifolds.hyperbolic import Hyperbolic
from numeric.manifolds.simplex import Simplex
from numeric.manifolds.sphere import Sphere


def _dot(a: Sequence[arb], b: Sequence[arb]) -> arb:
    return sum((s * t for s, t in zip(a, b, strict=True)), arb(0))


class Geodesic:
    """w C(t) + R v S(t) on the sphere (cos, sin) or the hyperboloid (cosh, sinh) of radius R, t from -reach to reach.

    v is the unit vector of the gradient of <.,x> at w.
    """

    def __init__(self, w: Sequence[arb], x: Sequence[arb], radius: arb, *, hyperbolic: bool, reach: arb) -> None:
        self.w, self.radius, self.hyperbolic = w, radius, hyperbolic
        sign = 1 if hyperbolic else -1
        self.level = _dot(w, x)
        up = [-x[0], *x[1:]] if hyperbolic else list(x)
        square = _dot(x, up) + sign * (self.level / radius) ** 2
        self.steep = square.nonnegative_part().sqrt()
        flat = square.contains(0)  # w and the axis are parallel, and every direction is as good
        back = sign * self.level / radius**2
        self.v = [arb(0) if flat else (s + back * t) / self.steep for s, t in zip(up, w, strict=True)]
        self.low, self.high = (-reach).lower(), reach.upper()

    def _level(self, t: arb) -> tuple[arb, arb]:
        """<.,x> and its derivative, as A cos(t - z), or as p e**t + q e**-t: no cancellation on a wide ball."""
        rise = self.radius * self.steep
        if self.hyperbolic:
            up, down = (self.level + rise) / 2 * exp_between(t), (self.level - rise) / 2 * exp_between(-t)
            return up + down, up - down
        size, z = (self.level**2 + rise**2).sqrt(), arb.atan2(rise, self.level)
        return size * (t - z).cos(), -size * (t - z).sin()

    def at(self, t: arb) -> Jet:
        """See `Curve`."""
        a, rise = self._level(t)
        square = self.radius**2
        return Jet(square * t * t / 2, a, rise, square * t, square, rise, a if self.hyperbolic else -a)

    def point(self, t: arb) -> list[arb]:
        """See `Curve`."""
        c, s = (t.cosh(), t.sinh()) if self.hyperbolic else (t.cos(), t.sin())
        return [a * c + self.radius * b * s for a, b in zip(self.w, self.v, strict=True)]


class Tilted:
    """p_i/d_i**2, normalised, in the simplex, with d_i = (1 - t) y_i + t (1 - y_i), y from 0 to 1 as x is.

    On it <.,x> increases, and so does the distance from w on either side of t = 1/2, where w is.
    """

    def __init__(self, p: Sequence[arb], x: Sequence[arb], least: arb, spread: arb) -> None:
        self.p, self.least, self.spread = p, least, spread
        self.y = [(t - least) / spread for t in x]
        self.low, self.high = arb(0), arb(1)

    def _divisors(self, t: arb) -> list[arb]:
        return [(y + t * (1 - 2 * y)).nonnegative_part() for y in self.y]

    def _weights(self, t: arb) -> list[arb]:
        """The point at t, one number, up to a factor; at 0 and 1 its limit."""
        d = self._divisors(t)
        if any(s.is_zero() for s in d):
            return [p if s.is_zero() else arb(0) for p, s in zip(self.p, d, strict=True)]
        return [p / s**2 for p, s in zip(self.p, d, strict=True)]

    def _level(self, t: arb) -> arb:
        q = self._weights(t)
        return self.least + self.spread * (_dot(q, self.y) / sum(q, arb(0)))

    def _short(self, t: arb) -> arb:
        """1 - cos of half the distance from w, at one number t."""
        q = self._weights(t)
        c = sum(((a * b).sqrt() for a, b in zip(self.p, q, strict=True)), arb(0)) / sum(q, arb(0)).sqrt()
        return (1 - c).nonnegative_part()

    def at(self, t: arb) -> Jet:
        """See `Curve`."""
        low, high = t.lower(), t.upper()
        low, high = low.max(arb(0)), high.min(arb(1))
        t = low.union(high)
        a = self._level(low).union(self._level(high))
        short = self._short(low).union(self._short(high))
        if t.contains(arb(1) / 2):
            short = short.union(arb(0))
        g, g_slope = _angle_over_sine(short)
        d = self._divisors(t)
        ends = [
            sum((p / s**2 for p, s in zip(self.p, e, strict=True)), arb(0))
            for e in ([s.lower() for s in d], [s.upper() for s in d])
        ]
        most = ends[1].rsqrt()
        size = most.union(ends[0].rsqrt()) if ends[0].is_finite() else most.union(arb(0))
        back = 1 - 2 * t
        rates = [(1 - 2 * y) / s for y, s in zip(self.y, d, strict=True)]
        share = [p * (size / s) ** 2 for p, s in zip(self.p, d, strict=True)]
        mean = _dot(share, rates)
        middle = _dot(share, self.y)
        spread = sum((q * (y - middle) * (e - mean) for q, y, e in zip(share, self.y, rates, strict=True)), arb(0))
        a_slope = -2 * self.spread * spread
        c_slope = back * a_slope / (2 * self.spread * size)
        pull = -2 * g * back / self.spread
        pull_slope = (4 * g - 2 * g_slope * c_slope * back) / self.spread
        return Jet(2 * g * g * short * (2 - short), a, a_slope, pull, pull_slope, size, size * mean)

    def point(self, t: arb) -> list[arb]:
        """See `Curve`."""
        q = [p / s**2 for p, s in zip(self.p, self._divisors(t), strict=True)]
        whole = sum(q, arb(0))
        return [s / whole for s in q]


def _angle_over_sine(short: arb) -> tuple[arb, arb]:
    """g = z/sin z and its derivative in c = cos z, for 1 - c = short from 0 to 1.

    g = sum n!/(2n + 1)!! short**n; the terms fall by more than short/2.
    """
    short = short.nonnegative_part().min(arb(1))
    if short.upper() < arb(2) ** -4:
        g, slope, term = arb(0), arb(0), arb(1)
        for n in range(60):
            g += term * short**n
            if n:
                slope -= n * term * short ** (n - 1)
            term = term * (n + 1) / (2 * n + 3)
        tail = arb(2) ** -280  # the terms are below 2**-n 2**-4n, those of the derivative below n 2**-n 2**-4(n - 1)
        return g + tail.union(arb(0)), slope - tail.union(arb(0))
    parts = [_exact_angle(s) for s in (short.lower(), short.upper())]
    return parts[0][0].union(parts[1][0]), parts[0][1].union(parts[1][1])


def _exact_angle(short: arb) -> tuple[arb, arb]:
    """`_angle_over_sine` at one number; all coefficients of the series are positive, so both are monotone."""
    if short.upper() < arb(2) ** -4:
        return _angle_over_sine(short)
    c = 1 - short
    sine = (short * (2 - short)).sqrt()
    z = c.acos()
    return z / sine, -(sine - z * c) / sine**3


class Principal:
    """s_i = -W(m k_i) on the upper branch for every i, k = w x; on it <w',x> falls as m grows."""

    def __init__(self, w: Sequence[arb], k: Sequence[arb], last: arb) -> None:
        """last: eta l'(<w,x>), between which and 0 the solution is."""
        self.w, self.k = w, k
        room = arb(2) ** -BITS + abs(last).upper() / 8
        between = last.union(arb(0))
        self.low, self.high = (between.lower() - room).lower(), (between.upper() + room).upper()

    def _moves(self, m: arb) -> list[arb]:
        return [_upper(m * k) for k in self.k]

    def at(self, m: arb) -> Jet:
        """See `Curve`."""
        s = self._moves(m)
        parts = [k * exp_between(t) for k, t in zip(self.k, s, strict=True)]
        a_slope = -sum((q * q / (1 - t) for q, t in zip(parts, s, strict=True)), arb(0))
        cost = sum((t * t for t in s), arb(0)) / 2
        return Jet(cost, sum(parts, arb(0)), a_slope, -m, arb(-1), arb(1), arb(0))

    def point(self, m: arb) -> list[arb]:
        """See `Curve`."""
        return [w * t.exp() for w, t in zip(self.w, self._moves(m), strict=True)]


class Lower:
    """As `Principal`, with s_i > 1 for one i, which is the number: m = -s e**-s/k_i."""

    def __init__(self, w: Sequence[arb], k: Sequence[arb], index: int, reach: arb) -> None:
        self.w, self.index = w, index
        self.k, self.one = k, k[index]
        self.ratio = [t / self.one for t in k]
        self.low, self.high = arb(1), reach.upper()

    def _moves(self, s: arb) -> list[arb]:
        # s e**-s falls for s > 1
        low, high = s.lower(), s.upper()
        fall = (low * (-low).exp()).union(high * (-high).exp())
        return [s if j == self.index else _upper(-fall * r) for j, r in enumerate(self.ratio)]

    def at(self, s: arb) -> Jet:
        """See `Curve`."""
        t = self._moves(s)
        m = -s * (-s).exp() / self.one
        m_slope = (s - 1) * (-s).exp() / self.one
        parts = [k * exp_between(u) for k, u in zip(self.k, t, strict=True)]
        others = sum(
            (q * q / (1 - u) for j, (q, u) in enumerate(zip(parts, t, strict=True)) if j != self.index), arb(0)
        )
        a_slope = parts[self.index] - others * m_slope
        cost = sum((u * u for u in t), arb(0)) / 2
        return Jet(cost, sum(parts, arb(0)), a_slope, -m, -m_slope, arb(1), arb(0))

    def point(self, s: arb) -> list[arb]:
        """See `Curve`."""
        return [w * t.exp() for w, t in zip(self.w, self._moves(s), strict=True)]


def _upper(z: arb) -> arb:
    """-W(z) on the upper branch, between its values at the ends; z below -1/e, where no point is, counts as -1/e."""
    least = arb(-1).exp()
    low, high = z.lower(), z.upper()
    first = -(low.lambertw()) if low > -least else arb(1)
    last = -(high.lambertw()) if high > -least else arb(1)
    return first.union(last)


def curves(space: Manifold, w: Array, x: Array, loss: Convex, eta: arb) -> tuple[list[Curve], Convex, arb, arb]:
    """The arguments of `minimise` for a start w and an instance x, shape (n,), on one of the four manifolds."""
    a, b = [arb(float(t)) for t in w], [arb(float(t)) for t in x]
    if isinstance(space, Simplex):
        whole = sum(a, arb(0))
        a = [t / whole for t in a]
    elif isinstance(space, Sphere):
        length = _dot(a, a).sqrt()
        a = [space.radius * t / length for t in a]
    elif isinstance(space, Hyperbolic):
        a[0] = (_dot(a[1:], a[1:]) + arb(space.radius) ** 2).sqrt()
    level = _dot(a, b)
    start = eta * loss.value(level)
    # dist**2/2 <= U(w) - eta min l at a minimiser, and a little more, to have it inside.
    farthest = (2 * (start - eta * loss.least)).nonnegative_part().sqrt() * arb(65) / 64 + arb(2) ** -BITS
    made: list[Curve]
    if isinstance(space, Simplex):
        least, most = arb(float(np.min(x))), arb(float(np.max(x)))
        made = [Tilted(a, b, least, most - least)]
    elif isinstance(space, (Sphere, Hyperbolic)):
        bent = isinstance(space, Hyperbolic)
        reach = farthest / space.radius
        made = [Geodesic(a, b, arb(space.radius), hyperbolic=bent, reach=reach if bent else reach.min(arb.pi()))]
    else:
        k = [s * t for s, t in zip(a, b, strict=True)]
        made = [Principal(a, k, eta * loss.slope(level))]
        made += [Lower(a, k, j, farthest) for j, t in enumerate(k) if not t.is_zero() and farthest.upper() > 1]
    return made, loss, eta, start
