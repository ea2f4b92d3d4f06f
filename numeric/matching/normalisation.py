"""Maps that normalise an activation, which have no matching loss, each for another reason."""

from dataclasses import dataclass
from typing import NoReturn

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _pairs
from numeric._exact import Array
from numeric.matching.base import two_vectors


@dataclass(frozen=True)
class Normalisation:
    """phi(a) = a/|a| on R^k less 0, P(a) = |a| (general_additive, Examples 4 and 8).

    It has a convex potential and a divergence, but no matching loss: Delta(s a_hat, a) = s Delta(a_hat, a) for s > 0,
    while phi(s a_hat) = phi(a_hat), so the outputs do not determine it.
    """

    def transfer(self, a: npt.ArrayLike) -> Array:
        """a/|a|, shape (..., k), for a other than 0."""
        x = _nonzero("a", _check.vector("a", a))
        e = _exact.binary_exponent(x)[..., None]
        x = np.ldexp(x, -e)
        return x / np.asarray(_exact.norm(x))[..., None]

    def potential(self, a: npt.ArrayLike) -> Array:
        """|a|, shape (...)."""
        with np.errstate(over="ignore"):
            length = np.asarray(_exact.norm(_nonzero("a", _check.vector("a", a))))
        return _check.representable("|a|", length)[()]

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> Array:
        """|a_hat| - a_hat.a/|a| >= 0, shape (...), to 4 ulp.

        With r the part of a_hat orthogonal to a, and s the other, it is |r|**2/(|a_hat| + s) where s > 0.
        """
        u, v = two_vectors("a_hat", a_hat, "a", a)
        u, v = np.broadcast_arrays(_nonzero("a_hat", u), _nonzero("a", v))
        e, f = _exact.binary_exponent(u), _exact.binary_exponent(v)
        u, v = np.ldexp(u, -e[..., None]), np.ldexp(v, -f[..., None])
        length, along = np.asarray(_exact.norm(u)), np.asarray(_exact.dot(u, v) / _exact.norm(v))
        across = _pairs.norm(_pairs.reject(v, u))[0]
        m, k = np.frexp(across)  # its square may be no float where the result is one
        with np.errstate(over="ignore"):
            near = np.ldexp(m * (m / (length + np.abs(along))), 2 * k + e)
            far = np.ldexp(length - along, e)
        return _check.representable("|a_hat| - a_hat.a/|a|", np.where(along > 0.0, near, far))[()]

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> NoReturn:
        """Always ValueError."""
        raise ValueError(
            "phi is Normalisation(), which has no matching loss: it must be determined by the outputs, and the "
            "divergence grows with |a_hat| at the same output (general_additive, Example 4)"
        )


@dataclass(frozen=True)
class Proportions:
    """phi(a) = a/sum(a) on the positive orthant of R^k.

    Its Jacobian (delta_ij - phi_i)/sum(a) is not symmetric for k > 1, so it is no gradient: there is no potential, no
    divergence and no matching loss. `Softmax` is this map of e**a.
    """

    def transfer(self, a: npt.ArrayLike) -> Array:
        """a/sum(a), shape (..., k), for a_i > 0."""
        x = _check.within("a", _check.vector("a", a), lambda t: t > 0.0, "must be > 0")
        x = np.ldexp(x, -_exact.binary_exponent(x)[..., None])
        return np.asarray(x / np.asarray(_exact.total(x))[..., None])

    def jacobian(self, a: npt.ArrayLike) -> Array:
        """(delta_ij - phi_i)/sum(a), shape (..., k, k)."""
        y = self.transfer(a)
        with np.errstate(over="ignore", invalid="ignore"):
            s = np.asarray(_exact.total(_check.array("a", a)))[..., None, None]
        _check.representable("the sum of a", s[..., 0, 0])
        with np.errstate(over="ignore"):
            J = np.asarray((np.eye(y.shape[-1]) - y[..., :, None]) / s)
        return _check.representable("the Jacobian", J)

    def potential(self, a: npt.ArrayLike) -> NoReturn:
        """Always ValueError."""
        raise _no_potential("potential")

    def divergence(self, a_hat: npt.ArrayLike, a: npt.ArrayLike) -> NoReturn:
        """Always ValueError."""
        raise _no_potential("divergence")

    def matching_loss(self, y: npt.ArrayLike, yhat: npt.ArrayLike) -> NoReturn:
        """Always ValueError."""
        raise _no_potential("matching loss")


def _no_potential(what: str) -> ValueError:
    return ValueError(
        f"phi is Proportions(), which has no {what}: its Jacobian must be symmetric for a potential, and it is not"
    )


def _nonzero(name: str, x: Array) -> Array:
    size = np.max(np.abs(x), axis=-1)
    _check.holds(f"max|{name}|", size, size > 0.0, "must be > 0: 0 has no direction")
    return x
