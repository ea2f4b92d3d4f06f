"""The hyperboloid."""

import math

import numpy as np

from numeric import manifolds
from tests.numeric.oracle import truth_hyperbolic as truth
from tests.numeric.oracle.functions import add

DEEP = (1300, 2600)
"""Points 1e250 R away have Lorentz products of 1e500 R**2 that cancel."""


def radius_of(d):
    choices = [1.0, 2.0, 0.3] if d.kind == "ordinary" else [1.0, 1.0, 2.0, 1e-30, 1e30, 3e-8]
    return float(d.rng.choice(choices))


def clean(x, R):
    """Without the numbers that are documented to lose digits."""
    return np.where(np.abs(x) < 1e-290 * R, 0.0, x)


def at(x, R):
    x = clean(x, R)
    return np.array([math.hypot(R, *x), *x])


def place(d, n, R):
    x = d.vector(n - 1)
    if d.kind != "ordinary" and d.rng.random() < 0.5:
        x = d.rng.standard_normal(n - 1) * 10.0 ** d.rng.uniform(-20, 40)
    x = np.clip(x, -1e249, 1e249) * R
    return at(x, R)


def near(d, p, R):
    if d.kind != "close" or d.rng.random() < 0.3:
        return place(d, len(p), R)
    e = d.epsilon() * d.rng.standard_normal(len(p) - 1)
    far = float(np.max(np.abs(p[1:])))
    how = d.rng.integers(3)
    x = p[1:] * (1.0 + d.epsilon()) if how == 0 else p[1:] + e * (R if how == 1 else far)
    return at(np.clip(x, -1e250 * R, 1e250 * R), R)


def vector(d, p, R, longest=np.inf):
    """A tangent vector with a length in the metric of any size."""
    x = p[1:]
    far = math.hypot(*x)
    unit = x / far if far > 0.0 else np.zeros_like(x)
    w = d.rng.standard_normal(len(x))
    across = w - (w @ unit) * unit
    size = 10.0 ** d.rng.uniform(-3, 0.5) if d.kind == "ordinary" else abs(d.number())
    if longest < np.inf and size > longest:
        size = float(d.rng.uniform(0.0, longest))
    share = float(d.rng.choice([0.0, 1.0, 1e-9, 0.3, 0.7])) * d.sign() if far > 0.0 else 0.0
    if len(x) == 1 and far > 0.0:
        share = d.sign()
    side = across / max(math.hypot(*across), 1e-300) * math.sqrt(1.0 - share * share)
    v = clean(np.clip(R * size * (share * unit * (p[0] / R) + side), -1e280, 1e280), max(R, 1.0))
    return np.array([np.sum(x / p[0] * v), *v])


def two(d):
    R = radius_of(d)
    p = place(d, d.n(2), R)
    return p, near(d, p, R), R


def moving(d):
    R = radius_of(d)
    p = place(d, d.n(2), R)
    return p, vector(d, p, R, 600.0), R


def moving_two(d):
    p, v, R = moving(d)
    return p, v, vector(d, p, R), R


def moved(d):
    p, q, R = two(d)
    return p, q, vector(d, p, R), R


def ambient(d):
    R = radius_of(d)
    p = place(d, d.n(2), R)
    return p, clean(np.clip(d.vector(len(p)), -1e279, 1e279), max(R, 1.0)), R


def in_ball(d):
    R = radius_of(d)
    y = d.unit(d.n(), 1.0)
    return y * (R * min(d.unit_number(), 1.0 - 2.0**-52)), R


def on(name):
    return lambda *a: getattr(manifolds.Hyperbolic(a[-1]), name)(*a[:-1])


add("hyperbolic", "Hyperbolic.exp", moving, on("exp"), truth.exp, ulps=8, digits=DEEP)
add("hyperbolic", "Hyperbolic.log", two, on("log"), truth.log, ulps=8, digits=DEEP)
add("hyperbolic", "Hyperbolic.dist", two, on("dist"), truth.dist, ulps=8, digits=DEEP)
add("hyperbolic", "Hyperbolic.inner", moving_two, on("inner"), truth.inner, ulps=16, digits=DEEP)
add("hyperbolic", "Hyperbolic.norm", moving, on("norm"), truth.norm_of, ulps=8, digits=DEEP)
add("hyperbolic", "Hyperbolic.proju", ambient, on("proju"), truth.proju, ulps=16, digits=DEEP)
add("hyperbolic", "Hyperbolic.egrad2rgrad", ambient, on("egrad2rgrad"), truth.gradient, ulps=16, digits=DEEP)
add("hyperbolic", "Hyperbolic.transport", moved, on("transport"), truth.transport, ulps=8, digits=DEEP)
add("hyperbolic", "Hyperbolic.projx", lambda d: two(d)[::2], on("projx"), truth.point, ulps=2, digits=DEEP)
add("hyperbolic", "Hyperbolic.to_ball", lambda d: two(d)[::2], on("to_ball"), truth.to_ball, digits=DEEP)
add("hyperbolic", "Hyperbolic.from_ball", in_ball, on("from_ball"), truth.from_ball, digits=DEEP)
