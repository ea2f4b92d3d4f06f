"""The constants b and c of the loss bounds: never exceeded, and approached or attained as they say."""

import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from numeric import matching
from numeric.matching import Linear, Supremum
from numeric.reference import linear as ref_linear
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
seeds = st.integers(0, 2**32 - 1)
sizes = st.one_of(st.floats(-8, 0).map(lambda e: 10.0**e), st.floats(1.0, 30.0))


def curvature(name, a, x):
    """x.Dphi(a) x of vectors."""
    if name in ref.NUMBERS:
        return mp.fsum(ref.curvature(name, s, t) for s, t in zip(a, x, strict=True))
    return ref.curvature(name, a, x)


# c


@drawn(150)
@given(st.sampled_from(sorted(FUNCTIONS)), st.integers(1, 4), sizes, sizes, seeds)
def test_no_pair_of_outputs_exceeds_c(name, k, spread, gap, seed):
    rng = np.random.default_rng(seed)
    a = spread * rng.standard_normal(k)
    b = a + gap * rng.standard_normal(k)
    if name in ref.NUMBERS:
        a, b = float(a[0]), float(b[0])
    y, yhat = (ref.transfer(name, t, dps=120) for t in (a, b))
    loss = ref.divergence(name, b, a, dps=120)  # the same number, also where an output is 1 to 60 digits
    pairs = [(y, yhat)] if name in ref.NUMBERS else zip(y, yhat, strict=True)
    with mp.workdps(100):
        square = mp.fsum((s - t) ** 2 for s, t in pairs)
    assume(square > mp.mpf(10) ** -60)
    assert square / (2 * loss) <= FUNCTIONS[name].c(1 if name in ref.NUMBERS else k).value * (1 + 1e-40)


@pytest.mark.parametrize(
    ("name", "direction"),
    [("logistic", [1]), ("tanh", [1]), ("softmax", [1, -1]), ("softmax", [1, -1, 0]), ("rho", [1]), ("rho", [1, -1])],
)
def test_c_is_approached_as_outputs_come_together(name, direction):
    """At two outputs of 1/2 each, less what the rest must have; at 0 for tanh."""
    f, k = FUNCTIONS[name], len(direction)
    assert not f.c(k).attained
    with mp.workdps(100):
        half, little = mp.mpf(1) / 2, mp.mpf(10) ** -20
        middle = {("tanh", 1): [mp.mpf(0)], ("softmax", 3): [half - little] * 2 + [2 * little]}.get(
            (name, k), [half - little if (name, k) == ("rho", 2) else half] * k
        )
        quotients = []
        for e in (2, 6, 10):
            y, yhat = middle, [m + d * mp.mpf(10) ** -e for m, d in zip(middle, direction, strict=True)]
            if name in ref.NUMBERS:
                y, yhat = y[0], yhat[0]
            quotients.append(ref.loss_quotient(name, y, yhat, dps=100))
        assert quotients[0] < quotients[1] < quotients[2] < f.c(k).value  # so it is not attained on the way
    assert float(quotients[2]) == pytest.approx(f.c(k).value, rel=1e-9)


def test_the_printed_constant_of_softmax_is_too_small():
    """general_additive, Example 6, has 1/4."""
    assert ref.loss_quotient("softmax", [0.75, 0.25], [0.5, 0.5]) > 0.25
    assert FUNCTIONS["softmax"].c(2) == Supremum(0.5, False)
    assert FUNCTIONS["softmax"].c(1) == Supremum(0.0, False)
    assert FUNCTIONS["rho"].c(1) == FUNCTIONS["logistic"].c(7) == Supremum(0.25, False)
    assert FUNCTIONS["rho"].c(2) == Supremum(0.5, False)


def test_c_of_the_exponential_is_infinite():
    c = FUNCTIONS["exponential"].c(1)
    assert c == Supremum(math.inf, False)
    assert ref.loss_quotient("exponential", 1e100, 1.1e100) > 1e99


def test_c_of_the_identity_is_every_pair():
    assert FUNCTIONS["identity"].c(3) == Supremum(1.0, True)
    assert ref.loss_quotient("identity", 3.0, -0.7) == 1


