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
