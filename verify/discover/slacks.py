"""What may have a multiplier beside the facts themselves: squares, products, what is not negative by what it is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

from sympy import Add, Basic, Mul, Pow, S, Sum, Symbol

from verify.discover.facts import FAILURES, Context, Fact, applications, occurring, open_terms
from verify.discover.multipliers import Slack, combination, combined
from verify.language.terms import (
    Fun,
    Gradient,
    Inner,
    Relation,
    Vec,
    difference,
    eq,
    free_variables,
    ge,
    sort_of,
)  # fmt: skip

MOST_PAIRED = 12
"""Facts whose products are tried."""

MOST_SQUARES = 200

MOST_SCALES = 8

MOST_PARAMETERS = 4
"""Facts on numbers alone that others are multiplied by."""

VALUES = (Fun, Inner)
"""What facts on numbers speak of: values of functions, members of families, inner products."""


def from_facts(goal: Relation, context: Context, more: Sequence[Slack] = ()) -> Fact | None:
    """The goal from all facts of the context, with equations put in or not, and from more slacks."""
    facts = context.relations
    using, rest = equations(facts)
    extra = nonnegative([goal, *(f.conclusion for f in rest)])
    for put_in, others in ((using, rest), ([], list(facts))) if using else (([], rest),):
        slacks = [*(Slack.of(f) for f in others), *extra, *squared_norms(others), *bits(facts), *more]
        if goal.op == "=":
            slacks = [s for s in slacks if s.free]
        slacks = [s for s in slacks if not any(isinstance(p, Fact) and p.relation.op == "≠" for p in s.parts)]
        try:
            found = combination(goal, context, slacks, put_in)
        except FAILURES:
            found = None
        if found is not None:
            return found
    return None


def equations(facts: Sequence[Fact]) -> tuple[list[Fact], list[Fact]]:
    """Equations that can be put in, and all other facts."""
    using, rest = [], []
    taken: set[Any] = set()
    for fact in facts:
        relation = fact.relation
        left = relation.lhs
        atom = isinstance(left, Fun | Inner | Vec | Gradient | Symbol)
        if (
            relation.op == "="
            and (atom or sort_of(left) not in ("scalar", "zero"))
            and left not in taken
            and not relation.rhs.has(left)
        ):
            taken.add(left)
            using.append(fact)
        else:
            rest.append(fact)
    return using, rest


def squared_norms(facts: Sequence[Fact]) -> list[Slack]:
    """Of what is said of a norm and what is not negative, the difference of squares: it times the sum of its sides."""
    found = []
    signs = {f.relation.lhs: f for f in facts if f.relation.op in ("≥", ">") and f.relation.rhs == 0}
    for fact in facts:
        sides, op = (fact.relation.lhs, fact.relation.rhs), fact.relation.op
        norms = [a for a in sides if _is_norm(a)]
        plain = all(f.is_nonnegative or _is_norm(f) for a in sides for f in Mul.make_args(a))
        if norms and (op == "=" or (op in ("≥", ">") and plain)):
            found.append(Slack((fact, sides[0] + sides[1]), op == "="))
        elif norms == [sides[0]] and sides[1] in signs:
            found += [Slack((fact, sides[0])), Slack((fact, signs[sides[1]]))]
    return found


def chained(bound: Relation, context: Context) -> list[Fact]:
    """Bounds that a bound between integers and one more fact give, where a variable drops out: i ≤ k and k + 1 ≤ T."""
    own = next((f for f in context.relations if f.conclusion == bound), None)
    if own is None:
        return []
    found = []
    for fact in context.sides:
        variables = free_variables(fact.conclusion) & free_variables(bound)
        whole = (difference(fact.relation) + difference(bound)).expand()
        if fact is own or not variables - whole.free_symbols or whole.is_number:
            continue
        kept = Add(*(a for a in Add.make_args(whole) if a.as_coeff_Mul()[0] < 0))
        made = combined(ge(whole - kept, -kept), context, [(S.One, Slack.of(fact)), (S.One, Slack.of(own))])
        found += [made] if made is not None else []
    return found


def bits(facts: Sequence[Fact]) -> list[Slack]:
    """x² and (1 − x)² for each x of which a fact says that x² = x: they are x and 1 − x then."""
    found: dict[Any, None] = {}
    for fact in facts:
        for one, other in ((fact.relation.lhs, fact.relation.rhs), (fact.relation.rhs, fact.relation.lhs)):
            if fact.relation.op == "=" and one == other**2 and not other.is_number:
                found[one] = found[(1 - other) ** 2] = None
    return [Slack((square,)) for square in found]


def _is_norm(term: Any) -> bool:
    return (
        isinstance(term, Pow) and term.exp == S.Half and isinstance(term.base, Inner) and len(set(term.base.args)) == 1
    )


def nonnegative(terms: Sequence[Basic]) -> list[Slack]:
    """Terms in sight that are not negative by what they are: norms, their squares, declared functions and numbers."""
    found: dict[Any, None] = {}
    for node in open_terms(terms, VALUES):
        if (isinstance(node, Fun) and node.is_nonnegative) or (
            isinstance(node, Inner) and node.args[0] == node.args[1]
        ):
            found[node] = None
    for node in open_terms(terms, (Pow,)):
        if _is_norm(node):
            found[node] = None
    for v in sorted({v for f in terms for v in free_variables(f) if type(v) is Symbol and v.is_nonnegative}, key=str):
        found[v] = None
    return [Slack((term,), False, bool(term.is_positive)) for term in found]


def squares(goal: Relation, context: Context, terms: Sequence[Basic] = ()) -> list[Slack]:
    """Squares of differences and sums of what is in sight, of vectors and of numbers."""
    seen = [goal, *terms]
    vectors = [a for a in applications(seen) if sort_of(a) not in ("scalar", "zero", "point")]
    inner = [u for node in open_terms([*seen, *context.conclusions], (Inner,)) for u in node.args]
    whole = [a for a in open_terms(seen, (Add, Mul, Sum)) if a.has(Sum)]
    sums = [a for a in whole if sort_of(a) not in ("scalar", "zero", "point")]
    vectors = list(dict.fromkeys([*inner, *vectors, *sums]))[:6]
    scales = [
        S.One,
        *(v for v in sorted(free_variables(goal), key=str) if type(v) is Symbol and context.is_positive(v)),
    ]
    scales = list(dict.fromkeys([*scales, *(1 / v for v in scales), *(v * w for v, w in combinations(scales[1:], 2))]))
    scales = scales[:MOST_SCALES]
    made: dict[Any, None] = {}
    for u, v in combinations(vectors, 2):
        for s in scales:
            for w in (u - s * v, u + s * v):
                made[Inner(w, w)] = None
    roots = [p for p in open_terms([*seen, *context.conclusions], (Pow,)) if p.exp == S.Half]
    numbers = [p for p in roots if all(v.is_integer for v in p.free_symbols)]
    numbers += [a for a in applications(seen) if isinstance(a, Fun)]
    numbers += [v for v in sorted(free_variables(goal), key=str) if type(v) is Symbol]
    numbers = list(dict.fromkeys(numbers))[:6]
    for x in numbers:
        made[x**2] = None
    for x, y in combinations([*numbers, S.One], 2):
        made[(x - y) ** 2] = None
        made[(x + y) ** 2] = None
    return [Slack((term,)) for term in made if term != 0][:MOST_SQUARES]


def products(facts: Sequence[Fact], most: int = MOST_PAIRED) -> list[Slack]:
    """Products of two of the smallest inequalities between numbers."""
    facts = [f for f in facts if f.relation.op in ("≥", ">") and sort_of(f.relation.lhs) in ("scalar", "zero")]
    facts = [f for f in facts if not all(type(v) is Symbol and v.is_integer for v in free_variables(f.conclusion))]
    facts = sorted(facts, key=lambda f: f.relation.lhs.count_ops() + f.relation.rhs.count_ops())[:most]
    pairs = [(a, b) for k, a in enumerate(facts) for b in facts[k:]]
    return [Slack(pair, False, all(f.relation.op == ">" for f in pair)) for pair in pairs]


def times_parameters(facts: Sequence[Fact], most: int = MOST_PAIRED) -> list[Slack]:
    """Facts times what others say of numbers alone: that q < 1, or μ ≤ L."""
    plain = [f for f in facts if f.relation.op in ("≥", ">") and sort_of(f.relation.lhs) in ("scalar", "zero")]
    alone = [f for f in plain if _is_of_parameters(f.relation)][:MOST_PARAMETERS]
    others = [f for f in plain if f not in alone and open_terms([f.conclusion], VALUES)][:most]
    return [Slack((a, b), False, a.relation.op == b.relation.op == ">") for a in alone for b in others]


def times_squares(facts: Sequence[Fact], terms: Sequence[Basic], most: int = MOST_PAIRED) -> list[Slack]:
    """Facts times the squares that terms are made of: a step's loss, where how long its datum is has a bound."""
    whole = [p for p in open_terms(terms, (Pow,)) if p.exp.is_Integer and p.exp.is_even and p.exp.is_positive]
    seen = [p for p in whole if not p.base.is_number and not isinstance(p.base, Symbol)][:MOST_PARAMETERS]
    numbers = [f for f in facts if f.relation.op in ("≥", ">") and sort_of(f.relation.lhs) in ("scalar", "zero")]
    others = [f for f in numbers if open_terms([f.conclusion], VALUES)][:most]
    return [Slack((fact, square)) for square in seen for fact in others]


