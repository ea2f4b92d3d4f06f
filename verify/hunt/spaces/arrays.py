"""Steps and expressions as one numpy function of whole arrays of trials."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from sympy import Abs, Add, Dummy, Expr, I, Mul, Pow, S, Symbol, cse, nan, numbered_symbols, oo, zoo
from sympy.printing.codeprinter import PrintMethodNotImplementedError
from sympy.printing.numpy import NumPyPrinter

from verify.hunt.space import FloatArray

Function = Callable[..., tuple[Any, ...]]

VANISHES = 1e-14
"""What the square root is taken of may be negative by so much, by rounding."""


class _Printer(NumPyPrinter):
    """numpy code that broadcasts, also in a maximum of a number and an array; symbols by the names that are given."""

    def __init__(self, names: Mapping[Symbol, str]) -> None:
        super().__init__({"fully_qualified_modules": True, "allow_unknown_functions": False})
        self._names = names

    def _print_Symbol(self, term: Any) -> str:
        return self._names[term]

    def _print_Dummy(self, term: Any) -> str:
        return self._names[term]

    def _print_conjugate(self, term: Any) -> str:
        return str(self._print(term.args[0]))  # all numbers are real

    def _print_Pow(self, term: Any, **how: Any) -> str:
        if term.exp == S.Half:
            return f"root({self._print(term.base)})"
        return str(super()._print_Pow(term, **how))

    def _print_Max(self, term: Any) -> str:
        return self._folded("maximum", term)

    def _print_Min(self, term: Any) -> str:
        return self._folded("minimum", term)

    def _folded(self, name: str, term: Any) -> str:
        first, *rest = map(self._print, term.args)
        for other in rest:
            first = f"numpy.{name}({first}, {other})"
        return str(first)


def compiled(inputs: Sequence[Symbol], steps: Sequence[tuple[Symbol, Expr]], outputs: Sequence[Expr]) -> Function:
    """The function from the inputs' arrays to the outputs' arrays.

    Raises:
        TypeError: for a term that numpy has no function for, that is not real, or that speaks of what has no value.
    """
    names = {s: f"v{n}" for n, s in enumerate([*inputs, *(s for s, _ in steps)])}
    terms = [*(e for _, e in steps), *outputs]
    if any(e.has(I, nan, zoo, oo, -oo) for e in terms):
        raise TypeError("a term has no real value")
    if nameless := [s for e in terms for s in e.free_symbols if s not in names]:
        raise TypeError(f"no float value for {nameless[0]}")
    shared, reduced = cse(terms, symbols=numbered_symbols("c", Dummy), order="none")
    names |= {s: f"c{n}" for n, (s, _) in enumerate(shared)}
    known = {**dict(shared), **{s: e for (s, _), e in zip(steps, reduced, strict=False)}}
    printer = _Printer(names)
    lines: list[str] = []
    done = set(inputs)

    def emit(symbol: Symbol) -> None:
        if symbol in done:
            return
        done.add(symbol)
        for other in sorted(known[symbol].free_symbols, key=names.__getitem__):
            emit(other)
        code = _code(printer, known[symbol])
        if not known[symbol].free_symbols:  # Python's own numbers refuse what is undefined, numpy's say so in kind
            code = f"numpy.float64({code})"
        lines.append(f"    {names[symbol]} = {code}")

    results = reduced[len(steps) :]
    for result in results:
        for symbol in sorted(result.free_symbols, key=names.__getitem__):
            emit(symbol)
    arguments = ", ".join(names[s] for s in inputs)
    code = "".join(f"{line}\n" for line in lines)
    code += f"    return ({''.join(_code(printer, r) + ', ' for r in results)})\n"
    scope: dict[str, Any] = {"numpy": np, "root": _root}
    exec(f"def function({arguments}):\n{code}", scope)
    made: Function = scope["function"]
    return made


def _root(x: Any) -> Any:
    """The square root, also of what only rounding makes negative, as |c| − c may be."""
    return np.sqrt(np.where((x < 0.0) & (x > -VANISHES), 0.0, x))


def _code(printer: _Printer, term: Expr) -> str:
    try:
        return str(printer.doprint(term))
    except (PrintMethodNotImplementedError, KeyError):
        raise TypeError(f"no float value for {term}") from None


def magnitude(term: Expr) -> Expr:
    """What the rounding of the term's value is measured against: its sums with every part counted positive."""
    if isinstance(term, Add):
        return Add(*map(magnitude, term.args))
    if isinstance(term, Mul):
        return Mul(*map(magnitude, term.args))
    if isinstance(term, Pow) and term.exp.is_Integer and term.exp > 0:
        return magnitude(term.base) ** term.exp
    return Abs(term, evaluate=False)


def broadcast(values: Sequence[Any], shape: tuple[int, ...]) -> list[FloatArray]:
    """The values as arrays of one shape."""
    return [np.broadcast_to(np.asarray(v, dtype=np.float64), shape) for v in values]
