"""Explicit and projected steps on manifolds in mpmath; nothing of the project."""

import mpmath as mp

from tests.numeric.oracle import truth_hyperbolic as hyperbolic
from tests.numeric.oracle import truth_manifolds as flat
from tests.numeric.oracle.truth import ONE, Undecided, Undefined, dot, minus, norm, plus, residual, sized, times, unit
from tests.numeric.oracle.truth_links import squared_partials

# Geometry by name; the radius is 1 but for R^n


def moved(kind, w, v):
    """Exp_w(v)."""
    if kind == "euclidean":
        return plus(w, v), [abs(a) + abs(b) for a, b in zip(w, v, strict=True)]
    if kind == "sphere":
        if norm(v) > 10**5:  # the rounding of v decides
            raise Undecided
        return flat.sphere_exp(w, v, ONE)
    if kind == "simplex":
        return flat.simplex_exp(w, v)
    return flat.orthant_exp(w, v) if kind == "orthant" else hyperbolic.exp(w, v, ONE)


def gradient(kind, w, g):
    if kind == "euclidean":
        return g
    if kind == "sphere":
        return flat.sphere_proju(w, g)[0]
    if kind == "simplex":
        return flat.simplex_gradient(w, g)[0]
    return flat.orthant_gradient(w, g)[0] if kind == "orthant" else hyperbolic.gradient(w, g, ONE)[0]


def log(kind, p, q):
    if kind == "euclidean":
        return flat.difference(p, q)[0]
    if kind == "sphere":
        return flat.sphere_log(p, q, ONE)[0]
    if kind == "simplex":
        return flat.simplex_log(p, q)[0]
    return flat.orthant_log(p, q)[0] if kind == "orthant" else hyperbolic.log(p, q, ONE)[0]


def dist(kind, p, q):
    if kind == "euclidean":
        return norm(flat.difference(p, q)[0])
    if kind == "sphere":
        return flat.sphere_dist(p, q, ONE)[0]
    if kind == "simplex":
        return flat.simplex_dist(p, q)[0]
    return flat.orthant_dist(p, q)[0] if kind == "orthant" else hyperbolic.dist(p, q, ONE)[0]


def projected(kind, x):
    if kind == "euclidean":
        return x
    if kind == "sphere":
        return unit(x)
    if kind == "simplex":
        if min(x) <= 0:
            raise Undefined
        return flat.normalised(x)
    if kind == "orthant":
        if min(x) <= 0:
            raise Undefined
        return x
    return hyperbolic.point(x, ONE)


# Steps


def explicit(kind, w, g, eta):
    """Undecided where the gradient is no float64 with all its digits."""
    v = gradient(kind, w, g)
    if any(t and abs(t) < mp.mpf(10) ** -290 for t in v):
        raise Undecided
    return moved(kind, w, times(-eta, v))


def decided(t, x, eta):
    """Undecided where the rounding of the point before decides: it is no argument."""
    if t and eta * dot(x, x) > 10**5:
        raise Undecided


def run_explicit(kind, w, X, Y, eta):
    for t, (x, y) in enumerate(zip(X, Y, strict=True)):
        decided(t, x, eta)
        w, scales = explicit(kind, w, squared_partials(w, x, y), eta)
    return w, scales


def run_towards(kind, w, X, eta):
    """Explicit steps for dist(w, x)**2/2."""
    for x in X:
        w, scales = moved(kind, w, times(eta, log(kind, w, x)))
    return w, scales


def towards(kind, w, x, eta):
    """The implicit step for dist(w, x)**2/2."""
    return moved(kind, w, times(eta / (1 + eta), log(kind, w, x)))


def distance_loss_value(kind, w, x):
    return [dist(kind, w, x) ** 2 / 2]


def distance_gradient(kind, w, x):
    v = times(-ONE, log(kind, w, x))
    return (v, flat.simplex_log(w, x)[1]) if kind == "simplex" else sized(v, max(abs(t) for t in v))


def project_back(kind, w, g, eta):
    x, scales = minus(w, eta, g)
    new = projected(kind, x)
    if kind in ("euclidean", "orthant", "simplex"):
        return new, scales if kind == "euclidean" else [abs(t) for t in new]
    return sized(new, max(abs(t) for t in new))


def run_project_back(kind, w, X, Y, eta):
    for t, (x, y) in enumerate(zip(X, Y, strict=True)):
        decided(t, x, eta)
        w, scales = project_back(kind, w, squared_partials(w, x, y), eta)
    return w, scales


# The scale-invariant predictor


def invariant_gradient(p, x):
    a, b = unit(p), unit(x)
    across = flat.sphere_angle(p, x)[1]
    sine = mp.sqrt(max(1 - dot(a, b) ** 2, 0)) if abs(dot(a, b)) < mp.mpf("0.9") else mp.sin(flat.sphere_angle(p, x)[0])
    new = times(2 * dot(a, b) * sine, across)
    return sized(new, norm(new))


def invariant_gradient_norm(p, x):
    return [norm(invariant_gradient(p, x)[0])]


def invariant_distance(p, x):
    """arcsin(<p,x>)**2, by the angle from the equator."""
    a, b = unit(p), unit(x)
    angle = flat.sphere_angle(p, x)[0]
    return [mp.atan2(abs(dot(a, b)), mp.sin(angle)) ** 2]


def invariant_predict(p, x):
    return sized([dot(unit(p), unit(x))], 1)


def invariant_value(p, x):
    return [dot(unit(p), unit(x)) ** 2]


def invariant_partials(p, x):
    s = dot(unit(p), unit(x))
    return sized([2 * s * t for t in x], 2)


def invariant_step(p, x, eta):
    g = invariant_gradient(p, x)[0]
    if any(g):
        return flat.sphere_exp(p, times(-eta, g), ONE)
    return sized(list(p), ONE)


def run_invariant(p, X, eta):
    for x in X:
        p = invariant_step(p, x, eta)[0]
    return sized(p, ONE)


# The implicit update


def line(w, x, y, eta):
    """For (<w,x> - y)**2 in R^n."""
    return minus(w, 2 * eta * residual(w, x, y) / (1 + 2 * eta * dot(x, x)), x)


def implicit_invariant(p, x, eta):
    """The height s of w' over the equator of x solves s - d + eta sin 2s = 0, 0 <= s <= d, d that of p."""
    a, b = unit(p), unit(x)
    c = dot(a, b)
    if c == 0:
        return sized(list(p), ONE)
    angle, across = flat.sphere_angle(p, x)
    if not any(across):
        if eta <= mp.mpf("0.5"):
            return sized(list(p), ONE)
        raise Undefined
    away = times(-1 if c > 0 else 1, across)
    height = mp.atan2(abs(c), mp.sin(angle))
    low, high = mp.mpf(0), height
    for _ in range(150):
        m = (low + high) / 2
        if m - height + eta * mp.sin(2 * m) > 0:
            high = m
        else:
            low = m
    turned = height - low
    return sized(plus(times(mp.cos(turned), a), times(mp.sin(turned), away)), ONE)
