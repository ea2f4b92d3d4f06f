"""The linear function: regular matrices of any scaling, singular ones of integers, outputs off the range refused."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric import matching
from numeric.matching import Linear
from numeric.reference import linear as ref
from tests.sampling import drawn

# In ulp. Measured worst of 1,500 draws: 0.5 for all but the inverse, 1 in the longest part after scaling.
TRANSFER, FORM, LOSS, INVERSE = 2.0, 2.0, 2.0, 4.0

seeds = st.integers(0, 2**32 - 1)


@st.composite
def regular(draw):
    """Condition up to 1e12, then rows and columns scaled by up to 1e+-50."""
    n, rng = draw(st.integers(1, 4)), np.random.default_rng(draw(seeds))
    q = np.linalg.qr(rng.standard_normal((n, n)))[0]
    values = 10.0 ** -np.append(0.0, rng.uniform(0.0, draw(st.floats(0.0, 12.0)), n - 1))
    A = (q * values) @ q.T
    d = 2.0 ** np.round(rng.uniform(-1, 1, n) * draw(st.sampled_from([0, 30, 160])))
    A = np.triu(A) + np.triu(A, 1).T
    return A * d[:, None] * d[None, :]


@st.composite
def singular(draw):
    """B B^T of integers, of rank less than n, or 0."""
    n = draw(st.integers(2, 5))
    rank = draw(st.integers(0, n - 1))
    B = np.random.default_rng(draw(seeds)).integers(-9, 10, (n, rank)).astype(float)
    assume(rank == 0 or np.linalg.matrix_rank(B) == rank)
    return B @ B.T, rank


@drawn(150)
@given(regular(), seeds, st.floats(-14, 0))
def test_a_regular_matrix(errors, A, seed, e):
    f, rng, n = Linear(A), np.random.default_rng(seed), len(A)
    assert f.rank == n
    scale = 1.0 / np.sqrt(np.diagonal(A))
    a = rng.standard_normal(n) * scale
    b = a + 10.0**e * rng.standard_normal(n) * scale
    rows = A.tolist()
    want = ref.transfer(rows, a, dps=200)
    for got, w, size in zip(f.transfer(a), want, np.abs(A) @ np.abs(a), strict=True):
        with mp.workdps(60):
            errors.check("transfer", float(abs(mp.mpf(float(got)) - w) / size) * 2.0**52, TRANSFER, A=A, a=a)
    errors.check("potential", errors.relative(f.potential(a), ref.potential(rows, a, dps=200)), FORM, A=A, a=a)
    if np.any(a != b):
        want = ref.divergence(rows, b, a, dps=200)
        errors.check("divergence", errors.relative(f.divergence(b, a), want), FORM, A=A, a=a, b=b)
    y, yhat = f.transfer(a), f.transfer(b)
    if np.any(y != yhat):
        want = ref.matching_loss(rows, y, yhat, n, dps=300)
        errors.check("loss", errors.relative(f.matching_loss(y, yhat), want), LOSS, A=A, y=y, yhat=yhat)
    want = ref.inverse(rows, y, n, dps=300)
    longest = max(abs(t) / s for t, s in zip(want, scale, strict=True))
    for got, w, s in zip(f.inverse(y), want, scale, strict=True):
        with mp.workdps(60):
            errors.check("inverse", float(abs(mp.mpf(float(got)) - w) / s / longest) * 2.0**52, INVERSE, A=A, y=y)


@drawn(150)
@given(singular(), seeds, st.booleans())
def test_a_singular_matrix_on_its_range(errors, pair, seed, near):
    """Integers, so that the range is exact."""
    (A, rank), rng = pair, np.random.default_rng(seed)
    f, n = Linear(A), len(A)
    assert f.rank == rank
    a = rng.integers(-50, 51, n).astype(float)
    b = a + rng.integers(-1, 2, n) * (2.0**-20 if near else 1.0)
    y, yhat = A @ a, A @ b
    rows = A.tolist()
    loss, want = f.matching_loss(y, yhat), ref.matching_loss(rows, y, yhat, max(rank, 0), dps=80)
    if np.any(y != yhat):
        errors.check("loss", errors.relative(loss, want), LOSS, A=A, y=y, yhat=yhat)
        errors.check("divergence", errors.relative(f.divergence(b, a), want), FORM, A=A, a=a, b=b)
    else:
        assert loss == 0.0
        assert f.divergence(b, a) == 0.0
    want = ref.inverse(rows, y, rank, dps=80)
    back = f.inverse(y)
    if rank > 0 and np.any(y != 0.0):
        # The null space is known to rounding times the condition number of A on its range.
        values = np.linalg.eigvalsh(A)
        errors.check("inverse", errors.vector(back, want), 20.0 + 4.0 * values[-1] / values[n - rank], A=A, y=y)
        assert A @ back == pytest.approx(y, rel=1e-9, abs=1e-9 * np.max(np.abs(y)))
    else:
        assert not back.any()
    assert f.inverse_potential(y) == pytest.approx(float(f.matching_loss(y, np.zeros(n))), rel=1e-14)


def test_the_textbook_pseudo_inverse_loses_what_the_condition_number_says(errors):
    q = np.linalg.qr(np.random.default_rng(3).standard_normal((3, 3)))[0]
    A = (q * np.array([1.0, 1e-5, 1e-11])) @ q.T
    A = 0.5 * (A + A.T)
    f = Linear(A)
    y, yhat = f.transfer([1.0, 2.0, -1.0]), f.transfer([1.0, 2.0, -1.0 + 1e-7])
    want = ref.matching_loss(A.tolist(), y, yhat, 3, dps=100)
    assert errors.relative(0.5 * (y - yhat) @ np.linalg.pinv(A) @ (y - yhat), want) > 1e3 * LOSS
    errors.check("loss", errors.relative(f.matching_loss(y, yhat), want), LOSS)
    a, b = np.array([1.0, -1e-5, 3.0]), np.array([1.0 + 1e-9, -1e-5, 3.0])
    want = ref.divergence(A.tolist(), b, a, dps=100)
    textbook = 0.5 * b @ A @ b - 0.5 * a @ A @ a - (b - a) @ A @ a
    assert errors.relative(textbook, want) > 1e3 * FORM
    errors.check("divergence", errors.relative(f.divergence(b, a), want), FORM)


def test_the_identity_matrix_is_the_identity_function():
    y, yhat = np.array([1.0, -2.0, 0.5]), np.array([0.25, 3.0, 0.0])
    f, g = Linear(np.eye(3)), matching.Identity()
    assert f.matching_loss(y, yhat) == g.matching_loss(y, yhat).sum()
    assert f.divergence(y, yhat) == g.divergence(y, yhat).sum()
    assert f.potential(y) == g.potential(y).sum()
    assert f.inverse(y).tolist() == f.transfer(y).tolist() == y.tolist()


def test_leading_axes_broadcast_and_rows_agree_with_single_ones():
    rng = np.random.default_rng(0)
    A = np.array([[2.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 1.0]])
    f, y, yhat = Linear(A), rng.standard_normal((4, 1, 3)), rng.standard_normal((2, 3))
    loss = f.matching_loss(y, yhat)
    assert loss.shape == (4, 2)
    assert loss[3, 1] == f.matching_loss(y[3, 0], yhat[1])
    assert f.divergence(y, yhat).shape == (4, 2)
    assert f.inverse(y).shape == (4, 1, 3)
    assert f.potential(y).shape == f.inverse_potential(y).shape == (4, 1)
    assert matching.inverse_matching_loss(f, yhat[0], yhat[1]) == pytest.approx(float(f.divergence(*yhat)), rel=1e-13)


def test_the_linear_function_works_in_the_general_additive_algorithm():
    """GA(identity, A) is the gradient step of its matching loss."""
    from numeric.learners import GeneralAdditive  # noqa: PLC0415

    A = np.array([[1.0, 1.0], [1.0, 1.0]])
    learner = GeneralAdditive(matching.Identity(), Linear(A), np.zeros((2, 3)), 0.1)
    x, y = np.array([1.0, -0.5, 2.0]), np.array([0.7, 0.7])
    before = learner.loss_one(x, y)
    learner.learn_one(x, y)
    assert learner.theta_ == pytest.approx(0.1 * np.outer(y, x))
    assert learner.loss_one(x, y) < before


def test_bad_input(refuses):
    refuses("A has shape (2, 3)", Linear, np.ones((2, 3)))
    refuses("must be <= 1e-10 max|A|", Linear, [[1.0, 0.5], [0.4, 1.0]])
    refuses("not positive semi-definite", Linear, [[1.0, 2.0], [2.0, 1.0]])
    refuses("not positive semi-definite", Linear, [[1.0, 0.0], [0.0, -1.0]])
    refuses("not positive semi-definite", Linear, [[0.0, 1.0], [1.0, 0.0]])
    refuses("from 1e-140 to 1e140", Linear, [[1e200]])
    refuses("A[0, 0] is nan", Linear, [[math.nan]])
    f = Linear([[1.0, 1.0], [1.0, 1.0]])
    refuses("outside the range of A", f.inverse, [1.0, -1.0])
    refuses("yhat outside the range of A", f.matching_loss, [1.0, 1.0], [1.0, 1.1])
    refuses("outside the range of A", f.inverse_potential, [0.0, 1e-300])
    refuses("y has shape (3,); it must be (..., 2)", f.matching_loss, [1.0] * 3, [1.0] * 3)
    refuses("a has shape ()", f.transfer, 0.0)
    refuses("outputs is 3; it must be 2", f.c, 3)
    refuses("X has shape (2,)", f.b, [1.0, 2.0])
