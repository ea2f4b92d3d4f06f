"""Section 1: the square loss with the logistic transfer function has several local minima: an example with two."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Integer, Lambda, Rational, exp, tanh

from numeric.matching import Logistic
from numeric.reference import matching as reference
from proofs.general_additive.rho import anything, real_p, real_q
from verify.audit import (
    Claim, Conformance, Deriv, Sharpness, Theorem, assume, at, cases, cite, combine, eq, exists, fails_as, follows,
    forall, function, ge, generalize, gt, identity, instantiate, le, partial, real,
)  # fmt: skip
from verify.axioms import EXTREME_VALUE
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.exists import ANYTHING, NOTHING_EXISTS

u, v, w = real("u v w")
A, B, Z = real("a b z")  # the ends and the number in the axiom
FIRST, SECOND = (1, Rational(9, 10)), (20, Rational(11, 20))
"""Two trials (x, y) with one weight."""


def logistic(r: Any) -> Expr:
    """φ(r) = 1/(1 + e^{−r}), written as (1 + tanh(r/2))/2, which has no denominator."""
    return (1 + tanh(r / 2)) / 2


def quotient(r: Any) -> Expr:
    """φ(r) = 1/(1 + e^{−r})."""
    return 1 / (1 + exp(-r))


def square_loss(w: Any, phi: Callable[[Any], Expr] = logistic) -> Expr:
    """Σ_t (y_t − φ(ωx_t))²/2."""
    return sum(((y - phi(w * x)) ** 2 / 2 for x, y in (FIRST, SECOND)), start=Rational(0))


LEFT, MIDDLE, RIGHT = Integer(-1), Rational(1, 5), Integer(10)
LOW, HIGH = Rational(1, 100), Integer(2)


def least(place: Any, left: Any, right: Any, loss: Callable[[Any], Any] = square_loss) -> list[Any]:
    """The place is inside the interval, and the loss is nowhere less in it."""
    inside = [ge(w, left), ge(right, w)]
    return [gt(place, left), gt(right, place), forall(w, ge(loss(w), loss(place)), inside)]


E = function("E")
"""What the square loss is called where statements are shown."""


def two_minima(left: Any, right: Any) -> Any:
    """There is a least u in this interval, and a least v in (1/5, 10)."""
    return exists([u, v], [*least(u, left, right, E), *least(v, MIDDLE, RIGHT, E)])


VALUES = Claim(
    "general_additive/square-logistic-values",
    at="section 1",
    says="the square loss with the logistic transfer function is not convex (an example)",
    given=[],
    states=[
        eq(logistic(w), quotient(w)),
        gt(square_loss(LEFT), square_loss(LOW)),
        gt(square_loss(MIDDLE), square_loss(LOW)),
        gt(square_loss(MIDDLE), square_loss(HIGH)),
        gt(square_loss(RIGHT), square_loss(HIGH)),
    ],
    reading=(
        "One weight and the two trials x = 1, y = 9/10 and x = 20, y = 11/20: the loss at −1, 1/100, 1/5, 2, 10 falls, "
        "rises, falls and rises."
    ),
)

MINIMA = Claim(
    "general_additive/square-logistic-nonconvex",
    at="section 1",
    says="minimising the square loss with the logistic transfer function, we may have several local minima",
    where={E(w): square_loss(w)},
    states=two_minima(LEFT, MIDDLE),
    rests_on=["general_additive/square-logistic-values"],
    reading=(
        "One weight and the two trials of general_additive/square-logistic-values have at least two local minima, u in "
        "(−1, 1/5) and v in (1/5, 10): the loss is nowhere less in these intervals. The number ℓⁿ of the print is a "
        "cited result on other examples and is not decided here."
    ),
)


@VALUES.proof
def enclosures(claim: Claim) -> list[Theorem]:
    """tanh is a quotient of exponentials; each difference is a positive number, in ball arithmetic."""
    written, *values = claim.states
    return [identity(written), *(combine(f, [(f.lhs - f.rhs, 1)]) for f in values)]


@MINIMA.proof
def least_values_inside(claim: Claim) -> Theorem:
    """The least values on [−1, 1/5] and on [1/5, 10] are not at the ends, as there are smaller values between."""
    (schema,) = claim.given
    rest = at(schema, u, v)
    above = [VALUES.theorem(f) for f in VALUES.states[1:]]
    for place, (left, right), low, values in (
        (v, (MIDDLE, RIGHT), HIGH, above[2:]),
        (u, (LEFT, MIDDLE), LOW, above[:2]),
    ):
        closed = [ge(place, left), ge(right, place), least(place, left, right)[2]]
        lower = at(closed[2], low, by=[follows(ge(low, left)), follows(ge(right, low))])
        inside = [_away_from(end, place, closed, lower, f) for end, f in zip((left, right), values, strict=True)]
        here = instantiate(rest, {}, discharge=inside)
        rest = _some_least_value(place, left, right, generalize(here, [place], closed))
    return rest


def _away_from(end: Any, place: Any, closed: list[Any], lower: Theorem, above: Theorem) -> Theorem:
    """The place is not this end, where the loss is larger."""
    side = 1 if closed[0] == ge(place, end) else -1
    goal, other = gt(side * place, side * end), le(side * place, side * end)
    at_the_end = follows(eq(place, end), place - end, closed[0 if side == 1 else 1], other)
    same = identity(eq(square_loss(place), square_loss(end)), using=[at_the_end])
    apart = square_loss(end) - square_loss(place)
    larger = follows(gt(apart, 0), above, lower)
    none = follows(ge(0, apart), same)
    absurd = instantiate(anything(), {real_p: side * (place - end), real_q: apart}, discharge=[larger, none])
    beyond = follows(goal, absurd)
    return cases([assume(goal), beyond], [goal, other])


def _some_least_value(place: Any, left: Any, right: Any, rest: Theorem) -> Theorem:
    """z ≥ 0, as it follows from a place where the loss is least on the interval."""
    axiom = cite(EXTREME_VALUE)
    slope = Deriv(square_loss(real_p), real_p, w)
    defined = generalize(identity(eq(slope, slope)), [w], [ge(w, left), ge(right, w)])
    ends = follows(ge(right, left))
    values = {partial("f"): Lambda(w, square_loss(w)), A: left, B: right, Z: ANYTHING}
    return instantiate(axiom, values, discharge=[defined, ends, rest])


fails_as(VALUES,
    ("sign", {VALUES.states[-1]: gt(VALUES.states[-1].rhs, VALUES.states[-1].lhs)},
        "The loss at 10 is less than at 2.", {w: 0}),
    ("constant", {VALUES.states[-1]: gt(VALUES.states[-1].lhs, VALUES.states[-1].rhs + Rational(1, 100))},
        "The loss at 2 is less than at 10 by a hundredth.", {w: 0}),
)  # fmt: skip


def nowhere(left: Any, right: Any) -> Any:
    """No u is above `left` and below `right`, which is less."""

    def theorems() -> list[Theorem]:
        conditions = [*least(u, left, right), *least(v, MIDDLE, RIGHT)]
        above, below = (assume(f) for f in conditions[:2])
        never = combine(ge(-1, 0), [(1 / (left - right), above), (1 / (left - right), below)])
        return [generalize(never, [u, v], conditions)]

    return theorems


fails_as(MINIMA,
    ("constant", two_minima(MIDDLE, Rational(1, 10)), "u above 1/5 and below 1/10.",
        NOTHING_EXISTS, nowhere(MIDDLE, Rational(1, 10))),
    ("sign", two_minima(MIDDLE, LEFT), "u above 1/5 and below −1.", NOTHING_EXISTS, nowhere(MIDDLE, LEFT)),
)  # fmt: skip


@VALUES.conformance
def code_follows_the_square_loss() -> Iterator[Conformance]:
    """The square loss of numpy's logistic function and of the reference's, at weights from −3 to 12."""
    points = np.linspace(-3.0, 12.0, 31).tolist()

    def in_floats(weight: float) -> float:
        return float(sum(0.5 * (float(y) - Logistic().transfer(x * weight)) ** 2 for x, y in (FIRST, SECOND)))

    def in_mpmath(weight: float) -> Any:
        guesses = [reference.transfer("logistic", x * mp.mpf(weight)) for x, _ in (FIRST, SECOND)]
        return mp.fsum((mp.mpf(y.p) / y.q - g) ** 2 / 2 for (_, y), g in zip((FIRST, SECOND), guesses, strict=True))

    return conformance(
        points,
        formula=lambda weight: value(square_loss(w, quotient), {w: weight}),
        code=in_floats,
        reference=in_mpmath,
        ulps=64.0,
    )


@VALUES.sharp
def where_the_minima_are() -> Iterator[Sharpness]:
    """The two local minima, by the secant method in floats of 30 digits; not certified."""
    with mp.workdps(30):
        slope = mp.diff
        for start in (0.01, 2.0):
            at = mp.findroot(lambda r: slope(lambda s: value(square_loss(w, quotient), {w: s}), r), start)
            loss = value(square_loss(w, quotient), {w: at})
            yield Sharpness("a local minimum (floats)", f"ω = {mp.nstr(at, 12)}, loss {mp.nstr(loss, 12)}")
