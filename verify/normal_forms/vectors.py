"""Vectors as linear combinations of atoms, and inner products as bilinear forms in them; any dimension."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Add, Expr, Mul, S, Sum

from verify.language.binding import fresh
from verify.language.terms import Gradient, Hessian, IllFormed, Inner, Vec, alpha, sort_of, substitute

if TYPE_CHECKING:
    from verify.normal_forms.normalizer import Normalizer

Combination = dict[Any, Expr]


def combination(table: Normalizer, term: Any) -> Combination:
    """The coefficients, in generators, of the canonical vector atoms of `term`."""
    if term == 0:
        return {}
    if isinstance(term, Add):
        return _sum([combination(table, a) for a in term.args])
    if isinstance(term, Mul):
        scalars = [a for a in term.args if sort_of(a) in ("scalar", "zero")]
        (vector,) = [a for a in term.args if sort_of(a) not in ("scalar", "zero")]
        factor = Mul(*map(table.scalar, scalars))
        return {atom: factor * c for atom, c in combination(table, vector).items()}
    if isinstance(term, Vec):
        head, *rest = term.args
        return _atom(table, Vec(head, *map(table.canonical, rest)))
    if isinstance(term, Gradient):
        return _atom(table, Gradient(term.args[0], table.canonical(term.args[1])))
    if isinstance(term, Hessian):
        head, at, direction = term.args
        at = table.canonical(at)
        parts = combination(table, direction)
        return _sum([{Hessian(head, at, atom): c} for atom, c in parts.items()])
    if isinstance(term, Sum):
        return _summed(table, term)
    raise IllFormed(f"{type(term).__name__} is no combination of vectors: {term}")


def _summed(table: Normalizer, term: Sum) -> Combination:
    """A sum of vectors: what does not move with the index is taken out, and what is left are sums of single atoms."""
    body, *more, (i, low, high) = term.args
    place = fresh(i)
    body = substitute(term.func(body, *more) if more else body, {i: place})
    limits = (place, table.canonical(low), table.canonical(high))
    found: list[Combination] = []
    for atom, c in combination(table, body).items():
        spelt = table.meaning_of(table.reduce(c))
        if place not in atom.free_symbols:
            found.append({atom: table.scalar(Sum(spelt, limits))})
            continue
        for part in Add.make_args(spelt.expand()):
            still, moving = part.as_independent(place, as_Add=False)
            found.append({alpha(Sum(moving * atom, limits)): table.scalar(still)})
    return _sum(found)


def _atom(table: Normalizer, atom: Any) -> Combination:
    value = table.rewritten(atom)
    return {atom: S.One} if value is None else table.follow(value, lambda v: combination(table, v))


def _sum(parts: list[Combination]) -> Combination:
    total: Combination = {}
    for part in parts:
        for atom, c in part.items():
            total[atom] = total.get(atom, S.Zero) + c
    return total


def inner(table: Normalizer, u: Any, v: Any) -> Expr:
    """⟨u, v⟩ by bilinearity, with a generator for each product of two atoms that no equation knows."""
    left, right = combination(table, u), combination(table, v)
    return Add(*(a * b * _of_atoms(table, x, y) for x, a in left.items() for y, b in right.items()))


def _of_atoms(table: Normalizer, x: Any, y: Any) -> Expr:
    """The inner product of two atoms; of a sum, the sum of inner products."""
    for one, other in ((x, y), (y, x)):
        if isinstance(one, Sum):
            body, (i, low, high) = one.args
            place = fresh(i)
            return table.scalar(Sum(Inner(substitute(body, {i: place}), other), (place, low, high)))
    return table.atom(_product(x, y))


def _product(x: Any, y: Any) -> Expr:
    """⟨x, y⟩ with a symmetric operator always on one side: ⟨Hu, v⟩ = ⟨u, Hv⟩."""
    for one, other in ((x, y), (y, x)):
        if isinstance(one, Hessian) and other.sort_key() < one.args[2].sort_key():
            return Inner(Hessian(*one.args[:2], other), one.args[2])
    return Inner(x, y)
