"""Rules by cases: on the sign of a term, on the branches of absolute values, maxima and minima."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any

from sympy import Abs, Expr, Max, Min, expand

from verify.balls.tape import Tape
from verify.prover.defined import needs
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.rules.defined_goals import as_defined, defined, mapped
from verify.prover.rules.plain import vanishes


def split(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """Where the term `by` is ≥ 0, and where it is < 0 (≤ 0 if `closed`).

    Left to prove, besides: the term is defined on the domain.
    Sound: every real number is one of the two.
    """
    by = data.get("by")
    if not isinstance(by, Expr) or not by.free_symbols <= set(goal.variables):
        raise Rejected(f"by: must be a term in the variables, not {by!r}")
    Tape(by, goal.variables)
    second = Inequality(-by, not data.get("closed", False))
    cases = [Goal(goal.variables, (*goal.given, extra), goal.shows) for extra in (Inequality(by, False), second)]
    return [*defined(by, goal.variables, goal.given), *cases]


def unfold(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """One absolute value, maximum or minimum, `node`, replaced by each of its branches under the branch's condition.

    Sound: where the node is defined one of the conditions holds, and there the node equals that branch.
    """
    return list(_unfolded(goal, data.get("node")))


@lru_cache(maxsize=256)
def _unfolded(goal: Goal, node: Any) -> tuple[Goal, ...]:
    """The branches, which are asked for again when the step is said in the core's terms."""
    if not any(term.has(node) for term in (goal.shows.expr, *(g.expr for g in goal.given))):
        raise Rejected(f"node: {node} is no part of the goal")
    if isinstance(node, Abs):
        u = node.args[0]
        cases = [(u, [Inequality(u, False)]), (-u, [Inequality(-u, True)])]
    elif isinstance(node, Max | Min):
        sign = 1 if isinstance(node, Max) else -1
        cases = [(a, [Inequality(sign * (a - b), False) for b in node.args if b != a]) for a in node.args]
    else:
        raise Rejected(f"node: must be an absolute value, a maximum or a minimum, not {node!r}")
    left = []
    for value, extra in cases:
        branch = partial(_with_branch, node, value)
        given = tuple(Inequality(mapped(g.expr, branch), g.strict) for g in goal.given)
        shows = Inequality(mapped(goal.shows.expr, branch), goal.shows.strict)
        left.append(Goal(goal.variables, (*given, *extra), shows))
    return tuple(left)


def _with_branch(node: Expr, value: Expr, term: Expr) -> Expr:
    return term.xreplace({node: value})


def order(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """Two variables that may be exchanged, `pair`, are put in order: the first is not below the second.

    Sound: exchanging them turns the conditions into themselves and leaves the term as it is, so a point with the pair
    the other way round has the same value as one in order.
    """
    x, y = data["pair"]
    if x == y or not {x, y} <= set(goal.variables):
        raise Rejected(f"pair: must be two variables of the goal, not {x}, {y}")
    swap = {x: y, y: x}
    if {_exchanged(g, swap) for g in goal.given} != {_exchanged(g, {}) for g in goal.given}:
        raise Rejected(f"the conditions change when {x} and {y} are exchanged")
    other = goal.shows.expr.subs(swap, simultaneous=True)
    if not vanishes(other - goal.shows.expr, goal):
        raise Rejected(f"it is not certain that the term stays the same when {x} and {y} are exchanged")
    exchanged = [other, *(g.expr.subs(swap, simultaneous=True) for g in goal.given)]
    ordered = Goal(goal.variables, (*goal.given, Inequality(x - y, False)), goal.shows)
    return [*as_defined(goal, [need for term in exchanged for need in needs(term)]), ordered]


def _exchanged(g: Inequality, swap: dict[Any, Any]) -> Inequality:
    return Inequality(expand(g.expr.subs(swap, simultaneous=True)), g.strict)
