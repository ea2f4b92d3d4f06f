"""How the variables of a schema follow from numbers that can be chosen at will."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sympy import Add, Dummy, Max, Min, Pow, S, Symbol, sqrt

from verify.hunt.spaces.frames import on_sphere
from verify.hunt.spaces.grounding import Ground, Schema
from verify.hunt.spaces.roots import Roots
from verify.hunt.spaces.solving import Plan, solved

MOST_UNKNOWN = 3
"""Of a schema's variables that its conditions determine, though not in symbols."""


@dataclass(frozen=True)
class Share:
    """How a share is drawn: whether it ends at 1, whether its ends are allowed, and whether very small ones matter."""

    to_one: bool
    closed: bool
    small: bool


class Layout:
    """The conditions of a schema, solved as far as they are between numbers.

    Attributes:
        conditions: the relations among the schema's conditions.
        plan: steps for the variables that conditions determine, or bound.
        shares: the symbols of shares of the way between bounds.
        own: what is chosen: the other variables, branches, angles and shares.
        free: the symbols that the schema leaves free.
        steps: those of the plan, in order.

    Args:
        schema: what is laid out.
        inverting: whether functions are undone to solve a condition, by others that may be undefined.
    """

    def __init__(self, schema: Schema, inverting: bool = True) -> None:
        self.plan = Plan()
        self.conditions = [g for g in schema.given if isinstance(g, Ground)]
        solved(self.conditions, schema.variables, self.plan, inverting)
        self.shares = _in_balls(self.conditions, schema.variables, self.plan)
        self.shares |= _within(self.conditions, schema.variables, self.plan)
        self._open = [s for s in schema.variables if s not in self.plan.steps]
        self.own = [*self._open, *self.plan.branches, *self.plan.angles, *self.shares]
        self.steps = self.plan.ordered()
        needed = [*symbols_of(schema), *(s for _, e in self.steps for s in e.free_symbols)]
        inside = {*schema.variables, *self.own}
        self.free = sorted({s for s in needed if s not in inside}, key=str)

    def roots(self, starts: int, steps: int) -> Roots | None:
        """What moves so many of the chosen numbers to where the equations hold that no step solves."""
        left = [g for g in self.plan.left if g.op == "="]
        spoken = self.plan.needs({s for g in left for s in g.difference.free_symbols})
        unknowns = [s for s in self._open if s in spoken and not s.is_integer][: len(left)]
        whole = 0 < len(left) == len(unknowns) <= MOST_UNKNOWN
        return Roots(left, unknowns, self.free, self.own, self.steps, (starts, steps)) if whole else None


def symbols_of(schema: Schema) -> set[Symbol]:
    """The symbols that the schema leaves free."""
    found: set[Symbol] = set()
    for part in (*schema.given, schema.body):
        found |= symbols_of(part) if isinstance(part, Schema) else part.lhs.free_symbols | part.rhs.free_symbols
    return found - set(schema.variables)


def _in_balls(conditions: Sequence[Ground], variables: Sequence[Symbol], plan: Plan) -> dict[Symbol, Share]:
    """Steps for variables the sum of whose squares a condition bounds: by a direction, and a share of the radius."""
    found: dict[Symbol, Share] = {}
    for g in conditions:
        squares = Add.make_args(g.rhs)
        inside = [t.base for t in squares if isinstance(t, Pow) and t.exp == 2 and t.base in variables]
        unbound = len(inside) == len(squares) and not set(inside) & set(plan.steps)
        if g.op not in ("≥", ">") or not unbound or set(variables) & g.lhs.free_symbols:
            continue
        share = Dummy("share", nonnegative=True)
        plan.steps |= {s: sqrt(g.lhs) * share * u for s, u in zip(inside, on_sphere(len(inside), plan), strict=True)}
        found[share] = Share(True, g.op == "≥", False)
    return found


def _within(conditions: Sequence[Ground], variables: Sequence[Symbol], plan: Plan) -> dict[Symbol, Share]:
    """Steps for variables that conditions bound: by a share of the way between the bounds, or from one of them."""
    found: dict[Symbol, Share] = {}
    for s in variables:
        if s in plan.steps:
            continue
        above = [g.lhs for g in conditions if g.op in ("≥", ">") and g.rhs == s]
        below = [g.rhs for g in conditions if g.op in ("≥", ">") and g.lhs == s]
        if not above and not below:
            continue
        if not below and s.is_nonnegative:
            below = [S.Zero]
        share = Dummy("share", nonnegative=True)
        if above and below:
            value = Max(*below) + share * (Min(*above) - Max(*below))
        else:
            value = Max(*below) + share if below else Min(*above) - share
        if plan.define(s, value):
            closed = not s.is_positive and all(g.op == "≥" for g in conditions if s in (g.lhs, g.rhs))
            found[share] = Share(bool(above and below), closed, bool(above) and below == [S.Zero])
    return found
