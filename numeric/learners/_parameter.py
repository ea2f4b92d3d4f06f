"""What users see of a learner: its parameter, which they cannot write into, and what it was made with."""

from numeric._exact import Array


def read_only(a: Array) -> Array:
    """A view of the array that cannot be written into."""
    view = a.view()
    view.flags.writeable = False
    return view


class Parametrised:
    """A learner with a parameter `coef_`."""

    _w: Array

    @property
    def coef_(self) -> Array:
        """The parameter, read-only: a learner moves by its steps alone."""
        return read_only(self._w)

    def __repr__(self) -> str:
        """What it was made with, and the shape of the parameter."""
        made = ", ".join(f"{k}={v!r}" for k, v in vars(self).items() if not k.startswith("_") and not k.endswith("_"))
        return f"{type(self).__name__}({made}) with coef_ of shape {self.coef_.shape}"
