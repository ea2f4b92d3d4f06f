"""Argument checks: each raises ValueError with one line naming the argument, what it was, what it must be."""

import math
from collections.abc import Callable
from typing import TypeGuard

import numpy as np
import numpy.typing as npt

from numeric._exact import Array
from numeric.errors import Unrepresentable

TOLERANCE = 1e-10
"""How far, relatively, a point may be off its manifold, and a vector off its tangent space."""

ONE = "must be 1 within 1e-10: divide by it (in float64, if it was float32)"


def array(name: str, value: npt.ArrayLike, *, finite: bool = True) -> Array:
    """`value` as a new float64 array without NaN (and without infinities, unless finite=False).

    What is no real number, and what float64 cannot hold as it is, raises ValueError: booleans, complex and long double
    numbers, integers beyond 2**53, arrays with a mask.
    """
    x = value.copy() if plain(value) else _converted(name, value)
    if np.isfinite(x).all():
        return x
    _reject(name, x, np.isnan(x), "must not be NaN")
    if finite:
        _reject(name, x, np.isinf(x), "must be finite")
    return x


def plain(value: object) -> TypeGuard[Array]:
    """Whether the value is a float64 array of numpy's own type, which needs no conversion."""
    return type(value) is np.ndarray and value.dtype == np.float64


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


def representable(name: str, x: Array, advice: str = "") -> Array:
    """`x`, a result that did not overflow.

    Raises:
        Unrepresentable: with the advice in its one line.
    """
    must = f"must be finite: {advice}" if advice else "must be finite: it overflows"
    _reject(name, x, ~np.isfinite(x), must, Unrepresentable)
    return x


def representable_positive(name: str, x: Array, advice: str) -> Array:
    """`x`, a result above 0 that neither over- nor underflowed; as `representable`."""
    _reject(name, x, ~((x > 0.0) & np.isfinite(x)), f"must be > 0 and finite: {advice}", Unrepresentable)
    return x


def representable_number(name: str, value: float, advice: str = "") -> float:
    """`value`, a number that did not overflow; as `representable`."""
    if not math.isfinite(value):
        representable(name, np.asarray(value), advice)
    return value


def positive(name: str, value: float) -> float:
    """`value` as a finite float > 0."""
    if type(value) is float and 0.0 < value < math.inf:
        return value
    x = array(name, value)
    if x.ndim != 0 or not x > 0.0:
        raise ValueError(f"{name} is {_short(value)}; it must be one number > 0")
    return float(x)


def nonnegative(name: str, value: float) -> float:
    """`value` as a finite float >= 0."""
    if type(value) is float and 0.0 <= value < math.inf:
        return value
    x = array(name, value)
    if x.ndim != 0 or not x >= 0.0:
        raise ValueError(f"{name} is {_short(value)}; it must be one number >= 0")
    return float(x)


def integer(name: str, value: object, least: int) -> int:
    """`value`, an integer >= least and no boolean."""
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ValueError(f"{name} is {_short(value)}; it must be an integer >= {least}")
    return int(value)


def holds(name: str, x: Array, good: npt.NDArray[np.bool_], must: str) -> None:
    """Every entry of `good` is true; `x` is what the message shows at the first that is not."""
    _reject(name, x, ~good, must)


def is_one(name: str, total: Array) -> None:
    """The total, of entries that have to be divided by it, is 1 within the tolerance."""
    good = np.abs(total - 1.0) <= TOLERANCE
    _reject(name, total, ~good, ONE)


def within(name: str, x: Array, test: Callable[[Array], npt.NDArray[np.bool_]], must: str) -> Array:
    """`x`, every entry of which passes `test`."""
    _reject(name, x, ~test(x), must)
    return x


def has_methods(name: str, value: object, kinds: tuple[type, ...], must: str) -> None:
    """The value is an object, not a class, that has the methods of one of the kinds (protocols)."""
    if isinstance(value, type) or not isinstance(value, kinds):
        raise ValueError(f"{name} is {_short(value)}; it must be {must}")


def plain_numbers(name: str, value: object, *, booleans: bool = False) -> None:
    """ValueError for what numpy would take for plain numbers although it is more, or less, than these.

    Arrays with a mask, long double numbers, integers beyond 2**53, text, labels (pandas), and booleans unless they are
    taken for 0 and 1; also inside of lists.
    """
    if isinstance(value, (list, tuple)):
        for kind in dict.fromkeys(map(type, value)):
            if kind not in (float, np.float64):
                for v in value:
                    if type(v) is kind:
                        plain_numbers(name, v, booleans=booleans)
        return
    if isinstance(value, np.ma.MaskedArray):
        raise ValueError(f"{name} is a masked array; it must have a number in every entry")
    if hasattr(value, "iloc"):
        raise ValueError(f"{name} has labels; it must be an array (see to_numpy), or be given to numeric.estimators")
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 2**53:
        raise ValueError(f"{name} is {_short(value)}; it must be an integer of at most 2**53, or a float")
    dtype = np.dtype(type(value)) if isinstance(value, (bool, str)) else getattr(value, "dtype", None)
    if not isinstance(dtype, np.dtype):
        return
    if dtype.kind == "b" and not booleans:
        raise ValueError(f"{name} is {_short(value)}; it must be a number, not a boolean (see numpy's astype)")
    if dtype.kind == "f" and dtype.itemsize > 8:
        raise ValueError(f"{name} has the type {dtype}; it must be float64 or less (see numpy's astype)")
    if dtype.kind in "US":
        raise ValueError(f"{name} must be an array of real numbers, not {_short(value)}")
    if dtype.kind in "iu" and dtype.itemsize > 4:
        raw = np.asarray(value)
        _reject(name, raw, (raw > 2**53) | (raw < -(2**53)), "must be an integer of at most 2**53, or a float")


def _converted(name: str, value: npt.ArrayLike) -> Array:
    plain_numbers(name, value)
    try:
        raw = np.asanyarray(value)
    except (TypeError, ValueError):
        raw = np.asarray(None)
    if raw is not value:
        plain_numbers(name, raw)
    if raw.dtype.kind not in "iuf":
        raise ValueError(f"{name} must be an array of real numbers, not {_short(value)}")
    return np.array(raw, dtype=np.float64)


def _reject(name: str, x: Array, bad: npt.NDArray[np.bool_], must: str, error: type[ValueError] = ValueError) -> None:
    if not bad.any():
        return
    at = tuple(int(i) for i in np.argwhere(bad)[0])
    where = f"{name}{list(at)}" if at else name
    raise error(f"{where} is {float(x[at])!r}; it {must}" if must else where)


def _short(value: object) -> str:
    text = repr(value).replace("\n", " ")
    return text if len(text) <= 60 else text[:57] + "..."
