"""What is used of functions that are integrated: that they are continuous where they are defined."""

from __future__ import annotations

from verify.core.nodes import SCALAR, Term
from verify.core.uses import Place
from verify.export.rocq.names import REAL_TYPE, Head, Inexpressible, Names, Shape, is_partial


def continuous(names: Names, place: Place) -> str:
    """The proposition that the head is continuous, as it is integrated over one of its arguments.

    Raises:
        Inexpressible: for a head of more than one argument, which would have to be so in several of them together.
    """
    shape = shape_of_place(names, place)
    head = Head(place[0], shape)
    if len(shape) != 2:
        raise Inexpressible("a function of several arguments that is integrated")
    if shape[1] != REAL_TYPE:
        return f"(forall w z, continuous (fun t => ip ({names.of(head)} t) w) z)"
    there = f"{names.domain(head)} z -> " if is_partial(place[0].args[1:]) else ""
    return f"(forall z, {there}{'continuous' if shape[0] == REAL_TYPE else 'continuous_at'} {names.of(head)} z)"


def shape_of_place(names: Names, place: Place) -> Shape:
    """The shape with which the head is integrated."""
    _, _, (space, *sorts) = place
    value = REAL_TYPE if space is None else _type_of(space, names)
    return (*(_type_of(s, names) for s in sorts), value)


def _type_of(sort: object, names: Names) -> str:
    if sort == SCALAR:
        return REAL_TYPE
    if type(sort) is Term and sort.kind == "variable":
        return names.space(sort)
    raise Inexpressible("a tuple, a point or a vector of a tangent space that is integrated")
