"""The sphere of radius R (spheres, eq. 12): `numeric.manifolds.sphere` from the definitions."""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact, norm, plus, scaled


def projx(x: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """R x/|x|."""
    with mp.workdps(dps):
        a = exact(x)
        return scaled(mp.mpf(radius) / norm(a), a)


def proju(p: Vector, x: Vector, *, dps: int = 60) -> list[Number]:
    """x - <p,x>/<p,p> p."""
    with mp.workdps(dps):
        a, b = exact(p), exact(x)
        return plus(b, scaled(-dot(a, b) / dot(a, a), a))


def dist(p: Vector, q: Vector, *, radius: Number = 1, dps: int = 60) -> Number:
    """R arccos(<p,q>/(|p||q|))."""
    with mp.workdps(dps):
        a, b = exact(p), exact(q)
        c = dot(a, b) / (norm(a) * norm(b))
        return mp.mpf(radius) * mp.acos(max(-1, min(1, c)))


def exp(p: Vector, v: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """p cos(|v|/R) + R v/|v| sin(|v|/R), and p for v = 0, after p and v are brought to where they belong."""
    with mp.workdps(dps):
        r = mp.mpf(radius)
        a = projx(p, radius=r, dps=dps)
        u = proju(a, v, dps=dps)
        length = norm(u)
        if length == 0:
            return a
        return plus(scaled(mp.cos(length / r), a), scaled(r * mp.sin(length / r) / length, u))


def log(p: Vector, q: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """The tangent part of q at p, scaled to the length dist(p, q); 0 for p = q."""
    with mp.workdps(dps):
        u = proju(p, projx(q, radius=radius, dps=dps), dps=dps)
        length = norm(u)
        if length == 0:
            return u
        return scaled(dist(p, q, radius=radius, dps=dps) / length, u)


def inner(p: Vector, u: Vector, v: Vector, *, dps: int = 60) -> Number:
    """<u, v> of the tangent parts."""
    with mp.workdps(dps):
        return dot(proju(p, u, dps=dps), proju(p, v, dps=dps))


def transport(p: Vector, q: Vector, v: Vector, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """v - <q,v>/(R**2 + <p,q>) (p + q)."""
    with mp.workdps(dps):
        r = mp.mpf(radius)
        a, b = projx(p, radius=r, dps=dps), projx(q, radius=r, dps=dps)
        u = proju(a, v, dps=dps)
        return plus(u, scaled(-dot(b, u) / (r**2 + dot(a, b)), plus(a, b)))
