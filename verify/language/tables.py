"""Finitely many exact values as families, for exact assignments, and the tables that readers are shown of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import pairwise
from typing import Any

from flint import fmpq, fmpq_poly
from sympy import Add, Basic, Dummy, Lambda, Mul, Rational, S, Symbol, Tuple, exp, interpolate, log

from verify.language.terms import Fun, Head, VecHead, text
from verify.language.values import check_value

LETTERS = "rstijkmnabcdefgh"
"""For bound variables whose own names are taken."""

_ROW, _PLACE = Symbol("t", integer=True), Symbol("i", integer=True)


def listed(values: Sequence[Any], index: Symbol, first: int = 1, *, positive: bool = False) -> Lambda:
    """The family with these values from the index `first` on: the polynomial through them, of vectors one a coordinate.

    Args:
        values: exact numbers, or tuples of one length.
        index: the variable of the polynomials.
        first: the index of the first value.
        positive: whether the values are positive numbers, and the family is e to the power of a polynomial.

    Raises:
        ValueError: where there are no values.

    >>> listed([3, 1], t)(2)
    1
    """
    _some("values", values)
    if positive:
        return shown(Lambda(index, exp(_through([log(v) for v in values], index, first))), values, first)
    if not isinstance(values[0], tuple | Tuple):
        return shown(Lambda(index, _through(values, index, first)), values, first)
    columns = zip(*values, strict=True)
    return shown(Lambda(index, Tuple(*(_through(column, index, first) for column in columns))), values, first)


def tabled(rows: Sequence[Sequence[Any]], indices: tuple[Symbol, Symbol], *, positive: bool = False) -> Lambda:
    """The family of two indices, both from 1 on, with these rows of exact values.

    Args:
        rows: of one length each.
        indices: the variables for the row and for the place in it.
        positive: whether the values are positive, and the family is everywhere, being e to the power of a polynomial.

    Raises:
        ValueError: where there are no rows, or no values in them.

    >>> tabled([[0, 1], [1, 0]], (t, i))(1, 2)
    1
    """
    _some("rows", rows)
    row, place = indices
    inner = [_lagrange([log(v) if positive else v for v in values], place) for values in rows]
    whole = _lagrange(inner, row)
    return shown(Lambda(indices, exp(whole) if positive else whole), [tuple(values) for values in rows], 1)


def as_family(name: Symbol, value: Any) -> Any:
    """A list of values as the family that has them from the index 1 on, a list of rows as one of two indices.

    Values of a family that is declared positive are taken through their logarithms, so that it is positive everywhere.
    Whatever is no list is as it was.

    Raises:
        ValueError: where there are no values, a row or vector is shorter than another, or what must be positive is not,
            and for what is no value at all.
    """
    check_value(name, value)
    if not isinstance(value, list):
        return value
    if not isinstance(name, Head):
        raise ValueError(f"{name} is a number: a list is for a family of numbers or vectors, not {value}")
    entries = [tuple(v) if isinstance(v, list | tuple | Tuple) else v for v in value]
    lengths = {len(v) for v in entries if isinstance(v, tuple)}
    called = "vectors" if isinstance(name, VecHead) else "rows"
    if lengths and not all(isinstance(v, tuple) for v in entries):
        raise ValueError(f"{name}: either all entries are {called} or none is, not {value}")
    if len(lengths) > 1:
        raise ValueError(f"{name}: the {called} must have one length, not {sorted(lengths)}")
    if isinstance(name, VecHead):
        return listed(entries, _ROW)
    positive = bool(name.is_positive)
    for v in entries:
        for number in v if isinstance(v, tuple) else (v,):
            if positive and not S(number).is_positive:
                raise ValueError(f"{name} is declared positive: {number} is no value of it")
    return tabled(entries, (_ROW, _PLACE), positive=positive) if lengths else listed(entries, _PLACE, positive=positive)


def check_indices(name: Symbol, value: Any, formulas: Iterable[Basic]) -> None:
    """Refuses a list, or a list of rows, for a family that formulas have with another number of indices.

    Raises:
        ValueError: with the family as it stands in a formula, and what is to be written.
    """
    if not isinstance(value, list) or isinstance(name, VecHead) or not value:
        return
    rows = isinstance(value[0], list | tuple | Tuple)
    for term in sorted((t for f in formulas for t in f.atoms(Fun) if t.args[0] == name), key=str):
        if len(term.args) - 2 != 1 + rows:
            is_for = "a list of rows, as [[0, 1], [1, 0]], is for two indices, a list, as [0, 1], for one"
            raise ValueError(f"{name}: {value} does not give {text(term)} a value: {is_for}, and a Lambda for others")


def in_words(value: Any, taken: Collection[str] = (), called: Sequence[str] = ()) -> str:
    """A value of an assignment: of a family that is made of finitely many values these, and the formula otherwise.

    Its bound variables have none of the names that are `taken`, those of the variables that are assigned. The indices
    of finitely many values are `called` so, if that is said.
    """
    if not isinstance(value, Lambda):
        return text(value)
    is_called = hasattr(value, "entries") and len(called) == len(value.signature)
    own = list(called) if is_called else [text(variable) for variable in value.signature]
    free = (letter for letter in LETTERS if letter not in {*taken, *own, *map(text, value.free_symbols)})
    names = [next(free, name) if name in taken else name for name in own]
    entries = getattr(value, "entries", None)
    if entries is None:
        there = {v: Dummy(name) for v, name in zip(value.signature, names, strict=True) if text(v) != name}
        return f"({', '.join(names)} ↦ {text(value.expr.xreplace(there))})"
    first, last = value.first, value.first + len(entries) - 1
    said = [text(Tuple(*v) if isinstance(v, tuple) else S(v)) for v in entries]
    if first == last:
        return f"{said[0]} for {names[0]} = {first}"
    return f"({', '.join(said)}) for {names[0]} = {first}, {'…, ' if last > first + 1 else ''}{last}"


def shown(family: Lambda, entries: Sequence[Any], first: int) -> Lambda:
    """The family, marked as made of these values from the index `first` on, which readers are shown in its place."""
    if family is not S.IdentityFunction:  # which is one object for all who say x ↦ x
        family.entries, family.first = tuple(entries), first
    return family


def _some(name: str, values: Sequence[Any]) -> None:
    if not values or not all(len(v) for v in values if isinstance(v, tuple | list)):
        raise ValueError(f"{name} is empty; it must have at least one entry")


def _through(values: Sequence[Any], index: Symbol, first: int) -> Any:
    points = [(first + n, S(value)) for n, value in enumerate(values)]
    if len(points) == 1:
        return points[0][1]
    return _newton(points, index) if all(y.is_Rational for _, y in points) else S(interpolate(points, index))


def _newton(points: Sequence[tuple[int, Any]], index: Symbol) -> Any:
    """The polynomial through points with rational values, by divided differences; sympy takes far longer for it."""
    slopes = [fmpq(int(y.p), int(y.q)) for _, y in points]
    for width in range(1, len(points)):
        slopes[width:] = [(b - a) / width for a, b in pairwise(slopes[width - 1 :])]
    whole = fmpq_poly(0)
    for (x, _), slope in zip(reversed(points), reversed(slopes), strict=True):
        whole = whole * fmpq_poly([-x, 1]) + slope
    return Add(*(Rational(int(c.p), int(c.q)) * index**n for n, c in enumerate(whole.coeffs())))


def _lagrange(values: Sequence[Any], at: Symbol) -> Any:
    """The polynomial with these values at 1, 2, …, not multiplied out."""
    places = range(1, len(values) + 1)
    parts = [
        S(value) * Mul(*(Rational(1, here - other) * (at - other) for other in places if other != here))
        for here, value in zip(places, values, strict=True)
    ]
    return sum(parts, S.Zero)
