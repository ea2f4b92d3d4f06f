"""Instances of what holds for all values: at the values that terms in sight suggest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, product
from typing import Any

from sympy import Add, Basic, Expr, Sum, Symbol

from verify.author.following import at
from verify.author.kernel import KernelError, identity
from verify.discover.facts import Context, Fact, applications, open_terms
from verify.language.terms import (
    ForAll,
    Fun,
    FunHead,
    Gradient,
    Head,
    Hessian,
    IllFormed,
    Pt,
    PtHead,
    Relation,
    Vec,
    VecHead,
    sort_of,
    substitute,
)  # fmt: skip

MOST = 24
"""Instances of one schema in one round."""

MOST_TRIED = 400
"""Values of which the first are taken."""

MOST_POINTS = 12
"""Equations by which points are one."""

Binding = dict[Symbol, Any]


def arguments(node: Basic) -> tuple[Any, ...]:
    """What a function, family or field is applied to."""
    if isinstance(node, Pt):
        return tuple(node.args[1:])
    return tuple(node.args[1:]) if isinstance(node, Gradient | Hessian) else tuple(node.args[2:])


def is_same_head(one: Basic, other: Basic) -> bool:
    """Whether two terms are values of one function or members of one family."""
    return _head(one) == _head(other)


def _head(node: Basic) -> tuple[Any, ...]:
    return (type(node), node.args[0], node.args[1] if isinstance(node, Fun) else None)


def instances(context: Context, seeds: Iterable[Basic], most: int = MOST) -> list[Fact]:
    """What the schemas of a context say at values that make terms like those in the seeds; new facts, added to it."""
    found = [instance(context, schema, values) for schema, values in suggested(context, seeds, most)]
    return [fact for fact in found if fact is not None]


def suggested(context: Context, seeds: Iterable[Basic], most: int = MOST) -> list[tuple[Fact, list[Any]]]:
    """The schemas of a context with values that make terms like those in the seeds."""
    seen = list(seeds)
    ground = list(dict.fromkeys([*applications(seen), *applications(last_members(seen))]))
    return [
        (schema, values)
        for schema in context.schemas
        if not any(isinstance(v, FunHead) for v in schema.schema.variables)
        for values in islice(_values(schema.schema, ground), most)
    ]


def last_members(terms: Iterable[Basic]) -> list[Any]:
    """The last members of sums with one member, or with one more than a sum up to a variable."""
    found = []
    for node in open_terms(terms, (Sum,)):
        *_, (index, low, high) = node.args
        if len(node.args) == 2 and (high == low or (isinstance(high, Add) and isinstance(high - 1, Symbol))):
            found.append(substitute(node.args[0], {index: high}))
    return found


def _is_trivial(formula: Any) -> bool:
    return isinstance(formula, Relation) and formula.lhs == formula.rhs


def instance(context: Context, schema: Fact, values: Sequence[Any], because: Sequence[Fact] = ()) -> Fact | None:
    """What a schema says at these values, added to the context; None where it says nothing new.

    Args:
        context: what may be used.
        schema: what holds for all values.
        values: of its variables.
        because: what shows that its conditions are met, beside the facts on numbers.
    """
    sides = [*context.sides, *_conditions(context, schema, values), *because]
    try:
        theorem = at(schema.theorem, *values, by=[f.theorem for f in sides])
    except (KernelError, IllFormed):
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        said = ", ".join(spell(v) for v in values)
        return f"at({names[0]}, {said}, by=[{', '.join(names[1:])}])"

    made = context.settled(Fact(theorem, code, (schema, *sides)))
    return made if made is not None and not _is_trivial(made.conclusion) and context.add(made) else None


def _conditions(context: Context, schema: Fact, values: Sequence[Any]) -> list[Fact]:
    """Facts that say what a schema asks of these values as an equation; the others are settled by signs."""
    asked = [g for g in schema.schema.given if isinstance(g, Relation) and g.op == "="]
    if not asked:
        return []
    mapping = dict(zip(schema.schema.variables, values, strict=True))
    equations = [f for f in context.relations if f.relation.op == "="]
    of_points = [f for f in equations if sort_of(f.relation.lhs) == "point" or f.relation.rhs == 0][:MOST_POINTS]
    found = []
    for wanted in [_put(g, mapping) for g in asked]:
        same = next((f for f in equations if f.conclusion == wanted), None)
        made = same or (_as_points_are(wanted, of_points, context) if of_points and wanted is not None else None)
        if made is not None:
            found.append(made)
    return found


def _as_points_are(wanted: Any, using: Sequence[Fact], context: Context) -> Fact | None:
    """An equation that holds because two points are one."""
    if not wanted.has(Pt):
        return None
    try:
        theorem = identity(wanted, [f.theorem for f in using])
    except (KernelError, IllFormed):
        return None

    def code(spell: Any, names: Sequence[str]) -> str:
        return f"identity({spell(wanted)}, [{', '.join(names)}])"

    return context.settled(Fact(theorem, code, tuple(using)))


def _values(formula: ForAll, ground: Sequence[Basic]) -> Iterator[list[Any]]:
    """Values for the variables of a schema, those first that make most terms in sight."""
    variables = formula.variables
    triggers = [a for a in applications([*formula.given, formula.body]) if set(variables) & a.free_symbols]
    triggers = [a for a in triggers if not (isinstance(a, Vec | Pt) and a.args[0] in variables)]
    by_head: dict[Any, list[Basic]] = {}
    for node in ground:
        by_head.setdefault(_head(node), []).append(node)
    options: dict[Symbol, dict[Any, None]] = {v: {} for v in variables}
    for trigger in triggers:
        for node in by_head.get(_head(trigger), ()):
            binding = _bound(trigger, node, variables)
            for v, value in (binding or {}).items():
                options[v][value] = None
    for v in variables:
        if not options[v]:
            options[v] = dict.fromkeys(_of_sort(v, ground))
    if not all(options.values()):
        return
    there = set(ground)
    ranked = []
    for n, values in enumerate(islice(product(*options.values()), MOST_TRIED)):
        mapping = dict(zip(variables, values, strict=True))
        hits = sum(_put(trigger, mapping) in there for trigger in triggers)
        ranked.append((-hits, sum(_size(v) for v in values), n, list(values)))
    ranked.sort(key=lambda item: item[:3])
    for *_, chosen in ranked:
        yield chosen


def _size(value: Any) -> int:
    return int(value.count_ops()) if isinstance(value, Expr) else 0


def _put(trigger: Basic, mapping: Binding) -> Any:
    try:
        return substitute(trigger, mapping)
    except (IllFormed, ValueError, TypeError):
        return None


def _of_sort(variable: Symbol, ground: Sequence[Basic]) -> list[Any]:
    """Terms in sight that could take the place of a variable which no term of a function suggests a value for."""
    if isinstance(variable, VecHead):
        return [a for a in ground if isinstance(a, Vec)]
    if isinstance(variable, PtHead):
        return [a for a in ground if isinstance(a, Pt)]
    if isinstance(variable, Head):
        return []
    whole = bool(variable.is_integer)
    given = [x for a in ground for x in arguments(a) if sort_of(x) in ("scalar", "zero")]
    found = [x for x in given if bool(x.is_integer) or not whole]
    return [x for x in found if not variable.is_nonnegative or x.is_nonnegative]


def _bound(trigger: Basic, node: Basic, variables: Sequence[Symbol]) -> Binding | None:
    """The values of variables at which a term is another; only simple arguments are taken apart."""
    binding: Binding = {}
    wanted, there = arguments(trigger), arguments(node)
    if len(wanted) != len(there):
        return None
    for p, a in zip(wanted, there, strict=True):
        alone = bare(p)
        if alone in variables:
            if alone in binding and binding[alone] != a:
                return None
            if not _fits(alone, a):
                return None
            binding[alone] = a
            continue
        inside = [v for v in variables if v in p.free_symbols]
        if not inside:
            continue
        if len(inside) == 1 and isinstance(inside[0], Symbol) and not isinstance(inside[0], Head):
            (v,) = inside
            rest = p - v
            if not rest.has(v):
                value = a - rest
                if (v in binding and binding[v] != value) or not _fits(v, value):
                    return None
                binding[v] = value
    return binding


def bare(term: Any) -> Any:
    """The variable that a whole vector or point is; else the term."""
    return term.args[0] if isinstance(term, Vec | Pt) and not arguments(term) else term


def _fits(variable: Symbol, value: Any) -> bool:
    sort = sort_of(value)
    if isinstance(variable, VecHead):
        return sort not in ("scalar", "point")
    if isinstance(variable, PtHead):
        return bool(sort == "point")
    if sort not in ("scalar", "zero"):
        return False
    return bool(value.is_integer) if variable.is_integer else True
