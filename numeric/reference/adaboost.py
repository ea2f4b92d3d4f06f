"""AdaBoost (matrix_eg, section 4.3), from the definitions, on lists of mpf."""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, dot, exact, scaled


def alpha(edge: Number, *, dps: int = 60) -> Number:
    """ln((1 + edge)/(1 - edge))/2."""
    with mp.workdps(dps):
        r = mp.mpf(edge)
        return mp.log((1 + r) / (1 - r)) / 2


def update(w: Vector, margins: Vector, a: Number, *, dps: int = 60) -> list[Number]:
    """w_i exp(-a m_i)/Z."""
    with mp.workdps(dps):
        raw = [s * mp.exp(-mp.mpf(a) * t) for s, t in zip(exact(w), exact(margins), strict=True)]
        return scaled(1 / mp.fsum(raw), raw)


def boost(w: Vector, margins: list[Vector], *, dps: int = 60) -> tuple[list[Number], list[Number]]:
    """The weights after the hypotheses in order, and every alpha; a hypothesis with an edge <= 0 gets 0."""
    with mp.workdps(dps):
        a = scaled(1 / mp.fsum(exact(w)), exact(w))
        alphas = []
        for m in margins:
            edge = dot(a, exact(m))
            alphas.append(alpha(edge, dps=dps) if edge > 0 else mp.mpf(0))
            a = update(a, m, alphas[-1], dps=dps)
        return a, alphas


def exponential_loss(w: Vector, margins: list[Vector], alphas: Vector, *, dps: int = 60) -> Number:
    """Sum_i w_i exp(-sum_j alpha_j m_ji)."""
    with mp.workdps(dps):
        totals = [dot(exact(alphas), exact(column)) for column in zip(*margins, strict=True)]
        return mp.fsum(s * mp.exp(-t) for s, t in zip(exact(w), totals, strict=True))
