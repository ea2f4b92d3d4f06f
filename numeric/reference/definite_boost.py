"""DefiniteBoost (matrix_eg, section 4), from the definitions; matrices as in `numeric.reference.spectral`."""

import mpmath as mp

from numeric.reference import spectral
from numeric.reference._vectors import Number
from numeric.reference.spectral import Matrix


def approximate_alpha(r: Number, low: Number, high: Number, *, dps: int = 60) -> Number:
    """ln((1 - r/low)/(1 - r/high))/(high - low): the minimiser of `chord_bound`."""
    with mp.workdps(dps):
        r, low, high = mp.mpf(r), mp.mpf(low), mp.mpf(high)
        return mp.log((1 - r / low) / (1 - r / high)) / (high - low)


def printed_alpha(r: Number, low: Number, high: Number, *, dps: int = 60) -> Number:
    """ln((1 + r/high)/(1 + r/low))/(high - low), eq. 13 as printed."""
    with mp.workdps(dps):
        r, low, high = mp.mpf(r), mp.mpf(low), mp.mpf(high)
        return mp.log((1 + r / high) / (1 + r / low)) / (high - low)


def chord_bound(alpha: Number, r: Number, low: Number, high: Number, *, dps: int = 60) -> Number:
    """((high - r) e**(-alpha low) + (r - low) e**(-alpha high))/(high - low) >= tr(exp(log W - alpha C)).

    From Golden-Thompson and the chord of e**(-alpha t) over [low, high] (the proof of Theorem 4.1).
    """
    with mp.workdps(dps):
        a, r, low, high = (mp.mpf(t) for t in (alpha, r, low, high))
        return ((high - r) * mp.exp(-a * low) + (r - low) * mp.exp(-a * high)) / (high - low)


def progress_factor(r: Number, low: Number, high: Number, *, dps: int = 60) -> Number:
    """(1 - r/high)**(high/(high - low)) (1 - r/low)**(-low/(high - low))."""
    with mp.workdps(dps):
        r, low, high = mp.mpf(r), mp.mpf(low), mp.mpf(high)
        return (1 - r / high) ** (high / (high - low)) * (1 - r / low) ** (-low / (high - low))


def project(W: Matrix, C: Matrix, alpha: Number, *, dps: int = 60) -> Matrix:
    """exp(log W - alpha C)/Z (eq. 12), for W of any positive trace."""
    with mp.workdps(dps):
        step = mp.mpf(alpha) * spectral.matrix(C)
        return spectral.exp_trace_normalised(spectral.logarithm(W, dps=dps) - step, dps=dps)


def exact_alpha(W: Matrix, C: Matrix, near: Number, *, dps: int = 60) -> Number:
    """The alpha with tr(exp(log W - alpha C) C) = 0 (eq. 11), by the secant method from `near`."""
    with mp.workdps(dps):
        L, b = spectral.logarithm(W, dps=dps), spectral.matrix(C)
        start = mp.mpf(near)

        def edge(a: Number) -> Number:
            return spectral.inner(spectral.exp_trace_normalised(L - a * b, dps=dps), b)

        return mp.findroot(edge, (start, start * (1 + mp.mpf(10) ** -6)), solver="secant", tol=mp.mpf(10) ** (-dps))
