"""The implicit geodesic update (geometric_view, eq. 9) from its equation, log_{w'}(w) = eta grad L(w').

`partials` is a function from a list of mpf to the partial derivatives of L there.
"""

from collections.abc import Callable

import mpmath as mp

from numeric.reference import sphere
from numeric.reference._vectors import Number, Vector, dot, exact, norm, plus, scaled

Partials = Callable[[list[Number]], list[Number]]


def scale_invariant(p: Vector, x: Vector, eta: Number, *, dps: int = 60) -> list[Number]:
    """The minimiser of dist(p, w)**2/2 + eta <w,x>**2 on the great circle of p/|p| and x/|x|, by bisection.

    p and x neither parallel nor orthogonal. The derivative of the cost along the circle, from the equator of x
    to p, changes its sign once.
    """
    with mp.workdps(dps):
        a, b, rate = sphere.projx(p, dps=dps), sphere.projx(x, dps=dps), mp.mpf(eta)
        if dot(a, b) < 0:
            b = scaled(-1, b)
        away = sphere.proju(a, scaled(-1, b), dps=dps)
        away = scaled(1 / norm(away), away)
        height = mp.asin(dot(a, b))

        def slope(t: Number) -> Number:
            w = plus(scaled(mp.cos(t), a), scaled(mp.sin(t), away))
            velocity = plus(scaled(-mp.sin(t), a), scaled(mp.cos(t), away))
            return t + 2 * rate * dot(w, b) * dot(velocity, b)

        low, high = mp.mpf(0), height
        for _ in range(4 * dps):
            middle = (low + high) / 2
            low, high = (middle, high) if slope(middle) < 0 else (low, middle)
        return plus(scaled(mp.cos(low), a), scaled(mp.sin(low), away))


def sphere_residual(new: Vector, w: Vector, partials: Partials, eta: Number, radius: Number, dps: int) -> list[Number]:
    """eta grad L(w') - log_{w'}(w) on the sphere of radius R, at R w'/|w'|."""
    with mp.workdps(dps):
        at = sphere.projx(new, radius=radius, dps=dps)
        pull = scaled(mp.mpf(eta), sphere.proju(at, partials(at), dps=dps))
        return plus(pull, scaled(-1, sphere.log(at, w, radius=radius, dps=dps)))


def on_sphere(
    w: Vector, partials: Partials, eta: Number, start: Vector, *, radius: Number = 1, dps: int = 50
) -> list[Number]:
    """The solution that Newton's method in R^n reaches from `start`, with |w'| = R as the missing equation."""
    with mp.workdps(dps):
        r = mp.mpf(radius)

        def equation(*entries: Number) -> list[Number]:
            at = list(entries)  # on the unit sphere
            rest = sphere_residual(scaled(r, at), w, partials, eta, r, dps)
            return plus(scaled(1 / r, rest), scaled(dot(at, at) - 1, at))

        first = scaled(1 / r, exact(start))
        found = mp.findroot(equation, first, solver="mdnewton", maxsteps=30, verify=False)
        return sphere.projx(list(found), radius=r, dps=dps)


def in_simplex(p: Vector, partials: Partials, eta: Number, start: Vector, *, dps: int = 50) -> list[Number]:
    """The update in the simplex: on the sphere of radius 2 through 2 sqrt(p), and back."""
    with mp.workdps(dps):
        a, b = (scaled(1 / mp.fsum(exact(t)), exact(t)) for t in (p, start))

        def lifted(u: list[Number]) -> list[Number]:
            g = partials([t * t / 4 for t in u])
            return [t / 2 * s for t, s in zip(u, g, strict=True)]

        ends = ([2 * mp.sqrt(t) for t in v] for v in (a, b))
        new = on_sphere(next(ends), lifted, eta, next(ends), radius=2, dps=dps)
        return [t * t / 4 for t in new]


def in_orthant(w: Vector, partials: Partials, eta: Number, start: Vector, *, dps: int = 50) -> list[Number]:
    """The update in the positive orthant with the metric of ln w: ln w' = ln w - eta w' dL(w')."""
    with mp.workdps(dps):
        logs = [mp.log(t) for t in exact(w)]

        def equation(*entries: Number) -> list[Number]:
            at = [mp.exp(t) for t in entries]
            g = partials(at)
            return [t - s + mp.mpf(eta) * u * v for t, s, u, v in zip(entries, logs, at, g, strict=True)]

        first = [mp.log(t) for t in exact(start)]
        found = mp.findroot(equation, first, solver="mdnewton", maxsteps=30, verify=False)
        return [mp.exp(t) for t in found]


def on_a_line(
    w: Vector, x: Vector, slope: Callable[[Number], Number], eta: Number, bound: Number, *, dps: int = 60
) -> list[Number]:
    """In R^n, L a convex function of <w,x> with the derivative `slope`: w' = w - c x, c in [-bound, bound]."""
    with mp.workdps(dps):
        a, b = exact(w), exact(x)
        low, high = -mp.mpf(bound), mp.mpf(bound)
        for _ in range(4 * dps):
            c = (low + high) / 2
            excess = c - mp.mpf(eta) * slope(dot(plus(a, scaled(-c, b)), b))
            low, high = (c, high) if excess < 0 else (low, c)
        return plus(a, scaled(-low, b))


def towards_on_sphere(w: Vector, x: Vector, eta: Number, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """The update for dist(w, x)**2/2: at the share eta/(1 + eta) of the way from w to x."""
    with mp.workdps(dps):
        rate = mp.mpf(eta)
        v = sphere.log(w, x, radius=radius, dps=dps)
        return sphere.exp(w, scaled(rate / (1 + rate), v), radius=radius, dps=dps)
