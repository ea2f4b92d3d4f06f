"""One change made to all hypotheses that it could be made to: what is misjudged once is often misjudged throughout."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from verify.language.exists import ANYTHING
from verify.language.terms import ForAll, Formula, Head, Relation, free_variables, sort_of

Sized = tuple[float, str, tuple[Formula, ...]]
"""How large the change is, in words, and the hypotheses."""

Remade = Callable[[Relation], Relation]


def throughout(given: Sequence[Formula]) -> Iterator[Sized]:
    """Hypotheses of which more than one is changed in the same way."""
    yield from _strictly(given)
    yield from _within(given)


def _strictly(given: Sequence[Formula]) -> Iterator[Sized]:
    """All bounds of a variable without its ends, and all bounds of numbers without theirs."""
    ends = [f for f in given if isinstance(f, Relation) and f.op == "≥" and _is_of_reals(f)]
    for size, among in [(1.5, _of(v, ends)) for v in _variables(ends)] + [(1.6, ends)]:
        if len(among) > 1:
            made = tuple(f.func(">", f.lhs, f.rhs) if f in among else f for f in given)
            yield size, f"for {', '.join(str(m) for m, f in zip(made, given, strict=True) if m != f)}", made


def _variables(formulas: Sequence[Formula]) -> list[Any]:
    return sorted({v for f in formulas for v in free_variables(f)}, key=str)


def _of(variable: Any, formulas: Sequence[Relation]) -> list[Relation]:
    """The formulas that speak of nothing but this variable."""
    return [f for f in formulas if free_variables(f) == {variable}]


def _is_of_reals(formula: Relation) -> bool:
    """Whether it bounds numbers that are made of numbers, and not all of them integers."""
    if any(sort_of(side) not in ("scalar", "zero") for side in (formula.lhs, formula.rhs)):
        return False
    variables = free_variables(formula)
    return not any(isinstance(v, Head) for v in variables) and not all(v.is_integer for v in variables)


def _within(given: Sequence[Formula]) -> Iterator[Sized]:
    """What several hypotheses set to one number at most, or at least, that number: a ball for its sphere."""
    places: dict[Any, int] = {}
    told = [formula for formula in given if ANYTHING not in formula.free_symbols]  # but for what stands for an ∃
    for formula in told:
        for relation in _relations(formula):
            if relation.op == "=" and sort_of(relation.rhs) == "scalar":
                places[relation.rhs] = places.get(relation.rhs, 0) + 1
    for number, often in places.items():
        if often > 1:
            for size, sign in ((2.2, "≤"), (2.6, "≥")):
                bounded = partial(_bounded, number=number, sign=sign)
                made = tuple(_remade(f, bounded) if f in told else f for f in given)
                yield size, f"{sign} for = before {number}", made


def _relations(formula: Formula) -> Iterator[Relation]:
    if isinstance(formula, Relation):
        yield formula
    elif isinstance(formula, ForAll):
        for part in (*formula.given, formula.body):
            yield from _relations(part)


def _bounded(relation: Relation, number: Any, sign: str) -> Relation:
    if relation.op != "=" or relation.rhs != number:
        return relation
    sides = (relation.rhs, relation.lhs) if sign == "≤" else (relation.lhs, relation.rhs)
    return Relation("≥", *sides)


def _remade(formula: Formula, change: Remade) -> Formula:
    if isinstance(formula, Relation):
        return change(formula)
    if isinstance(formula, ForAll):
        return ForAll(formula.variables, [_remade(f, change) for f in formula.given], _remade(formula.body, change))
    return formula
