"""The factor by which a trial multiplies the cosine of the distance to p⋆, as a function of the loss: its logarithm."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, Symbol, cancel, cos, expand, log, sin, sinc, sqrt

from verify.author.kernel import Theorem, assume, cases, certify, cite, combine, generalize, identity, instantiate
from verify.axioms import TANGENT_BELOW
from verify.language.terms import Deriv, eq, ge, gt, le, ne, partial, real
from verify.prover.proving import certificate

w, m, z, h, v = real("w m z h v")
"""Losses, the length of a step, a rate and the factor."""
_s, _q, _r, _a, _b = real("s q r c d")
_start, _end = real("a b")  # of the axiom
_PARTS = real("S Q R")
WITHIN, RATES = [gt(w, 0), gt(1, w)], [gt(h, 0), le(h, 1)]


def step_length(loss: Any, eta: Any) -> Expr:
    """b = 2η√(L(1 − L))."""
    return 2 * eta * sqrt(loss * (1 - loss))


def turn_of(loss: Any, eta: Any) -> Expr:
    """cos b + 2ηL sinc b: cos dist(p_{t+1}, p⋆) over cos dist(p_t, p⋆)."""
    b = step_length(loss, eta)
    return cos(b) + 2 * eta * loss * sinc(b)


def between_ends(loss: Any, eta: Any) -> Expr:
    """The same for 0 < L < 1, with sin b/b."""
    b = step_length(loss, eta)
    return cos(b) + 2 * eta * loss * sin(b) / b


def _square(w: Any, h: Any) -> Expr:
    return 4 * h**2 * w * (1 - w)


def _derivatives(first: Any, second: Any, third: Any) -> tuple[Expr, Expr, Expr]:
    """The factor and its two derivatives in L, by S = sin b/b, Q = (S − cos b)/b² and R = (3Q − S)/b²."""
    u, slope = _square(w, h), 4 * h**2 * (1 - 2 * w)
    value = first * (1 + 2 * h * w) - u * second
    rise = (2 * h - slope / 2) * first - h * w * slope * second
    bend = 4 * h**2 * first + (slope / 2) ** 2 * second - 2 * h * slope * second + 8 * h**3 * w * second
    return value, rise, bend + h * w * slope**2 * third / 2


def _series(s: Any, q: Any, r: Any) -> tuple[Expr, Expr, Expr]:
    """S, Q and R up to b⁴, with rests that s, q and r between 0 and 1 stand for."""
    u = _square(w, h)
    first = 1 - u / 6 + s * u**2 / 120
    second = Rational(1, 3) - u / 30 + q * u**2 / 840
    return first, second, Rational(1, 15) - u / 210 + r * u**2 / 7560


def _parts() -> tuple[Expr, Expr, Expr]:
    """S, Q and R at b = 2η√(L(1 − L)), for 0 < L < 1."""
    b, u = step_length(w, h), _square(w, h)
    first = sin(b) / b
    second = (first - cos(b)) / u
    return first, second, (3 * second - first) / u


@cache
def moving() -> list[Theorem]:
    """0 < b ≤ 1, for 0 < L < 1 and 0 < η ≤ 1."""
    b = step_length(w, h)
    forward = combine(gt(b, 0), [(2 * h, sqrt(w * (1 - w)))], facts=[*WITHIN, *RATES])
    short = combine(
        le(b, 1),
        [(1 / (1 + b), (1 - 2 * w) ** 2), (4 * w * (1 - w) * (1 + h) / (1 + b), assume(RATES[1]))],
        facts=[forward, *WITHIN, *RATES],
    )
    return [forward, short]


@cache
def rests() -> list[Theorem]:
    """The rests of the series of S, Q and R are between 0 and 1."""
    steps = [ge(z, 0), le(z, 1)]
    cubic, quintic = sin(z) - z * cos(z), 3 * sin(z) - 3 * z * cos(z) - z**2 * sin(z)
    alternating = [
        (sin(z), z - z**3 / 6, z**5 / 120),
        (cubic, z**3 / 3 - z**5 / 30, z**7 / 840),
        (quintic, z**5 / 15 - z**7 / 210, z**9 / 7560),
    ]
    b, u = step_length(w, h), _square(w, h)
    found: list[Theorem] = []
    for (term, below, rest), part, main in zip(alternating, _parts(), _series(0, 0, 0), strict=True):
        scale, left = rest.as_independent(z)[0] * b ** (rest.as_poly(z).degree()), (part - main) / (u**2)
        over = left / rest.as_independent(z)[0]
        lower, upper = (certify(certificate(goal, steps)) for goal in (ge(term, below), le(term, below + rest)))
        found += [
            combine(ge(over, 0), [(1 / scale, instantiate(lower, {z: b}, moving()))], facts=moving()),
            combine(le(over, 1), [(1 / scale, instantiate(upper, {z: b}, moving()))], facts=moving()),
        ]
    return found


def _in_boxes(term: Callable[..., Expr], scale: Expr) -> Theorem:
    """term(S, Q, R) ≥ 0 for 0 < L < 1 and 0 < η ≤ 1: by the series it is `scale` ≥ 0 times a positive polynomial."""
    u, names = _square(w, h), (_s, _q, _r)
    polynomial = cancel(expand(term(*_series(*names))) / scale)
    box = [c for x in (w, h, *names) if polynomial.has(x) for c in (ge(x, 0), le(x, 1))]
    positive = certify(certificate(gt(polynomial, 0), box))
    ends = [combine(relation, [(1, assume(relation))]) for relation in (*WITHIN, *RATES)]
    bounds = [assume(c) for x in names for c in (ge(x, 0), le(x, 1))]
    written = [eq(part, series) for part, series in zip(_PARTS, _series(*names), strict=True)]
    inside = instantiate(positive, {}, [*ends, *bounds])
    found = combine(ge(term(*_PARTS), 0), [(scale, inside)], using=written, facts=[*WITHIN, *RATES])
    parts = list(zip(names, _parts(), _series(0, 0, 0), (120, 840, 7560), strict=True))
    values = {x: (part - main) / u**2 * factor for x, part, main, factor in parts}
    filled = instantiate(found, {**dict(zip(_PARTS, _parts(), strict=True)), **values})
    sides = zip(_parts(), _series(*(values[x] for x in names)), strict=True)
    settled = [identity(eq(part, series), facts=[*WITHIN, *RATES, moving()[0]]) for part, series in sides]
    return instantiate(filled, {}, [*settled, *rests(), moving()[0]])


@cache
def grows() -> list[Theorem]:
    """T > 0 and T ≥ 1 for the factor T at 0 < L < 1, 0 < η ≤ 1."""
    value = between_ends(w, h)
    facts: list[Any] = [*WITHIN, *RATES, moving()[0]]
    series = _in_boxes(lambda *parts: _derivatives(*parts)[0] - 1 - 2 * h * (1 - h) * w, h**2 * w**2)
    more = combine(ge(value, 1), [(1, series), (2 * h * w, assume(RATES[1]))], facts=facts)
    return [combine(gt(value, 0), [(1, more), (1, 1)], facts=facts), more]


def value_by_parts(loss: Any, eta: Any) -> Expr:
    """T, as it is written with S = sin b/b and Q."""
    return _derivatives(*_parts())[0].subs({w: loss, h: eta}, simultaneous=True)


def slope_of_logarithm(loss: Any, eta: Any) -> Expr:
    """The derivative of ln T in L, for 0 < L < 1."""
    return _derivatives(*_parts())[1].subs({w: loss, h: eta}, simultaneous=True) / value_by_parts(loss, eta)


@cache
def convex() -> Theorem:
    """The second derivative of ln T in L is not negative, for 0 < L < 1 and 0 < η ≤ 1."""

    def determinant(*parts: Any) -> Expr:
        value, rise, bend = _derivatives(*parts)
        return value * bend - rise**2

    bends = _in_boxes(determinant, h**3)
    goal = ge(Deriv(Deriv(log(between_ends(_a, h)), _a, _b), _b, w), 0)
    return combine(goal, [(1 / between_ends(w, h) ** 2, bends)], facts=[*WITHIN, *RATES, moving()[0], *grows()])


INSIDE = [*WITHIN, gt(m, 0), gt(1, m), *RATES]


def _on_the_way(s: Symbol) -> list[Theorem]:
    """0 < m + s(w − m) < 1 for 0 ≤ s ≤ 1 and 0 < w, m < 1."""
    here, share, orders = m + s * (w - m), [ge(s, 0), ge(1, s)], [ge(w - m, 0), ge(m - w, 0)]
    more, left = map(assume, orders)
    above = [
        combine(gt(here, 0), [(1, m), (s, more)], facts=[*INSIDE, *share]),
        combine(gt(here, 0), [(1, w), (assume(share[1]), left)], facts=[*INSIDE, *share]),
    ]
    below = [
        combine(gt(1, here), [(1, assume(WITHIN[1])), (assume(share[1]), more)]),
        combine(gt(1, here), [(1, assume(gt(1, m))), (s, left)], facts=share),
    ]
    return [cases(parts, orders) for parts in (above, below)]


@cache
def defined() -> list[Theorem]:
    """L(1 − L) > 0, b > 0, T > 0 and 1 − L ≠ 0, for 0 < L < 1: what ln T and its derivatives need."""
    inside = combine(gt(w * (1 - w), 0), [(w, assume(WITHIN[1]))], facts=WITHIN)
    return [inside, moving()[0], grows()[0], combine(ne(1 - w, 0), [(1, assume(WITHIN[1]))])]


@cache
def tangent() -> Theorem:
    """ln T(w) ≥ ln T(m) + (ln T)′(m)(w − m) for 0 < w, m < 1 and 0 < η ≤ 1."""
    share, here = [ge(_s, 0), ge(1, _s)], m + _s * (w - m)
    ends = [*defined(), *(instantiate(theorem, {w: m}) for theorem in defined())]
    way = _on_the_way(_s)
    between = [instantiate(theorem, {w: here}, way) for theorem in defined()]
    bends = instantiate(convex(), {w: here}, [*way, *between])
    known = [*ends, *(generalize(theorem, [_s], share) for theorem in (*between, bends))]
    at = {partial("f"): Lambda(_a, log(between_ends(_a, h))), _start: m, _end: w}
    found = instantiate(instantiate(cite(TANGENT_BELOW), at), {}, known)
    goal = ge(log(between_ends(w, h)), log(between_ends(m, h)) + slope_of_logarithm(m, h) * (w - m))
    return instantiate(combine(goal, [(1, found)], facts=ends), {}, ends)


@cache
def tangent_at_rest() -> Theorem:
    """0 ≥ ln T(m) − (ln T)′(m) m: the same at w = 0, as T² − 1 ≤ 2mT′ and ln v ≤ (v − 1/v)/2 for v ≥ 1."""

    def steepness(*parts: Any) -> Expr:
        value, rise, _ = _derivatives(*parts)
        return 2 * w * rise - value**2 + 1

    steep = _in_boxes(steepness, h**3 * w**2)
    mean = certify(certificate(ge((v - 1 / v) / 2, log(v)), [ge(v, 1)]))
    now = between_ends(w, h)
    facts: list[Any] = [*WITHIN, *RATES, moving()[0], *grows()]
    goal = ge(slope_of_logarithm(w, h) * w, log(now))
    found = combine(goal, [(1, instantiate(mean, {v: now}, grows())), (1 / (2 * now), steep)], facts=facts)
    return instantiate(found, {}, [moving()[0], *grows()])


@cache
def below_parabola() -> Theorem:
    """2η(1 − η)L + 3η²L² ≥ ln T, as ln v ≤ v − 1, for 0 < L < 1 and 0 < η ≤ 1."""
    room = _in_boxes(lambda *parts: 2 * h * (1 - h) * w + 3 * h**2 * w**2 - (_derivatives(*parts)[0] - 1), h**2 * w**2)
    chord = certify(certificate(ge(v - 1, log(v)), [gt(v, 0)]))
    now = between_ends(w, h)
    facts: list[Any] = [*WITHIN, *RATES, moving()[0], *grows()]
    goal = ge(2 * h * (1 - h) * w + 3 * h**2 * w**2, log(now))
    found = combine(goal, [(1, instantiate(chord, {v: now}, grows())), (1, room)], facts=facts)
    return instantiate(found, {}, [moving()[0], *grows()])
