"""Entropies, functions of symmetric matrices, triangles, bounds and worst cases in mpmath; nothing of the project."""

import mpmath as mp

from tests.numeric.oracle import truth_additive
from tests.numeric.oracle.truth import (
    ONE,
    ZERO,
    Undefined,
    dot,
    itself,
    norm,
    normalised_exp,
    ratio_term,
    reject,
    sized,
    total,
    xlogx,
)
from tests.numeric.oracle.truth_matrices import eigen, positive_log

# Entropies


def tiny_exp(t):
    """E**t for t <= 0, and 0 below e**-10000."""
    return mp.exp(t) if t > -10000 else ZERO


def log_sum_exp(a):
    top = max(a)
    value = top + mp.log(total([tiny_exp(t - top) for t in a]))
    return [value], [max(abs(value), abs(top))]


def softmax(a):
    return itself(normalised_exp([ONE] * len(a), a))


def log_softmax(a):
    """By the others for each entry: -ln(1 + sum of e**(a_j - a_i))."""
    values = []
    for i, t in enumerate(a):
        others = [s - t for j, s in enumerate(a) if j != i]
        top = max([ZERO, *others])
        rest = total([tiny_exp(s - top) for s in others])
        values.append(-mp.log1p(rest) if top == 0 else -top - mp.log(rest + tiny_exp(-top)))
    return itself(values)


def relative_entropy(p, q):
    return [truth_additive.relative_entropy(p, q)]


def binary_relative_entropy(p, q):
    parts = ratio_term(p, q), ratio_term(1 - p, 1 - q)
    return [mp.inf if mp.inf in parts else parts[0] + parts[1]]


def negative_entropy(p):
    """With the largest entry read as one less the others."""
    j = max(range(len(p)), key=lambda i: p[i])
    rest = [t for i, t in enumerate(p) if i != j]
    return [total([xlogx(t) for t in rest]) + xlogx(1 - total(rest))]


# Symmetric matrices


def rebuilt(values, Q):
    """The matrix, compared with its largest entry."""
    n = len(values)
    flat = [mp.fsum([values[k] * Q[i, k] * Q[j, k] for k in range(n)]) for i in range(n) for j in range(n)]
    return sized(flat, max(abs(t) for t in flat))


def spread(values):
    return max(values) - min(values)


def exponential(A):
    """Normwise about the spread of the eigenvalues in ulp."""
    values, Q = eigen(A)
    flat, scales = rebuilt([mp.exp(t) for t in values], Q)
    return flat, [s * (1 + max(abs(t) for t in values)) for s in scales]


def logarithm(A):
    values, Q = eigen(A)
    return rebuilt([positive_log(t) for t in values], Q)


def exp_trace_normalised(A):
    values, Q = eigen(A)
    flat, scales = rebuilt(softmax(values)[0], Q)
    return flat, [s * (1 + max(abs(t) for t in values)) for s in scales]


def log_trace_exp(A):
    values = eigen(A)[0]
    value = log_sum_exp(values)[0]
    return value, [max(ONE, *(abs(t) for t in values))]


def von_neumann_entropy(W):
    values = [max(t, ZERO) for t in eigen(W)[0]]
    z = total(values)
    return [-negative_entropy([t / z for t in values])[0]]


def von_neumann_divergence(W, U):
    (w, P), (u, Q) = eigen(W), eigen(U)
    n = len(w)
    u = [max(t, ZERO) for t in u]
    parts = []
    for i in range(n):
        for j in range(n):
            c = mp.fsum([Q[k, i] * P[k, j] for k in range(n)]) ** 2
            parts.append(c * (xlogx(u[i]) - u[i] * positive_log(w[j]) - u[i] + w[j]))
    return [mp.fsum(parts)]


# Spherical triangles


def opposite_side(d, e, beta):
    p = [mp.cos(d), mp.sin(d), ZERO]
    q = [mp.cos(e), mp.sin(e) * mp.cos(beta), mp.sin(e) * mp.sin(beta)]
    return [mp.atan2(norm(reject(p, q)), dot(p, q))]


def progress_terms(b, d, e, beta):
    gained = mp.cos(d) ** 2 - mp.cos(b + d) ** 2
    c = mp.cos(beta)
    third = mp.cos(b + 2 * d) * c * mp.sin(b) * mp.sin(2 * e)
    values, scales = itself([gained * c**2, -(mp.cos(e) ** 2) * gained * (1 + c**2), third])
    rounded = mp.mpf(10) ** 9 * mp.mpf(2) ** -52 * (abs(b) + 2 * abs(d) + 2 * abs(e))  # the sums, as is documented
    return values, [s + rounded for s in scales]


# Bounds


def cosine_gain(a, c):
    return [(mp.cos(a) - mp.cos(c)) / mp.cos(c)]


def squared_distance_gain(a, c):
    return [c * c - a * a]


def implicit_bound(eta, comparator, to_best, moved):
    parts = [
        *comparator,
        (to_best[0] ** 2 - to_best[-1] ** 2) / (2 * eta),
        *(-t * t / (2 * eta) for t in moved),
    ]
    return [total(parts)], [total([abs(t) for t in parts]) + (to_best[0] ** 2 + to_best[-1] ** 2) / (2 * eta)]


