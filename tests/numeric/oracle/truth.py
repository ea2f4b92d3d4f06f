"""The formulas of the papers and the docstrings in mpmath, at the precision that is set; nothing of the project.

Arguments are mpf numbers, lists of them, and lists of rows. A formula answers with its values, or with `(values,
scales)`: what the error of each is to be compared with, the largest entry unless given. Sums of products are rounded
once (`mpmath.fdot`), so cancellation is no matter here, and the harness raises the precision until nothing changes.
`Undefined` is raised where there is no value, so the function must refuse; `Undecided` where the rounding of the
arguments decides which of two values is right, and a test says nothing.
"""

import mpmath as mp

ZERO, ONE = mp.mpf(0), mp.mpf(1)


class Undefined(Exception):
    """There is no value."""


class Undecided(Exception):
    """Rounding decides."""


# Vectors


def dot(a, b):
    return mp.fdot(zip(a, b, strict=True))


def norm(a):
    return mp.sqrt(dot(a, a))


def total(a):
    return mp.fsum(a)


def residual(w, x, y):
    return mp.fdot([*zip(w, x, strict=True), (-ONE, y)])


def minus(w, c, x):
    """W - c x, and |w_i| + |c x_i|."""
    steps = [c * t for t in x]
    return [mp.fsum([a, -s]) for a, s in zip(w, steps, strict=True)], [
        abs(a) + abs(s) for a, s in zip(w, steps, strict=True)
    ]


def itself(values):
    """The values, each compared with its own size."""
    return values, [abs(v) for v in values]


def sized(values, size):
    return values, [abs(size)] * len(values)


def times(c, a):
    return [c * t for t in a]


def plus(a, b):
    return [mp.fsum([s, t]) for s, t in zip(a, b, strict=True)]


def unit(a):
    n = norm(a)
    if n == 0:
        raise Undefined
    return [t / n for t in a]


def reject(p, x):
    """The part of x orthogonal to p."""
    return minus(x, dot(p, x) / dot(p, p), p)[0]


def sign(a):
    return mp.mpf((a > 0) - (a < 0))


# Losses of <w,x>


def logistic(a):
    e = mp.exp(-abs(a))
    return 1 / (1 + e) if a >= 0 else e / (1 + e)


def tanh(a):
    e = mp.exp(-2 * abs(a))
    return sign(a) * (1 - e) / (1 + e)


def softplus(a):
    """ln(1 + e**a)."""
    return max(a, ZERO) + mp.log1p(mp.exp(-abs(a)))


def loss_at(kind, a, y):
    if kind == "squared":
        return (a - y) ** 2
    if kind == "absolute":
        return abs(a - y)
    if kind == "hinge":
        return max(ZERO, 1 - y * a)
    if kind == "logistic":
        return softplus(-y * a)
    if kind == "logistic_phi":
        return softplus(a) - y * a + inverse_potential(kind, y)
    if kind == "tanh":
        return potential(kind, a) - y * a + inverse_potential(kind, y)
    return matching_loss(kind, y, transfer(kind, a))


def slope_at(kind, a, y):
    if kind == "squared":
        return 2 * (a - y)
    if kind == "absolute":
        return sign(a - y)
    if kind == "hinge":
        return -y if y * a < 1 else ZERO
    if kind == "logistic":
        return -y * logistic(-y * a)
    return transfer(kind, a) - y


def decided_slope(kind, w, x, y, lost=ZERO):
    """The slope at <w,x>, `Undecided` where a float64 <w,x> may lie on the other side of the corner."""
    s = dot(w, x)
    size = dot([abs(t) for t in w], [abs(t) for t in x])
    gap = {"absolute": s - y, "hinge": 1 - y * s}.get(kind, ONE)
    room = mp.mpf(10) ** -12 * (size + (abs(y) if kind == "absolute" else 1)) + 2 * lost_of_prediction(x, lost)
    if abs(gap) <= room and gap != 0:
        raise Undecided
    return slope_at(kind, s, y)


def loss_value(kind, w, x, y):
    if kind in ("squared", "absolute"):
        r = residual(w, x, y)
        return [r * r if kind == "squared" else abs(r)]
    if kind == "hinge":
        return [max(ZERO, mp.fdot([(ONE, ONE), *((-y * a, b) for a, b in zip(w, x, strict=True))]))]
    return [loss_at(kind, dot(w, x), y)]


def loss_partials(kind, w, x, y):
    if kind in ("squared", "absolute"):
        r = residual(w, x, y)
        return itself([(2 * r if kind == "squared" else sign(r)) * t for t in x])
    if kind == "hinge":
        gap = mp.fdot([(ONE, ONE), *((-y * a, b) for a, b in zip(w, x, strict=True))])
        return itself([-y * t if gap > 0 else ZERO for t in x])
    return itself([slope_at(kind, dot(w, x), y) * t for t in x])


