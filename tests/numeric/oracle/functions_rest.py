"""Rates and bounds of runs, predictions and losses of learners, and smaller functions that others are made of."""

import numpy as np

from numeric import learners, manifolds, matching, spectral, worst_case
from numeric.learners import definite_boost, general_additive, losses, matrix_eg
from tests.numeric.oracle import (
    truth,
    truth_additive,
    truth_bounds,
    truth_geodesic,
    truth_links,
    truth_manifolds,
    truth_matrices,
    truth_rest,
)
from tests.numeric.oracle.functions import DEEP, LOSSES, PHIS, add, output, residual_zero
from tests.numeric.oracle.functions_additive import simplices, with_vectors
from tests.numeric.oracle.functions_geodesic import units
from tests.numeric.oracle.functions_links import matrix_and
from tests.numeric.oracle.functions_manifolds import orthant_vector, simplex_vectors, two
from tests.numeric.oracle.functions_matrices import DIGITS, draw_run, interval, near_one


def raised():
    raise truth.Undefined


# Rates and bounds

COUNTS = [1, 2, 3, 1000, 10**12]


def drawn(d, kinds):
    """Numbers >= 0 (n), > 0 (p) and counts (k)."""
    makers = {"n": d.nonnegative, "p": d.rate, "k": lambda: int(d.rng.choice(COUNTS))}
    return tuple(makers[kind]() for kind in kinds)


for _of, _name, _kinds, _true in (
    (general_additive, "learning_rate", "pp", truth_rest.additive_rate),
    (general_additive, "loss_bound", "nnpp", truth_rest.additive_bound),
    (general_additive, "tuned_learning_rate", "pppp", truth_rest.additive_tuned_rate),
    (general_additive, "tuned_loss_bound", "nnnpp", truth_rest.additive_tuned_bound),
    (general_additive, "best_learning_rate", "pppp", truth_rest.additive_best_rate),
    (general_additive, "best_rate_loss_bound", "nnnpp", truth_rest.additive_best_bound),
    (general_additive, "other_loss_bound", "nnppkp", truth_rest.additive_other_bound),
    (general_additive, "clipped_loss_bound", "nnppkp", truth_rest.additive_clipped_bound),
    (matrix_eg, "relative_loss_bound", "nnpp", truth_rest.matrix_bound),
    (matrix_eg, "learning_rate", "pp", truth_rest.matrix_rate),
    (matrix_eg, "best_c", "ppp", truth_rest.matrix_best_c),
    (matrix_eg, "realizable_rate", "p", truth_rest.realizable_rate),
    (matrix_eg, "realizable_bound", "np", truth_rest.realizable_bound),
    (matrix_eg, "least_realizable_loss", "np", truth_rest.least_realizable_loss),
    (matrix_eg, "most_realizable_loss", "npp", truth_rest.most_realizable_loss),
    (matrix_eg, "trial_bound", "nnpp", truth_rest.trial_bound),
):
    add(
        "rates",
        f"{_of.__name__.split('.')[-1]}.{_name}",
        lambda d, kinds=_kinds: drawn(d, kinds),
        getattr(_of, _name),
        _true,
        ulps=16,
    )


def below_two(d, bc):
    """A rate eta > 0 with bc eta near or below 2, where it is a float."""
    with np.errstate(all="ignore"):
        eta = float(np.float64(2.0 * d.unit_number()) / bc)
    return eta if 0.0 < eta < np.inf else d.rate()


def square_run(d):
    b = d.rate()
    return d.nonnegative(), d.nonnegative(), b, below_two(d, b)


def any_run(d):
    """With a factor of the comparator's loss that is in its range or at an end, as far as floats say."""
    b, c = d.rate(), d.rate()
    with np.errstate(all="ignore"):
        eta = below_two(d, np.float64(b) * c)
        left = np.float64(2.0) - np.float64(b) * c * eta
        least, most = 4.0 / left / left, 1.0 / np.maximum(left - 1.0, 0.0)
        p = float(least * (1.0 + abs(d.epsilon())) if d.kind == "close" else min(least * (1.0 + d.rate()), most))
    return d.nonnegative(), d.nonnegative(), b, c, eta, p if 0.0 < p < np.inf else d.rate()


for _name, _draw, _true in (
    ("every_rate_loss_bound", any_run, truth_rest.additive_every_rate_bound),
    ("square_loss_bound", square_run, truth_rest.additive_square_bound),
):
    add("rates", f"general_additive.{_name}", _draw, getattr(general_additive, _name), _true, ulps=16)


