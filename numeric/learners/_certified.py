"""The global minimiser of U(w') = dist(w, w')**2/2 + eta l(<w',x>) on curves of one number, with its proof.

`numeric.learners._curves` has the curves, on which all minimisers lie. A curve is cut into boxes. In balls
(python-flint's arb: every result contains the true one) a box is left out where U exceeds U(w) or the equation has no
solution; the others are cut until the equation is strictly monotone there.
"""

import functools
import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from flint import arb

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
    return Convex(lambda a: exp_between(a) - y * a, lambda a: exp_between(a) - y, exp_between, least)


def _plus(a: arb) -> arb:
    """ln(1 + e**a), which increases, between its values at the ends."""
    return _log_one_plus_exp(a.lower()).union(_log_one_plus_exp(a.upper()))


def _log_one_plus_exp(a: arb) -> arb:
    return a + (-a).exp().log1p() if a > 0 else a.exp().log1p()


def _sigmoid(a: arb) -> arb:
    """1/(1 + e**-a), which increases."""
    return (1 / (1 + (-a.lower()).exp())).union(1 / (1 + (-a.upper()).exp()))


def exp_between(t: arb) -> arb:
    """e**t between its values at the ends, which is less than arb's own bound of a wide ball."""
    return t.lower().exp().union(t.upper().exp())


def _sign(a: arb) -> arb:
    if a > 0:
        return arb(1)
    return arb(-1) if a < 0 else arb(0, 1)
