"""Error-free transformations and the sums built on them.

A value carried as a pair (hi, lo) stands for hi + lo, with hi the rounded value. Every reduction goes over
the last axis. Sources: Dekker (1971) and Knuth (TAOCP 2, 4.2.2) for the two transformations, Ogita, Rump and
Oishi (2005) for the dot product as if computed in doubled precision.
"""

import math

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

_SPLIT = 134217729.0  # 2**27 + 1

SMALL, LARGE = 1e-290, 1e290
"""Numbers between have products with those of size one that neither over- nor underflow, and errors of them."""


def two_sum(a: Array, b: Array) -> tuple[Array, Array]:
    """(s, e) with s = fl(a + b) and s + e = a + b exactly."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def two_product(a: Array, b: Array) -> tuple[Array, Array]:
    """(p, e) with p = fl(a b) and p + e = a b exactly, while |a|, |b| < 1e300 and |a b| is 0 or > 1e-290."""
    p = a * b
    t = _SPLIT * a
    a1 = t - (t - a)
    a2 = a - a1
    t = _SPLIT * b
    b1 = t - (t - b)
    b2 = b - b1
    return p, a2 * b2 - (((p - a1 * b1) - a2 * b1) - a1 * b2)


def scaled(x: Array, *factors: float, over: tuple[float, ...] = ()) -> Array:
    """The factors' product, over that of the divisors, times x: nothing over- or underflows on the way.

    Where nothing would, it is the plain product from left to right.
    """
    c, safe = 1.0, True
    for f in factors:
        c *= f
        safe &= SMALL < abs(c) < LARGE
    for f in over:
        c /= f
        safe &= SMALL < abs(c) < LARGE
    if safe or 0.0 in factors:
        return c * x
    mantissa, exponent = 1.0, 0
    for f in factors:
        m, e = math.frexp(f)
        mantissa, exponent = mantissa * m, exponent + e
    for f in over:
        m, e = math.frexp(f)
        mantissa, exponent = mantissa / m, exponent - e
    parts, exponents = np.frexp(x)
    return np.asarray(np.ldexp(parts * mantissa, exponents + exponent))


def binary_exponent(x: Array) -> npt.NDArray[np.int32]:
    """Shape x.shape[:-1]: the e with 2**(e-1) <= max|x| < 2**e, and 0 for a zero vector."""
    return np.asarray(np.frexp(np.max(np.abs(x), axis=-1, initial=0.0))[1], dtype=np.int32)


def total_pair(x: Array) -> tuple[Array, Array]:
    """Sum over the last axis as a pair: a pairwise tree that keeps every rounding error."""
    low = np.zeros(x.shape[:-1])
    if x.shape[-1] == 0:
        return low, low
    while x.shape[-1] > 1:
        half = x.shape[-1] // 2
        s, e = two_sum(x[..., :half], x[..., half : 2 * half])
        low = low + e.sum(axis=-1)
        x = s if x.shape[-1] == 2 * half else np.concatenate([s, x[..., -1:]], axis=-1)
    return two_sum(x[..., 0], low)


def total(x: Array) -> Array:
    """Sum over the last axis, within an ulp unless it cancels by more than 1e16."""
    return total_pair(x)[0]


def _dot_pair(a: Array, b: Array) -> tuple[Array, Array]:
    p, e = two_product(a, b)
    hi, lo = total_pair(p)
    return two_sum(hi, lo + e.sum(axis=-1))


def dot(a: Array, b: Array) -> Array:
    """Inner product over the last axis, within an ulp unless it cancels by more than 1e16.

    Both factors are first scaled by powers of two, so that nothing overflows or underflows on the way.
    """
    a, b = np.broadcast_arrays(a, b)
    ea, eb = binary_exponent(a), binary_exponent(b)
    hi = _dot_pair(np.ldexp(a, -ea[..., None]), np.ldexp(b, -eb[..., None]))[0]
    out = np.asarray(np.ldexp(hi, ea + eb), dtype=np.float64)
    if np.any(np.abs(hi) < SMALL * 1e40):  # the largest of a meet small ones of b: which the scaling may have lost
        out = np.where(np.abs(hi) < SMALL * 1e40, _dot_of_any_sizes(a, b), out)
    return out[()]


def _dot_of_any_sizes(a: Array, b: Array) -> Array:
    """The inner product, each product with an exponent of its own."""
    (a, ea), (b, eb) = np.frexp(a), np.frexp(b)
    p, e = two_product(a, b)
    exponents = ea + eb
    top = np.max(np.where(p != 0.0, exponents, -5000), axis=-1, keepdims=True, initial=-5000)
    hi, lo = total_pair(np.ldexp(p, exponents - top))
    hi = hi + (lo + np.ldexp(e, exponents - top).sum(axis=-1))
    return np.asarray(np.ldexp(hi, top[..., 0]))


def dot_sign(a: Array, b: Array) -> Array:
    """The sign of <a,b> over the last axis, from its rounded terms where these decide, else from the exact ones.

    Right unless parts below 1e-290 max|a| max|b| decide.
    """
    a, b = (np.ldexp(v, -binary_exponent(v)[..., None]) for v in (a, b))
    terms = a * b
    s, size = terms.sum(axis=-1), np.abs(terms).sum(axis=-1)
    out = np.asarray(np.sign(s))
    for i in np.argwhere(np.abs(s) <= 2e-16 * (a.shape[-1] + 2) * size):
        at = tuple(i)
        high, low = two_product(a[at], b[at])
        out[at] = np.sign(math.fsum([*high, *low]))
    return out


def norm_pair(x: Array, normal: Array | None = None) -> tuple[Array, Array]:
    """Euclidean length over the last axis as a pair; with `normal`, of what is left of x without it.

    `normal` (shape x.shape[:-1]) is the length of a part of x to leave out, orthogonal to the rest:
    the result is sqrt(|x|**2 - normal**2).
    """
    e = binary_exponent(x)
    x = np.ldexp(x, -e[..., None])
    hi, lo = _dot_pair(x, x)
    if normal is not None:
        c = np.ldexp(normal, -e)
        hi, lo = two_sum(hi, lo - c * c)
    hi = np.maximum(hi, 0.0)
    r = np.sqrt(hi)
    p, q = two_product(r, r)
    rest = np.divide(((hi - p) - q) + lo, 2.0 * r, out=np.zeros_like(r), where=r > 0.0)
    return np.ldexp(r, e), np.ldexp(rest, e)


def norm(x: Array) -> Array:
    """Euclidean length over the last axis, within an ulp, at any scale."""
    return norm_pair(x)[0][()]


def reject(p: Array, x: Array) -> Array:
    """The part of x orthogonal to p: x - (<p,x>/<p,p>) p, for any length of p > 0.

    Taken twice with the product k p kept exact, so the error is a few ulp of the result and not of x, down
    to results of length 1e-15 |x|.
    """
    p, x = np.broadcast_arrays(p, x)
    e = binary_exponent(x)[..., None]
    x = np.ldexp(x, -e)
    pp = dot(p, p)
    for _ in range(2):
        k = np.asarray(dot(p, x) / pp)
        hi, lo = two_product(k[..., None], p)
        x = (x - hi) - lo
    return np.asarray(np.ldexp(x, e), dtype=np.float64)
