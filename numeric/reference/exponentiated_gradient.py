"""Exponentiated gradient (general_additive, eq. 8; geometric_view, eq. 22), from the definitions, on lists of mpf."""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact, scaled


def eg_update(w: Vector, x: Vector, y: Number, eta: Number, *, dps: int = 60) -> list[Number]:
    """w_i e**(-2 eta (<w,x> - y) x_i)/Z."""
    with mp.workdps(dps):
        a, b = exact(w), exact(x)
        c = -2 * mp.mpf(eta) * (dot(a, b) - mp.mpf(y))
        raw = [s * mp.exp(c * t) for s, t in zip(a, b, strict=True)]
        return scaled(1 / mp.fsum(raw), raw)


def eg_plus_minus_update(w: Vector, x: Vector, y: Number, eta: Number, bound: Number, *, dps: int = 60) -> list[Number]:
    """The EG update of 2n weights with the instance (U x, -U x)."""
    with mp.workdps(dps):
        b = scaled(mp.mpf(bound), exact(x))
        return eg_update(w, [*b, *scaled(-1, b)], y, eta, dps=dps)


def natural_eg_update(w: Vector, x: Vector, y: Number, eta: Number, *, dps: int = 60) -> list[Number]:
    """w_i e**(-2 eta (<w,x> - y) x_i w_i)."""
    with mp.workdps(dps):
        a, b = exact(w), exact(x)
        c = -2 * mp.mpf(eta) * (dot(a, b) - mp.mpf(y))
        return [s * mp.exp(c * t * s) for s, t in zip(a, b, strict=True)]
