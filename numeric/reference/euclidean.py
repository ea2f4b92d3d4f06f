"""R^n with its flat metric: `numeric.manifolds.euclidean` from the definitions."""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact, norm, plus, scaled


def exp(p: Vector, v: Vector, *, dps: int = 60) -> list[Number]:
    """p + v."""
    with mp.workdps(dps):
        return plus(exact(p), exact(v))


def log(p: Vector, q: Vector, *, dps: int = 60) -> list[Number]:
    """q - p."""
    with mp.workdps(dps):
        return plus(exact(q), scaled(-1, exact(p)))


def dist(p: Vector, q: Vector, *, dps: int = 60) -> Number:
    """|q - p|."""
    with mp.workdps(dps):
        return norm(log(p, q, dps=dps))


def inner(u: Vector, v: Vector, *, dps: int = 60) -> Number:
    """<u, v>."""
    with mp.workdps(dps):
        return dot(exact(u), exact(v))
