"""Proposition 8: a gain in cosine is at most a gain in squared distance."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Rational, cos, pi, sinc, sqrt

from numeric import bounds
from numeric.reference import bounds as reference
from verify.author.kernel import Theorem, assume, cases, certify, combine, identity, instantiate, witness
from verify.claims import Claim, Conformance, Sharpness, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import eq, ge, gt, le, lt, real
from verify.prover.proving import certificate

a, c, s, t, C = real("a c s t C")


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
    """2 cos(s+t) − sinc s · sinc t > 0 where 0 ≤ t ≤ s and s + t ≤ limit, in ball arithmetic.

    At limit 11/10 only 0.004 is to spare, and the search takes half a minute; it may take longer on a busy machine.
    """
    within = [ge(t, 0), le(t, s), le(s + t, limit)]
    return certify(certificate(gt(2 * cos(s + t), sinc(s) * sinc(t)), within, budget=300))


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


fails_as(PROP_8,
    ("constant", le(gain_ratio(a, c), Rational(9, 10) * (c**2 - a**2)), "Nine tenths of the right-hand side.",
        {a: 0, c: pi / 3}),
    ("sign", le(c**2 - a**2, gain_ratio(a, c)), "a and c exchanged on the left.", {a: 0, c: Rational(1, 2)}),
)  # fmt: skip


fails_without(PROP_8, (ORDERED, "a may be larger than c.", {a: 1, c: Rational(1, 2)}))


# --- the largest interval -------------------------------------------------------------------------------------------

ACUTE, EDGE = lt(C, pi / 2), ge(cos(C) * (1 + C**2), 1)
BELOW_EDGE = le(c, C)

PROP_8_SHARP = Claim(
    "spheres/prop-8.sharp",
    at="Proposition 8",
    says="(cos a − cos c)/cos c ≤ c² − a² for 0 ≤ a ≤ c ≤ C, where cos C (1 + C²) ≥ 1 and C < π/2",
    given=[NOT_NEGATIVE, ORDERED, BELOW_EDGE, ACUTE, EDGE],
    states=le(gain_ratio(a, c), c**2 - a**2),
    reading=(
        "The largest interval: C may be every number below π/2 with cos C (1 + C²) ≥ 1, up to the root 1.1025… of "
        "cos C (1 + C²) = 1. No larger C will do, as the inequality at a = 0, c = C is cos C (1 + C²) ≥ 1 itself."
    ),
    sharpens="spheres/prop-8",
)


@cache
def versine_ratio() -> Theorem:
    """(1 − cos a) c² ≥ (1 − cos c) a² for 0 ≤ a ≤ c ≤ π/2: cos √u is convex."""
    return certify(certificate(ge((1 - cos(a)) * c**2, (1 - cos(c)) * a**2), [ge(a, 0), le(a, c), le(c, pi / 2)]))


@cache
def edge_moves_inwards() -> Theorem:
    """(cos c (1 + c²) − 1) C² ≥ (cos C (1 + C²) − 1) c² for 0 ≤ c ≤ C ≤ π/2."""
    inside = [ge(c, 0), le(c, C), le(C, pi / 2)]
    return certify(certificate(ge((cos(c) * (1 + c**2) - 1) * C**2, (cos(C) * (1 + C**2) - 1) * c**2), inside))


@PROP_8_SHARP.proof
def ends_decide(claim: Claim) -> Theorem:
    """In u = a² the gap is concave and vanishes at a = c; at a = 0 it is cos c (1 + c²) − 1 ≥ 0, up to 1/cos c."""
    goal = claim.states[0]
    known = [assume(g) for g in claim.given]
    up_to = [BELOW_EDGE, ACUTE]
    positive, none = gt(c, 0), le(c, 0)
    c_not_negative = combine(ge(c, 0), [(1, assume(NOT_NEGATIVE)), (1, assume(ORDERED))])
    below = combine(le(C, pi / 2), [(1, assume(ACUTE))])
    within = combine(le(c, pi / 2), [(1, assume(BELOW_EDGE)), (1, below)])
    cosine = instantiate(cosine_before_a_quarter(), {}, [c_not_negative, *map(assume, up_to)])
    chord = instantiate(versine_ratio(), {}, [assume(NOT_NEGATIVE), assume(ORDERED), within])
    edge = instantiate(edge_moves_inwards(), {}, [c_not_negative, assume(BELOW_EDGE), below])
    larger = combine(gt(C, 0), [(1, assume(positive)), (1, assume(BELOW_EDGE))])
    facts = [*known, cosine, larger, assume(positive), c_not_negative]
    inwards = combine(
        ge(cos(c) * (1 + c**2), 1),
        [(1 / C**2, edge), *((c**2 / C**2, g) for g in known if g.conclusion == EDGE)],
        facts=facts,
    )
    squares = combine(ge(c**2 - a**2, 0), [(c + a, assume(ORDERED))], facts=facts)
    share = 1 / (cos(c) * c**2)
    end = combine(ge(share * (cos(c) * (1 + c**2) - 1), 0), [(share, inwards)], facts=facts)
    away = combine(goal, [(share, chord), (squares, end)], facts=facts)
    c_zero = combine(eq(c, 0), [(1, c)], facts=[c_not_negative, none])
    below_zero = combine(ge(0, a), [(1, assume(ORDERED)), (1, assume(none))])
    a_zero = combine(eq(a, 0), [(1, a)], facts=[NOT_NEGATIVE, below_zero])
    still = combine(goal, [], using=[a_zero, c_zero])
    return instantiate(cases([away, still], [positive, none]), {}, [cosine])


@cache
def cosine_before_a_quarter() -> Theorem:
    """cos c > 0 where 0 ≤ c ≤ C < π/2."""
    return certify(certificate(gt(cos(c), 0), [ge(c, 0), BELOW_EDGE, ACUTE]))


LAST, FIRST_BAD = (sqrt(Rational(n, 10**20)) for n in (121551909285007108617, 121551909285007108618))


@PROP_8_SHARP.sharp
def largest_interval() -> Iterator[Sharpness]:
    """The statement up to a value just below the root, and an instance against it just above."""
    holds = instantiate(PROP_8_SHARP.theorem(PROP_8_SHARP.states[0]), {C: LAST})
    fails = witness([NOT_NEGATIVE, ORDERED, le(c, FIRST_BAD)], PROP_8_SHARP.states[0], {a: 0, c: FIRST_BAD})
    yield Sharpness("the largest C, between the two values of the theorems", "1.1025058244064160435…", [holds, fails])


EDGES = {a: 0, c: Rational(11, 10), C: Rational(11, 10)}


@PROP_8_SHARP.mutant("constant", at={a: 0, c: Rational(10, 9), C: Rational(10, 9)})
def a_little_farther(claim: Claim) -> Claim:
    """cos C (1 + C²) ≥ 99/100."""
    weaker = ge(cos(C) * (1 + C**2), Rational(99, 100))
    return claim.replace(given=[weaker if g == EDGE else g for g in claim.given])


fails_as(PROP_8_SHARP, ("sign", ge(gain_ratio(a, c), c**2 - a**2), "≥ in the place of ≤.", EDGES))


fails_without(PROP_8_SHARP,
    (NOT_NEGATIVE, "a may be negative.", {a: -2, c: 1, C: 1}),
    (ORDERED, "a may be larger than c.", {a: 1, c: Rational(1, 2), C: 1}),
    (BELOW_EDGE, "c may be larger than C.", {a: 0, c: Rational(6, 5), C: 1}),
    (EDGE, "Any C below π/2.", {a: 0, c: Rational(6, 5), C: Rational(6, 5)}),
    (ACUTE, "C ≥ π/2 is allowed: 6, with cos 6 · 37 > 1.", {a: 0, c: Rational(6, 5), C: 6}),
)  # fmt: skip


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


@PROP_8.extremal("c", [Rational(1, 4), Rational(1, 2), Rational(3, 4), 1, pi / 3])
def from_the_best_point(end: Any) -> dict[Any, Any]:
    """a = 0."""
    return {a: 0, c: end}


@PROP_8_SHARP.extremal("c", [Rational(1, 2), 1, Rational(21, 20), Rational(11, 10)])
def from_the_best_point_on(end: Any) -> dict[Any, Any]:
    """a = 0 and c = C."""
    return {a: 0, c: end, C: end}
