"""Inner products of sums of vectors, as sums of inner products; equations that need nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final

from verify.core.nodes import ZERO_SORT, Term, is_vector, node
from verify.core.terms import ZERO, add, mul, number, walk
from verify.export.rocq.definedness import Writer


def bilinear(u: Term, v: Term) -> Term:
    """⟨u, v⟩ as a sum of multiples of inner products of vectors that are no sums or multiples."""
    if ZERO_SORT in (u.sort, v.sort):
        return ZERO
    left, right = _parts(u), _parts(v)
    if len(left) == len(right) == 1 and left[0][0] is right[0][0] is None:
        return node("inner", u, v)
    terms = []
    for c, y in left:
        for d, z in right:
            if y.kind == "number" or z.kind == "number":
                continue
            factors = [f for f in (c, d) if f is not None]
            both = node("inner", *([y, z] if any(map(_has_products, factors)) else _in_order(y, z)))
            terms.append(mul(*factors, both) if factors else both)
    return add(*terms) if len(terms) != 1 else terms[0]


def _has_products(factor: Term) -> bool:
    return any(t.kind == "inner" for t in walk(factor))


def _is_plain(v: Term) -> bool:
    return v.kind in ("vector", "gradient")


def _in_order(y: Term, z: Term) -> list[Term]:
    """Two vectors as the core orders them, if no law looks at the order."""
    return sorted((y, z), key=lambda s: s.order) if _is_plain(y) and _is_plain(z) else [y, z]


def _parts(u: Term) -> list[tuple[Term | None, Term]]:
    if u.kind == "add":
        return [part for a in u.args for part in _parts(a)]
    if u.kind == "mul":
        numbers = [a for a in u.args if not is_vector(a)]
        vectors = [a for a in u.args if is_vector(a)]
        if not vectors:
            return [(None, number(0))]
        found = []
        for c, y in _parts(vectors[0]):
            factors = [*numbers, *([c] if c is not None else [])]
            found.append((mul(*factors) if len(factors) > 1 else factors[0] if factors else None, y))
        return found
    if u.kind == "hessian":  # linear in the direction
        return [(c, node("hessian", u.args[0], u.args[1], y)) for c, y in _parts(u.args[2]) if y.sort != ZERO_SORT]
    return [(None, u)]


# --- equations that hold as inner products are bilinear and symmetric -------------------------------------------------

Polynomial = dict[tuple[Term, ...], Fraction]
"""Coefficients of products of parts that nothing takes apart, each in the core's order."""
_MOST_PARTS: Final = 3000
_LONG: Final = 40
"""Linear arithmetic puts up with numbers of so many bits; longer ones are left to the processor's integers."""


class _Other(Exception):
    """It is no such equation, or a very long one."""


def by_products(write: Writer, left: Term, right: Term) -> str | None:
    """Tactics for an equation that holds as inner products are bilinear and symmetric.

    None if it takes more than that, or is of several spaces; or if it takes less: no inner product is of sums or
    multiples.
    """
    vectors: dict[Term, None] = {}
    try:
        if not any(_is_compound(t) for side in (left, right) for t in _products(side)):
            return None
        apart = _sum([_polynomial(left, vectors), _scaled(_polynomial(right, vectors), Fraction(-1))])
    except _Other:
        return None
    if apart or len({v.sort for v in vectors}) > 1:
        return None
    ordered = sorted(vectors, key=lambda v: v.order)
    names = [write.vector(v) for v in ordered]
    numbers = [t.args[0] for side in (left, right) for t in walk(side) if t.kind == "number"]
    if any(max(q.numerator.bit_length(), q.denominator.bit_length()) > _LONG for q in numbers):
        return f"Products.by_products ({' :: '.join([*names, 'nil'])})%list."
    return f"by_products {''.join(f'({v}, ' for v in names)}tt{')' * len(names)}."


def _products(t: Term) -> Iterator[Term]:
    """The inner products that stand where a polynomial is taken apart."""
    if t.kind == "inner":
        yield t
    elif t.kind in ("add", "mul", "power"):
        for a in t.args:
            yield from _products(a)


def _is_compound(t: Term) -> bool:
    return any(v.kind in ("add", "mul") for v in t.args)


def _polynomial(t: Term, vectors: dict[Term, None]) -> Polynomial:
    if t.kind == "number":
        return {(): t.args[0]} if t.args[0] else {}
    if t.kind == "add":
        return _sum([_polynomial(a, vectors) for a in t.args])
    if t.kind == "mul":
        return _product([_polynomial(a, vectors) for a in t.args])
    if t.kind == "power" and t.args[1].kind == "number" and t.args[1].whole and t.args[1].args[0] > 0:
        return _product([_polynomial(t.args[0], vectors)] * int(t.args[1].args[0]))
    if t.kind == "inner":
        return _sum([_product_of_parts(p, q, vectors) for p in _parts(t.args[0]) for q in _parts(t.args[1])])
    return {(t,): Fraction(1)}


def _product_of_parts(
    p: tuple[Term | None, Term], q: tuple[Term | None, Term], vectors: dict[Term, None]
) -> Polynomial:
    (c, y), (d, z) = p, q
    if "number" in (y.kind, z.kind):
        return {}
    if "hessian" in (y.kind, z.kind) or any(_has_products(f) for f in (c, d) if f is not None):
        raise _Other
    vectors |= dict.fromkeys((y, z))
    both = node("inner", *sorted((y, z), key=lambda v: v.order))
    return _product([{(both,): Fraction(1)}, *(_polynomial(f, vectors) for f in (c, d) if f is not None)])


def _scaled(p: Polynomial, factor: Fraction) -> Polynomial:
    return {m: factor * c for m, c in p.items()}


def _sum(parts: Iterable[Polynomial]) -> Polynomial:
    made: Polynomial = {}
    for p in parts:
        for m, c in p.items():
            made[m] = made.get(m, Fraction(0)) + c
    return {m: c for m, c in made.items() if c}


def _product(parts: Iterable[Polynomial]) -> Polynomial:
    made: Polynomial = {(): Fraction(1)}
    for p in parts:
        if len(made) * len(p) > _MOST_PARTS:
            raise _Other
        made = _sum(
            {tuple(sorted((*m, *n), key=lambda t: t.order)): c * d} for m, c in made.items() for n, d in p.items()
        )
    return made
