import math

import mpmath as mp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from numeric import matching
from numeric import reference as ref

FUNCTIONS = {
    "identity": matching.Identity(),
    "logistic": matching.Logistic(),
    "exponential": matching.Exponential(),
    "tanh": matching.Tanh(),
    "softmax": matching.Softmax(),
    "rho": matching.Rho(),
}
NAMES = pytest.mark.parametrize("name", list(FUNCTIONS))
INVERTIBLE = [name for name in FUNCTIONS if name != "softmax"]
SCALES = pytest.mark.parametrize("scale", [1e-8, 1.0, 30.0, 350.0, 700.0])
# Measured worst: transfer 1.3, potential 1.3, divergence 2.1, matching_loss 2.5, inverse 1.5 ulp.
TRANSFER, POTENTIAL, DIVERGENCE, LOSS, INVERSE = 2.0, 2.0, 3.0, 3.0, 2.5
SMALLEST = 1e-290  # below, float64 is near its smallest normal number and keeps fewer digits


def samples(name, scale, seed, count=14):
    rng = np.random.default_rng(seed)
    shape = () if name in ref.matching.NUMBERS else (4,)
    for i in range(count):
        a, b = rng.uniform(-scale, scale, shape), rng.uniform(-scale, scale, shape)
        if i % 2:
            b = np.clip(a + rng.uniform(-1, 1, shape) * scale * 10.0 ** -rng.uniform(0, 12), -scale, scale)
        yield (float(a), float(b)) if shape == () else (a, b)


def digits(scale):
    return 80 if scale < 100 else 1400


def listed(x):
    return list(np.atleast_1d(x))


def as_list(x):
    return x if isinstance(x, list) else [x]


@pytest.mark.spread(7)
@NAMES
@SCALES
def test_transfer_and_potential(errors, name, scale):
    f = FUNCTIONS[name]
    for a, _ in samples(name, scale, 1):
        want = as_list(ref.matching.transfer(name, a, dps=digits(scale)))
        for got, w in zip(listed(f.transfer(a)), want, strict=True):
            if abs(w) > SMALLEST:
                errors.check("transfer", errors.relative(got, w), TRANSFER, name=name, a=a)
            else:
                assert abs(got - float(w)) <= 1e-300
        want = ref.matching.potential(name, a, dps=digits(scale))
        got = f.potential(a)
        size = max(1, abs(want)) if name in ("softmax", "rho") else abs(want)
        if want > SMALLEST or size >= 1:
            errors.check("potential", errors.vector([got], [want], size), POTENTIAL, name=name, a=a)


@pytest.mark.spread(7)
@NAMES
@SCALES
def test_divergence(errors, name, scale):
    f = FUNCTIONS[name]
    for a, b in samples(name, scale, 2):
        want = ref.matching.divergence(name, b, a, dps=digits(scale))
        if want > SMALLEST:
            errors.check("divergence", errors.relative(f.divergence(b, a), want), DIVERGENCE, name=name, a=a, b=b)
        else:
            assert 0.0 <= f.divergence(b, a) <= 1e-289
        assert f.divergence(a, a) == 0.0


@pytest.mark.spread(7)
@NAMES
@SCALES
def test_matching_loss_and_inverse(errors, name, scale):
    f = FUNCTIONS[name]
    compared = 0
    for a, b in samples(name, scale, 3):
        y, yhat = f.transfer(a), f.transfer(b)
        assert f.matching_loss(y, y) == 0.0
        both = np.concatenate([listed(y), listed(yhat)])
        low, top = (-math.inf, math.inf) if name == "identity" else (-1.0 if name == "tanh" else 1e-300, 1.0)
        if not np.all(both > low) or (name != "exponential" and not np.all(both < top)):
            continue  # on the closed range: test_conventions
        if name == "rho" and max(mp.fsum(y), mp.fsum(yhat)) >= 1:
            continue
        want = ref.matching.matching_loss(name, y, yhat, dps=digits(scale))
        if want > SMALLEST:
            compared += 1
            errors.check("loss", errors.relative(f.matching_loss(y, yhat), want), LOSS, name=name, y=y, yhat=yhat)
        if name != "softmax":
            wants = as_list(ref.matching.inverse(name, y, dps=digits(scale)))
            for got, w in zip(listed(f.inverse(y)), wants, strict=True):
                errors.check("inverse", errors.relative(got, w), INVERSE, name=name, y=y)
    assert compared >= (1 if scale < 100 else 0)


