"""Functions of symmetric matrices, matrix exponentiated gradient and boosting, with their truth."""

import numpy as np

from numeric import learners, spectral
from tests.numeric.oracle import truth_matrices as true
from tests.numeric.oracle.functions import DEEP, add

DIGITS = (60, 120)
"""Eigenvalues in mpmath take long."""


def near_one(d):
    """A symmetric matrix of a size that exponentials take, mostly."""
    A = d.symmetric(d.few())
    size = float(np.max(np.abs(A)))
    return A / size * float(d.rng.uniform(0.1, 30.0)) if size > 100.0 else A


# Functions of symmetric matrices


add(
    "matrices",
    "spectral.gibbs",
    lambda d: (near_one(d),),
    spectral.gibbs,
    lambda A: (true.matrix_softmax(A), [1] * len(A) ** 2),
    digits=DIGITS,
)
# Matrix exponentiated gradient


def draw_run(d):
    n, T = d.few(), int(d.rng.integers(1, 4))
    X = np.array([d.symmetric(n) for _ in range(T)])
    size = float(np.max(np.abs(X)))
    if size > 1e3:
        X = X / size
    return d.density(n), X, np.array([float(d.rng.normal()) for _ in range(T)]), float(10.0 ** d.rng.uniform(-3, 1))


def matrix_eg(W, X, Y, eta):
    a = learners.MatrixEG(W, eta)
    for x, y in zip(X, Y, strict=True):
        a.learn_one(x, float(y))
    return a.coef_


add("matrices", "MatrixEG.learn_one", draw_run, matrix_eg, true.run_matrix_eg, digits=DIGITS)
add(
    "matrices",
    "direct_update",
    draw_run,
    lambda W, X, Y, eta: learners.direct_update(W, X[0], float(Y[0]), eta),
    lambda W, X, Y, eta: true.run_matrix_eg(W, X[:1], Y[:1], eta),
    digits=DIGITS,
)

# Boosting


def interval(d):
    """-low, high and a violation between."""
    low, high = -d.rate(), d.rate()
    r = low + (high - low) * d.unit_number()
    return float(np.clip(r * (1.0 + (d.epsilon() if d.kind == "close" else 0.0)), low, high)), low, high


def inside(of):
    """The formula, where r is inside the interval."""

    def formula(r, low, high):
        if not low < r < high:
            raise true.Undefined
        return [of(r, low, high)]

    return formula


add("boosting", "approximate_alpha", interval, learners.approximate_alpha, inside(true.alpha), digits=DEEP)
add("boosting", "progress_factor", interval, learners.progress_factor, inside(true.progress_factor), digits=DEEP)


def draw_adaboost(d, *, least=0.0):
    n, T = d.n(2), int(d.rng.integers(1, 4))
    M = np.array([np.clip(d.vector(n), -1.0, 1.0) for _ in range(T)])
    if d.rng.random() < 0.5:
        M = np.where(M == 0.0, 1.0, np.sign(M))
    if d.kind == "ordinary":  # no hypothesis without an error, or without a success
        M[:, :2] = np.abs(M[:, :2]) * [1.0, -1.0]
    w = np.maximum(d.simplex(n), least)
    return w / w.sum(), M


def adaboost(w, M, projection):
    a = learners.AdaBoost(w, projection)
    for m in M:
        a.learn_one(m)
    return [a.coef_, a.alpha_, a.log_loss_]


for _projection, _least, _digits in (("approximate", 0.0, DEEP), ("exact", 1e-40, (120, 240))):
    add(
        "boosting",
        f"AdaBoost {_projection}",
        lambda d, least=_least: draw_adaboost(d, least=least),
        lambda w, M, projection=_projection: adaboost(w, M, projection),
        lambda w, M, exact=_projection == "exact": true.run_adaboost(w, M, exact),
        digits=_digits,
    )


def draw_constraints(d):
    n, T = d.few(2), int(d.rng.integers(1, 3))
    C = np.array([d.symmetric(n) for _ in range(T)])
    size = float(np.max(np.abs(C)))
    if size > 1e3 or 0.0 < size < 1e-3:
        C = C / size
    if d.kind == "ordinary":  # each constraint can be met, and can be violated
        C = C - np.trace(C, axis1=1, axis2=2)[:, None, None] / n * np.eye(n)
        return d.density(n), C, np.zeros(T)
    return d.density(n), C, np.array([float(d.rng.normal()) * 0.3 for _ in range(T)])


def definite_boost(W, C, levels, projection):
    a = learners.DefiniteBoost(W, projection)
    for c, level in zip(C, levels, strict=True):
        a.learn_one(c, float(level))
    return [a.coef_, a.alpha_, a.dual_objective_]


for _projection in ("approximate", "exact"):
    add(
        "boosting",
        f"DefiniteBoost {_projection}",
        draw_constraints,
        lambda W, C, levels, projection=_projection: definite_boost(W, C, levels, projection),
        lambda W, C, levels, exact=_projection == "exact": true.run_definite_boost(W, C, levels, exact),
        digits=(40, 80),
    )
