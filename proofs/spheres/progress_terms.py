"""The terms (14), (15) and (16) of the progress: two have the signs the text says, the third is small with L_t(p)."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, cos, pi, sin, sqrt

from proofs.spheres.lemma_7_sign import (
    AT_MOST_ONE, FROM_ZERO, INSIDE, OFF_EQUATOR, UP_TO_PI, gains_strictly, gains_weakly,
)  # fmt: skip
from proofs.spheres.single_step import d, eta, step
from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import ge, gt, le, lt, ne, real

beta, e = real("β e")
b = step(d, eta)
GAINED = cos(d) ** 2 - cos(b + d) ** 2
"""L_t(p_t) − L_t(p_{t+1})."""
TERM_14 = GAINED * cos(beta) ** 2
TERM_15 = -(cos(e) ** 2) * GAINED * (1 + cos(beta) ** 2)
TERM_16 = cos(b + 2 * d) * cos(beta) * sin(b) * sin(2 * e)

READING = (
    "d, e and β are real numbers: the distances of p_t and of the comparator p from x_t, 0 ≤ d ≤ π, and the angle at "
    "x_t between the arcs to them; b = η sin 2d, L_t(p_t) = cos² d, L_t(p_{t+1}) = cos²(b + d) (spheres/collinear), "
    "and L_t(p) = cos² e. "
)

SIGNS = Claim(
    "spheres/progress-terms",
    at="after (16)",
    says="for η ≤ 1 the term (14) is never negative, and (15) is never positive",
    given=[FROM_ZERO, UP_TO_PI, AT_MOST_ONE],
    states=[ge(TERM_14, 0), le(TERM_15, 0)],
    rests_on=["spheres/lemma-7-sign-weak", "spheres/progress-identity"],
    reading=READING
    + "The text says positive and negative. Both are 0 where the update does not move (no loss, d = π/2, or p_t = "
    "±x_t), (14) for β = π/2 too, and (15) where the comparator has no loss, as in all that follows in the paper; "
    "otherwise spheres/progress-terms.strict.",
)

STRICT = Claim(
    "spheres/progress-terms.strict",
    at="after (16)",
    says="where the update moves, β is not π/2 and the comparator has a loss, (14) is positive and (15) is negative",
    given=[*INSIDE, OFF_EQUATOR, AT_MOST_ONE, ne(cos(beta), 0), ne(cos(e), 0)],
    states=[gt(TERM_14, 0), lt(TERM_15, 0)],
    rests_on=["spheres/lemma-7-sign.sharp", "spheres/progress-identity"],
    reading=READING
    + "Where the update moves, d ≠ 0, π/2, π, the angle β is not π/2, and the comparator has a loss, cos e ≠ 0: then "
    "both words hold for every η ≤ 1.",
)


def gained(strict: bool) -> Theorem:
    """cos² d − cos²(b + d) = sin b sin(b + 2d)."""
    product = gains_strictly() if strict else gains_weakly()
    goal = gt(GAINED, 0) if strict else ge(GAINED, 0)
    return combine(goal, [(1, product)])


def _signs(claim: Claim, strict: bool) -> list[Theorem]:
    first, second = claim.states
    moved = instantiate(gained(strict), {}, [assume(g) for g in claim.given])
    fourteen = combine(first, [(moved, cos(beta) ** 2)], facts=list(claim.given))
    fifteen = combine(second, [(moved, cos(e) ** 2 * (1 + cos(beta) ** 2))], facts=list(claim.given))
    return [fourteen, fifteen]


@SIGNS.proof
def the_loss_falls(claim: Claim) -> list[Theorem]:
    """L_t(p_t) − L_t(p_{t+1}) = sin b sin(b + 2d) ≥ 0."""
    return _signs(claim, strict=False)


@STRICT.proof
def the_loss_falls_strictly(claim: Claim) -> list[Theorem]:
    """L_t(p_t) − L_t(p_{t+1}) = sin b sin(b + 2d) > 0."""
    return _signs(claim, strict=True)


EIGHTH = {d: pi / 4, eta: Rational(1, 2), beta: 0, e: 0}


fails_as(SIGNS,
    ("sign", [le(TERM_14, 0), SIGNS.states[1]], "(14) is never positive.", EIGHTH),
    ("sign", [SIGNS.states[0], ge(TERM_15, 0)], "(15) is never negative.", EIGHTH),
    ("constant", [ge(TERM_14, Rational(1, 2)), SIGNS.states[1]], "(14) is at least ½.", EIGHTH),
)  # fmt: skip


fails_without(SIGNS, (AT_MOST_ONE, "η may be anything.", {**EIGHTH, eta: 2}))


fails_without(STRICT,
    (OFF_EQUATOR, "The trial may have no loss.", {**EIGHTH, d: pi / 2}),
    (ne(cos(beta), 0), "β may be π/2.", {**EIGHTH, beta: pi / 2}),
    (ne(cos(e), 0), "The comparator may have no loss.", {**EIGHTH, e: pi / 2}),
    (AT_MOST_ONE, "η may be anything.", {**EIGHTH, eta: 2}),
)  # fmt: skip


# --- the third term --------------------------------------------------------------------------------------------------

SMALL = Claim(
    "spheres/progress-term-16",
    at="after (16)",
    says="the square of (16) is at most 4 L_t(p) cos² β sin² b, so (16) is small where the comparator's loss L_t(p) is",
    given=[],
    states=le(TERM_16**2, 4 * cos(e) ** 2 * cos(beta) ** 2 * sin(b) ** 2),
    reading=READING + "For every d, e, β and every η > 0. Where L_t(p) = 0, the case of Lemma 7, (16) vanishes. The "
    "text says that (16) is usually relatively small, which speaks of no single triangle: at d = e = π/4, β = 5π/12, "
    "η = ½ it is −0.05…, beside (14) = 0.02….",
)


@SMALL.proof
def sines_are_at_most_one(claim: Claim) -> Theorem:
    """1 − cos²(b + 2d) sin² e = sin²(b + 2d) + cos²(b + 2d) cos² e."""
    rest: Expr = 2 * cos(e) * cos(beta) * sin(b)
    parts = [(rest * sin(b + 2 * d)) ** 2, (rest * cos(b + 2 * d) * cos(e)) ** 2]
    return combine(claim.states[0], [(1, part) for part in parts])


FLAT = {d: pi / 4, eta: Rational(1, 2), beta: 0, e: Rational(3, 2)}


fails_as(SMALL,
    ("constant", le(SMALL.states[0].rhs, SMALL.states[0].lhs / 100), "A hundredth of the bound.",
        FLAT | {d: 3 * pi / 4, eta: 3 * pi / 4}),
    ("sign", ge(SMALL.states[0].rhs, SMALL.states[0].lhs), "At least as large as the bound.", FLAT),
)  # fmt: skip


@SMALL.extremal("e", [5 * pi / 12, 23 * pi / 48])
def at_a_straight_angle(distance: Any) -> dict[Any, Any]:
    """b = π/3 with d = π/3, so that b + 2d = π: the ratio is sin² e, which tends to 1 as e → π/2."""
    return {d: pi / 3, eta: 2 * pi / (3 * sqrt(3)), beta: 0, e: distance}
