"""Exponentiated gradient, transfer functions of vectors, and the general additive algorithm, with their truth."""

import numpy as np

from numeric import learners, matching
from numeric.learners.general_additive import AbsoluteOf, HellingerOf, SquareOf, additive_step
from tests.numeric.oracle import truth
from tests.numeric.oracle import truth_additive as true
from tests.numeric.oracle.functions import DEEP, PHIS, add, output, residual_zero

# Exponentiated gradient


def draw_eg(d, *, times=1):
    _, x, y, eta = residual_zero(d)
    return d.simplex(times * len(x), closed=True), x, y, eta


add("additive", "eg_update", draw_eg, learners.eg_update, true.eg_update, ulps=4, digits=DEEP)
add(
    "additive",
    "eg_plus_minus_update",
    lambda d: (*draw_eg(d, times=2), d.rate()),
    learners.eg_plus_minus_update,
    true.eg_plus_minus_update,
    ulps=6,
    digits=DEEP,
)


def draw_natural(d):
    _, x, y, eta = residual_zero(d)
    return d.positive(len(x)), x, y, eta


add("additive", "natural_eg_update", draw_natural, learners.natural_eg_update, true.natural_eg_update, ulps=5)


def sequence(d):
    n, T = d.n(), int(d.rng.integers(1, 4))
    return np.array([d.vector(n) for _ in range(T)]), np.array([d.number() for _ in range(T)])


def after(learner, X, Y):
    for x, y in zip(X, Y, strict=True):
        learner.learn_one(x, y if np.ndim(y) else float(y))
    return learner


add(
    "additive",
    "EGPlusMinus.learn_one",
    lambda d: (*sequence(d), d.rate(), d.rate()),
    lambda X, Y, eta, bound: after(learners.EGPlusMinus(X.shape[1], eta, bound), X, Y).coef_,
    true.run_eg_plus_minus,
    digits=DEEP,
)


def draw_natural_run(d):
    X, Y = sequence(d)
    return X, Y, d.rate(), d.positive(X.shape[1])


add(
    "additive",
    "NaturalEG.learn_one",
    draw_natural_run,
    lambda X, Y, eta, w: after(learners.NaturalEG(w, eta), X, Y).coef_,
    true.run_natural_eg,
)

# Transfer functions of vectors


def pair(d):
    a = d.vector(d.n())
    return d.beside(a), a


def simplices(d):
    p = d.simplex(d.n(), closed=True)
    return d.simplex_beside(p, closed=True), p


def parts(d):
    """Two vectors of positive numbers whose sums are at most one."""
    p = d.simplex(d.n(2))
    return d.simplex_beside(p)[:-1], p[:-1]


softmax, rho = matching.Softmax(), matching.Rho()
for _name, _phi, _of, _whole in (
    ("Softmax", softmax, true.softmax, lambda a: a),
    ("Rho", rho, true.rho, lambda a: [*a, truth.ZERO]),
):
    add(
        "transfer",
        f"{_name} transfer",
        lambda d: (d.vector(d.n()),),
        _phi.transfer,
        lambda a, of=_of: truth.itself(of(a)),
        digits=DEEP,
    )
    add(
        "transfer",
        f"{_name} potential",
        lambda d: (d.vector(d.n()),),
        _phi.potential,
        lambda a, more=_whole: [true.log_sum_exp(more(a))],
    )
    add(
        "transfer",
        f"{_name} divergence",
        pair,
        _phi.divergence,
        lambda a_hat, a, more=_whole: [true.softmax_divergence(more(a_hat), more(a))],
        digits=DEEP,
    )
add(
    "transfer",
    "Softmax matching_loss",
    simplices,
    softmax.matching_loss,
    lambda y, q: [true.relative_entropy(y, q)],
)
add(
    "transfer",
    "Rho matching_loss",
    parts,
    rho.matching_loss,
    lambda y, q: [true.relative_entropy(true.whole(y), true.whole(q))],
)
add("transfer", "Rho inverse", lambda d: (parts(d)[1],), rho.inverse, true.rho_inverse)
add(
    "transfer",
    "Rho inverse_potential",
    lambda d: (parts(d)[1],),
    rho.inverse_potential,
    lambda y: [truth.total([truth.xlogx(t) for t in true.whole(y)])],
)


def drawn_matrix(d):
    """A symmetric matrix that is positive definite, well conditioned but for its scale."""
    n = d.few()
    B = d.rng.standard_normal((n, n)) + 2.0 * np.eye(n)
    A = (B @ B.T) * float(10.0 ** d.rng.uniform(-3, 3) if d.kind == "ordinary" else 10.0 ** d.rng.uniform(-120, 120))
    return 0.5 * (A + A.T)


def with_vectors(d, count):
    A = drawn_matrix(d)
    a = d.vector(len(A))
    return (A, a, d.beside(a))[: count + 1]


