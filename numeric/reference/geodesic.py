"""Updates along geodesics (spheres, section 3.2; geometric_view, Example 1), from the definitions."""

import mpmath as mp

from numeric.reference import simplex, sphere
from numeric.reference._vectors import Number, Vector, dot, exact, scaled


def gradient(p: Vector, x: Vector, *, dps: int = 60) -> list[Number]:
    """2 <p,x> (x - <p,x> p) of p/|p| and x/|x|."""
    with mp.workdps(dps):
        a, b = sphere.projx(p, dps=dps), sphere.projx(x, dps=dps)
        return scaled(2 * dot(a, b), sphere.proju(a, b, dps=dps))


def gradient_norm(p: Vector, x: Vector, *, dps: int = 60) -> Number:
    """|sin 2d| with d the angle of p and x."""
    with mp.workdps(dps):
        return abs(mp.sin(2 * sphere.dist(p, x, dps=dps)))


def distance_loss(p: Vector, x: Vector, *, dps: int = 60) -> Number:
    """arcsin(<p,x>)**2 of p/|p| and x/|x|."""
    with mp.workdps(dps):
        return mp.asin(dot(sphere.projx(p, dps=dps), sphere.projx(x, dps=dps))) ** 2


def sphere_update(p: Vector, x: Vector, eta: Number, *, dps: int = 60) -> list[Number]:
    """Exp_p(-eta V) with V the gradient of <p,x>**2."""
    with mp.workdps(dps):
        return sphere.exp(p, scaled(-mp.mpf(eta), gradient(p, x, dps=dps)), dps=dps)


def explicit_update_sphere(w: Vector, egrad: Vector, eta: Number, *, radius: Number = 1, dps: int = 60) -> list[Number]:
    """Exp_w(-eta grad L(w)) on the sphere of radius R."""
    with mp.workdps(dps):
        step = scaled(-mp.mpf(eta), sphere.proju(w, egrad, dps=dps))
        return sphere.exp(w, step, radius=radius, dps=dps)


def explicit_update_simplex(p: Vector, egrad: Vector, eta: Number, *, dps: int = 60) -> list[Number]:
    """The update of Example 3: sqrt(p_i) cos(eta/2 |V|) - V_i/|V| sin(eta/2 |V|), squared."""
    with mp.workdps(dps):
        v = simplex.push_forward_gradient(p, egrad, dps=dps)
        length = simplex.gradient_norm(p, egrad, dps=dps)
        if length == 0:
            return simplex.point(p, dps=dps)
        angle = mp.mpf(eta) / 2 * length
        root = [mp.sqrt(t) for t in simplex.point(p, dps=dps)]
        return [(r * mp.cos(angle) - u / length * mp.sin(angle)) ** 2 for r, u in zip(root, v, strict=True)]


def implicit_update_line(w: Vector, x: Vector, y: Number, eta: Number, *, dps: int = 60) -> list[Number]:
    """The solution of w' = w - 2 eta (<w',x> - y) x as a linear system, by elimination."""
    with mp.workdps(dps):
        a, b, step = exact(w), exact(x), 2 * mp.mpf(eta)
        n = len(a)
        m = mp.eye(n)
        for i in range(n):
            for j in range(n):
                m[i, j] += step * b[i] * b[j]
        right = mp.matrix([s + step * mp.mpf(y) * t for s, t in zip(a, b, strict=True)])
        return list(mp.lu_solve(m, right))
