"""The global minimiser of U(w') = dist(w, w')**2/2 + eta l(<w',x>) on curves of one number, with its proof.

A minimiser of U is, of all points with its <w',x>, one nearest to w. These points lie on few curves:

- the sphere and the hyperboloid: the geodesic from w along the gradient of <.,x>, since the points of one <w',x> are
  what a rotation about the axis x makes of one another;
- the simplex: with u = sqrt(p), u has the largest <u, sqrt(w)> for its sum u_i**2 x_i, so that u_i is proportional to
  sqrt(w_i)/d_i with d affine in x_i and positive (Lagrange): d = (1 - t)(x_i - min x) + t (max x - x_i), 0 < t < 1;
- the positive orthant: s = ln(w'/w) satisfies s_i = -m x_i w_i e**s_i with one m, that is -s_i = W(m x_i w_i) on one
  of two branches of Lambert's function. Where two s_i exceed 1 the second derivative of U has a negative direction,
  so at most one is on the lower branch.

A curve is cut into boxes. In balls (python-flint's arb: every result contains the true one) a box is left out where U
exceeds U(w) or the equation has no solution; the others are cut until the equation is strictly monotone there.
"""

import functools
import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from flint import arb

from numeric._exact import Array
from numeric.manifolds.base import Manifold
from numeric.manifolds.hyperbolic import Hyperbolic
from numeric.manifolds.simplex import Simplex
from numeric.manifolds.sphere import Sphere

BITS = 420
_BOXES = 6000
_SPLIT = arb(1993) / 4096
"""Where a box is cut: off the middle, so that no cut falls on a solution with a short binary expansion."""


@dataclass(frozen=True)
class Convex:
    """A convex loss l(a) in balls, smooth but at the kink; `least` is a lower bound of it."""

    value: Callable[[arb], arb]
    slope: Callable[[arb], arb]
    """The derivative; where the ball contains the kink, one that contains the derivatives on both sides."""
    curvature: Callable[[arb], arb]
    """The second derivative on one side of the kink."""
    least: arb
    kink: arb | None = None
    sides: tuple[arb, arb] | None = None
    """The derivative just below and just above the kink."""


@dataclass(frozen=True)
class Jet:
    """What a curve is on a box: U = cost + eta l(a), whose critical points solve pull + eta l'(a) weight = 0."""

    cost: arb
    a: arb
    a_slope: arb
    pull: arb
    pull_slope: arb
    weight: arb
    weight_slope: arb


class Curve(Protocol):
    """A curve that contains minimisers, from `low` to `high`."""

    low: arb
    high: arb

    def at(self, t: arb) -> Jet:
        """What contains the curve on the ball t."""
        ...

    def point(self, t: arb) -> list[arb]:
        """The point at t."""
        ...


@dataclass(frozen=True)
class Found:
    """What is known of the minimisers on some curves."""

    points: list[list[arb]]
    """The critical points of least U first; empty where none was proved to be there."""
    tied: bool
    """Another costs as much as the first, as far as the balls tell."""
    reason: str
    """Why the first is not proved to be of least U; empty where it is."""
    alone: bool
    """Proved: no other critical point on these curves costs at most U(w)."""


def minimise(curves: Sequence[Curve], loss: Convex, eta: arb, start: arb) -> Found:
    """The minimiser of U on the curves; start: U(w)."""
    search = _Search(curves, loss, eta, start)
    search.run()
    return search.found()


