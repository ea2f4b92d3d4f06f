"""Link functions, manifolds pulled back through them, and the updates through them; flat and natural steps."""

import numpy as np

from numeric import learners, manifolds
from numeric.learners import link_function, natural_gradient
from numeric.learners.losses import SquaredLoss
from tests.numeric.oracle import truth_links as truth
from tests.numeric.oracle.functions import add, sequence

LINKS = {
    "identity": manifolds.Identity(),
    "log": manifolds.Log(),
    "logit": manifolds.Logit(),
    "artanh": manifolds.Artanh(),
    "sqrt": manifolds.Sqrt(),
}


def inside(d, kind, n):
    """A vector in the domain of f."""
    if kind == "identity":
        return d.vector(n)
    if kind in ("log", "sqrt"):
        return np.maximum(d.positive(n), 2.3e-308)
    p = np.array([d.unit_number() for _ in range(n)])
    p = np.where((p == 0.0) | (p > 2.3e-308), p, 2.3e-308)
    p = np.where((p > 0.0) & (p < 1.0), p, 0.5)
    return p if kind == "logit" else p * d.rng.choice([-1.0, 1.0], n)


def beside(d, kind, p):
    if d.kind != "close" or d.rng.random() < 0.3:
        return inside(d, kind, len(p))
    with np.errstate(all="ignore"):
        q = p * (1.0 + d.epsilon() * d.rng.standard_normal(len(p)))
    good = np.isfinite(q)
    if kind in ("log", "sqrt", "logit"):
        good &= q > 0.0
    if kind in ("logit", "artanh"):
        good &= np.abs(q) < 1.0
    return np.where(good, q, p)


def parameter(d, kind, n):
    w = d.vector(n) if d.rng.random() < 0.4 else d.rng.standard_normal(n) * float(d.rng.choice([1e-3, 1.0, 5.0]))
    return np.abs(w) if kind == "sqrt" else w


def shift(d, kind, p):
    """A step d, not too long for ordinary inputs."""
    if d.kind == "ordinary" or d.rng.random() < 0.5:
        u = d.rng.standard_normal(len(p)) * float(d.rng.choice([1e-9, 0.1, 1.0]))
        return u * 0.3 * np.sqrt(p) if kind == "sqrt" else u
    return d.vector(len(p)) if d.rng.random() < 0.5 else d.rng.standard_normal(len(p)) * 100.0


def with_vector(d, kind):
    p = inside(d, kind, d.n())
    return p, d.vector(len(p))


def with_other(d, kind):
    p = inside(d, kind, d.n())
    return p, beside(d, kind, p)


def with_shift(d, kind):
    p = inside(d, kind, d.n())
    return p, shift(d, kind, p)


def with_two(d, kind):
    p, u = with_vector(d, kind)
    return p, u, d.vector(len(p))


def with_other_vector(d, kind):
    p, q = with_other(d, kind)
    return p, q, d.vector(len(p))


def gradient_step(d, kind):
    """Weights, partial derivatives and a rate, of which the step is moderate for ordinary inputs."""
    p, u = with_shift(d, kind)
    if d.kind == "ordinary":
        return p, u, float(d.rng.uniform(0.1, 1.0))
    return p, u if d.rng.random() < 0.5 else d.vector(len(p)), d.rate()


def small_sequence(d, kind):
    w = inside(d, kind, d.n())
    T = int(d.rng.integers(1, 3))
    if d.kind == "ordinary":
        X = d.rng.uniform(-0.1, 0.1, (T, len(w)))
        return w, X, d.rng.uniform(-0.1, 0.1, T), 0.1
    X = np.array([d.vector(len(w)) for _ in range(T)])
    return w, X, np.array([d.number() for _ in range(T)]), d.rate()


def learner(link, update, w, X, Y, eta):
    a = learners.LinkFunctionLearner(link, SquaredLoss(), w, eta, update)
    for x, y in zip(X, Y, strict=True):
        a.learn_one(x, float(y))
    return a.coef_


_ULPS = {
    ("logit", "forward"): 3,
    ("log", "difference"): 3,
    ("logit", "difference"): 4,
    ("sqrt", "difference"): 2,
    ("log", "moved"): 3,
    ("logit", "moved"): 4,
}

