"""Explicit, projected and simple implicit steps on manifolds, and the scale-invariant predictor."""

import numpy as np

from numeric import learners, manifolds
from numeric.learners import geodesic, project_back
from numeric.learners.losses import DistanceLoss, SquaredLoss
from tests.numeric.oracle import functions_hyperbolic
from tests.numeric.oracle import truth_geodesic as true
from tests.numeric.oracle.functions import add
from tests.numeric.oracle.functions_manifolds import normal

MANIFOLDS = {
    "euclidean": manifolds.Euclidean(),
    "sphere": manifolds.Sphere(),
    "simplex": manifolds.Simplex(),
    "orthant": manifolds.PositiveOrthant(),
    "hyperbolic": manifolds.Hyperbolic(),
}
DIGITS = {"hyperbolic": (1300, 2600)}


def start(d, kind):
    """A point; in hyperbolic space not so far out that the floats of a vector there decide."""
    n = d.n(2)
    if kind == "euclidean":
        return d.vector(n)
    if kind == "sphere":
        return d.unit(n)
    if kind == "simplex":
        return np.maximum(d.simplex(n), 2.3e-308)
    if kind == "orthant":
        return normal(d.positive(n))
    return functions_hyperbolic.at(np.clip(functions_hyperbolic.place(d, n, 1.0)[1:], -100.0, 100.0), 1.0)


def other(d, kind, p):
    if kind == "euclidean":
        return d.beside(p)
    if kind == "sphere":
        return d.sphere_beside(p)
    if kind == "simplex":
        return np.maximum(d.simplex_beside(p), 2.3e-308)
    if kind == "orthant":
        return normal(d.positive_beside(p))
    return functions_hyperbolic.at(np.clip(functions_hyperbolic.near(d, p, 1.0)[1:], -100.0, 100.0), 1.0)


def partials(d, kind, w):
    """Partial derivatives; hardly any that are too small for a manifold's accuracy."""
    if d.kind == "ordinary":
        return d.rng.uniform(-0.5, 0.5, len(w)) * (float(np.min(w)) if kind in ("simplex", "orthant") else 1.0)
    return functions_hyperbolic.clean(np.clip(d.beside(w), -1e279, 1e279), 1.0)


def rate(d):
    return float(d.rng.uniform(0.01, 0.1)) if d.kind == "ordinary" else d.rate()


def stepping(d, kind):
    w = start(d, kind)
    return w, partials(d, kind, w), rate(d)


def learning(d, kind):
    w = start(d, kind)
    T = int(d.rng.integers(1, 3))
    X = np.array([partials(d, kind, w) for _ in range(T)])
    Y = d.rng.standard_normal(T) if d.kind == "ordinary" else np.array([d.number() for _ in range(T)])
    return w, X, Y, rate(d)


def two(d, kind):
    w = start(d, kind)
    return w, other(d, kind, w)


def taught(a, X, Y):
    for x, y in zip(X, Y, strict=True):
        a.learn_one(x, None if y is None else float(y))
    return a.coef_


for _kind, _M in MANIFOLDS.items():

    def _add(name, draw, call, right, kind=_kind, ulps=None):
        add(
            "geodesic",
            f"{kind} {name}",
            lambda d: draw(d, kind),
            call,
            lambda *a: right(kind, *a),
            ulps=ulps,
            digits=DIGITS.get(kind, (100, 800)),
        )

    _add(
        "explicit_update",
        stepping,
        lambda w, g, eta, M=_M: geodesic.explicit_update(M, w, g, eta),
        true.explicit,
    )
    _add(
        "GeodesicLearner.learn_one",
        learning,
        lambda w, X, Y, eta, M=_M: taught(learners.GeodesicLearner(M, SquaredLoss(), w, eta), X, Y),
        true.run_explicit,
    )
    _add(
        "GeodesicLearner.learn_one distance",
        lambda d, kind: (*two(d, kind), rate(d)),
        lambda w, x, eta, M=_M: taught(learners.GeodesicLearner(M, DistanceLoss(M), w, eta), [x], [None]),
        lambda kind, w, x, eta: true.run_towards(kind, w, [x], eta),
    )
    _add(
        "ImplicitLearner.learn_one distance",
        lambda d, kind: (*two(d, kind), rate(d)),
        lambda w, x, eta, M=_M: taught(learners.ImplicitLearner(M, DistanceLoss(M), w, eta), [x], [None]),
        true.towards,
    )
    _add(
        "project_back_update",
        stepping,
        lambda w, g, eta, M=_M: project_back.project_back_update(M, w, g, eta),
        true.project_back,
    )
    _add(
        "ProjectBackLearner.learn_one",
        learning,
        lambda w, X, Y, eta, M=_M: taught(learners.ProjectBackLearner(M, SquaredLoss(), w, eta), X, Y),
        true.run_project_back,
    )
    _add("DistanceLoss value", two, DistanceLoss(_M).value, true.distance_loss_value)
    _add("DistanceLoss gradient", two, DistanceLoss(_M).gradient, true.distance_gradient)


# The scale-invariant predictor


def units(d):
    p = d.unit(d.n(2))
    return p, d.sphere_beside(p)


def sphere_steps(d):
    p = d.unit(d.n(2))
    return p, np.array([d.sphere_beside(p) for _ in range(int(d.rng.integers(1, 4)))]), d.rate()


_L = geodesic.ScaleInvariantLoss()

add("invariant", "gradient", units, geodesic.gradient, true.invariant_gradient, ulps=16)
add("invariant", "gradient_norm", units, geodesic.gradient_norm, true.invariant_gradient_norm, ulps=16)
add("invariant", "distance_loss", units, geodesic.distance_loss, true.invariant_distance, ulps=16)
add("invariant", "ScaleInvariantLoss predict", units, _L.predict, true.invariant_predict)
add("invariant", "ScaleInvariantLoss value", units, _L.value, true.invariant_value)
add("invariant", "ScaleInvariantLoss partials", units, _L.partials, true.invariant_partials)
add(
    "invariant",
    "SphereLearner.learn_one",
    sphere_steps,
    lambda p, X, eta: taught(learners.SphereLearner(p, eta), X, [None] * len(X)),
    true.run_invariant,
)
add(
    "invariant",
    "SphereLearner.predict_one",
    units,
    lambda p, x: learners.SphereLearner(p, 0.1).predict_one(x),
    true.invariant_predict,
)
add(
    "invariant",
    "ImplicitLearner.learn_one scale-invariant",
    lambda d: (*units(d), d.rate()),
    lambda p, x, eta: taught(
        learners.ImplicitLearner(manifolds.Sphere(), geodesic.ScaleInvariantLoss(), p, eta), [x], [None]
    ),
    true.implicit_invariant,
)


def drawn_line(d):
    n = d.n()
    w = d.vector(n)
    return w, d.beside(w), d.number(), d.rate()


add("geodesic", "implicit_update_line", drawn_line, geodesic.implicit_update_line, true.line)
add(
    "geodesic",
    "ImplicitLearner.learn_one squared euclidean",
    drawn_line,
    lambda w, x, y, eta: taught(learners.ImplicitLearner(manifolds.Euclidean(), SquaredLoss(), w, eta), [x], [y]),
    true.line,
)
