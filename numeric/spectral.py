"""Functions of symmetric matrices by their eigenvalues (matrix_eg, section 2).

Matrices lie in the last two axes, shape (..., n, n), and the leading axes broadcast. A matrix is symmetric
where |A - A^T| <= 1e-10 max|A| and is read as (A + A^T)/2; it is positive semi-definite where its smallest
eigenvalue is >= -1e-10 times its largest, and eigenvalues below 0 are read as 0. Anything else, NaN, and a
shape that is not square raise ValueError.

Where a function feels small eigenvalues (the logarithm, the divergence from W, the entropy) the spectrum is refined:
the logarithm has its digits while the condition number is below 1e14, and so has the divergence of matrices that are
not close. Of close ones that are nearly singular too, the error is up to half the root of the condition number in ulp.
Diagonal matrices lose nothing.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from numeric import _check, _exact, _softmax
from numeric._exact import Array
from numeric._special import entropy_term

_REFINEMENTS = _SWEEPS = 3


@dataclass(frozen=True, eq=False)
class Spectrum:
    """A symmetric matrix as V diag(values) V^T."""

    values: Array
    """Shape (..., n), ascending."""
    vectors: Array
    """Shape (..., n, n): the orthonormal columns."""

    def matrix(self, values: Array) -> Array:
        """V diag(values) V^T, exactly symmetric: the function of the matrix that `values` are."""
        m = (self.vectors * values[..., None, :]) @ np.swapaxes(self.vectors, -1, -2)
        return np.asarray(0.5 * (m + np.swapaxes(m, -1, -2)))


def symmetric(name: str, value: npt.ArrayLike) -> Array:
    """`value` as (A + A^T)/2, shape (..., n, n), for a symmetric matrix."""
    A = _check.array(name, value)
    if A.ndim < 2 or A.shape[-1] != A.shape[-2] or A.shape[-1] == 0:
        raise ValueError(f"{name} has shape {A.shape}; it must be (..., n, n) with n >= 1")
    T = np.swapaxes(A, -1, -2)
    if np.array_equal(A, T):
        return A
    with np.errstate(over="ignore"):
        size = np.max(np.abs(A), axis=(-1, -2), keepdims=True)
        skew = np.abs(A - T)
        _check.holds(f"|A - A^T| of {name}", skew, skew <= _check.TOLERANCE * size, "must be <= 1e-10 max|A|")
    return np.asarray(0.5 * A + 0.5 * T)


def spectrum(name: str, value: npt.ArrayLike) -> Spectrum:
    """The eigenvalues and eigenvectors of a symmetric matrix."""
    return eigen(symmetric(name, value))


def eigen(A: Array) -> Spectrum:
    """The spectrum of a matrix that is known to be symmetric: nothing is checked."""
    values, vectors = np.linalg.eigh(A)
    return Spectrum(values, vectors)


def refined(A: Array) -> Spectrum:
    """`eigen`, refined with residuals A v - t v that are rounded once: small eigenvalues have their digits too.

    An eigenvalue is off by the square of its eigenvector's error then, instead of an ulp of the largest one, and what
    an eigenvector has of those of near eigenvalues is taken out to first order. The vectors keep their rounding.
    """
    s = eigen(A)
    for _ in range(_REFINEMENTS):
        s = _refinement(A, s)
    order = np.argsort(s.values, axis=-1)
    vectors = np.take_along_axis(s.vectors, order[..., None, :], axis=-1)
    return Spectrum(np.take_along_axis(s.values, order, axis=-1), vectors)


def _refinement(A: Array, s: Spectrum) -> Spectrum:
    V = np.swapaxes(s.vectors, -1, -2)  # an eigenvector a row
    p, e = _exact.two_product(s.values[..., None], V)
    rows = np.broadcast_to(A[..., None, :, :], (*V.shape, V.shape[-1]))
    left = np.concatenate([rows, -p[..., None], -e[..., None]], axis=-1)
    right = np.concatenate([V, np.ones((*V.shape[:-1], 2))], axis=-1)
    residual = np.asarray(_exact.dot(left, right[..., None, :]))
    values = s.values + np.asarray(_exact.dot(V, residual) / _exact.dot(V, V))
    # v_j + sum_i v_i (v_i.residual_j)/(t_j - t_i), to first order where that is small; elsewhere by rotations.
    turn = V @ np.swapaxes(residual, -1, -2)
    gap = values[..., None, :] - values[..., :, None]
    small = np.abs(turn) < 1e-3 * np.abs(gap)
    vectors = s.vectors + s.vectors @ np.where(small, turn / np.where(small, gap, 1.0), 0.0)
    _rotate(values, np.where(small, 0.0, 0.5 * (turn + np.swapaxes(turn, -1, -2))), vectors)
    for _ in range(_REFINEMENTS):  # back to orthonormal columns, of which the turns took them to second order
        vectors = 1.5 * vectors - 0.5 * vectors @ (np.swapaxes(vectors, -1, -2) @ vectors)
    return Spectrum(values, vectors)


def _rotate(values: Array, off: Array, vectors: Array) -> None:
    """Jacobi's rotations of the matrix with `values` on and `off` beside the diagonal, carried out on `vectors`."""
    n = values.shape[-1]
    S = np.where(np.eye(n, dtype=bool), values[..., None], off)
    pairs = np.argwhere(np.triu(np.any(off.reshape(-1, n, n) != 0.0, axis=0), 1))
    for i, j in np.tile(pairs, (_SWEEPS, 1)):
        angle = 0.5 * np.arctan2(2.0 * S[..., i, j], S[..., j, j] - S[..., i, i])
        angle -= 0.5 * np.pi * np.round(angle / (0.5 * np.pi))  # the smaller of the rotations that do it
        c, t = np.cos(angle)[..., None], np.sin(angle)[..., None]
        for columns in (vectors, S, np.swapaxes(S, -1, -2)):
            left, right = columns[..., i].copy(), columns[..., j].copy()
            columns[..., i], columns[..., j] = c * left - t * right, t * left + c * right


