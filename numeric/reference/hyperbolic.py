"""The hyperboloid of radius R: `numeric.manifolds.hyperbolic` from the definitions.

<p, q> = -p_0 q_0 + p_1 q_1 + ...; a point stands for its spatial coordinates, and so does a vector at it. The
definitions cancel by exp(2 r/R) at distance r from the origin: dps = r/R + 60 and more for vectors.
"""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact, norm, plus, scaled


def minkowski(x: Vector, y: Vector) -> Number:
    """-x_0 y_0 + <x, y>, at the precision mpmath is set to."""
    return dot(x[1:], y[1:]) - x[0] * y[0]


def projx(x: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """(sqrt(R**2 + |x|**2), x)."""
    with mp.workdps(dps):
        a = exact(x[1:])
        return [mp.sqrt(mp.mpf(radius) ** 2 + dot(a, a)), *a]


def tangent(p: Vector, v: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """(<x, v>/x_0, v)."""
    with mp.workdps(dps):
        a, u = projx(p, radius=radius, dps=dps), exact(v[1:])
        return [dot(a[1:], u) / a[0], *u]


def proju(p: Vector, x: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """x + <p, x> p/R**2."""
    with mp.workdps(dps):
        a, b = projx(p, radius=radius, dps=dps), exact(x)
        return plus(b, scaled(minkowski(a, b) / mp.mpf(radius) ** 2, a))


def egrad2rgrad(p: Vector, g: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """The tangent part of (-g_0, g_1, ...)."""
    with mp.workdps(dps):
        return proju(p, [-mp.mpf(g[0]), *exact(g[1:])], radius=radius, dps=dps)


def inner(p: Vector, u: Vector, v: Vector, *, radius: Number = 1, dps: int = 60) -> Number:
    """<u, v>."""
    with mp.workdps(dps):
        return minkowski(tangent(p, u, radius=radius, dps=dps), tangent(p, v, radius=radius, dps=dps))


def dist(p: Vector, q: Vector, *, radius: Number = 1, dps: int = 60) -> Number:
    """R arccosh(-<p, q>/R**2)."""
    with mp.workdps(dps):
        r = mp.mpf(radius)
        c = -minkowski(projx(p, radius=r, dps=dps), projx(q, radius=r, dps=dps)) / r**2
        return r * mp.acosh(max(1, c))


def exp(p: Vector, v: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """p cosh(|v|/R) + R v/|v| sinh(|v|/R), and p for v = 0."""
    with mp.workdps(dps):
        r = mp.mpf(radius)
        a, u = projx(p, radius=r, dps=dps), tangent(p, v, radius=r, dps=dps)
        length = mp.sqrt(max(0, minkowski(u, u)))
        if length == 0:
            return a
        return plus(scaled(mp.cosh(length / r), a), scaled(r * mp.sinh(length / r) / length, u))


def log(p: Vector, q: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """The tangent part of q at p, scaled to the length dist(p, q); 0 for p = q."""
    with mp.workdps(dps):
        u = proju(p, projx(q, radius=radius, dps=dps), radius=radius, dps=dps)
        length = mp.sqrt(max(0, minkowski(u, u)))
        return u if length == 0 else scaled(dist(p, q, radius=radius, dps=dps) / length, u)


def transport(p: Vector, q: Vector, v: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """v + <q, v>/(R**2 - <p, q>) (p + q)."""
    with mp.workdps(dps):
        r = mp.mpf(radius)
        a, b = projx(p, radius=r, dps=dps), projx(q, radius=r, dps=dps)
        u = tangent(p, v, radius=r, dps=dps)
        return plus(u, scaled(minkowski(b, u) / (r**2 - minkowski(a, b)), plus(a, b)))


def to_ball(p: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """R x/(R + x_0)."""
    with mp.workdps(dps):
        r, a = mp.mpf(radius), projx(p, radius=radius, dps=dps)
        return scaled(r / (r + a[0]), a[1:])


def from_ball(y: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """R (R**2 + |y|**2, 2 R y)/(R**2 - |y|**2)."""
    with mp.workdps(dps):
        r, a = mp.mpf(radius), exact(y)
        c = r / (r**2 - norm(a) ** 2)
        return [c * (r**2 + norm(a) ** 2), *scaled(2 * r * c, a)]
