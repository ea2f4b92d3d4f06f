"""Both sides of the papers' inequalities, for runs; array in, array out.

What overflows raises ValueError (`numeric.errors.Unrepresentable`).
"""

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from numeric import _check
from numeric._bound import product, total
from numeric._exact import Array
from numeric._special import log_rest_of_third_order

C_SOFTMAX = 0.5
"""The constant c of the softmax function (general_additive, eq. 29): sup of |y - yhat|**2 / (2 L(y, yhat))."""


def cosine_gain(a: npt.ArrayLike, c: npt.ArrayLike) -> Array:
    """(cos a - cos c)/cos c for |a|, |c| < pi/2, without cancellation (spheres, Proposition 8)."""
    a, c = _check.array("a", a), _check.array("c", c)
    if np.any(np.abs(a) >= np.pi / 2) or np.any(np.abs(c) >= np.pi / 2):
        raise ValueError(f"a, c: must be less than pi/2 in magnitude, were {a} and {c}")
    return np.asarray(2.0 * np.sin((c + a) / 2) * np.sin((c - a) / 2) / np.cos(c))[()]


def squared_distance_gain(a: npt.ArrayLike, c: npt.ArrayLike) -> Array:
    """c**2 - a**2, as (c - a)(c + a) (spheres, Proposition 8)."""
    a, c = _check.array("a", a), _check.array("c", c)
    with np.errstate(over="ignore", invalid="ignore"):
        return _check.representable("c**2 - a**2", np.asarray((c - a) * (c + a)))[()]


def implicit_bound(eta: float, comparator: Sequence[float], to_best: Sequence[float], moved: Sequence[float]) -> float:
    """The right-hand side of (16), an upper bound of the sum of L_t(w_{t+1}) (geometric_view, Theorem 8 repaired).

    eta > 0. comparator: the k losses of the comparator. to_best: the k + 1 distances of the iterates to it.
    moved: the k distances of consecutive iterates. Raises ValueError for other lengths.
    """
    step = _check.positive("eta", eta)
    if not len(to_best) - 1 == len(moved) == len(comparator):
        raise ValueError(
            f"to_best, moved: must have k + 1 and k entries for k = {len(comparator)}, not {len(to_best)}, {len(moved)}"
        )
    with np.errstate(over="ignore", invalid="ignore"):
        travelled = product(0.5, to_best[0] - to_best[-1], to_best[0] + to_best[-1], over=(step,))
        bound = float(np.sum(comparator) + (travelled - sum(product(0.5, t, t, over=(step,)) for t in moved)))
    return _check.representable_number("the bound", bound)


def perceptron_bound(hinge_loss: float, length: float, radius: float) -> float:
    """H + (|u| X)**2 + |u| X sqrt(H), an upper bound of the Perceptron's mistakes (gradient_descent, after eq. 1).

    hinge_loss: H >= 0, the comparator u's sum of max(0, 1 - y <u,x>). length: |u| >= 0. radius: X >= 0, the largest
    |x|. The Perceptron starts at w = 0.
    """
    h = _check.nonnegative("hinge_loss", hinge_loss)
    u, x = _check.nonnegative("length", length), _check.nonnegative("radius", radius)
    return _check.representable_number("the bound", h + product(u, u, x, x) + product(u, x, math.sqrt(h)))


def projected_regret_bound(radius: float, gradient: float, eta: float, T: int) -> float:
    """2 U**2 sqrt(T)/eta + G**2 eta sqrt(T), an upper bound of projected OGD's regret (gradient_descent, before eq. 8).

    radius: U > 0, of the ball, which holds the comparator. gradient: G >= 0, the largest length of a gradient.
    eta > 0: the rate is eta/sqrt(t). T >= 0: the number of steps.
    """
    u, g = _check.positive("radius", radius), _check.nonnegative("gradient", gradient)
    step = _check.positive("eta", eta)
    root = math.sqrt(_check.nonnegative("T", T))
    return _check.representable_number("the bound", product(2.0, u, u, root, over=(step,)) + product(g, g, step, root))


def tuned_projected_regret_bound(radius: float, gradient: float, T: int) -> float:
    """U G sqrt(8/T), the bound of the regret over T with eta = sqrt(2) U/G (gradient_descent, eq. 8).

    radius: U > 0. gradient: G >= 0. T > 0.
    """
    u, g = _check.positive("radius", radius), _check.nonnegative("gradient", gradient)
    return product(u, g, math.sqrt(8.0 / _check.positive("T", T)))


