"""The implicit geodesic update: w' with log_{w'}(w) = eta grad L(w') (geometric_view, eq. 9; spheres, section 5).

The solutions are the critical points of U(w') = dist(w, w')**2/2 + eta L(w'); the update is the one of least U.
The equation may have several solutions, and U several minimisers, so `implicit_update` answers with an
`ImplicitStep` that says what was found, and `ImplicitLearner` raises where that is no update.

How it is solved, first that applies:
- `DistanceLoss`: w' divides the geodesic from w to x in the ratio eta : 1. No iteration.
- `ScaleInvariantLoss` on the unit sphere: every solution lies on the great circle through w and x, and one
  number is left, whose equation is solved by bracketing to the last digits.
- R^n and a loss that is convex in <w,x>: w' = w - c x, c from a monotone equation, or in closed form.
- the sphere, the hyperboloid, the simplex, the positive orthant and a loss that is convex in <w,x>: one number is left,
  on few curves, and interval bounds of U prove which minimiser is the global one (`_curves`, `_certified`).
- the simplex with another loss: on the sphere of radius 2, through its isometry.
- otherwise: damped Newton in normal coordinates at the current point, started from several points, without a proof.
"""

import itertools
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import cast

import numpy as np
import numpy.typing as npt
from flint import arb, ctx

from numeric import _check, _exact
from numeric._exact import Array
from numeric.errors import Unrepresentable
from numeric.learners import _certified, _curves
from numeric.learners.base import LossLearner
from numeric.learners.geodesic import ScaleInvariantLoss, implicit_update_line
from numeric.learners.losses import (
    AbsoluteLoss,
    DistanceLoss,
    HingeLoss,
    IntrinsicLoss,
    LinearPredictorLoss,
    LogisticLoss,
    Loss,
    MatchingLoss,
    SquaredLoss,
    check_loss,
    gradient_on,
    label,
    no_label,
    pair,
    sign_label,
)
from numeric.manifolds import links
from numeric.manifolds.base import Manifold, check_manifold
from numeric.manifolds.euclidean import Euclidean
from numeric.manifolds.hyperbolic import Hyperbolic
from numeric.manifolds.positive_orthant import PositiveOrthant
from numeric.manifolds.pulled_back import PulledBack
from numeric.manifolds.simplex import Simplex
from numeric.manifolds.sphere import Sphere
from numeric.matching import entrywise

_EPS = float(np.finfo(float).eps)
_SPHERE = Sphere()
_ERROR = 1e-11
"""How far from a solution, relative to the scale of the manifold, the general solver may stop."""
_MOST_STARTS = 12
_TIED = "two minimisers are equally good; start elsewhere or take a smaller eta"
_BLURRED = "so far out on the hyperboloid the floats of w do not tell <w,x>"
_UNBOUNDED = "not proved to be the global minimiser: there are no interval bounds of this loss on this manifold"


@dataclass(frozen=True, eq=False)
class ImplicitStep:
    """What was found for one implicit update."""

    point: Array
    """w', shape (n,): the solution of least U; the start w where `converged` is false."""
    residual: float
    """The length of eta grad L(w') - log_{w'}(w) as evaluated at `point`, in the metric there, with the subgradient
    that the loss gives at a corner; inf where the floats there have no such length."""
    unique: bool
    """Proved: no other solution of the equation costs at most U(w). False where that is not proved."""
    converged: bool
    """`point` is a minimiser of U to the last digits that the problem allows, and costs less than all others found."""
    certified: bool
    """Proved: the one global minimiser of U is `point`, up to its rounding. Never without `converged`."""
    solutions: Array
    """Shape (m, n): the solutions found, `point` first; the others to about 1e-8 only."""
    reason: str = ""
    """Why `converged` is false, or else why `certified` is."""


