"""The matrix exp(L)/tr exp(L) while multiples of symmetric matrices are added to L."""

from collections.abc import Mapping
from typing import Self

import numpy as np

from numeric import _softmax, spectral
from numeric._exact import Array, two_sum


class Gibbs:
    """L as a sum that keeps its rounding errors, its eigenvalues and eigenvectors, and W = exp(L)/tr exp(L).

    L is kept up to a multiple of I, with its largest eigenvalue between -1 and 1 (matrix_eg, section 3.2);
    values: the eigenvalues less the largest; vectors: the eigenvectors in columns; weights: the eigenvalues of W.
    Nothing is checked.
    """

    weights: Array
    values: Array
    vectors: Array
    W: Array

    def __init__(self, L: Array) -> None:
        """L: a symmetric matrix (n, n)."""
        self._high, self._low = L.copy(), np.zeros_like(L)
        self._shift = self._shift_low = np.zeros(())
        self._top = np.float64(0.0)
        self._solve()

    def state(self) -> dict[str, Array]:
        """Copies of everything that `of_state` needs to go on with the same bits."""
        return {name.strip("_"): np.array(value, dtype=np.float64) for name, value in vars(self).items()}

    @classmethod
    def of_state(cls, state: Mapping[str, Array]) -> Self:
        """The matrix that had this `state`; another set of names, or of shapes, raises ValueError."""
        made = cls(np.zeros((1, 1)))
        names = {name.strip("_"): name for name in vars(made)}
        size = len(np.atleast_1d(state["W"])) if "W" in state else 0
        shapes: dict[str, tuple[int, ...]] = dict.fromkeys(names, ())
        shapes |= dict.fromkeys(("weights", "values"), (size,))
        shapes |= dict.fromkeys(("high", "low", "vectors", "W"), (size, size))
        if size == 0 or {name: np.shape(value) for name, value in state.items()} != shapes:
            raise ValueError(f"state must hold {', '.join(names)}, of the shapes that state() gave them")
        for key, name in names.items():
            setattr(made, name, np.array(state[key], dtype=np.float64)[()])
        return made

    @property
    def log_matrix(self) -> Array:
        """L up to a multiple of I."""
        return self._high + self._low

    @property
    def log_trace(self) -> float:
        """ln tr exp(L)."""
        return float(self._shift + (self._top + (self._shift_low + _softmax.log_sum_exp(self.values))))

    def add(self, step: Array) -> Self:
        """L + step."""
        self._high, self._low = two_sum(self._high, step + self._low)
        self._solve()
        return self

    def _solve(self) -> None:
        s = spectral.eigen(self._high)
        top = s.values[-1]
        self.values = s.values - top
        self.vectors = s.vectors
        e = np.exp(self.values)
        self.weights = e / np.add.reduce(e)
        root = s.vectors * np.sqrt(self.weights)
        self.W = root @ root.T  # a product with its own transpose comes out exactly symmetric
        if abs(top) > 1.0:
            self._shift_by(top)
        else:
            self._top = top

    def _shift_by(self, top: np.float64) -> None:
        n = len(self._high) + 1
        diagonal, rest = two_sum(self._high.reshape(-1)[::n], np.asarray(-top))
        self._high.reshape(-1)[::n] = diagonal
        self._low.reshape(-1)[::n] += rest
        self._shift, error = two_sum(self._shift, np.asarray(top))
        self._shift_low, self._top = self._shift_low + error, np.float64(0.0)
