"""Proof of Lemma 7: the difference of the squared sines, from both triangles of Figure 2."""

from __future__ import annotations

from typing import Any

from sympy import Expr, cos, pi, sin

from proofs.spheres.single_step import d
from verify.author.kernel import Theorem, assume, combine, identity
from verify.claims import Claim, fails_without
from verify.language.terms import eq, real

a, b, c, e, beta = real("a b c e β")


def third_side(d: Any, e: Any, beta: Any) -> Expr:
    """cos d cos e + sin d sin e cos β, the cosine of the side opposite to β (13)."""
    return cos(d) * cos(e) + sin(d) * sin(e) * cos(beta)


AFTER = eq(cos(a), third_side(b + d, e, beta))
BEFORE = eq(cos(c), third_side(d, e, beta))
QUARTER = eq(e, pi / 2)

LEMMA_7_STEP = Claim(
    "spheres/lemma-7-step",
    at="proof of Lemma 7",
    printed="sin² c − sin² a = cos² a − cos² c = cos² β sin b sin(b + 2d)",
    given=[AFTER, BEFORE, QUARTER],
    states=[
        eq(sin(c) ** 2 - sin(a) ** 2, cos(a) ** 2 - cos(c) ** 2),
        eq(cos(a) ** 2 - cos(c) ** 2, cos(beta) ** 2 * sin(b) * sin(b + 2 * d)),
    ],
    rests_on=["spheres/law-of-cosines"],
    reading="a, b, c, d, e, β are any real numbers that satisfy both equations (13), and e = π/2, as ⟨p⋆, x⟩ = 0 says.",
)


@LEMMA_7_STEP.proof
def difference_of_squared_sines(claim: Claim) -> list[Theorem]:
    """cos a = sin(b + d) cos β, cos c = sin d cos β, and sin² u − sin² v = sin(u − v) sin(u + v)."""
    sines, product = claim.states
    ends = [assume(g) for g in claim.given if g in (AFTER, BEFORE)]
    parts = [(t.conclusion.lhs + t.conclusion.rhs, t) for t in ends]
    signed = [(factor if t.conclusion == AFTER else -factor, t) for factor, t in parts]
    return [identity(sines), combine(product, signed, using=[g for g in claim.given if g == QUARTER])]


@LEMMA_7_STEP.mutant("sign", at={a: pi / 6, b: pi / 6, c: pi / 3, d: pi / 6, e: pi / 2, beta: 0})
def minus_twice_d(claim: Claim) -> Claim:
    """sin(b − 2d)."""
    wrong = cos(beta) ** 2 * sin(b) * sin(b - 2 * d)
    return claim.replace(states=[claim.states[0], eq(claim.states[1].lhs, wrong)])


@LEMMA_7_STEP.mutant("constant", at={a: pi / 6, b: pi / 6, c: pi / 3, d: pi / 6, e: pi / 2, beta: 0})
def single_d(claim: Claim) -> Claim:
    """sin(b + d)."""
    wrong = cos(beta) ** 2 * sin(b) * sin(b + d)
    return claim.replace(states=[claim.states[0], eq(claim.states[1].lhs, wrong)])


fails_without(LEMMA_7_STEP,
    (QUARTER, "The comparator may have a loss: any e.", {a: pi / 3, b: pi / 6, c: pi / 6, d: pi / 6, e: 0, beta: 0}),
    (AFTER, "a need not satisfy (13).", {a: 0, b: pi / 6, c: pi / 3, d: pi / 6, e: pi / 2, beta: 0}),
    (BEFORE, "c need not satisfy (13).", {a: pi / 6, b: pi / 6, c: 0, d: pi / 6, e: pi / 2, beta: 0}),
)  # fmt: skip
