"""Other coordinates: the goal in new variables that reach the whole domain."""

from __future__ import annotations

from typing import Any

from sympy import Expr, expand

from verify.prover.defined import needs
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected
from verify.prover.rules.defined_goals import defined, is_real_variable, mapped
from verify.prover.rules.plain import vanishes


def substitute(goal: Goal, data: dict[str, Any], arithmetic: Any) -> list[Goal]:
    """Variables x = φ(y) for new variables y that satisfy conditions E.

    `forward`: φ, rows [x, term in y]; `inverse`: ψ, rows [y, term in x]; `given`: E, rows [term in y, strict].
    Variables that are not in `forward` stay. Left to prove: ψ is defined on the domain, φ and E at ψ(x), and E holds
    there; that φ(ψ(x)) − x is neither positive nor negative, where it takes an equation of the conditions to see that;
    and the goal in the new variables under the old conditions, rewritten, and E.
    Sound: φ(ψ(x)) = x on the domain, so every point x of it is φ of the point y = ψ(x), which meets all conditions.
    """
    forward, inverse = dict(data["forward"]), dict(data["inverse"])
    extra = [Inequality(term, bool(strict)) for term, strict in data.get("given", [])]
    kept = tuple(x for x in goal.variables if x not in forward)
    new = tuple(inverse)
    if not set(forward) <= set(goal.variables) or not all(is_real_variable(y) for y in new):
        raise Rejected("forward: must name variables of the goal, and inverse new real ones")
    if set(new) & set(goal.variables):
        raise Rejected(f"the new variables {sorted(map(str, new))} must not be old ones")
    if not all(isinstance(t, Expr) and t.free_symbols <= set(kept) | set(new) for t in forward.values()):
        raise Rejected("forward: must be terms in the new variables and those that stay")
    if not all(isinstance(t, Expr) and t.free_symbols <= set(goal.variables) for t in inverse.values()):
        raise Rejected("inverse: must be terms in the old variables")
    left: list[Goal] = []
    for x, term in forward.items():
        gap = term.subs(inverse, simultaneous=True) - x
        if not vanishes(gap, goal):
            if not equations(goal):
                raise Rejected(f"it is not certain that {x} is {term} at the inverse")
            left += [Goal(goal.variables, goal.given, Inequality(side, False)) for side in (gap, -gap)]
    for term in inverse.values():
        left += defined(term, goal.variables, goal.given)
    for term in (*forward.values(), *(g.expr for g in extra)):
        for need in needs(term):
            expr = need.expr.subs(inverse, simultaneous=True)
            shows = Inequality(expr**2 if need.kind == "!= 0" else expr, need.kind != ">= 0")
            left.append(Goal(goal.variables, goal.given, shows))
    for g in extra:
        there = Inequality(g.expr.subs(inverse, simultaneous=True), g.strict)
        left.append(Goal(goal.variables, goal.given, there))

    def change(term: Expr) -> Expr:
        return term.subs(forward, simultaneous=True)

    own = [need for term in forward.values() for need in needs(term)]
    moved = tuple(Inequality(mapped(g.expr, change, own), g.strict) for g in goal.given)
    given = tuple(g for g in moved if g.expr.free_symbols)
    shows = Inequality(mapped(goal.shows.expr, change, own), goal.shows.strict)
    return [*left, Goal((*kept, *new), (*given, *extra), shows)]


def equations(goal: Goal) -> list[Expr]:
    """Terms u with the conditions u ≥ 0 and −u ≥ 0."""
    loose = list(dict.fromkeys(expand(g.expr) for g in goal.given if not g.strict))
    return [u for n, u in enumerate(loose) if expand(-u) in loose[n + 1 :]]
