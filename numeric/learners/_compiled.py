"""The passes of the linear learners compiled by numba (extra `fast`): strict floating point, the same sums as numpy.

numpy adds n products pairwise: up to 128 of them in eight lanes, longer sums in halves (`schedule`). These kernels do
the same in the same order, so that LMS, the Perceptron and projected OGD give the bits of the numpy pass. EG and the
sphere call the C library's exp, sin and cos in the place of numpy's, which may differ in the last bit of each.

A kernel gets the rows X (T, n), C-contiguous, the `schedule` of n, its learner's parameter, which it changes, and the
arrays it fills. It checks nothing.
"""

import math
from typing import Any

import numpy as np
from llvmlite import ir
from numba import njit, prange, types
from numba.extending import intrinsic

from numeric._exact import LARGE, SMALL

SQUARED, ABSOLUTE, HINGE = 0, 1, 2  # the losses of `gradient_descent.kernel_number`

_LONG = 48  # from here on vector instructions beat eight scalar sums, whose ends are nearer to the next step
_AHEAD = 512  # numbers of X, that a step, which waits for the last one, has brought into the cache ahead of it
_TRIALS = 256  # sequences side by side in the innermost loops of a batch

_strict = njit(cache=True, error_model="numpy", fastmath=False)
_inline = njit(cache=True, error_model="numpy", fastmath=False, inline="always")


def schedule(n: int) -> Any:
    """The lengths of numpy's pairwise blocks of n numbers, how many sums are joined after each, and room for them.

    None where n is small: numba then compiles kernels without the loops over blocks.
    """
    if n < _LONG:
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
    return np.array(sizes, dtype=np.int64), np.array(joins, dtype=np.int64), np.empty(64)


@intrinsic
def _lanes(_: Any, a: Any, b: Any, i: Any, n: Any) -> Any:
    """The sum of a_j b_j for i <= j < i + n - n % 8 in eight lanes, for n >= 8, as vector instructions.

    Written in LLVM's language, because numba makes no vectors of a sum unless it may change its order.
    """
    signature = types.float64(a, b, types.int64, types.int64)

    def generate(context: Any, g: Any, sig: Any, args: Any) -> Any:
        number, index, short = ir.DoubleType(), ir.IntType(64), ir.IntType(32)
        vector = ir.VectorType(number, 8)
        left, right = (
            g.gep(context.make_array(t)(context, g, v).data, [args[2]])
            for t, v in zip(sig.args[:2], args[:2], strict=True)
        )
        stop = g.and_(args[3], ir.Constant(index, -8))

        def load(base: Any, j: Any) -> Any:
            value = g.load(g.bitcast(g.gep(base, [j]), vector.as_pointer()))
            value.align = 8
            return value

        first = g.fmul(load(left, ir.Constant(index, 0)), load(right, ir.Constant(index, 0)))
        before = g.block
        head, body, done = (g.append_basic_block(name) for name in ("lanes", "lanes.body", "lanes.done"))
        g.branch(head)
        g.position_at_end(head)
        j, sums = g.phi(index), g.phi(vector)
        j.add_incoming(ir.Constant(index, 8), before)
        sums.add_incoming(first, before)
        g.cbranch(g.icmp_signed("<", j, stop), body, done)
        g.position_at_end(body)
        j.add_incoming(g.add(j, ir.Constant(index, 8)), body)
        sums.add_incoming(g.fadd(sums, g.fmul(load(left, j), load(right, j))), body)
        g.branch(head)
        g.position_at_end(done)
        while sums.type.count > 1:  # neighbours first: ((0+1)+(2+3)) + ((4+5)+(6+7))
            half = ir.VectorType(short, sums.type.count // 2)
            even, odd = (
                g.shuffle_vector(
                    sums,
                    ir.Constant(sums.type, ir.Undefined),
                    ir.Constant(half, list(range(start, sums.type.count, 2))),
                )
                for start in (0, 1)
            )
            sums = g.fadd(even, odd)
        return g.extract_element(sums, ir.Constant(short, 0))

    return signature, generate


@intrinsic
def _prefetch(_: Any, a: Any, i: Any) -> Any:
    """Begin to bring a[i] into the cache; i may lie outside of a, where this does nothing."""

    def generate(context: Any, g: Any, sig: Any, args: Any) -> Any:
        base = context.make_array(sig.args[0])(context, g, args[0]).data
        at = g.bitcast(g.gep(base, [args[1]]), ir.IntType(8).as_pointer())
        short = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [at.type, short, short, short])
        read, keep, data = (ir.Constant(short, value) for value in (0, 3, 1))
        g.call(g.module.declare_intrinsic("llvm.prefetch", [at.type], kind), [at, read, keep, data])
        return context.get_dummy_value()

    return types.void(a, types.int64), generate


@_inline
def _fetch(flat, i, n):
    for j in range(0, n, 8):
        _prefetch(flat, i + j)


