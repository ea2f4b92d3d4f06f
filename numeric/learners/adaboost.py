"""AdaBoost, the diagonal case of DefiniteBoost (matrix_eg, section 4.3).

Example i has the margin m_i = y_i h(x_i) in [-1, 1] under a hypothesis h. With W = diag(w) and C = diag(m) the
constraint tr(W C) <= 0 says that the edge sum_i w_i m_i is <= 0, and its projection takes weight from what h gets
right. For h in {-1, 1} the edge is 1 - 2 (weighted error); the paper calls the edge itself the weighted error.
`DefiniteBoost` with interval=(-1, 1) does the same on the diagonal matrices.
"""

import math
from typing import Self

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array, two_product, two_sum
from numeric.learners._parameter import Parametrised
from numeric.learners.definite_boost import Projection, alpha_of, root

_LN2 = math.log(2.0)


class AdaBoost(Parametrised):
    """Weights of the examples against hypotheses (matrix_eg, section 4.3).

    coef_: the weights of the d examples, shape (d,), > 0 until they underflow, of sum one; kept as factors of the
    start, by their logarithms and with the rounding errors of those. log_loss_: ln sum_i w_1i exp(-sum_j alpha_j
    m_ji), the logarithm of the exponential loss. alpha_: the step of the last `learn_one`. After `fit`: alphas_,
    shape (m,), chosen_ and edges_, one entry a round.
    """

    def __init__(self, w: npt.ArrayLike, projection: Projection = "approximate") -> None:
        """w: the start, positive (d,) of sum 1. projection: "approximate", alpha = ln((1 + edge)/(1 - edge))/2,

        or "exact", the alpha after which the edge is 0; the same for hypotheses in {-1, 1}.
        """
        a = _check.within("w", _check.vector("w", w), lambda t: t > 0.0, "must be > 0")
        if a.ndim != 1:
            raise ValueError(f"w has shape {a.shape}; it must be (d,)")
        s = np.asarray(_exact.total(a))
        _check.is_one("the sum of w", s)
        if projection not in ("approximate", "exact"):
            raise ValueError(f'projection is {projection!r}; it must be "approximate" or "exact"')
        self.projection = projection
        self._start = a / s
        self._high, self._low = np.zeros_like(a), np.zeros_like(a)
        self._w = self._start.copy()
        self.alpha_ = 0.0
        self.alphas_ = np.zeros(0)
        self.chosen_: list[int] = []
        self.edges_: list[float] = []

    @property
    def log_loss_(self) -> float:
        """The logarithm of the exponential loss, 0 at the start."""
        shift, raw = _raw(self._start, self._high, self._low)
        return float(shift + np.log(_exact.total(raw)))

    def predict_one(self, margins: npt.ArrayLike) -> float:
        """The edge sum_i w_i m_i of the margins (d,)."""
        return float(_exact.dot(self._w, self._margins(margins)))

    def loss_one(self, margins: npt.ArrayLike, y: float | None = None) -> float:
        """The edge where it is > 0, else 0: the violation of the constraint; y must be None."""
        _no_label(y)
        return max(self.predict_one(margins), 0.0)

    def learn_one(self, margins: npt.ArrayLike, y: float | None = None) -> None:
        """Multiply each weight by exp(-alpha_ m_i)/Z; nothing moves where the edge is <= 0; y must be None."""
        _no_label(y)
        m = self._margins(margins)
        self.alpha_ = self._alpha(m) if float(_exact.dot(self._w, m)) > 0.0 else 0.0
        if self.alpha_ > 0.0:
            self._move(m, self.alpha_)

    def partial_fit(self, margins: npt.ArrayLike) -> Self:
        """Learn the rows of margins (T, d) in order."""
        for m in _table("margins", margins, len(self._w)):
            self.learn_one(m)
        return self

    def fit(self, H: npt.ArrayLike, y: npt.ArrayLike, *, rounds: int = 100, tolerance: float = 1e-10) -> Self:
        """Take the hypothesis with the largest edge, `rounds` times at most, until no edge exceeds `tolerance`.

        H: the outputs h_j(x_i) in [-1, 1] of m hypotheses, (m, d), the negations among them where they are
        wanted. y: the labels -1 or 1, (d,). A hypothesis without errors raises ValueError.
        """
        least = _check.positive("tolerance", tolerance)
        _check.integer("rounds", rounds, 0)
        labels = _check.within("y", _check.vector("y", y), lambda t: np.abs(t) == 1.0, "must be -1 or 1")
        if labels.shape != self._w.shape:
            raise ValueError(f"y has shape {labels.shape}; it must be {self._w.shape}")
        margins = labels * _table("H", H, len(labels))
        self.alphas_, self.chosen_, self.edges_ = np.zeros(len(margins)), [], []
        for _ in range(rounds):
            edges = margins @ self._w
            j = int(np.argmax(edges))
            if edges[j] <= least:
                break
            alpha = self._alpha(margins[j])
            self.chosen_.append(j)
            self.edges_.append(float(edges[j]))
            self.alphas_[j] += alpha
            self._move(margins[j], alpha)
        return self

    def decision_function(self, H: npt.ArrayLike) -> Array:
        """Sum_j alpha_j h_j(x), shape (k,), for the outputs H (m, k) of the hypotheses given to `fit`."""
        a = _check.array("H", H)
        if a.ndim != 2 or len(a) != len(self.alphas_):
            raise ValueError(f"H has shape {a.shape}; it must be ({len(self.alphas_)}, k)")
        return np.asarray(self.alphas_ @ a)

    def predict(self, H: npt.ArrayLike) -> Array:
        """1 where `decision_function` is >= 0, else -1, shape (k,)."""
        return np.where(self.decision_function(H) >= 0.0, 1.0, -1.0)

    def _alpha(self, m: Array) -> float:
        w = self._w
        edge = float(_exact.dot(w, m))
        above, below = (float(_exact.dot(w, t)) for t in (1.0 - m, 1.0 + m))
        if not min(above, below) > 0.0:
            raise ValueError(f"the edge is {edge!r}; it must lie between -1 and 1, or the weights have no finite step")
        alpha = alpha_of(edge, above, below, -1.0, 1.0)
        if self.projection == "approximate":
            return alpha
        if not (np.any((m < 0.0) & (w > 0.0)) and np.any((m > 0.0) & (w > 0.0))):
            raise ValueError("the margins have one sign; they must have both, or no alpha has the edge 0")
        return root(lambda a: self._derivatives(m, a), alpha)

    def _derivatives(self, m: Array, alpha: float) -> tuple[float, float]:
        w = _weights(self._start, self._high - alpha * m, self._low)
        mean = float(_exact.dot(w, m))
        return mean, float(_exact.dot(w, (m - mean) ** 2))

    def _move(self, m: Array, alpha: float) -> None:
        p, q = two_product(m, np.full_like(m, -alpha))
        s, e = two_sum(self._high, p)
        self._high, self._low = two_sum(s, self._low + (e + q))
        self._w = _weights(self._start, self._high, self._low)

    def _margins(self, value: npt.ArrayLike) -> Array:
        m = _check.array("margins", value)
        if m.shape != self._w.shape:
            raise ValueError(f"margins has shape {m.shape}; it must be {self._w.shape}")
        return _check.within("margins", m, lambda t: np.abs(t) <= 1.0, "must be from -1 to 1")


