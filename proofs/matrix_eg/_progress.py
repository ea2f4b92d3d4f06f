"""The progress of one MEG update towards a matrix of trace one, for every learning rate: what Lemma 3.1 rests on."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Lambda, exp, log

from proofs.matrix_eg._matrices import INDEX, d, form, i, j, k, of, orthonormal, total, x
from proofs.matrix_eg._trial import (
    UNIT_COMPARATOR, UNIT_START, Z, compared, divergence, eta, exponent, gamma, instance, label, least, log_parameter,
    mu, omega, prediction, r, spectrum, surprise, t, u, update, upsilon, v, z,
)  # fmt: skip
from proofs.matrix_eg.matrix_jensen import MATRIX_JENSEN_SHARP, alpha, jensen, rho_1, rho_2
from verify.audit import (
    Inner, Theorem, assume, at, cite, combine, decided, eq, family, forall, ge, generalize, gt, hoeffding,
    instantiate, logarithm_rises, real, telescope,
)  # fmt: skip
from verify.axioms import GOLDEN_THOMPSON
from verify.language.terms import VecHead, difference

p, q, s = real("p q s")
SHARE = (prediction(t) - least(t)) / r
MOVED = forall(x, eq(exponent(t, x), log_parameter(t, x) + s * instance(t, x)))


def golden_thompson() -> Theorem:
    """tr exp(log W_t + sX_t) ≤ tr(W_t exp(sX_t))."""
    place = {
        family("α"): Lambda(i, log(omega(t, i))),
        family("β"): Lambda(i, s * mu(t, i)),
        family("γ"): Lambda(i, gamma(t, i)),
        VecHead("a"): Lambda(i, v(t, i)),
        VecHead("b"): Lambda(i, u(t, i)),
        VecHead("c"): Lambda(i, v(t + 1, i)),
    }
    there = at(MOVED, x)
    scaled = form(lambda i: s * mu(t, i), of(u, t), x)
    split = combine(eq(exponent(t, x), log_parameter(t, x) + scaled), [(1, there)])
    bound = instantiate(cite(GOLDEN_THOMPSON), place, discharge=[generalize(split, [x])])
    return combine(ge(bound.conclusion.lhs, Z(t)), [(1, bound), (-1, assume(update(t)[2]))])


def at_eigenvector() -> tuple[Theorem, Theorem, Theorem]:
    """At v = v(t, j): Σᵢ⟨u(t, i), v⟩² = ‖v‖² = 1, and λmin ≤ vᵀX_tv ≤ λmin + r."""
    here, inside = v(t, j), [ge(j, 1), ge(d, j)]
    unit = at(orthonormal(of(v, t))[0], j, j)
    parseval = at(orthonormal(of(u, t))[1], here)
    weights = combine(eq(form(lambda _: 1, of(u, t), here), 1), [(-1, parseval), (1, unit)], facts=inside)
    above, below, width = (assume(f) for f in spectrum(t))
    square = Inner(u(t, i), here) ** 2
    low = combine(ge(mu(t, i) * square, least(t) * square), [(square, instantiate(above, [i]))])
    high = combine(ge((least(t) + r) * square, mu(t, i) * square), [(square, instantiate(below, [i])), (square, width)])
    at_least = combine(ge(instance(t, here), least(t)), [(1, telescope(low, i, 1, d)), (least(t), weights)])
    at_most = combine(ge(least(t) + r, instance(t, here)), [(1, telescope(high, i, 1, d)), (-least(t) - r, weights)])
    return weights, at_least, at_most


def below_the_chord() -> Theorem:
    """tr(W_t exp(sX_t)) ≤ (1 − p) e^{sλmin} + p e^{s(λmin + r)} for p = (ŷ − λmin)/r, by matrix Jensen."""
    low, high = s * least(t), s * (least(t) + r)
    above, below, width = (assume(f) for f in spectrum(t))
    share = (mu(t, i) - least(t)) / r
    inside = [
        combine(ge(share, 0), [(1 / r, instantiate(above, [i]))]),
        combine(ge(1, share), [(1 / r, instantiate(below, [i])), (1 / r, width)]),
    ]
    here = v(t, j)
    place = {alpha: Lambda(i, share), rho_1: high, rho_2: low, VecHead("v"): Lambda(i, u(t, i)), x: here}
    discharge = [generalize(f, [i], INDEX) for f in inside]
    jensen_there = instantiate(MATRIX_JENSEN_SHARP.theorem(jensen()), place, discharge)
    weights, _, _ = at_eigenvector()
    parseval = at(orthonormal(of(u, t))[1], here)
    part = (instance(t, here) - least(t)) / r
    exponentials = form(lambda i: exp(s * mu(t, i)), of(u, t), here)
    term = combine(
        ge(omega(t, j) * ((1 - part) * exp(low) + part * exp(high)), omega(t, j) * exponentials),
        [
            (omega(t, j), jensen_there),
            (-omega(t, j) * exp(low), parseval),
            (omega(t, j) * (least(t) / r * (exp(high) - exp(low)) - exp(low)), weights),
        ],
    )
    return telescope(term, j, 1, d)


def within_the_spectrum() -> list[Theorem]:
    """0 ≤ p ≤ 1 for p = (ŷ_t − λmin)/r."""
    _, at_least, at_most = at_eigenvector()
    here, start, weight = instance(t, v(t, j)), assume(UNIT_START), omega(t, j)
    low = telescope(combine(ge(weight * here, weight * least(t)), [(weight, at_least)]), j, 1, d)
    high = telescope(combine(ge(weight * (least(t) + r), weight * here), [(weight, at_most)]), j, 1, d)
    return [
        combine(ge(SHARE, 0), [(1 / r, low), (least(t) / r, start)]),
        combine(ge(1, SHARE), [(1 / r, high), (-(least(t) + r) / r, start)]),
    ]


def normaliser_bound(moment: Theorem, factor: Any) -> Theorem:
    """log tr exp(log W_t + sX_t) ≤ sŷ_t + factor·s²r²/8: Golden–Thompson, matrix Jensen and the bound on the moment.

    `moment` is ln(1 − p + p·e^(sr)) ≤ p·sr + factor·s²r²/8, for p = (ŷ − λmin)/r.
    """
    inside = within_the_spectrum()
    mean = 1 - SHARE + SHARE * exp(s * r)
    mixed = decided(gt(1 - p + p * exp(q), 0), ge(p, 0), ge(1, p))
    positive_mean = instantiate(mixed, {p: SHARE, q: s * r}, inside)
    chorded, start = below_the_chord(), assume(UNIT_START)
    low, high = exp(s * least(t)), exp(s * (least(t) + r))
    weight = -(1 + least(t) / r) * low + least(t) / r * high
    whole = combine(ge(low * mean, Z(t)), [(1, golden_thompson()), (1, chorded), (weight, start)])
    larger = combine(gt(low * mean, 0), [(low, positive_mean)])
    ordered = logarithm_rises(whole, [larger])
    return combine(
        ge(s * prediction(t) + factor * s**2 * r**2 / 8, log(Z(t))),
        [(1, ordered), (1, moment)],
        facts=[positive_mean],
    )


def new_log() -> Theorem:
    """tr(U log W_{t+1}) = tr(U log W_t) + s tr(UX_t) − log Z tr U, for s = −2η(ŷ_t − y_t)."""
    here = z(j)
    moved, shrunk, _ = update(t)
    exponents = combine(
        eq((log(omega(t + 1, k)) - gamma(t, k) + log(Z(t))) * Inner(v(t + 1, k), here) ** 2, 0),
        [],
        using=[at(shrunk, k)],
    )
    added = telescope(exponents, k, 1, d)
    parseval = at(orthonormal(of(v, t + 1))[1], here)
    unit = at(orthonormal(z)[0], j, j)
    there = at(moved, here)
    step = -2 * eta * surprise(t)
    goal = eq(log_parameter(t + 1, here), log_parameter(t, here) + step * instance(t, here) - log(Z(t)))
    inside = [ge(j, 1), ge(d, j)]
    change = combine(goal, [(1, added), (1, there), (log(Z(t)), parseval), (-log(Z(t)), unit)], facts=inside)
    weighted = combine(eq(upsilon(j) * difference(goal), 0), [(upsilon(j), change)])
    return telescope(weighted, j, 1, d)


def new_trace() -> Theorem:
    """tr W_{t+1} = 1."""
    _, shrunk, normaliser = update(t)
    each = telescope(at(shrunk, k), k, 1, d)
    return combine(eq(total(omega(t + 1, i)), 1), [(1, each), (-1 / Z(t), assume(normaliser))])


def progress(moment: Theorem, factor: Any) -> Theorem:
    """Δ(U, W_t) − Δ(U, W_{t+1}) ≥ 2ηp(p − q) − factor·η²p²r²/2, for p = ŷ_t − y_t and q = tr(UX_t) − y_t."""
    p, q = surprise(t), compared(t) - label(t)
    bound = instantiate(normaliser_bound(moment, factor), {s: -2 * eta * p})
    goal = ge(divergence(t) - divergence(t + 1), 2 * eta * p * (p - q) - factor * eta**2 * p**2 * r**2 / 2)
    traces = [assume(UNIT_START), new_trace()]
    return combine(
        goal,
        [(1, bound), (1, new_log()), (1, traces[0]), (-1, traces[1]), (-log(Z(t)), assume(UNIT_COMPARATOR))],
    )


@cache
def progress_of_the_update() -> Theorem:
    """The progress with the factor 1, by Hoeffding's lemma."""
    return progress(hoeffding(SHARE, s * r, within_the_spectrum()), 1)
