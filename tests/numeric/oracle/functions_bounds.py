"""Entropies, functions of symmetric matrices, spherical triangles, bounds and worst cases."""

import numpy as np

from numeric import bounds, entropy, spectral, triangle, worst_case
from tests.numeric.oracle import truth_bounds as truth
from tests.numeric.oracle.functions import DEEP, add

# Entropies


def activations(d):
    n = d.n()
    if d.rng.random() < 0.6:
        return (d.vector(n),)
    return (d.rng.standard_normal(n) * float(d.rng.choice([1e-3, 1.0, 30.0, 500.0])) + d.number(),)


def distributions(d):
    p = d.simplex(d.n(), closed=True)
    return p, d.simplex_beside(p, closed=True)


def units(d):
    p = d.unit_number()
    return p, d.unit_beside(p)


add("entropy", "log_sum_exp", activations, entropy.log_sum_exp, truth.log_sum_exp, ulps=4)
add("entropy", "softmax", activations, entropy.softmax, truth.softmax, ulps=3)
add("entropy", "log_softmax", activations, entropy.log_softmax, truth.log_softmax, ulps=3)
add("entropy", "relative_entropy", distributions, entropy.relative_entropy, truth.relative_entropy, ulps=8)
add(
    "entropy",
    "binary_relative_entropy",
    units,
    entropy.binary_relative_entropy,
    truth.binary_relative_entropy,
    ulps=8,
    digits=DEEP,
)
add(
    "entropy",
    "negative_entropy",
    lambda d: distributions(d)[:1],
    entropy.negative_entropy,
    truth.negative_entropy,
    ulps=8,
)

# Symmetric matrices, small: mpmath takes long


def plain(d):
    return (d.symmetric(d.few()),)


def definite(d):
    """A positive definite matrix of condition below 1e13."""
    n = d.few()
    Q = np.linalg.qr(d.rng.standard_normal((n, n)))[0]
    if d.kind == "close":
        A = np.eye(n) + abs(d.epsilon()) * d.rng.standard_normal((n, n))
        return 0.5 * A + 0.5 * A.T
    t = 10.0 ** d.rng.uniform(-1 if d.kind == "ordinary" else -6, 1 if d.kind == "ordinary" else 6, n)
    A = (Q * t) @ Q.T
    return 0.5 * A + 0.5 * A.T


def two_densities(d):
    n = d.few()
    W = d.density(n)
    if d.kind == "close" and d.rng.random() < 0.7:
        E = d.rng.standard_normal((n, n)) * float(d.rng.choice([1e-15, 1e-12, 1e-8, 1e-4]))
        U = W + 0.5 * (E + E.T) * np.min(np.diag(W))
    else:
        U = d.density(n)
    return W, 0.5 * (U + U.T)


def rooted(W, U):
    """The divergence, with the documented error: half the root of the condition number in ulp."""
    values = truth.eigen(W)[0]
    root = truth.mp.sqrt(abs(max(values) / min(values)))
    value = truth.von_neumann_divergence(W, U)
    return value, [abs(value[0]) * (1 + root)]


add("spectral", "exponential", plain, spectral.exponential, truth.exponential, ulps=32)
add("spectral", "logarithm", lambda d: (definite(d),), spectral.logarithm, truth.logarithm, ulps=16)
add("spectral", "exp_trace_normalised", plain, spectral.exp_trace_normalised, truth.exp_trace_normalised, ulps=32)
add("spectral", "log_trace_exp", plain, spectral.log_trace_exp, truth.log_trace_exp, ulps=32)
add(
    "spectral",
    "von_neumann_entropy",
    lambda d: (d.density(d.few()),),
    spectral.von_neumann_entropy,
    truth.von_neumann_entropy,
)
add("spectral", "von_neumann_divergence", two_densities, spectral.von_neumann_divergence, rooted)

# Spherical triangles


def angle(d):
    if d.kind == "ordinary" or d.rng.random() < 0.6:
        return float(d.rng.uniform(-np.pi, np.pi)) * float(d.rng.choice([1.0, 1.0, 1e-6]))
    return d.number() if d.rng.random() < 0.7 else d.epsilon()


def angles(d, n):
    a = [angle(d) for _ in range(n)]
    if d.kind == "close":
        a[1] = a[0] * (1.0 + d.epsilon())
    return tuple(a)


add("triangle", "opposite_side", lambda d: angles(d, 3), triangle.opposite_side, truth.opposite_side)
add("triangle", "progress_terms", lambda d: angles(d, 4), triangle.progress_terms, truth.progress_terms)

# Bounds


def some(d, n):
    return tuple(d.nonnegative() for _ in range(n))


def steps(d):
    return int(d.rng.choice([1, 2, 3, 1000, 10**12]))


