"""A manifold pulled back through a link function (geometric_view, section 6).

A link function f maps M one-to-one onto N, or onto an open part of it, and M gets the pullback metric
g(u, v) = <f_* u, f_* v>, the preferential structure with the matrix Df^T Df for N = R^n (Proposition 10). Then f is an
isometry: it takes geodesics to geodesics, distances to distances and gradients to gradients, so every method is that
of N between f and its inverse. With N = R^n, the explicit geodesic update on it is the update through the link
function (eq. 5), `numeric.learners.link_function.reparametrised_update`. The link functions are in `links`.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import SMALL, Array
from numeric.manifolds._arguments import finite, vectors
from numeric.manifolds.base import Manifold, check_manifold
from numeric.manifolds.euclidean import Euclidean
from numeric.manifolds.links import Link, check_link


@dataclass(frozen=True)
class PulledBack:
    """M with the metric that makes the link function an isometry of it onto `manifold`, or onto a part of that.

    link: f. manifold: N, R^n unless given. Points and vectors have the shapes that f takes; ValueError where f, its
    inverse or N raise one, in the names of N at f(p).

    Onto R^n the differences f(q) - f(p) are taken whole: dist and log have a few ulp, and exp has a few and |f_* v|
    times the condition number |1/(w Df(w))| of the inverse at its end w. Onto another N, f(p) is rounded first, an ulp
    of |f(p)| in every distance: for the simplex and the positive orthant, `Simplex` and `PositiveOrthant` have less.
    """

    link: Link
    manifold: Manifold = field(default_factory=Euclidean)

    def __post_init__(self) -> None:
        check_link(self.link)
        check_manifold(self.manifold)

    def exp(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """f**-1(Exp_f(p)(f_* v)), shape (..., n); v = 0 gives back p."""
        x, u = vectors(p=p, v=v)
        pushed = self.link.push_forward(x, u)
        if isinstance(self.manifold, Euclidean):
            return self.link.moved(x, pushed)
        end = self.link.inverse(self.manifold.exp(self.link.forward(x), pushed))
        return np.where(np.any(u != 0.0, axis=-1)[..., None], end, x)

    def log(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """(f_*)**-1 Log_f(p)(f(q)), shape (..., n)."""
        x, y = vectors(p=p, q=q)
        if isinstance(self.manifold, Euclidean):
            return self.link.pull_back(x, self.link.difference(x, y))
        return self.link.pull_back(x, self.manifold.log(self.link.forward(x), self.link.forward(y)))

    def dist(self, p: npt.ArrayLike, q: npt.ArrayLike) -> Array:
        """dist(f(p), f(q)), shape (...)."""
        x, y = vectors(p=p, q=q)
        if isinstance(self.manifold, Euclidean):
            with np.errstate(over="ignore"):
                return finite("the distance from p to q", np.asarray(_exact.norm(self.link.difference(x, y))))[()]
        return self.manifold.dist(self.link.forward(x), self.link.forward(y))

    def inner(self, p: npt.ArrayLike, u: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """<f_* u, f_* v>, shape (...)."""
        (a, i), (b, j) = self._pushed(p, u), self._pushed(p, v)
        with np.errstate(over="ignore"):
            s = np.ldexp(self.manifold.inner(self.link.forward(p), a, b), i + j)
        return finite("the inner product of u and v", np.asarray(s))[()]

    def norm(self, p: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """|f_* v|, shape (...)."""
        return self.manifold.norm(self.link.forward(p), self.link.push_forward(p, v))

    def projx(self, x: npt.ArrayLike) -> Array:
        """f**-1 of what stands for f(x) in N, shape (..., n); x itself for N = R^n."""
        w = self.link.forward(x)
        if isinstance(self.manifold, Euclidean):
            return _check.vector("x", x)
        return self.link.inverse(self.manifold.projx(w))

    def proju(self, p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
        """(f_*)**-1 of the tangent part of f_* x, shape (..., n); x itself for N = R^n."""
        a, b = vectors(p=p, x=x)
        if isinstance(self.manifold, Euclidean):
            self.link.forward(a)
            return np.broadcast_arrays(a, b)[1].copy()
        part = self.manifold.proju(self.link.forward(a), self.link.push_forward(a, b))
        return self.link.pull_back(a, part)

    def egrad2rgrad(self, p: npt.ArrayLike, g: npt.ArrayLike) -> Array:
        """(f_*)**-1 grad(L o f**-1), shape (..., n); Df**-1 Df**-T g for N = R^n (Proposition 10)."""
        f = self.link
        return f.pull_back(p, self.manifold.egrad2rgrad(f.forward(p), f.push_forward_partials(p, g)))

    def transport(self, p: npt.ArrayLike, q: npt.ArrayLike, v: npt.ArrayLike) -> Array:
        """(f_*)**-1 at q of the transport of f_* v, shape (..., n)."""
        f = self.link
        u, e = self._pushed(p, v)
        moved = f.pull_back(q, self.manifold.transport(f.forward(p), f.forward(q), u))
        return np.ldexp(moved, e[..., None])

    def _pushed(self, p: npt.ArrayLike, v: npt.ArrayLike) -> tuple[Array, npt.NDArray[np.int32]]:
        """f_* v over 2**e and e, shape (...): where it is below the floats with all their digits, e < 0."""
        x, u = vectors(p=p, v=v)
        pushed = self.link.push_forward(x, u)
        small = np.max(np.abs(pushed), axis=-1) < SMALL
        if not np.any(small):
            return pushed, np.zeros(small.shape, dtype=np.int32)
        e = _exact.binary_exponent(np.where(np.any(pushed != 0.0, axis=-1)[..., None], pushed, u))
        e = np.where(small, np.minimum(e, 0), 0)
        return self.link.push_forward(x, np.ldexp(u, -e[..., None])), e

    def random_point(self, rng: np.random.Generator, n: int) -> Array:
        """f**-1 of a random point of N, drawn again while it is outside the image of f, shape (n,).

        ValueError after 1000 draws: the positive orthant of the sphere has 2**-n of it.
        """
        for _ in range(1000):
            w = self.manifold.random_point(rng, n)
            try:
                return self.link.inverse(w)
            except ValueError:
                continue
        raise ValueError(f"n is {n!r}; the image of {self.link!r} must have more of the manifold: 1000 draws missed it")
