"""The passes of the linear learners compiled by numba (extra `fast`): strict floating point, the same sums as numpy.

numpy adds n products pairwise: up to 128 of them in eight lanes, longer sums in halves (`schedule`). These kernels do
the same in the same order, so that LMS, the Perceptron and projected OGD give the bits of the numpy pass. A row goes
through the processor once: what moves the parameter by it also sums the parameter's product with the next row.

EG and the sphere save more than that, and round differently. EG moves its log-weights as numpy does, by its own
predictions; it has an exponential of its own (`_exponential`), and divides the prediction by the sum of the weights
instead of each weight. The sphere divides by the length of p in the same way, and takes sqrt(1 - s**2) for |x - s p|
where s**2 <= 1/2: what s is off by then turns p by no more than it does through the angle. Its sin and cos are the C
library's, whose last bits may hang on the processor; all else here has the same bits on every one.

A kernel gets the rows X (T, n), C-contiguous, the `schedule` of n, its learner's parameter, which it changes, and the
arrays it fills. It gives False where one of these is not finite, and checks nothing else. numba keeps compiled kernels
until this file changes: touch it where a file that it takes its arithmetic from does.
"""

import math
from typing import Any

import numpy as np
from numba import njit, prange

from numeric._exact import LARGE, SMALL
from numeric.learners._exponential import CONSTANTS, LARGEST, SHIFT, exponential
from numeric.learners._lanes import below, held, inline, load, prefetch, root, some_below, store, strict, total, zeros

SQUARED, ABSOLUTE, HINGE = 0, 1, 2  # the losses of `gradient_descent.kernel_number`

_AHEAD = 2048  # numbers of X, that a pass, which waits for the last one, has brought into the cache ahead of it
_TRIALS = 256  # sequences side by side in the innermost loops of a batch


def schedule(n: int) -> Any:
    """The lengths of numpy's pairwise blocks of n numbers, how many sums are joined after each, and room for them.

    None for n < 16: numba then compiles kernels without the loops over blocks.
    """
    if n < 16:
        return None
    sizes: list[int] = []
    joins: list[int] = []

    def split(m: int) -> None:
        if m <= 128:
            sizes.append(m)
            joins.append(0)
            return
        half = m // 2 - m // 2 % 8
        split(half)
        split(m - half)
        joins[-1] += 1

    split(n)
    return np.array(sizes, dtype=np.int64), np.array(joins, dtype=np.int64), np.empty(64 * 8 * 3)


# Sums over one row, in numpy's order. They get X as one row of numbers, and where in it a row begins: slices of X would
# have numba count the references to it.


@inline
def _joined(room, top, count, s):
    """The last block's sum s with the `count` before it; kept, as the one numbered `top` - `count`."""
    for _ in range(count):
        top -= 1
        s = room[top] + s
    room[top] = s
    return s


@inline
def _joined_lanes(room, column, top, count, v):
    """`_joined` of lanes, of the sums of a column from 0 to 2."""
    at = 8 * (64 * column + top)
    for _ in range(count):
        at -= 8
        v = load(v, room, at) + v
    store(room, at, v)
    return v


@inline
def _term(like, a, x, b, y, j):
    return load(like, a, x + j) * load(like, b, y + j)


@inline
def _short(a, x, b, y, n):
    """`_product` of n < 16 numbers, one by one: lanes are not sooner at their sum."""
    s, of = 0.0, 0.0
    if n >= 8:
        s = (
            (_term(of, a, x, b, y, 0) + _term(of, a, x, b, y, 1))
            + (_term(of, a, x, b, y, 2) + _term(of, a, x, b, y, 3))
        ) + (
            (_term(of, a, x, b, y, 4) + _term(of, a, x, b, y, 5))
            + (_term(of, a, x, b, y, 6) + _term(of, a, x, b, y, 7))
        )
    for j in range(n & 8, n):
        s += _term(of, a, x, b, y, j)
    return s


