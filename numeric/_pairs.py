"""Arithmetic on pairs (hi, lo) that stand for hi + lo, to about 1e-31 relatively.

The callers scale by powers of two first, so that no product over- or underflows. Source: Dekker (1971).
"""

import numpy as np
import numpy.typing as npt

from numeric._exact import Array, total_pair, two_product, two_sum

Pair = tuple[Array, Array]


def of(x: Array) -> Pair:
    """x with no rest."""
    return x, np.zeros_like(x)


def plus(a: Pair, b: Pair) -> Pair:
    """a + b; the error is relative to |a| + |b|."""
    s, e = two_sum(a[0], b[0])
    return two_sum(s, e + (a[1] + b[1]))


def times(a: Pair, b: Pair) -> Pair:
    """a b."""
    p, e = two_product(a[0], b[0])
    return two_sum(p, e + (a[0] * b[1] + a[1] * b[0]))


def over(a: Pair, b: Pair) -> Pair:
    """a / b, and 0 where b = 0."""
    some = b[0] != 0.0
    d = np.where(some, b[0], 1.0)
    q = np.where(some, a[0] / d, 0.0)
    p, e = two_product(q, d)
    return two_sum(q, np.where(some, (((a[0] - p) - e) + (a[1] - q * b[1])) / d, 0.0))


def root(a: Pair) -> Pair:
    """The square root of a >= 0."""
    r = np.sqrt(np.maximum(a[0], 0.0))
    p, e = two_product(r, r)
    rest = ((a[0] - p) - e) + a[1]
    return two_sum(r, np.divide(rest, 2.0 * r, out=np.zeros_like(r), where=r > 0.0))


def shifted(a: Pair, e: npt.NDArray[np.int32]) -> Pair:
    """a 2**e."""
    return np.ldexp(a[0], e), np.ldexp(a[1], e)


def dot(x: Array, y: Array) -> Pair:
    """<x, y> over the last axis."""
    p, e = two_product(x, y)
    hi, lo = total_pair(p)
    return two_sum(hi, lo + e.sum(axis=-1))


def reject(x: Array, y: Array) -> Pair:
    """The part of y orthogonal to x, a vector of pairs, and y where x = 0; x and y of one shape, |x_i|, |y_i| <= 1.

    Right to an ulp of its own length, however nearly parallel x and y are, and 0 when they are parallel. With x_i the
    largest entry of x, y - (y_i/x_i) x has the same orthogonal part, is at most 1 + sqrt(n) times as long, and its
    entries (x_i y_j - x_j y_i)/x_i are sums of four floats.
    """
    i = np.argmax(np.abs(x), axis=-1)[..., None]
    pivot, other = np.take_along_axis(x, i, axis=-1), np.take_along_axis(y, i, axis=-1)
    some = pivot != 0.0
    pivot = np.where(some, pivot, 1.0)
    p, e = two_product(pivot, y)
    q, f = two_product(other, x)
    hi, lo = two_sum(p, -q)
    e, f = two_sum(e, -f)
    hi, e = two_sum(hi, e)
    hi, lo = over(two_sum(hi, lo + (e + f)), of(np.broadcast_to(pivot, hi.shape)))
    hi, lo = np.where(some, hi, y), np.where(some, lo, 0.0)
    xx = dot(x, x)[0]
    xx = np.where(xx > 0.0, xx, 1.0)
    for _ in range(2):
        k = (dot(x, hi)[0] + dot(x, lo)[0]) / xx
        h, rest = two_product(np.asarray(k)[..., None], x)
        s, e = two_sum(hi, -h)
        hi, lo = two_sum(s, e + (lo - rest))
    return hi, lo


def norm(x: Pair) -> Pair:
    """Length over the last axis of a vector of pairs, at any scale."""
    e = np.frexp(np.max(np.abs(x[0]), axis=-1, initial=0.0))[1]
    hi, lo = (np.ldexp(t, -e[..., None]) for t in x)
    s, rest = dot(hi, hi)
    return shifted(root(two_sum(s, rest + 2.0 * dot(hi, lo)[0])), e)


def hypot(a: Pair, b: Pair) -> Pair:
    """sqrt(a**2 + b**2), at any scale."""
    e = np.frexp(np.maximum(np.abs(a[0]), np.abs(b[0])))[1]
    u, v = shifted(a, -e), shifted(b, -e)
    return shifted(root(plus(times(u, u), times(v, v))), e)
