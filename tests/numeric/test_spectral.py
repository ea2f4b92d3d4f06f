"""Functions of symmetric matrices: dense ones of 2 to 5 rows, nearly equal and nearly singular arguments."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric import spectral
from numeric.reference import spectral as reference
from tests.sampling import drawn

EPS = 2.0**-52
# Measured worst, over 600 to 1,500 draws: divergence 5 ulp, of close matrices 0.2 times the root of W's condition
# number more; logarithm 7.5 for any condition to 1e13, equal small eigenvalues included; diagonal divergence 1.5,
# curvature 1.4, entropy of a diagonal 1.7, exponentials 9 times the size of the exponent.
DIVERGENCE, PER_ROOT, DIAGONAL = 8.0, 0.5, 4.0
ENTROPY = 8.0
NORMWISE = 16.0


def rotation(seed, n):
    return np.linalg.qr(np.random.default_rng(seed).standard_normal((n, n)))[0]


def rotated(values, seed):
    q = rotation(seed, len(values))
    A = (q * np.asarray(values)) @ q.T
    return 0.5 * (A + A.T)


seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(2, 5)


def decades(low):
    """Magnitudes down to 10**low, evenly in the exponent."""
    return st.floats(low, 0.0).map(lambda e: 10.0**e)


@st.composite
def definites(draw, low, n=None):
    n = n or draw(sizes)
    return rotated([1.0, *draw(st.lists(decades(low), min_size=n - 1, max_size=n - 1))], draw(seeds))


@st.composite
def apart(draw):
    """A nearly singular W and a well-conditioned U of the same size."""
    n = draw(sizes)
    return draw(definites(-13.0, n)), draw(definites(-1.0, n))


@st.composite
def near_pairs(draw, low):
    """W of condition up to 10**-low, and a U that is anything from 1e-14 to 1 away in proportion."""
    W = draw(definites(low))
    v, q = np.linalg.eigh(W)
    B = np.random.default_rng(draw(seeds)).uniform(-1, 1, W.shape)
    E = (B + B.T) * np.sqrt(np.abs(np.outer(v, v))) * draw(decades(-14.0)) / (2 * len(v))
    U = W + q @ E @ q.T
    U = 0.5 * (U + U.T)
    assume(not np.array_equal(U, W) and np.linalg.eigvalsh(U)[0] > 0)
    return W, U


def condition(W):
    v = np.linalg.eigvalsh(W)
    return v[-1] / v[0]


def normwise(got, want):
    """The largest entry's error over the largest entry, in ulp."""
    n = want.rows
    with mp.workdps(60):
        d = max(abs(mp.mpf(float(got[i, j])) - want[i, j]) for i in range(n) for j in range(n))
        return float(d / max(abs(want[i, j]) for i in range(n) for j in range(n))) / EPS


def divergence_by_the_textbook(W, U):
    """Eq. 1 as it stands, with eigenvalues of each matrix."""

    def log(A):
        v, q = np.linalg.eigh(A)
        return (q * np.log(v)) @ q.T

    return np.trace(U @ log(U) - U @ log(W) - U + W)


def divergence_by_eigenvalues(W, U):
    """Sum_ij (p_i.q_j)**2 (u_i ln(u_i/w_j) - u_i + w_j), each bracket without cancellation."""
    (w, q), (u, p) = np.linalg.eigh(W), np.linalg.eigh(U)
    return np.sum((p.T @ q) ** 2 * spectral.entropy_term(u[:, None], w[None, :]))


# The divergence


@drawn(150)
@given(near_pairs(-12.0))
def test_the_divergence_of_near_and_far_matrices(errors, pair):
    W, U = pair
    want = reference.von_neumann_divergence(W.tolist(), U.tolist(), dps=70)
    bound = DIVERGENCE + PER_ROOT * math.sqrt(condition(W))
    errors.check("divergence", errors.relative(spectral.von_neumann_divergence(W, U), want), bound, W=W, U=U)


@drawn(60)
@given(near_pairs(-1.0))
def test_the_divergence_of_well_conditioned_matrices(errors, pair):
    W, U = pair
    want = reference.von_neumann_divergence(W.tolist(), U.tolist(), dps=70)
    got = spectral.von_neumann_divergence(W, U)
    errors.check("divergence", errors.relative(got, want), DIVERGENCE, W=W, U=U)


@pytest.mark.parametrize("textbook", [divergence_by_the_textbook, divergence_by_eigenvalues])
def test_textbook_divergences_have_no_digit_for_near_matrices(errors, textbook):
    for seed in range(5):
        W = rotated([0.5, 0.3, 0.2], seed)
        U = W + 1e-9 * rotated([1.0, -0.5, 0.3], seed + 9)
        want = reference.von_neumann_divergence(W.tolist(), U.tolist(), dps=70)
        assert errors.relative(textbook(W, U), want) > 1e5
        assert errors.relative(spectral.von_neumann_divergence(W, U), want) <= DIVERGENCE


