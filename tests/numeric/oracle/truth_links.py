"""Link functions, updates through them, flat and natural steps in mpmath; nothing of the project."""

import mpmath as mp

from tests.numeric.oracle.truth import (
    ONE,
    ZERO,
    Undecided,
    Undefined,
    dot,
    itself,
    logistic,
    minus,
    norm,
    normalised_exp,
    plus,
    residual,
    sized,
    tanh,
)

# One number


def link(kind, p):
    if kind == "identity":
        return p
    if kind == "log":
        return mp.log(p)
    if kind == "logit":
        return mp.log(p / (1 - p))
    return mp.log((1 + p) / (1 - p)) / 2 if kind == "artanh" else 2 * mp.sqrt(p)


def slope(kind, p):
    if kind == "identity":
        return ONE
    if kind == "log":
        return 1 / p
    if kind == "logit":
        return 1 / (p * (1 - p))
    return 1 / ((1 - p) * (1 + p)) if kind == "artanh" else 1 / mp.sqrt(p)


def inverse_at(kind, w):
    if kind == "identity":
        return w
    if kind == "log":
        return mp.exp(w)
    if kind == "logit":
        return logistic(w)
    if kind == "artanh":
        return tanh(w)
    if w <= 0:
        raise Undefined
    return w * w / 4


# Vectors


def forward(kind, p):
    return itself([link(kind, a) for a in p])


def inverse(kind, w):
    return itself([inverse_at(kind, a) for a in w])


def pushed(kind, p, v):
    return itself([b * slope(kind, a) for a, b in zip(p, v, strict=True)])


def pulled(kind, p, u):
    return itself([b / slope(kind, a) for a, b in zip(p, u, strict=True)])


def difference(kind, p, q):
    return itself([mp.fsum([link(kind, b), -link(kind, a)]) for a, b in zip(p, q, strict=True)])


def moved(kind, p, d):
    """f**-1(f(p) + d)."""
    if kind == "identity":
        return plus(p, d), [abs(a) + abs(b) for a, b in zip(p, d, strict=True)]
    return itself([inverse_at(kind, link(kind, a) + b) for a, b in zip(p, d, strict=True)])


def gradient(kind, p, g):
    return pulled(kind, p, pulled(kind, p, g)[0])


def pulled_log(kind, p, q):
    return pulled(kind, p, difference(kind, p, q)[0])


def pulled_dist(kind, p, q):
    return [norm(difference(kind, p, q)[0])]


def pulled_norm(kind, p, v):
    return [norm(pushed(kind, p, v)[0])]


def pulled_inner(kind, p, u, v):
    a, b = pushed(kind, p, u)[0], pushed(kind, p, v)[0]
    return sized([dot(a, b)], norm(a) * norm(b))


def pulled_transport(kind, p, q, v):
    """Undecided where f_* v is no float64 with all its digits."""
    u = pushed(kind, p, v)[0]
    if any(t and abs(t) < mp.mpf(10) ** -290 for t in u):
        raise Undecided
    return pulled(kind, q, u)


# Updates


def additive(kind, w, g, eta):
    return moved(kind, w, [-eta * t for t in g])


def reparametrised(kind, w, g, eta):
    return additive(kind, w, pulled(kind, w, g)[0], eta)


def squared_partials(w, x, y):
    """Undecided where one is no float64 with all its digits."""
    r = residual(w, x, y)
    g = [2 * r * t for t in x]
    if any(t and abs(t) < mp.mpf(10) ** -290 for t in g):
        raise Undecided
    return g


def run_learner(kind, update, w, X, Y, eta):
    """The last weights."""
    for x, y in zip(X, Y, strict=True):
        g = squared_partials(w, x, y)
        w, scales = (additive if update == "additive" else reparametrised)(kind, w, g, eta)
    return w, scales


# The simplex, through logarithm and softmax


def softmax(w):
    return itself(normalised_exp([ONE] * len(w), w))


def simplex_moved(p, d):
    return itself(normalised_exp(p, d))


# Matrices


def product(A, p):
    return sized([dot(row, p) for row in A], max(norm(row) for row in A) * norm(p))


def solve(A, b):
    """A**-1 b for a definite matrix or a diagonal, compared with the longest part."""
    if not isinstance(A[0], list):
        return itself([t / a for t, a in zip(b, A, strict=True)])
    scale = [1 / mp.sqrt(A[i][i]) if A[i][i] > 0 else ONE for i in range(len(A))]
    B = mp.matrix([[A[i][j] * scale[i] * scale[j] for j in range(len(A))] for i in range(len(A))])
    z = mp.lu_solve(B, mp.matrix([t * s for t, s in zip(b, scale, strict=True)]))
    z = [t * s for t, s in zip(z, scale, strict=True)]
    return sized(z, max((abs(t) for t in z), default=ZERO))


def solved_move(A, p, d):
    z = solve(A, d)[0]
    size = max(abs(t) for t in z)
    return plus(p, z), [abs(a) + size for a in p]


def natural_step(w, A, g, eta):
    z = solve(A, g)
    moved_by = [eta * s for s in z[1]]
    return minus(w, eta, z[0])[0], [abs(a) + s for a, s in zip(w, moved_by, strict=True)]


def run_natural(w, A, X, Y, eta):
    for x, y in zip(X, Y, strict=True):
        w, scales = natural_step(w, A, squared_partials(w, x, y), eta)
    return w, scales
