"""The public functions with their inputs and their truth."""

import numpy as np

from numeric import learners, matching
from numeric.learners import losses
from tests.numeric.oracle import truth
from tests.numeric.oracle.harness import Function

FUNCTIONS: list[Function] = []


def add(group, name, draw, call, true, ulps=None, digits=(100, 800)):
    FUNCTIONS.append(Function(name, group, draw, call, true, ulps, digits))


DEEP = (700, 1400)
"""For e**-1500, which is no float and decides nevertheless."""

LOSSES = {
    "squared": losses.SquaredLoss(),
    "absolute": losses.AbsoluteLoss(),
    "hinge": losses.HingeLoss(),
    "logistic": losses.LogisticLoss(),
}


def label_of(kind):
    return (lambda d: d.sign()) if kind in ("hinge", "logistic") else (lambda d: d.number())


# Gradient descent


def drawn_regression(d):
    n = d.n()
    w = d.vector(n)
    return w, d.beside(w), d.number(), d.rate()


def residual_zero(d):
    """Regression where <w,x> and y nearly cancel."""
    w, x, y, eta = drawn_regression(d)
    if d.kind == "close":
        s = float(np.sum(w * x))
        y = s * (1.0 + d.epsilon()) if np.isfinite(s) else y
    return w, x, y, eta


add("gradient", "lms_update", residual_zero, learners.lms_update, truth.lms_update, ulps=2.5)
add(
    "gradient",
    "project_to_ball",
    lambda d: (d.vector(d.n()), d.rate()),
    learners.project_to_ball,
    lambda w, r: truth.itself(truth.ball(w, r)[0]),
    ulps=2.5,
)


def draw_step(d):
    n = d.n()
    return d.vector(n), d.vector(n), d.rate(), int(d.rng.choice([1, 2, 3, 1000, 10**12])), d.rate()


add("gradient", "projected_step", draw_step, learners.projected_step, truth.projected_step)
add(
    "gradient",
    "strongly_convex_step",
    lambda d: draw_step(d)[:4],
    learners.strongly_convex_step,
    truth.strongly_convex_step,
)


def lms_learner(w, x, y, eta):
    a = learners.LMS(len(w), eta, w)
    a.learn_one(x, y)
    return a.coef_


add("gradient", "LMS.learn_one", residual_zero, lms_learner, truth.linear_step)


def sequence(d, kind):
    n, T = d.n(), int(d.rng.integers(1, 6))
    X = np.array([d.vector(n) for _ in range(T)])
    return X, np.array([label_of(kind)(d) for _ in range(T)])


def replayed(make, d, kind, *rates):
    """Arguments for one step after some: the point, the next instance and label, and what came before."""
    X, Y = sequence(d, kind)
    learner = make(X.shape[1], *rates)
    try:
        for x, y in zip(X[:-1], Y[:-1], strict=True):
            learner.learn_one(x, float(y))
    except ValueError:
        X, Y, learner = X[-1:], Y[-1:], make(X.shape[1], *rates)
    return learner.coef_.copy(), X[-1], float(Y[-1]), [X[:-1].tolist(), Y[:-1].tolist()]


def stepped(make, w, x, y, before, *rates):
    learner = make(len(w), *rates)
    for a, b in zip(*before, strict=True):
        learner.learn_one(np.array(a), b)
    learner.learn_one(x, y)
    return learner.coef_


