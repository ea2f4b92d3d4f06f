"""Spherical triangles: the side opposite to an angle, and the progress that one step makes (spheres, section 6)."""

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._exact import Array


def opposite_side(d: npt.ArrayLike, e: npt.ArrayLike, beta: npt.ArrayLike) -> Array:
    """The c in [0, pi] with cos c = cos d cos e + sin d sin e cos beta, shape of the broadcast (spheres, eq. 13).

    d, e, beta: radians, any finite numbers, shape (...). By atan2 of sine and cosine, so short sides keep their digits.
    """
    d, e, beta = (_check.array(name, value) for name, value in (("d", d), ("e", e), ("beta", beta)))
    with np.errstate(over="ignore"):
        apart = _check.representable("d - e", np.asarray(d - e))
    half = np.sin(beta / 2) ** 2
    along = np.sin(apart) + 2.0 * np.cos(d) * np.sin(e) * half
    across = np.sin(e) * np.sin(beta)
    cosine = np.cos(apart) - 2.0 * np.sin(d) * np.sin(e) * half
    return np.asarray(np.arctan2(np.hypot(along, across), cosine))[()]


def progress_terms(b: npt.ArrayLike, d: npt.ArrayLike, e: npt.ArrayLike, beta: npt.ArrayLike) -> Array:
    """The terms (14), (15) and (16) of sin(c)**2 - sin(a)**2, shape (..., 3) (spheres, section 6.2).

    b, d, e, beta: radians, any finite numbers, shape (...). The gain in loss, cos(d)**2 - cos(b + d)**2, is taken as
    sin b sin(b + 2d). The sum b + 2d is rounded: of angles far above 2 pi little is left.
    """
    names = (("b", b), ("d", d), ("e", e), ("beta", beta))
    b, d, e, beta = np.broadcast_arrays(*(_check.array(name, value) for name, value in names))
    with np.errstate(over="ignore"):
        turned = _check.representable("b + 2d", np.asarray(b + 2.0 * d))
        twice = _check.representable("2e", np.asarray(2.0 * e))
    gained, square = np.sin(b) * np.sin(turned), np.cos(beta) ** 2
    first = gained * square
    second = -(np.cos(e) ** 2) * gained * (1.0 + square)
    third = np.cos(turned) * np.cos(beta) * np.sin(b) * np.sin(twice)
    return np.stack([first, second, third], axis=-1)
