"""The runs of `best_constant_plane` as runs of projected OGD, for bounds that only long runs come near to."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import S, sqrt

from proofs.gradient_descent._long_runs import (
    ON_LINEAR_LOSSES, SHARE, STEEP, UNMOVED, closest, convex, no_loss, regret, said_for_all,
)  # fmt: skip
from proofs.gradient_descent._projected import CLOSEST, COMPARED, INSIDE
from proofs.gradient_descent.best_constant import BACK, TWO, WALK, q
from proofs.gradient_descent.best_constant_plane import (
    AWAY, FIRST, LAST, NEAR, PLANE, SLOPES, TURNS, UNIT, e, f, n,
)  # fmt: skip
from proofs.gradient_descent.best_constant_plane import COMPARED as FARTHEST
from proofs.gradient_descent.ogd_bound import BEST_RATE
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, DECREASING, LONG_RUNS
from proofs.gradient_descent.ogd_setting import (
    CONVEX, G, T, U, eta, square, t, w,
)  # fmt: skip
from verify.audit import (
    Inner, Runs, Theorem, assume, at, by_induction, cases, combine, eq, follows, ge, generalize, gt, identity,
    instantiate, le, substitute, vector,
)  # fmt: skip
from verify.language.terms import Relation

h = vector("h")

LONG, HORIZON, RATE = ge(q, LONG_RUNS), eq(T, LAST), eq(eta, BEST_RATE)
ASIDE, APART, TURNED = eq(square(h), 1), eq(Inner(e, h), 0), eq(f(2), h)
FAMILY = [
    LONG, HORIZON, RATE, UNIT, ASIDE, APART, FARTHEST, FIRST, TURNED, TURNS, NEAR, WALK, SLOPES, *ON_LINEAR_LOSSES,
]  # fmt: skip


def runs(bound: Relation, constant: Any, *terms: tuple[Any, Any], per: Any = S.One) -> Runs:
    """The runs, for a bound that promises (√(8T) − constant)UG/per; `terms` say how its sums are at most that."""
    return Runs(FAMILY, {q: LONG_RUNS}, meets(), SHARE, reached(bound, constant, *terms, per=per))


def reached(bound: Relation, constant: Any, *terms: tuple[Any, Any], per: Any = S.One) -> Theorem:
    """More than the share of that; where a bound is of averages, u has no part in it."""
    left_over = 4 * (1 - SHARE)
    reasons = [
        (1 / per, regret(U * G * (4 * q - 5), known(0), HORIZON)),
        (SHARE * U * G / per, length()),
        (U * G * left_over / per, LONG),
        (U * G * (left_over * LONG_RUNS - 5 + SHARE * constant) / per, 1),
        *((SHARE * factor, reason) for factor, reason in terms),
        *([((1 - SHARE) / per, no_loss())] if per != 1 else []),
    ]
    end = at(WALK, 2 * q, by=[follows(ge(2 * q, 0), long()), follows(ge(2 * q, 2 * q))])
    rules: list[Any] = [HORIZON, RATE, end, FARTHEST]
    reaches = combine(gt(bound.rhs, SHARE * bound.lhs), reasons, using=rules, facts=[long()])
    return instantiate(reaches, {}, [follows(gt(T, 0), HORIZON, q * (q - 2), long()), defined()])


@cache
def long() -> Theorem:
    """q ≥ 2."""
    return follows(TWO, LONG)


@cache
def sides() -> list[Theorem]:
    """The f(t) are unit vectors across e."""

    def always(goal: Relation, base: Relation) -> Theorem:
        turn = at(TURNS, n, by=[ge(n, 2), follows(ge(BACK - 2, n), ge(BACK - 1, n + 1))])
        first = identity(substitute(goal, {n: S(2)}), using=[TURNED, base])
        found = by_induction(
            goal, n, 2, base=first, until=BACK - 1,
            step=lambda here: identity(substitute(goal, {n: n + 1}), using=[turn, here]),
        )  # fmt: skip
        return generalize(instantiate(found, {n: t}), [t], AWAY)

    return [always(eq(square(f(n)), 1), ASIDE), always(eq(Inner(e, f(n)), 0), APART)]


def known(number: int) -> Theorem:
    """A formula of the claim about the runs."""
    return instantiate(PLANE.theorem(PLANE.states[number]), {}, [*sides(), long()])


@cache
def defined() -> Theorem:
    """The root of 8T is."""
    return follows(ge(8 * LAST, 0), q * (q - 2), long())


@cache
def length() -> Theorem:
    """4q ≥ √(8T)."""
    root = sqrt(8 * LAST)
    return instantiate(combine(ge(4 * q, root), [(8 / (4 * q + root), 1)], facts=[long()]), {}, [defined()])


@cache
def meets() -> list[Theorem]:
    """The runs meet the hypotheses of the bounds, with a rate η and with the best one; nothing is projected."""
    among: list[Any] = [ge(t, 1), follows(ge(LAST, t), ge(T, t), HORIZON)]
    moves = [at(UNMOVED, t + 1), at(STEEP, t, w(t)), at(SLOPES, t, by=among)]
    best = substitute(DECREASING, {eta: BEST_RATE})
    return [
        convex(CONVEX),
        said_for_all(best, identity(best.body, using=moves, facts=[ge(t, 1)])),
        said_for_all(DECREASING, identity(DECREASING.body, using=[RATE, *moves], facts=[ge(t, 1)])),
        closest(CLOSEST, t + 1),
        combine(COMPARED, [], using=[FARTHEST, UNIT]),
        follows(ge(T, 1), HORIZON, q * (q - 2), long()),
        follows(ge(T, 2), HORIZON, q * (q - 2), long()),
        said_for_all(INSIDE, inside()),
        said_for_all(BOUNDED, bounded()),
    ]


def in_round(number: Any, goal: Relation, reasons: list[tuple[Any, Any]], rules: list[Any], *there: Any) -> Theorem:
    """The goal for the one round t that is there."""
    found = combine(goal, reasons, using=[assume(eq(t, number)), *rules])
    return instantiate(found, {}, [follows(eq(t, number), *there)])


def inside() -> Theorem:
    """w(t) is 0, near the end opposite to u, or on the way to u."""
    first = in_round(S.One, INSIDE.body, [(U**2, 1)], [FIRST], le(t, 1), ge(t, 1))
    away = instantiate(at(known(5), t), {}, [follows(ge(t, 2), gt(t, 1)), follows(ge(BACK - 1, t), gt(BACK, t))])
    there = [follows(ge(t - BACK, 0), ge(t, BACK)), follows(ge(2 * q, t - BACK), ge(T + 1, t), HORIZON)]
    home = instantiate(at(known(6), t - BACK), {}, there)
    return cases([first, cases([away, home], [gt(BACK, t), ge(t, BACK)])], [le(t, 1), gt(t, 1)])


def bounded() -> Theorem:
    """The first step, the turns, the step to −U e, and those to u."""
    goal, edge = BOUNDED.body, BACK - 1

    def steps(number: int, place: Any, *there: Theorem) -> Theorem:
        short = combine(goal, [(1, at(known(number), place))], using=[at(STEEP, t, w(t))])
        return instantiate(short, {}, list(there))

    def step(number: int, in_it: Any, *there: Any) -> Theorem:
        return in_round(in_it, goal, [(1, known(number))], [at(STEEP, in_it, w(in_it))], *there)

    first = step(1, S.One, le(t, 1), ge(t, 1))
    turns = steps(2, t, follows(ge(t, 2), gt(t, 1)), follows(ge(BACK - 2, t), gt(edge, t)))
    to_the_edge = step(3, edge, ge(t, edge), gt(BACK, t))
    home = [follows(ge(t - BACK, 0), ge(t, BACK)), follows(ge(2 * q - 1, t - BACK), ge(T, t), HORIZON)]
    later = cases([to_the_edge, steps(4, t - BACK, *home)], [gt(BACK, t), ge(t, BACK)])
    return cases([first, cases([turns, later], [gt(edge, t), ge(t, edge)])], [le(t, 1), gt(t, 1)])
