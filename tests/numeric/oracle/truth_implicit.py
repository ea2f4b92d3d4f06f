"""The implicit update for a loss of <w',x>, in mpmath, from the sets on which <w',x> is one number.

A point of least U = dist(w, w')**2/2 + eta l(<w',x>) is as near to w as any with its <w',x>. On the sphere and the
hyperboloid these are on the line through w across the levels: from an axis (the sphere; a timelike x), from a plane
(a spacelike x) or towards a point at infinity (a lightlike x). In the simplex, with the roots u of the coordinates on
the sphere of radius 2, and in the positive orthant, with the logarithms of the ratios, they are by Lagrange's
multiplier. A `Line` has them by one number; all solutions on it are found by their changes of sign, on a grid that is
fine near every place that matters, and the one of least U is the update.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import mpmath as mp

from tests.numeric.oracle import truth_hyperbolic as hyperbolic
from tests.numeric.oracle.truth import (
    ONE,
    TINY,
    ZERO,
    Undecided,
    Undefined,
    dot,
    inverse_potential,
    itself,
    loss_at,
    minus,
    norm,
    plus,
    reject,
    sized,
    slope_at,
    times,
    unit,
    with_lost,
)
from tests.numeric.oracle.truth_manifolds import normalised, sphere_angle


@dataclass(frozen=True)
class Line:
    """Points by one number t: a solution has pull(t) + eta l'(level(t)) weight(t) = 0."""

    level: Callable
    cost: Callable
    """dist(w, w')**2/2."""
    pull: Callable
    weight: Callable
    point: Callable
    grid: list
    """Numbers in order; between neighbours there is at most one solution, as far as one can hope."""


# Losses


FAR = mp.mpf(10) ** 5
"""Beyond, e**-a is 0 in comparison with anything here."""


def loss(kind, a, y):
    """l(a)."""
    if kind == "exponential":
        return mp.exp(min(a, 10 * FAR)) - y * a + inverse_potential(kind, y)
    near = max(-FAR, min(FAR, a))
    if near == a or kind in ("squared", "absolute", "hinge"):
        return loss_at(kind, a, y)
    return loss_at(kind, near, y) + slope_at(kind, near, y) * (a - near)


def slope(kind, a, y):
    """l'(a)."""
    if kind in ("squared", "absolute", "hinge"):
        return slope_at(kind, a, y)
    return slope_at(kind, max(-FAR, min(10 * FAR if kind == "exponential" else FAR, a)), y)


def sides(kind, a, y, above):
    """l' at a, of the side above or below where a is the corner."""
    if kind == "absolute" and a == y:
        return ONE if above else -ONE
    if kind == "hinge" and a == y:
        return ZERO if (above == (y > 0)) else -y
    return slope(kind, a, y)


# Grids


def near(centre, least, most, step):
    """Numbers at the distances 10**least, ..., 10**most from the centre, on both sides."""
    tens = [mp.mpf(10) ** k for k in range(least, most + 1, step)]
    return [centre, *(centre + s for s in tens), *(centre - s for s in tens)]


def ordered(numbers, low, high):
    return sorted({t for t in numbers if low <= t <= high} | {low, high})


def orthogonal(x):
    """A unit vector at a right angle to x."""
    j = min(range(len(x)), key=lambda i: abs(x[i]))
    return unit(reject(x, [ONE if i == j else ZERO for i in range(len(x))]))


# Lines


def on_sphere(w, x, radius, corners):
    angle, across = sphere_angle(x, w)
    if not any(across):
        across = orthogonal(x)
    axis, size = unit(x), norm(x)

    def point(t):
        return [radius * (mp.cos(t) * a + mp.sin(t) * b) for a, b in zip(axis, across, strict=True)]

    low, high = angle - mp.pi, angle + mp.pi
    special = [angle, ZERO, mp.pi, -mp.pi]
    for c in corners:
        if abs(c) < radius * size:
            special += [mp.acos(c / (radius * size)), -mp.acos(c / (radius * size))]
    grid = [low + (high - low) * k / 150 for k in range(151)]
    for s in special:
        grid += near(s, -24, -1, 1)
    return Line(
        lambda t: radius * size * mp.cos(t),
        lambda t: (radius * (t - angle)) ** 2 / 2,
        lambda t: radius**2 * (t - angle),
        lambda t: -radius * size * mp.sin(t),
        point,
        ordered(grid, low, high),
    )


