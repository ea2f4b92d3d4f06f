"""Indexed sums with symbolic bounds: linear, free factors outside, Kronecker deltas contracted, ends peeled."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sympy import Add, Dummy, Expr, Integer, KroneckerDelta, Mul, Poly, S, Sum, Symbol, expand, fraction

from verify.language.terms import alpha, ge, substitute
from verify.normal_forms.elementary import factors

if TYPE_CHECKING:
    from verify.normal_forms.normalizer import Normalizer

_LONGEST_CONCRETE = 64


def indexed_sum(table: Normalizer, term: Any) -> Expr:
    """The sum as a combination, with coefficients free of the index, of canonical sums."""
    body, *inner, (i, lo, hi) = term.args
    lo, hi = table.canonical(lo), table.canonical(hi)
    index = Dummy(i.name, integer=True)
    body = substitute(Sum(body, *inner) if inner else body, {i: index})
    if isinstance(lo, Integer) and isinstance(hi, Integer) and hi - lo < _LONGEST_CONCRETE:
        return Add(*(table.scalar(substitute(body, {index: Integer(n)})) for n in range(int(lo), int(hi) + 1)))
    outer = table.facts
    table.facts = outer.with_more([ge(index, lo), ge(hi, index)])
    try:
        n, d = fraction(table.reduce(table.scalar(body)))
        free_below, bound_below = _separate(table, d, index)
        pieces = [(free / free_below, bound) for free, bound in _monomials(table, n, index)]
    finally:
        table.facts = outer
    return Add(*(free * _bare_sum(table, bound, bound_below, index, lo, hi) for free, bound in pieces))


def _depends(table: Normalizer, g: Symbol, index: Symbol) -> bool:
    return index in table.meaning.get(g, g).free_symbols


def _separate(table: Normalizer, polynomial: Expr, index: Symbol) -> tuple[Expr, Expr]:
    """A denominator as (factors free of the index) × (the others)."""
    number, found = factors(table, table.meaning_of(polynomial))
    free, bound = number, S.One
    for f, m in found:
        if any(_depends(table, g, index) for g in f.free_symbols):
            bound *= f**m
        else:
            free *= f**m
    return free, bound


def _monomials(table: Normalizer, polynomial: Expr, index: Symbol) -> list[tuple[Expr, Expr]]:
    """The terms of a numerator as pairs (coefficient free of the index, product of generators that move with it)."""
    gens = sorted((g for g in polynomial.free_symbols if _depends(table, g, index)), key=lambda g: g.sort_key())
    if not gens:
        return [(polynomial, S.One)]
    found = Poly(expand(polynomial), *gens).terms()
    return [(c, Mul(*(g**m for g, m in zip(gens, ms, strict=True)))) for ms, c in found]


def _bare_sum(table: Normalizer, above: Expr, below: Expr, index: Symbol, lo: Any, hi: Any) -> Expr:
    for g in above.free_symbols:
        delta = table.meaning.get(g)
        if isinstance(delta, KroneckerDelta):
            found = _contracted(table, above, below, g, delta, index, lo, hi)
            if found is not None:
                return found
    body = table.meaning_of(above / below)
    if body == 1:
        count = hi - lo + 1
        return (
            table.scalar(count) if table.facts.holds(ge(count, 0)) else table.atom(alpha(Sum(S.One, (index, lo, hi))))
        )
    base, offset = _split_end(hi)
    least = note_end(table, lo, hi)
    peeled: list[Any] = []
    if offset > least and table.facts.holds(ge(base + least, lo - 1)):
        peeled = [substitute(body, {index: base + n}) for n in range(least + 1, offset + 1)]
        hi = base + least
    return Add(table.atom(alpha(Sum(body, (index, lo, hi)))), *map(table.scalar, peeled))


def note_end(table: Normalizer, lo: Any, hi: Any) -> int:
    """The least offset at which sums with this lower end, and an upper end that differs by an integer, end."""
    base, offset = _split_end(hi)
    return table.note_upper_end((lo, base), offset)


def _split_end(hi: Any) -> tuple[Any, int]:
    """An upper end as base + an integer."""
    number, rest = hi.as_coeff_Add()
    return (rest, int(number)) if number.is_Integer and rest != 0 else (hi, 0)


def _contracted(
    table: Normalizer, above: Expr, below: Expr, g: Symbol, delta: Any, index: Symbol, lo: Any, hi: Any
) -> Expr | None:
    """Σ δ_{ij} f_i = f_j, where j is known to lie between the ends."""
    i, j = delta.args[:2] if delta.args[0] == index else delta.args[1::-1]
    if i != index or index in j.free_symbols:
        return None
    if not (table.facts.holds(ge(j, lo)) and table.facts.holds(ge(hi, j))):
        return None
    rest = table.meaning_of(above.xreplace({g: S.One}) / below)
    return table.scalar(substitute(rest, {index: j}))
