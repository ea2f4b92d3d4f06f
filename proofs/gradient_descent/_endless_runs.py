"""The runs of `_plane_runs` without end: after their last round nothing is lost, and nothing moves."""

from __future__ import annotations

from typing import Any

from proofs.gradient_descent._long_runs import SHARE, STEEP, UNMOVED, closest, convex, said_for_all
from proofs.gradient_descent._plane_runs import FAMILY, HORIZON, bounded, inside, long, meets, reached
from proofs.gradient_descent.best_constant import WALK, q
from proofs.gradient_descent.best_constant_plane import LAST, SLOPES, UNIT, e, n
from proofs.gradient_descent.endless_ogd import RUN
from proofs.gradient_descent.linear_losses import slope
from proofs.gradient_descent.ogd_bound_eta import LONG_RUNS
from proofs.gradient_descent.ogd_setting import G, T, U, t, w
from verify.audit import (
    Runs, Theorem, assume, at, cases, combine, eq, follows, forall, ge, gt, identity, instantiate,
)  # fmt: skip
from verify.language.terms import Relation

RESTS = forall(t, eq(w(t), U * e), [ge(t, LAST + 2)])
FLAT = forall(t, eq(slope(t), 0), [ge(t, LAST + 1)])
CONVEX, MOVES, INSIDE, CLOSEST, BOUNDED, _ = RUN


def runs(bound: Relation) -> Runs:
    """The runs, for a bound of the average loss that promises UG√(8/T) more than u has."""
    shown = [
        convex(CONVEX),
        closest(CLOSEST, t + 1),
        said_for_all(MOVES, in_both(MOVES.body, moving(), resting())),
        said_for_all(INSIDE, in_both(INSIDE.body, inside(), at_the_edge(), T + 1)),
        said_for_all(BOUNDED, in_both(BOUNDED.body, bounded(), flat())),
    ]
    reaches = reached(bound, 0, per=T)
    return Runs([*FAMILY, RESTS, FLAT], {q: LONG_RUNS}, [*shown, *meets()], SHARE, reaches)


def in_both(goal: Relation, early: Theorem, late: Theorem, last: Any = T) -> Theorem:
    """What holds up to the last round, and after it."""
    return cases([follows(goal, early), follows(goal, late)], [ge(last, t), gt(t, last)])


def after(*lasts: Any) -> list[Any]:
    """That t is after the last round."""
    return [follows(ge(t, number), gt(t, T), HORIZON) for number in lasts]


def moving() -> Theorem:
    """A step of the run."""
    among: list[Any] = [ge(t, 1), follows(ge(LAST, t), ge(T, t), HORIZON)]
    steps = [at(UNMOVED, t + 1), at(STEEP, t, w(t)), at(SLOPES, t, by=among)]
    return identity(MOVES.body, using=steps, facts=[ge(t, 1)])


def end(number: Any, *later: Any) -> Theorem:
    """w is U e in a round of this number, which is after the last one."""
    there = [follows(ge(2 * q, 0), long()), follows(ge(2 * q, 2 * q))]
    goal, is_next = eq(w(n), U * e), eq(n, LAST + 1)
    arrived = identity(goal, using=[assume(is_next), at(WALK, 2 * q, by=there)])
    arrived = instantiate(arrived, {}, [follows(is_next, ge(n, LAST + 1), ge(LAST + 1, n))])
    rest = at(RESTS, n, by=[follows(ge(n, LAST + 2), gt(n, LAST + 1))])
    always = cases([arrived, rest], [ge(LAST + 1, n), gt(n, LAST + 1)])
    return instantiate(always, {n: number}, list(later))


def resting() -> Theorem:
    """Nothing moves where no loss is steep."""
    here, then = end(t, *after(LAST + 1)), end(t + 1, *after(LAST))
    steps = [at(UNMOVED, t + 1), at(STEEP, t, U * e), at(FLAT, t, by=after(LAST + 1)), here, then]
    return identity(MOVES.body, using=steps, facts=[ge(t, 1)])


def at_the_edge() -> Theorem:
    """w(t) is U e."""
    later = follows(ge(t, LAST + 1), gt(t, T + 1), HORIZON)
    return combine(INSIDE.body, [], using=[end(t, later), UNIT])


def flat() -> Theorem:
    """The gradient is 0."""
    return combine(BOUNDED.body, [(G**2, 1)], using=[at(STEEP, t, w(t)), at(FLAT, t, by=after(LAST + 1))])