@drawn(100)
@given(st.lists(st.tuples(decades(-300.0), st.one_of(st.just(0.0), decades(-300.0))), min_size=2, max_size=5))
def test_the_divergence_of_diagonal_matrices_down_to_1e_minus_300(errors, entries):
    w, u = np.array(entries).T
    want = reference.von_neumann_divergence(np.diag(w).tolist(), np.diag(u).tolist(), dps=680)
    got = spectral.von_neumann_divergence(np.diag(w), np.diag(u))
    if want > mp.mpf(10) ** -280:
        errors.check("divergence", errors.relative(got, want), DIAGONAL, w=w, u=u)


def test_the_divergence_of_equal_matrices_is_zero_and_of_near_ones_never_negative():
    for seed in range(200):
        W = rotated([0.6, 0.3, 0.1], seed)
        assert spectral.von_neumann_divergence(W, W) == 0.0
        U = W + 1e-16 * rotated([1.0, -0.5, 0.2], seed + 1)
        assert spectral.von_neumann_divergence(W, U) >= 0.0


def test_the_order_of_the_divergence():
    W, U = np.diag([0.9, 0.1]), np.diag([1.0, 0.0])
    assert spectral.von_neumann_divergence(W, U) == pytest.approx(-math.log(0.9), rel=1e-15)
    assert spectral.von_neumann_divergence(W=W, U=np.eye(2)) == pytest.approx(-math.log(0.09) - 1.0, rel=1e-15)


@pytest.mark.parametrize("t", [0.0, 1e-18, -1e-16, 1e-8, -1e-8, 0.3, -0.69, -0.71, 1.99, 2.01, 50.0, 1e200])
@pytest.mark.parametrize("u", [1e-300, 1e-9, 1.0, 3e5])
def test_the_curvature_of_the_scalar_divergence(errors, t, u):
    w = u * (1.0 + t)
    if not 0.0 < w < 1e300:
        return
    with mp.workdps(80):
        a, b = mp.mpf(u), mp.mpf(w)
        want = 1 / (2 * a) if a == b else (a * mp.log(a / b) - a + b) / (a - b) ** 2
    errors.check("curvature", errors.relative(spectral.curvature(np.array(u), np.array(w)), want), 3.0, u=u, w=w)


# The entropy


@drawn(60)
@given(definites(-3.0))
def test_the_entropy_of_dense_matrices(errors, W):
    W = W / np.trace(W)
    want = reference.von_neumann_entropy(W.tolist())
    small = 1.0 / float(want)
    error = errors.relative(spectral.von_neumann_entropy(W), want)
    errors.check("entropy", error, ENTROPY * max(1.0, small * -math.log(np.linalg.eigvalsh(W)[0])), W=W)


@drawn(60)
@given(st.lists(decades(-300.0), min_size=1, max_size=4))
def test_the_entropy_near_a_pure_state(errors, rest):
    w = np.array([1.0, *rest])
    w = w / math.fsum(w)
    want = reference.von_neumann_entropy(np.diag(w).tolist(), dps=680)
    got = spectral.von_neumann_entropy(np.diag(w))
    errors.check("entropy", errors.relative(got, want), DIAGONAL, w=w)


def test_the_textbook_entropy_of_a_nearly_pure_state_has_no_digit(errors):
    v = np.array([0.8, 0.6])
    W = np.outer(v, v) * (1 - 1e-15) + 0.5e-15 * np.eye(2)
    w = np.array([1.0 - 2.0**-53, 1e-17])
    want = reference.von_neumann_entropy(np.diag(w).tolist())
    assert errors.relative(-np.sum(w * np.log(w)), want) > 0.1 / EPS
    assert errors.relative(spectral.von_neumann_entropy(np.diag(w)), want) <= 8.0
    assert spectral.von_neumann_entropy(W) >= 0.0


def test_the_entropy_at_its_ends():
    assert spectral.von_neumann_entropy(np.diag([1.0, 0.0, 0.0])) == 0.0
    assert spectral.von_neumann_entropy(np.eye(4) / 4) == pytest.approx(math.log(4), rel=1e-15)
    assert spectral.von_neumann_entropy([[1.0]]) == 0.0


# Exponential, logarithm, normalised exponential


