"""The flat manifolds, the sphere, the simplex and the positive orthant."""

import numpy as np

from numeric import manifolds
from tests.numeric.oracle import truth_manifolds as truth
from tests.numeric.oracle.functions import add
from tests.numeric.oracle.truth import itself, norm

# R^n

_E = manifolds.Euclidean()


def two(d):
    v = d.vector(d.n())
    return v, d.beside(v)


def three(d):
    u, v = two(d)
    return d.vector(len(u)), u, v


add("euclidean", "Euclidean.exp", two, _E.exp, lambda p, v: truth.difference([-t for t in p], v), ulps=1)
add("euclidean", "Euclidean.log", two, _E.log, truth.difference, ulps=1)
add("euclidean", "Euclidean.dist", two, _E.dist, lambda p, q: [norm(truth.difference(p, q)[0])], ulps=2)
add("euclidean", "Euclidean.norm", two, _E.norm, lambda p, v: [norm(v)], ulps=1)
add("euclidean", "Euclidean.inner", three, _E.inner, lambda p, u, v: truth.inner(u, v), ulps=1)
add("euclidean", "Euclidean.transport", three, _E.transport, lambda p, q, v: itself(v), ulps=0)

# The sphere: arguments of any radius

_LONGEST = 1e15


def radius_of(d):
    choices = [1.0, 2.0, 0.3] if d.kind == "ordinary" else [1.0, 1.0, 2.0, 1e-100, 1e100, 3e-30, 7e17]
    return float(d.rng.choice(choices))


def sphere_two(d):
    R = radius_of(d)
    p = d.unit(d.n(2), R)
    return p, d.sphere_beside(p, R), R


def sphere_vector(d):
    R = radius_of(d)
    p = d.unit(d.n(2), R)
    v = d.tangent(p)
    size = float(np.max(np.abs(v)))
    if size > _LONGEST * R:
        v = v / size * R * 10.0 ** d.rng.uniform(0, 14)
    return p, v, R


def sphere_vectors(d):
    p, v, R = sphere_vector(d)
    return p, v, d.tangent(p), R


def sphere_transported(d):
    p, q, R = sphere_two(d)
    return p, q, d.tangent(p), R


def sphere_ambient(d):
    R = radius_of(d)
    p = d.unit(d.n(2), R)
    return p, d.beside(p), R


def on_sphere(name):
    return lambda *a: getattr(manifolds.Sphere(a[-1]), name)(*a[:-1])


def sphere_inner(p, u, v, R):
    return truth.inner(u, v)


add("sphere", "Sphere.exp", sphere_vector, on_sphere("exp"), truth.sphere_exp, ulps=3)
add("sphere", "Sphere.log", sphere_two, on_sphere("log"), truth.sphere_log)
add("sphere", "Sphere.dist", sphere_two, on_sphere("dist"), truth.sphere_dist, ulps=8)
add("sphere", "Sphere.transport", sphere_transported, on_sphere("transport"), truth.sphere_transport, ulps=6)
add(
    "sphere",
    "Sphere.inner",
    sphere_vectors,
    on_sphere("inner"),
    sphere_inner,
    ulps=2,
)
add("sphere", "Sphere.norm", sphere_vector, on_sphere("norm"), lambda p, v, R: [norm(v)], ulps=2)
add("sphere", "Sphere.proju", sphere_ambient, on_sphere("proju"), lambda p, x, R: truth.sphere_proju(p, x), ulps=8)
add(
    "sphere",
    "Sphere.egrad2rgrad",
    sphere_ambient,
    on_sphere("egrad2rgrad"),
    lambda p, x, R: truth.sphere_proju(p, x),
    ulps=8,
)
add(
    "sphere",
    "Sphere.projx",
    lambda d: (d.vector(d.n(2)), radius_of(d)),
    on_sphere("projx"),
    truth.sphere_projx,
)

# The simplex

_S = manifolds.Simplex()


def simplex_two(d, *, closed=True):
    p = d.simplex(d.n(2))
    return p, d.simplex_beside(p, closed=closed)


def simplex_tangent(d, p, longest=np.inf):
    """A tangent vector of any length at p, or one that keeps well inside."""
    u = d.rng.standard_normal(len(p))
    r = np.sqrt(p / p.sum())
    for _ in range(3):
        u = u - (u @ r) * r
    size = abs(d.number()) if d.rng.random() < 0.5 else float(d.rng.uniform(0.0, 1.0))
    size = min(size, longest)
    v = u * r * (size / max(float(np.linalg.norm(u)), 1e-300))
    if d.kind != "ordinary" and np.all(np.isfinite(v)):
        j = int(np.argmax(p))
        v[j] -= v.sum()
    return v