def on_hyperboloid(w, x, radius, corners):
    w = hyperbolic.point(w, radius)
    axis = [-x[0], *x[1:]]
    square = hyperbolic.lorentz(axis, axis)
    size = mp.sqrt(abs(square))
    there = hyperbolic.lorentz(w, axis)
    if square < 0:
        sign = 1 if axis[0] > 0 else -1
        centre = times(sign * radius / size, axis)
        start = hyperbolic.dist(w, centre, radius)[0] / radius
        across = hyperbolic.log(centre, w, radius)[0]
        if start == 0:
            raise Undecided
        across = times(1 / (radius * start), across)
        rise = -sign * size * radius
        level, weight = (lambda t: rise * mp.cosh(t)), (lambda t: rise * mp.sinh(t))

        def point(t):
            return plus(times(mp.cosh(t), centre), times(radius * mp.sinh(t), across))

        roots = [mp.acosh(max(ONE, -sign * c / (size * radius))) for c in corners]
        special = [start, ZERO, *roots, *(-t for t in roots)]
    elif square > 0:
        start = mp.asinh(there / (size * radius))
        foot = times(1 / mp.cosh(start), plus(w, times(-radius * mp.sinh(start) / size, axis)))
        rise = size * radius
        level, weight = (lambda t: rise * mp.sinh(t)), (lambda t: rise * mp.cosh(t))

        def point(t):
            return plus(times(mp.cosh(t), foot), times(radius * mp.sinh(t) / size, axis))

        special = [start, ZERO, *(mp.asinh(c / (size * radius)) for c in corners)]
    else:
        start = ZERO
        level = weight = lambda t: there * mp.exp(t)

        def point(t):
            e = mp.exp(t)
            return plus(times(e, w), times(radius**2 * (e - 1 / e) / (2 * there), axis))

        special = [ZERO, *(mp.log(c / there) for c in corners if c / there > 0)]
    grid = [start + mp.mpf(k) / 4 for k in range(-60, 61)] + [mp.mpf(k) for k in range(-1500, 1501, 25)]
    for s in special:
        grid += near(s, -24, 0, 1)
    return Line(
        level,
        lambda t: (radius * (t - start)) ** 2 / 2,
        lambda t: radius**2 * (t - start),
        weight,
        point,
        ordered(grid, min(grid), max(grid)),
    )


def in_simplex(w, x):
    """The coordinates are w_i/d_i**2 over their sum, d_i = 1 + t (x_i - <w,x>)."""
    p = normalised(w)
    mean = dot(p, x)
    off = [dot(p, [mp.fsum([s, -t]) for t in x]) for s in x]
    root = [mp.sqrt(t) for t in p]
    low, high = -1 / max(off), -1 / min(off)

    def roots(t):
        """The roots of the coordinates, and the length that they are divided by."""
        raw = [a / (1 + t * b) for a, b in zip(root, off, strict=True)]
        n = norm(raw)
        return [a / n for a in raw], n

    def level(t):
        return mean + dot([a * a for a in roots(t)[0]], off)

    def half(t):
        u = roots(t)[0]
        return 2 * mp.asin(norm([a - b for a, b in zip(u, root, strict=True)]) / 2)

    def pull(t):
        angle = half(t)
        return 2 * (angle / mp.sin(angle) if angle else ONE) * roots(t)[1] * t

    ends = [1 - mp.mpf(10) ** -k for k in [*range(1, 16), *range(20, 400, 20)]]
    inner = [mp.mpf(k) / 20 for k in range(1, 20)] + [mp.mpf(10) ** -k for k in [*range(1, 20), *range(25, 400, 25)]]
    shares = sorted({*ends, *inner})
    grid = [ZERO, *(low * s for s in shares), *(high * s for s in shares)]
    return Line(
        level,
        lambda t: 2 * half(t) ** 2,
        pull,
        lambda t: -ONE,
        lambda t: [a * a for a in roots(t)[0]],
        sorted(grid),
    )