def line_projected_regret_bound(radius: float, gradient: float, T: int) -> float:
    """U G (sqrt(8/T) - (ln(T + 1) + 3/2)/(2 T)), of the regret over T in one dimension (gradient_descent, eq. 8).

    radius: U > 0. gradient: G >= 0. T >= 1; the rate is sqrt(2) U/(G sqrt(t)).
    """
    u, g = _check.positive("radius", radius), _check.nonnegative("gradient", gradient)
    steps = _check.positive("T", T)
    if steps < 1.0:
        raise ValueError(f"T is {T!r}; it must be >= 1")
    return product(u, g, math.sqrt(8.0 / steps) - (math.log1p(steps) + 1.5) / (2.0 * steps))


def fixed_rate_regret_bound(radius: float, gradient: float, eta: float, T: int) -> float:
    """U**2/(2 eta) + G**2 eta T/2, a bound of OGD's regret at one rate eta (gradient_descent, after eq. 7).

    radius: U > 0, of the ball, which holds the comparator. gradient: G >= 0, the largest length of a gradient.
    eta > 0. T >= 0: the number of steps.
    """
    u, g = _check.positive("radius", radius), _check.nonnegative("gradient", gradient)
    step, steps = _check.positive("eta", eta), _check.nonnegative("T", T)
    bound = product(0.5, u, u, over=(step,)) + product(0.5, g, g, step, steps)
    return _check.representable_number("the bound", bound)


def known_horizon_regret_bound(radius: float, gradient: float, T: int) -> float:
    """U G/sqrt(T), the least bound of the regret over T, at the rate U/(G sqrt(T)) (gradient_descent, eq. 8).

    radius: U > 0. gradient: G >= 0. T > 0.
    """
    u, g = _check.positive("radius", radius), _check.nonnegative("gradient", gradient)
    return product(u, g, over=(math.sqrt(_check.positive("T", T)),))


def dual_averaging_regret_bound(radius: float, gradient: float, eta: float, T: int) -> float:
    """sqrt(T) U**2/(2 eta) + G**2 eta (sqrt(T) - 1/2), for dual averaging (gradient_descent, after eq. 7).

    radius: U > 0, of the ball, which holds the comparator. gradient: G >= 0, the largest length of a gradient.
    eta > 0: the rate is eta/sqrt(t). T >= 1: the number of steps.
    """
    u, g = _check.positive("radius", radius), _check.nonnegative("gradient", gradient)
    step, steps = _check.positive("eta", eta), _check.positive("T", T)
    if steps < 1.0:
        raise ValueError(f"T is {T!r}; it must be >= 1")
    root = math.sqrt(steps)
    bound = product(0.5, root, u, u, over=(step,)) + product(g, g, step, root - 0.5)
    return _check.representable_number("the bound", bound)


def strongly_convex_regret_bound(gradient: float, sigma: float, T: int) -> float:
    """G**2 (1 + ln T)/(2 sigma), an upper bound of the regret (gradient_descent, strongly convex losses).

    gradient: G >= 0, the largest length of a gradient. sigma > 0. T >= 1, the number of steps; the rate is 1/(sigma t).
    """
    g, steps = _check.nonnegative("gradient", gradient), _check.positive("T", T)
    if steps < 1.0:
        raise ValueError(f"T is {T!r}; it must be >= 1")
    return product(0.5, g, g, 1.0 + math.log(steps), over=(_check.positive("sigma", sigma),))


def sphere_progress(loss: npt.ArrayLike, eta: npt.ArrayLike) -> Array:
    """2 eta (1-eta) L + 2/3 eta**2 (3-(2-eta) eta) L**2, at most the fall of dist**2 (spheres, proof of Lemma 9).

    loss in [0, 1] and 0 < eta <= 1 broadcast. Raises ValueError for others.
    """
    lost, rate = _check.array("loss", loss), _check.array("eta", eta)
    _check.broadcastable(loss=lost, eta=rate)
    _check.holds("loss", lost, np.asarray((lost >= 0.0) & (lost <= 1.0)), "must be in [0, 1]")
    _check.holds("eta", rate, np.asarray((rate > 0.0) & (rate <= 1.0)), "must be in (0, 1]")
    scaled, rest = rate * lost, 1.0 - rate
    return np.asarray(2.0 * scaled * rest + scaled * scaled * (2.0 * (2.0 + rest * rest)) / 3.0)[()]


