"""Terms as Python functions of floats, or of mpmath's numbers, as quickly as they can be made.

The search looks at many terms at a few points each, so that making the functions takes longer than calling them. Here a
line of code is written for each part of a term, once; `lambdify`, which prints terms as one would read them, is left
with what is no arithmetic of elementary functions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import mpmath
import sympy
from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol, lambdify

_HEADS: Final = {
    head: head.__name__
    for head in (
        sympy.exp, sympy.log, sympy.sin, sympy.cos, sympy.tan, sympy.sinh, sympy.cosh, sympy.tanh, sympy.asin,
        sympy.acos, sympy.atan, sympy.asinh, sympy.acosh, sympy.atanh,
    )
} | {sympy.Abs: "abs", sympy.Max: "max", sympy.Min: "min"}  # fmt: skip
_NAMES: Final = [*dict.fromkeys(_HEADS.values()), "sqrt", "pi", "e"]
_NOT_MADE: Final = (ValueError, TypeError, NotImplementedError, RecursionError, SyntaxError, KeyError)
_FLOATS: Final[Mapping[str, Any]] = {name: getattr(math, name) for name in _NAMES if hasattr(math, name)}
_MPMATH: Final[Mapping[str, Any]] = {name: getattr(mpmath, name) for name in _NAMES if hasattr(mpmath, name)}


class _Foreign(ValueError):
    """The term has a part of which no line of code is written here."""


def in_floats(terms: Sequence[Expr], variables: Sequence[Symbol]) -> Callable[..., Sequence[Any]]:
    """The values of the terms, as floats of which one may be complex or not finite.

    Raises:
        ValueError: where they cannot be made a function, as all other errors that are `lambdify`'s.
    """
    try:
        return _made(terms, variables, _FLOATS, "{}/{}")
    except _Foreign:
        return _by_sympy(list(terms), variables, "math", cse=True)


def in_mpmath(term: Expr, variables: Sequence[Symbol]) -> Callable[..., Any]:
    """The term's value, with the digits that mpmath works with when it is called; errors as `in_floats`."""
    try:
        values = _made([term], variables, {**_MPMATH, "mpf": mpmath.mpf}, "(mpf({})/mpf({}))")
    except _Foreign:
        return _by_sympy(term, variables, "mpmath")
    return lambda *point: values(*point)[0]


def _by_sympy(terms: Any, variables: Sequence[Symbol], modules: str, *, cse: bool = False) -> Callable[..., Any]:
    try:
        found: Callable[..., Any] = lambdify(variables, terms, modules=modules, cse=cse)
    except _NOT_MADE as error:
        raise ValueError(str(error)) from None
    return found


def _made(
    terms: Sequence[Expr], variables: Sequence[Symbol], names: Mapping[str, Any], quotient: str
) -> Callable[..., Any]:
    writer = _Writer(variables, quotient)
    values = [writer.name(term) for term in terms]
    arguments = ", ".join(f"x{i}" for i in range(len(variables)))
    lines = [f"def f({arguments}):", *writer.lines, f" return [{', '.join(values)}]"]
    found: dict[str, Any] = {}
    exec(compile("\n".join(lines), "<terms>", "exec"), dict(names), found)
    made: Callable[..., Any] = found["f"]
    return made


class _Writer:
    """Lines that give each part of terms a name, those before it first."""

    def __init__(self, variables: Sequence[Symbol], quotient: str) -> None:
        self.lines: list[str] = []
        self._quotient = quotient
        self._known: dict[Any, str] = {x: f"x{i}" for i, x in enumerate(variables)}

    def name(self, term: Any) -> str:
        """What stands for the value of the term once the lines are run."""
        if term not in self._known:
            written = self._written(term)
            if not isinstance(term, Integer):
                self.lines.append(f" t{len(self.lines)} = {written}")
                written = f"t{len(self.lines) - 1}"
            self._known[term] = written
        return self._known[term]

    def _written(self, term: Any) -> str:
        if isinstance(term, Integer):
            return f"({int(term)})"
        if isinstance(term, Rational) and term.q:
            return self._quotient.format(int(term.p), int(term.q))
        if isinstance(term, Add | Mul):
            return ("+" if isinstance(term, Add) else "*").join(map(self.name, term.args))
        if isinstance(term, Pow):
            return self._power(*term.args)
        if term in (sympy.pi, sympy.E):
            return "pi" if term == sympy.pi else "e"
        if term.func in _HEADS:
            return f"{_HEADS[term.func]}({', '.join(map(self.name, term.args))})"
        raise _Foreign(term)

    def _power(self, base: Any, exponent: Any) -> str:
        b = self.name(base)
        if exponent in (-1, sympy.S.Half, -sympy.S.Half):
            root = b if exponent == -1 else f"sqrt({b})"
            return root if exponent > 0 else f"1/{root}"
        return f"{b}**{self.name(exponent)}"
