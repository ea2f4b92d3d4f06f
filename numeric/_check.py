"""Argument checks: each raises ValueError with one line naming the argument, what it was, what it must be."""

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from numeric._exact import Array

TOLERANCE = 1e-10
"""How far, relatively, a point may be off its manifold, and a vector off its tangent space."""


def array(name: str, value: npt.ArrayLike, *, finite: bool = True) -> Array:
    """`value` as a float64 array without NaN (and without infinities, unless finite=False)."""
    try:
        raw = np.asarray(value)
        if raw.dtype.kind not in "biuf":
            raise TypeError
        x = raw.astype(np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be an array of real numbers, not {_short(value)}") from None
    _reject(name, x, np.isnan(x), "must not be NaN")
    if finite:
        _reject(name, x, np.isinf(x), "must be finite")
    return x


def vector(name: str, value: npt.ArrayLike, *, least: int = 1) -> Array:
    """`value` as a finite float64 array of shape (..., n) with n >= least."""
    x = array(name, value)
    if x.ndim == 0 or x.shape[-1] < least:
        raise ValueError(f"{name} has shape {x.shape}; it must be (..., n) with n >= {least}")
    return x


def same_length(**arrays: Array) -> None:
    """The last axes are equal and the leading axes broadcast."""
    shapes = [x.shape for x in arrays.values()]
    text = ", ".join(f"{k} {x.shape}" for k, x in arrays.items())
    if len({s[-1] for s in shapes}) > 1:
        raise ValueError(f"the shapes must have the same last axis, not {text}")
    broadcastable(**arrays)


def broadcastable(**arrays: Array) -> None:
    """The shapes broadcast."""
    try:
        np.broadcast_shapes(*(x.shape for x in arrays.values()))
    except ValueError:
        text = ", ".join(f"{k} {x.shape}" for k, x in arrays.items())
        raise ValueError(f"the shapes must broadcast, not {text}") from None


def positive(name: str, value: float) -> float:
    """`value` as a finite float > 0."""
    x = array(name, value)
    if x.ndim != 0 or not x > 0.0:
        raise ValueError(f"{name} is {_short(value)}; it must be one number > 0")
    return float(x)


def holds(name: str, x: Array, good: npt.NDArray[np.bool_], must: str) -> None:
    """Every entry of `good` is true; `x` is what the message shows at the first that is not."""
    _reject(name, x, ~good, must)


def within(name: str, x: Array, test: Callable[[Array], npt.NDArray[np.bool_]], must: str) -> Array:
    """`x`, every entry of which passes `test`."""
    _reject(name, x, ~test(x), must)
    return x


def _reject(name: str, x: Array, bad: npt.NDArray[np.bool_], must: str) -> None:
    if not np.any(bad):
        return
    at = tuple(int(i) for i in np.argwhere(bad)[0])
    where = f"{name}{list(at)}" if at else name
    raise ValueError(f"{where} is {float(x[at])!r}; it {must}" if must else where)


def _short(value: object) -> str:
    text = repr(value).replace("\n", " ")
    return text if len(text) <= 60 else text[:57] + "..."
