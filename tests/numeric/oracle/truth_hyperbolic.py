"""The hyperboloid of radius R in mpmath; nothing of the project.

The spatial coordinates decide: time coordinates of points and vectors follow from them.
"""

import mpmath as mp

from tests.numeric.oracle.truth import ONE, ZERO, Undecided, Undefined, dot, norm, plus, reject, sized, times


def point(p, R):
    x = p[1:]
    return [mp.sqrt(R * R + dot(x, x)), *x]


def tangent(p, v):
    """V at a point."""
    return [dot(p[1:], v[1:]) / p[0], *v[1:]]


def lorentz(u, v):
    return mp.fdot([(-u[0], v[0]), *zip(u[1:], v[1:], strict=True)])


def length(p, u, R):
    """Of the tangent vector u at a point, by its radial part and the rest: nothing cancels."""
    x = p[1:]
    X = dot(x, x)
    if X == 0:
        return norm(u[1:])
    c = dot(x, u[1:])
    across = reject(x, u[1:])
    return mp.sqrt(dot(across, across) + c * c * R * R / X / (R * R + X))


def exp(p, v, R):
    p = point(p, R)
    v = tangent(p, v)
    t = length(p, v, R) / R
    new = plus(times(mp.cosh(t), p), times(mp.sinh(t) / t if t else ONE, v))
    small = norm(p[1:]) + norm(v[1:])
    if small < R:
        return new, [new[0], *[small] * (len(p) - 1)]
    return sized(new, new[0])


def dist(p, q, R):
    p, q = point(p, R), point(q, R)
    d = [mp.fsum([a, -b]) for a, b in zip(p, q, strict=True)]
    return [2 * R * mp.asinh(mp.sqrt(max(ZERO, lorentz(d, d))) / (2 * R))]


def log(p, q, R):
    d = dist(p, q, R)[0]
    p, q = point(p, R), point(q, R)
    if d == 0:
        return sized([ZERO] * len(p), ZERO)
    u = plus(q, times(lorentz(p, q) / R**2, p))
    return sized(times(d / (R * mp.sinh(d / R)), u), d * p[0] / R)


def inner(p, u, v, R):
    p = point(p, R)
    u, v = tangent(p, u), tangent(p, v)
    a, b = length(p, u, R), length(p, v, R)
    lost = mp.mpf(2) ** -1018 * (a + b)  # radial parts below the floats, as is documented
    return sized([lorentz(u, v)], a * b + lost)


def norm_of(p, v, R):
    p = point(p, R)
    return [length(p, tangent(p, v), R)]


def proju(p, x, R):
    p = point(p, R)
    u = plus(x, times(lorentz(p, x) / R**2, p))
    size = norm(p[1:])
    if size:
        radial, along = dot(p[1:], x[1:]) / size, x[0] * size / p[0]
        if radial != along and abs(radial - along) <= mp.mpf(10) ** -15 * abs(radial):
            raise Undecided
    return sized(u, length(p, u, R) * p[0] / R)


def gradient(p, g, R):
    return proju(p, [-g[0], *g[1:]], R)


def transport(p, q, v, R):
    p, q = point(p, R), point(q, R)
    v = tangent(p, v)
    new = plus(v, times(lorentz(q, v) / (R**2 - lorentz(p, q)), plus(p, q)))
    return sized(new, length(p, v, R) * q[0] / R)


def to_ball(p, R):
    p = point(p, R)
    return [R * t / (R + p[0]) for t in p[1:]]


def from_ball(y, R):
    room = R * R - dot(y, y)
    if room <= 0:
        raise Undefined
    return [R * (R * R + dot(y, y)) / room, *(2 * R * R * t / room for t in y)]
