"""Hypotheses that a statement might lack: of kinds that speak of what it speaks of, the same for every statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from sympy import Abs, Mul, PolynomialError, Pow, S, Sum, Symbol, acos, asin, cos, log, pi, sin, tan

from verify.discover.facts import applications, open_terms
from verify.discover.instances import arguments
from verify.language.binding import open_binder
from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    Gradient,
    Head,
    IllFormed,
    Inner,
    Pt,
    Relation,
    Vec,
    difference,
    eq,
    forall,
    free_variables,
    ge,
    gt,
    le,
    lt,
    ne,
    norm,
    sort_of,
    vector,
)  # fmt: skip

MOST_NUMBERS = 7
"""Numbers of which pairs are compared."""

MOST_VECTORS = 5
"""Vectors of which pairs are."""

MOST_TERMS = 12
"""Terms of one kind that are bounded."""

Sized = tuple[float, Formula]


def conditions(given: Sequence[Formula], states: Sequence[Formula]) -> list[Sized]:
    """What might be supposed besides, each with how large a change it is; none of what is given, none twice."""
    found: dict[Formula, float] = {}
    for size, formula in _all(given, states):
        if formula in given or any(_says(formula, stated) for stated in states):
            continue
        if isinstance(formula, Relation) and difference(formula).is_number:
            continue
        found[formula] = min(size, found.get(formula, size))
    return sorted(((size, f) for f, size in found.items()), key=lambda pair: (pair[0], len(str(pair[1])), str(pair[1])))


def _says(formula: Formula, stated: Formula) -> bool:
    """Whether a hypothesis would be what is stated, if only with its sides exchanged or multiplied by a number."""
    if not isinstance(formula, Relation) or not isinstance(stated, Relation):
        return formula == stated
    if formula == stated:
        return True
    one, other = difference(formula), difference(stated)
    if formula.op not in ("=", stated.op) or other == 0:
        return False
    try:
        quotient = (one / other).cancel() if sort_of(one) == "scalar" else S.One if one in (other, -other) else S.Zero
    except (IllFormed, PolynomialError, NotImplementedError):
        return False
    return bool(quotient.is_number and quotient != 0 and (formula.op == "=" or quotient > 0))


def _all(given: Sequence[Formula], states: Sequence[Formula]) -> Iterator[Sized]:
    seen = [*states, *given]
    variables = sorted({v for f in seen for v in free_variables(f)}, key=str)
    numbers = [v for v in variables if type(v) is Symbol]
    for x in numbers:
        yield from _of_number(x)
    yield from _of_pairs(numbers[:MOST_NUMBERS])
    yield from _inside(seen)
    yield from _of_terms(states)
    for formula in states:
        if isinstance(formula, Relation):
            yield from _of_sides(formula)
    yield from _of_vectors(states)
    yield from _of_summands(states)
    yield from _of_weighted_sums(states)
    yield from _of_fields(seen)
    yield from _of_ways(given, seen)


def _of_number(x: Any) -> Iterator[Sized]:
    """Signs, and bounds by 1; of an integer, that there are some."""
    if x.is_integer:
        yield from ((2.0 + 0.2 * n, ge(x, n)) for n in range(4))
        return
    if not x.is_positive:
        yield from ((1.9, ne(x, 0)), (2.0, gt(x, 0)))
    if not x.is_nonnegative:
        yield from ((2.0, ge(x, 0)), (2.2, le(x, 0)), (2.2, lt(x, 0)))
    yield from ((2.4, le(x, 1)), (2.5, lt(x, 1)), (2.4, ge(x, 1)), (2.5, gt(x, 1)), (2.9, le(x, S.Half)))


def _of_pairs(numbers: Sequence[Any]) -> Iterator[Sized]:
    """Orders of two, and bounds of one by what divides by the other."""
    for x, y in combinations(numbers, 2):
        whole = bool(x.is_integer), bool(y.is_integer)
        if len(set(whole)) == 2:
            continue
        yield from ((2.5, le(x, y)), (2.5, le(y, x)), (2.7, lt(x, y)), (2.7, lt(y, x)), (3.6, eq(x, y)))
        if not any(whole):
            yield from ((2.8, le(x * y, 1)), (2.9, lt(x * y, 1)), (3.0, le(x * y, S.Half)))


def _inside(seen: Sequence[Formula]) -> Iterator[Sized]:
    """What makes quotients, logarithms, roots, magnitudes and angles plain."""
    kinds = (Pow, log, Abs, cos, sin, tan, acos, asin)
    for node in open_terms(seen, kinds)[: 4 * MOST_TERMS]:
        inner = node.args[0]
        if inner.is_number:
            continue
        if isinstance(node, Pow):
            if node.exp.is_negative or (node.exp.is_rational and not node.exp.is_integer):
                yield from ((2.3, gt(inner, 0)), (2.8, lt(inner, 0)), (2.6, ge(inner, 0)))
        elif isinstance(node, log):
            yield from ((2.3, gt(inner, 0)), (2.7, ge(inner, 1)), (2.7, le(inner, 1)))
        elif isinstance(node, Abs):
            yield from ((2.2, ge(inner, 0)), (2.3, le(inner, 0)), (2.3, gt(inner, 0)))
        elif isinstance(node, acos | asin):
            yield from ((2.5, ge(inner, 0)), (2.6, lt(inner, 1)), (2.6, gt(inner, -1)), (2.6, gt(inner, 0)))
        else:
            yield from ((2.3, le(inner, pi)), (2.4, le(inner, pi / 2)), (2.5, lt(inner, pi)), (2.5, lt(inner, pi / 2)))
            yield from ((2.3, ne(inner, pi / 2)), (2.4, ne(inner, pi)), (2.6, ge(inner, 0)), (2.6, gt(inner, 0)))


def _of_terms(states: Sequence[Formula]) -> Iterator[Sized]:
    """Signs and bounds of values of functions and of inner products."""
    for node in open_terms(states, (Fun, Inner))[:MOST_TERMS]:
        if isinstance(node, Inner) and node.args[0] == node.args[1]:
            continue
        yield from ((2.3, ge(node, 0)), (2.3, ne(node, 0)), (2.4, gt(node, 0)), (2.5, le(node, 0)), (3.2, eq(node, 0)))
        yield from ((2.8, le(node, 1)), (2.9, gt(node, -1)), (2.9, lt(node, 1)))


def _of_sides(relation: Relation) -> Iterator[Sized]:
    """The signs of what the statement compares."""
    for side in (relation.lhs, relation.rhs):
        if sort_of(side) == "scalar" and not side.is_number:
            yield from ((2.4, ge(side, 0)), (2.5, gt(side, 0)), (2.6, le(side, 0)))


def _of_vectors(states: Sequence[Formula]) -> Iterator[Sized]:
    """Lengths, angles and equality of vectors."""
    vectors = [a for a in applications(states) if isinstance(a, Vec | Gradient)]
    vectors = sorted(vectors, key=lambda v: len(str(v)))[:MOST_VECTORS]
    for u in vectors:
        square = Inner(u, u)
        yield from ((2.3, gt(square, 0)), (2.6, le(square, 1)), (3.0, eq(square, 1)), (3.8, eq(square, 0)))
    for u, v in combinations(vectors, 2):
        if sort_of(u) != sort_of(v):
            continue
        product = Inner(u, v)
        yield from ((2.6, ge(product, 0)), (2.7, gt(product, 0)), (2.8, le(product, 0)), (3.0, eq(product, 0)))
        yield from ((2.8, gt(norm(u) * norm(v), product)), (3.0, le(norm(u), norm(v))), (3.0, le(norm(v), norm(u))))
        yield from ((2.7, ne(product, 0)), (2.8, gt(product, -1)), (2.8, lt(product, 1)), (3.6, eq(u, v)))


def _of_summands(states: Sequence[Formula]) -> Iterator[Sized]:
    """Signs and bounds of what sums are made of, for every index."""
    for formula in states:
        for variables, given, term in _summands(formula, (), ()):
            names, about = list(variables), list(given)
            yield from ((2.4, forall(names, ge(term, 0), about)), (2.6, forall(names, le(term, 1), about)))
            yield from ((2.6, forall(names, gt(term, 0), about)), (2.8, forall(names, le(term, 0), about)))
            yield (2.8, forall(names, le(term**2, 1), about))


def _summands(
    term: Any, variables: tuple[Symbol, ...], given: tuple[Formula, ...]
) -> Iterator[tuple[tuple[Symbol, ...], tuple[Formula, ...], Any]]:
    """Values of functions and products that a sum runs over, with its indices and their ranges."""
    if isinstance(term, Sum):
        i, low, high = term.args[-1]
        body = term.func(term.args[0], *term.args[1:-1]) if len(term.args) > 2 else term.args[0]
        inside = (*variables, i), (*given, ge(i, low), ge(high, i))
        for factor in Mul.make_args(body):
            if sort_of(factor) == "scalar" and factor.has(i) and not isinstance(factor, Sum):
                yield (*inside, factor)
        yield from _summands(body, *inside)
        return
    if variables and isinstance(term, Fun) and term.has(*variables):
        yield variables, given, term
    if isinstance(term, Head) or open_binder(term):
        return
    for argument in getattr(term, "args", ()):
        yield from _summands(argument, variables, given)


def _of_weighted_sums(states: Sequence[Formula]) -> Iterator[Sized]:
    """Of a sum that something multiplies: the signs of what that makes of the factors of its members."""
    for product in open_terms(states, (Mul,)):
        for n, total in enumerate(product.args):
            if not isinstance(total, Sum):
                continue
            weight = Mul(*product.args[:n], *product.args[n + 1 :])
            if weight.is_number or sort_of(weight) != "scalar":
                continue
            for variables, given, term in _summands(total, (), ()):
                names, about = list(variables), list(given)
                for size, formula in ((2.5, ge(weight * term, 0)), (2.6, le(weight * term, 0))):
                    yield size, forall(names, formula, about)


def _of_fields(seen: Sequence[Formula]) -> Iterator[Sized]:
    """Fields whose gradient is the point itself, or grows with it, and that are not negative."""
    taken = {v.name for formula in seen for v in formula.atoms(Symbol)}
    w, z = map(vector, [name for name in ("w", "z", "v", "q", "w1", "z1", "v1", "q1") if name not in taken][:2])
    for head in sorted({a.args[0] for a in _everywhere(seen, Gradient)}, key=str):
        apart = Gradient(head, w) - Gradient(head, z)
        yield (3.2, forall(w, eq(Gradient(head, w), w)))
        yield (2.9, forall([w, z], ge(Inner(apart, w - z), 0)))
        yield (2.9, forall([w, z], ge(Fun(head, S.Zero, w), Fun(head, S.Zero, z) + Inner(Gradient(head, z), w - z))))


def _of_ways(given: Sequence[Formula], seen: Sequence[Formula]) -> Iterator[Sized]:
    """Where a point is reached from another one by a vector: that the way is as long as a distance in sight."""
    distances = {a.args[0] for a in _everywhere(seen, Fun) if [sort_of(x) for x in a.args[2:]] == ["point", "point"]}
    for formula in given:
        body = formula.body if isinstance(formula, ForAll) else formula
        if not isinstance(body, Relation) or body.op != "=" or sort_of(body.lhs) != "point":
            continue
        for way, end in ((body.lhs, body.rhs), (body.rhs, body.lhs)):
            places: tuple[Any, ...] = arguments(way) if isinstance(way, Pt) else ()
            if len(places) != 2 or sort_of(places[0]) != "point" or sort_of(places[1]) in ("scalar", "zero", "point"):
                continue
            for head in sorted(distances, key=str):
                shortest = eq(Fun(head, S.Zero, places[0], end), norm(places[1]))
                if isinstance(formula, ForAll):
                    shortest = forall(list(formula.variables), shortest, list(formula.given))
                yield (2.1, shortest)


def _everywhere(seen: Sequence[Formula], kind: type) -> set[Any]:
    return {node for formula in seen for node in formula.atoms(kind)}


__all__ = ["Sized", "conditions"]
