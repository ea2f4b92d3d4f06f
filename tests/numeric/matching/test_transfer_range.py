"""Every transfer function to a few ulp over all of its range: activations of 1e-300 to 700, near pairs, edges."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric import matching
from numeric.reference import matching as ref
from tests.sampling import drawn

FUNCTIONS = {
    "identity": matching.Identity(),
    "logistic": matching.Logistic(),
    "exponential": matching.Exponential(),
    "tanh": matching.Tanh(),
    "softmax": matching.Softmax(),
    "rho": matching.Rho(),
}
NUMBERS = [name for name in FUNCTIONS if name in ref.NUMBERS]
INVERTIBLE = [name for name in FUNCTIONS if name != "softmax"]
each = pytest.mark.parametrize("name", FUNCTIONS)
# In ulp. Measured worst of 1,500 draws a function: transfer 1.4, potential 1.2 times its condition, divergence 1.9,
# loss 3.2, inverse 1.2.
TRANSFER, POTENTIAL, DIVERGENCE, LOSS, INVERSE = 3.0, 3.0, 5.0, 4.0, 4.0
SMALLEST = mp.mpf(10) ** -280  # below, float64 is near its smallest normal number and keeps fewer digits
DIGITS = 1000

signs = st.sampled_from([-1.0, 1.0])
magnitudes = st.builds(
    lambda m, e: m * 10.0**e, st.floats(1.0, 9.99), st.one_of(st.integers(-300, 1), st.integers(-3, 1))
)
numbers = st.one_of(
    st.builds(lambda s, t: s * t, signs, magnitudes), st.just(0.0), st.floats(-700.0, 700.0), st.floats(-3.0, 3.0)
)
fractions = st.one_of(
    st.builds(lambda m, e: m * 10.0**e, st.floats(1.0, 9.99), st.integers(-280, -2)),
    st.builds(lambda m, e: 1.0 - m * 10.0**e, st.floats(1.0, 9.99), st.integers(-16, -2)),
    st.floats(0.01, 0.99),
)


@st.composite
def activation_pairs(draw, name):
    """Two activations, unrelated or 1e-16 to 1 apart in proportion."""
    k = 1 if name in NUMBERS else draw(st.integers(1, 4))
    a = np.array([draw(numbers) for _ in range(k)])
    if draw(st.booleans()):
        b = a * (1.0 + 10.0 ** -draw(st.integers(0, 16)) * np.array([draw(st.floats(-1.0, 1.0)) for _ in range(k)]))
        b = np.clip(b, -700.0, 700.0)
    else:
        b = np.array([draw(numbers) for _ in range(k)])
    return (float(a[0]), float(b[0])) if name in NUMBERS else (a, b)


@st.composite
def outputs(draw, name):
    """Two outputs of the open range, unrelated or 1e-16 to 0.1 apart in proportion."""
    if name in ("softmax", "rho"):
        k = draw(st.integers(2, 4))
        y, yhat = (np.array([draw(fractions) for _ in range(k)]) for _ in range(2))
        if draw(st.booleans()):
            yhat = y * (1.0 + 10.0 ** -draw(st.integers(1, 16)) * np.array([draw(st.floats(-1, 1)) for _ in range(k)]))
        y, yhat = y / math.fsum(y), yhat / math.fsum(yhat)
        assume(min(y.min(), yhat.min()) > 0.0)
        if name == "rho":
            y, yhat = y[1:], yhat[1:]
            assume(max(math.fsum(y), math.fsum(yhat)) < 1.0)
        return y, yhat
    values = numbers if name == "identity" else magnitudes if name == "exponential" else fractions
    y, yhat = draw(values), draw(values)
    if name == "tanh":
        y, yhat = draw(signs) * y, draw(signs) * yhat
    if draw(st.booleans()):
        yhat = y * (1.0 + draw(signs) * 10.0 ** -draw(st.integers(1, 16)))
    assume(name in ("identity", "exponential") or abs(yhat) < 1.0)
    return y, yhat


def entries(x):
    return list(np.atleast_1d(x)) if not isinstance(x, list) else x


@each
@drawn(60)
@given(data=st.data())
def test_transfer_potential_divergence(errors, name, data):
    f, (a, b) = FUNCTIONS[name], data.draw(activation_pairs(name))
    for got, want in zip(entries(f.transfer(a)), entries(ref.transfer(name, a, dps=DIGITS)), strict=True):
        if abs(want) > SMALLEST:
            errors.check(f"transfer {name}", errors.relative(got, want), TRANSFER, a=a)
        else:
            assert abs(got) <= 1e-279
    want = ref.potential(name, a, dps=DIGITS)
    if want != 0 and abs(want) > SMALLEST:
        top = max(0.0, float(np.max(a)), -float(np.max(a))) if name in ("softmax", "rho") else 0.0
        condition = max(1.0, top / float(abs(want)))  # of log-sum-exp, where its two parts cancel
        errors.check(f"potential {name}", errors.relative(f.potential(a), want), POTENTIAL * condition, a=a)
    want = ref.divergence(name, b, a, dps=DIGITS)
    got = f.divergence(b, a)
    if want > SMALLEST:
        errors.check(f"divergence {name}", errors.relative(got, want), DIVERGENCE, a=a, b=b)
    else:
        assert 0.0 <= got <= 1e-279


@each
@drawn(60)
@given(data=st.data())
def test_matching_loss_and_inverse(errors, name, data):
    f, (y, yhat) = FUNCTIONS[name], data.draw(outputs(name))
    want = ref.matching_loss(name, y, yhat, dps=DIGITS)
    got = f.matching_loss(y, yhat)
    if want > SMALLEST:
        errors.check(f"loss {name}", errors.relative(got, want), LOSS, y=y, yhat=yhat)
    else:
        assert 0.0 <= got <= 1e-279
    if name != "softmax":
        for got, want in zip(entries(f.inverse(y)), entries(ref.inverse(name, y, dps=DIGITS)), strict=True):
            errors.check(f"inverse {name}", errors.relative(got, want), INVERSE, y=y)


def softplus(a):
    return np.log(1.0 + np.exp(a))


TEXTBOOK = [
    ("logistic", "transfer", (-40.0,), lambda a: 1.0 - 1.0 / (1.0 + np.exp(a))),
    ("logistic", "potential", (-30.0,), softplus),
    ("logistic", "divergence", (1.0 + 1e-8, 1.0), lambda b, a: softplus(b) - softplus(a) - (b - a) / (1 + np.exp(-a))),
    ("logistic", "inverse", (0.5 + 1e-6,), lambda y: np.log(y) - np.log(1.0 - y)),
    ("exponential", "divergence", (1.0 + 1e-8, 1.0), lambda b, a: np.exp(b) - np.exp(a) - (b - a) * np.exp(a)),
    ("exponential", "matching_loss", (2.0, 2.0 + 1e-8), lambda y, x: y * np.log(y / x) - y + x),
    ("tanh", "potential", (1e-6,), lambda a: np.log(np.cosh(a))),
    ("tanh", "inverse", (1e-10,), lambda y: 0.5 * np.log((1.0 + y) / (1.0 - y))),
    ("tanh", "divergence", (1.0 + 1e-8, 1.0), lambda b, a: np.log(np.cosh(b) / np.cosh(a)) - (b - a) * np.tanh(a)),
    (
        "softmax",
        "divergence",
        (np.array([1e-8, 0.0]), np.zeros(2)),
        lambda b, a: np.log(np.exp(b).sum() / 2.0) - b.sum() / 2.0,
    ),
    ("softmax", "potential", (np.array([0.0, -50.0]),), lambda a: np.log(np.exp(a).sum())),
    ("rho", "potential", (np.array([-50.0]),), lambda a: np.log(1.0 + np.exp(a).sum())),
    ("rho", "inverse", (np.array([0.5 + 1e-6]),), lambda y: np.log(y) - np.log(1.0 - y.sum())),
    ("identity", "divergence", (1.0 + 1e-8, 1.0), lambda b, a: b * b / 2.0 - a * a / 2.0 - (b - a) * a),
]


@pytest.mark.parametrize(
    ("name", "method", "point", "formula"), TEXTBOOK, ids=lambda t: t if isinstance(t, str) else ""
)
def test_the_textbook_formula_breaks_the_bound(errors, name, method, point, formula):
    bound = {"transfer": TRANSFER, "potential": POTENTIAL, "divergence": DIVERGENCE, "inverse": INVERSE}.get(
        method, LOSS
    )
    want = entries(getattr(ref, method)(name, *point, dps=100))[0]
    assert errors.relative(entries(formula(*point))[0], want) > 100.0 * bound
    got = entries(getattr(FUNCTIONS[name], method)(*point))[0]
    errors.check(method, errors.relative(got, want), bound, name=name)
