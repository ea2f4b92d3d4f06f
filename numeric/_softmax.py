"""Softmax, its logarithm, its potential, entropies and divergences over the last axis; nothing is checked."""

import numpy as np

from numeric import _exact
from numeric._exact import Array, two_sum
from numeric._special import entropy_term, exp_rest, xlogx

_LN2 = float(np.log(2.0))


def _shifted(a: Array) -> tuple[Array, Array]:
    """a - max(a) over the last axis as a pair, -inf where it overflows."""
    with np.errstate(over="ignore", invalid="ignore"):
        hi, lo = two_sum(a, -np.max(a, axis=-1, keepdims=True))
    return hi, np.where(np.isfinite(hi), lo, 0.0)


def _exp_pair(hi: Array, lo: Array) -> Array:
    return np.exp(hi) * (1.0 + lo)


def softmax(a: Array) -> Array:
    """The softmax over the last axis, shape (..., k)."""
    e = _exp_pair(*_shifted(a))
    return np.asarray(e / np.asarray(total(e))[..., None])


def tilted(w: Array, d: Array) -> Array:
    """w_i e**d_i / sum_j w_j e**d_j for weights w >= 0, not all 0, shape (..., k); a weight of 0 stays.

    The largest of ln w_i + d_i is the reference: no term overflows, and none that matters underflows.
    """
    w, d = np.broadcast_arrays(w, d)
    mantissa, exponent = np.frexp(w)
    reference, start = np.zeros(1), np.zeros(1, dtype=exponent.dtype)
    with np.errstate(over="ignore", invalid="ignore"):  # a difference may be -inf
        for _ in range(2):  # the second time tells apart what the first one's large sums do not
            size = np.where(w > 0.0, (d - reference) + (exponent - start) * _LN2, -np.inf)
            top = np.argmax(size, axis=-1, keepdims=True)
            reference, start = np.take_along_axis(d, top, axis=-1), np.take_along_axis(exponent, top, axis=-1)
        hi, lo = two_sum(np.where(w > 0.0, d, reference), -reference)
    half = np.exp(0.5 * np.clip(hi, -3000.0, 1500.0))
    raw = np.ldexp(mantissa * half, exponent - start + 1) * half * (1.0 + np.where(np.isfinite(hi), lo, 0.0))
    return np.asarray(raw / np.asarray(_exact.total(raw))[..., None])


def log_sum_exp(a: Array) -> Array:
    """max + log1p(the sum without the maximum's term)."""
    top = np.argmax(a, axis=-1, keepdims=True)
    e = _exp_pair(*_shifted(a))
    np.put_along_axis(e, top, 0.0, axis=-1)
    return np.asarray(np.max(a, axis=-1) + np.log1p(total(e)))[()]


def log_softmax(a: Array) -> Array:
    """(a - max) - log1p(the sum of e**(a - max) without the maximum's term), shape (..., k).

    Both parts are <= 0, so nothing cancels, and the largest entry is the second part alone.
    """
    hi, lo = _shifted(a)
    e = _exp_pair(hi, lo)
    np.put_along_axis(e, np.argmax(a, axis=-1, keepdims=True), 0.0, axis=-1)
    return np.asarray(hi + (lo - np.log1p(total(e))[..., None]))


def relative_entropy(p: Array, q: Array) -> Array:
    """Sum_j (p_j ln(p_j/q_j) - p_j + q_j), shape (...): for equal sums the relative entropy, and never < 0."""
    return total(entropy_term(p, q))


def negative_entropy(p: Array) -> Array:
    """Sum_j p_j ln p_j <= 0, shape (...), with the largest entry read as 1 less the others."""
    rest = p.copy()
    np.put_along_axis(rest, np.argmax(p, axis=-1, keepdims=True), 0.0, axis=-1)
    # The others sum to at most 1 - 1/k < 1, and near a vertex, where the entropy is small, they have its digits.
    mass = np.asarray(_exact.total(rest))
    return np.asarray(_exact.total(xlogx(rest)) + (1.0 - mass) * np.log1p(-mass))[()]


def divergence(a_hat: Array, a: Array) -> Array:
    """Sum_j s_j (e**w_j - 1 - w_j) with s = softmax(a), w = a_hat - a - D, D = P(a_hat) - P(a).

    Every term is >= 0, and an error in D counts only squared, since its derivative there is
    sum s_j (1 - e**w_j) = 0. Both arguments are first shifted to 0 at the largest entry of a.
    """
    u, v = np.broadcast_arrays(a_hat, a)
    top = np.argmax(v, axis=-1, keepdims=True)
    z, z_rest = two_sum(u, -v)
    at, at_rest = (np.take_along_axis(t, top, axis=-1) for t in (z, z_rest))
    z, rest = two_sum(z, -at)
    z, z_rest = two_sum(z, rest + (z_rest - at_rest))
    e = _exp_pair(*_shifted(v))
    mass = np.asarray(total(e))[..., None]
    s = e / mass
    s_hat = softmax(u)
    d = two_sum(u, -np.take_along_axis(u, top, axis=-1))
    with np.errstate(over="ignore"):
        grown = _exp_pair(*d) / mass
        terms = np.where(z > 30.0, grown - s, s * np.expm1(np.minimum(z, 30.0)))
    finite = np.where(np.isfinite(terms), terms, 1.0)
    change = np.asarray(total(finite))[..., None]
    small = np.all(np.isfinite(terms), axis=-1, keepdims=True) & (np.abs(change) < 0.5)
    gap = np.asarray(log_sum_exp(d[0]))[..., None] - np.log(mass)
    shift = np.where(small, np.log1p(np.where(small, change, 0.0)), gap)
    w, w_rest = two_sum(z, -shift)
    w_rest = w_rest + z_rest
    low = np.minimum(w, 30.0)
    near = s * (exp_rest(low) + w_rest * np.expm1(low))
    return total(np.where(w > 30.0, s_hat - s * (1.0 + w), near))


def total(x: Array) -> Array:
    """Sum of the last axis, with infinities allowed."""
    infinite = np.any(np.isinf(x), axis=-1)
    t = _exact.total(np.where(np.isinf(x), 0.0, x))
    return np.asarray(np.where(infinite, np.inf, t), dtype=np.float64)[()]


def with_zero(a: Array) -> Array:
    """(a, 0) along the last axis."""
    return np.concatenate([a, np.zeros((*a.shape[:-1], 1))], axis=-1)


def rest_pair(y: Array) -> tuple[Array, Array]:
    """1 - sum(y) over the last axis as a pair."""
    return _exact.total_pair(np.concatenate([np.ones((*y.shape[:-1], 1)), -y], axis=-1))