@_inline
def _short(a, b, i, n):
    if n < 8:
        s = 0.0
        for j in range(i, i + n):
            s += a[j] * b[j]
        return s
    end = i + n - n % 8
    r0, r1, r2, r3 = a[i] * b[i], a[i + 1] * b[i + 1], a[i + 2] * b[i + 2], a[i + 3] * b[i + 3]
    r4, r5, r6, r7 = a[i + 4] * b[i + 4], a[i + 5] * b[i + 5], a[i + 6] * b[i + 6], a[i + 7] * b[i + 7]
    for j in range(i + 8, end, 8):
        r0 += a[j] * b[j]
        r1 += a[j + 1] * b[j + 1]
        r2 += a[j + 2] * b[j + 2]
        r3 += a[j + 3] * b[j + 3]
        r4 += a[j + 4] * b[j + 4]
        r5 += a[j + 5] * b[j + 5]
        r6 += a[j + 6] * b[j + 6]
        r7 += a[j + 7] * b[j + 7]
    s = ((r0 + r1) + (r2 + r3)) + ((r4 + r5) + (r6 + r7))
    for j in range(end, i + n):
        s += a[j] * b[j]
    return s


@_inline
def _dot(a, b, plan):
    """The sum of a_j b_j in numpy's order; plan is None for short vectors, which get kernels of their own."""
    n = a.shape[0]
    if plan is None:
        return _short(a, b, 0, n)
    sizes, joins, stack = plan
    top = 0
    i = 0
    for k in range(sizes.shape[0]):
        m = sizes[k]
        s = _lanes(a, b, i, m)
        for j in range(i + m - m % 8, i + m):
            s += a[j] * b[j]
        stack[top] = s
        i += m
        for _ in range(joins[k]):
            top -= 1
            stack[top] += stack[top + 1]
        top += 1
    return stack[0]


@_inline
def _plain(c, slope):
    """Whether a factor of a step is neither too small nor too large; it may be 0 where the slope is."""
    return SMALL < abs(c) < LARGE or slope == 0.0


@_strict
def lms(X, plan, Y, w, eta, predictions, losses):
    """w - 2 eta (s - y) x; False where a step needs numpy's care."""
    T, n = X.shape
    flat = X.reshape(-1)
    for t in range(T):
        _fetch(flat, (t + 1) * n + _AHEAD, n)
        x = X[t]
        s = _dot(w, x, plan)
        error = s - Y[t]
        predictions[t] = s
        losses[t] = error * error
        c = 2.0 * eta * error
        if not _plain(c, error):
            return False
        for j in range(n):
            w[j] -= c * x[j]
    return True


@_strict
def perceptron(X, plan, Y, w, predictions, losses):
    """w + y x where y s <= 0."""
    T, n = X.shape
    flat = X.reshape(-1)
    for t in range(T):
        _fetch(flat, (t + 1) * n + _AHEAD, n)
        x = X[t]
        s = _dot(w, x, plan)
        y = Y[t]
        predictions[t] = s
        losses[t] = 0.0
        if not y * s > 0.0:
            losses[t] = 1.0
            for j in range(n):
                w[j] += y * x[j]


@_inline
def _slope(kind, s, y):
    if kind == SQUARED:
        return 2.0 * (s - y)
    if kind == HINGE:
        return -y if y * s < 1.0 else 0.0
    return 1.0 if s > y else -1.0 if s < y else s - y


@_inline
def _loss(kind, s, y):
    if kind == SQUARED:
        return (s - y) * (s - y)
    if kind == HINGE:
        return max(0.0, 1.0 - y * s)
    return abs(s - y)


@_strict
def projected(X, plan, Y, w, first, eta, radius, kind, predictions, losses):
    """w - eta/sqrt(first + t) slope x, projected to the ball; False where a step needs numpy's care."""
    T, n = X.shape
    flat = X.reshape(-1)
    most = radius * radius
    for t in range(T):
        _fetch(flat, (t + 1) * n + _AHEAD, n)
        x = X[t]
        s = _dot(w, x, plan)
        predictions[t] = s
        losses[t] = _loss(kind, s, Y[t])
        slope = _slope(kind, s, Y[t])
        c = eta / math.sqrt(first + t) * slope
        if not _plain(c, slope):
            return False
        for j in range(n):
            w[j] -= c * x[j]
        square = _dot(w, w, plan)
        if square > most:
            if not square < LARGE:
                return False
            share = radius / math.sqrt(square)
            for j in range(n):
                w[j] *= share
    return True


