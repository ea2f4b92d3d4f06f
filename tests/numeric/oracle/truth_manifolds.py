"""Geodesics in R^n, on spheres, in the simplex and in the positive orthant, in mpmath; nothing of the project.

A point stands for the nearest one of the manifold and a vector for its tangent part, as the documents say.
"""

import mpmath as mp

from tests.numeric.oracle.truth import (
    ONE,
    ZERO,
    Undecided,
    Undefined,
    dot,
    itself,
    minus,
    norm,
    reject,
    sized,
    sphere_exp,
    times,
    total,
    unit,
)

# R^n


def inner(u, v):
    return sized([dot(u, v)], norm(u) * norm(v))


def difference(p, q):
    """Q - p, each entry rounded once."""
    return itself([mp.fsum([b, -a]) for a, b in zip(p, q, strict=True)])


# The sphere


def sphere_angle(p, q):
    """The angle, and the part of q orthogonal to p as a unit vector or 0; 0 or pi only where q is along p exactly.

    By the products p_j q_i - p_i q_j, each rounded once.
    """
    n = len(p)
    turn = [[mp.fdot([(p[j], q[i]), (-p[i], q[j])]) for j in range(n)] for i in range(n)]
    t = [dot(row, p) for row in turn]
    s = norm(t)
    if s == 0:
        return (ZERO if dot(p, q) > 0 else mp.pi), [ZERO] * n
    return mp.atan2(s, dot(p, q) * norm(p)), [c / s for c in t]


def sphere_log(p, q, radius):
    angle, u = sphere_angle(p, q)
    if angle > 3 and not any(u):
        raise Undefined
    return sized(times(radius * angle, u), radius * angle)


def sphere_dist(p, q, radius):
    return [radius * sphere_angle(p, q)[0]]


def sphere_transport(p, q, v, radius):
    angle, e = sphere_angle(p, q)
    if angle > 3 and not any(e):
        raise Undefined
    u = reject(p, v)
    along = dot(e, u)
    end = [(1 - mp.cos(angle)) * a + mp.sin(angle) * b for a, b in zip(e, unit(p), strict=True)]
    return sized(minus(u, along, end)[0], norm(v))


def sphere_projx(x, radius):
    return sized(times(radius, unit(x)), radius)


def sphere_proju(p, x):
    """With the documented 1e-15 |x|, which has an error of 1e-30 |x|."""
    u = reject(p, x)
    return sized(u, norm(u) + mp.mpf(10) ** -15 * norm(x))


# The simplex


def normalised(p):
    s = total(p)
    return [t / s for t in p]


def simplex_exp(p, v):
    """Scales: |d q_i| for changes of an ulp of 2 sqrt(q) and the angle."""
    x = normalised(p)
    if not any(v):
        return itself(x)
    half = [2 * mp.sqrt(t) for t in x]
    u = reject(half, [a / mp.sqrt(b) for a, b in zip(v, x, strict=True)])
    if norm(u) >= 2 * mp.pi:
        raise Undefined
    w = sphere_exp(half, u, mp.mpf(2))[0]
    if min(w) <= mp.mpf(10) ** -13:
        raise Undefined if min(w) < -(mp.mpf(10) ** -13) else Undecided
    new = [t * t / 4 for t in w]
    return new, [2 * mp.sqrt(t) for t in new]


def simplex_log(p, q):
    x, y = normalised(p), normalised(q)
    rx, ry = [mp.sqrt(t) for t in x], [mp.sqrt(t) for t in y]
    angle, e = sphere_angle(rx, ry)
    new = [2 * angle * a * b for a, b in zip(rx, e, strict=True)]
    if angle == 0:
        return itself(new)
    c, cos = 2 * angle / mp.sin(angle), mp.cos(angle)
    lost = abs(total(q) - total(p)) * mp.mpf(10) ** -15
    if cos <= mp.mpf("0.5"):
        scales = [c * a * (b + cos * a) for a, b in zip(rx, ry, strict=True)]
    else:
        scales = [c * a * (abs(b - a) + angle**2 * a) + a * a * lost for a, b in zip(rx, ry, strict=True)]
    return new, scales


def simplex_dist(p, q):
    return [2 * sphere_angle([mp.sqrt(t) for t in p], [mp.sqrt(t) for t in q])[0]]


def simplex_gradient(p, g):
    x = normalised(p)
    mean = dot(x, g)
    return itself([a * mp.fsum([b, -mean]) for a, b in zip(x, g, strict=True)])


def simplex_pushed_gradient(p, g):
    x = normalised(p)
    mean = dot(x, g)
    return itself([mp.sqrt(a) * mp.fsum([b, -mean]) for a, b in zip(x, g, strict=True)])


def simplex_gradient_norm(p, g):
    return [norm(simplex_pushed_gradient(p, g)[0])]


def simplex_transport(p, q, v):
    x, y = [mp.sqrt(t) for t in normalised(p)], [mp.sqrt(t) for t in normalised(q)]
    u = reject(x, [a / b for a, b in zip(v, x, strict=True)])
    moved = sphere_transport(x, y, u, ONE)[0] if any(u) else u
    return [a * b for a, b in zip(y, moved, strict=True)], [norm(u) * t for t in y]


def simplex_inner(p, u, v):
    x = normalised(p)
    a, b = ([s / mp.sqrt(t) for s, t in zip(w, x, strict=True)] for w in (u, v))
    return inner(a, b)


def simplex_proju(p, y):
    size = total([abs(t) for t in y])
    return minus(y, total(y), normalised(p))[0], [abs(t) + a * size for t, a in zip(y, normalised(p), strict=True)]


def simplex_isometry(p):
    return itself([2 * mp.sqrt(t) for t in normalised(p)])


def simplex_inverse_isometry(w):
    return itself([t * t for t in unit(w)])


# The positive orthant


def orthant_exp(p, v):
    return itself([a * mp.exp(b / a) for a, b in zip(p, v, strict=True)])


def orthant_log(p, q):
    return itself([a * mp.log(b / a) for a, b in zip(p, q, strict=True)])


def orthant_dist(p, q):
    return [norm([mp.log(b / a) for a, b in zip(p, q, strict=True)])]


def orthant_inner(p, u, v):
    return inner(*([s / t for s, t in zip(w, p, strict=True)] for w in (u, v)))


def orthant_gradient(p, g):
    return itself([a * a * b for a, b in zip(p, g, strict=True)])


def orthant_transport(p, q, v):
    return itself([c * b / a for a, b, c in zip(p, q, v, strict=True)])