# Gradient descent


def lms_update(w, x, y, eta):
    """A residual below 1e-307 has fewer digits, as is documented."""
    error = residual(w, x, y)
    new, scales = minus(w, 2 * eta * error, x)
    if 0 < abs(error) < mp.mpf(10) ** -307:
        scales = [c + eta * abs(t) * TINY * mp.mpf(2) ** 52 for c, t in zip(scales, x, strict=True)]
    return new, scales


def ball(w, radius, scales=None):
    length = norm(w)
    share = radius / length if length > radius else ONE
    return [share * t for t in w], [share * abs(t) for t in (w if scales is None else scales)]


def projected_step(w, g, eta, t, radius):
    return ball(*_swap(minus(w, eta / mp.sqrt(t), g), radius))


def _swap(pair, radius):
    return pair[0], radius, pair[1]


def strongly_convex_step(w, g, sigma, t):
    return minus(w, 1 / (sigma * t), g)


TINY = mp.mpf(2) ** -1074
ROOM = mp.mpf(10) ** 9
"""Absolute errors, in scales, count as much as 1e-9 of them."""


def lost_of_prediction(x, lost=ZERO):
    """What <w,x> may lack where each entry of w lacks `lost` and products underflow, as is documented."""
    return len(x) * (TINY + (lost + TINY) * max(abs(t) for t in x))


def with_lost(step, lost):
    """The scales of a step, with room for an absolute error of each entry."""
    return step[0], [s + ROOM * lost for s in step[1]]


def lost_of_step(x, lost, pull):
    """What each entry of w may lack after a step of `pull` times the error of the prediction."""
    return lost + TINY + pull * lost_of_prediction(x, lost) * max(abs(t) for t in x)


def linear_step(w, x, y, eta, lost=ZERO):
    return with_lost(minus(w, 2 * eta * residual(w, x, y), x), lost_of_step(x, lost, 2 * eta))


def pull_of(kind):
    """How steep the slope of the loss is."""
    return {"squared": 2, "logistic": 1}.get(kind, 0)


def projected_learner(kind, w, x, y, eta, radius, t, lost=ZERO):
    step = projected_step(w, times(decided_slope(kind, w, x, y, lost), x), eta, t, radius)
    return with_lost(step, lost_of_step(x, lost, pull_of(kind) * eta))


def strongly_convex_learner(kind, w, x, y, sigma, t):
    step = decided_slope(kind, w, x, y) / (sigma * t)
    moved = minus([(1 - mp.mpf(1) / t) * a for a in w], step, x)
    return with_lost(moved, lost_of_step(x, ZERO, pull_of(kind) / (sigma * t)))


def run_projected(kind, X, Y, eta, radius):
    """The predictions, losses and last point. Here each step may lack 1e-323 max|X| too (`run_batch`)."""
    w, lost = [ZERO] * len(X[0]), ZERO
    seen, losses, sizes, scales = [], [], [], [ZERO] * len(w)
    for t, (x, y) in enumerate(zip(X, Y, strict=True), 1):
        s = dot(w, x)
        seen.append(s)
        sizes.append(dot([abs(a) for a in w], [abs(b) for b in x]) + ROOM * lost_of_prediction(x, lost))
        losses.append(loss_at(kind, s, y))
        w, scales = projected_learner(kind, w, x, y, eta, radius, t, lost)
        lost = lost_of_step(x, lost, pull_of(kind) * eta) + 2 * TINY * max(abs(b) for b in x)
        scales = [c + ROOM * lost for c in scales]
    around = [
        max(v, (abs(s) + abs(y)) ** (2 if kind == "squared" else 1)) for v, s, y in zip(losses, sizes, Y, strict=True)
    ]
    return [*seen, *losses, *w], [*sizes, *around, *scales]


def run_lms(X, Y, eta, w):
    seen, losses, sizes, scales, lost = [], [], [], [ZERO] * len(w), ZERO
    for x, y in zip(X, Y, strict=True):
        s = dot(w, x)
        seen.append(s)
        sizes.append(dot([abs(a) for a in w], [abs(b) for b in x]) + ROOM * lost_of_prediction(x, lost))
        losses.append((s - y) ** 2)
        w, scales = linear_step(w, x, y, eta, lost)
        lost = lost_of_step(x, lost, 2 * eta)
    return [*seen, *losses, *w], [*sizes, *((abs(s) + abs(y)) ** 2 for s, y in zip(sizes, Y, strict=True)), *scales]


