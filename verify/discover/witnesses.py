"""What classical theorems say there is, as a shortest way between two points: supposed in a round, and then left out.

A theorem of existence has the form "whatever z ≥ 0 follows from such a W holds". What is proved with a W that nothing
else speaks of holds without it, if it does not speak of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import count, islice, product
from typing import Any

from sympy import Basic, Symbol

from verify import axioms
from verify.author.kernel import Axiom, KernelError, cite, instantiate
from verify.discover.cited import bindings, cited, signs_at
from verify.discover.facts import FAILURES, Context, Fact, applications
from verify.discover.instances import arguments
from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    Predicate,
    Pt,
    PtHead,
    Tangent,
    Vec,
    VecHead,
    sort_of,
    substitute,
)
from verify.lemmas import with_some

MOST: int = 2
"""Witnesses in a round."""


@dataclass(frozen=True)
class Witness:
    """A vector that is supposed to be there: the axiom, its name, at which values, and what is supposed of it."""

    name: str
    axiom: Axiom
    values: Mapping[Symbol, Any]
    what: Any
    supposed: tuple[Formula, ...]

    def left_out(self, fact: Fact, context: Context) -> Fact | None:
        """A fact without what it supposes of the witness; None where it speaks of it."""
        if not set(self.supposed) & set(fact.theorem.hypotheses):
            return fact
        try:
            theorem = with_some(self.axiom, self.values, self.what, fact.theorem)
        except FAILURES:
            return None

        def code(spell: Any, names: Sequence[str]) -> str:
            put = ", ".join(f"{spell.name(v)}: {spell(value)}" for v, value in self.values.items())
            return f"with_some({self.name}, {{{put}}}, {spell(self.what)}, {names[0]})"

        return context.settled(Fact(theorem, code, (fact,)))


@cache
def _existences() -> tuple[tuple[str, Axiom, ForAll], ...]:
    """The axioms that say that there is a vector, and what they say follows from each."""
    found = []
    for name, axiom in sorted(vars(axioms).items()):
        if isinstance(axiom, Axiom) and name.isupper():
            schemas = [h for h in axiom.hypotheses if isinstance(h, ForAll) and h.body == axiom.conclusion]
            if len(schemas) == 1 and [type(v) for v in schemas[0].variables] == [VecHead]:
                found.append((name, axiom, schemas[0]))
    return tuple(found)


def with_witnesses(context: Context, seen: Sequence[Basic], t: Symbol) -> list[Witness]:
    """Supposes vectors from points that move with t to points that do not, where nothing in sight leads from there."""
    found: list[Witness] = []
    for name, axiom, schema in _existences():
        wanted = [h for h in axiom.hypotheses if isinstance(h, Predicate)]
        had = [f.conclusion for f in context.facts if isinstance(f.conclusion, Predicate)]
        for heads in bindings(wanted, had):
            for values in islice(_places(schema, axiom, {**heads}, seen, t), MOST - len(found)):
                made = _supposed(name, axiom, values, context)
                found += [made] if made is not None else []
    return found


def _places(
    schema: ForAll, axiom: Axiom, heads: dict[Symbol, Any], seen: Sequence[Basic], t: Symbol
) -> Iterator[dict[Symbol, Any]]:
    """Values of the other variables of an axiom: where the vector starts, where it ends, and a step from there."""
    own = _base(schema)
    spoken = {v for formula in schema.given for v in formula.free_symbols}
    free = sorted(spoken - set(heads) - set(schema.variables), key=lambda v: (v is not own, str(v)))
    terms = applications(seen)
    still = [p for p in terms if isinstance(p, Pt) and not arguments(p)]
    starts = [s.args[0] for s in map(sort_of, terms) if isinstance(s, Tangent) and t in s.args[0].free_symbols]
    for start in dict.fromkeys(starts):
        steps = [p.args[2] for p in terms if isinstance(p, Pt) and p.args[1:2] == (start,) and len(p.args) == 3]
        options = [[start] if v is own else still if isinstance(v, PtHead) else steps for v in free]
        for chosen in product(*options):
            values = dict(zip(free, chosen, strict=True))
            if not any(_leads(node, start, end) for node in terms for end in still if end in chosen):
                yield {**heads, **values}


def _base(schema: ForAll) -> Any:
    """The variable at whose point the vector is."""
    (vector,) = schema.variables
    spaces = [a.args[1] for f in schema.given for a in f.atoms(Vec) if a.args[0] is vector]
    return next((s.args[0].args[0] for s in spaces if isinstance(s, Tangent)), None)


def _leads(node: Any, start: Any, end: Any) -> bool:
    """Whether it is the distance of a point from where a vector at the start leads to."""
    places = arguments(node) if isinstance(node, Fun) else ()
    return end in places and any(isinstance(p, Pt) and len(p.args) == 3 and p.args[1] == start for p in places)


def _supposed(name: str, axiom: Axiom, values: Mapping[Symbol, Any], context: Context) -> Witness | None:
    """A witness, with what is supposed of it and what classical theorems say of that added to the context."""
    moved = {v: value for v, value in values.items() if v != value}
    try:
        there = instantiate(cite(axiom), moved)
    except (KernelError, *FAILURES):
        return None
    schema = next(h for h in there.hypotheses if isinstance(h, ForAll) and h.body == there.conclusion)
    (bound,) = schema.variables
    taken = {s.name for f in context.facts for s in f.conclusion.atoms(Symbol)}
    space = next(a.args[1] for f in schema.given for a in f.atoms(Vec) if a.args[0] is bound)
    what = Vec(VecHead(next(n for k in count() if (n := f"γ{k or ''}") not in taken)), space)
    given = tuple(substitute(f, {bound: what.args[0]}) for f in schema.given)
    for formula in given:
        context.suppose(formula)
    context.add_all(cited(context, [f for f in given if isinstance(f, Predicate)]))
    context.add_all(signs_at([value for value in moved.values() if sort_of(value) == "point"], context))
    return Witness(name, axiom, moved, what, given)


__all__ = ["Witness", "with_witnesses"]
