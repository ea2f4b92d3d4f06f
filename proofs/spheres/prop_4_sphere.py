"""Proposition 4 on the sphere: for the loss (8) every step with η ≤ 1 does not increase the loss."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Rational, acos, cos, pi

from proofs.spheres.collinear import cosines_of_the_next
from proofs.spheres.gradient import loss
from proofs.spheres.lemma_7_sign import (
    AT_MOST_ONE, INSIDE, LEMMA_7_SIGN_EDGE, gain, gains_before_the_equator, gains_weakly,
)  # fmt: skip
from proofs.spheres.single_step import ANGLE, NAMES, NEXT, UNIT, UNIT_DATA, W, d, moved, p, x
from proofs.spheres.single_step import eta as rate
from proofs.spheres.update import G
from verify.author.kernel import Theorem, assume, cases, certify, cite, combine, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, Sharpness, fails_as, fails_without, holds_at
from verify.language.terms import Inner, eq, ge, gt, le, lt, ne, real
from verify.lemmas.circular import arccosine_is_positive, within_one
from verify.prover.proving import certificate

z = real("z")

ON_THE_SPHERE = (
    "For the loss ⟨p, x⟩² on the unit sphere of any dimension: p = p_t and x = x_t are unit vectors, p′ = p_{t+1} is "
    "the explicit update (spheres/update-everywhere), and 0 < η ≤ 1. "
)
CORRELATION = Inner(p, x)
NOT_ON_EQUATOR, NOT_A_POLE = ne(CORRELATION, 0), lt(CORRELATION**2, 1)

PROP_4_SPHERE = Claim(
    "spheres/prop-4-sphere",
    at="Proposition 4, for the loss (8)",
    printed="there exists ξ > 0 such that for any learning rate 0 < η < ξ L_t(p_{t+1}) ≤ L_t(p_t)",
    given=[UNIT, UNIT_DATA, AT_MOST_ONE],
    where=NAMES,
    states=ge(loss(p, x), loss(NEXT, x)),
    rests_on=["spheres/lemma-7-sign-weak", "spheres/collinear"],
    reading=ON_THE_SPHERE
    + "ξ = 1 serves every p and x, and η = 1 too. No larger ξ does: spheres/lemma-7-sign-edge. That the losses are "
    "equal only where nothing moves is spheres/prop-4-sphere-equality.",
)

PROP_4_SPHERE_EQUALITY = Claim(
    "spheres/prop-4-sphere-equality",
    at="Proposition 4, for the loss (8)",
    printed="and equality holds if and only if p_{t+1} = p_t",
    given=[UNIT, UNIT_DATA, AT_MOST_ONE, NOT_ON_EQUATOR, NOT_A_POLE],
    where=NAMES,
    states=gt(loss(p, x), loss(NEXT, x)),
    rests_on=["spheres/lemma-7-sign.sharp", "spheres/collinear", "spheres/update-at-rest"],
    reading=ON_THE_SPHERE
    + "Unless p is orthogonal to x or ±x, the loss falls, so that p_{t+1} ≠ p; in these cases the gradient vanishes "
    "and p_{t+1} = p (spheres/update-at-rest), and the loss is the same.",
)


@PROP_4_SPHERE.proof
def loss_is_a_squared_cosine(claim: Claim) -> Theorem:
    """cos² d − cos²(d + b) = sin b sin(b + 2d) ≥ 0 with d = arccos⟨p, x⟩; where ⟨p, x⟩² = 1 nothing moves."""
    goal, at_a_pole = claim.states[0], ge(CORRELATION**2, 1)
    closed = [combine(ge(g.lhs, g.rhs), [(1, assume(g))]) for g in INSIDE]
    moves = _by_its_cosine(goal, instantiate(gains_weakly(), {}, closed))
    within = within_one(p, x, [g for g in claim.given if g in (UNIT, UNIT_DATA)])
    most = combine(ge(1 - CORRELATION**2, 0), [(within[0], within[1])])
    unit_square = combine(eq(CORRELATION**2, 1), [(1, CORRELATION**2 - 1)], facts=[at_a_pole, most])
    square = combine(eq(Inner(G, G), 0), [(-4 * CORRELATION**2, unit_square)], using=[UNIT, UNIT_DATA])
    rests = combine(ge(loss(p, x), loss(moved(p, W, rate), x)), [], using=[eq(W, 0)])
    still = instantiate(rests, {W: G}, [instantiate(cite(DEFINITE), {x: G}, [square])])
    known = [*map(assume, claim.given), *within]
    return cases([instantiate(t, {}, known) for t in (moves, still)], [NOT_A_POLE, at_a_pole])


@PROP_4_SPHERE_EQUALITY.proof
def loss_falls_where_it_moves(claim: Claim) -> Theorem:
    """The same, with sin b sin(b + 2d) > 0 for d ≠ π/2, as cos d = ⟨p, x⟩ ≠ 0."""
    goal, sides = gt(gain(d, rate), 0), [lt(d, pi / 2), eq(d, pi / 2), gt(d, pi / 2)]
    loss_left = [g for g in claim.given if g == NOT_ON_EQUATOR]
    some = combine(gt(CORRELATION**2, 0), [(1, CORRELATION**2)], facts=loss_left)
    never = combine(goal, [(1, some), (-CORRELATION, assume(ANGLE))], using=[sides[1]])
    after = combine(goal, [(1, instantiate(gains_before_the_equator(), {d: pi - d}))])
    gains = cases([gains_before_the_equator(), never, after], sides)
    known = [*map(assume, claim.given), *within_one(p, x, [g for g in claim.given if g in (UNIT, UNIT_DATA)])]
    return instantiate(_by_its_cosine(claim.states[0], gains), {}, known)


@cache
def _arccosine_is_below_pi() -> Theorem:
    """arccos z < π for −1 < z ≤ 1."""
    return certify(certificate(gt(pi, acos(z)), [gt(z, -1), le(z, 1)]))


def _by_its_cosine(goal: Any, gains: Theorem) -> Theorem:
    """The goal on losses from that on the squares of cos d and cos(d + b), at d = arccos⟨p, x⟩ for ⟨p, x⟩² < 1."""
    to_data, _ = cosines_of_the_next()
    equal = to_data.conclusion
    found = combine(goal, [(1, gains), (CORRELATION + cos(d), assume(ANGLE)), (-(equal.lhs + equal.rhs), to_data)])
    inside = [ge(1 - CORRELATION, 0), ge(1 + CORRELATION, 0)]
    apart = [
        combine(
            gt(1 - sign * CORRELATION, 0),
            [(Rational(1, 2), assume(NOT_A_POLE)), (Rational(1, 2), (1 - sign * CORRELATION) ** 2)],
        )
        for sign in (1, -1)
    ]
    ends = [
        arccosine_is_positive(CORRELATION, apart),
        instantiate(_arccosine_is_below_pi(), {z: CORRELATION}, apart),
    ]
    angle = identity(eq(CORRELATION, cos(acos(CORRELATION))), facts=inside)
    return instantiate(found, {d: acos(CORRELATION)}, [*ends, angle, *apart])


THREE = Rational(3, 5)
HALF = Rational(1, 2)
LONG = {p: (1, 0), x: (HALF, 1), rate: 1}
ACROSS = {p: (THREE, Rational(4, 5)), x: (1, 0), rate: Rational(25, 48)}


fails_without(PROP_4_SPHERE,
    (AT_MOST_ONE, "η may be more than 1.", ACROSS | {rate: Rational(25, 12)}),
    (UNIT, "p need not be a unit vector.", LONG | {p: (HALF, Rational(18, 5)), x: (1, 0), rate: Rational(38, 39)}),
    (UNIT_DATA, "x need not be a unit vector.", LONG),
)  # fmt: skip


fails_as(PROP_4_SPHERE,
    ("sign", ge(loss(NEXT, x), loss(p, x)), "The loss does not decrease.", ACROSS),
    ("constant", ge(loss(p, x) / 1000, loss(NEXT, x)), "A thousandth of the loss is left.", ACROSS),
)  # fmt: skip


holds_at(PROP_4_SPHERE, ("Where the loss is largest it stays.", {p: (1, 0), x: (1, 0), rate: 1}))


fails_without(PROP_4_SPHERE_EQUALITY,
    (NOT_ON_EQUATOR, "p may be orthogonal to x.", ACROSS | {p: (0, 1)}),
    (NOT_A_POLE, "p may be ±x.", ACROSS | {p: (1, 0)}),
    (AT_MOST_ONE, "η may be more than 1.", ACROSS | {rate: Rational(25, 12)}),
)  # fmt: skip


fails_as(PROP_4_SPHERE_EQUALITY,
    ("constant", gt(loss(p, x) / 1000, loss(NEXT, x)), "Less than a thousandth of the loss is left.", ACROSS),
    ("sign", gt(loss(NEXT, x), loss(p, x)), "The loss grows.", ACROSS),
)  # fmt: skip


@PROP_4_SPHERE.sharp
def largest_rate() -> Sharpness:
    """ξ = 1 is the largest for all p and x."""
    return Sharpness(
        "the largest ξ that serves every p and x for the loss ⟨p, x⟩² on the sphere",
        "1, exactly: for η > 1 the loss grows at d = (π − √(1 − 1/η)/η)/2",
        [gains_weakly(), LEMMA_7_SIGN_EDGE.theorem(LEMMA_7_SIGN_EDGE.states[0])],
    )
