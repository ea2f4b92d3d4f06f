"""Gradient descent (spheres, section 3.1; gradient_descent), from the definitions, on lists of mpf."""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact, norm, plus, scaled


def lms_update(w: Vector, x: Vector, y: Number, eta: Number, *, dps: int = 60) -> list[Number]:
    """w - 2 eta (<w,x> - y) x."""
    with mp.workdps(dps):
        a, b = exact(w), exact(x)
        return plus(a, scaled(-2 * mp.mpf(eta) * (dot(a, b) - mp.mpf(y)), b))


def project_to_ball(w: Vector, radius: Number, *, dps: int = 60) -> list[Number]:
    """w where |w| <= radius, else w radius/|w|."""
    with mp.workdps(dps):
        a, r = exact(w), mp.mpf(radius)
        length = norm(a)
        return a if length <= r else scaled(r / length, a)


def projected_step(w: Vector, gradient: Vector, eta: Number, t: int, radius: Number, *, dps: int = 60) -> list[Number]:
    """The projection of w - eta/sqrt(t) gradient to the ball."""
    with mp.workdps(dps):
        rate = mp.mpf(eta) / mp.sqrt(t)
        return project_to_ball(plus(exact(w), scaled(-rate, exact(gradient))), radius, dps=dps)


def strongly_convex_step(w: Vector, gradient: Vector, sigma: Number, t: int, *, dps: int = 60) -> list[Number]:
    """w - gradient/(sigma t)."""
    with mp.workdps(dps):
        return plus(exact(w), scaled(-1 / (mp.mpf(sigma) * t), exact(gradient)))
