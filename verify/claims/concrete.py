"""Values of terms at concrete vectors, families and functions, in mpmath at any precision; for conformance only.

This is floating point of many digits: it compares code with a formula and decides nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import mpmath
import sympy
from mpmath import mp
from sympy import Add, Expr, Integral, KroneckerDelta, Mul, Pow, Rational, Sum, Symbol

from verify.language.terms import Fun, Gradient, Head, Inner, Pt, Vec, substitute
from verify.normal_forms.calculus import evaluate_derivatives

Value = Any
"""An mpf, or a list of mpf for a vector."""

DIGITS = 60


@dataclass(frozen=True)
class ConcreteField:
    """A scalar field with its gradient, both functions of a list of mpf."""

    value: Callable[[list[Value]], Value]
    gradient: Callable[[list[Value]], list[Value]]


def value(term: Any, at: Mapping[Any, Any], digits: int = DIGITS) -> Value:
    """The value of a scalar or vector term.

    Args:
        term: a scalar or vector term.
        at: for symbols a number; for vectors a list of numbers; for points anything; for families of vectors or
            points a callable; for families a list (indexed from 1) or a callable; for functions a callable; for
            fields a `ConcreteField`. Keys are symbols, vectors, points or abstract functions.
        digits: decimal digits to work with.

    Raises:
        KeyError: for a variable without a value. TypeError: for a node without one.
    """
    known = {_key(k): v for k, v in at.items()}
    with mp.workdps(digits):
        return _value(evaluate_derivatives(term)[0], known)


def _key(variable: Any) -> Symbol:
    head = getattr(variable, "head", variable)
    return head.args[0] if isinstance(head, Vec | Pt) else head


def _value(term: Any, at: Mapping[Any, Any]) -> Value:
    if isinstance(term, Rational):
        return mp.mpf(int(term.p)) / int(term.q)
    if isinstance(term, Symbol) and not isinstance(term, Head):
        return mp.mpf(at[term])
    if term in (sympy.pi, sympy.E):
        return +mp.pi if term == sympy.pi else +mp.e
    if isinstance(term, Add):
        parts = [_value(a, at) for a in term.args]
        return [mp.fsum(column) for column in zip(*parts, strict=True)] if _is_vector(parts) else mp.fsum(parts)
    if isinstance(term, Mul):
        return _product([_value(a, at) for a in term.args])
    if isinstance(term, Pow):
        return mp.power(_value(term.args[0], at), _value(term.args[1], at))
    if isinstance(term, Inner):
        u, v = (_value(a, at) for a in term.args)
        return mp.fdot(zip(u, v, strict=True))
    if isinstance(term, Vec):
        found = at[term.args[0]]
        return found(*(_value(a, at) for a in term.args[2:])) if callable(found) else [mp.mpf(x) for x in found]
    if isinstance(term, Pt):
        point, arguments = at[term.args[0]], term.args[1:]
        return point(*(_value(a, at) for a in arguments)) if arguments else point
    if isinstance(term, Gradient):
        return at[term.args[0]].gradient(_value(term.args[1], at))
    if isinstance(term, Fun):
        return _applied(at[term.args[0]], int(term.args[1]), [_value(a, at) for a in term.args[2:]])
    if isinstance(term, KroneckerDelta):
        return mp.mpf(int(_value(term.args[0], at) == _value(term.args[1], at)))
    if isinstance(term, Sum):
        body, *inner, (i, lo, hi) = term.args
        summand = Sum(body, *inner) if inner else body
        first, last = (int(_value(end, at)) for end in (lo, hi))
        return mp.fsum(_value(substitute(summand, {i: sympy.Integer(n)}), at) for n in range(first, last + 1))
    if isinstance(term, Integral):
        body, (r, lo, hi) = term.args
        return mp.quad(lambda x: _value(body, {**at, r: x}), [_value(lo, at), _value(hi, at)])
    name = _NAMES.get(type(term))
    if name is None:
        raise TypeError(f"no value for {type(term).__name__}: {term}")
    return getattr(mpmath, name)(*(_value(a, at) for a in term.args))


def _is_vector(parts: list[Value]) -> bool:
    return any(isinstance(p, list) for p in parts)


def _product(parts: list[Value]) -> Value:
    number = mp.fprod(p for p in parts if not isinstance(p, list))
    vectors = [p for p in parts if isinstance(p, list)]
    return [number * x for x in vectors[0]] if vectors else number


def _applied(function: Any, order: int, arguments: list[Value]) -> Value:
    if isinstance(function, ConcreteField):
        return function.value(arguments[0])
    if isinstance(function, list | tuple):
        return mp.mpf(function[int(arguments[0]) - 1])
    if order:
        return mp.diff(function, arguments[0], order)
    return function(*arguments)


_NAMES: dict[type[Expr], str] = {
    sympy.exp: "exp",
    sympy.log: "log",
    sympy.sin: "sin",
    sympy.cos: "cos",
    sympy.tan: "tan",
    sympy.acos: "acos",
    sympy.asin: "asin",
    sympy.atan: "atan",
    sympy.sinc: "sinc",
    sympy.Abs: "fabs",
    sympy.Max: "max",
    sympy.Min: "min",
}