def implicit_update(
    manifold: Manifold,
    loss: Loss | IntrinsicLoss,
    w: npt.ArrayLike,
    x: npt.ArrayLike,
    y: float | None,
    eta: float,
) -> ImplicitStep:
    """The implicit update of w, shape (n,), for the instance (x, y) (geometric_view, eq. 9).

    Raises ValueError for eta <= 0 and whatever the manifold or the loss does not accept; a missing or
    ambiguous solution is reported in the result.
    """
    check_manifold(manifold)
    check_loss(loss)
    step = _check.positive("eta", eta)
    a = pair("w", w, "w", w)[0]
    if isinstance(loss, DistanceLoss):
        loss.on(manifold)
        return _towards(loss, a, x, y, step)
    if isinstance(loss, ScaleInvariantLoss):
        if manifold != _SPHERE:
            raise ValueError(f"manifold is {manifold!r}; it must be Sphere(1.0) for the scale-invariant loss")
        loss.value(a, x, y)
        return implicit_scale_invariant(a, x, step)
    if isinstance(manifold, Euclidean) and isinstance(loss, LinearPredictorLoss):
        return _on_a_line(loss, a, x, y, step)
    unproved = _UNBOUNDED
    convex, space = _convex(loss, y), _space(manifold)
    if convex is not None and space is not None:
        found, unproved = _on_curves(manifold, space, cast(Loss, loss), convex, a, x, y, step)
        if found is not None:
            return found
    with np.errstate(over="ignore", invalid="ignore"):  # a step that overflows on the way is shortened
        found = _general(manifold, loss, a, x, y, step)
    return replace(found, reason=unproved) if found.converged else found


def _general(
    manifold: Manifold, loss: Loss | IntrinsicLoss, a: Array, x: npt.ArrayLike, y: float | None, step: float
) -> ImplicitStep:
    if isinstance(manifold, Simplex):
        return _in_the_simplex(manifold, loss, a, x, y, step)

    cancels = isinstance(manifold, Hyperbolic) and isinstance(loss, LinearPredictorLoss)
    if cancels and _blurred(manifold, a, x):
        return _stay(manifold, loss, a, np.asarray(x, dtype=np.float64), y, step, np.empty((0, len(a))), _BLURRED)

    def gradient(z: Array) -> Array:
        if cancels and _blurred(manifold, z, x):
            raise Unrepresentable(_BLURRED)
        return gradient_on(manifold, loss, z, x, y)

    return solve(manifold, a, gradient, lambda z: loss.value(z, x, y), step)


def _blurred(manifold: Manifold, z: Array, x: npt.ArrayLike) -> bool:
    """The rounding of z alone moves <z,x> by more than 1e-7 of itself and than a step of that length from z would.

    Far out on the hyperboloid all coordinates are large; where they cancel, what is taken for a slope is their
    rounding, and Newton would stop there, on other floats with every processor.
    """
    b = np.asarray(x, dtype=np.float64)
    slope = float(manifold.norm(z, manifold.egrad2rgrad(z, b)))
    return bool(_EPS * float(np.sum(np.abs(z * b))) > 1e-7 * (slope + abs(float(_exact.dot(z, b)))))


