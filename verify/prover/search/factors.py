"""The factors of terms that have powers with variables in the exponent."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr, PolynomialError, Pow, S, Symbol, factor_list


def factors(term: Expr) -> tuple[Expr, list[tuple[Expr, Any]]]:
    """The constant, and the factors with their exponents: sympy cannot order those that have a variable as exponent.

    Nor does it take what has exp(v − u), which it reads as exp v over exp u: such exponentials are each one then.
    """
    places: dict[Expr, Symbol] = {}
    powers: dict[Expr, Expr] = {}
    for node in sorted((n for n in term.atoms(Pow) if has_variables(n)), key=str):
        number, rest = node.exp.as_coeff_Mul()
        number, rest = (number, rest) if number.is_Integer else (S.One, node.exp)
        place = places.setdefault(node.base**rest, sympy.Dummy(real=True))
        powers[node] = place**number
    flat = term.xreplace(powers)
    try:
        constant, rows = factor_list(flat)
    except PolynomialError:
        places |= {node: sympy.Dummy(real=True) for node in sorted(flat.atoms(sympy.exp), key=str)}
        constant, rows = factor_list(flat.xreplace(places))
    back = {place: power for power, place in places.items()}
    return constant, [(p.xreplace(back), n) for p, n in rows]


def factored(term: Expr) -> Expr:
    """The term as a product of its factors; as it stands where sympy finds none."""
    try:
        constant, rows = factors(term)
    except PolynomialError:
        return term
    return sympy.Mul(constant, *(p**n for p, n in rows))


def has_variables(node: Expr) -> bool:
    """Whether it is a power with a variable in its exponent."""
    return isinstance(node, Pow) and bool(node.exp.free_symbols)