for _kind, _loss in LOSSES.items():

    def _draw(d, kind=_kind, loss=_loss):
        rates = d.rate(), d.rate()
        make = lambda n, eta, radius: learners.ProjectedOGD(n, eta, radius, loss)  # noqa: E731
        return (*replayed(make, d, kind, *rates), *rates)

    add(
        "gradient",
        f"ProjectedOGD.learn_one {_kind}",
        _draw,
        lambda w, x, y, before, eta, radius, loss=_loss: stepped(
            lambda n, a, b: learners.ProjectedOGD(n, a, b, loss), w, x, y, before, eta, radius
        ),
        lambda w, x, y, before, eta, radius, kind=_kind: truth.projected_learner(
            kind, w, x, y, eta, radius, len(before[1]) + 1
        ),
    )

    def _draw(d, kind=_kind, loss=_loss):
        sigma = d.rate()
        make = lambda n, s: learners.StronglyConvexOGD(n, s, loss)  # noqa: E731
        return (*replayed(make, d, kind, sigma), sigma)

    add(
        "gradient",
        f"StronglyConvexOGD.learn_one {_kind}",
        _draw,
        lambda w, x, y, before, sigma, loss=_loss: stepped(
            lambda n, s: learners.StronglyConvexOGD(n, s, loss), w, x, y, before, sigma
        ),
        lambda w, x, y, before, sigma, kind=_kind: truth.strongly_convex_learner(
            kind, w, x, y, sigma, len(before[1]) + 1
        ),
    )


def ran(learner, X, Y, compiled):
    t = learners.run(learner, X, Y, compiled=compiled)
    return [t.predictions, t.losses, learner.coef_]


def draw_lms_run(d):
    X, Y = sequence(d, "squared")
    return X, Y, d.rate(), d.vector(X.shape[1])


def draw_perceptron_run(d):
    X, Y = sequence(d, "hinge")
    return X, Y, d.vector(X.shape[1])


def draw_eg_run(d):
    X, Y = sequence(d, "squared")
    return X, Y, d.rate(), d.simplex(X.shape[1])


def draw_sphere_run(d):
    n = d.n(2)
    return np.array([d.unit(n) for _ in range(d.few())]), d.unit(n), d.rate()


COMPILED = [False]
try:
    import numba  # noqa: F401

    COMPILED.append(True)
except ImportError:
    pass

for _compiled in COMPILED:
    add(
        "run",
        f"run LMS compiled={_compiled}",
        draw_lms_run,
        lambda X, Y, eta, w, compiled=_compiled: ran(learners.LMS(len(w), eta, w), X, Y, compiled),
        truth.run_lms,
    )
    add(
        "run",
        f"run Perceptron compiled={_compiled}",
        draw_perceptron_run,
        lambda X, Y, w, compiled=_compiled: ran(learners.Perceptron(len(w), w), X, Y, compiled)[2],
        truth.run_perceptron,
    )
    add(
        "run",
        f"run EG compiled={_compiled}",
        draw_eg_run,
        lambda X, Y, eta, w, compiled=_compiled: ran(learners.EG(w, eta), X, Y, compiled)[2],
        truth.run_eg,
    )
    add(
        "run",
        f"run SphereLearner compiled={_compiled}",
        draw_sphere_run,
        lambda X, p, eta, compiled=_compiled: ran(learners.SphereLearner(p, eta), X, None, compiled)[2],
        truth.run_sphere,
    )
    for _kind in ("squared", "absolute", "hinge"):
        add(
            "run",
            f"run ProjectedOGD {_kind} compiled={_compiled}",
            lambda d, kind=_kind: (*sequence(d, kind), d.rate(), d.rate()),
            lambda X, Y, eta, radius, kind=_kind, compiled=_compiled: ran(
                learners.ProjectedOGD(X.shape[1], eta, radius, LOSSES[kind]), X, Y, compiled
            ),
            lambda X, Y, eta, radius, kind=_kind: truth.run_projected(kind, X, Y, eta, radius),
        )

        def _batch(X, Y, eta, radius, kind=_kind, compiled=_compiled):
            other = np.ones_like(X)
            B = learners.run_batch(
                np.stack([X, other], axis=-1),
                np.stack([Y, np.ones_like(Y)], axis=-1),
                eta,
                radius,
                LOSSES[kind],
                steps=True,
                compiled=compiled,
            )
            return [B.predictions[:, 0], B.losses[:, 0], B.coef[:, 0]]

        add(
            "run",
            f"run_batch {_kind} compiled={_compiled}",
            lambda d, kind=_kind: (*sequence(d, kind), d.rate(), d.rate()),
            _batch,
            lambda X, Y, eta, radius, kind=_kind: truth.run_projected(kind, X, Y, eta, radius),
        )