add(
    "transfer",
    "Linear transfer",
    lambda d: with_vectors(d, 1),
    lambda A, a: matching.Linear(A).transfer(a),
    true.rows_times,
)
add(
    "transfer",
    "Linear inverse",
    lambda d: with_vectors(d, 1),
    lambda A, y: matching.Linear(A).inverse(y),
    true.solve,
)
add(
    "transfer",
    "Linear potential",
    lambda d: with_vectors(d, 1),
    lambda A, a: matching.Linear(A).potential(a),
    lambda A, a: [true.quadratic(A, a)],
)
add(
    "transfer",
    "Linear divergence",
    lambda d: with_vectors(d, 2),
    lambda A, a, b: matching.Linear(A).divergence(a, b),
    lambda A, a, b: [true.quadratic(A, true.less(a, b))],
)
add(
    "transfer",
    "Linear matching_loss",
    lambda d: with_vectors(d, 2),
    lambda A, a, b: matching.Linear(A).matching_loss(a, b),
    lambda A, a, b: [truth.dot(true.less(a, b), true.solve(A, true.less(a, b))) / 2],
)
_normalisation = matching.Normalisation()
add("transfer", "Normalisation transfer", lambda d: (d.vector(d.n()),), _normalisation.transfer, true.normalisation)
add(
    "transfer",
    "Normalisation divergence",
    pair,
    _normalisation.divergence,
    true.normalisation_divergence,
    ulps=4,
)
add(
    "transfer",
    "Proportions transfer",
    lambda d: (d.positive(d.n()),),
    matching.Proportions().transfer,
    true.proportions,
)

# The general additive algorithm


def draw_additive(d):
    k, n = d.few(), d.n()
    return np.array([d.vector(n) for _ in range(k)]), d.vector(k), d.vector(n), d.rate()


add("additive", "additive_step", draw_additive, additive_step, true.additive_step, ulps=3)

LABELS = {
    "softmax": lambda d, k: d.simplex(k, closed=True),
    "rho": lambda d, k: d.simplex(k + 1, closed=True)[:-1],
    "identity": lambda d, k: d.vector(k),
    "logistic_phi": lambda d, k: np.array([d.unit_number() for _ in range(k)]),
    "tanh": lambda d, k: np.array([output(d, "tanh") for _ in range(k)]),
}
MAPS = {**PHIS, "softmax": softmax, "rho": rho}

for _psi, _phi in [
    ("identity", "identity"),
    ("softmax", "identity"),
    ("identity", "softmax"),
    ("rho", "logistic_phi"),
    ("exponential", "tanh"),
    ("softmax", "rho"),
]:

    def _draw(d, phi=_phi):
        k, n, T = d.few(), d.few(), int(d.rng.integers(1, 4))
        theta = np.array([d.vector(n) for _ in range(k)])
        X, Y = np.array([d.vector(n) for _ in range(T)]), np.array([LABELS[phi](d, k) for _ in range(T)])
        return theta, X, Y, d.rate()

    def _call(theta, X, Y, eta, psi=_psi, phi=_phi):
        a = after(learners.GeneralAdditive(MAPS[psi], MAPS[phi], theta, eta), X, Y)
        return [a.theta_, a.coef_]

    def _true(theta, X, Y, eta, psi=_psi, phi=_phi):
        return true.run_general_additive(psi, phi, theta, X, Y, eta)

    add("additive", f"GeneralAdditive {_psi} {_phi}", _draw, _call, _true, digits=DEEP)


def draw_activation(d, kind):
    a = d.number() if d.rng.random() < 0.5 else float(d.rng.normal() * 20.0)
    y = output(d, kind)
    return (a * (1.0 + d.epsilon()) if d.kind == "close" and kind == "identity" else y), a


for _name, _loss, _kind in (("SquareOf", SquareOf(), "squared"), ("AbsoluteOf", AbsoluteOf(), "absolute")):
    add(
        "additive",
        f"{_name} value",
        lambda d: draw_activation(d, "identity"),
        _loss.value,
        lambda y, a, kind=_kind: [truth.loss_at(kind, a, y)],
    )
    add(
        "additive",
        f"{_name} slope",
        lambda d: draw_activation(d, "identity"),
        _loss.slope,
        lambda y, a, kind=_kind: [truth.slope_at(kind, a, y)],
    )
add(
    "additive",
    "HellingerOf value",
    lambda d: draw_activation(d, "logistic_phi"),
    HellingerOf().value,
    true.hellinger,
    digits=DEEP,
)
add(
    "additive",
    "HellingerOf slope",
    lambda d: draw_activation(d, "logistic_phi"),
    HellingerOf().slope,
    true.hellinger_slope,
    digits=DEEP,
)
