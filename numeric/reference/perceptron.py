"""The Perceptron (gradient_descent), from the definition, on lists of mpf."""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact, plus, scaled


def perceptron_update(w: Vector, x: Vector, y: Number, *, dps: int = 60) -> list[Number]:
    """w + y x where y <w,x> <= 0, else w."""
    with mp.workdps(dps):
        a, b = exact(w), exact(x)
        return plus(a, scaled(mp.mpf(y), b)) if mp.mpf(y) * dot(a, b) <= 0 else a
