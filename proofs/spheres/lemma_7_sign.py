"""Lemma 7, the sign: sin b sin(b + 2d) ≥ 0 for b = η sin 2d, on 0 ≤ d ≤ π, exactly as long as η ≤ 1."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Expr, Rational, pi, sin, sqrt

from proofs.spheres.single_step import d, eta, step
from verify.author.kernel import Theorem, assume, cases, certify, combine, instantiate, witness
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import Formula, eq, ge, gt, le, lt, ne, real
from verify.prover.proving import certificate

z = real("z")


def gain(d: Any, eta: Any) -> Expr:
    """sin b sin(b + 2d) with b = η sin 2d: by how much sin²(b + d) exceeds sin² d."""
    b = step(d, eta)
    return sin(b) * sin(b + 2 * d)


FROM_ZERO, UP_TO_PI = ge(d, 0), le(d, pi)
INSIDE = [gt(d, 0), lt(d, pi)]
OFF_EQUATOR = ne(d, pi / 2)
BELOW_ONE, AT_MOST_ONE = lt(eta, 1), le(eta, 1)

LEMMA_7_SIGN = Claim(
    "spheres/lemma-7-sign",
    weight="wording",
    slip=(
        "Equality holds at d = 0 and d = π too, where p is x or −x and nothing moves. The triangles of "
        "Figure 2 do not exist there, so the proof loses nothing."
    ),
    at="proof of Lemma 7",
    printed="sin b sin(b + 2d) ≥ 0, where the equality holds if and only if d = π/2",
    given=[FROM_ZERO, UP_TO_PI, BELOW_ONE, OFF_EQUATOR],
    states=gt(gain(d, eta), 0),
    reading=(
        "b = η sin 2d with 0 < η < 1, and d is a distance on the unit sphere, so 0 ≤ d ≤ π. Equality only at d = π/2 "
        "says that the product is positive at every other d."
    ),
)


@LEMMA_7_SIGN.counterexample
def on_the_data(claim: Claim) -> Theorem:
    """d = 0: p_t = x_t, nothing moves, and the product is 0 (the same at d = π)."""
    return witness(claim.given, claim.states[0], {d: 0, eta: Rational(1, 2)})


LEMMA_7_SIGN_REPAIRED = Claim(
    "spheres/lemma-7-sign.repaired",
    at="proof of Lemma 7",
    says="sin b sin(b + 2d) > 0 for 0 < d < π, d ≠ π/2",
    given=[*INSIDE, BELOW_ONE, OFF_EQUATOR],
    states=gt(gain(d, eta), 0),
    repairs="spheres/lemma-7-sign",
    reading="The product is positive for 0 < d < π but at π/2; at 0, π/2 and π b = η sin 2d is 0. 0 < η < 1.",
)

LEMMA_7_SIGN_WEAK = Claim(
    "spheres/lemma-7-sign-weak",
    at="proof of Lemma 7",
    printed="sin b sin(b + 2d) ≥ 0",
    given=[FROM_ZERO, UP_TO_PI, BELOW_ONE],
    states=ge(gain(d, eta), 0),
    reading="The inequality by itself, for 0 ≤ d ≤ π and 0 < η < 1: true as printed on both sides of π/2.",
)

LEMMA_7_SIGN_SHARP = Claim(
    "spheres/lemma-7-sign.sharp",
    at="proof of Lemma 7",
    says="sin b sin(b + 2d) > 0 for 0 < d < π, d ≠ π/2, also with η = 1",
    given=[*INSIDE, AT_MOST_ONE, OFF_EQUATOR],
    states=gt(gain(d, eta), 0),
    reading="As repaired, with η = 1 allowed. That no η > 1 will do is spheres/lemma-7-sign-edge.",
    sharpens="spheres/lemma-7-sign.repaired",
)


@cache
def sine_is_positive() -> Theorem:
    """sin z > 0 for 0 < z < π."""
    return certify(certificate(gt(sin(z), 0), [gt(z, 0), lt(z, pi)]))


@cache
def sine_is_not_negative() -> Theorem:
    """sin z ≥ 0 for 0 ≤ z ≤ π."""
    return certify(certificate(ge(sin(z), 0), [ge(z, 0), le(z, pi)]))


@cache
def sine_is_below() -> Theorem:
    """sin z < z for z > 0."""
    return certify(certificate(gt(z, sin(z)), [gt(z, 0)]))


@cache
def sine_is_at_most() -> Theorem:
    """sin z ≤ z for z ≥ 0."""
    return certify(certificate(ge(z, sin(z)), [ge(z, 0)]))


@cache
def before_the_equator() -> tuple[Theorem, Theorem, Theorem, Theorem]:
    """For 0 < d < π/2 and η ≤ 1: b > 0, b + 2d < π, and sin b, sin(b + 2d) > 0.

    sin 2d = sin(π − 2d) < π − 2d, so b cannot reach π − 2d.
    """
    within = [gt(d, 0), lt(d, pi / 2)]
    b = step(d, eta)
    doubled = combine(gt(2 * d, 0), [(2, assume(within[0]))])
    rest = combine(gt(pi - 2 * d, 0), [(2, assume(within[1]))])
    sine = instantiate(sine_is_positive(), {z: 2 * d}, [doubled, rest])
    short = instantiate(sine_is_below(), {z: pi - 2 * d}, [rest])
    forward = combine(gt(b, 0), [(eta, sine)])
    before = combine(gt(pi, b + 2 * d), [(1, short), (assume(AT_MOST_ONE), sine)])
    alone = combine(gt(pi, b), [(1, before), (1, doubled)])
    together = combine(gt(b + 2 * d, 0), [(1, forward), (1, doubled)])
    first = instantiate(sine_is_positive(), {z: b}, [forward, alone])
    second = instantiate(sine_is_positive(), {z: b + 2 * d}, [together, before])
    return forward, before, first, second


@cache
def gains_before_the_equator() -> Theorem:
    """sin b sin(b + 2d) > 0 for 0 < d < π/2 and η ≤ 1."""
    _, _, first, second = before_the_equator()
    return combine(gt(gain(d, eta), 0), [(first, second)])


@cache
def gains_strictly() -> Theorem:
    """sin b sin(b + 2d) > 0 for 0 < d < π, d ≠ π/2 and η ≤ 1: π − d in the place of d changes the sign of b only."""
    goal = gt(gain(d, eta), 0)
    reflected = instantiate(gains_before_the_equator(), {d: pi - d})
    after = combine(goal, [(1, reflected)])
    equator = eq(d, pi / 2)
    apart = combine(gt((d - pi / 2) ** 2, 0), [(1, (d - pi / 2) ** 2)], facts=[OFF_EQUATOR])
    never = combine(goal, [(1, apart)], using=[equator])
    sides = [lt(d, pi / 2), equator, gt(d, pi / 2)]
    return cases([gains_before_the_equator(), never, after], sides)


@cache
def gains_weakly() -> Theorem:
    """sin b sin(b + 2d) ≥ 0 for 0 ≤ d ≤ π and η ≤ 1."""
    goal = ge(gain(d, eta), 0)
    within = [FROM_ZERO, le(d, pi / 2)]
    b = step(d, eta)
    doubled = combine(ge(2 * d, 0), [(2, assume(within[0]))])
    rest = combine(ge(pi - 2 * d, 0), [(2, assume(within[1]))])
    sine = instantiate(sine_is_not_negative(), {z: 2 * d}, [doubled, rest])
    short = instantiate(sine_is_at_most(), {z: pi - 2 * d}, [rest])
    forward = combine(ge(b, 0), [(eta, sine)])
    before = combine(ge(pi, b + 2 * d), [(1, short), (assume(AT_MOST_ONE), sine)])
    alone = combine(ge(pi, b), [(1, before), (1, doubled)])
    together = combine(ge(b + 2 * d, 0), [(1, forward), (1, doubled)])
    first = instantiate(sine_is_not_negative(), {z: b}, [forward, alone])
    second = instantiate(sine_is_not_negative(), {z: b + 2 * d}, [together, before])
    near = combine(goal, [(first, second)])
    far = combine(goal, [(1, instantiate(near, {d: pi - d}))])
    return cases([near, far], [within[1], ge(d, pi / 2)])


def _with_rate_of(theorem: Theorem, claim: Claim) -> Theorem:
    """The theorem with η ≤ 1 met by the claim's own bound on η."""
    bounds = [g for g in claim.given if g in (BELOW_ONE, AT_MOST_ONE)]
    return instantiate(theorem, {}, [combine(AT_MOST_ONE, [(1, assume(g))]) for g in bounds])


