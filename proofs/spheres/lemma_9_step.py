"""Proof of Lemma 9, one trial: the lower bound of the relative gain in L and L²."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Rational, acos, cos, pi, sin, sinc

from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, INSIDE, OFF_EQUATOR, sine_is_positive, z
from proofs.spheres.lemma_9_ratio import sine_gain
from proofs.spheres.single_step import d, eta, step
from verify.author.kernel import Theorem, assume, cases, certify, combine, identity, instantiate, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, ge, gt, integer, le, lt, ne, positive, real
from verify.prover.proving import certificate

k = integer("k")
w, y = real("w y")
h = positive("h")


def linear(eta: Any) -> Expr:
    """2η(1 − η), the factor of L in the progress of one trial."""
    return 2 * eta * (1 - eta)


def quadratic(eta: Any) -> Expr:
    """(2/3)η²(3 − (2 − η)η), the factor of L²."""
    return Rational(2, 3) * eta**2 * (3 - (2 - eta) * eta)


def promise(loss: Any, eta: Any, share: Any = 1) -> Expr:
    """2η(1 − η)L + (2/3)η²(3 − (2 − η)η)·share·L²."""
    return linear(eta) * loss + quadratic(eta) * share * loss**2


TRIALS = ge(k, 1)
GAIN = sine_gain(step(d, eta), d)
LOSS = cos(d) ** 2

READING = (
    "d = dist(p_t, x_t) with 0 < d < π (sin d is a denominator), b = η sin 2d, so that L_t(p_t) = cos² d, and "
    "0 < η < 1. k ≥ 1 is the number of trials, as in the lemma; the printed factor 1/k belongs to a later line, and "
    "makes this one weaker. "
)

LEMMA_9_STEP = Claim(
    "spheres/lemma-9-step",
    weight="wording",
    slip=(
        "The inequality is printed with > and holds with ≥: at a trial without a loss both sides are 0. "
        "The bounds of Lemma 9 need ≥ only."
    ),
    at="proof of Lemma 9",
    printed="(sin(b + d) − sin d)/sin d > 2η(1 − η)L_t(p_t) + (2/3)η²(3 − (2 − η)η)(1/k)L_t(p_t)²",
    given=[*INSIDE, BELOW_ONE, TRIALS],
    states=gt(GAIN, promise(LOSS, eta, 1 / k)),
    reading=READING + "As printed, with >.",
)


@LEMMA_9_STEP.counterexample
def no_loss(claim: Claim) -> Theorem:
    """d = π/2: both sides are 0."""
    return witness(claim.given, claim.states[0], {d: pi / 2, eta: Rational(1, 2), k: 1})


LEMMA_9_STEP_REPAIRED = Claim(
    "spheres/lemma-9-step.repaired",
    at="proof of Lemma 9",
    says="(sin(b + d) − sin d)/sin d ≥ 2η(1 − η)L_t(p_t) + (2/3)η²(3 − (2 − η)η)(1/k)L_t(p_t)²",
    given=[*INSIDE, BELOW_ONE, TRIALS],
    states=ge(GAIN, promise(LOSS, eta, 1 / k)),
    repairs="spheres/lemma-9-step",
    reading=READING + "With ≥; equality only without a loss, by spheres/lemma-9-step.sharp.",
)

LEMMA_9_STEP_SHARP = Claim(
    "spheres/lemma-9-step.sharp",
    at="proof of Lemma 9",
    says="(sin(b + d) − sin d)/sin d > 2η(1 − η)L_t(p_t) + (2/3)η²(3 − (2 − η)η)L_t(p_t)² for d ≠ π/2",
    given=[*INSIDE, OFF_EQUATOR, AT_MOST_ONE],
    states=gt(GAIN, promise(LOSS, eta)),
    reading=(
        "The line that the next one uses, without 1/k: strict wherever there is a loss, and for η = 1 too. Both "
        "coefficients are those of the Taylor series in L, so neither can be larger."
    ),
    sharpens="spheres/lemma-9-step.repaired",
)


def _below_cosine(u: Any, q: Any) -> Expr:
    """The divided difference at u and q of 1 − u/2 + u²/24 − u³/720."""
    return Rational(-1, 2) + (u + q) / 24 - (u**2 + u * q + q**2) / 720


def _below_sinc(u: Any, q: Any) -> Expr:
    """The divided difference at u and q of 1 − u/6 + u²/180."""
    return Rational(-1, 6) + (u + q) / 180


@cache
def cosine_series() -> Theorem:
    """cos z ≥ 1 − z²/2 + z⁴/24 − z⁶/720 for −1 ≤ z ≤ 1, by a certificate for z ≥ 0."""
    goal = ge(cos(z), 1 - z**2 / 2 + z**4 / 24 - z**6 / 720)
    right = certify(certificate(goal, [ge(z, 0), le(z, 1)]))
    left = combine(goal, [(1, instantiate(right, {z: -z}))])
    return cases([right, left], [ge(z, 0), le(z, 0)])


@cache
def sinc_series() -> Theorem:
    """sinc z ≥ 1 − z²/6 + z⁴/180 for −1 ≤ z ≤ 1, by a certificate for sin z where z ≥ 0."""
    goal = ge(sinc(z), 1 - z**2 / 6 + z**4 / 180)
    sine = certify(certificate(ge(sin(z), z - z**3 / 6 + z**5 / 180), [ge(z, 0), le(z, 1)]))
    right = combine(goal, [(1 / z, sine)], facts=[gt(z, 0)])
    left = combine(goal, [(1, instantiate(right, {z: -z}))], facts=[lt(z, 0)])
    middle = combine(goal, [], using=[eq(z, 0)])
    return cases([right, middle, left], [gt(z, 0), eq(z, 0), lt(z, 0)])


SHARE = [ge(w, 0), le(w, 1)]
LENGTH = eq(z**2, 4 * h**2 * w * (1 - w))
RATE = le(h, 1)


def fourth_order(loss: Any, eta: Any) -> Expr:
    """(4/3)η³(1 − η)L³ + (2/3)η⁴L⁴, which the promise leaves out."""
    return Rational(4, 3) * eta**3 * (1 - eta) * loss**3 + Rational(2, 3) * eta**4 * loss**4


@cache
def gain_to_fourth_order() -> Theorem:
    """cos z − 1 + 2hw sinc z ≥ the promise and the terms of `fourth_order`, for z² = 4h²w(1 − w), 0 ≤ w ≤ 1, 0 < h ≤ 1.

    With the series of both functions the difference is at least (4/45)h⁵w³(1 − w)²(2 − h(1 − w)).
    """
    left = Rational(4, 45) * h**5 * w**3 * (1 - w) ** 2
    q = LENGTH.rhs
    by_length = _below_cosine(z**2, q) + 2 * h * w * _below_sinc(z**2, q)
    return combine(
        ge(cos(z) - 1 + 2 * h * w * sinc(z), promise(w, h) + fourth_order(w, h)),
        [
            (1, cosine_series()),
            (2 * h * w, sinc_series()),
            (left, 1 + h * w),
            (left, assume(RATE)),
            (by_length, assume(LENGTH)),
        ],
        facts=SHARE,
    )


@cache
def gain_in_loss(strict: bool = False) -> Theorem:
    """cos z − 1 + 2hw sinc z ≥ 2h(1 − h)w + (2/3)h²(3 − (2 − h)h)w², for z² = 4h²w(1 − w), 0 ≤ w ≤ 1, 0 < h ≤ 1."""
    relation, some = (gt, [gt(w, 0)]) if strict else (ge, [])
    return combine(
        relation(cos(z) - 1 + 2 * h * w * sinc(z), promise(w, h)),
        [
            (1, gain_to_fourth_order()),
            (Rational(4, 3) * h**3 * w**3, assume(RATE)),
            (Rational(2, 3) * h**4 * w**3, w),
        ],
        facts=[*SHARE, *some],
    )


@cache
def gain_where_defined(strict: bool) -> Theorem:
    """The bound without 1/k for sin d ≠ 0 and η ≤ 1, strict if cos² d > 0: b = 2η sin d cos d, and z = b above."""
    b = step(d, eta)
    halves = [[(Rational(1, 2), (sin(2 * d) - s) ** 2), (Rational(1, 2), cos(2 * d) ** 2)] for s in (1, -1)]
    top, bottom = combine(ge(1, sin(2 * d)), halves[0]), combine(ge(sin(2 * d), -1), halves[1])
    above = combine(ge(1, b), [(eta, top), (1, assume(AT_MOST_ONE))])
    below = combine(ge(b, -1), [(eta, bottom), (1, assume(AT_MOST_ONE))])
    length = identity(eq(b**2, 4 * eta**2 * LOSS * (1 - LOSS)))
    share = [combine(ge(LOSS, 0), [(1, LOSS)]), combine(ge(1, LOSS), [(1, sin(d) ** 2)])]
    general = instantiate(gain_in_loss(strict), {z: b, w: LOSS, h: eta}, [above, below, length, *share])
    angle = h * z * w
    turned = identity(eq(z * cos(angle) + w * sin(angle), z * (cos(angle) + h * w**2 * sinc(angle))))
    split = instantiate(turned, {z: sin(d), w: cos(d), h: 2 * eta})
    relation = gt if strict else ge
    return combine(relation(GAIN, promise(LOSS, eta)), [(1, general), (1 / sin(d), split)])


@cache
def gain_at_angle(strict: bool) -> Theorem:
    """The same for 0 < d < π."""
    return instantiate(gain_where_defined(strict), {}, [_positive_sine()])


def _rate(claim: Claim) -> list[Theorem]:
    """η ≤ 1, and the bounds on d, from what is given."""
    bounds = [g for g in claim.given if g in (BELOW_ONE, AT_MOST_ONE)]
    return [*map(assume, claim.given), *(combine(AT_MOST_ONE, [(1, assume(g))]) for g in bounds)]


@LEMMA_9_STEP_REPAIRED.proof
def series_and_smaller_share(claim: Claim) -> Theorem:
    """The bound without 1/k, which is at most 1."""
    strong = instantiate(gain_at_angle(False), {}, _rate(claim))
    trials = [g for g in claim.given if g == TRIALS]
    left = Rational(2, 3) * eta**2 * LOSS**2 / k
    return combine(
        claim.states[0],
        [(1, strong), *((left * factor, assume(g)) for g in trials for factor in (2, (1 - eta) ** 2))],
        facts=[*trials, _positive_sine()],
    )


@LEMMA_9_STEP_SHARP.proof
def series(claim: Claim) -> Theorem:
    """The same, and cos² d > 0."""
    off = [g for g in claim.given if g == OFF_EQUATOR]
    strong = instantiate(gain_at_angle(True), {}, [*_rate(claim), _has_loss(off)])
    return combine(claim.states[0], [(1, strong)], facts=[_positive_sine()])


@cache
def _positive_sine() -> Theorem:
    """sin d > 0 for 0 < d < π."""
    return instantiate(sine_is_positive(), {z: d}, [assume(g) for g in INSIDE])


def _has_loss(off: list[Any]) -> Theorem:
    """cos² d > 0 for 0 < d < π, d ≠ π/2."""
    goal = gt(LOSS, 0)
    before = certify(certificate(gt(cos(d), 0), [gt(d, 0), lt(d, pi / 2)]))
    after = certify(certificate(gt(-cos(d), 0), [gt(d, pi / 2), lt(d, pi)]))
    apart = combine(gt((d - pi / 2) ** 2, 0), [(1, (d - pi / 2) ** 2)], facts=off)
    sides = [lt(d, pi / 2), eq(d, pi / 2), gt(d, pi / 2)]
    never = combine(goal, [(1, apart)], using=[sides[1]]) if off else assume(goal)
    return cases([combine(goal, [(before, before)]), never, combine(goal, [(after, after)])], sides)


TENTH = {d: acos(Rational(1, 10)), eta: Rational(1, 2), k: 1}
HALF = {d: pi / 3, eta: Rational(1, 2), k: 1}


@LEMMA_9_STEP_REPAIRED.mutant("constant", at=TENTH)
def larger_linear_term(claim: Claim) -> Claim:
    """One hundredth more of the linear term."""
    more = Rational(1, 100) * linear(eta) * LOSS
    return claim.replace(states=ge(GAIN, promise(LOSS, eta, 1 / k) + more))


fails_as(LEMMA_9_STEP_REPAIRED, ("constant", ge(GAIN, promise(LOSS, eta, 2 / k)), "The factor 2/k.", TENTH))


@LEMMA_9_STEP_REPAIRED.mutant("sign", at=TENTH)
def plus_in_the_square(claim: Claim) -> Claim:
    """3 + (2 − η)η."""
    wrong = linear(eta) * LOSS + Rational(2, 3) * eta**2 * (3 + (2 - eta) * eta) * LOSS**2 / k
    return claim.replace(states=ge(GAIN, wrong))


fails_without(LEMMA_9_STEP_REPAIRED, (BELOW_ONE, "Any η > 0.", {**HALF, eta: 2}))


def _negative_shares(claim: Claim) -> Theorem:
    """k > 0 as before; for k < 0 the term in L² is negative."""
    goal, signs = claim.states[0], [gt(k, 0), eq(k, 0), lt(k, 0)]
    usual = instantiate(series_and_smaller_share(claim.replace(given=[*claim.given, TRIALS])), {}, [_at_least_one()])
    strong = instantiate(gain_at_angle(False), {}, _rate(claim))
    square = Rational(2, 3) * eta**2 * LOSS**2
    lower = combine(
        goal,
        [(1, strong), *((square * (1 - 1 / k), factor) for factor in (2, (1 - eta) ** 2))],
        facts=[signs[2], _positive_sine()],
    )
    never = combine(goal, [((goal.lhs - goal.rhs) / k, assume(signs[1]))], facts=[ne(k, 0), _positive_sine()])
    return instantiate(cases([usual, never, lower], signs), discharge=[_positive_sine()])


def _at_least_one() -> Theorem:
    """k ≥ 1 for an integer k > 0."""
    return combine(TRIALS, [(1, k - 1)], facts=[gt(k, 0)])


@LEMMA_9_STEP_REPAIRED.mutant("hypothesis", proof=_negative_shares)
def any_share(claim: Claim) -> Claim:
    """k may be any integer but 0."""
    return claim.replace(given=[*INSIDE, BELOW_ONE, ne(k, 0)])


def _on_either_side(claim: Claim) -> Theorem:
    """Both sides are even in d and have the period π: the proof, with sin d ≠ 0 given."""
    strong = gain_where_defined(False)
    left = Rational(2, 3) * eta**2 * LOSS**2 / k
    parts = [(left * factor, assume(TRIALS)) for factor in (2, (1 - eta) ** 2)]
    known = instantiate(strong, {}, _rate(claim))
    return combine(claim.states[0], [(1, known), *parts], facts=[TRIALS, ne(sin(d), 0)])


@LEMMA_9_STEP_REPAIRED.mutant("hypothesis", proof=_on_either_side)
def any_angle(claim: Claim) -> Claim:
    """Any d with sin d ≠ 0."""
    return claim.replace(given=[ne(sin(d), 0), BELOW_ONE, TRIALS])


fails_as(LEMMA_9_STEP_SHARP,
    ("constant", gt(GAIN, promise(LOSS, eta, Rational(11, 10))), "One tenth more of the term in L².", TENTH),
)  # fmt: skip


@LEMMA_9_STEP_SHARP.mutant("constant", at={d: acos(Rational(1, 1000)), eta: Rational(7, 6)})
def larger_rates(claim: Claim) -> Claim:
    """η up to 7/6, past the root 1.16628… of η³ − 3η² + 15η = 15."""
    return claim.replace(given=[*INSIDE, OFF_EQUATOR, le(eta, Rational(7, 6))])


fails_as(LEMMA_9_STEP_SHARP, ("sign", gt(promise(LOSS, eta), GAIN), "The sides exchanged.", TENTH))


fails_without(LEMMA_9_STEP_SHARP,
    (OFF_EQUATOR, "d = π/2 is allowed: nothing happens there.", {d: pi / 2, eta: Rational(1, 2)}),
    (AT_MOST_ONE, "Any η > 0.", {d: pi / 3, eta: 2}),
)  # fmt: skip


LOSSES = [Rational(1, 100), Rational(1, 10), Rational(1, 2), Rational(9, 10)]


@LEMMA_9_STEP_REPAIRED.extremal("cos d", LOSSES)
def cosines(value: Any) -> dict[Any, Any]:
    """η = ½ and k = 1: the ratio tends to 1 as the loss cos² d does to 0."""
    return {d: acos(value), eta: Rational(1, 2), k: 1}


@LEMMA_9_STEP_SHARP.extremal("η", [Rational(1, 100), Rational(1, 10), Rational(1, 2), 1])
def rates(value: Any) -> dict[Any, Any]:
    """cos d = 1/10."""
    return {d: acos(Rational(1, 10)), eta: value}
