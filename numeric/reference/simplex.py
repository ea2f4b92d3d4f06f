"""The simplex with the Fisher metric at 2 sqrt(p) (geometric_view, Example 3), from the definitions."""

import mpmath as mp

from numeric.reference import sphere
from numeric.reference._vectors import Number, Vector, dot, exact, norm, scaled


def point(p: Vector, *, dps: int = 60) -> list[Number]:
    """p / sum(p)."""
    with mp.workdps(dps):
        a = exact(p)
        return scaled(1 / mp.fsum(a), a)


def isometry(p: Vector, *, dps: int = 60) -> list[Number]:
    """2 sqrt(p)."""
    with mp.workdps(dps):
        return [2 * mp.sqrt(t) for t in point(p, dps=dps)]


def inverse_isometry(w: Vector, *, dps: int = 60) -> list[Number]:
    """w**2/4 of the point of the radius-2 sphere in the direction w."""
    with mp.workdps(dps):
        return [t * t / 4 for t in sphere.projx(w, radius=2, dps=dps)]


def push_forward(p: Vector, v: Vector, *, dps: int = 60) -> list[Number]:
    """v_i / sqrt(p_i)."""
    with mp.workdps(dps):
        return [b / mp.sqrt(a) for a, b in zip(point(p, dps=dps), exact(v), strict=True)]


def egrad2rgrad(p: Vector, g: Vector, *, dps: int = 60) -> list[Number]:
    """p_i (g_i - sum_j p_j g_j)."""
    with mp.workdps(dps):
        a, b = point(p, dps=dps), exact(g)
        mean = dot(a, b)
        return [s * (t - mean) for s, t in zip(a, b, strict=True)]


def push_forward_gradient(p: Vector, g: Vector, *, dps: int = 60) -> list[Number]:
    """The sphere's gradient at w = 2 sqrt(p): partial derivatives g_i w_i / 2, less their part along w."""
    with mp.workdps(dps):
        w = isometry(p, dps=dps)
        partial = [t * s / 2 for s, t in zip(w, exact(g), strict=True)]
        return sphere.proju(w, partial, dps=dps)


def gradient_norm(p: Vector, g: Vector, *, dps: int = 60) -> Number:
    """sqrt(sum p g**2 - (sum p g)**2), the paper's difference."""
    with mp.workdps(dps):
        a, b = point(p, dps=dps), exact(g)
        square = dot(a, [t * t for t in b]) - dot(a, b) ** 2
        return mp.sqrt(max(square, 0))


def inner(p: Vector, u: Vector, v: Vector, *, dps: int = 60) -> Number:
    """Sum u_i v_i / p_i."""
    with mp.workdps(dps):
        a = point(p, dps=dps)
        return mp.fsum(s * t / r for r, s, t in zip(a, exact(u), exact(v), strict=True))


def proju(p: Vector, x: Vector, *, dps: int = 60) -> list[Number]:
    """x - p sum(x)."""
    with mp.workdps(dps):
        a, b = point(p, dps=dps), exact(x)
        s = mp.fsum(b)
        return [t - r * s for r, t in zip(a, b, strict=True)]


def dist(p: Vector, q: Vector, *, dps: int = 60) -> Number:
    """2 arccos sum sqrt(p_i q_i)."""
    with mp.workdps(dps):
        a, b = point(p, dps=dps), point(q, dps=dps)
        return 2 * mp.acos(min(1, mp.fsum(mp.sqrt(s * t) for s, t in zip(a, b, strict=True))))


def exp(p: Vector, v: Vector, *, dps: int = 60) -> list[Number]:
    """sqrt(p_i) cos(|V|/2) + V_i/|V| sin(|V|/2), squared, with V the push-forward of v."""
    with mp.workdps(dps):
        a = point(p, dps=dps)
        pushed = push_forward(a, proju(a, v, dps=dps), dps=dps)
        length = norm(pushed)
        if length == 0:
            return a
        c, s = mp.cos(length / 2), mp.sin(length / 2) / length
        return [(mp.sqrt(t) * c + u * s) ** 2 for t, u in zip(a, pushed, strict=True)]


def log(p: Vector, q: Vector, *, dps: int = 60) -> list[Number]:
    """The logarithm on the sphere from 2 sqrt(p) to 2 sqrt(q), its entries times sqrt(p_i)."""
    with mp.workdps(dps):
        u = sphere.log(isometry(p, dps=dps), isometry(q, dps=dps), radius=2, dps=dps)
        return [mp.sqrt(a) * b for a, b in zip(point(p, dps=dps), u, strict=True)]


def transport(p: Vector, q: Vector, v: Vector, *, dps: int = 60) -> list[Number]:
    """The transport on the sphere of the push-forward, its entries times sqrt(q_i)."""
    with mp.workdps(dps):
        u = push_forward(p, proju(p, v, dps=dps), dps=dps)
        moved = sphere.transport(isometry(p, dps=dps), isometry(q, dps=dps), u, radius=2, dps=dps)
        return [mp.sqrt(a) * b for a, b in zip(point(q, dps=dps), moved, strict=True)]


def projx(x: Vector, *, dps: int = 60) -> list[Number]:
    """x / sum(x)."""
    return point(x, dps=dps)