@LEMMA_7_SIGN_REPAIRED.proof
def reflection(claim: Claim) -> Theorem:
    """d < π/2 by sin(π − 2d) < π − 2d; d > π/2 by reflection."""
    return _with_rate_of(gains_strictly(), claim)


@LEMMA_7_SIGN_WEAK.proof
def reflection_weakly(claim: Claim) -> Theorem:
    """The same with ≤ throughout."""
    return _with_rate_of(gains_weakly(), claim)


@LEMMA_7_SIGN_SHARP.proof
def reflection_at_rate_one(claim: Claim) -> Theorem:
    """Nothing in the argument needs η < 1."""
    return _with_rate_of(gains_strictly(), claim)


PAST_THE_EDGE = {d: 3 * pi / 8, eta: 2}


def _with_given(claim: Claim, *kept: Formula) -> Claim:
    return claim.replace(given=kept)


fails_without(LEMMA_7_SIGN_REPAIRED,
    (BELOW_ONE, "η may be more than 1.", PAST_THE_EDGE),
    (OFF_EQUATOR, "d = π/2 is allowed.", {d: pi / 2, eta: Rational(1, 2)}),
)  # fmt: skip


@LEMMA_7_SIGN_REPAIRED.mutant("hypothesis", at={d: 0, eta: Rational(1, 2)})
def from_zero(claim: Claim) -> Claim:
    """d = 0 is allowed."""
    return _with_given(claim, FROM_ZERO, INSIDE[1], BELOW_ONE, OFF_EQUATOR)