for _kind, _link in LINKS.items():
    _M = manifolds.PulledBack(_link)

    def _add(name, draw, call, true, kind=_kind, ulps=None):
        add(
            "links",
            f"{kind} {name}",
            lambda d: draw(d, kind),
            call,
            lambda *a: true(kind, *a),
            ulps=_ULPS.get((kind, name), ulps),
        )

    _add("forward", lambda d, kind: (inside(d, kind, d.n()),), _link.forward, truth.forward)
    _add("inverse", lambda d, kind: (parameter(d, kind, d.n()),), _link.inverse, truth.inverse)
    _add("push_forward", with_vector, _link.push_forward, truth.pushed)
    _add("pull_back", with_vector, _link.pull_back, truth.pulled)
    _add("push_forward_partials", with_vector, _link.push_forward_partials, truth.pulled)
    _add("difference", with_other, _link.difference, truth.difference)
    _add("moved", with_shift, _link.moved, truth.moved)
    _add("PulledBack.exp", with_shift, lambda p, d, f=_link, M=_M: M.exp(p, f.pull_back(p, d)), truth.moved)
    _add("PulledBack.log", with_other, _M.log, truth.pulled_log, ulps=16)
    _add("PulledBack.dist", with_other, _M.dist, truth.pulled_dist, ulps=16)
    _add("PulledBack.norm", with_vector, _M.norm, truth.pulled_norm)
    _add("PulledBack.inner", with_two, _M.inner, truth.pulled_inner)
    _add("PulledBack.egrad2rgrad", with_vector, _M.egrad2rgrad, truth.gradient)
    _add(
        "PulledBack.transport",
        with_other_vector,
        _M.transport,
        truth.pulled_transport,
    )
    _add(
        "additive_update",
        gradient_step,
        lambda w, g, eta, f=_link: link_function.additive_update(f, w, g, eta),
        truth.additive,
    )
    _add(
        "reparametrised_update",
        gradient_step,
        lambda w, g, eta, f=_link: link_function.reparametrised_update(f, w, g, eta),
        truth.reparametrised,
    )
    for _update in ("additive", "reparametrised"):
        _add(
            f"LinkFunctionLearner {_update}",
            small_sequence,
            lambda w, X, Y, eta, f=_link, update=_update: learner(f, update, w, X, Y, eta),
            lambda kind, w, X, Y, eta, update=_update: truth.run_learner(kind, update, w, X, Y, eta),
        )

# The simplex

_S = manifolds.SimplexLog()


def simplex_step(d):
    p = np.maximum(d.simplex(d.n()), 2.3e-308)
    return p, shift(d, "log", p)


def simplex_two(d):
    p = d.simplex(d.n())
    return p, d.simplex_beside(p)


add("links", "SimplexLog.inverse", lambda d: (d.vector(d.n()),), _S.inverse, truth.softmax)
add("links", "SimplexLog.moved", simplex_step, _S.moved, truth.simplex_moved, ulps=4)
add(
    "links",
    "SimplexLog.difference",
    simplex_two,
    _S.difference,
    lambda p, q: truth.difference("log", p, q),
    ulps=3,
)
add(
    "links",
    "SimplexLog additive_update",
    lambda d: (*simplex_step(d), d.rate()),
    lambda w, g, eta: link_function.additive_update(_S, w, g, eta),
    lambda w, g, eta: truth.simplex_moved(w, [-eta * t for t in g]),
)

# Matrices


def definite(d, n):
    """A positive definite matrix, its scaled condition number below 1e6."""
    A = d.rng.standard_normal((n, n))
    A = A @ A.T + 1e-4 * np.eye(n)
    if d.kind in ("wide", "mixed", "tiny", "huge"):
        s = np.ldexp(1.0, d.rng.integers(-200, 200, n) // (1 if d.kind == "wide" else 20))
        A = A * s[:, None] * s
    return 0.5 * (A + A.T)


def matrix_and(d, count):
    n = d.few()
    return definite(d, n), *(d.vector(n) for _ in range(count))


def of_linear(name):
    return lambda A, *a: getattr(manifolds.Linear(A), name)(*a)


add("links", "Linear.forward", lambda d: matrix_and(d, 1), of_linear("forward"), truth.product)
add("links", "Linear.inverse", lambda d: matrix_and(d, 1), of_linear("inverse"), truth.solve, ulps=16)
add("links", "Linear.moved", lambda d: matrix_and(d, 2), of_linear("moved"), truth.solved_move)
add(
    "links",
    "Linear.difference",
    lambda d: matrix_and(d, 2),
    of_linear("difference"),
    lambda A, p, q: truth.product(A, [b - a for a, b in zip(p, q, strict=True)]),
)


def natural_arguments(d):
    n = d.few()
    A = definite(d, n) if d.rng.random() < 0.5 else d.positive(n)
    return d.vector(n), A, d.vector(n), d.rate()


def natural_learner(w, A, X, Y, eta):
    a = learners.NaturalGradientLearner(lambda _: A, SquaredLoss(), w, eta)
    for x, y in zip(X, Y, strict=True):
        a.learn_one(x, float(y))
    return a.coef_


def natural_sequence(d):
    X, Y = sequence(d, "squared")
    X, Y = X[:2, :3], Y[:2]
    n = X.shape[1]
    A = definite(d, n) if d.rng.random() < 0.5 else d.positive(n)
    return d.vector(n), A, X, Y, d.rate()


add(
    "natural",
    "natural_gradient",
    lambda d: natural_arguments(d)[1:3],
    natural_gradient.natural_gradient,
    truth.solve,
    ulps=16,
)
add(
    "natural",
    "natural_gradient_update",
    natural_arguments,
    natural_gradient.natural_gradient_update,
    truth.natural_step,
)
add("natural", "NaturalGradientLearner.learn_one", natural_sequence, natural_learner, truth.run_natural)