def semidefinite(name: str, value: npt.ArrayLike) -> Spectrum:
    """The spectrum of a positive semi-definite matrix, all values >= 0."""
    s = refined(symmetric(name, value))
    low, high = s.values[..., 0], s.values[..., -1]
    text = "must be >= 0: the matrix is not positive semi-definite"
    _check.holds(f"the smallest eigenvalue of {name}", low, low >= -_check.TOLERANCE * np.abs(high), text)
    return Spectrum(np.maximum(s.values, 0.0), s.vectors)


def definite(name: str, value: npt.ArrayLike) -> Spectrum:
    """The spectrum of a positive definite matrix, all values > 0."""
    s = refined(symmetric(name, value))
    low = s.values[..., 0]
    text = "must be > 0: the matrix is not positive definite in float64"
    _check.holds(f"the smallest eigenvalue of {name}", low, low > 0.0, text)
    return s


def trace_one(name: str, value: npt.ArrayLike) -> Array:
    """`value` as a float64 array (..., n, n), whose trace is 1 within 1e-10."""
    A = symmetric(name, value)
    t = np.asarray(_exact.total(np.diagonal(A, axis1=-2, axis2=-1)))
    _check.is_one(f"the trace of {name}", t)
    return A


def density(name: str, value: npt.ArrayLike) -> Spectrum:
    """The spectrum of a positive semi-definite matrix of trace 1 within 1e-10, scaled to sum 1."""
    s = semidefinite(name, trace_one(name, value))
    return Spectrum(s.values / np.asarray(_exact.total(s.values))[..., None], s.vectors)


def exponential(A: npt.ArrayLike) -> Array:
    """exp(A), shape (..., n, n), positive definite, for eigenvalues up to 709.

    The error is about the spread of the eigenvalues in ulp, normwise.
    """
    s = spectrum("A", A)
    top = s.values[..., -1]
    _check.holds("the largest eigenvalue of A", top, top <= 709.0, "must be <= 709, where exp overflows")
    return s.matrix(np.exp(s.values))


def logarithm(W: npt.ArrayLike) -> Array:
    """log(W), shape (..., n, n), for positive definite W, to 16 ulp of its largest entry for condition below 1e14.

    With all eigenvalues between 1/2 and 2 those of W - I give the logarithm, so it keeps its digits near I too.
    """
    s = definite("W", W)
    near = np.asarray((s.values[..., 0] >= 0.5) & (s.values[..., -1] <= 2.0))[..., None]
    if not np.any(near):
        return s.matrix(np.log(s.values))
    A = symmetric("W", W)
    c = eigen(A - np.eye(A.shape[-1]))
    values = np.where(near, np.log1p(np.where(near, c.values, 0.0)), np.log(s.values))
    return Spectrum(values, np.where(near[..., None], c.vectors, s.vectors)).matrix(values)


