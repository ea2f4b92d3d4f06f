"""Updates along geodesics (spheres, sections 3.2 and 5; geometric_view, section 3 and Example 1)."""

import math
from typing import Self

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact
from numeric._exact import Array
from numeric.learners._parameter import Parametrised
from numeric.learners.base import LossLearner, load
from numeric.learners.losses import IntrinsicLoss, Loss, check_loss, gradient_on, pair, rows
from numeric.manifolds.base import Manifold, check_manifold
from numeric.manifolds.sphere import Sphere

_SPHERE = Sphere()


def explicit_update(manifold: Manifold, w: npt.ArrayLike, egrad: npt.ArrayLike, eta: float) -> Array:
    """Exp_w(-eta grad L(w)), shape (..., n) (spheres, eq. 10; geometric_view, eq. 10).

    w: points of the manifold, shape (..., n). egrad: the partial derivatives of the loss at w, of the same
    shape; the manifold turns them into its gradient. eta > 0. Raises ValueError for eta <= 0 and whatever
    the manifold does not accept.
    """
    check_manifold(manifold)
    step = _check.positive("eta", eta)
    return manifold.exp(w, _downhill(manifold.egrad2rgrad(w, egrad), step))


def _downhill(gradient: Array, eta: float) -> Array:
    with np.errstate(over="ignore"):
        v = -eta * gradient
    return _check.representable("the step", v, "take a smaller eta")