@drawn(60)
@given(sizes, st.floats(-12, 2.8), seeds)
def test_the_exponential_and_the_normalised_one(errors, n, magnitude, seed):
    A = rotated(np.random.default_rng(seed).uniform(-1, 1, n) * 10.0**magnitude, seed)
    size = 1.0 + 10.0**magnitude
    want = reference.exponential(A.tolist(), dps=60)
    errors.check("exponential", normwise(spectral.exponential(A), want), NORMWISE * size, A=A)
    want = reference.exp_trace_normalised(A.tolist(), dps=60)
    errors.check("normalised", normwise(spectral.exp_trace_normalised(A), want), NORMWISE * size, A=A)
    want = reference.log_trace_exp(A.tolist(), dps=60)
    errors.check("log_trace_exp", errors.vector([spectral.log_trace_exp(A)], [want], size), NORMWISE, A=A)


@drawn(60)
@given(definites(-13.0))
def test_the_logarithm(errors, W):
    want = reference.logarithm(W.tolist(), dps=60)
    errors.check("logarithm", normwise(spectral.logarithm(W), want), NORMWISE, W=W)


@drawn(60)
@given(apart())
def test_the_divergence_from_a_nearly_singular_matrix(errors, pair):
    W, U = pair
    assume(not np.array_equal(W, U))
    want = reference.von_neumann_divergence(W.tolist(), U.tolist(), dps=70)
    errors.check("far", errors.relative(spectral.von_neumann_divergence(W, U), want), DIVERGENCE, W=W, U=U)


def test_the_spectrum_of_lapack_has_no_digit_for_a_nearly_singular_matrix(errors):
    W, U = rotated([1.0, 0.3, 1e-15], 4), rotated([0.5, 0.3, 0.2], 5)
    v, q = np.linalg.eigh(W)
    want = reference.logarithm(W.tolist(), dps=60)
    assert normwise((q * np.log(v)) @ q.T, want) > 1e10
    errors.check("logarithm", normwise(spectral.logarithm(W), want), NORMWISE)
    want = reference.von_neumann_divergence(W.tolist(), U.tolist(), dps=70)
    assert errors.relative(divergence_by_eigenvalues(W, U), want) > 1e10
    errors.check("divergence", errors.relative(spectral.von_neumann_divergence(W, U), want), DIVERGENCE)


def test_the_normalised_exponential_does_not_overflow():
    A = rotated([9000.0, 8999.0, -9000.0], 3)
    W = spectral.exp_trace_normalised(A)
    assert np.trace(W) == pytest.approx(1.0, abs=1e-14)
    assert np.array_equal(W, W.T)


def test_results_are_exactly_symmetric_and_leading_axes_broadcast():
    stack = np.stack([rotated([0.5, 0.3, 0.2], s) for s in range(4)]).reshape(2, 2, 3, 3)
    for f in (spectral.exponential, spectral.logarithm, spectral.exp_trace_normalised):
        out = f(stack)
        assert np.array_equal(out, np.swapaxes(out, -1, -2))
        assert np.array_equal(out[1, 0], f(stack[1, 0]))
    assert spectral.von_neumann_divergence(stack[0, 0], stack).shape == (2, 2)
    assert spectral.von_neumann_entropy(stack).shape == (2, 2)


# Refusals


@pytest.mark.parametrize("f", [spectral.exponential, spectral.logarithm, spectral.von_neumann_entropy])
def test_what_is_no_symmetric_matrix_is_refused(refuses, f):
    refuses("must be (..., n, n)", f, [1.0, 2.0])
    refuses("must be (..., n, n)", f, [[1.0, 2.0]])
    refuses("must not be NaN", f, [[math.nan, 0.0], [0.0, 1.0]])
    refuses("must be finite", f, [[math.inf, 0.0], [0.0, 1.0]])
    refuses("must be <= 1e-10 max|A|", f, [[1.0, 1e-6], [0.0, 1.0]])
    refuses("must be an array of real numbers", f, [["a"]])


def test_indefinite_and_singular_matrices_are_refused(refuses):
    indefinite, singular = np.diag([1.5, -0.5]), np.diag([1.0, 0.0])
    refuses("not positive definite", spectral.logarithm, singular)
    refuses("not positive semi-definite", spectral.von_neumann_entropy, indefinite)
    refuses("not positive definite", spectral.von_neumann_divergence, singular, np.eye(2))
    refuses("not positive semi-definite", spectral.von_neumann_divergence, np.eye(2), indefinite)
    refuses("the same last axis", spectral.von_neumann_divergence, np.eye(2), np.eye(3))
    refuses("broadcast", spectral.von_neumann_divergence, np.ones((2, 1, 1)), np.ones((3, 1, 1)))


def test_a_trace_that_is_not_one_and_an_exponent_that_overflows_are_refused(refuses):
    refuses("trace of W is 2.0; it must be 1 within 1e-10", spectral.von_neumann_entropy, np.eye(2))
    refuses("must be <= 709", spectral.exponential, np.diag([710.0, 0.0]))