def sphere_loss_bound(eta: npt.ArrayLike, start: npt.ArrayLike, end: npt.ArrayLike, trials: npt.ArrayLike) -> Array:
    """The first bound of Lemma 9 on the cumulative loss of the explicit update on the sphere (spheres).

    0 < eta < 1, start = dist(p_0, p*) >= end = dist(p_k, p*) >= 0 and trials = k >= 1, integers, broadcast. The lemma
    is for start <= pi/3. Raises ValueError for others.
    """
    rate, fall, total, k = _covered(eta, start, end, trials)
    rest = 1.0 - rate
    root = np.sqrt(rest * rest + 2.0 * (2.0 + rest * rest) * (fall * total) / (3.0 * k))
    with np.errstate(over="ignore"):
        return _check.representable("the bound", np.asarray(fall / rate * (total / (rest + root))))[()]


def simple_sphere_loss_bound(eta: npt.ArrayLike, start: npt.ArrayLike, end: npt.ArrayLike) -> Array:
    """The second, larger bound of Lemma 9, (start**2 - end**2)/(2 eta (1-eta)) (spheres); as `sphere_loss_bound`."""
    rate, fall, total, _ = _covered(eta, start, end, 1)
    with np.errstate(over="ignore"):
        return _check.representable("the bound", np.asarray(fall / rate * (total / (2.0 * (1.0 - rate)))))[()]


def sphere_loss_bound_by_cosines(
    eta: npt.ArrayLike, start: npt.ArrayLike, end: npt.ArrayLike, trials: npt.ArrayLike
) -> Array:
    """(k/q) (sqrt((eta (1-eta))**2 + q D/k) - eta (1-eta)), a bound on the loss on the sphere (spheres, Lemma 9).

    Here D = ln(cos(end)/cos(start)) and q = ln(1 + 2 eta) - 2 eta (1-eta). 0 < eta <= 1, pi/2 > start = dist(p_0, p*)
    >= end = dist(p_k, p*) >= 0 and trials = k >= 1, integers, broadcast. Raises ValueError for others.
    """
    rate, first, last, k = _distances(eta, start, end, trials)
    _check.holds("eta", rate, np.asarray((rate > 0.0) & (rate <= 1.0)), "must be in (0, 1]")
    _check.holds("start", first, np.asarray(first < np.pi / 2), "must be less than pi/2")
    half, factor = np.sin((first + last) / 2.0), 2.0 * np.sin((first - last) / 2.0) / np.cos(first)
    gain = half * factor
    slowly = np.where(gain > 0.0, np.log1p(gain) / np.where(gain > 0.0, gain, 1.0), 1.0)
    curved = 4.0 * log_rest_of_third_order(2.0 * rate)
    rest = 1.0 - rate
    below = rest + np.hypot(rest, np.sqrt(curved * slowly / k) * np.sqrt(half) * np.sqrt(factor))
    with np.errstate(over="ignore"):
        bound = half / np.where(below > 0.0, below, 1.0) * (factor * slowly) / rate
    return _check.representable("the bound", np.asarray(bound))[()]


def noisy_sphere_loss_bound(
    eta: npt.ArrayLike, start: npt.ArrayLike, end: npt.ArrayLike, comparator: npt.ArrayLike
) -> Array:
    """((sqrt(N) + sqrt(N + a (cos(end) - cos(start))/eta))/a)**2, a bound on the loss with noise (spheres, Lemma 9).

    N = comparator >= 0 is the loss of p*, and a = 2 (1-eta) sqrt(cos(start)**2 - eta N/(1-eta)). 0 < eta < 1,
    0 <= start = dist(p_0, p*) < pi/2, 0 <= end = dist(p_k, p*) <= pi and comparator broadcast. Raises ValueError for
    others, where there is too much noise for the start, and for an end that is too far for the noise.
    """
    rate, first, last, noise = (
        _check.array(name, x) for name, x in (("eta", eta), ("start", start), ("end", end), ("comparator", comparator))
    )
    _check.broadcastable(eta=rate, start=first, end=last, comparator=noise)
    _check.holds("eta", rate, np.asarray((rate > 0.0) & (rate < 1.0)), "must be in (0, 1)")
    _check.holds("start", first, np.asarray((first >= 0.0) & (first < np.pi / 2)), "must be in [0, pi/2)")
    _check.holds("end", last, np.asarray((last >= 0.0) & (last <= np.pi)), "must be in [0, pi]")
    _check.holds("comparator", noise, np.asarray(noise >= 0.0), "must not be negative")
    rest = 1.0 - rate
    with np.errstate(over="ignore"):
        lost = np.sqrt(noise) * np.sqrt(rate / rest)
        left = np.asarray((np.cos(first) - lost) * (np.cos(first) + lost))
        _check.holds("cos(start)**2 - eta comparator/(1-eta)", left, left > 0.0, "must be positive")
        slope = 2.0 * rest * np.sqrt(left)
        gained = 2.0 * np.sin((first + last) / 2.0) * np.sin((first - last) / 2.0)
        inside = _check.representable("the bound", np.asarray(noise + slope * gained / rate))
        _check.holds("end", inside, inside >= 0.0, "is too far for the noise")
        root = (np.sqrt(noise) + np.sqrt(inside)) / slope
        return _check.representable("the bound", np.asarray(root * root))[()]