def draw_perceptron(d):
    n = d.n()
    w = d.vector(n)
    x = d.beside(w)
    if d.kind == "close" and n > 1 and np.any(w != 0):
        u = w / np.max(np.abs(w))
        x = x - (x @ u) / (u @ u) * u
    return w, x, d.sign()


def perceptron_learner(w, x, y):
    a = learners.Perceptron(len(w), w)
    a.learn_one(x, y)
    return a.coef_


add("gradient", "perceptron_update", draw_perceptron, learners.perceptron_update, truth.perceptron_update, ulps=1)
add("gradient", "Perceptron.learn_one", draw_perceptron, perceptron_learner, truth.perceptron_learner, ulps=2)


# Losses


for _kind, _loss in LOSSES.items():

    def _draw(d, kind=_kind):
        w, x, y, _ = residual_zero(d)
        return w, x, (d.sign() if kind in ("hinge", "logistic") else y)

    add("losses", f"{_kind} value", _draw, _loss.value, lambda w, x, y, kind=_kind: truth.loss_value(kind, w, x, y))
    add(
        "losses",
        f"{_kind} partials",
        _draw,
        _loss.partials,
        lambda w, x, y, kind=_kind: truth.loss_partials(kind, w, x, y),
    )
    add(
        "losses",
        f"{_kind} predict",
        _draw,
        lambda w, x, y, loss=_loss: loss.predict(w, x),
        lambda w, x, y: [truth.dot(w, x)],
    )
    add(
        "losses",
        f"{_kind} slope",
        lambda d, kind=_kind: (d.number(), label_of(kind)(d)),
        _loss.slope,
        lambda a, y, kind=_kind: [truth.slope_at(kind, a, y)],
    )
    add(
        "losses",
        f"{_kind} at",
        lambda d, kind=_kind: (d.number(), label_of(kind)(d)),
        lambda a, y, loss=_loss: loss.at(np.array(a), np.array(y)),
        lambda a, y, kind=_kind: [truth.loss_at(kind, a, y)],
    )

PHIS = {
    "identity": matching.Identity(),
    "logistic_phi": matching.Logistic(),
    "exponential": matching.Exponential(),
    "tanh": matching.Tanh(),
}


def output(d, kind, beside=None):
    """A number in the closed range of phi."""
    if kind == "logistic_phi":
        return d.unit_number() if beside is None else d.unit_beside(beside)
    if kind == "tanh":
        if beside is not None and d.kind == "close":
            return float(np.clip(beside * (1.0 + d.epsilon()), -1.0, 1.0))
        return float(2.0 * d.unit_number() - 1.0) if d.rng.random() < 0.5 else d.sign() * d.unit_number()
    a = d.number() if beside is None or d.kind != "close" else beside * (1.0 + d.epsilon())
    return abs(a) if kind == "exponential" else a


def activation(d, beside=None):
    if beside is not None and d.kind == "close":
        return beside + d.epsilon()
    return d.number() if d.rng.random() < 0.5 else float(d.rng.normal() * d.rng.choice([1e-3, 1.0, 30.0, 500.0]))


