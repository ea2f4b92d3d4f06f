"""Two maps that normalise, and the two reasons why they have no matching loss."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric.learners import GeneralAdditive
from numeric.matching import Identity, Normalisation, Proportions
from numeric.reference import normalisation as ref
from tests.sampling import drawn

# In ulp. Measured worst of 2,000 draws: transfer 1.0, divergence 2.0, jacobian 1.3.
TRANSFER, DIVERGENCE, JACOBIAN = 2.0, 4.0, 3.0

signs = st.sampled_from([-1.0, 1.0])
magnitudes = st.builds(lambda m, e: m * 10.0**e, st.floats(1.0, 9.99), st.integers(-150, 150))
numbers = st.builds(lambda s, t: s * t, signs, st.one_of(magnitudes, st.floats(0.01, 1.0)))


@st.composite
def pairs(draw):
    """Two vectors, unrelated or nearly parallel, or nearly opposite."""
    k = draw(st.integers(2, 4))
    a = np.array([draw(numbers) for _ in range(k)])
    if draw(st.booleans()):
        e = 10.0 ** -draw(st.integers(0, 15))
        return draw(numbers) * a * (1.0 + e * np.array([draw(st.floats(-1.0, 1.0)) for _ in range(k)])), a
    return np.array([draw(numbers) for _ in range(k)]), a


@drawn(200)
@given(pairs())
def test_direction_length_and_divergence(errors, pair):
    b, a = pair
    assume(np.all(np.isfinite(b)) and 1e-250 < np.max(np.abs(b)) < 1e250)
    f = Normalisation()
    for got, want in zip(f.transfer(a), ref.transfer(a, dps=60), strict=True):
        if abs(want) > 1e-290:
            errors.check("transfer", errors.relative(got, want), TRANSFER, a=a)
    errors.check("potential", errors.relative(f.potential(a), ref.potential(a)), TRANSFER, a=a)
    want, got = ref.divergence(b, a, dps=1300), f.divergence(b, a)
    if want > 1e-290:
        errors.check("divergence", errors.relative(got, want), DIVERGENCE, b=b, a=a)
    else:
        assert 0.0 <= got <= 1e-280


def test_the_textbook_divergence_of_nearly_parallel_vectors_has_no_digit(errors):
    a, b = np.array([1.0, 2.0, 3.0]), np.array([1.0, 2.0, 3.0 + 1e-9])
    want = ref.divergence(b, a, dps=100)
    assert errors.relative(np.linalg.norm(b) - b @ a / np.linalg.norm(a), want) > 1e9
    assert errors.relative(Normalisation().divergence(b, a), want) <= DIVERGENCE


def test_it_has_a_divergence_that_the_outputs_do_not_determine(refuses):
    """general_additive, Example 4."""
    f, a_hat, a = Normalisation(), np.array([1.0, 2.0]), np.array([3.0, -1.0])
    assert f.transfer(2.0 * a_hat).tolist() == f.transfer(a_hat).tolist()
    assert f.divergence(2.0 * a_hat, a) == 2.0 * f.divergence(a_hat, a) > 0.0
    assert f.divergence(a_hat, 2.0 * a) == f.divergence(a_hat, a)
    refuses("must be determined by the outputs", f.matching_loss, f.transfer(a), f.transfer(a_hat))
    refuses("grows with |a_hat|", f.matching_loss, [1.0, 0.0], [1.0, 0.0])


positive = st.lists(magnitudes, min_size=2, max_size=4).map(np.array)


@drawn(100)
@given(positive)
def test_proportions_have_no_symmetric_jacobian(errors, a):
    f = Proportions()
    for got, want in zip(f.transfer(a), ref.proportions(a, dps=400), strict=True):
        if want > 1e-290:
            errors.check("proportions", errors.relative(got, want), TRANSFER, a=a)
    J, want = f.jacobian(a), ref.jacobian_of_proportions(a, dps=400)
    with mp.workdps(60):
        top = max(abs(t) for row in want for t in row)
        for got, row in zip(J, want, strict=True):
            errors.check("jacobian", errors.vector(got, row, top), JACOBIAN, a=a)
    assert np.array_equal(J, J.T) == np.all(f.transfer(a) == f.transfer(a)[0])


def test_proportions_have_no_potential_and_no_losses(refuses):
    f, a = Proportions(), np.array([1.0, 3.0])
    assert f.transfer(a).tolist() == [0.25, 0.75]
    assert f.jacobian(a).tolist() == [[0.1875, -0.0625], [-0.1875, 0.0625]]
    refuses("no matching loss: its Jacobian must be symmetric", f.matching_loss, [0.25, 0.75], [0.5, 0.5])
    refuses("no potential", f.potential, a)
    refuses("no divergence", f.divergence, a, a)


@pytest.mark.parametrize("phi", [Normalisation(), Proportions()])
def test_a_learner_with_such_a_map_predicts_and_refuses_to_learn(refuses, phi):
    learner = GeneralAdditive(Identity(), phi, np.ones((2, 2)), 0.1)
    assert learner.predict_one([1.0, 1.0]).shape == (2,)
    refuses("no matching loss", learner.learn_one, [1.0, 1.0], [0.5, 0.5])
    assert learner.theta_.tolist() == [[1.0, 1.0], [1.0, 1.0]]


def test_bad_input(refuses):
    refuses("0 has no direction", Normalisation().transfer, [0.0, 0.0])
    refuses("max|a_hat| is 0.0", Normalisation().divergence, [0.0, 0.0], [1.0, 0.0])
    refuses("last axis", Normalisation().divergence, [1.0], [1.0, 0.0])
    refuses("a[1] is 0.0; it must be > 0", Proportions().transfer, [1.0, 0.0])
    refuses("a[0] is inf", Normalisation().potential, [math.inf])
    refuses("the sum of a", Proportions().jacobian, [1e308, 1e308])


def test_a_length_that_overflows_is_refused(refuses):
    with np.errstate(all="raise", under="ignore"):
        refuses("|a| is inf", Normalisation().potential, [1.7e308, 1.7e308])
        assert Normalisation().potential([3e307, 4e307]) == pytest.approx(5e307)
