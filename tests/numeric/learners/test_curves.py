"""What is said of the curves on which minimisers lie, against their own difference quotients, in balls."""

from collections import Counter

import numpy as np
import pytest
from flint import arb, ctx

from numeric.learners._certified import Convex
from numeric.learners._curves import Geodesic, Lower, Principal, Tilted, curves
from numeric.manifolds import Hyperbolic, PositiveOrthant, Simplex, Sphere

STEP = arb(2) ** -24
SQUARE = Convex(lambda a: (a - 3) ** 2, lambda a: 2 * (a - 3), lambda _: arb(2), arb(0))
CASES = [
    (Sphere(2.0), [1.2, 1.6, 0.0], [0.5, -1.0, 2.0], {Geodesic}),
    (Hyperbolic(0.5), [1.3, 1.2, 0.0], [0.5, -1.0, 2.0], {Geodesic}),
    (Simplex(), [0.2, 0.3, 0.5], [0.5, -1.0, 2.0], {Tilted}),
    (PositiveOrthant(), [1.0, 0.25, 2.0], [0.5, -1.0, 2.0], {Principal, Lower}),
]


@pytest.mark.parametrize(("space", "w", "x", "kinds"), CASES, ids=[type(c[0]).__name__ for c in CASES])
def test_slopes_are_those_of_the_values(space, w, x, kinds):
    ctx.prec = 200
    try:
        found = curves(space, np.array(w), np.array(x), SQUARE, arb(1))[0]
        tried = Counter()
        for curve in found:
            places = [curve.low + (curve.high - curve.low) * (2 * n + 1) / 64 for n in range(32)]
            inside = [t for t in places if curve.at(t.union(t + STEP)).a_slope.is_finite()]  # the orthant's may end
            for t in inside:
                slopes_agree(curve, t)
            tried[type(curve)] += len(inside)
        assert tried.keys() == kinds
        assert min(tried.values()) > 10
    finally:
        ctx.prec = 53


def slopes_agree(curve, t):
    """A quotient of differences over a short interval is a value of the derivative there (mean value theorem)."""
    first, last, between = curve.at(t), curve.at(t + STEP), curve.at(t.union(t + STEP))

    def quotient(name):
        return (getattr(last, name) - getattr(first, name)) / STEP

    for name in ("a", "pull", "weight"):
        slope = getattr(between, f"{name}_slope")
        assert slope.rad() < 1e-3 * (1 + abs(slope)), name
        assert slope.overlaps(quotient(name)), name
    # U' = cost' + eta l'(a) a' vanishes where pull + eta l'(a) weight does
    assert (quotient("cost") * between.weight).overlaps(between.pull * between.a_slope)
    assert first.a.overlaps(sum(p * s for p, s in zip(curve.point(t), x_of(curve), strict=True)))


def x_of(curve):
    """The instance, from what the curve keeps of it."""
    if isinstance(curve, Tilted):
        return [curve.least + curve.spread * y for y in curve.y]
    if isinstance(curve, Geodesic):
        return [arb(0.5), arb(-1), arb(2)]
    return [k / w for k, w in zip(curve.k, curve.w, strict=True)]
