"""Of what arguments heads are functions.

A head that is applied to a number, and to a vector, stands for a function of numbers and for one of vectors; but all
zeros are one argument.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from typing import Final

from verify.core.nodes import (
    CONSTANT, DOMAIN, INTEGER, NUMBER, POINT, SCALAR, VECTOR, Refused, Term, is_scalar, is_vector, node,
)  # fmt: skip
from verify.core.terms import HEADED, walk


def arguments(term: Term) -> tuple[Term, ...]:
    """What a head is applied to; of a hessian, the place."""
    return term.args[1:2] if term.kind in ("gradient", "hessian") else term.args[HEADED[term.kind] :]


def sort_of(argument: Term) -> object:
    """The sort of an argument; of a tuple, how many numbers it is made of."""
    if argument.kind == "tuple":
        return len(argument.args)
    return SCALAR if is_scalar(argument) else argument.sort


IN_WORDS: Final = {NUMBER: "number", INTEGER: "integer", POINT: "point"}


def kind_of(term: Term) -> str:
    """Of what kind a value is, or of what kinds the arguments and the values of a `lambda` are, in words."""
    if term.kind == "lambda":
        return f"{', '.join(IN_WORDS.get(kind, 'vector') for kind, _ in term.args[0])} ↦ {kind_of(term.args[1])}"
    if term.kind == "tuple":
        return f"{len(term.args)} numbers"
    return "number" if is_scalar(term) else "vector" if is_vector(term) else "point"


def speaks_of_a_space(t: Term) -> bool:
    """Whether it is a vector, a point or a space, or binds one; ∇f(0) does not name its E."""
    if t.kind in ("variable", "bound"):
        return t.args[1] in (VECTOR, POINT, CONSTANT)
    return is_vector(t) or (t.kind in ("forall", "lambda") and any(kind in (VECTOR, POINT) for kind, _ in t.args[0]))


def headed(formulas: Iterable[Term]) -> Iterator[Term]:
    """Where heads are applied; also where it is said that one is defined, of arguments as its values are of them."""
    for x in (x for f in formulas for x in walk(f)):
        if x.kind in HEADED:
            yield x
        elif x.kind == "predicate" and x.args[0] == DOMAIN:
            yield node("apply", x.args[1], 0, *x.args[2:])


def refuse_two_shapes(heads: Sequence[Term], formulas: Sequence[Term]) -> None:
    """In coordinates, a bound function of a vector and one of its coordinates would be one function.

    So would vectors of two spaces with one bound head, and those of the tangent spaces at all points.
    """
    shapes: dict[Term, tuple[object, ...]] = {}
    for t in headed(formulas):
        if t.args[0] in heads:
            sorts = [f"{len(a.args)} numbers" if a.kind == "tuple" else is_scalar(a) or a.sort for a in arguments(t)]
            shape = (t.args[1] if t.kind == "vector" else None, *sorts)
            if any(type(s) is Term and s.open for s in shape) or shapes.setdefault(t.args[0], shape) != shape:
                raise Refused(f"{t.args[0]!r} is applied to arguments of different sorts, or is of many spaces")


def refuse_two_widths(heads: Container[Term], width: Callable[[Term], int], formulas: Iterable[Term]) -> None:
    """In coordinates, 0 has as many places as its sort, but all zeros are one argument: f(0, y, u) is f(u, y, 0) at 0.

    So a head with a value has arguments of the same widths, in one order, wherever it has as many of them.
    """
    found: dict[tuple[Term, int], list[int]] = {}
    for t in headed(formulas):
        if t.args[0] not in heads or t.kind in ("gradient", "hessian"):  # at one vector, also where it is written 0
            continue
        widths = list(map(width, arguments(t)))
        if found.setdefault((t.args[0], len(widths)), widths) != widths:
            raise Refused(f"{t.args[0]!r} has numbers and vectors as arguments in more than one order")
