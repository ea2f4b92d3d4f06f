"""Before (35): the Hellinger loss with the logistic transfer function is not convex in the activation."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational, exp, log, sqrt

from verify.audit import (
    Claim, Deriv, Theorem, assume, combine, eq, fails_as, fails_without, follows, function, ge, gt, identity,
    instantiate, le, lt, real, witness,
)  # fmt: skip

a, b, r, q, y = real("a b r q y")


def logistic(a: Any) -> Expr:
    """ŷ = 1/(1 + e^{−a})."""
    return 1 / (1 + exp(-a))


def hellinger(y: Any, x: Any) -> Expr:
    """½((√y − √ŷ)² + (√(1 − y) − √(1 − ŷ))²)."""
    return ((sqrt(y) - sqrt(x)) ** 2 + (sqrt(1 - y) - sqrt(1 - x)) ** 2) / 2


def loss(y: Any, a: Any) -> Expr:
    """The Hellinger loss of the logistic function at an activation."""
    return hellinger(y, logistic(a))


def curvature(y: Any, a: Any) -> Expr:
    """Its second derivative in the activation."""
    return Deriv(Deriv(loss(y, r), r, q), q, a)


L = function("L")
NAMES = {L(y, a): hellinger(y, function("φ")(a)), function("φ")(a): logistic(a)}
"""The Hellinger loss L(y, φ(a)) as a function of the activation, where statements are shown."""


def bend(y: Any, a: Any) -> Expr:
    """The second derivative in the activation, as statements show it."""
    return Deriv(Deriv(L(y, r), r, q), q, a)


OUTCOME = [ge(y, 0), ge(1, y)]
LOW, HIGH = le(exp(-a), 2), le(exp(a), 2)

HELLINGER = Claim(
    "general_additive/ga-l-hellinger",
    weight="error",
    slip=(
        "The paper reports it as shown elsewhere; but the Hellinger loss is not convex in the activation of the "
        "logistic function, for any outcome, and the bound of GA_L is false there, by "
        "general_additive/ga-l-hellinger-bound."
    ),
    at="before (35)",
    printed=(
        "L(y, φ(a)) is convex in a … this property holds for any convex loss function, and Cesa-Bianchi (1999) has "
        "shown that it also holds for the Hellinger loss with the logistic function as the transfer function"
    ),
    given=[gt(y, 0), gt(1, y)],
    where=NAMES,
    states=ge(L(y, a) / 2 + L(y, b) / 2, L(y, (a + b) / 2)),
    reading=(
        "Convexity at the middle of any two activations a and b, for every outcome 0 < y < 1, with the Hellinger loss "
        "½((√y − √ŷ)² + (√(1 − y) − √(1 − ŷ))²); other factors in front change nothing."
    ),
)

NEVER = Claim(
    "general_additive/ga-l-hellinger.sharp",
    at="before (35)",
    says="for no outcome is the Hellinger loss convex in the activation of the logistic function",
    given=[gt(y, 0), ge(1, y)],
    where=NAMES,
    states=lt(bend(y, log(y / (100 - y))), 0),
    reading=(
        "For every 0 < y ≤ 1 the second derivative is negative where ŷ = y/100. Exchanging y with 1 − y and a with −a "
        "leaves the loss as it is, so y = 0 is no exception either."
    ),
    sharpens="general_additive/ga-l-hellinger.repaired",
)

REPAIRED = Claim(
    "general_additive/ga-l-hellinger.repaired",
    at="before (35)",
    says="L(y, φ(a)) is convex in a for the Hellinger loss with the logistic function where |a| ≤ ln 2",
    given=[*OUTCOME, LOW, HIGH],
    where=NAMES,
    states=ge(bend(y, a), 0),
    repairs="general_additive/ga-l-hellinger",
    reading="For every outcome 0 ≤ y ≤ 1, the loss is convex on the interval −ln 2 ≤ a ≤ ln 2, where ⅓ ≤ ŷ ≤ ⅔.",
)


@HELLINGER.counterexample
def between_low_predictions(claim: Claim) -> Theorem:
    """y = 9/10, and ŷ = 1/65 and 1/5 with 1/17 in the middle: the mean of the losses is less by 0.0324."""
    return witness(list(claim.given), claim.states[0], {y: Rational(9, 10), a: -log(64), b: -log(4)})


def prediction_is_below_one() -> list[Theorem]:
    """1 − ŷ > 0, in both forms."""
    return [follows(gt(term, 0)) for term in (1 - logistic(a), 1 - exp(a) / (1 + exp(a)))]


def curvature_in_outputs() -> Theorem:
    """4L″ = √y √ŷ(1 − ŷ)(3ŷ − 1) + √(1 − y) √(1 − ŷ) ŷ(2 − 3ŷ), with ŷ = e^a/(1 + e^a)."""
    x = exp(a) / (1 + exp(a))
    rise = sqrt(y) * sqrt(x) * (1 - x) * (3 * x - 1)
    fall = sqrt(1 - y) * sqrt(1 - x) * x * (2 - 3 * x)
    return identity(eq(curvature(y, a), (rise + fall) / 4), facts=[*OUTCOME, *prediction_is_below_one()])


@REPAIRED.proof
def both_terms_bend_upwards(claim: Claim) -> Theorem:
    """3ŷ ≥ 1 and 3ŷ ≤ 2 there."""
    x = exp(a) / (1 + exp(a))
    rising, falling = follows(ge(3 * x - 1, 0), LOW), follows(ge(2 - 3 * x, 0), HIGH)
    terms = [(sqrt(y) * sqrt(x) * (1 - x) / 4, rising), (sqrt(1 - y) * sqrt(1 - x) * x / 4, falling)]
    facts: list[Any] = [*OUTCOME, *prediction_is_below_one()]
    return combine(claim.states[0], [(1, curvature_in_outputs()), *terms], facts=facts)


@NEVER.proof
def low_predictions_bend_downwards(claim: Claim) -> Theorem:
    """−4L″ = (y/100)(10(1 − ŷ)(1 − 3ŷ) − √(1 − y)√(1 − ŷ)(2 − 3ŷ)) at ŷ = y/100, and the product of roots is ≤ 1."""
    least, most = gt(y, 0), OUTCOME[1]
    x, root = y / 100, sqrt(1 - y) * sqrt(1 - y / 100)
    far, below = follows(gt(100 - y, 0), most), follows(gt(1 - x, 0), most)
    odds = follows(gt(y / (100 - y), 0), least, far)
    same = follows(ge(1 - odds_to_output(y / (100 - y)), 0), below, far, odds)
    short = follows(ge(1 - root, 0), (sqrt(1 - y) - sqrt(1 - x)) ** 2, y + x, facts=[least, most, below])
    twice, spare = follows(gt(2 - 3 * x, 0), most), follows(gt(8 - 37 * x, 0), most)
    goal = gt(10 * (1 - x) * (1 - 3 * x) - root * (2 - 3 * x), 0)
    gap = combine(goal, [(short, twice), (1, spare), (30, x**2)], facts=[least, most])
    outcome = [follows(ge(y, 0), least), assume(most)]
    there = instantiate(curvature_in_outputs(), {a: log(y / (100 - y))}, discharge=[far, odds, same, *outcome])
    return follows(claim.states[0], gap, there, least, most, far, below, odds)


def odds_to_output(odds: Any) -> Expr:
    """ŷ for e^a = odds."""
    return odds / (odds + 1)


def case(y_value: Any, odds: Any) -> dict[Any, Any]:
    """An outcome, and the activation with e^a = odds."""
    return {y: Rational(y_value), a: log(odds)}


fails_without(REPAIRED,
    (LOW, "a may be below −ln 2.", case(1, Rational(1, 4))),
    (HIGH, "a may be above ln 2.", case(0, 4)),
)  # fmt: skip


@REPAIRED.mutant("constant", at=case(1, Rational(4, 9)))
def wider(claim: Claim) -> Claim:
    """|a| ≤ ln(9/4): the interval cannot be made longer for all outcomes."""
    return claim.replace(given=[*OUTCOME, le(exp(a), Rational(9, 4)), le(exp(-a), Rational(9, 4))])


fails_as(REPAIRED, ("sign", le(curvature(y, a), 0), "The second derivative is at most 0.", case(1, 1)))


fails_as(NEVER,
    ("sign", gt(curvature(y, log(y / (100 - y))), 0), "The second derivative is positive where ŷ = y/100.", {y: 1}),
    ("constant", lt(curvature(y, log(y / (2 - y))), 0), "Where ŷ = y/2, and not y/100.", {y: 1}),
)  # fmt: skip
