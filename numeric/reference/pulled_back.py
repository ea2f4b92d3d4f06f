"""Manifolds pulled back through link functions f (geometric_view, section 6): `numeric.manifolds.pulled_back`.

The names of the functions are those of `links`. `manifold` is a module of this package with exp, log, dist, inner and
transport: `euclidean` or `sphere` (radius=2).
"""

from types import ModuleType
from typing import Any

from numeric.reference import euclidean
from numeric.reference._vectors import Number, Vector
from numeric.reference.links import forward, inverse, pull_back, push_forward


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