def branch(z):
    """The s <= 1 with s = -z e**s, by Newton's method; `Undefined` where there is none."""
    least = -mp.exp(-1)
    if z <= least:
        if z < least * (1 + mp.mpf(10) ** (6 - mp.mp.dps)):
            raise Undefined
        return ONE
    if z > 3:
        s = -mp.log(z) + mp.log(mp.log(z))
    else:
        s = 1 - mp.sqrt(2 * (1 - z / least)) if z < mp.mpf("-0.25") else -z / (1 + z)
    if mp.mpf(10) ** -290 < abs(z) < mp.mpf(10) ** 290 and z > mp.mpf("-0.36"):  # to the digits of a float first
        near, c = float(s), float(z)
        for _ in range(8):
            part = c * math.exp(near)
            near -= (near + part) / (1.0 + part)
        s = mp.mpf(near)
    for _ in range(80):
        part = z * mp.exp(s)
        if part == -1:
            break
        step = (s + part) / (1 + part)
        s -= step
        if abs(step) <= abs(s) * mp.mpf(10) ** (3 - mp.mp.dps // 2):  # the next would be below the last digit
            break
    return s


def in_orthant(w, x, which):
    """The logarithms s of the ratios solve s_i = -m w_i x_i e**s_i.

    which: the one i whose s_i > 1 is the number t, or None, and then it is m.
    """
    k = [a * b for a, b in zip(w, x, strict=True)]

    def multiplier(t):
        return t if which is None else -t * mp.exp(-t) / k[which]

    def logs(t):
        m = multiplier(t)
        return [t if i == which else branch(m * a) for i, a in enumerate(k)]

    if which is None:  # the level falls as m grows, so there is one solution
        bounds = [-mp.exp(-1) / a for a in k if a]
        low = max((b for b in bounds if b < 0), default=-(mp.mpf(10) ** 330))
        high = min((b for b in bounds if b > 0), default=mp.mpf(10) ** 330)
        grid = ordered([ZERO, *(c * mp.mpf(10) ** e for c in (-1, 1) for e in range(-330, 331, 30))], low, high)
    else:
        grid = [1 + mp.mpf(10) ** -e for e in (24, 16, 12, 8, 6, 4, 3, 2, 1)] + [
            1 + mp.mpf(e) / 3 for e in range(1, 37)
        ]
        grid += [mp.mpf(13) * mp.mpf("1.2") ** e for e in range(27)]  # beyond, no number is a float
    return Line(
        lambda t: dot(k, [mp.exp(s) for s in logs(t)]),
        lambda t: dot(logs(t), logs(t)) / 2,
        multiplier,
        lambda t: -ONE,
        lambda t: [a * mp.exp(s) for a, s in zip(w, logs(t), strict=True)],
        grid,
    )


# Solutions


def sign(v):
    return (v > 0) - (v < 0)


def refined(f, low, high):
    """Where f, of other signs at low and high, changes it: by the exponent first, then Illinois and bisections."""
    below, above = f(low), f(high)
    room, side = mp.mpf(10) ** (10 - mp.mp.dps), 0
    for k in range(12 * mp.mp.dps):
        if high - low <= room * max(abs(low), abs(high)) or below == 0 or above == 0:
            break
        if min(abs(low), abs(high)) * 4 < max(abs(low), abs(high)) and low * high > 0:
            m = sign(low) * mp.sqrt(low * high)
        elif low * high == 0:
            m = (low + high) * mp.mpf(10) ** -60
        else:
            m = high - above * (high - low) / (above - below)
            if k % 5 == 4 or not low < m < high:
                m = (low + high) / 2
        value = f(m)
        if value == 0:
            return m
        if sign(value) == sign(below):
            low, below, above = m, value, above / 2 if side < 0 else above
            side = -1
        else:
            high, above, below = m, value, below / 2 if side > 0 else below
            side = 1
    return low if below == 0 else high if above == 0 else (low + high) / 2


def changes(f, grid, digits):
    """Pairs of neighbours between which f changes its sign, looked for with so many digits."""
    found, before, last = [], None, 0
    for t in grid:
        try:
            with mp.workdps(digits):
                s = sign(f(t))
        except (Undefined, ZeroDivisionError):
            before = None
            continue
        if s == 0:
            found.append((t, t))
        elif before is not None and s == -last:
            found.append((before, t))
        before, last = t, s or last
    return found


def solutions(line, kind, y, eta, digits):
    """(U, t) of each solution found."""
    corner = y if kind in ("absolute", "hinge") else None
    kinks = []
    if corner is not None:
        for low, high in changes(lambda t: line.level(t) - corner, line.grid, digits):
            kinks.append(low if low == high else refined(lambda t: line.level(t) - corner, low, high))

    def equation(t):
        return line.pull(t) + eta * slope(kind, line.level(t), y) * line.weight(t)

    found = []
    for t in kinks:
        ends = [line.pull(t) + eta * sides(kind, corner, y, above) * line.weight(t) for above in (False, True)]
        if min(ends) <= 0 <= max(ends):
            found.append((line.cost(t) + eta * loss(kind, corner, y), t))
    for low, high in changes(equation, line.grid, digits):
        inner = [low, *(t for t in kinks if low < t < high), high]
        if len(inner) > 2:  # a corner is between: what is on either side of it
            room = mp.mpf(10) ** (20 - mp.mp.dps)  # of a corner, which is known to ten digits more
            parts = [(a + room * abs(a), b - room * abs(b)) for a, b in pairwise(inner)]
        else:
            parts = [(low, high)]
        for a, b in parts:
            if a == b or sign(equation(a)) * sign(equation(b)) <= 0:
                t = a if a == b else refined(equation, a, b)
                found.append((line.cost(t) + eta * loss(kind, line.level(t), y), t))
    return found


def lines_of(manifold, w, x, radius, corners):
    if manifold == "sphere":
        return [on_sphere(w, x, radius, corners)]
    if manifold == "hyperbolic":
        return [on_hyperboloid(w, x, radius, corners)]
    if manifold == "simplex":
        return [in_simplex(w, x)]
    return [in_orthant(w, x, i) for i in (None, *(j for j, t in enumerate(x) if t))]


def curved(manifold, kind, w, x, y, eta, radius=ONE):
    """W', and whether it is the only solution that costs at most what w does, which may be left open where it is."""
    if not any(x) or (manifold == "simplex" and len(set(x)) == 1):
        raise Undecided
    cancelled = nearly_lightlike(x) if manifold == "hyperbolic" else 0
    moderate = max(eta, abs(y), *map(abs, x), *map(abs, w)) <= 10**4 and cancelled < 8
    if moderate and (manifold == "sphere" or min(map(abs, w)) > 10**-4):
        return found_on(manifold, kind, w, x, y, eta, radius, 40)
    with mp.workdps(mp.mp.dps + 300 + cancelled):
        return found_on(manifold, kind, w, x, y, eta, radius, mp.mp.dps)


def nearly_lightlike(x):
    """How many digits cancel in points on the line of x, which is made of the square of x in Lorentz's product."""
    with mp.workdps(1500):  # exact
        square = abs(hyperbolic.lorentz(x, x))
        return int(mp.log10(dot(x, x) / square)) if square else 0


def found_on(manifold, kind, w, x, y, eta, radius, digits):
    """The same, with so many digits for the scan."""
    corners = [y] if kind in ("squared", "absolute", "hinge") else [ZERO]
    found = [
        (cost, t, line)
        for line in lines_of(manifold, w, x, radius, corners)
        for cost, t in solutions(line, kind, y, eta, digits)
    ]
    if not found:
        raise Undecided
    found.sort(key=lambda s: s[0])
    cost, t, line = found[0]
    point = line.point(t)
    rivals = [c for c, s, other in found[1:] if not (other is line and abs(s - t) <= mp.mpf(10) ** -20 * abs(t))]
    if rivals and rivals[0] - cost <= mp.mpf(10) ** -50 * (abs(cost) + ONE):
        raise Undefined if manifold == "sphere" and not any(reject(w, x)) else Undecided
    start = eta * loss(kind, dot(w, x), y)
    alone = not any(c < start for c in rivals)
    values, scales = itself(point) if manifold in ("simplex", "orthant") else sized(point, norm(point))
    return [*values, ONE if alone else ZERO], [*scales, mp.inf if alone else ONE]


def flat(kind, w, x, y, eta):
    """In R^n: w - c x with c = eta l'(<w,x> - c |x|**2)."""
    a, square = dot(w, x), dot(x, x)
    if square == 0:
        return itself(list(w))
    last = eta * slope(kind, a, y) if kind != "absolute" or a != y else ZERO
    grid = [ZERO, *(last * mp.mpf(10) ** -k for k in range(0, 640, 8))]
    line = Line(
        lambda c: a - c * square,
        lambda c: c * c * square / 2,
        lambda c: c,
        lambda c: -ONE,
        lambda c: minus(w, c, x)[0],
        sorted({*grid, last * (1 + mp.mpf(10) ** -9)}),
    )
    if last == 0:
        return itself(list(w))
    found = solutions(line, kind, y, eta, mp.mp.dps)
    if not found:
        raise Undecided
    return with_lost(minus(w, min(found)[1], x), ZERO if kind == "squared" else TINY * max(map(abs, x)))