def _is_of_parameters(relation: Relation) -> bool:
    """Whether it compares numbers that are no indices, and is more than a sign."""
    spoken = free_variables(relation)
    plain = all(type(v) is Symbol and not v.is_integer for v in spoken)
    return bool(spoken) and plain and not (isinstance(relation.lhs, Symbol) and relation.rhs == 0)


def solved_for_gradients(context: Context) -> list[Fact]:
    """Equations of implicit steps, x₊ = x − η∇F(x₊), solved for the gradient."""
    found = []
    for fact in context.relations:
        relation = fact.relation
        if (
            relation.op != "="
            or sort_of(relation.lhs) in ("scalar", "zero", "point")
            or not relation.rhs.has(relation.lhs)
        ):
            continue
        rest = (relation.lhs - relation.rhs).expand()
        for node in occurring(rest, Gradient):
            factor = rest.coeff(node)
            if (
                factor == 0
                or sort_of(factor) != "scalar"
                or not (context.is_positive(factor) or context.is_positive(-factor))
            ):
                continue
            others = (rest - factor * node).expand()
            made = combined(eq(node, -others / factor), context, [(1 / factor, Slack.of(fact))])
            if made is not None:
                found.append(made)
    return found


def descent_points(goal: Relation, context: Context) -> list[Basic]:
    """Values of fields where their quadratic bounds are least: a gradient, or a difference of two, away, by a rate."""
    found: dict[Basic, None] = {}
    for head in sorted({g.args[0] for g in goal.atoms(Gradient)}, key=str):
        gradients = [g for g in applications([goal]) if isinstance(g, Gradient) and g.args[0] == head]
        schemas = [f.schema for f in context.schemas if head in f.conclusion.free_symbols]
        rates = {v for f in schemas for v in free_variables(f) if type(v) is Symbol and v.is_positive}
        for rate in sorted(rates, key=str)[:3]:
            for g in gradients[:3]:
                for other in (None, *(o for o in gradients[:3] if o != g)):
                    found[Fun(head, 0, g.args[1] - (g - other if other is not None else g) / rate)] = None
    return list(found)
