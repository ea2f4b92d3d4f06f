"""What users see of a learner: its parameter, which they cannot write into, and what it was made with."""

import numpy as np

from numeric._exact import Array


def read_only(a: Array) -> Array:
    """A view of the array that cannot be written into."""
    view = a.view()
    view.flags.writeable = False
    return view


class Described:
    """A learner that says what it is."""

    def __repr__(self) -> str:
        """What it was made with, and the shape of the parameter."""
        made = ", ".join(f"{k}={v!r}" for k, v in vars(self).items() if not k.startswith("_") and not k.endswith("_"))
        return f"{type(self).__name__}({made}) with coef_ of shape {self._shape()}"

    def _shape(self) -> tuple[int, ...]:
        w: Array = getattr(self, "coef_", np.zeros(0))
        return w.shape


class Parametrised(Described):
    """A learner that keeps its parameter `coef_` as an array."""

    _w: Array

    @property
    def coef_(self) -> Array:
        """The parameter, whose entries are read-only: a step sets it whole."""
        return read_only(self._w)

    @coef_.setter
    def coef_(self, w: Array) -> None:
        self._w = w