def _table(name: str, value: npt.ArrayLike, d: int) -> Array:
    a = _check.array(name, value)
    if a.ndim != 2 or a.shape[1] != d or len(a) == 0:
        raise ValueError(f"{name} has shape {a.shape}; it must be (m, {d}) with m >= 1")
    return _check.within(name, a, lambda t: np.abs(t) <= 1.0, "must be from -1 to 1")


def _raw(start: Array, high: Array, low: Array) -> tuple[float, Array]:
    """A shift, and start e**(high + low) over e**shift, the largest of which is about 1."""
    mantissa, exponent = np.frexp(start)
    top = int(np.argmax(exponent * _LN2 + high))
    d, rest = two_sum(high, -high[top])
    # Neither e**d nor start alone is always in range: one half, the powers of two, the other half.
    half = np.exp(0.5 * d)
    raw = np.ldexp(mantissa * half, exponent - exponent[top]) * half
    return float(high[top] + exponent[top] * _LN2), raw * (1.0 + (rest + (low - low[top])))


def _weights(start: Array, high: Array, low: Array) -> Array:
    """Start e**(high + low) over its sum, to a few ulp componentwise."""
    raw = _raw(start, high, low)[1]
    return np.asarray(raw / _exact.total(raw))


def _no_label(y: float | None) -> None:
    if y is not None:
        raise ValueError(f"y is {y!r}; it must be None: the margins have the labels in them")