def simplex_transported(d):
    p, q = simplex_two(d, closed=False)
    return p, q, simplex_tangent(d, p)


def simplex_vectors(d):
    p = d.simplex(d.n(2))
    return p, simplex_tangent(d, p), simplex_tangent(d, p)


def simplex_vector(d):
    p = d.simplex(d.n(2))
    v = simplex_tangent(d, p, 7.0)
    if d.kind == "ordinary":  # one that stays inside
        v = v * min(1.0, 0.5 * float(np.min(np.sqrt(p))) / max(float(np.sqrt(np.sum(v * v / p))), 1e-300))
    return p, v


add("simplex", "Simplex.exp", simplex_vector, _S.exp, truth.simplex_exp)
add("simplex", "Simplex.log", simplex_two, _S.log, truth.simplex_log, ulps=8)
add("simplex", "Simplex.dist", simplex_two, _S.dist, truth.simplex_dist, ulps=8)
add(
    "simplex",
    "Simplex.transport",
    simplex_transported,
    _S.transport,
    truth.simplex_transport,
    ulps=8,
)
add(
    "simplex",
    "Simplex.inner",
    simplex_vectors,
    _S.inner,
    truth.simplex_inner,
)
add(
    "simplex",
    "Simplex.norm",
    simplex_vector,
    _S.norm,
    lambda p, v: [norm([a / b for a, b in zip(v, truth.simplex_isometry(p)[0], strict=True)]) * 2],
)


def simplex_ambient(d):
    p = d.simplex(d.n(2))
    return p, d.beside(np.ones(len(p)))


add("simplex", "Simplex.proju", simplex_ambient, _S.proju, truth.simplex_proju)
add("simplex", "Simplex.egrad2rgrad", simplex_ambient, _S.egrad2rgrad, truth.simplex_gradient)
add(
    "simplex",
    "Simplex.push_forward_gradient",
    simplex_ambient,
    _S.push_forward_gradient,
    truth.simplex_pushed_gradient,
)
add("simplex", "Simplex.gradient_norm", simplex_ambient, _S.gradient_norm, truth.simplex_gradient_norm)
add("simplex", "Simplex.projx", lambda d: (d.positive(d.n(2)),), _S.projx, lambda x: itself(truth.normalised(x)))
add("simplex", "Simplex.isometry", lambda d: (d.simplex(d.n(2)),), _S.isometry, truth.simplex_isometry)
add(
    "simplex",
    "Simplex.inverse_isometry",
    lambda d: (np.abs(d.unit(d.n(2), 2.0)),),
    _S.inverse_isometry,
    truth.simplex_inverse_isometry,
)

# The positive orthant

_P = manifolds.PositiveOrthant()


def normal(v):
    """Without the subnormal numbers, for which less is promised."""
    return np.where(np.abs(v) < 2.3e-308, np.where(v == 0.0, v, np.copysign(2.3e-308, v)), v)


def with_normal(d, drawn):
    return *drawn, normal(d.vector(len(drawn[0])))


def orthant_two(d):
    p = normal(d.positive(d.n()))
    return p, normal(d.positive_beside(p))


def orthant_vector(d):
    p = normal(d.positive(d.n()))
    if d.rng.random() < 0.5:
        return p, normal(d.vector(len(p)))
    sizes = [1e-12, 1e-3, 1.0, 30.0] if d.kind == "ordinary" else [1e-12, 1e-3, 1.0, 600.0]
    with np.errstate(all="ignore"):
        v = p * d.rng.standard_normal(len(p)) * float(d.rng.choice(sizes))
    return p, normal(np.where(np.isfinite(v), v, 0.0))


add("orthant", "PositiveOrthant.exp", orthant_vector, _P.exp, truth.orthant_exp, ulps=5)
add("orthant", "PositiveOrthant.log", orthant_two, _P.log, truth.orthant_log, ulps=4)
add("orthant", "PositiveOrthant.dist", orthant_two, _P.dist, truth.orthant_dist, ulps=5)
add(
    "orthant",
    "PositiveOrthant.inner",
    lambda d: with_normal(d, orthant_vector(d)),
    _P.inner,
    truth.orthant_inner,
    ulps=8,
)
add(
    "orthant",
    "PositiveOrthant.norm",
    orthant_vector,
    _P.norm,
    lambda p, v: [norm([b / a for a, b in zip(p, v, strict=True)])],
    ulps=2,
)
add("orthant", "PositiveOrthant.egrad2rgrad", orthant_vector, _P.egrad2rgrad, truth.orthant_gradient, ulps=2)
add(
    "orthant",
    "PositiveOrthant.transport",
    lambda d: with_normal(d, orthant_two(d)),
    _P.transport,
    truth.orthant_transport,
    ulps=2,
)
