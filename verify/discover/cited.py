"""Classical theorems that the library takes on trust, where their properties are among the hypotheses.

An axiom that supposes properties, as that some functions are the exponential map and the distance of a manifold, is
cited for what has them; what it supposes besides becomes conditions of a schema, or follows from other axioms.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import permutations, product
from typing import Any

from sympy import Symbol

from verify import axioms
from verify.author.kernel import Axiom, KernelError, Theorem, cite, generalize, instantiate
from verify.discover.facts import Context, Fact
from verify.discover.instances import bare
from verify.language.terms import ForAll, Formula, Head, IllFormed, Predicate, PtHead, free_variables

MOST = 64
"""Ways in which the properties of one axiom are had."""


@cache
def _sources() -> tuple[tuple[str, Theorem], ...]:
    """Theorems that suppose a property, each as it is written: axioms, and two where one gives what one supposes."""
    named = [(name, value) for name, value in sorted(vars(axioms).items()) if name.isupper()]
    known = [(name, axiom) for name, axiom in named if isinstance(axiom, Axiom) and _properties(axiom.hypotheses)]
    found = [(f"cite({name})", cite(axiom)) for name, axiom in known]
    for name, axiom in known:
        for other, giving in known:
            if isinstance(giving.conclusion, Predicate) and giving.conclusion in axiom.hypotheses:
                theorem = instantiate(cite(axiom), {}, [cite(giving)])
                found.append((f"instantiate(cite({name}), {{}}, [cite({other})])", theorem))
    return tuple(found)


def _properties(formulas: Sequence[Formula]) -> list[Predicate]:
    return [f for f in formulas if isinstance(f, Predicate)]


def cited(context: Context, about: Sequence[Predicate] | None = None) -> Iterator[Fact]:
    """What the axioms say of what has their properties by hypotheses of the context.

    Args:
        context: what is supposed.
        about: properties of which one has to be among them; of all where it is None.
    """
    had = _properties([f.conclusion for f in context.facts])
    for said, theorem in _sources() if had else ():
        wanted = _properties(theorem.hypotheses)
        if about is not None and not any(h.args[0] == p.args[0] for h in wanted for p in about):
            continue
        for values in bindings(wanted, had):
            made = _said(said, theorem, values, context)
            if made is not None:
                yield made


def bindings(wanted: Sequence[Predicate], had: Sequence[Predicate]) -> Iterator[dict[Symbol, Any]]:
    """Values of the variables of properties at which all of them are some that are had."""
    options = [[p for p in had if p.args[0] == h.args[0]] for h in wanted]
    seen: set[Any] = set()
    for chosen in list(product(*options))[:MOST]:
        values = _values(wanted, chosen)
        key = values and tuple(sorted(values.items(), key=str))
        if values is not None and key not in seen:
            seen.add(key)
            yield values


def signs_at(places: Sequence[Any], context: Context) -> Iterator[Fact]:
    """What is not negative at any two points, as a distance, at these."""
    had = _properties([f.conclusion for f in context.facts])
    for said, theorem in _sources() if had else ():
        wanted = _properties(theorem.hypotheses)
        points = sorted((v for v in free_variables(theorem.conclusion) if isinstance(v, PtHead)), key=str)
        heads = {v for p in wanted for v in p.free_symbols}
        if len(wanted) < len(theorem.hypotheses) or getattr(theorem.conclusion, "op", "=") == "=":
            continue
        for values in bindings(wanted, had):
            own = [v for v in points if v not in heads]
            for chosen in permutations(places, len(own)):
                made = _said(said, theorem, {**values, **dict(zip(own, chosen, strict=True))}, context)
                if made is not None:
                    yield made


def _values(wanted: Sequence[Predicate], chosen: Sequence[Predicate]) -> dict[Symbol, Any] | None:
    """Values of the variables of properties at which they are others; None where there are none."""
    values: dict[Symbol, Any] = {}
    for pattern, there in zip(wanted, chosen, strict=True):
        if len(pattern.args) != len(there.args):
            return None
        for place, value in zip(pattern.args[1:], there.args[1:], strict=True):
            variable = bare(place)
            other = isinstance(variable, Head) and variable is place and type(variable) is not type(value)
            if not isinstance(variable, Symbol) or other:
                return None
            if values.setdefault(variable, value) != value:
                return None
    return values


def _said(written: str, general: Theorem, values: Mapping[Symbol, Any], context: Context) -> Fact | None:
    """A theorem at these values, for all values of its other variables that meet its other conditions."""
    moved = {v: value for v, value in values.items() if v != value}
    try:
        theorem = instantiate(general, moved) if moved else general
        theorem = instantiate(theorem, {}, [f.theorem for f in context.facts if isinstance(f.conclusion, Predicate)])
    except (KernelError, IllFormed, TypeError):
        return None
    left = [h for h in theorem.hypotheses if not context.admits_all([h])]
    free = _variables(theorem.conclusion, left, context)
    if any(isinstance(h, ForAll | Predicate) for h in left) or (left and not free):
        return None
    if free and not left and getattr(theorem.conclusion, "op", "=") != "=":
        return None  # a sign, of all values without a condition, would be said of every term in sight
    premises = tuple(f for f in context.facts if isinstance(f.conclusion, Predicate))

    def code(spell: Any, names: Sequence[str]) -> str:
        put = ", ".join(f"{spell(v)}: {spell(value)}" for v, value in moved.items())
        said = f"instantiate({written}, {{{put}}})" if moved else written
        said = f"instantiate({said}, {{}}, [{', '.join(names)}])"
        if not free:
            return said
        return f"generalize({said}, [{', '.join(map(spell.name, free))}], [{', '.join(map(spell, left))}])"

    try:
        whole = generalize(theorem, free, left) if free else theorem
    except KernelError:
        return None
    return context.settled(Fact(whole, code, premises))


def _variables(conclusion: Formula, left: Sequence[Formula], context: Context) -> list[Symbol]:
    """The variables of an axiom that nothing in the context is."""
    known = {v for f in context.facts for v in free_variables(f.conclusion)}
    return sorted({v for f in (conclusion, *left) for v in free_variables(f)} - known, key=str)