def _covered(
    eta: npt.ArrayLike, start: npt.ArrayLike, end: npt.ArrayLike, trials: npt.ArrayLike
) -> tuple[Array, Array, Array, Array]:
    """eta, start - end, start + end and the number of trials, checked."""
    rate, first, last, k = _distances(eta, start, end, trials)
    _check.holds("eta", rate, np.asarray((rate > 0.0) & (rate < 1.0)), "must be in (0, 1)")
    return rate, np.asarray(first - last), np.asarray(first + last), k


def _distances(
    eta: npt.ArrayLike, start: npt.ArrayLike, end: npt.ArrayLike, trials: npt.ArrayLike
) -> tuple[Array, Array, Array, Array]:
    """The four as arrays, the distances and the number of trials checked."""
    rate, first, last, k = (
        _check.array(name, x) for name, x in (("eta", eta), ("start", start), ("end", end), ("trials", trials))
    )
    _check.broadcastable(eta=rate, start=first, end=last, trials=k)
    _check.holds("start", first, np.asarray((first >= 0.0) & (first <= np.pi)), "must be in [0, pi]")
    _check.holds("end", last, np.asarray(last >= 0.0), "must not be negative")
    _check.holds("start - end", np.asarray(first - last), np.asarray(first >= last), "must not be negative")
    _check.holds("trials", k, np.asarray((k >= 1.0) & (k == np.floor(k))), "must be an integer >= 1")
    return rate, first, last, k


def prediction_regret_bound(length: float, radius: float, slope: float, eta: float, k: int) -> float:
    """U**2/(2 eta) + eta k Z**2 R**2/2, an upper bound of gradient descent's regret (geometric_view, Example 6).

    For convex losses of <w, x_t> from w = 0. length: U >= 0, of the comparator. radius: R >= 0, the largest |x_t|.
    slope: Z >= 0, the largest derivative in the prediction. eta > 0. k >= 0: the number of trials.
    """
    u, z, r = (
        _check.nonnegative("length", length),
        _check.nonnegative("slope", slope),
        _check.nonnegative("radius", radius),
    )
    step, trials = _check.positive("eta", eta), _check.nonnegative("k", k)
    bound = product(0.5, u, u, over=(step,)) + product(0.5, trials, z, z, r, r, step)
    return _check.representable_number("the bound", bound)


def tuned_prediction_regret_bound(length: float, radius: float, slope: float, k: int) -> float:
    """R Z U sqrt(k), the bound with eta = U/(R Z sqrt(k)) (geometric_view, Example 6).

    length: U >= 0. radius: R >= 0. slope: Z >= 0. k >= 0.
    """
    u, z, r = (
        _check.nonnegative("length", length),
        _check.nonnegative("slope", slope),
        _check.nonnegative("radius", radius),
    )
    return product(u, z, r, math.sqrt(_check.nonnegative("k", k)))


