"""The explicit update where p⋆ has losses: one trial, Cauchy–Schwarz for the sums, and the root of the quadratic."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Abs, Expr, Rational, S, sinc, sqrt

from proofs.spheres._cosine_gain import AFTER_COSINE, BEFORE_COSINE
from proofs.spheres._runs import k, t, trials
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, z
from proofs.spheres.lemma_9_cosine import TOWARDS
from proofs.spheres.lemma_9_progress import GAINED, LENGTH, LOSS, gain, length
from proofs.spheres.lemma_9_step import linear, sinc_series
from proofs.spheres.single_step import best, eta, p, x
from proofs.spheres.starting_point_growth import sinc_at_most_one
from verify.audit import (
    Inner, Theorem, assume, at_most_by_squares, cases, combine, decided, eq, family, follows, ge, gt, instantiate, le,
    magnitude_bounds, real, substitute, telescope,
)  # fmt: skip

a, b, c, v = real("a b c v")
f, g = family("f"), family("g")
PREDICTED, SOUGHT = Inner(p, x), Inner(best, x)
"""⟨p_t, x_t⟩ and ⟨p⋆, x_t⟩, whose squares are the losses of p_t and of p⋆."""


@cache
def turn() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ = ⟨p, p⋆⟩(cos b + 2ηL sinc b) − 2η⟨p, x⟩⟨p⋆, x⟩ sinc b, b = η‖V‖."""
    noise = 2 * eta * PREDICTED * SOUGHT * sinc(LENGTH)
    return follows(eq(AFTER_COSINE, BEFORE_COSINE * (1 + GAINED) - noise))


BOTH = Abs(PREDICTED) * Abs(SOUGHT)
"""√(L_t(p_t) L_t(p⋆))."""


@cache
def held_back() -> Theorem:
    """vσ ≤ |v|, for 0 ≤ σ = sinc z and 0 ≤ z ≤ 1."""
    inside = [ge(z, 0), le(z, 1)]
    series = follows(ge(sinc(z), 1 - z**2 / 6 + z**4 / 180), sinc_series(), inside)
    enough = decided(ge(1 - z**2 / 6 + z**4 / 180, 0), *inside)
    forward = follows(ge(sinc(z), 0), series, enough)
    short = at_most_by_squares(sinc(z), S.One, follows(ge(S.One, sinc(z) ** 2), sinc_at_most_one()), [forward])
    return combine(le(v * sinc(z), Abs(v)), [(sinc(z), magnitude_bounds(v, -1)), (short, Abs(v))], facts=[forward])


