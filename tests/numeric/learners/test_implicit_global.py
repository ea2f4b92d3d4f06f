"""The implicit update is the global minimiser, against a search of the whole manifold that knows no curves."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from numeric.learners import _certified
from numeric.learners.implicit import ImplicitLearner, implicit_update
from numeric.learners.losses import AbsoluteLoss, HingeLoss, LogisticLoss, MatchingLoss, SquaredLoss, gradient_on
from numeric.manifolds import Hyperbolic, PositiveOrthant, PulledBack, Simplex, Sphere
from numeric.manifolds.links import Log
from numeric.matching import Exponential, Logistic, Tanh

LOSSES = [SquaredLoss(), AbsoluteLoss(), HingeLoss(), LogisticLoss(), MatchingLoss(Logistic()), MatchingLoss(Tanh())]
MANIFOLDS = [Sphere(), Sphere(3.0), Simplex(), Hyperbolic(), Hyperbolic(0.5), PositiveOrthant()]
TWO_MINIMA = ([0.6096662376651762], [-0.0020290276090286124], -2.980849042019134, 15.867085628356183)


class Own:
    """A loss of a user, of which only floats are known."""

    predict, value, partials = SquaredLoss().predict, SquaredLoss().value, SquaredLoss().partials


def spread(manifold, w, s, t):
    """Points of the manifold, shape (m, 3), for numbers s, t from -1 to 1; all of it but far ends."""
    if isinstance(manifold, Simplex):
        a, b = (0.25 * np.pi * (1.0 + v) for v in (s, t))
        u = np.stack([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)], axis=-1)
        return u * u
    if isinstance(manifold, Sphere):
        a, b = 0.5 * np.pi * (1.0 + s), np.pi * t
        return manifold.radius * np.stack([np.sin(a) * np.cos(b), np.sin(a) * np.sin(b), np.cos(a)], axis=-1)
    if isinstance(manifold, Hyperbolic):
        a, b = 4.0 * (1.0 + s), np.pi * t
        x, y = (manifold.radius * np.sinh(a) * f(b) for f in (np.cos, np.sin))
        return np.stack([manifold.radius * np.cosh(a), x, y], axis=-1)
    return w * np.exp(9.0 * np.stack([s, t], axis=-1))


def costs(manifold, loss, w, q, x, y, eta):
    """U in plain float64, which is all that a search of the whole needs."""
    if isinstance(manifold, Simplex):
        d = 2.0 * np.arccos(np.minimum(np.sqrt(q) @ np.sqrt(w), 1.0))
    elif isinstance(manifold, Sphere):
        d = manifold.radius * np.arccos(np.clip(q @ w / manifold.radius**2, -1.0, 1.0))
    elif isinstance(manifold, Hyperbolic):
        d = manifold.radius * np.arccosh(np.maximum(-(q @ (w * [-1.0, 1.0, 1.0])) / manifold.radius**2, 1.0))
    else:
        d = np.linalg.norm(np.log(q / w), axis=-1)
    a = q @ x
    values = {
        "SquaredLoss": lambda: (a - y) ** 2,
        "AbsoluteLoss": lambda: np.abs(a - y),
        "HingeLoss": lambda: np.maximum(0.0, 1.0 - y * a),
        "LogisticLoss": lambda: np.logaddexp(0.0, -y * a),
    }
    if isinstance(loss, MatchingLoss):
        c = 1.0 if isinstance(loss.phi, Logistic) else 2.0
        value = np.logaddexp(0.0, c * a) - (y + c - 1.0) * a
    else:
        value = values[type(loss).__name__]()
    return 0.5 * d * d + eta * value


def least(manifold, loss, w, x, y, eta, size=161):
    """The least U of a grid, and of finer grids about the five best points of it."""

    def on(s, t):
        return costs(manifold, loss, w, spread(manifold, w, s, t), x, y, eta)

    line = np.linspace(-1.0, 1.0, size)
    s, t = (v.ravel() for v in np.meshgrid(line, line))
    u = on(s, t)
    best = math.inf
    for k in np.argsort(u)[:5]:
        at, h = (s[k], t[k]), 2.0 / size
        for _ in range(14):
            fine = np.linspace(-2.0 * h, 2.0 * h, 21)
            p, q = (np.clip(c + v.ravel(), -1.0, 1.0) for c, v in zip(at, np.meshgrid(fine, fine), strict=True))
            v = on(p, q)
            i = int(np.argmin(v))
            at, h, best = (p[i], q[i]), 0.3 * h, min(best, float(v[i]))
    return best


def problem(manifold, rng):
    n = 2 if isinstance(manifold, PositiveOrthant) else 3
    w = manifold.projx(np.exp(rng.standard_normal(n))) if n == 2 else manifold.random_point(rng, n)
    x = rng.standard_normal(n) * 10.0 ** rng.uniform(-1.0, 1.0)
    return w, x, float(rng.choice([-1.0, 1.0])), 10.0 ** rng.uniform(-2.0, 2.0)


@pytest.mark.spread(5)
@pytest.mark.parametrize("manifold", MANIFOLDS, ids=repr)
@pytest.mark.parametrize("loss", LOSSES, ids=repr)
@settings(max_examples=3)
@given(seed=st.integers(0, 2**32 - 1))
def test_no_point_of_the_manifold_costs_less(manifold, loss, seed):
    w, x, y, eta = problem(manifold, np.random.default_rng(seed))
    y = max(y, 0.0) if loss == MatchingLoss(Logistic()) else y
    found = implicit_update(manifold, loss, w, x, y, eta)
    assert found.certified, found.reason
    assert found.converged
    bound = least(manifold, loss, w, x, y, eta)
    mine = float(costs(manifold, loss, w, found.point[None], x, y, eta)[0])
    # arccos and arccosh in float64 make up to 1e-7 of a distance near 0 and sqrt(cosh) of one far out.
    assert mine <= bound + 1e-6 * (1.0 + abs(bound)) * max(1.0, eta)


def test_of_two_minima_in_the_orthant_the_lower_one_is_taken():
    w, x, y, eta = TWO_MINIMA
    for manifold in (PositiveOrthant(), PulledBack(Log())):
        found = implicit_update(manifold, SquaredLoss(), w, x, y, eta)
        assert found.certified
        assert not found.unique
        assert abs(found.point[0] - 1427.5016719) < 1e-6
        assert min(abs(found.solutions[1:, 0] - 0.69687270)) < 1e-7  # the other minimiser is listed


def test_a_tie_is_no_step():
    """On the sphere with x along w: <w,x> = 0 is the least loss, and every direction leads there."""
    w = np.array([0.0, 0.0, 1.0])
    found = implicit_update(Sphere(), SquaredLoss(), w, 4.0 * w, 0.0, 10.0)
    assert (found.certified, found.converged, found.unique) == (False, False, False)
    assert "equally good" in found.reason
    assert found.point.tolist() == w.tolist()
    assert implicit_update(Sphere(), SquaredLoss(), w, 4.0 * w, 5.0, 10.0).certified  # the pole is nearest to y


def test_a_search_that_ends_early_proves_nothing_and_says_so(monkeypatch):
    monkeypatch.setattr(_certified, "_BOXES", 2)
    w, x, y, eta = TWO_MINIMA
    found = implicit_update(PositiveOrthant(), SquaredLoss(), w, x, y, eta)
    assert not found.certified
    assert not found.unique
    assert found.reason


def test_a_loss_without_bounds_is_never_called_proved():
    w, x = [0.2, 0.3, 0.5], [1.0, -2.0, 0.5]
    for manifold in (PositiveOrthant(), Simplex()):
        found = implicit_update(manifold, Own(), w, x, 1.0, 0.5)
        assert found.converged
        assert not found.certified
        assert not found.unique
        assert "not proved" in found.reason


@pytest.mark.spread(4)
@pytest.mark.parametrize("tiny", [1e-100, 1e-300, 1e-307])
@pytest.mark.parametrize("loss", [SquaredLoss(), LogisticLoss(), MatchingLoss(Exponential())], ids=repr)
def test_a_tiny_coordinate_of_the_simplex_and_the_residual_of_the_point(tiny, loss):
    rng = np.random.default_rng(8)
    for eta in (1e-3, 1.0, 1e3):
        w, x = Simplex().projx(np.array([tiny, 0.3, 0.7])), rng.standard_normal(3)
        found = implicit_update(Simplex(), loss, w, x, 1.0, eta)
        assert found.certified, found.reason
        pull = eta * gradient_on(Simplex(), loss, found.point, x, 1.0)
        rest = Simplex().proju(found.point, pull - Simplex().log(found.point, w))
        assert found.residual == float(Simplex().norm(found.point, rest))
        assert found.residual <= 1e-13 * (1.0 + eta)


@pytest.mark.spread(2, 1)
@pytest.mark.parametrize("manifold", MANIFOLDS, ids=repr)
def test_inputs_of_every_size_are_proved_or_reported_or_refused(manifold):
    rng = np.random.default_rng(9)
    proved = 0
    for k in range(8):
        w, x, y, _ = problem(manifold, rng)
        x, eta = x * 10.0 ** rng.uniform(-30.0, 30.0), 10.0 ** rng.uniform(-60.0, 60.0)
        try:
            found = implicit_update(manifold, LOSSES[k % 4], w, x, y, eta)
        except ValueError:  # refused: a gradient that is no float, in the solver without bounds
            continue
        assert found.converged or not (found.certified or found.unique)
        assert found.certified or found.reason
        assert found.certified == (found.reason == "")
        proved += found.certified
    assert proved >= 4


def test_a_corner_of_the_loss_is_met_exactly():
    """The absolute loss on the orthant: <w',x> = y, where a method that follows gradients jumps to and fro."""
    w, x, y = np.array([1.0, 2.0]), np.array([1.0, 1.0]), 3.5
    found = implicit_update(PositiveOrthant(), AbsoluteLoss(), w, x, y, 10.0)
    assert found.certified
    assert abs(float(found.point @ x) - y) <= 2.0**-50


def test_a_constant_prediction_on_the_simplex_moves_nothing():
    learner = ImplicitLearner(Simplex(), SquaredLoss(), [0.25, 0.75], 2.0)
    learner.learn_one([3.0, 3.0], 1.0)
    assert learner.coef_.tolist() == [0.25, 0.75]
    assert learner.step_.certified


def test_a_step_that_underflows_ends_the_solver_without_bounds():
    w = [7.85679684545257e-309, 0.17226390866644423, 0.8277360913335557]
    x = [-0.12430905637080403, -0.08661282969943997, -0.008013445897058383]
    for eta in (1e-3, 1.0, 1897.6229197630837):
        found = implicit_update(Simplex(), Own(), w, x, 0.2136429974986111, eta)
        assert not found.certified
        assert found.reason
        assert implicit_update(Simplex(), SquaredLoss(), w, x, 0.2136429974986111, eta).residual <= 1e-13 * (1.0 + eta)