def exp_trace_normalised(A: npt.ArrayLike) -> Array:
    """exp(A)/tr exp(A), shape (..., n, n), for any symmetric A: nothing overflows (matrix_eg, section 3.2)."""
    return gibbs(symmetric("A", A))


def gibbs(A: Array) -> Array:
    """`exp_trace_normalised` without the checks: softmax of the eigenvalues, shifted to a largest one of 0."""
    s = eigen(A)
    return s.matrix(_softmax.softmax(s.values))


def log_trace_exp(A: npt.ArrayLike) -> Array:
    """ln tr exp(A), shape (...), for any symmetric A."""
    return _softmax.log_sum_exp(spectrum("A", A).values)


def von_neumann_entropy(W: npt.ArrayLike) -> Array:
    """-tr(W log W) >= 0, shape (...), for positive semi-definite W of trace 1, with 0 log 0 = 0.

    The largest eigenvalue enters as 1 less the others, which are small near a pure state, where the entropy is.
    """
    return np.asarray(-_softmax.negative_entropy(density("W", W).values) + 0.0)[()]


def von_neumann_divergence(W: npt.ArrayLike, U: npt.ArrayLike) -> Array:
    """tr(U log U - U log W - U + W) >= 0, shape (...): how far U is from W (matrix_eg, eq. 1).

    The order: first W, whose logarithm is weighted, positive definite; then U, positive semi-definite (the
    paper writes the divergence of U and W, U first). Neither needs trace 1.

    In eigenvectors p_i of U and q_j of W it is sum_ij (p_i.q_j)**2 g(u_i, w_j) with
    g(u, w) = u ln(u/w) - u + w >= 0. Since p_i.(U - W)q_j = (u_i - w_j) p_i.q_j, this equals
    sum_ij (p_i.(U - W)q_j)**2 g(u_i, w_j)/(u_i - w_j)**2, and only differences of the given matrices are
    squared: it keeps its digits for nearly equal matrices, where differences of eigenvalues have none.
    """
    a, b = symmetric("W", W), symmetric("U", U)
    if a.shape[-1] != b.shape[-1]:
        raise ValueError(f"the shapes must have the same last axis, not W {a.shape}, U {b.shape}")
    _check.broadcastable(W=a[..., 0, 0], U=b[..., 0, 0])
    w, u = definite("W", a), semidefinite("U", b)
    F = np.asarray(np.swapaxes(u.vectors, -1, -2) @ (b - a) @ w.vectors)
    k = curvature(u.values[..., :, None], w.values[..., None, :])
    terms = np.abs(F) * (k * np.abs(F))
    return _exact.total(terms.reshape(*terms.shape[:-2], -1))


def curvature(u: Array, w: Array) -> Array:
    """(u ln(u/w) - u + w)/(u - w)**2 for u >= 0, w > 0, elementwise; 1/(2u) at u = w and 1/w at u = 0.

    With t = (w - u)/u it is (t - ln(1 + t))/t**2/u; near t = 0 in r = t/(2 + t), where
    t - ln(1 + t) = r t - 2 r**3 (1/3 + r**2/5 + ...) and nothing is left to cancel.
    """
    u, w = np.broadcast_arrays(u, w)
    d = w - u
    near = (u > 0.0) & (d >= -0.7 * u) & (d <= 2.0 * u)
    safe = np.where(near, u, 1.0)
    t = np.where(near, d, 0.0) / safe
    r = t / (2.0 + t)
    series = (1.0 - 2.0 * r * _atanh_rest(r * r) / (2.0 + t)) / (2.0 + t) / safe
    gap = np.where(near, 1.0, d)
    return np.where(near, series, entropy_term(u, w) / gap / gap)


def _atanh_rest(x: Array) -> Array:
    """1/3 + x/5 + x**2/7 + ... for 0 <= x <= 0.3."""
    s = np.full_like(x, 1.0 / 67.0)
    for k in range(31, -1, -1):
        s = s * x + 1.0 / (2 * k + 3)
    return s
