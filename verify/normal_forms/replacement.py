"""Putting values in the place of variables: what is allowed, and what must hold for it to be meaningful."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sympy import Basic, Dummy, Expr, Lambda, S, Symbol, Tuple

from verify.language import names
from verify.language.terms import (
    Constant,
    Formula,
    Fun,
    FunHead,
    Head,
    IllFormed,
    Pt,
    PtHead,
    Vec,
    VecHead,
    alpha,
    fresh,
    has_reserved_name,
    sort_of,
    substitute,
)
from verify.normal_forms.definedness import conditions, conditions_after
from verify.normal_forms.facts import Facts

_SIGNS = {"positive": frozenset({1}), "nonnegative": frozenset({0, 1})}


def variable(term: Any) -> Symbol:
    """The variable that a symbol, a bare vector or point, or an abstract function stands for.

    Raises:
        IllFormed: for anything else, and for a constant of the language.
    """
    head = names.variable(term)
    if isinstance(head, Constant):
        raise IllFormed(f"{term} is not a variable")
    return head


def as_term(value: Any) -> Any:
    """The value as a term: an abstract function stands for its head, a number for itself, a tuple for a `Tuple`."""
    if isinstance(value, tuple):
        return Tuple(*map(as_term, value))
    return S(value) if isinstance(value, int) else getattr(value, "head", value)


def replaced(
    formulas: Sequence[Formula], values: Mapping[Symbol, Any], known: Sequence[Formula]
) -> tuple[list[Formula], list[Formula]]:
    """The formulas with the values put in, and all conditions for that to be meaningful.

    Signs of values may be settled by what is `known` and by all the formulas made but the last.

    Raises:
        IllFormed: where a value has not the sort, the space or the declared sign of its variable.
    """
    made = [substitute(f, values) for f in formulas]
    facts = Facts([*known, *made[:-1]])
    for name, value in values.items():
        _check(name, value, formulas, values, facts)
    return made, [*conditions_after(formulas, values), *(c for f in made for c in conditions(f))]


def _check(name: Symbol, value: Any, formulas: Sequence[Formula], values: Mapping[Symbol, Any], facts: Facts) -> None:
    body = value
    if isinstance(value, Basic) and has_reserved_name(value):
        raise IllFormed(f"{value}: the name {has_reserved_name(value)} is for internal use")
    if isinstance(value, Lambda):  # for all arguments: none that a fact may speak of
        if not isinstance(name, Head):
            raise IllFormed(f"{name} is a number; {value} is a function")
        body = substitute(value.expr, _arguments(name, value, formulas))
    elif isinstance(value, FunHead) and type(value) is type(name):
        body = Fun(fresh(value), 0)  # as declared, for all arguments: of a value without any, a fact may say more
    sort = sort_of(body) if isinstance(body, Expr) else None
    wanted: set[Any] = {"scalar"}
    if isinstance(name, PtHead):
        wanted = {"point"}
    elif isinstance(name, VecHead):
        apart = map(alpha, formulas)  # so that the space at a bound point is not taken for that at a free one
        wanted = {substitute(v.args[1], values) for f in apart for v in f.atoms(Vec) if v.args[0] == name}
        if isinstance(value, Lambda) and any(space.free_symbols & set(values) for space in wanted):
            raise IllFormed(f"{name}: a family of tangent vectors cannot be replaced")
    if not wanted <= {sort} and not (sort == "zero" and "point" not in wanted):
        raise IllFormed(f"{name}: {value} is of another sort")
    declared = name._assumptions_orig
    if declared.get("integer") and not body.is_integer:
        raise IllFormed(f"{name} is declared an integer; {value} is not known to be")
    for word, allowed in _SIGNS.items():
        if declared.get(word) and not facts.signs(body) <= allowed:
            raise IllFormed(f"{name} is declared {word}; {value} is not known to be")


def _arguments(name: Symbol, value: Any, formulas: Sequence[Formula]) -> dict[Symbol, Any]:
    """New names for the arguments of a function, of the sort that it is applied to: a sign is not to be counted on."""
    found: dict[Symbol, Any] = {}
    applied = [node for f in formulas for node in f.atoms(Fun, Vec, Pt) if node.args[0] == name]
    for n, v in enumerate(value.signature):
        if isinstance(v, Head):
            found[v] = fresh(v)
            continue
        places = [node.args[(1 if isinstance(node, Pt) else 2) :][n : n + 1] for node in applied]
        integral = v.is_integer and all(a.is_integer for arguments in places for a in arguments)
        found[v] = Dummy(v.name, integer=True) if integral else Dummy(v.name, real=True)
    return found