def perceptron_update(w, x, y):
    """Parts below 1e-290 max|w| max|x| may decide either way, as is documented."""
    s = dot(w, x)
    if s != 0 and abs(s) <= mp.mpf(10) ** -288 * max(map(abs, w)) * max(map(abs, x)):
        raise Undecided
    return perceptron(w, x, y)


def perceptron(w, x, y):
    return minus(w, -y if y * dot(w, x) <= 0 else ZERO, x)


def perceptron_learner(w, x, y):
    s, size = dot(w, x), dot([abs(t) for t in w], [abs(t) for t in x])
    if abs(s) <= mp.mpf(10) ** -12 * size + mp.mpf(10) ** -305 and size != 0:
        raise Undecided  # the sign of the float64 prediction decides
    return perceptron(w, x, y)


def run_perceptron(X, Y, w):
    for x, y in zip(X, Y, strict=True):
        w, scales = perceptron_learner(w, x, y)
    return w, scales


# Exponentiated gradient


def normalised_exp(w, d):
    """w_i e**d_i over the sum."""
    top = max(mp.log(a) + b for a, b in zip(w, d, strict=True) if a > 0)
    raw = [mp.exp(mp.log(a) + b - top) if a > 0 else ZERO for a, b in zip(w, d, strict=True)]
    z = total(raw)
    return [r / z for r in raw]


def run_eg(X, Y, eta, w):
    """The last weights, from the logarithms."""
    z = total(w)
    start = w = [a / z for a in w]
    d = [ZERO] * len(w)
    for x, y in zip(X, Y, strict=True):
        c = -2 * eta * residual(w, x, y)
        d = [s + c * t for s, t in zip(d, x, strict=True)]
        w = normalised_exp(start, d)
    return w, [ONE] * len(w)


# Matching losses


def xlogx(t):
    return t * mp.log(t) if t > 0 else ZERO


def ratio_term(y, q):
    """Y ln(y/q)."""
    if y == 0:
        return ZERO
    return mp.inf if q == 0 else y * mp.log(y / q)


def transfer(kind, a):
    if kind == "identity":
        return a
    if kind == "exponential":
        return mp.exp(a)
    return {"logistic_phi": logistic, "tanh": tanh}[kind](a)


def inverse(kind, y):
    if kind == "identity":
        return y
    if kind == "exponential":
        return mp.log(y)
    return mp.log(y / (1 - y)) if kind == "logistic_phi" else mp.log((1 + y) / (1 - y)) / 2


def potential(kind, a):
    if kind == "identity":
        return a * a / 2
    if kind == "exponential":
        return mp.exp(a)
    if kind == "logistic_phi":
        return softplus(a)
    return abs(a) + mp.log1p(mp.exp(-2 * abs(a))) - mp.log(2)


def inverse_potential(kind, y):
    if kind == "identity":
        return y * y / 2
    if kind == "exponential":
        return xlogx(y) - y
    if kind == "logistic_phi":
        return xlogx(y) + xlogx(1 - y)
    return (xlogx(1 + y) + xlogx(1 - y)) / 2


def matching_loss(kind, y, q):
    if kind == "identity":
        return (y - q) ** 2 / 2
    if kind == "exponential":
        t = ratio_term(y, q)
        return t if t == mp.inf else t - y + q
    if kind == "logistic_phi":
        parts = ratio_term(y, q), ratio_term(1 - y, 1 - q)
    else:
        parts = ratio_term(1 + y, 1 + q) / 2, ratio_term(1 - y, 1 - q) / 2
    return mp.inf if mp.inf in parts else parts[0] + parts[1]


def divergence(kind, a_hat, a):
    return potential(kind, a_hat) - potential(kind, a) - (a_hat - a) * transfer(kind, a)


# The sphere


def sphere_point(p, radius):
    return times(radius / norm(p), p)


def sphere_exp(p, v, radius):
    if not any(v):
        return sized(list(p), radius)
    x, u = sphere_point(p, radius), reject(p, v)
    t = norm(u) / radius
    if t == 0:
        return sized(x, radius)
    return sized(plus(times(mp.cos(t), x), times(mp.sin(t) / t, u)), radius)


def sphere_step(p, x, eta):
    a, b = unit(p), unit(x)
    v = times(-2 * eta * dot(a, b), reject(a, b))
    return sphere_exp(p, v, ONE) if any(v) else sized(list(p), ONE)


def run_sphere(X, p, eta):
    """A step of `run` is right to 4 ulp of 1, which the next makes 1 + 4 eta times as large."""
    p, off = unit(p), ZERO
    for x in X:
        p = unit(sphere_step(p, x, eta)[0])
        off = off * (1 + 4 * eta) + mp.mpf(2) ** -50
    return sized(p, 1 + ROOM * off)