@cache
def one_trial() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ ≥ z + 2η(1 − η)zL − 2η|⟨p, x⟩||⟨p⋆, x⟩|, z = ⟨p, p⋆⟩ ≥ 0."""
    short = length()[-1]
    forward = follows(ge(LENGTH, 0), LENGTH)
    noise = instantiate(held_back(), {z: LENGTH, v: PREDICTED * SOUGHT}, [forward, short])
    more = follows(ge(GAINED, linear(eta) * LOSS), gain(False), eta**2 * LOSS**2, (1 - eta) ** 2 * eta**2 * LOSS**2)
    goal = ge(AFTER_COSINE, BEFORE_COSINE + linear(eta) * BEFORE_COSINE * LOSS - 2 * eta * BOTH)
    return combine(goal, [(1, turn()), (BEFORE_COSINE, more), (2 * eta, noise)], facts=[ge(BEFORE_COSINE, 0)])


@cache
def closer_or_not_much_farther() -> list[Theorem]:
    """With z = ⟨p, p⋆⟩ > 0 and (1 − η)z² > ηL(p⋆): z′ > 0, and (1 − η)z′² ≥ (1 − η)z² − ηL(p⋆) for the next."""
    room = gt((1 - eta) * BEFORE_COSINE**2, eta * SOUGHT**2)
    step = instantiate(one_trial(), {}, [follows(ge(BEFORE_COSINE, 0), TOWARDS), follows(AT_MOST_ONE, BELOW_ONE)])
    weight = 2 * (1 - eta) * BEFORE_COSINE
    halved = combine(
        ge(weight * AFTER_COSINE, 2 * (1 - eta) * BEFORE_COSINE**2 - eta * SOUGHT**2),
        [(weight, step), (eta, (weight * Abs(PREDICTED) - Abs(SOUGHT)) ** 2)],
        facts=[BELOW_ONE, TOWARDS],
    )
    forward = combine(gt(weight * AFTER_COSINE, 0), [(1, halved), (1, assume(room)), (1 - eta, BEFORE_COSINE**2)],
        facts=[BELOW_ONE])  # fmt: skip
    positive = combine(gt(AFTER_COSINE, 0), [(1 / weight, forward)], facts=[BELOW_ONE, TOWARDS])
    kept = ge((1 - eta) * AFTER_COSINE**2, (1 - eta) * BEFORE_COSINE**2 - eta * SOUGHT**2)
    square = combine(kept, [(1, halved), (1 - eta, (AFTER_COSINE - BEFORE_COSINE) ** 2)], facts=[BELOW_ONE])
    return [positive, square]


@cache
def cauchy_schwarz_for_sums() -> Theorem:
    """(Σ f_t g_t)² ≤ Σ f_t² Σ g_t², for any numbers f_t and g_t."""
    squares = [(c * f(t) - a * g(t)) ** 2, (c * g(t) - b * f(t)) ** 2, (f(t) - g(t)) ** 2, (f(t) + g(t)) ** 2]
    totals = {a: trials(f(t) ** 2), b: trials(g(t) ** 2), c: trials(f(t) * g(t))}
    facts = [ge(a * (a * b - c**2), 0), ge(b * (a * b - c**2), 0), ge(a + b - 2 * c, 0), ge(a + b + 2 * c, 0)]
    met = [telescope(follows(ge(square, 0), square), t, 0, k - 1) for square in squares]
    known = [
        follows(substitute(fact, totals), instantiate(total, totals)) for fact, total in zip(facts, met, strict=True)
    ]
    known += [follows(ge(totals[v], 0), totals[v]) for v in (a, b)]
    goal, signs = ge(a * b, c**2), [ge(a, 0), ge(b, 0)]
    some, none = gt(a + b, 0), le(a + b, 0)
    weight = 1 / (a + b)
    apart = combine(goal, [(weight, assume(facts[0])), (weight, assume(facts[1]))], facts=[some])
    product = follows(ge((a + b) ** 2 / 4, c**2), facts[2:])
    nothing = combine(goal, [(a, b), (1, product), (Rational(1, 4) * (a + b), assume(none))], facts=signs)
    return instantiate(cases([apart, nothing], [some, none]), totals, known)


# --- the quadratic --------------------------------------------------------------------------------------------------

K, D, E, N, y = real("κ D E N y")


def noise_bound(compared: Any, kappa: Any, gained: Any) -> Expr:
    """(√L⋆ + √(L⋆ + 2(1 − η)κD/η))/(2(1 − η)κ)."""
    slope = 2 * (1 - eta) * kappa
    return (sqrt(compared) + sqrt(compared + slope * gained / eta)) / slope


def simple_noise_bound(compared: Any, kappa: Any, gained: Any) -> Expr:
    """√L⋆/((1 − η)κ) + √(D/(2η(1 − η)κ))."""
    return sqrt(compared) / ((1 - eta) * kappa) + sqrt(gained / (2 * eta * (1 - eta) * kappa))


@cache
def larger_root() -> list[Theorem]:
    """y ≤ (√N + √(N + aD/η))/a with a = 2(1 − η)κ, where D ≥ 2η(1 − η)κy² − 2η√N y: (ay − √N)² ≤ N + aD/η."""
    slope = 2 * (1 - eta) * K
    known = [ge(N, 0), BELOW_ONE, gt(K, 0)]
    steep = follows(gt(slope, 0), known[1:])
    quadratic = ge(D, linear(eta) * K * y**2 - 2 * eta * sqrt(N) * y)
    inside, apart = N + slope * D / eta, slope * y - sqrt(N)
    square = combine(ge(inside, apart**2), [(slope / eta, assume(quadratic))], facts=[steep, known[0]])
    defined = follows(ge(inside, 0), square, apart**2, facts=known[:1])
    magnitude = follows(ge(Abs(apart), 0), Abs(apart), facts=known[:1])
    squares = follows(ge(inside, Abs(apart) ** 2), square, facts=known[:1])
    below = at_most_by_squares(Abs(apart), sqrt(inside), squares, [magnitude, defined])
    goal = le(y, noise_bound(N, K, D))
    terms = [(1 / slope, below), (1 / slope, magnitude_bounds(apart, -1))]
    found = combine(goal, terms, facts=[steep, defined, *known])
    return [instantiate(found, {}, [defined, steep]), defined]


@cache
def root_split() -> Theorem:
    """That is at most √N/((1 − η)κ) + √(E/(2η(1 − η)κ)) for D ≤ E, as √(N + aE/η) ≤ √N + a√(E/(ηa))."""
    slope, inside = 2 * (1 - eta) * K, N + 2 * (1 - eta) * K * D / eta
    known = [ge(N, 0), BELOW_ONE, gt(K, 0), ge(E, 0), ge(E, D), ge(inside, 0)]
    share = E / (eta * slope)
    steep = follows(gt(slope, 0), known[1:3])
    positive = combine(ge(share, 0), [(1 / (eta * slope), assume(known[3]))], facts=[steep])
    apart = follows(ge(sqrt(N) + slope * sqrt(share), 0), sqrt(N), steep, sqrt(share), facts=[*known[:1], positive])
    square = combine(
        ge((sqrt(N) + slope * sqrt(share)) ** 2, inside),
        [(slope / eta, assume(known[4])), (2 * slope * sqrt(N), sqrt(share))],
        facts=[steep, positive, *known],
    )
    below = at_most_by_squares(sqrt(inside), sqrt(N) + slope * sqrt(share), square, [apart, *known, positive])
    goal = le(noise_bound(N, K, D), simple_noise_bound(N, K, E))
    found = combine(goal, [(1 / slope, below)], facts=[steep, positive, *known])
    return instantiate(found, {}, [steep, positive])
