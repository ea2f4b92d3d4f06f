"""Indices: names for new ones, from where they run, and which rounds a term speaks of."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, count
from typing import Any

from sympy import Basic, Sum, Symbol

from verify.discover.facts import Context, occurring, open_terms
from verify.discover.instances import arguments
from verify.language.terms import Formula, Fun, Pt, Vec, free_variables, sort_of, substitute


def fresh_integer(formula: Formula, context: Context, names: str = "kmjsq", others: Sequence[Symbol] = ()) -> Symbol:
    """An integer that neither the formula nor the context speaks of, and that is none of the others."""
    spoken = [formula, *(f.conclusion for f in context.facts), *others]
    taken = {v.name for f in spoken for v in f.atoms(Symbol)}
    return Symbol(next(n for k in count() for c in names if (n := f"{c}{k or ''}") not in taken), integer=True)


def round_index(goal: Formula, context: Context) -> Symbol:
    """A name for the round: the index of a sum in the goal, of one in no other first, unless it is taken."""
    taken = {v for f in context.facts for v in free_variables(f.conclusion)} | free_variables(goal)
    sums = [*open_terms([goal], (Sum,)), *occurring(goal, Sum)]
    names = [limit[0] for node in sums for limit in reversed(node.args[1:])]
    return next((i for i in names if i not in taken and not i.name.startswith("ι")), None) or fresh_integer(
        goal, context
    )


def sum_ends(formula: Formula) -> set[Symbol]:
    """The variables that the upper bounds of its sums have."""
    return {v for node in formula.atoms(Sum) for limit in node.args[1:] for v in limit[2].free_symbols}


def lower_bounds(goal: Formula, context: Context) -> list[tuple[Symbol, Any]]:
    """The integers that a goal speaks of, with where they begin: at numbers first, and those first that end sums."""
    found: list[tuple[bool, bool, str, Symbol, Any]] = []
    ends = sum_ends(goal)
    for v in free_variables(goal):
        if type(v) is not Symbol or not v.is_integer:
            continue
        bounds = [f.relation for f in context.sides if f.relation.lhs == v and f.relation.rhs.is_integer]
        starts = [b.rhs if b.op == "≥" else b.rhs + 1 for b in bounds if b.op in ("≥", ">")]
        numbers = [x for x in starts if x.is_Integer]
        for x in [*([max(numbers)] if numbers else []), *(x for x in starts if not x.is_Integer)]:
            found.append((not x.is_Integer, v not in ends, str(v), v, x))
    return [(v, x) for *_, v, x in sorted(found, key=lambda item: item[:3])]


def leads_on(context: Context) -> bool:
    """Whether a schema speaks of a member of a family and of the next one, as what leads from a round to another."""
    places: dict[Any, set[Any]] = {}
    for fact in context.schemas:
        for node in fact.conclusion.atoms(Fun, Vec, Pt):
            for n, i in enumerate(arguments(node)):
                if sort_of(i) == "scalar" and i.is_integer:
                    places.setdefault((fact, node.args[0], n), set()).add(i)
    return any(abs(a - b) == 1 for those in places.values() for a, b in combinations(those, 2))


def is_of_round(node: Basic, t: Symbol) -> bool:
    """Whether all indices in a term are this round, one beside it, or bound: it may be used in each round."""
    return all(i in (t - 1, t, t + 1) for i in _indices(node) if i.is_number or i.free_symbols)


def shifted(terms: Sequence[Any], t: Symbol) -> list[Any]:
    """The terms a round earlier or later, where that is this round or the next."""
    moved = [substitute(a, {t: t + step}) for a in terms if t in a.free_symbols for step in (1, -1)]
    return [a for a in dict.fromkeys(moved) if all(i in (t, t + 1) for i in _indices(a) if t in i.free_symbols)]


def _indices(node: Basic) -> list[Any]:
    """The arguments of families in a term."""
    return [
        i for a in node.atoms(Fun, Vec, Pt) for i in arguments(a) if sort_of(i) in ("scalar", "zero") and i.is_integer
    ]
