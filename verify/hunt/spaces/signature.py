"""What kind of thing each variable of a claim is: a size, a number, a vector, a family, a function."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from sympy import KroneckerDelta, Symbol, preorder_traversal

from verify.language.terms import (
    Constant,
    Formula,
    Fun,
    Gradient,
    Head,
    Hessian,
    IllFormed,
    Pt,
    PtHead,
    Tangent,
    Vec,
    VecHead,
    free_variables,
    sort_of,
)
from verify.normal_forms.smoothness import differentiated

INDEX, NUMBER, VECTOR = "index", "number", "vector"


def is_vector(term: Any) -> bool:
    """Whether the term is a vector or a point, and not the bare zero."""
    return not isinstance(term, Head | Tangent) and sort_of(term) not in ("scalar", "zero")


def arguments(node: Any) -> tuple[Any, ...]:
    """What an abstract function, vector or point is applied to."""
    return tuple(node.args[1 if isinstance(node, Pt) else 2 :])


@dataclass
class Signature:
    """The variables of a claim by kind.

    `places` gives, for each head, what its arguments range over; `choosing` are the families of integers of which a
    member is an index of another family: they choose places, or the rounds in which something is taken up. `indices`
    gives the names of the indices of a family, where the claim has it somewhere with bound variables alone.
    """

    sizes: list[Symbol] = field(default_factory=list)
    numbers: list[Symbol] = field(default_factory=list)
    heads: list[Symbol] = field(default_factory=list)
    places: dict[Symbol, tuple[str, ...]] = field(default_factory=dict)
    smooth: set[Symbol] = field(default_factory=set)
    choosing: list[Symbol] = field(default_factory=list)
    indices: dict[Symbol, tuple[str, ...]] = field(default_factory=dict)
    vectorial: bool = False

    @property
    def functions(self) -> list[Symbol]:
        """The heads that are applied to numbers, vectors or points, or differentiated."""
        return [h for h in self.heads if set(self.places[h]) - {INDEX} or h in self.smooth]


def signature(formulas: Iterable[Formula]) -> Signature:
    """What the free and bound variables of the formulas are.

    Raises:
        IllFormed: for a vector-valued constant of the language, which has no value in coordinates.
    """
    formulas = list(formulas)
    found = Signature()
    free: set[Symbol] = set().union(*map(free_variables, formulas))
    for symbol in sorted(free, key=lambda s: s.name):
        if isinstance(symbol, Constant):  # the name of a space; as a head of vectors it has no coordinates
            continue
        kind = found.heads if isinstance(symbol, Head) else found.sizes if symbol.is_integer else found.numbers
        kind.append(symbol)
    found.smooth = differentiated(formulas)
    for node in (node for f in formulas for node in preorder_traversal(f)):
        if isinstance(node, Vec) and isinstance(node.args[0], Constant):
            raise IllFormed(f"{node.args[0]} has a meaning of its own and no coordinates")
        if isinstance(node, Fun | Vec | Pt):
            _note(found, node.args[0], arguments(node))
            bound = {a for a in arguments(node) if isinstance(a, Symbol) and a.is_integer} - free
            if len(bound) == len(arguments(node)):
                found.indices.setdefault(node.args[0], tuple(a.name for a in arguments(node)))
        elif isinstance(node, Gradient | Hessian):
            _note(found, node.args[0], node.args[1:2])
            found.vectorial = True
        if isinstance(node, Fun | Vec | Pt | KroneckerDelta):
            indices = node.args if isinstance(node, KroneckerDelta) else arguments(node)
            inside = dict.fromkeys(m.args[0] for a in indices if a.is_integer for m in a.atoms(Fun))
            found.choosing += [head for head in inside if head not in found.choosing]
        found.vectorial = found.vectorial or isinstance(node, VecHead | PtHead | Vec | Pt)
    for head in found.heads:
        found.places.setdefault(head, ())
    found.choosing = [h for h in found.choosing if h in found.heads and set(found.places[h]) == {INDEX}]
    return found


def _note(found: Signature, head: Symbol, args: tuple[Any, ...]) -> None:
    before = found.places.get(head, (INDEX,) * len(args))
    found.places[head] = tuple(_place(a, b) for a, b in zip(args, before, strict=True))


def _place(argument: Any, before: str) -> str:
    if is_vector(argument):
        return VECTOR
    if before == VECTOR and argument == 0:
        return VECTOR
    return before if argument.is_integer else NUMBER
