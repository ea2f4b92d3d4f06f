"""A formula with one thing changed: its sign, a side as a whole, or something inside a side."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final

from sympy import Abs, I, Rational, S, Sum, Symbol, nan, oo, zoo

from verify.discover.facts import applications
from verify.language.terms import (
    ForAll,
    Formula,
    Fun,
    Gradient,
    IllFormed,
    Relation,
    free_variables,
    sort_of,
    substitute,
    text,
)
from verify.repair.rewording import reworded

MOST_PARTS: Final = 8
"""Values of functions and vectors that are added to a side."""

OTHER_SIGNS: Final = {
    ">": [(1.0, "≥"), (2.9, "=")],
    "≥": [(3.0, "=")],
    "=": [(2.0, "≥"), (3.2, "≠")],
    "≠": [(2.0, "="), (2.4, "≥")],
}
"""What may stand in the place of a sign, and how large a change that is."""

Rephrased = tuple[float, str, Formula, Callable[[Rational], Formula | None] | None, Rational]
"""How large the change is, in words, the formula; of a constant, the formula as a function of a factor, and that."""


def rephrased(formula: Formula) -> Iterator[Rephrased]:
    """A formula with one thing changed."""
    if isinstance(formula, ForAll):
        for size, words, body, scaled, factor in rephrased(formula.body):
            outer = None if scaled is None else _for_all(formula, scaled)
            yield size, words, ForAll(formula.variables, formula.given, body), outer, factor
    elif isinstance(formula, Relation):
        yield from _relation(formula)


def _for_all(formula: ForAll, scaled: Callable[[Rational], Formula | None]) -> Callable[[Rational], Formula | None]:
    def made(factor: Rational) -> Formula | None:
        body = scaled(factor)
        return None if body is None else ForAll(formula.variables, formula.given, body)

    return made


def _relation(formula: Relation) -> Iterator[Rephrased]:
    left, right = formula.lhs, formula.rhs
    numbers = sort_of(left) in ("scalar", "zero") and sort_of(right) in ("scalar", "zero")
    for size, op in OTHER_SIGNS[formula.op] if numbers else []:
        made = formula.func(op, left, right)
        yield size, f"{made.written[1]} for {formula.written[1]}", made, None, S.One
    if numbers and formula.op == "=":
        yield 2.1, "≤ for =", Relation("≥", right, left), None, S.One
    yield from _whole_sides(formula, numbers)
    if formula.op != "=":
        yield from _other_signs(formula)
    if formula.op == "=":
        yield from _other_equations(formula, numbers)
    for n, side in enumerate((left, right)):
        other = (left, right)[1 - n]
        for change in reworded(side):
            changed = _made(formula, n, change.term, other)
            if changed is not None and not (other == 0 and _says_as_much(formula, side, change.term)):
                scaled = None if change.scaled is None else _side(formula, n, change.scaled, other)
                yield change.size, change.words, changed, scaled, change.factor


def _says_as_much(formula: Relation, side: Any, term: Any) -> bool:
    """Whether the term may stand for a side that is compared with 0, as it is the side times a number."""
    (one, bare), (other, also) = _content(side), _content(term)
    return bool(bare == also and one != 0 and other != 0 and (formula.op in ("=", "≠") or other / one > 0))


def _content(term: Any) -> tuple[Any, Any]:
    """The number that multiplies a term, also one inside a sum, and the rest."""
    number, rest = term.as_coeff_Mul()
    if isinstance(rest, Sum):
        inner, body = _content(rest.args[0])
        return number * inner, rest.func(body, *rest.args[1:])
    return number, rest


def _side(formula: Relation, n: int, scaled: Callable[[Any], Any], other: Any) -> Callable[[Rational], Formula | None]:
    return lambda factor: _made(formula, n, scaled(factor), other)


def _made(formula: Relation, n: int, side: Any, other: Any) -> Formula | None:
    """The relation with another side; None where that is no formula, or one about numbers that say nothing."""
    try:
        made = formula.func(formula.args[0], *((side, other) if n == 0 else (other, side)))
        if not isinstance(made, Relation) or side.has(zoo, nan, oo, I):
            return None
        if {sort_of(made.lhs), sort_of(made.rhs)} - {"zero"} != {sort_of(formula.lhs), sort_of(formula.rhs)} - {"zero"}:
            return None
    except (IllFormed, TypeError, ValueError, AttributeError):
        return None
    return None if made.lhs == made.rhs or not free_variables(made) else made


def _whole_sides(formula: Relation, numbers: bool) -> Iterator[Rephrased]:
    """Both sides turned round, their magnitudes, or their squares."""
    left, right = formula.lhs, formula.rhs
    if formula.op in ("≥", ">"):
        yield 2.8, "turned round", Relation(formula.op, right, left), None, S.One
    if numbers and right != 0 and left != 0:
        more = 0.0 if formula.op == "=" else 0.4  # equal magnitudes follow from equal sides: that only weakens them
        yield 2.1 + more, "of magnitudes", Relation(formula.op, Abs(left), Abs(right)), None, S.One
        yield 2.3 + more, "of squares", Relation(formula.op, left**2, right**2), None, S.One


def _other_signs(formula: Relation) -> Iterator[Rephrased]:
    """An inequality with the other sign of a variable, throughout or on one side."""
    left, right = formula.lhs, formula.rhs
    for v in sorted(free_variables(formula), key=str):
        if type(v) is not Symbol or v.is_nonnegative or v.is_integer:
            continue
        other = substitute(left, {v: -v}), substitute(right, {v: -v})
        for size, made in ((2.5, other), (2.7, (other[0], right)), (2.7, (left, other[1]))):
            if made != (left, right):
                yield size, f"{v} turned to -{v}", Relation(formula.op, *made), None, S.One


def _other_equations(formula: Relation, numbers: bool) -> Iterator[Rephrased]:
    """A side subtracted from 1, with the other sign of a variable, in a function that is in sight, with a term more."""
    left, right = formula.lhs, formula.rhs
    if numbers and right != 0:
        for size, made in ((2.8, 1 - right), (3.0, 1 - 2 * right), (3.0, 1 + right), (3.1, 2 * right - 1)):
            yield size, f"{text(made)} for {text(right)}", Relation("=", left, made), None, S.One
    for v in sorted(free_variables(formula), key=str):
        if type(v) is Symbol and not v.is_nonnegative and not v.is_integer:
            for side, other in ((left, right), (right, left)):
                turned = substitute(side, {v: -v})
                for sign, size in ((1, 2.6), (-1, 3.0)):
                    if turned != side:
                        words = f"-{v} for {v}" + (", with the other sign" if sign < 0 else "")
                        yield size, words, Relation("=", other, sign * turned), None, S.One
    for changed in _mapped(formula):
        yield 2.9, f"{changed} for {formula}", changed, None, S.One
    for part in sorted(set(applications([left, right])), key=lambda p: (len(str(p)), str(p)))[:MOST_PARTS]:
        for sign in (1, -1):
            more = _made(formula, 1, right + sign * part, left)
            if more is not None:
                yield 3.2, f"{text(right + sign * part)} for {text(right)}", more, None, S.One


def _mapped(formula: Relation) -> Iterator[Formula]:
    """An equation with a side put into one of the functions that it speaks of, as if that had been forgotten."""
    gradients = {node.args[0] for node in formula.atoms(Gradient)}
    functions = {node.args[:2] for node in formula.atoms(Fun) if len(node.args) == 3}
    for n, side in enumerate((formula.lhs, formula.rhs)):
        made = [Gradient(head, side) for head in sorted(gradients, key=str) if sort_of(side) not in ("scalar", "zero")]
        if sort_of(side) == "scalar":
            made += [Fun(*head, side) for head in sorted(functions, key=str)]
        for value in made:
            changed = _made(formula, n, value, (formula.rhs, formula.lhs)[n])
            if changed is not None:
                yield changed
