"""Families that hypotheses speak of at infinitely many values of an index: of one form for all of them.

A table ends, so such a family has one value everywhere, or one of alternating sign; where another of its indices is
bounded, as that of a round, one value for each round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sympy import Add, Dummy, Expr, Integer, Lambda, Symbol, Tuple, prod

from verify.hunt.spaces.grammar import Rule
from verify.hunt.spaces.patterns import FEWEST
from verify.hunt.spaces.signature import INDEX, arguments
from verify.language.terms import ForAll, Formula, Fun, Head, Pt, PtHead, Vec, VecHead


def deep(formulas: Sequence[Formula]) -> Iterator[Formula]:
    """The formulas, and the schemas inside schemas."""
    for f in formulas:
        yield f
        if isinstance(f, ForAll):
            yield from deep([f.body])


def unbounded(formulas: Sequence[Formula], places: Mapping[Symbol, tuple[str, ...]]) -> dict[Symbol, frozenset[int]]:
    """For each such family, at which of its places an index without bounds is met.

    Vectors are among them only where they have another place too: an index alone tells apart the vectors of a basis.
    """
    found: dict[Symbol, set[int]] = {}
    for f in deep(formulas):
        if not isinstance(f, ForAll):
            continue
        free = {v for v in f.variables if not isinstance(v, Head) and v.is_integer}
        free -= set().union(*(g.free_symbols for g in f.given))
        for node in f.body.atoms(Fun, Vec, Pt) if free else ():
            head = node.args[0]
            if head in places and set(places[head]) == {INDEX}:
                here = {n for n, a in enumerate(arguments(node)) if free & a.free_symbols}
                found.setdefault(head, set()).update(here)
    heads = sorted((h for h in found if found[h]), key=lambda h: h.name)
    return {
        h: frozenset(found[h]) for h in heads if not isinstance(h, VecHead | PtHead) or len(found[h]) < len(places[h])
    }


def families(head: Symbol, arity: int, without: frozenset[int], dimension: int, steps: int) -> Iterator[Rule]:
    """What may take the place of such a family.

    Args:
        head: its name, with its signs.
        arity: how many indices it has.
        without: the places at which an index has no bounds.
        dimension: of the vectors.
        steps: the largest size; a round goes one beyond it.
    """
    signs = {k: v for k, v in head._assumptions_orig.items() if k in ("positive", "nonnegative", "integer")}
    places = tuple(Dummy(f"i{m}", integer=True) for m in range(arity))
    bounded = [m for m in range(arity) if m not in without]
    vectorial = isinstance(head, VecHead | PtHead)
    by_rounds = len(bounded) == 1 and not signs and steps < FEWEST
    if by_rounds:
        yield _by_rounds(head, places, places[bounded[0]], dimension if vectorial else 0, steps + 1)
    if vectorial:
        row = [Symbol(f"{head.name}().{m}", real=True) for m in range(1, dimension + 1)]
        if not by_rounds:
            yield Rule("constant", Lambda(places, Tuple(*row) if dimension > 1 else row[0]), tuple(row))
        return
    value = Symbol(f"{head.name}()", **(signs or {"real": True}))
    yield Rule("constant", Lambda(places, value), (value,))
    if not signs:
        yield Rule("of alternating sign", Lambda(places, value * Integer(-1) ** places[-1]), (value,))


def _by_rounds(head: Symbol, places: tuple[Symbol, ...], place: Symbol, coordinates: int, last: int) -> Rule:
    """One value for each value of the index `place` from 0 to the last; a vector where it has coordinates.

    A polynomial goes through them, which proofs know more of than of steps.
    """
    nodes = range(last + 1)
    through = [prod([(place - m) / Integer(n - m) for m in nodes if m != n]) for n in nodes]
    ends = [f".{m}" for m in range(1, coordinates + 1)] or [""]
    rows = [[Symbol(f"{head.name}({n}){end}", real=True) for n in nodes] for end in ends]
    parts: list[Expr] = [Add(*(s * p for s, p in zip(row, through, strict=True))) for row in rows]
    body = Tuple(*parts) if len(parts) > 1 else parts[0]
    return Rule("by rounds", Lambda(places, body), tuple(s for row in rows for s in row))