@inline
def _product(a, x, b, y, n, plan):
    """The sum of a[x + j] b[y + j]."""
    if plan is None:
        return _short(a, x, b, y, n)
    sizes, joins, room = plan
    i, top, s, eight = 0, 0, 0.0, zeros()
    for k in range(sizes.shape[0]):
        stop = i + sizes[k]
        end = stop - sizes[k] % 8
        s = 0.0
        if i < end:
            prefetch(b, y + i + _AHEAD)
            lanes = _term(eight, a, x, b, y, i)
            for j in range(i + 8, end, 8):
                prefetch(b, y + j + _AHEAD)
                lanes = lanes + _term(eight, a, x, b, y, j)
            s = total(lanes)
        prefetch(b, y + end + _AHEAD)
        for j in range(end, stop):
            s += _term(s, a, x, b, y, j)
        s = _joined(room, top, joins[k], s)
        top += 1 - joins[k]
        i = stop
    return s


@inline
def _less(like, flat, x, w, c, b, y, j):
    """w[j] b[y + j] after w[j] -= c x[j]."""
    v = load(like, w, j) - c * load(like, flat, x + j)
    store(w, j, v)
    return v * load(like, b, y + j)


@inline
def _short_step(flat, x, w, c, b, y, n):
    """`_step` of n < 16 numbers."""
    s, of = 0.0, 0.0
    if n >= 8:
        s = (
            (_less(of, flat, x, w, c, b, y, 0) + _less(of, flat, x, w, c, b, y, 1))
            + (_less(of, flat, x, w, c, b, y, 2) + _less(of, flat, x, w, c, b, y, 3))
        ) + (
            (_less(of, flat, x, w, c, b, y, 4) + _less(of, flat, x, w, c, b, y, 5))
            + (_less(of, flat, x, w, c, b, y, 6) + _less(of, flat, x, w, c, b, y, 7))
        )
    for j in range(n & 8, n):
        s += _less(of, flat, x, w, c, b, y, j)
    return s


@inline
def _step(flat, x, w, c, b, y, n, plan):
    """w -= c x, and the sum of w[j] b[y + j] after that; b may be w."""
    if plan is None:
        return _short_step(flat, x, w, c, b, y, n)
    sizes, joins, room = plan
    i, top, s, eight = 0, 0, 0.0, zeros()
    for k in range(sizes.shape[0]):
        stop = i + sizes[k]
        end = stop - sizes[k] % 8
        s = 0.0
        if i < end:
            prefetch(b, y + i + _AHEAD)
            lanes = _less(eight, flat, x, w, c, b, y, i)
            for j in range(i + 8, end, 8):
                prefetch(b, y + j + _AHEAD)
                lanes = lanes + _less(eight, flat, x, w, c, b, y, j)
            s = total(lanes)
        prefetch(b, y + end + _AHEAD)
        for j in range(end, stop):
            s += _less(s, flat, x, w, c, b, y, j)
        s = _joined(room, top, joins[k], s)
        top += 1 - joins[k]
        i = stop
    return s


@inline
def _next(t, T, n):
    """Where the row after row t begins; the last row is followed by itself."""
    return (t + 1) * n if t + 1 < T else t * n


@inline
def _plain(c, slope):
    """Whether a factor of a step is neither too small nor too large; it may be 0 where the slope is."""
    return SMALL < abs(c) < LARGE or slope == 0.0


@strict
def lms(X, plan, Y, w, eta, predictions, losses):
    """w - 2 eta (s - y) x; False where a step needs numpy's care, or a loss is not finite."""
    T, n = X.shape
    flat = X.reshape(-1)
    s = _product(w, 0, flat, 0, n, plan) if T else 0.0
    rate = 2.0 * eta
    least, largest = 2.0 * SMALL / rate, min(0.5 * LARGE / rate, 1e150)  # errors of plain factors and finite losses
    for t in range(T):
        error = s - Y[t]
        predictions[t] = s
        losses[t] = error * error
        if not (least < abs(error) < largest or error == 0.0):
            return False
        s = _step(flat, t * n, w, rate * error, flat, _next(t, T, n), n, plan)
    return True


@strict
def perceptron(X, plan, Y, w, predictions, losses):
    """w + y x where y s <= 0; False where a prediction is not finite."""
    T, n = X.shape
    flat = X.reshape(-1)
    for t in range(T):
        y, s = Y[t], _product(w, 0, flat, t * n, n, plan)
        predictions[t] = s
        losses[t] = 0.0
        if not abs(s) < math.inf:
            return False
        if not y * s > 0.0:
            losses[t] = 1.0
            for j in range(n):
                w[j] += y * flat[t * n + j]
    return True