def perceptron_bound(h, length, radius):
    z = length * radius
    return [h + z * z + z * mp.sqrt(h)]


def projected_regret_bound(radius, gradient, eta, T):
    return [(2 * radius**2 / eta + gradient**2 * eta) * mp.sqrt(T)]


def tuned_projected_regret_bound(radius, gradient, T):
    return [radius * gradient * mp.sqrt(mp.mpf(8) / T)]


def line_projected_regret_bound(radius, gradient, T):
    size = radius * gradient
    return [size * (mp.sqrt(mp.mpf(8) / T) - (mp.log(T + 1) + mp.mpf(3) / 2) / (2 * T))]


def fixed_rate_regret_bound(radius, gradient, eta, T):
    return [radius**2 / (2 * eta) + gradient**2 * eta * T / 2]


def known_horizon_regret_bound(radius, gradient, T):
    return [radius * gradient / mp.sqrt(T)]


def dual_averaging_regret_bound(radius, gradient, eta, T):
    return [mp.sqrt(T) * radius**2 / (2 * eta) + gradient**2 * eta * (mp.sqrt(T) - mp.mpf(1) / 2)]


def strongly_convex_regret_bound(gradient, sigma, T):
    return [gradient**2 * (1 + mp.log(T)) / (2 * sigma)]


def sphere_progress(loss, eta):
    return [2 * eta * (1 - eta) * loss + eta**2 * (3 - (2 - eta) * eta) * loss**2 * 2 / 3]


def sphere_loss_bound(eta, start, end, k):
    """The root L/k of the progress at L = k times it, which is start**2 - end**2."""
    covered = start**2 - end**2
    a, b = eta**2 * (3 - (2 - eta) * eta) * 2 / 3 / k, 2 * eta * (1 - eta)
    return [2 * covered / (b + mp.sqrt(b * b + 4 * a * covered))]


def sphere_loss_bound_by_cosines(eta, start, end, k):
    """The root of b y + (q/k) y**2 = ln(cos end/cos start), with q by its series where it cancels."""
    if not start < mp.pi / 2:
        raise Undefined
    covered = mp.log1p(2 * mp.sin((start + end) / 2) * mp.sin((start - end) / 2) / mp.cos(start))
    q = mp.log1p(2 * eta) - 2 * eta + 2 * eta**2
    if eta < mp.mpf("0.01"):
        q = total([-((-2 * eta) ** j) / j for j in range(3, mp.mp.dps + 3)])
    a, b = q / k, 2 * eta * (1 - eta)
    return [2 * covered / (b + mp.sqrt(b * b + 4 * a * covered)) if covered else ZERO]


def noisy_sphere_loss_bound(eta, start, end, noise):
    """The square of the larger root of a y**2 - 2 sqrt(N) y = (cos end - cos start)/eta."""
    if not start < mp.pi / 2 or eta >= 1:
        raise Undefined
    left = mp.cos(start) ** 2 - eta * noise / (1 - eta)
    if left <= 0:
        raise Undefined
    a = 2 * (1 - eta) * mp.sqrt(left)
    inside = noise + a * 2 * mp.sin((start + end) / 2) * mp.sin((start - end) / 2) / eta
    if inside < 0:
        raise Undefined
    return [((mp.sqrt(noise) + mp.sqrt(inside)) / a) ** 2]


def simple_sphere_loss_bound(eta, start, end):
    if eta >= 1:
        raise Undefined
    return [(start**2 - end**2) / (2 * eta * (1 - eta))]


def prediction_regret_bound(length, radius, slope, eta, k):
    return [length**2 / (2 * eta) + eta * k * slope**2 * radius**2 / 2]


def tuned_prediction_regret_bound(length, radius, slope, k):
    return [radius * slope * length * mp.sqrt(k)]


def slow_prediction_regret_bound(length, radius, slope, eta, k):
    if eta * k * slope * radius > length:
        raise Undefined
    return [k * radius * slope * length - eta * k * (k - 1) * slope**2 * radius**2 / 2]


def natural_eg_regret_bound(distance, weights, radius, slope, k):
    return [radius * slope * weights * distance * mp.sqrt(k)]


def implicit_square_loss_bound(compared, distance, radius, eta):
    return [(1 + 2 * eta * radius**2) * (compared + distance**2 / (2 * eta))]


def tuned_implicit_square_loss_bound(compared, distance, radius):
    return [(distance * radius + mp.sqrt(compared)) ** 2]


def realizable_implicit_square_loss_bound(distance, radius, eta):
    return [distance**2 * (radius**2 + 1 / (4 * eta * (1 + eta * radius**2)))]


def solved_implicit_square_loss_bound(compared, distance, radius, eta):
    a = 2 * eta * radius**2
    if a * a > 2:
        raise Undefined
    square = compared + (2 + a) * distance**2 / (2 * eta)
    return [((1 + a) / (2 + a) * (mp.sqrt(compared) + mp.sqrt(square))) ** 2]


# Worst cases


def sphere_turn(loss, eta):
    b = 2 * eta * mp.sqrt(loss * (1 - loss))
    value = mp.cos(b) + 2 * eta * loss * (mp.sin(b) / b if b else ONE)
    return [value], [1 + 2 * eta * loss]