def right_angles(d):
    a = float(d.rng.uniform(-1.57, 1.57))
    if d.kind == "ordinary":
        return a, float(d.rng.uniform(-1.57, 1.57))
    c = a * (1.0 + d.epsilon()) if d.rng.random() < 0.5 else float(np.clip(d.number(), -1.57, 1.57))
    return a, float(np.clip(c, -1.5707963, 1.5707963))


def covered(d):
    end, start = sorted((float(np.pi) * d.unit_number(), float(np.pi) * d.unit_number()))
    if d.kind == "close":
        start = min(float(np.pi), end * (1.0 + abs(d.epsilon())))
    eta = d.unit_number()
    return eta if 0.0 < eta < 1.0 else 0.5, start, end


def covered_by_cosines(d):
    end, start = sorted((1.5707 * d.unit_number(), 1.5707 * d.unit_number()))
    if d.kind == "close":
        start = min(1.5707, end * (1.0 + abs(d.epsilon())))
    return rate_to_one(d), start, end


def covered_with_noise(d):
    _, start, end = covered_by_cosines(d)
    eta = d.unit_number()
    eta = eta if 0.0 < eta < 1.0 else 0.5
    return eta, start, end, float(np.cos(start) ** 2 * (1.0 - eta) / eta * d.rng.uniform(0.0, 0.9))


def implicit_run(d):
    k = int(d.rng.integers(1, 5))
    return d.rate(), np.array(some(d, k)), np.array(some(d, k + 1)), np.array(some(d, k))


def beside_number(d):
    a = d.number()
    return a, (a * (1.0 + d.epsilon()) if d.kind == "close" else d.number())


def unreached(d):
    """A rate, often so small that the comparator is not reached."""
    k, (length, radius, slope) = steps(d), some(d, 3)
    longest = k * radius * slope
    slow = length / longest * d.unit_number() if longest > 0.0 else d.rate()
    return length, radius, slope, slow if 0.0 < slow < np.inf else d.rate(), k


def short_instances(d):
    """A rate, often below 1/(sqrt(2) X**2)."""
    compared, distance, radius = some(d, 3)
    slow = 0.7 * d.unit_number() / radius**2 if 1e-100 < radius < 1e100 else d.rate()
    return compared, distance, radius, slow if slow > 0.0 else d.rate()


def rate_to_one(d):
    eta = d.unit_number()
    return eta if eta > 0.0 else 1.0


def _add(draw, true):
    add("bounds", true.__name__, draw, getattr(bounds, true.__name__), true)


_add(right_angles, truth.cosine_gain)
_add(beside_number, truth.squared_distance_gain)
_add(implicit_run, truth.implicit_bound)
_add(lambda d: some(d, 3), truth.perceptron_bound)
_add(lambda d: (d.rate(), d.nonnegative(), d.rate(), steps(d)), truth.projected_regret_bound)
_add(lambda d: (d.rate(), d.nonnegative(), steps(d)), truth.tuned_projected_regret_bound)
_add(lambda d: (d.rate(), d.nonnegative(), steps(d)), truth.line_projected_regret_bound)
_add(lambda d: (d.rate(), d.nonnegative(), d.rate(), steps(d)), truth.fixed_rate_regret_bound)
_add(lambda d: (d.rate(), d.nonnegative(), steps(d)), truth.known_horizon_regret_bound)
_add(lambda d: (d.rate(), d.nonnegative(), d.rate(), steps(d)), truth.dual_averaging_regret_bound)
_add(lambda d: (d.nonnegative(), d.rate(), steps(d)), truth.strongly_convex_regret_bound)
_add(lambda d: (d.unit_number(), rate_to_one(d)), truth.sphere_progress)
_add(lambda d: (*covered(d), steps(d)), truth.sphere_loss_bound)
_add(lambda d: (*covered_by_cosines(d), steps(d)), truth.sphere_loss_bound_by_cosines)
_add(covered_with_noise, truth.noisy_sphere_loss_bound)
_add(covered, truth.simple_sphere_loss_bound)
_add(lambda d: (*some(d, 3), d.rate(), steps(d)), truth.prediction_regret_bound)
_add(lambda d: (*some(d, 3), steps(d)), truth.tuned_prediction_regret_bound)
_add(unreached, truth.slow_prediction_regret_bound)
_add(lambda d: (*some(d, 4), steps(d)), truth.natural_eg_regret_bound)
_add(lambda d: (*some(d, 3), d.rate()), truth.implicit_square_loss_bound)
_add(lambda d: some(d, 3), truth.tuned_implicit_square_loss_bound)
_add(short_instances, truth.solved_implicit_square_loss_bound)
_add(lambda d: (*some(d, 2), d.rate()), truth.realizable_implicit_square_loss_bound)
add("worst case", "sphere_turn", lambda d: (d.unit_number(), d.rate()), worst_case.sphere_turn, truth.sphere_turn)
