"""The runs of `dual_averaging_tight` as runs of dual averaging, for its bound, which only long runs come near to."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Rational, S, sqrt

from proofs.gradient_descent._long_runs import (
    ON_LINEAR_LOSSES, SHARE, STEEP, UNMOVED, closest, convex, no_loss, regret, said_for_all,
)  # fmt: skip
from proofs.gradient_descent._projected import COMPARED
from proofs.gradient_descent.dual_averaging import ADDED, AIMED, CLOSEST, FROM_ZERO, HALF_RATE, INSIDE, LONG_RUNS, total
from proofs.gradient_descent.dual_averaging_tight import ADDED as SUMMED
from proofs.gradient_descent.dual_averaging_tight import AIMED as LED
from proofs.gradient_descent.dual_averaging_tight import (
    COMPARED as FARTHEST, LAST, ON, PAIR, PAIRS, TIGHT, UNIT, e, j, n, q,
)  # fmt: skip
from proofs.gradient_descent.linear_losses import slope
from proofs.gradient_descent.ogd_bound_eta import BOUNDED
from proofs.gradient_descent.ogd_setting import CONVEX, G, T, U, eta, square, t, w
from verify.audit import (
    Runs, Theorem, at, by_induction, cases, combine, eq, follows, forall, ge, generalize, gt, identity,
    instantiate, substitute,
)  # fmt: skip
from verify.language.terms import Relation

LONG, HORIZON = ge(q, LONG_RUNS), eq(T, LAST)
START = eq(slope(1), G * e)
TURNING = [ge(t, 1), ge(2 * PAIRS - 1, t)]
TURNS = forall(t, eq(slope(t + 1), -slope(t)), TURNING)
FAMILY = [LONG, HORIZON, UNIT, FARTHEST, FROM_ZERO, START, TURNS, ON, SUMMED, LED, *ON_LINEAR_LOSSES]


def runs(bound: Relation) -> Runs:
    """The runs, for a bound of the average loss that promises UG√(2/T) − UG/(√8 T) more than u has."""
    root = sqrt(2 * LAST)
    length = combine(ge(2 * q + 1, root), [(1 / (2 * q + 1 + root), 1)], facts=[some()])
    length = instantiate(length, {}, [follows(ge(2 * LAST, 0), q**2, some())])
    left_over = 2 * (1 - SHARE)
    spare = left_over * LONG_RUNS - Rational(1, 2) - SHARE * (1 - 1 / sqrt(8))
    reasons = [
        (1 / T, regret(U * G * (2 * q - Rational(1, 2)), known(0), HORIZON)),
        (SHARE * U * G / T, length),
        (U * G * spare / T, 1),
    ]
    reasons += [(U * G * left_over / T, LONG), ((1 - SHARE) / T, no_loss())]
    reaches = combine(gt(bound.rhs, SHARE * bound.lhs), reasons, using=[HORIZON], facts=[some()])
    defined = [follows(gt(T, 0), HORIZON, q**2, some()), follows(ge(2 * LAST, 0), q**2, some())]
    return Runs(FAMILY, {q: LONG_RUNS}, meets(), SHARE, instantiate(reaches, {}, defined))


@cache
def some() -> Theorem:
    """q ≥ 1."""
    return follows(ge(q, 1), LONG)


@cache
def to_and_fro() -> list[Theorem]:
    """g(2j − 1) = G e and g(2j) = −G e, for j ≤ q²."""

    def turn(number: Any, *known: Any) -> Theorem:
        return at(TURNS, number, by=[follows(ge(number, 1), known), follows(ge(2 * PAIRS - 1, number), known)])

    later = [ge(n, 1), ge(PAIRS, n + 1)]
    goal = eq(slope(2 * n - 1), G * e)
    found = by_induction(
        goal, n, 1, base=identity(substitute(goal, {n: S.One}), using=[START]), until=PAIRS,
        step=lambda here: identity(
            substitute(goal, {n: n + 1}), using=[turn(2 * n, *later), turn(2 * n - 1, *later), here]
        ),
    )  # fmt: skip
    forth = instantiate(found, {n: j})
    back = identity(eq(slope(2 * j), -G * e), using=[turn(2 * j - 1, *PAIR), forth])
    return [generalize(theorem, [j], PAIR) for theorem in (forth, back)]


def known(number: int) -> Theorem:
    """A formula of the claim about the runs."""
    return instantiate(TIGHT.theorem(TIGHT.states[number]), {}, [*to_and_fro(), some()])


@cache
def before_the_way() -> list[Theorem]:
    """S(t − 1) = (G e − g(t))/2 and ‖g(t)‖ = G, for t ≤ 2q²."""
    later = [ge(n, 1), ge(2 * PAIRS, n + 1)]
    turn = at(TURNS, n, by=[ge(n, 1), follows(ge(2 * PAIRS - 1, n), later)])
    added = at(SUMMED, n, by=[ge(n, 1), follows(ge(LAST, n), later, q, some())])

    def always(goal: Relation, *rules: Any) -> Theorem:
        base = identity(substitute(goal, {n: S.One}), using=[START, *rules])
        found = by_induction(
            goal, n, 1, base=base, until=2 * PAIRS,
            step=lambda here: identity(substitute(goal, {n: n + 1}), using=[turn, added, here]),
        )  # fmt: skip
        return instantiate(found, {n: t})

    return [
        always(eq(total(n - 1), (G * e - slope(n)) / 2), FROM_ZERO),
        always(eq(square(slope(n)), G**2), UNIT),
    ]


@cache
def meets() -> list[Theorem]:
    """The runs meet the hypotheses of the bound; nothing is projected."""
    among: list[Any] = [ge(t, 1), follows(ge(LAST, t), ge(T, t), HORIZON)]
    aimed = substitute(AIMED, {eta: HALF_RATE})
    return [
        convex(CONVEX),
        said_for_all(ADDED, identity(ADDED.body, using=[at(STEEP, t, w(t)), at(SUMMED, t, by=among)])),
        said_for_all(aimed, identity(aimed.body, using=[at(UNMOVED, t), at(LED, t, by=among)], facts=[ge(t, 1)])),
        closest(CLOSEST, t),
        combine(COMPARED, [], using=[FARTHEST, UNIT]),
        follows(ge(T, 1), HORIZON, q**2, some()),
        said_for_all(INSIDE, in_both(INSIDE.body, near_the_centre(), known(3))),
        said_for_all(BOUNDED, in_both(BOUNDED.body, *of_length_G())),
    ]


def in_both(goal: Relation, early: Theorem, way: Theorem) -> Theorem:
    """What holds for t ≤ 2q², and for t = 2q² + i on the way."""
    here = [follows(ge(t - 2 * PAIRS, 1), gt(t, 2 * PAIRS)), follows(ge(2 * q, t - 2 * PAIRS), ge(T, t), HORIZON)]
    late = instantiate(at(way, t - 2 * PAIRS), {}, here)
    return cases([early, follows(goal, late)], [ge(2 * PAIRS, t), gt(t, 2 * PAIRS)])


def near_the_centre() -> Theorem:
    """‖w(t)‖² ≤ U²/(2t), for t ≤ 2q²."""
    place, size = before_the_way()
    led = at(LED, t, by=[ge(t, 1), follows(ge(LAST, t), ge(2 * PAIRS, t), q, some())])
    reasons = [(U**2 / (8 * G**2 * t), square(G * e + slope(t))), (U**2 / t, ge(t, 1)), (U**2 / (2 * t), 1)]
    return combine(INSIDE.body, reasons, using=[led, place, size, UNIT], facts=[ge(t, 1)])


def of_length_G() -> list[Theorem]:
    """The gradients are of length G."""
    steep, (_, size) = at(STEEP, t, w(t)), before_the_way()
    i = ON.variables[0]
    number = 2 * PAIRS + i
    late = combine(substitute(BOUNDED.body, {t: number}), [], using=[at(STEEP, number, w(number)), at(ON, i), UNIT])
    return [combine(BOUNDED.body, [], using=[steep, size]), generalize(late, [i], list(ON.given))]