@pytest.mark.parametrize(
    "A", [np.diag([3.0, 1.0, 0.0]), [[2.0, 1.0, 0.0], [1.0, 2.0, 1.0], [0.0, 1.0, 2.0]], np.ones((3, 3))]
)
def test_c_of_a_linear_function_is_attained_along_an_eigenvector(errors, A):
    f, rows = Linear(A), np.asarray(A).tolist()
    c = f.c(3)
    assert c.attained
    errors.check("c", errors.relative(c.value, ref_linear.largest_eigenvalue(rows)), 4.0, A=A)
    v = np.linalg.eigh(np.asarray(A))[1][:, -1]
    square, loss = v @ v, 2.0 * f.matching_loss(v, np.zeros(3))
    assert square / loss == pytest.approx(c.value, rel=1e-14)
    rng = np.random.default_rng(1)
    for _ in range(50):
        y, yhat = (f.transfer(rng.standard_normal(3)) for _ in range(2))
        assert (y - yhat) @ (y - yhat) <= c.value * 2.0 * f.matching_loss(y, yhat) * (1.0 + 1e-12)
    assert Linear(np.zeros((2, 2))).c(2) == Supremum(0.0, False)


# b


@drawn(100)
@given(st.sampled_from(sorted(FUNCTIONS)), st.integers(1, 4), sizes, seeds)
def test_no_activation_exceeds_b(name, n, spread, seed):
    rng = np.random.default_rng(seed)
    X, a = rng.standard_normal((3, n)), spread * rng.standard_normal(n)
    bound = FUNCTIONS[name].b(X)
    assert all(curvature(name, a, x) <= bound.value * (1 + 1e-14) + 1e-40 for x in X)


WITNESSES = [
    ("identity", [0.3, 7.0], [3.0, -4.0]),
    ("logistic", [0.0, 0.0], [3.0, -4.0]),
    ("tanh", [0.0, 0.0], [3.0, -4.0]),
    ("softmax", [0.0, 0.0], [3.0, -4.0]),
    ("softmax", [-math.log(2.0), -math.log(2.0), 0.0], [1.0, 1.0, -2.0]),
    ("rho", [-math.log(2.0), -math.log(2.0)], [2.0, 2.0]),
    ("rho", [0.0], [-2.0]),
    ("exponential", [1.0, 2.0], [0.0, 0.0]),
]


@pytest.mark.parametrize(("name", "a", "x"), WITNESSES)
def test_b_is_attained_where_it_says_so(name, a, x):
    b = FUNCTIONS[name].b([x, [0.0] * len(x)])
    assert b.attained
    assert float(curvature(name, a, x)) == pytest.approx(b.value, rel=1e-14)


@pytest.mark.parametrize(
    ("name", "x", "path"),
    [
        ("softmax", [1.0, 0.25, -2.0], lambda t: [0.0, -t, 0.0]),
        ("rho", [1.0, -2.0], lambda t: [t, t]),
        ("rho", [1.0, 2.0], lambda t: [-t, 0.0]),
    ],
)
def test_b_is_approached_where_it_is_not_attained(name, x, path):
    b = FUNCTIONS[name].b([x])
    assert not b.attained
    values = [curvature(name, path(t), x) for t in (5.0, 15.0, 45.0)]
    assert values[0] < values[1] < values[2] < b.value
    assert float(values[2]) == pytest.approx(b.value, rel=1e-14)


def test_b_of_the_exponential_is_infinite():
    assert FUNCTIONS["exponential"].b([[0.0, 1e-9]]) == Supremum(math.inf, False)
    assert FUNCTIONS["exponential"].b([[0.0, 0.0]]) == Supremum(0.0, True)


def test_b_is_below_the_bounds_of_example_5():
    rng = np.random.default_rng(2)
    X = rng.standard_normal((20, 4))
    assert FUNCTIONS["softmax"].b(X).value <= np.max(np.abs(X)) ** 2
    B = rng.standard_normal((4, 4))
    f = Linear(B @ B.T)
    b = f.b(X)
    assert b.attained
    assert b.value == pytest.approx(max(x @ B @ B.T @ x for x in X), rel=1e-14)
    assert b.value <= f.c(4).value * np.max(np.sum(X * X, axis=1)) * (1.0 + 1e-14)


def test_the_constants_fit_the_loss_bounds():
    from numeric.learners.general_additive import learning_rate, loss_bound  # noqa: PLC0415

    b, c = FUNCTIONS["softmax"].b([[1.0, -1.0]]), FUNCTIONS["softmax"].c(3)
    assert learning_rate(b.value, c.value) == 1.0
    assert loss_bound(0.0, 1.0, b.value, c.value) == 2.0


def test_bad_input(refuses):
    for f in FUNCTIONS.values():
        refuses("outputs is 0; it must be an integer >= 1", f.c, 0)
        refuses("outputs is True", f.c, True)
        refuses("X has shape (2,); it must be (T, n)", f.b, [1.0, 2.0])
        refuses("X[0, 0] is nan", f.b, [[math.nan]])
        refuses("X has shape (0, 2)", f.b, np.zeros((0, 2)))
