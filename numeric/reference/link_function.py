"""Updates through link functions (spheres, eq. 6; geometric_view, eq. 5): f, its inverse and its derivative.

`LINKS` names the functions of numbers; "simplex" is ln with softmax for its inverse.
"""

from collections.abc import Callable
from typing import Any

import mpmath as mp

from numeric.reference._vectors import Number, Vector, exact

_Function = Callable[[Any], Any]

_LINKS: dict[str, tuple[_Function, _Function]] = {
    "identity": (lambda w: w, lambda t: t),
    "log": (mp.log, mp.exp),
    "logit": (lambda w: mp.log(w / (1 - w)), lambda t: 1 / (1 + mp.exp(-t))),
    "artanh": (mp.atanh, mp.tanh),
}
LINKS = tuple(_LINKS)


def step(name: str, w: Vector, d: Vector, *, dps: int = 60) -> list[Number]:
    """f^-1(f(w) + d)."""
    with mp.workdps(dps):
        a, b = exact(w), exact(d)
        if name == "simplex":
            e = [mp.exp(mp.log(s) + t) for s, t in zip(a, b, strict=True)]
            return [t / mp.fsum(e) for t in e]
        f, inverse = _LINKS[name]
        return [inverse(f(s) + t) for s, t in zip(a, b, strict=True)]


def additive_update(name: str, w: Vector, egrad: Vector, eta: Number, *, dps: int = 60) -> list[Number]:
    """f^-1(f(w) - eta egrad)."""
    with mp.workdps(dps):
        return step(name, w, [-mp.mpf(eta) * t for t in exact(egrad)], dps=dps)


def reparametrised_update(name: str, w: Vector, egrad: Vector, eta: Number, *, dps: int = 60) -> list[Number]:
    """f^-1(f(w) - eta egrad/f'(w)), with f' by differences at the precision."""
    with mp.workdps(dps):
        f = _LINKS[name][0]
        slopes = [mp.diff(f, s) for s in exact(w)]
        return step(name, w, [-mp.mpf(eta) * t / s for t, s in zip(exact(egrad), slopes, strict=True)], dps=dps)