@pytest.mark.parametrize("gap", [1e-3, 1e-8, 1e-13])
def test_relative_entropy_of_close_distributions(errors, gap):
    rng = np.random.default_rng(4)
    f = matching.Softmax()
    for exponent in (-1, -20, -290):
        p = 10.0 ** rng.uniform(exponent, 0, 10)
        p /= p.sum()
        q = p * (1.0 + gap * rng.standard_normal(10))
        q /= q.sum()
        want = ref.matching.matching_loss("softmax", p, q)
        errors.check("loss", errors.relative(f.matching_loss(p, q), want), LOSS, p=p, q=q)


@pytest.mark.spread(7)
@pytest.mark.parametrize("name", ref.matching.NUMBERS)
@SCALES
def test_quadrature_of_the_definition(errors, name, scale):
    f = FUNCTIONS[name]
    for a, b in samples(name, min(scale, 5.0), 5, count=4):
        y, yhat = f.transfer(a), f.transfer(b)
        want = ref.matching.matching_loss_by_quadrature(name, y, yhat, dps=40)
        errors.check("loss", errors.relative(f.matching_loss(y, yhat), want), LOSS, name=name, y=y, yhat=yhat)


@pytest.mark.parametrize("name", INVERTIBLE)
@pytest.mark.parametrize("scale", [1e-4, 1.0, 10.0])
def test_duality(name, scale):
    f = FUNCTIONS[name]
    if name == "tanh":
        scale = min(scale, 2.0)  # beyond, 1 - |y| keeps too few of y's digits for a tight comparison
    for a, b in samples(name, scale, 6):
        y, yhat = f.transfer(a), f.transfer(b)
        terms = np.abs([f.inverse_potential(y), f.inverse_potential(yhat), np.sum(np.abs((y - yhat) * b))])
        room = 24 * 2.0**-52 * (1.0 + np.max(np.abs(b))) * np.max(terms)
        left, right = f.matching_loss(y, yhat), matching.inverse_matching_loss(f, b, a)
        assert abs(left - right) <= room, f"{name}: {left} is not {right} within {room} at {a!r}, {b!r}"
        assert abs(f.divergence(b, a) - right) <= room, (name, a, b)


@given(st.sampled_from(sorted(FUNCTIONS)), st.lists(st.floats(-30, 30), min_size=6, max_size=6))
def test_divergence_is_the_loss_of_the_outputs(name, z):
    f = FUNCTIONS[name]
    a, b = (z[0], z[1]) if name in ref.matching.NUMBERS else (np.array(z[:3]), np.array(z[3:]))
    y, yhat = f.transfer(a), f.transfer(b)
    loss = float(f.matching_loss(y, yhat))
    assert loss >= 0.0
    if name == "tanh" and max(abs(z[0]), abs(z[1])) > 8:
        return  # 1 - |y| has lost its digits in y itself
    # a rounding of the outputs moves the loss by about sqrt(loss) times that rounding over the variance
    size = float(np.max(np.abs(y))) + float(np.max(np.abs(yhat)))
    room = 1e-14 * loss + 1e-13 * math.sqrt(loss * size) + 1e-28 * size
    if name in ("logistic", "rho"):
        # the last output is what the others leave of one, and has as few digits as that is small
        rest = 1.0 - max(float(np.sum(y)), float(np.sum(yhat)))
        if rest < 1e-9:
            return
        room += 32 * 2.0**-52 / rest
    if name == "tanh":
        room *= 1e8
    assert abs(loss - float(f.divergence(b, a))) <= room, (name, a, b)


@given(st.lists(st.floats(-20, 20), min_size=12, max_size=12))
def test_three_points(z):
    a1, a2, a3 = (np.array(z[i : i + 4]) for i in (0, 4, 8))
    for f in (matching.Softmax(), matching.Rho()):
        left = f.divergence(a1, a3)
        bend = float(np.dot(a1 - a2, f.transfer(a2) - f.transfer(a3)))
        right = f.divergence(a1, a2) + f.divergence(a2, a3) + bend
        assert left == pytest.approx(right, abs=2e-13), (a1, a2, a3)


def test_divergence_keeps_the_rounding_of_the_difference(errors):
    rng = np.random.default_rng(7)
    for _ in range(40):
        a, b = float(rng.uniform(-45, -40)), float(rng.uniform(-16, -12))
        want = ref.matching.divergence("logistic", b, a)
        got = matching.Logistic().divergence(b, a)
        errors.check("divergence", errors.relative(got, want), DIVERGENCE, a=a, b=b)


