"""What runs on linear losses share of which theorems speak: too long to be added up, and near to what is promised."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Rational

from proofs.gradient_descent.linear_losses import slope
from proofs.gradient_descent.ogd_setting import T, a, b, grad, loss, moved, rounds, square, t, u, v, w
from verify.audit import Inner, Theorem, at, combine, eq, follows, forall, ge, generalize, identity, telescope
from verify.language.terms import ForAll, Relation

SHARE = Rational(99, 100)
"""What the runs reach of what is promised."""

LINEAR = forall([t, v], eq(loss(t, v), Inner(slope(t), v - u)))
STEEP = forall([t, v], eq(grad(t, v), slope(t)))
UNMOVED = forall(t, eq(moved(t), w(t)))
"""Nothing is projected."""

ON_LINEAR_LOSSES = [LINEAR, STEEP, UNMOVED]


def said_for_all(schema: ForAll, theorem: Theorem) -> Theorem:
    """The theorem as the schema has it."""
    return generalize(theorem, list(schema.variables), list(schema.given))


def convex(schema: ForAll) -> Theorem:
    """The losses are on their tangents."""
    tangents = [at(LINEAR, t, a), at(LINEAR, t, b), at(STEEP, t, b)]
    return said_for_all(schema, combine(schema.body, [], using=tangents))


def closest(schema: ForAll, at_round: Any) -> Theorem:
    """w in this round is closer to itself than anything is."""
    return said_for_all(schema, combine(schema.body, [(1, square(v - w(at_round)))], using=[at(UNMOVED, at_round)]))


def regret(least: Any, paid: Theorem, horizon: Relation) -> Theorem:
    """The regret of the run, from what its gradients cost in as many rounds as the horizon says."""
    losses, cost = [at(LINEAR, t, w(t)), at(LINEAR, t, u)], Inner(slope(t), w(t) - u)
    one = telescope(identity(eq(loss(t, w(t)) - loss(t, u), cost), using=losses), t, 1, T)
    return follows(ge(rounds(loss(t, w(t)) - loss(t, u)), least), paid, one, using=[horizon])


@cache
def no_loss() -> Theorem:
    """u has no loss."""
    return telescope(identity(eq(loss(t, u), 0), using=[at(LINEAR, t, u)]), t, 1, T)