def gradient(p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
    """2 <p,x> (x - <p,x> p), shape (..., n): the gradient on the unit sphere of <p,x>**2 (spheres, eq. 11).

    p, x: unit vectors within 1e-10, read as p/|p| and x/|x|; others raise ValueError.
    """
    c, tangent, scale = _factors(p, x)
    return (2.0 * c / scale)[..., None] * tangent


def gradient_norm(p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
    """2 |<p,x>| |x - <p,x> p| = |sin 2d|, d the angle of p and x, shape (...) (spheres, Example 6).

    The arguments of `gradient`. A few ulp also where p and x are nearly parallel or orthogonal; the paper's
    sqrt(1 - <p,x>**2) loses everything in the first case.
    """
    c, tangent, scale = _factors(p, x)
    return np.asarray(2.0 * np.abs(c) * _exact.norm(tangent) / scale)[()]


def distance_loss(p: npt.ArrayLike, x: npt.ArrayLike) -> Array:
    """arcsin(<p,x>)**2, shape (...): the squared distance of p to the solutions q with <q,x> = 0 (spheres, section 4).

    The arguments of `gradient`. A few ulp also near the pole x, where the arcsine loses half of the digits.
    """
    c, tangent, _ = _factors(p, x)
    height = np.arctan2(np.abs(c), _exact.norm(np.asarray(p, dtype=np.float64)) * _exact.norm(tangent))
    return np.asarray(height * height)[()]


def _factors(p: npt.ArrayLike, x: npt.ArrayLike) -> tuple[Array, Array, Array]:
    """<p,x>, the part of x orthogonal to p, and |p| |x|**2."""
    a = _unit_vector("p", p)
    b = _unit_vector("x", x)
    _check.same_length(p=a, x=b)
    a, b = np.broadcast_arrays(a, b)
    length = np.asarray(_exact.norm(b))
    return np.asarray(_exact.dot(a, b)), _exact.reject(a, b), np.asarray(_exact.norm(a) * length * length)


def _unit_vector(name: str, value: npt.ArrayLike) -> Array:
    x = _check.vector(name, value, least=2)
    length = np.asarray(_exact.norm(x))
    _check.is_one(f"the length of {name}", length)
    return x


def implicit_update_line(w: npt.ArrayLike, x: npt.ArrayLike, y: npt.ArrayLike, eta: float) -> Array:
    """The implicit update in R^n for the loss (<w,x> - y)**2, shape (..., n) (geometric_view, eq. 9).

    w - 2 eta (<w,x> - y)/(1 + 2 eta |x|**2) x, the one solution w' of w' = w - eta grad L(w').
    w, x: shape (..., n), n >= 1; y: shape (...); eta > 0. Raises ValueError for other shapes, NaN, infinity
    and eta <= 0, and where 2 eta |x|**2 or 2 eta (<w,x> - y) overflows.
    """
    a, b, t = _check.vector("w", w), _check.vector("x", x), _check.array("y", y)
    _check.same_length(w=a, x=b)
    _check.broadcastable(w=a[..., 0], x=b[..., 0], y=t)
    step = _check.representable_number("2 eta", 2.0 * _check.positive("eta", eta))
    one = np.ones(1)
    a_one = np.concatenate([a, np.broadcast_to(one, (*a.shape[:-1], 1))], axis=-1)
    shape = np.broadcast_shapes(b.shape[:-1], t.shape)
    b_y = np.concatenate([np.broadcast_to(b, (*shape, b.shape[-1])), np.broadcast_to(-t, shape)[..., None]], axis=-1)
    with np.errstate(over="ignore"):
        error = np.asarray(step * _exact.dot(a_one, b_y))
        growth = np.asarray(step * _exact.dot(b, b))
    _check.representable("2 eta |x|**2", growth)
    _check.representable("2 eta (<w,x> - y)", error)
    # each quotient with an exponent of its own: it may underflow where its product with x does not
    (m, i), (g, j), (c, k) = np.frexp(error), np.frexp(1.0 + growth), np.frexp(b)
    with np.errstate(over="ignore"):
        moved = np.ldexp(np.asarray(m / g)[..., None] * c, np.asarray(i - j)[..., None] + k)
        return _check.representable("the new w", np.asarray(a - moved))


class ScaleInvariantLoss:
    """<p,x>**2, without 1/2, of unit vectors: the loss of the scale-invariant predictor (spheres, eq. 8)."""

    def predict(self, w: npt.ArrayLike, x: npt.ArrayLike) -> float:
        """<w,x> of w/|w| and x/|x|, for unit vectors within 1e-10; others raise ValueError."""
        a, b = pair("w", _unit_vector("w", w), "x", _unit_vector("x", x))
        return float(_exact.dot(a, b) / (_exact.norm(a) * _exact.norm(b)))

    def value(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> float:
        """<w,x>**2; the label of this model is 0, so y must be None or 0."""
        _label(y)
        return self.predict(w, x) ** 2

    def gradient(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """`gradient` of the module, on the unit sphere; y must be None or 0."""
        _label(y)
        return gradient(*pair("w", w, "x", x))

    def partials(self, w: npt.ArrayLike, x: npt.ArrayLike, y: float | None = None) -> Array:
        """2 <w,x> x; y must be None or 0."""
        _label(y)
        return np.asarray(2.0 * self.predict(w, x) * _check.array("x", x))


def _label(y: float | None) -> None:
    if y is not None and y != 0:
        raise ValueError(f"y is {y!r}; it must be None or 0 for the scale-invariant predictor")


class GeodesicLearner(LossLearner):
    """The explicit geodesic update with any loss on any manifold (geometric_view, eq. 10).

    coef_: w, shape (n,). A step that leaves the simplex raises ValueError and nothing moves.
    """

    def __init__(self, manifold: Manifold, loss: Loss | IntrinsicLoss, w: npt.ArrayLike, eta: float) -> None:
        """w: the start, on the manifold, shape (n,). eta: the learning rate, > 0. Others raise ValueError."""
        check_manifold(manifold)
        check_loss(loss)
        start = pair("w", w, "w", w)[0]
        manifold.dist(start, start)
        self.manifold, self.loss = manifold, loss
        self.eta = _check.positive("eta", eta)
        self._w = start.copy()

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """Exp_w(-eta grad L(w))."""
        step = gradient_on(self.manifold, self.loss, self._w, x, y)
        self._w = self.manifold.exp(self._w, _downhill(step, self.eta))


class SphereLearner(Parametrised):
    """The scale-invariant linear predictor: the loss <p,x>**2 on the unit sphere (spheres, section 3.2).

    coef_: p, shape (n,), of length 1 within 2 ulp after every step. The update is
    p cos(eta |V|) - V/|V| sin(eta |V|) with V = 2 <p,x> (x - <p,x> p); where V = 0 (x = +-p or x orthogonal
    to p) the paper's formula is undefined and p stays.
    """

    def __init__(self, p: npt.ArrayLike, eta: float) -> None:
        """p: the start, a unit vector (n,), n >= 2. eta: the learning rate, > 0. Others raise ValueError."""
        start = _unit_vector("p", p)
        if start.ndim != 1:
            raise ValueError(f"p has shape {start.shape}; it must be (n,) with n >= 2")
        self.eta = _check.positive("eta", eta)
        _check.representable_number("2 eta", 2.0 * self.eta)
        self._w = start.copy()

    def predict_one(self, x: npt.ArrayLike) -> float:
        """<p, x> for a unit vector x, shape (n,)."""
        b = self._instance(x)
        return float(_exact.dot(self._w, b) / (_exact.norm(self._w) * _exact.norm(b)))

    def loss_one(self, x: npt.ArrayLike, y: float | None = None) -> float:
        """<p, x>**2; the label of this model is 0, so y must be None or 0."""
        self._label(y)
        return self.predict_one(x) ** 2

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """One step along the geodesic away from or towards x; y must be None or 0."""
        self._label(y)
        self._w = _SPHERE.exp(self._w, -self.eta * gradient(self._w, self._instance(x)))

    def partial_fit(self, X: npt.ArrayLike, Y: npt.ArrayLike | None = None) -> Self:
        """Learn the rows of X (T, n) in order; Y must be None or zeros (T,)."""
        for x, y in rows(X, Y):
            self.learn_one(x, y)
        return self

    def pass_over(
        self, X: npt.ArrayLike, Y: npt.ArrayLike | None = None, *, compiled: bool | None = None
    ) -> tuple[Array, Array]:
        """The steps for the rows of X (T, n) in plain float64; the predictions and losses before each, shape (T,).

        The point is right to 4 ulp of 1 a step, or 4 eta, where `learn_one` is also right relative to a short step.
        Y: None or zeros (T,). compiled: as in `run`.
        """
        rows = X if _check.plain(X) else _check.array("X", X)
        if rows.ndim != 2 or rows.shape[1:] != self._w.shape:
            raise ValueError(f"X has shape {rows.shape}; it must be (T, {len(self._w)})")
        if Y is not None:
            labels = _check.within("Y", _check.array("Y", Y), lambda t: t == 0.0, "must be 0 for this predictor")
            if labels.shape != rows.shape[:1]:
                raise ValueError(f"Y has shape {labels.shape}; it must be {rows.shape[:1]}")
        predictions, losses = np.empty(len(rows)), np.empty(len(rows))
        kernels = load(compiled)
        size = float(_exact.norm(self._w))  # a start may be off by 1e-10, a point after a step by 2 ulp
        p = self._w / size if abs(size - 1.0) > 1e-15 else self._w.copy()
        if kernels is None:
            p, done = self._numpy_pass(p, rows, predictions)
            np.square(predictions, out=losses)
        else:
            rows = np.ascontiguousarray(rows)
            done = kernels.sphere(rows, kernels.schedule(len(p)), p, np.empty_like(p), self.eta, predictions, losses)
        if done < len(rows):
            _check.array(f"X[{done}]", rows[done])
            length = float(_exact.norm(rows[done]))
            raise ValueError(f"the length of X[{done}] is {length!r}; it {_check.ONE}")
        self._w = p
        return predictions, losses

    def _numpy_pass(self, p: Array, rows: Array, predictions: Array) -> tuple[Array, int]:
        """The point after all steps from p and T, or the number of the first row that is no unit vector."""
        predictions.fill(0.0)
        for t, x in enumerate(rows):
            length = math.sqrt(np.add.reduce(x * x))
            if not abs(length - 1.0) <= _check.TOLERANCE:
                return p, t
            predictions[t] = s = float(np.add.reduce(p * x)) / length
            r = (1.0 / length) * x - s * p
            side = math.sqrt(np.add.reduce(r * r))
            if s != 0.0 and side > 0.0:
                angle = 2.0 * self.eta * s * side
                p = math.cos(angle) * p - (math.sin(angle) / side) * r
                p = p * (1.0 / math.sqrt(np.add.reduce(p * p)))
        return p, len(rows)

    def comparator_losses(self, comparator: npt.ArrayLike, X: Array, Y: Array | None) -> Array:
        """The losses <u,x>**2 of a fixed unit vector u, shape (T,)."""
        u = _unit_vector("comparator", comparator)
        if u.shape != self._w.shape:
            raise ValueError(f"comparator has shape {u.shape}; it must be {self._w.shape}")
        return np.square(_exact.dot(X, u) / (_exact.norm(X) * _exact.norm(u)))

    def _instance(self, x: npt.ArrayLike) -> Array:
        b = _unit_vector("x", x)
        if b.shape != self._w.shape:
            raise ValueError(f"x has shape {b.shape}; it must be {self._w.shape}")
        return b

    def _label(self, y: float | None) -> None:
        if y is not None and y != 0:
            raise ValueError(f"y is {y!r}; it must be None or 0 for the scale-invariant predictor")
