"""Manifolds that a link function pulls back from others than R^n: f(p) is rounded, an ulp of it in every distance."""

import numpy as np

from numeric import manifolds
from tests.numeric.oracle import truth_geodesic, truth_hyperbolic, truth_links, truth_manifolds
from tests.numeric.oracle.functions import add
from tests.numeric.oracle.truth import ONE, mp, norm, sized

PAIRS = {
    ("sqrt", "sphere"): (manifolds.Sqrt(), manifolds.Sphere()),
    ("log", "sphere"): (manifolds.Log(), manifolds.Sphere()),
    ("logit", "simplex"): (manifolds.Logit(), manifolds.Simplex()),
    ("log", "orthant"): (manifolds.Log(), manifolds.PositiveOrthant()),
    ("artanh", "hyperbolic"): (manifolds.Artanh(), manifolds.Hyperbolic()),
    ("identity", "hyperbolic"): (manifolds.Identity(), manifolds.Hyperbolic()),
}


def image(d, link, manifold):
    """A point of N near which f**-1 is, of moderate size: in its image, and not at the ends of the floats."""
    n = 2 if link == "artanh" else d.few(2)
    u = d.rng.standard_normal(n)
    if manifold == "hyperbolic":
        return manifolds.Hyperbolic().projx(u)
    if manifold == "orthant":
        return np.exp(u)
    u = np.abs(u) + 0.05
    return u / (u.sum() if manifold == "simplex" else np.sqrt(u @ u))


def beside(d, w, link, manifold):
    q = image(d, link, manifold)
    while len(q) != len(w):
        q = image(d, link, manifold)
    if d.kind == "close":
        q = w + abs(d.epsilon()) * (q - w)
        q = manifolds.Hyperbolic().projx(q) if manifold == "hyperbolic" else PAIRS[link, manifold][1].projx(q)
    return q


def two(d, link, manifold):
    w = image(d, link, manifold)
    f = PAIRS[link, manifold][0]
    return f.inverse(w), f.inverse(beside(d, w, link, manifold))


def tangent(d, p, link, manifold):
    f, N = PAIRS[link, manifold]
    w = f.forward(p)
    v = f.pull_back(p, N.proju(w, d.rng.standard_normal(len(p))))
    size = 1e-3 if d.kind == "ordinary" else float(10.0 ** d.rng.uniform(-200, -1))
    return v * (size * float(np.min(np.abs(w))) / max(float(np.max(np.abs(f.push_forward(p, v)))), 1e-3))


def with_vector(d, link, manifold):
    p = two(d, link, manifold)[0]
    return p, tangent(d, p, link, manifold)


def with_two(d, link, manifold):
    p = two(d, link, manifold)[0]
    return p, tangent(d, p, link, manifold), tangent(d, p, link, manifold)


def moved(d, link, manifold):
    p, q = two(d, link, manifold)
    return p, q, tangent(d, p, link, manifold)


def ambient(d, link, manifold):
    p = two(d, link, manifold)[0]
    return p, d.rng.standard_normal(len(p)) * (1.0 if d.kind == "ordinary" else 10.0 ** d.rng.uniform(-100, 100))


# The truth, between f and its inverse


def forward(link, p):
    return truth_links.forward(link, p)[0]


def widely(values, *sizes):
    """With the rounding of f(p), which is larger than that of what comes of it."""
    return values, [max(map(abs, (*values, *sizes)))] * len(values)


def exp(link, manifold, p, v):
    w = truth_geodesic.moved(manifold, forward(link, p), truth_links.pushed(link, p, v)[0])[0]
    return widely(truth_links.inverse(link, w)[0])


def log(link, manifold, p, q):
    u = truth_geodesic.log(manifold, forward(link, p), forward(link, q))
    return widely(truth_links.pulled(link, p, u)[0], *p)


def dist(link, manifold, p, q):
    w = forward(link, p)
    return widely([truth_geodesic.dist(manifold, w, forward(link, q))], norm(w) / 10**6)


def inner(link, manifold, p, u, v):
    w = forward(link, p)
    a, b = (truth_links.pushed(link, p, t)[0] for t in (u, v))
    if manifold == "simplex":
        return truth_manifolds.simplex_inner(w, a, b)
    if manifold == "orthant":
        return truth_manifolds.orthant_inner(w, a, b)
    if manifold == "hyperbolic":
        return truth_hyperbolic.inner(w, a, b, ONE)
    return truth_manifolds.inner(a, b)


def length(link, manifold, p, v):
    return [mp.sqrt(inner(link, manifold, p, v, v)[0][0])]


def gradient(link, manifold, p, g):
    w = forward(link, p)
    pulled = truth_links.pulled(link, p, g)[0]
    return widely(truth_links.pulled(link, p, truth_geodesic.gradient(manifold, w, pulled))[0], norm(g) / 10**3)


def transport(link, manifold, p, q, v):
    a, b, u = forward(link, p), forward(link, q), truth_links.pushed(link, p, v)[0]
    if manifold == "simplex":
        new = truth_manifolds.simplex_transport(a, b, u)[0]
    elif manifold == "orthant":
        new = truth_manifolds.orthant_transport(a, b, u)[0]
    elif manifold == "hyperbolic":
        new = truth_hyperbolic.transport(a, b, u, ONE)[0]
    else:
        new = truth_manifolds.sphere_transport(a, b, u, ONE)[0]
    return sized(truth_links.pulled(link, q, new)[0], norm(truth_links.pulled(link, q, new)[0]) + norm(v))


for (_link, _name), (_f, _N) in PAIRS.items():
    _M = manifolds.PulledBack(_f, _N)
    for _method, _draw, _true in (
        ("exp", with_vector, exp),
        ("log", two, log),
        ("dist", two, dist),
        ("inner", with_two, inner),
        ("norm", with_vector, length),
        ("egrad2rgrad", ambient, gradient),
        ("transport", moved, transport),
    ):
        add(
            "pulled back",
            f"PulledBack {_link} {_name} {_method}",
            lambda d, draw=_draw, link=_link, name=_name: draw(d, link, name),
            getattr(_M, _method),
            lambda *a, true=_true, link=_link, name=_name: true(link, name, *a),
        )
