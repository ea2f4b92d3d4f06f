"""Spherical triangles (spheres, section 6), by the defining formulas."""

import mpmath as mp

from numeric.reference._vectors import Number


def opposite_side(d: Number, e: Number, beta: Number, *, dps: int = 60) -> Number:
    """arccos(cos d cos e + sin d sin e cos beta)."""
    with mp.workdps(dps):
        d, e, beta = mp.mpf(d), mp.mpf(e), mp.mpf(beta)
        return mp.acos(mp.cos(d) * mp.cos(e) + mp.sin(d) * mp.sin(e) * mp.cos(beta))


def progress_terms(b: Number, d: Number, e: Number, beta: Number, *, dps: int = 60) -> list[Number]:
    """(14), (15) and (16), from the losses cos(d)**2, cos(b + d)**2 and cos(e)**2."""
    with mp.workdps(dps):
        b, d, e, beta = mp.mpf(b), mp.mpf(d), mp.mpf(e), mp.mpf(beta)
        gained, square = mp.cos(d) ** 2 - mp.cos(b + d) ** 2, mp.cos(beta) ** 2
        last = mp.cos(b + 2 * d) * mp.cos(beta) * mp.sin(b) * mp.sin(2 * e)
        return [gained * square, -(mp.cos(e) ** 2) * gained * (1 + square), last]
