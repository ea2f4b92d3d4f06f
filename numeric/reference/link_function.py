"""Updates through link functions (spheres, eq. 6; geometric_view, eq. 5), by the names of `links`."""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, exact
from numeric.reference.links import moved, pull_back


def additive_update(name: str, w: Vector, egrad: Vector, eta: Number, *, dps: int = 60) -> list[Number]:
    """f^-1(f(w) - eta egrad)."""
    with mp.workdps(dps):
        return moved(name, w, [-mp.mpf(eta) * t for t in exact(egrad)], dps=dps)


def reparametrised_update(name: str, w: Vector, egrad: Vector, eta: Number, *, dps: int = 60) -> list[Number]:
    """f^-1(f(w) - eta egrad/f'(w))."""
    with mp.workdps(dps):
        return moved(name, w, [-mp.mpf(eta) * t for t in pull_back(name, w, egrad, dps=dps)], dps=dps)
