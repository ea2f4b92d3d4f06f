"""Both sides of the papers' inequalities in mpmath, by their defining formulas."""

from mpmath import mp

from numeric.reference._vectors import Number, Vector, exact, norm


def cosine_gain(a: Number, c: Number, *, dps: int = 60) -> Number:
    """(cos a - cos c)/cos c (spheres, Proposition 8)."""
    with mp.workdps(dps):
        a, c = mp.mpf(a), mp.mpf(c)
        return (mp.cos(a) - mp.cos(c)) / mp.cos(c)


def squared_distance_gain(a: Number, c: Number, *, dps: int = 60) -> Number:
    """c**2 - a**2 (spheres, Proposition 8)."""
    with mp.workdps(dps):
        return mp.mpf(c) ** 2 - mp.mpf(a) ** 2


def distance(u: Vector, v: Vector, *, dps: int = 60) -> Number:
    """The Euclidean distance |u - v|."""
    with mp.workdps(dps):
        return norm([a - b for a, b in zip(exact(u), exact(v), strict=True)])


def implicit_bound(eta: Number, comparator: Vector, to_best: Vector, moved: Vector, *, dps: int = 60) -> Number:
    """The right-hand side of (16) (geometric_view, Theorem 8), with D half the squared distance."""
    with mp.workdps(dps):
        first, last = mp.mpf(to_best[0]), mp.mpf(to_best[-1])
        travelled = (first**2 - last**2) / 2
        return mp.fsum(exact(comparator)) + (travelled - mp.fsum(m**2 / 2 for m in exact(moved))) / mp.mpf(eta)


def perceptron_bound(hinge_loss: Number, length: Number, radius: Number, *, dps: int = 60) -> Number:
    """H + (|u| X)**2 + |u| X sqrt(H) (gradient_descent, after eq. 1)."""
    with mp.workdps(dps):
        h, z = mp.mpf(hinge_loss), mp.mpf(length) * mp.mpf(radius)
        return h + z**2 + z * mp.sqrt(h)


def projected_regret_bound(radius: Number, gradient: Number, eta: Number, T: int, *, dps: int = 60) -> Number:
    """2 U**2 sqrt(T)/eta + G**2 eta sqrt(T) (gradient_descent, before eq. 8)."""
    with mp.workdps(dps):
        step = mp.mpf(eta)
        return 2 * mp.mpf(radius) ** 2 * mp.sqrt(T) / step + mp.mpf(gradient) ** 2 * step * mp.sqrt(T)


def tuned_projected_regret_bound(radius: Number, gradient: Number, T: int, *, dps: int = 60) -> Number:
    """U G sqrt(8/T) (gradient_descent, eq. 8)."""
    with mp.workdps(dps):
        return mp.mpf(radius) * mp.mpf(gradient) * mp.sqrt(mp.mpf(8) / T)


def line_projected_regret_bound(radius: Number, gradient: Number, T: int, *, dps: int = 60) -> Number:
    """U G (sqrt(8/T) - (ln(T + 1) + 3/2)/(2 T)) (gradient_descent, eq. 8)."""
    with mp.workdps(dps):
        saved = (mp.log(T + 1) + mp.mpf(3) / 2) / (2 * mp.mpf(T))
        return mp.mpf(radius) * mp.mpf(gradient) * (mp.sqrt(mp.mpf(8) / T) - saved)


def fixed_rate_regret_bound(radius: Number, gradient: Number, eta: Number, T: int, *, dps: int = 60) -> Number:
    """U**2/(2 eta) + G**2 eta T/2 (gradient_descent, after eq. 7)."""
    with mp.workdps(dps):
        step = mp.mpf(eta)
        return mp.mpf(radius) ** 2 / (2 * step) + mp.mpf(gradient) ** 2 * step * T / 2


def known_horizon_regret_bound(radius: Number, gradient: Number, T: int, *, dps: int = 60) -> Number:
    """U G/sqrt(T) (gradient_descent, eq. 8)."""
    with mp.workdps(dps):
        return mp.mpf(radius) * mp.mpf(gradient) / mp.sqrt(T)


def dual_averaging_regret_bound(radius: Number, gradient: Number, eta: Number, T: int, *, dps: int = 60) -> Number:
    """sqrt(T) U**2/(2 eta) + G**2 eta (sqrt(T) - 1/2) (gradient_descent, after eq. 7)."""
    with mp.workdps(dps):
        step, root = mp.mpf(eta), mp.sqrt(T)
        return root * mp.mpf(radius) ** 2 / (2 * step) + mp.mpf(gradient) ** 2 * step * (root - mp.mpf(1) / 2)


def strongly_convex_regret_bound(gradient: Number, sigma: Number, T: int, *, dps: int = 60) -> Number:
    """G**2 (1 + ln T)/(2 sigma) (gradient_descent, strongly convex losses)."""
    with mp.workdps(dps):
        return mp.mpf(gradient) ** 2 / (2 * mp.mpf(sigma)) * (1 + mp.log(T))


def sphere_progress(loss: Number, eta: Number, *, dps: int = 60) -> Number:
    """2 eta (1-eta) L + 2/3 eta**2 (3-(2-eta) eta) L**2 (spheres, proof of Lemma 9)."""
    with mp.workdps(dps):
        loss, eta = mp.mpf(loss), mp.mpf(eta)
        return 2 * eta * (1 - eta) * loss + mp.mpf(2) / 3 * eta**2 * (3 - (2 - eta) * eta) * loss**2