@inline
def _slope(kind, s, y):
    if kind == SQUARED:
        return 2.0 * (s - y)
    if kind == HINGE:
        return -y if y * s < 1.0 else 0.0
    return 1.0 if s > y else -1.0 if s < y else s - y


@inline
def _loss(kind, s, y):
    if kind == SQUARED:
        return (s - y) * (s - y)
    if kind == HINGE:
        return max(0.0, 1.0 - y * s)
    return abs(s - y)


@strict
def projected(X, plan, Y, w, first, eta, radius, kind, predictions, losses):
    """w - eta/sqrt(first + t) slope x, projected to the ball; False as in `lms`."""
    T, n = X.shape
    flat = X.reshape(-1)
    most = radius * radius
    s = _product(w, 0, flat, 0, n, plan) if T else 0.0
    for t in range(T):
        predictions[t] = s
        losses[t] = _loss(kind, s, Y[t])
        slope = _slope(kind, s, Y[t])
        c = eta / math.sqrt(first + t) * slope
        if not (_plain(c, slope) and abs(s) < math.inf and losses[t] < math.inf):
            return False
        after = _next(t, T, n)
        square = _step(flat, t * n, w, c, w, 0, n, plan)
        if square > most:
            if not square < LARGE:
                return False
            share = radius / math.sqrt(square)
            for j in range(n):
                w[j] *= share
        s = _product(w, 0, flat, after, n, plan)
    return True


@inline
def _moved(a, b, d):
    """The pair a + b + d, as numpy's sum of two makes it."""
    d = d + b
    s = a + d
    t = s - a
    return s, (a - (s - t)) + (d - t)


@inline
def _eg_terms(like, flat, x, y, high, low, c, j, constants):
    """The log-weight, the weight and its product with y, 2**SHIFT times these two, after high + low += c x."""
    h, l = _moved(load(like, high, j), load(like, low, j), c * load(like, flat, x + j))
    store(high, j, h)
    store(low, j, l)
    e = exponential(h, l, constants)
    return h, e, e * load(like, flat, y + j)


@inline
def _eg_lanes(flat, x, y, high, low, c, i, end, top, constants):
    """The largest log-weight, or `top`, and the sums of `_eg_terms` from i to `end`, in lanes."""
    weights, products = zeros(), zeros()
    for j in range(i, end, 8):
        prefetch(flat, y + j + _AHEAD)
        h, e, p = _eg_terms(weights, flat, x, y, high, low, c, j, constants)
        top = below(top, h, h, top)
        weights = weights + e
        products = products + p
    return top, weights, products


@inline
def _eg_step(flat, x, y, high, low, c, n, plan, constants):
    """The sums of `_eg_terms`; inf and NaN where a weight is too large."""
    end = n - n % 8
    largest = zeros()
    if plan is None:
        largest, weights, products = _eg_lanes(flat, x, y, high, low, c, 0, end, largest, constants)
    else:
        sizes, joins, room = plan
        i, top, weights, products = 0, 0, zeros(), zeros()
        for k in range(sizes.shape[0]):
            stop = min(i + sizes[k], end)
            largest, weights, products = _eg_lanes(flat, x, y, high, low, c, i, stop, largest, constants)
            weights = _joined_lanes(room, 0, top, joins[k], weights)
            products = _joined_lanes(room, 1, top, joins[k], products)
            top += 1 - joins[k]
            i = stop
    z, s = total(weights), total(products)
    prefetch(flat, y + end + _AHEAD)
    for j in range(end, n):
        h, e, p = _eg_terms(z, flat, x, y, high, low, c, j, CONSTANTS)
        z += math.inf if h > LARGEST else e
        s += p
    return math.inf if some_below(LARGEST, largest) else z, s


@inline
def _shift(high, low):
    """Subtract the largest of the log-weights from all."""
    for _ in range(2):  # what the low parts are of a large shift is no longer low once that is taken away
        top = high[0]
        for h in high:
            top = max(top, h)
        for j in range(high.shape[0]):
            s = high[j] - top
            b = s - high[j]
            rest = low[j] + ((high[j] - (s - b)) + (-top - b))
            high[j] = s + rest
            b = high[j] - s
            low[j] = (s - (high[j] - b)) + (rest - b)


