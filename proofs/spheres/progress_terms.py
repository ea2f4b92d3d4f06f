"""The terms (14), (15) and (16) of the progress: two have the signs the text says, the third is small with L_t(p)."""

from __future__ import annotations

from sympy import Expr, Rational, cos, pi, sin

from proofs.spheres.lemma_7_sign import (
    AT_MOST_ONE,
    FROM_ZERO,
    INSIDE,
    OFF_EQUATOR,
    UP_TO_PI,
    gains_strictly,
    gains_weakly,
)
from proofs.spheres.single_step import d, eta, step
from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.claims import Claim
from verify.language.terms import Formula, ge, gt, le, lt, ne, real

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


def without(claim: Claim, *hypotheses: Formula) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


@SIGNS.mutant("sign", at=EIGHTH)
def fourteen_negative(claim: Claim) -> Claim:
    """(14) is never positive."""
    return claim.replace(states=[le(TERM_14, 0), claim.states[1]])


@SIGNS.mutant("sign", at=EIGHTH)
def fifteen_positive(claim: Claim) -> Claim:
    """(15) is never negative."""
    return claim.replace(states=[claim.states[0], ge(TERM_15, 0)])


@SIGNS.mutant("constant", at=EIGHTH)
def at_least_a_half(claim: Claim) -> Claim:
    """(14) is at least ½."""
    return claim.replace(states=[ge(TERM_14, Rational(1, 2)), claim.states[1]])


@SIGNS.mutant("hypothesis", at={**EIGHTH, eta: 2})
def any_rate(claim: Claim) -> Claim:
    """η may be anything."""
    return without(claim, AT_MOST_ONE)


@STRICT.mutant("hypothesis", at={**EIGHTH, d: pi / 2})
def without_a_loss(claim: Claim) -> Claim:
    """The trial may have no loss."""
    return without(claim, OFF_EQUATOR)


@STRICT.mutant("hypothesis", at={**EIGHTH, beta: pi / 2})
def right_angle(claim: Claim) -> Claim:
    """β may be π/2."""
    return without(claim, ne(cos(beta), 0))


@STRICT.mutant("hypothesis", at={**EIGHTH, e: pi / 2})
def comparator_without_a_loss(claim: Claim) -> Claim:
    """The comparator may have no loss."""
    return without(claim, ne(cos(e), 0))


@STRICT.mutant("hypothesis", at={**EIGHTH, eta: 2})
def every_rate(claim: Claim) -> Claim:
    """η may be anything."""
    return without(claim, AT_MOST_ONE)


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


@SMALL.mutant("constant", at=FLAT | {d: 3 * pi / 4, eta: 3 * pi / 4})
def a_hundredth(claim: Claim) -> Claim:
    """A hundredth of the bound."""
    return claim.replace(states=le(claim.states[0].rhs, claim.states[0].lhs / 100))


@SMALL.mutant("sign", at=FLAT)
def at_least(claim: Claim) -> Claim:
    """At least as large as the bound."""
    return claim.replace(states=ge(claim.states[0].rhs, claim.states[0].lhs))
