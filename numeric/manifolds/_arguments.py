"""Checks that the manifolds share."""

import numpy.typing as npt

from numeric import _check
from numeric._exact import Array


def vectors(least: int = 1, /, **values: npt.ArrayLike) -> list[Array]:
    """Each as a finite array of shape (..., n), n >= least, all with one n and leading axes that broadcast."""
    arrays = {name: _check.vector(name, x, least=least) for name, x in values.items()}
    _check.same_length(**arrays)
    return list(arrays.values())


def finite(name: str, x: Array) -> Array:
    """x, which did not overflow."""
    return _check.representable(name, x)


def count(n: int, least: int) -> int:
    """n, an integer >= least."""
    return _check.integer("n", n, least)