class ImplicitLearner(LossLearner):
    """The implicit geodesic update with any loss on any manifold (geometric_view, eq. 9).

    coef_: w, shape (n,). step_: the `ImplicitStep` of the last `learn_one`, None before the first.
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
        self.step_: ImplicitStep | None = None

    def learn_one(self, x: npt.ArrayLike, y: float | None = None) -> None:
        """`implicit_update`; ValueError, and nothing moves, where it finds no minimiser or more than one."""
        self.step_ = implicit_update(self.manifold, self.loss, self._w, x, y, self.eta)
        if not self.step_.converged:
            raise ValueError(f"the implicit update failed: {self.step_.reason}")
        self._w = self.step_.point


# One number: the great circle through p and x


def implicit_scale_invariant(p: npt.ArrayLike, x: npt.ArrayLike, eta: float) -> ImplicitStep:
    """The implicit update on the unit sphere for <p,x>**2; p, x unit vectors (n,), eta > 0.

    With s the angle of w' above the equator of x, d that of p (0 <= d <= pi/2 after x -> -x), the equation is
    s - d + eta sin 2s = 0. For 0 < d < pi/2 it is concave on [0, pi/2] and has one root below d, which is the only
    minimiser; it has further solutions on the circle where eta > 1/2 is large enough. For d = 0, p itself is the
    only minimiser. For d = pi/2, p is the minimiser while eta <= 1/2; above, the minimisers are a whole sphere
    about p and `converged` is false.
    """
    step = _check.positive("eta", eta)
    _check.representable_number("4 eta", 4.0 * step)
    a, b = pair("p", p, "x", x)
    ScaleInvariantLoss().value(a, b)
    c = float(_exact.dot(a, b) / _exact.norm(a))
    across = (-1.0 if c < 0.0 else 1.0) * _exact.reject(a, b)
    sine = float(_exact.norm(across))
    if sine == 0.0:
        return _at_the_pole(a, step)
    polar, height = math.atan2(sine, abs(c)), math.atan2(abs(c), sine)
    moved = _angle_moved(polar, height, step)
    across = np.ldexp(across, -_exact.binary_exponent(across))  # a quotient of subnormal numbers has no length 1
    direction = across / _exact.norm(across)
    point = np.asarray(_SPHERE.exp(a, -moved * direction)) if moved > 0.0 else a
    others = [np.asarray(_SPHERE.exp(a, t * direction)) for t in _other_angles(height, step)]
    residual = _residual_norm(_SPHERE, point, a, step * ScaleInvariantLoss().gradient(point, b))
    return ImplicitStep(point, residual, not others, True, True, np.array([point, *others]))


def _at_the_pole(u: Array, eta: float) -> ImplicitStep:
    if eta <= 0.5:
        return ImplicitStep(u, 0.0, True, True, True, u[None])
    reason = "the instance is parallel to w and eta > 1/2, so every direction from w has a minimiser"
    return ImplicitStep(u, 0.0, False, False, False, u[None], reason)


def _angle_moved(polar: float, height: float, eta: float) -> float:
    """The angle from p to w', away from x, to a few ulp of itself; polar + height = pi/2.

    Below 45 degrees of the pole in t = pi/2 - s: (1 - 2 eta) t - polar + eta (2t - sin 2t), where neither the
    difference 1 - 2 eta nor the last bracket cancels; elsewhere in s, whose equation has a slope >= 1.
    """
    if height == 0.0:
        return 0.0
    if 0.25 * math.pi - polar - eta > 0.0:
        gap = 1.0 - 2.0 * eta

        def above(t: float) -> tuple[float, float]:
            return (gap * t - polar) + eta * _arc_less_sine(2.0 * t), gap + 4.0 * eta * math.sin(t) ** 2

        return eta * math.sin(2.0 * _root(above, polar, 0.25 * math.pi))

    def below(s: float) -> tuple[float, float]:
        return s - height + eta * math.sin(2.0 * s), 1.0 + 2.0 * eta * math.cos(2.0 * s)

    s = _root(below, 0.0, min(height, 0.25 * math.pi))
    moved = eta * math.sin(2.0 * s)
    return moved if moved < 0.5 * height else height - s


def _arc_less_sine(z: float) -> float:
    """z - sin z for 0 <= z <= pi/2, without cancellation: z**3/3! - z**5/5! + ..."""
    if z > 1.0:
        return z - math.sin(z)
    term, total, k = z, 0.0, 1
    while k < 24:
        term *= -z * z / ((k + 1) * (k + 2))
        total -= term
        k += 2
    return total


def _other_angles(height: float, eta: float) -> list[float]:
    """The angles from p towards x of the solutions of h(s) = s - height + eta sin 2s = 0, |s - height| < pi, but one.

    The one left out lies in [0, height], where the minimiser is. h is monotone between the roots of h'.
    """
    if eta <= 0.5:
        return []
    turn = 0.5 * math.acos(-0.5 / eta)
    low, high = height - math.pi, height + math.pi
    turns = sorted(t for k in range(-3, 4) for t in (k * math.pi - turn, k * math.pi + turn) if low < t < high)
    ends = [low, *turns, high]

    def h(s: float) -> float:
        return s - height + eta * math.sin(2.0 * s)

    found = []
    for s, t in itertools.pairwise(ends):
        if h(s) * h(t) < 0.0:
            found.append(_bisected(h, s, t))
        elif h(t) == 0.0 and t != high:
            found.append(t)
    near = [s for s in found if -1e-12 <= s <= height + 1e-12]
    least = min(near, key=lambda s: 0.5 * (s - height) ** 2 + eta * math.sin(s) ** 2, default=None)
    return [s - height for s in found if s != least]


def _bisected(h: Callable[[float], float], s: float, t: float) -> float:
    rising = h(t) > 0.0
    for _ in range(80):
        m = 0.5 * (s + t)
        if (h(m) > 0.0) == rising:
            t = m
        else:
            s = m
    return 0.5 * (s + t)


def _root(h: Callable[[float], tuple[float, float]], low: float, high: float) -> float:
    """The root of h between low, where h <= 0, and high, where h >= 0: Newton, or bisection where that leaves.

    h answers with its value and its derivative.
    """
    s = low if h(low)[1] > 0.0 else 0.5 * (low + high)
    for _ in range(2000):
        value, slope = h(s)
        if value == 0.0:
            return s
        low, high = (s, high) if value < 0.0 else (low, s)
        t = s - value / slope if slope > 0.0 else math.inf
        if not low < t < high:
            if abs(t - s) <= 2.0 * _EPS * abs(s):
                return s
            t = 0.5 * (low + high)
        if t == s or high - low <= 2.0 * _EPS * low:
            return t
        s = t
    return s


# Closed forms


def _towards(loss: DistanceLoss, w: Array, x: npt.ArrayLike, y: float | None, eta: float) -> ImplicitStep:
    """w' = exp_w(eta/(1 + eta) log_w(x)); on the sphere the long way round may have a solution, too.

    It is the one minimiser: dist(w, .) + dist(., x) >= dist(w, x), with equality on the shortest geodesic alone.
    """
    no_label(y)
    manifold = loss.manifold
    v = manifold.log(*pair("w", w, "x", x))
    share = 1.0 / (1.0 + 1.0 / eta)
    point = np.asarray(manifold.exp(w, share * v)) if np.any(v) else w
    others = []
    if isinstance(manifold, Sphere):
        length = float(_exact.norm(v))
        rest = 2.0 * math.pi * manifold.radius - length
        if 0.0 < rest * max(share, 1.0 - share) < math.pi * manifold.radius and length > 0.0:
            others.append(np.asarray(manifold.exp(w, -(share * rest / length) * v)))
    residual = _residual_at(manifold, loss, point, w, x, None, eta)
    known = isinstance(manifold, (Euclidean, Hyperbolic, PositiveOrthant, Simplex, Sphere))
    return ImplicitStep(point, residual, known and not others, True, True, np.array([point, *others]))


def _on_a_line(loss: LinearPredictorLoss, w: Array, x: npt.ArrayLike, y: float | None, eta: float) -> ImplicitStep:
    """In R^n: w - c x with c = eta l'(<w,x> - c |x|**2), an increasing equation with its root between 0 and c_0.

    But for the squared loss, c is rounded to a float, so that an entry may lack 5e-324 |x_i|.
    """
    a, b = pair("w", w, "x", x)
    if isinstance(loss, SquaredLoss):
        point = implicit_update_line(a, b, label(y), eta)
    else:
        with np.errstate(over="ignore"):
            at, square = float(_exact.dot(a, b)), float(_exact.dot(b, b))
        last = eta * loss.slope(at, y)
        if not (math.isfinite(square) and math.isfinite(last) and math.isfinite(last * square)):
            raise Unrepresentable("eta l'(<w,x>) |x|**2 overflows; eta and x must be smaller")
        sign = -1.0 if last < 0.0 else 1.0
        c = _increasing(lambda c: c - sign * eta * loss.slope(at - sign * c * square, y), abs(last))
        hi, lo = _exact.two_product(b, np.full_like(b, -sign * c))
        s, e = _exact.two_sum(a, hi)
        point = s + (e + lo)
    _check.representable("the new w", point)
    residual = _residual_at(Euclidean(), cast(Loss, loss), point, a, b, y, eta)
    return ImplicitStep(point, residual, True, True, True, point[None])


def _increasing(h: Callable[[float], float], high: float) -> float:
    """The root of an increasing h in [0, high] with h(0) <= 0 <= h(high), between neighbouring floats.

    Bisection of the exponent while the ends are far apart, then false position (Illinois), safeguarded.
    """
    low = 0.0
    if h(high) <= 0.0:
        return high
    below, above = h(low), h(high)
    if below >= 0.0:
        return 0.0
    for k in range(2200):
        if high - low <= 2.0 * _EPS * low:
            break
        gap = above - below
        m = high - above * (high - low) / gap if gap > 0.0 else low
        if k % 3 == 2 or not low < m < high:
            m = math.sqrt(low) * math.sqrt(high) if low > 0.0 and high > 4.0 * low else 0.5 * (low + high)
        if not low < m < high:
            break
        value = h(m)
        if value == 0.0:
            return m
        if value < 0.0:
            low, below, above = m, value, 0.5 * above
        else:
            high, above, below = m, value, 0.5 * below
    return high


# One number, on the curves that hold the minimisers


def _convex(loss: Loss | IntrinsicLoss, y: float | None) -> _certified.Convex | None:
    """The loss as a function of <w,x> in balls, up to a constant; None where there is none for it."""
    match loss:
        case SquaredLoss():
            return _certified.squared(label(y))
        case AbsoluteLoss():
            return _certified.absolute(label(y))
        case HingeLoss():
            return _certified.hinge(sign_label(y))
        case LogisticLoss():
            return _certified.softplus(arb(0.5 + 0.5 * sign_label(y)))
        case MatchingLoss(phi):
            loss.slope(0.0, y)  # refuses a label outside the closed range of phi
            match phi:
                case entrywise.Identity():
                    return _certified.squared(label(y), arb(0.5))
                case entrywise.Logistic():
                    return _certified.softplus(arb(label(y)))
                case entrywise.Exponential():
                    return _certified.exponential(label(y))
                case entrywise.Tanh():
                    return _certified.softplus(1 + arb(label(y)), 2)
    return None


def _space(manifold: Manifold) -> Manifold | None:
    """The manifold itself or one isometric to it whose curves are known, else None."""
    if isinstance(manifold, PulledBack):
        flat = isinstance(manifold.manifold, Euclidean)
        return PositiveOrthant() if flat and isinstance(manifold.link, links.Log) else None
    return manifold if isinstance(manifold, (Sphere, Hyperbolic, Simplex, PositiveOrthant)) else None


def _on_curves(
    manifold: Manifold,
    space: Manifold,
    loss: Loss,
    convex: _certified.Convex,
    w: Array,
    x: npt.ArrayLike,
    y: float | None,
    eta: float,
) -> tuple[ImplicitStep | None, str]:
    """The step with its proof; or None, and why there is no proof."""
    manifold.dist(w, w)
    loss.value(w, x, y)
    b = pair("w", w, "x", x)[1]
    if isinstance(space, Simplex) and np.all(b == b[0]):  # <.,x> is constant
        return ImplicitStep(w, _residual_at(manifold, loss, w, w, b, y, eta), True, True, True, w[None]), ""
    positive = isinstance(space, (Simplex, PositiveOrthant))
    with ctx.workprec(_certified.BITS):
        found = _certified.minimise(*_curves.curves(space, w, b, convex, arb(eta)))
        points = np.array([[float(t.mid()) for t in p] for p in found.points]).reshape(-1, len(w))
        sharp = not found.points or _sharp(found.points[0], each=positive)
    good = bool(np.all(np.isfinite(points)) and not (positive and np.any(points <= 0.0)))
    if found.tied:
        return _stay(manifold, loss, w, b, y, eta, points, _TIED), ""
    if found.reason:
        return None, found.reason
    if not sharp:
        return None, "the one minimiser is proved to be there, but the balls do not give its digits"
    if not good:
        return _stay(manifold, loss, w, b, y, eta, points[:0], "a coordinate of the minimiser is no float"), ""
    residual = _residual_at(manifold, loss, points[0], w, b, y, eta)
    return ImplicitStep(points[0], residual, found.alone, True, True, points), ""


def _sharp(point: list[arb], *, each: bool) -> bool:
    """The balls give every coordinate to an ulp of itself, or of the largest one."""
    largest = max(float(abs(t.mid())) for t in point)
    return all(
        bool(t.is_finite() and t.rad() <= (abs(t.mid()) if each else arb(largest)) * arb(2) ** -53) for t in point
    )


def _stay(
    manifold: Manifold,
    loss: Loss | IntrinsicLoss,
    w: Array,
    x: npt.ArrayLike,
    y: float | None,
    eta: float,
    points: Array,
    reason: str,
) -> ImplicitStep:
    return ImplicitStep(w, _residual_at(manifold, loss, w, w, x, y, eta), False, False, False, points, reason)


def _residual_at(
    manifold: Manifold,
    loss: Loss | IntrinsicLoss,
    point: Array,
    w: Array,
    x: npt.ArrayLike,
    y: float | None,
    eta: float,
) -> float:
    """The residual, inf where the loss or the manifold has no float for a part of it."""
    try:
        with np.errstate(over="ignore", invalid="ignore"):
            size = _residual_norm(manifold, point, w, eta * gradient_on(manifold, loss, point, x, y))
    except (ValueError, OverflowError):
        return math.inf
    return size if math.isfinite(size) else math.inf


# The simplex, through its isometry


def _in_the_simplex(
    simplex: Simplex, loss: Loss | IntrinsicLoss, w: Array, x: npt.ArrayLike, y: float | None, eta: float
) -> ImplicitStep:
    """On the sphere of radius 2, where nothing ends at the boundary; only solutions with all u_i > 0 count.

    A loss that is smooth up to the boundary is even in each u_i, so it does not push a minimiser across it.
    """
    sphere = Sphere(2.0)
    start = sphere.projx(simplex.isometry(w))

    def down(u: Array) -> Array:
        p = u * u
        return np.asarray(p / _exact.total(p))

    def gradient(u: Array) -> Array:
        p = down(u)
        if isinstance(loss, IntrinsicLoss):
            return simplex.push_forward(p, loss.gradient(p, x, y))
        g = loss.partials(p, x, y)
        for _ in range(2):
            g = g - _exact.dot(p, g)
        return sphere.proju(u, 0.5 * u * g)

    def value(u: Array) -> float:
        return loss.value(down(u), x, y)

    def inner(u: Array) -> bool:
        return bool(np.all(u > 0.0))

    found = solve(sphere, start, gradient, value, eta, within=inner)
    if not np.all(found.solutions > 0.0):  # what mirrors an end outside is inside, and costs no more
        found = solve(sphere, start, gradient, value, eta, [*np.abs(found.solutions)], inner)
    inside = [u for u in found.solutions if inner(u)]
    points = np.array([simplex.inverse_isometry(u) for u in inside]).reshape(len(inside), len(w))
    if not found.converged or not np.all(found.point > 0.0):
        reason = found.reason if not found.converged else "the solution has left the open simplex"
        return _stay(simplex, loss, w, x, y, eta, points, reason)
    residual = _residual_at(simplex, loss, points[0], w, x, y, eta)
    return ImplicitStep(points[0], residual, False, True, False, points, _UNBOUNDED)


# Any manifold


@dataclass(frozen=True, eq=False)
class _End:
    point: Array
    residual: float
    cost: float
    minimum: bool
    downhill: Array
    """The unit direction of least curvature of U at `point`."""


def solve(
    manifold: Manifold,
    w: Array,
    gradient: Callable[[Array], Array],
    value: Callable[[Array], float],
    eta: float,
    more_starts: Sequence[Array] = (),
    within: Callable[[Array], bool] = lambda z: True,
) -> ImplicitStep:
    """The implicit update of w by damped Newton for r(z) = eta grad L(z) - log_z(w), from several starts.

    gradient, value: L's Riemannian gradient and L at a point (n,). more_starts: points (n,) to start from as well,
    beside w, points on the geodesic of the explicit update and both sides of every saddle found; if all fail, the
    path of the minimisers for smaller eta is followed. within: which minimisers count as rivals of the best. A trial
    point where the manifold or the loss raises ValueError counts as out of reach.

    The coordinates at z are normal ones, the derivative of r by central differences of 6e-6, and a step must lower
    U or, where the derivative of r is positive definite, the length of r. It ends when r does not shrink any more.
    A point is accepted as a solution when the last Newton step is at most 1e-11 of the scale of the manifold (its
    radius; |w| in R^n; else 1), and as a minimiser when the derivative of r is positive definite there. What is
    left is the rounding of r, a few ulp of eta |grad L|, through the inverse of that derivative.
    """
    if isinstance(manifold, Sphere) and manifold.radius != 1.0:
        r = manifold.radius  # the same problem on the unit sphere: z = r u, dist = r dist_u
        more = [t / r for t in more_starts]
        found = solve(
            _SPHERE,
            w / r,
            lambda u: gradient(r * u) / r,
            lambda u: value(r * u) / r / r,
            eta,
            more,
            lambda u: within(r * u),
        )
        return replace(found, point=r * found.point, solutions=r * found.solutions, residual=r * found.residual)
    solver = _Solver(manifold, w, gradient, value, eta)
    start_residual = _residual_norm(manifold, w, w, eta * gradient(w))
    minima: list[_End] = []
    saddles: list[_End] = []
    waiting = [*solver.starts(), *more_starts]
    for start in waiting:  # grows on the way
        end = solver.run(start, [other.point for other in minima + saddles])
        if end is None:
            continue
        (minima if end.minimum else saddles).append(end)
        if not end.minimum and len(waiting) < _MOST_STARTS:
            waiting += solver.sides(end)
    if not minima:
        minima = _followed(manifold, w, gradient, value, eta)
    if not minima:
        reason = f"no minimiser was reached with eta = {eta!r}; take a smaller eta"
        points = np.array([e.point for e in saddles]).reshape(len(saddles), len(w))
        return ImplicitStep(w, start_residual, False, False, False, points, reason)
    minima.sort(key=lambda e: e.cost)
    best, rest = minima[0], minima[1:]
    points = np.array([e.point for e in (best, *rest, *saddles)])
    rival = next((e.cost for e in rest if within(e.point)), math.inf)
    if rival - best.cost <= 1e-12 * max(abs(best.cost), abs(rival)) and math.isfinite(rival):
        return ImplicitStep(w, start_residual, False, False, False, points, _TIED)
    return ImplicitStep(best.point, best.residual, False, True, False, points, _UNBOUNDED)


class _Solver:
    def __init__(
        self,
        manifold: Manifold,
        w: Array,
        gradient: Callable[[Array], Array],
        value: Callable[[Array], float],
        eta: float,
    ) -> None:
        self.manifold, self.w, self.gradient, self.value, self.eta = manifold, w, gradient, value, eta
        flat = isinstance(manifold, Euclidean)
        size = float(_exact.norm(w)) if flat else float(getattr(manifold, "radius", 1.0))
        pull = float(manifold.norm(w, eta * gradient(w)))
        self.scale = (size or pull or 1.0) if flat else size
        self.reach = self.scale + pull

    def starts(self) -> Iterator[Array]:
        """W, points on the geodesic of the explicit update, and one across it."""
        yield self.w
        v = -self.eta * self.gradient(self.w)
        length = float(self.manifold.norm(self.w, v))
        if length == 0.0:
            yield from self._reached(self.w, (e * self.scale * t for e in self.basis(self.w)[:2] for t in (1.5, -1.5)))
            return
        unit = v * (min(length, self.scale) / length)
        yield from self._reached(self.w, (t * unit for t in (1.0, 2.5, -1.5)))

    def _reached(self, at: Array, steps: Iterator[Array]) -> Iterator[Array]:
        for v in steps:
            z = self._moved(at, v)
            if z is not None:
                yield z

    def sides(self, saddle: _End) -> list[Array]:
        """A point on either side of a saddle, downhill."""
        return list(self._reached(saddle.point, (t * self.scale * saddle.downhill for t in (0.3, -0.3))))

    def near(self, z: Array, known: list[Array]) -> bool:
        """z is about to be one of the known points."""
        return any(float(self.manifold.dist(z, other)) <= 1e-5 * self.scale for other in known)

    def residual(self, z: Array) -> Array:
        return self.eta * self.gradient(z) - self.manifold.log(z, self.w)

    def cost(self, z: Array) -> float:
        return 0.5 * float(self.manifold.dist(z, self.w)) ** 2 + self.eta * self.value(z)

    def run(self, z: Array, known: list[Array]) -> _End | None:
        """The solution that Newton reaches from z; None where it reaches none, or a known one."""
        try:
            r = self.residual(z)
        except ValueError:
            return None
        for _ in range(100):
            size = float(self.manifold.norm(z, r))
            if size > 1e12 * self.reach or self.near(z, known):
                return None
            frame = self.basis(z)
            force = self._coordinates(z, frame, r)
            H = self.derivative(z, frame)
            if H is None:
                return None
            v, q = np.linalg.eigh(0.5 * (H + H.T))
            minimum = bool(v[0] > 1e-10 * max(abs(v[-1]), 1.0))
            if size == 0.0:
                return _End(z, size, self.cost(z), minimum, q[:, 0] @ frame)
            newton = np.asarray(np.linalg.solve(H, -force), dtype=np.float64) if minimum else None
            floor = 1e-8 * max(float(np.abs(v).max()), 1.0)
            d = newton if newton is not None else np.asarray(-(q / np.maximum(np.abs(v), floor)) @ (q.T @ force))
            near = np.linalg.lstsq(H, -force, rcond=None)[0]
            done = float(np.linalg.norm(near)) <= _ERROR * self.scale
            step = self._next(z, frame, d, force, size, minimum)
            if step is None:
                return _End(z, size, self.cost(z), minimum, q[:, 0] @ frame) if done else None
            z, r = step
        return None

    def _next(
        self, z: Array, frame: Array, d: Array, force: Array, size: float, minimum: bool
    ) -> tuple[Array, Array] | None:
        cost, slope = self.cost(z), float(force @ d)
        length = float(np.linalg.norm(d))
        if length == 0.0:  # the gradient underflows in these coordinates, and nothing is left to move
            return None
        t = min(1.0, 2.0 * self.scale / length) if not isinstance(self.manifold, Euclidean) else 1.0
        while t * length > 1e-3 * _EPS * self.scale:
            new = self._moved(z, t * (d @ frame))
            try:
                if new is not None:
                    r = self.residual(new)
                    smaller = float(self.manifold.norm(new, r)) < (1.0 - 1e-4 * t) * size
                    # At the end U is flat to rounding, and only r tells better from worse.
                    lower = self.cost(new) < cost + 1e-4 * t * slope and length > 1e-7 * self.scale
                    if lower or (minimum and smaller):
                        return new, r
            except ValueError:
                pass
            t *= 0.5
        return None

    def basis(self, z: Array) -> Array:
        """An orthonormal basis of the tangent space to about 1e-8, shape (m, n), from the Gram matrix."""
        vectors = np.asarray(self.manifold.proju(z, np.eye(len(z))))
        lengths = np.asarray(self.manifold.norm(z, vectors))
        vectors = vectors[lengths > 0.0] / lengths[lengths > 0.0][:, None]
        v, q = np.linalg.eigh(self.manifold.inner(z, vectors[:, None, :], vectors[None, :, :]))
        kept = v > 1e-9
        frame = (q[:, kept] / np.sqrt(v[kept])).T @ vectors
        return np.asarray(self.manifold.proju(z, frame))

    def _coordinates(self, z: Array, frame: Array, v: Array) -> Array:
        return np.asarray(self.manifold.inner(z, frame, v))

    def derivative(self, z: Array, frame: Array) -> Array | None:
        """The derivative of r at z in the frame, shape (m, m); where r = 0 it is that of any transport."""
        h = 6e-6 * self.scale
        ends = self._moved(z, h * np.concatenate([frame, -frame]))
        if ends is None:
            return None
        try:
            pull = self.eta * np.array([self.gradient(t) for t in ends])
            ahead, behind = np.split(pull - self.manifold.log(ends, self.w), 2)
        except ValueError:
            return None
        change = np.asarray(self.manifold.proju(z, (ahead - behind) / (2.0 * h)))
        return np.asarray(self.manifold.inner(z, frame[:, None, :], change[None, :, :]))

    def _moved(self, z: Array, v: Array) -> Array | None:
        try:
            return np.asarray(self.manifold.exp(z, v))
        except ValueError:
            return None


def _residual_norm(manifold: Manifold, point: Array, w: Array, pull: Array) -> float:
    """The length of pull - log_point(w)."""
    log = manifold.log(point, w)
    return float(manifold.norm(point, manifold.proju(point, pull - log)))


def _followed(
    manifold: Manifold, w: Array, gradient: Callable[[Array], Array], value: Callable[[Array], float], eta: float
) -> list[_End]:
    """The minimiser at the end of the path of those for eta/10**8, ..., eta/10, eta, or nothing."""
    ends: list[_End] = []
    z = w
    for k in range(8, -1, -1):
        end = _Solver(manifold, w, gradient, value, eta * 10.0**-k).run(z, [])
        if end is None or not end.minimum:
            return []
        z, ends = end.point, [end]
    return ends