def sphere_loss_bound(eta: Number, start: Number, end: Number, trials: int, *, dps: int = 60) -> Number:
    """The first bound of Lemma 9 (spheres)."""
    with mp.workdps(dps):
        eta, covered = mp.mpf(eta), mp.mpf(start) ** 2 - mp.mpf(end) ** 2
        root = mp.sqrt((1 - eta) ** 2 + mp.mpf(2) / (3 * trials) * (3 - (2 - eta) * eta) * covered)
        return covered / (eta * (1 - eta + root))


def sphere_loss_bound_by_cosines(eta: Number, start: Number, end: Number, trials: int, *, dps: int = 60) -> Number:
    """(k/q) (sqrt((eta (1-eta))**2 + q D/k) - eta (1-eta)), the root of the progress in ln cos (spheres, Lemma 9)."""
    with mp.workdps(3 * dps):
        eta, k = mp.mpf(eta), mp.mpf(trials)
        covered = mp.log(mp.cos(end) / mp.cos(start))
        half = eta * (1 - eta)
        q = mp.log(1 + 2 * eta) - 2 * half
        return k / q * (mp.sqrt(half**2 + q * covered / k) - half)


def noisy_sphere_loss_bound(eta: Number, start: Number, end: Number, comparator: Number, *, dps: int = 60) -> Number:
    """((sqrt(N) + sqrt(N + a (cos(end) - cos(start))/eta))/a)**2, a = 2 (1-eta) kappa (spheres, Lemma 9)."""
    with mp.workdps(3 * dps):
        eta, noise, first = mp.mpf(eta), mp.mpf(comparator), mp.cos(start)
        slope = 2 * (1 - eta) * mp.sqrt(first**2 - eta * noise / (1 - eta))
        return ((mp.sqrt(noise) + mp.sqrt(noise + slope * (mp.cos(end) - first) / eta)) / slope) ** 2


def simple_sphere_loss_bound(eta: Number, start: Number, end: Number, *, dps: int = 60) -> Number:
    """The second bound of Lemma 9 (spheres)."""
    with mp.workdps(dps):
        eta = mp.mpf(eta)
        return (mp.mpf(start) ** 2 - mp.mpf(end) ** 2) / (2 * eta * (1 - eta))


def prediction_regret_bound(
    length: Number, radius: Number, slope: Number, eta: Number, k: int, *, dps: int = 60
) -> Number:
    """U**2/(2 eta) + eta k Z**2 R**2/2 (geometric_view, Example 6)."""
    with mp.workdps(dps):
        step = mp.mpf(eta)
        return mp.mpf(length) ** 2 / (2 * step) + step * k * (mp.mpf(slope) * mp.mpf(radius)) ** 2 / 2


def tuned_prediction_regret_bound(length: Number, radius: Number, slope: Number, k: int, *, dps: int = 60) -> Number:
    """R Z U sqrt(k) (geometric_view, Example 6)."""
    with mp.workdps(dps):
        return mp.mpf(radius) * mp.mpf(slope) * mp.mpf(length) * mp.sqrt(k)


def slow_prediction_regret_bound(
    length: Number, radius: Number, slope: Number, eta: Number, k: int, *, dps: int = 60
) -> Number:
    """k R Z U - eta k (k-1) Z**2 R**2/2 (geometric_view, Example 6, sharper)."""
    with mp.workdps(dps):
        longest = mp.mpf(slope) * mp.mpf(radius)
        return k * longest * mp.mpf(length) - mp.mpf(eta) * k * (k - 1) * longest**2 / 2


def natural_eg_regret_bound(
    distance: Number, weights: Number, radius: Number, slope: Number, k: int, *, dps: int = 60
) -> Number:
    """R Z U V sqrt(k) (geometric_view, Example 7 repaired)."""
    with mp.workdps(dps):
        return mp.mpf(weights) * tuned_prediction_regret_bound(distance, radius, slope, k, dps=dps)


def implicit_square_loss_bound(
    compared: Number, distance: Number, radius: Number, eta: Number, *, dps: int = 60
) -> Number:
    """(1 + 2 eta X**2)(K + U**2/(2 eta)) (geometric_view, after eq. 19)."""
    with mp.workdps(dps):
        step = mp.mpf(eta)
        return (1 + 2 * step * mp.mpf(radius) ** 2) * (mp.mpf(compared) + mp.mpf(distance) ** 2 / (2 * step))


def tuned_implicit_square_loss_bound(compared: Number, distance: Number, radius: Number, *, dps: int = 60) -> Number:
    """(U X + sqrt(K))**2 (geometric_view, after eq. 19)."""
    with mp.workdps(dps):
        return (mp.mpf(distance) * mp.mpf(radius) + mp.sqrt(compared)) ** 2


def realizable_implicit_square_loss_bound(distance: Number, radius: Number, eta: Number, *, dps: int = 60) -> Number:
    """U**2 (X**2 + 1/(4 eta (1 + eta X**2))) (geometric_view, Example 5)."""
    with mp.workdps(dps):
        step, square = mp.mpf(eta), mp.mpf(radius) ** 2
        return mp.mpf(distance) ** 2 * (square + 1 / (4 * step * (1 + step * square)))


def solved_implicit_square_loss_bound(
    compared: Number, distance: Number, radius: Number, eta: Number, *, dps: int = 60
) -> Number:
    """((1+a)/(2+a) (sqrt(K) + sqrt(K + (2+a) U**2/(2 eta))))**2 with a = 2 eta X**2 (geometric_view, after eq. 19)."""
    with mp.workdps(dps):
        a, k = 2 * mp.mpf(eta) * mp.mpf(radius) ** 2, mp.mpf(compared)
        square = k + (2 + a) * mp.mpf(distance) ** 2 / (2 * mp.mpf(eta))
        return ((1 + a) / (2 + a) * (mp.sqrt(k) + mp.sqrt(square))) ** 2