@strict
def eg(X, plan, Y, w, high, low, eta, predictions, losses):
    """Exponentiated gradient: high + low - 2 eta (s - y) x, and w its softmax; False as in `lms`."""
    T, n = X.shape
    if T == 0:
        return True
    flat = X.reshape(-1)
    one = 2.0**SHIFT
    constants = held(CONSTANTS)
    z, s = one, _product(w, 0, flat, 0, n, plan)
    for t in range(T):
        error = s - Y[t]
        predictions[t] = s
        losses[t] = error * error
        c = -2.0 * eta * error
        if not (_plain(c, error) and losses[t] < math.inf):
            return False
        after = _next(t, T, n)
        z, s = _eg_step(flat, t * n, after, high, low, c, n, plan, constants)
        if not 1e-3 * one < z < 1e3 * one:
            _shift(high, low)
            z, s = _eg_step(flat, t * n, after, high, low, 0.0, n, plan, constants)
            if not 0.5 * one < z < LARGE:
                return False
        s /= z
    for j in range(n):
        if low[j] - low[j] != 0.0:  # where a log-weight has overflown
            return False
        w[j] = exponential(high[j], low[j], CONSTANTS) / z
    return True


@inline
def _turn_terms(like, flat, x, y, p, a, b, j):
    """p**2, p y and y**2 after p = a p - b x."""
    q, v = a * load(like, p, j) - b * load(like, flat, x + j), load(like, flat, y + j)
    store(p, j, q)
    return q * q, q * v, v * v


@inline
def _turn_lanes(flat, x, y, p, a, b, i, end):
    """The sums of `_turn_terms` from i to `end`, in lanes."""
    pp, py, yy = zeros(), zeros(), zeros()
    for j in range(i, end, 8):
        prefetch(flat, y + j + _AHEAD)
        u, v, w = _turn_terms(pp, flat, x, y, p, a, b, j)
        pp, py, yy = pp + u, py + v, yy + w
    return pp, py, yy


@inline
def _turn(flat, x, y, p, a, b, n, plan):
    """<p,p>, <p,y> and <y,y> after p = a p - b x."""
    end = n - n % 8
    if plan is None:
        pp, py, yy = _turn_lanes(flat, x, y, p, a, b, 0, end)
    else:
        sizes, joins, room = plan
        i, top, pp, py, yy = 0, 0, zeros(), zeros(), zeros()
        for k in range(sizes.shape[0]):
            stop = min(i + sizes[k], end)
            pp, py, yy = _turn_lanes(flat, x, y, p, a, b, i, stop)
            pp, py = _joined_lanes(room, 0, top, joins[k], pp), _joined_lanes(room, 1, top, joins[k], py)
            yy = _joined_lanes(room, 2, top, joins[k], yy)
            top += 1 - joins[k]
            i = stop
    square, product, length = total(pp), total(py), total(yy)
    prefetch(flat, y + end + _AHEAD)
    for j in range(end, n):
        u, v, w = _turn_terms(square, flat, x, y, p, a, b, j)
        square, product, length = square + u, product + v, length + w
    return square, product, length


@strict
def sphere(X, plan, p, r, eta, predictions, losses):
    """The explicit step on the sphere for <p,x>**2; r: room for a vector.

    Returns T, or the number of the first row that is no unit vector, where it stops.
    """
    T, n = X.shape
    if T == 0:
        return 0
    flat = X.reshape(-1)
    pp, s, xx = 1.0, _product(p, 0, flat, 0, n, plan), _product(flat, 0, flat, 0, n, plan)
    for t in range(T):
        x, y = t * n, _next(t, T, n)
        length, size = math.sqrt(xx), math.sqrt(pp)
        if not abs(length - 1.0) <= 1e-10:
            return t
        s /= length * size
        predictions[t] = s
        losses[t] = s * s
        near = s * s > 0.5  # to x or -x
        if near:
            for j in range(n):
                r[j] = flat[x + j] / length - s * (p[j] / size)
        side = math.sqrt(_product(r, 0, r, 0, n, plan) if near else 1.0 - s * s)
        if s != 0.0 and side > 0.0:
            angle = 2.0 * eta * s * side
            c, q = math.cos(angle), math.sin(angle) / side
            if not near:
                pp, s, xx = _turn(flat, x, y, p, (c + q * s) / size, q / length, n, plan)
                continue
            for j in range(n):
                p[j] = c * (p[j] / size) - q * r[j]
            pp = _product(p, 0, p, 0, n, plan)
        s, xx = _product(p, 0, flat, y, n, plan), _product(flat, y, flat, y, n, plan)
    scale = 1.0 / math.sqrt(pp)
    for j in range(n):
        p[j] *= scale
    return T


