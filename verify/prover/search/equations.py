"""Moves by what the conditions settle: variables that an equation gives, branches that are known, contradictions."""

from __future__ import annotations

from collections.abc import Iterator

import sympy
from sympy import Abs, Expr, Max, Min

from verify.balls.arithmetic import Arb
from verify.prover.goal import Goal, Inequality
from verify.prover.rules.coordinates import equations
from verify.prover.rules.plain import follows
from verify.prover.search.moves import Move
from verify.prover.search.samples import Samples


def solved(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A variable in terms of the others, where an equation has it in the first degree, times a factor of one sign."""
    for u in equations(goal):
        for x in sorted(u.free_symbols & goal.shows.expr.free_symbols, key=str):
            slope = sympy.expand(u).diff(x)
            if x in slope.free_symbols or not (samples.signs(slope) in ({1}, {-1}) or slope.is_Rational):
                continue
            value = sympy.factor(x - u / slope)
            if x not in value.free_symbols:
                yield "substitute", {"forward": [[x, value]], "inverse": []}
                return


def settled_branches(goal: Goal) -> Iterator[Move]:
    """Absolute values, maxima and minima of which the conditions say plainly which branch they are."""
    known: dict[Expr, Expr] = {}
    for node in goal.shows.expr.atoms(Abs, Max, Min):
        if not node.args[0].has(Abs, Max, Min) and (branch := _branch(goal, node)) is not None:
            known[node] = branch
    if known:
        yield "rewrite", {"shows": goal.shows.expr.xreplace(known)}


def _branch(goal: Goal, node: Expr) -> Expr | None:
    if isinstance(node, Abs):
        cases = {node.args[0]: [node.args[0]], -node.args[0]: [-node.args[0]]}
    else:
        sign = 1 if isinstance(node, Max) else -1
        cases = {a: [sign * (a - b) for b in node.args if b != a] for a in node.args}
    for value, needed in cases.items():
        if all(follows(Goal(goal.variables, goal.given, Inequality(term, False)), Arb) for term in needed):
            return value
    return None


def contradictions(goal: Goal, samples: Samples) -> Iterator[Move]:
    """A condition that does not hold where the others do, if no point was found that meets all of them."""
    if not samples.points and not goal.shows.expr.is_Rational:
        for n, g in enumerate(goal.given):
            if -g.expr not in [other.expr for other in goal.given]:
                yield "contradiction", {"condition": n}
