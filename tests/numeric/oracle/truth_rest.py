"""Rates and bounds of runs, predictions of learners, worst cases and the smaller functions, in mpmath."""

from itertools import pairwise

import mpmath as mp

from tests.numeric.oracle.truth import ONE, ZERO, Undefined, dot, sized, total
from tests.numeric.oracle.truth_links import solve

# Rates and bounds


def additive_rate(b, c):
    return [1 / (2 * b * c)]


def additive_bound(loss, far, b, c):
    return [2 * loss + 4 * b * c * far]


def additive_tuned_rate(K, R, b, c):
    z = b * c * R
    return [R / (mp.sqrt(z * z + K * z) + z)]


def additive_tuned_bound(loss, K, R, b, c):
    z = b * c * R
    return [loss + 2 * mp.sqrt(K * z) + 4 * z]


def additive_other_bound(loss, far, b, Z, steps, eta):
    return [loss + far / eta + steps * eta * Z * Z * b / 2]


def additive_clipped_bound(loss, far, b, Y, steps, eta):
    return [loss + far / eta + 2 * steps * eta * Y * Y * b]


def additive_best_rate(K, R, b, c):
    root = mp.sqrt(b * c * R)
    return [root / (b * c * (mp.sqrt(K) + root))]


def additive_best_bound(loss, K, R, b, c):
    z = b * c * R
    return [loss + 2 * mp.sqrt(K * z) + z]


def additive_left(b, c, eta):
    """2 - bc eta, for rates below 2/(bc)."""
    left = 2 - b * c * eta
    if left <= 0:
        raise Undefined
    return left


def additive_every_rate_bound(loss, far, b, c, eta, p):
    left = additive_left(b, c, eta)
    if p * left**2 < 4 or p * (left - 1) > 1:
        raise Undefined
    return [p * loss + 2 * far / (eta * (left + mp.sqrt(left**2 - 4 / p)))]


def additive_square_bound(loss, far, b, eta):
    left = additive_left(b, 1, eta)
    return [((mp.sqrt(loss) + mp.sqrt(loss + left * far / eta)) / left) ** 2]


def matrix_bound(loss, far, r, c):
    return [(1 + c / 2) * loss + (mp.mpf("0.5") + 1 / c) * r * r * far]


def matrix_rate(r, c):
    return [2 * c / (r * r * (2 + c))]


def matrix_best_c(r, loss, far):
    return [r * mp.sqrt(2 * far / loss)]


def realizable_rate(r):
    return [2 / (r * r)]


def realizable_bound(far, r):
    return [r * r * far / 2]


def least_realizable_loss(fall, eta):
    return [fall / (2 * eta)]


def most_realizable_loss(fall, eta, r):
    room = 4 - eta * r * r
    if room <= 0:
        raise Undefined
    value = 2 * fall / (eta * room)
    return sized([value], value * 4 / room)


def moment_factor(share):
    if not 0 < share < 1:
        raise Undefined
    return [ONE if 2 * share == 1 else 2 * (1 - 2 * share) / mp.log((1 - share) / share)]


def mean_rate(share, r):
    return [2 / (r * r * moment_factor(share)[0])]


def trial_bound(lost, fixed, r, b):
    gained = 2 * b / (2 + r * r * b) * lost
    return sized([gained - b * fixed], gained + b * fixed)


def printed_alpha(r, low, high):
    return [mp.log((1 + r / high) / (1 + r / low)) / (high - low)]


# Matching


def inverse_form(A, y):
    return [dot(y, solve(A, y)[0]) / 2]


def jacobian(a):
    s = total(a)
    return sized([((ONE if i == j else ZERO) - p / s) / s for i, p in enumerate(a) for j in range(len(a))], 1 / s)


# The worst case on the sphere


def turned(loss, eta):
    """cos dist' / cos dist: the step turns by b = 2 eta sqrt(L (1 - L)) in the plane of p and x."""
    length = 2 * eta * mp.sqrt(loss * (1 - loss))
    return mp.cos(length) + 2 * eta * loss * (mp.sin(length) / length if length else ONE)


def largest_loss(c, end, eta):
    """The largest loss of a trial that goes from the distance c to the distance end, or None."""

    def gap(loss):
        return mp.cos(c) * turned(loss, eta) - mp.cos(end)

    steps = [mp.sin(c) ** 2 * (mp.mpf(k) / 40) ** 2 for k in range(40, -1, -1)]
    for ends in pairwise(steps):
        if gap(ends[0]) * gap(ends[1]) <= 0:
            high, low = ends
            for _ in range(20):
                m = (low + high) / 2
                low, high = (m, high) if gap(m) * gap(high) <= 0 else (low, m)
            return high
    return None


def sphere_losses(start, eta, trials, states):
    """The largest losses of runs that visit the same distances, without an interpolation, by where they end."""
    at = [start * (states - 1 - k) / (states - 1) for k in range(states)]
    moves = {(i, j): largest_loss(at[i], at[j], eta) for i in range(states - 1) for j in range(i + 1, states)}
    best = [ZERO] + [None] * (states - 1)
    for _ in range(trials):
        reached = [[lost] for lost in best]  # a trial without a loss stays
        for (i, j), more in moves.items():
            if best[i] is not None and more is not None:
                reached[j].append(best[i] + more)
        best = [max((t for t in sums if t is not None), default=None) for sums in reached]
    return best
