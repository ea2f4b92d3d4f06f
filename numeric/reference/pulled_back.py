"""Manifolds pulled back through link functions f (geometric_view, section 6): `numeric.manifolds.pulled_back`.

`LINKS` names the functions, all entry by entry; Df is by differences at the precision. `manifold` is a module of this
package with exp, log, dist, inner and transport: `euclidean` or `sphere` (radius=2).
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import mpmath as mp

from numeric.reference import euclidean
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
        return [_LINKS[name][0](t) for t in exact(p)]


def inverse(name: str, w: Vector, *, dps: int = 60) -> list[Number]:
    """The p with f(p) = w."""
    with mp.workdps(dps):
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


def exp(name: str, p: Vector, v: Vector, *, manifold: ModuleType = euclidean, dps: int = 60, **k: Any) -> list[Number]:
    """f**-1(Exp_f(p)(Df v))."""
    u = push_forward(name, p, v, dps=dps)
    return inverse(name, manifold.exp(forward(name, p, dps=dps), u, dps=dps, **k), dps=dps)


def log(name: str, p: Vector, q: Vector, *, manifold: ModuleType = euclidean, dps: int = 60, **k: Any) -> list[Number]:
    """Df**-1 Log_f(p)(f(q))."""
    u = manifold.log(forward(name, p, dps=dps), forward(name, q, dps=dps), dps=dps, **k)
    return pull_back(name, p, u, dps=dps)


def dist(name: str, p: Vector, q: Vector, *, manifold: ModuleType = euclidean, dps: int = 60, **k: Any) -> Number:
    """dist(f(p), f(q))."""
    return manifold.dist(forward(name, p, dps=dps), forward(name, q, dps=dps), dps=dps, **k)


def transport(
    name: str, p: Vector, q: Vector, v: Vector, *, manifold: ModuleType = euclidean, dps: int = 60, **k: Any
) -> list[Number]:
    """Df(q)**-1 of the transport of Df(p) v; on R^n that is Df(p) v itself."""
    u = push_forward(name, p, v, dps=dps)
    if manifold is not euclidean:
        u = manifold.transport(forward(name, p, dps=dps), forward(name, q, dps=dps), u, dps=dps, **k)
    return pull_back(name, q, u, dps=dps)


def egrad2rgrad(name: str, p: Vector, g: Vector, *, dps: int = 60) -> list[Number]:
    """Df**-1 Df**-T g, the gradient in the pullback of R^n."""
    return pull_back(name, p, pull_back(name, p, g, dps=dps), dps=dps)
