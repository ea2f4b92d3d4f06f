"""Link functions f (geometric_view, section 6; spheres, eq. 6): `numeric.manifolds.links`.

`LINKS` names the functions that act entry by entry; Df is by differences at the precision. "simplex" is ln with softmax
for its inverse.
"""

from collections.abc import Callable
from typing import Any

import mpmath as mp

from numeric.reference._vectors import Number, Vector, exact

_Function = Callable[[Any], Any]

_LINKS: dict[str, tuple[_Function, _Function]] = {
    "identity": (lambda p: p, lambda w: w),
    "log": (mp.log, mp.exp),
    "logit": (lambda p: mp.log(p / (1 - p)), lambda w: 1 / (1 + mp.exp(-w))),
    "artanh": (mp.atanh, mp.tanh),
    "sqrt": (lambda p: 2 * mp.sqrt(p), lambda w: w * w / 4),
}
LINKS = tuple(_LINKS)


def forward(name: str, p: Vector, *, dps: int = 60) -> list[Number]:
    """f(p)."""
    with mp.workdps(dps):
        return [mp.log(t) if name == "simplex" else _LINKS[name][0](t) for t in exact(p)]


def inverse(name: str, w: Vector, *, dps: int = 60) -> list[Number]:
    """The p with f(p) = w."""
    with mp.workdps(dps):
        if name == "simplex":
            e = [mp.exp(t) for t in exact(w)]
            return [t / mp.fsum(e) for t in e]
        return [_LINKS[name][1](t) for t in exact(w)]


def slopes(name: str, p: Vector, *, dps: int = 60) -> list[Number]:
    """f'(p_i), right to about `dps` digits: from f at p_i (1 +- 10**-dps), at three times the precision."""
    with mp.workdps(4 * dps):
        f, out = _LINKS[name][0], []
        for t in exact(p):
            h = (abs(t) if t else mp.mpf(1)) * min(1, abs(1 - abs(t)) or 1) * mp.mpf(10) ** -dps
            out.append((f(t + h) - f(t - h)) / (2 * h))
        return out


def push_forward(name: str, p: Vector, v: Vector, *, dps: int = 60) -> list[Number]:
    """Df(p) v."""
    with mp.workdps(dps):
        return [a * b for a, b in zip(slopes(name, p, dps=dps), exact(v), strict=True)]


def pull_back(name: str, p: Vector, u: Vector, *, dps: int = 60) -> list[Number]:
    """Df(p)**-1 u."""
    with mp.workdps(dps):
        return [b / a for a, b in zip(slopes(name, p, dps=dps), exact(u), strict=True)]


def moved(name: str, p: Vector, d: Vector, *, dps: int = 60) -> list[Number]:
    """f**-1(f(p) + d)."""
    with mp.workdps(dps):
        return inverse(name, [s + t for s, t in zip(forward(name, p, dps=dps), exact(d), strict=True)], dps=dps)
