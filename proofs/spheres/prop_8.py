"""Proposition 8: a gain in cosine is at most a gain in squared distance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

import numpy as np
from sympy import Expr, Rational, cos, pi, sinc

from numeric import bounds
from numeric.reference import bounds as reference
from verify.claims import Claim, Conformance
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import Theorem, assume, certify, combine, identity, instantiate
from verify.prover.proving import certificate
from verify.terms import eq, ge, gt, le, real

a, c, s, t = real("a c s t")


def gain_ratio(a: Expr, c: Expr) -> Expr:
    """(cos a − cos c)/cos c, the relative gain in cosine of Proposition 8 and of the proof of Lemma 9."""
    return (cos(a) - cos(c)) / cos(c)


NOT_NEGATIVE, ORDERED, WITHIN = ge(a, 0), le(a, c), le(c, pi / 3)

PROP_8 = Claim(
    "spheres/prop-8",
    at="Proposition 8",
    printed="If 0 ≤ a ≤ c ≤ π/3 then (cos a − cos c)/cos c ≤ c² − a².",
    given=[NOT_NEGATIVE, ORDERED, WITHIN],
    states=le(gain_ratio(a, c), c**2 - a**2),
    reading="For all real a and c with 0 ≤ a ≤ c ≤ π/3, as printed.",
)


@cache
def room_to_spare(limit: Expr) -> Theorem:
    """2 cos(s+t) − sinc s · sinc t > 0 where 0 ≤ t ≤ s and s + t ≤ limit, in ball arithmetic."""
    within = [ge(t, 0), le(t, s), le(s + t, limit)]
    return certify(certificate(gt(2 * cos(s + t), sinc(s) * sinc(t)), within))


@cache
def cosine_is_positive(limit: Expr) -> Theorem:
    """cos c > 0 where 0 ≤ c ≤ limit."""
    return certify(certificate(gt(cos(c), 0), [ge(c, 0), le(c, limit)]))


@PROP_8.proof
def half_sum_and_half_difference(claim: Claim) -> Theorem:
    """With s = (c+a)/2 and t = (c−a)/2 the gap times cos c is 2st(2 cos(s+t) − sinc s · sinc t)."""
    goal, known = claim.states[0], list(claim.given)
    (within,) = [g for g in claim.given if g.rhs == c] or [WITHIN]
    limit = within.lhs
    ends = {s: (c + a) / 2, t: (c - a) / 2}
    c_not_negative = combine(ge(c, 0), [(1, assume(NOT_NEGATIVE)), (1, assume(ORDERED))])
    positive = instantiate(cosine_is_positive(limit), discharge=[c_not_negative])
    product = identity(eq(cos(s - t) - cos(s + t), 2 * s * t * sinc(s) * sinc(t)))
    gap = instantiate(product, ends)
    half_sum = combine(ge(ends[s], 0), [(1, a), (Rational(1, 2), assume(ORDERED))], facts=known)
    sum_fits = combine(le(ends[s], limit), [(1, assume(within)), (Rational(1, 2), assume(ORDERED))])
    difference_fits = combine(
        le(ends[t], limit / 2), [(Rational(1, 2), assume(within)), (Rational(1, 2), a)], facts=known
    )
    spare = instantiate(room_to_spare(limit), ends, discharge=[half_sum, sum_fits, difference_fits])
    weight = 2 * ends[s] * ends[t] / cos(c)
    return combine(goal, [(weight, spare), (-1 / cos(c), gap)], facts=[*known, positive, half_sum])


@PROP_8.mutant("constant", at={a: 0, c: Rational(23, 20)})
def on_a_longer_interval(claim: Claim) -> Claim:
    """c up to 6/5, past the root 1.1025… of cos c (1 + c²) = 1."""
    return claim.replace(given=[NOT_NEGATIVE, ORDERED, le(c, Rational(6, 5))])


@PROP_8.mutant("constant", at={a: 0, c: pi / 3})
def with_nine_tenths(claim: Claim) -> Claim:
    """Nine tenths of the right-hand side."""
    return claim.replace(states=le(gain_ratio(a, c), Rational(9, 10) * (c**2 - a**2)))


@PROP_8.mutant("sign", at={a: 0, c: Rational(1, 2)})
def the_other_way(claim: Claim) -> Claim:
    """a and c exchanged on the left."""
    return claim.replace(states=le(c**2 - a**2, gain_ratio(a, c)))


@PROP_8.mutant("hypothesis", at={a: 1, c: Rational(1, 2)})
def unordered(claim: Claim) -> Claim:
    """a may be larger than c."""
    return claim.replace(given=[NOT_NEGATIVE, WITHIN])


@PROP_8.conformance
def code_follows_both_sides() -> Iterator[Conformance]:
    """The two sides as functions, at random a ≤ c, some closer than 1e-10."""
    rng = np.random.default_rng(9)
    far = np.sort(rng.uniform(0, np.pi / 3, (40, 2)), axis=1)
    near = far[:, :1] + np.hstack([np.zeros((40, 1)), rng.uniform(0, 1e-10, (40, 1))])
    points = np.vstack([far, near])
    yield from conformance(
        points,
        formula=lambda at: value(gain_ratio(a, c), {a: at[0], c: at[1]}),
        code=lambda at: bounds.cosine_gain(*at),
        reference=lambda at: reference.cosine_gain(*at),
        ulps=4.0,
    )
    yield from conformance(
        points,
        formula=lambda at: value(c**2 - a**2, {a: at[0], c: at[1]}),
        code=lambda at: bounds.squared_distance_gain(*at),
        reference=lambda at: reference.squared_distance_gain(*at),
        ulps=2.0,
    )