@LEMMA_7_SIGN_REPAIRED.mutant("hypothesis", at={d: pi, eta: Rational(1, 2)})
def up_to_pi(claim: Claim) -> Claim:
    """d = π is allowed."""
    return _with_given(claim, INSIDE[0], UP_TO_PI, BELOW_ONE, OFF_EQUATOR)


fails_as(LEMMA_7_SIGN_REPAIRED,
    ("constant", gt(gain(d, eta), 1), "The product is more than 1.", {d: pi / 6, eta: Rational(1, 2)}),
)  # fmt: skip


@LEMMA_7_SIGN_REPAIRED.mutant("sign", at={d: pi / 3, eta: Rational(1, 2)})
def minus_twice_the_angle(claim: Claim) -> Claim:
    """sin(b − 2d) in place of sin(b + 2d)."""
    b = step(d, eta)
    return claim.replace(states=gt(sin(b) * sin(b - 2 * d), 0))


fails_without(LEMMA_7_SIGN_WEAK, (BELOW_ONE, "η may be more than 1.", PAST_THE_EDGE))


fails_as(LEMMA_7_SIGN_WEAK, ("sign", le(gain(d, eta), 0), "≤ 0 in place of ≥ 0.", {d: pi / 4, eta: Rational(1, 2)}))


@LEMMA_7_SIGN_WEAK.mutant("constant", at={d: pi / 3, eta: Rational(1, 2)})
def up_to_three(claim: Claim) -> Claim:
    """sin(b + 3d) in place of sin(b + 2d)."""
    b = step(d, eta)
    return claim.replace(states=ge(sin(b) * sin(b + 3 * d), 0))


@LEMMA_7_SIGN_SHARP.instance
def an_eighth_of_a_turn() -> dict[Any, Any]:
    """d = π/4, η = 1."""
    return {d: pi / 4, eta: 1}


@LEMMA_7_SIGN_SHARP.mutant("constant", at={d: 11 * pi / 24, eta: Rational(16, 15)})
def slightly_more(claim: Claim) -> Claim:
    """η up to 16/15."""
    return _with_given(claim, *INSIDE, le(eta, Rational(16, 15)), OFF_EQUATOR)


# --- the edge ------------------------------------------------------------------------------------------------------

DELTA = sqrt(1 - 1 / eta) / eta
"""How far 2d is from π in an instance that fails for this η > 1."""