for _name, _drawn, _true in (
    ("moment_factor", lambda d: (d.unit_number(),), truth_rest.moment_factor),
    ("mean_rate", lambda d: (d.unit_number(), d.rate()), truth_rest.mean_rate),
):
    add("rates", f"matrix_eg.{_name}", _drawn, getattr(matrix_eg, _name), _true, ulps=16)


def printed(r, low, high):
    value = definite_boost.printed_alpha(r, low, high)
    if value is None:
        raise ValueError("outside of the interval")
    return value


def within(d):
    r, low, high = interval(d)
    return (r if d.kind != "ordinary" else 0.9 * float(np.clip(r, -min(high, -low), min(high, -low)))), low, high


def printed_truth(r, low, high):
    if not -high < r < -low:
        raise truth.Undefined
    return truth_rest.printed_alpha(r, low, high)


add("boosting", "printed_alpha", within, printed, printed_truth, digits=DEEP)

# Predictions and losses of learners

for _kind, _loss in LOSSES.items():

    def _draw(d, kind=_kind):
        w, x, y, _ = residual_zero(d)
        return w, x, (d.sign() if kind in ("hinge", "logistic") else y)

    def _predicted(w, x, y, loss=_loss):
        a = learners.ProjectedOGD(len(w), 0.1, 1.0, loss)
        a.coef_ = w
        return [a.predict_one(x), a.loss_one(x, y)]

    def _true(w, x, y, kind=_kind):
        s = truth.dot(w, x)
        size = truth.dot([abs(a) for a in w], [abs(b) for b in x]) + truth.ROOM * truth.lost_of_prediction(x)
        lost = truth.loss_at(kind, s, y)
        around = (size + abs(y)) ** 2 if kind == "squared" else size + abs(y) + (kind == "logistic")
        return [s, lost], [size, max(lost, around)]

    add("predictions", f"LinearLearner {_kind}", _draw, _predicted, _true)


def activation_of(d, kind):
    w, x, _, _ = residual_zero(d)
    return w, x, output(d, kind)


for _kind, _phi in PHIS.items():
    add(
        "predictions",
        f"MatchingLoss {_kind} predict",
        lambda d, kind=_kind: activation_of(d, kind)[:2],
        losses.MatchingLoss(_phi).predict,
        lambda w, x, kind=_kind: [truth.transfer(kind, truth.dot(w, x))],
        digits=DEEP,
    )


def sphere_learner(p, x):
    a = learners.SphereLearner(p, 0.1)
    return [a.predict_one(x), a.loss_one(x)]


add(
    "predictions",
    "SphereLearner",
    units,
    sphere_learner,
    lambda p, x: ([truth.dot(truth.unit(p), truth.unit(x)), truth_geodesic.invariant_value(p, x)[0]], [1, 1]),
)


def matrix_learner(W, X, Y, eta):
    a = learners.MatrixEG(W, eta)
    return [a.predict_one(X[0]), a.loss_one(X[0], float(Y[0]))]


def matrix_truth(W, X, Y, eta):
    s = truth.total([truth.dot(a, b) for a, b in zip(W, X[0], strict=True)])
    size = truth.total([truth.norm(a) for a in X[0]])
    return [s, (s - Y[0]) ** 2], [size, (size + abs(Y[0])) ** 2]


add("predictions", "MatrixEG", draw_run, matrix_learner, matrix_truth, digits=DIGITS)
add(
    "matrices",
    "DirectMatrixEG.learn_one",
    draw_run,
    lambda W, X, Y, eta: learners.DirectMatrixEG(W, eta).partial_fit(X[:1], Y[:1]).coef_,
    lambda W, X, Y, eta: truth_matrices.run_matrix_eg(W, X[:1], Y[:1], eta),
    digits=DIGITS,
)


# Matching

add(
    "transfer",
    "Linear inverse_potential",
    lambda d: with_vectors(d, 1),
    lambda A, y: matching.Linear(A).inverse_potential(y),
    truth_rest.inverse_form,
)
add(
    "transfer",
    "Linear inverse_matching_loss",
    lambda d: with_vectors(d, 2),
    lambda A, a, b: matching.Linear(A).inverse_matching_loss(a, b),
    lambda A, a, b: (
        [truth_additive.quadratic(A, truth_additive.less(a, b))],
        [abs(truth_additive.quadratic(A, a)) + abs(truth_additive.quadratic(A, b))],
    ),
)
add(
    "transfer",
    "Normalisation potential",
    lambda d: (d.vector(d.n()),),
    matching.Normalisation().potential,
    lambda a: [truth.norm(a)] if any(a) else raised(),
    ulps=2,
)
add(
    "transfer",
    "Proportions jacobian",
    lambda d: (d.positive(d.n()),),
    matching.Proportions().jacobian,
    truth_rest.jacobian,
)