@_inline
def _normalise(high, low, w, ones, n, plan):
    for _ in range(2):
        for j in range(n):
            e = math.exp(high[j])
            w[j] = e + e * low[j]
        z = _dot(w, ones, plan)
        if 1e-3 < z < 1e3:
            break
        for _ in range(2):
            top = np.max(high)
            for j in range(n):
                s = high[j] - top
                b = s - high[j]
                rest = low[j] + ((high[j] - (s - b)) + (-top - b))
                high[j] = s + rest
                b = high[j] - s
                low[j] = (s - (high[j] - b)) + (rest - b)
    return z


@_strict
def eg(X, plan, Y, w, high, low, eta, ones, predictions, losses):
    """Exponentiated gradient: high + low - 2 eta (s - y) x, and w its softmax; False as in `lms`."""
    T, n = X.shape
    flat = X.reshape(-1)
    for t in range(T):
        _fetch(flat, (t + 1) * n + _AHEAD, n)
        x = X[t]
        s = _dot(w, x, plan)
        error = s - Y[t]
        predictions[t] = s
        losses[t] = error * error
        c = -2.0 * eta * error
        if not _plain(c, error):
            return False
        for j in range(n):
            d = c * x[j] + low[j]
            a = high[j]
            u = a + d
            b = u - a
            high[j] = u
            low[j] = (a - (u - b)) + (d - b)
        z = _normalise(high, low, w, ones, n, plan)
        for j in range(n):
            w[j] /= z
    return True


@_strict
def sphere(X, plan, p, r, eta, predictions, losses):
    """The explicit step on the sphere for <p,x>**2; r: room for a vector.

    Returns T, or the number of the first row that is no unit vector, where it stops.
    """
    T, n = X.shape
    flat = X.reshape(-1)
    for t in range(T):
        _fetch(flat, (t + 1) * n + _AHEAD, n)
        x = X[t]
        length = math.sqrt(_dot(x, x, plan))
        if not abs(length - 1.0) <= 1e-10:
            return t
        s = _dot(p, x, plan) / length
        predictions[t] = s
        losses[t] = s * s
        scale = 1.0 / length
        for j in range(n):
            r[j] = scale * x[j] - s * p[j]
        side = math.sqrt(_dot(r, r, plan))
        if s != 0.0 and side > 0.0:
            angle = 2.0 * eta * s * side
            c, q = math.cos(angle), math.sin(angle) / side
            for j in range(n):
                p[j] = c * p[j] - q * r[j]
            scale = 1.0 / math.sqrt(_dot(p, p, plan))
            for j in range(n):
                p[j] *= scale
    return T


@njit(cache=True, error_model="numpy", fastmath=False, parallel=True)
def projected_batch(X, Y, w, eta, radius, kind, totals, predictions, losses):
    """`projected` for the sequences in the last axis of X (T, n, B), sums in the order of the coordinates.

    predictions, losses: (T, B), or (0, B) where only the totals of the losses (B,) are wanted.
    """
    T, n, B = X.shape
    flat = X.reshape(-1)
    kept = losses.shape[0] > 0
    for block in prange((B + _TRIALS - 1) // _TRIALS):
        first = block * _TRIALS
        last = min(B, first + _TRIALS)
        m = last - first
        v = np.zeros((n, m))
        s = np.empty(m)
        square = np.empty(m)
        loss = np.empty(m)
        total = np.zeros(m)
        for t in range(T):
            rate = eta / math.sqrt(1.0 + t)
            x, u = X[t, 0, first:last], v[0]
            for i in range(m):
                s[i] = u[i] * x[i]
            for j in range(1, n):
                x, u = X[t, j, first:last], v[j]
                for i in range(m):
                    s[i] += u[i] * x[i]
            y = Y[t, first:last]
            if kept:
                predictions[t, first:last] = s
            if kind == SQUARED:  # `_loss` and `_slope` without their branches
                for i in range(m):
                    error = s[i] - y[i]
                    loss[i] = error * error
                    s[i] = 2.0 * error * rate
            else:
                for i in range(m):
                    loss[i] = _loss(kind, s[i], y[i])
                    s[i] = _slope(kind, s[i], y[i]) * rate
            if kept:
                losses[t, first:last] = loss
            for i in range(m):
                total[i] += loss[i]
            square[:] = 0.0
            for j in range(n):
                x, u = X[t, j, first:last], v[j]
                if t + 1 < T:
                    _fetch(flat, ((t + 1) * n + j) * B + first, m)
                for i in range(m):
                    a = u[i] - x[i] * s[i]
                    u[i] = a
                    square[i] += a * a
            far = 0.0
            for i in range(m):
                total[i] += 0.0 * square[i]  # a square that overflows spoils the total
            for i in range(m):
                far += 1.0 if square[i] > radius * radius else 0.0
            if far > 0.0:
                for i in range(m):
                    s[i] = radius / math.sqrt(square[i]) if square[i] > radius * radius else 1.0
                for j in range(n):
                    u = v[j]
                    for i in range(m):
                        u[i] *= s[i]
        totals[first:last] = total
        for j in range(n):
            w[j, first:last] = v[j]
