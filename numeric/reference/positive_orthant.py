"""The positive orthant as R^n through ln (geometric_view, Example 7): `numeric.manifolds.positive_orthant`."""

import mpmath as mp

from numeric.reference import euclidean
from numeric.reference._vectors import Number, Vector, exact


def isometry(p: Vector, *, dps: int = 60) -> list[Number]:
    """Ln p."""
    with mp.workdps(dps):
        return [mp.log(t) for t in exact(p)]


def push_forward(p: Vector, v: Vector, *, dps: int = 60) -> list[Number]:
    """v_i / p_i, the derivative of ln along v."""
    with mp.workdps(dps):
        return [b / a for a, b in zip(exact(p), exact(v), strict=True)]


def _pull_back(p: Vector, u: Vector) -> list[Number]:
    return [a * b for a, b in zip(exact(p), u, strict=True)]


def exp(p: Vector, v: Vector, *, dps: int = 60) -> list[Number]:
    """e**(ln p + v/p)."""
    with mp.workdps(dps):
        return [mp.exp(t) for t in euclidean.exp(isometry(p, dps=dps), push_forward(p, v, dps=dps), dps=dps)]


def log(p: Vector, q: Vector, *, dps: int = 60) -> list[Number]:
    """p (ln q - ln p)."""
    with mp.workdps(dps):
        return _pull_back(p, euclidean.log(isometry(p, dps=dps), isometry(q, dps=dps), dps=dps))


def dist(p: Vector, q: Vector, *, dps: int = 60) -> Number:
    """|ln q - ln p|."""
    return euclidean.dist(isometry(p, dps=dps), isometry(q, dps=dps), dps=dps)


def inner(p: Vector, u: Vector, v: Vector, *, dps: int = 60) -> Number:
    """Sum u_i v_i / p_i**2."""
    return euclidean.inner(push_forward(p, u, dps=dps), push_forward(p, v, dps=dps), dps=dps)


def egrad2rgrad(p: Vector, g: Vector, *, dps: int = 60) -> list[Number]:
    """p_i**2 g_i, the inverse of the metric applied to g."""
    with mp.workdps(dps):
        return [a * a * b for a, b in zip(exact(p), exact(g), strict=True)]


def transport(p: Vector, q: Vector, v: Vector, *, dps: int = 60) -> list[Number]:
    """q_i v_i / p_i: constant in ln."""
    with mp.workdps(dps):
        return _pull_back(q, push_forward(p, v, dps=dps))
