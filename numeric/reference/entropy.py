"""Log-sum-exp, entropies and relative entropies: `numeric.entropy` from the definitions.

With 0 ln 0 = 0 and p ln(p/0) = inf. Entropies take the numbers as they are given, normalised or not.
"""

import mpmath as mp

from numeric.reference._vectors import Number, Vector, exact


def xlogx(x: Number) -> Number:
    """x ln x, at the precision mpmath is set to."""
    return x * mp.log(x) if x != 0 else mp.mpf(0)


def entropy_term(y: Number, x: Number, *, dps: int = 60) -> Number:
    """y ln(y/x) - y + x."""
    with mp.workdps(dps):
        s, t = mp.mpf(y), mp.mpf(x)
        if s == 0:
            return t
        return mp.inf if t == 0 else s * mp.log(s / t) - s + t


def log_sum_exp(a: Vector, *, dps: int = 60) -> Number:
    """ln sum e**a_j."""
    with mp.workdps(dps):
        return mp.log(mp.fsum(mp.exp(t) for t in exact(a)))


def softmax(a: Vector, *, dps: int = 60) -> list[Number]:
    """e**a_i / sum_j e**a_j."""
    with mp.workdps(dps):
        e = [mp.exp(t) for t in exact(a)]
        z = mp.fsum(e)
        return [t / z for t in e]


def log_softmax(a: Vector, *, dps: int = 60) -> list[Number]:
    """a_i - ln sum_j e**a_j."""
    with mp.workdps(dps):
        z = log_sum_exp(a, dps=dps)
        return [t - z for t in exact(a)]


def relative_entropy(p: Vector, q: Vector, *, dps: int = 60) -> Number:
    """Sum p_j ln(p_j/q_j) - p_j + q_j: with equal sums the usual one."""
    with mp.workdps(dps):
        return mp.fsum(entropy_term(s, t, dps=dps) for s, t in zip(p, q, strict=True))


def binary_relative_entropy(p: Number, q: Number, *, dps: int = 60) -> Number:
    """p ln(p/q) + (1 - p) ln((1 - p)/(1 - q))."""
    with mp.workdps(dps):
        s, t = mp.mpf(p), mp.mpf(q)
        return entropy_term(s, t, dps=dps) + entropy_term(1 - s, 1 - t, dps=dps)


def negative_entropy(p: Vector, *, dps: int = 60) -> Number:
    """Sum p_j ln p_j of p with its largest entry put to 1 less the others."""
    with mp.workdps(dps):
        a = exact(p)
        top = max(range(len(a)), key=a.__getitem__)
        a[top] = 1 - mp.fsum(a[:top] + a[top + 1 :])
        return mp.fsum(xlogx(t) for t in a)
