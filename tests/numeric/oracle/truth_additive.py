"""The formulas of exponentiated gradient, of transfer functions of vectors, and of the general additive algorithm.

As `truth`: mpmath at the precision that is set, nothing of the project.
"""

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
    ratio_term,
    residual,
    total,
    transfer,
    unit,
)


def less(a, b):
    return [s - t for s, t in zip(a, b, strict=True)]


def eg_update(w, x, y, eta):
    """Undecided where <w,x> and y cancel by 1e30, which is more than is documented."""
    lost = mp.mpf(10) ** -30 * (dot([abs(t) for t in w], [abs(t) for t in x]) + abs(y))
    error = abs(residual(w, x, y))
    if error < mp.mpf(10) ** 15 * lost and 2 * eta * lost * max(abs(t) for t in x) > mp.mpf(10) ** -17:
        raise Undecided
    c = -2 * eta * residual(w, x, y)
    d = [c * t for t in x]
    new = normalised_exp(w, d)
    big = max(abs(t) for t in d)
    return new, [v * (1 + big / 2) for v in new]


def eg_plus_minus_update(w, x, y, eta, bound):
    return eg_update(w, [bound * t for t in x] + [-bound * t for t in x], y, eta)


def natural_eg_update(w, x, y, eta):
    c = -2 * eta * residual(w, x, y)
    d = [c * t * a for a, t in zip(w, x, strict=True)]
    new = [a * mp.exp(t) for a, t in zip(w, d, strict=True)]
    return new, [v * (1 + abs(t)) for v, t in zip(new, d, strict=True)]


def run_eg_plus_minus(X, Y, eta, bound):
    n = len(X[0])
    start = doubled = [ONE / (2 * n)] * (2 * n)
    d, w = [ZERO] * (2 * n), [ZERO] * n
    for x, y in zip(X, Y, strict=True):
        c = -2 * eta * residual(w, x, y) * bound
        d = [s + c * t for s, t in zip(d, [*x, *(-t for t in x)], strict=True)]
        doubled = normalised_exp(start, d)
        w = [bound * (a - b) for a, b in zip(doubled[:n], doubled[n:], strict=True)]
    return w, [bound] * n


def run_natural_eg(X, Y, eta, w):
    for x, y in zip(X, Y, strict=True):
        w = natural_eg_update(w, x, y, eta)[0]
    return itself(w)


def softmax(a):
    top = max(a)
    raw = [mp.exp(t - top) for t in a]
    z = total(raw)
    return [r / z for r in raw]


def log_sum_exp(a):
    top = max(a)
    return top + mp.log(total([mp.exp(t - top) for t in a]))


def relative_entropy(p, q):
    parts = [ratio_term(a, b) for a, b in zip(p, q, strict=True)]
    return mp.inf if mp.inf in parts else total([*parts, *(-a for a in p), *q])


def softmax_divergence(a_hat, a):
    p = softmax(a)
    return total([log_sum_exp(a_hat), -log_sum_exp(a), *(-(s - t) * r for s, t, r in zip(a_hat, a, p, strict=True))])


def flat(rows):
    return [t for row in rows for t in row]


def rho(a):
    return softmax([*a, ZERO])[:-1]


def whole(y):
    """Y and what is left to one."""
    return [*y, max(ZERO, ONE - total(y))]


def rho_inverse(y):
    rest = ONE - total(y)
    if rest <= 0:
        raise Undefined
    return itself([mp.log(t / rest) for t in y])


def normalisation(a):
    s = norm(a)
    return itself([t / s for t in a])


def normalisation_divergence(a_hat, a):
    u = unit(a)
    value = norm(a_hat) - dot(a_hat, u)
    return itself([value])


def proportions(a):
    s = total(a)
    return itself([t / s for t in a])


def hellinger(y, a):
    s, r = logistic(a), logistic(-a)
    p, q = mp.sqrt(y) - mp.sqrt(s), mp.sqrt(1 - y) - mp.sqrt(r)
    return itself([(p * p + q * q) / 2])


def hellinger_slope(y, a):
    s, r = logistic(a), logistic(-a)
    parts = mp.sqrt((1 - y) * s), mp.sqrt(y * r)
    size = mp.sqrt(s * r) / 2
    return [(parts[0] - parts[1]) * size], [max(parts) * size]


def quadratic(A, d):
    return mp.fsum([A[i][j] * d[i] * d[j] for i in range(len(d)) for j in range(len(d))]) / 2


def solve(A, b):
    return list(mp.lu_solve(mp.matrix(A), mp.matrix(b)))


def rows_times(A, a):
    return [dot(row, a) for row in A]


def additive_step(theta, error, x, eta):
    values, scales = [], []
    for row, e in zip(theta, error, strict=True):
        v, s = minus(row, eta * e, x)
        values += v
        scales += s
    return values, scales


def rows_of(kind, theta):
    if kind == "softmax":
        return [softmax(row) for row in theta]
    if kind == "rho":
        return [softmax([*row, ZERO])[:-1] for row in theta]
    return [[transfer(kind, t) for t in row] for row in theta]


def run_general_additive(psi, phi, theta, X, Y, eta, clip=None, loss=None):
    """The last Theta and Omega; rows of outputs."""
    scales = [abs(t) for row in theta for t in row]
    for x, y in zip(X, Y, strict=True):
        omega = rows_of(psi, theta)
        a = [dot(row, x) for row in omega]
        seen = rows_of(phi, [a])[0]
        for i, row in enumerate(omega):  # the weights are rounded, as is documented
            moved = [*a]
            moved[i] += mp.mpf(2) ** -50 * dot([abs(t) for t in row], [abs(t) for t in x])
            if phi != "identity" and max(map(abs, less(rows_of(phi, [moved])[0], seen))) > mp.mpf(10) ** -10:
                raise Undecided
        if clip is not None:
            seen = [min(clip, max(-clip, t)) for t in seen]
        error = [s - t for s, t in zip(seen, y, strict=True)]
        if loss == "square":
            error = [2 * (a[0] - y[0])]
        elif loss == "hellinger":
            s = logistic(a[0])
            error = [(mp.sqrt((1 - y[0]) * s) - mp.sqrt(y[0] * (1 - s))) * mp.sqrt(s * (1 - s)) / 2]
        steps = [[eta * e * t for t in x] for e in error]
        scales = [max(s, abs(t) + abs(d)) for s, t, d in zip(scales, flat(theta), flat(steps), strict=True)]
        theta = [less(row, d) for row, d in zip(theta, steps, strict=True)]
    omega = rows_of(psi, theta)
    return [*flat(theta), *flat(omega)], [*scales, *[max(abs(t) for t in row) for row in omega for _ in row]]