@inline
def _batch_slope(kind, s, y):
    """`_loss` and `_slope` of numbers or lanes."""
    error = s - y
    if kind == SQUARED:
        return error * error, 2.0 * error
    if kind == HINGE:
        margin = y * s
        return below(1.0, margin, 0.0, 1.0 - margin), below(margin, 1.0, 0.0 - y, 0.0)
    return below(error, 0.0, y - s, error), below(y, s, 1.0, below(s, y, -1.0, error))


@inline
def _batch_step(zero, flat, x, far, v, i, wide, n, y, rate, radius, kind):
    """The predictions, the losses, and the squared lengths before a projection, of one sequence or of eight.

    zero: a number or lanes; x: where in `flat` their first coordinates are, each next one `far` behind; i: likewise in
    v, which has their parameters, each next coordinate `wide` behind; y: their labels.
    """
    s = load(zero, v, i) * load(zero, flat, x)
    for j in range(1, n):
        s = s + load(zero, v, i + j * wide) * load(zero, flat, x + j * far)
    loss, slope = _batch_slope(kind, s, y)
    c = slope * rate
    square = zero
    for j in range(n):
        a = load(zero, v, i + j * wide) - load(zero, flat, x + j * far) * c
        store(v, i + j * wide, a)
        square = square + a * a
    most = radius * radius
    if some_below(most, square):
        share = below(most, square, radius / root(square), 1.0)
        for j in range(n):
            store(v, i + j * wide, load(zero, v, i + j * wide) * share)
    return s, loss, square


@inline
def _batch_sequences(zero, wide, t, b, v, i, data):
    """Step t of the sequence b, or the eight from b on, whose parameters are at i in v."""
    flat, labels, n, B, eta, radius, kind, totals, predictions, losses = data
    x, at, rate = t * n * B + b, t * B + b, eta / math.sqrt(1.0 + t)
    for j in range(n):
        prefetch(flat, x + (n + j) * B)
    s, loss, square = _batch_step(zero, flat, x, B, v, i, wide, n, load(zero, labels, at), rate, radius, kind)
    store(totals, b, load(zero, totals, b) + loss + 0.0 * square)  # a square that overflows spoils the total
    if losses.shape[0] > 0:
        store(predictions, at, s)
        store(losses, at, loss)


@strict
def _batch_block(first, last, v, T, w, data):
    """The passes of the sequences from first to last."""
    n = data[2]
    end = last - (last - first) % 8
    for t in range(T):
        for b in range(first, end, 8):
            _batch_sequences(zeros(), 8, t, b, v, (b - first) * n, data)
        for b in range(end, last):
            _batch_sequences(0.0, 1, t, b, v, (b - first) * n, data)
    for b in range(first, last):
        wide, lane = (8, (b - first) % 8) if b < end else (1, 0)
        for j in range(n):
            w[j, b] = v[(b - first - lane) * n + j * wide + lane]


@njit(cache=True, error_model="numpy", fastmath=False, parallel=True)
def projected_batch(X, Y, w, eta, radius, kind, totals, predictions, losses):
    """`projected` for the sequences in the last axis of X (T, n, B), sums in the order of the coordinates.

    predictions, losses: (T, B), or (0, B) where only the totals of the losses (B,) are wanted.
    """
    T, n, B = X.shape
    flat, labels = X.reshape(-1), Y.reshape(-1)
    data = flat, labels, n, B, eta, radius, kind, totals, predictions.reshape(-1), losses.reshape(-1)
    for block in prange((B + _TRIALS - 1) // _TRIALS):
        first = block * _TRIALS
        last = min(B, first + _TRIALS)
        _batch_block(first, last, np.zeros((last - first) * n), T, w, data)
