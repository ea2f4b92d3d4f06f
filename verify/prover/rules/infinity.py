"""Where a variable grows beyond all bounds: the sign of a term by its expansion, as the core makes it."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import arb
from sympy import Expr, Rational, Symbol

from verify.balls.arithmetic import Arb
from verify.balls.evaluate import is_positive
from verify.balls.tape import Tape
from verify.core.at_infinity import MOST_ORDER, has_sign
from verify.core.nodes import Refused, Term
from verify.language.translation import translate
from verify.prover.bounds import ranges
from verify.prover.goal import Goal
from verify.prover.rejected import Rejected


def beyond(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """The goal for all values of `variable` from the number `from` on, by its expansion towards infinity.

    `bounds`: rows [y, low, high] of the goal's other variables. `order`: of the expansions. `precision`: bits.
    Sound: see `verify.core.at_infinity`.
    """
    x, start, order, precision = (data.get(name) for name in ("variable", "from", "order", "precision"))
    known = ranges(goal)
    if x not in known or not isinstance(start, Rational) or known[x].lo is None:
        raise Rejected("variable, from: must be a variable with a lower bound, and a rational number")
    if is_positive(start - known[x].lo) is not False:
        raise Rejected(f"from: it is not certain that {x} is at least {start}")
    if type(order) is not int or not 1 <= order <= MOST_ORDER or type(precision) is not int:
        raise Rejected(f"order, precision: must be integers, the order from 1 to {MOST_ORDER}")
    for y, low, high in data.get("bounds", []):
        if y not in known or (known[y].lo, known[y].hi) != (low, high):
            raise Rejected(f"bounds: the conditions do not say that {y} runs from {low} to {high}")
    rows = [(y, low, high) for y, low, high in data.get("bounds", [])]
    if not is_decided(goal, x, start, rows, order, precision):
        raise Rejected(f"the sign of {goal.shows.expr} is not certain from {start} on")
    return []


def is_decided(
    goal: Goal, x: Symbol, start: Rational, rows: list[tuple[Symbol, Expr, Expr]], order: int, precision: int
) -> bool:
    """Whether the expansion of the goal's term has its sign."""
    try:
        term = translate(goal.shows.expr)
    except Refused:  # a function that the core's language does not have, as sympy may make one
        return False
    with Arb.precision(precision):
        values: dict[Term, arb] = {}
        for y, low, high in rows:
            values[translate(y)] = Arb.hull(*(Tape(end, ())(Arb, []) for end in (low, high)))
        try:
            first = Fraction(int(start.p), int(start.q))
            return has_sign(term, translate(x), first, values, order, strict=goal.shows.strict)
        except Refused:
            return False