class _Search:
    def __init__(self, curves: Sequence[Curve], loss: Convex, eta: arb, start: arb) -> None:
        self.curves, self.loss, self.eta = curves, loss, eta
        self.start = self.best = start.upper()
        self.alone, self.undecided = True, False
        self.ends: list[tuple[arb, int, arb]] = []
        self.waiting: list[tuple[float, int, int, arb, arb]] = []
        self.count = 0
        for k, curve in enumerate(curves):
            self._put(k, curve.low, curve.high, 0.0)

    def _put(self, k: int, low: arb, high: arb, order: float) -> None:
        self.count += 1
        heapq.heappush(self.waiting, (order, self.count, k, low, high))

    def run(self) -> None:
        while self.waiting:
            _, _, k, low, high = heapq.heappop(self.waiting)
            if self.count > 2 * _BOXES:
                self.undecided = True
                return
            self._box(k, low, high)

    def _box(self, k: int, low: arb, high: arb) -> None:
        curve = self.curves[k]
        jet = curve.at(low.union(high))
        least = self._least(jet)
        if least > self.start:
            return
        slope = self._equation(jet, self.loss.slope(jet.a))
        if slope.is_finite() and not slope.contains(0):
            return
        if self.count > _BOXES and least > self.best:  # one that costs more is left unexamined
            self.alone = False
            return
        cut = (low + (high - low) * _SPLIT).mid()
        there = self._cost(curve.at(cut))
        if there.is_finite() and there.upper() < self.best:
            self.best = there.upper()
        test = self._monotone(jet)
        if test is not None:
            below, above = test(curve.at(low)), test(curve.at(high))
            if below.is_finite() and above.is_finite() and not (below.contains(0) or above.contains(0)):
                if (below > 0) != (above > 0):
                    self._refine(k, low, high, test)
                return
        if not low < cut < high or (high - low) < abs(cut) * arb(2) ** (-BITS // 2):
            self.undecided = self.undecided or not least > self.best
            self.alone = False
            return
        order = float(least.mid()) if least.is_finite() else 0.0
        self._put(k, low, cut, order)
        self._put(k, cut, high, order)

    def _refine(self, k: int, low: arb, high: arb, test: Callable[[Jet], arb]) -> None:
        curve = self.curves[k]
        rising = test(curve.at(high)) > 0
        for _ in range(BITS + 1200):
            cut = ((low + high) / 2).mid()
            value = test(curve.at(cut))
            if not low < cut < high or not value.is_finite() or value.contains(0):
                break
            if bool(value > 0) == bool(rising):
                high = cut
            else:
                low = cut
            if (high - low) < abs(cut) * arb(2) ** (-BITS // 2):
                break
        box = low.union(high)
        cost = self._cost(curve.at(box))
        if cost.is_finite() and cost.upper() < self.best:
            self.best = cost.upper()
        self.ends.append((cost, k, box))

    def _least(self, jet: Jet) -> arb:
        floor = jet.cost.lower() + (self.eta * self.loss.least).lower()
        cost = self._cost(jet)
        return max(cost.lower(), floor) if cost.is_finite() else floor

    def _cost(self, jet: Jet) -> arb:
        return jet.cost + self.eta * self.loss.value(jet.a)

    def _equation(self, jet: Jet, slope: arb) -> arb:
        return jet.pull + self.eta * slope * jet.weight

    def _monotone(self, jet: Jet) -> Callable[[Jet], arb] | None:
        """A function with the solutions of the equation on this box, which is strictly monotone there, or None."""
        loss, kink = self.loss, self.loss.kink
        if kink is not None and loss.sides is not None and not jet.a.is_finite():
            return None
        if kink is not None and loss.sides is not None and jet.a.overlaps(kink):
            below, above = (self._equation(jet, s) for s in loss.sides)
            if not (below.is_finite() and above.is_finite()) or jet.a_slope.contains(0) or below.contains(0):
                return None
            if above.contains(0) or (below > 0) == (above > 0) or not jet.a_slope.is_finite():
                return None
            return lambda j: j.a - kink
        bend = self.loss.curvature(jet.a)
        slope = jet.pull_slope + self.eta * (
            bend * jet.a_slope * jet.weight + self.loss.slope(jet.a) * jet.weight_slope
        )
        if not slope.is_finite() or slope.contains(0):
            return None
        return lambda j: self._equation(j, self.loss.slope(j.a))

    def found(self) -> Found:
        ends = sorted(self.ends, key=functools.cmp_to_key(_cheaper))
        points = [self.curves[k].point(t) for _, k, t in ends]
        reason = ""
        if not ends:
            reason = "no minimiser was isolated in the number of boxes that the search may use"
        elif self.undecided:
            reason = "it is not proved that no other point costs less: the search ended before all boxes were decided"
        tied = not reason and any(not e[0] > ends[0][0] for e in ends[1:])
        return Found(points, tied, reason, not reason and self.alone and len(ends) == 1)


def _cheaper(s: tuple[arb, int, arb], t: tuple[arb, int, arb]) -> int:
    return -1 if s[0].mid() < t[0].mid() else 1


# Losses


def squared(y: float, factor: arb | None = None) -> Convex:
    """factor (a - y)**2, the factor 1 unless given."""
    f = arb(1) if factor is None else factor
    return Convex(lambda a: f * (a - y) ** 2, lambda a: 2 * f * (a - y), lambda a: 2 * f, arb(0))


def absolute(y: float) -> Convex:
    """abs(a - y)."""
    return Convex(lambda a: abs(a - y), lambda a: _sign(a - y), lambda a: arb(0), arb(0), arb(y), (arb(-1), arb(1)))


def hinge(y: float) -> Convex:
    """max(0, 1 - y a), y = -1 or 1."""
    sides = (arb(-1), arb(0)) if y > 0.0 else (arb(0), arb(1))
    return Convex(
        lambda a: (1 - y * a).max(arb(0)),
        lambda a: -y * (_sign(1 - y * a) + 1) / 2,
        lambda a: arb(0),
        arb(0),
        arb(y),
        sides,
    )


def softplus(y: arb, scale: int = 1) -> Convex:
    """ln(1 + e**(scale a)) - y a, for 0 <= y <= scale: at least max(0, scale a) - y a >= 0."""
    return Convex(
        lambda a: _plus(scale * a) - y * a,
        lambda a: scale * _sigmoid(scale * a) - y,
        lambda a: scale * scale * _sigmoid(scale * a) * _sigmoid(-scale * a),
        arb(0),
    )


def exponential(y: float) -> Convex:
    """e**a - y a, y >= 0, at least y - y ln y."""
    least = y - y * arb(y).log() if y > 0.0 else arb(0)
    return Convex(lambda a: _exp(a) - y * a, lambda a: _exp(a) - y, _exp, least)


def _plus(a: arb) -> arb:
    """ln(1 + e**a), which increases, between its values at the ends."""
    return _log_one_plus_exp(a.lower()).union(_log_one_plus_exp(a.upper()))


def _log_one_plus_exp(a: arb) -> arb:
    return a + (-a).exp().log1p() if a > 0 else a.exp().log1p()


def _sigmoid(a: arb) -> arb:
    """1/(1 + e**-a), which increases."""
    return (1 / (1 + (-a.lower()).exp())).union(1 / (1 + (-a.upper()).exp()))


def _sign(a: arb) -> arb:
    if a > 0:
        return arb(1)
    return arb(-1) if a < 0 else arb(0, 1)


# Curves


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
            up, down = (self.level + rise) / 2 * _exp(t), (self.level - rise) / 2 * _exp(-t)
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


def _exp(t: arb) -> arb:
    """e**t between its values at the ends, which is less than arb's own bound of a wide ball."""
    return t.lower().exp().union(t.upper().exp())


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
        parts = [k * _exp(t) for k, t in zip(self.k, s, strict=True)]
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
        parts = [k * _exp(u) for k, u in zip(self.k, t, strict=True)]
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