LEMMA_7_SIGN_EDGE = Claim(
    "spheres/lemma-7-sign-edge",
    at="proof of Lemma 7, 0 < η < 1",
    says="for every η > 1 there is a 0 < d < π at which sin b sin(b + 2d) is negative",
    given=[gt(eta, 1)],
    states=[gt(0, gain((pi - DELTA) / 2, eta)), gt(DELTA, 0), gt(1, DELTA)],
    reading=(
        "How far the hypothesis reaches: for every η > 1 the product is negative at some 0 < d < π, namely at "
        "d = (π − δ)/2 with δ = √(1 − 1/η)/η, which is between 0 and 1. So η = 1 is the largest rate, exactly."
    ),
)


@LEMMA_7_SIGN_EDGE.proof
def step_beyond_the_reflection(claim: Claim) -> list[Theorem]:
    """δ < b = η sin δ < π, because sin δ ≥ δ − δ³/6 and η(1 − δ²/6) > 1; so b + 2d = π + (b − δ) lies past π."""
    fails, above_zero, below_one = claim.states
    inverse = combine(gt(1, 1 / eta), [(1 / eta, assume(claim.given[0]))])
    square = combine(gt(1 - 1 / eta, 0), [(1, inverse)])
    positive = combine(above_zero, [(1, DELTA)], facts=[square])
    known = [square, positive]
    product = combine(gt(1 - 1 / eta**2, 0), [(1 + 1 / eta, inverse)])
    inward = 1 / (1 + DELTA)
    within = combine(below_one, [(inward, 1 / eta**3), (inward, product)], facts=known)
    lower = certify(certificate(ge(sin(z), z - z**3 / 6), [ge(z, 0), le(z, 1)]))
    at_least = instantiate(lower, {z: DELTA}, [positive, within, square])
    b = eta * sin(DELTA)
    room = combine(gt(eta - 1 - eta * DELTA**2 / 6, 0), _room(square), facts=known)
    overshoots = combine(gt(b, DELTA), [(eta, at_least), (positive, room)], facts=known)
    below = instantiate(sine_is_below(), {z: DELTA}, [positive, square])
    root = sqrt(1 - 1 / eta)
    shorter = combine(gt(root, b), [(eta, below)], facts=known)
    small = combine(gt(1, root), [(1 / (1 + root), 1 / eta)], facts=known)
    reach = combine(gt(pi, b), [(1, shorter), (1, small), (1, pi - 1)], facts=known)
    b_positive = combine(gt(b, 0), [(1, overshoots), (1, positive)], facts=known)
    past = combine(gt(b - DELTA, 0), [(1, overshoots)], facts=known)
    not_far = combine(gt(pi, b - DELTA), [(1, reach), (1, positive)], facts=known)
    first = instantiate(sine_is_positive(), {z: b}, [b_positive, reach, square])
    second = instantiate(sine_is_positive(), {z: b - DELTA}, [past, not_far, square])
    negative = combine(fails, [(first, second)], facts=known)
    return [negative, positive, within]


def _room(square: Theorem) -> list[Any]:
    """η − 1 − (1 − 1/η)/(6η) = (η − 1)(1 − 1/(6η²)) as a sum of products of positive terms."""
    more = combine(gt(1 - 1 / (6 * eta**2), 0), [(Rational(1, 6) * (1 + 1 / eta), square), (1, Rational(5, 6))])
    return [(assume(gt(eta, 1)), more)]


fails_without(LEMMA_7_SIGN_EDGE, ({LEMMA_7_SIGN_EDGE.given[0]: ge(eta, 1)}, "η = 1 is allowed.", {eta: 1}))


fails_as(LEMMA_7_SIGN_EDGE,
    ("sign", [gt(gain((pi - DELTA) / 2, eta), 0), *LEMMA_7_SIGN_EDGE.states[1:]], "The product is positive there.",
        {eta: 2}),
    ("constant", [*LEMMA_7_SIGN_EDGE.states[:2], gt(DELTA, Rational(1, 2))], "δ is above 1/2.", {eta: 2}),
)  # fmt: skip


@LEMMA_7_SIGN_SHARP.sharp
def largest_rate() -> Iterator[Sharpness]:
    """η = 1 is the last rate for which the product is never negative."""
    yield Sharpness(
        "the largest η for which sin b sin(b + 2d) ≥ 0 on 0 ≤ d ≤ π",
        "1, exactly: proved for η ≤ 1, and for every η > 1 it fails at d = (π − √(1 − 1/η)/η)/2",
        [gains_weakly(), LEMMA_7_SIGN_EDGE.theorem(LEMMA_7_SIGN_EDGE.states[0])],
    )