def slow_prediction_regret_bound(length: float, radius: float, slope: float, eta: float, k: int) -> float:
    """k R Z U - eta k (k-1) Z**2 R**2/2, the bound of `prediction_regret_bound` for eta k R Z <= U, sharper.

    length: U >= 0. radius: R >= 0. slope: Z >= 0. eta > 0, so small that eta k R Z <= U. k >= 0.
    """
    u, z, r = (
        _check.nonnegative("length", length),
        _check.nonnegative("slope", slope),
        _check.nonnegative("radius", radius),
    )
    step, trials = _check.positive("eta", eta), _check.nonnegative("k", k)
    covered = product(trials, step, z, r)
    if covered > u * (1.0 + _check.TOLERANCE):
        raise ValueError(f"eta k R Z is {covered!r}; it must be at most the length, {u!r}")
    return product(trials, z, r, u) - product(0.5, trials, max(trials - 1.0, 0.0), step, z, z, r, r)


def natural_eg_regret_bound(distance: float, weights: float, radius: float, slope: float, k: int) -> float:
    """R Z U V sqrt(k), a bound of the regret of natural EG at eta = V/(R Z U sqrt(k)) (geometric_view, Example 7).

    The bound as repaired, for geodesically convex losses of <w, x_t> from w = (1, ..., 1). distance: V >= 0, at least
    |ln w*|. weights: U >= 0, the largest |w_t|. radius: R >= 0, the largest |x_t,i|. slope: Z >= 0, the largest
    derivative. k >= 0.
    """
    u, v = _check.nonnegative("weights", weights), _check.nonnegative("distance", distance)
    z, r = _check.nonnegative("slope", slope), _check.nonnegative("radius", radius)
    return product(u, v, z, r, math.sqrt(_check.nonnegative("k", k)))


def implicit_square_loss_bound(compared: float, distance: float, radius: float, eta: float) -> float:
    """(1 + 2 eta X**2)(K + U**2/(2 eta)), a bound of implicit LMS's cumulative loss (geometric_view, after eq. 19).

    Of the losses (<w, x_t> - y_t)**2 before the updates. compared: K >= 0, the comparator's loss. distance: U >= 0, at
    least |w* - w_0|. radius: X >= 0, the largest |x_t|. eta > 0, any rate.
    """
    k, u, x = _compared(compared, distance, radius)
    step = _check.positive("eta", eta)
    return total(k, product(2.0, step, x, x, k), product(0.5, u, u, over=(step,)), product(u, u, x, x))


def tuned_implicit_square_loss_bound(compared: float, distance: float, radius: float) -> float:
    """(U X + sqrt(K))**2, the bound of implicit LMS with eta = U/(2 X sqrt(K)) (geometric_view, after eq. 19).

    compared: K >= 0. distance: U >= 0. radius: X >= 0.
    """
    k, u, x = _compared(compared, distance, radius)
    return total(k, product(2.0, u, x, math.sqrt(k)), product(u, u, x, x))


def realizable_implicit_square_loss_bound(distance: float, radius: float, eta: float) -> float:
    """U**2 (X**2 + 1/(4 eta (1 + eta X**2))), the bound of implicit LMS where K = 0 (geometric_view, Example 5).

    distance: U >= 0. radius: X >= 0. eta > 0, any rate.
    """
    _, u, x = _compared(0.0, distance, radius)
    step = _check.positive("eta", eta)
    return total(product(u, u, x, x), product(0.25, u, u, over=(step, 1.0 + product(step, x, x))))


def solved_implicit_square_loss_bound(compared: float, distance: float, radius: float, eta: float) -> float:
    """The least of the bounds of implicit LMS by K and U, for eta X**2 <= 1/sqrt(2) (geometric_view, after eq. 19).

    ((1+a)/(2+a) (sqrt(K) + sqrt(K + (2+a) U**2/(2 eta))))**2 with a = 2 eta X**2. compared: K >= 0. distance: U >= 0.
    radius: X >= 0. eta > 0.
    """
    k, u, x = _compared(compared, distance, radius)
    step = _check.positive("eta", eta)
    ratio = product(2.0, step, x, x)
    if ratio > math.sqrt(2.0) * (1.0 + _check.TOLERANCE):
        raise ValueError(f"eta X**2 is {0.5 * ratio!r}; it must be at most 1/sqrt(2)")
    square = total(k, product(u, u, over=(step,)), product(u, u, x, x))
    root = (1.0 + ratio) / (2.0 + ratio) * (math.sqrt(k) + math.sqrt(square))
    return product(root, root)


def _compared(compared: float, distance: float, radius: float) -> tuple[float, float, float]:
    """K, U and X, checked."""
    k, u = _check.nonnegative("compared", compared), _check.nonnegative("distance", distance)
    return k, u, _check.nonnegative("radius", radius)
