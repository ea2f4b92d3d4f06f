"""One variable of an equation in terms of the others: functions are undone from the outside in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import gcd
from typing import Any

import sympy
from sympy import Add, Dummy, Expr, Integer, Mul, Pow, Rational, Symbol, pi

_INVERSES: Mapping[Any, Callable[[Expr], tuple[Expr, ...]]] = {
    sympy.exp: lambda v: (sympy.log(v),), sympy.log: lambda v: (sympy.exp(v),),
    sympy.sin: lambda v: (sympy.asin(v), pi - sympy.asin(v)), sympy.cos: lambda v: (sympy.acos(v), -sympy.acos(v)),
    sympy.tan: lambda v: (sympy.atan(v),), sympy.sinh: lambda v: (sympy.asinh(v),),
    sympy.cosh: lambda v: (sympy.acosh(v), -sympy.acosh(v)), sympy.tanh: lambda v: (sympy.atanh(v),),
    sympy.asin: lambda v: (sympy.sin(v),), sympy.acos: lambda v: (sympy.cos(v),),
    sympy.atan: lambda v: (sympy.tan(v),), sympy.asinh: lambda v: (sympy.sinh(v),),
    sympy.acosh: lambda v: (sympy.cosh(v),), sympy.atanh: lambda v: (sympy.tanh(v),),
    sympy.Abs: lambda v: (v, -v),
}  # fmt: skip
_DEEPEST = 12
_MOST_POWER = 100


def isolate(term: Expr, value: Expr, x: Symbol, depth: int = 0) -> list[Expr]:
    """Values of x with term = value, wherever they are defined; an empty list where none can be written.

    Not all of them need be there: of a periodic function there are those of one period.
    """
    if x not in term.free_symbols or x in value.free_symbols or depth > _DEEPEST:
        return []
    if term == x:
        return [value]
    if isinstance(term, Add | Mul):
        alone, rest = term.as_independent(x, as_Add=isinstance(term, Add))
        if alone != (0 if isinstance(term, Add) else 1):
            return isolate(rest, value - alone if isinstance(term, Add) else value / alone, x, depth + 1)
        return _in_one_atom(term - value, x, depth)
    if isinstance(term, Pow):
        return [found for base in _power(term, value, x) for found in isolate(*base, x, depth + 1)]
    undo = _INVERSES.get(term.func)
    if undo is None:
        return []
    return [found for v in undo(value) for found in isolate(term.args[0], v, x, depth + 1)]


def _power(term: Pow, value: Expr, x: Symbol) -> list[tuple[Expr, Expr]]:
    """Equations, one of which says that the power has the value."""
    base, exponent = term.args
    if isinstance(exponent, Rational):
        root = Pow(value, 1 / exponent)
        if exponent == -1:
            return [(base, root)]
        if exponent.p % 2 == 0:
            return [(base, root), (base, -root)]
        return [(base, root), (base, -Pow(-value, 1 / exponent))] if isinstance(exponent, Integer) else [(base, root)]
    if x not in base.free_symbols:
        return [(exponent, sympy.log(value) / sympy.log(base))]
    return [] if x in exponent.free_symbols else [(base, Pow(value, 1 / exponent))]


def _in_one_atom(gap: Expr, x: Symbol, depth: int) -> list[Expr]:
    """Solves gap = 0 where it is a polynomial of degree 1 or 2 in a power of one term that x occurs in."""
    above = sympy.together(gap).as_numer_denom()[0]
    atoms = _atoms(above, x)
    if len(atoms) != 1:
        return []
    (atom,) = atoms
    unknown = Dummy("unknown", real=True)
    changed = above.xreplace({atom: unknown})
    if x in changed.free_symbols or not changed.is_polynomial(unknown):
        return []
    coefficients = sympy.Poly(changed, unknown).all_coeffs()[::-1]
    while coefficients and coefficients[0] == 0:  # the atom itself vanishes, which is a point or a face at most
        del coefficients[0]
    step = gcd(*(n for n, c in enumerate(coefficients) if c != 0)) or 1
    coefficients = coefficients[::step]  # as of a polynomial in a power of the atom
    if not 2 <= len(coefficients) <= 3 or step > _MOST_POWER:
        return []
    c, b, a = (*coefficients, Integer(0))[:3]
    return [found for root in _quadratic(a, b, c) for found in isolate(Pow(atom, step), root, x, depth + 1)]


def _quadratic(a: Expr, b: Expr, c: Expr) -> list[Expr]:
    if a == 0:
        return [-c / b]
    if b == 0:
        root = sympy.sqrt(-c / a)
        return [root, -root]
    root = sympy.sqrt(b**2 - 4 * a * c)
    return [(-b + root) / (2 * a), (-b - root) / (2 * a)]


def _atoms(term: Expr, x: Symbol) -> set[Expr]:
    """The terms with x that the term is a polynomial in."""
    if x not in term.free_symbols:
        return set()
    if isinstance(term, Add | Mul):
        return set().union(*(_atoms(a, x) for a in term.args))
    if isinstance(term, Pow) and isinstance(term.exp, Integer) and term.exp > 0:
        return _atoms(term.base, x)
    return {term}