for _kind, _phi in PHIS.items():

    def _draw(d, kind=_kind):
        w, x, _, _ = drawn_regression(d)
        return w, x, output(d, kind)

    _loss = losses.MatchingLoss(_phi)
    add(
        "losses",
        f"MatchingLoss {_kind} value",
        _draw,
        _loss.value,
        lambda w, x, y, kind=_kind: truth.loss_value(kind, w, x, y),
        digits=DEEP,
    )
    add(
        "losses",
        f"MatchingLoss {_kind} partials",
        _draw,
        _loss.partials,
        lambda w, x, y, kind=_kind: truth.loss_partials(kind, w, x, y),
    )
    add(
        "matching",
        f"{_kind} transfer",
        lambda d: (activation(d),),
        _phi.transfer,
        lambda a, kind=_kind: [truth.transfer(kind, a)],
        digits=DEEP,
    )
    add(
        "matching",
        f"{_kind} potential",
        lambda d: (activation(d),),
        _phi.potential,
        lambda a, kind=_kind: [truth.potential(kind, a)],
        digits=DEEP,
    )
    add(
        "matching",
        f"{_kind} inverse",
        lambda d, kind=_kind: (output(d, kind),),
        _phi.inverse,
        lambda y, kind=_kind: [truth.inverse(kind, y)],
    )
    add(
        "matching",
        f"{_kind} inverse_potential",
        lambda d, kind=_kind: (output(d, kind),),
        _phi.inverse_potential,
        lambda y, kind=_kind: [truth.inverse_potential(kind, y)],
    )

    def _draw(d, kind=_kind):
        y = output(d, kind)
        return y, output(d, kind, y)

    add(
        "matching",
        f"{_kind} matching_loss",
        _draw,
        _phi.matching_loss,
        lambda y, q, kind=_kind: [truth.matching_loss(kind, y, q)],
    )

    def _draw(d):
        a = activation(d)
        return a, activation(d, a)

    add(
        "matching",
        f"{_kind} divergence",
        _draw,
        _phi.divergence,
        lambda a, b, kind=_kind: [truth.divergence(kind, a, b)],
        digits=DEEP,
    )

    def _true(u, v, kind=_kind):
        y, q = truth.transfer(kind, v), truth.transfer(kind, u)
        parts = truth.inverse_potential(kind, y), truth.inverse_potential(kind, q), (y - q) * u
        return [parts[0] - parts[1] - parts[2]], [max(abs(t) for t in (*parts, y * u, q * u))]

    add("matching", f"{_kind} inverse_matching_loss", _draw, _phi.inverse_matching_loss, _true, digits=DEEP)


# Activations at which phi rounds to the end of its range, where the loss from phi(a) has none of its digits


def draw_saturated(d, kind):
    a = float(d.rng.uniform(20.0, 60.0)) * d.sign()
    return np.array([a]), np.array([1.0]), output(d, kind)


for _kind in ("logistic_phi", "tanh"):
    add(
        "losses",
        f"MatchingLoss {_kind} value saturated",
        lambda d, kind=_kind: draw_saturated(d, kind),
        losses.MatchingLoss(PHIS[_kind]).value,
        lambda w, x, y, kind=_kind: truth.loss_value(kind, w, x, y),
        digits=DEEP,
    )
    add(
        "losses",
        f"GeneralAdditive {_kind} loss_one saturated",
        lambda d, kind=_kind: draw_saturated(d, kind),
        lambda w, x, y, kind=_kind: learners.GeneralAdditive(matching.Identity(), PHIS[kind], w, 0.1).loss_one(x, y),
        lambda w, x, y, kind=_kind: truth.loss_value(kind, w, x, y),
        digits=DEEP,
    )

# Steps at a large rate along (1, 1, ...), which leave the weights of EG as they are


def draw_common(d):
    n = d.n(2)
    rate = float(10.0 ** d.rng.uniform(-2, 6 if d.kind == "ordinary" else 20))
    return np.ones((2, n)) * np.array([[1.0], [0.7]]), np.array([0.0, 0.1]), rate, d.simplex(n)


def eg_learner(X, Y, eta, w):
    a = learners.EG(w, eta)
    for x, y in zip(X, Y, strict=True):
        a.learn_one(x, float(y))
    return a.coef_


add("run", "EG.learn_one common", draw_common, eg_learner, truth.run_eg)
