"""Functions that an equation determines once the others in it are chosen: inverses, adjoints, what is left of a sum."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Dummy, Expr, Lambda, S, Symbol, Tuple

from verify.hunt.spaces.grounding import Ground, Grounding, Schema, Ungrounded
from verify.hunt.spaces.polynomials import coefficients
from verify.hunt.spaces.signature import Signature, arguments
from verify.hunt.spaces.solving import Plan, random_like, solved
from verify.language.terms import ForAll, Formula, Fun, Gradient, Hessian, IllFormed, Pt, PtHead, Relation, Vec, VecHead
from verify.language.terms import free_variables as free_in


@dataclass(frozen=True)
class Implied:
    """The equation `formula` says what `node` is, a function at variables that are bound; `needs` are the others."""

    node: Any
    formula: ForAll
    needs: frozenset[Symbol]


def implied(
    formulas: Iterable[Formula], heads: Sequence[Symbol], functions: set[Symbol], before: Mapping[Symbol, set[Symbol]]
) -> dict[Symbol, Implied]:
    """For heads that occur in an equation for all values, once and at bound variables: how it determines them.

    Args:
        formulas: hypotheses.
        heads: functions to look at, those first that are rather determined by others than the others by them.
        functions: all functions.
        before: what the functions that are defined already are made of; no function is made of itself.
    """
    formulas = list(formulas)
    needs = {head: set(others) for head, others in before.items()}
    found: dict[Symbol, Implied] = {}
    for head in heads:
        for f in formulas:
            node = _only(f, head)
            if node is None:
                continue
            others = (free_in(f) & functions) - {head}
            if not any(_reaches(other, head, needs) for other in others):
                found[head] = Implied(node, f, frozenset(others))
                needs[head] = others
                break
    return found


def _reaches(head: Symbol, goal: Symbol, needs: Mapping[Symbol, set[Symbol]]) -> bool:
    return head == goal or any(_reaches(other, goal, needs) for other in needs.get(head, ()))


def _only(f: Formula, head: Symbol) -> Any:
    """The one term with the head in the body of an equation for all values, if it is at bound variables."""
    if not isinstance(f, ForAll) or not isinstance(f.body, Relation) or f.body.op != "=":
        return None
    if any(d.args[0] == head for d in f.body.atoms(Gradient, Hessian)):
        return None
    nodes = [node for node in f.body.atoms(Fun, Vec, Pt) if node.args[0] == head]
    if len(nodes) != 1 or (isinstance(nodes[0], Fun) and nodes[0].args[1]):
        return None
    names = [_variable(a) for a in arguments(nodes[0])]
    others = set(f.variables) - set(names)
    settled = not any(free_in(g) & {head, *others} for g in f.given)  # else it says nothing of other values
    good = names and None not in names and len(set(names)) == len(names) and set(names) <= set(f.variables)
    return nodes[0] if good and settled else None


def _variable(term: Any) -> Any:
    if isinstance(term, Vec | Pt):
        return term.args[0] if not arguments(term) else None
    return term if isinstance(term, Symbol) else None


def determined(by: Implied, signature: Signature, n: int, values: Mapping[Symbol, Any]) -> Any:
    """The function in R^n, with the chosen ones that it needs, as a `Lambda`.

    None where the equation is not solved in symbols, nan where its solution is not real at all values.
    """
    head = by.node.args[0]
    bound: dict[Symbol, Any] = {}
    for v in by.formula.variables:
        if isinstance(v, VecHead | PtHead):
            bound[v] = tuple(Dummy(f"{v.name}{i + 1}", real=True) for i in range(n))
        else:
            bound[v] = Dummy(v.name, **v._assumptions_orig)
    places = [_variable(a) for a in arguments(by.node)]
    flat = [s for v in places for s in _flat(bound[v])]
    rest = tuple(s for v in by.formula.variables if v not in places for s in _flat(bound[v]))
    count = n if isinstance(head, VecHead | PtHead) else 1
    unknown = [Dummy(f"{head.name}{i + 1}", real=True) for i in range(count)]
    body: Any = Tuple(*unknown) if count > 1 else unknown[0]
    stand_in = Lambda(tuple(Dummy() for _ in flat), body)
    try:
        grounds = list(Grounding(signature, n, {**values, head: stand_in}).formulas(by.formula.body, bound))
    except (Ungrounded, IllFormed):
        return None
    equations: list[Ground] = []
    for g in grounds:
        if not isinstance(g, Ground):
            return None
        says: list[Ground] | None = coefficients(Schema(rest, (), g)) if rest else [g]
        if says is None:
            return None
        equations += says
    plan = solved(equations, unknown, Plan())
    if plan.left or not set(unknown) <= set(plan.steps):
        return None
    at: dict[Symbol, Expr] = dict.fromkeys(plan.branches, S.Zero)
    for symbol, step in plan.ordered():
        at[symbol] = step.xreplace(at)
    solution = [at[s] for s in unknown]
    if set().union(*(e.free_symbols for e in solution)) & {*unknown, *rest}:
        return None
    if not by.formula.given and not _is_real(solution, flat):
        return S.NaN
    return Lambda(tuple(flat), Tuple(*solution) if count > 1 else solution[0])


def _is_real(terms: Sequence[Expr], places: Sequence[Symbol]) -> bool:
    """Whether the terms have real values at a few values of the places, unless they hold other symbols."""
    if set().union(*(e.free_symbols for e in terms)) - set(places):
        return True
    at = [(-1) ** (shift + m) * random_like(m, shift) * 3 for shift in range(4) for m in range(len(places))]
    rows = [dict(zip(places, at[k : k + len(places)], strict=True)) for k in range(0, len(at), len(places))]
    return all(e.xreplace(row).evalf(15).is_real for e in terms for row in rows)


def _flat(value: Any) -> tuple[Symbol, ...]:
    return value if isinstance(value, tuple) else (value,)
