"""Entropies to a few ulp everywhere: nearly equal distributions, near a vertex, entries of 1e-300 and exact zeros."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from numeric import entropy
from numeric.reference import entropy as ref
from tests.sampling import drawn

EPS = 2.0**-52
# In ulp. Measured worst of 4,000 draws: log_sum_exp 0.9 times its condition, softmax 1.5, log_softmax 1.3,
# relative 2.1, binary 2.3, negative 1.2.
LOG_SUM_EXP, SOFTMAX, LOG_SOFTMAX, RELATIVE, BINARY, NEGATIVE = 4.0, 3.0, 3.0, 4.0, 4.0, 4.0
SMALLEST = mp.mpf(10) ** -290  # below, float64 is near its smallest normal number and keeps fewer digits

signs = st.sampled_from([-1.0, 1.0])


def decades(low, high):
    """Magnitudes, evenly in the exponent."""
    return st.builds(lambda m, e: m * 10.0**e, st.floats(1.0, 9.99), st.integers(low, high))


def signed(low, high):
    return st.one_of(st.just(0.0), st.builds(lambda s, t: s * t, signs, decades(low, high)))


@st.composite
def activations(draw):
    """2 to 6 numbers of any sizes, or nearly equal ones, or one that towers."""
    n = draw(st.integers(2, 6))
    kind = draw(st.sampled_from(["any", "near", "tower"]))
    if kind == "any":
        return np.array([draw(signed(-300, 2)) for _ in range(n)])
    if kind == "near":
        return draw(signed(-3, 2)) * (1.0 + np.array([draw(signed(-16, -1)) for _ in range(n)]))
    return np.array([draw(decades(0, 2)), *[-draw(decades(-3, 2)) for _ in range(n - 1)]])


@st.composite
def distributions(draw, zeros=True):
    """2 to 6 entries down to 1e-300, the sum 1 to the last digits; some may be exactly 0."""
    n = draw(st.integers(2, 6))
    low = draw(st.sampled_from([-300, -20, -1]))
    p = np.array([draw(decades(low, -1)) for _ in range(n)])
    p /= math.fsum(p)
    if zeros and draw(st.booleans()):
        p[draw(st.integers(0, n - 1))] = 0.0
        assume(p.any())
        p /= math.fsum(p)
    return p


@st.composite
def pairs(draw):
    """Two distributions, unrelated or 1e-16 to 1 apart in proportion."""
    p = draw(distributions())
    if draw(st.booleans()):
        e = 10.0 ** -draw(st.integers(1, 16))
        q = p * (1.0 + e * np.array([draw(st.floats(-1.0, 1.0)) for _ in p]))
        return p, q / math.fsum(q)
    q = draw(distributions(zeros=False))
    assume(len(q) >= len(p))
    q = q[: len(p)]
    return p, q / math.fsum(q)


# Log-sum-exp and softmax


@drawn(200)
@given(activations())
def test_log_sum_exp(errors, a):
    want = ref.log_sum_exp(a, dps=1000)
    assume(abs(want) > SMALLEST)
    bound = LOG_SUM_EXP * float(max(1, max(a) / abs(want), -max(a) / abs(want)))
    errors.check("log_sum_exp", errors.relative(entropy.log_sum_exp(a), want), bound, a=a)


@drawn(200)
@given(activations())
@example(np.array([0.0, -50.0]))
def test_softmax_and_its_logarithm_in_every_entry(errors, a):
    want = ref.softmax(a, dps=700)
    for got, w in zip(entropy.softmax(a), want, strict=True):
        if w > SMALLEST:
            errors.check("softmax", errors.relative(got, w), SOFTMAX, a=a)
        else:
            assert 0.0 <= got <= 1e-289
    want = ref.log_softmax(a, dps=700)
    for got, w in zip(entropy.log_softmax(a), want, strict=True):
        if -w > SMALLEST:
            errors.check("log_softmax", errors.relative(got, w), LOG_SOFTMAX, a=a)


def test_the_textbook_log_softmax_and_log_sum_exp_have_no_digit_near_a_vertex(errors):
    a = np.array([0.0, -50.0])
    want = ref.log_softmax(a)[0]
    assert errors.relative(a[0] - (a.max() + np.log(np.sum(np.exp(a - a.max())))), want) >= 1.0 / EPS
    assert errors.relative(entropy.log_softmax(a)[0], want) <= LOG_SOFTMAX
    want = ref.log_sum_exp(a)
    assert errors.relative(np.log(np.sum(np.exp(a))), want) >= 1.0 / EPS
    assert errors.relative(entropy.log_sum_exp(a), want) <= LOG_SUM_EXP


def test_the_textbook_softmax_rounds_the_difference_of_its_exponents(errors):
    a = np.array([0.1, -600.05])
    want = ref.softmax(a)[1]
    e = np.exp(a)
    assert errors.relative((e / e.sum())[1], want) <= 2.0  # e**a itself is exact enough while it does not overflow
    shifted = np.exp(a - a.max())
    assert errors.relative((shifted / shifted.sum())[1], want) > 10.0 * SOFTMAX
    assert errors.relative(entropy.softmax(a)[1], want) <= SOFTMAX


def test_activations_of_any_size():
    assert entropy.log_sum_exp([1e308, 1e308]) == 1e308
    assert entropy.softmax([1e308, -1e308]).tolist() == [1.0, 0.0]
    assert entropy.log_sum_exp([1e308, -1e308]) == 1e308
    assert entropy.log_softmax([5e307, -5e307]).tolist() == [0.0, -1e308]
    assert entropy.log_softmax([3.0]).tolist() == [0.0]


# Entropies


@drawn(300)
@given(pairs())
def test_relative_entropy(errors, pair):
    p, q = pair
    want = ref.relative_entropy(p, q, dps=400)
    got = entropy.relative_entropy(p, q)
    if want == mp.inf:
        assert got == math.inf
    elif want > SMALLEST:
        errors.check("relative_entropy", errors.relative(got, want), RELATIVE, p=p, q=q)
    else:
        assert 0.0 <= got <= 1e-289


def test_the_textbook_relative_entropy_has_no_digit_for_near_distributions(errors):
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.ones(8))
    q = p * (1.0 + 1e-9 * rng.standard_normal(8))
    p, q = p / math.fsum(p), q / math.fsum(q)
    want = ref.relative_entropy(p, q)
    assert errors.relative(np.sum(p * np.log(p / q)), want) > 1e10
    assert errors.relative(entropy.relative_entropy(p, q), want) <= RELATIVE


fractions = st.one_of(
    decades(-300, -2), decades(-16, -2).map(lambda t: 1.0 - t), st.floats(0.01, 0.99), st.sampled_from([0.0, 1.0])
)


@drawn(300)
@given(fractions, st.one_of(fractions, signed(-16, -1)), st.booleans())
def test_binary_relative_entropy(errors, p, q, near):
    q = p * (1.0 + q) if near else abs(q)
    assume(0.0 <= q <= 1.0)
    want = ref.binary_relative_entropy(p, q, dps=700)
    got = entropy.binary_relative_entropy(p, q)
    if want == mp.inf:
        assert got == math.inf
    elif want > SMALLEST:
        errors.check("binary", errors.relative(got, want), BINARY, p=p, q=q)
    else:
        assert 0.0 <= got <= 1e-289


def test_the_textbook_binary_relative_entropy_has_no_digit_for_near_numbers(errors):
    p, q = 0.3, 0.3 * (1 + 1e-9)
    want = ref.binary_relative_entropy(p, q)
    assert errors.relative(p * np.log(p / q) + (1 - p) * np.log((1 - p) / (1 - q)), want) > 1e10
    assert errors.relative(entropy.binary_relative_entropy(p, q), want) <= BINARY


@drawn(200)
@given(distributions())
def test_negative_entropy(errors, p):
    want = ref.negative_entropy(p, dps=700)
    got = entropy.negative_entropy(p)
    if -want > SMALLEST:
        errors.check("negative_entropy", errors.relative(got, want), NEGATIVE, p=p)
    else:
        assert got == 0.0 or 0.0 < -got < 1e-287


def test_the_textbook_negative_entropy_near_a_vertex(errors):
    p = np.array([1.0 - 2.0**-53, 2.0**-60])
    want = ref.negative_entropy(p)
    assert errors.relative(np.sum(p * np.log(p)), want) > 1e3
    assert errors.relative(entropy.negative_entropy(p), want) <= NEGATIVE


def test_ends_and_conventions():
    assert entropy.relative_entropy([0.0, 1.0], [0.5, 0.5]) == pytest.approx(math.log(2), rel=4e-16)
    assert entropy.relative_entropy([0.5, 0.5], [0.0, 1.0]) == math.inf
    assert entropy.relative_entropy([0.0, 1.0], [0.0, 1.0]) == 0.0
    assert entropy.binary_relative_entropy(0.0, 0.0) == 0.0
    assert entropy.binary_relative_entropy([0.0, 1.0], 0.25) == pytest.approx([math.log(4 / 3), math.log(4)], rel=4e-16)
    assert entropy.negative_entropy([0.0, 1.0]) == 0.0
    assert entropy.negative_entropy([0.25] * 4) == pytest.approx(-math.log(4), rel=4e-16)
    assert entropy.relative_entropy(np.full((3, 1, 2), 0.5), np.full((4, 2), 0.5)).shape == (3, 4)
    assert entropy.negative_entropy(np.full((3, 2), 0.5)).shape == (3,)


@drawn(100)
@given(distributions(zeros=False))
def test_the_sum_of_negative_and_cross_entropy(p):
    """D(p, uniform) = ln k + the negative entropy."""
    left = entropy.relative_entropy(p, np.full(len(p), 1.0 / len(p)))
    assert left == pytest.approx(math.log(len(p)) + entropy.negative_entropy(p), abs=1e-15)


def test_bad_input(refuses):
    refuses("p[0] is -0.5; it must be >= 0", entropy.relative_entropy, [-0.5, 1.5], [0.5, 0.5])
    refuses("the sum of q", entropy.relative_entropy, [0.5, 0.5], [0.5, 0.6])
    refuses("the sum of p", entropy.negative_entropy, [0.5, 0.4])
    refuses("must be from 0 to 1", entropy.binary_relative_entropy, 1.5, 0.5)
    refuses("q is -0.1", entropy.binary_relative_entropy, 0.5, -0.1)
    refuses("broadcast", entropy.binary_relative_entropy, [0.5, 0.5], [0.1, 0.2, 0.3])
    refuses("last axis", entropy.relative_entropy, [0.5, 0.5], [0.5, 0.25, 0.25])
    refuses("a[1] is nan", entropy.log_sum_exp, [0.0, math.nan])
    refuses("a[0] is inf", entropy.softmax, [math.inf, 0.0])
    refuses("overflows", entropy.log_softmax, [1e308, -1e308])
    refuses("a has shape ()", entropy.log_softmax, 0.0)