# Manifolds and links

_E, _P, _S, _L = manifolds.Euclidean(), manifolds.PositiveOrthant(), manifolds.Simplex(), manifolds.SimplexLog()
for _M, _name, _draw in ((_E, "Euclidean", two), (_P, "PositiveOrthant", orthant_vector)):
    add("euclidean", f"{_name}.proju", _draw, _M.proju, lambda p, v: truth.itself(v), ulps=0)
    add("euclidean", f"{_name}.projx", lambda d, draw=_draw: draw(d)[:1], _M.projx, truth.itself, ulps=0)
add("euclidean", "Euclidean.egrad2rgrad", two, _E.egrad2rgrad, lambda p, v: truth.itself(v), ulps=0)
add(
    "simplex",
    "Simplex.push_forward",
    lambda d: simplex_vectors(d)[:2],
    _S.push_forward,
    lambda p, v: truth_manifolds.itself(
        [b / truth.mp.sqrt(a) for a, b in zip(truth_manifolds.normalised(p), v, strict=True)]
    ),
)
add("links", "SimplexLog.forward", lambda d: (d.simplex(d.n()),), _L.forward, lambda p: truth_links.forward("log", p))
add(
    "links",
    "SimplexLog.push_forward",
    lambda d: (p := d.simplex(d.n()), d.vector(len(p))),
    _L.push_forward,
    lambda p, v: truth_links.pushed("log", p, v),
)
for _method, _true in (
    ("push_forward", truth_links.product),
    ("pull_back", truth_links.solve),
    ("push_forward_partials", truth_links.solve),
):
    add(
        "links",
        f"Linear.{_method}",
        lambda d: matrix_and(d, 1),
        lambda A, v, method=_method: getattr(manifolds.Linear(A), method)(np.zeros_like(v), v),
        _true,
        ulps=None if _method == "push_forward" else 16,
    )
for _kind, _link in (("log", manifolds.Log()), ("logit", manifolds.Logit()), ("sqrt", manifolds.Sqrt())):
    _M = manifolds.PulledBack(_link)
    add(
        "links",
        f"{_kind} PulledBack.proju",
        lambda d: (p := np.clip(d.unit_number(), 0.01, 0.99) * np.ones(2), d.vector(len(p))),
        _M.proju,
        lambda p, v: truth.itself(v),
        ulps=0,
    )
    add(
        "links",
        f"{_kind} PulledBack.projx",
        lambda d: (np.clip(d.unit_number(), 0.01, 0.99) * np.ones(2),),
        _M.projx,
        truth.itself,
        ulps=0,
    )


def distances(d, M):
    if M is _S:
        return simplices(d)
    return units(d) if isinstance(M, manifolds.Sphere) else two(d)


for _name, _M in (("euclidean", _E), ("sphere", manifolds.Sphere()), ("simplex", _S)):
    add(
        "predictions",
        f"DistanceLoss predict {_name}",
        lambda d, M=_M: distances(d, M),
        losses.DistanceLoss(_M).predict,
        lambda p, q, name=_name: [truth_geodesic.dist(name, p, q)],
        ulps=8,
    )

# Spectra

add(
    "matrices",
    "spectral.spectrum",
    lambda d: (near_one(d),),
    lambda A: spectral.spectrum("A", A).values,
    lambda A: truth.sized(sorted(truth_bounds.eigen(A)[0]), max(map(abs, truth_bounds.eigen(A)[0]))),
    digits=DIGITS,
)

# The worst case on the sphere, which interpolates between the distances that it visits


def worst_run(d):
    return float(d.rng.uniform(0.1, 1.5)), float(d.rng.uniform(0.1, 1.0)), int(d.rng.integers(0, 3)), 5


def worst_losses(start, eta, trials, states):
    distances, lost = worst_case.sphere_losses(start, eta, trials, states=states)
    return [distances, lost]


def worst_truth(start, eta, trials, states):
    """Five distances are few: the losses may lack a twentieth."""
    best = truth_rest.sphere_losses(start, eta, trials, states)
    at = [start * (states - 1 - k) / (states - 1) for k in range(states)]
    values = [-truth.mp.inf if lost is None else lost for lost in best]
    return [*at, *values], [start] * states + [truth.ROOM / 20 * (lost or 1) for lost in best]


add("worst case", "sphere_losses", worst_run, worst_losses, worst_truth, digits=(20, 40))