def test_softmax_and_rho_are_one_function():
    a, b = np.array([0.3, -2.0, 1.5]), np.array([1.0, 0.0, -0.4])
    s, r = matching.Softmax(), matching.Rho()
    full_a, full_b = np.append(a, 0.0) + 7.25, np.append(b, 0.0) - 3.5
    assert s.transfer(full_a)[:3] == pytest.approx(r.transfer(a), rel=1e-15)
    assert s.divergence(full_b, full_a) == pytest.approx(float(r.divergence(b, a)), rel=1e-15)
    assert s.matching_loss(s.transfer(full_a), s.transfer(full_b)) == pytest.approx(
        float(r.matching_loss(r.transfer(a), r.transfer(b))), rel=1e-14
    )


def test_conventions():
    s, e = matching.Softmax(), matching.Exponential()
    assert s.matching_loss([0.0, 1.0], [0.0, 1.0]) == 0.0
    assert s.matching_loss([0.0, 1.0], [0.5, 0.5]) == pytest.approx(math.log(2.0), rel=4e-16)
    assert s.matching_loss([0.5, 0.5], [0.0, 1.0]) == math.inf
    assert e.matching_loss(0.0, 3.0) == 3.0
    assert e.matching_loss(3.0, 0.0) == math.inf
    assert matching.Logistic().matching_loss(1.0, 0.25) == pytest.approx(math.log(4.0), rel=4e-16)
    assert matching.Logistic().matching_loss(0.5, 1.0) == math.inf
    assert matching.Tanh().matching_loss(1.0, -1.0) == math.inf
    assert matching.Rho().matching_loss([0.5, 0.5], [0.25, 0.25]) == pytest.approx(math.log(2.0), rel=4e-16)
    assert matching.Rho().inverse_potential([0.5, 0.5]) == pytest.approx(-math.log(2.0), rel=4e-16)


def test_extreme_activations():
    assert matching.Softmax().divergence([700.0, -700.0], [-700.0, 700.0]) == pytest.approx(1400.0, rel=1e-15)
    assert matching.Softmax().potential([1e308, 1e308]) == 1e308
    assert matching.Softmax().potential([0.0, -50.0]) == pytest.approx(math.exp(-50.0), rel=4e-16)
    assert matching.Logistic().transfer(-745.2) == 0.0
    assert matching.Logistic().divergence(1e6, -1e6) == pytest.approx(1e6, rel=1e-15)


def test_broadcasting():
    y = np.full((3, 1, 2), 0.5)
    assert matching.Softmax().matching_loss(y, np.full((4, 2), 0.5)).shape == (3, 4)
    assert matching.Softmax().divergence(np.zeros((3, 1, 2)), np.zeros((4, 2))).shape == (3, 4)
    assert matching.Rho().matching_loss(y, np.full((4, 2), 0.25)).shape == (3, 4)
    assert matching.Logistic().divergence(np.zeros((3, 1)), np.zeros(4)).shape == (3, 4)


def test_bad_input(refuses):
    refuses("y is 1.5", matching.Logistic().matching_loss, 1.5, 0.5)
    refuses("y is 1.0", matching.Logistic().inverse, 1.0)
    refuses("yhat[1] is -0.1", matching.Exponential().matching_loss, 1.0, [0.5, -0.1])
    refuses("a is 710.0", matching.Exponential().transfer, 710.0)
    refuses("y is -1.1", matching.Tanh().matching_loss, -1.1, 0.0)
    refuses("y is 1.0", matching.Tanh().inverse, 1.0)
    refuses("the sum of y", matching.Softmax().matching_loss, [0.5, 0.6], [0.5, 0.5])
    refuses("the sum of yhat", matching.Softmax().matching_loss, [0.5, 0.5], [0.5, 0.4])
    refuses("1 - sum(y)", matching.Rho().inverse, [0.5, 0.5])
    refuses("the sum of y", matching.Rho().matching_loss, [0.9, 0.2], [0.1, 0.1])
    refuses("a[1] is nan", matching.Softmax().transfer, [0.0, math.nan])
    refuses("a has shape ()", matching.Softmax().transfer, 0.0)
    refuses("last axis", matching.Softmax().divergence, [0.0, 1.0], [0.0])
    refuses("broadcast", matching.Identity().matching_loss, [1.0, 2.0], [1.0, 2.0, 3.0])
    assert not hasattr(matching.Softmax(), "inverse")
