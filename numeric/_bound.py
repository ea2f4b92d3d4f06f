"""Products in the papers' bounds and rates, of which only the result may over- or underflow."""

import numpy as np

from numeric import _check, _exact


def product(*factors: float, over: tuple[float, ...] = ()) -> float:
    """The product of the factors over that of the divisors; Unrepresentable where it overflows."""
    with np.errstate(over="ignore"):
        value = float(_exact.scaled(np.asarray(1.0), *factors, over=over))
    return _check.representable_number("the bound", value)


def total(*terms: float) -> float:
    """The sum of the terms, from left to right; Unrepresentable where it overflows."""
    return _check.representable_number("the bound", sum(terms))


def rate(*factors: float, over: tuple[float, ...] = ()) -> float:
    """`product`, a rate > 0; Unrepresentable where it underflows too."""
    with np.errstate(over="ignore"):
        value = _exact.scaled(np.asarray(1.0), *factors, over=over)
    return float(_check.representable_positive("the rate", np.asarray(value), "no float is this rate"))
